/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Jobs: forked children that answer over a pipe.
 *
 * A message on the pipe is a header and that many bytes, so that one cut off by a kill is known as such. Each
 * child leads a process group of its own: what it started dies with it, and a Ctrl-C at the terminal reaches
 * acf alone. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/job.h"
#include "base/coverage.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef enum { MESSAGE_PUBLISHED = 1, MESSAGE_ANSWER, MESSAGE_NO_ANSWER } MessageKind;

typedef struct {
  guint32 kind;
  guint32 length;
} Header;

struct Job {
  char *name;
  pid_t pid;
  int pipe; /* to read, non-blocking; -1 when ended */
  JobLimits limits;
  gint64 started, ended; /* monotonic microseconds */
  JobState state;
  GByteArray *inbox;  /* bytes received that are not yet a whole message */
  GByteArray *answer; /* the last whole one, or NULL */
  char *failure;
  MessageKind outcome; /* 0 until the child said how it ended */
  gboolean malformed;  /* what came is no message: the child has overwritten its own memory */
  gboolean news;       /* ended or published since job_wait_any() last told */
};

enum { TICK_MS = 100, MAX_MESSAGE = 1 << 30, MAX_READS = 64 };

static int child_pipe = -1; /* in a child: where its answer goes */
static volatile sig_atomic_t interrupted;

void job_interrupt(void) { interrupted = 1; }
gboolean job_interrupted(void) { return interrupted != 0; }
void job_resume(void) { interrupted = 0; }

/* ---- in the child ---- */

static void write_all(const void *bytes, gsize size) {
  for (const char *at = bytes; size;) {
    gssize n = write(child_pipe, at, size);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) _exit(1); /* the reader is gone */
    at += n;
    size -= (gsize)n;
  }
}

static void send_message(MessageKind kind, const GByteArray *bytes) {
  Header h = {kind, bytes ? bytes->len : 0};
  write_all(&h, sizeof h);
  if (h.length) write_all(bytes->data, h.length);
}

void job_publish(const GByteArray *answer) {
  if (child_pipe >= 0 && answer->len <= MAX_MESSAGE) send_message(MESSAGE_PUBLISHED, answer);
}

static void reset_signals(void) {
  struct sigaction by_default = {.sa_handler = SIG_DFL};
  for (int s = 1; s < NSIG; s++) sigaction(s, &by_default, NULL);
  sigset_t nothing;
  sigemptyset(&nothing);
  sigprocmask(SIG_SETMASK, &nothing, NULL);
}

static gsize address_space_in_use(void) {
  unsigned long pages = 0;
  FILE *statm = fopen("/proc/self/statm", "re");
  if (!statm) return 0;
  if (fscanf(statm, "%lu", &pages) != 1) pages = 0;
  fclose(statm);
  return (gsize)pages * (gsize)sysconf(_SC_PAGESIZE);
}

static void limit_resources(const JobLimits *limits) {
  struct rlimit r = {0, 0};
  setrlimit(RLIMIT_CORE, &r);
  gsize used = limits->memory_bytes ? address_space_in_use() : 0;
  if (!used || getrlimit(RLIMIT_AS, &r) != 0) return;
  r.rlim_cur = MIN(r.rlim_max, (rlim_t)used + limits->memory_bytes);
  setrlimit(RLIMIT_AS, &r);
}

/* Standard input and output are the parent's business: what a library prints goes where messages go. */
static void leave_standard_streams(void) {
  dup2(STDERR_FILENO, STDOUT_FILENO);
  int null = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null < 0) return;
  dup2(null, STDIN_FILENO);
  close(null);
}

/* A process that exceeds its limits is killed without an answer: what it knew is lost, and the parent goes
 * on. */
static void say_nothing(const char *domain, GLogLevelFlags level, const char *message, gpointer data) {}

/* Never returns, and leaves by _exit(): buffers and exit handlers belong to the parent. */
static void G_GNUC_NORETURN run_child(int fd, pid_t parent, JobFunction run, gpointer data,
                                      const JobLimits *limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  setpgid(0, 0);
  if (child_pipe >= 0) close(child_pipe); /* a job within a job: the outer answer is not ours to write */
  child_pipe = fd;
  interrupted = 0;
  reset_signals();
  leave_standard_streams();
  g_log_set_default_handler(say_nothing, NULL);
  limit_resources(limits);
  GByteArray *answer = g_byte_array_new();
  const gboolean answered = run(data, answer);
  coverage_keep();
  if (answered && answer->len <= MAX_MESSAGE)
    send_message(MESSAGE_ANSWER, answer);
  else
    send_message(MESSAGE_NO_ANSWER, NULL);
  _exit(0);
}

/* ---- in the parent ---- */

static void job_set_ended(Job *j, JobState state, char *failure) {
  if (j->pipe >= 0) close(j->pipe);
  j->pipe = -1;
  j->state = state;
  j->failure = failure;
  j->ended = g_get_monotonic_time();
  j->news = TRUE;
  g_byte_array_set_size(j->inbox, 0);
}

Job *job_start(const char *name, JobFunction run, gpointer data, JobLimits limits) {
  Job *j = g_new0(Job, 1);
  *j = (Job){.name = g_strdup(name), .pid = -1, .pipe = -1, .limits = limits, .inbox = g_byte_array_new()};
  j->started = g_get_monotonic_time();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    job_set_ended(j, JOB_FAILED, g_strdup_printf("cannot make a pipe: %s", g_strerror(errno)));
    return j;
  }
  fflush(stdout);
  fflush(stderr);
  /* No handler of the parent may run in the child before it has reset them. */
  sigset_t all, before;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t parent = getpid();
  j->pid = fork();
  int error = errno;
  if (j->pid == 0) {
    close(ends[0]);
    run_child(ends[1], parent, run, data, &limits);
  }
  if (j->pid > 0) setpgid(j->pid, j->pid); /* on both sides: neither may come too late */
  sigprocmask(SIG_SETMASK, &before, NULL);
  close(ends[1]);
  j->pipe = ends[0];
  fcntl(j->pipe, F_SETFL, O_NONBLOCK);
  if (j->pid < 0)
    job_set_ended(j, JOB_FAILED, g_strdup_printf("cannot start a process: %s", g_strerror(error)));
  return j;
}

static void take_message(Job *j, MessageKind kind, const guint8 *bytes, guint length) {
  j->news = TRUE;
  if (kind != MESSAGE_PUBLISHED) j->outcome = kind;
  if (kind == MESSAGE_NO_ANSWER) return;
  if (j->answer) g_byte_array_unref(j->answer);
  j->answer = g_byte_array_new();
  g_byte_array_append(j->answer, bytes, length);
}

static void take_whole_messages(Job *j) {
  guint at = 0;
  Header h;
  while (j->inbox->len - at >= sizeof h) {
    memcpy(&h, j->inbox->data + at, sizeof h);
    j->malformed = h.kind < MESSAGE_PUBLISHED || h.kind > MESSAGE_NO_ANSWER || h.length > MAX_MESSAGE;
    if (j->malformed) return;
    if (j->inbox->len - at - sizeof h < h.length) break;
    take_message(j, h.kind, j->inbox->data + at + sizeof h, h.length);
    at += sizeof h + h.length;
  }
  if (at) g_byte_array_remove_range(j->inbox, 0, at);
}

/* Takes what is in the pipe; FALSE at its end.  A child that never stops writing must not hold the parent
 * here; but the reads are enough for all that a pipe can hold, so nothing is left behind by the dead. */
static gboolean receive(Job *j) {
  guint8 bytes[65536];
  gssize n = 1;
  for (guint i = 0; i < MAX_READS && !j->malformed; i++) {
    n = read(j->pipe, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    g_byte_array_append(j->inbox, bytes, (guint)n);
    take_whole_messages(j);
  }
  return !j->malformed && (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR)));
}

static int kill_and_reap(Job *j) {
  int status = 0;
  kill(-j->pid, SIGKILL); /* the leader is not reaped yet, so the group is still its own */
  kill(j->pid, SIGKILL);
  while (waitpid(j->pid, &status, 0) < 0 && errno == EINTR) {}
  j->pid = -1;
  return status;
}

/* An answer that is complete counts, whatever happened to the child after it.  failure is taken over. */
static void job_end(Job *j, JobState state, char *failure) {
  receive(j);
  if (j->outcome == MESSAGE_ANSWER) {
    g_free(failure);
    job_set_ended(j, JOB_DONE, NULL);
  } else if (j->outcome == MESSAGE_NO_ANSWER) {
    g_free(failure);
    job_set_ended(j, JOB_FAILED, g_strdup("found no answer"));
  } else {
    job_set_ended(j, state, failure);
  }
}

static char *describe_crash(const Job *j, int status) {
  GString *text = g_string_new(NULL);
  if (j->malformed)
    g_string_assign(text, "malformed answer");
  else if (WIFSIGNALED(status))
    g_string_printf(text, "killed by signal %d", WTERMSIG(status));
  else
    g_string_printf(text, "exited with status %d", WEXITSTATUS(status));
  if (j->limits.memory_bytes)
    g_string_append_printf(text, " (memory limit %" G_GSIZE_FORMAT " MiB)", j->limits.memory_bytes >> 20);
  return g_string_free(text, FALSE);
}

static gboolean child_is_dead(const Job *j) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)j->pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid == j->pid;
}

static gint64 job_deadline(const Job *j) {
  if (j->limits.seconds <= 0) return G_MAXINT64;
  double end = (double)j->started + j->limits.seconds * 1e6;
  return end < (double)G_MAXINT64 ? (gint64)end : G_MAXINT64;
}

/* The end of the pipe is the end of the child, but someone the child started may hold the pipe open. */
static void job_update(Job *j) {
  if (j->state != JOB_RUNNING) return;
  if (!receive(j) || j->outcome || child_is_dead(j)) {
    int status = kill_and_reap(j);
    job_end(j, JOB_CRASHED, describe_crash(j, status));
  } else if (g_get_monotonic_time() >= job_deadline(j)) {
    kill_and_reap(j);
    job_end(j, JOB_TIMEOUT, g_strdup_printf("out of time (%.1f s)", j->limits.seconds));
  }
}

void job_cancel(Job *j) {
  if (j->state != JOB_RUNNING) return;
  kill_and_reap(j);
  job_end(j, JOB_CANCELLED, g_strdup("cancelled"));
  j->news = FALSE;
}

void job_free(Job *j) {
  if (!j) return;
  job_cancel(j);
  g_free(j->name);
  g_free(j->failure);
  g_byte_array_unref(j->inbox);
  if (j->answer) g_byte_array_unref(j->answer);
  g_free(j);
}

JobState job_state(const Job *j) { return j->state; }
const char *job_name(const Job *j) { return j->name; }
const GByteArray *job_answer(const Job *j) { return j->answer; }
const char *job_failure(const Job *j) { return j->failure; }

double job_seconds(const Job *j) {
  return (double)((j->state == JOB_RUNNING ? g_get_monotonic_time() : j->ended) - j->started) / 1e6;
}

/* ---- waiting ---- */

/* A job with news, those that have ended first; -1: none.  n_running: how many may yet have some. */
static int take_news(Job *const *jobs, guint n, guint *n_running) {
  int found = -1;
  *n_running = 0;
  for (guint i = 0; i < n; i++) {
    if (!jobs[i]) continue;
    gboolean running = jobs[i]->state == JOB_RUNNING;
    *n_running += running;
    if (jobs[i]->news && (found < 0 || (!running && jobs[found]->state == JOB_RUNNING))) found = (int)i;
  }
  if (found >= 0) jobs[found]->news = FALSE;
  return found;
}

/* Sleeps until something can be read, some job is out of time, or it is time for a tick. */
static void sleep_until_event(Job *const *jobs, guint n, gint64 deadline) {
  g_autofree struct pollfd *fds = g_new(struct pollfd, n + 1);
  guint n_fds = 0;
  for (guint i = 0; i < n; i++) {
    if (!jobs[i] || jobs[i]->state != JOB_RUNNING) continue;
    fds[n_fds++] = (struct pollfd){.fd = jobs[i]->pipe, .events = POLLIN};
    deadline = MIN(deadline, job_deadline(jobs[i]));
  }
  gint64 left = (deadline - g_get_monotonic_time() + 999) / 1000;
  poll(fds, n_fds, (int)CLAMP(left, 0, TICK_MS));
}

int job_wait_any(Job *const *jobs, guint n, gint64 deadline, void (*tick)(gpointer), gpointer tick_data) {
  gint64 next_tick = g_get_monotonic_time() + TICK_MS * 1000;
  for (;;) {
    for (guint i = 0; i < n; i++)
      if (jobs[i]) job_update(jobs[i]);
    guint n_running;
    int found = take_news(jobs, n, &n_running);
    if (found >= 0) return found;
    gint64 now = g_get_monotonic_time();
    if (!n_running || interrupted || now >= deadline) return -1;
    if (tick && now >= next_tick) {
      tick(tick_data);
      next_tick = now + TICK_MS * 1000;
    }
    sleep_until_event(jobs, n, deadline);
  }
}

JobState job_run(const char *name, JobFunction run, gpointer data, JobLimits limits, GByteArray **answer) {
  Job *j = job_start(name, run, data, limits);
  while (job_state(j) == JOB_RUNNING && !interrupted) job_wait_any(&j, 1, G_MAXINT64, NULL, NULL);
  job_cancel(j);
  JobState state = job_state(j);
  if (answer) *answer = j->answer ? g_byte_array_ref(j->answer) : NULL;
  job_free(j);
  return state;
}
