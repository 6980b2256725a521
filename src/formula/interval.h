/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of values of one bit-vector term, as unions of intervals.
 *
 * Every comparison of a term with a constant is membership in such a set, also under wrap-around: shifting
 * the term by a constant only rotates the circle of values.  So bounds meet, join, complement and move across
 * sums exactly. */
#ifndef ACF_INTERVAL_H
#define ACF_INTERVAL_H
#include "formula/term.h"

#define INTERVAL_MAX 32 /* pieces; operations that would need more fail; a dimension of arrays */

typedef struct {
  guint64 low, high; /* inclusive, unsigned, low <= high */
} Interval;

typedef struct {
  guint width;
  guint n;
  Interval pieces[INTERVAL_MAX]; /* increasing, neither overlapping nor touching */
} IntervalSet;

/* FALSE: too many pieces; the set is then unchanged. */
gboolean interval_set_add(IntervalSet *s, guint64 low, guint64 high);
gboolean interval_set_unite(IntervalSet *s, const IntervalSet *other);
gboolean interval_set_meet(IntervalSet *s, const IntervalSet *other);
gboolean interval_set_complement(IntervalSet *s);
gboolean interval_set_has(const IntervalSet *s, guint64 value);
gboolean interval_set_is_full(const IntervalSet *s);
/* From low upward to high around the circle of values: low > high wraps. */
gboolean interval_set_arc(IntervalSet *s, guint width, guint64 low, guint64 high);
/* The set is one arc: from *low around to *high. */
gboolean interval_set_as_arc(const IntervalSet *s, guint64 *low, guint64 *high);

/* Is the Boolean t membership of one term in a set: a comparison with a constant, its negation, or (deep) a
 * conjunction or disjunction of such on the same term?  deep also takes the term apart: x + 3, x * 3, x / 3, ~x, zext(x)
 * become x; and it reads whatever interval_set_term() writes. */
gboolean term_as_set(const Term *t, gboolean deep, const Term **x, IntervalSet *set);
/* The formula "x is in set", in comparisons of the preferred signedness unless the other is shorter. */
const Term *interval_set_term(const IntervalSet *set, const Term *x, gboolean prefer_signed);
#endif
