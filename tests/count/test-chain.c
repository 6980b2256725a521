/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata as Markov chains: against values computed by hand, all short sequences, and long sums. */
#include <math.h>
#include "base/deadline.h"
#include "count/automaton-count.h"
#include "tests/helpers/random-automaton.h"

static CountLimits all_time(void) { return (CountLimits){.epsilon = 0.8, .delta = 0.2, .deadline = deadline_in(600), .methods = METHOD_ALL}; }

static void assert_is(const mpq_t q, const char *expected) {
  char *text = mpq_get_str(NULL, 10, q);
  g_assert_cmpstr(text, ==, expected);
  free(text);
}

/* A switch that 1 of 10 commands turns on, 1 off, and 1 fails while it is on; with `ends`, another one ends it. */
static Chain *the_switch(gboolean ends) {
  Chain *c = chain_new(2);
  mpq_set_ui(chain_move(c, 0, 1), 1, 10);
  mpq_set_ui(chain_move(c, 0, 0), ends ? 8 : 9, 10);
  mpq_set_ui(chain_move(c, 1, 0), 1, 10);
  mpq_set_ui(chain_move(c, 1, 1), ends ? 7 : 8, 10);
  mpq_set_ui(c->fails[1], 1, 10);
  for (guint i = 0; i < 4; i++) mpq_canonicalize(c->moves[i]);
  return c;
}

static void test_by_hand(void) {
  static const char *const within[] = {"0", "0", "1/100", "27/1000"};
  mpq_t q, steps;
  mpq_inits(q, steps, NULL);
  g_autoptr(Chain) sure = the_switch(FALSE), ends = the_switch(TRUE), never = chain_new(3);
  for (guint k = 0; k < G_N_ELEMENTS(within); k++) {
    g_assert_true(chain_fails_within(sure, k, G_MAXINT64, q));
    assert_is(q, within[k]);
  }
  g_assert_true(chain_fails_ever(sure, G_MAXINT64, q, steps));
  assert_is(q, "1");
  assert_is(steps, "30");
  g_assert_true(chain_fails_ever(ends, G_MAXINT64, q, steps));
  assert_is(q, "1/5");
  assert_is(steps, "10");
  mpq_set_ui(chain_move(never, 0, 1), 1, 1); /* round and round */
  mpq_set_ui(chain_move(never, 1, 0), 1, 1);
  mpq_set_ui(never->fails[2], 1, 1);
  g_assert_true(chain_fails_ever(never, G_MAXINT64, q, steps));
  assert_is(q, "0");
  g_assert_false(chain_fails_within(sure, 2, 1, q));
  mpq_clears(q, steps, NULL);
}

enum { STEPS = 3 };

/* Of all values of x and y in so many steps; more are not read. */
static void count_failing(const FailureAutomaton *a, mpq_t share) {
  guint n = 1, fails = 0;
  for (guint i = 0; i < 2 * STEPS; i++) n *= RANDOM_AUTOMATON_VALUES;
  for (guint p = 0; p < n; p++) {
    Model *m = model_new();
    for (guint i = 0, rest = p; i < 2 * STEPS; i++, rest /= RANDOM_AUTOMATON_VALUES)
      model_set(m, random_automaton_input(i / STEPS, 1 + i % STEPS), rest % RANDOM_AUTOMATON_VALUES);
    fails += failure_automaton_follow(a, m, STEPS) == EDGE_FAILS;
    model_free(m);
  }
  mpq_set_ui(share, fails, n);
  mpq_canonicalize(share);
}

/* What is computed for ever is what long runs come to. */
static guint check_limits(const Chain *c) {
  enum { LONG = 80 };
  double last = 0, sum = 0;
  mpq_t q, steps;
  mpq_inits(q, steps, NULL);
  for (guint k = 1; k <= LONG; k++) {
    g_assert_true(chain_fails_within(c, k, G_MAXINT64, q));
    sum += k * (mpq_get_d(q) - last);
    last = mpq_get_d(q);
  }
  g_assert_true(chain_fails_ever(c, G_MAXINT64, q, steps));
  g_assert_true(mpq_get_d(q) >= last - 1e-12);
  g_assert_true(mpq_sgn(q) >= 0 && mpq_cmp_ui(q, 1, 1) <= 0);
  const gboolean near = mpq_get_d(q) - last < 1e-9 && mpq_sgn(q);
  if (near) g_assert_cmpfloat_with_epsilon(sum / mpq_get_d(q), mpq_get_d(steps), 1e-4);
  mpq_clears(q, steps, NULL);
  return near;
}

static void test_against_all_runs(void) {
  GRand *random = g_rand_new_with_seed(9);
  const CountLimits l = all_time();
  guint failing = 0, near = 0;
  mpq_t expected, found;
  mpq_inits(expected, found, NULL);
  for (guint trial = 0; trial < 12; trial++) {
    FailureAutomaton *a = random_automaton(random, 1 + trial % 4, 0);
    char *reason = NULL;
    g_autoptr(Chain) c = automaton_chain(a, term_bool(TRUE), &l, &reason);
    g_assert_cmpstr(reason, ==, NULL);
    g_assert_true(chain_fails_within(c, STEPS, G_MAXINT64, found));
    count_failing(a, expected);
    g_assert_true(mpq_equal(found, expected));
    failing += mpq_sgn(found) > 0;
    near += check_limits(c);
    failure_automaton_free(a);
  }
  g_assert_cmpuint(failing, >, 5);
  g_assert_cmpuint(near, >, 3);
  mpq_clears(expected, found, NULL);
  g_rand_free(random);
  term_store_clear();
}

/* x fails when it is 3, and goes on with other values, of which so many are read. */
static FailureAutomaton *one_location(guint looks_at, guint reads_of_x) {
  FailureAutomaton *a = failure_automaton_new();
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  const SiteReads r = {0, reads_of_x};
  const Term *three = term_eq(random_automaton_input(0, ROUND_OCCURRENCE + looks_at), term_const(RANDOM_AUTOMATON_WIDTH, 3));
  g_array_append_val(reads, r);
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_edge(a, 0, EDGE_FAILS, three, NULL);
  failure_automaton_add_edge(a, 0, 0, term_not(three), reads);
  return a;
}

/* x ends the run when it is 3, and has it go on for ever when it is 0; else it is read again. */
static void test_endless(void) {
  const Term *x = random_automaton_input(0, ROUND_OCCURRENCE + 1), *three = term_eq(x, term_const(RANDOM_AUTOMATON_WIDTH, 3)),
             *zero = term_eq(x, term_const(RANDOM_AUTOMATON_WIDTH, 0));
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  const SiteReads one = {0, 1};
  const CountLimits l = all_time();
  Program *p = random_automaton_program("p.c");
  Cfc *c = cfc_new(p);
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  g_array_append_val(reads, one);
  a->endless_fails = TRUE;
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_edge(a, 0, EDGE_ENDS, three, NULL);
  failure_automaton_add_failure(a, 0, (Failure){{"p.c", 2, 1}, FAILURE_ENDLESS}, zero);
  failure_automaton_add_edge(a, 0, 0, term_not(term_or(three, zero)), reads);
  g_ptr_array_add(c->partitions, partition_new(term_bool(TRUE), term_bool(FALSE)));
  AutomatonCount *k = automaton_count_new(c, term_bool(TRUE), 2, &l);
  g_assert_cmpstr(k->reason, ==, NULL);
  assert_is(k->within, "3/8"); /* to end */
  assert_is(k->ever, "1/2");   /* to go on */
  assert_is(k->expected, "2");
  g_autoptr(GString) text = g_string_new(NULL);
  automaton_count_append_text(text, k);
  g_assert_nonnull(strstr(text->str, "ends within 2 steps with probability 0.375 (3/8)\n  runs for ever with probability 0.5 (1/2)\n"));
  automaton_count_free(k);
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

static void test_domains(void) {
  const CountLimits l = all_time();
  const Term *x = random_automaton_input(0, 1), *later = random_automaton_input(0, 2), *y = random_automaton_input(1, 1);
  const Term *two = term_const(RANDOM_AUTOMATON_WIDTH, 2);
  const struct {
    const Term *domain;
    const char *expected; /* within two steps; NULL: it is not known */
  } domains[] = {{term_bool(TRUE), "7/16"},
                 {term_binary(TERM_ULE, two, x), "3/4"},
                 {term_and(term_binary(TERM_ULE, two, x), term_eq(y, two)), "3/4"},
                 {term_eq(x, two), "0"},
                 {term_bool(FALSE), NULL},
                 {term_eq(later, two), NULL},
                 {term_eq(x, y), NULL}};
  FailureAutomaton *a = one_location(2, 2);
  for (guint i = 0; i < G_N_ELEMENTS(domains); i++) {
    g_autofree char *reason = NULL;
    g_autoptr(Chain) c = automaton_chain(a, domains[i].domain, &l, &reason);
    g_assert_cmpint(c != NULL, ==, domains[i].expected != NULL);
    g_assert_cmpint(c != NULL, ==, reason == NULL);
    if (!c) continue;
    mpq_t q;
    mpq_init(q);
    g_assert_true(chain_fails_within(c, 2, G_MAXINT64, q));
    assert_is(q, domains[i].expected);
    mpq_clear(q);
  }
  failure_automaton_free(a);
  a = one_location(2, 1); /* what is looked at is read again in the next step */
  g_autofree char *reason = NULL;
  g_assert_null(automaton_chain(a, term_bool(TRUE), &l, &reason));
  g_assert_cmpstr(reason, ==, "a step depends on inputs of the next one");
  failure_automaton_free(a);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/chain/by-hand", test_by_hand);
  g_test_add_func("/chain/against-all-runs", test_against_all_runs);
  g_test_add_func("/chain/endless", test_endless);
  g_test_add_func("/chain/domains", test_domains);
  return g_test_run();
}
