/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recurrence: states from which a loop never ends, found and not found. */
#include "symex/invariant/recurrence.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "tests/helpers/loop.h"

static const Term *place(void) { return term_fresh_havoc(32, 0); }

static Recurrence find(Builder *b, const Term *iteration) {
  LoopTerms l = {b->changes, term_bool(TRUE), iteration, b->mark, NULL};
  Recurrence r = recurrence_find(&l, 0);
  g_array_unref(b->changes);
  return r;
}

static void assert_same(const Term *a, const Term *b) { g_assert_true(solver_valid(term_eq(a, b), 0)); }

static const Term *is(const Term *a, guint64 value) { return term_eq(a, number(value)); }

/* Down to zero, but for what is stuck above 20. */
static void test_stuck(void) {
  Builder b = begin();
  const Term *x = place(), *above = less(number(20), x);
  change(&b, x, number(0), term_ite(above, number(25), plus(x, -1)));
  Recurrence r = find(&b, less(number(0), x));
  assert_same(r.stays, above);
  g_assert_true(r.is_whole);
}

/* Counting up to a bound ends, however large that is: there is nothing to find. */
static void test_counting(void) {
  const Term *n = place();
  Builder b = begin();
  const Term *i = place();
  change(&b, i, number(0), plus(i, 1));
  Recurrence r = find(&b, less(i, n));
  assert_same(r.stays, term_bool(FALSE));
}

/* It ends after three iterations at most: all of that is seen. */
static void test_few(void) {
  Builder b = begin();
  const Term *i = place();
  change(&b, i, number(0), plus(i, 1));
  Recurrence r = find(&b, term_and(less(number(0), i), less(i, number(4))));
  assert_same(r.stays, term_bool(FALSE));
  g_assert_true(r.is_whole);
}

/* A step that is an input: it stands still when that is 0. */
static void test_step(void) {
  const Term *step = term_input((InputKey){1, 1, 0}, 32);
  Builder b = begin();
  const Term *x = place();
  change(&b, x, number(0), term_binary(TERM_ADD, x, step));
  Recurrence r = find(&b, less(number(0), x));
  g_assert_true(solver_valid(term_implies(term_and(less(number(0), x), is(step, 0)), r.stays), 0));
  g_assert_true(solver_valid(term_implies(term_and(r.stays, is(step, 1)), term_bool(FALSE)), 0)); /* it wraps round */
}

/* Two places that change with each other. */
static void test_swap(void) {
  Builder b = begin();
  const Term *x = place(), *y = place();
  const Term *both = term_and(term_not(is(x, 0)), term_not(is(y, 0)));
  change(&b, x, number(0), y);
  change(&b, y, number(0), x);
  Recurrence r = find(&b, both);
  assert_same(r.stays, both);
  g_assert_true(r.is_whole);
}

/* Wrap-around: odd numbers never come to 0 in steps of two; a number that grows comes below 0. */
static void test_wrapping(void) {
  Builder b = begin();
  const Term *x = place();
  change(&b, x, number(0), plus(x, 2));
  Recurrence r = find(&b, term_not(is(x, 0)));
  assert_same(r.stays, term_extract(x, 0, 1));
  b = begin();
  x = place();
  change(&b, x, number(0), plus(x, 1));
  r = find(&b, less(number(0), x));
  assert_same(r.stays, term_bool(FALSE));
}

/* What every iteration reads anew may end the loop: only where it cannot, the loop never ends. */
static void test_read_in_iteration(void) {
  const Term *mode = term_input((InputKey){1, 1, 0}, 32);
  Builder b = begin();
  const Term *x = place(), *read = place();
  change(&b, x, number(0), read);
  Recurrence r = find(&b, term_not(is(x, 0)));
  assert_same(r.stays, term_bool(FALSE));
  g_assert_false(r.is_whole);
  b = begin();
  x = place(), read = place();
  change(&b, x, number(0), read);
  r = find(&b, term_or(is(mode, 7), term_not(is(x, 0))));
  assert_same(r.stays, is(mode, 7));
  g_assert_false(r.is_whole);
}

/* What changes and decides nothing does not matter. */
static void test_irrelevant(void) {
  Builder b = begin();
  const Term *x = place(), *n = place();
  change(&b, x, number(0), x);
  change(&b, n, number(0), plus(n, 1));
  Recurrence r = find(&b, is(x, 3));
  assert_same(r.stays, is(x, 3));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_assert_true(limits_set("recurrence_search_ms=600000", NULL) && limits_set("recurrence_check_ms=600000", NULL));
  g_test_add_func("/recurrence/stuck", test_stuck);
  g_test_add_func("/recurrence/counting", test_counting);
  g_test_add_func("/recurrence/few", test_few);
  g_test_add_func("/recurrence/step", test_step);
  g_test_add_func("/recurrence/swap", test_swap);
  g_test_add_func("/recurrence/wrapping", test_wrapping);
  g_test_add_func("/recurrence/read-in-iteration", test_read_in_iteration);
  g_test_add_func("/recurrence/irrelevant", test_irrelevant);
  return g_test_run();
}
