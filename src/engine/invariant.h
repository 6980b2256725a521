/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stays true in a loop: simple candidates, of which the solver keeps those that are inductive together.
 */
#ifndef ACF_INVARIANT_H
#define ACF_INVARIANT_H
#include "formula/term.h"

/* A place that turns of a loop change: a havoc for its value at any arrival at the head, its value at the
 * first arrival, and what a turn makes of it. */
typedef struct {
  const Term *any, *first, *next;
} Change;

/* A formula over the `any` terms and constants of the run that holds at every arrival; true when none is
 * found.  A havoc older than every `any` term is such a constant, as inputs are. entry: what holds of the
 * inputs at the first arrival; turn: the condition, over `any`, for a turn to arrive again; hints (Term*,
 * Boolean): conditions that may be, or be close to, such a formula. Past the deadline (monotonic
 * microseconds, 0: none) nothing is found. */
const Term *invariant_find(const GArray *changes, const Term *entry, const Term *turn, const GPtrArray *hints,
                           gint64 deadline);
#endif
