/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a file of the program: once, all of it. */
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <glib/gstdio.h>
#include "base/limits.h"
#include "frontend/frontend.h"

#define STANDARD_INPUT "<stdin>" /* as compilers call it */

/* NULL, or why it cannot be read: too much, for one. */
static const char *read_stream(FILE *from, char **text, gsize *length) {
  enum { BLOCK = 1 << 16 };
  g_autoptr(GString) all = g_string_new(NULL);
  gsize n = 1;
  while (n > 0 && all->len <= (gsize)limits.program_mib << 20) {
    const gsize before = all->len;
    g_string_set_size(all, before + BLOCK);
    n = fread(all->str + before, 1, BLOCK, from);
    g_string_set_size(all, before + n);
  }
  if (ferror(from)) return g_strerror(errno ? errno : EIO);
  if (n > 0) return "it is too large (see the limit program_mib)";
  *length = all->len;
  *text = g_string_free(g_steal_pointer(&all), FALSE);
  return NULL;
}

/* The same: a device, for one, of which some never end. */
static const char *read_text(const char *path, char **text, gsize *length) {
  GStatBuf status;
  if (g_stat(path, &status) != 0) return g_strerror(errno);
  if (S_ISDIR(status.st_mode)) return g_strerror(EISDIR);
  if (S_ISCHR(status.st_mode) || S_ISBLK(status.st_mode)) return "it is a device";
  errno = 0;
  FILE *f = g_fopen(path, "rb");
  if (!f) return g_strerror(errno ? errno : EIO);
  const char *why = read_stream(f, text, length);
  fclose(f);
  return why;
}

SourceFile *frontend_read(const char *path, const char *const *flags, GError **error) {
  char *text = NULL;
  gsize length = 0;
  const gboolean standard = g_str_equal(path, "-");
  const char *why = standard ? read_stream(stdin, &text, &length) : read_text(path, &text, &length);
  if (!why) return source_file_new(standard ? STANDARD_INPUT : path, text, length, flags);
  g_set_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_MISSING_FILE, "cannot read the program %s: %s",
              standard ? STANDARD_INPUT : path, why);
  return NULL;
}
