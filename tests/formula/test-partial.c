/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Evaluation at partial points: with all coordinates it is that of models; with some, what it says holds
 * whatever the others are. */
#include "formula/partial.h"
#include "formula/solver.h"
#include "tests/helpers/random-terms.h"

static const guint widths[] = {1, 3, 8, 32, 64, 0};

/* A scalar that depends on inputs, and no float whose conversion may be out of range. */
static const Term *root_of(const GArray *nodes) {
  for (guint i = nodes->len; i-- > 0;) {
    const Term *t = g_array_index(nodes, NaiveNode, i).term;
    if (t->has_input && !t->index_width && !t->has_havoc) return t;
  }
  return NULL;
}

static void check_whole(GRand *r, const GArray *nodes, const Term *t) {
  g_autoptr(PartialFormulas) f = partial_new(&t, 1);
  for (guint i = 0; i < 6; i++) {
    Model *m = random_model(r, nodes);
    const GPtrArray *inputs = partial_inputs(f);
    guint64 value;
    partial_begin(f);
    for (guint k = 0; k < inputs->len; k++) partial_set(f, k, model_value(m, inputs->pdata[k]));
    if (partial_value(f, 0, &value))
      g_assert_cmpuint(value, ==, term_eval(t, m));
    else
      g_assert_true(t->has_float || t->has_array);
    model_free(m);
  }
}

static void test_whole(void) {
  GRand *r = g_rand_new_with_seed(21);
  guint checked = 0;
  for (guint trial = 0; trial < 600; trial++) {
    GArray *nodes = random_terms(r, &(RandomPlan){.n_nodes = 60,
                                                  .with_floats = trial % 2 == 0,
                                                  .with_arrays = trial % 3 == 0,
                                                  .widths = widths});
    const Term *t = root_of(nodes);
    checked += t != NULL;
    if (t) check_whole(r, nodes, t);
    g_array_unref(nodes);
  }
  g_assert_cmpuint(checked, >, 300);
  g_rand_free(r);
  term_store_clear();
}

/* Of all inputs but one; the solver says whether that matters. */
static gboolean check_partial(GRand *r, const GArray *nodes, const Term *t) {
  g_autoptr(PartialFormulas) f = partial_new(&t, 1);
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  const GPtrArray *inputs = partial_inputs(f);
  Model *m = random_model(r, nodes);
  guint64 value;
  partial_begin(f);
  for (guint k = 1; k < inputs->len; k++) {
    const Term *input = inputs->pdata[k];
    partial_set(f, k, model_value(m, input));
    g_hash_table_insert(map, (gpointer)input, (gpointer)term_const(input->width, model_value(m, input)));
  }
  const gboolean known = partial_value(f, 0, &value);
  if (known)
    g_assert_cmpint(
        solver_sat(term_not(term_eq(term_substitute(t, map), term_const(t->width, value))), 0, NULL), ==,
        SOLVER_UNSAT);
  model_free(m);
  return known && inputs->len > 1;
}

static void test_partial(void) {
  GRand *r = g_rand_new_with_seed(22);
  guint known = 0;
  for (guint trial = 0; trial < 200; trial++) {
    static const guint narrow[] = {1, 1, 4, 8, 0};
    GArray *nodes = random_terms(r, &(RandomPlan){.n_nodes = 30, .widths = narrow});
    for (guint i = 0; i < nodes->len; i++) {
      const Term *t = g_array_index(nodes, NaiveNode, i).term;
      if (t->width == 1 && t->has_input && t->n_args > 0) known += check_partial(r, nodes, t);
    }
    g_array_unref(nodes);
  }
  g_assert_cmpuint(known, >, 10);
  g_rand_free(r);
  term_store_clear();
}

/* False and anything is false; what is asked in one point does not stay for the next. */
static void test_decided(void) {
  const Term *a = term_input((InputKey){0, 1, 0}, 8), *b = term_input((InputKey){1, 1, 0}, 8),
             *zero = term_const(8, 0),
             *both = term_and(term_eq(a, zero), term_binary(TERM_ULT, b, term_const(8, 5)));
  g_autoptr(PartialFormulas) f = partial_new(&both, 1);
  guint64 value;
  g_assert_cmpuint(partial_inputs(f)->len, ==, 2);
  partial_begin(f);
  g_assert_false(partial_value(f, 0, &value));
  partial_begin(f);
  partial_set(f, 0, 1);
  g_assert_true(partial_value(f, 0, &value));
  g_assert_cmpuint(value, ==, 0);
  partial_begin(f);
  partial_set(f, 1, 4);
  g_assert_false(partial_value(f, 0, &value));
  partial_begin(f);
  partial_set(f, 0, 256); /* it has 8 bits */
  partial_set(f, 1, 4);
  g_assert_true(partial_value(f, 0, &value));
  g_assert_cmpuint(value, ==, 1);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/partial/whole", test_whole);
  g_test_add_func("/partial/partial", test_partial);
  g_test_add_func("/partial/decided", test_decided);
  return g_test_run();
}
