/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interval arithmetic on floating-point numbers. */
#include "formula/float-span.h"
#include "formula/floats.h"
#include <math.h>

static const FloatSpan only_nan = {1, 0, TRUE};

static gboolean has_numbers(FloatSpan a) { return a.low <= a.high; }
static gboolean has_zero(FloatSpan a) { return a.low <= 0 && a.high >= 0; }
static gboolean has_infinity(FloatSpan a) { return has_numbers(a) && (isinf(a.low) || isinf(a.high)); }
static gboolean is_one(FloatSpan a) { return a.low == a.high; }

FloatSpan float_span_all(void) { return (FloatSpan){-INFINITY, INFINITY, TRUE}; }

FloatSpan float_span_join(FloatSpan a, FloatSpan b) {
  if (!has_numbers(a)) return (FloatSpan){b.low, b.high, TRUE};
  if (!has_numbers(b)) return (FloatSpan){a.low, a.high, TRUE};
  return (FloatSpan){fmin(a.low, b.low), fmax(a.high, b.high), a.nan || b.nan};
}

FloatSpan float_span_negate(FloatSpan a) { return has_numbers(a) ? (FloatSpan){-a.high, -a.low, a.nan} : a; }

FloatSpan float_span_absolute(FloatSpan a) {
  if (!has_numbers(a) || a.low >= 0) return a;
  if (a.high <= 0) return float_span_negate(a);
  return (FloatSpan){0, fmax(-a.low, a.high), a.nan};
}

/* ---- bits ---- */

static guint64 infinity_bits(guint width) { return bits_of_number(width, INFINITY); }

/* Magnitudes from least to greatest, the sign being clear. */
static FloatSpan of_magnitudes(guint width, guint64 least, guint64 greatest) {
  const guint64 inf = infinity_bits(width);
  if (least > inf) return only_nan;
  return (FloatSpan){number_of_bits(width, least), number_of_bits(width, MIN(greatest, inf)), greatest > inf};
}

FloatSpan float_span_of_bits(guint width, guint64 least, guint64 greatest) {
  const guint64 sign = G_GUINT64_CONSTANT(1) << (width - 1);
  if (least >= sign) return float_span_negate(of_magnitudes(width, least - sign, greatest - sign));
  if (greatest < sign) return of_magnitudes(width, least, greatest);
  return float_span_join(of_magnitudes(width, least, sign - 1),
                         float_span_negate(of_magnitudes(width, 0, greatest - sign)));
}

gboolean float_span_bits(FloatSpan a, guint width, guint64 *least, guint64 *greatest) {
  if (a.nan || has_zero(a)) return FALSE;
  *least = bits_of_number(width, a.low > 0 ? a.low : a.high);
  *greatest = bits_of_number(width, a.low > 0 ? a.high : a.low);
  return TRUE;
}

/* ---- operations ---- */

typedef struct {
  TermOp op;
  guint width, from;
  guint64 param;
} Operation;

static double at(const Operation *o, double a, double b) {
  const guint64 args[] = {bits_of_number(o->from, a), bits_of_number(o->from, b)};
  const guint widths[] = {o->from, o->from};
  guint64 result = 0;
  const guint n = o->op >= TERM_FSQRT && o->op <= TERM_FCVT ? 1 : 2;
  if (!term_fold(o->op, o->width, o->param, args, widths, n, &result)) return NAN;
  return number_of_bits(o->width, result);
}

/* An operation that grows with both, or falls with the second: opposite infinities give no number. */
static FloatSpan monotone(const Operation *o, FloatSpan a, FloatSpan b, gboolean falls) {
  const double first = at(o, a.low, falls ? b.high : b.low), last = at(o, a.high, falls ? b.low : b.high);
  if (is_one(a) && is_one(b) && isnan(first)) return only_nan;
  FloatSpan result = {isnan(first) ? -INFINITY : first, isnan(last) ? INFINITY : last, FALSE};
  result.nan = has_infinity(a) && has_infinity(b);
  return result;
}

/* The least and the greatest of what the four pairs of ends give. */
static FloatSpan of_corners(const Operation *o, FloatSpan a, FloatSpan b, double if_nan) {
  const double x[] = {a.low, a.high}, y[] = {b.low, b.high};
  FloatSpan result = {INFINITY, -INFINITY, FALSE};
  for (guint i = 0; i < 4; i++) {
    double corner = at(o, x[i / 2], y[i % 2]);
    if (isnan(corner)) corner = if_nan;
    result.low = fmin(result.low, corner);
    result.high = fmax(result.high, corner);
  }
  return result;
}

/* Zero times infinity is no number; what is next to it is reached at another corner. */
static FloatSpan product(const Operation *o, FloatSpan a, FloatSpan b, gboolean same) {
  if (same) a = b = float_span_absolute(a);
  FloatSpan result = of_corners(o, a, b, 0);
  if (same)
    result.low = at(o, a.low, a.low);
  else
    result.nan = (has_zero(a) && has_infinity(b)) || (has_infinity(a) && has_zero(b));
  return result;
}

static FloatSpan quotient(const Operation *o, FloatSpan a, FloatSpan b) {
  if (has_zero(b) || (has_infinity(a) && has_infinity(b))) return float_span_all();
  return of_corners(o, a, b, 0);
}

/* The rest has the sign of the dividend, and is not greater than either. */
static FloatSpan rest(FloatSpan a, FloatSpan b) {
  const FloatSpan divisor = float_span_absolute(b);
  FloatSpan result = {a.low < 0 ? fmax(a.low, -divisor.high) : 0, a.high > 0 ? fmin(a.high, divisor.high) : 0,
                      has_zero(b) || has_infinity(a)};
  return result;
}

static FloatSpan root(const Operation *o, FloatSpan a) {
  if (a.high < 0) return only_nan;
  return (FloatSpan){at(o, fmax(a.low, 0), 0), at(o, a.high, 0), a.low < 0};
}

static FloatSpan apply(const Operation *o, FloatSpan a, FloatSpan b, gboolean same) {
  switch (o->op) {
  case TERM_FADD: return monotone(o, a, b, FALSE);
  case TERM_FSUB: return monotone(o, a, b, TRUE);
  case TERM_FMUL: return product(o, a, b, same);
  case TERM_FDIV: return quotient(o, a, b);
  case TERM_FREM: return rest(a, b);
  case TERM_FSQRT: return root(o, a);
  case TERM_FROUND:
  case TERM_FCVT: return (FloatSpan){at(o, a.low, 0), at(o, a.high, 0), FALSE};
  default: return float_span_all();
  }
}

FloatSpan float_span_apply(TermOp op, guint width, guint from, guint64 param, FloatSpan a, FloatSpan b,
                           gboolean same) {
  const gboolean unary = op >= TERM_FSQRT && op <= TERM_FCVT;
  const Operation o = {op, width, from, param};
  if (!has_numbers(a) || (!unary && !has_numbers(b))) return only_nan;
  FloatSpan result = apply(&o, a, b, same);
  result.nan |= a.nan || (!unary && b.nan);
  return result;
}

/* ---- integers ---- */

static double rounded(TermOp op, guint width, guint64 value) {
  const guint from = 64;
  guint64 bits = 0;
  term_fold(op, width, 0, &value, &from, 1, &bits);
  return number_of_bits(width, bits);
}

FloatSpan float_span_of_signed(guint width, gint64 least, gint64 greatest) {
  return (FloatSpan){rounded(TERM_SITOF, width, (guint64)least),
                     rounded(TERM_SITOF, width, (guint64)greatest), FALSE};
}

FloatSpan float_span_of_unsigned(guint width, guint64 least, guint64 greatest) {
  return (FloatSpan){rounded(TERM_UITOF, width, least), rounded(TERM_UITOF, width, greatest), FALSE};
}

gboolean float_span_to_signed(FloatSpan a, guint width, gint64 *least, gint64 *greatest) {
  const double end = ldexp(1, (int)width - 1);
  if (a.nan || !(trunc(a.low) >= -end && trunc(a.high) < end)) return FALSE;
  *least = (gint64)trunc(a.low);
  *greatest = (gint64)trunc(a.high);
  return TRUE;
}

gboolean float_span_to_unsigned(FloatSpan a, guint width, guint64 *least, guint64 *greatest) {
  if (a.nan || !(trunc(a.low) >= 0 && trunc(a.high) < ldexp(1, (int)width))) return FALSE;
  *least = (guint64)trunc(a.low);
  *greatest = (guint64)trunc(a.high);
  return TRUE;
}

void float_span_compare(TermOp op, FloatSpan a, FloatSpan b, gboolean same, gboolean *may_hold,
                        gboolean *may_fail) {
  *may_fail = a.nan || b.nan;
  if (same) {
    *may_hold = op != TERM_FLT && has_numbers(a);
    *may_fail |= op == TERM_FLT;
    return;
  }
  *may_hold = FALSE;
  if (!has_numbers(a) || !has_numbers(b)) {
    *may_fail = TRUE;
    return;
  }
  switch (op) {
  case TERM_FLT:
    *may_hold = a.low < b.high;
    *may_fail |= a.high >= b.low;
    break;
  case TERM_FLE:
    *may_hold = a.low <= b.high;
    *may_fail |= a.high > b.low;
    break;
  default:
    *may_hold = a.low <= b.high && b.low <= a.high;
    *may_fail |= !(is_one(a) && is_one(b) && a.low == b.low);
  }
}
