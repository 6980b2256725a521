/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running the compiler.  Not by GSubprocess: that leaves threads behind, and a process forked while one of
 * them holds a lock of the allocator never gets that lock. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "frontend/compiler.h"
#include "base/deadline.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TICK_MS = 50 };
#define STACK_BYTES ((rlim_t)1 << 30) /* some 11 KiB for each level of nesting */

/* In the child.  A group of its own: Ctrl-C at the terminal is for acf, which then stops it. */
static void prepare(gpointer data) {
  struct rlimit stack;
  const pid_t parent = *(const pid_t *)data;
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(1);
  if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur == RLIM_INFINITY) return;
  stack.rlim_cur = MIN(MAX(stack.rlim_cur, STACK_BYTES), stack.rlim_max);
  setrlimit(RLIMIT_STACK, &stack);
}

/* A file without a name, in memory; -1 with errno. */
static int file_with(const char *text, gsize length) {
  const int fd = memfd_create("acf", MFD_CLOEXEC);
  for (gsize at = 0; fd >= 0 && at < length;) {
    const gssize n = write(fd, text + at, length - at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) {
      const int error = errno;
      close(fd);
      errno = error;
      return -1;
    }
    at += (gsize)n;
  }
  if (fd >= 0) lseek(fd, 0, SEEK_SET);
  return fd;
}

static GBytes *read_all(int fd) {
  GByteArray *bytes = g_byte_array_new();
  guint8 part[65536];
  lseek(fd, 0, SEEK_SET);
  for (gssize n; (n = read(fd, part, sizeof part)) > 0 || (n < 0 && errno == EINTR);)
    if (n > 0) g_byte_array_append(bytes, part, (guint)n);
  return g_byte_array_free_to_bytes(bytes);
}

/* Its messages, up to its end.  FALSE: it was to be stopped before. */
static gboolean listen_to(int fd, GString *messages, gint64 deadline, gboolean (*stopped)(void)) {
  char part[4096];
  for (;;) {
    struct pollfd p = {.fd = fd, .events = POLLIN};
    if ((stopped && stopped()) || deadline_passed(deadline)) return FALSE;
    if (poll(&p, 1, TICK_MS) <= 0) continue;
    const gssize n = read(fd, part, sizeof part);
    if (n == 0 || (n < 0 && errno != EINTR)) return TRUE;
    if (n > 0 && messages->len < limits.frontend_message_bytes) g_string_append_len(messages, part, n);
  }
}

static CompilerResult not_started(const char *why) {
  return (CompilerResult){.end = COMPILER_NOT_STARTED, .messages = g_strdup(why)};
}

/* GLib's sentences name the command again, in quotation marks that not every terminal has. */
static CompilerResult spawn_failed(const GError *error) {
  const gboolean forbidden = g_error_matches(error, G_SPAWN_ERROR, G_SPAWN_ERROR_ACCES);
  if (!forbidden && !g_error_matches(error, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
    return not_started(error->message);
  return (CompilerResult){.end = COMPILER_MISSING,
                          .messages = g_strdup(g_strerror(forbidden ? EACCES : ENOENT))};
}

static void take_end(CompilerResult *r, int status, int output) {
  if (r->end == COMPILER_STOPPED) return;
  r->end = WIFSIGNALED(status) ? COMPILER_KILLED : COMPILER_ENDED;
  r->number = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  if (r->end == COMPILER_ENDED) r->output = read_all(output);
}

static CompilerResult run(char **argv, int input, int output, gint64 deadline, gboolean (*stopped)(void)) {
  int ends[2], status = 0;
  pid_t parent = getpid();
  GPid pid;
  g_autoptr(GError) error = NULL;
  if (pipe2(ends, O_CLOEXEC) != 0) return not_started(g_strerror(errno));
  const gboolean started =
      g_spawn_async_with_fds(NULL, argv, NULL, G_SPAWN_SEARCH_PATH | G_SPAWN_DO_NOT_REAP_CHILD, prepare,
                             &parent, &pid, input, output, ends[1], &error);
  close(ends[1]);
  CompilerResult r = started ? (CompilerResult){.end = COMPILER_ENDED} : spawn_failed(error);
  if (started) {
    GString *messages = g_string_new(NULL);
    if (!listen_to(ends[0], messages, deadline, stopped)) r.end = COMPILER_STOPPED;
    if (r.end == COMPILER_STOPPED) kill(-pid, SIGKILL), kill(pid, SIGKILL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    r.messages = g_string_free(messages, FALSE);
    take_end(&r, status, output);
  }
  close(ends[0]);
  return r;
}

CompilerResult compiler_run(char **argv, const char *text, gsize length, gint64 deadline,
                            gboolean (*stopped)(void)) {
  const int input = file_with(text, length), output = input < 0 ? -1 : file_with("", 0);
  const int error = errno;
  CompilerResult r =
      output < 0 ? not_started(g_strerror(error)) : run(argv, input, output, deadline, stopped);
  if (input >= 0) close(input);
  if (output >= 0) close(output);
  return r;
}

void compiler_result_clear(CompilerResult *r) {
  if (r->output) g_bytes_unref(r->output);
  g_free(r->messages);
  *r = (CompilerResult){0};
}
