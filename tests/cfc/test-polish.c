/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polishing: equivalent formulas, true examples, and nothing lost when there is no time. */
#include "cfc/polish.h"
#include "formula/solver.h"
#include "tests/helpers/random-terms.h"

static const gsize memory = (gsize)1 << 30;

static const Term *input(guint n) { return term_input((InputKey){n, 1, 0}, 32); }
static const Term *number(guint64 v) { return term_const(32, v); }

static Program *two_sites(void) {
  Program *p = program_new("none.c", 32);
  InputSite site = {.kind = SITE_NONDET, .width = 32, .type = "int"};
  program_add_site(p, &site);
  program_add_site(p, &site);
  return p;
}

static void check(const Polish *item, const Term *before) {
  g_assert_true(solver_valid(term_eq(item->formula, before), 0));
  if (item->example) g_assert_true(term_eval(before, item->example));
  g_assert_cmpint(item->empty, ==, solver_sat(before, 0, NULL) == SOLVER_UNSAT);
}

static void test_items(void) {
  Program *p = two_sites();
  const Term *x = input(0), *y = input(1), *square = term_binary(TERM_MUL, x, x);
  const Term *formulas[] = {
      term_eq(x, number(7)),
      term_eq(term_binary(TERM_ADD, x, number(3)), number(1)),
      term_and(term_binary(TERM_ULT, x, y), term_binary(TERM_ULT, y, x)),
      term_eq(term_binary(TERM_AND, square, number(3)), number(2)), /* no square is */
      term_or(term_binary(TERM_ULT, x, number(5)), term_binary(TERM_ULT, x, number(9))),
      term_bool(TRUE),
      term_bool(FALSE),
      term_and(term_binary(TERM_SLT, number(0), x), term_not(term_eq(x, y))),
  };
  enum { N = G_N_ELEMENTS(formulas) };
  Polish items[N] = {{0}};
  for (guint i = 0; i < N; i++) items[i].formula = formulas[i];
  polish(p, items, N, 20, memory);
  for (guint i = 0; i < N; i++) {
    check(&items[i], formulas[i]);
    g_assert_cmpint(items[i].example != NULL, ==, !items[i].empty);
    model_free(items[i].example);
  }
  g_assert_true(items[2].empty && items[3].empty && items[6].empty);
  g_assert_cmpuint(term_dag_size(items[4].formula, 100), ==, 3); /* one comparison */
  program_free(p);
}

static void test_random(void) {
  Program *p = two_sites();
  static const guint widths[] = {1, 8, 0};
  g_autoptr(GRand) rand = g_rand_new_with_seed(4);
  enum { N = 20 };
  const Term *before[N];
  Polish items[N] = {{0}};
  for (guint i = 0; i < N; i++) {
    RandomPlan plan = {.n_nodes = 20, .widths = widths};
    GArray *nodes = random_terms(rand, &plan);
    before[i] = term_bool(TRUE);
    for (guint n = 0; n < nodes->len; n++) {
      const Term *t = g_array_index(nodes, NaiveNode, n).term;
      if (t->width == 1 && t->n_args > 0) before[i] = n % 2 ? t : term_binary(TERM_XOR, before[i], t);
    }
    items[i].formula = before[i];
    g_array_unref(nodes);
  }
  polish(p, items, N, 20, memory);
  for (guint i = 0; i < N; i++) {
    check(&items[i], before[i]);
    model_free(items[i].example);
  }
  program_free(p);
}

/* Without time or memory all stays as it was. */
static void test_limits(void) {
  Program *p = two_sites();
  const Term *x = input(0), *y = input(1);
  const Term *factors = term_eq(term_binary(TERM_MUL, term_zext(x, 64), term_zext(y, 64)),
                                term_const(64, 0x3fffffffb000007bull));
  const Term *hard =
      term_and(factors, term_and(term_binary(TERM_ULT, number(1), x), term_binary(TERM_ULT, number(1), y)));
  Polish items[] = {{.formula = hard}, {.formula = hard}};
  gint64 start = g_get_monotonic_time();
  polish(p, items, 2, 0.2, memory);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  for (guint i = 0; i < 2; i++) {
    g_assert_false(items[i].empty && items[i].example);
    if (items[i].example) g_assert_true(term_eval(hard, items[i].example));
    model_free(items[i].example);
  }
  Polish easy = {.formula = term_eq(x, number(7))};
  polish(p, &easy, 1, 5, 4096); /* Z3 cannot even start */
  g_assert_true(easy.formula == term_eq(x, number(7)));
  g_assert_false(easy.empty);
  model_free(easy.example);
  polish(p, NULL, 0, 5, memory);
  program_free(p);
}

static void test_implies(void) {
  const Term *x = input(0), *y = input(1);
  const Term *less = term_binary(TERM_ULT, x, number(5)), *more = term_binary(TERM_ULT, x, number(9));
  g_assert_true(polish_implies(less, more, 5, memory));
  g_assert_false(polish_implies(more, less, 5, memory));
  g_assert_true(polish_implies(term_bool(FALSE), less, 5, memory));
  g_assert_true(polish_implies(term_eq(x, y),
                               term_eq(term_binary(TERM_MUL, x, x), term_binary(TERM_MUL, y, y)), 5, memory));
  g_assert_false(polish_implies(less, term_eq(x, y), 5, memory));
  g_assert_false(polish_implies(more, less, 5, 4096)); /* a child that dies proves nothing */
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/polish/items", test_items);
  g_test_add_func("/polish/random", test_random);
  g_test_add_func("/polish/limits", test_limits);
  g_test_add_func("/polish/implies", test_implies);
  return g_test_run();
}
