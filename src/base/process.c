/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running a tool: the caller's side. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/process.h"
#include "base/deadline.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/job.h"
#include "base/descendants.h"
#include "base/supervisor.h"

enum { TICK_MS = 100 };

static ProcessResult *result_new(void) {
  ProcessResult *r = g_new0(ProcessResult, 1);
  *r = (ProcessResult){.end = PROCESS_NOT_STARTED, .exit_status = -1, .output = g_byte_array_new()};
  return r;
}

void process_result_free(ProcessResult *r) {
  if (!r) return;
  g_byte_array_unref(r->output);
  g_free(r->failure);
  g_free(r);
}

/* Everything the supervisor sends, until it closes its end.  An interrupt makes it stop and report. */
static GByteArray *receive(int socket, gboolean regardless) {
  GByteArray *all = g_byte_array_new();
  gboolean stopped = FALSE;
  for (;;) {
    guint8 bytes[65536];
    struct pollfd fd = {.fd = socket, .events = POLLIN};
    if (job_interrupted() && !regardless && !stopped) shutdown(socket, SHUT_WR), stopped = TRUE;
    if (poll(&fd, 1, TICK_MS) <= 0) continue;
    gssize n = read(socket, bytes, sizeof bytes);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return all;
    g_byte_array_append(all, bytes, (guint)n);
  }
}

static char *describe(const ProcessRequest *q, const SupervisorReport *r) {
  switch (r->end) {
  case PROCESS_EXITED: return NULL;
  case PROCESS_OUT_OF_TIME:
    if (q->seconds > 0 && r->seconds >= q->seconds)
      return g_strdup_printf("out of time (%.1f s)", q->seconds);
    return g_strdup_printf("out of processor time (%.1f s)", q->cpu_seconds);
  case PROCESS_OUT_OF_MEMORY:
    return g_strdup_printf("out of memory (%" G_GSIZE_FORMAT " MiB)", q->memory_bytes >> 20);
  case PROCESS_KILLED: return g_strdup_printf("killed by signal %d (%s)", r->signal, g_strsignal(r->signal));
  case PROCESS_NOT_STARTED:
    return g_strdup_printf("cannot %s %s: %s", r->in_folder ? "work in" : "start",
                           r->in_folder ? q->folder : q->argv[0], g_strerror(r->error));
  }
  g_assert_not_reached();
}

static void take_report(ProcessResult *result, const ProcessRequest *q, const GByteArray *all) {
  SupervisorReport r;
  if (all->len < sizeof r) {
    result->end = PROCESS_KILLED;
    result->signal = SIGKILL;
    result->failure = g_strdup("its supervisor was killed");
    return;
  }
  memcpy(&r, all->data, sizeof r);
  result->end = r.end;
  result->exit_status = r.exit_status;
  result->signal = r.signal;
  result->seconds = r.seconds;
  result->cpu_seconds = r.cpu_seconds;
  result->memory_bytes = r.memory_bytes;
  result->output_dropped = r.output_dropped;
  result->failure = describe(q, &r);
  g_byte_array_append(result->output, all->data + sizeof r, (guint)MIN(r.output_length, all->len - sizeof r));
}

/* No handler of the caller may run in the supervisor before it has blocked all signals. */
static pid_t fork_supervisor(const ProcessRequest *q, int ends[2]) {
  sigset_t all, before;
  fflush(stdout);
  fflush(stderr);
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, &before);
  pid_t pid = fork();
  if (pid == 0) supervise(q, ends[1]);
  int error = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  errno = error;
  return pid;
}

ProcessResult *process_run(const ProcessRequest *q) {
  ProcessResult *result = result_new();
  int ends[2];
  pid_t pid = -1;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0) {
    pid = fork_supervisor(q, ends);
    if (pid < 0) close(ends[0]);
    close(ends[1]);
  }
  if (pid < 0) {
    result->failure = g_strdup_printf("cannot start a process: %s", g_strerror(errno));
  } else {
    g_autoptr(GByteArray) all = receive(ends[0], q->regardless);
    close(ends[0]);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR) {}
    take_report(result, q, all);
  }
  g_byte_array_append(result->output, (const guint8 *)"", 1);
  result->output->len--;
  return result;
}

/* ---- the life of acf ---- */

/* Children that were there before us (of a shell that became acf) are not ours to kill. */
static gboolean had_children;

void process_adopt_orphans(void) {
  had_children = waitpid(-1, NULL, WNOHANG) >= 0 || errno != ECHILD;
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  scratch_sweep();
}

void process_sweep_orphans(void) {
  gint64 end = deadline_in(limits.orphans_wait_seconds);
  pid_t reaped;
  while (!had_children && ((reaped = waitpid(-1, NULL, WNOHANG)) >= 0 || errno == EINTR)) {
    if (reaped > 0) continue;
    if (g_get_monotonic_time() >= end) break;
    g_usleep(2000);
  }
  if (!had_children && reaped == 0) descendants_kill(limits.orphans_wait_seconds);
  scratch_sweep();
}
