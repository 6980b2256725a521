/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where in the C text the program's branches stand.
 *
 * The compiler gives a branch of && or || the place of the operator, the last part of a condition the place
 * of its start, and a loop its keyword.  But what the branch looks at is computed where the part stands. */
#include "witness/branches.h"
#include "base/limits.h"

static gsize offset_of(const Branches *p, IrLoc loc) {
  if (!loc.file || !g_str_equal(loc.file, p->program->path)) return G_MAXSIZE;
  return source_offset(p->text, loc.line, loc.column);
}

static const Leaf *leaf_at(const Branches *p, guint i) {
  return &g_array_index(p->conditions->leaves, Leaf, i);
}

static const SourceCondition *condition_at(const Branches *p, guint i) {
  return &g_array_index(p->conditions->all, SourceCondition, i);
}

/* ---- what a branch looks at ---- */

static const IrInstr **definitions(const IrFunction *f) {
  const IrInstr **by_register = g_new0(const IrInstr *, MAX(f->n_regs, 1));
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++) {
      const IrInstr *in = &g_array_index(instrs, IrInstr, i);
      for (guint k = 0; k < in->n_dest; k++) by_register[in->dest + k] = in;
    }
  }
  return by_register;
}

static const IrInstr *definition(const IrInstr **by_register, Operand o) {
  return o.kind == OPERAND_REG ? by_register[o.value] : NULL;
}

static gboolean is_negation(const Branches *p, const IrInstr *in) {
  gsize at = offset_of(p, in->loc);
  return in->opcode == IR_TERM && in->term_op == TERM_NOT && at < p->text->size && p->text->code[at] == '!' &&
         p->text->code[at + 1] != '=';
}

static void find_value(const Branches *p, const IrInstr **by_register, Operand cond, BranchPlace *place) {
  const IrInstr *in = definition(by_register, cond);
  for (; in && is_negation(p, in); in = definition(by_register, in->args[0]))
    place->inverted = !place->inverted;
  place->at = in ? offset_of(p, in->loc) : G_MAXSIZE;
}

/* ---- to which condition it belongs ---- */

static gboolean find_leaf(const Branches *p, BranchPlace *place) {
  for (guint c = 0; c < p->conditions->all->len; c++) {
    const SourceCondition *condition = condition_at(p, c);
    if (!span_holds(condition->span, place->at)) continue;
    for (guint i = 0; i < condition->n_leaf; i++)
      if (span_holds(leaf_at(p, condition->first_leaf + i)->span, place->at)) {
        place->condition = c; /* inner ones come later */
        place->leaf = condition->first_leaf + i;
      }
  }
  return place->leaf != G_MAXUINT;
}

static gboolean is_operator(const Branches *p, gsize at) {
  const char *c = p->text->code;
  return (c[at] == '&' || c[at] == '|') && c[at + 1] == c[at];
}

/* By the place of the branch itself: at an operator it decides the part before that, elsewhere the whole. */
static void find_condition(const Branches *p, gsize at, BranchPlace *place) {
  for (guint c = 0; c < p->conditions->all->len; c++) {
    const SourceCondition *condition = condition_at(p, c);
    if (at < condition->keyword || at >= condition->span.end) continue;
    place->condition = c;
    place->leaf = condition->n_leaf == 1 ? condition->first_leaf : G_MAXUINT;
    if (!is_operator(p, at)) continue;
    for (guint i = 0; i < condition->n_leaf; i++)
      if (leaf_at(p, condition->first_leaf + i)->span.end <= at) place->leaf = condition->first_leaf + i;
  }
}

static void add_branch(Branches *p, const IrFunction *f, const IrBlock *b, const IrInstr **by_register) {
  gsize at = offset_of(p, b->term_loc);
  if (at == G_MAXSIZE || at >= p->text->size) return;
  BranchPlace place = {f->id, b->id, G_MAXSIZE, G_MAXUINT, G_MAXUINT, FALSE};
  find_value(p, by_register, b->cond, &place);
  if (b->term == IR_SWITCH || !find_leaf(p, &place)) find_condition(p, at, &place);
  guint index = p->branches->len;
  g_array_append_val(p->branches, place);
  if (place.leaf != G_MAXUINT) g_array_append_val((GArray *)p->by_leaf->pdata[place.leaf], index);
}

/* ---- edges ---- */

const IrBlock *branches_block(const Branches *p, const BranchPlace *b) {
  return (const IrBlock *)program_function(p->program, b->function)->blocks->pdata[b->block];
}

guint branches_successor(const Branches *p, const BranchPlace *b, gboolean towards) {
  gboolean negated = b->leaf != G_MAXUINT && leaf_at(p, b->leaf)->negated;
  gboolean holds = (towards ? TRUE : FALSE) != negated; /* the part itself */
  return holds != b->inverted ? 0 : 1;
}

static const BranchPlace *find_branch(const Branches *p, guint function, guint block) {
  for (guint i = 0; i < p->branches->len; i++) {
    const BranchPlace *b = branches_place(p, i);
    if (b->function == function && b->block == block) return b;
  }
  return NULL;
}

gboolean branches_stays(const Branches *p, const BranchPlace *b, guint successor) {
  const IrFunction *f = program_function(p->program, b->function);
  const IrBlock *to = (const IrBlock *)f->blocks->pdata[branches_block(p, b)->succs[successor]];
  for (guint i = 0; i < limits.witness_jumps && to->term == IR_JUMP; i++)
    to = (const IrBlock *)f->blocks->pdata[to->succs[0]];
  const BranchPlace *next = find_branch(p, b->function, to->id);
  return next && next->condition == b->condition && b->leaf != G_MAXUINT && next->leaf > b->leaf;
}

/* ---- the whole ---- */

static Source *read_text(const Program *p) {
  Source *text = p->path ? source_of(p, NULL, NULL) : NULL;
  return text ? text : source_new("", 0);
}

Branches *branches_new(const Program *program) {
  Branches *p = g_new0(Branches, 1);
  p->program = program;
  p->text = read_text(program);
  p->conditions = conditions_new(p->text);
  p->branches = g_array_new(FALSE, FALSE, sizeof(BranchPlace));
  p->by_leaf = g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref);
  for (guint i = 0; i < p->conditions->leaves->len; i++)
    g_ptr_array_add(p->by_leaf, g_array_new(FALSE, FALSE, sizeof(guint)));
  for (guint i = 0; i < program->functions->len; i++) {
    const IrFunction *f = program_function(program, i);
    g_autofree const IrInstr **by_register = definitions(f);
    for (guint k = 0; k < f->blocks->len; k++) {
      const IrBlock *b = (const IrBlock *)f->blocks->pdata[k];
      if (b->n_succs > 1) add_branch(p, f, b, by_register);
    }
  }
  return p;
}

void branches_free(Branches *p) {
  conditions_free(p->conditions);
  source_free(p->text);
  g_array_unref(p->branches);
  g_ptr_array_unref(p->by_leaf);
  g_free(p);
}
