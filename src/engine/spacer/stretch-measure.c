/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One stretch of the clauses: does a measure decrease? */
#include "engine/spacer/stretch.h"

#define DEEP 1000    /* activations within each other that any stack can hold */
#define DEEP_PAIR 30 /* its root, for measures of two parts */

static Z3_ast number(const Stretch *r, Wide value) { return words_number(&r->c->words, value); }

/* first - second + constant, of integers; NULL: they are not. */
static Z3_ast affine(const Stretch *r, Z3_ast first, Z3_ast second, gint64 constant) {
  Z3_context z3 = r->c->z3;
  Z3_sort integer = Z3_mk_int_sort(z3);
  if ((first && Z3_get_sort(z3, first) != integer) || (second && Z3_get_sort(z3, second) != integer))
    return NULL;
  Z3_ast terms[3] = {number(r, constant)};
  guint n = 1;
  if (first) terms[n++] = first;
  if (second) terms[n++] = Z3_mk_unary_minus(z3, second);
  return Z3_mk_add(z3, n, terms);
}

/* ---- loops ---- */

static Z3_ast value_of(const GArray *slots, const Z3_ast *values, guint slot) {
  for (guint i = 0; i < slots->len; i++)
    if (g_array_index(slots, guint, i) == slot) return values[i];
  return NULL;
}

Z3_ast stretch_measure_at_head(Stretch *r, const GArray *slots, const Z3_ast *values) {
  const Affine *a = &r->c->measure->parts[0];
  Z3_ast m = affine(r, value_of(slots, values, a->first), value_of(slots, values, a->second), a->constant);
  return m ? m : number(r, 0);
}

static Z3_ast value_on_edge(Stretch *r, const Incoming *in, guint slot) {
  if (slot == NO_SLOT) return NULL;
  for (guint k = 0; in->edge->moves && k < in->edge->moves->len; k++)
    if (g_array_index(in->edge->moves, FlatMove, k).dest == slot) return in->moved[k].ast;
  return stretch_slot(r, slot).ast;
}

/* Back at the head, the measure is less than at the last visit, where it was not below zero. */
void stretch_check_iteration(Stretch *r, const Incoming *in) {
  if (!r->ghost || in->edge->to != r->c->measure->head) return;
  const FlatProcedure *p = flat_procedure(r->c->flat, r->procedure);
  for (guint i = r->place + 1; i < p->n_order; i++)
    if (p->order[i] == in->edge->to) return; /* the loop begins */
  const Affine *a = &r->c->measure->parts[0];
  Z3_context z3 = r->c->z3;
  Z3_ast now = affine(r, value_on_edge(r, in, a->first), value_on_edge(r, in, a->second), a->constant);
  Z3_ast decreases =
      now ? words_and(&r->c->words, Z3_mk_ge(z3, r->ghost, number(r, 0)), Z3_mk_lt(z3, now, r->ghost))
          : Z3_mk_false(z3);
  stretch_fail_in_measure(r, in->guard, decreases);
}

/* ---- recursion ---- */

static Z3_ast of_parameter(const Z3_ast *args, guint i) { return i == NO_SLOT ? NULL : args[i]; }

/* Of two lists of parameters, is the second less?  Lexicographically, and bounded in each part: from below
 * because it must end, from above because a stack has an end too, and past it runs do not reach the error. */
static Z3_ast is_less(const Stretch *r, const Z3_ast *before, const Z3_ast *after) {
  const Measure *m = r->c->measure;
  Z3_context z3 = r->c->z3;
  Z3_ast less = Z3_mk_false(z3), bounded = NULL;
  for (guint i = m->n_parts; i-- > 0;) {
    const Affine *a = &m->parts[i];
    Z3_ast x = affine(r, of_parameter(before, a->first), of_parameter(before, a->second), a->constant);
    Z3_ast y = affine(r, of_parameter(after, a->first), of_parameter(after, a->second), a->constant);
    if (!x || !y) return Z3_mk_false(z3);
    Z3_ast ways[2] = {Z3_mk_lt(z3, y, x), words_and(&r->c->words, Z3_mk_eq(z3, y, x), less)};
    less = i + 1 == m->n_parts ? ways[0] : Z3_mk_or(z3, 2, ways);
    bounded = words_and(&r->c->words, bounded, Z3_mk_ge(z3, x, number(r, 0)));
    bounded =
        words_and(&r->c->words, bounded, Z3_mk_le(z3, x, number(r, m->n_parts == 1 ? DEEP : DEEP_PAIR)));
  }
  return words_and(&r->c->words, bounded, less);
}

static gboolean has_parameters(const Stretch *r, guint procedure) {
  const IrFunction *f = flat_procedure(r->c->flat, procedure)->function;
  for (guint i = 0; i < r->c->measure->n_parts; i++) {
    const Affine *a = &r->c->measure->parts[i];
    if ((a->first != NO_SLOT && a->first >= f->n_params) ||
        (a->second != NO_SLOT && a->second >= f->n_params))
      return FALSE;
  }
  return TRUE;
}

void stretch_check_call(Stretch *r, const GArray *args) {
  const Measure *m = r->c->measure;
  guint callee = r->node->callee;
  if (!m || m->head != G_MAXUINT || !measure_recur_together(r->c->flat, r->procedure, callee) ||
      !measure_recur_together(r->c->flat, m->procedure, callee))
    return;
  Z3_ast decreases = Z3_mk_false(r->c->z3);
  if (r->procedure && has_parameters(r, r->procedure) && has_parameters(r, callee)) {
    guint n = flat_procedure(r->c->flat, r->procedure)->function->n_params;
    g_autofree Z3_ast *before = g_new(Z3_ast, n + 1);
    for (guint i = 0; i < n; i++)
      before[i] = chc_entry_constant(r->c, g_array_index(r->c->effects->inputs[r->procedure], guint, i));
    decreases = is_less(r, before, (const Z3_ast *)(void *)args->data);
  }
  stretch_fail_in_measure(r, r->guard, decreases);
}
