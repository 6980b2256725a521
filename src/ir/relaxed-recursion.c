/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of a function by itself as a choice: behind the call, or back to the entry. */
#include "ir/relaxed-recursion.h"
#include "ir/cfg.h"
#include "ir/entry-loop.h"

/* ---- functions that only compute ---- */

static gboolean instr_is_pure(const IrInstr *in, const gboolean *pure) {
  switch ((IrOpcode)in->opcode) {
  case IR_TERM:
  case IR_PTRADD:
  case IR_LOAD:
  case IR_ASSUME: return TRUE;
  case IR_LIB: return in->lib == LIB_UNKNOWN || lib_is_question((LibFunction)in->lib);
  case IR_CALL: return ir_callee(in) != G_MAXUINT && pure[ir_callee(in)];
  default: return FALSE;
  }
}

static gboolean function_is_pure(const IrFunction *f, const gboolean *pure) {
  if (!f->defined || f->variadic) return FALSE;
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++)
      if (!instr_is_pure(&g_array_index(instrs, IrInstr, i), pure)) return FALSE;
  }
  return TRUE;
}

/* By function id, to free: all are taken to be pure until they are seen not to be. */
static gboolean *pure_functions(const Program *p) {
  gboolean *pure = g_new(gboolean, p->functions->len);
  for (guint i = 0; i < p->functions->len; i++) pure[i] = TRUE;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < p->functions->len; i++) {
      if (!pure[i] || function_is_pure(program_function(p, i), pure)) continue;
      pure[i] = FALSE;
      changed = TRUE;
    }
  }
  return pure;
}

/* ---- the change ---- */

static void add_unknown(IrBlock *b, guint at, guint reg, guint width) {
  const IrInstr any = {.opcode = IR_LIB, .lib = LIB_UNKNOWN, .width = width, .dest = reg, .n_dest = 1};
  g_array_insert_val(b->instrs, at, any);
}

/* Where edges lead to b, they lead to `front` from now on. */
static void turn_edges(IrFunction *f, const IrBlock *b, const IrBlock *front) {
  for (guint i = 0; i < f->blocks->len; i++) {
    IrBlock *from = (IrBlock *)f->blocks->pdata[i];
    for (guint s = 0; s < from->n_succs; s++)
      if (from->succs[s] == b->id) from->succs[s] = front->id;
    if (from->beside == b->id + 1) from->beside = front->id + 1;
  }
}

/* A new block with what stands before the instruction, to which all edges to the block lead now.  Edges from the block
 * stay what they are, so that the phis behind it do. */
static IrBlock *split_before(IrFunction *f, IrBlock *b, guint at) {
  IrBlock *front = function_add_block(f), old = *front;
  turn_edges(f, b, front);
  front->phis = b->phis;
  front->variables = b->variables;
  front->n_preds = b->n_preds;
  front->preds = b->preds;
  b->phis = old.phis;
  b->variables = old.variables;
  b->n_preds = 0;
  b->preds = NULL;
  g_array_append_vals(front->instrs, b->instrs->data, at);
  g_array_remove_range(b->instrs, 0, at);
  return front;
}

/* The call, which is the first instruction of the block behind, becomes a choice; its arguments, to free. */
static Operand *relax_call(IrFunction *f, IrBlock *front, IrBlock *behind, const IrBlock *head) {
  const IrInstr call = g_array_index(behind->instrs, IrInstr, 0);
  g_array_remove_index(behind->instrs, 0);
  for (guint i = 0; i < call.n_dest; i++) add_unknown(behind, i, call.dest + i, f->reg_width[call.dest + i]);
  front->cond = operand_reg(1, function_add_reg(f, 1));
  add_unknown(front, front->instrs->len, (guint)front->cond.value, 1);
  front->term = IR_BRANCH;
  front->term_loc = call.loc;
  front->n_succs = 2;
  front->succs = g_new(guint, 2);
  front->succs[0] = head->id;
  front->succs[1] = behind->id;
  return call.args;
}

/* The first call of itself in the block; the number of instructions: there is none. */
static guint next_call(const IrFunction *f, const IrBlock *b) {
  guint at = 0;
  while (at < b->instrs->len && !function_calls_itself(f, &g_array_index(b->instrs, IrInstr, at))) at++;
  return at;
}

static gboolean has_calls(const IrFunction *f) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const IrBlock *block = (const IrBlock *)f->blocks->pdata[b];
    if (next_call(f, block) < block->instrs->len) return TRUE;
  }
  return FALSE;
}

/* Calls that come last may be jumps to such a head already. */
static guint relax_function(IrFunction *f) {
  g_autoptr(GPtrArray) calls = g_ptr_array_new_with_free_func(g_free);
  if (!has_calls(f)) return 0;
  guint first;
  IrBlock *known = entry_loop_find(f), *head = known ? known : entry_loop_open(f, &first);
  const guint blocks = f->blocks->len;
  for (guint i = 0; i < blocks; i++) {
    IrBlock *b = (IrBlock *)f->blocks->pdata[i];
    for (guint at = next_call(f, b); at < b->instrs->len; at = next_call(f, b)) {
      IrBlock *front = split_before(f, b, at);
      if (b == head) head = front;
      g_ptr_array_add(calls, relax_call(f, front, b, head));
    }
  }
  if (known)
    entry_loop_add(f, head, calls);
  else
    entry_loop_close(f, head, first, calls);
  return calls->len;
}

guint program_relax_recursion(Program *p) {
  g_autofree gboolean *pure = pure_functions(p);
  guint n = 0;
  for (guint i = 0; i < p->functions->len; i++)
    if (pure[i]) n += relax_function(program_function(p, i));
  return n;
}
