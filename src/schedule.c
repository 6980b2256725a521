/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The division of the time. */
#include "schedule.h"
#include "portfolio/analyzer.h"

#define READING_SHARE 0.7 /* of the time, and READING_SECONDS: even a busy machine compiles in that */
#define READING_SECONDS 1.0
#define ALTERNATION_SHARE 0.92 /* of what the outputs leave, but for ALTERNATION_REST */
#define ALTERNATION_REST 0.3
#define ALTERNATION_LEAST 0.2
#define OUTPUT_SHARE 0.05 /* kept for each output, of so many at most, and no longer than OUTPUT_SECONDS */
#define OUTPUT_SECONDS 5.0
#define OUTPUTS_KEPT 6u
#define OUTPUT_LEAST 0.2
#define INTERRUPTED_SECONDS 1.0
#define END_SHARE 0.07
#define END_SECONDS 1.3

static gint64 after(const Options *o, double seconds) { return o->start + (gint64)(1e6 * seconds); }

static double kept(const Options *o) {
  return MIN(OUTPUT_SHARE * o->seconds, OUTPUT_SECONDS) * MIN(schedule_outputs(o), OUTPUTS_KEPT);
}

gint64 schedule_reading(const Options *o) { return after(o, READING_SHARE * o->seconds + READING_SECONDS); }

gint64 schedule_alternation(const Options *o) {
  return after(o, MAX(ALTERNATION_SHARE * (o->seconds - kept(o)) - ALTERNATION_REST, ALTERNATION_LEAST));
}

gint64 schedule_partitions(const Options *o) { return after(o, o->seconds - kept(o)); }

gint64 schedule_end(const Options *o) { return after(o, (1 + END_SHARE) * o->seconds + END_SECONDS); }

guint schedule_outputs(const Options *o) {
  guint n = (o->count.count != 0) + (o->witness != NULL) + (o->replay != 0);
  if (o->plot) n += 2; /* its extent, and its marks */
  if (o->html) n += 3; /* the branches, the counts, the extent of the picture */
  for (char **e = o->exports; e && *e; e++) n++;
  return n;
}

gint64 schedule_output(const Options *o, guint left) {
  const gint64 now = g_get_monotonic_time();
  const double seconds = (double)(schedule_end(o) - now) / 1e6 / MAX(left, 1);
  const double most = job_interrupted() ? INTERRUPTED_SECONDS : G_MAXDOUBLE;
  return now + (gint64)(1e6 * CLAMP(seconds, OUTPUT_LEAST, MIN(most, o->seconds + END_SECONDS)));
}

double schedule_seconds(gint64 deadline) { return MAX((double)(deadline - g_get_monotonic_time()) / 1e6, 0); }
