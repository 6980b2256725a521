/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategies by themselves, on states that no loop has come to: when each is due, and what it finds. */
#include "formula/solver.h"
#include "tests/helpers/loop-state.h"

static const Term *input(const LoopState *w) { return sample_input(w->loaded.program, 0, 1); }

static const Term *below(const Term *x, guint bound) {
  return term_binary(TERM_ULT, x, term_const(x->width, bound));
}

static void become_report(LoopState *w) {
  w->attempt.answer->kind = ANSWER_ERROR;
  w->attempt.answer->error = automaton_new();
}

/* The fresh partitions are this one, exact. */
static void assert_found(const LoopState *w, const Term *region) {
  const GPtrArray *fresh = knowledge_fresh(w->loop->known);
  g_assert_cmpuint(fresh->len, ==, 1);
  const Partition *p = fresh->pdata[0];
  assert_same_region(p->upper, region);
  assert_same_region(p->lower, region);
}

static void assert_closed(const LoopState *w, const char *by) {
  g_assert_cmpint(w->attempt.answer->kind, ==, ANSWER_SAFE);
  g_assert_true(term_is_false(w->attempt.answer->residue));
  g_assert_true(knowledge_is_closed(w->loop->known));
  if (by) g_assert_cmpstr(knowledge_closed_by(w->loop->known), ==, by);
}

/* ---- exhaustive-runs ---- */

static const char *const REMAINDER = "int main(void) { unsigned char x = any_byte(); check(x % 7 != 3); }";

static void test_exhaustive(void) {
  LoopState w;
  loop_state_begin(&w, REMAINDER);
  const Term *x = input(&w), *some = below(x, 20);
  g_assert_false(exhaustive_runs_due(w.loop, &w.attempt)); /* nothing bounds what is left */
  w.attempt.answer->residue = some;
  g_assert_true(exhaustive_runs_due(w.loop, &w.attempt));
  exhaustive_runs_run(w.loop, &w.attempt);
  assert_closed(&w, "runs");
  const Term *fails =
      term_or(term_or(term_eq(x, term_const(x->width, 3)), term_eq(x, term_const(x->width, 10))),
              term_eq(x, term_const(x->width, 17)));
  assert_found(&w, fails);
  loop_state_end(&w);
}

/* What is settled is not run again. */
static void test_exhaustive_rest(void) {
  LoopState w;
  loop_state_begin(&w, REMAINDER);
  const Term *x = input(&w);
  const Term *three = term_eq(x, term_const(x->width, 3));
  knowledge_add(w.loop->known, partition_new(three, three));
  knowledge_merge(w.loop->known);
  w.attempt.answer->residue = below(x, 9);
  exhaustive_runs_run(w.loop, &w.attempt);
  assert_closed(&w, "runs");
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  loop_state_end(&w);
}

static void test_exhaustive_not_due(void) {
  LoopState w;
  loop_state_begin(&w, REMAINDER);
  w.attempt.answer->residue = below(input(&w), 20);
  w.options.engine = (char *)"bmc"; /* an engine alone has no strategies */
  g_assert_false(exhaustive_runs_due(w.loop, &w.attempt));
  w.options.engine = NULL;
  g_assert_true(exhaustive_runs_due(w.loop, &w.attempt));
  become_report(&w);
  g_assert_false(exhaustive_runs_due(w.loop, &w.attempt));
  loop_state_end(&w);
}

/* Too many inputs are left: nothing is claimed. */
static void test_exhaustive_many(void) {
  LoopState w;
  loop_state_begin(&w, "int main(void) { int x = any(), y = any(); check(x != 7 || y != 9); }");
  w.attempt.answer->residue = term_not(term_eq(input(&w), term_const(32, 1)));
  exhaustive_runs_run(w.loop, &w.attempt);
  g_assert_cmpint(w.attempt.answer->kind, ==, ANSWER_UNKNOWN);
  g_assert_false(knowledge_is_closed(w.loop->known));
  loop_state_end(&w);
}

/* ---- deepen, ask-deeper ---- */

static const char *const LOOP = "int main(void) { int n = any(), c = 0; for (int i = 0; i < n; i++) c++;\n"
                                " check(c <= 10); }";

static void test_deepen(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  g_assert_false(deepen_due(w.loop, &w.attempt)); /* no report */
  become_report(&w);
  g_assert_true(deepen_due(w.loop, &w.attempt));
  deepen_run(w.loop, &w.attempt);
  g_assert_true(w.attempt.accepted);
  w.loop->unroll = 32;
  g_assert_false(deepen_due(w.loop, &w.attempt));
  w.loop->unroll = 1;
  w.loop->deadline = g_get_monotonic_time() + 10 * G_USEC_PER_SEC; /* of 120 seconds */
  g_assert_false(deepen_due(w.loop, &w.attempt));
  loop_state_end(&w);
}

static void test_ask_deeper(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  w.attempt.answer->unrolling = 8;
  w.attempt.answer->residue = term_not(below(input(&w), 9));
  g_assert_true(ask_deeper_due(w.loop, &w.attempt));
  w.attempt.guessed = TRUE; /* then the first question had all the time */
  g_assert_false(ask_deeper_due(w.loop, &w.attempt));
  w.attempt.guessed = FALSE;
  ask_deeper_run(w.loop, &w.attempt);
  g_assert_cmpuint(w.loop->unroll, ==, 16);
  assert_same_region(knowledge_residue(w.loop->known), term_not(below(input(&w), 9)));
  g_assert_cmpint(w.attempt.answer->kind, ==, ANSWER_ERROR); /* with eleven iterations it fails */
  g_assert_true(w.attempt.accepted);
  loop_state_end(&w);
}

/* ---- state-unsolved ---- */

static void test_unsolved(void) {
  LoopState w;
  loop_state_begin(&w, "int main(void) { int x = any(); check(x != 7); }");
  g_assert_false(state_unsolved_due(w.loop, &w.attempt));
  w.attempt.answer->unrolling = 1;
  w.attempt.answer->residue = term_eq(input(&w), term_const(32, 7));
  g_assert_true(state_unsolved_due(w.loop, &w.attempt));
  state_unsolved_run(w.loop, &w.attempt);
  assert_closed(&w, "symex");
  assert_found(&w, term_eq(input(&w), term_const(32, 7)));
  g_assert_false(state_unsolved_due(w.loop, &w.attempt));
  loop_state_end(&w);
}

/* Where a loop is cut, the failures within the unrolling are not all there are. */
static void test_unsolved_cut(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  w.attempt.answer->unrolling = 4;
  w.attempt.answer->residue = term_not(below(input(&w), 5));
  state_unsolved_run(w.loop, &w.attempt);
  g_assert_cmpint(w.attempt.answer->kind, ==, ANSWER_UNKNOWN);
  g_assert_false(knowledge_is_closed(w.loop->known));
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  loop_state_end(&w);
}

/* ---- follow-all ---- */

static const char *const LONG_LOOP = "int main(void) { unsigned char n = any_byte(); int s = 0;"
                                     " for (int i = 0; i < n; i++) s += 2; check(s != 400); }";

/* The loop ends within an unrolling of 255, at which no question was asked. */
static void test_follow_all(void) {
  LoopState w;
  loop_state_begin(&w, LONG_LOOP);
  g_assert_true(follow_all_due(w.loop, &w.attempt));
  follow_all_run(w.loop, &w.attempt);
  assert_closed(&w, "symex");
  assert_found(&w, term_eq(input(&w), term_const(8, 200)));
  g_assert_false(follow_all_due(w.loop, &w.attempt)); /* once */
  loop_state_end(&w);
}

/* A report of a run says nothing of the unrolling; that of an engine does. */
static void test_follow_all_report(void) {
  LoopState w;
  loop_state_begin(&w, LONG_LOOP);
  become_report(&w);
  w.attempt.moment = AT_REPORT;
  w.attempt.answer->unrolling = 1;
  g_assert_false(follow_all_due(w.loop, &w.attempt));
  w.attempt.answer->unrolling = 0;
  g_assert_true(follow_all_due(w.loop, &w.attempt));
  follow_all_run(w.loop, &w.attempt);
  g_assert_nonnull(w.attempt.evidence);
  assert_same_region(evidence_fails(w.attempt.evidence), term_eq(input(&w), term_const(8, 200)));
  evidence_free(g_steal_pointer(&w.attempt.evidence));
  loop_state_end(&w);
}

/* A loop without a bound is not followed for ever, and nothing is claimed. */
static void test_follow_all_unbounded(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  follow_all_run(w.loop, &w.attempt);
  g_assert_cmpint(w.attempt.answer->kind, ==, ANSWER_UNKNOWN);
  g_assert_false(knowledge_is_closed(w.loop->known));
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  loop_state_end(&w);
}

/* ---- relax-recursion ---- */

static const char *const BRANCHES =
    "static int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); }"
    "int main(void) { int n = any(); if (n < 20) return 0; check(f(n) == 6765); return 0; }";

/* What it returns is not known then, but who calls it is. */
static void test_relax(void) {
  LoopState w;
  loop_state_begin(&w, BRANCHES);
  g_assert_true(relax_recursion_due(w.loop, &w.attempt));
  relax_recursion_run(w.loop, &w.attempt);
  g_assert_false(relax_recursion_due(w.loop, &w.attempt)); /* once */
  g_assert_false(knowledge_is_closed(w.loop->known));
  assert_same_region(knowledge_bound(w.loop->known), term_binary(TERM_SLE, term_const(32, 20), input(&w)));
  loop_state_end(&w);
}

static void test_relax_nothing(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  g_assert_false(relax_recursion_due(w.loop, &w.attempt)); /* there is no recursion */
  loop_state_end(&w);
}

/* ---- guess-and-prove ---- */

static void test_guess(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  g_assert_true(guess_and_prove_due(w.loop, &w.attempt));
  guess_and_prove_run(w.loop, &w.attempt);
  g_assert_false(guess_and_prove_due(w.loop, &w.attempt)); /* once */
  const Term *n = input(&w), *fails = term_binary(TERM_SLT, term_const(32, 10), n);
  assert_same_region(knowledge_bound(w.loop->known), fails);
  g_assert_nonnull(knowledge_bound_by(w.loop->known));
  assert_closed(&w, NULL);
  const Partition *p = knowledge_fresh(w.loop->known)->pdata[0]; /* what fails too late is held back */
  assert_same_region(p->lower, term_and(fails, term_not(knowledge_slow(w.loop->known))));
  loop_state_end(&w);
}

/* ---- prove-residue ---- */

static void test_residue(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  g_assert_false(prove_residue_due(w.loop, &w.attempt)); /* a guess comes first */
  w.loop->guessed = TRUE;
  g_assert_false(prove_residue_due(w.loop, &w.attempt)); /* everything is left */
  const Term *n = input(&w), *fails = term_binary(TERM_SLT, term_const(32, 10), n);
  knowledge_narrow(w.loop->known, fails, FALSE, "kind");
  g_assert_true(prove_residue_due(w.loop, &w.attempt));
  prove_residue_run(w.loop, &w.attempt);
  assert_closed(&w, NULL);
  const Partition *p = knowledge_fresh(w.loop->known)->pdata[0];
  assert_same_region(p->lower, term_and(fails, term_not(knowledge_slow(w.loop->known))));
  loop_state_end(&w);
}

/* Some of it does not fail. */
static void test_residue_not_all(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  w.loop->guessed = TRUE;
  knowledge_narrow(w.loop->known, term_binary(TERM_SLT, term_const(32, 9), input(&w)), FALSE, "kind");
  prove_residue_run(w.loop, &w.attempt);
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  g_assert_false(knowledge_is_closed(w.loop->known));
  g_assert_false(prove_residue_due(w.loop, &w.attempt)); /* once */
  loop_state_end(&w);
}

/* ---- deciding-inputs ---- */

static void test_deciding_due(void) {
  LoopState w;
  loop_state_begin(&w, REMAINDER);
  g_assert_true(deciding_inputs_due(w.loop, &w.attempt));
  const Term *three = term_eq(input(&w), term_const(input(&w)->width, 3));
  knowledge_add(w.loop->known, partition_new(three, three));
  g_assert_false(deciding_inputs_due(w.loop, &w.attempt)); /* something was found */
  w.attempt.moment = AT_REPORT;
  g_assert_true(deciding_inputs_due(w.loop, &w.attempt));
  knowledge_merge(w.loop->known);
  g_assert_false(deciding_inputs_due(w.loop, &w.attempt)); /* failures are confirmed without it */
  loop_state_end(&w);
}

/* One input is not very many: nothing is looked for in vain again. */
static void test_deciding_few(void) {
  LoopState w;
  loop_state_begin(&w, "int main(void) { int x = any(); check(x > 0); }");
  w.attempt.moment = AT_REPORT;
  deciding_inputs_run(w.loop, &w.attempt);
  g_assert_null(w.attempt.evidence);
  g_assert_cmpuint(knowledge_fresh(w.loop->known)->len, ==, 0);
  g_assert_false(deciding_inputs_due(w.loop, &w.attempt));
  loop_state_end(&w);
}

/* ---- external-report ---- */

static void test_external(void) {
  LoopState w;
  loop_state_begin(&w, REMAINDER);
  g_assert_false(external_report_due(w.loop, &w.attempt)); /* no external verifier is there */
  external_report_run(w.loop, &w.attempt);
  g_assert_cmpint(w.attempt.answer->kind, ==, ANSWER_UNKNOWN);
  loop_state_end(&w);
}

/* ---- bound-by-states, rounds ---- */

static const char *const FOREVER = "int main(void) { for (;;) { int x = any(); if (x == 1) return 0;\n"
                                   " check(x != 7); } }";

static void test_rounds(void) {
  LoopState w;
  loop_state_begin(&w, FOREVER);
  w.attempt.moment = AT_END;
  g_assert_true(rounds_due(w.loop, &w.attempt));
  rounds_run(w.loop, &w.attempt);
  g_assert_nonnull(w.loop->cfc->rounds);
  g_assert_cmpuint(w.loop->cfc->rounds->len, ==, 1);
  g_assert_false(rounds_due(w.loop, &w.attempt)); /* once */
  loop_state_end(&w);
  loop_state_begin(&w, FOREVER);
  w.attempt.moment = AFTER_MERGE;
  g_assert_false(rounds_due(w.loop, &w.attempt)); /* early, the bounds may still meet */
  w.options.start -= 60 * G_USEC_PER_SEC;
  g_assert_true(rounds_due(w.loop, &w.attempt));
  w.attempt.moment = AT_END;
  knowledge_close(w.loop->known, "kind");
  g_assert_false(rounds_due(w.loop, &w.attempt));
  loop_state_end(&w);
}

/* ---- failure-automaton ---- */

/* Before all else where runs that never end are asked for: no input is certain to fail, but some are certain not to. */
static void test_automaton_first(void) {
  LoopState w;
  loop_state_begin(&w, "int main(void) { while (any() != 5) {} return 0; }");
  w.attempt.moment = AT_START;
  g_assert_false(failure_automaton_due(w.loop, &w.attempt));
  property_free(w.loaded.program->property);
  w.loaded.program->property = property_named("termination");
  g_assert_true(failure_automaton_due(w.loop, &w.attempt));
  failure_automaton_run(w.loop, &w.attempt);
  g_assert_nonnull(w.loop->cfc->automaton);
  g_assert_true(w.loop->cfc->automaton->endless_fails);
  g_assert_false(knowledge_is_closed(w.loop->known));
  g_assert_false(knowledge_has_failures(w.loop->known));
  const Term *x = input(&w), *five = term_eq(x, term_const(x->width, 5));
  g_assert_true(solver_valid(term_not(term_and(knowledge_bound(w.loop->known), five)), 5000));
  g_assert_false(failure_automaton_due(w.loop, &w.attempt)); /* once */
  loop_state_end(&w);
}

/* What overflow excludes might go on for ever. */
static void test_automaton_no_overflow(void) {
  LoopState w;
  loop_state_begin(&w, "int main(void) { while (any() != 5) {} return 0; }");
  property_free(w.loaded.program->property);
  w.loaded.program->property = property_named("termination");
  g_assert_true(failure_automaton_due(w.loop, &w.attempt));
  w.loaded.program->no_overflow = TRUE;
  g_assert_false(failure_automaton_due(w.loop, &w.attempt));
  loop_state_end(&w);
}

static void test_bound_by_states(void) {
  LoopState w;
  loop_state_begin(&w, LOOP);
  g_assert_false(bound_by_states_due(w.loop, &w.attempt)); /* no loop reads */
  loop_state_end(&w);
  loop_state_begin(&w, FOREVER);
  g_assert_true(bound_by_states_due(w.loop, &w.attempt));
  bound_by_states_run(w.loop, &w.attempt);
  g_assert_false(bound_by_states_due(w.loop, &w.attempt));
  const Term *first = input(&w);
  g_assert_false(sample_contains(knowledge_bound(w.loop->known), first, 1)); /* it ends there */
  g_assert_true(sample_contains(knowledge_bound(w.loop->known), first, 7));
  loop_state_end(&w);
}

/* ---- the table ---- */

static const StrategyTime *time_of(const LoopState *w, const char *name) {
  const GArray *times = w->loop->cfc->stats.strategies;
  for (guint i = 0; i < times->len; i++)
    if (g_str_equal(g_array_index(times, StrategyTime, i).name, name))
      return &g_array_index(times, StrategyTime, i);
  return NULL;
}

/* Strategies that are not due are passed over; those that ran are counted, and do not run again. */
static void test_table(void) {
  LoopState w;
  loop_state_begin(&w, REMAINDER);
  w.attempt.answer->residue = below(input(&w), 9);
  g_assert_true(strategy_try_next(w.loop, &w.attempt));
  g_assert_cmpint(w.attempt.answer->kind, ==, ANSWER_SAFE);
  g_assert_cmpuint(time_of(&w, "exhaustive-runs")->runs, ==, 1);
  g_assert_cmpuint(time_of(&w, "state-unsolved")->runs, ==, 0);
  g_assert_cmpuint(time_of(&w, "deepen")->runs, ==, 0);
  g_assert_null(time_of(&w, "generalize")); /* that is a phase */
  const guint next = w.attempt.next;
  become_report(&w);
  w.loop->guessed = TRUE;
  g_assert_true(strategy_try_next(w.loop, &w.attempt));
  g_assert_cmpuint(w.attempt.next, >, next);
  g_assert_cmpuint(time_of(&w, "deepen")->runs, ==, 1);
  g_assert_false(strategy_try_next(w.loop, &w.attempt));
  loop_state_end(&w);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/strategy/failure-automaton/first", test_automaton_first);
  g_test_add_func("/strategy/failure-automaton/no-overflow", test_automaton_no_overflow);
  g_test_add_func("/strategy/exhaustive-runs/finds", test_exhaustive);
  g_test_add_func("/strategy/exhaustive-runs/rest", test_exhaustive_rest);
  g_test_add_func("/strategy/exhaustive-runs/not-due", test_exhaustive_not_due);
  g_test_add_func("/strategy/exhaustive-runs/many", test_exhaustive_many);
  g_test_add_func("/strategy/deepen", test_deepen);
  g_test_add_func("/strategy/ask-deeper", test_ask_deeper);
  g_test_add_func("/strategy/state-unsolved/all", test_unsolved);
  g_test_add_func("/strategy/state-unsolved/cut", test_unsolved_cut);
  g_test_add_func("/strategy/follow-all/finds", test_follow_all);
  g_test_add_func("/strategy/follow-all/report", test_follow_all_report);
  g_test_add_func("/strategy/follow-all/unbounded", test_follow_all_unbounded);
  g_test_add_func("/strategy/relax-recursion", test_relax);
  g_test_add_func("/strategy/relax-recursion/nothing", test_relax_nothing);
  g_test_add_func("/strategy/guess-and-prove", test_guess);
  g_test_add_func("/strategy/prove-residue", test_residue);
  g_test_add_func("/strategy/prove-residue/not-all", test_residue_not_all);
  g_test_add_func("/strategy/deciding-inputs/due", test_deciding_due);
  g_test_add_func("/strategy/deciding-inputs/few", test_deciding_few);
  g_test_add_func("/strategy/external-report", test_external);
  g_test_add_func("/strategy/rounds", test_rounds);
  g_test_add_func("/strategy/bound-by-states", test_bound_by_states);
  g_test_add_func("/strategy/table", test_table);
  return g_test_run();
}
