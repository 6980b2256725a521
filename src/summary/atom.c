/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions as terms and on values. */
#include "summary/atom.h"
#include "base/limits.h"

static void add_constant(GArray *all, gint64 v) {
  for (guint i = 0; i < all->len; i++)
    if (g_array_index(all, guint64, i) == (guint64)v) return;
  if (all->len < limits.summary_constants) g_array_append_val(all, v);
}

static void add_of_block(GArray *all, const IrBlock *b, gint64 around) {
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    for (guint k = 0; in->opcode == IR_TERM && k < in->n_args; k++)
      if (in->args[k].kind == OPERAND_CONST && in->args[k].width > 1)
        add_constant(all, term_signed(in->args[k].value, in->args[k].width) + around);
  }
  for (guint i = 0; b->term == IR_SWITCH && i + 1 < b->n_succs; i++)
    add_constant(all, term_signed(b->cases[i], b->cond.width) + around);
}

GArray *atom_constants(const Program *p, const guint *functions, guint n) {
  GArray *all = g_array_new(FALSE, FALSE, sizeof(guint64));
  static const gint64 around[] = {0, 1, -1};
  for (gint64 v = 0; v <= limits.summary_small_constants; v++) add_constant(all, v);
  for (guint k = 0; k < G_N_ELEMENTS(around); k++)
    for (guint i = 0; i < n; i++) {
      const IrFunction *f = program_function(p, functions[i]);
      for (guint b = 0; b < f->blocks->len; b++) add_of_block(all, f->blocks->pdata[b], around[k]);
    }
  return all;
}

static void add_both(GArray *atoms, Atom a) {
  g_array_append_val(atoms, a);
  a.negated = TRUE;
  g_array_append_val(atoms, a);
}

static void add_comparisons(GArray *atoms, const IrFunction *f, guint i, guint64 constant) {
  const guint64 c = constant & term_mask(f->reg_width[i]);
  for (AtomKind k = ATOM_EQUAL; k <= ATOM_LESS; k++)
    if (k != ATOM_BELOW || c > 1) add_both(atoms, (Atom){k, FALSE, i, G_MAXUINT, c});
}

GArray *atoms_of(const IrFunction *f, const GArray *constants) {
  GArray *atoms = g_array_new(FALSE, FALSE, sizeof(Atom));
  for (guint i = 0; i < f->n_params; i++) {
    const guint width = f->reg_width[i];
    for (guint k = 0; k < constants->len && width > 1; k++)
      add_comparisons(atoms, f, i, g_array_index(constants, guint64, k));
    if (width > 1)
      add_both(atoms, (Atom){ATOM_EQUAL, FALSE, i, G_MAXUINT, G_GUINT64_CONSTANT(1) << (width - 1)});
    add_both(atoms, (Atom){ATOM_ODD, FALSE, i, G_MAXUINT, 0});
    for (guint j = i + 1; j < f->n_params; j++) {
      if (f->reg_width[j] != width || width == 1) continue;
      for (AtomKind k = ATOM_EQUAL; k <= ATOM_LESS; k++) add_both(atoms, (Atom){k, FALSE, i, j, 0});
    }
  }
  return atoms;
}

gboolean atom_holds(const IrFunction *f, const Atom *a, const guint64 *args) {
  const guint width = f->reg_width[a->i];
  guint64 x = args[a->i], y = a->j == G_MAXUINT ? a->constant : args[a->j];
  gboolean holds = a->kind == ATOM_EQUAL   ? x == y
                   : a->kind == ATOM_BELOW ? x < y
                   : a->kind == ATOM_LESS  ? term_signed(x, width) < term_signed(y, width)
                                           : x & 1;
  return holds != a->negated;
}

const Term *atom_term(const IrFunction *f, const Atom *a) {
  const guint width = f->reg_width[a->i];
  const Term *x = summary_parameter(a->i, width);
  const Term *y = a->j == G_MAXUINT ? term_const(width, a->constant) : summary_parameter(a->j, width);
  const Term *t = a->kind == ATOM_EQUAL   ? term_eq(x, y)
                  : a->kind == ATOM_BELOW ? term_binary(TERM_ULT, x, y)
                  : a->kind == ATOM_LESS  ? term_binary(TERM_SLT, x, y)
                                          : term_extract(x, 0, 1);
  return a->negated ? term_not(t) : t;
}

double atom_share(const IrFunction *f, const Atom *a) {
  const guint width = f->reg_width[a->i];
  const double all = 2.0 * (double)(G_GUINT64_CONSTANT(1) << (width - 1));
  double share = 0.5;
  if (a->kind == ATOM_EQUAL) share = 1 / all;
  if (a->kind == ATOM_BELOW && a->j == G_MAXUINT) share = (double)a->constant / all;
  if (a->kind == ATOM_LESS && a->j == G_MAXUINT) share = 0.5 + (double)term_signed(a->constant, width) / all;
  return a->negated ? 1 - share : share;
}
