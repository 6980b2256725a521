/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of C expressions: integers with a width and a sign, and what C's operators make of them. */
#ifndef ACF_CTYPED_H
#define ACF_CTYPED_H
#include "ctext/ctoken.h"
#include "formula/term.h"

typedef struct {
  const Term *term; /* of width 8, 16, 32 or 64 */
  gboolean is_signed;
  const Term *defined; /* where C gives it a value */
  gint64 least, most;  /* of mathematical integers only: it lies between them */
} Typed;

Typed typed_of(const Term *t, gboolean is_signed);
const Term *typed_truth(Typed v); /* where it is not 0 */
Typed typed_convert(Typed v, guint width, gboolean is_signed);
Typed typed_cast(Typed v, guint width, gboolean is_signed); /* width 1: to _Bool */
/* Operators, by their token. */
Typed typed_unary(int kind, Typed a);
Typed typed_binary(int kind, Typed a, Typed b);
Typed typed_choose(Typed condition, Typed yes, Typed no);

/* The same operators on mathematical integers: bit-vectors of 64 bits with least and most kept, so that
 * nothing ever wraps.  FALSE: it might.  '^' is the power, with a constant exponent. */
Typed math_of(const Term *t, gboolean is_signed);
gboolean math_unary(int kind, Typed *a);
gboolean math_binary(int kind, Typed *a, Typed b);
Typed math_choose(Typed condition, Typed yes, Typed no);
#endif
