/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds of a formula that do not mention unknown values.
 *
 * For each Boolean node two formulas are computed together: must => node => may.  They differ only where a
 * havoc occurs; negation exchanges them.
 *
 * An atom may hold a havoc that it seldom depends on: ite(c, havoc, x) < y.  For the nodes below atoms a
 * guard and a plain term are computed, without havocs: where the guard holds, the node has the plain term's
 * value. */
#include "formula/store.h"

typedef struct {
  IdMap must, may;     /* of Booleans */
  IdMap guards, plain; /* of atoms and what is below them */
} Bounds;

static const Term *known(const IdMap *map, const Term *t) {
  return GSIZE_TO_POINTER((gsize)*id_map_find(map, t->id));
}

static const Term *guard_of(const Bounds *b, const Term *t) {
  return t->has_havoc ? known(&b->guards, t) : term_bool(TRUE);
}

static const Term *plain_of(const Bounds *b, const Term *t) { return t->has_havoc ? known(&b->plain, t) : t; }

/* A havoc, or read from an array that has one: any value. */
static gboolean is_open(const Term *t) {
  gboolean open = t->n_args == 0 || t->index_width;
  for (guint i = 0; i < t->n_args; i++) open |= t->args[i]->index_width && t->args[i]->has_havoc;
  return open;
}

static void set_guarded(Bounds *b, const Term *t, const Term *guard, const Term *plain) {
  if (term_is_false(guard)) plain = term_const(t->width, 0); /* never asked for */
  id_map_set(&b->guards, t->id, GPOINTER_TO_SIZE(guard));
  id_map_set(&b->plain, t->id, GPOINTER_TO_SIZE(plain));
}

/* Where one argument alone decides a connective: it is false in a conjunction, true in a disjunction. */
static const Term *decided(const Bounds *b, const Term *t) {
  const Term *any = term_bool(FALSE);
  if (t->width != 1 || (t->op != TERM_AND && t->op != TERM_OR)) return any;
  for (guint i = 0; i < t->n_args; i++) {
    const Term *plain = plain_of(b, t->args[i]);
    any = term_or(any, term_and(guard_of(b, t->args[i]), t->op == TERM_AND ? term_not(plain) : plain));
  }
  return any;
}

static const Term *guard_of_all(const Bounds *b, const Term *t) {
  const Term *all = term_bool(TRUE);
  for (guint i = 0; i < t->n_args; i++) all = term_and(all, guard_of(b, t->args[i]));
  return all;
}

/* All arguments are known. */
static void guard_node(Bounds *b, const Term *t) {
  const Term *guard;
  if (t->op == TERM_ITE) {
    const Term *c = plain_of(b, t->args[0]);
    guard = term_and(guard_of(b, t->args[0]), term_ite(c, guard_of(b, t->args[1]), guard_of(b, t->args[2])));
  } else {
    guard = term_or(guard_of_all(b, t), decided(b, t));
  }
  GPtrArray *args = g_ptr_array_sized_new(t->n_args);
  for (guint i = 0; i < t->n_args; i++) g_ptr_array_add(args, (gpointer)plain_of(b, t->args[i]));
  const Term *plain = term_is_false(guard)
                          ? NULL
                          : term_make(t->op, t->width, t->param, (const Term *const *)args->pdata, t->n_args);
  set_guarded(b, t, guard, plain);
  g_ptr_array_free(args, TRUE);
}

static const Term *bound(const Bounds *b, const Term *t, gboolean may) {
  return t->has_havoc ? known(may ? &b->may : &b->must, t) : t;
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
static gboolean push_missing(GPtrArray *stack, const IdMap *done, const Term *t) {
  guint before = stack->len;
  for (guint i = 0; i < t->n_args; i++)
    if (t->args[i]->has_havoc && !id_map_has(done, t->args[i]->id))
      g_ptr_array_add(stack, (gpointer)t->args[i]);
  return stack->len > before;
}

static void guard_atom(Bounds *b, const Term *atom) {
  GPtrArray *stack = g_ptr_array_new();
  g_ptr_array_add(stack, (gpointer)atom);
  while (stack->len) {
    const Term *top = g_ptr_array_index(stack, stack->len - 1);
    if (!id_map_has(&b->guards, top->id)) {
      if (is_open(top))
        set_guarded(b, top, term_bool(FALSE), NULL);
      else if (push_missing(stack, &b->guards, top))
        continue;
      else
        guard_node(b, top);
    }
    g_ptr_array_set_size(stack, stack->len - 1);
  }
  g_ptr_array_free(stack, TRUE);
}

static const Term *bound_atom(Bounds *b, const Term *atom, gboolean may) {
  guard_atom(b, atom);
  const Term *guard = guard_of(b, atom), *plain = plain_of(b, atom);
  return may ? term_or(term_not(guard), plain) : term_and(guard, plain);
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
      if (connective && push_missing(stack, &b.may, top)) continue;
      const Term *high = connective ? bound_connective(&b, top, TRUE) : bound_atom(&b, top, TRUE);
      const Term *low = connective ? bound_connective(&b, top, FALSE) : bound_atom(&b, top, FALSE);
      id_map_set(&b.may, top->id, GPOINTER_TO_SIZE(high));
      id_map_set(&b.must, top->id, GPOINTER_TO_SIZE(low));
    }
    g_ptr_array_set_size(stack, stack->len - 1);
  }
  const Term *result = bound(&b, t, may);
  g_ptr_array_free(stack, TRUE);
  id_map_clear(&b.may);
  id_map_clear(&b.must);
  id_map_clear(&b.guards);
  id_map_clear(&b.plain);
  return result;
}
