/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for measures of loops and recursion. */
#include "engine/spacer/measure.h"
#include "base/limits.h"

guint measure_procedure_of(const Flat *f, guint node) {
  guint p = 0;
  while (node >= flat_procedure(f, p)->end) p++;
  return p;
}

/* ---- loops ---- */

GArray *measure_loops(const Flat *f) {
  GArray *heads = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < f->procedures->len; i++) {
    const FlatProcedure *p = flat_procedure(f, i);
    for (guint k = 0; k < p->n_order; k++)
      if (p->is_head[p->order[k] - p->first]) g_array_append_val(heads, p->order[k]);
  }
  return heads;
}

static void add_candidate(GArray *list, Measure m) {
  for (guint i = 0; i < list->len; i++) {
    const Measure *old = &g_array_index(list, Measure, i);
    gboolean same = old->n_parts == m.n_parts;
    for (guint k = 0; same && k < m.n_parts; k++)
      same = old->parts[k].first == m.parts[k].first && old->parts[k].second == m.parts[k].second &&
             old->parts[k].constant == m.parts[k].constant;
    if (same) return;
  }
  if (list->len < limits.spacer_measures) g_array_append_val(list, m);
}

static gboolean is_live_word(const Effects *e, guint node, guint slot) {
  const GArray *live = e->live[node];
  if (slot == NO_SLOT || precision_width(e->precision, slot) == 1) return FALSE;
  for (guint i = 0; i < live->len; i++)
    if (g_array_index(live, guint, i) == slot) return TRUE;
  return FALSE;
}

/* An operand as a slot that is live at the head, or a number. */
static gboolean read_operand(const Effects *e, guint head, const FlatNode *n, const Operand *o, guint *slot,
                             gint64 *number) {
  *slot = NO_SLOT, *number = 0;
  if (o->kind == OPERAND_CONST) {
    *number = term_signed(o->value, o->width);
    return TRUE;
  }
  if (o->kind != OPERAND_REG) return FALSE;
  *slot = n->base + (guint)o->value;
  if (is_live_word(e, head, *slot)) return TRUE;
  for (guint k = n->first; k < n->end; k++) { /* a value that was just read from a place */
    const IrInstr *i = &g_array_index(n->block->instrs, IrInstr, k);
    if (i->opcode != IR_LOAD || n->base + i->dest != *slot) continue;
    Base b = places_base(e->precision->places, &i->args[0], n->base);
    guint place = b.reached && b.object != NO_OBJECT_KNOWN
                      ? places_find(e->precision->places, b, (i->width + 7) / 8)
                      : NO_PLACE;
    if (place == NO_PLACE || places_get(e->precision->places, place)->kind != PLACE_SCALAR) return FALSE;
    *slot = e->precision->n_variables + place;
    return is_live_word(e, head, *slot);
  }
  return FALSE;
}

/* A comparison of x and y in the loop suggests their distance. */
static void suggest_from_node(const Effects *e, guint procedure, guint head, const FlatNode *n,
                              GArray *list) {
  for (guint k = n->first; k < n->end; k++) {
    const IrInstr *i = &g_array_index(n->block->instrs, IrInstr, k);
    guint x, y;
    gint64 c, d;
    if (i->opcode != IR_TERM || i->term_op < TERM_EQ || i->term_op > TERM_SLE || i->args[0].width == 1)
      continue;
    if (!read_operand(e, head, n, &i->args[0], &x, &c) || !read_operand(e, head, n, &i->args[1], &y, &d))
      continue;
    if (x == NO_SLOT && y == NO_SLOT) continue;
    add_candidate(list, (Measure){procedure, head, {{y, x, d - c}}, 1});
    add_candidate(list, (Measure){procedure, head, {{x, y, c - d}}, 1});
  }
}

GArray *measure_candidates_of_loop(const Effects *e, guint head) {
  const Flat *f = e->precision->places->flat;
  guint procedure = measure_procedure_of(f, head);
  const FlatProcedure *p = flat_procedure(f, procedure);
  GArray *list = g_array_new(FALSE, FALSE, sizeof(Measure)), *live = e->live[head];
  gboolean inside = FALSE;
  for (guint k = 0; k < p->n_order; k++) {
    inside |= p->order[k] == head;
    if (inside) suggest_from_node(e, procedure, head, flat_node(f, p->order[k]), list);
  }
  for (guint i = 0; i < live->len; i++) {
    guint slot = g_array_index(live, guint, i);
    if (is_live_word(e, head, slot)) add_candidate(list, (Measure){procedure, head, {{slot, NO_SLOT, 0}}, 1});
  }
  return list;
}

/* ---- recursion ---- */

static gboolean calls(const Flat *f, guint from, guint to, gboolean *seen) {
  const FlatProcedure *p = flat_procedure(f, from);
  seen[from] = TRUE;
  for (guint i = 0; i < p->n_order; i++) {
    const FlatNode *n = flat_node(f, p->order[i]);
    if (n->how != FLAT_CALLS) continue;
    if (n->callee == to || (!seen[n->callee] && calls(f, n->callee, to, seen))) return TRUE;
  }
  return FALSE;
}

static gboolean may_call(const Flat *f, guint from, guint to) {
  g_autofree gboolean *seen = g_new0(gboolean, f->procedures->len);
  return calls(f, from, to, seen);
}

gboolean measure_recur_together(const Flat *f, guint a, guint b) {
  return may_call(f, a, b) && may_call(f, b, a);
}

GArray *measure_recursions(const Flat *f) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < f->procedures->len; i++) {
    gboolean is_new = may_call(f, i, i);
    for (guint k = 0; is_new && k < list->len; k++)
      is_new = !measure_recur_together(f, i, g_array_index(list, guint, k));
    if (is_new) g_array_append_val(list, i);
  }
  return list;
}

GArray *measure_candidates_of_recursion(const Effects *e, guint procedure) {
  const IrFunction *f = flat_procedure(e->precision->places->flat, procedure)->function;
  GArray *list = g_array_new(FALSE, FALSE, sizeof(Measure));
  Measure m = {procedure, G_MAXUINT, {{0}}, 1};
  for (guint i = 0; i < f->n_params; i++) {
    m.parts[0] = (Affine){i, NO_SLOT, 0};
    if (f->reg_width[i] > 1) add_candidate(list, m);
  }
  for (guint i = 0; i < f->n_params; i++)
    for (guint k = 0; k < f->n_params; k++) {
      if (i == k || f->reg_width[i] == 1 || f->reg_width[k] == 1) continue;
      m.n_parts = 1;
      m.parts[0] = (Affine){i, k, 0};
      add_candidate(list, m);
      m.n_parts = 2;
      m.parts[0] = (Affine){i, NO_SLOT, 0};
      m.parts[1] = (Affine){k, NO_SLOT, 0};
      add_candidate(list, m);
    }
  return list;
}
