/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An interpreter of what computes only, with a memory of all calls that have returned. */
#include "summary/pure.h"
#include "base/limits.h"
#include <string.h>
#include "summary/summary.h"

struct Pure {
  const Program *program;
  GHashTable *known; /* Call -> itself */
  guint64 steps, steps_left;
  guint64 cost; /* of the calls that returned, in the activation that runs */
  guint depth;
};

typedef struct {
  guint64 function, args[SUMMARY_PARAMETERS];
  guint64 result; /* these are no part of the key */
  guint64 cost;   /* calls */
} Call;

static guint call_hash(gconstpointer key) {
  const Call *c = key;
  guint64 h = c->function;
  for (guint i = 0; i < SUMMARY_PARAMETERS; i++)
    h = (h ^ c->args[i]) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
  return (guint)(h >> 32);
}

static gboolean call_equal(gconstpointer a, gconstpointer b) {
  return memcmp(a, b, G_STRUCT_OFFSET(Call, result)) == 0;
}

Pure *pure_new(const Program *p) {
  Pure *e = g_new0(Pure, 1);
  e->program = p;
  e->known = g_hash_table_new_full(call_hash, call_equal, g_free, NULL);
  return e;
}

void pure_free(Pure *e) {
  if (!e) return;
  g_hash_table_unref(e->known);
  g_free(e);
}

typedef struct {
  const IrFunction *function;
  guint64 *regs;
  guint8 *unknown; /* by register: it was never initialised */
} Frame;

static gboolean value(const Frame *f, const Operand *o, guint64 *v) {
  *v = o->kind == OPERAND_REG ? f->regs[o->value] : o->value;
  return o->kind == OPERAND_REG ? !f->unknown[o->value] : o->kind == OPERAND_CONST;
}

static gboolean run_term(Frame *f, const IrInstr *in) {
  guint64 args[3], least = G_GUINT64_CONSTANT(1) << (in->width - 1);
  guint widths[3];
  if (in->n_args > G_N_ELEMENTS(args) || !in->n_dest) return FALSE;
  for (guint i = 0; i < in->n_args; i++) {
    if (!value(f, &in->args[i], &args[i])) return FALSE;
    widths[i] = in->args[i].width;
  }
  if (in->term_op >= TERM_UDIV && in->term_op <= TERM_SREM && args[1] == 0) return FALSE;
  if ((in->term_op == TERM_SDIV || in->term_op == TERM_SREM) && args[0] == least &&
      args[1] == term_mask(in->width))
    return FALSE;
  if (term_gives_float(in->term_op)) return FALSE; /* which NaN comes out differs between machines */
  return term_fold((TermOp)in->term_op, in->width, in->param, args, widths, in->n_args, &f->regs[in->dest]);
}

static gboolean run_function(Pure *e, const IrFunction *f, const guint64 *args, guint64 *result);

static gboolean run_call(Pure *e, Frame *f, const IrInstr *in) {
  guint64 args[SUMMARY_PARAMETERS] = {0}, result = 0;
  if (ir_callee(in) == G_MAXUINT) return FALSE;
  const IrFunction *to = program_function(e->program, ir_callee(in));
  if (!to->defined || to->n_params > SUMMARY_PARAMETERS || in->n_args != to->n_params + 1 || in->n_dest > 1 ||
      in->n_dest > to->n_results)
    return FALSE;
  for (guint i = 0; i < to->n_params; i++)
    if (in->args[i + 1].width != to->reg_width[i] || !value(f, &in->args[i + 1], &args[i])) return FALSE;
  if (!run_function(e, to, args, &result)) return FALSE;
  if (in->n_dest) f->regs[in->dest] = result;
  return TRUE;
}

/* A value that is not used may be anything. */
static gboolean run_input(const Pure *e, Frame *f, const IrInstr *in) {
  f->unknown[in->dest] = TRUE;
  return site_has(program_site(e->program, in->site), INPUT_IDLE);
}

static gboolean run_instr(Pure *e, Frame *f, const IrInstr *in) {
  guint64 holds = 0;
  switch (in->opcode) {
  case IR_TERM: return run_term(f, in);
  case IR_CALL: return run_call(e, f, in);
  case IR_INPUT: return run_input(e, f, in);
  case IR_ASSUME: return value(f, &in->args[0], &holds) && holds;
  default: return FALSE;
  }
}

static gboolean take_edge(Frame *f, const IrBlock **at) {
  const IrBlock *b = *at;
  guint64 c = 0;
  if (b->term != IR_JUMP && !value(f, &b->cond, &c)) return FALSE;
  const IrBlock *to = f->function->blocks->pdata[b->succs[ir_edge(b, c)]];
  guint pred = ir_pred(to, b);
  g_autofree guint64 *values = g_new(guint64, to->phis->len + 1);
  for (guint i = 0; i < to->phis->len; i++)
    if (!value(f, &g_array_index(to->phis, IrPhi, i).args[pred], &values[i])) return FALSE;
  for (guint i = 0; i < to->phis->len; i++) f->regs[g_array_index(to->phis, IrPhi, i).dest] = values[i];
  *at = to;
  return TRUE;
}

static gboolean run_body(Pure *e, Frame *f, guint64 *result) {
  for (const IrBlock *b = f->function->blocks->pdata[0];;) {
    if (e->steps_left <= b->instrs->len) return FALSE;
    e->steps_left -= b->instrs->len + 1;
    for (guint i = 0; i < b->instrs->len; i++)
      if (!run_instr(e, f, &g_array_index(b->instrs, IrInstr, i))) return FALSE;
    if (b->term == IR_RETURN) return b->n_values == 0 || (b->n_values == 1 && value(f, b->values, result));
    if (b->term > IR_SWITCH || !take_edge(f, &b)) return FALSE;
  }
}

static guint64 sum_up(guint64 a, guint64 b) { return a > G_MAXUINT64 - b ? G_MAXUINT64 : a + b; }

static gboolean run_function(Pure *e, const IrFunction *f, const guint64 *args, guint64 *result) {
  Call call = {.function = f->id};
  memcpy(call.args, args, f->n_params * sizeof *args);
  const Call *before = g_hash_table_lookup(e->known, &call);
  if (before) {
    *result = before->result;
    e->cost = sum_up(e->cost, before->cost);
    return TRUE;
  }
  if (e->depth >= limits.summary_call_depth) return FALSE;
  e->depth++;
  const guint64 cost = e->cost;
  e->cost = 1;
  Frame frame = {f, g_new0(guint64, f->n_regs + 1), g_new0(guint8, f->n_regs + 1)};
  memcpy(frame.regs, args, f->n_params * sizeof *args);
  gboolean returned = run_body(e, &frame, &call.result);
  e->depth--;
  g_free(frame.regs);
  g_free(frame.unknown);
  call.cost = e->cost;
  e->cost = sum_up(cost, call.cost);
  if (returned) g_hash_table_add(e->known, g_memdup2(&call, sizeof call));
  *result = call.result;
  return returned;
}

gboolean pure_call(Pure *e, guint function, const guint64 *args, guint64 steps, guint64 *result) {
  const IrFunction *f = program_function(e->program, function);
  *result = 0;
  e->steps = e->steps_left = steps;
  e->cost = 0;
  if (!f->defined || f->n_params > SUMMARY_PARAMETERS || f->n_results > 1) return FALSE;
  return run_function(e, f, args, result);
}

guint64 pure_cost(const Pure *e) { return e->cost; }

guint64 pure_steps(const Pure *e) { return e->steps - e->steps_left; }
