/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata: the failing inputs of a program that reads in loops, however long it runs.
 *
 * Every input site has a position, 0 at first.  In a location, occurrence ROUND_OCCURRENCE + r of a site stands for
 * the one at its position + r.  Of the edges of a location exactly one guard holds, whatever the inputs; taking it
 * moves the positions on.  A run fails when the automaton, given its inputs, takes an edge to EDGE_FAILS; it does not
 * fail where it takes one to EDGE_ENDS; what follows EDGE_UNKNOWN is not known.  Location 0 is where runs begin.
 *
 * A run that goes on through the automaton for ever fails where that is what the program is asked about (endless_fails),
 * and else does not.  Then EDGE_ENDS says that the run ends for certain, and EDGE_FAILS that it goes on for ever,
 * whatever it reads from there on; else EDGE_ENDS says that it ends, or does nothing for ever. */
#ifndef ACF_FAILURE_AUTOMATON_H
#define ACF_FAILURE_AUTOMATON_H
#include "ir/ir.h"

#define EDGE_FAILS G_MAXUINT
#define EDGE_ENDS (G_MAXUINT - 1)
#define EDGE_UNKNOWN (G_MAXUINT - 2)

typedef struct {
  guint site, count;
} SiteReads;

typedef struct {
  guint from, to; /* a location, or EDGE_ */
  const Term *guard; /* free of havoc, over occurrences counted from ROUND_OCCURRENCE */
  GArray *reads;     /* SiteReads, by site: how often each was executed; only where `to` is a location */
  Failure failure;   /* EDGE_FAILS: which */
} FailureEdge;

typedef struct {
  char *state; /* what holds there, in C; NULL: not said */
  IrLoc loc;   /* the loop; file NULL: the start, or not known */
  gboolean never_fails; /* no failure follows: where endless_fails, every run from there ends */
} FailureLocation;

typedef struct {
  GPtrArray *locations; /* FailureLocation* */
  GPtrArray *edges;     /* FailureEdge*, by location */
  gboolean endless_fails; /* runs that go on for ever fail; FALSE: they do not */
} FailureAutomaton;

/* Of no location yet; runs that go on for ever do not fail. */
FailureAutomaton *failure_automaton_new(void);
void failure_automaton_free(FailureAutomaton *a);
FailureLocation *failure_automaton_add_location(FailureAutomaton *a, char *state, IrLoc loc); /* takes state */
/* Copies the reads; NULL: none. */
FailureEdge *failure_automaton_add_edge(FailureAutomaton *a, guint from, guint to, const Term *guard, const GArray *reads);
/* An edge to EDGE_FAILS. */
void failure_automaton_add_failure(FailureAutomaton *a, guint from, Failure f, const Term *guard);
/* No edge is unknown. */
gboolean failure_automaton_exact(const FailureAutomaton *a);
/* Some run fails: every edge can be taken, one after the other. */
gboolean failure_automaton_fails(const FailureAutomaton *a);
/* Some run takes an edge to EDGE_FAILS: finitely many inputs make it fail. */
gboolean failure_automaton_fails_finitely(const FailureAutomaton *a);
/* The inputs that fail within so many steps, by failure: FailureEdge* to EDGE_FAILS with guards over occurrences counted from
 * the start of the run, and in *rest those whose run is not at an end then.  NULL: that takes more nodes. */
GPtrArray *failure_automaton_unroll(const FailureAutomaton *a, guint steps, guint nodes, const Term **rest);
/* Where the inputs of a point lead: EDGE_; a location: it is not at an end after so many steps. */
guint failure_automaton_follow(const FailureAutomaton *a, const Model *point, guint steps);
/* FailureEdge*: the edges that it takes, of so many steps at most. */
GPtrArray *failure_automaton_trace(const FailureAutomaton *a, const Model *point, guint steps);
/* The guard over the inputs of the run, where sites are at their positions (site to position); and the positions moved on. */
const Term *failure_guard_at(const Term *guard, GHashTable *positions);
void failure_move_on(GHashTable *positions, const GArray *reads);
/* As bytes, to cross a pipe; NULL: malformed. */
void failure_automaton_write(GByteArray *out, const FailureAutomaton *a);
FailureAutomaton *failure_automaton_read(const GByteArray *bytes);
#endif
