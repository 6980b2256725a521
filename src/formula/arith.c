/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplifying constructors of arithmetic on bit-vectors (width above 1): constants move to the right and
 * together.  All of it holds modulo 2^width. */
#include "formula/store.h"

static gboolean is_value(const Term *t, guint64 value) { return term_is_const(t) && t->param == value; }
static gboolean adds_const(const Term *t) { return t->op == TERM_ADD && term_is_const(t->args[1]); }

static const Term *add_const(const Term *a, guint64 k) {
  guint width = a->width;
  k &= term_mask(width);
  if (term_is_const(a)) return term_const(width, a->param + k);
  if (k == 0) return a;
  if (adds_const(a)) return add_const(a->args[0], a->args[1]->param + k);
  if (a->op == TERM_SUB && term_is_const(a->args[0]))
    return term_binary(TERM_SUB, term_const(width, a->args[0]->param + k), a->args[1]);
  return term_intern2(TERM_ADD, width, a, term_const(width, k));
}

static const Term *rewrite_add(const Term *a, const Term *b) {
  if (term_is_const(a)) return add_const(b, a->param);
  if (term_is_const(b)) return add_const(a, b->param);
  if (adds_const(a)) return add_const(term_binary(TERM_ADD, a->args[0], b), a->args[1]->param);
  if (adds_const(b)) return add_const(term_binary(TERM_ADD, a, b->args[0]), b->args[1]->param);
  if (a->op == TERM_SUB && a->args[1] == b) return a->args[0];
  if (b->op == TERM_SUB && b->args[1] == a) return b->args[0];
  return a->id <= b->id ? term_intern2(TERM_ADD, a->width, a, b) : term_intern2(TERM_ADD, a->width, b, a);
}

static const Term *rewrite_sub(const Term *a, const Term *b) {
  if (a == b) return term_const(a->width, 0);
  if (term_is_const(b)) return add_const(a, -b->param);
  if (adds_const(b)) return add_const(term_binary(TERM_SUB, a, b->args[0]), -b->args[1]->param);
  if (adds_const(a)) return add_const(term_binary(TERM_SUB, a->args[0], b), a->args[1]->param);
  if (a->op == TERM_ADD && a->args[0] == b) return a->args[1];
  if (a->op == TERM_ADD && a->args[1] == b) return a->args[0];
  if (b->op == TERM_SUB && b->args[0] == a) return b->args[1];
  return term_intern2(TERM_SUB, a->width, a, b);
}

static const Term *rewrite_mul(const Term *a, const Term *b) {
  if (term_is_const(a) || (!term_is_const(b) && a->id > b->id)) return rewrite_arith(TERM_MUL, b, a);
  if (is_value(b, 0)) return b;
  if (is_value(b, 1)) return a;
  if (term_is_const(b) && a->op == TERM_MUL && term_is_const(a->args[1]))
    return term_binary(TERM_MUL, a->args[0], term_const(a->width, a->args[1]->param * b->param));
  return term_intern2(TERM_MUL, a->width, a, b);
}

static const Term *rewrite_division(TermOp op, const Term *a, const Term *b) {
  guint64 half = G_GUINT64_CONSTANT(1) << (a->width - 1);
  gboolean is_rest = op == TERM_UREM || op == TERM_SREM;
  if (is_value(b, 1)) return is_rest ? term_const(a->width, 0) : a;
  if (is_value(b, 0) && is_rest) return a;
  if (is_value(b, 0) && op == TERM_UDIV) return term_const(a->width, G_MAXUINT64);
  if ((op == TERM_SDIV || op == TERM_SREM) && a->umax < half && b->umax < half)
    return term_binary(is_rest ? TERM_UREM : TERM_UDIV, a, b);
  if ((op == TERM_UDIV || op == TERM_UREM) && a->umax < b->umin) return is_rest ? a : term_const(a->width, 0);
  if (a == b && b->umin > 0) return term_const(a->width, !is_rest);
  return term_intern2(op, a->width, a, b);
}

const Term *rewrite_arith(TermOp op, const Term *a, const Term *b) {
  switch (op) {
  case TERM_ADD: return rewrite_add(a, b);
  case TERM_SUB: return rewrite_sub(a, b);
  case TERM_MUL: return rewrite_mul(a, b);
  default: return rewrite_division(op, a, b);
  }
}
