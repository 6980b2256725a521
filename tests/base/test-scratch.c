/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scratch folders come and go, and of long texts both ends are kept. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/excerpt.h"
#include "base/scratch.h"

static gboolean is_removed(const char *path) { return !g_file_test(path, G_FILE_TEST_EXISTS); }

static void test_scratch(void) {
  g_autoptr(GError) error = NULL;
  Scratch *s = scratch_new(&error);
  g_assert_no_error(error);
  struct stat st;
  g_assert_cmpint(stat(s->path, &st), ==, 0);
  g_assert_cmpuint(st.st_mode & 0777, ==, 0700);
  g_autofree char *file = scratch_file(s, "a file"), *link = scratch_file(s, "link"),
                  *path = g_strdup(s->path);
  g_assert_true(g_file_set_contents(file, "text", -1, NULL));
  Scratch *other = scratch_new(NULL);
  g_assert_cmpint(symlink(other->path, link), ==, 0);
  scratch_sweep(); /* somebody holds it */
  g_assert_false(is_removed(file));
  scratch_free(s);
  g_assert_true(is_removed(path));
  g_assert_false(is_removed(other->path)); /* links are not followed */
  scratch_free(other);
}

static void test_left_over_scratch(void) {
  int ends[2];
  g_assert_cmpint(pipe(ends), ==, 0);
  pid_t owner = fork();
  if (owner == 0) {
    Scratch *s = scratch_new(NULL);
    if (write(ends[1], s->path, strlen(s->path) + 1) < 0) _exit(1);
    for (;;) pause();
  }
  char path[1000];
  g_assert_cmpint(read(ends[0], path, sizeof path), >, 0);
  scratch_sweep();
  g_assert_false(is_removed(path));
  kill(owner, SIGKILL);
  waitpid(owner, NULL, 0);
  scratch_sweep();
  g_assert_true(is_removed(path));
  close(ends[0]);
  close(ends[1]);
}

static void test_no_scratch(void) {
  if (g_test_subprocess()) {
    g_autoptr(GError) error = NULL;
    g_assert_null(scratch_new(&error));
    g_assert_error(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
    return;
  }
  g_autofree char *before = g_strdup(g_getenv("TMPDIR"));
  g_setenv("TMPDIR", "/nowhere/at/all", TRUE);
  g_test_trap_subprocess(NULL, 0, 0);
  if (before)
    g_setenv("TMPDIR", before, TRUE);
  else
    g_unsetenv("TMPDIR");
  g_test_trap_assert_passed();
}

/* Whatever the pieces are that a text comes in, its two ends are kept. */
static void test_excerpt(void) {
  char text[200];
  for (guint i = 0; i < sizeof text; i++) text[i] = (char)('0' + i % 75);
  for (guint length = 0; length <= sizeof text; length++)
    for (guint piece = 1; piece < 50; piece += 3) {
      Excerpt *x = excerpt_new(40);
      for (guint at = 0; at < length; at += piece)
        excerpt_add(x, (const guint8 *)text + at, MIN(piece, length - at));
      g_autoptr(GByteArray) kept = excerpt_text(x);
      g_assert_cmpuint(excerpt_dropped(x), ==, length > 40 ? length - 40 : 0);
      g_assert_cmpmem(kept->data, MIN(kept->len, 20), text, MIN(length, 20));
      guint end = MIN(length, 20);
      g_assert_cmpmem(kept->data + kept->len - end, end, text + length - end, end);
      excerpt_free(x);
    }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/scratch/used", test_scratch);
  g_test_add_func("/scratch/left-over", test_left_over_scratch);
  g_test_add_func("/scratch/none", test_no_scratch);
  g_test_add_func("/excerpt", test_excerpt);
  return g_test_run();
}
