/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The margin of the input space: where runs do not end in time, and what is far from it. */
#include "learn/type-limits.h"
#include "formula/solver.h"
#include "tests/helpers/sample.h"

static void test_endless(void) {
  Loaded l = sample_load("int main(void) { int n = any(); unsigned c = 0;\n"
                         " for (int i = 0; i <= n; i += 4) c++; check(c < 10); }");
  Sampler *s = sampler_new(l.program, NULL, 20000, 0);
  const Term *n = sample_input(l.program, 0, 1);
  const Term *region = term_binary(TERM_SLE, term_const(32, 36), n);
  const Term *one = type_limits_endless(s, region, 1);
  g_assert_true(sample_contains(one, n, G_MAXINT32));
  g_assert_false(sample_contains(one, n, G_MAXINT32 - 1) || sample_contains(one, n, G_MININT32) ||
                 sample_contains(one, n, 36));
  g_assert_cmpuint(type_limits_step(s), ==, 4);
  const Term *four = type_limits_endless(s, region, 4);
  g_assert_true(sample_contains(four, n, G_MAXINT32 - 3));
  g_assert_false(sample_contains(four, n, G_MAXINT32 - 4));
  /* negative numbers end at once: their greatest is no part of the margin */
  g_assert_true(term_is_false(type_limits_endless(s, term_binary(TERM_SLT, n, term_const(32, 0)), 1)));
  sampler_free(s);
  sample_free(&l);
}

static void test_moderate(void) {
  Loaded l = sample_load("int main(void) { int n = any(); while (n < 100) n += 7; check(0); }");
  Sampler *s = sampler_new(l.program, NULL, 20000, 0);
  const Term *n = sample_input(l.program, 0, 1);
  const Term *moderate = type_limits_moderate(l.program, s, term_binary(TERM_SLT, n, term_const(32, 5)));
  g_assert_true(sample_contains(moderate, n, 0) && sample_contains(moderate, n, -1) &&
                sample_contains(moderate, n, 1000000));
  g_assert_false(sample_contains(moderate, n, G_MAXINT32 - 100) ||
                 sample_contains(moderate, n, G_MININT32 + 100));
  g_assert_true(sample_contains(moderate, n, G_MAXINT32 - 400) &&
                sample_contains(moderate, n, G_MININT32 + 400));
  g_assert_true(term_is_true(type_limits_moderate(l.program, s, term_bool(TRUE))));
  sampler_free(s);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/type-limits/endless", test_endless);
  g_test_add_func("/type-limits/moderate", test_moderate);
  return g_test_run();
}
