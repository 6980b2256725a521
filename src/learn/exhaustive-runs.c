/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All points of a small region, one by one. */
#include "learn/exhaustive-runs.h"
#include "base/limits.h"
#include "formula/range.h"
#include "formula/spans.h"
#include "ir/interpret.h"
#include "learn/deterministic.h"

#define MAX_INPUTS 3 /* a dimension of arrays */

/* ---- the points ---- */

typedef struct {
  const Term *input[MAX_INPUTS];
  gint64 least[MAX_INPUTS], greatest[MAX_INPUTS], at[MAX_INPUTS];
  guint n;
} Grid;

/* FALSE: the inputs are too many, or not of a kind to enumerate. */
static gboolean grid_open(Grid *g, const Program *p, const Term *region) {
  g_autoptr(GPtrArray) inputs = term_inputs(region);
  g->n = inputs->len;
  if (g->n == 0 || g->n > MAX_INPUTS) return FALSE;
  for (guint i = 0; i < g->n; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    if (!site_is_value(program_site(p, input_key_unpack(input->param).site)) || input->width == 1)
      return FALSE;
    g->input[i] = input;
    g->least[i] = term_signed(G_GUINT64_CONSTANT(1) << (input->width - 1), input->width);
    g->greatest[i] = -(g->least[i] + 1);
  }
  return TRUE;
}

/* How many points; at most limits.exhaustive_points + 1. */
static gint64 grid_size(const Grid *g) {
  gint64 size = 1;
  for (guint i = 0; i < g->n; i++)
    if (g->least[i] > g->greatest[i]) return 0;
  for (guint i = 0; i < g->n; i++) {
    gint64 steps;
    if (__builtin_sub_overflow(g->greatest[i], g->least[i], &steps) ||
        steps >= limits.exhaustive_points / size)
      return limits.exhaustive_points + 1;
    size *= steps + 1;
  }
  return size;
}

static void grid_cut(Grid *g, const Term *input, gint64 least, gint64 greatest) {
  for (guint i = 0; i < g->n; i++) {
    if (g->input[i] != input) continue;
    g->least[i] = MAX(g->least[i], least);
    g->greatest[i] = MIN(g->greatest[i], greatest);
  }
}

/* What the region says at once, however large a formula it is. */
static void grid_cut_by_spans(Grid *g, const Term *region) {
  Spans *s = spans_new(&region, 1);
  gboolean empty = term_is_false(region), more = TRUE;
  for (guint round = 0; round < limits.narrow_rounds && more && !empty; round++) {
    spans_update(s);
    if (spans_truth(s, 0) == SPAN_NEVER) empty = TRUE;
    if (!empty) more = spans_narrow(s, &empty);
  }
  for (guint i = 0; i < spans_n_leaves(s) && !empty; i++) {
    gint64 low, high;
    spans_places(s, i, &low, &high);
    if (!spans_is_float(s, i)) grid_cut(g, spans_leaf(s, i), low, high);
  }
  for (guint i = 0; i < g->n && empty; i++) g->least[i] = 1, g->greatest[i] = 0;
  spans_free(s);
}

/* A disjunction in the region with at most so many alternatives; NULL: none. */
static const Term *find_choice(const Term *region) {
  if (region->op == TERM_OR && region->n_args <= limits.exhaustive_alternatives) return region;
  for (guint i = 0; region->op == TERM_AND && i < region->n_args; i++)
    if (region->args[i]->op == TERM_OR && region->args[i]->n_args <= limits.exhaustive_alternatives)
      return region->args[i];
  return NULL;
}

/* The box around what is said in each of the alternatives. */
static void grid_cut_by_choices(Grid *g, const Term *region, guint depth) {
  const Term *choice = depth ? find_choice(region) : NULL;
  grid_cut_by_spans(g, region);
  if (!choice) return;
  Grid hull = *g;
  for (guint i = 0; i < hull.n; i++) hull.least[i] = G_MAXINT64, hull.greatest[i] = G_MININT64;
  for (guint k = 0; k < choice->n_args; k++) {
    Grid part = *g;
    grid_cut_by_choices(&part, term_and(region, choice->args[k]), depth - 1);
    for (guint i = 0; i < hull.n && grid_size(&part); i++) {
      hull.least[i] = MIN(hull.least[i], part.least[i]);
      hull.greatest[i] = MAX(hull.greatest[i], part.greatest[i]);
    }
  }
  *g = hull;
}

static void grid_cut_by_solver(Grid *g, const Term *region, gint64 deadline) {
  Solver *s = solver_new();
  solver_assert(s, region);
  for (guint i = 0; i < g->n; i++) {
    gint64 least, greatest;
    range_find(s, g->input[i], deadline, &least, &greatest);
    grid_cut(g, g->input[i], least, greatest);
  }
  solver_free(s);
}

/* FALSE: not few enough. */
static gboolean grid_find(Grid *g, const Program *p, const Term *region, gint64 deadline) {
  if (!grid_open(g, p, region)) return FALSE;
  grid_cut_by_choices(g, region, limits.exhaustive_choices);
  const gint64 now = g_get_monotonic_time();
  if (grid_size(g) > limits.exhaustive_at_once) grid_cut_by_solver(g, region, now + (deadline - now) / 3);
  for (guint i = 0; i < g->n; i++) g->at[i] = g->least[i];
  return grid_size(g) <= limits.exhaustive_points;
}

static gboolean grid_next(Grid *g) {
  for (guint i = g->n; i-- > 0;) {
    if (g->at[i]++ < g->greatest[i]) return TRUE;
    g->at[i] = g->least[i];
  }
  return FALSE;
}

static gboolean reads_only(const Grid *g, const GPtrArray *read) {
  for (guint i = 0; i < read->len; i++) {
    gboolean known = FALSE;
    for (guint k = 0; k < g->n; k++) known |= g->input[k] == read->pdata[i];
    if (!known) return FALSE;
  }
  return TRUE;
}

/* ---- what fails ---- */

static const Term *between(const Term *t, gint64 least, gint64 greatest) {
  return term_and(term_binary(TERM_SLE, term_const(t->width, (guint64)least), t),
                  term_binary(TERM_SLE, t, term_const(t->width, (guint64)greatest)));
}

typedef struct {
  const Term *fails; /* what is stated */
  gint64 first,
      last; /* of the last input: an interval that is not stated yet, the other inputs as they are */
  gboolean is_open;
  guint stated;
} Failing;

static void state_interval(Failing *f, const Grid *g, const gint64 *others) {
  if (!f->is_open) return;
  const Term *here = between(g->input[g->n - 1], f->first, f->last);
  for (guint i = 0; i + 1 < g->n; i++)
    here = term_and(here, term_eq(g->input[i], term_const(g->input[i]->width, (guint64)others[i])));
  f->fails = term_or(f->fails, here);
  f->is_open = FALSE;
  f->stated++;
}

/* The points come in order, the last input fastest. */
static void note_failure(Failing *f, const Grid *g) {
  const gint64 at = g->at[g->n - 1];
  if (!f->is_open) f->first = at;
  f->is_open = TRUE;
  f->last = at;
}

typedef struct {
  Interpreter *interpreter;
  Model *point;
  GPtrArray *read;
} Runner;

/* Does the point of the grid fail, as part of the region?  The region is asked last: it may be a large
 * formula. told: FALSE when it is unknown. */
static gboolean fails_at(Runner *r, const Grid *g, const Term *region, gboolean *told) {
  for (guint i = 0; i < g->n; i++)
    model_set(r->point, g->input[i], (guint64)g->at[i] & term_mask(g->input[i]->width));
  g_ptr_array_set_size(r->read, 0);
  RunEnd end = interpreter_run(r->interpreter, r->point, limits.exhaustive_steps, 0, r->read);
  gboolean known = (end == RUN_END_FAIL || end == RUN_END_PASS) && !interpreter_met_unknown(r->interpreter) &&
                   !interpreter_strayed(r->interpreter) && reads_only(g, r->read);
  if (known && end == RUN_END_PASS) return FALSE;
  gboolean inside = term_eval(region, r->point) != 0;
  *told = known || !inside;
  return inside;
}

static const Term *run_all(const Program *p, Grid *g, const Term *region, gint64 deadline) {
  Failing f = {.fails = term_bool(FALSE)};
  Runner r = {interpreter_new(p), model_new(), g_ptr_array_new()};
  gboolean told = TRUE, more = TRUE;
  while (told && more) {
    gboolean fails = fails_at(&r, g, region, &told);
    gint64 others[MAX_INPUTS];
    for (guint i = 0; i < g->n; i++) others[i] = g->at[i];
    if (fails) note_failure(&f, g);
    more = grid_next(g);
    if (!fails || g->at[g->n - 1] == g->least[g->n - 1]) state_interval(&f, g, others);
    told = told && f.stated <= limits.exhaustive_stated && g_get_monotonic_time() < deadline;
  }
  model_free(r.point);
  g_ptr_array_unref(r.read);
  interpreter_free(r.interpreter);
  return told ? f.fails : NULL;
}

const Term *exhaustive_runs_failing(const Program *p, const Term *region, gint64 deadline) {
  Grid g;
  if (!program_is_deterministic(p) || region->has_havoc || !grid_find(&g, p, region, deadline)) return NULL;
  return grid_size(&g) ? run_all(p, &g, region, deadline) : term_bool(FALSE);
}
