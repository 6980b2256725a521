/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Satisfiability by halving: the box of all inputs is cut in two until each piece is decided by intervals, or
 * a point in it satisfies everything.  Made for floating-point formulas over few inputs, where solvers that
 * look at single bits are slow. */
#ifndef ACF_HALVE_H
#define ACF_HALVE_H
#include "formula/solver.h"

/* How much it may cost. */
typedef struct {
  guint terms;     /* in the formulas; when there are more, nothing is tried */
  guint pieces;    /* that are looked at */
  gint64 deadline; /* monotonic microseconds */
} HalveLimits;

/* Are all formulas true together somewhere?  With SOLVER_SAT, *model has the point. */
SolverAnswer halve(const Term *const *formulas, guint n, HalveLimits limits, Model **model);
#endif
