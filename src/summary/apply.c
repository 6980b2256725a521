/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A summary becomes part of the program: a new entry asks whether it covers the arguments, and returns its
 * value where it does; where it never ends, the run is over, which is a failure where that is asked; else the body is run as
 * before. */
#include "summary/summary.h"

typedef struct {
  IrFunction *function;
  GHashTable *operands; /* Term -> Operand */
} Emitter;

static Operand *place(Emitter *e, const Term *t, Operand o) {
  Operand *kept = g_memdup2(&o, sizeof o);
  g_hash_table_insert(e->operands, (gpointer)t, kept);
  return kept;
}

static Operand emit_instr(Emitter *e, IrBlock *b, const Term *t, const Operand *args, guint n) {
  IrInstr in = {.opcode = IR_TERM,
                .term_op = t->op,
                .width = t->width,
                .dest = function_add_reg(e->function, t->width),
                .n_dest = 1,
                .param = t->param,
                .n_args = n,
                .args = g_memdup2(args, n * sizeof *args)};
  g_array_append_val(b->instrs, in);
  return operand_reg(t->width, in.dest);
}

/* AND and OR of many become those of two. */
static Operand emit_operation(Emitter *e, IrBlock *b, const Term *t) {
  Operand args[3];
  const gboolean many = t->op == TERM_AND || t->op == TERM_OR;
  g_assert(many || t->n_args <= G_N_ELEMENTS(args));
  for (guint i = 0; i < t->n_args; i++) {
    const Operand *arg = g_hash_table_lookup(e->operands, t->args[i]);
    args[many ? MIN(i, 1) : i] = *arg;
    if (many && i > 0) args[0] = emit_instr(e, b, t, args, 2);
  }
  return many ? args[0] : emit_instr(e, b, t, args, t->n_args);
}

static Operand emit(Emitter *e, IrBlock *b, const Term *t) {
  g_autoptr(GPtrArray) nodes = term_postorder(&t, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *node = nodes->pdata[i];
    if (g_hash_table_contains(e->operands, node)) continue;
    place(e, node,
          node->op == TERM_CONST   ? operand_const(node->width, node->param)
          : node->op == TERM_INPUT ? operand_reg(node->width, input_key_unpack(node->param).site)
                                   : emit_operation(e, b, node));
  }
  return *(const Operand *)g_hash_table_lookup(e->operands, t);
}

/* ---- blocks ---- */

/* The entry's edges come first among those into a block; when it becomes the last block, they come last. */
static void rotate_phis(const IrFunction *f, const IrBlock *entry) {
  for (guint i = 0; i < f->blocks->len; i++) {
    const IrBlock *b = f->blocks->pdata[i];
    guint own = 0;
    while (own < b->n_preds && b->preds[own] == entry->id) own++;
    for (guint k = 0; k < b->phis->len && own; k++) {
      Operand *args = g_array_index(b->phis, IrPhi, k).args;
      g_autofree Operand *old = g_memdup2(args, b->n_preds * sizeof *args);
      for (guint n = 0; n < b->n_preds; n++) args[n] = old[(n + own) % b->n_preds];
    }
  }
}

/* The old entry becomes the last block; returns the new one, which is empty.  Calls for function_link(). */
static IrBlock *new_entry(IrFunction *f) {
  IrBlock *old = f->blocks->pdata[0];
  rotate_phis(f, old);
  IrBlock *entry = function_add_block(f);
  old->id = entry->id;
  entry->id = 0;
  f->blocks->pdata[0] = entry;
  f->blocks->pdata[old->id] = old;
  return entry;
}

static void leave(IrBlock *b, Operand cond, guint yes, guint no) {
  const gboolean known = cond.kind == OPERAND_CONST;
  b->term = known ? IR_JUMP : IR_BRANCH;
  b->n_succs = known ? 1 : 2;
  b->succs = g_new(guint, 2);
  b->succs[0] = known && !cond.value ? no : yes;
  b->succs[1] = no;
  if (!known) b->cond = cond;
}

static void return_from(IrBlock *b, const Operand *value) {
  b->term = IR_RETURN;
  b->n_values = value ? 1 : 0;
  if (value) b->values = g_memdup2(value, sizeof *value);
}

/* It is unknown whether the run ends in time: no claim that it fails can come of it, but one that it may. */
static void add_doubt(IrFunction *f, IrBlock *b) {
  const Operand ends = operand_reg(1, function_add_reg(f, 1));
  const IrInstr ask = {
      .opcode = IR_LIB, .lib = LIB_UNKNOWN, .width = 1, .dest = (guint)ends.value, .n_dest = 1};
  const IrInstr assume = {.opcode = IR_ASSUME, .n_args = 1, .args = g_memdup2(&ends, sizeof ends)};
  g_array_append_val(b->instrs, ask);
  g_array_append_val(b->instrs, assume);
}

/* Nothing ever happens any more. */
static void never_end(const Program *p, const IrFunction *f, IrBlock *b) {
  b->term_loc = f->loc;
  if (!property_asks_for_end(p->property)) return; /* halting is the same */
  b->term = IR_ERROR;
  b->failure = FAILURE_ENDLESS;
}

/* All is computed in the entry: registers of other blocks would not reach everywhere. */
void summary_apply(Program *p, const Summary *s) {
  IrFunction *f = program_function(p, s->function);
  IrBlock *entry = new_entry(f), *body = f->blocks->pdata[f->blocks->len - 1];
  IrBlock *covered = function_add_block(f), *rest = function_add_block(f), *halt = function_add_block(f);
  IrBlock *quick = function_add_block(f), *slow = function_add_block(f);
  never_end(p, f, halt);
  Emitter e = {f, g_hash_table_new_full(NULL, NULL, NULL, g_free)};
  leave(entry, emit(&e, entry, s->region), covered->id, rest->id);
  leave(rest, emit(&e, entry, s->diverges), halt->id, body->id);
  leave(covered, emit(&e, entry, s->quick), quick->id, slow->id);
  const Operand value = s->value ? emit(&e, entry, s->value) : (Operand){0};
  add_doubt(f, slow);
  return_from(quick, s->value ? &value : NULL);
  return_from(slow, s->value ? &value : NULL);
  g_hash_table_unref(e.operands);
  function_link(f);
}
