/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs in children.  A job is a function that runs in a forked process with limits of its own and writes its
 * answer as bytes to a pipe; a crash, a blow-up or a time-out of the child is an answer too, never the end of
 * acf. */
#ifndef ACF_JOB_H
#define ACF_JOB_H
#include <glib.h>

/* Runs in the child; what it appends to answer is what the parent gets when it returns TRUE.
 * job_publish() sends a preliminary answer early: the parent gets the last one published if the child is
 * stopped before it returns. */
typedef gboolean (*JobFunction)(gpointer data, GByteArray *answer);

typedef struct {
  double seconds;     /* wall-clock from the start; <= 0: none */
  gsize memory_bytes; /* address space growth, RLIMIT_AS beyond what is in use at the fork; 0: none */
} JobLimits;

typedef enum { JOB_RUNNING, JOB_DONE, JOB_FAILED, JOB_TIMEOUT, JOB_CRASHED, JOB_CANCELLED } JobState;

typedef struct Job Job;

Job *job_start(const char *name, JobFunction run, gpointer data, JobLimits limits);
void job_publish(const GByteArray *answer); /* in the child */
JobState job_state(const Job *j);
const char *job_name(const Job *j);
double job_seconds(const Job *j);
/* The answer's bytes: complete after JOB_DONE, else the last one published, or NULL. */
const GByteArray *job_answer(const Job *j);
/* For people: "killed by signal 11", "out of time (5.0 s)"; NULL when running or done. */
const char *job_failure(const Job *j);
void job_cancel(Job *j); /* kills it; its published answer stays; JOB_DONE when it had just answered */
void job_free(Job *j);   /* cancels first when running */
/* Waits until some of the jobs has ended or published something new, the deadline (monotonic microseconds)
 * passes, or job_interrupt() was called (from a signal handler).  Returns the index of a job that ended or
 * published, or -1. tick, when not NULL, is called about ten times a second while waiting.  Each end and each
 * publishing is reported once (several publishings may be reported as one); entries may be NULL; -1 at once
 * when none of the jobs runs.  No deadline: G_MAXINT64.  Time limits of jobs are kept here: a job that is not
 * waited for is not stopped. */
int job_wait_any(Job *const *jobs, guint n, gint64 deadline, void (*tick)(gpointer), gpointer tick_data);
/* Runs one job to its end, or to job_interrupt().  answer may be NULL; *answer is as job_answer() says, to
 * unref. */
JobState job_run(const char *name, JobFunction run, gpointer data, JobLimits limits, GByteArray **answer);
void job_interrupt(void); /* async-signal-safe */
gboolean job_interrupted(void);
void job_resume(void); /* forgets job_interrupt() */
#endif
