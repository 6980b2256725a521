/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abstract interpretation: polyhedra, terms as linear forms, relations that it finds in loops, and the engine
 * that uses nothing else. */
#include "symex/invariant/absint.h"
#include "engine/engine.h"
#include "symex/invariant/arrivals.h"
#include "symex/invariant/equality.h"
#include "symex/invariant/phases.h"
#include "symex/invariant/linear.h"
#include "formula/solver.h"
#include "tests/helpers/loop.h"
#include "tests/helpers/sample.h"
#include <fenv.h>

/* ---- polyhedra ---- */

static void test_poly(void) {
  int rounding = fegetround();
  poly_begin(POLYHEDRA);
  g_assert_cmpint(fegetround(), ==, rounding);
  Poly *p = poly_new(2, FALSE);
  Linear x = linear_dimension(0), y = linear_dimension(1), form = {0};
  linear_add(&form, &x, 2);
  form.constant = -5; /* 2 x >= 5 */
  poly_constrain(p, &form, FALSE);
  form = y;
  linear_add(&form, &x, -1); /* y = x */
  poly_constrain(p, &form, TRUE);
  Wide least, greatest;
  poly_bounds(p, &y, &least, &greatest);
  g_assert_true(least == 3 && greatest == WIDE_LIMIT);
  Poly *q = poly_copy(p);
  form = linear_constant(9);
  linear_add(&form, &x, -1); /* x <= 9 */
  poly_constrain(q, &form, FALSE);
  poly_bounds(q, &y, &least, &greatest);
  g_assert_true(least == 3 && greatest == 9);
  g_assert_true(poly_contains(p, q));
  g_assert_false(poly_contains(q, p));
  guint swapped[] = {1, 0};
  poly_rearrange(q, swapped);
  poly_hull(q, p);
  g_assert_true(poly_contains(q, p) && poly_contains(p, q));
  g_assert_false(poly_failed());
  poly_free(p);
  poly_free(q);
}

/* ---- linear forms ---- */

/* One step in a space of one place, x' = value under the condition: the range of x'. */
static void range_after(const Term *x, const Term *condition, const Term *value, gboolean is_signed,
                        Wide *least, Wide *greatest) {
  g_autoptr(GPtrArray) leaves = g_ptr_array_new(), none = g_ptr_array_new();
  g_ptr_array_add(leaves, (gpointer)x);
  poly_begin(POLYHEDRA);
  Space *s = space_new(leaves, none, is_signed);
  Poly *all = space_poly(s), *hull = poly_new(2, TRUE);
  GPtrArray *steps = linear_step(s, all, condition, &value, FALSE, 0);
  g_assert_nonnull(steps);
  for (guint i = 0; i < steps->len; i++) poly_hull(hull, (const Poly *)steps->pdata[i]);
  Linear after = linear_dimension(1);
  poly_bounds(hull, &after, least, greatest);
  g_assert_false(poly_failed());
  g_ptr_array_unref(steps);
  poly_free(all);
  poly_free(hull);
  space_free(s);
}

static void test_wrap(void) {
  const Term *x = term_fresh_havoc(32, 0);
  Wide least, greatest;
  range_after(x, less(x, number(10)), plus(x, 1), TRUE, &least, &greatest);
  g_assert_true(least == -G_GINT64_CONSTANT(2147483647) && greatest == 10);
  range_after(x, term_bool(TRUE), plus(x, 1), TRUE, &least, &greatest); /* may wrap: all values */
  g_assert_true(least == G_MININT32 && greatest == G_MAXINT32);
  range_after(x, term_eq(x, number(G_MAXINT32)), plus(x, 1), TRUE, &least, &greatest); /* does wrap */
  g_assert_true(least == G_MININT32 && greatest == G_MININT32);
  range_after(x, term_eq(x, number(0)), plus(x, -1), FALSE, &least, &greatest);
  g_assert_true(least == G_MAXUINT32 && greatest == G_MAXUINT32);
}

/* A sum that comes out small was small before, where it cannot have wrapped round. */
static void test_gaps(void) {
  const Term *x = term_fresh_havoc(32, 0), *small = less(plus(x, 1), number(10));
  Wide least, greatest;
  range_after(x, term_and(small, less(x, number(1000))), x, TRUE, &least, &greatest);
  g_assert_true(least == G_MININT32 && greatest == 8);
  range_after(x, term_and(small, less(number(20), x)), x, TRUE, &least, &greatest); /* it has */
  g_assert_true(least == G_MAXINT32 && greatest == G_MAXINT32);
  range_after(x, small, x, TRUE, &least, &greatest);
  g_assert_true(least == G_MININT32 && greatest == G_MAXINT32);
}

static void test_signs(void) {
  const Term *x = term_fresh_havoc(32, 0);
  Wide least, greatest;
  /* a signed place below an unsigned bound is not negative */
  range_after(x, term_binary(TERM_ULT, x, number(7)), x, TRUE, &least, &greatest);
  g_assert_true(least == 0 && greatest == 6);
  /* one that is read both ways is split by its sign */
  const Term *wide = term_binary(TERM_LSHR, x, number(31));
  range_after(x, less(x, number(0)), wide, TRUE, &least, &greatest);
  g_assert_true(least == 1 && greatest == 1);
}

static void test_choices(void) {
  const Term *x = term_fresh_havoc(32, 0), *big = less(number(9), x);
  Wide least, greatest;
  range_after(x, term_bool(TRUE), term_ite(big, number(9), term_ite(less(x, number(3)), number(3), x)), TRUE,
              &least, &greatest);
  g_assert_true(least == 3 && greatest == 9);
  range_after(x, term_or(term_eq(x, number(4)), term_eq(x, number(8))), x, TRUE, &least, &greatest);
  g_assert_true(least == 4 && greatest == 8);
  range_after(x, term_and(less(number(0), x), less(x, number(100))), term_binary(TERM_UDIV, x, number(10)),
              TRUE, &least, &greatest);
  g_assert_true(least == 0 && greatest == 9);
}

/* What a step says holds of every point: values of x and what is computed from them lie inside. */
static void test_steps_cover(void) {
  static const guint64 points[] = {0,  1,          2,          5,          9,          10,        11,
                                   99, 0x7ffffffe, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
  const Term *x = term_fresh_havoc(32, 0);
  const Term *values[] = {
      plus(x, 5),
      term_binary(TERM_SUB, number(3), x),
      term_binary(TERM_MUL, x, number(3)),
      term_unary(TERM_NOT, x),
      term_zext(term_extract(x, 0, 8), 32),
      term_sext(term_extract(x, 0, 8), 32),
      term_binary(TERM_UREM, x, number(10)),
      term_binary(TERM_SREM, x, number(10)),
      term_binary(TERM_SDIV, x, number(4)),
      term_binary(TERM_LSHR, x, number(3)),
      term_binary(TERM_ASHR, x, number(3)),
      term_binary(TERM_AND, x, number(12)),
      term_binary(TERM_SHL, x, number(2)),
      term_ite(term_binary(TERM_ULT, x, number(10)), plus(x, 1), plus(x, -1)),
  };
  const Term *conditions[] = {term_bool(TRUE),
                              less(x, number(10)),
                              term_binary(TERM_ULT, x, number(10)),
                              term_not(term_binary(TERM_ULE, x, number(10))),
                              term_not(less(x, number(10))),
                              term_not(term_eq(x, number(0))),
                              term_or(less(x, number(2)), less(number(98), x))};
  for (guint v = 0; v < G_N_ELEMENTS(values); v++)
    for (guint c = 0; c < G_N_ELEMENTS(conditions); c++)
      for (int is_signed = 0; is_signed < 2; is_signed++) {
        Wide least, greatest;
        range_after(x, conditions[c], values[v], is_signed, &least, &greatest);
        for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
          Model *m = model_new();
          model_set(m, x, points[i]);
          guint64 bits = term_eval(values[v], m);
          Wide value = is_signed ? (Wide)term_signed(bits, 32) : (Wide)bits;
          if (term_eval(conditions[c], m)) g_assert_true(value >= least && value <= greatest);
          model_free(m);
        }
      }
}

/* ---- loops ---- */

/* Do the relations found imply t? */
static gboolean finds(const LoopTerms *l, const Term *t) {
  GPtrArray *found = absint_invariants(l, 0);
  const Term *all = term_and_n((const Term *const *)found->pdata, found->len);
  g_ptr_array_unref(found);
  return solver_valid(term_implies(term_and(l->entry, all), t), 0);
}

static void test_relations(void) {
  const Term *n = term_fresh_havoc(32, 0);
  Builder b = begin();
  const Term *i = term_fresh_havoc(32, 0), *c = term_fresh_havoc(32, 0), *j = term_fresh_havoc(32, 0);
  change(&b, i, number(0), plus(i, 1));
  change(&b, c, number(0), plus(c, 1));
  change(&b, j, number(5), plus(j, 2));
  LoopTerms l = {b.changes, term_and(less(number(0), n), less(n, number(1000))), less(i, n), b.mark, NULL};
  g_assert_true(finds(&l, term_eq(i, c)));
  g_assert_true(finds(&l, term_and(less(number(-1), i), term_binary(TERM_SLE, i, n))));
  g_assert_true(finds(&l, term_eq(j, plus(term_binary(TERM_MUL, i, number(2)), 5))));
  g_assert_false(finds(&l, less(i, n)));
  g_assert_false(finds(&l, less(i, number(10))));
  g_array_unref(b.changes);
}

static void test_phases(void) {
  Builder b = begin();
  const Term *x = term_fresh_havoc(32, 0), *y = term_fresh_havoc(32, 0);
  change(&b, x, number(0), plus(x, 1));
  change(&b, y, number(50), term_ite(less(x, number(50)), y, plus(y, 1)));
  LoopTerms l = {b.changes, term_bool(TRUE), less(x, number(100)), b.mark, NULL};
  g_assert_true(finds(&l, term_or(less(x, number(50)), term_eq(x, y))));
  g_assert_false(finds(&l, term_eq(x, y)));
  g_array_unref(b.changes);
}

static gboolean guesses(const LoopTerms *l, const Term *t) {
  GPtrArray *arrivals = loop_arrivals(l, 0), *found = equality_guesses(l, arrivals);
  gboolean is = g_ptr_array_find(found, t, NULL);
  g_ptr_array_unref(found);
  g_ptr_array_unref(arrivals);
  return is;
}

/* An equation divides the iterations into those before and those after; what holds after it is guessed too.
 */
static void test_guessed_in_phases(void) {
  Builder b = begin();
  const Term *x = term_fresh_havoc(32, 0), *y = term_fresh_havoc(32, 0);
  change(&b, x, number(0), plus(x, 1));
  change(&b, y, number(0), term_ite(term_eq(x, number(40)), number(7), y));
  LoopTerms l = {b.changes, term_bool(TRUE), less(x, number(100)), b.mark, NULL};
  g_autoptr(GPtrArray) phases = loop_phases(&l, NULL);
  const Term *early = term_binary(TERM_SLE, x, number(40));
  g_assert_cmpuint(phases->len, ==, 1);
  g_assert_true(phases->pdata[0] == early);
  g_assert_true(guesses(&l, term_implies(early, term_eq(y, number(0)))));
  g_assert_true(guesses(&l, term_implies(term_not(early), term_eq(y, number(7)))));
  g_assert_false(guesses(&l, term_eq(y, number(0))));
  g_autoptr(GPtrArray) questions = g_ptr_array_new();
  g_ptr_array_add(questions, (gpointer)l.iteration); /* says nothing that iterations do not ask */
  g_ptr_array_add(questions, (gpointer)less(y, number(3)));
  l.questions = questions;
  g_autoptr(GPtrArray) more = loop_phases(&l, NULL);
  g_assert_cmpuint(more->len, ==, 2);
  g_assert_true(more->pdata[1] == less(y, number(3)));
  g_array_unref(b.changes);
}

static void test_equalities(void) {
  const Term *x = term_fresh_havoc(32, 0), *y = term_fresh_havoc(32, 0), *c = term_fresh_havoc(1, 0);
  const Term *sum = term_eq(term_binary(TERM_ADD, x, y), term_fresh_havoc(32, 0));
  g_autoptr(GHashTable) next = g_hash_table_new(NULL, NULL);
  g_hash_table_insert(next, (gpointer)x, (gpointer)term_ite(c, plus(x, 1), plus(x, -4)));
  g_hash_table_insert(next, (gpointer)y, (gpointer)term_ite(c, plus(y, -1), plus(y, 4)));
  g_assert_true(equality_kept(sum, next));
  g_hash_table_insert(next, (gpointer)y, (gpointer)term_ite(c, plus(y, -1), plus(y, 5)));
  g_assert_false(equality_kept(sum, next));
  g_hash_table_insert(next, (gpointer)y, (gpointer)term_ite(term_not(c), plus(y, 4), plus(y, -1)));
  g_assert_true(equality_kept(sum, next));
  g_assert_false(equality_kept(less(x, y), next));
}

/* ---- the engine ---- */

static const Sample safe[] = {
    {"same-pace",
     "int main(void) { int n = any(), i = 0, c = 0; assume(n <= 10); while (i < n) { c++; i++; } "
     "check(c <= 10); }"},
    {"bounds", "int a[100];\nint main(void) { int n = any(); assume(n <= 100); for (int i = 0; i < n; i++) "
               "a[i] = i; check(n <= 100); }"},
    {"nested",
     "int main(void) { int n = any(), k = 0; assume(n < 100);\nfor (int i = 0; i < n; i++) { int j; "
     "for (j = 0; j < i; j++) check(j < n); check(j <= 100); } }"},
    {"early-iterations", "int main(void) { int n = any(), s = 0; assume(n >= 10 && n < 2147483647);\n"
                    "for (int i = 1; i <= n; i++) if (i < 10) s += 2; check(s == 18); }"},
    {"one-iteration", "int main(void) { int n = any(), s = 0; assume(n >= 4 && n != 9 && n < 2147483647);\n"
                 "for (int i = 1; i <= n; i++) { s += 2; if (i == 4) s = -10; } check(s != 0); }"},
    {"unsigned-phase", "int main(void) { unsigned n = any(), x = 0, z = 5000; assume(n >= 5000);\n"
                       "while (x < n) { if (x >= 5000) z++; x++; } check(z == n); }"},
};

static const Sample unsafe[] = {
    {"back-by-wrap", "int main(void) { unsigned i = 20; int s = 2;\n"
                     "while (any()) { if (i < 10) s = 1; i++; check(s == 2); } }"},
    {"wrong-once",
     "int main(void) { int n = any(), s = 0; assume(n >= 0 && n < 2147483647);\n"
     "for (int i = 1; i <= n; i++) { s += 2; if (i == 4) s = -10; } check(s != 0 || n == 0); }"},
    {"wrap", "int main(void) { int n = any(), i = n; while (any()) { i++; check(i >= n); } }"},
    {"late", "int main(void) { int i = 0; while (any()) { check(i != 777); i++; } }"},
    {"one-off", "int main(void) { int n = any(), i = 0; assume(n > 0); while (i <= n) i++; check(i == n); }"},
};

static void ask(const Sample *s, AnswerKind expected) {
  Loaded l = sample_load(s->source);
  Question q = sample_question(&l);
  Answer *a = absint_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, expected);
  if (expected == ANSWER_SAFE) g_assert_cmpuint(a->invariants->len, >, 0);
  answer_free(a);
  sample_free(&l);
}

static void test_safe(gconstpointer data) { ask((const Sample *)data, ANSWER_SAFE); }
static void test_unsafe(gconstpointer data) { ask((const Sample *)data, ANSWER_UNKNOWN); }

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/absint/poly", test_poly);
  g_test_add_func("/absint/linear/wrap", test_wrap);
  g_test_add_func("/absint/linear/gaps", test_gaps);
  g_test_add_func("/absint/linear/signs", test_signs);
  g_test_add_func("/absint/linear/choices", test_choices);
  g_test_add_func("/absint/linear/steps-cover", test_steps_cover);
  g_test_add_func("/absint/loop/relations", test_relations);
  g_test_add_func("/absint/loop/phases", test_phases);
  g_test_add_func("/absint/loop/guessed-in-phases", test_guessed_in_phases);
  g_test_add_func("/absint/loop/equalities", test_equalities);
  sample_add_tests("/absint/safe", safe, G_N_ELEMENTS(safe), test_safe);
  sample_add_tests("/absint/unsafe", unsafe, G_N_ELEMENTS(unsafe), test_unsafe);
  return g_test_run();
}
