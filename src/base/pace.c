/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pace, from the clock on the wall and that of the process. */
#include "base/pace.h"
#include "base/limits.h"
#include <time.h>

static gint64 wall_start, computed_start;

static gint64 computed(void) {
  struct timespec t;
  if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t)) return 0;
  return (gint64)t.tv_sec * G_USEC_PER_SEC + t.tv_nsec / 1000;
}

void pace_begin(void) {
  wall_start = g_get_monotonic_time();
  computed_start = computed();
}

double pace(void) {
  gint64 work = computed() - computed_start;
  if (!wall_start || work < limits.pace_least_us) return 1;
  return CLAMP((double)(g_get_monotonic_time() - wall_start) / (double)work, 1, limits.pace_slowest);
}

Allowance allowance_new(double seconds, gint64 limit) {
  return (Allowance){g_get_monotonic_time(), seconds, limit};
}

gint64 allowance_end(const Allowance *a) {
  gint64 end = a->begin + (gint64)(pace() * a->seconds * G_USEC_PER_SEC);
  return a->limit ? MIN(end, a->limit) : end;
}
