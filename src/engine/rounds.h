/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rounds: what is proven of every turn of a loop that reads inputs, whichever turn it is.
 *
 * A round begins at the head of the loop.  It ends when the run comes to the head again, leaves the loop for
 * the rest of a loop around it, comes to another loop, or leaves the function; what a run does after leaving
 * all loops is part of the round up to there.  The inputs of a round are counted from its beginning:
 * occurrence ROUND_OCCURRENCE + k of a site is what its k-th execution in the round reads.  Other inputs in
 * these formulas are read before the loop. */
#ifndef ACF_ROUNDS_H
#define ACF_ROUNDS_H
#include "engine/answer.h"

/* A round that begins in one of the states that the loop may be in. */
typedef struct {
  GStrv state;       /* in C, by variable at the head: see telling.h */
  const Term *fails; /* rounds of these inputs fail; havocs stand for what is not known of the state */
  const Term *may;   /* no others do, nor are others lost sight of; free of havoc */
  GArray *next;      /* guint: the states after it */
} RoundState;

/* The rounds of a loop, as one exploration of its states sees them. */
typedef struct {
  guint function, block; /* the head */
  IrLoc loc;
  gboolean outermost; /* it was explored in no turn of another */
  const Term *given;  /* holds of all runs that come to the loop */
  GPtrArray *states;  /* RoundState* */
  guint n_lost;       /* how often runs were lost in a turn; others than those of `may` are not */
} RoundsSeen;

RoundsSeen *rounds_seen_new(void);
void rounds_seen_free(RoundsSeen *r);

/* What holds of the rounds that begin in some of the states. */
typedef struct {
  char *state;       /* NULL: in all of them */
  const Term *upper; /* such a round fails only then */
  const Term *lower; /* and it fails whenever this holds */
  gboolean exact;    /* the two are the same */
} RoundCase;

/* The statement: as long as no earlier round had inputs of `upper`, this holds of the next one. */
typedef struct {
  IrLoc loop;
  guint from;       /* it holds of this round after the loop is entered, and of all later ones; from 1 */
  guint n_states;   /* in which the loop may be then, as far as they were told apart */
  RoundCase all;    /* in whatever state */
  GPtrArray *cases; /* RoundCase*: what more is known of rounds by their state; empty: nothing */
  gboolean only;    /* nothing fails but in rounds of this loop, the first ones among them */
} Rounds;

Rounds *rounds_new(void);
void rounds_free(Rounds *r);

/* The statements that the states of loops prove of the program; those that say nothing are left out.
 * Rounds*; NULL: nothing came of it.  Uses the solver: call it in a child. */
GPtrArray *rounds_find(const Question *q);
void rounds_write(GByteArray *out, const GPtrArray *rounds);
GPtrArray *rounds_read(const GByteArray *bytes); /* NULL: malformed */
#endif
