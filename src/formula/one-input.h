/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large formulas about a single input that say little: as unrolling many iterations of a loop produces. */
#ifndef ACF_ONE_INPUT_H
#define ACF_ONE_INPUT_H
#include "formula/term.h"

/* The same in few comparisons, in time about linear; NULL: it is about more, compares other things than the
 * input with constants, or takes too many intervals. */
const Term *term_by_intervals(const Term *t);
/* The same for whatever is said of an input of few values (a narrow one, or one that conjuncts bound): the formula
 * is evaluated at each.  Of a conjunction, those conjuncts that are about one such input alone become intervals;
 * the result is t itself where there are none, or where they take too many intervals. */
const Term *term_by_values(const Term *t);
#endif
