/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas that a child computes: it may take too long or too much, and then there are none. */
#ifndef ACF_CHILD_FORMULAS_H
#define ACF_CHILD_FORMULAS_H
#include "formula/term.h"
#include "base/job.h"

/* Runs the job, which is to write n formulas with term_write().  FALSE: it did not. */
gboolean child_formulas(const char *name, JobFunction run, gpointer data, JobLimits allowed,
                        const Term **formulas, guint n);
/* When such a child should begin to write what it has, of so many seconds that it gets: monotonic microseconds. */
gint64 child_formulas_deadline(double seconds);
#endif
