/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cubes, interpolants and hulls of formulas; and what is extrapolated from small unrollings of programs. */
#include "learn/hull.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "learn/cube.h"
#include "learn/extrapolate.h"
#include "learn/interpolate.h"
#include "tests/helpers/sample.h"

static const Term *input(guint n) { return term_input((InputKey){n, 1, 0}, 32); }
static const Term *number(gint64 v) { return term_const(32, (guint64)v); }
static const Term *le(const Term *a, const Term *b) { return term_binary(TERM_SLE, a, b); }
static const Term *lt(const Term *a, const Term *b) { return term_binary(TERM_SLT, a, b); }
static const Term *times(gint64 k, const Term *a) { return term_binary(TERM_MUL, number(k), a); }
static const Term *within(const Term *a, gint64 lo, gint64 hi) {
  return term_and(le(number(lo), a), le(a, number(hi)));
}

#define X input(0)
#define Y input(1)

static gint64 soon(void) { return g_get_monotonic_time() + 60 * G_USEC_PER_SEC; }

static gboolean implies(const Term *a, const Term *b) { return solver_valid(term_implies(a, b), 20000); }

static void assert_same(const Term *a, const Term *b) {
  g_assert_nonnull(a);
  g_assert_true(implies(a, b) && implies(b, a));
}

/* ---- cubes ---- */

static const Term *cube_at(const Term *formula, gint64 x, gint64 y) {
  Model *m = model_new();
  model_set(m, X, (guint64)x & 0xffffffff);
  model_set(m, Y, (guint64)y & 0xffffffff);
  g_autoptr(GPtrArray) literals = cube_around(formula, m);
  const Term *cube = literals ? term_and_n((const Term *const *)literals->pdata, literals->len) : NULL;
  if (cube) g_assert_true(term_eval(cube, m));
  model_free(m);
  return cube;
}

/* One of the disjuncts, one branch of the choice, one side of what differs; and it implies the formula. */
static void test_cube(void) {
  const Term *choice = term_ite(lt(X, Y), X, Y);
  const Term *formula =
      term_and(term_or(lt(X, number(5)), lt(number(90), X)), term_not(term_eq(choice, number(3))));
  const Term *cube = cube_at(formula, 100, 7);
  assert_same(cube, term_and(term_and(lt(number(90), X), le(Y, X)), lt(number(3), Y)));
  g_assert_true(implies(cube, formula));
  assert_same(cube_at(formula, 1, 7), term_and(lt(X, number(3)), lt(X, Y)));
  g_assert_null(cube_at(formula, 50, 7));
}

/* Division rounds toward zero: on which side of it, is part of the cube. */
static void test_cube_of_quotient(void) {
  const Term *formula = le(term_binary(TERM_SDIV, X, number(4)), Y);
  g_assert_true(implies(cube_at(formula, 9, 7), le(number(0), X)));
  g_assert_true(implies(cube_at(formula, -9, 7), lt(X, number(0))));
}

/* ---- interpolants ---- */

/* 1 <= x <= 3 and y == 2 against x <= 0, x > 100, and y < -5: the sides move up to there, or go. */
static void test_interpolate(void) {
  g_autoptr(GPtrArray) leaves = g_ptr_array_new(), readers = g_ptr_array_new();
  g_ptr_array_add(leaves, (gpointer)X);
  g_ptr_array_add(leaves, (gpointer)Y);
  Space *s = space_new(leaves, readers, TRUE);
  LinearConstraint all[] = {{{-1, {1}}, FALSE}, {{3, {-1}}, FALSE}, {{-2, {0, 1}}, TRUE}};
  g_autoptr(GArray) constraints = g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
  g_array_append_vals(constraints, all, G_N_ELEMENTS(all));
  interpolate(s, constraints, term_or(term_not(within(X, 1, 100)), lt(Y, number(-5))), soon());
  const Term *region = term_bool(TRUE);
  for (guint i = 0; i < constraints->len; i++)
    region = term_and(region, space_term(s, &g_array_index(constraints, LinearConstraint, i)));
  assert_same(region, term_and(within(X, 1, 100), le(number(-5), Y)));
  space_free(s);
}

/* A line stays one. */
static void test_interpolate_line(void) {
  g_autoptr(GPtrArray) leaves = g_ptr_array_new(), readers = g_ptr_array_new();
  g_ptr_array_add(leaves, (gpointer)X);
  Space *s = space_new(leaves, readers, TRUE);
  LinearConstraint line = {{-4, {1}}, TRUE};
  g_autoptr(GArray) constraints = g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
  g_array_append_val(constraints, line);
  interpolate(s, constraints, term_not(term_eq(X, number(4))), soon());
  g_assert_cmpuint(constraints->len, ==, 1);
  g_assert_true(g_array_index(constraints, LinearConstraint, 0).equality);
  space_free(s);
}

/* ---- hulls ---- */

/* Of the first iterations of a loop: x == i fails where y < 2i, for 0 <= i < n. */
static void iterations(guint n, const Term **fails, const Term **passes) {
  *fails = term_bool(FALSE);
  for (guint i = 0; i < n; i++)
    *fails = term_or(*fails, term_and(term_eq(X, number(i)), lt(Y, number(2 * (gint64)i))));
  *passes = term_and(lt(X, number(n)), term_not(*fails));
}

static void test_hull(void) {
  const Term *fails, *passes;
  iterations(5, &fails, &passes);
  const Term *hull = hull_between(fails, passes, soon());
  const Term *small = within(X, 0, 1000000);
  assert_same(term_and(small, hull), term_and(small, lt(Y, times(2, X))));
  g_assert_true(implies(fails, hull));
  g_assert_false(solver_valid(term_not(term_and(hull, lt(number(1000000), X))), 20000));
}

/* What lies between two pieces passes: they stay two. */
static void test_apart(void) {
  const Term *fails = term_or(within(X, 1, 2), within(X, 7, 8));
  const Term *passes = term_or(within(X, 3, 6), term_not(within(X, 1, 20)));
  assert_same(hull_between(fails, passes, soon()), term_or(within(X, 1, 2), within(X, 7, 20)));
}

static void test_nothing(void) {
  g_assert_null(hull_between(term_bool(FALSE), term_bool(TRUE), soon()));
  g_assert_null(hull_between(term_eq(term_binary(TERM_XOR, X, Y), number(5)),
                             term_not(term_eq(term_binary(TERM_XOR, X, Y), number(5))), soon()));
}

/* Unsigned inputs are compared as such: x == y + 1, for y = 0, 1, 2. */
static void test_unsigned(void) {
  const Term *line = term_eq(X, term_binary(TERM_ADD, Y, number(1)));
  const Term *known = term_binary(TERM_ULT, Y, number(3));
  const Term *passes = term_or(term_and(known, term_not(line)), term_binary(TERM_ULT, number(3000000000), X));
  const Term *on = term_and(line, term_binary(TERM_ULT, Y, number(3000000000)));
  assert_same(hull_between(term_and(known, line), passes, soon()), on);
}

/* ---- programs ---- */

static void test_extrapolate(void) {
  Loaded l = sample_load("int main(void) { int n = any(), m = any(), s = 0;\n"
                         " if (n < 0 || n > 5000) return 0;\n"
                         " for (int i = 0; i < n; i++) s += 3;\n"
                         " check(s != m); return 0; }");
  Question q = sample_question(&l);
  g_autoptr(GPtrArray) guesses = extrapolate(&q, soon());
  g_assert_cmpuint(guesses->len, >=, 1);
  const Term *n = sample_input(l.program, 0, 1), *m = sample_input(l.program, 1, 1);
  assert_same((const Term *)guesses->pdata[0], term_and(within(n, 0, 5000), term_eq(m, times(3, n))));
  sample_free(&l);
}

/* Three inputs and quotients. */
static void test_quotients(void) {
  Loaded l = sample_load("int main(void) { int words = any(), bits = any(), room = any();\n"
                         " if (words != bits / 16) return 0;\n"
                         " for (int j = 0; j < bits / 8 && j < room; j++) check(j / 2 < words);\n"
                         " return 0; }");
  Question q = sample_question(&l);
  g_autoptr(GPtrArray) guesses = extrapolate(&q, soon());
  const Term *words = sample_input(l.program, 0, 1), *bits = sample_input(l.program, 1, 1);
  const Term *room = sample_input(l.program, 2, 1), *twice = times(2, words);
  const Term *exact = term_and(term_and(term_eq(words, term_binary(TERM_SDIV, bits, number(16))),
                                        lt(twice, term_binary(TERM_SDIV, bits, number(8)))),
                               term_and(lt(twice, room), le(number(0), bits)));
  g_assert_cmpuint(guesses->len, >=, 1);
  assert_same((const Term *)guesses->pdata[0], exact);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_assert_true(limits_set("learn_solver_ms=600000", NULL) && limits_set("hull_piece_ms=600000", NULL));
  g_test_add_func("/hull/cube", test_cube);
  g_test_add_func("/hull/cube/quotient", test_cube_of_quotient);
  g_test_add_func("/hull/interpolate", test_interpolate);
  g_test_add_func("/hull/interpolate/line", test_interpolate_line);
  g_test_add_func("/hull/iterations", test_hull);
  g_test_add_func("/hull/apart", test_apart);
  g_test_add_func("/hull/nothing", test_nothing);
  g_test_add_func("/hull/unsigned", test_unsigned);
  g_test_add_func("/hull/extrapolate", test_extrapolate);
  g_test_add_func("/hull/extrapolate/quotients", test_quotients);
  return g_test_run();
}
