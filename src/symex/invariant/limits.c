/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits for widening: a place that runs up to a number, or to another place, stops around it. */
#include "symex/invariant/limits.h"
#include "base/limits.h"

static void add_limit(GArray *found, Linear form, Wide constant) {
  LinearConstraint c = {form, FALSE};
  c.form.constant = constant;
  if (found->len < limits.widening_limits) g_array_append_val(found, c);
}

/* x - y around a number, from both sides. */
static void add_around(GArray *limits, Linear form, Wide number) {
  Linear negative = {0};
  linear_add(&negative, &form, -1);
  for (int margin = -1; margin <= 1; margin++) {
    add_limit(limits, form, -number + margin);
    add_limit(limits, negative, number + margin);
  }
}

static void add_of_comparison(GArray *limits, const Space *s, const Term *t) {
  guint leaves[2], n = 0;
  const Term *number = NULL;
  for (guint i = 0; i < 2; i++) {
    const Term *side = t->args[i];
    while (!g_hash_table_contains(s->index, side) &&
           (side->op == TERM_ADD || side->op == TERM_SUB || side->op == TERM_ZEXT || side->op == TERM_SEXT))
      side = side->n_args == 2 && term_is_const(side->args[0]) ? side->args[1] : side->args[0];
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(s->index, side));
    if (at) leaves[n++] = at - 1;
    if (term_is_const(side)) number = side;
  }
  if (n == 2 && leaves[0] != leaves[1]) {
    Linear form = linear_dimension(leaves[0]), other = linear_dimension(leaves[1]);
    linear_add(&form, &other, -1);
    add_around(limits, form, 0);
  } else if (n == 1 && number) {
    gboolean is_signed = s->is_signed[leaves[0]];
    add_around(limits, linear_dimension(leaves[0]),
               is_signed ? (Wide)term_signed(number->param, number->width) : (Wide)number->param);
  }
}

static gboolean is_compared(const Term *t) { return t->op >= TERM_EQ && t->op <= TERM_SLE && t->has_havoc; }

GArray *limits_of(const Space *s, const Term *const *terms, guint n) {
  GArray *limits = g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
  for (guint i = 0; i < s->n; i++) {
    Linear x = linear_dimension(i), minus_x = {0};
    linear_add(&minus_x, &x, -1);
    add_limit(limits, x, -least_of(s->leaf[i]->width, s->is_signed[i]));
    add_limit(limits, minus_x, greatest_of(s->leaf[i]->width, s->is_signed[i]));
    add_limit(limits, x, 0);
  }
  GPtrArray *nodes = term_postorder(terms, n);
  for (guint i = nodes->len; i-- > 0;) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (is_compared(t)) add_of_comparison(limits, s, t);
  }
  g_ptr_array_unref(nodes);
  return limits;
}
