/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of a formula that do not mention unknown values.
 *
 * For each Boolean node two formulas are computed together: must => node => may.  They differ only where a
 * havoc occurs; negation exchanges them. */
#include "formula/store.h"

typedef struct {
  IdMap must, may;
} Bounds;

static const Term *bound(const Bounds *b, const Term *t, gboolean may) {
  return t->has_havoc ? GSIZE_TO_POINTER((gsize)*id_map_find(may ? &b->may : &b->must, t->id)) : t;
}

static const Term *bound_not(const Bounds *b, const Term *t, gboolean may) {
  return term_not(bound(b, t, !may));
}

/* Is the node seen as a connective of Booleans? Else it is an atom. */
static gboolean is_connective(const Term *t) {
  return t->has_havoc && t->width == 1 && t->n_args > 0 &&
         (t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_ITE ||
          t->op == TERM_XOR);
}

/* One of two exclusive cases; when both give the same, the condition need not be known. */
static const Term *choose(const Term *c, const Term *not_c, const Term *t, const Term *e) {
  return term_or(term_and(c, t), term_or(term_and(not_c, e), term_and(t, e)));
}

static const Term *bound_choice(const Bounds *b, const Term *t, gboolean may) {
  const Term *const *a = t->args;
  if (t->op == TERM_XOR) /* ite(a, !b, b) */
    return choose(bound(b, a[0], may), bound_not(b, a[0], may), bound_not(b, a[1], may), bound(b, a[1], may));
  if (!a[0]->has_havoc) return term_ite(a[0], bound(b, a[1], may), bound(b, a[2], may));
  return choose(bound(b, a[0], may), bound_not(b, a[0], may), bound(b, a[1], may), bound(b, a[2], may));
}

static const Term *bound_connective(const Bounds *b, const Term *t, gboolean may) {
  if (t->op == TERM_NOT) return bound_not(b, t->args[0], may);
  if (t->op == TERM_ITE || t->op == TERM_XOR) return bound_choice(b, t, may);
  GPtrArray *args = g_ptr_array_sized_new(t->n_args);
  for (guint i = 0; i < t->n_args; i++) g_ptr_array_add(args, (gpointer)bound(b, t->args[i], may));
  const Term *r = term_make(t->op, 1, 0, (const Term *const *)args->pdata, t->n_args);
  g_ptr_array_free(args, TRUE);
  return r;
}

/* Pushes what must be known before t; FALSE when all is. */
static gboolean push_missing(GPtrArray *stack, const Bounds *b, const Term *t) {
  guint before = stack->len;
  for (guint i = 0; i < t->n_args; i++)
    if (t->args[i]->has_havoc && !id_map_has(&b->may, t->args[i]->id))
      g_ptr_array_add(stack, (gpointer)t->args[i]);
  return stack->len > before;
}

const Term *term_without_havoc(const Term *t, gboolean may) {
  g_assert(t->width == 1 && !t->index_width);
  if (!t->has_havoc) return t;
  Bounds b = {0};
  GPtrArray *stack = g_ptr_array_new();
  g_ptr_array_add(stack, (gpointer)t);
  while (stack->len) {
    const Term *top = g_ptr_array_index(stack, stack->len - 1);
    gboolean connective = is_connective(top);
    if (!id_map_has(&b.may, top->id)) {
      if (connective && push_missing(stack, &b, top)) continue;
      const Term *high = connective ? bound_connective(&b, top, TRUE) : term_bool(TRUE);
      const Term *low = connective ? bound_connective(&b, top, FALSE) : term_bool(FALSE);
      id_map_set(&b.may, top->id, GPOINTER_TO_SIZE(high));
      id_map_set(&b.must, top->id, GPOINTER_TO_SIZE(low));
    }
    g_ptr_array_set_size(stack, stack->len - 1);
  }
  const Term *result = bound(&b, t, may);
  g_ptr_array_free(stack, TRUE);
  id_map_clear(&b.may);
  id_map_clear(&b.must);
  return result;
}
