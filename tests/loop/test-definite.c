/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DEFINITE and SLICE on small programs: reports are confirmed, refuted, or stay open; and what the evidence
 * does to what is known. */
#include "loop/definite.h"
#include "formula/solver.h"
#include "tests/helpers/loop-state.h"

static void begin(LoopState *w, const char *source) {
  loop_state_begin(w, source);
  w->loop->decided = TRUE; /* of the strategies, none */
}

static const Term *input(const LoopState *w, guint n) { return sample_input(w->loaded.program, n, 1); }

/* The run of an input that fails, reported with the point that a verifier might give instead. */
static void set_report(LoopState *w, guint64 failing, guint64 reported) {
  Model *point = model_new();
  model_set(point, input(w, 0), failing);
  w->attempt.answer->kind = ANSWER_ERROR;
  w->attempt.answer->error = sample_trace(&w->loaded, point);
  g_assert_nonnull(w->attempt.answer->error);
  model_set(point, input(w, 0), reported);
  w->attempt.answer->point = point;
  w->attempt.answer->unrolling = 1;
}

static const Term *number(guint64 value) { return term_const(32, value); }
static const Term *less(const Term *a, const Term *b) { return term_binary(TERM_SLT, a, b); }

static const char *const BETWEEN = "int main(void) { int x = any(); if (x > 5) check(x >= 9); }";

/* All failures at once, and nothing else can fail. */
static void test_whole(void) {
  LoopState w;
  begin(&w, BETWEEN);
  set_report(&w, 7, 7);
  Evidence *e = definite(w.loop, w.attempt.answer);
  g_assert_nonnull(e);
  g_assert_true(e->whole && accounts_for_all(e));
  assert_same_region(evidence_fails(e),
                     term_and(less(number(5), input(&w, 0)), less(input(&w, 0), number(9))));
  g_assert_true(take_evidence(w.loop, e, w.attempt.answer->point));
  g_assert_true(knowledge_is_closed(w.loop->known));
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 1);
  const Partition *p = knowledge_fresh(w.loop->known)->pdata[0];
  g_assert_true(p->exact && p->examples->len == 1 && p->errors->len == 1);
  evidence_free(e);
  loop_state_end(&w);
}

/* The path of one point, where all failures together are too much. */
static void test_path(void) {
  LoopState w;
  begin(&w, BETWEEN);
  w.loop->whole = FALSE;
  set_report(&w, 7, 7);
  Evidence *e = definite(w.loop, w.attempt.answer);
  g_assert_cmpuint(e->fails->len, ==, 1);
  g_assert_nonnull(e->trace);
  g_assert_false(e->whole);
  g_assert_true(sample_contains(evidence_fails(e), input(&w, 0), 7));
  g_assert_false(sample_contains(evidence_fails(e), input(&w, 0), 9));
  g_assert_true(take_evidence(w.loop, e, w.attempt.answer->point));
  g_assert_false(knowledge_is_closed(w.loop->known)); /* there may be others */
  evidence_free(e);
  loop_state_end(&w);
}

/* A spurious report: its point does not fail, so the region of its run is excluded from the program. */
static void test_spurious(void) {
  LoopState w;
  begin(&w, BETWEEN);
  set_report(&w, 7, 2);
  Evidence *e = definite(w.loop, w.attempt.answer);
  g_assert_nonnull(e);
  g_assert_cmpuint(e->fails->len, ==, 0);
  g_assert_cmpuint(e->valid->len, >, 0);
  g_assert_true(take_evidence(w.loop, e, NULL));
  const Term *left = knowledge_conditioned(w.loop->known).assume;
  g_assert_false(sample_contains(left, input(&w, 0), 2));
  for (guint x = 6; x < 9; x++) g_assert_true(sample_contains(left, input(&w, 0), x));
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  g_assert_false(take_evidence(w.loop, e, NULL)); /* there is nothing of it left to exclude */
  evidence_free(e);
  loop_state_end(&w);
}

/* No evidence leads nowhere. */
static void test_nothing(void) {
  LoopState w;
  begin(&w, BETWEEN);
  g_assert_false(take_evidence(w.loop, NULL, NULL));
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  loop_state_end(&w);
}

/* A branch that the failure does not depend on is dropped; one that it depends on is not. */
static void slice_of(const char *source, gboolean dropped) {
  LoopState w;
  begin(&w, source);
  w.loop->whole = FALSE;
  set_report(&w, 7, 7);
  Evidence *e = definite(w.loop, w.attempt.answer);
  g_assert_cmpuint(e->fails->len, ==, 1);
  const Term *before = evidence_fails(e);
  slice(w.loop, e);
  const Term *y_large = less(number(3), input(&w, 1));
  const Term *after = term_and(evidence_fails(e), y_large);
  g_assert_cmpint(solver_sat(term_and(before, y_large), 20000, NULL), ==,
                  SOLVER_UNSAT); /* the run had y = 0 */
  g_assert_cmpint(solver_sat(after, 20000, NULL), ==, dropped ? SOLVER_SAT : SOLVER_UNSAT);
  g_assert_cmpint(w.loop->cfc->stats.conjuncts_sliced > 0, ==, dropped);
  evidence_free(e);
  loop_state_end(&w);
}

static void test_slice(void) {
  slice_of("int main(void) { int x = any(), y = any(), z = 0; if (y > 3) z = 1;\n check(x != 7); return z; }",
           TRUE);
  slice_of("int main(void) { int x = any(), y = any(), z = 0; if (y > 3) z = 1;\n check(x != 7 || z); }",
           FALSE);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/definite/whole", test_whole);
  g_test_add_func("/definite/path", test_path);
  g_test_add_func("/definite/spurious", test_spurious);
  g_test_add_func("/definite/nothing", test_nothing);
  g_test_add_func("/definite/slice", test_slice);
  return g_test_run();
}
