/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ends of the inputs' types, and how far from them is far enough. */
#include "learn/type-limits.h"
#include "base/limits.h"
#include "formula/solver.h"

/* The last n values up to an end, on the circle of values. */
static const Term *last_values(const Term *x, guint64 end, guint64 n) {
  const Term *distance = term_binary(TERM_SUB, term_const(x->width, end), x);
  return term_binary(TERM_ULT, distance, term_const(x->width, n));
}

static gboolean is_endless(Sampler *s, const Term *part) {
  Model *m = NULL;
  if (term_is_false(part) || solver_sat(part, limits.type_limits_solver_ms, &m) != SOLVER_SAT) return FALSE;
  gboolean unknown = sampler_run(s, m, NULL) == LABEL_UNKNOWN;
  model_free(m);
  return unknown;
}

const Term *type_limits_endless(Sampler *s, const Term *region, guint depth) {
  GPtrArray *inputs = term_inputs(region);
  const Term *endless = term_bool(FALSE);
  for (guint i = 0; i < inputs->len && inputs->len <= limits.type_limits_inputs; i++) {
    const Term *x = (const Term *)inputs->pdata[i];
    if (x->width < limits.learn_wide_bits) continue;
    for (guint reading = 0; reading < 2;
         reading++) { /* the program may read it otherwise than it is declared */
      const Term *part = term_and(region, last_values(x, term_mask(x->width) >> reading, depth));
      if (is_endless(s, part)) endless = term_or(endless, part);
    }
  }
  g_ptr_array_unref(inputs);
  return endless;
}

guint type_limits_step(Sampler *s) {
  const GArray *constants = sampler_constants(s);
  guint step = 1;
  for (guint i = 0; i < constants->len; i++) {
    gint64 c = g_array_index(constants, gint64, i);
    if (c > step && c <= limits.type_limits_step && !(c & (c - 1))) step = (guint)c;
  }
  return step;
}

static guint64 reach_of(Sampler *s) {
  const GArray *constants = sampler_constants(s);
  gint64 largest = 16;
  for (guint i = 0; i < constants->len; i++) {
    gint64 c = g_array_index(constants, gint64, i);
    if (c >= -limits.type_limits_reach && c <= limits.type_limits_reach) largest = MAX(largest, ABS(c));
  }
  return 4 * (guint64)largest;
}

const Term *type_limits_moderate(const Program *p, Sampler *s, const Term *region) {
  GPtrArray *inputs = term_inputs(region);
  const Term *moderate = term_bool(TRUE);
  const guint64 reach = reach_of(s);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *x = (const Term *)inputs->pdata[i];
    if (x->width < limits.learn_wide_bits || 8 * reach > term_mask(x->width)) continue;
    const InputSite *site = program_site(p, input_key_unpack(x->param).site);
    const Term *ends = last_values(x, (term_mask(x->width) >> 1) + reach, 2 * reach);
    if (!site->is_signed) ends = term_or(ends, last_values(x, term_mask(x->width), reach));
    moderate = term_and(moderate, term_not(ends));
  }
  g_ptr_array_unref(inputs);
  return moderate;
}
