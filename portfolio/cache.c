/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result cache: a folder of files named by what they answer. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "portfolio/cache.h"
#include "base/limits.h"
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "config.h"

#define SUFFIX ".result"
#define TEMPORARY ".part-"
#define STALE_SECONDS 3600 /* a temporary file so old is left over */

enum { DIGEST = 32 };
static const char magic[8] = "acf-res1";

struct Cache {
  char *folder;
  goffset max_bytes;
  goffset written; /* since the folder was last looked through; < 0: never */
};

struct CacheKey {
  GChecksum *sum;
};

/* What a file starts with; the value follows. */
typedef struct {
  char magic[8];
  double limit;
  guint64 length;
  guint8 digest[DIGEST]; /* over the key, the limit and the value */
} Header;

Cache *cache_open(const char *folder, goffset max_bytes) {
  Cache *c = g_new0(Cache, 1);
  const char *wanted = folder ? folder : g_getenv("ACF_CACHE_DIR");
  c->folder =
      wanted && *wanted ? g_strdup(wanted) : g_build_filename(g_get_user_cache_dir(), PACKAGE_NAME, NULL);
  c->max_bytes = max_bytes ? max_bytes : limits.cache_bytes;
  c->written = -1;
  return c;
}

void cache_close(Cache *c) {
  if (!c) return;
  g_free(c->folder);
  g_free(c);
}

/* ---- keys ---- */

CacheKey *cache_key_new(void) {
  CacheKey *k = g_new0(CacheKey, 1);
  k->sum = g_checksum_new(G_CHECKSUM_SHA256);
  cache_key_add_string(k, "acf", PACKAGE_VERSION);
  return k;
}

static void add_sized(CacheKey *k, gconstpointer bytes, gsize length) {
  guint64 size = GUINT64_TO_LE(length);
  g_checksum_update(k->sum, (const guchar *)&size, sizeof size);
  if (length) g_checksum_update(k->sum, bytes, (gssize)length);
}

/* Lengths come first, so that no two lists of parts are the same text. */
void cache_key_add(CacheKey *k, const char *part, gconstpointer bytes, gsize length) {
  add_sized(k, part, strlen(part));
  add_sized(k, bytes, length);
}

void cache_key_add_string(CacheKey *k, const char *part, const char *text) {
  g_autofree char *marked = text ? g_strconcat("=", text, NULL) : g_strdup("");
  cache_key_add(k, part, marked, strlen(marked));
}

void cache_key_free(CacheKey *k) {
  if (!k) return;
  g_checksum_free(k->sum);
  g_free(k);
}

/* Of a copy: a key may get more parts afterwards. */
static char *key_name(const CacheKey *k) {
  GChecksum *copy = g_checksum_copy(k->sum);
  char *name = g_strdup(g_checksum_get_string(copy));
  g_checksum_free(copy);
  return name;
}

static char *path_of(const Cache *c, const char *key) {
  g_autofree char *name = g_strconcat(key, SUFFIX, NULL);
  return g_build_filename(c->folder, name, NULL);
}

/* ---- files ---- */

static void digest_of(const char *key, double limit, gconstpointer value, gsize length, guint8 *digest) {
  GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
  gsize size = DIGEST;
  g_checksum_update(sum, (const guchar *)key, -1);
  g_checksum_update(sum, (const guchar *)&limit, sizeof limit);
  if (length) g_checksum_update(sum, value, (gssize)length);
  g_checksum_get_digest(sum, digest, &size);
  g_checksum_free(sum);
}

/* The whole of a regular file that is not larger than all of the cache; NULL: there is none. */
static char *read_file(const char *path, goffset max, gsize *length) {
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  struct stat st;
  if (fd < 0) return NULL;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || st.st_size > max) {
    close(fd);
    return NULL;
  }
  gsize size = (gsize)st.st_size, got = 0;
  char *text = g_malloc(size + 1);
  for (gssize n; got < size && ((n = read(fd, text + got, size - got)) > 0 || (n < 0 && errno == EINTR));)
    got += (gsize)MAX(n, 0);
  close(fd);
  *length = got;
  return text;
}

/* NULL: no such file, or what is in it is not what was written. */
static GBytes *load(const Cache *c, const char *key, double *limit) {
  g_autofree char *path = path_of(c, key);
  gsize size = 0;
  g_autofree char *text = read_file(path, c->max_bytes, &size);
  Header h;
  guint8 digest[DIGEST];
  if (!text || size < sizeof h) return NULL;
  memcpy(&h, text, sizeof h);
  if (memcmp(h.magic, magic, sizeof magic) != 0 || h.length != size - sizeof h) return NULL;
  digest_of(key, h.limit, text + sizeof h, h.length, digest);
  if (memcmp(digest, h.digest, DIGEST) != 0) return NULL;
  *limit = h.limit;
  return g_bytes_new(text + sizeof h, h.length);
}

GBytes *cache_get(Cache *c, const CacheKey *k, double limit) {
  if (!c) return NULL;
  g_autofree char *key = key_name(k), *path = path_of(c, key);
  double had;
  g_autoptr(GBytes) value = load(c, key, &had);
  if (!value || !(had >= limit)) return NULL;
  utimensat(AT_FDCWD, path, NULL, 0); /* used now: others are older */
  return g_steal_pointer(&value);
}

/* ---- the size ---- */

typedef struct {
  char *path;
  goffset size;
  gint64 used; /* nanoseconds */
} File;

static void file_clear(gpointer file) { g_free(((File *)file)->path); }

static int compare_files(gconstpointer a, gconstpointer b) {
  gint64 x = ((const File *)a)->used, y = ((const File *)b)->used;
  return (x > y) - (x < y);
}

/* Our files, without those that somebody may be writing; stale ones of these count as the oldest. */
static GArray *list_files(const Cache *c, goffset *total) {
  GArray *files = g_array_new(FALSE, FALSE, sizeof(File));
  g_array_set_clear_func(files, file_clear);
  *total = 0;
  GDir *folder = g_dir_open(c->folder, 0, NULL);
  for (const char *name; folder && (name = g_dir_read_name(folder));) {
    gboolean temporary = g_str_has_prefix(name, TEMPORARY);
    struct stat st;
    if (!temporary && !g_str_has_suffix(name, SUFFIX)) continue;
    g_autofree char *path = g_build_filename(c->folder, name, NULL);
    if (lstat(path, &st) != 0 || !S_ISREG(st.st_mode)) continue;
    if (temporary && g_get_real_time() / G_USEC_PER_SEC - st.st_mtim.tv_sec < STALE_SECONDS) continue;
    gint64 used = (gint64)st.st_mtim.tv_sec * 1000000000 + st.st_mtim.tv_nsec;
    File f = {g_steal_pointer(&path), st.st_size, temporary ? 0 : used};
    *total += st.st_size;
    g_array_append_val(files, f);
  }
  if (folder) g_dir_close(folder);
  return files;
}

/* Down to seven eighths, so that it is not done for each file.  Somebody else may do the same meanwhile. */
static void trim(Cache *c) {
  goffset total;
  g_autoptr(GArray) files = list_files(c, &total);
  g_array_sort(files, compare_files);
  goffset goal = total > c->max_bytes ? c->max_bytes - c->max_bytes / 8 : G_MAXINT64;
  for (guint i = 0; i < files->len; i++) {
    const File *f = &g_array_index(files, File, i);
    if (f->used != 0 && total <= goal) break;
    if (unlink(f->path) == 0) total -= f->size;
  }
  c->written = 0;
}

static void trim_sometimes(Cache *c, goffset size) {
  gboolean first = c->written < 0;
  c->written = MAX(c->written, 0) + size;
  if (first || c->written > c->max_bytes / 16) trim(c);
}

/* ---- writing ---- */

static gboolean write_parts(int fd, const Header *h, gconstpointer value, gsize length) {
  FILE *file = fdopen(fd, "wb");
  if (!file) return close(fd), FALSE;
  gboolean written =
      fwrite(h, sizeof *h, 1, file) == 1 && (length == 0 || fwrite(value, length, 1, file) == 1);
  return fclose(file) == 0 && written;
}

/* No fsync: what a power cut tears is found out by the checksum. */
static gboolean store(const Cache *c, const char *key, const Header *h, gconstpointer value) {
  g_autofree char *path = path_of(c, key);
  g_autofree char *part = g_build_filename(c->folder, TEMPORARY "XXXXXX", NULL);
  if (g_mkdir_with_parents(c->folder, 0700) != 0) return FALSE;
  int fd = g_mkstemp_full(part, O_WRONLY | O_CLOEXEC, 0600);
  if (fd < 0) return FALSE;
  if (write_parts(fd, h, value, h->length) && rename(part, path) == 0) return TRUE;
  unlink(part);
  return FALSE;
}

void cache_put(Cache *c, const CacheKey *k, GBytes *value, double limit) {
  if (!c) return;
  gsize length;
  gconstpointer bytes = g_bytes_get_data(value, &length);
  if ((goffset)length > c->max_bytes / 4) return;
  g_autofree char *key = key_name(k);
  double had;
  g_autoptr(GBytes) before = load(c, key, &had);
  if (before && had >= limit) return; /* somebody was faster, or knows more */
  Header h = {.limit = limit, .length = length};
  memcpy(h.magic, magic, sizeof magic);
  digest_of(key, limit, bytes, length, h.digest);
  if (store(c, key, &h, bytes)) trim_sometimes(c, (goffset)(sizeof h + length));
}
