/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A walk over the blocks between a branch and the place where its arms meet. */
#include "slicer/arms.h"

typedef struct {
  const Program *program;
  const IrFunction *function;
  const CfgInfo *info;
  const IrInstr *const *definitions;
  const IrBlock *branch;
  Arms *arms;
} Walk;

static const IrBlock *block_of(const IrFunction *f, guint i) { return f->blocks->pdata[i]; }

const IrInstr **function_definitions(const IrFunction *f) {
  const IrInstr **definitions = g_new0(const IrInstr *, f->n_regs + 1);
  for (guint i = 0; i < f->blocks->len; i++) {
    const GArray *instrs = block_of(f, i)->instrs;
    for (guint k = 0; k < instrs->len; k++) {
      const IrInstr *instr = &g_array_index(instrs, IrInstr, k);
      for (guint d = 0; d < instr->n_dest; d++) definitions[instr->dest + d] = instr;
    }
  }
  return definitions;
}

/* ---- single instructions ---- */

/* Does the program text alone say that the access is good, and where it goes? */
static gboolean fixed_place(const Walk *w, Operand address, guint bytes, gboolean write, ArmPlace *place) {
  gint64 offset = 0;
  while (address.kind == OPERAND_REG) {
    const IrInstr *by = w->definitions[address.value];
    if (by && by->opcode == IR_ALLOCA && by->args[0].kind == OPERAND_CONST) {
      *place = (ArmPlace){FALSE, by->dest, (guint64)offset, bytes};
      return offset >= 0 && by->args[0].value >= bytes && (guint64)offset <= by->args[0].value - bytes;
    }
    if (!by || by->opcode != IR_PTRADD || by->args[1].kind != OPERAND_CONST) return FALSE;
    if (__builtin_add_overflow(offset, term_signed(by->args[1].value, by->args[1].width), &offset))
      return FALSE;
    address = by->args[0];
  }
  if (address.kind != OPERAND_GLOBAL || __builtin_add_overflow(offset, address.offset, &offset)) return FALSE;
  const IrGlobal *g = program_global(w->program, (guint)address.value);
  *place = (ArmPlace){TRUE, g->id, (guint64)offset, bytes};
  return offset >= 0 && g->size >= bytes && (guint64)offset <= g->size - bytes && !(write && g->constant);
}

gboolean term_may_stop(const IrInstr *i) {
  if (i->term_op == TERM_FTOSI || i->term_op == TERM_FTOUI) return TRUE;
  if (i->term_op < TERM_UDIV || i->term_op > TERM_SREM) return FALSE;
  const Operand *by = &i->args[1];
  if (by->kind != OPERAND_CONST || by->value == 0) return TRUE;
  return i->term_op >= TERM_SDIV && by->value == term_mask(by->width);
}

static gboolean instr_is_harmless(const Walk *w, const IrInstr *i) {
  ArmPlace place;
  switch ((IrOpcode)i->opcode) {
  case IR_TERM: return !term_may_stop(i);
  case IR_PTRADD: return TRUE;
  case IR_LOAD: return fixed_place(w, i->args[0], (i->width + 7) / 8, FALSE, &place);
  case IR_STORE:
    if (!fixed_place(w, i->args[0], (i->args[1].width + 7) / 8, TRUE, &place)) return FALSE;
    g_array_append_val(w->arms->stores, place);
    return TRUE;
  default: return FALSE;
  }
}

static gboolean block_is_harmless(const Walk *w, const IrBlock *b) {
  if (b->term != IR_JUMP && b->term != IR_BRANCH && b->term != IR_SWITCH) return FALSE;
  for (guint i = 0; i < b->instrs->len; i++)
    if (!instr_is_harmless(w, &g_array_index(b->instrs, IrInstr, i))) return FALSE;
  return TRUE;
}

/* ---- regions ---- */

/* Every cycle has an edge that goes back in the weak topological order. */
static gboolean goes_back(const Walk *w, guint from, guint to) {
  return to != w->arms->join && w->info->position[to] <= w->info->position[from];
}

/* The blocks on ways from the branch to the join: all arms, or those but the one taken. */
static GArray *blocks_of_arms(const Walk *w, guint skip, gboolean *inside) {
  GArray *blocks = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0, next = 0; i == 0 || next < blocks->len; i++) {
    const IrBlock *from = i == 0 ? w->branch : block_of(w->function, g_array_index(blocks, guint, next++));
    for (guint k = 0; k < from->n_succs; k++) {
      guint to = from->succs[k];
      if (to == w->arms->join || inside[to] || (i == 0 && k == skip)) continue;
      inside[to] = TRUE;
      g_array_append_val(blocks, to);
    }
  }
  return blocks;
}

static gboolean other_arms_are_harmless(const Walk *w, guint taken) {
  g_autofree gboolean *inside = g_new0(gboolean, w->function->blocks->len);
  g_autoptr(GArray) blocks = blocks_of_arms(w, taken, inside);
  for (guint k = 0; k < w->branch->n_succs; k++)
    if (k != taken && goes_back(w, w->branch->id, w->branch->succs[k])) return FALSE;
  for (guint i = 0; i < blocks->len; i++) {
    const IrBlock *b = block_of(w->function, g_array_index(blocks, guint, i));
    if (!block_is_harmless(w, b)) return FALSE;
    for (guint k = 0; k < b->n_succs; k++)
      if (goes_back(w, b->id, b->succs[k])) return FALSE;
  }
  return TRUE;
}

static gboolean *defined_in(const Walk *w, const GArray *blocks) {
  gboolean *defined = g_new0(gboolean, w->function->n_regs + 1);
  for (guint i = 0; i < blocks->len; i++) {
    const IrBlock *b = block_of(w->function, g_array_index(blocks, guint, i));
    for (guint k = 0; k < b->phis->len; k++) defined[g_array_index(b->phis, IrPhi, k).dest] = TRUE;
    for (guint k = 0; k < b->instrs->len; k++) {
      const IrInstr *instr = &g_array_index(b->instrs, IrInstr, k);
      for (guint d = 0; d < instr->n_dest; d++) defined[instr->dest + d] = TRUE;
    }
  }
  return defined;
}

static gboolean same_operand(const Operand *a, const Operand *b) {
  return a->kind == b->kind && a->width == b->width && a->value == b->value && a->offset == b->offset;
}

/* Do all ways out of the arms give the phi one value, which is from before the branch? */
static gboolean phi_is_same(const Walk *w, const IrBlock *join, const IrPhi *phi, const gboolean *inside,
                            const gboolean *defined) {
  const Operand *first = NULL;
  for (guint i = 0; i < join->n_preds; i++) {
    const Operand *arg = &phi->args[i];
    if (!inside[join->preds[i]] && join->preds[i] != w->branch->id) continue;
    if (arg->kind == OPERAND_REG && defined[arg->value]) return FALSE;
    if (first && !same_operand(first, arg)) return FALSE;
    first = arg;
  }
  return TRUE;
}

/* What the arms leave behind in registers are the join's phis.  (A register that an arm not taken defines is
 * not used after the join: its block would dominate the branch, and the arm go back.) */
static gboolean *differing_phis(const Walk *w) {
  g_autofree gboolean *inside = g_new0(gboolean, w->function->blocks->len);
  g_autoptr(GArray) blocks = blocks_of_arms(w, G_MAXUINT, inside);
  g_autofree gboolean *defined = defined_in(w, blocks);
  const IrBlock *join = block_of(w->function, w->arms->join);
  gboolean *differs = g_new0(gboolean, join->phis->len + 1);
  for (guint i = 0; i < join->phis->len; i++)
    differs[i] = !phi_is_same(w, join, &g_array_index(join->phis, IrPhi, i), inside, defined);
  return differs;
}

/* ---- where the arms meet ---- */

static gboolean always_leads_to(const CfgInfo *info, guint from, guint to) {
  while (from != to && from != G_MAXUINT) from = info->ipostdom[from];
  return from == to;
}

/* Blocks that the arm taken may reach without going back. */
static gboolean *reached_forward(const Walk *w, guint taken) {
  gboolean *reached = g_new0(gboolean, w->function->blocks->len);
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(open, w->branch->succs[taken]);
  while (open->len) {
    guint from = g_array_index(open, guint, open->len - 1);
    g_array_set_size(open, open->len - 1);
    if (reached[from]) continue;
    reached[from] = TRUE;
    const IrBlock *b = block_of(w->function, from);
    for (guint k = 0; k < b->n_succs; k++)
      if (w->info->position[b->succs[k]] > w->info->position[from]) g_array_append_val(open, b->succs[k]);
  }
  return reached;
}

/* The immediate post-dominator.  If some way through the arm taken ends the run there is none; then the
 * nearest block that all other arms lead to will do, if the run comes there. */
static guint find_join(const Walk *w, guint taken) {
  const guint *ipostdom = w->info->ipostdom;
  if (ipostdom[w->branch->id] != G_MAXUINT) return ipostdom[w->branch->id];
  g_autofree gboolean *reached = reached_forward(w, taken);
  for (guint join = w->branch->succs[taken == 0]; join != G_MAXUINT; join = ipostdom[join]) {
    gboolean common = reached[join];
    for (guint k = 0; common && k < w->branch->n_succs; k++)
      common = k == taken || always_leads_to(w->info, w->branch->succs[k], join);
    if (common) return join;
  }
  return G_MAXUINT;
}

Arms *arms_new(const Program *p, const IrFunction *f, const CfgInfo *info, const IrInstr *const *definitions,
               guint block, guint taken) {
  Arms *a = g_new0(Arms, 1);
  a->stores = g_array_new(FALSE, FALSE, sizeof(ArmPlace));
  Walk w = {p, f, info, definitions, block_of(f, block), a};
  a->join = find_join(&w, taken);
  a->harmless = a->join != G_MAXUINT && other_arms_are_harmless(&w, taken);
  if (a->harmless) a->phi_differs = differing_phis(&w);
  return a;
}

void arms_free(Arms *a) {
  g_free(a->phi_differs);
  g_array_unref(a->stores);
  g_free(a);
}
