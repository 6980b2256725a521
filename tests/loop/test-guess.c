/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess and prove: what comes back is proven, and where loops are simple, both bounds are the failing set. */
#include "loop/guess.h"
#include "formula/solver.h"
#include "tests/helpers/sample.h"

static Bounds bounds_of(const Loaded *l, double seconds) {
  Portfolio everyone = {.memory_bytes = (gsize)1 << 30};
  GuessSearch m = {&everyone, sample_question(l), g_ptr_array_new_with_free_func((GDestroyNotify)model_free)};
  m.question.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  Bounds b = guess_bounds(&m);
  g_ptr_array_unref(m.points);
  return b;
}

static void assert_same(const Term *a, const Term *b) { g_assert_true(solver_valid(term_eq(a, b), 20000)); }

static const Term *more_than(const Term *t, guint64 c) {
  return term_binary(TERM_SLT, term_const(t->width, c), t);
}

/* As many iterations as the input says: no unrolling covers them, and all of them fail from eleven on. */
static void test_loop(void) {
  Loaded l = sample_load("int main(void) { int n = any(), c = 0; for (int i = 0; i < n; i++) c++;\n"
                         " check(c <= 10); }");
  Bounds b = bounds_of(&l, 40);
  assert_same(b.upper, more_than(sample_input(l.program, 0, 1), 10));
  assert_same(b.lower, b.upper);
  g_assert_nonnull(b.proof_of_lower);
  g_assert_nonnull(b.proof_of_upper);
  sample_free(&l);
}

/* Up to and including the input: for the largest number the loop never ends, so that does not fail.  But a
 * compiler may take it to end. */
static void test_inclusive(void) {
  Loaded l = sample_load("int main(void) { int n = any(), c = 0; for (int i = 1; i <= n; i++) c++;\n"
                         " check(c <= 10); }");
  Bounds b = bounds_of(&l, 60);
  const Term *n = sample_input(l.program, 0, 1);
  assert_same(b.upper, more_than(n, 10));
  assert_same(b.endless, term_eq(n, term_const(32, 0x7fffffff)));
  assert_same(b.lower, term_and(b.upper, term_not(b.endless)));
  sample_free(&l);
}

/* No run comes to its end in time, but all of them fail. */
static void test_long(void) {
  Loaded l = sample_load("int main(void) { int n = any(); unsigned i = 0;\n"
                         " while (i < 2000000000) i++; check(i != 2000000000); }");
  Bounds b = bounds_of(&l, 60);
  g_assert_true(term_is_true(b.lower) && term_is_true(b.upper));
  sample_free(&l);
}

/* The upper bound alone: past it, runs may never end. */
static void test_endless(void) {
  Loaded l = sample_load("int main(void) { int n = any(); unsigned i = 0;\n"
                         " if (n > 10) { while (i < 10 || any()) i++; check(0); } }");
  Bounds b = bounds_of(&l, 12);
  assert_same(b.upper, more_than(sample_input(l.program, 0, 1), 10));
  g_assert_true(solver_valid(term_implies(b.lower, b.upper), 20000));
  const Term *goes_on = term_bool(TRUE); /* a run that still reads is not known to fail */
  for (guint k = 1; k <= 30; k++)
    goes_on = term_and(goes_on, term_not(term_eq(sample_input(l.program, 1, k), term_const(32, 0))));
  g_assert_cmpint(solver_sat(term_and(b.lower, goes_on), 20000, NULL), ==, SOLVER_UNSAT);
  sample_free(&l);
}

/* Where nothing fails there is nothing to guess. */
static void test_safe(void) {
  Loaded l = sample_load("int main(void) { unsigned char n = any_byte(); check(n < 256); }");
  Bounds b = bounds_of(&l, 10);
  g_assert_cmpuint(b.guesses, ==, 0);
  g_assert_true(term_is_true(b.upper) && term_is_false(b.lower));
  sample_free(&l);
}

/* A point that few would hit makes the guess wrong at first. */
static void test_refuted(void) {
  Loaded l =
      sample_load("int main(void) { int n = any(); check(n <= 1000 && n * 7 - 123457 != 0x1234560); }");
  Bounds b = bounds_of(&l, 30);
  const Term *n = sample_input(l.program, 0, 1), *seven = term_const(32, 7);
  const Term *product = term_binary(TERM_SUB, term_binary(TERM_MUL, n, seven), term_const(32, 123457));
  const Term *fails = term_or(more_than(n, 1000), term_eq(product, term_const(32, 0x1234560)));
  g_assert_true(solver_valid(term_implies(fails, b.upper), 20000));
  g_assert_true(solver_valid(term_implies(b.lower, fails), 20000));
  sample_free(&l);
}

/* Few runs are seen to overflow, for most would have to count very far. */
static void test_counts_far(void) {
  Loaded l = sample_load_for("int main(void) { int x = any(), y = any();\n"
                             " if (y < 1) while (x >= 0) x -= y; return 0; }",
                             "no-overflow");
  Bounds b = bounds_of(&l, 60);
  const Term *x = sample_input(l.program, 0, 1), *y = sample_input(l.program, 1, 1), *zero = term_const(32, 0);
  assert_same(b.lower, term_and(term_binary(TERM_SLE, zero, x), term_binary(TERM_SLT, y, zero)));
  assert_same(b.upper, b.lower);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/guess/loop", test_loop);
  g_test_add_func("/guess/inclusive", test_inclusive);
  g_test_add_func("/guess/long", test_long);
  g_test_add_func("/guess/endless", test_endless);
  g_test_add_func("/guess/counts-far", test_counts_far);
  g_test_add_func("/guess/safe", test_safe);
  g_test_add_func("/guess/refuted", test_refuted);
  return g_test_run();
}
