/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recurrence: states from which a loop never ends. */
#ifndef ACF_RECURRENCE_H
#define ACF_RECURRENCE_H
#include "symex/invariant/invariant.h"

typedef struct {
  const Term *stays; /* over the `any` terms and constants of the run: every run that arrives in such a state, and of
                        which the loop's entry condition holds, arrives again and again for ever, whatever it reads */
  gboolean is_whole; /* from every other arrival there are only finitely many more.  (A run may still stay inside one
                        iteration for ever: that depends on the loops inside.) */
} Recurrence;

/* What is found of a loop; the iteration of its terms is what one iteration asks.  Past the deadline (0:
 * none) nothing more is found. */
Recurrence recurrence_find(const LoopTerms *l, gint64 deadline);
/* Does no iteration lead from outside the set into it?  TRUE only when proven. */
gboolean recurrence_is_apart(const LoopTerms *l, const Term *stays, gint64 deadline);
#endif
