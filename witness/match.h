/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A witness in terms of the program: its edges matched to branches, input calls and the error. */
#ifndef ACF_MATCH_H
#define ACF_MATCH_H
#include "ir/automaton.h"
#include "witness/witness.h"

typedef struct {
  Automaton *direction; /* what the under-approximator follows; branches that it does not mention are free */
  Model *point;         /* values that the witness gives for inputs; NULL: for none */
  gboolean inferred; /* the witness says no way of any condition: the direction is a guess from its lines */
  guint matched;     /* edges that say something and were found in the program */
  guint unmatched;   /* and those that were not: they direct nothing */
} Match;

/* Never NULL; w is a violation witness.  What is ambiguous directs nothing rather than something wrong. */
Match *witness_match(const Program *p, const Witness *w);
void match_free(Match *m);
#endif
