/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments: what runs do between one cut point of the program and the next.
 *
 * Cut points are the start of the program and the heads of loops whose iterations may read inputs; a loop that goes
 * on for long within one segment is cut as well.  A segment begins in one state at a cut point.  Its inputs are
 * counted from there: occurrence ROUND_OCCURRENCE + k of a site is what its k-th execution in the segment reads.
 * Functions that have such loops are followed run by run, all others as the executor does it, with joins. */
#ifndef ACF_SEGMENTS_H
#define ACF_SEGMENTS_H
#include "symex/executor.h"

/* A state at a cut point.  Everything in it lives as long as the Segments. */
typedef struct {
  const Frame *caller; /* the activations around it, each at its call; NULL: none */
  const IrFunction *function;
  guint block;
  Pending at;      /* the state, and the values of the block's phis and live-in registers */
  GArray *objects; /* guint: the stack objects of the activation */
} CutPoint;

/* Guards are mutually exclusive; runs of none of them end and do not fail.  A segment is finite: whatever goes on for
 * ever comes to cut points again and again, or fails where that is what is asked, or is open. */
typedef struct {
  GArray *arrivals; /* CutPoint: where runs come to; the path of its state is when */
  GArray *failures; /* SymexEvent */
  const Term *open; /* what became of these runs is not known */
  gboolean complete; /* FALSE: nothing is known but that the segment is too long */
} Segment;

typedef struct Segments Segments;

/* Uses the solver: for a child.  deadline: monotonic microseconds. */
Segments *segments_new(const Program *p, const Cfg *cfg, gint64 deadline);
void segments_free(Segments *g);
Executor *segments_executor(Segments *g);
CutPoint segments_start(Segments *g);
/* given: holds of the state, a condition on what is not known of it. */
Segment *segment_run(Segments *g, const CutPoint *from, const Term *given);
void segment_free(Segment *s);
#endif
