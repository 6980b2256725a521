/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranking: loops that end, loops that do not, and programs all of whose runs end in the error. */
#include "base/limits.h"
#include "symex/invariant/ranking.h"
#include "engine/engine.h"
#include "tests/helpers/loop.h"
#include "tests/helpers/sample.h"

/* ---- loops as terms ---- */

static const Term *place(void) { return term_fresh_havoc(32, 0); }

static gboolean ends(Builder *b, const Term *iteration, const Term *invariant) {
  LoopTerms l = {b->changes, term_bool(TRUE), iteration, b->mark, NULL};
  gboolean proven = ranking_proves_end(&l, invariant, 0);
  g_array_unref(b->changes);
  return proven;
}

static void test_counting(void) {
  const Term *n = place(); /* older than the loop: constant */
  Builder b = begin();
  const Term *i = place();
  change(&b, i, number(0), plus(i, 1));
  g_assert_true(ends(&b, less(i, n), term_bool(TRUE)));
  b = begin();
  i = place();
  change(&b, i, number(0), plus(i, 2)); /* may jump over the largest number */
  g_assert_false(ends(&b, less(i, n), term_bool(TRUE)));
  b = begin();
  i = place();
  change(&b, i, number(0), plus(i, 2));
  g_assert_true(ends(&b, less(i, n), less(n, number(1000))));
}

/* Two places take turns: their sum goes up, from wherever it is, until one of them is at the bound. */
static void test_turns(void) {
  const Term *least = number(0x80000000), *bound = number(1000);
  Builder b = begin();
  const Term *i = place(), *k = place();
  change(&b, i, least, k);
  change(&b, k, least, plus(i, 1));
  g_assert_true(ends(&b, less(i, bound), term_bool(TRUE)));
  b = begin();
  i = place();
  k = place();
  change(&b, i, least, k);
  change(&b, k, least, i); /* and nothing goes up */
  g_assert_false(ends(&b, less(i, bound), term_bool(TRUE)));
}

/* A bound that every iteration chooses anew is no bound. */
static void test_moving_bound(void) {
  Builder b = begin();
  const Term *i = place(), *fresh = place();
  change(&b, i, number(0), plus(i, 1));
  g_assert_false(ends(&b, term_not(term_eq(i, fresh)), term_bool(TRUE)));
}

/* One iteration is all that the condition lets happen, but what changes is not said: it may happen again. */
static void test_still(void) {
  Builder b = begin();
  const Term *i = place();
  change(&b, i, number(0), i);
  g_assert_false(ends(&b, less(i, number(10)), term_bool(TRUE)));
}

static void test_not_equal(void) {
  const Term *n = place();
  Builder b = begin();
  const Term *i = place();
  change(&b, i, number(0), plus(i, 1));
  g_assert_true(ends(&b, term_not(term_eq(i, n)), term_bool(TRUE))); /* wraps around, but comes by */
  b = begin();
  i = place();
  change(&b, i, number(0), plus(i, 2));
  g_assert_false(ends(&b, term_not(term_eq(i, n)), term_bool(TRUE)));
}

static void test_bits(void) {
  Builder b = begin();
  const Term *x = place(), *some = term_not(term_eq(x, number(0)));
  change(&b, x, number(0), term_binary(TERM_LSHR, x, number(1)));
  g_assert_true(ends(&b, some, term_bool(TRUE)));
  b = begin();
  x = place(), some = term_not(term_eq(x, number(0)));
  change(&b, x, number(0), term_binary(TERM_AND, x, plus(x, -1)));
  g_assert_true(ends(&b, some, term_bool(TRUE)));
  b = begin();
  x = place(), some = term_not(term_eq(x, number(0)));
  change(&b, x, number(0), term_binary(TERM_SDIV, x, number(2)));
  g_assert_false(ends(&b, term_bool(TRUE), term_bool(TRUE)));
}

/* Either the second goes down, or the first does and the second is set to anything. */
static void test_lexicographic(void) {
  Builder b = begin();
  const Term *x = place(), *y = place(), *choice = term_fresh_havoc(1, 0), *fresh = place();
  const Term *zero = number(0), *iteration = term_and(less(zero, x), less(zero, y));
  change(&b, x, number(0), term_ite(choice, plus(x, -1), x));
  change(&b, y, number(0), term_ite(choice, fresh, plus(y, -1)));
  g_assert_true(ends(&b, iteration, term_bool(TRUE)));
  b = begin();
  x = place(), y = place(), choice = term_fresh_havoc(1, 0), fresh = place();
  iteration = term_and(less(zero, x), less(zero, y));
  change(&b, x, number(0), term_ite(choice, plus(x, -1), fresh));
  change(&b, y, number(0), term_ite(choice, fresh, plus(y, -1)));
  g_assert_false(ends(&b, iteration, term_bool(TRUE)));
}

/* Only the sum goes down. */
static void test_sum(void) {
  Builder b = begin();
  const Term *x = place(), *y = place(), *choice = term_fresh_havoc(1, 0), *limit = number(100000);
  change(&b, x, number(0), term_ite(choice, plus(x, -2), plus(x, 1)));
  change(&b, y, number(0), term_ite(choice, plus(y, 1), plus(y, -2)));
  const Term *small = term_and(less(x, limit), less(y, limit));
  const Term *positive = term_and(less(number(0), x), less(number(0), y));
  g_assert_true(ends(&b, term_and(small, positive), term_bool(TRUE)));
}

/* Which place an iteration changes is not in its condition, only in what becomes of them. */
static void test_ways_that_meet(void) {
  const Term *n = place();
  Builder b = begin();
  const Term *x = place(), *z = place(), *behind = less(x, z);
  change(&b, x, number(0x80000000), term_ite(behind, plus(x, 1), x));
  change(&b, z, number(0x80000000), term_ite(behind, z, plus(z, 1)));
  g_assert_true(ends(&b, less(x, n), term_bool(TRUE)));
}

/* ---- programs ---- */

typedef struct {
  const char *name;
  const char *source;
  gint64 low, high; /* of the first input */
  gboolean all_fail;
} Dual;

static const Dual duals[] = {
    {"count", "int main(void) { int n = any(), i = 0, c = 0; while (i < n) { c++; i++; } check(c <= 10); }",
     11, G_MAXINT32, TRUE},
    {"count-some",
     "int main(void) { int n = any(), i = 0, c = 0; while (i < n) { c++; i++; } check(c <= 10); }", 10,
     G_MAXINT32, FALSE},
    {"endless", "int main(void) { int n = any(), i = 0; while (i != n) { i += 2; } check(0); }", 7, 7, FALSE},
    {"ends", "int main(void) { int n = any(), i = 0; while (i != n) { i += 1; } check(0); }", 7, 2000, TRUE},
    {"endless-inside",
     "int main(void) { int n = any(); for (int i = 0; i < n; i++) { int j = i; while (j != 5000) j += 2; } "
     "check(0); }",
     3000, 4000, FALSE},
    {"ends-inside",
     "int main(void) { int n = any(); for (int i = 0; i < n; i++) { for (int j = 0; j < n; j++) ; } "
     "check(0); }",
     3000, 4000, TRUE},
    {"recursion-inside",
     "static int f(int n) { return f(n + 1) + 1; }\n"
     "int main(void) { int n = any(); for (int i = 0; i < n; i++) f(i); check(0); }",
     3000, 4000, FALSE},
    {"leaves-early",
     "int main(void) { int n = any(), m = any(); for (int i = 0; i < n; i++) if (i == m) return 0; "
     "check(0); }",
     3000, 4000, FALSE},
    {"pointer", "int main(void) { int n = any(); char *s = malloc(n), *p = s; if (!s) check(0);"
                " s[n - 1] = 0; while (*p) p++; check(0); }",
     3, 4000, TRUE},
    {"pointer-stays", "int main(void) { int n = any(); char *s = malloc(n), *p = s; if (!s) check(0);"
                      " s[n - 1] = 0; while (*p) if (any()) p++; check(0); }",
     3, 4000, FALSE},
    {"pointer-into-another", "int main(void) { int n = any(); char *s = malloc(n), *t = malloc(n), *p = s;"
                             " if (!s || !t) check(0); s[n - 1] = t[n - 1] = 0;"
                             " while (*p) { p++; if (p == s + 2) p = t; else if (p == t + 2) p = s; } check(0); }",
     3, 4000, FALSE},
    {"other-input", "int main(void) { int n = any(); while (n > 0) { if (any()) n--; } check(0); }", 3, 4000,
     FALSE},
};

static void test_dual(gconstpointer data) {
  const Dual *d = (const Dual *)data;
  Loaded l = sample_load(d->source);
  Question q = sample_question(&l);
  const Term *n = sample_input(l.program, 0, 1);
  q.condition = term_and(term_binary(TERM_SLE, number((guint64)d->low), n),
                         term_binary(TERM_SLE, n, number((guint64)d->high)));
  q.dual = TRUE;
  q.max_unroll = 2;
  Answer *a = kind_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, d->all_fail ? ANSWER_SAFE : ANSWER_UNKNOWN);
  answer_free(a);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_assert_true(limits_set("ranking_search_ms=600000", NULL) && limits_set("ranking_check_ms=60000", NULL)); /* what is found hangs on no clock */
  g_test_add_func("/ranking/counting", test_counting);
  g_test_add_func("/ranking/turns", test_turns);
  g_test_add_func("/ranking/moving-bound", test_moving_bound);
  g_test_add_func("/ranking/still", test_still);
  g_test_add_func("/ranking/not-equal", test_not_equal);
  g_test_add_func("/ranking/bits", test_bits);
  g_test_add_func("/ranking/lexicographic", test_lexicographic);
  g_test_add_func("/ranking/sum", test_sum);
  g_test_add_func("/ranking/ways-that-meet", test_ways_that_meet);
  for (guint i = 0; i < G_N_ELEMENTS(duals); i++) {
    g_autofree char *name = g_strconcat("/ranking/dual/", duals[i].name, NULL);
    g_test_add_data_func(name, &duals[i], test_dual);
  }
  return g_test_run();
}
