/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounded model checking over symex: unrollings 1, 2, 4, ..., in longer steps while every run is cut.
 *
 * For an unrolling, the failing points and the points whose run stays open are two formulas.  A solution of
 * the first is a possible error; when neither has one, the program is safe under the condition; and what
 * stays open is the residue: nothing outside it fails. */
#include "engine/engine.h"
#include "formula/solver.h"

#define AHEAD 64           /* unrolling at which to look whether the loops end by themselves */
#define AHEAD_STEPS 100000 /* instructions that this may cost */
#define AHEAD_SECONDS 1

static SymexResult *run_at(const Question *q, guint k, gint64 deadline, guint64 max_steps) {
  SymexOptions o = {.unroll = k,
                    .inputs_per_site = q->inputs_per_site,
                    .condition = q->condition,
                    .deadline = deadline,
                    .max_steps = max_steps,
                    .dual = q->dual};
  return symex_run(q->program, q->cfg, &o);
}

/* The run that leaves nothing open, where one is found soon and can be stated; NULL: none.  What a program
 * does whose loops all end by themselves is then asked as a whole, and not first of its first turns: with
 * nothing open its failures are known even if no solver can tell whether there are any. */
static SymexResult *run_to_the_end(const Question *q, guint k) {
  gint64 deadline = g_get_monotonic_time() + AHEAD_SECONDS * G_USEC_PER_SEC;
  SymexResult *r = run_at(q, k, q->deadline ? MIN(deadline, q->deadline) : deadline, AHEAD_STEPS);
  const Term *fail = symex_fail(r);
  if (r->complete && term_is_false(symex_open(r)) && !fail->has_havoc && can_state_whole(fail)) return r;
  symex_result_free(r);
  return NULL;
}

Automaton *symex_trace(const Question *q, const Model *point) {
  SymexOptions o = {
      .inputs_per_site = G_MAXUINT / 2, .oracle = point, .deadline = q->deadline, .dual = q->dual};
  SymexResult *r = symex_run(q->program, q->cfg, &o);
  Automaton *a = NULL;
  if (r->failures->len) {
    a = automaton_copy(r->trace);
    a->error = g_array_index(r->failures, SymexEvent, 0).loc;
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
      if (evaluator_value(e, f->guard)) a->error->error = f->loc;
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

/* A residue that cannot be stated helps nobody: then the last one stays, which holds as well. */
static gboolean offer_residue(Answer *a, const Term *formula, gboolean whole) {
  const Term *residue = term_without_havoc(formula, TRUE);
  if (!(whole ? can_state_whole(residue) : can_state(residue))) return FALSE;
  a->residue = residue;
  return TRUE;
}

/* TRUE: settled, one way or the other. */
static gboolean judge(const Question *q, Answer *a, const SymexResult *r, guint k, gboolean certain,
                      PublishAnswer publish) {
  const Term *fail, *open;
  account(r, certain, &fail, &open);
  /* what may fail is a residue even before the solver has looked at it, which may take all the time there is
   */
  if (r->complete && offer_residue(a, term_or(fail, open), term_is_false(open)) && publish) publish(a);
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
    offer_residue(a, opens == SOLVER_UNSAT ? term_bool(FALSE) : open, FALSE);
    if (opens == SOLVER_UNSAT) a->kind = ANSWER_SAFE;
  }
  solver_free(s);
  return a->kind == ANSWER_SAFE;
}

static Answer *ask(const Question *q, PublishAnswer publish, gboolean certain) {
  Answer *a = answer_new();
  const Term *last_open = NULL;
  guint64 last_steps = 0;
  guint factor = 2, k = MAX(q->start_unroll, 1);
  SymexResult *whole =
      k < AHEAD && (!q->max_unroll || AHEAD <= q->max_unroll) ? run_to_the_end(q, AHEAD) : NULL;
  if (whole) k = AHEAD;
  for (; !q->max_unroll || k <= q->max_unroll; k *= factor) {
    SymexResult *r = whole ? whole : run_at(q, k, q->deadline, 0);
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
    gboolean settled = judge(q, a, r, k, certain, publish);
    gboolean stuck = symex_open(r) == last_open && r->steps == last_steps; /* no bound was met */
    last_open = symex_open(r);
    last_steps = r->steps;
    factor = !term_is_true(last_open) ? 2 : r->cut_freely ? 16 : 4;
    symex_result_free(r);
    if (settled) break;
    if (publish) publish(a);
    if (stuck || k > G_MAXUINT / 16 || (q->deadline && g_get_monotonic_time() > q->deadline)) break;
  }
  return a;
}

Answer *bmc_ask(const Question *q, PublishAnswer publish) { return ask(q, publish, FALSE); }

Answer *symex_ask(const Question *q, PublishAnswer publish) { return ask(q, publish, TRUE); }
