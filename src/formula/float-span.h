/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals of floating-point numbers.
 *
 * Rounding to nearest is monotone, so the ends of a result are the rounded results of ends: nothing has to be
 * widened.  -0 and +0 are one number here. */
#ifndef ACF_FLOAT_SPAN_H
#define ACF_FLOAT_SPAN_H
#include "formula/term.h"

typedef struct {
  double low, high; /* the numbers, infinities too; low > high: none */
  gboolean nan;     /* it may be not a number */
} FloatSpan;

FloatSpan float_span_all(void);
FloatSpan float_span_join(FloatSpan a, FloatSpan b);
FloatSpan float_span_negate(FloatSpan a);
FloatSpan float_span_absolute(FloatSpan a);

/* What the IEEE bits from least to greatest, as unsigned numbers, stand for; width 32 or 64. */
FloatSpan float_span_of_bits(guint width, guint64 least, guint64 greatest);
/* FALSE: the bits are not from one of the two ranges below and above the sign bit. */
gboolean float_span_bits(FloatSpan a, guint width, guint64 *least, guint64 *greatest);

/* FADD to FCVT, with a result of the given width; from is the width of the arguments, b is not looked at
 * where there is but one; same: both are the same number. */
FloatSpan float_span_apply(TermOp op, guint width, guint from, guint64 param, FloatSpan a, FloatSpan b,
                           gboolean same);
/* Rounds integers. */
FloatSpan float_span_of_signed(guint width, gint64 least, gint64 greatest);
FloatSpan float_span_of_unsigned(guint width, guint64 least, guint64 greatest);
/* The integers toward zero.  FALSE: some number is out of their range. */
gboolean float_span_to_signed(FloatSpan a, guint width, gint64 *least, gint64 *greatest);
gboolean float_span_to_unsigned(FloatSpan a, guint width, guint64 *least, guint64 *greatest);

/* FEQ, FLT, FLE: may it be true, may it be false? */
void float_span_compare(TermOp op, FloatSpan a, FloatSpan b, gboolean same, gboolean *may_hold,
                        gboolean *may_fail);
#endif
