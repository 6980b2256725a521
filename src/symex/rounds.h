/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds: what is proven of every iteration of a loop that reads inputs, whichever iteration it is.
 *
 * A round begins at the head of the loop.  It ends when the run comes to the head again, leaves the loop for
 * the rest of a loop around it, comes to another loop, or leaves the function; what a run does after leaving
 * all loops is part of the round up to there.  The inputs of a round are counted from its beginning:
 * occurrence ROUND_OCCURRENCE + k of a site is what its k-th execution in the round reads.  Other inputs in
 * these formulas are read before the loop. */
#ifndef ACF_ROUNDS_H
#define ACF_ROUNDS_H
#include "ir/ir.h"

/* A round that begins in one of the states that the loop may be in. */
typedef struct {
  GStrv state;       /* in C, by variable at the head: see distinguish-states.h */
  const Term *fails; /* rounds of these inputs fail; havocs stand for what is not known of the state */
  const Term *may;   /* no others do, nor are others lost sight of; free of havoc */
  GArray *next;      /* guint: the states after it */
} RoundState;

/* The rounds of a loop, as one exploration of its states sees them. */
typedef struct {
  guint function, block; /* the head */
  IrLoc loc;
  gboolean outermost; /* it was explored in no iteration of another */
  const Term *given;  /* holds of all runs that come to the loop */
  GPtrArray *states;  /* RoundState* */
  guint n_lost;       /* how often runs were lost in an iteration; others than those of `may` are not */
} RoundsSeen;

RoundsSeen *rounds_seen_new(void);
void rounds_seen_free(RoundsSeen *r);
#endif
