/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hulls: few convex regions in place of many.
 *
 * What fails within an unrolling is often one piece for each number of iterations: n == 1, n == 2, ...  Their
 * convex hulls, as long as these hold no point that is known not to fail, say what the pieces have in common,
 * as linear relations between the inputs. */
#ifndef ACF_HULL_H
#define ACF_HULL_H
#include "formula/term.h"

/* A union of polyhedra over the inputs with the points of `fails`, as far as they are understood, and none of
 * `passes`: as wide as that allows.  NULL: nothing is understood of it, or there are many inputs.  Past the
 * deadline (monotonic microseconds) no more pieces are looked at.  Uses the solver. */
const Term *hull_between(const Term *fails, const Term *passes, gint64 deadline);
#endif
