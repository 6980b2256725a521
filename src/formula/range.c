/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranges by halving. */
#include "formula/range.h"
#include "base/limits.h"

gboolean range_holds(Solver *s, const Term *claim) {
  const Term *not = term_not(claim);
  return term_is_false(not ) ||
         (!term_is_true(not ) && solver_check(s, &not, 1, limits.range_claim_ms) == SOLVER_UNSAT);
}

/* The least value v such that `at most v` is proven, or the greatest for `at least`. */
static gint64 proven_end(Solver *s, const Term *t, gint64 lo, gint64 hi, gboolean upper, gint64 deadline) {
  while (lo < hi && g_get_monotonic_time() < deadline) {
    gint64 middle = (gint64)(((guint64)hi - (guint64)lo) / 2 + (guint64)lo) + (upper ? 0 : 1);
    const Term *at = term_const(t->width, (guint64)middle);
    gboolean holds = range_holds(s, upper ? term_binary(TERM_SLE, t, at) : term_binary(TERM_SLE, at, t));
    if (holds && upper)
      hi = middle;
    else if (holds)
      lo = middle;
    else if (upper)
      lo = middle + 1;
    else
      hi = middle - 1;
  }
  return upper ? hi : lo;
}

static gboolean excludes(Solver *s, const Term *t, gint64 value) {
  return range_holds(s, term_not(term_eq(t, term_const(t->width, (guint64)value))));
}

/* Where an end of the type is possible, no halving could move it. */
void range_find(Solver *s, const Term *t, gint64 deadline, gint64 *least, gint64 *greatest) {
  const gint64 min = t->width >= 64 ? G_MININT64 : -(G_GINT64_CONSTANT(1) << (t->width - 1)),
               max = -(min + 1);
  *greatest = excludes(s, t, max) ? proven_end(s, t, min, max, TRUE, deadline) : max;
  *least = excludes(s, t, min) ? proven_end(s, t, min, *greatest, FALSE, deadline) : min;
}
