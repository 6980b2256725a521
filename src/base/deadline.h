/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deadlines: points on the monotonic clock, in microseconds.  0 is none. */
#ifndef ACF_DEADLINE_H
#define ACF_DEADLINE_H
#include <glib.h>

/* So many seconds from now. */
static inline gint64 deadline_in(double seconds) { return g_get_monotonic_time() + (gint64)(1e6 * seconds); }
static inline gboolean deadline_passed(gint64 deadline) {
  return deadline && g_get_monotonic_time() > deadline;
}
#endif
