/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard streams: all there, and no output that gets lost unnoticed. */
#include "base/streams.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "config.h"
#include "base/exit-status.h"

static gboolean reported; /* that standard output cannot be written */

/* --help is printed by GLib, which does not look whether that worked. */
static void check_output(void) {
  errno = 0;
  if (fflush(stdout) == 0 && !ferror(stdout)) return;
  if (reported) return;
  fprintf(stderr, "%s: standard output: %s\n", PACKAGE_NAME, g_strerror(errno ? errno : EIO));
  _exit(EXIT_OUTPUT);
}

/* The numbers are taken from the lowest that is free, so each of the three gets its own. */
void streams_open(void) {
  static const int modes[] = {
      [STDIN_FILENO] = O_RDONLY, [STDOUT_FILENO] = O_RDONLY, [STDERR_FILENO] = O_WRONLY};
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) != fd) _exit(EXIT_INTERNAL);
  atexit(check_output);
}

gboolean streams_print(const char *text) {
  if (fputs(text, stdout) >= 0 && fflush(stdout) == 0) return TRUE;
  reported = TRUE;
  return FALSE;
}
