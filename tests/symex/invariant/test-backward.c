/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way back from failures to the inputs: what unknown values leave of a formula, what a loop must have
 * begun with, and the residues of the engine that goes this way. */
#include "engine/engine.h"
#include "symex/invariant/backward.h"
#include "symex/invariant/project.h"
#include "formula/solver.h"
#include "tests/helpers/loop.h"
#include "tests/helpers/sample.h"

static const Term *input(guint site) { return term_input((InputKey){site, 1, 0}, 32); }

static void assert_same(const Term *a, const Term *b) { g_assert_true(solver_valid(term_eq(a, b), 5000)); }

/* ---- projection ---- */

static void test_project(void) {
  const Term *x = term_fresh_havoc(32, 0), *n = input(0), *m = input(1);
  const Term *above = less(number(10), x);
  assert_same(project_havocs(term_and(term_eq(x, n), above), 0), less(number(10), n));
  assert_same(project_havocs(term_and(less(x, n), less(m, x)), 0), term_and(less(m, n), less(plus(m, 1), n)));
  /* nothing is left of what may wrap round */
  g_assert_true(term_is_true(project_havocs(term_and(less(plus(n, 1), x), less(x, number(0))), 0)));
  /* two ways stay apart */
  const Term *either = term_or(less(x, number(-5)), above);
  const Term *left = project_havocs(term_and(term_eq(x, n), either), 0);
  assert_same(left, term_or(less(n, number(-5)), less(number(10), n)));
}

/* A projection loses no point: over 4 bits, all of them are tried. */
static void test_project_covers(void) {
  const Term *x = term_fresh_havoc(4, 0), *a = term_input((InputKey){0, 1, 0}, 4), *one = term_const(4, 1);
  const Term *b = term_input((InputKey){1, 1, 0}, 4), *more = term_binary(TERM_ADD, a, one);
  const Term *tried[] = {
      term_and(term_binary(TERM_SLT, x, more), term_binary(TERM_SLT, b, x)),
      term_and(term_binary(TERM_ULT, term_binary(TERM_ADD, x, x), a), term_binary(TERM_SLT, b, x)),
      term_and(term_eq(x, term_binary(TERM_MUL, a, b)), term_binary(TERM_ULT, x, term_const(4, 3))),
      term_and(term_eq(term_binary(TERM_SUB, x, b), more), term_binary(TERM_SLT, x, term_const(4, 13))),
  };
  for (guint i = 0; i < G_N_ELEMENTS(tried); i++) {
    const Term *left = project_havocs(tried[i], 0);
    g_assert_false(left->has_havoc);
    g_assert_true(solver_valid(term_implies(tried[i], left), 5000));
  }
}

/* ---- loops ---- */

/* x goes up to 6 and then up and down: what is large was large. */
static void test_loop(void) {
  const Term *n = input(0), *x;
  Builder b = begin();
  x = term_fresh_havoc(32, 0);
  change(&b, x, n, term_ite(less(number(5), x), plus(x, -1), plus(x, 1)));
  LoopTerms l = {b.changes, term_bool(TRUE), term_bool(TRUE), b.mark, NULL};
  g_autoptr(GPtrArray) loops = g_ptr_array_new_with_free_func((GDestroyNotify)closed_loop_free);
  g_ptr_array_add(loops, closed_loop_new(&l, term_bool(TRUE)));
  const Term *bad = less(number(1000), x), *refined = backward_refine(loops, bad, 0);
  assert_same(refined, term_and(bad, less(number(1000), n)));
  /* what cannot be reached at all */
  g_ptr_array_set_size(loops, 0);
  l.entry = less(n, number(1000));
  g_ptr_array_add(loops, closed_loop_new(&l, term_bool(TRUE)));
  refined = backward_refine(loops, bad, 0);
  g_assert_true(solver_valid(term_implies(refined, term_not(l.entry)), 5000));
  g_array_unref(b.changes);
}

/* ---- residues ---- */

typedef struct {
  Sample sample;     /* of the first input only it depends whether it may fail */
  gint64 inside[4];  /* some that fail */
  gint64 outside[4]; /* some that are proven not to */
} Residue;

static const Residue residues[] = {
    {{"counter",
      "int main(void) { int n = any(), i = 0, c = 0; while (i < n) { c++; i++; } check(c <= 10); }"},
     {11, 12, 1000, 2147483647},
     {10, 0, -1, -2147483648}},
    {{"up-and-down", "int main(void) { int x = any(); while (any()) { if (x <= 5) x++; else x--; } "
                     "check(x <= 1000); }"},
     {1001, 1001, 5000, 2147483647},
     {1000, 6, 0, -2147483648}},
    {{"wraps-down", "int main(void) { int x = any(); while (any()) x--; check(x <= 1000); }"},
     {1001, 1000, -2147483648, 2147483647},
     {0}},
    {{"wraps-up",
      "int main(void) { unsigned x = any(); assume(x >= 5); while (any()) x += 2; check(x >= 5); }"},
     {5, 6, -1, -2},
     {4, 0, 1, 2}},
    {{"two-loops", "int main(void) { int n = any(), i = 0, j = 0; while (i < n) i++; while (j < i) j++; "
                   "check(j < 50); }"},
     {50, 51, 1000, 2147483647},
     {49, 0, -1, -2147483648}},
    {{"early", "int main(void) { int n = any(), i = 0; while (i < n) { check(n != 1 || i); i++; } "
               "check(i <= 7); }"},
     {1, 8, 9, 1000},
     {7, 2, 0, -1}},
    {{"left-early",
      "int main(void) { int n = any(), i = 0, r = any(); while (i < n) { if (r == i) break; i++; } "
      "check(i < 20 || i < n); }"},
     {20, 21, 1000, 2147483647},
     {19, 1, 0, -5}},
};

static void test_residue(gconstpointer data) {
  const Residue *c = (const Residue *)data;
  Loaded l = sample_load(c->sample.source);
  Question q = sample_question(&l);
  Answer *a = absint_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  const Term *input = sample_input(l.program, 0, 1);
  for (guint i = 0; i < 4; i++) {
    const Term *in = term_eq(input, term_const(32, (guint64)c->inside[i]));
    const Term *out = term_eq(input, term_const(32, (guint64)c->outside[i]));
    g_assert_true(solver_sat(term_and(a->residue, in), 5000, NULL) == SOLVER_SAT);
    if (c->outside[0]) g_assert_true(solver_valid(term_implies(out, term_not(a->residue)), 5000));
  }
  answer_free(a);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/backward/project", test_project);
  g_test_add_func("/backward/project-covers", test_project_covers);
  g_test_add_func("/backward/loop", test_loop);
  for (guint i = 0; i < G_N_ELEMENTS(residues); i++) {
    g_autofree char *path = g_strconcat("/backward/residue/", residues[i].sample.name, NULL);
    g_test_add_data_func(path, &residues[i], test_residue);
  }
  return g_test_run();
}
