/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs at the corners of the region, and within: first everywhere, then nearer and nearer to zero. */
#include "learn/endless-runs.h"
#include "base/limits.h"
#include "ir/interpret.h"

static const guint reaches[] = {64, 24, 20, 16, 12, 8}; /* bits of a distance from zero; 64: any */

typedef struct {
  const Program *program;
  const GPtrArray *inputs, *points;
  const Term *region;
  Interpreter *interpreter;
  GRand *random;
  gint64 deadline;
} Patience;

static gboolean is_signed(const Program *p, const Term *input) {
  return program_site(p, input_key_unpack(input->param).site)->is_signed;
}

static const Term *near(const Patience *w, const Term *x, guint reach) {
  if (x->width < limits.learn_wide_bits || reach + 2 > x->width) return term_bool(TRUE);
  const Term *far = term_const(x->width, G_GUINT64_CONSTANT(1) << reach);
  if (!is_signed(w->program, x)) return term_binary(TERM_ULE, x, far);
  const Term *least = term_const(x->width, -(G_GUINT64_CONSTANT(1) << reach));
  return term_and(term_binary(TERM_SLE, least, x), term_binary(TERM_SLE, x, far));
}

/* The ends of what is near, numbers next to zero, or any. */
static guint64 choose(const Patience *w, const Term *x, guint reach) {
  const gboolean has_sign = is_signed(w->program, x);
  const guint bits = MIN(reach, x->width - (has_sign ? 1u : 0u));
  const guint64 top = bits >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT(1) << bits) - 1;
  const guint64 any = ((guint64)g_rand_int(w->random) << 32 | g_rand_int(w->random)) & top;
  switch (g_rand_int_range(w->random, 0, 6)) {
  case 0: return top;
  case 1: return has_sign ? ~top : 0;
  case 2: return 1;
  case 3: return has_sign ? ~any : any;
  case 4: return any >> g_rand_int_range(w->random, 0, (gint)MAX(bits, 1));
  default: return any;
  }
}

/* A run that reads very many inputs is given up before its steps are. */
static gboolean is_long(const Patience *w, const Model *point) {
  const RunEnd end = interpreter_run(w->interpreter, point, limits.long_run_steps, 0, NULL);
  return end == RUN_END_LONG || interpreter_length(w->interpreter) > (guint64)limits.long_run_length ||
         (end == RUN_END_ODD && interpreter_steps(w->interpreter) > limits.endless_odd_steps);
}

/* Of the points that are given and lie so near: runs by all ways that are known, also where inputs have to be equal. */
static gboolean some_point_is_long(const Patience *w, const Term *near) {
  for (guint i = 0; i < w->points->len && g_get_monotonic_time() < w->deadline; i++) {
    const Model *point = (const Model *)w->points->pdata[i];
    if (term_eval(w->region, point) && term_eval(near, point) && is_long(w, point)) return TRUE;
  }
  return FALSE;
}

static gboolean some_run_is_long(const Patience *w, guint reach) {
  gboolean found = FALSE;
  for (guint i = 0; i < limits.endless_tries && !found && (i == 0 || g_get_monotonic_time() < w->deadline);
       i++) {
    Model *point = model_new();
    for (guint k = 0; k < w->inputs->len; k++) {
      const Term *x = (const Term *)w->inputs->pdata[k], *last = k ? (const Term *)w->inputs->pdata[k - 1] : x;
      const gboolean again = k && g_rand_int_range(w->random, 0, 3) == 0;
      model_set(point, x, (again ? model_value(point, last) : choose(w, x, reach)) & term_mask(x->width));
    }
    found = term_eval(w->region, point) && is_long(w, point);
    model_free(point);
  }
  return found;
}

static const Term *all_near(const Patience *w, guint reach) {
  const Term *all = term_bool(TRUE);
  for (guint k = 0; k < w->inputs->len; k++) all = term_and(all, near(w, (const Term *)w->inputs->pdata[k], reach));
  return all;
}

const Term *endless_runs_none_near(const Program *p, const Cfg *cfg, const GPtrArray *inputs, const GPtrArray *points,
                                   const Term *region, gint64 deadline) {
  Patience w = {p, inputs, points, region, interpreter_new(p), g_rand_new_with_seed(1), deadline};
  const Term *result = term_bool(FALSE);
  interpreter_leap(w.interpreter, cfg);
  for (guint i = 0; i < G_N_ELEMENTS(reaches) && g_get_monotonic_time() < w.deadline; i++) {
    const Term *so_near = all_near(&w, reaches[i]);
    if (some_point_is_long(&w, so_near) || some_run_is_long(&w, reaches[i])) continue;
    result = so_near;
    break;
  }
  g_rand_free(w.random);
  interpreter_free(w.interpreter);
  return result;
}
