/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which random programs a differential test takes.
 *
 * As a test always the same ones, however fast the machine is: the seeds 1 to usual.  For long runs
 * ACF_DIFFERENTIAL_SEEDS=FROM-TO chooses others, and ACF_DIFFERENTIAL_SECONDS ends them. */
#ifndef ACF_TESTS_SEEDS_H
#define ACF_TESTS_SEEDS_H
#include <glib.h>

typedef struct {
  guint next, last;
  gint64 deadline;
} Seeds;

Seeds seeds_chosen(guint usual);
/* FALSE: there is no other. */
gboolean seeds_take(Seeds *s, guint *seed);
#endif
