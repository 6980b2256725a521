/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of the values of slots (symex/cut-points.h) in the locations of an automaton: the value itself where
 * it takes few, else only whether some conditions hold of it. */
#ifndef ACF_REACTIVE_SLOTS_H
#define ACF_REACTIVE_SLOTS_H
#include "symex/cut-points.h"

typedef struct Slots Slots;

/* A state in which nothing depends on inputs any more but what is not kept. */
typedef struct {
  CutPoint point;
  const Term *when;  /* runs of the arrival come to it: over the inputs of the segment, and what was not kept before it */
  const Term *given; /* holds of what is not kept */
  char *digest;      /* states with the same one are the same */
  GStrv texts;       /* what holds of each slot that is not as at the start, by key: "key\tvariable == 3" */
  GArray *reads;     /* SiteReads of the segment */
} Settled;

void settled_free(gpointer settled);

Slots *slots_new(Segments *g, const State *initial);
void slots_free(Slots *s);
/* What was settled before is forgotten; what is kept stays. */
void slots_begin(Slots *s);
/* Settled*: the states in which an arrival may be.  NULL: something is kept that takes too many values; it is not any
 * more, so that what was settled before has to be settled again. *lost is extended by runs that are not settled. */
GPtrArray *slots_settle(Slots *s, const CutPoint *arrival, const Term *given, const Term **lost);
/* Keeps conditions that decide the guard and of which nothing is known.  FALSE: there are none that can be kept. */
gboolean slots_keep_conditions(Slots *s, const Term *guard);
/* Keeps less, as there are too many states.  FALSE: nothing can be given up. */
gboolean slots_keep_less(Slots *s);
#endif
