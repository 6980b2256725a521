/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result cache: what was put in comes out, and nothing else does. */
#include "portfolio/cache.h"
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>
#include "base/scratch.h"

typedef struct {
  Scratch *scratch;
  Cache *cache;
} Fixture;

static void setup(Fixture *f, gconstpointer data) {
  f->scratch = scratch_new(NULL);
  g_autofree char *folder = scratch_file(f->scratch, "deep/cache");
  f->cache = cache_open(folder, 0);
}

static void teardown(Fixture *f, gconstpointer data) {
  cache_close(f->cache);
  scratch_free(f->scratch);
}

static const char *const usual[] = {"int main() {}", "unreach-call", "cpachecker",
                                    "4.0",           "command=...",  "LP64"};

static CacheKey *key_of(const char *const *values) {
  static const char *const parts[] = {"program", "property", "analyzer", "version", "description", "model"};
  CacheKey *k = cache_key_new();
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) cache_key_add_string(k, parts[i], values[i]);
  return k;
}

static void put(Cache *c, const CacheKey *k, const char *text, double limit) {
  g_autoptr(GBytes) value = g_bytes_new(text, strlen(text));
  cache_put(c, k, value, limit);
}

static void assert_found(Cache *c, const CacheKey *k, double limit, const char *text) {
  g_autoptr(GBytes) found = cache_get(c, k, limit);
  if (!text) {
    g_assert_null(found);
    return;
  }
  g_assert_nonnull(found);
  g_assert_cmpmem(g_bytes_get_data(found, NULL), g_bytes_get_size(found), text, strlen(text));
}

/* The only file there is. */
static char *only_file(Fixture *f) {
  g_autofree char *folder = scratch_file(f->scratch, "deep/cache");
  GDir *d = g_dir_open(folder, 0, NULL);
  g_assert_nonnull(d);
  char *path = g_build_filename(folder, g_dir_read_name(d), NULL);
  g_assert_null(g_dir_read_name(d));
  g_dir_close(d);
  return path;
}

static void test_hit(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual), same = key_of(usual);
  assert_found(f->cache, k, 10, NULL);
  put(f->cache, k, "false", CACHE_FOR_GOOD);
  assert_found(f->cache, same, 10, "false");
  assert_found(f->cache, same, 1e6, "false");
  g_autofree char *folder = scratch_file(f->scratch, "deep/cache");
  g_autoptr(Cache) later = cache_open(folder, 0);
  assert_found(later, same, 10, "false");
  g_autofree char *file = only_file(f);
  struct stat st;
  g_assert_cmpint(stat(file, &st), ==, 0);
  g_assert_cmpuint(st.st_mode & 077, ==, 0);
}

static void test_miss(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  put(f->cache, k, "true", CACHE_FOR_GOOD);
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++)
    for (guint how = 0; how < 3; how++) {
      const char *values[G_N_ELEMENTS(usual)];
      memcpy(values, usual, sizeof usual);
      g_autofree char *longer = g_strconcat(usual[i], " ", NULL);
      values[i] = how == 0 ? longer : how == 1 ? "" : NULL;
      g_autoptr(CacheKey) other = key_of(values);
      assert_found(f->cache, other, 1, NULL);
    }
}

/* Where one part ends and the next begins matters. */
static void test_parts(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) one = cache_key_new(), two = cache_key_new(), three = cache_key_new();
  cache_key_add(one, "a", "bc", 2);
  cache_key_add(two, "ab", "c", 1);
  cache_key_add(three, "a", "b", 1);
  cache_key_add(three, "c", "", 0);
  put(f->cache, one, "1", CACHE_FOR_GOOD);
  assert_found(f->cache, two, 1, NULL);
  assert_found(f->cache, three, 1, NULL);
  assert_found(f->cache, one, 1, "1");
}

static void test_limits(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  put(f->cache, k, "unknown in 10 s", 10);
  assert_found(f->cache, k, 10, "unknown in 10 s");
  assert_found(f->cache, k, 5, "unknown in 10 s");
  assert_found(f->cache, k, 11, NULL);
  put(f->cache, k, "unknown in 2 s", 2); /* tells less */
  assert_found(f->cache, k, 10, "unknown in 10 s");
  put(f->cache, k, "unknown in 20 s", 20);
  assert_found(f->cache, k, 11, "unknown in 20 s");
  put(f->cache, k, "false", CACHE_FOR_GOOD);
  assert_found(f->cache, k, 1e9, "false");
  put(f->cache, k, "unknown in 30 s", 30);
  assert_found(f->cache, k, 1, "false");
}

static void test_bytes(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  g_autoptr(GBytes) value = g_bytes_new_static("a\0b\377\0", 5);
  cache_put(f->cache, k, value, 1);
  g_autoptr(GBytes) found = cache_get(f->cache, k, 1);
  g_assert_nonnull(found);
  g_assert_true(g_bytes_equal(value, found));
  g_autoptr(GBytes) nothing = g_bytes_new_static("", 0);
  cache_put(f->cache, k, nothing, 2);
  assert_found(f->cache, k, 2, "");
}

/* Every prefix of the file, and the file with any one byte changed, is as good as none; a new answer heals
 * it. */
static void test_torn(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  put(f->cache, k, "some value", 7);
  g_autofree char *path = only_file(f), *text = NULL;
  gsize length;
  g_assert_true(g_file_get_contents(path, &text, &length, NULL));
  for (gsize n = 0; n < length; n++) {
    g_assert_true(g_file_set_contents(path, text, (gssize)n, NULL));
    assert_found(f->cache, k, 1, NULL);
    text[n] ^= 4;
    g_assert_true(g_file_set_contents(path, text, (gssize)length, NULL));
    assert_found(f->cache, k, 1, NULL);
    text[n] ^= 4;
  }
  put(f->cache, k, "new", 1);
  assert_found(f->cache, k, 1, "new");
}

/* A file under the name of another key. */
static void test_moved(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual), other = cache_key_new();
  put(f->cache, k, "true", CACHE_FOR_GOOD);
  g_autofree char *path = only_file(f), *kept = g_strconcat(path, ".kept", NULL);
  g_assert_cmpint(rename(path, kept), ==, 0);
  put(f->cache, other, "false", CACHE_FOR_GOOD);
  g_autofree char *folder = g_path_get_dirname(path);
  GDir *d = g_dir_open(folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name(d));)
    if (!g_str_has_suffix(name, ".kept")) {
      g_autofree char *target = g_build_filename(folder, name, NULL);
      g_assert_cmpint(rename(kept, target), ==, 0);
      break;
    }
  g_dir_close(d);
  assert_found(f->cache, other, 1, NULL);
}

static void test_bounded(Fixture *f, gconstpointer data) {
  g_autofree char *folder = scratch_file(f->scratch, "small");
  g_autoptr(Cache) c = cache_open(folder, 20000);
  g_autofree char *large = g_strnfill(900, 'x');
  g_autoptr(CacheKey) first = cache_key_new();
  cache_key_add_string(first, "number", "first");
  put(c, first, large, CACHE_FOR_GOOD);
  for (guint i = 0; i < 100; i++) {
    g_autofree char *number = g_strdup_printf("%u", i);
    g_autoptr(CacheKey) k = cache_key_new();
    cache_key_add_string(k, "number", number);
    put(c, k, large, CACHE_FOR_GOOD);
    assert_found(c, k, 1, large);
    assert_found(c, first, 1, large); /* is in use all the time: stays */
    g_usleep(1000);                   /* files of one instant have no order */
  }
  goffset total = 0;
  GDir *d = g_dir_open(folder, 0, NULL);
  for (const char *name; (name = g_dir_read_name(d));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    struct stat st;
    g_assert_cmpint(stat(path, &st), ==, 0);
    total += st.st_size;
  }
  g_dir_close(d);
  g_assert_cmpint(total, <, 20000 + 20000 / 8);
  g_assert_cmpint(total, >, 10000);
  g_autofree char *huge = g_strnfill(15000, 'x');
  g_autoptr(CacheKey) k = cache_key_new();
  put(c, k, huge, CACHE_FOR_GOOD);
  assert_found(c, k, 1, NULL);
}

static void test_stale_parts(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  g_autofree char *folder = scratch_file(f->scratch, "deep/cache");
  g_assert_cmpint(g_mkdir_with_parents(folder, 0700), ==, 0);
  g_autofree char *old = g_build_filename(folder, ".part-old", NULL),
                  *fresh = g_build_filename(folder, ".part-new", NULL);
  g_autofree char *foreign = g_build_filename(folder, "letter.txt", NULL);
  g_assert_true(g_file_set_contents(old, "x", 1, NULL) && g_file_set_contents(fresh, "x", 1, NULL) &&
                g_file_set_contents(foreign, "x", 1, NULL));
  g_assert_cmpint(utime(old, &(struct utimbuf){1000, 1000}), ==, 0);
  g_assert_cmpint(utime(foreign, &(struct utimbuf){1000, 1000}), ==, 0);
  put(f->cache, k, "true", CACHE_FOR_GOOD);
  g_assert_false(g_file_test(old, G_FILE_TEST_EXISTS));
  g_assert_true(g_file_test(fresh, G_FILE_TEST_EXISTS));
  g_assert_true(g_file_test(foreign, G_FILE_TEST_EXISTS));
}

/* Two processes write and read the same keys: each value read is one that somebody wrote, whole. */
static void write_and_read(Cache *c, char mark) {
  for (guint round = 0; round < 300; round++) {
    g_autoptr(CacheKey) k = cache_key_new();
    g_autofree char *number = g_strdup_printf("%u", round % 7), *value = g_strnfill(5000 + round, mark);
    cache_key_add_string(k, "number", number);
    put(c, k, value, round);
    g_autoptr(GBytes) found = cache_get(c, k, 0);
    if (!found) _exit(1);
    gsize length;
    const char *text = g_bytes_get_data(found, &length);
    for (gsize i = 0; i < length; i++)
      if (text[i] != text[0] || (text[0] != 'a' && text[0] != 'b')) _exit(2);
  }
  _exit(0);
}

static void test_concurrent(Fixture *f, gconstpointer data) {
  pid_t writers[2];
  for (int i = 0; i < 2; i++)
    if ((writers[i] = fork()) == 0) write_and_read(f->cache, (char)('a' + i));
  for (int i = 0; i < 2; i++) {
    int status;
    g_assert_cmpint(waitpid(writers[i], &status, 0), ==, writers[i]);
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), ==, 0);
  }
}

/* A folder that cannot be made (a file is in its place: that stops root, too), one that is full, and none. */
static void test_unwritable(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  g_autofree char *file = scratch_file(f->scratch, "file"), *below = g_build_filename(file, "cache", NULL);
  g_assert_true(g_file_set_contents(file, "text", -1, NULL));
  g_autoptr(Cache) in_file = cache_open(file, 0), below_file = cache_open(below, 0);
  put(in_file, k, "true", CACHE_FOR_GOOD);
  put(below_file, k, "true", CACHE_FOR_GOOD);
  put(NULL, k, "true", CACHE_FOR_GOOD);
  assert_found(in_file, k, 1, NULL);
  assert_found(below_file, k, 1, NULL);
  assert_found(NULL, k, 1, NULL);
  if (g_file_test("/dev/full", G_FILE_TEST_EXISTS)) { /* what stands there is no regular file */
    put(f->cache, k, "true", CACHE_FOR_GOOD);
    g_autofree char *path = only_file(f);
    g_assert_cmpint(unlink(path), ==, 0);
    g_assert_cmpint(symlink("/dev/full", path), ==, 0);
    assert_found(f->cache, k, 1, NULL);
    g_assert_cmpint(unlink(path), ==, 0);
    g_assert_cmpint(mkfifo(path, 0600), ==, 0); /* nobody will ever write */
    assert_found(f->cache, k, 1, NULL);
  }
}

/* As on a full disk: the write fails half-way, and nothing is left of it. */
static void test_full(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  g_autofree char *folder = scratch_file(f->scratch, "deep/cache"), *large = g_strnfill(100000, 'x');
  pid_t writer = fork();
  if (writer == 0) {
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){5000, 5000});
    put(f->cache, k, large, CACHE_FOR_GOOD);
    _exit(0);
  }
  int status;
  g_assert_cmpint(waitpid(writer, &status, 0), ==, writer);
  g_assert_true(WIFEXITED(status));
  assert_found(f->cache, k, 1, NULL);
  GDir *d = g_dir_open(folder, 0, NULL);
  g_assert_null(g_dir_read_name(d));
  g_dir_close(d);
}

static void test_folder(Fixture *f, gconstpointer data) {
  g_autoptr(CacheKey) k = key_of(usual);
  g_setenv("ACF_CACHE_DIR", f->scratch->path, TRUE);
  g_autoptr(Cache) c = cache_open(NULL, 0), same = cache_open(f->scratch->path, 0);
  g_unsetenv("ACF_CACHE_DIR");
  put(c, k, "true", CACHE_FOR_GOOD);
  assert_found(same, k, 1, "true");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  static const struct {
    const char *name;
    void (*run)(Fixture *, gconstpointer);
  } tests[] = {{"/cache/hit", test_hit},
               {"/cache/miss", test_miss},
               {"/cache/parts", test_parts},
               {"/cache/limits", test_limits},
               {"/cache/bytes", test_bytes},
               {"/cache/torn", test_torn},
               {"/cache/moved", test_moved},
               {"/cache/bounded", test_bounded},
               {"/cache/stale", test_stale_parts},
               {"/cache/concurrent", test_concurrent},
               {"/cache/unwritable", test_unwritable},
               {"/cache/full", test_full},
               {"/cache/folder", test_folder}};
  for (guint i = 0; i < G_N_ELEMENTS(tests); i++)
    g_test_add(tests[i].name, Fixture, NULL, setup, tests[i].run, teardown);
  return g_test_run();
}
