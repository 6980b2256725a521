/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long somebody waits: which inputs are near enough, and what a compiler leaves of loops. */
#include "learn/endless-runs.h"
#include <glib/gstdio.h>
#include "frontend/frontend.h"
#include "tests/helpers/sample.h"

static const Term *near_from(const Loaded *l, const Term *n, const GPtrArray *points, const Term *region) {
  g_autoptr(GPtrArray) inputs = g_ptr_array_new();
  g_ptr_array_add(inputs, (gpointer)n);
  return endless_runs_none_near(l->program, l->cfg, inputs, points, region, g_get_monotonic_time() + 60 * G_USEC_PER_SEC);
}

static const Term *near_in(const Loaded *l, const Term *n, const Term *region) {
  g_autoptr(GPtrArray) points = g_ptr_array_new();
  return near_from(l, n, points, region);
}

/* No random point has just that value; the one that is given has. */
static void test_rare(void) {
  Loaded l = sample_load("int main(void) { int n = any(); unsigned s = 1;"
                         " if (n == 12321) for (unsigned i = 0; i < 2000000000; i++) s = s * 7 + i; check(0); return s; }");
  const Term *n = sample_input(l.program, 0, 1);
  g_autoptr(GPtrArray) points = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  Model *m = model_new();
  model_set(m, n, 12321);
  g_ptr_array_add(points, m);
  const Term *near = near_from(&l, n, points, term_bool(TRUE));
  g_assert_false(sample_contains(near, n, 12321));
  g_assert_true(sample_contains(near, n, 100));
  sample_free(&l);
}

static void test_near(void) {
  Loaded l = sample_load("int main(void) { int n = any(); unsigned c = 0;\n"
                         " for (int i = 0; i < n; i++) c ^= i; check(c == 7); }");
  const Term *n = sample_input(l.program, 0, 1), *zero = term_const(32, 0);
  const Term *near = near_in(&l, n, term_binary(TERM_SLT, zero, n));
  g_assert_true(sample_contains(near, n, 1) && sample_contains(near, n, 1000));
  g_assert_false(sample_contains(near, n, G_MAXINT32) || sample_contains(near, n, 100000000));
  /* what a compiled program counts to while one waits is near, however far it is */
  sample_free(&l);
  l = sample_load("int main(void) { int n = any(); unsigned c = 0; for (int i = 0; i < n; i++) c += 3; check(c == 7); }");
  n = sample_input(l.program, 0, 1);
  g_assert_true(term_is_true(near_in(&l, n, term_binary(TERM_SLT, zero, n))));
  /* no iterations at all: everything is near */
  g_assert_true(term_is_true(near_in(&l, n, term_binary(TERM_SLT, n, zero))));
  sample_free(&l);
}

static void test_nothing_is_near(void) {
  Loaded l = sample_load("int main(void) { int n = any(); while (n != 1000000001) n += 2; check(0); }");
  g_assert_true(term_is_false(near_in(&l, sample_input(l.program, 0, 1), term_bool(TRUE))));
  sample_free(&l);
}

/* Of a program whose file is there. */
static gboolean loops_remain(const char *text) {
  FrontendOptions options = {.lp64 = TRUE};
  g_autofree char *path = NULL;
  GError *error = NULL;
  g_close(g_file_open_tmp("acf-test-XXXXXX.c", &path, &error), NULL);
  g_assert_no_error(error);
  g_file_set_contents(path, text, -1, &error);
  g_assert_no_error(error);
  Program *p = frontend_load(path, &options, &error);
  g_assert_no_error(error);
  gboolean remain = frontend_loops_remain(p);
  g_unlink(path);
  g_assert_cmpint(frontend_loops_remain(p), ==, remain); /* the file was read once */
  program_free(p);
  return remain;
}

#define DECLARATIONS "int __VERIFIER_nondet_int(void); void reach_error(void);\n"

static void test_compiled(void) {
  g_assert_false(loops_remain(DECLARATIONS "int main(void) { int n = __VERIFIER_nondet_int(), c = 0;\n"
                                          " for (int i = 0; i < n; i++) c++; if (c > 25) reach_error(); }"));
  g_assert_true(loops_remain(DECLARATIONS
                            "int main(void) { int c = 0;\n"
                            " while (__VERIFIER_nondet_int()) c++; if (c > 25) reach_error(); }"));
  g_assert_true(loops_remain(DECLARATIONS
                            "int f(int n) { return n ? 2 * f(n - 1) + 1 : 0; }\n"
                            "int main(void) { if (f(__VERIFIER_nondet_int()) == 7) reach_error(); }"));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/endless-runs/near", test_near);
  g_test_add_func("/endless-runs/rare", test_rare);
  g_test_add_func("/endless-runs/nothing", test_nothing_is_near);
  g_test_add_func("/endless-runs/compiled", test_compiled);
  return g_test_run();
}
