/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs that matter as the parameters of a predicate: in one order, with names and types that C and C++
 * accept, for every export that writes the bounds as a predicate. */
#ifndef ACF_PARAMETERS_H
#define ACF_PARAMETERS_H
#include "cfc/cfc.h"

typedef struct {
  const Cfc *cfc;
  GPtrArray *inputs; /* Term*: those that a formula mentions, ordered by site, occurrence and offset */
  GHashTable *names; /* Term* -> char* */
} Parameters;

Parameters *parameters_new(const Cfc *c);
Parameters *parameters_of(const Cfc *c, const GPtrArray *inputs); /* of these, in this order */
void parameters_free(Parameters *p);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Parameters, parameters_free)

const char *parameter_name(const Parameters *p, const Term *input);
/* A type that holds the values of the input whatever the data model: "int", "unsigned long long", "bool". */
const char *parameter_type(const Parameters *p, const Term *input);
gboolean parameter_is_signed(const Parameters *p, const Term *input);
gboolean parameter_is_float(const Parameters *p, const Term *input);
char *parameters_list(const Parameters *p);  /* "int x, bool b", or "void" */
char *parameters_names(const Parameters *p); /* "x, b" */

/* One of the bounds of all partitions together, as what can be written: where a partition's bound is not
 * accepted, an upper one is true and a lower one is false. */
typedef gboolean (*BoundAccepted)(const Parameters *p, const Term *bound);
const Term *parameters_bound(const Parameters *p, gboolean upper, BoundAccepted accepted, gboolean *weakened);

/* What the names of everything made for this program begin with: "acf_" and its file's name as an identifier
 * of C and C++, so that exports of several programs go together. */
char *export_prefix(const Cfc *c);
/* "acf_prog_may_fail" (upper) or "acf_prog_must_fail". */
char *predicate_name(const Cfc *c, gboolean upper);
/* The name of an include guard for a header with this text, which is not that of another header for a program of this name:
 * then the compiler complains about what is defined twice, rather than to leave one header out. */
char *include_guard_name(const Cfc *c, const char *text);
/* Text of others inside a comment: in one line, and it does not end the comment. */
char *comment_safe(const char *text);

gboolean executable_accepted(const Parameters *p, const Term *bound);
/* Appends the definition of "static inline int NAME(...)", with its helpers. */
void append_executable(const Parameters *p, const Term *bound, const char *name, GString *out);
#endif
