/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Large formulas about a single input that say little: as many turns of a loop leave behind. */
#ifndef ACF_ONE_INPUT_H
#define ACF_ONE_INPUT_H
#include "formula/term.h"

/* The same in few comparisons, in time about linear; NULL: it is about more, compares other things than the
 * input with constants, or takes too many intervals. */
const Term *term_by_intervals(const Term *t);
#endif
