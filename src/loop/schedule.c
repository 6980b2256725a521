/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The division of the time. */
#include "loop/schedule.h"
#include "base/job.h"
#include "base/limits.h"

static gint64 after(const AnalysisOptions *o, double seconds) { return o->start + (gint64)(1e6 * seconds); }

static double kept(const AnalysisOptions *o) {
  return MIN(limits.schedule_output_share * o->seconds, limits.schedule_output_seconds) *
         MIN(o->outputs, limits.schedule_outputs);
}

gint64 schedule_reading(const AnalysisOptions *o) {
  return after(o, limits.schedule_reading_share * o->seconds + limits.schedule_reading_seconds);
}

gint64 schedule_alternation(const AnalysisOptions *o) {
  return after(o, MAX(limits.schedule_alternation_share * (o->seconds - kept(o)) -
                          limits.schedule_alternation_rest_seconds,
                      limits.schedule_alternation_least_seconds));
}

gint64 schedule_partitions(const AnalysisOptions *o) { return after(o, o->seconds - kept(o)); }

gint64 schedule_end(const AnalysisOptions *o) {
  return after(o, (1 + limits.schedule_end_share) * o->seconds + limits.schedule_end_seconds);
}

gint64 schedule_output(const AnalysisOptions *o, guint left) {
  const gint64 now = g_get_monotonic_time();
  const double seconds = (double)(schedule_end(o) - now) / 1e6 / MAX(left, 1);
  const double most = job_interrupted() ? limits.schedule_interrupted_seconds : G_MAXDOUBLE;
  return now + (gint64)(1e6 * CLAMP(seconds, limits.schedule_output_least_seconds,
                                    MIN(most, o->seconds + limits.schedule_end_seconds)));
}

double schedule_seconds(gint64 deadline) { return MAX((double)(deadline - g_get_monotonic_time()) / 1e6, 0); }
