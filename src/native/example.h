/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Examples as the program is really called with them: a command line with what it reads, or the call of the
 * entry function. */
#ifndef ACF_NATIVE_EXAMPLE_H
#define ACF_NATIVE_EXAMPLE_H
#include "cfc/cfc.h"

typedef struct Examples Examples;
Examples *examples_new(const Cfc *c); /* which must outlive it */
void examples_free(Examples *e);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Examples, examples_free)

/* Has the program something that a call can give it?  Programs with input functions alone have not. */
gboolean examples_have_calls(const Examples *e);
/* Of the point (ClaimValue), which fails: "./prog 3 -1", "printf '5\n' | ./prog", "f(13)"; to free.  NULL:
 * not known. */
char *examples_call(Examples *e, const GArray *values);
#endif
