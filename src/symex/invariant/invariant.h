/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stays true in a loop: candidates, of which the solver keeps those that are inductive together. */
#ifndef ACF_INVARIANT_H
#define ACF_INVARIANT_H
#include "base/pace.h"
#include "formula/term.h"

/* A place that iterations of a loop change: a havoc for its value at any arrival at the head, its value at
 * the first arrival, and what an iteration makes of it. */
typedef struct {
  const Term *any, *first, *next;
} Change;

/* A loop as terms. Inputs and the havocs older than the mark are constants of the run; other havocs than the
 * `any` terms stand for another value in every iteration. */
typedef struct {
  const GArray *changes;      /* Change */
  const Term *entry;          /* what holds of the constants at the first arrival */
  const Term *iteration;           /* the condition, over `any`, for an iteration to arrive again */
  guint64 mark;               /* serial number of a havoc */
  const GPtrArray *questions; /* Term*: conditions over `any` that are asked in iterations or after the loop;
                                 NULL: none is known */
} LoopTerms;

/* Is t about the changed places and constants of the run only, and of moderate size? */
gboolean loop_lasting(const LoopTerms *l, const Term *t);
/* Term* to Term*: `any` to what it is at the first arrival, or after an iteration. */
GHashTable *loop_map(const LoopTerms *l, gboolean to_first);

typedef enum {
  INVARIANTS_ALL,
  INVARIANTS_LINEAR
} InvariantKinds; /* linear: of abstract interpretation only */

/* Formulas (Term*) over the `any` terms and constants of the run that hold at every arrival. hints (Term*,
 * Boolean): conditions that may be, or be close to, such a formula; supplied (Term*, or NULL):
 * candidates from elsewhere, tried whatever the kinds. */
GPtrArray *invariant_find(const LoopTerms *l, const GPtrArray *hints, const GPtrArray *supplied,
                          InvariantKinds kinds, Allowance time);
#endif
