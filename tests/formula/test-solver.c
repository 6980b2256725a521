/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver against the evaluator: what is satisfiable has a model that satisfies it, what every value
 * refutes has none, and the meaning of every operation is the same on both sides. */
#include "formula/solver.h"
#include "tests/helpers/random-terms.h"
#include <string.h>

enum { TIMEOUT = 20000 };

static const Term *input(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }

/* The inputs of t as constants. */
static const Term *fix_inputs(const Model *m, GPtrArray *inputs) {
  const Term *all = term_bool(TRUE);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *x = g_ptr_array_index(inputs, i);
    guint64 value = 0;
    model_lookup(m, x, &value);
    all = term_and(all, term_eq(x, term_const(x->width, value)));
  }
  return all;
}

/* The value that the evaluator finds must be the only one that Z3 allows. */
static void check_agreement(const Term *t, const Model *m) {
  GPtrArray *inputs = term_inputs(t);
  const Term *fixed = fix_inputs(m, inputs), *value = term_const(t->width, term_eval(t, m));
  Solver *s = solver_new();
  solver_assert(s, fixed);
  solver_push(s);
  solver_assert(s, term_not(term_eq(t, value)));
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_UNSAT);
  solver_pop(s);
  const Term *same = term_eq(t, value);
  g_assert_cmpint(solver_check(s, &same, 1, TIMEOUT), ==, SOLVER_SAT);
  solver_free(s);
  g_ptr_array_free(inputs, TRUE);
}

static void agree_on_plan(guint seed, guint n_trials, const RandomPlan *plan) {
  GRand *rand = g_rand_new_with_seed(seed);
  for (guint trial = 0; trial < n_trials; trial++) {
    GArray *nodes = random_terms(rand, plan);
    Model *m = random_model(rand, nodes);
    const NaiveNode *last = &g_array_index(nodes, NaiveNode, nodes->len - 1);
    if (!last->index_width && !term_is_const(last->term)) check_agreement(last->term, m);
    model_free(m);
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(rand);
}

static void test_agree_bits(void) {
  static const guint widths[] = {1, 2, 3, 4, 8, 32, 0};
  agree_on_plan(11, 300, &(RandomPlan){.n_nodes = 30, .widths = widths});
}

static void test_agree_arrays(void) {
  static const guint widths[] = {1, 3, 8, 0};
  agree_on_plan(12, 200, &(RandomPlan){.n_nodes = 30, .with_arrays = TRUE, .widths = widths});
}

/* Each floating-point operation on random numbers: bit for bit as the machine has it. */
static void test_agree_floats(void) {
  GRand *rand = g_rand_new_with_seed(13);
  static const guint widths[] = {8, 32, 64, 0};
  const RandomPlan plan = {.n_nodes = 4, .with_floats = TRUE, .widths = widths};
  guint n_checked = 0;
  while (n_checked < 300) {
    GArray *nodes = random_terms(rand, &plan);
    const NaiveNode *last = &g_array_index(nodes, NaiveNode, nodes->len - 1);
    Model *m = random_model(rand, nodes);
    gboolean partial = FALSE; /* a conversion to integers means nothing out of range */
    for (guint i = 0; i < nodes->len; i++) {
      TermOp op = g_array_index(nodes, NaiveNode, i).op;
      partial |= op == TERM_FTOSI || op == TERM_FTOUI;
    }
    if (last->op >= TERM_FADD && last->op <= TERM_UITOF && !partial && last->term->has_float) {
      check_agreement(last->term, m);
      n_checked++;
    }
    model_free(m);
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(rand);
}

static void test_float_to_integer(void) {
  const Term *x = input(1, 64);
  Model *m = model_new();
  double numbers[] = {0.0, -0.75, 1.5, -128.0, 127.9};
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) {
    guint64 bits;
    memcpy(&bits, &numbers[i], sizeof bits);
    model_set(m, x, bits);
    check_agreement(term_make(TERM_FTOSI, 8, 0, &x, 1), m);
  }
  model_free(m);
  term_store_clear();
}

/* Random formulas over few bits: Z3 against trying all values. */
static gboolean satisfiable(const Term *t, const Term *const *leaves, guint n) {
  for (guint bits = 0; bits < 1u << (3 * n); bits++) {
    Model *m = model_new();
    for (guint i = 0; i < n; i++) model_set(m, leaves[i], bits >> (3 * i) & 7);
    gboolean holds = term_eval(t, m) != 0;
    model_free(m);
    if (holds) return TRUE;
  }
  return FALSE;
}

static void test_against_enumeration(void) {
  GRand *rand = g_rand_new_with_seed(14);
  static const guint widths[] = {3, 3, 3, 1, 0};
  for (guint trial = 0; trial < 400; trial++) {
    GArray *nodes = random_terms(rand, &(RandomPlan){.n_nodes = 40, .widths = widths});
    const Term *t = term_bool(TRUE);
    for (guint i = 20; i < nodes->len; i++) {
      const NaiveNode *n = &g_array_index(nodes, NaiveNode, i);
      if (n->width == 1 && n->op != TERM_INPUT && !term_is_const(n->term))
        t = term_and(t, g_rand_boolean(rand) ? n->term : term_not(n->term));
    }
    GPtrArray *inputs = term_inputs(t);
    if (inputs->len <= 4) {
      Model *m = NULL;
      SolverAnswer answer = solver_sat(t, TIMEOUT, &m);
      gboolean expected = satisfiable(t, (const Term *const *)inputs->pdata, inputs->len);
      g_assert_cmpint(answer, ==, expected ? SOLVER_SAT : SOLVER_UNSAT);
      if (m) g_assert_cmpuint(term_eval(t, m), ==, 1);
      model_free(m);
    }
    g_ptr_array_free(inputs, TRUE);
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(rand);
}

static void test_scopes(void) {
  const Term *x = input(1, 32), *square = term_binary(TERM_MUL, x, x);
  const Term *four = term_eq(square, term_const(32, 4)), *big = term_binary(TERM_ULT, term_const(32, 100), x);
  const Term *small = term_binary(TERM_ULT, x, term_const(32, 3)),
             *not_two = term_not(term_eq(x, term_const(32, 2)));
  Solver *s = solver_new();
  solver_assert(s, four);
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_SAT);
  solver_push(s);
  solver_assert(s, small);
  g_assert_cmpint(solver_check(s, &not_two, 1, TIMEOUT), ==, SOLVER_UNSAT);
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_SAT);
  Model *m = solver_model(s);
  g_assert_cmpuint(term_eval(x, m), ==, 2);
  model_free(m);
  solver_push(s);
  solver_assert(s, term_and(big, term_eq(term_binary(TERM_ADD, square, square), term_const(32, 8))));
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_UNSAT);
  solver_pop(s);
  g_assert_cmpint(solver_check(s, &small, 1, TIMEOUT), ==, SOLVER_SAT);
  solver_pop(s);
  const Term *both[] = {big, term_eq(term_binary(TERM_ADD, square, square), term_const(32, 8))};
  g_assert_cmpint(solver_check(s, both, 2, TIMEOUT), ==, SOLVER_SAT);
  m = solver_model(s);
  g_assert_cmpuint(term_eval(term_and(four, big), m), ==, 1);
  model_free(m);
  solver_free(s);
  term_store_clear();
}

/* Floats and arrays may come after the first check. */
static void test_theories_join_later(void) {
  const Term *x = input(1, 32), *i = input(2, 32), *one = term_const(32, 0x3f800000);
  Solver *s = solver_new();
  solver_push(s);
  solver_assert(s, term_binary(TERM_ULT, i, term_const(32, 9)));
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_SAT);
  solver_push(s);
  const Term *sum = term_binary(TERM_FADD, x, one);
  solver_assert(s, term_binary(TERM_FEQ, sum, term_const(32, 0x40400000)));
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_SAT);
  Model *m = solver_model(s);
  g_assert_cmpuint(term_eval(sum, m), ==, 0x40400000);
  model_free(m);
  const Term *memory = term_store(term_array(term_const(8, 0), 32), i, term_const(8, 7));
  solver_assert(s, term_eq(term_select(memory, term_binary(TERM_MUL, i, i)), term_const(8, 7)));
  solver_assert(s, term_not(term_eq(i, term_const(32, 0))));
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_SAT);
  m = solver_model(s);
  g_assert_cmpuint(term_eval(i, m), ==, 1);
  model_free(m);
  solver_pop(s);
  solver_pop(s);
  g_assert_cmpint(solver_check(s, NULL, 0, TIMEOUT), ==, SOLVER_SAT);
  solver_free(s);
  term_store_clear();
}

static void test_valid(void) {
  const Term *x = input(1, 16), *y = input(2, 16);
  const Term *sum = term_binary(TERM_ADD, x, y);
  const Term *majority = term_binary(TERM_SUB, term_binary(TERM_ADD, x, y), term_binary(TERM_AND, x, y));
  g_assert_true(solver_valid(term_eq(majority, term_binary(TERM_OR, x, y)), TIMEOUT));
  g_assert_false(solver_valid(term_binary(TERM_ULE, x, sum), TIMEOUT));
  guint64 before = solver_n_checks();
  g_assert_false(solver_valid(term_eq(x, y), TIMEOUT));
  g_assert_cmpuint(solver_n_checks(), >, before);
  term_store_clear();
}

static void test_without_havoc_bounds(void) {
  GRand *rand = g_rand_new_with_seed(15);
  static const guint widths[] = {1, 1, 3, 8, 0};
  for (guint trial = 0; trial < 300; trial++) {
    GArray *nodes = random_terms(rand, &(RandomPlan){.n_nodes = 40, .with_havoc = TRUE, .widths = widths});
    for (guint i = nodes->len - 4; i < nodes->len; i++) {
      const Term *t = g_array_index(nodes, NaiveNode, i).term;
      if (t->width != 1 || !t->has_havoc) continue;
      const Term *may = term_without_havoc(t, TRUE), *must = term_without_havoc(t, FALSE);
      g_assert_false(may->has_havoc || must->has_havoc);
      g_assert_true(solver_valid(term_implies(t, may), TIMEOUT));
      g_assert_true(solver_valid(term_implies(must, t), TIMEOUT));
    }
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(rand);
}

/* That the greatest prime below 2^62 has no factors: no luck with a model ends the search early. */
static void test_timeout(void) {
  const Term *x = term_zext(input(1, 32), 64), *y = term_zext(input(2, 32), 64);
  const Term *hard =
      term_eq(term_binary(TERM_MUL, x, y), term_const(64, G_GUINT64_CONSTANT(4611686018427387847)));
  const Term *proper =
      term_and(term_binary(TERM_ULT, term_const(64, 1), x), term_binary(TERM_ULT, term_const(64, 1), y));
  gint64 start = g_get_monotonic_time();
  g_assert_cmpint(solver_sat(term_and(hard, proper), 300, NULL), ==, SOLVER_UNKNOWN);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 60 * G_USEC_PER_SEC);
  term_store_clear();
}

/* Deeper than recursion over expressions would bear. */
static void test_deep(void) {
  const Term *x = input(1, 32), *t = x;
  for (guint i = 0; i < 3000; i++)
    t = term_binary(TERM_XOR, term_ite(term_eq(input(2 + i % 7, 8), term_const(8, i)), t, x),
                    term_const(32, i | 1));
  Model *m = NULL;
  const Term *goal = term_eq(t, term_const(32, 5));
  g_assert_cmpint(solver_sat(goal, TIMEOUT, &m), ==, SOLVER_SAT);
  g_assert_cmpuint(term_eval(goal, m), ==, 1);
  model_free(m);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/solver/agree/bits", test_agree_bits);
  g_test_add_func("/solver/agree/arrays", test_agree_arrays);
  g_test_add_func("/solver/agree/floats", test_agree_floats);
  g_test_add_func("/solver/agree/float-to-integer", test_float_to_integer);
  g_test_add_func("/solver/against-enumeration", test_against_enumeration);
  g_test_add_func("/solver/scopes", test_scopes);
  g_test_add_func("/solver/theories-join-later", test_theories_join_later);
  g_test_add_func("/solver/valid", test_valid);
  g_test_add_func("/solver/without-havoc", test_without_havoc_bounds);
  g_test_add_func("/solver/timeout", test_timeout);
  g_test_add_func("/solver/deep", test_deep);
  return g_test_run();
}
