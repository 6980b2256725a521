/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs: every way in which a child can end. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/job.h"

static const JobLimits no_limits = {0, 0};
static const gulong for_ever = 1000 * G_USEC_PER_SEC;

static void append(GByteArray *out, const char *text) {
  g_byte_array_append(out, (const guint8 *)text, (guint)strlen(text));
}

static void assert_bytes(const GByteArray *answer, const char *text) {
  g_assert_nonnull(answer);
  g_assert_cmpmem(answer->data, answer->len, text, strlen(text));
}

static void publish(const char *text) {
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  append(bytes, text);
  job_publish(bytes);
}

static gboolean says_data(gpointer data, GByteArray *answer) {
  append(answer, data);
  return TRUE;
}

static gboolean prints(gpointer data, GByteArray *answer) {
  printf("stray output");
  fflush(stdout);
  return TRUE;
}

static gboolean says_nothing(gpointer data, GByteArray *answer) { return TRUE; }

static gboolean gives_up(gpointer data, GByteArray *answer) {
  append(answer, "not to be seen");
  return FALSE;
}

static gboolean aborts(gpointer data, GByteArray *answer) { abort(); }

static gboolean segfaults(gpointer data, GByteArray *answer) {
  publish("before the crash");
  raise(SIGSEGV);
  return TRUE;
}

static gboolean exits(gpointer data, GByteArray *answer) { _exit(7); }

static gboolean sleeps(gpointer data, GByteArray *answer) {
  g_usleep(for_ever);
  return TRUE;
}

static gboolean publishes_and_sleeps(gpointer data, GByteArray *answer) {
  publish("first");
  publish("second");
  return sleeps(data, answer);
}

static gboolean publishes_without_end(gpointer data, GByteArray *answer) {
  while (answer) publish("more");
  return TRUE;
}

static gboolean eats_memory(gpointer data, GByteArray *answer) {
  for (guint i = 0; i < 4096; i++)
    if (mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED)
      abort();
  return TRUE;
}

static gboolean says_much(gpointer data, GByteArray *answer) {
  g_byte_array_set_size(answer, 5000000);
  for (guint i = 0; i < answer->len; i++) answer->data[i] = (guint8)(i % 251);
  job_publish(answer);
  return TRUE;
}

static void test_answer(void) {
  g_autoptr(GByteArray) answer = NULL;
  g_assert_cmpint(job_run("talker", says_data, (gpointer) "hello", no_limits, &answer), ==, JOB_DONE);
  assert_bytes(answer, "hello");
  g_assert_cmpint(job_run("talker", says_data, (gpointer) "hello", no_limits, NULL), ==, JOB_DONE);
  Job *j = job_start("silent", says_nothing, NULL, no_limits);
  g_assert_cmpint(job_state(j), ==, JOB_RUNNING);
  g_assert_null(job_failure(j));
  g_assert_cmpint(job_wait_any(&j, 1, G_MAXINT64, NULL, NULL), ==, 0);
  g_assert_cmpint(job_state(j), ==, JOB_DONE);
  g_assert_cmpstr(job_name(j), ==, "silent");
  g_assert_null(job_failure(j));
  assert_bytes(job_answer(j), "");
  g_assert_cmpint(job_wait_any(&j, 1, G_MAXINT64, NULL, NULL), ==, -1); /* it is told once */
  job_free(j);
}

static void test_large_answer(void) {
  g_autoptr(GByteArray) answer = NULL;
  g_assert_cmpint(job_run("much", says_much, NULL, no_limits, &answer), ==, JOB_DONE);
  g_assert_cmpuint(answer->len, ==, 5000000);
  for (guint i = 0; i < answer->len; i++) g_assert_true(answer->data[i] == i % 251);
}

/* Runs to the end and returns the failure, to free. */
static char *failure_of(JobFunction run, JobLimits limits, JobState state, const char *published) {
  Job *j = job_start("bad", run, NULL, limits);
  while (job_state(j) == JOB_RUNNING) job_wait_any(&j, 1, G_MAXINT64, NULL, NULL);
  g_assert_cmpint(job_state(j), ==, state);
  if (published)
    assert_bytes(job_answer(j), published);
  else
    g_assert_null(job_answer(j));
  char *failure = g_strdup(job_failure(j));
  g_assert_nonnull(failure);
  g_assert_cmpfloat(job_seconds(j), <, 60);
  job_free(j);
  return failure;
}

static void test_failures(void) {
  g_autofree char *none = failure_of(gives_up, no_limits, JOB_FAILED, NULL);
  g_autofree char *aborted = failure_of(aborts, no_limits, JOB_CRASHED, NULL);
  g_assert_cmpstr(aborted, ==, "killed by signal 6");
  g_autofree char *segv = failure_of(segfaults, no_limits, JOB_CRASHED, "before the crash");
  g_assert_cmpstr(segv, ==, "killed by signal 11");
  g_autofree char *exited = failure_of(exits, no_limits, JOB_CRASHED, NULL);
  g_assert_cmpstr(exited, ==, "exited with status 7");
}

static void test_memory(void) {
  JobLimits limits = {0, 200 << 20};
  g_autofree char *failure = failure_of(eats_memory, limits, JOB_CRASHED, NULL);
  g_assert_nonnull(strstr(failure, "memory limit 200 MiB"));
  g_autoptr(GByteArray) answer = NULL;
  g_assert_cmpint(job_run("modest", says_data, (gpointer) "enough", limits, &answer), ==, JOB_DONE);
  assert_bytes(answer, "enough");
}

static void test_timeout(void) {
  JobLimits limits = {0.3, 0};
  g_autofree char *plain = failure_of(sleeps, limits, JOB_TIMEOUT, NULL);
  g_assert_cmpstr(plain, ==, "out of time (0.3 s)");
  g_autofree char *published = failure_of(publishes_and_sleeps, limits, JOB_TIMEOUT, "second");
  g_autofree char *flooded = failure_of(publishes_without_end, limits, JOB_TIMEOUT, "more");
}

static void test_cancel(void) {
  Job *j = job_start("sleeper", publishes_and_sleeps, NULL, no_limits);
  while (!job_answer(j) || job_answer(j)->len != strlen("second"))
    g_assert_cmpint(job_wait_any(&j, 1, G_MAXINT64, NULL, NULL), ==, 0);
  g_assert_cmpint(job_state(j), ==, JOB_RUNNING);
  job_cancel(j);
  job_cancel(j);
  g_assert_cmpint(job_state(j), ==, JOB_CANCELLED);
  assert_bytes(job_answer(j), "second");
  g_assert_cmpint(job_wait_any(&j, 1, G_MAXINT64, NULL, NULL), ==, -1);
  job_free(j);
  job_free(job_start("never waited for", sleeps, NULL, no_limits));
}

static void count_tick(gpointer data) { ++*(guint *)data; }

static void test_deadline_and_ticks(void) {
  guint ticks = 0;
  Job *jobs[] = {NULL, job_start("sleeper", sleeps, NULL, no_limits)};
  gint64 start = g_get_monotonic_time();
  g_assert_cmpint(job_wait_any(jobs, 2, start + 500000, count_tick, &ticks), ==, -1);
  g_assert_cmpint(g_get_monotonic_time() - start, >=, 500000);
  g_assert_cmpuint(ticks, >=, 1);
  g_assert_cmpuint(ticks, <=, 5);
  g_assert_cmpint(job_state(jobs[1]), ==, JOB_RUNNING);
  g_assert_cmpint(job_wait_any(jobs, 2, 0, NULL, NULL), ==, -1);
  job_free(jobs[1]);
}

static void test_many(void) {
  enum { N = 40 };
  Job *jobs[N];
  guint told[N] = {0};
  for (guint i = 0; i < N; i++)
    jobs[i] = job_start("one of many", i % 4 == 3 ? aborts : says_data, (gpointer) "x", no_limits);
  for (int i; (i = job_wait_any(jobs, N, G_MAXINT64, NULL, NULL)) >= 0;)
    if (job_state(jobs[i]) != JOB_RUNNING) told[i]++;
  for (guint i = 0; i < N; i++) {
    g_assert_cmpuint(told[i], ==, 1);
    g_assert_cmpint(job_state(jobs[i]), ==, i % 4 == 3 ? JOB_CRASHED : JOB_DONE);
    job_free(jobs[i]);
  }
}

/* Starts a process of its own that holds the pipe, tells its number, and ends or sleeps. */
static gboolean leaves_a_child(gpointer data, GByteArray *answer) {
  pid_t pid = fork();
  if (pid == 0) {
    g_usleep(for_ever);
    _exit(0);
  }
  g_byte_array_append(answer, (const guint8 *)&pid, sizeof pid);
  job_publish(answer);
  if (data) _exit(3);
  return TRUE;
}

/* The orphan is reaped by init, which may take a moment or never happen in a container: a zombie is dead as
 * well. */
static gboolean is_dead(pid_t pid) {
  g_autofree char *path = g_strdup_printf("/proc/%d/stat", (int)pid), *stat = NULL;
  if (!g_file_get_contents(path, &stat, NULL, NULL)) return TRUE;
  const char *state = strrchr(stat, ')');
  return state && (state[2] == 'Z' || state[2] == 'X');
}

static void test_grandchildren(void) {
  for (guint crash = 0; crash < 2; crash++) {
    g_autoptr(GByteArray) answer = NULL;
    JobState state = job_run("parent", leaves_a_child, GUINT_TO_POINTER(crash), no_limits, &answer);
    g_assert_cmpint(state, ==, crash ? JOB_CRASHED : JOB_DONE);
    pid_t pid;
    g_assert_cmpuint(answer->len, ==, sizeof pid);
    memcpy(&pid, answer->data, sizeof pid);
    for (guint i = 0; i < 100 && !is_dead(pid); i++) g_usleep(20000);
    g_assert_true(is_dead(pid));
  }
}

static gboolean nests(gpointer data, GByteArray *answer) {
  g_autoptr(GByteArray) inner = NULL;
  JobState state = job_run("inner", says_data, (gpointer) "inner answer", no_limits, &inner);
  if (state != JOB_DONE) return FALSE;
  append(answer, "outer and ");
  g_byte_array_append(answer, inner->data, inner->len);
  return TRUE;
}

static void test_nested(void) {
  g_autoptr(GByteArray) answer = NULL;
  g_assert_cmpint(job_run("outer", nests, NULL, no_limits, &answer), ==, JOB_DONE);
  assert_bytes(answer, "outer and inner answer");
}

/* What the parent has printed and not yet flushed appears once, and what the child prints is no output of
 * acf. */
static void test_output(void) {
  if (g_test_subprocess()) {
    printf("printed before the fork\n");
    job_run("talker", prints, NULL, no_limits, NULL);
    return;
  }
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_passed();
  g_test_trap_assert_stdout("*printed before the fork*");
  g_test_trap_assert_stdout_unmatched("*printed before*printed before*");
  g_test_trap_assert_stdout_unmatched("*stray output*");
  g_test_trap_assert_stderr("*stray output*");
}

static void on_alarm(int number) { job_interrupt(); }

static void test_interrupt(void) {
  if (g_test_subprocess()) {
    signal(SIGALRM, on_alarm);
    g_assert_false(job_interrupted());
    Job *j = job_start("sleeper", publishes_and_sleeps, NULL, no_limits);
    alarm(1);
    while (job_wait_any(&j, 1, G_MAXINT64, NULL, NULL) >= 0) g_assert_cmpint(job_state(j), ==, JOB_RUNNING);
    g_assert_true(job_interrupted());
    g_assert_cmpint(job_state(j), ==, JOB_RUNNING);
    assert_bytes(job_answer(j), "second");
    job_free(j);
    g_assert_cmpint(job_run("sleeper", sleeps, NULL, no_limits, NULL), ==, JOB_CANCELLED);
    return;
  }
  g_test_trap_subprocess(NULL, 60 * G_USEC_PER_SEC, 0);
  g_test_trap_assert_passed();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/job/answer", test_answer);
  g_test_add_func("/job/large-answer", test_large_answer);
  g_test_add_func("/job/failures", test_failures);
  g_test_add_func("/job/memory", test_memory);
  g_test_add_func("/job/timeout", test_timeout);
  g_test_add_func("/job/cancel", test_cancel);
  g_test_add_func("/job/deadline-and-ticks", test_deadline_and_ticks);
  g_test_add_func("/job/many", test_many);
  g_test_add_func("/job/grandchildren", test_grandchildren);
  g_test_add_func("/job/nested", test_nested);
  g_test_add_func("/job/output", test_output);
  g_test_add_func("/job/interrupt", test_interrupt);
  return g_test_run();
}
