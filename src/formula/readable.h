/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas people can read: an equivalent formula in a friendlier shape. */
#ifndef ACF_READABLE_H
#define ACF_READABLE_H
#include "formula/term.h"

/* Rewrites without a solver: comparisons with constants normalised (x - 1 < 0 where that is x < 1 also under
 * wrap-around, zext/sext moved off comparisons with constants, sum-with-constant moved across ==), intervals
 * on one input joined, negations pushed to atoms, constant bounds.  The result is equivalent. */
const Term *readable_rewrite(const Term *t);
/* readable_rewrite, then redundant conjuncts and disjuncts removed with the solver, context used below them
 * (each conjunct simplified under the others); at most about budget_ms altogether and only for formulas up to
 * a few hundred nodes.  Equivalent; every step that is not proven is not taken.  Uses Z3: call it in a child.
 */
const Term *readable_simplify(const Term *t, guint budget_ms);
/* The conjuncts of t (t itself when it is no conjunction), as a new array of Term*. */
GPtrArray *readable_conjuncts(const Term *t);
GPtrArray *readable_disjuncts(const Term *t);
/* More of its operations are on signed numbers than on unsigned ones, or as many. */
gboolean readable_looks_signed(const Term *t);
#endif
