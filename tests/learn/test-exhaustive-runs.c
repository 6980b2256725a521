/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of all inputs of a small region: what they tell, and where they must not be asked. */
#include "learn/exhaustive-runs.h"
#include "formula/range.h"
#include "tests/helpers/sample.h"

static const Term *between(const Term *t, gint64 least, gint64 greatest) {
  return term_and(term_binary(TERM_SLE, term_const(t->width, (guint64)least), t),
                  term_binary(TERM_SLE, t, term_const(t->width, (guint64)greatest)));
}

static gint64 soon(void) { return g_get_monotonic_time() + 60 * G_USEC_PER_SEC; }

static void assert_fails(const char *source, gint64 least, gint64 greatest, gint64 first, gint64 last) {
  Loaded l = sample_load(source);
  const Term *n = sample_input(l.program, 0, 1);
  const Term *fails = exhaustive_runs_failing(l.program, between(n, least, greatest), soon());
  g_assert_nonnull(fails);
  const Term *expected = first > last ? term_bool(FALSE) : between(n, first, last);
  g_assert_true(solver_valid(term_binary(TERM_EQ, fails, expected), 10000));
  sample_free(&l);
}

static void test_one_input(void) {
  const char *source =
      "int main(void) { int n = any(), s = 0; for (int i = 0; i < n; i++) s += i; check(s != 45); }";
  assert_fails(source, -20, 400, 10, 10);
  assert_fails(source, 11, 400, 1, 0);
  assert_fails("int main(void) { int n = any(); check(n < 3 || n > 7); }", -100000, 100000, 3, 7);
  assert_fails("int main(void) { int n = any(); check(n < 3); }", -5, 5, 3,
               5); /* up to the end of the grid */
}

static void test_memory(void) {
  assert_fails("int a[40];\nint main(void) { int n = any(); for (int i = 0; i < n; i++) a[i] = 1;\n"
               "  int s = 0; for (int i = 0; i < 40; i++) s += a[i]; check(s < 30); }",
               -20, 40, 30, 40);
  assert_fails(
      "static const unsigned char t[8] = {3, 1, 4, 1, 5, 9, 2, 6};\n"
      "static int sum(const unsigned char *p, int n) { int s = 0; while (n-- > 0) s += *p++; return s; }\n"
      "int main(void) { int n = any(); if (n > 8) return 0; check(sum(t, n) < 14); }",
      -3, 20, 5, 8);
  assert_fails("int main(void) { int n = any(), a[30] = {0}; if (n < 0 || n > 28) return 0; a[n + 1] = n;\n"
               "  int s = 0; for (int i = 0; i < 30; i++) s += i * a[i]; check(s != 12 * 13); }",
               -50, 50, 12, 12);
}

/* The solver would take long to find out what the region says of the input; it is seen at once. */
static void test_large_region(void) {
  Loaded l = sample_load("int main(void) { int n = any(); check(n != 700); }");
  const Term *n = sample_input(l.program, 0, 1), *odd = n;
  for (guint i = 0; i < 40; i++)
    odd = term_binary(TERM_UREM, term_binary(TERM_MUL, odd, odd), term_const(32, 999983 - 2 * i));
  const Term *is_odd = term_eq(odd, term_const(32, 12345));
  const Term *region =
      term_or(term_and(between(n, 0, 1000), term_not(is_odd)), term_and(between(n, 500, 2000), is_odd));
  const Term *fails =
      exhaustive_runs_failing(l.program, region, g_get_monotonic_time() + 20 * G_USEC_PER_SEC);
  g_assert_nonnull(fails);
  g_assert_true(solver_valid(term_binary(TERM_EQ, fails, term_eq(n, term_const(32, 700))), 10000));
  sample_free(&l);
}

/* What lies outside the region is somebody else's, though it fails. */
static void test_region(void) {
  Loaded l = sample_load("int main(void) { int n = any(); check(n < 3 || n > 7); }");
  const Term *n = sample_input(l.program, 0, 1);
  const Term *gap = term_not(term_eq(n, term_const(32, 5)));
  const Term *fails = exhaustive_runs_failing(l.program, term_and(between(n, 0, 9), gap), soon());
  g_assert_nonnull(fails);
  g_assert_true(solver_valid(term_binary(TERM_EQ, fails, term_and(between(n, 3, 7), gap)), 10000));
  sample_free(&l);
}

static void test_two_inputs(void) {
  Loaded l = sample_load("int main(void) { int m = any(), n = any(); check(m * n != 12 || m > n); }");
  const Term *m = sample_input(l.program, 0, 1), *n = sample_input(l.program, 1, 1);
  const Term *region = term_and(between(m, -10, 10), between(n, -10, 10));
  const Term *fails = exhaustive_runs_failing(l.program, region, soon());
  g_assert_nonnull(fails);
  for (gint a = -11; a <= 11; a++)
    for (gint b = -11; b <= 11; b++) {
      Model *point = model_new();
      model_set(point, m, (guint32)a);
      model_set(point, n, (guint32)b);
      gboolean inside = a >= -10 && a <= 10 && b >= -10 && b <= 10;
      g_assert_cmpint(term_eval(fails, point) != 0, ==, inside && a * b == 12 && a <= b);
      model_free(point);
    }
  sample_free(&l);
}

/* ---- no proofs ---- */

static const Sample refused[] = {
    {"unwritten", "int main(void) { int n = any(), a[9]; if (n > 0) a[n] = 1; check(a[n & 7] == 1); }"},
    {"outside", "int a[4];\nint main(void) { int n = any(); check(a[n & 7] == 0); }"},
    {"astray", "int a[64], b[64];\nint main(void) { int n = any(); int *p = a + 70 * (n & 1);\n"
               "  p -= 8 * (n & 3); *p = 1; check(b[0] == 0); }"},
    {"order", "int a[4], b[4];\nint main(void) { int n = any(); check((n > 3 ? &a[n & 1] : b) < a + 2); }"},
    {"kept-address", "int a[4];\nstruct { int *p; long n; } s;\n"
                     "int main(void) { int n = any(); s.p = &a[n & 3]; s.n = n; check(*s.p == 0); }"},
    {"address-at-start",
     "int a[4]; int *p[2] = {a, a + 1};\nint main(void) { int n = any(); check(*p[n & 1] == n); }"},
    {"dangling", "static int *local(int n) { int a[4] = {n, 1, 2, 3}; return &a[n & 3]; }\n"
                 "int main(void) { int n = any(); int *p = local(n); check(*p == 1); }"},
    {"heap", "void *malloc(unsigned long);\n"
             "int main(void) { int n = any(); int *p = malloc(8); p[n & 1] = n; check(p[n & 1] < 5); }"},
    {"address", "int g;\nint main(void) { int n = any(); check((long)&g != n); }"},
    {"float", "int main(void) { int n = any(); float f = n; check(f * 0.1f != 1.0f); }"},
    {"other-input", "int main(void) { int n = any(); if (n > 3) check(any() != 7); }"},
    {"again", "int main(void) { int n = any(); while (n-- > 0) check(any() != 7); }"},
    {"endless",
     "int main(void) { int n = any(); while (n != 3) n = n > 3 ? n - 1 : n - 1 + (n & 1); check(0); }"},
    {"division", "int main(void) { int n = any(); int q = 100 / n; if (n > 5) check(q != 10); }"},
    {"pointer-call", "static int one(void) { return 1; } static int two(void) { return 2; }\n"
                     "int main(void) { int n = any(); int (*f)(void) = n ? one : two; check(f() == 1); }"},
};

static void test_refused(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  g_assert_null(exhaustive_runs_failing(l.program, between(sample_input(l.program, 0, 1), -8, 8), soon()));
  sample_free(&l);
}

static void test_many(void) {
  Loaded l = sample_load("int main(void) { int n = any(); check((n & 1) == 0); }");
  const Term *n = sample_input(l.program, 0, 1);
  g_assert_null(exhaustive_runs_failing(l.program, term_bool(TRUE), soon()));
  g_assert_null(exhaustive_runs_failing(l.program, between(n, 0, 1 << 22), soon())); /* too many to try */
  g_assert_null(
      exhaustive_runs_failing(l.program, between(n, 0, 1000), soon()));     /* too many intervals to state */
  g_assert_null(exhaustive_runs_failing(l.program, between(n, 0, 100), 1)); /* too late */
  g_assert_nonnull(exhaustive_runs_failing(l.program, between(n, 0, 100), soon()));
  sample_free(&l);
}

/* ---- ranges ---- */

static void test_range(void) {
  const Term *x = term_input((InputKey){0, 1, 0}, 32), *y = term_input((InputKey){0, 2, 0}, 64);
  Solver *s = solver_new();
  solver_assert(s, term_or(between(x, -7, -3), between(x, 12, 90)));
  solver_assert(s, term_binary(TERM_SLE, term_const(64, 5), y));
  gint64 least, greatest;
  range_find(s, x, soon(), &least, &greatest);
  g_assert_cmpint(least, ==, -7);
  g_assert_cmpint(greatest, ==, 90);
  range_find(s, y, soon(), &least, &greatest);
  g_assert_cmpint(least, ==, 5);
  g_assert_cmpint(greatest, ==, G_MAXINT64);
  g_assert_true(range_holds(s, term_not(term_eq(x, term_const(32, 0)))));
  g_assert_false(range_holds(s, term_not(term_eq(x, term_const(32, 50)))));
  range_find(s, x, 1, &least, &greatest); /* too late for more than is known at once */
  g_assert_true(least <= -7 && greatest >= 90);
  solver_free(s);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/exhaustive-runs/one-input", test_one_input);
  g_test_add_func("/exhaustive-runs/memory", test_memory);
  g_test_add_func("/exhaustive-runs/large-region", test_large_region);
  g_test_add_func("/exhaustive-runs/region", test_region);
  g_test_add_func("/exhaustive-runs/two-inputs", test_two_inputs);
  sample_add_tests("/exhaustive-runs/refused", refused, G_N_ELEMENTS(refused), test_refused);
  g_test_add_func("/exhaustive-runs/many", test_many);
  g_test_add_func("/exhaustive-runs/range", test_range);
  return g_test_run();
}
