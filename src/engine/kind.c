/* SPDX-License-Identifier: GPL-3.0-or-later */
/* k-induction over symex: unrollings 1, 2, 4, ..., with loops that outlast them closed by induction
 * (induct.c); abstract interpretation: unrolling 1, where only the invariants that it finds help; and the
 * same with loops closed by enumerating their states (explore.c).
 *
 * After a run, what must hold for something bad to come is followed back through the loops to the inputs
 * (invariant/backward.c).  Abstract interpretation then starts again, from what is left of the inputs: both
 * directions sharpen each other.
 *
 * A run of symex then has an account of every run of the program, so its failing and open points together
 * bound the failing points from above.  When there are none, the program is safe under the condition; else
 * they are the residue. A point among them need not fail: these engines prove, they never report an error. */
#include "engine/engine.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "symex/invariant/backward.h"
#include "symex/invariant/project.h"
#include "base/pace.h"
#include "formula/solver.h"

typedef enum { BY_INDUCTION, BY_LINEAR_INVARIANTS, BY_STATES } Closing;

static SymexResult *run_at(const Question *q, guint k, Closing how) {
  /* inputs without limit: what a proof covers it covers for every value of them */
  SymexOptions o = {.unroll = k,
                    .inputs_per_site = G_MAXUINT,
                    .condition = q->condition,
                    .deadline = q->deadline,
                    .dual = q->dual,
                    .linear_invariants = how == BY_LINEAR_INVARIANTS,
                    .candidates = q->candidates,
                    .induct = TRUE,
                    .explore = how == BY_STATES};
  return symex_run(q->program, q->cfg, &o);
}

static gboolean is_followed(const Question *q, const Term *input) {
  return input_key_unpack(input->param).occurrence <= q->inputs_per_site;
}

static gint64 backward_deadline(const Question *q, Closing how) {
  return question_within(q, pace() * (how == BY_LINEAR_INVARIANTS ? limits.absint_backward_seconds
                                                                  : limits.kind_backward_seconds));
}

/* The formula over the inputs that the question follows, weakened where it needs others. */
static const Term *over_followed_inputs(const Question *q, const Term *formula, Closing how,
                                        gboolean project) {
  GHashTable *unfollowed = g_hash_table_new(NULL, NULL);
  GPtrArray *inputs = term_inputs(formula);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    if (!is_followed(q, input))
      g_hash_table_insert(unfollowed, (gpointer)input, (gpointer)term_fresh_havoc(input->width, 0));
  }
  if (g_hash_table_size(unfollowed)) formula = term_substitute(formula, unfollowed);
  g_ptr_array_unref(inputs);
  g_hash_table_unref(unfollowed);
  return project ? project_havocs(formula, backward_deadline(q, how)) : term_without_havoc(formula, TRUE);
}

/* In induction the unrolling is left at 0 until there is a proof: this residue is not to go before that of a
 * search to some depth. */
static void note_run(const Question *q, Answer *a, const SymexResult *r, guint k, Closing how) {
  g_ptr_array_set_size(a->inputs, 0);
  for (guint i = 0; i < r->inputs->len; i++)
    if (is_followed(q, (const Term *)r->inputs->pdata[i])) g_ptr_array_add(a->inputs, r->inputs->pdata[i]);
  g_ptr_array_set_size(a->reasons, 0);
  reasons_add(a->reasons, r);
  g_ptr_array_set_size(a->invariants, 0);
  for (guint i = 0; i < r->invariants->len; i++)
    g_ptr_array_add(a->invariants, g_strdup((const char *)r->invariants->pdata[i]));
  g_ptr_array_add(a->reasons,
                  how == BY_STATES
                      ? g_strdup_printf("in the states after %u iterations a later input may fail", k)
                      : g_strdup_printf("induction over %u iterations of the loops is inconclusive", k + 1));
}

static gboolean is_impossible(const Question *q, const Term *formula) {
  if (term_is_false(formula)) return TRUE;
  Solver *s = solver_new();
  solver_assert(s, q->condition);
  SolverAnswer answer = solver_check(s, &formula, 1, question_milliseconds_left(q));
  solver_free(s);
  return answer == SOLVER_UNSAT;
}

/* A deeper run may see less where it has to forget more: then both hold. */
static const Term *narrowed(const Term *before, const Term *now) {
  return term_is_true(before) || solver_valid(term_implies(now, before), limits.kind_narrowed_ms)
             ? now
             : term_and(before, now);
}

/* What may be bad in a run, seen from the inputs: no other point of the condition is.  FALSE: none may.
 * Deeper runs rarely tell more than the first ones in this way. */
static gboolean look_back(const Question *q, const SymexResult *r, guint k, Closing how, const Term **bad) {
  if (is_impossible(q, *bad)) return FALSE;
  if (k > limits.kind_backward_unroll || how == BY_STATES) {
    *bad = over_followed_inputs(q, *bad, how, FALSE);
    return TRUE;
  }
  const Term *refined = backward_refine(r->loops, *bad, backward_deadline(q, how));
  if (refined != *bad && is_impossible(q, refined)) return FALSE;
  refined = over_followed_inputs(q, refined, how, TRUE);
  *bad = can_state(refined) ? refined : over_followed_inputs(q, *bad, how, FALSE);
  return TRUE;
}

static void set_safe(Answer *a, guint k) {
  a->kind = ANSWER_SAFE;
  a->residue = term_bool(FALSE);
  a->unrolling = k;
  g_ptr_array_set_size(a->reasons, 0);
}

/* Each run at a deeper unrolling; for abstract interpretation the same again, from the inputs that are left.
 */
static Answer *prove(const Question *asked, PublishAnswer publish, guint last_k, Closing how) {
  Answer *a = answer_new();
  Question q = *asked;
  const Term *last = NULL;
  guint rounds = 0;
  pace_begin();
  for (guint k = how != BY_STATES; k <= last_k; k = how == BY_LINEAR_INVARIANTS ? k : MAX(2 * k, 1)) {
    SymexResult *r = run_at(&q, k, how);
    const Term *bad = term_or(symex_fail(r), symex_open(r)), *left = bad;
    gboolean complete = r->complete, hopeless = r->unexplored;
    if (complete) note_run(&q, a, r, k, how);
    gboolean safe = complete && !look_back(&q, r, k, how, &left);
    symex_result_free(r);
    if (safe) set_safe(a, k);
    if (!complete || safe) break;
    const Term *residue = narrowed(a->residue, left);
    if (!can_state(residue)) break;
    gboolean same = how == BY_LINEAR_INVARIANTS &&
                    solver_valid(term_implies(a->residue, residue), limits.kind_narrowed_ms);
    a->residue = residue;
    if (how == BY_STATES) a->unrolling = k;
    if (publish) publish(a);
    if (bad == last || hopeless || deadline_passed(q.deadline)) break;
    last = bad;
    if (how != BY_LINEAR_INVARIANTS) continue;
    if (same || ++rounds == limits.absint_rounds) break;
    q.condition = term_and(asked->condition, residue);
  }
  return a;
}

Answer *kind_ask(const Question *q, PublishAnswer publish) {
  /* invariants may do with little unrolling what others need much for: start_unroll is for them */
  return prove(q, publish, q->max_unroll ? q->max_unroll : limits.kind_unroll, BY_INDUCTION);
}

Answer *absint_ask(const Question *q, PublishAnswer publish) {
  return prove(q, publish, 1, BY_LINEAR_INVARIANTS);
}

Answer *states_ask(const Question *q, PublishAnswer publish) {
  if (question_asks_for_end(q)) return answer_new(); /* whether runs end is not known of a graph of states */
  return prove(q, publish, q->max_unroll ? q->max_unroll : limits.kind_unroll, BY_STATES);
}
