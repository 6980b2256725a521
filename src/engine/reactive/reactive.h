/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata (ir/failure-automaton.h) of programs that read inputs in loops. */
#ifndef ACF_REACTIVE_H
#define ACF_REACTIVE_H
#include "engine/answer.h"
#include "ir/failure-automaton.h"

/* The automaton of the program, mostly minimal; NULL: nothing came of it.  The condition of the question is not looked at.
 * Uses the solver: call it in a child. */
FailureAutomaton *reactive_automaton(const Question *q);

/* ---- inside ---- */

/* What leads from one location to another, or to EDGE_, before it is minimized. */
typedef struct {
  guint to;
  GArray *reads; /* SiteReads; NULL: to is EDGE_ */
  const Term *guard;
  Failure failure; /* EDGE_FAILS: which */
} ReactiveEdge;

typedef struct {
  GStrv texts;   /* see slots.h */
  IrLoc loc;
  GArray *edges; /* ReactiveEdge: disjoint, and together everything */
} ReactiveLocation;

/* Where runs that go on for ever fail: edges to locations from which none ends lead to EDGE_FAILS, and those to locations
 * from which all end to EDGE_ENDS.  locations: ReactiveLocation*. */
void reactive_settle_endless(GPtrArray *locations);
/* The same language with as few locations as possible; where finding them takes too long, with all of them.
 * locations: ReactiveLocation*, the first is where runs begin; settled as above where endless_fails. */
FailureAutomaton *reactive_minimize(const GPtrArray *locations, gboolean endless_fails, gint64 deadline);
gboolean reads_same(const GArray *a, const GArray *b); /* of SiteReads */
#endif
