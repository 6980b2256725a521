/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The supervisor: starts the tool, watches its limits, and leaves nothing of it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "base/supervisor.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/descendants.h"
#include "base/excerpt.h"

#define KEPT_OUTPUT ((gsize)2 << 20)

enum { TICK_US = 50000, MAX_READS = 16 };
enum { SOCKET_FD = 3, LOCK_FD = 4, FIRST_FREE_FD = 5 };

typedef struct {
  const ProcessRequest *request;
  pid_t tool;
  int output, children; /* to read; -1 after the end of the output */
  gint64 started, deadline, next_look;
  int status; /* of the tool, when ended */
  gboolean ended, abandoned;
  Excerpt *text;
  SupervisorReport report;
} Supervisor;

/* ---- the start ---- */

/* Out of the caller's session, deaf to all signals, with none of its files but the socket and the lock. */
static void detach(const ProcessRequest *request, int socket) {
  setsid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  int lock = request->scratch ? fcntl(request->scratch->lock, F_DUPFD_CLOEXEC, FIRST_FREE_FD) : -1;
  int to_caller = fcntl(socket, F_DUPFD_CLOEXEC, FIRST_FREE_FD);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  for (int fd = 0; fd < 3 && null >= 0; fd++) dup2(null, fd);
  dup3(to_caller, SOCKET_FD, O_CLOEXEC);
  if (lock >= 0) dup3(lock, LOCK_FD, O_CLOEXEC);
  close_range(lock >= 0 ? FIRST_FREE_FD : LOCK_FD, ~0U, 0);
}

static void lower_limit(int resource, rlim_t soft, rlim_t hard) {
  struct rlimit r;
  if (getrlimit(resource, &r) != 0) return;
  r.rlim_max = MIN(r.rlim_max, hard);
  r.rlim_cur = MIN(r.rlim_max, soft);
  setrlimit(resource, &r);
}

/* The limits of jobs are soft ones, for the engines: a tool has its own. */
static void limit_tool(const ProcessRequest *q) {
  lower_limit(RLIMIT_CORE, 0, RLIM_INFINITY);
  lower_limit(RLIMIT_AS, q->address_space_bytes ? q->address_space_bytes : RLIM_INFINITY, RLIM_INFINITY);
  /* the second line: the supervisor counts for all processes together */
  if (q->cpu_seconds > 0 && q->cpu_seconds < 1e9)
    lower_limit(RLIMIT_CPU, (rlim_t)ceil(q->cpu_seconds) + 1, (rlim_t)ceil(q->cpu_seconds) + 2);
  int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC); /* rather the tool than acf */
  if (fd >= 0 && write(fd, "500", 3) != 3) {                       /* no harm */
  }
  if (fd >= 0) close(fd);
}

static char **environment_of(const ProcessRequest *q) {
  char **all = g_get_environ();
  for (const char *const *e = q->environment; e && *e; e++) {
    const char *equals = strchr(*e, '=');
    if (!equals) continue;
    g_autofree char *name = g_strndup(*e, (gsize)(equals - *e));
    all = g_environ_setenv(all, name, equals + 1, TRUE);
  }
  return all;
}

static gboolean open_input(const ProcessRequest *q) {
  if (!q->input) return TRUE;
  const int fd = open(q->input, O_RDONLY | O_CLOEXEC);
  return fd >= 0 && dup2(fd, STDIN_FILENO) == STDIN_FILENO;
}

/* In the tool's process.  What goes wrong is told over `failed`, which closes when the tool runs. */
static void G_GNUC_NORETURN become_tool(const ProcessRequest *q, pid_t supervisor, int output, int failed) {
  struct sigaction by_default = {.sa_handler = SIG_DFL};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  setsid();
  for (int s = 1; s < NSIG; s++) sigaction(s, &by_default, NULL);
  limit_tool(q);
  dup2(output, STDOUT_FILENO);
  dup2(output, STDERR_FILENO);
  char **environment = environment_of(q);
  int error[2] = {0, 0};
  if (q->folder && chdir(q->folder) != 0) {
    error[0] = errno, error[1] = 1;
  } else if (!open_input(q)) {
    error[0] = errno;
  } else {
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execvpe(q->argv[0], (char *const *)q->argv, environment);
    error[0] = errno;
  }
  if (write(failed, error, sizeof error) < 0) {}
  _exit(127);
}

static void start_tool(Supervisor *s) {
  int output[2], failed[2], error[2] = {0, 0};
  pid_t self = getpid();
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  s->children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  s->report.end = PROCESS_NOT_STARTED;
  s->report.error = EMFILE;
  if (s->children < 0 || pipe2(output, O_CLOEXEC) != 0 || pipe2(failed, O_CLOEXEC) != 0) return;
  s->tool = fork();
  s->report.error = errno;
  if (s->tool == 0) become_tool(s->request, self, output[1], failed[1]);
  close(output[1]);
  close(failed[1]);
  if (s->tool < 0) return;
  s->output = output[0];
  fcntl(s->output, F_SETFL, O_NONBLOCK);
  gssize n;
  while ((n = read(failed[0], error, sizeof error)) < 0 && errno == EINTR) {}
  close(failed[0]);
  s->report.error = error[0];
  s->report.in_folder = error[1];
  if (n != sizeof error) s->report.end = PROCESS_EXITED;
}

/* ---- watching ---- */

/* Takes what is there, but a tool that never stops writing must not hold us here. */
static void take_output(Supervisor *s) {
  guint8 bytes[65536];
  for (guint i = 0; i < MAX_READS && s->output >= 0; i++) {
    gssize n = read(s->output, bytes, sizeof bytes);
    if (n < 0) return;
    if (n == 0) close(s->output), s->output = -1;
    excerpt_add(s->text, bytes, (gsize)n);
  }
}

/* Also those that were handed to us. */
static void reap(Supervisor *s) {
  struct signalfd_siginfo info;
  while (read(s->children, &info, sizeof info) > 0) {}
  int status;
  for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
    if (pid == s->tool) s->ended = TRUE, s->status = status;
}

/* The next look comes when this one has cost less than a twentieth of the time. */
static void look_at_limits(Supervisor *s) {
  gint64 now = g_get_monotonic_time();
  const ProcessRequest *q = s->request;
  if (now >= s->deadline) s->report.end = PROCESS_OUT_OF_TIME;
  if (now < s->next_look) return;
  Descendants d = descendants_measure();
  if (q->memory_bytes && d.memory_bytes > q->memory_bytes) d.memory_bytes = descendants_shared_memory();
  s->report.memory_bytes = MAX(s->report.memory_bytes, d.memory_bytes);
  s->report.cpu_seconds = MAX(s->report.cpu_seconds, d.cpu_seconds);
  if (q->memory_bytes && d.memory_bytes > q->memory_bytes) s->report.end = PROCESS_OUT_OF_MEMORY;
  if (q->cpu_seconds > 0 && d.cpu_seconds > q->cpu_seconds) s->report.end = PROCESS_OUT_OF_TIME;
  gint64 after = g_get_monotonic_time();
  s->next_look = after + MAX(TICK_US, 20 * (after - now));
}

static void sleep_until_event(Supervisor *s) {
  struct pollfd fds[] = {{.fd = SOCKET_FD, .events = POLLIN | POLLRDHUP},
                         {.fd = s->children, .events = POLLIN},
                         {.fd = s->output, .events = POLLIN}};
  gint64 left = MIN(s->deadline, s->next_look) - g_get_monotonic_time();
  poll(fds, G_N_ELEMENTS(fds), (int)CLAMP((left + 999) / 1000, 0, 1000));
  s->abandoned = fds[0].revents != 0;
}

static void watch(Supervisor *s) {
  while (!s->ended && !s->abandoned && s->report.end == PROCESS_EXITED) {
    sleep_until_event(s);
    take_output(s);
    reap(s);
    look_at_limits(s);
  }
}

/* ---- the end ---- */

static void judge_status(Supervisor *s) {
  SupervisorReport *r = &s->report;
  r->exit_status = -1;
  if (r->end == PROCESS_EXITED && !s->ended) { /* abandoned */
    r->end = PROCESS_KILLED;
    r->signal = SIGKILL;
  } else if (r->end == PROCESS_EXITED && WIFSIGNALED(s->status)) {
    r->signal = WTERMSIG(s->status);
    r->end = r->signal == SIGXCPU ? PROCESS_OUT_OF_TIME : PROCESS_KILLED;
  } else if (r->end == PROCESS_EXITED) {
    r->exit_status = WEXITSTATUS(s->status);
  }
}

static gboolean send_all(const void *bytes, gsize size) {
  for (const char *at = bytes; size;) {
    gssize n = send(SOCKET_FD, at, size, MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return FALSE;
    at += n;
    size -= (gsize)n;
  }
  return TRUE;
}

/* When no parent reads it, none removes the scratch folder either. */
static void send_report(Supervisor *s) {
  g_autoptr(GByteArray) text = excerpt_text(s->text);
  s->report.output_length = text->len;
  s->report.output_dropped = excerpt_dropped(s->text);
  s->report.seconds = (double)(g_get_monotonic_time() - s->started) / 1e6;
  gboolean heard = send_all(&s->report, sizeof s->report) && send_all(text->data, text->len);
  if (!heard && s->request->scratch) remove_folder(s->request->scratch->path);
}

void supervise(const ProcessRequest *request, int socket) {
  detach(request, socket);
  gint64 now = g_get_monotonic_time();
  Supervisor s = {.request = request, .tool = -1, .output = -1, .started = now, .deadline = G_MAXINT64};
  if (request->seconds > 0 && request->seconds < 1e9) s.deadline = now + (gint64)(request->seconds * 1e6);
  s.text = excerpt_new(request->output_bytes ? request->output_bytes : KEPT_OUTPUT);
  start_tool(&s);
  watch(&s);
  descendants_kill(limits.supervisor_kill_seconds);
  /* the writer is dead: what is left is what the pipe holds */
  take_output(&s);
  judge_status(&s);
  s.report.cpu_seconds = MAX(s.report.cpu_seconds, descendants_measure().cpu_seconds);
  send_report(&s);
  _exit(0);
}
