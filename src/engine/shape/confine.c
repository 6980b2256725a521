/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a decided condition says of the registers that it was computed from.
 *
 * In SSA form, where an instruction's result is still the one that was computed last, so are its operands. */
#include "engine/shape/explore.h"

static const IrInstr *definition(const Explorer *x, const WorldFrame *f, const Operand *o) {
  return cfg_info(x->cfg, f->function)->definition[o->value];
}

/* A register that is known to be zero, or not to be, constrains the truth value it was made from. */
static gboolean confine_number(Explorer *x, World *w, const Operand *o, const Datum *a) {
  if (o->kind != OPERAND_REG) return TRUE;
  WorldFrame *top = world_top(w);
  top->regs[o->value] = *a;
  if (!symbols_learn(x->program, w, a)) return FALSE;
  const IrInstr *in = definition(x, top, o);
  gboolean zero = a->lo == 0 && a->hi == 0;
  if (!in || in->opcode != IR_TERM || in->term_op != TERM_ZEXT || in->args[0].width != 1 ||
      (!zero && !a->nonzero))
    return TRUE;
  return confine_truth(x, w, &in->args[0], !zero);
}

static gboolean confine_comparison(Explorer *x, World *w, const IrInstr *in, gboolean outcome) {
  Datum a = operand_copied(w, &in->args[0]), b = operand_copied(w, &in->args[1]);
  if (a.kind == DATUM_INT && b.kind == DATUM_INT)
    return datum_confine((TermOp)in->term_op, outcome, &a, &b, in->args[0].width) &&
           confine_number(x, w, &in->args[0], &a) && confine_number(x, w, &in->args[1], &b);
  if (in->term_op != TERM_EQ) return TRUE;
  Truth t = heap_equal(w->heap, &a, &b);
  return t == TRUTH_OPEN || (t == TRUTH_YES) == outcome;
}

static gboolean confine_all(Explorer *x, World *w, const IrInstr *in, gboolean outcome) {
  for (guint i = 0; i < in->n_args; i++)
    if (!confine_truth(x, w, &in->args[i], outcome)) return FALSE;
  return TRUE;
}

static gboolean confine_term(Explorer *x, World *w, const IrInstr *in, gboolean outcome) {
  switch ((TermOp)in->term_op) {
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return confine_comparison(x, w, in, outcome);
  case TERM_NOT: return confine_truth(x, w, &in->args[0], !outcome);
  case TERM_AND: return !outcome || confine_all(x, w, in, TRUE);
  case TERM_OR: return outcome || confine_all(x, w, in, FALSE);
  case TERM_XOR:
    if (in->args[1].kind == OPERAND_CONST)
      return confine_truth(x, w, &in->args[0], outcome != (in->args[1].value != 0));
    return TRUE;
  default: return TRUE;
  }
}

gboolean confine_truth(Explorer *x, World *w, const Operand *o, gboolean outcome) {
  Datum a = operand_datum(w, o);
  if (a.kind == DATUM_INT && datum_is_constant(&a) && (a.lo != 0) != outcome) return FALSE;
  if (o->kind != OPERAND_REG) return TRUE;
  WorldFrame *top = world_top(w);
  Datum settled = datum_int(1);
  if (a.kind == DATUM_INT && (o->width == 1 || !outcome)) {
    settled = datum_int(outcome);
    top->regs[o->value] = settled;
  }
  const IrInstr *in = definition(x, top, o);
  return !in || in->opcode != IR_TERM || in->width != 1 || confine_term(x, w, in, outcome);
}
