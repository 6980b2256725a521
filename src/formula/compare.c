/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplifying constructors of equality and order on bit-vectors (width above 1). */
#include "formula/store.h"

enum { NEST_LIMIT = 16, UNDO_LIMIT = 64 };

static guint nesting; /* of comparisons that have been moved into conditionals */
static guint
    undoing; /* of equalities whose operations have been undone: terms may be deeper than the stack */

/* ite(c, k, x) op b becomes c & (k op b) | !c & (x op b), where k and b are constant. */
static const Term *into_ite(TermOp op, const Term *ite, const Term *b, gboolean swapped) {
  if (ite->op != TERM_ITE || !term_is_const(b) || nesting >= NEST_LIMIT) return NULL;
  if (!term_is_const(ite->args[1]) && !term_is_const(ite->args[2])) return NULL;
  nesting++;
  const Term *t = ite->args[1], *e = ite->args[2];
  const Term *r = term_ite(ite->args[0], swapped ? term_binary(op, b, t) : term_binary(op, t, b),
                           swapped ? term_binary(op, b, e) : term_binary(op, e, b));
  nesting--;
  return r;
}

gboolean term_never_equal(const Term *a, const Term *b) {
  if (a->umax < b->umin || b->umax < a->umin) return TRUE;
  guint64 offset_a = 0, offset_b = 0;
  if (a->op == TERM_ADD && term_is_const(a->args[1])) {
    offset_a = a->args[1]->param;
    a = a->args[0];
  }
  if (b->op == TERM_ADD && term_is_const(b->args[1])) {
    offset_b = b->args[1]->param;
    b = b->args[0];
  }
  return a == b && offset_a != offset_b;
}

/* x == k, where the operation that makes x can be undone. */
static const Term *eq_const(const Term *x, guint64 k) {
  const Term *a = x->n_args ? x->args[0] : NULL, *b = x->n_args > 1 ? x->args[1] : NULL;
  guint width = x->width;
  switch (x->op) {
  case TERM_ADD: return term_is_const(b) ? term_eq(a, term_const(width, k - b->param)) : NULL;
  case TERM_SUB:
    if (term_is_const(a)) return term_eq(b, term_const(width, a->param - k));
    return k == 0 ? term_eq(a, b) : NULL;
  case TERM_XOR:
    if (term_is_const(b)) return term_eq(a, term_const(width, k ^ b->param));
    return k == 0 ? term_eq(a, b) : NULL;
  case TERM_NOT: return term_eq(a, term_const(width, ~k));
  case TERM_ZEXT: return k <= term_mask(a->width) ? term_eq(a, term_const(a->width, k)) : term_bool(FALSE);
  case TERM_SEXT:
    if ((guint64)term_signed(k, a->width) << (64 - width) != k << (64 - width)) return term_bool(FALSE);
    return term_eq(a, term_const(a->width, k));
  case TERM_CONCAT:
    return term_and(term_eq(a, term_const(a->width, k >> b->width)), term_eq(b, term_const(b->width, k)));
  default: return NULL;
  }
}

/* a == b on one operation, where it is equality of what differs in the arguments. */
static const Term *eq_same_op(const Term *a, const Term *b) {
  if (a->op != b->op || a->n_args == 0) return NULL;
  switch (a->op) {
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_NOT: return a->args[0]->width == b->args[0]->width ? term_eq(a->args[0], b->args[0]) : NULL;
  case TERM_ADD:
  case TERM_XOR:
    for (guint i = 0; i < 4; i++)
      if (a->args[i / 2] == b->args[i % 2]) return term_eq(a->args[1 - i / 2], b->args[1 - i % 2]);
    return NULL;
  case TERM_SUB:
    return a->args[0] == b->args[0]   ? term_eq(a->args[1], b->args[1])
           : a->args[1] == b->args[1] ? term_eq(a->args[0], b->args[0])
                                      : NULL;
  case TERM_CONCAT:
    if (a->args[0]->width != b->args[0]->width) return NULL;
    return term_and(term_eq(a->args[0], b->args[0]), term_eq(a->args[1], b->args[1]));
  default: return NULL;
  }
}

/* a == a + x, or a - x: x is zero. */
static const Term *eq_moved(const Term *a, const Term *b) {
  if (b->op != TERM_ADD && b->op != TERM_SUB) return NULL;
  const Term *zero = term_const(a->width, 0);
  if (b->args[0] == a) return term_eq(b->args[1], zero);
  return b->op == TERM_ADD && b->args[1] == a ? term_eq(b->args[0], zero) : NULL;
}

const Term *rewrite_eq(const Term *a, const Term *b) {
  if (a == b) return term_bool(TRUE);
  if (term_never_equal(a, b)) return term_bool(FALSE);
  if (term_is_const(a) || (!term_is_const(b) && a->id > b->id)) {
    const Term *swap = a;
    a = b;
    b = swap;
  }
  const Term *r = NULL;
  if (undoing < UNDO_LIMIT) {
    undoing++;
    r = term_is_const(b) ? eq_const(a, b->param) : eq_same_op(a, b);
    if (!r) r = eq_moved(a, b);
    undoing--;
  }
  if (!r) r = into_ite(TERM_EQ, a, b, FALSE);
  return r ? r : term_intern2(TERM_EQ, 1, a, b);
}

static const Term *unsigned_less(const Term *a, const Term *b) {
  if (a->umax < b->umin) return term_bool(TRUE);
  if (a->umin >= b->umax) return term_bool(FALSE);
  if (b->umin == b->umax && b->umax == a->umin + 1) /* only the least value is below */
    return term_eq(a, term_const(a->width, a->umin));
  if (b->umin == b->umax && b->umax == a->umax) return term_not(term_eq(a, term_const(a->width, a->umax)));
  if (a->umin == a->umax && a->umin == b->umin) return term_not(term_eq(b, term_const(b->width, b->umin)));
  if (a->umin == a->umax && a->umin == b->umax - 1) return term_eq(b, term_const(b->width, b->umax));
  return NULL;
}

/* Both sides extended from one width, or one side and a constant that has that width. */
static const Term *less_unextended(TermOp op, const Term *a, const Term *b) {
  const Term *e = a->op == TERM_ZEXT || a->op == TERM_SEXT ? a : b;
  if ((e->op != TERM_ZEXT || op != TERM_ULT) && (e->op != TERM_SEXT || op != TERM_SLT)) return NULL;
  const Term *other = e == a ? b : a;
  guint width = e->args[0]->width;
  if (other->op == e->op && other->args[0]->width == width) return term_binary(op, a->args[0], b->args[0]);
  if (!term_is_const(other)) return NULL;
  const Term *narrow = term_const(width, other->param);
  if ((op == TERM_ULT ? term_zext(narrow, other->width) : term_sext(narrow, other->width)) != other)
    return NULL; /* the bounds of e decide that */
  return e == a ? term_binary(op, e->args[0], narrow) : term_binary(op, narrow, e->args[0]);
}

static const Term *signed_less(const Term *a, const Term *b) {
  gint64 a_min, a_max, b_min, b_max;
  term_signed_range(a, &a_min, &a_max);
  term_signed_range(b, &b_min, &b_max);
  if (a_max < b_min) return term_bool(TRUE);
  if (a_min >= b_max) return term_bool(FALSE);
  if ((a_min >= 0 && b_min >= 0) || (a_max < 0 && b_max < 0)) return term_binary(TERM_ULT, a, b);
  return NULL;
}

const Term *rewrite_less(TermOp op, const Term *a, const Term *b) {
  if (a == b) return term_bool(FALSE);
  const Term *r = op == TERM_ULT ? unsigned_less(a, b) : signed_less(a, b);
  if (!r) r = less_unextended(op, a, b);
  if (!r) r = into_ite(op, a, b, FALSE);
  if (!r) r = into_ite(op, b, a, TRUE);
  return r ? r : term_intern2(op, 1, a, b);
}
