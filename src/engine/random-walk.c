/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short walks first: most failures are near, and a run that reads few inputs says more. */
#include "engine/random-walk.h"
#include "base/limits.h"
#include "ir/cfg.h"
#include "ir/interpret.h"

struct Walker {
  const Program *program;
  const Term *condition;
  Interpreter *interpreter;
  gint64 deadline;
  GHashTable **compared; /* by site: constants, as pointers */
  GArray **values;       /* by site: guint64, to choose from */
  guint64 steps;         /* that a walk may take */
  gboolean ended;        /* some walk came to an end */
  guint64 seed;
};

/* ---- what inputs are compared with ---- */

static void note_operand(Walker *w, guint site, const Operand *o) {
  if (o->kind == OPERAND_CONST) g_hash_table_add(w->compared[site], (gpointer)(guintptr)o->value);
}

static void note_register(Walker *w, guint site, const IrFunction *f, guint reg, gboolean deep);

static void note_instr(Walker *w, guint site, const IrInstr *in, guint reg, gboolean deep) {
  const guint callee = in->opcode == IR_CALL ? ir_callee(in) : G_MAXUINT;
  for (guint i = 0; i < in->n_args; i++) {
    if (in->args[i].kind != OPERAND_REG || in->args[i].value != reg) continue;
    if (in->opcode == IR_TERM && in->term_op >= TERM_EQ && in->term_op <= TERM_SLE)
      note_operand(w, site, &in->args[1 - i]);
    if (deep && callee != G_MAXUINT && i && i <= program_function(w->program, callee)->n_params)
      note_register(w, site, program_function(w->program, callee), i - 1, FALSE);
  }
}

/* deep: in functions that are called with it, too. */
static void note_register(Walker *w, guint site, const IrFunction *f, guint reg, gboolean deep) {
  for (guint i = 0; i < f->blocks->len; i++) {
    const IrBlock *b = (const IrBlock *)f->blocks->pdata[i];
    for (guint k = 0; k < b->instrs->len; k++)
      note_instr(w, site, &g_array_index(b->instrs, IrInstr, k), reg, deep);
    if (b->term != IR_SWITCH || b->cond.kind != OPERAND_REG || b->cond.value != reg) continue;
    for (guint k = 0; k + 1 < b->n_succs; k++)
      g_hash_table_add(w->compared[site], (gpointer)(guintptr)b->cases[k]);
  }
}

static void note_function(Walker *w, const IrFunction *f) {
  for (guint i = 0; i < f->blocks->len; i++) {
    const IrBlock *b = (const IrBlock *)f->blocks->pdata[i];
    for (guint k = 0; k < b->instrs->len; k++) {
      const IrInstr *in = &g_array_index(b->instrs, IrInstr, k);
      if (in->opcode == IR_INPUT) note_register(w, in->site, f, in->dest, TRUE);
    }
  }
}

/* One value alone is no choice. */
static GArray *choices(GHashTable *compared) {
  GArray *values = g_array_new(FALSE, FALSE, sizeof(guint64));
  GHashTableIter i;
  gpointer key;
  g_hash_table_iter_init(&i, compared);
  while (g_hash_table_iter_next(&i, &key, NULL)) {
    const guint64 v = (guintptr)key;
    g_array_append_val(values, v);
  }
  if (values->len == 1) {
    const guint64 next = g_array_index(values, guint64, 0) + 1;
    g_array_append_val(values, next);
  }
  return values;
}

Walker *walker_new(const Program *p, const Term *condition) {
  Walker *w = g_new0(Walker, 1);
  w->program = p;
  w->condition = condition;
  w->interpreter = interpreter_new(p);
  w->compared = g_new0(GHashTable *, p->sites->len + 1);
  w->values = g_new0(GArray *, p->sites->len + 1);
  for (guint i = 0; i < p->sites->len; i++) w->compared[i] = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < p->functions->len; i++) note_function(w, program_function(p, i));
  for (guint i = 0; i < p->sites->len; i++) w->values[i] = choices(w->compared[i]);
  return w;
}

void walker_free(Walker *w) {
  for (guint i = 0; i < w->program->sites->len; i++) {
    g_hash_table_unref(w->compared[i]);
    g_array_unref(w->values[i]);
  }
  g_free(w->compared);
  g_free(w->values);
  interpreter_free(w->interpreter);
  g_free(w);
}

/* ---- walks ---- */

static guint64 scramble(guint64 x) {
  x += G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 30)) * G_GUINT64_CONSTANT(0xbf58476d1ce4e5b9);
  x = (x ^ (x >> 27)) * G_GUINT64_CONSTANT(0x94d049bb133111eb);
  return x ^ (x >> 31);
}

/* The seed says whether the range goes or what is compared, from where the range goes, and how far. */
static guint64 choose(gpointer data, const Term *input) {
  const Walker *w = (const Walker *)data;
  const GArray *values = w->values[input_key_unpack(input->param).site];
  const guint64 kind = scramble(w->seed), h = scramble(kind ^ input->param), length = 2 + (kind >> 8) % 8;
  const guint64 from[] = {0, 1, -(guint64)1, -(length / 2)};
  if (values->len && (kind >> 16 & 3)) return g_array_index(values, guint64, (h >> 8) % values->len);
  return from[kind & 3] + (h >> 8) % length;
}

/* NULL: it does not fail. */
static Model *walk_once(Walker *w) {
  Model *m = model_new();
  w->seed++;
  model_set_chooser(m, choose, w);
  RunEnd end = interpreter_run(w->interpreter, m, w->steps, 0, NULL);
  w->ended |= end != RUN_END_LONG;
  if (end == RUN_END_FAIL && !interpreter_met_unknown(w->interpreter) && term_eval(w->condition, m)) return m;
  model_free(m);
  return NULL;
}

/* The seed of one that fails; 0: none does. */
static guint64 walk_often(Walker *w, guint walks) {
  for (guint i = 0; i < walks && g_get_monotonic_time() < w->deadline; i++) {
    Model *m = walk_once(w);
    model_free(m);
    if (m) return w->seed;
  }
  return 0;
}

/* Where nothing ends, longer walks tell more. */
static guint64 find_end(Walker *w) {
  guint64 found = 0;
  for (w->steps = limits.walk_first_steps; w->steps <= limits.walk_longest_steps && !found && !w->ended;
       w->steps *= limits.walk_steps_factor)
    found = walk_often(w, limits.walk_futile_walks);
  return found;
}

static guint64 find_any(Walker *w) {
  guint64 found = find_end(w);
  for (guint walks = limits.walk_first_walks; walks <= limits.walk_walks && !found;
       walks *= limits.walk_walks_factor)
    for (w->steps = limits.walk_first_steps; w->steps <= limits.walk_steps && !found;
         w->steps *= limits.walk_steps_factor)
      found = walk_often(w, walks);
  return found;
}

Model *walker_find(Walker *w, gint64 deadline) {
  w->deadline = deadline;
  guint64 found = find_any(w), length = 0;
  for (guint64 shorter = found; shorter; shorter = walk_often(w, limits.walk_shorter_walks)) {
    found = shorter;
    length = interpreter_steps(w->interpreter);
    w->steps = length - 1;
  }
  if (!found) return NULL;
  w->seed = found - 1;
  w->steps = length;
  return walk_once(w);
}

guint64 walker_steps(const Walker *w) { return interpreter_steps(w->interpreter); }
