/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating-point numbers that come from integers.  Conversions and roundings never turn the order of numbers around,
 * and make no NaN of an integer: so a comparison of the result with a constant is one of the integer. */
#include "formula/store.h"

/* The conversion of an integer at the bottom of conversions and roundings; NULL: there is none. */
static const Term *conversion_below(const Term *t) {
  while (t->op == TERM_FCVT || t->op == TERM_FROUND) t = t->args[0];
  return t->op == TERM_SITOF || t->op == TERM_UITOF ? t : NULL;
}

/* What they make of one integer. */
static guint64 converted(const Term *t, guint64 integer) {
  const gboolean bottom = t->op == TERM_SITOF || t->op == TERM_UITOF;
  const guint64 from = bottom ? integer : converted(t->args[0], integer);
  const guint width = t->args[0]->width;
  guint64 result;
  const gboolean known = term_fold(t->op, t->width, t->param, &from, &width, 1, &result);
  g_assert(known);
  return result;
}

/* Integers by their rank in the order in which they are converted. */
static guint64 of_rank(const Term *bottom, guint64 rank) {
  const guint width = bottom->args[0]->width;
  return bottom->op == TERM_SITOF ? rank ^ (G_GUINT64_CONSTANT(1) << (width - 1)) : rank;
}

static gboolean is_below(const Term *t, const Term *bottom, guint64 rank, const Term *limit, gboolean or_equal) {
  const guint64 values[] = {converted(t, of_rank(bottom, rank)), limit->param};
  const guint widths[] = {t->width, t->width};
  guint64 result;
  const gboolean known = term_fold(or_equal ? TERM_FLE : TERM_FLT, 1, 0, values, widths, 2, &result);
  g_assert(known);
  return result != 0;
}

/* t < limit, or t <= limit: below the first integer of which that does not hold. */
static const Term *below(const Term *t, const Term *bottom, const Term *limit, gboolean or_equal) {
  const Term *integer = bottom->args[0];
  guint64 least = 0, most = term_mask(integer->width);
  if (is_below(t, bottom, most, limit, or_equal)) return term_bool(TRUE);
  while (least < most) {
    const guint64 middle = least + (most - least) / 2;
    if (is_below(t, bottom, middle, limit, or_equal))
      least = middle + 1;
    else
      most = middle;
  }
  if (least == 0) return term_bool(FALSE);
  const Term *first = term_const(integer->width, of_rank(bottom, least));
  return term_binary(bottom->op == TERM_SITOF ? TERM_SLT : TERM_ULT, integer, first);
}

static gboolean is_number(const Term *t) {
  if (!term_is_const(t)) return FALSE;
  const guint64 infinity = t->width == 32 ? 0x7f800000 : G_GUINT64_CONSTANT(0x7ff0000000000000);
  return (t->param & (term_mask(t->width) >> 1)) <= infinity;
}

static const Term *compare(TermOp op, const Term *a, const Term *b) {
  const Term *left = conversion_below(a), *right = conversion_below(b);
  if (a == b && left) return term_bool(op != TERM_FLT);
  if (left && is_number(b)) {
    if (op != TERM_FEQ) return below(a, left, b, op == TERM_FLE);
    return term_and(below(a, left, b, TRUE), term_not(below(a, left, b, FALSE)));
  }
  if (!right || !is_number(a)) return NULL;
  return op == TERM_FEQ ? compare(op, b, a) : term_not(below(b, right, a, op == TERM_FLT));
}

/* Whether no conversion between the integer and here rounds. */
static gboolean is_exact(const Term *t, const Term *bottom) {
  guint width = bottom->width;
  for (; t != bottom; t = t->args[0]) width = MIN(width, t->width);
  const gint64 limit = G_GINT64_CONSTANT(1) << (width == 32 ? 24 : 53);
  gint64 least, most;
  term_signed_range(bottom->args[0], &least, &most);
  return bottom->op == TERM_SITOF && least >= -limit && most <= limit;
}

/* Back to an integer that is as wide: the same. */
static const Term *back(const Term *t, guint width) {
  const Term *bottom = conversion_below(t);
  if (!bottom || bottom->args[0]->width > width || !is_exact(t, bottom)) return NULL;
  return bottom->args[0]->width == width ? bottom->args[0] : term_sext(bottom->args[0], width);
}

const Term *rewrite_float(TermOp op, guint width, const Term *const *args) {
  if (op == TERM_FEQ || op == TERM_FLT || op == TERM_FLE) return compare(op, args[0], args[1]);
  if (op == TERM_FTOSI) return back(args[0], width);
  if (op == TERM_SITOF && args[0]->op == TERM_SEXT)
    return term_make(op, width, 0, &args[0]->args[0], 1);
  return NULL;
}
