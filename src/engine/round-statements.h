/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements about every round of a loop that reads inputs (symex/rounds.h says what a round is). */
#ifndef ACF_ROUND_STATEMENTS_H
#define ACF_ROUND_STATEMENTS_H
#include "engine/answer.h"
#include "symex/rounds.h"

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
