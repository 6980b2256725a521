/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress of an analysis, in words and for listeners. */
#include "base/progress.h"

static void expect(const Progress *p, const char *expected) {
  g_autofree char *text = progress_text(p);
  g_assert_cmpstr(text, ==, expected);
}

static void test_text(void) {
  Progress p = {.phase = "possible", .doing = "looking for failing inputs", .partitions = 1, .elapsed = 0.4};
  expect(&p, "looking for failing inputs; no failing input so far; 0 s");
  p.doing = "proving that nothing else fails";
  p.failing = 1;
  expect(&p, "proving that nothing else fails; 1 failing region so far; 0 s");
  p.failing = 2;
  p.elapsed = 12.3;
  expect(&p, "proving that nothing else fails; 2 failing regions so far; 12 s");
}

static void count(const Progress *p, gpointer data) { *(guint *)data += p->iteration; }

/* A listener hears every update, without a line on the terminal; and none after it was taken away. */
static void test_listener(void) {
  const Progress p = {.phase = "merge", .doing = "merging failing regions", .iteration = 3};
  guint sum = 0;
  progress_listen(count, &sum);
  progress_update(&p);
  progress_update(&p);
  progress_listen(NULL, NULL);
  progress_update(&p);
  g_assert_cmpuint(sum, ==, 6);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/progress/text", test_text);
  g_test_add_func("/progress/listener", test_listener);
  return g_test_run();
}
