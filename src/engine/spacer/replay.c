/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A counterexample of the Horn clauses, tried on the machine.
 *
 * Its formula is made again with all words as bit-vectors.  A solution says which branches are taken, and
 * symex follows them: where that fails, the failure is real.  Without a solution the counterexample is
 * spurious: of the classes with abstracted operations on it, those are lifted without which it would still be
 * there. */
#include "engine/spacer/replay.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "engine/spacer/derivation.h"
#include "formula/solver.h"

typedef struct {
  const Question *q;
  const Chc *c;
  const Derivation *derivation;
  GHashTable *stretches; /* of the derivation */
} Trial;

static guint milliseconds(const Question *q) {
  return MIN(limits.engine_solver_ms, question_milliseconds_left(q));
}

static const DerivationStep *step_at(const Derivation *d, guint i) {
  return &g_array_index(d->steps, DerivationStep, i);
}

/* The clauses on the way, at another precision. */
static Chc *encode(const Trial *t, Effects *view, const Precision *p) {
  *view = *t->c->effects; /* which does not depend on what is lifted */
  view->precision = p;
  return chc_new_of(t->q, view, t->c->style, t->stretches);
}

static gboolean is_refuted(const Trial *t, const Precision *p) {
  Effects view;
  Chc *clauses = encode(t, &view, p);
  if (!clauses) return FALSE;
  Composition *k = composition_new(t->derivation, clauses);
  gboolean refuted = composition_check(k, milliseconds(t->q)) == Z3_L_FALSE;
  composition_free(k);
  chc_free(clauses);
  return refuted;
}

/* ---- the path ---- */

static const ChcEdge *edge_into(const Composition *k, guint step, guint node) {
  const GArray *edges = k->clauses->edges;
  for (guint i = 0; i < edges->len; i++) {
    const ChcEdge *w = &g_array_index(edges, ChcEdge, i);
    if (w->stretch == k->rules[step]->stretch && w->to == node && composition_holds(k, step, w->guard))
      return w;
  }
  return NULL;
}

/* The branches of one stretch, found from its end backwards.  It ends in a node of its own, at the cut point
 * that its last edge leads to, or where it fails. */
static gboolean add_stretch(const Composition *k, guint step, Automaton *path) {
  const ChcRule *r = k->rules[step];
  const Chc *c = k->clauses;
  gboolean arrives = r->end == NOWHERE || chc_relation(c, r->head) == c->at[r->end];
  g_autoptr(GPtrArray) edges = g_ptr_array_new();
  for (guint node = r->end; arrives || node != r->stretch; arrives = FALSE) {
    const ChcEdge *w = edge_into(k, step, node);
    if (!w || edges->len > c->edges->len) return FALSE;
    g_ptr_array_add(edges, (gpointer)w);
    node = w->from;
  }
  for (guint i = edges->len; i-- > 0;) {
    const ChcEdge *w = edges->pdata[i];
    const FlatNode *n = flat_node(c->flat, w->from);
    if (w->choice != G_MAXUINT)
      automaton_add(path, n->function->id, n->block->id, n->block->term_loc, w->choice);
  }
  return TRUE;
}

/* In the order of the run: what came before the stretch, the stretch, the procedure it calls. */
static gboolean add_path(const Composition *k, guint step, Automaton *path) {
  const DerivationStep *s = step_at(k->derivation, step);
  return (s->body == NO_STEP || add_path(k, s->body, path)) && add_stretch(k, step, path) &&
         (s->call == NO_STEP || add_path(k, s->call, path));
}

static Automaton *path_of(const Composition *k) {
  Automaton *path = automaton_new();
  if (add_path(k, 0, path)) {
    path->unrolling = automaton_repeats(path) + 1;
    return path;
  }
  automaton_free(path);
  return NULL;
}

/* ---- the run ---- */

static Model *point_of(const Question *q, const SymexResult *r) {
  const Term *fail = term_without_havoc(symex_fail(r), FALSE);
  Solver *s = solver_new();
  solver_assert(s, q->condition);
  Model *m = NULL;
  if (!term_is_false(fail) && solver_check(s, &fail, 1, milliseconds(q)) == SOLVER_SAT) m = solver_model(s);
  solver_free(s);
  return m;
}

/* TRUE: a run goes the path and fails. */
static gboolean run_path(const Question *q, const Automaton *path, Answer *a) {
  SymexOptions o = {.unroll = path->unrolling + 1,
                    .inputs_per_site = G_MAXUINT / 2,
                    .condition = q->condition,
                    .direction = path,
                    .deadline = question_within(q, limits.spacer_replay_ms / 1e3),
                    .max_steps = limits.spacer_replay_steps,
                    .dual = q->dual};
  SymexResult *r = symex_run(q->program, q->cfg, &o);
  Model *point = r->failures->len ? point_of(q, r) : NULL;
  Automaton *error = point ? symex_trace(q, point) : NULL;
  if (error) {
    error->unrolling = path->unrolling;
    a->kind = ANSWER_ERROR;
    a->error = error;
    a->point = model_new();
    for (guint i = 0; i < r->inputs->len; i++) {
      const Term *input = (const Term *)r->inputs->pdata[i];
      model_set(a->point, input, model_value(point, input));
    }
  }
  model_free(point);
  symex_result_free(r);
  return error != NULL;
}

/* ---- the precision ---- */

/* Classes with abstracted operations on the way: those last that lose most. */
static GArray *candidates(const Trial *t, const Precision *p) {
  GArray *slots = g_array_new(FALSE, FALSE, sizeof(guint));
  Precision *probe = precision_copy(p);
  for (guint overflow = 2; overflow-- > 0;)
    for (guint i = 0; i < t->c->lossy->len; i++) {
      const Abstracted *l = &g_array_index(t->c->lossy, Abstracted, i);
      gboolean fits = l->overflow == (gboolean)overflow && chc_on_trace(t->c, l);
      if (fits && precision_lift(probe, l->slot)) g_array_append_val(slots, l->slot);
    }
  precision_free(probe);
  return slots;
}

static Precision *lifted_but(const Precision *p, const GArray *slots, guint but) {
  Precision *lifted = precision_copy(p);
  for (guint i = 0; i < slots->len; i++)
    if (i != but) precision_lift(lifted, g_array_index(slots, guint, i));
  return lifted;
}

/* Lifts a least set of classes that refutes the way. */
static gboolean lift(const Trial *t, Precision *p) {
  g_autoptr(GArray) slots = candidates(t, p);
  Precision *all = lifted_but(p, slots, G_MAXUINT);
  gboolean refuted = slots->len && is_refuted(t, all);
  precision_free(all);
  guint n_trials = 0;
  for (guint i = 0;
       refuted && slots->len > 1 && i < slots->len && n_trials++ < limits.spacer_replay_trials;) {
    Precision *less = lifted_but(p, slots, i);
    if (is_refuted(t, less))
      g_array_remove_index(slots, i);
    else
      i++;
    precision_free(less);
  }
  for (guint i = 0; refuted && i < slots->len; i++) precision_lift(p, g_array_index(slots, guint, i));
  return refuted;
}

static gboolean change_reading(const Trial *t, Precision *p) {
  Precision *other = precision_copy(p);
  other->other_reading = !other->other_reading;
  gboolean refuted = is_refuted(t, other);
  if (refuted) p->other_reading = other->other_reading;
  precision_free(other);
  return refuted;
}

/* ---- the whole ---- */

static Replay try_on_machine(const Trial *t, Answer *a) {
  Precision *bits = precision_copy(t->c->precision);
  precision_lift_all(bits);
  Effects view;
  Chc *clauses = encode(t, &view, bits);
  Composition *k = clauses ? composition_new(t->derivation, clauses) : NULL;
  Z3_lbool can = k ? composition_check(k, milliseconds(t->q)) : Z3_L_UNDEF;
  Automaton *path = can == Z3_L_TRUE ? path_of(k) : NULL;
  Replay result = can == Z3_L_FALSE                 ? REPLAY_SPURIOUS
                  : path && run_path(t->q, path, a) ? REPLAY_REAL
                                                    : REPLAY_UNKNOWN;
  automaton_free(path);
  composition_free(k);
  chc_free(clauses);
  precision_free(bits);
  return result;
}

Replay replay(const Question *q, const Chc *c, Precision *p, gboolean may_change_reading, Answer *a) {
  Derivation *d = derivation_new(c);
  if (!d) return REPLAY_UNKNOWN;
  Trial t = {q, c, d, g_hash_table_new(NULL, NULL)};
  for (guint i = 0; i < d->steps->len; i++) {
    guint stretch = g_array_index(c->rules, ChcRule, step_at(d, i)->rule).stretch;
    g_hash_table_add(t.stretches, GUINT_TO_POINTER(stretch));
  }
  Replay result = try_on_machine(&t, a);
  if (result == REPLAY_SPURIOUS && q->precision != PRECISION_BITVECTOR && may_change_reading &&
      change_reading(&t, p))
    result = REPLAY_REFINED;
  if (result == REPLAY_SPURIOUS && q->precision == PRECISION_AUTO && lift(&t, p)) result = REPLAY_REFINED;
  g_hash_table_unref(t.stretches);
  derivation_free(d);
  return result;
}
