/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pairs of automata: what is said of all sequences of inputs holds of every short one, and examples are what they are said to be. */
#include "base/deadline.h"
#include "compare/product.h"
#include "ir/failure-fates.h"
#include "tests/helpers/random-automaton.h"

enum { LENGTH = 3, INPUTS = 2 * LENGTH };

static Model *point_of(guint number) {
  Model *m = model_new();
  for (guint i = 0; i < INPUTS; i++, number /= RANDOM_AUTOMATON_VALUES)
    model_set(m, random_automaton_input(i / LENGTH, 1 + i % LENGTH), number % RANDOM_AUTOMATON_VALUES);
  return m;
}

/* Which sequences there are among those of LENGTH steps, of which both sides are at an end. */
static void look_at_all(const FailureAutomaton *a, const FailureAutomaton *b, gboolean seen[PRODUCT_N]) {
  guint n = 1;
  for (guint i = 0; i < INPUTS; i++) n *= RANDOM_AUTOMATON_VALUES;
  for (guint i = 0; i < n; i++) {
    Model *m = point_of(i);
    const guint x = failure_automaton_follow(a, m, LENGTH), y = failure_automaton_follow(b, m, LENGTH);
    seen[PRODUCT_BOTH] |= x == EDGE_FAILS && y == EDGE_FAILS;
    seen[PRODUCT_FIRST_ONLY] |= x == EDGE_FAILS && y == EDGE_ENDS;
    seen[PRODUCT_SECOND_ONLY] |= x == EDGE_ENDS && y == EDGE_FAILS;
    model_free(m);
  }
}

/* Where an example leads a side. */
static FailureFate fate_at(const FailureAutomaton *a, const Model *m, guint steps) {
  g_autofree FailureFate *fates = failure_automaton_fates(a);
  return failure_fate(fates, failure_automaton_follow(a, m, steps));
}

static void count_value(const Term *leaf, guint64 value, gpointer most) {
  (void)value;
  *(guint *)most = MAX(*(guint *)most, input_key_unpack(leaf->param).occurrence);
}

static void check_example(const Product *p, const FailureAutomaton *const sides[2], ProductCase which) {
  const Model *m = p->examples[which];
  guint steps = 0;
  if (!m) return;
  model_foreach(m, count_value, &steps);
  for (guint i = 0; i < 2; i++) {
    const gboolean should = which == PRODUCT_BOTH || (which == PRODUCT_FIRST_ONLY) == (i == 0);
    const guint to = failure_automaton_follow(sides[i], m, steps);
    g_assert_cmpint(to == EDGE_FAILS, ==, should);
    if (!should) g_assert_cmpint(fate_at(sides[i], m, steps), ==, p->open[which] ? FATE_OPEN : FATE_NEVER_FAILS);
  }
}

static void test_pairs(void) {
  GRand *random = g_rand_new_with_seed(3);
  guint found = 0, none = 0;
  for (guint trial = 0; trial < 24; trial++) {
    FailureAutomaton *a = random_automaton(random, 1 + trial % 3, 3), *b = random_automaton(random, 1 + trial % 2, 3);
    const FailureAutomaton *const sides[] = {a, b};
    g_autoptr(Product) p = product_new((ProductSide[]){{a, NULL}, {b, NULL}}, deadline_in(600), 100000);
    gboolean seen[PRODUCT_N] = {FALSE};
    g_assert_true(p->complete);
    look_at_all(a, b, seen);
    for (guint i = 0; i < PRODUCT_N; i++) {
      if (seen[i]) g_assert_nonnull(p->examples[i]);
      found += p->examples[i] != NULL;
      none += !p->examples[i];
      check_example(p, sides, i);
    }
    failure_automaton_free(a);
    failure_automaton_free(b);
  }
  g_assert_cmpuint(found, >, 5);
  g_assert_cmpuint(none, >, 5);
  g_rand_free(random);
  term_store_clear();
}

/* An automaton and itself: nothing is fixed, nothing is new. */
static void test_same(void) {
  GRand *random = g_rand_new_with_seed(5);
  for (guint trial = 0; trial < 10; trial++) {
    FailureAutomaton *a = random_automaton(random, 3, 0);
    g_autoptr(Product) p = product_new((ProductSide[]){{a, NULL}, {a, NULL}}, deadline_in(600), 100000);
    g_assert_true(p->complete);
    g_assert_null(p->examples[PRODUCT_FIRST_ONLY]);
    g_assert_null(p->examples[PRODUCT_SECOND_ONLY]);
    g_autofree FailureFate *fates = failure_automaton_fates(a);
    g_assert_cmpint(p->examples[PRODUCT_BOTH] != NULL, ==, fates[0] != FATE_NEVER_FAILS);
    failure_automaton_free(a);
  }
  g_rand_free(random);
  term_store_clear();
}

static FailureAutomaton *one_location(const Term *fails, guint count) {
  FailureAutomaton *a = failure_automaton_new();
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  const SiteReads r = {0, count};
  g_array_append_val(reads, r);
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_edge(a, 0, EDGE_FAILS, fails, NULL);
  failure_automaton_add_edge(a, 0, 0, term_not(fails), reads);
  return a;
}

static const Term *is(guint r, guint value) {
  return term_eq(random_automaton_input(0, ROUND_OCCURRENCE + r), term_const(RANDOM_AUTOMATON_WIDTH, value));
}

/* Two inputs in a step against one: that is not claimed to be understood. */
static void test_uneven(void) {
  FailureAutomaton *one = one_location(is(1, 3), 1), *two = one_location(term_and(is(1, 1), is(2, 2)), 2);
  for (guint i = 0; i < 2; i++) {
    g_autoptr(Product) p = product_new((ProductSide[]){{i ? one : two, NULL}, {i ? two : one, NULL}}, deadline_in(600), 100000);
    g_assert_false(p->complete);
    g_assert_cmpuint(p->uneven, ==, 0);
  }
  g_autoptr(GHashTable) other = g_hash_table_new(NULL, NULL); /* of different places it is no matter */
  g_hash_table_insert(other, GUINT_TO_POINTER(0), GUINT_TO_POINTER(1));
  g_autoptr(Product) p = product_new((ProductSide[]){{one, NULL}, {two, other}}, deadline_in(600), 100000);
  g_assert_true(p->complete);
  for (guint i = 0; i < PRODUCT_N; i++) g_assert_nonnull(p->examples[i]);
  FailureAutomaton *again = one_location(is(2, 1), 1); /* looks at what the next step reads */
  g_autoptr(Product) q = product_new((ProductSide[]){{again, NULL}, {again, NULL}}, deadline_in(600), 100000);
  g_assert_false(q->complete);
  failure_automaton_free(again);
  failure_automaton_free(one);
  failure_automaton_free(two);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/product/pairs", test_pairs);
  g_test_add_func("/product/same", test_same);
  g_test_add_func("/product/uneven", test_uneven);
  return g_test_run();
}
