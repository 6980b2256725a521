/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lattice search with made-up effectiveness: subsets of the conjuncts, as bits, that count as effective.
 */
#include "loop/generalize.h"

enum { MAX = 24 };

typedef struct {
  guint n;
  const Term *conjunct[MAX + 8];
  gboolean (*effective)(guint set, guint param);
  guint param;
  guint asked, calls; /* candidates, and calls with several of them */
} Lattice;

static void fill(Lattice *l, guint n) {
  l->n = n;
  for (guint i = 0; i < n; i++) {
    const Term *x = term_input((InputKey){i, 1, 0}, 32);
    l->conjunct[i] = term_binary(TERM_ULT, x, term_const(32, 10 + i));
  }
}

static const Term *conjunction(const Lattice *l, guint set) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < l->n; i++)
    if (set >> i & 1) t = term_and(t, l->conjunct[i]);
  return t;
}

/* The subset that a candidate is. */
static guint subset_of(const Lattice *l, const Term *t) {
  guint set = 0;
  for (guint i = 0; i < l->n; i++)
    if (term_and(t, l->conjunct[i]) == t) set |= 1u << i;
  g_assert_true(conjunction(l, set) == t);
  return set;
}

static void ask(gpointer data, const Term *const *candidates, guint n, gboolean *effective) {
  Lattice *l = data;
  l->calls++;
  l->asked += n;
  for (guint i = 0; i < n; i++) effective[i] = l->effective(subset_of(l, candidates[i]), l->param);
}

/* The result as a subset; 0: none. */
static guint search(Lattice *l, guint rounds) {
  l->asked = l->calls = 0;
  const Term *t = generalize(conjunction(l, (1u << l->n) - 1), rounds, ask, l);
  return t ? subset_of(l, t) : 0;
}

static gboolean within(guint set, guint param) { return (set & ~param) == 0; }
static gboolean never(guint set, guint param) { return FALSE; }
static gboolean single(guint set, guint param) { return (set & (set - 1)) == 0; }
static gboolean small(guint set, guint param) { return (guint)__builtin_popcount(set) <= param; }
static gboolean odd_table(guint set, guint param) { return (set * 2654435761u >> (param % 24)) & 1; }

/* Those effective alone are effective together. */
static void test_together(void) {
  Lattice l = {.effective = within};
  fill(&l, 5);
  for (l.param = 1; l.param < 31; l.param++) {
    g_assert_cmpuint(search(&l, 1), ==, l.param);
    g_assert_cmpuint(l.calls, ==, __builtin_popcount(l.param) == 1 ? 1 : 2);
    g_assert_cmpuint(search(&l, 4), ==, l.param);
  }
}

static void test_none(void) {
  Lattice l = {.effective = never};
  fill(&l, 4);
  g_assert_cmpuint(search(&l, 3), ==, 0);
  g_assert_cmpuint(l.asked, ==, 4);
  fill(&l, 1); /* nothing is weaker than a single conjunct, but true */
  g_assert_cmpuint(search(&l, 3), ==, 0);
  g_assert_cmpuint(l.asked, ==, 0);
}

/* Effective alone but not together: one of them is kept. */
static void test_apart(void) {
  Lattice l = {.effective = single};
  fill(&l, 4);
  g_assert_cmpuint(__builtin_popcount(search(&l, 1)), ==, 1);
  g_assert_cmpuint(__builtin_popcount(search(&l, 3)), ==, 1);
}

/* Each further round adds one more conjunct, and never all. */
static void test_rounds(void) {
  Lattice l = {.effective = small, .param = 3};
  fill(&l, 6);
  for (guint rounds = 1; rounds <= 6; rounds++)
    g_assert_cmpuint(__builtin_popcount(search(&l, rounds)), ==, MIN(rounds, 3));
  l.param = 5;
  fill(&l, 6);
  g_assert_cmpuint(__builtin_popcount(search(&l, 9)), ==, 5);
}

/* Whatever the answers are: the result is effective, and it is NULL only when no conjunct is. */
static void test_any(void) {
  Lattice l = {.effective = odd_table};
  for (guint n = 2; n <= 8; n++) {
    fill(&l, n);
    for (l.param = 0; l.param < 24; l.param++)
      for (guint rounds = 1; rounds <= 4; rounds++) {
        guint set = search(&l, rounds), any = 0;
        for (guint i = 0; i < n; i++) any |= odd_table(1u << i, l.param);
        g_assert_cmpint(set != 0, ==, any != 0);
        if (set) g_assert_true(odd_table(set, l.param));
        g_assert_cmpuint(l.calls, <=, rounds + 1);
      }
  }
}

/* So many conjuncts are not tried at all. */
static void test_many(void) {
  Lattice l = {.effective = within, .param = 7};
  fill(&l, MAX);
  g_assert_cmpuint(search(&l, 2), ==, 7);
  fill(&l, MAX + 1);
  g_assert_cmpuint(search(&l, 2), ==, 0);
  g_assert_cmpuint(l.asked, ==, 0);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/generalize/together", test_together);
  g_test_add_func("/generalize/none", test_none);
  g_test_add_func("/generalize/apart", test_apart);
  g_test_add_func("/generalize/rounds", test_rounds);
  g_test_add_func("/generalize/any", test_any);
  g_test_add_func("/generalize/many", test_many);
  return g_test_run();
}
