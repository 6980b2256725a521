/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Given inputs that are followed in failure automata, against all their completions. */
#include "cfc/follow.h"
#include "tests/helpers/random-automaton.h"

enum { GIVEN = 3, LENGTH = 4, OPEN = RANDOM_AUTOMATON_VALUES };

/* Values of x and y, one after the other; OPEN ones are not given. */
typedef struct {
  guint values[2][LENGTH];
} Point;

static FollowedValue value_of(gpointer data, const Term *input, guint64 *value) {
  const InputKey key = input_key_unpack(input->param);
  const guint v = ((const Point *)data)->values[key.site][key.occurrence - 1];
  *value = v;
  return v == OPEN ? FOLLOW_OPEN : FOLLOW_GIVEN;
}

typedef struct {
  guint fails, ends, more; /* completions that fail, that end, that are not at an end after LENGTH inputs */
} Outcomes;

/* All completions of what is open, from the i-th value on. */
static void complete(const FailureAutomaton *a, Point *p, guint i, Outcomes *o) {
  while (i < 2 * LENGTH && p->values[i / LENGTH][i % LENGTH] != OPEN) i++;
  if (i < 2 * LENGTH) {
    guint *open = &p->values[i / LENGTH][i % LENGTH];
    for (*open = 0; *open < RANDOM_AUTOMATON_VALUES; ++*open) complete(a, p, i + 1, o);
    *open = OPEN;
    return;
  }
  Model *m = model_new();
  for (guint k = 0; k < 2 * LENGTH; k++)
    model_set(m, random_automaton_input(k / LENGTH, 1 + k % LENGTH), p->values[k / LENGTH][k % LENGTH]);
  const guint to = failure_automaton_follow(a, m, LENGTH); /* reads no more than LENGTH of each */
  o->fails += to == EDGE_FAILS;
  o->ends += to == EDGE_ENDS;
  o->more += to < EDGE_UNKNOWN;
  model_free(m);
}

static Point any_point(GRand *random) {
  Point p;
  guint open = 0;
  for (guint i = 0; i < 2 * LENGTH; i++) {
    const gboolean skip = i % LENGTH >= GIVEN || (open < 3 && g_rand_int_range(random, 0, 4) == 0);
    open += skip;
    p.values[i / LENGTH][i % LENGTH] = skip ? OPEN : (guint)g_rand_int_range(random, 0, RANDOM_AUTOMATON_VALUES);
  }
  return p;
}

/* endless: runs that go on for ever fail. */
static void check_completions(gboolean endless) {
  guint seen[3] = {0};
  GRand *random = g_rand_new_with_seed(7);
  for (guint trial = 0; trial < 150; trial++) {
    FailureAutomaton *a = random_automaton(random, 1 + trial % 4, 0);
    a->endless_fails = endless;
    Follower *f = follower_new(a);
    for (guint n = 0; n < 4; n++) {
      Point p = any_point(random);
      Followed answer;
      Outcomes o = {0};
      g_assert_true(follower_follow(f, value_of, &p, GIVEN, &answer));
      complete(a, &p, 0, &o);
      seen[answer.class]++;
      if (answer.class == CLASS_FAILS) g_assert_cmpuint(o.ends, ==, 0);
      if (answer.class == CLASS_CANNOT_FAIL) g_assert_cmpuint(o.fails, ==, 0);
      /* where all completions are at an end after LENGTH steps, what they have in common is found */
      if (o.more == 0 && o.ends == 0) g_assert_cmpint(answer.class, ==, CLASS_FAILS);
      if (o.more == 0 && o.fails == 0) g_assert_cmpint(answer.class, ==, CLASS_CANNOT_FAIL);
      if (answer.settled) g_assert_true(o.more > 0 || (o.fails && o.ends));
    }
    follower_free(f);
    failure_automaton_free(a);
  }
  for (guint i = 0; i < 3; i++) g_assert_cmpuint(seen[i], >, 20);
  g_rand_free(random);
  term_store_clear();
}

static void test_completions(void) { check_completions(FALSE); }
static void test_completions_endless(void) { check_completions(TRUE); }

static FollowedValue wrong_value(gpointer data, const Term *input, guint64 *value) {
  (void)data, (void)input, (void)value;
  return FOLLOW_WRONG;
}

static FollowedValue zero(gpointer data, const Term *input, guint64 *value) {
  (void)data, (void)input;
  *value = 0;
  return FOLLOW_GIVEN;
}

/* x is read for ever, and fails when it is 3; or the run ends then; or what follows is unknown. */
static void check_ends(gboolean endless) {
  const Term *x = random_automaton_input(0, ROUND_OCCURRENCE + 1), *three = term_eq(x, term_const(2, 3));
  for (guint end = EDGE_UNKNOWN; end != 0; end++) { /* the largest is EDGE_FAILS */
    FailureAutomaton *a = failure_automaton_new();
    a->endless_fails = endless;
    g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
    const SiteReads one = {0, 1};
    g_array_append_val(reads, one);
    failure_automaton_add_location(a, NULL, (IrLoc){0});
    failure_automaton_add_edge(a, 0, end, three, NULL);
    failure_automaton_add_edge(a, 0, 0, term_not(three), reads);
    Follower *f = follower_new(a);
    Followed answer;
    const guint decided = endless ? EDGE_FAILS : EDGE_ENDS; /* whatever is read */
    g_assert_false(follower_follow(f, wrong_value, NULL, 5, &answer) && end != decided);
    g_assert_true(follower_follow(f, zero, NULL, 5, &answer));
    g_assert_cmpint(answer.class, ==, end != decided ? CLASS_MAY_FAIL : endless ? CLASS_FAILS : CLASS_CANNOT_FAIL);
    g_assert_cmpint(answer.settled, ==, end == (endless ? EDGE_ENDS : EDGE_FAILS));
    follower_free(f);
    failure_automaton_free(a);
  }
  term_store_clear();
}

static void test_ends(void) { check_ends(FALSE); }
static void test_ends_endless(void) { check_ends(TRUE); }

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/follow/completions", test_completions);
  g_test_add_func("/follow/ends", test_ends);
  g_test_add_func("/follow/completions-endless", test_completions_endless);
  g_test_add_func("/follow/ends-endless", test_ends_endless);
  return g_test_run();
}
