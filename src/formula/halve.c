/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Branch and prune over the places of inputs. */
#include "formula/halve.h"
#include "base/limits.h"
#include "formula/spans.h"

typedef struct {
  gint64 low, high;
} Edge;

typedef struct {
  const Term *const *formulas;
  guint n;
  Spans *spans;
  GQueue pieces; /* of arrays of Edge, one for each leaf; wide ones first */
  Model *model;
} Search;

static Edge *piece_of(const Search *w) {
  const guint n = spans_n_leaves(w->spans);
  Edge *piece = g_new(Edge, n + 1);
  for (guint i = 0; i < n; i++) spans_places(w->spans, i, &piece[i].low, &piece[i].high);
  return piece;
}

static void enter(const Search *w, const Edge *piece) {
  for (guint i = 0; i < spans_n_leaves(w->spans); i++)
    spans_set_places(w->spans, i, piece[i].low, piece[i].high);
}

/* FALSE: nothing in the piece satisfies all. */
static gboolean prune(const Search *w) {
  for (guint round = 0; round < limits.narrow_rounds; round++) {
    gboolean empty;
    spans_update(w->spans);
    for (guint i = 0; i < w->n; i++)
      if (spans_truth(w->spans, i) == SPAN_NEVER) return FALSE;
    if (!spans_narrow(w->spans, &empty)) break;
    if (empty) return FALSE;
  }
  return TRUE;
}

static gint64 middle(gint64 low, gint64 high) {
  return (gint64)((guint64)low + ((guint64)high - (guint64)low) / 2);
}

/* The point in the middle. */
static gboolean try_point(Search *w) {
  Model *m = model_new();
  for (guint i = 0; i < spans_n_leaves(w->spans); i++) {
    gint64 low, high;
    spans_places(w->spans, i, &low, &high);
    model_set(m, spans_leaf(w->spans, i), spans_value_at(w->spans, i, middle(low, high)));
  }
  Evaluator *e = evaluator_new(m);
  gboolean holds = TRUE;
  for (guint i = 0; i < w->n && holds; i++) holds = evaluator_value(e, w->formulas[i]) != 0;
  evaluator_free(e);
  if (holds)
    w->model = m;
  else
    model_free(m);
  return holds;
}

/* Cuts the leaf that has the turn, or the next one that has two places.  FALSE: there is only one point. */
static gboolean cut(Search *w, guint turn) {
  const guint n = spans_n_leaves(w->spans);
  for (guint k = 0; k < n; k++) {
    const guint leaf = (turn + k) % n;
    Edge *first = piece_of(w);
    if (first[leaf].low == first[leaf].high) {
      g_free(first);
      continue;
    }
    Edge *second = piece_of(w);
    first[leaf].high = middle(first[leaf].low, first[leaf].high);
    second[leaf].low = first[leaf].high + 1;
    first[n].low = second[n].low = leaf + 1; /* whose turn it is next */
    g_queue_push_tail(&w->pieces, first);
    g_queue_push_tail(&w->pieces, second);
    return TRUE;
  }
  return FALSE;
}

static SolverAnswer search(Search *w, HalveLimits given) {
  const guint n = spans_n_leaves(w->spans);
  for (guint done = 0; !g_queue_is_empty(&w->pieces); done++) {
    if (done >= given.pieces || g_queue_get_length(&w->pieces) * (n + 1) > limits.halve_places ||
        g_get_monotonic_time() > given.deadline)
      return SOLVER_UNKNOWN;
    Edge *piece = g_queue_pop_head(&w->pieces);
    const guint turn = (guint)piece[n].low;
    enter(w, piece);
    g_free(piece);
    if (!prune(w)) continue;
    if (try_point(w)) return SOLVER_SAT;
    if (!cut(w, turn)) return SOLVER_UNKNOWN; /* a point that the intervals cannot exclude */
  }
  return SOLVER_UNSAT;
}

SolverAnswer halve(const Term *const *formulas, guint n, HalveLimits limits, Model **model) {
  guint size = 0;
  *model = NULL;
  for (guint i = 0; i < n && size <= limits.terms; i++) size += term_dag_size(formulas[i], limits.terms + 1);
  if (size > limits.terms) return SOLVER_UNKNOWN;
  Search w = {.formulas = formulas, .n = n, .spans = spans_new(formulas, n), .pieces = G_QUEUE_INIT};
  Edge *whole = piece_of(&w);
  whole[spans_n_leaves(w.spans)].low = 0;
  g_queue_push_tail(&w.pieces, whole);
  const SolverAnswer answer = search(&w, limits);
  g_queue_clear_full(&w.pieces, g_free);
  spans_free(w.spans);
  *model = w.model;
  return answer;
}
