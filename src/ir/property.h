/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A property: which runs of a program are failures.  A value that is made once, kept in the Program, written
 * with the characterization and read back; everything else asks it instead of knowing names of its own. */
#ifndef ACF_IR_PROPERTY_H
#define ACF_IR_PROPERTY_H
#include <glib.h>

typedef struct {
  char *name;             /* the kind: "unreach-call" */
  char *entry;            /* the function where runs begin: "main" */
  char **error_functions; /* NULL-terminated, at least one, none twice: a call of one of them is a failure.
                             The first stands for all of them where a format has room for one. */
} Property;

/* A copy of what is given.  NULL stands for the default each: unreach-call, main, and the functions whose
 * calls SV-COMP and the C library take for failures (reach_error, __VERIFIER_error, what a failing assert
 * calls). */
Property *property_new(const char *name, const char *entry, const char *const *error_functions);
Property *property_copy(const Property *p);
void property_free(Property *p);
void property_set_errors(Property *p, const char *const *error_functions);

gboolean property_is_error(const Property *p, const char *function);
/* The error functions are the default ones: the user has named no other. */
gboolean property_has_usual_errors(const Property *p);
/* Verifiers take a call of this function for a failure without being told; a property file that names it
 * means the default error functions. */
gboolean property_is_known_error(const char *function);
/* NULL: both say the same; else what differs, for people: "entry function (f, not main)". */
char *property_difference(const Property *a, const Property *b);
/* As a property file, which has room for one error function: "CHECK( init(main()), LTL(G ! call(f())) )". */
char *property_specification(const Property *p, const char *error_function);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Property, property_free)
#endif
