/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each register holds numbers or addresses, whichever run it is: which, spreads from calls to parameters and
 * over phis until nothing changes.  Then every use has to fit. */
#include "learn/deterministic.h"
#include "ir/cfg.h"

typedef struct {
  const Program *program;
  gboolean **holds_address; /* by function and register; NULL: the function is not reached */
  GArray *reached;          /* guint: functions */
  gboolean changed;
} Sorting;

static gboolean is_address(const gboolean *holds, const Operand *o) {
  return o->kind == OPERAND_GLOBAL || (o->kind == OPERAND_REG && holds[o->value]);
}

static gboolean is_number(const gboolean *holds, const Operand *o) {
  return o->kind != OPERAND_FUNCTION && !is_address(holds, o);
}

static gboolean are_numbers(const gboolean *holds, const Operand *o, guint n) {
  for (guint i = 0; i < n; i++)
    if (!is_number(holds, &o[i])) return FALSE;
  return TRUE;
}

/* ---- which registers hold addresses ---- */

static void reach(Sorting *s, guint id) {
  if (s->holds_address[id]) return;
  s->holds_address[id] = g_new0(gboolean, program_function(s->program, id)->n_regs + 1);
  g_array_append_val(s->reached, id);
  s->changed = TRUE;
}

static void mark(Sorting *s, gboolean *holds, guint reg) {
  s->changed |= !holds[reg];
  holds[reg] = TRUE;
}

static void spread_call(Sorting *s, const gboolean *holds, const IrInstr *in) {
  const guint callee = ir_callee(in);
  if (callee == G_MAXUINT) return; /* refused below */
  reach(s, callee);
  const guint n = program_function(s->program, callee)->n_params;
  for (guint i = 0; i + 1 < in->n_args && i < n; i++)
    if (is_address(holds, &in->args[i + 1])) mark(s, s->holds_address[callee], i);
}

static void spread_block(Sorting *s, gboolean *holds, const IrBlock *b) {
  for (guint i = 0; i < b->phis->len; i++) {
    const IrPhi *phi = &g_array_index(b->phis, IrPhi, i);
    for (guint k = 0; k < b->n_preds; k++)
      if (is_address(holds, &phi->args[k])) mark(s, holds, phi->dest);
  }
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode == IR_ALLOCA || in->opcode == IR_PTRADD) mark(s, holds, in->dest);
    if (in->opcode == IR_CALL) spread_call(s, holds, in);
  }
}

static void sort_registers(Sorting *s) {
  do {
    s->changed = FALSE;
    for (guint i = 0; i < s->reached->len; i++) {
      const guint id = g_array_index(s->reached, guint, i);
      const IrFunction *f = program_function(s->program, id);
      for (guint k = 0; f->defined && k < f->blocks->len; k++)
        spread_block(s, s->holds_address[id], (const IrBlock *)f->blocks->pdata[k]);
    }
  } while (s->changed);
}

/* ---- whether all uses fit ---- */

static gboolean fits_call(const Sorting *s, const gboolean *holds, const IrInstr *in) {
  const guint callee = ir_callee(in);
  if (callee == G_MAXUINT || in->n_args > program_function(s->program, callee)->n_params + 1) return FALSE;
  const gboolean *takes = s->holds_address[callee];
  for (guint i = 0; i + 1 < in->n_args; i++) {
    const Operand *o = &in->args[i + 1];
    if (takes[i] ? !is_address(holds, o) : !is_number(holds, o)) return FALSE;
  }
  return TRUE;
}

static gboolean fits_library(const gboolean *holds, const IrInstr *in) {
  if (in->lib == LIB_APART) return is_address(holds, &in->args[0]) && is_address(holds, &in->args[1]);
  if (in->lib == LIB_VALID) return is_address(holds, &in->args[0]) && is_number(holds, &in->args[1]);
  if (in->lib == LIB_LEAKED) return TRUE; /* nothing is allocated */
  if (in->n_dest || !is_address(holds, &in->args[0])) return FALSE;
  if (in->lib == LIB_END) return TRUE;
  if (in->lib == LIB_MEMCPY) return is_address(holds, &in->args[1]) && is_number(holds, &in->args[2]);
  return in->lib == LIB_MEMSET && are_numbers(holds, in->args + 1, 2);
}

static gboolean fits_instr(const Sorting *s, const gboolean *holds, const IrInstr *in) {
  switch ((IrOpcode)in->opcode) {
  case IR_TERM:
    return are_numbers(holds, in->args, in->n_args) && (in->term_op < TERM_FADD || in->term_op > TERM_UITOF);
  case IR_ALLOCA:
  case IR_INPUT:
  case IR_ASSUME: return are_numbers(holds, in->args, in->n_args);
  case IR_LOAD: return !in->is_float && is_address(holds, &in->args[0]);
  case IR_STORE:
  case IR_PTRADD:
  case IR_UNINIT: return !in->is_float && is_address(holds, &in->args[0]) && is_number(holds, &in->args[1]);
  case IR_CALL: return fits_call(s, holds, in);
  case IR_LIB: return fits_library(holds, in);
  }
  return FALSE;
}

static gboolean fits_phi(const gboolean *holds, const IrPhi *phi, guint n) {
  for (guint i = 0; i < n; i++)
    if (holds[phi->dest] ? !is_address(holds, &phi->args[i]) : !is_number(holds, &phi->args[i])) return FALSE;
  return TRUE;
}

static gboolean fits_block(const Sorting *s, const gboolean *holds, const IrBlock *b) {
  for (guint i = 0; i < b->phis->len; i++)
    if (!fits_phi(holds, &g_array_index(b->phis, IrPhi, i), b->n_preds)) return FALSE;
  for (guint i = 0; i < b->instrs->len; i++)
    if (!fits_instr(s, holds, &g_array_index(b->instrs, IrInstr, i))) return FALSE;
  return are_numbers(holds, b->values, b->n_values) && is_number(holds, &b->cond);
}

static gboolean fits_function(const Sorting *s, guint id) {
  const IrFunction *f = program_function(s->program, id);
  for (guint i = 0; f->defined && i < f->blocks->len; i++)
    if (!fits_block(s, s->holds_address[id], (const IrBlock *)f->blocks->pdata[i])) return FALSE;
  return f->defined;
}

static gboolean holds_numbers(const IrGlobal *g) {
  for (guint i = 0; i < g->inits->len; i++)
    if (g_array_index(g->inits, IrInit, i).value.kind != OPERAND_CONST) return FALSE;
  return TRUE;
}

gboolean program_is_deterministic(const Program *p) {
  Sorting s = {p, g_new0(gboolean *, p->functions->len + 1), g_array_new(FALSE, FALSE, sizeof(guint)), FALSE};
  gboolean plain = TRUE;
  reach(&s, p->entry);
  sort_registers(&s);
  for (guint i = 0; i < s.reached->len && plain; i++)
    plain = fits_function(&s, g_array_index(s.reached, guint, i));
  for (guint i = 0; i < p->globals->len && plain; i++) plain = holds_numbers(program_global(p, i));
  for (guint i = 0; i < p->functions->len; i++) g_free(s.holds_address[i]);
  g_free(s.holds_address);
  g_array_unref(s.reached);
  return plain;
}
