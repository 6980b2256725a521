/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interpolants: what is found to fail so far grows until it meets what is found not to.  Between the two lies
 * all that is not known yet, so this is a guess of how it goes on. */
#ifndef ACF_INTERPOLATE_H
#define ACF_INTERPOLATE_H
#include "symex/invariant/linear.h"

/* constraints: LinearConstraint, of a polyhedron without a point of the other region.  Each is moved outwards
 * as far as no such point comes in, or dropped; equalities become what is left of their two sides.  Past the
 * deadline (monotonic microseconds) they stay where they are.  Uses the solver. */
void interpolate(const Space *s, GArray *constraints, const Term *other, gint64 deadline);
#endif
