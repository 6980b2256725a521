/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that terms take together, by trying both ways of every condition that they hang on.
 *
 * Made for what an iteration of a loop gives: trees of choices over conditions on fresh inputs, which have
 * nothing to do with each other.  For these it is much quicker than a solver.  Where conditions have
 * something in common, values may be reported that cannot come up; `related` says that this is possible. */
#ifndef ACF_ENUMERATE_CHOICES_H
#define ACF_ENUMERATE_CHOICES_H
#include "formula/term.h"

/* A valuation, each once.  FALSE: stop. */
typedef gboolean (*ChoiceVisit)(const guint64 *values, gboolean related, gpointer data);

/* Visits all valuations of the n terms under the condition, and maybe more.  Havocs before the mark are taken
 * for related to others, as all inputs are.  FALSE: not possible this way, or stopped; what was visited then
 * is not all. */
gboolean enumerate_choices(const Term *condition, const Term *const *terms, guint n, guint64 mark,
                       ChoiceVisit visit, gpointer data);
#endif
