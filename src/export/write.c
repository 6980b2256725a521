/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing a file whole or not at all. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
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

gboolean export_write(const char *path, const char *text, GError **error) {
  const gboolean in_place = is_special(path);
  g_autofree char *target = in_place ? g_strdup(path) : g_strconcat(path, ".tmp", NULL);
  /* what was printed to standard output before is kept */
  FILE *file = g_fopen(target, g_str_has_prefix(path, "/dev/") ? "ab" : "wb");
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
