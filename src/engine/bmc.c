/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounded model checking over symex: to the end where that is near, else at unrollings 1, 2, 4, ..., in
 * longer steps while every run is cut.
 *
 * For an unrolling, the failing points and the points whose run stays open are two formulas.  A solution of
 * the first is a possible error; when neither has one, the program is safe under the condition; and what
 * stays open is the residue: nothing outside it fails. */
#include "engine/engine.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "engine/all-runs.h"
#include "formula/solver.h"

static SymexResult *run_at(const Question *q, guint k) {
  SymexOptions o = question_options(q, k);
  return symex_run(q->program, q->cfg, &o);
}

/* The same, following accesses through null pointers and pointers that are inputs, which takes longer. */
static SymexResult *run_with_pointers(const Question *q, guint k, double seconds) {
  SymexOptions o = question_options(q, k);
  o.deadline = question_within(q, MAX(limits.bmc_pointers_seconds, limits.bmc_pointers_factor * seconds));
  o.pointers = TRUE;
  return symex_run(q->program, q->cfg, &o);
}

Automaton *symex_trace(const Question *q, const Model *point) {
  SymexOptions o = {
      .inputs_per_site = G_MAXUINT / 2, .oracle = point, .deadline = q->deadline, .dual = q->dual};
  SymexResult *r = symex_run(q->program, q->cfg, &o);
  Automaton *a = NULL;
  if (r->failures->len) {
    a = automaton_copy(r->trace);
    a->error = event_failure(&g_array_index(r->failures, SymexEvent, 0));
  }
  symex_result_free(r);
  return a;
}

static void note_inputs(Answer *a, const SymexResult *r) {
  g_ptr_array_set_size(a->inputs, 0);
  for (guint i = 0; i < r->inputs->len; i++) g_ptr_array_add(a->inputs, r->inputs->pdata[i]);
}

/* A point that may fail becomes an error automaton: that of its run, or of nothing but the error place when
 * havocs took it elsewhere. */
static void report_error(const Question *q, Answer *a, const SymexResult *r, Model *point, guint k) {
  a->kind = ANSWER_ERROR;
  a->point = point;
  a->unrolling = k;
  a->error = symex_trace(q, point);
  if (!a->error) {
    a->error = automaton_new();
    Evaluator *e = evaluator_new(point);
    for (guint i = 0; i < r->failures->len; i++) {
      const SymexEvent *f = &g_array_index(r->failures, SymexEvent, i);
      if (evaluator_value(e, f->guard)) a->error->error = event_failure(f);
    }
    evaluator_free(e);
  }
  a->error->unrolling = k;
}

/* Both formulas of a run.  certain: a failure that hangs on something unknown stays open. */
static void account(const SymexResult *r, gboolean certain, const Term **fail, const Term **open) {
  *fail = symex_fail(r);
  *open = symex_open(r);
  if (!certain) return;
  *open = term_or(*open, term_without_havoc(*fail, TRUE));
  *fail = term_without_havoc(*fail, FALSE);
  *open = term_and(*open, term_not(*fail));
}

/* A residue that cannot be stated is of no use: then the last one stays, which holds as well. */
static gboolean offer_residue(Answer *a, const Term *formula, gboolean whole) {
  const Term *residue = term_without_havoc(formula, TRUE);
  if (!(whole ? can_state_whole(residue) : can_state(residue))) return FALSE;
  a->residue = residue;
  return TRUE;
}

/* Where something is proven already, what is not is only worth its length where it is short. */
static gboolean is_worth_offering(const Answer *a, const Term *fail) {
  const guint most = limits.bmc_unproven_nodes;
  return term_is_true(a->residue) || term_dag_size(fail, most) < most;
}

/* TRUE: settled, one way or the other. */
static gboolean judge(const Question *q, Answer *a, const SymexResult *r, guint k, gboolean certain,
                      PublishAnswer publish) {
  const Term *fail, *open;
  account(r, certain, &fail, &open);
  /* what may fail is a residue even before the solver has looked at it, which may take all the time there is */
  if (r->complete && is_worth_offering(a, fail) &&
      offer_residue(a, term_and(a->residue, term_or(fail, open)), term_is_false(open)) && publish)
    publish(a);
  Solver *s = solver_new();
  solver_assert(s, q->condition);
  SolverAnswer fails =
      term_is_false(fail) ? SOLVER_UNSAT : solver_check(s, &fail, 1, question_milliseconds_left(q));
  if (fails == SOLVER_SAT) {
    Model *m = solver_model(s);
    solver_free(s);
    report_error(q, a, r, m, k);
    return TRUE;
  }
  if (fails == SOLVER_UNSAT) {
    SolverAnswer opens =
        term_is_false(open) ? SOLVER_UNSAT : solver_check(s, &open, 1, question_milliseconds_left(q));
    const gboolean stated = offer_residue(a, opens == SOLVER_UNSAT ? term_bool(FALSE) : open, FALSE);
    if (opens == SOLVER_UNSAT) a->kind = ANSWER_SAFE;
    a->followed = opens == SOLVER_SAT && r->complete && term_is_false(r->cut);
    a->final = a->followed && stated && symex_is_final(r);
  }
  solver_free(s);
  return a->kind == ANSWER_SAFE || a->final;
}

/* What was unknown because of pointers may be known then. */
static gboolean judge_with_pointers(const Question *q, Answer *a, guint k, double seconds, gboolean certain,
                                    PublishAnswer publish) {
  SymexResult *r = run_with_pointers(q, k, seconds);
  gboolean settled = FALSE;
  if (r->complete) {
    note_inputs(a, r);
    settled = judge(q, a, r, k, certain, publish);
  }
  symex_result_free(r);
  return settled;
}

static Answer *ask(const Question *q, PublishAnswer publish, gboolean certain) {
  Answer *a = answer_new();
  const Term *last_open = NULL;
  guint64 last_steps = 0;
  guint factor = 2, k = MAX(q->start_unroll, 1);
  gboolean is_first = k == 1 && term_is_true(q->condition); /* later ones are asked where it did not help */
  SymexResult *whole = is_first && (!q->max_unroll || limits.all_runs_unroll <= q->max_unroll)
                           ? all_runs(q, limits.all_runs_unroll)
                           : NULL;
  if (whole) k = limits.all_runs_unroll;
  for (; !q->max_unroll || k <= q->max_unroll; k *= factor) {
    const gint64 start = g_get_monotonic_time();
    SymexResult *r = whole ? whole : run_at(q, k);
    const double seconds = (g_get_monotonic_time() - start) / 1e6;
    whole = NULL;
    if (!r->complete) { /* failures met so far are still real */
      const Term *residue = a->residue;
      if (r->failures->len) judge(q, a, r, k, certain, publish);
      if (a->kind == ANSWER_UNKNOWN) a->residue = residue;
      symex_result_free(r);
      break;
    }
    a->unrolling = k;
    note_inputs(a, r);
    g_ptr_array_set_size(a->reasons, 0);
    reasons_add(a->reasons, r);
    gboolean settled = judge(q, a, r, k, certain, publish) ||
                       (r->lost_pointers && judge_with_pointers(q, a, k, seconds, certain, publish));
    gboolean stuck = symex_open(r) == last_open && r->steps == last_steps; /* no bound was met */
    last_open = symex_open(r);
    last_steps = r->steps;
    factor = !term_is_true(last_open) ? 2 : r->cut_freely ? 16 : 4;
    symex_result_free(r);
    if (settled || a->followed) break;
    if (publish) publish(a);
    if (stuck || k > G_MAXUINT / 16 || deadline_passed(q->deadline)) break;
  }
  return a;
}

Answer *bmc_ask(const Question *q, PublishAnswer publish) { return ask(q, publish, FALSE); }

Answer *symex_ask(const Question *q, PublishAnswer publish) { return ask(q, publish, TRUE); }
