/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals of terms hold every value that there is, and halving tells what is satisfiable. */
#include "formula/floats.h"
#include "base/limits.h"
#include "formula/halve.h"
#include "formula/spans.h"
#include "tests/helpers/random-terms.h"
#include <math.h>

#define SECONDS 20

static const Term *number(guint n, guint width) { return term_input((InputKey){n, 1, 0}, width); }
static const Term *real(double d) { return term_const(64, bits_of_double(d)); }
static const Term *op2(TermOp op, const Term *a, const Term *b) { return term_binary(op, a, b); }

static const Term *within(const Term *x, double low, double high) {
  return term_and(op2(TERM_FLE, real(low), x), op2(TERM_FLE, x, real(high)));
}

static SolverAnswer ask(const Term *formula) {
  Model *m = NULL;
  const gint64 deadline = g_get_monotonic_time() + SECONDS * G_USEC_PER_SEC;
  const HalveLimits given = {limits.halve_terms, G_MAXUINT, deadline};
  const SolverAnswer answer = halve(&formula, 1, given, &m);
  g_assert_true((answer == SOLVER_SAT) == (m != NULL));
  if (m) g_assert_true(term_eval(formula, m));
  model_free(m);
  return answer;
}

static void test_one_number(void) {
  const Term *x = number(0, 64), *square = op2(TERM_FMUL, x, x);
  g_assert_cmpint(ask(op2(TERM_FLT, square, real(0))), ==, SOLVER_UNSAT);
  g_assert_cmpint(ask(term_and(within(x, 1, 2), op2(TERM_FLT, square, real(1)))), ==, SOLVER_UNSAT);
  g_assert_cmpint(ask(term_and(within(x, 1, 2), op2(TERM_FLT, real(3.99), square))), ==, SOLVER_SAT);
  g_assert_cmpint(ask(op2(TERM_FEQ, op2(TERM_FADD, x, real(1)), x)), ==, SOLVER_SAT);
}

static void test_no_number(void) {
  const Term *x = number(0, 64), *is_nan = term_not(op2(TERM_FEQ, x, x));
  g_assert_cmpint(ask(is_nan), ==, SOLVER_SAT);
  g_assert_cmpint(ask(term_and(is_nan, op2(TERM_FLE, x, real(INFINITY)))), ==, SOLVER_UNSAT);
  const Term *difference = op2(TERM_FSUB, x, x); /* no number for the infinities only */
  const Term *strange = term_not(op2(TERM_FEQ, difference, difference));
  g_assert_cmpint(ask(term_and(strange, within(x, -1e300, 1e300))), ==, SOLVER_UNSAT);
  g_assert_cmpint(ask(term_and(strange, op2(TERM_FLE, real(1e300), x))), ==, SOLVER_SAT);
}

/* Far from zero the remainder of a division by 360 is small, though both sides are large. */
static void test_relation_by_halves(void) {
  const Term *x = number(0, 64),
             *turns = term_make(TERM_FTOSI, 32, 0, (const Term *[]){op2(TERM_FDIV, x, real(360))}, 1);
  const Term *back = op2(TERM_FMUL, real(360), term_make(TERM_SITOF, 64, 0, &turns, 1));
  const Term *rest = op2(TERM_FSUB, x, back);
  g_assert_cmpint(ask(term_and(within(x, 0, 1e10), op2(TERM_FLT, real(1e9), rest))), ==, SOLVER_UNSAT);
  g_assert_cmpint(ask(term_and(within(x, 0, 1e10), op2(TERM_FLT, real(300), rest))), ==, SOLVER_SAT);
}

/* Both zeros are equal, and neither is below the other; their bits differ. */
static void test_zeros(void) {
  const Term *x = number(0, 32), *zero = term_const(32, 0), *bit = term_const(32, 0x80000000u);
  g_assert_cmpint(ask(term_and(op2(TERM_FEQ, x, zero), term_eq(x, bit))), ==, SOLVER_SAT);
  g_assert_cmpint(ask(term_and(op2(TERM_FLT, x, zero), term_eq(x, bit))), ==, SOLVER_UNSAT);
  const Term *others[] = {op2(TERM_FEQ, x, zero), term_not(term_eq(x, bit)), term_not(term_eq(x, zero))};
  g_assert_cmpint(ask(term_and_n(others, 3)), ==, SOLVER_UNSAT);
}

static void test_limits(void) {
  const Term *x = number(0, 64),
             *formula = term_and(within(x, 1, 2), op2(TERM_FEQ, op2(TERM_FMUL, x, x), real(2)));
  const gint64 deadline = g_get_monotonic_time() + SECONDS * G_USEC_PER_SEC;
  Model *m = NULL;
  g_assert_cmpint(halve(&formula, 1, (HalveLimits){3, G_MAXUINT, deadline}, &m), ==, SOLVER_UNKNOWN);
  g_assert_cmpint(halve(&formula, 1, (HalveLimits){limits.halve_terms, 3, deadline}, &m), ==, SOLVER_UNKNOWN);
  g_assert_cmpint(halve(&formula, 1, (HalveLimits){limits.halve_terms, G_MAXUINT, 0}, &m), ==,
                  SOLVER_UNKNOWN);
  g_assert_null(m);
  g_assert_cmpint(ask(formula), ==, SOLVER_UNSAT); /* no square is 2 */
}

static void test_integers(void) {
  const Term *x = number(0, 32), *y = number(1, 8);
  const Term *sum = op2(TERM_ADD, x, term_sext(y, 32));
  const Term *small = op2(TERM_ULE, x, term_const(32, 5));
  g_assert_cmpint(ask(term_and(small, op2(TERM_SLT, term_const(32, 132), sum))), ==, SOLVER_UNSAT);
  g_assert_cmpint(ask(term_and(small, op2(TERM_SLT, term_const(32, 131), sum))), ==, SOLVER_SAT);
}

/* ---- random terms ---- */

static void random_box(GRand *rand, Spans *s, const Model *point) {
  for (guint i = 0; i < spans_n_leaves(s); i++) {
    const gint64 place = spans_place_of(s, i, model_value(point, spans_leaf(s, i)));
    gint64 low, high;
    spans_places(s, i, &low, &high);
    g_assert_cmpuint(spans_value_at(s, i, place), ==, model_value(point, spans_leaf(s, i)));
    const guint shift = (guint)g_rand_int_range(rand, 0, 64);
    const guint64 reach = ((guint64)g_rand_int(rand) << 32 | g_rand_int(rand)) >> shift;
    const guint64 below = (guint64)place - (guint64)low, above = (guint64)high - (guint64)place;
    spans_set_places(s, i, (gint64)((guint64)place - MIN(below, reach / 2)),
                     (gint64)((guint64)place + MIN(above, reach)));
  }
}

/* The point makes all the literals true: no box that it is in may say otherwise, or lose it. */
static void check_box(GRand *rand, const GPtrArray *literals, const Model *point) {
  Spans *s = spans_new((const Term *const *)literals->pdata, literals->len);
  gboolean empty = FALSE;
  random_box(rand, s, point);
  for (guint round = 0; round < 3; round++) {
    spans_update(s);
    for (guint i = 0; i < literals->len; i++) g_assert_cmpint(spans_truth(s, i), !=, SPAN_NEVER);
    if (!spans_narrow(s, &empty)) break;
    g_assert_false(empty);
    for (guint i = 0; i < spans_n_leaves(s); i++) {
      gint64 low, high;
      spans_places(s, i, &low, &high);
      const gint64 place = spans_place_of(s, i, model_value(point, spans_leaf(s, i)));
      g_assert_true(low <= place && place <= high);
    }
  }
  spans_free(s);
}

/* What is true at the point, of all the Boolean terms and of comparisons of the others with constants near
 * their value. */
static GPtrArray *true_literals(const GArray *nodes, const Model *point) {
  GPtrArray *literals = g_ptr_array_new();
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = g_array_index(nodes, NaiveNode, i).term;
    if (t->index_width) continue;
    const guint64 value = term_eval(t, point);
    const Term *at = term_const(t->width, value);
    if (t->width == 1) {
      g_ptr_array_add(literals, (gpointer)(value ? t : term_not(t)));
    } else {
      g_ptr_array_add(literals, (gpointer)op2(TERM_ULE, t, at));
      g_ptr_array_add(literals, (gpointer)op2(TERM_SLE, at, t));
      if ((t->width == 32 || t->width == 64) && !isnan(number_of_bits(t->width, value)))
        g_ptr_array_add(literals, (gpointer)op2(TERM_FLE, at, t));
    }
  }
  return literals;
}

static void test_random(void) {
  static const guint widths[] = {1, 8, 32, 32, 64, 64, 0};
  const RandomPlan plan = {.n_nodes = 24, .with_floats = TRUE, .with_arrays = TRUE, .widths = widths};
  GRand *rand = g_rand_new_with_seed(17);
  for (guint i = 0; i < 4000; i++) {
    GArray *nodes = random_terms(rand, &plan);
    for (guint k = 0; k < 4; k++) {
      Model *point = random_model(rand, nodes);
      GPtrArray *literals = true_literals(nodes, point);
      check_box(rand, literals, point);
      g_ptr_array_unref(literals);
      model_free(point);
    }
    g_array_unref(nodes);
    if (i % 100 == 99) term_store_clear();
  }
  g_rand_free(rand);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/halve/one-number", test_one_number);
  g_test_add_func("/halve/no-number", test_no_number);
  g_test_add_func("/halve/relation-by-halves", test_relation_by_halves);
  g_test_add_func("/halve/zeros", test_zeros);
  g_test_add_func("/halve/limits", test_limits);
  g_test_add_func("/halve/integers", test_integers);
  g_test_add_func("/halve/random", test_random);
  return g_test_run();
}
