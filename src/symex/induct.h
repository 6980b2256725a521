/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A state that stands for every arrival at the head of a loop, and how it is widened.  Shared by
 * induct.c and explore.c, which close loops. */
#ifndef ACF_INDUCT_H
#define ACF_INDUCT_H
#include "symex/executor.h"
#include "symex/invariant/invariant.h"

typedef struct {
  Executor *x;
  const WtoElement *loop;
  Pending start; /* stands for every arrival at the head */
  Pending *end;  /* where one iteration from start arrives again; NULL: nowhere */
  GHashTable
      *free; /* set of Term* and PointerSet*: values of start that stand for any value, each in one place */
  GHashTable *scrambled; /* set of object ids: start knows nothing of their contents */
  guint64 mark;          /* havocs from this serial number on are not constants of the run */
  gboolean changed;      /* an iteration changed what start held fixed */
  gboolean lost;         /* an iteration changed what cannot be forgotten */
} Induction;

/* One that starts from an arrival and has forgotten nothing yet. */
Induction induction_new(Executor *x, const WtoElement *loop, const Pending *arrival);
void induction_clear(Induction *d);
/* Makes start stand for the arrival `end` too.  changed: it did not; lost: it cannot. */
void induction_widen(Induction *d);
/* Makes start stand for every arrival, and end for the one after it.  When no iteration from it arrives again, end is
 * NULL, and no run outlasts the bound.  FALSE: it cannot. */
gboolean induction_settle(Induction *d);
/* The loop as terms, of runs whose path at the entry is given; to be freed with its changes. */
LoopTerms induction_terms(Induction *d, const Pending *first, const Path *entry);
/* What the iteration from start to end adds to the path of start. */
const Term *induction_iteration(const Induction *d);
/* How many values a state has at the head: phis, then live registers. */
guint induction_n_values(const Induction *d);
/* The value of a cell that need not be one of the contents' own. */
Value induction_cell(Memory *m, const Contents *c, guint64 offset, guint bytes);
/* A loop entered in its middle has arrivals elsewhere than at its head. */
gboolean induction_is_entered_at_head(Executor *x, const WtoElement *loop);
#endif
