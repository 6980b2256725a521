/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as ACSL, the specification language of Frama-C: predicates over mathematical integers.
 *
 * A word is an integer that is congruent to its value; acf_uN and acf_sN reduce it where its value as an
 * unsigned or signed number matters, so `x * 3 - y >= 101` reads nearly as it was written. */
#ifndef ACF_PRINT_ACSL_H
#define ACF_PRINT_ACSL_H
#include "formula/term.h"

/* The name of an input, and whether it stands for a signed number. */
typedef const char *(*AcslInput)(gpointer data, const Term *input, gboolean *is_signed);

/* The body of a predicate; the widths whose acf_uN or acf_sN it uses are marked in widths[65].  NULL when
 * ACSL's integers do not have the operation: floating point, arrays, havoc; or when it is too large. */
char *term_to_acsl(const Term *t, AcslInput input, gpointer data, gboolean *widths);
/* The definitions of acf_uN and acf_sN. */
void acsl_append_reductions(GString *out, guint width);
#endif
