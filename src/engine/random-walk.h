/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long runs at random, for programs that read inputs again and again to decide what to do next: what fails
 * only after many rounds is seldom found from the beginning of all runs.
 *
 * Inputs get the values that the program compares them with, or all come from a short range. */
#ifndef ACF_RANDOM_WALK_H
#define ACF_RANDOM_WALK_H
#include "ir/ir.h"

typedef struct Walker Walker;
Walker *walker_new(const Program *p, const Term *condition); /* for points under the condition */
void walker_free(Walker *w);
/* A point whose run fails, as the interpreter sees it, after few steps as such runs go; to free, before the
 * walker and before another is asked for.  NULL: none was found by the deadline (monotonic microseconds).
 * Asked again, it goes other ways. */
Model *walker_find(Walker *w, gint64 deadline);
guint64 walker_steps(const Walker *w); /* of the run that was found last */
#endif
