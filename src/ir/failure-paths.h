/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can still happen from the locations of a failure automaton, and the shortest ways through it.
 *
 * An edge is taken as one that some inputs take, whatever was read before: steps read inputs of their own. */
#ifndef ACF_FAILURE_PATHS_H
#define ACF_FAILURE_PATHS_H
#include "ir/failure-automaton.h"

typedef enum {
  OUTLOOK_SAFE,    /* no run from here fails */
  OUTLOOK_OPEN,    /* a way to a failure is there (or one for ever, where that fails), and one past all of them, or to what
                      is not known */
  OUTLOOK_DOOMED,  /* every run from here fails */
  OUTLOOK_UNKNOWN, /* no way leads to a known failure, but one to what is not known */
} Outlook;

/* Of each location; to free. */
Outlook *failure_outlooks(const FailureAutomaton *a);

/* FailureEdge*, of the automaton: the fewest edges from where runs begin to the end of this one, which is the last;
 * NULL: no way leads there. */
GPtrArray *failure_way_to(const FailureAutomaton *a, const FailureEdge *last);
/* The same from another location; and the fewest edges to some end (EDGE_). */
GPtrArray *failure_way_from(const FailureAutomaton *a, guint from, const FailureEdge *last);
GPtrArray *failure_way_to_end(const FailureAutomaton *a, guint from, guint end);
/* What inputs of the run have to be for it to take these edges, one after the other. */
const Term *failure_way_condition(const GPtrArray *way);
/* Does a run read the input on this way?  Also where that is not known of the last edge, and it decides that. */
gboolean failure_way_reads(const GPtrArray *way, const Term *input);
#endif
