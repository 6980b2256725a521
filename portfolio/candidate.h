/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates: regions of inputs that a tool reports as failing.  None counts by itself: symex runs points of
 * them, and confirms as much of the region as it can, bit by bit. */
#ifndef ACF_CANDIDATE_H
#define ACF_CANDIDATE_H
#include "engine/engine.h"

/* Within the condition and the time of q: evidence with failing regions that symex vouches for, each of
 * points of that condition.  All of a candidate where that is confirmed (then there are no conjuncts), else
 * the path of one of its points; the point and its trace are there in either case.  NULL: none of the points
 * tried fails. Uses the solver: for children. */
Evidence *candidate_confirm(const Question *q, const Term *const *candidates, guint n);
#endif
