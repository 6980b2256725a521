/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From points of the input space to concrete inputs: arguments and a standard input of which the program
 * reads the values of the point.
 *
 * Not every point has one (an argument cannot go on behind its end), but where a region has points that do,
 * one of them often results from putting the impossible values right.  So what is found is checked: it is in
 * the same bound as the point. */
#ifndef ACF_CONCRETIZE_H
#define ACF_CONCRETIZE_H
#include "cfc/classify.h"
#include "native/concrete-input.h"

/* Does the program read arguments or its standard input? */
gboolean reads_arguments(const Program *p);
gboolean reads_text(const Program *p);

typedef struct Concretizer Concretizer;
Concretizer *concretizer_new(const Cfc *c); /* which must outlive it */
void concretizer_free(Concretizer *k);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Concretizer, concretizer_free)

/* values: ClaimValue.  The concrete input is of the class, together with the values of the point for what is
 * neither argument nor standard input, and whatever those of them are that the point does not name.  NULL: none
 * was found. */
ConcreteInput *concretizer_find(Concretizer *k, const GArray *values, InputClass class);

/* How it is given to the program, for a shell: "./prog 3 -1", "printf '5\n' | ./prog".  name is that of the
 * program; what it does not read is left out. */
char *concrete_command(const ConcreteInput *in, const Program *p, const char *name);
/* "./prog" of "dir/prog.c". */
char *concrete_program_name(const char *path);
#endif
