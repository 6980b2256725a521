/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shorter forms against all points of narrow inputs: few cases, literals of a path, values as intervals; and the
 * shapes that they are made for. */
#include "formula/few-cases.h"
#include "formula/one-input.h"
#include "formula/path-literals.h"
#include "formula/print.h"

enum { WIDTH = 3, INPUTS = 3, POINTS = 1 << (WIDTH * INPUTS) };

static const Term *input(guint n, guint width) { return term_input((InputKey){n, 1, 0}, width); }
static const Term *op2(TermOp op, const Term *a, const Term *b) { return term_binary(op, a, b); }
static const Term *num(guint width, gint64 v) { return term_const(width, (guint64)v); }

static Model *point(guint n) {
  Model *m = model_new();
  for (guint i = 0; i < INPUTS; i++) model_set(m, input(i, WIDTH), n >> (WIDTH * i) & 7);
  return m;
}

/* a implies b at all points. */
static void expect_implies(const Term *a, const Term *b) {
  for (guint n = 0; n < POINTS; n++) {
    Model *m = point(n);
    g_assert_true(!term_eval(a, m) || term_eval(b, m));
    model_free(m);
  }
}

static const Term *random_condition(GRand *r, guint depth);

static const Term *random_value(GRand *r, guint depth) {
  static const TermOp ops[] = {TERM_ADD, TERM_SUB, TERM_MUL, TERM_XOR, TERM_UREM, TERM_SDIV};
  const int pick = depth == 0 ? g_rand_int_range(r, 0, 2) : g_rand_int_range(r, 0, 6);
  if (pick == 0) return num(WIDTH, g_rand_int_range(r, 0, 8));
  if (pick == 1) return input((guint)g_rand_int_range(r, 0, INPUTS), WIDTH);
  const Term *a = random_value(r, depth - 1), *b = random_value(r, depth - 1);
  if (pick == 2) return term_ite(random_condition(r, depth - 1), a, b);
  if (pick == 3) return term_select(term_store(term_array(a, WIDTH), b, num(WIDTH, 5)), random_value(r, depth - 1));
  return op2(ops[g_rand_int_range(r, 0, G_N_ELEMENTS(ops))], a, b);
}

static const Term *random_condition(GRand *r, guint depth) {
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  const int pick = depth == 0 ? 0 : g_rand_int_range(r, 0, 7);
  if (pick <= 1)
    return op2(relation[g_rand_int_range(r, 0, 5)], random_value(r, depth), random_value(r, depth));
  const Term *a = random_condition(r, depth - 1), *b = random_condition(r, depth - 1);
  if (pick == 2) return term_not(a);
  if (pick == 3) return term_ite(random_condition(r, depth - 1), a, b);
  if (pick == 4) return op2(TERM_XOR, a, b);
  return pick == 5 ? term_and(a, b) : term_or(a, b);
}

static void check_cases(const FewCases *found, gpointer formula) {
  expect_implies(formula, found->above);
  expect_implies(found->below, formula);
  expect_implies(found->below, found->above);
}

static void test_random_cases(void) {
  GRand *r = g_rand_new_with_seed(7);
  for (guint i = 0; i < 60; i++) {
    const Term *t = random_condition(r, 1 + i % 4);
    const FewCases found = few_cases(t, 60000, check_cases, (gpointer)t);
    check_cases(&found, (gpointer)t);
    if (found.exact) expect_implies(t, found.below);
  }
  g_rand_free(r);
  term_store_clear();
}

/* The literals hold at the point, and wherever they do, the formula has the value that it has there. */
static void test_random_literals(void) {
  GRand *r = g_rand_new_with_seed(9);
  for (guint i = 0; i < 300; i++) {
    const Term *t = random_condition(r, 1 + i % 4);
    Model *m = point((guint)g_rand_int_range(r, 0, POINTS));
    const gboolean value = term_eval(t, m) != 0;
    g_autoptr(GPtrArray) literals = path_literals(t, m);
    const Term *all = term_and_n((const Term *const *)literals->pdata, literals->len);
    g_assert_true(term_eval(all, m));
    expect_implies(all, value ? t : term_not(t));
    model_free(m);
  }
  g_rand_free(r);
  term_store_clear();
}

static void test_random_values(void) {
  GRand *r = g_rand_new_with_seed(5);
  for (guint i = 0; i < 300; i++) {
    const Term *t = term_and(random_condition(r, 1 + i % 3), random_condition(r, i % 3)), *brief = term_by_values(t);
    expect_implies(t, brief);
    expect_implies(brief, t);
  }
  g_rand_free(r);
  term_store_clear();
}

/* A table at a bounded index is a range of the index. */
static void test_table(void) {
  const Term *c = input(0, 32), *table = term_array(num(8, 0), 32);
  for (gint64 i = 'A'; i <= 'Z'; i++) table = term_store(table, num(32, i), num(8, 1));
  const Term *letter = term_eq(term_select(table, c), num(8, 1)),
             *bounded = term_and(op2(TERM_SLE, num(32, -128), c), op2(TERM_SLE, c, num(32, 255))),
             *range = term_and(op2(TERM_SLE, num(32, 'A'), c), op2(TERM_SLE, c, num(32, 'Z')));
  g_assert_true(term_by_values(term_and(bounded, letter)) == range);
  g_assert_true(term_by_values(letter) == letter); /* too many values */
  const Term *y = op2(TERM_SLT, c, input(1, 32));
  g_assert_true(term_by_values(term_and(y, term_and(bounded, letter))) == term_and(y, range));
  term_store_clear();
}

/* (month - 1) * 4 >= 45 is month == 13 where month is at most 13. */
static void test_scaled_index(void) {
  const Term *month = input(0, 32), *index = op2(TERM_MUL, op2(TERM_SUB, month, num(32, 1)), num(32, 4)),
             *bounds = term_and(op2(TERM_SLE, num(32, 1), month), op2(TERM_SLE, month, num(32, 13)));
  g_assert_true(term_by_values(term_and(bounds, op2(TERM_SLE, num(32, 45), index))) == term_eq(month, num(32, 13)));
  term_store_clear();
}

/* Choices that all lead to the same are not told apart, and what decides is all that is left. */
static void test_deciding(void) {
  const Term *x = input(0, 32), *y = input(1, 32), *b = input(2, 1),
             *chosen = term_ite(b, op2(TERM_ADD, x, num(32, 1)), op2(TERM_SUB, x, num(32, 7))),
             *t = term_and(term_eq(y, num(32, 4)),
                           term_or(term_and(b, term_eq(chosen, num(32, 5))),
                                   term_and(term_not(b), term_eq(op2(TERM_ADD, chosen, num(32, 8)), num(32, 5)))));
  const FewCases found = few_cases(t, 60000, NULL, NULL);
  g_assert_true(found.exact);
  g_assert_true(found.below == term_and(term_eq(x, num(32, 4)), term_eq(y, num(32, 4))));
  const FewCases none = few_cases(term_and(op2(TERM_SLT, x, y), op2(TERM_SLT, y, x)), 60000, NULL, NULL);
  g_assert_true(none.exact && term_is_false(none.below) && term_is_false(none.above));
  term_store_clear();
}

/* --- runs of like conditions --- */

static char *name(gconstpointer data, const Term *t) {
  return g_strdup_printf("x%u", input_key_unpack(t->param).occurrence);
}
/* Those of 8 bits are characters. */
static PrintedInput describe(gconstpointer data, const Term *t) {
  return (PrintedInput){.is_signed = TRUE, .is_character = t->width == 8};
}

static void expect_text(const Term *t, gboolean for_people, const char *expected) {
  const InputNames names = {.name = name, .describe = describe, .for_people = for_people};
  g_autofree char *text = print_c(&names, t, 0);
  g_assert_cmpstr(text, ==, expected);
}

static const Term *at(guint occurrence) { return term_input((InputKey){0, occurrence, 0}, 32); }

static void test_runs(void) {
  const Term *all = term_bool(TRUE), *steps = all, *some = term_bool(FALSE);
  for (guint k = 1; k <= 5; k++) {
    all = term_and(all, term_eq(at(k), num(32, 0)));
    some = term_or(some, term_eq(at(k), num(32, 7)));
    steps = term_and(steps, op2(TERM_SLE, at(k), at(k + 1)));
  }
  expect_text(all, TRUE, "x1 == 0 && ... && x5 == 0");
  expect_text(all, FALSE, "x1 == 0 && x2 == 0 && x3 == 0 && x4 == 0 && x5 == 0");
  expect_text(some, TRUE, "x1 == 7 || ... || x5 == 7");
  expect_text(steps, TRUE, "x1 <= x2 && ... && x5 <= x6");
  expect_text(term_and(all, op2(TERM_SLT, num(32, 3), at(9))), TRUE, "x1 == 0 && ... && x5 == 0 && x9 > 3");
  const Term *gap = term_and(term_and(term_eq(at(1), num(32, 0)), term_eq(at(2), num(32, 0))),
                             term_and(term_eq(at(4), num(32, 0)), term_eq(at(5), num(32, 1))));
  expect_text(gap, TRUE, "x1 == 0 && x2 == 0 && x4 == 0 && x5 == 1");
  term_store_clear();
}

/* People see the characters that inputs are compared with; the rest stay numbers. */
static void test_characters(void) {
  const Term *c = term_input((InputKey){0, 1, 0}, 8), *wide = term_sext(c, 32), *n = at(2);
  expect_text(term_eq(c, num(8, '+')), TRUE, "x1 == '+'");
  expect_text(term_eq(c, num(8, '+')), FALSE, "x1 == 43");
  expect_text(term_not(term_eq(c, num(8, '\''))), TRUE, "x1 != '\\''");
  expect_text(term_eq(c, num(8, '\\')), TRUE, "x1 == '\\\\'");
  expect_text(term_eq(c, num(8, '\n')), TRUE, "x1 == '\\n'");
  expect_text(term_eq(c, num(8, 0)), TRUE, "x1 == 0");
  expect_text(term_eq(c, num(8, 200)), TRUE, "x1 == -56");
  expect_text(term_and(op2(TERM_SLE, num(8, '0'), c), op2(TERM_SLE, c, num(8, '9'))), TRUE, "x1 >= '0' && x1 <= '9'");
  expect_text(op2(TERM_SLT, wide, n), TRUE, "x1 < x2");
  expect_text(term_eq(n, num(32, '+')), TRUE, "x2 == 43");
  term_store_clear();
}

static void test_tree_size(void) {
  const Term *x = input(0, 32), *sum = op2(TERM_ADD, x, input(1, 32)), *product = op2(TERM_MUL, sum, sum);
  g_assert_cmpuint(term_tree_size(product, 100), ==, 7);
  g_assert_cmpuint(term_tree_size(product, 3), ==, 3);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/few-cases/random", test_random_cases);
  g_test_add_func("/few-cases/literals", test_random_literals);
  g_test_add_func("/few-cases/values", test_random_values);
  g_test_add_func("/few-cases/table", test_table);
  g_test_add_func("/few-cases/scaled-index", test_scaled_index);
  g_test_add_func("/few-cases/deciding", test_deciding);
  g_test_add_func("/few-cases/runs", test_runs);
  g_test_add_func("/few-cases/characters", test_characters);
  g_test_add_func("/few-cases/tree-size", test_tree_size);
  return g_test_run();
}
