/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a file whole or not at all. */
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <glib/gstdio.h>
#include "export/export.h"

static gboolean failed(GError **error, const char *what, const char *path) {
  const int code = errno;
  g_set_error(error, G_FILE_ERROR, (int)g_file_error_from_errno(code), "cannot %s %s: %s", what, path,
              g_strerror(code));
  return FALSE;
}

static gboolean write_stream(FILE *file, const char *text) {
  const gsize size = strlen(text);
  const gboolean written = fwrite(text, 1, size, file) == size && fflush(file) == 0;
  const int code = errno;
  const gboolean closed = fclose(file) == 0;
  if (!written) errno = code;
  return written && closed;
}

/* A device or pipe (a process substitution) cannot be replaced, and a link must not be (/dev/stdout is one,
 * also where standard output is a plain file): it is written in place. */
static gboolean is_special(const char *path) {
  GStatBuf info;
  return g_lstat(path, &info) == 0 && !S_ISREG(info.st_mode);
}

/* What was printed to standard output before is kept. */
static FILE *open_in_place(const char *path) {
  return g_fopen(path, g_str_has_prefix(path, "/dev/") ? "ab" : "wb");
}

/* A new file; the pattern becomes its name, which no file had before. */
static FILE *open_beside(char *pattern) {
  const int fd = g_mkstemp_full(pattern, O_WRONLY | O_CLOEXEC, 0666);
  FILE *file = fd < 0 ? NULL : fdopen(fd, "wb");
  if (fd >= 0 && file == NULL) {
    const int code = errno;
    close(fd);
    g_unlink(pattern);
    errno = code;
  }
  return file;
}

gboolean export_write(const char *path, const char *text, GError **error) {
  const gboolean in_place = is_special(path);
  g_autofree char *target = in_place ? g_strdup(path) : g_strconcat(path, ".XXXXXX", NULL);
  FILE *file = in_place ? open_in_place(path) : open_beside(target);
  if (file == NULL) return failed(error, "write", path);
  if (!write_stream(file, text)) {
    failed(error, "write", path);
    if (!in_place) g_unlink(target);
    return FALSE;
  }
  if (in_place || g_rename(target, path) == 0) return TRUE;
  failed(error, "write", path);
  g_unlink(target);
  return FALSE;
}
