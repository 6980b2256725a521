/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The division of the time: in order, nothing twice, and something for everybody. */
#include "base/job.h"
#include "loop/schedule.h"

static AnalysisOptions options(double seconds) {
  return (AnalysisOptions){.seconds = seconds, .start = g_get_monotonic_time()};
}

static double after_start(const AnalysisOptions *o, gint64 deadline) {
  return (double)(deadline - o->start) / 1e6;
}

/* Each part ends after the one before it; all of them at most 2 seconds and a tenth too late. */
static void test_order(void) {
  static const double limits[] = {0.5, 1, 5, 20, 300, 1e6};
  for (guint i = 0; i < G_N_ELEMENTS(limits); i++) {
    const AnalysisOptions o = options(limits[i]);
    g_assert_cmpint(schedule_alternation(&o), >, o.start);
    g_assert_cmpint(schedule_alternation(&o), <, schedule_partitions(&o));
    g_assert_cmpint(schedule_partitions(&o), <, schedule_end(&o));
    g_assert_cmpint(schedule_reading(&o), <, schedule_end(&o));
    g_assert_cmpfloat(after_start(&o, schedule_end(&o)), <, 1.1 * limits[i] + 2);
  }
}

/* Outputs that take time get it from the analysis. */
static void test_kept(void) {
  AnalysisOptions plain = options(100), all = plain;
  all.outputs = 10;
  g_assert_cmpint(schedule_alternation(&all), <, schedule_alternation(&plain));
  g_assert_cmpint(schedule_partitions(&all), <, schedule_partitions(&plain));
  g_assert_cmpfloat(after_start(&all, schedule_alternation(&all)), >, 60);
  g_assert_cmpint(schedule_end(&all), ==, schedule_end(&plain));
}

/* Outputs share what is left evenly; one alone has all of it. */
static void test_shares(void) {
  const AnalysisOptions o = options(1000);
  const double one = schedule_seconds(schedule_output(&o, 1)),
               quarter = schedule_seconds(schedule_output(&o, 4));
  g_assert_cmpfloat(one, >, 3 * quarter);
  g_assert_cmpfloat(one, <, 5 * quarter);
  g_assert_cmpint(schedule_output(&o, 1), <=, schedule_end(&o) + 1000);
}

/* When nothing is left, each has a moment still; and who interrupts waits only for moments. */
static void test_late(void) {
  AnalysisOptions o = options(10);
  o.start -= 1000 * G_USEC_PER_SEC;
  const gint64 now = g_get_monotonic_time(), deadline = schedule_output(&o, 3);
  g_assert_cmpint(deadline, >, now);
  g_assert_cmpint(schedule_end(&o), <, now);
  g_assert_cmpfloat(schedule_seconds(schedule_end(&o)), ==, 0);
  o.start = g_get_monotonic_time();
  o.seconds = 1e6;
  job_interrupt();
  g_assert_cmpfloat(schedule_seconds(schedule_output(&o, 1)), <, 10);
  job_resume();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/schedule/order", test_order);
  g_test_add_func("/schedule/kept", test_kept);
  g_test_add_func("/schedule/shares", test_shares);
  g_test_add_func("/schedule/late", test_late);
  return g_test_run();
}
