/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phases of a loop: conditions on its places that its iterations ask, and that choose what they do. */
#ifndef ACF_PHASES_H
#define ACF_PHASES_H
#include "symex/invariant/invariant.h"

/* Term*, a few: comparisons over the `any` terms and constants of the run.  What is done at one value only
 * has a before and an after: an equation becomes an order, in the reading that the iterations use.  leaves
 * (Term*, or NULL: all): the places whose values count. */
GPtrArray *loop_phases(const LoopTerms *l, GPtrArray *leaves);
#endif
