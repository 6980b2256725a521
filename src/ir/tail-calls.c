/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entry block moves behind all others and becomes the head of a loop, where phis stand for the parameters: they come
 * from the caller through what is left of the entry, or from the calls. */
#include "ir/tail-calls.h"
#include <string.h>
#include "ir/cfg.h"

static IrBlock *block_at(const IrFunction *f, guint id) { return (IrBlock *)f->blocks->pdata[id]; }

static gboolean has_objects(const IrFunction *f) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = block_at(f, b)->instrs;
    for (guint i = 0; i < instrs->len; i++)
      if (g_array_index(instrs, IrInstr, i).opcode == IR_ALLOCA) return TRUE;
  }
  return FALSE;
}

static gboolean is_result(const IrInstr *call, const Operand *o, guint i) {
  return o->kind == OPERAND_REG && i < call->n_dest && o->value == call->dest + i;
}

/* What registers hold on the way from a call to its return: Operand* by register, where phis give one. */
static const Operand *held(GHashTable *holds, const Operand *o) {
  const Operand *known = o->kind == OPERAND_REG ? g_hash_table_lookup(holds, GUINT_TO_POINTER(o->value)) : NULL;
  return known ? known : o;
}

/* The block that comes after, where nothing happens before; NULL: something does. */
static const IrBlock *block_after(const IrFunction *f, const IrBlock *b, GHashTable *holds) {
  if (b->term != IR_JUMP) return NULL;
  const IrBlock *next = block_at(f, b->succs[0]);
  if (next->instrs->len || next->id <= b->id) return NULL;
  const guint from = ir_pred(next, b);
  for (guint k = 0; k < next->phis->len; k++) {
    const IrPhi *phi = &g_array_index(next->phis, IrPhi, k);
    g_hash_table_insert(holds, GUINT_TO_POINTER(phi->dest), (gpointer)held(holds, &phi->args[from]));
  }
  return next;
}

/* Does the block return what its last call does, and nothing else? */
static gboolean returns_result(const IrFunction *f, const IrBlock *b, const IrInstr *call) {
  g_autoptr(GHashTable) holds = g_hash_table_new(NULL, NULL);
  while (b && b->term != IR_RETURN) b = block_after(f, b, holds);
  for (guint i = 0; b && i < b->n_values; i++)
    if (!is_result(call, held(holds, &b->values[i]), i)) return FALSE;
  return b != NULL;
}

static gboolean fits(const IrFunction *f, const IrInstr *call) {
  if (call->opcode != IR_CALL || ir_callee(call) != f->id || call->n_args != f->n_params + 1) return FALSE;
  for (guint i = 0; i < f->n_params; i++)
    if (call->args[i + 1].width != f->reg_width[i]) return FALSE;
  return TRUE;
}

static gboolean is_tail_call(const IrFunction *f, const IrBlock *b) {
  if (b->instrs->len == 0 || (b->term != IR_RETURN && b->term != IR_JUMP)) return FALSE;
  const IrInstr *last = &g_array_index(b->instrs, IrInstr, b->instrs->len - 1);
  return fits(f, last) && returns_result(f, b, last);
}

/* ---- the change ---- */

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

/* The edge from the block is gone. */
static void drop_edge(IrFunction *f, const IrBlock *from) {
  if (from->term != IR_JUMP) return;
  IrBlock *to = block_at(f, from->succs[0]);
  const guint at = ir_pred(to, from);
  for (guint i = 0; i < to->phis->len; i++) {
    Operand *args = g_array_index(to->phis, IrPhi, i).args;
    memmove(args + at, args + at + 1, (to->n_preds - at - 1) * sizeof *args);
  }
  memmove(to->preds + at, to->preds + at + 1, (to->n_preds - at - 1) * sizeof *to->preds);
  to->n_preds--;
}

/* The call becomes a jump to the head; its arguments are those of the phis. */
static Operand *take_call(IrFunction *f, IrBlock *b, guint head) {
  drop_edge(f, b);
  IrInstr *call = &g_array_index(b->instrs, IrInstr, b->instrs->len - 1);
  Operand *args = call->args;
  g_array_set_size(b->instrs, b->instrs->len - 1);
  g_clear_pointer(&b->values, g_free);
  b->n_values = 0;
  b->term = IR_JUMP;
  b->n_succs = 1;
  g_free(b->succs);
  b->succs = g_new(guint, 1);
  b->succs[0] = head;
  return args;
}

static void add_phis(IrFunction *f, IrBlock *head, guint first, const GPtrArray *calls) {
  for (guint i = 0; i < f->n_params; i++) {
    IrPhi phi = {.dest = first + i, .width = f->reg_width[i], .args = g_new0(Operand, calls->len + 1)};
    phi.args[0] = operand_reg(phi.width, i);
    for (guint k = 0; k < calls->len; k++) phi.args[k + 1] = ((const Operand *)calls->pdata[k])[i + 1];
    g_array_append_val(head->phis, phi);
  }
}

static guint loop_tail_calls(IrFunction *f) {
  g_autoptr(GPtrArray) blocks = g_ptr_array_new(), calls = g_ptr_array_new_with_free_func(g_free);
  for (guint b = 0; b < f->blocks->len; b++)
    if (is_tail_call(f, block_at(f, b))) g_ptr_array_add(blocks, block_at(f, b));
  if (!blocks->len || f->variadic || has_objects(f)) return 0;
  const gboolean from_entry = g_ptr_array_find(blocks, block_at(f, 0), NULL);
  if (from_entry) return 0; /* it calls itself in any case, before anything else */
  const guint first = f->n_regs;
  for (guint i = 0; i < f->n_params; i++) function_add_reg(f, f->reg_width[i]);
  IrBlock *head = move_entry(f);
  rename_parameters(f, first);
  for (guint i = 0; i < blocks->len; i++) g_ptr_array_add(calls, take_call(f, (IrBlock *)blocks->pdata[i], head->id));
  add_phis(f, head, first, calls);
  function_link(f);
  return blocks->len;
}

guint program_loop_tail_calls(Program *p) {
  guint n = 0;
  for (guint i = 0; i < p->functions->len; i++)
    if (program_function(p, i)->defined) n += loop_tail_calls(program_function(p, i));
  return n;
}
