/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that stay in a loop for ever. */
#ifndef ACF_RECUR_H
#define ACF_RECUR_H
#include "symex/executor.h"

/* The arrivals at the head of a loop so far, and one of them that later ones are compared with. */
typedef struct {
  const Pending *mark;
  guint64 arrivals;
} Recurring;

/* Of the runs that have arrived at the head of a loop of the present frame, those that are in the same state as at an
 * earlier arrival, with no input read since, fail: they come back for ever.  FALSE: no others are left. */
gboolean exec_comes_back(Executor *x, const WtoElement *loop, const Pending *before, Pending *arrival);
/* Of the runs that have arrived at the head of a loop of the present frame, those that certainly never leave it
 * fail.  FALSE: no others are left. */
gboolean exec_recur(Executor *x, const WtoElement *loop, Pending *arrival);
/* FALSE: when the loop was last looked at, no such runs were found. */
gboolean exec_may_recur(const Executor *x, const WtoElement *loop);
#endif
