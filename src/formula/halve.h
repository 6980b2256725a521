/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Satisfiability by halving: the box of all inputs is cut in two until each piece is decided by intervals, or
 * a point in it satisfies everything.  Made for floating-point formulas over few inputs, where solvers that
 * look at single bits are slow. */
#ifndef ACF_HALVE_H
#define ACF_HALVE_H
#include "formula/solver.h"

/* Are all formulas true together somewhere?  Gives up after so many pieces, or at the deadline (monotonic
 * microseconds).  With SOLVER_SAT, *model has the point. */
SolverAnswer halve(const Term *const *formulas, guint n, guint max_pieces, gint64 deadline, Model **model);
#endif
