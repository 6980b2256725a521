/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditional terms: their simplifications, and the operations on trees of them that end in constants. */
#include "formula/store.h"

/* Spends one unit of fuel per node; FALSE when it runs out or a leaf is not constant. */
static gboolean is_constant_tree(const Term *t, guint *fuel) {
  if (term_is_const(t)) return TRUE;
  if (t->op != TERM_ITE || *fuel == 0) return FALSE;
  --*fuel;
  return is_constant_tree(t->args[2], fuel) && is_constant_tree(t->args[1], fuel);
}

static gboolean is_small_tree(const Term *t, guint limit) {
  guint fuel = limit - 1; /* a tree of n leaves has n - 1 inner nodes */
  return t->op == TERM_ITE && !t->index_width && is_constant_tree(t, &fuel);
}

typedef struct {
  TermOp op;
  guint width;
  guint64 param;
  guint n;
} Operation;

static const Term *apply(const Operation *o, const Term *a, const Term *b) {
  const Term *args[] = {a, b};
  if (a->op == TERM_ITE && (!b || b->op != TERM_ITE || b->args[0] == a->args[0])) {
    const Term *b1 = b && b->op == TERM_ITE ? b->args[1] : b, *b2 = b && b->op == TERM_ITE ? b->args[2] : b;
    return term_ite(a->args[0], apply(o, a->args[1], b1), apply(o, a->args[2], b2));
  }
  if (b && b->op == TERM_ITE) return term_ite(b->args[0], apply(o, a, b->args[1]), apply(o, a, b->args[2]));
  return term_make(o->op, o->width, o->param, args, o->n);
}

/* Two trees are taken only when they split on the same condition all the way down. */
static gboolean are_alike(const Term *a, const Term *b) {
  if (a->op != TERM_ITE || b->op != TERM_ITE) return TRUE;
  return a->args[0] == b->args[0] && are_alike(a->args[1], b->args[1]) && are_alike(a->args[2], b->args[2]);
}

const Term *distribute(TermOp op, guint width, guint64 param, const Term *const *args, guint n, guint limit) {
  const Operation o = {op, width, param, n};
  if (n == 1) return is_small_tree(args[0], limit) ? apply(&o, args[0], NULL) : NULL;
  const Term *a = args[0], *b = args[1];
  gboolean fits = (term_is_const(a) && is_small_tree(b, limit)) ||
                  (term_is_const(b) && is_small_tree(a, limit)) ||
                  (a->op == TERM_ITE && b->op == TERM_ITE && a->args[0] == b->args[0] &&
                   is_small_tree(a, limit) && is_small_tree(b, limit) && are_alike(a, b));
  return fits ? apply(&o, a, b) : NULL;
}

static const Term *bool_ite(const Term *c, const Term *t, const Term *e) {
  if (term_is_const(t)) return t->param ? term_or(c, e) : term_and(term_not(c), e);
  if (term_is_const(e)) return e->param ? term_or(term_not(c), t) : term_and(c, t);
  if (t == c) return term_or(c, e);
  if (e == c) return term_and(c, t);
  const Term *not_c = term_complement(c);
  if (not_c && t == not_c) return term_and(not_c, e);
  if (not_c && e == not_c) return term_or(not_c, t);
  if (term_complement(t) == e) return term_eq(c, t);
  return NULL;
}

/* Nested conditionals that choose between the same two values are one. */
static const Term *join_nested(const Term *c, const Term *t, const Term *e) {
  if (e->op == TERM_ITE) {
    const Term *d = e->args[0];
    if (e->args[1] == t) return term_ite(term_or(c, d), t, e->args[2]);
    if (e->args[2] == t) return term_ite(term_or(c, term_not(d)), t, e->args[1]);
  }
  if (t->op == TERM_ITE) {
    const Term *d = t->args[0];
    if (t->args[2] == e) return term_ite(term_and(c, d), t->args[1], e);
    if (t->args[1] == e) return term_ite(term_and(c, term_not(d)), t->args[2], e);
  }
  return NULL;
}

const Term *rewrite_ite(const Term *c, const Term *t, const Term *e) {
  if (term_is_const(c)) return c->param ? t : e;
  if (c->op == TERM_NOT || c->op == TERM_ULE || c->op == TERM_SLE) return rewrite_ite(term_not(c), e, t);
  while (t->op == TERM_ITE && t->args[0] == c) t = t->args[1];
  while (e->op == TERM_ITE && e->args[0] == c) e = e->args[2];
  if (t == e) return t;
  const Term *simpler = t->width == 1 && !t->index_width ? bool_ite(c, t, e) : NULL;
  if (!simpler) simpler = join_nested(c, t, e);
  if (simpler) return simpler;
  if (t->op == TERM_STORE && e->op == TERM_STORE && t->args[0] == e->args[0] && t->args[1] == e->args[1])
    return term_store(t->args[0], t->args[1], term_ite(c, t->args[2], e->args[2]));
  return term_intern(TERM_ITE, t->width, t->index_width, 0, (const Term *[]){c, t, e}, 3);
}
