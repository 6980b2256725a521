/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The alternating characterization of failures: Algorithm 1 of "Comprehensive Failure Characterization" (ASE
 * 2017).  Comments give its line numbers.
 *
 * - POSSIBLE asks over-approximators for a failure outside all that is settled; where they are inconclusive,
 *   strategies (strategy.h) and then GENERALIZE get past that.
 * - DEFINITE asks symex to confirm it: a region of inputs that certainly fails, with SPECIALIZE (definite.c).
 * - SLICE drops what the failure does not depend on (slice-path.c).
 * - MERGE adds the new partitions to F, which stays disjoint, and embed excludes what is settled from the
 *   program, for all that follows (both in knowledge.c).
 *
 * F, V, f, seen and p' of the paper are in Knowledge.  Its lines 35 to 40 need no code of their own: p'
 * excludes V, so POSSIBLE asks the same question after a valid region as after a failing one; and what line
 * 37 adds is the residue, which close_residue() turns into a partition.
 *
 * Past the paper: DEFINITE confirms all failures within the unrolling at once where that is small enough to
 * state; and every answer comes with a residue, outside of which nothing fails.  So at any moment the
 * partitions and the residue bound the failing inputs, and stopping early only leaves the residue as a
 * partition of its own. */
#include "base/limits.h"
#include "ir/failure-fates.h"
#include "loop/claims.h"
#include "loop/definite.h"
#include "loop/questions.h"
#include "loop/strategy.h"

/* ---- POSSIBLE ---- */

/* Line 3: e = ⊥ or e in seen, and there is hope for another. */
static gboolean is_inconclusive(const Loop *l, const Attempt *t) {
  return !t->accepted && !t->answer->final && !is_effective(l, t->answer);
}

/* Lines 4 and 5: the fresh uppers are weakened until the answer is effective; where none helps, it stays. */
static void generalize_answer(Loop *l, Attempt *t) {
  if (!knowledge_fresh(l->known)->len || must_stop(l)) return;
  Answer *better = generalize_fresh(l);
  if (better && is_effective(l, better)) {
    answer_free(t->answer);
    t->answer = better;
  } else {
    answer_free(better);
  }
}

/* The automaton says all, and more than formulas can: runs fail by going on for ever, and what fails after finitely many
 * inputs is known. */
static gboolean runs_decide(const Loop *l) {
  const FailureAutomaton *a = l->cfc->automaton;
  if (!a || !a->endless_fails || !failure_automaton_exact(a)) return FALSE;
  g_autofree gboolean *goes_on = failure_automaton_goes_on(a);
  if (!goes_on[0]) return FALSE; /* then formulas can */
  return !failure_automaton_fails_finitely(a) || knowledge_has_failures(l->known);
}

/* What needs no question to analyzers. */
static void begin(Loop *l) {
  Attempt t = {.moment = AT_START};
  while (strategy_try_next(l, &t)) continue;
}

/* A failure outside what is settled and fresh, or the proof that there is none, or ⊥. */
static Answer *possible(Loop *l) {
  Phase outer = enter_phase(l, PHASE_POSSIBLE);
  Attempt t = {.moment = AT_INCONCLUSIVE, .guessed = l->guessed};
  t.answer = over_approximate(l, knowledge_unsettled(l->known));       /* 2 */
  while (is_inconclusive(l, &t) && !runs_decide(l) && strategy_try_next(l, &t)) continue; /* 3, past the paper */
  if (is_inconclusive(l, &t) && !runs_decide(l)) generalize_answer(l, &t);                /* 3-6 */
  knowledge_remember(l->known, t.answer);                              /* 7 */
  leave_phase(l, outer);
  return t.answer; /* 8; c is in the fresh partitions */
}

/* ---- MERGE ---- */

void merge(Loop *l) {
  Phase outer = enter_phase(l, PHASE_MERGE);
  knowledge_merge(l->known);
  leave_phase(l, outer);
}

/* ---- the loop ---- */

/* What the answer proves, whatever it is. */
static void keep_answer(Loop *l, const Answer *e) {
  keep_residue(l, e);
  if (e->kind != ANSWER_ERROR) note_reasons(l, e->reasons);
  if (e->kind != ANSWER_SAFE) return;
  const char *by = knowledge_closed_by(l->known); /* a strategy has closed it */
  knowledge_close(l->known, by ? by : e->engine);
}

/* The rest is not closed: strategies that bound it. */
static void bound_rest(Loop *l, Answer *e) {
  Attempt t = {.moment = AFTER_MERGE, .answer = e};
  while (strategy_try_next(l, &t)) continue;
}

/* An input of the evidence that fails for certain; NULL: none is known. */
static const Model *confirmed_point(const Answer *report, const Evidence *e) {
  if (e && e->point) return e->point;
  return e && report->point && term_eval(evidence_fails(e), report->point) ? report->point : NULL;
}

/* The second half of an iteration.  FALSE: it was the last one. */
static gboolean confirm(Loop *l, Answer *report) {
  Evidence *e = definite(l, report); /* 46 */
  if (e) slice(l, e);                /* 47 */
  const Model *fails = confirmed_point(report, e), *point = e && e->point ? e->point : report->point;
  const gboolean more = !is_denied(l, report, e) && take_evidence(l, e, point); /* 48-52: f or v */
  check_claims(l, fails, knowledge_fresh(l->known));
  evidence_free(e);
  return more && !knowledge_is_closed(l->known) && !l->options->engine &&
         knowledge_settled(l->known)->len < limits.loop_max_partitions;
}

/* The automaton says all, and an example shows it. */
static gboolean is_characterized(const Loop *l) {
  if (knowledge_is_closed(l->known) || runs_decide(l)) return TRUE;
  return l->cfc->automaton && failure_automaton_exact(l->cfc->automaton) && knowledge_has_failures(l->known);
}

/* FALSE: it was the last iteration. */
static gboolean iterate(Loop *l) {
  l->cfc->stats.iterations++;
  Answer *report = possible(l); /* 32, 35 */
  merge(l);                     /* 33, 39, 45: MERGE and embed */
  keep_answer(l, report);
  if (report->kind != ANSWER_SAFE) bound_rest(l, report);
  const gboolean done = report->kind != ANSWER_ERROR || is_characterized(l); /* 42: e is the proof that nothing else fails, or ⊥ */
  const gboolean more = !done && !must_stop(l) && confirm(l, report);
  answer_free(report);
  return more;
}

void alternate(Loop *l) {
  const gboolean first = l->cfc->stats.iterations == 0;
  if (!l->options->engine && first) follow_given_witnesses(l);
  if (first) begin(l);
  const gboolean settled = first && is_characterized(l); /* nothing needs to be asked */
  while (!settled && !must_stop(l) && iterate(l)) continue; /* 30-53 */
  merge(l);
}
