/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Corners: points on either side of a guess and of every condition, made by the solver.
 * What random points never meet (sums that wrap round, one value out of 2^32) it finds at once. */
#ifndef ACF_LEARN_CORNERS_H
#define ACF_LEARN_CORNERS_H
#include "formula/term.h"

/* Called with each point; FALSE: no more. */
typedef gboolean (*CornerFunction)(gpointer data, const Model *point);
/* conditions: Term*.  Until the deadline (monotonic microseconds). */
void corners_visit(const Term *guess, const GPtrArray *conditions, gint64 deadline, CornerFunction visit,
                   gpointer data);
#endif
