/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a file to the reader of its format. */
#include "witness/witness.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean unreadable(GError **error, const char *path, const char *why) {
  g_set_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_UNREADABLE, "%s: %s", path, why);
  return FALSE;
}

static gboolean too_large(GError **error, const char *path) {
  g_set_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_TOO_LARGE, "%s: larger than a witness may be (%u MiB)",
              path, limits.witness_bytes >> 20);
  return FALSE;
}

/* What is not a regular file says no size, and may never end: so it is read only up to the limit. */
static gboolean read_all(int fd, const char *path, GByteArray *bytes, GError **error) {
  guint8 chunk[1 << 16];
  for (;;) {
    gssize n = read(fd, chunk, sizeof chunk);
    if (n == 0) return TRUE;
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return unreadable(error, path, g_strerror(errno));
    if (bytes->len + (gsize)n > limits.witness_bytes) return too_large(error, path);
    g_byte_array_append(bytes, chunk, (guint)n);
  }
}

Witness *witness_read_file(const char *path, GError **error) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    unreadable(error, path, g_strerror(errno));
    return NULL;
  }
  struct stat status;
  Witness *w = NULL;
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > (off_t)limits.witness_bytes)
    too_large(error, path);
  else if (read_all(fd, path, bytes, error))
    w = witness_read(path, (const char *)bytes->data, bytes->len, error);
  close(fd);
  return w;
}

/* XML starts with `<`, in whatever encoding; YAML does not. */
static gboolean is_xml(const char *bytes, gsize size) {
  gsize i = size >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
  if (size >= 2 && (memcmp(bytes, "\xFF\xFE", 2) == 0 || memcmp(bytes, "\xFE\xFF", 2) == 0)) return TRUE;
  while (i < size && g_ascii_isspace(bytes[i])) i++;
  return i < size && bytes[i] == '<';
}

Witness *witness_read(const char *name, const char *bytes, gsize size, GError **error) {
  if (size > limits.witness_bytes) {
    too_large(error, name);
    return NULL;
  }
  if (size == 0) {
    g_set_error(error, ACF_WITNESS_ERROR, WITNESS_ERROR_MALFORMED, "%s:1: the witness is empty", name);
    return NULL;
  }
  return is_xml(bytes, size) ? graphml_read(name, bytes, size, error) : yaml_read(name, bytes, size, error);
}
