/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A head with a claim is split: the head computes the claim and goes on to what it was, or to an error. */
#include "conditioner/claim.h"
#include "ctext/cexpr.h"
#include <string.h>

/* ---- making ---- */

typedef struct {
  const Program *program;
  const CfgInfo *info;
  const char *function;
  const IrBlock *head;
  HeadClaim *claim;
  GHashTable *known; /* char* to CValue* */
} Maker;

static gboolean is_there(const Maker *m, Operand o) {
  if (o.kind != OPERAND_REG) return o.kind == OPERAND_CONST;
  for (guint i = 0; i < m->head->phis->len; i++)
    if (g_array_index(m->head->phis, IrPhi, i).dest == o.value) return TRUE;
  for (guint i = 0; i < m->info->n_live_in[m->head->id]; i++)
    if (m->info->live_in[m->head->id][i] == o.value) return TRUE;
  return FALSE;
}

/* What the name is at the head; FALSE: not known.  A local variable hides a global one. */
static gboolean find_operand(const Maker *m, const char *name, Operand *o, gboolean *is_signed) {
  for (guint i = 0; m->head->variables && i < m->head->variables->len; i++) {
    const IrVariable *v = &g_array_index(m->head->variables, IrVariable, i);
    if (!g_str_equal(v->name, name)) continue;
    *o = v->value;
    *is_signed = v->is_signed;
    return is_there(m, v->value);
  }
  g_autofree char *hiding =
      g_strdup_printf("%s.%s", m->function, name); /* a static variable of the function */
  for (guint i = 0; i < m->program->globals->len; i++)
    if (g_str_equal(program_global(m->program, i)->name, hiding)) return FALSE;
  for (guint i = 0; i < m->program->globals->len; i++) {
    const IrGlobal *g = program_global(m->program, i);
    if (!g->is_integer || !g_str_equal(g->name, name)) continue;
    *o = (Operand){OPERAND_GLOBAL, (guint)g->size * 8, i, 0};
    *is_signed = g->is_signed;
    return TRUE;
  }
  return FALSE;
}

static gboolean resolve(gpointer data, const char *name, CValue *value) {
  Maker *m = (Maker *)data;
  const CValue *known = (const CValue *)g_hash_table_lookup(m->known, name);
  Operand o;
  if (known) {
    *value = *known;
    return TRUE;
  }
  if (!find_operand(m, name, &o, &value->is_signed)) return FALSE;
  if (o.width != 8 && o.width != 16 && o.width != 32 && o.width != 64) return FALSE;
  value->term = term_fresh_havoc(o.width, 0);
  g_hash_table_insert(m->claim->operands, (gpointer)value->term, g_memdup2(&o, sizeof o));
  g_hash_table_insert(m->known, g_strdup(name), g_memdup2(value, sizeof *value));
  return TRUE;
}

void head_claim_free(HeadClaim *c) {
  if (!c) return;
  g_hash_table_unref(c->operands);
  g_free(c);
}

HeadClaim *head_claim_new(const Program *p, const CfgInfo *info, guint function, guint block,
                          const char *text, GError **error) {
  HeadClaim *c = g_new0(HeadClaim, 1);
  const IrFunction *f = program_function(p, function);
  Maker m = {p, info, f->name, (const IrBlock *)f->blocks->pdata[block], c, NULL};
  c->function = function;
  c->block = block;
  c->operands = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  m.known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  c->condition = cexpr_condition(text, p->pointer_width == 64, resolve, &m, error);
  g_hash_table_unref(m.known);
  if (!c->condition) g_clear_pointer(&c, head_claim_free);
  return c;
}

/* ---- inserting ---- */

typedef struct {
  IrFunction *function;
  IrBlock *block;
  const HeadClaim *claim;
  GHashTable *done; /* Term* to Operand* */
} Builder;

static Operand *emit(Builder *b, TermOp op, guint width, guint64 param, const Operand *args, guint n) {
  IrInstr i = {
      .opcode = IR_TERM, .term_op = (guint8)op, .width = width, .n_dest = 1, .param = param, .n_args = n};
  i.dest = function_add_reg(b->function, width);
  i.args = (Operand *)g_memdup2(args, n * sizeof *args);
  i.loc = b->block->term_loc;
  g_array_append_val(b->block->instrs, i);
  Operand result = operand_reg(width, i.dest);
  return (Operand *)g_memdup2(&result, sizeof result);
}

/* Operations of any number of terms become several of two. */
static Operand *emit_term(Builder *b, const Term *t) {
  g_autofree Operand *args = g_new0(Operand, t->n_args + 1);
  for (guint i = 0; i < t->n_args; i++) args[i] = *(const Operand *)g_hash_table_lookup(b->done, t->args[i]);
  gboolean many = t->n_args > 2 && (t->op == TERM_AND || t->op == TERM_OR);
  if (!many) return emit(b, (TermOp)t->op, t->width, t->param, args, t->n_args);
  Operand *all = emit(b, (TermOp)t->op, t->width, t->param, args, 2);
  for (guint i = 2; i < t->n_args; i++) {
    const Operand pair[2] = {*all, args[i]};
    g_free(all);
    all = emit(b, (TermOp)t->op, t->width, t->param, pair, 2);
  }
  return all;
}

/* A global stands for what it holds. */
static Operand *emit_leaf(Builder *b, Operand o, guint pointer_width) {
  if (o.kind != OPERAND_GLOBAL) return (Operand *)g_memdup2(&o, sizeof o);
  Operand address = o;
  address.width = pointer_width;
  IrInstr i = {.opcode = IR_LOAD, .width = o.width, .n_dest = 1, .n_args = 1};
  i.dest = function_add_reg(b->function, o.width);
  i.args = (Operand *)g_memdup2(&address, sizeof address);
  i.loc = b->block->term_loc;
  g_array_append_val(b->block->instrs, i);
  Operand result = operand_reg(o.width, i.dest);
  return (Operand *)g_memdup2(&result, sizeof result);
}

static Operand compute(Builder *b, guint pointer_width) {
  b->done = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  GPtrArray *nodes = term_postorder(&b->claim->condition, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    const Operand *leaf = (const Operand *)g_hash_table_lookup(b->claim->operands, t);
    Operand constant = operand_const(t->width, term_is_const(t) ? t->param : 0);
    Operand *o = leaf               ? emit_leaf(b, *leaf, pointer_width)
                 : term_is_const(t) ? (Operand *)g_memdup2(&constant, sizeof constant)
                                    : emit_term(b, t);
    g_hash_table_insert(b->done, (gpointer)t, o);
  }
  Operand result = *(const Operand *)g_hash_table_lookup(b->done, b->claim->condition);
  g_ptr_array_unref(nodes);
  g_hash_table_unref(b->done);
  return result;
}

/* The rest of a block becomes a block of its own. */
static IrBlock *split(IrFunction *f, IrBlock *head) {
  IrBlock *rest = function_add_block(f);
  GArray *none = rest->instrs;
  rest->instrs = head->instrs;
  head->instrs = none;
  rest->term = head->term;
  rest->term_loc = head->term_loc;
  rest->cond = head->cond;
  memcpy(rest->decides, head->decides, sizeof rest->decides);
  rest->cases = g_steal_pointer(&head->cases);
  rest->values = g_steal_pointer(&head->values);
  rest->n_values = head->n_values;
  rest->reason = head->reason;
  rest->succs = g_steal_pointer(&head->succs);
  rest->n_succs = head->n_succs;
  head->n_succs = head->n_values = 0;
  return rest;
}

/* Phis take their arguments in the order of the predecessors, which changes: `from` is now called `to`. */
static void link_again(IrFunction *f, guint from, guint to) {
  GPtrArray *before = g_ptr_array_new_with_free_func(g_free);
  for (guint b = 0; b < f->blocks->len; b++) {
    const IrBlock *block = (const IrBlock *)f->blocks->pdata[b];
    guint *preds = (guint *)g_memdup2(block->preds, block->n_preds * sizeof(guint));
    for (guint i = 0; i < block->n_preds; i++)
      if (preds[i] == from) preds[i] = to;
    g_ptr_array_add(before, preds);
  }
  function_link(f);
  for (guint b = 0; b < f->blocks->len; b++) {
    IrBlock *block = (IrBlock *)f->blocks->pdata[b];
    const guint *old = (const guint *)before->pdata[b];
    for (guint k = 0; k < block->phis->len; k++) {
      IrPhi *phi = &g_array_index(block->phis, IrPhi, k);
      Operand *args = g_new0(Operand, block->n_preds);
      g_autofree gboolean *taken = g_new0(gboolean, block->n_preds);
      for (guint i = 0; i < block->n_preds; i++)
        for (guint j = 0; j < block->n_preds; j++) /* two edges from one block keep their order */
          if (!taken[j] && old[j] == block->preds[i]) {
            args[i] = phi->args[j];
            taken[j] = TRUE;
            break;
          }
      g_free(phi->args);
      phi->args = args;
    }
  }
  g_ptr_array_unref(before);
}

void claim_insert(Program *p, const HeadClaim *c) {
  IrFunction *f = program_function(p, c->function);
  IrBlock *head = (IrBlock *)f->blocks->pdata[c->block];
  IrBlock *rest = split(f, head), *error = function_add_block(f);
  Builder b = {f, head, c, NULL};
  error->term = IR_ERROR;
  error->failure = FAILURE_ASSERT;
  error->term_loc = head->term_loc;
  head->cond = compute(&b, p->pointer_width);
  head->term = IR_BRANCH;
  head->decides[0] = head->decides[1] = CONDITION_OPEN;
  head->n_succs = 2;
  head->succs = g_new0(guint, 2);
  head->succs[0] = rest->id;
  head->succs[1] = error->id;
  link_again(f, head->id, rest->id);
}

void claims_replace_errors(Program *p) {
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    for (guint b = 0; b < f->blocks->len; b++) {
      IrBlock *block = (IrBlock *)f->blocks->pdata[b];
      if (block->term == IR_ERROR) block->term = IR_HALT;
    }
  }
}
