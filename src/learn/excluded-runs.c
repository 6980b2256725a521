/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points on different paths, and extreme values of the same inputs. */
#include "learn/excluded-runs.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "ir/interpret.h"
#include "learn/path-survey.h"

static gboolean overflows(Interpreter *it, const Model *point) {
  interpreter_run(it, point, limits.excluded_steps, 0, NULL);
  return interpreter_overflowed(it) && !interpreter_met_unknown(it);
}

/* Numbers of all sizes, and of all distances from the greatest and the least. */
static guint64 any_value(GRand *random, guint width) {
  const guint64 any = (guint64)g_rand_int(random) << 32 | g_rand_int(random);
  const guint64 small = any & term_mask((guint)g_rand_int_range(random, 1, (gint)width + 1));
  const guint64 greatest = term_mask(width) >> 1;
  switch (g_rand_int_range(random, 0, 4)) {
  case 0: return small;
  case 1: return ~small & term_mask(width);
  case 2: return (greatest - small) & term_mask(width);
  default: return (greatest + 1 + small) & term_mask(width);
  }
}

static gboolean some_overflows(Interpreter *it, const GPtrArray *inputs, gint64 deadline) {
  GRand *random = g_rand_new_with_seed(1);
  gboolean found = FALSE;
  for (guint i = 0; i < limits.excluded_tries && !found && !deadline_passed(deadline); i++) {
    Model *point = model_new();
    for (guint k = 0; k < inputs->len; k++) {
      const Term *x = (const Term *)inputs->pdata[k];
      model_set(point, x, any_value(random, x->width));
    }
    found = overflows(it, point);
    model_free(point);
  }
  g_rand_free(random);
  return found;
}

gboolean excluded_runs_exist(const Program *p, const Cfg *cfg, gint64 deadline) {
  const gint64 now = g_get_monotonic_time();
  PathSurvey *survey = path_survey_new(p, cfg, NULL, limits.excluded_surveyed_runs, now + (deadline - now) / 4);
  Interpreter *it = interpreter_new(p);
  gboolean found = FALSE;
  for (guint i = 0; i < survey->points->len && !found && !deadline_passed(deadline); i++)
    found = overflows(it, (const Model *)survey->points->pdata[i]);
  found = found || some_overflows(it, survey->inputs, deadline);
  interpreter_free(it);
  path_survey_free(survey);
  return found;
}
