/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between which numbers does a term lie, under what a solver has asserted? */
#ifndef ACF_RANGE_H
#define ACF_RANGE_H
#include "formula/solver.h"

/* Is the claim true in all models? FALSE also: not known within a fifth of a second. */
gboolean range_holds(Solver *s, const Term *claim);
/* As a signed number, of a width of 2 to 64 bits.  What is given back is proven; the search for less ends at
 * the deadline (monotonic microseconds). */
void range_find(Solver *s, const Term *t, gint64 deadline, gint64 *least, gint64 *greatest);
#endif
