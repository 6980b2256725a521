/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GENERALIZE: weaker conditions from the powerset lattice of a conjunction.
 *
 * All conjuncts together were not effective.  A round tries the conjuncts one by one, then the conjunction of
 * those that are effective alone; further rounds try to add more.  A condition is effective when the
 * over-approximators, with it excluded, prove the rest safe or report something new. */
#ifndef ACF_GENERALIZE_H
#define ACF_GENERALIZE_H
#include "formula/term.h"

/* Are the candidates effective?  Answers for n of them at once (they may be tried in parallel). */
typedef void (*EffectiveFunction)(gpointer data, const Term *const *candidates, guint n, gboolean *effective);

/* The strongest effective condition found within the rounds, or NULL when none is effective. */
const Term *generalize(const Term *condition, guint rounds, EffectiveFunction effective, gpointer data);
#endif
