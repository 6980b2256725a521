/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backwards from what is bad through the loops before it: what must hold where a loop begins. */
#ifndef ACF_BACKWARD_H
#define ACF_BACKWARD_H
#include "symex/invariant/invariant.h"

/* A loop that was closed: its terms, and what holds at every arrival. */
typedef struct {
  LoopTerms terms; /* entry: of the runs that `any` stands for; the changes are owned, no questions */
  const Term *invariant;
} ClosedLoop;

ClosedLoop *closed_loop_new(const LoopTerms *l, const Term *invariant);
void closed_loop_free(ClosedLoop *l);

/* bad, over constants of the run and the `any` terms of the loops (ClosedLoop*, in the order of the run),
 * conjoined with what is necessary for it: a run that comes to something bad after arrivals at a loop was,
 * at the first of them, in a state from which iterations lead there. */
const Term *backward_refine(const GPtrArray *loops, const Term *bad, gint64 deadline);
#endif
