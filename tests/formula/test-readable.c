/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readable formulas: always equivalent, and of the shape people want. */
#include "formula/interval.h"
#include "formula/readable.h"
#include "formula/one-input.h"
#include "formula/solver.h"

static const Term *input(guint n, guint width) { return term_input((InputKey){n, 1, 0}, width); }
static const Term *op2(TermOp op, const Term *a, const Term *b) { return term_binary(op, a, b); }
static const Term *num(guint width, gint64 v) { return term_const(width, (guint64)v); }

static void expect_equivalent(const Term *a, const Term *b) {
  g_assert_true(solver_valid(term_eq(a, b), 20000));
}

static void expect(const Term *t, const Term *shape) {
  const Term *result = readable_rewrite(t);
  expect_equivalent(t, result);
  g_assert_true(result == shape);
}

static const Term *between(const Term *x, gint64 low, gint64 high) {
  return term_and(op2(TERM_SLE, num(x->width, low), x), op2(TERM_SLE, x, num(x->width, high)));
}

static void test_shapes(void) {
  const Term *x = input(0, 32), *c = input(1, 8);
  expect(term_eq(op2(TERM_ADD, x, num(32, 3)), num(32, 5)), term_eq(x, num(32, 2)));
  expect(term_or(op2(TERM_SLE, x, num(32, 10)), term_eq(x, num(32, 11))), op2(TERM_SLE, x, num(32, 11)));
  expect(term_and(op2(TERM_SLE, x, num(32, 10)), term_not(term_eq(x, num(32, 10)))),
         op2(TERM_SLE, x, num(32, 9)));
  expect(term_and(between(x, 3, 20), between(x, 5, 30)), between(x, 5, 20));
  const Term *ones[] = {term_eq(x, num(32, 1)), term_eq(x, num(32, 2)), term_eq(x, num(32, 3))};
  expect(term_or_n(ones, 3), between(x, 1, 3));
  expect(term_or(op2(TERM_SLE, x, num(32, 10)), op2(TERM_SLE, num(32, 5), x)), term_bool(TRUE));
  expect(op2(TERM_SLE, term_sext(c, 32), num(32, 7)), op2(TERM_SLE, c, num(8, 7)));
  expect(op2(TERM_ULE, term_zext(c, 32), num(32, 7)), op2(TERM_ULE, c, num(8, 7)));
}

static void test_negation(void) {
  const Term *x = input(0, 32), *y = input(1, 32);
  const Term *t = term_not(term_and(op2(TERM_SLE, x, num(32, 3)), op2(TERM_SLE, y, num(32, 4))));
  expect(t, term_or(op2(TERM_SLE, num(32, 4), x), op2(TERM_SLE, num(32, 5), y)));
}

static void test_factor(void) {
  const Term *x = input(0, 32), *b = input(2, 1);
  const Term *t =
      term_or(term_and(b, op2(TERM_SLE, x, num(32, 3))), term_and(b, op2(TERM_SLE, num(32, 4), x)));
  expect(t, b);
}

/* x - 1 < 0 is x < 1 but for the least x. */
static void test_wrap(void) {
  const Term *x = input(0, 32);
  const Term *t = op2(TERM_SLT, op2(TERM_SUB, x, num(32, 1)), num(32, 0));
  const Term *r = readable_rewrite(t);
  expect_equivalent(t, r);
  g_assert_false(solver_valid(term_eq(r, op2(TERM_SLT, x, num(32, 1))), 20000));
}

static const Term *random_value(GRand *r, guint width, guint depth) {
  const int pick = depth == 0 ? g_rand_int_range(r, 0, 3) : g_rand_int_range(r, 0, 9);
  const Term *x = input(10 * width + (guint)g_rand_int_range(r, 0, 2), width);
  const Term *c = term_const(width, g_rand_int(r));
  switch (pick) {
  case 3: return op2(TERM_ADD, random_value(r, width, depth - 1), c);
  case 4: return op2(TERM_SUB, random_value(r, width, depth - 1), c);
  case 5: return op2(TERM_SUB, c, random_value(r, width, depth - 1));
  case 6: return term_not(random_value(r, width, depth - 1));
  case 7: return width > 4 ? term_zext(random_value(r, width - 2, depth - 1), width) : x;
  case 8: return width > 4 ? term_sext(random_value(r, width - 1, depth - 1), width) : x;
  default: return x;
  }
}

static const Term *random_formula(GRand *r, guint width, guint depth) {
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const int pick = depth == 0 ? 0 : g_rand_int_range(r, 0, 8);
  if (pick <= 1) {
    const Term *a = random_value(r, width, 2),
               *b = g_rand_int_range(r, 0, 5) ? term_const(width, g_rand_int(r)) : random_value(r, width, 1);
    const TermOp op = relation[g_rand_int_range(r, 0, 5)];
    return g_rand_boolean(r) ? op2(op, a, b) : op2(op, b, a);
  }
  if (pick == 2) return term_not(random_formula(r, width, depth - 1));
  const Term *parts[3];
  for (guint i = 0; i < 3; i++) parts[i] = random_formula(r, width, depth - 1);
  if (pick == 3) return term_ite(parts[0], parts[1], parts[2]);
  if (pick == 4) return op2(TERM_XOR, parts[0], parts[1]);
  return pick % 2 ? term_and_n(parts, 3) : term_or_n(parts, 3);
}

static void test_random_rewrites(void) {
  static const guint widths[] = {4, 5, 6, 7, 8, 32, 64};
  GRand *r = g_rand_new_with_seed(11);
  for (guint i = 0; i < 350; i++) {
    const Term *t = random_formula(r, widths[i % G_N_ELEMENTS(widths)], 1 + i % 4);
    const Term *result = readable_rewrite(t);
    expect_equivalent(t, result);
    g_assert_cmpuint(term_dag_size(result, G_MAXUINT), <=, term_dag_size(t, G_MAXUINT) * 3 / 2 + 3);
  }
  g_rand_free(r);
}

static void test_random_simplify(void) {
  GRand *r = g_rand_new_with_seed(13);
  for (guint i = 0; i < 40; i++) {
    const Term *t = random_formula(r, i % 2 ? 8 : 32, 1 + i % 3);
    expect_equivalent(t, readable_simplify(t, 300));
  }
  g_rand_free(r);
}

/* Every atom against every value. */
static void test_sets(void) {
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const Term *x = input(3, 4);
  for (guint i = 0; i < 5 * 16 * 4; i++) {
    const Term *c = term_const(4, i / 5 % 16), *moved = op2(TERM_ADD, x, term_const(4, 5));
    const Term *atom = i / 80 % 2 ? op2(relation[i % 5], c, moved) : op2(relation[i % 5], moved, c), *base;
    if (i / 160) atom = term_not(atom);
    IntervalSet set;
    if (term_is_const(atom) || !term_as_set(atom, TRUE, &base, &set)) continue;
    g_assert_true(base == x);
    const Term *back[] = {interval_set_term(&set, x, TRUE), interval_set_term(&set, x, FALSE)};
    for (guint v = 0; v < 16; v++) {
      Model *m = model_new();
      model_set(m, x, v);
      const gboolean truth = term_eval(atom, m) != 0;
      g_assert_cmpint(interval_set_has(&set, v), ==, truth);
      g_assert_cmpint(term_eval(back[0], m) != 0, ==, truth);
      g_assert_cmpint(term_eval(back[1], m) != 0, ==, truth);
      model_free(m);
    }
  }
}

static const Term *random_about(GRand *r, const Term *x, guint depth) {
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const Term *moved = op2(TERM_ADD, x, term_const(x->width, g_rand_int(r))), *parts[3];
  if (!depth) return op2(relation[g_rand_int_range(r, 0, 5)], moved, term_const(x->width, g_rand_int(r)));
  for (guint i = 0; i < 3; i++) parts[i] = random_about(r, x, depth - 1);
  switch (g_rand_int_range(r, 0, 4)) {
  case 0: return term_not(parts[0]);
  case 1: return term_ite(parts[0], parts[1], parts[2]);
  case 2: return term_and_n(parts, 3);
  default: return term_or_n(parts, 3);
  }
}

static void test_one_input(void) {
  GRand *r = g_rand_new_with_seed(17);
  const Term *x = input(0, 6), *y = input(1, 6);
  guint told = 0;
  for (guint i = 0; i < 300; i++) {
    const Term *t = random_about(r, x, i % 5), *result = term_by_intervals(t);
    told += result && !term_is_const(t);
    if (result) expect_equivalent(t, result);
  }
  g_assert_cmpuint(told, >, 200);
  g_assert_null(term_by_intervals(op2(TERM_ULT, x, y)));
  g_assert_null(term_by_intervals(op2(TERM_ULT, op2(TERM_MUL, x, x), num(6, 9))));
  g_rand_free(r);
}

/* As the iterations of a loop leave them behind: the number of terms grows with its square. */
static void test_many_iterations(void) {
  const Term *x = input(0, 32), *all = term_bool(FALSE);
  for (guint i = 0; i < 300; i++) {
    const Term *iteration = op2(TERM_SLT, num(32, 1000), x);
    for (guint k = i; k-- > 0;)
      iteration =
          term_and(term_or(iteration, op2(TERM_SLE, x, num(32, k))), term_not(term_eq(x, num(32, k))));
    all = term_or(all, iteration);
  }
  const Term *result = term_by_intervals(all);
  g_assert_nonnull(result);
  expect_equivalent(result, term_not(between(x, 0, 1000)));
  g_assert_cmpuint(term_dag_size(result, 100), <, 10);
}

static void test_redundant(void) {
  const Term *x = input(0, 32), *y = input(1, 32), *z = input(2, 32);
  const Term *xy = op2(TERM_SLT, x, y), *yz = op2(TERM_SLT, y, z), *xz = op2(TERM_SLT, x, z);
  const Term *parts[] = {xy, yz, xz};
  g_assert_true(readable_simplify(term_and_n(parts, 3), 5000) == term_and(xy, yz));
  const Term *nots[] = {term_not(xy), term_not(yz), term_not(xz)};
  g_assert_true(readable_simplify(term_or_n(nots, 3), 5000) == term_or(term_not(xy), term_not(yz)));
}

static void test_context(void) {
  const Term *x = input(0, 32), *y = input(1, 32), *z = input(2, 32), *b = input(3, 1);
  const Term *xy = op2(TERM_SLT, x, y), *yz = op2(TERM_SLT, y, z), *xz = op2(TERM_SLT, x, z);
  const Term *parts[] = {xy, yz, term_or(term_not(xz), b)};
  const Term *kept[] = {xy, yz, b};
  g_assert_true(readable_simplify(term_and_n(parts, 3), 5000) == term_and_n(kept, 3));
}

/* One input: its intervals are found whatever the formula looks like. */
static void test_intervals(void) {
  const Term *x = input(0, 32);
  const Term *small = between(x, 0, 100);
  const Term *t = term_and(small, op2(TERM_SLT, op2(TERM_MUL, x, x), num(32, 200)));
  g_assert_true(readable_simplify(t, 10000) == between(x, 0, 14));
}

static void test_no_budget(void) {
  const Term *x = input(0, 32);
  const Term *t = term_and(between(x, 0, 100), op2(TERM_SLT, op2(TERM_MUL, x, x), num(32, 200)));
  expect_equivalent(t, readable_simplify(t, 0));
}

static void test_deep(void) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < 60000; i++) {
    const Term *b = op2(TERM_ULT, input(i % 7, 32), input(i % 11 + 20, 32));
    t = i % 2 ? term_or(t, term_not(b)) : term_and(term_not(t), op2(TERM_XOR, b, input(40 + i % 13, 1)));
  }
  g_assert_nonnull(readable_rewrite(t));
}

/* What intervals settle goes away though a part of it is hard: the places where a square wraps are many. */
static void test_hard_parts(void) {
  const Term *x = input(0, 32), *y = input(1, 32), *square = op2(TERM_MUL, y, y), *zero = num(32, 0);
  const Term *small = term_and(op2(TERM_SLE, zero, x), between(y, 0, 1));
  const Term *empty = term_and(between(y, -46340, -1), op2(TERM_SLT, x, y));
  const Term *hard = term_or(op2(TERM_SLE, zero, y), op2(TERM_SLE, square, zero));
  const Term *parts[] = {op2(TERM_SLE, zero, x), op2(TERM_SLE, zero, y), op2(TERM_SLE, y, num(32, 1))};
  g_assert_true(readable_simplify(term_and(term_or(small, empty), hard), 20000) == term_and_n(parts, 3));
}

/* Truth values that C makes numbers of, and numbers of states, are conditions again. */
static void test_choices(void) {
  const Term *p = input(0, 1), *q = input(1, 1), *x = input(2, 32);
  const Term *one = num(32, 1), *zero = num(32, 0), *two = num(32, 2);
  expect(term_eq(term_ite(p, one, zero), term_ite(q, one, zero)), term_eq(p, q));
  expect(term_not(term_eq(term_ite(term_or(p, q), one, zero), term_ite(q, one, zero))), term_and(p, term_not(q)));
  expect(term_not(term_eq(term_ite(term_and(p, q), one, zero), term_ite(q, one, zero))), term_and(q, term_not(p)));
  expect(term_eq(term_ite(p, term_ite(q, two, one), x), two), term_ite(p, q, term_eq(x, two)));
}

/* What is made of t, which is about x, of 8 bits, says the same of every value.  TRUE: it is known as a set of them. */
static gboolean holds_of_all(const Term *x, const Term *t) {
  const Term *y, *result = readable_rewrite(t);
  IntervalSet set;
  const gboolean known = term_as_set(t, TRUE, &y, &set) && y == x;
  for (guint v = 0; v < 256; v++) {
    Model *m = model_new();
    model_set(m, x, v);
    const guint64 truth = term_eval(t, m);
    g_assert_cmpuint(term_eval(result, m), ==, truth);
    if (known) g_assert_cmpuint(interval_set_has(&set, v), ==, truth);
    model_free(m);
  }
  return known;
}

/* Quotients are in an interval where their dividends are in one: every dividend, by divisors of both signs. */
static void test_quotients(void) {
  const Term *x = input(0, 8);
  for (gint c = -3; c < 128; c += c < 13 ? 1 : 19)
    for (gint k = -128; k < 128; k += 3) {
      if (c == 0) continue;
      const Term *q = op2(TERM_SDIV, x, num(8, c)), *forms[] = {term_eq(q, num(8, k)), op2(TERM_SLE, q, num(8, k)),
                                                                 op2(TERM_ULT, num(8, k), q)};
      for (guint f = 0; f < G_N_ELEMENTS(forms); f++) {
        const gboolean known = holds_of_all(x, forms[f]);
        if (c > 1) g_assert_true(known || term_is_const(forms[f]));
      }
    }
  const Term *n = input(1, 32), *tens = op2(TERM_SDIV, n, num(32, 10));
  expect(term_and(op2(TERM_SLE, n, num(32, 100)), term_eq(tens, num(32, 10))), term_eq(n, num(32, 100)));
}

/* So are factors of products, which wrap; an index times the size of an element is an index again. */
static void test_products(void) {
  const Term *x = input(0, 8);
  for (gint c = 2; c < 20; c++)
    for (gint k = 0; k < 256; k++) {
      const Term *q = op2(TERM_MUL, x, num(8, c)), *forms[] = {term_eq(q, num(8, k)), op2(TERM_SLE, q, num(8, k)),
                                                                op2(TERM_ULT, num(8, k), q)};
      for (guint f = 0; f < G_N_ELEMENTS(forms); f++) holds_of_all(x, forms[f]);
    }
  for (guint c = 2; c <= 16; c++) {
    const Term *wide = input(2, 64), *q = op2(TERM_MUL, wide, num(64, c));
    const Term *ends[] = {term_eq(q, num(64, -1)), op2(TERM_ULE, num(64, -2), q), op2(TERM_SLE, q, num(64, 5))};
    for (guint f = 0; f < G_N_ELEMENTS(ends); f++) {
      const Term *y;
      IntervalSet set;
      if (!term_as_set(ends[f], TRUE, &y, &set) || y != wide) continue;
      for (guint i = 0; i < 2 * set.n; i++)
        for (gint d = -1; d <= 1; d++) {
          const guint64 v = (i % 2 ? set.pieces[i / 2].high : set.pieces[i / 2].low) + (guint64)(gint64)d;
          Model *m = model_new();
          model_set(m, wide, v);
          g_assert_cmpuint(interval_set_has(&set, v), ==, term_eval(ends[f], m));
          model_free(m);
        }
    }
  }
  const Term *n = input(1, 32), *place = op2(TERM_MUL, term_sext(n, 64), num(64, 4));
  const Term *outside = readable_rewrite(op2(TERM_ULE, num(64, 37), place));
  expect_equivalent(outside, op2(TERM_ULE, num(32, 10), n));
  g_assert_cmpuint(term_dag_size(outside, 100), <, 10);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/readable/shapes", test_shapes);
  g_test_add_func("/readable/negation", test_negation);
  g_test_add_func("/readable/factor", test_factor);
  g_test_add_func("/readable/wrap", test_wrap);
  g_test_add_func("/readable/choices", test_choices);
  g_test_add_func("/readable/quotients", test_quotients);
  g_test_add_func("/readable/products", test_products);
  g_test_add_func("/readable/sets", test_sets);
  g_test_add_func("/readable/random/rewrite", test_random_rewrites);
  g_test_add_func("/readable/hard-parts", test_hard_parts);
  g_test_add_func("/readable/random/simplify", test_random_simplify);
  g_test_add_func("/readable/one-input", test_one_input);
  g_test_add_func("/readable/many-iterations", test_many_iterations);
  g_test_add_func("/readable/redundant", test_redundant);
  g_test_add_func("/readable/context", test_context);
  g_test_add_func("/readable/intervals", test_intervals);
  g_test_add_func("/readable/no-budget", test_no_budget);
  g_test_add_func("/readable/deep", test_deep);
  return g_test_run();
}
