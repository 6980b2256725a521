/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments that functions are run on. */
#include "summary/runs.h"
#include "base/limits.h"
#include <string.h>

enum { MAX_VALUES = 160 };

typedef struct {
  guint64 v[MAX_VALUES];
  guint n;
} Values;

static void add(Values *to, gint64 v, guint width) {
  const guint64 bits = (guint64)v & term_mask(width);
  for (guint i = 0; i < to->n; i++)
    if (to->v[i] == bits) return;
  if (to->n < MAX_VALUES) to->v[to->n++] = bits;
}

static const struct {
  gint64 low, high, around;
  guint constants;
} ranges[] = {{-4, 63, 12, 24}, {-3, 9, 1, 6}, {-2, 5, 0, 4}, {-1, 3, 0, 2}};

gint64 runs_high(guint n_params) { return ranges[CLAMP(n_params, 1, G_N_ELEMENTS(ranges)) - 1].high; }

/* Fewer of each parameter, the more parameters there are. */
static Values values_for(guint width, guint n_params, const GArray *constants) {
  const guint k = MIN(n_params, G_N_ELEMENTS(ranges)) - 1;
  Values all = {.n = 0};
  for (gint64 v = 0; v <= ranges[k].high; v++) add(&all, v, width);
  for (gint64 v = -1; v >= ranges[k].low; v--) add(&all, v, width);
  if (n_params <= 2) {
    add(&all, (gint64)(G_GUINT64_CONSTANT(1) << (width - 1)), width);
    add(&all, (gint64)((G_GUINT64_CONSTANT(1) << (width - 1)) - 1), width);
  }
  for (guint i = 0; i < MIN(constants->len, ranges[k].constants); i++)
    for (gint64 d = -ranges[k].around; d <= ranges[k].around; d++)
      add(&all, (gint64)(g_array_index(constants, guint64, i) + (guint64)d), width);
  return all;
}

static void run_points(Pure *pure, const IrFunction *f, Runs *g) {
  guint64 spent = 0;
  g->seen = g_new(Observation, g->points->len + 1);
  for (guint i = 0; i < g->points->len && spent < limits.summary_all_steps; i++) {
    Observation *o = &g->seen[g->n_seen];
    *o = g_array_index(g->points, Observation, i);
    if (pure_call(pure, f->id, o->args, limits.summary_run_steps, &o->result)) {
      o->cost = pure_cost(pure);
      g->n_seen++;
    }
    spent += pure_steps(pure);
  }
}

Runs *runs_on_grid(Pure *pure, const IrFunction *f, const GArray *constants) {
  Runs *g = g_new0(Runs, 1);
  Values values[SUMMARY_PARAMETERS];
  guint at[SUMMARY_PARAMETERS] = {0}, i = 0;
  g->points = g_array_new(FALSE, FALSE, sizeof(Observation));
  for (guint k = 0; k < f->n_params; k++) values[k] = values_for(f->reg_width[k], f->n_params, constants);
  do {
    Observation o = {{0}, 0, 0};
    for (guint k = 0; k < f->n_params; k++) o.args[k] = values[k].v[at[k]];
    g_array_append_val(g->points, o);
    for (i = 0; i < f->n_params && ++at[i] == values[i].n; i++) at[i] = 0;
  } while (i < f->n_params);
  run_points(pure, f, g);
  return g;
}

void runs_free(Runs *g) {
  if (!g) return;
  g_free(g->seen);
  g_array_unref(g->points);
  g_free(g);
}

GPtrArray *runs_trials(const Runs *g, const IrFunction *f) {
  GPtrArray *trials = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  const guint n = MIN(g->points->len, limits.summary_trials);
  for (guint i = 0; i < n; i++) {
    const Observation *o = &g_array_index(g->points, Observation, (guint64)i * g->points->len / n);
    Model *m = model_new();
    for (guint k = 0; k < f->n_params; k++) model_set(m, summary_parameter(k, f->reg_width[k]), o->args[k]);
    g_ptr_array_add(trials, m);
  }
  return trials;
}

guint64 runs_largest(const Runs *g, const IrFunction *f) {
  const guint width = f->reg_width[0];
  guint64 largest = g->seen[0].args[0];
  for (guint i = 1; i < g->n_seen; i++)
    if (term_signed(g->seen[i].args[0], width) > term_signed(largest, width)) largest = g->seen[i].args[0];
  return largest;
}
