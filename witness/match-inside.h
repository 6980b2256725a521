/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of matching:
 *   path.c         the edges of a witness in the order of a run
 *   match.c        edges that decide, as choices of the automaton
 *   match-infer.c  edges that decide without saying it
 *   match-point.c  edges that give values, as a point of the input space */
#ifndef ACF_MATCH_INSIDE_H
#define ACF_MATCH_INSIDE_H
#include "witness/match.h"
#include "witness/branches.h"

typedef struct {
  const WitnessEdge *edge;
  GPtrArray *avoid; /* WitnessEdge*: what leads from the same node to a sink */
} PathEdge;

/* PathEdge: from the entry towards the violation, as far as there is only one way.  Never NULL; cycles are
 * gone through at most once. */
GArray *witness_path(const Witness *w);

/* Is the edge in the program's own file? */
gboolean match_in_program(const Program *p, const WitnessEdge *e);
/* The bytes of the text that the edge names by offsets; FALSE: it does not. */
gboolean match_span(const Source *text, const WitnessEdge *e, Span *span);
/* Which way the condition on the edge's line goes, by the edge after it; NULL: it is the last. */
gboolean match_infer(const Branches *p, const WitnessEdge *e, const WitnessEdge *next, guint *condition,
                     gboolean *towards);
/* Adds to matched and unmatched.  NULL: no value is given. */
Model *match_point(const Branches *p, const GArray *path, guint *matched, guint *unmatched);
#endif
