/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The learner finds regions that are given as formulas; the solver says whether it found them exactly. */
#include "learn/learn.h"
#include <string.h>
#include "formula/solver.h"
#include "tests/helpers/sample.h"

static const Term *input(guint n) { return term_input((InputKey){n, 1, 0}, 32); }
static const Term *number(gint64 v) { return term_const(32, (guint64)v); }
static const Term *lt(const Term *a, const Term *b) { return term_binary(TERM_SLT, a, b); }
static const Term *le(const Term *a, const Term *b) { return term_binary(TERM_SLE, a, b); }
static const Term *within(const Term *a, gint64 lo, gint64 hi) {
  return term_and(le(number(lo), a), le(a, number(hi)));
}
static const Term *add(const Term *a, const Term *b) { return term_binary(TERM_ADD, a, b); }
static const Term *even(const Term *a) { return term_eq(term_extract(a, 0, 1), term_bool(FALSE)); }

#define X input(0)
#define Y input(1)
#define Z input(2)

static const Term *never(void) { return term_bool(FALSE); }
static const Term *always(void) { return term_bool(TRUE); }
static const Term *above_ten(void) { return lt(number(10), X); }
static const Term *unsigned_above(void) { return term_binary(TERM_ULT, number(3000000000), X); }
static const Term *is_ten(void) { return term_eq(X, number(10)); }
static const Term *is_not_ten(void) { return term_not(is_ten()); }
static const Term *odd_constant(void) { return lt(X, number(-123457)); }
static const Term *interval(void) { return within(X, 1000, 1234); }
static const Term *zero_or_one(void) { return within(Y, 0, 1); }
static const Term *union_of_intervals(void) {
  return term_or(term_or(within(X, 5, 9), within(X, 30, 40)), lt(number(1000), X));
}
static const Term *less(void) { return lt(X, Y); }
static const Term *not_less(void) { return le(Y, X); }
static const Term *equal(void) { return term_eq(X, Y); }
static const Term *even_above_seven(void) { return term_and(even(X), lt(number(7), X)); }
static const Term *box(void) { return term_and(within(X, 0, 99), within(Y, -5, 5)); }
static const Term *either(void) { return term_or(lt(X, number(0)), lt(number(50), Y)); }
static const Term *three(void) { return term_and(term_and(lt(X, Y), lt(Y, Z)), lt(Z, number(100))); }
static const Term *sum_atom(void) { return le(number(151), add(X, add(Y, Y))); }
static const Term *linear(void) { return term_and(within(X, 0, 100), sum_atom()); }
static const Term *wraps(void) { return term_binary(TERM_ULT, add(X, Y), X); }
static const Term *sum_of_two(void) {
  return term_and(term_and(within(X, 0, 1000), within(Y, 0, 1000)), lt(number(777), add(X, Y)));
}
static const Term *wide(const Term *x) { return term_sext(x, 40); }
static const Term *wide_sum(const Term *a, const Term *b, const Term *c, gint64 least) {
  const Term *sum = term_binary(TERM_SUB, term_binary(TERM_ADD, wide(a), wide(b)), wide(c));
  return le(term_const(40, (guint64)least), sum);
}
static const Term *sum_of_three(void) { return term_and(lt(Z, X), wide_sum(X, Y, Z, 2147483648)); }
static const Term *twice_and_once(void) {
  return lt(term_binary(TERM_ADD, wide(X), wide(X)), term_binary(TERM_SUB, wide(Y), term_const(40, 1000)));
}
static const Term *remainder_of(void) { return term_eq(term_binary(TERM_SREM, X, number(7)), number(3)); }

static const Term *real(double d) {
  float f = (float)d;
  guint32 bits;
  memcpy(&bits, &f, sizeof bits);
  return term_const(32, bits);
}
static const Term *float_above(void) { return term_binary(TERM_FLT, real(-2.5), X); }
static const Term *float_interval(void) {
  return term_and(term_binary(TERM_FLE, real(-7.125), X), term_binary(TERM_FLT, X, real(1e10)));
}
static const Term *not_a_number(void) { return term_not(term_binary(TERM_FEQ, X, X)); }

typedef struct {
  const char *name;
  const Term *(*region)(void);
  const Term *(*atom)(void); /* NULL: none is given */
  guint n_inputs;
} Case;

static const Case cases[] = {
    {"never", never, NULL, 2},
    {"always", always, NULL, 2},
    {"above-ten", above_ten, NULL, 1},
    {"above-ten-of-many", above_ten, NULL, 8},
    {"unsigned-above", unsigned_above, NULL, 2},
    {"is-ten", is_ten, NULL, 1},
    {"is-not-ten", is_not_ten, NULL, 3},
    {"odd-constant", odd_constant, NULL, 2},
    {"interval", interval, NULL, 2},
    {"zero-or-one", zero_or_one, NULL, 2},
    {"union-of-intervals", union_of_intervals, NULL, 1},
    {"less", less, NULL, 2},
    {"not-less", not_less, NULL, 3},
    {"equal", equal, NULL, 2},
    {"even-above-seven", even_above_seven, NULL, 1},
    {"box", box, NULL, 2},
    {"either", either, NULL, 2},
    {"three", three, NULL, 3},
    {"linear", linear, sum_atom, 2},
    {"wraps", wraps, wraps, 2},
    {"sum-of-two", sum_of_two, NULL, 2},
    {"sum-of-three", sum_of_three, NULL, 3},
    {"twice-and-once", twice_and_once, NULL, 2},
    {"remainder", remainder_of, remainder_of, 1},
    {"float-above", float_above, not_a_number, 2},
    {"float-interval", float_interval, not_a_number, 1},
};

typedef struct {
  const Term *region, *known; /* outside known the label is unknown */
  guint runs;
} Oracle;

static Label label(gpointer data, const Model *point) {
  Oracle *o = data;
  o->runs++;
  if (o->known && !term_eval(o->known, point)) return LABEL_UNKNOWN;
  return term_eval(o->region, point) ? LABEL_FAIL : LABEL_PASS;
}

/* A point where they differ; NULL: nowhere. */
static Model *difference(const Term *a, const Term *b) {
  Solver *s = solver_new();
  solver_assert(s, term_or(term_and(a, term_not(b)), term_and(b, term_not(a))));
  SolverAnswer answer = solver_check(s, NULL, 0, 20000);
  g_assert_cmpint(answer, !=, SOLVER_UNKNOWN);
  Model *m = answer == SOLVER_SAT ? solver_model(s) : NULL;
  solver_free(s);
  return m;
}

static GPtrArray *make_inputs(guint n) {
  GPtrArray *inputs = g_ptr_array_new();
  for (guint i = 0; i < n; i++) g_ptr_array_add(inputs, (gpointer)input(i));
  return inputs;
}

static void test_case(gconstpointer data) {
  const Case *c = data;
  Oracle o = {.region = c->region()};
  g_autoptr(GPtrArray) inputs = make_inputs(c->n_inputs), atoms = g_ptr_array_new();
  if (c->atom) g_ptr_array_add(atoms, (gpointer)c->atom());
  Learner *l = learn_new(label, &o, inputs, atoms);
  gint64 start = g_get_monotonic_time();
  g_assert_true(learn_refine(l, 60000, 0));
  gboolean consistent;
  const Term *guess = learn_guess(l, &consistent);
  g_test_message("%u runs, %.2f s, %u nodes for %u", o.runs, (double)(g_get_monotonic_time() - start) / 1e6,
                 term_dag_size(guess, 1000), term_dag_size(o.region, 1000));
  g_assert_true(consistent);
  Model *m = difference(guess, o.region);
  g_assert_null(m);
  g_assert_cmpuint(term_dag_size(guess, 1000), <=, 2 * term_dag_size(o.region, 1000) + 4);
  learn_free(l);
}

/* Runs that are too long have no label: the guess goes on as it began. */
static void test_unknown(void) {
  Oracle o = {.region = above_ten(), .known = within(X, -500, 500)};
  g_autoptr(GPtrArray) inputs = make_inputs(1);
  Learner *l = learn_new(label, &o, inputs, NULL);
  g_assert_true(learn_refine(l, 20000, 0));
  g_assert_null(difference(learn_guess(l, NULL), o.region));
  learn_free(l);
}

/* What points do not show, a refutation does. */
static void test_counterexamples(void) {
  const Term *rare = term_and(term_eq(X, number(123456789)), lt(number(-987654), Y));
  Oracle o = {.region = rare};
  g_autoptr(GPtrArray) inputs = make_inputs(2);
  Learner *l = learn_new(label, &o, inputs, NULL);
  g_assert_true(learn_refine(l, 20000, 0));
  g_assert_true(term_is_false(learn_guess(l, NULL)));
  guint rounds = 0;
  for (Model *m; rounds < 10 && (m = difference(learn_guess(l, NULL), rare)); rounds++) {
    learn_add(l, m, LABEL_UNKNOWN);
    learn_refine(l, 20000, 0);
    model_free(m);
  }
  g_assert_cmpuint(rounds, <=, 3);
  g_assert_null(difference(learn_guess(l, NULL), rare));
  learn_free(l);
}

/* An offer is the guess until a point speaks against it: the product is beyond what is learned from runs. */
static void test_offers(void) {
  const Term *right = lt(term_binary(TERM_MUL, X, number(37)), Y), *wrong = lt(number(3), X);
  Oracle o = {.region = right};
  g_autoptr(GPtrArray) inputs = make_inputs(2);
  Learner *l = learn_new(label, &o, inputs, NULL);
  learn_offer(l, wrong);
  learn_offer(l, right);
  learn_refine(l, 3000, 0);
  gboolean consistent;
  g_assert_true(learn_guess(l, &consistent) == right);
  g_assert_true(consistent);
  learn_free(l);
}

/* The budget is kept. */
static void test_budget(void) {
  Oracle o = {.region = three()};
  g_autoptr(GPtrArray) inputs = make_inputs(3);
  Learner *l = learn_new(label, &o, inputs, NULL);
  g_assert_false(learn_refine(l, 100, 0));
  g_assert_cmpuint(o.runs, <=, 100);
  g_assert_false(learn_refine(l, 1000, 1));
  g_assert_cmpuint(o.runs, <=, 101);
  learn_free(l);
}

static void test_program(void) {
  Loaded p = sample_load("int main(void) { int n = any(), i, s = 0; for (i = 0; i < n; i++) s += 2;"
                         "check(s <= 20); return 0; }");
  const Term *n = sample_input(p.program, 0, 1);
  Sampler *s = sampler_new(p.program, NULL, 20000, 0);
  g_autoptr(GPtrArray) inputs = g_ptr_array_new();
  g_ptr_array_add(inputs, (gpointer)n);
  gboolean consistent;
  const Term *guess = learn_region(s, inputs, NULL, NULL, NULL, 20000, 0, &consistent);
  g_assert_true(consistent);
  g_assert_null(difference(guess, lt(number(10), n)));
  sampler_free(s);
  sample_free(&p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *name = g_strconcat("/learn/region/", cases[i].name, NULL);
    g_test_add_data_func(name, &cases[i], test_case);
  }
  g_test_add_func("/learn/unknown", test_unknown);
  g_test_add_func("/learn/counterexamples", test_counterexamples);
  g_test_add_func("/learn/offers", test_offers);
  g_test_add_func("/learn/budget", test_budget);
  g_test_add_func("/learn/program", test_program);
  return g_test_run();
}
