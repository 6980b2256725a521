/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels by the interpreter. */
#include "learn/sample.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "ir/interpret.h"

#define OTHER_UNKNOWN 0x5bd1e995a7c3f1e7

struct Sampler {
  const Program *program;
  const Term *condition;
  guint64 max_steps;
  guint64 wasted;      /* steps of runs that were stopped, since max_steps was last changed */
  guint64 shortest[2]; /* by label: steps of its shortest run */
  gint64 deadline;
  Label long_runs; /* what they are taken for */
  Interpreter *interpreter;
  GArray *constants; /* NULL: not collected yet */
};

Sampler *sampler_new(const Program *p, const Term *condition, guint64 max_steps, gint64 deadline) {
  Sampler *s = g_new0(Sampler, 1);
  s->program = p;
  s->condition = condition ? condition : term_bool(TRUE);
  s->max_steps = max_steps;
  s->deadline = deadline;
  s->shortest[LABEL_PASS] = s->shortest[LABEL_FAIL] = G_MAXUINT64;
  s->long_runs = LABEL_UNKNOWN;
  s->interpreter = interpreter_new(p);
  return s;
}

void sampler_leap(Sampler *s, const Cfg *cfg) { interpreter_leap(s->interpreter, cfg); }

void sampler_take_long_runs_for(Sampler *s, Label label) {
  s->long_runs = label;
}

void sampler_free(Sampler *s) {
  if (!s) return;
  interpreter_free(s->interpreter);
  if (s->constants) g_array_unref(s->constants);
  g_free(s);
}

/* Where many runs are stopped, they are stopped earlier, but not so early that no run would get a label. */
static void waste(Sampler *s, guint64 steps) {
  guint64 least = limits.sample_least_steps;
  s->wasted += steps;
  if (s->wasted < limits.sample_waste_steps) return;
  for (guint i = 0; i < 2; i++)
    if (s->shortest[i] != G_MAXUINT64) least = MAX(least, 4 * s->shortest[i]);
  s->max_steps = MIN(s->max_steps, MAX(s->max_steps / 2, least));
  s->wasted = 0;
}

static Label run_once(Sampler *s, const Model *point, guint64 unknown, GPtrArray *inputs) {
  RunEnd end = interpreter_run(s->interpreter, point, s->max_steps, unknown, inputs);
  guint64 steps = interpreter_steps(s->interpreter);
  /* one that comes round only after counting through all numbers is an end to compilers */
  const gboolean endless = end == RUN_END_LONG && interpreter_repeats(s->interpreter) &&
                           interpreter_length(s->interpreter) == steps;
  if (end == RUN_END_LONG && !endless) waste(s, steps);
  if (end == RUN_END_LONG && property_asks_for_end(s->program->property)) end = RUN_END_FAIL; /* it may never end */
  else if (endless) end = RUN_END_PASS; /* and never fails */
  if (end == RUN_END_LONG) return s->long_runs;
  if (end != RUN_END_PASS && end != RUN_END_FAIL) return LABEL_UNKNOWN;
  Label label = end == RUN_END_FAIL ? LABEL_FAIL : LABEL_PASS;
  s->shortest[label] = MIN(s->shortest[label], steps);
  return label;
}

/* A run that uses unknown values is repeated with others: when that matters, it has no label. */
Label sampler_run(Sampler *s, const Model *point, GPtrArray *inputs_read) {
  if (deadline_passed(s->deadline)) return LABEL_UNKNOWN;
  if (!term_is_true(s->condition) && !term_eval(s->condition, point)) return LABEL_UNKNOWN;
  Label label = run_once(s, point, 0, inputs_read);
  if (label == LABEL_UNKNOWN || !interpreter_met_unknown(s->interpreter)) return label;
  return run_once(s, point, OTHER_UNKNOWN, NULL) == label ? label : LABEL_UNKNOWN;
}

gboolean sampler_has_labels(const Sampler *s) {
  return s->shortest[LABEL_PASS] != G_MAXUINT64 || s->shortest[LABEL_FAIL] != G_MAXUINT64;
}

/* ---- constants ---- */

static void add_constant(GArray *constants, guint64 value, guint width) {
  gint64 c = term_signed(value, width);
  if (width == 1 || constants->len >= limits.sample_constants) return;
  for (guint i = 0; i < constants->len; i++)
    if (g_array_index(constants, gint64, i) == c) return;
  g_array_append_val(constants, c);
}

static void add_operands(GArray *constants, const Operand *args, guint n) {
  for (guint i = 0; i < n; i++)
    if (args[i].kind == OPERAND_CONST) add_constant(constants, args[i].value, args[i].width);
}

static void add_block(GArray *constants, const IrBlock *b) {
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode == IR_TERM || in->opcode == IR_CALL || in->opcode == IR_STORE)
      add_operands(constants, in->args, in->n_args);
  }
  for (guint i = 0; i < b->phis->len; i++)
    add_operands(constants, g_array_index(b->phis, IrPhi, i).args, b->n_preds);
  for (guint i = 0; b->term == IR_SWITCH && i + 1 < b->n_succs; i++)
    add_constant(constants, b->cases[i], b->cond.width);
}

/* The entry function first: it matters most. */
const GArray *sampler_constants(Sampler *s) {
  if (s->constants) return s->constants;
  s->constants = g_array_new(FALSE, FALSE, sizeof(gint64));
  for (guint i = 0; i < s->program->functions->len; i++) {
    const IrFunction *f = program_function(s->program, (s->program->entry + i) % s->program->functions->len);
    for (guint b = 0; b < f->blocks->len; b++) add_block(s->constants, (const IrBlock *)f->blocks->pdata[b]);
  }
  return s->constants;
}
