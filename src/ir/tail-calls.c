/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tail calls as jumps to the entry. */
#include "ir/tail-calls.h"
#include <string.h>
#include "ir/entry-loop.h"

static IrBlock *block_at(const IrFunction *f, guint id) { return (IrBlock *)f->blocks->pdata[id]; }

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

static gboolean is_tail_call(const IrFunction *f, const IrBlock *b) {
  if (b->instrs->len == 0 || (b->term != IR_RETURN && b->term != IR_JUMP)) return FALSE;
  const IrInstr *last = &g_array_index(b->instrs, IrInstr, b->instrs->len - 1);
  return function_calls_itself(f, last) && returns_result(f, b, last);
}

/* ---- the change ---- */

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

static guint loop_tail_calls(IrFunction *f) {
  g_autoptr(GPtrArray) blocks = g_ptr_array_new(), calls = g_ptr_array_new_with_free_func(g_free);
  for (guint b = 0; b < f->blocks->len; b++)
    if (is_tail_call(f, block_at(f, b))) g_ptr_array_add(blocks, block_at(f, b));
  if (!blocks->len || f->variadic || function_has_objects(f)) return 0;
  const gboolean from_entry = g_ptr_array_find(blocks, block_at(f, 0), NULL);
  if (from_entry) return 0; /* it calls itself in any case, before anything else */
  guint first;
  IrBlock *head = entry_loop_open(f, &first);
  for (guint i = 0; i < blocks->len; i++) g_ptr_array_add(calls, take_call(f, (IrBlock *)blocks->pdata[i], head->id));
  entry_loop_close(f, head, first, calls);
  return blocks->len;
}

guint program_loop_tail_calls(Program *p) {
  guint n = 0;
  for (guint i = 0; i < p->functions->len; i++)
    if (program_function(p, i)->defined) n += loop_tail_calls(program_function(p, i));
  return n;
}
