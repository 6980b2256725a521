/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry block moves behind all others and becomes the head of a loop, where phis stand for the parameters: they come
 * from the caller through what is left of the entry, or from the calls. */
#include "ir/entry-loop.h"
#include <string.h>
#include "ir/cfg.h"

static IrBlock *block_at(const IrFunction *f, guint id) { return (IrBlock *)f->blocks->pdata[id]; }

gboolean function_has_objects(const IrFunction *f) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = block_at(f, b)->instrs;
    for (guint i = 0; i < instrs->len; i++)
      if (g_array_index(instrs, IrInstr, i).opcode == IR_ALLOCA) return TRUE;
  }
  return FALSE;
}

gboolean function_calls_itself(const IrFunction *f, const IrInstr *call) {
  if (call->opcode != IR_CALL || ir_callee(call) != f->id || call->n_args != f->n_params + 1) return FALSE;
  for (guint i = 0; i < f->n_params; i++)
    if (call->args[i + 1].width != f->reg_width[i]) return FALSE;
  return TRUE;
}

/* The edges from the entry, which are the first, become the last: those from the head. */
static void move_edges(IrBlock *to, guint head) {
  guint first = 0;
  while (first < to->n_preds && to->preds[first] == 0) first++;
  const guint others = to->n_preds - first;
  for (guint i = 0; i < to->phis->len && first && others; i++) {
    Operand *args = g_array_index(to->phis, IrPhi, i).args;
    g_autofree Operand *moved = g_memdup2(args, first * sizeof *args);
    memmove(args, args + first, others * sizeof *args);
    memcpy(args + others, moved, first * sizeof *args);
  }
  if (first && others) memmove(to->preds, to->preds + first, others * sizeof *to->preds);
  for (guint i = 0; i < first; i++) to->preds[others + i] = head;
}

/* What was the entry's is the new block's, which is the last of all. */
static IrBlock *move_entry(IrFunction *f) {
  IrBlock *head = function_add_block(f), *entry = block_at(f, 0);
  for (guint s = 0; s < f->blocks->len; s++) {
    move_edges(block_at(f, s), head->id);
    if (block_at(f, s)->beside == 1) block_at(f, s)->beside = head->id + 1;
  }
  const IrBlock old_head = *head, old_entry = *entry;
  *head = old_entry;
  head->id = old_head.id;
  *entry = old_head;
  entry->id = 0;
  entry->term = IR_JUMP;
  entry->n_succs = 1;
  entry->succs = g_new(guint, 1);
  entry->succs[0] = head->id;
  return head;
}

static void rename_one(Operand *o, guint n_params, guint first) {
  if (o->kind == OPERAND_REG && o->value < n_params) o->value += first;
}

/* Uses of parameters become uses of the phis: parameter i is register first + i. */
static void rename_parameters(IrFunction *f, guint first) {
  const guint n = f->n_params;
  for (guint b = 0; b < f->blocks->len; b++) {
    IrBlock *block = block_at(f, b);
    for (guint i = 0; i < block->phis->len; i++)
      for (guint k = 0; k < block->n_preds; k++) rename_one(&g_array_index(block->phis, IrPhi, i).args[k], n, first);
    for (guint i = 0; i < block->instrs->len; i++) {
      IrInstr *in = &g_array_index(block->instrs, IrInstr, i);
      for (guint k = 0; k < in->n_args; k++) rename_one(&in->args[k], n, first);
    }
    for (guint i = 0; block->variables && i < block->variables->len; i++)
      rename_one(&g_array_index(block->variables, IrVariable, i).value, n, first);
    rename_one(&block->cond, n, first);
    for (guint i = 0; i < block->n_values; i++) rename_one(&block->values[i], n, first);
  }
}

IrBlock *entry_loop_open(IrFunction *f, guint *first) {
  *first = f->n_regs;
  for (guint i = 0; i < f->n_params; i++) function_add_reg(f, f->reg_width[i]);
  IrBlock *head = move_entry(f);
  rename_parameters(f, *first);
  return head;
}

void entry_loop_close(IrFunction *f, IrBlock *head, guint first, const GPtrArray *calls) {
  for (guint i = 0; i < f->n_params; i++) {
    IrPhi phi = {.dest = first + i, .width = f->reg_width[i], .args = g_new0(Operand, calls->len + 1)};
    phi.args[0] = operand_reg(phi.width, i);
    for (guint k = 0; k < calls->len; k++) phi.args[k + 1] = ((const Operand *)calls->pdata[k])[i + 1];
    g_array_append_val(head->phis, phi);
  }
  function_link(f);
}

IrBlock *entry_loop_find(const IrFunction *f) {
  const IrBlock *entry = block_at(f, 0);
  if (entry->term != IR_JUMP || entry->instrs->len) return NULL;
  IrBlock *head = block_at(f, entry->succs[0]);
  const guint from = ir_pred(head, entry);
  gboolean found = head->phis->len == f->n_params && head->n_preds > 1;
  for (guint i = 0; i < f->n_params && found; i++) {
    const Operand *o = &g_array_index(head->phis, IrPhi, i).args[from];
    found = o->kind == OPERAND_REG && o->value == i;
  }
  return found ? head : NULL;
}

void entry_loop_add(IrFunction *f, IrBlock *head, const GPtrArray *calls) {
  for (guint i = 0; i < f->n_params; i++) {
    IrPhi *phi = &g_array_index(head->phis, IrPhi, i);
    phi->args = g_renew(Operand, phi->args, head->n_preds + calls->len);
    for (guint k = 0; k < calls->len; k++)
      phi->args[head->n_preds + k] = ((const Operand *)calls->pdata[k])[i + 1];
  }
  function_link(f);
}
