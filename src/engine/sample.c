/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels by the interpreter. */
#include "engine/sample.h"
#include "engine/interpret.h"

#define OTHER_UNKNOWN 0x5bd1e995a7c3f1e7
#define WASTE 10000000 /* steps: a tenth of a second */
#define MIN_STEPS 1000

struct Sampler {
  const Program *program;
  const Cfg *cfg;
  const Term *condition;
  guint64 max_steps, steps;
  guint64 wasted;      /* steps of runs that were stopped, since max_steps was last changed */
  guint64 shortest[2]; /* by label: steps of its shortest run */
  gint64 deadline;
  Interpreter *interpreter;
};

Sampler *sampler_new(const Program *p, const Cfg *cfg, const Term *condition, guint64 max_steps,
                     gint64 deadline) {
  Sampler *s = g_new0(Sampler, 1);
  s->program = p;
  s->cfg = cfg;
  s->condition = condition ? condition : term_bool(TRUE);
  s->max_steps = max_steps;
  s->deadline = deadline;
  s->shortest[LABEL_PASS] = s->shortest[LABEL_FAIL] = G_MAXUINT64;
  s->interpreter = interpreter_new(p);
  return s;
}

void sampler_free(Sampler *s) {
  if (!s) return;
  interpreter_free(s->interpreter);
  g_free(s);
}

guint64 sampler_steps(const Sampler *s) { return s->steps; }

/* Where many runs are stopped, they are stopped earlier, but not so early that no run would get a label. */
static void waste(Sampler *s, guint64 steps) {
  guint64 least = MIN_STEPS;
  s->wasted += steps;
  if (s->wasted < WASTE) return;
  for (guint i = 0; i < 2; i++)
    if (s->shortest[i] != G_MAXUINT64) least = MAX(least, 4 * s->shortest[i]);
  s->max_steps = MIN(s->max_steps, MAX(s->max_steps / 2, least));
  s->wasted = 0;
}

static Label run_once(Sampler *s, const Model *point, guint64 unknown, GPtrArray *inputs) {
  RunEnd end = interpreter_run(s->interpreter, point, s->max_steps, unknown, inputs);
  guint64 steps = interpreter_steps(s->interpreter);
  s->steps += steps;
  if (end == RUN_END_LONG) waste(s, steps);
  if (end != RUN_END_PASS && end != RUN_END_FAIL) return LABEL_UNKNOWN;
  Label label = end == RUN_END_FAIL ? LABEL_FAIL : LABEL_PASS;
  s->shortest[label] = MIN(s->shortest[label], steps);
  return label;
}

/* A run that uses values nobody knows is repeated with others: when that matters, it has no label. */
Label sampler_run(Sampler *s, const Model *point, GPtrArray *inputs_read) {
  if (s->deadline && g_get_monotonic_time() > s->deadline) return LABEL_UNKNOWN;
  if (!term_is_true(s->condition) && !term_eval(s->condition, point)) return LABEL_UNKNOWN;
  Label label = run_once(s, point, 0, inputs_read);
  if (label == LABEL_UNKNOWN || !interpreter_met_unknown(s->interpreter)) return label;
  return run_once(s, point, OTHER_UNKNOWN, NULL) == label ? label : LABEL_UNKNOWN;
}
