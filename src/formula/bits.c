/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplifying constructors of operations on the bits of vectors: masks, shifts, parts, extensions. */
#include "formula/store.h"

enum { EXTRACT_LIMIT = 64 };

static gboolean is_value(const Term *t, guint64 value) { return term_is_const(t) && t->param == value; }

static const Term *rewrite_mask(TermOp op, const Term *a, const Term *b) {
  guint width = a->width;
  guint64 ones = term_mask(width);
  if (term_is_const(a) || (!term_is_const(b) && a->id > b->id)) return rewrite_bits(op, b, a);
  if (a == b) return op == TERM_XOR ? term_const(width, 0) : a;
  if (is_value(b, 0)) return op == TERM_AND ? b : a;
  if (is_value(b, ones)) return op == TERM_AND ? a : op == TERM_OR ? b : term_not(a);
  if (term_is_const(b) && op == TERM_AND && (b->param & (b->param + 1)) == 0 && a->umax <= b->param) return a;
  if (term_is_const(b) && a->op == op && term_is_const(a->args[1])) {
    guint64 k = a->args[1]->param, l = b->param;
    return term_binary(op, a->args[0],
                       term_const(width, op == TERM_AND  ? k & l
                                         : op == TERM_OR ? k | l
                                                         : k ^ l));
  }
  if ((a->op == TERM_NOT && a->args[0] == b) || (b->op == TERM_NOT && b->args[0] == a))
    return term_const(width, op == TERM_AND ? 0 : ones);
  return term_intern2(op, width, a, b);
}

static const Term *rewrite_shift(TermOp op, const Term *a, const Term *b) {
  guint width = a->width;
  if (is_value(b, 0) || is_value(a, 0)) return a;
  if (op == TERM_ASHR && a->umax < G_GUINT64_CONSTANT(1) << (width - 1)) op = TERM_LSHR;
  if (b->umin >= width) {
    if (op != TERM_ASHR) return term_const(width, 0);
    b = term_const(width, width - 1);
  }
  if (term_is_const(b) && a->op == op && term_is_const(a->args[1])) {
    guint64 sum = a->args[1]->param + b->param; /* both are below width */
    if (sum >= width && op != TERM_ASHR) return term_const(width, 0);
    return term_binary(op, a->args[0], term_const(width, MIN(sum, width - 1)));
  }
  return term_intern2(op, width, a, b);
}

const Term *rewrite_bits(TermOp op, const Term *a, const Term *b) {
  return op == TERM_AND || op == TERM_OR || op == TERM_XOR ? rewrite_mask(op, a, b) : rewrite_shift(op, a, b);
}

/* Are the two one constant, or one part of a term, when joined? */
static gboolean joins(const Term *high, const Term *low) {
  if (term_is_const(high) && term_is_const(low)) return TRUE;
  return high->op == TERM_EXTRACT && low->op == TERM_EXTRACT && high->args[0] == low->args[0] &&
         high->param == low->param + low->width;
}

const Term *rewrite_concat(const Term *high, const Term *low) {
  guint width = high->width + low->width;
  if (is_value(high, 0)) return term_zext(low, width);
  if (high->op == TERM_ZEXT) return term_zext(term_concat(high->args[0], low), width);
  if (joins(high, low)) return term_extract(low->args[0], (guint)low->param, width);
  if (low->op == TERM_CONCAT && joins(high, low->args[0]))
    return term_concat(term_concat(high, low->args[0]), low->args[1]);
  if (high->op == TERM_CONCAT && joins(high->args[1], low))
    return term_concat(high->args[0], term_concat(high->args[1], low));
  return term_intern2(TERM_CONCAT, width, high, low);
}

/* The bits of a masked or shifted term that do not feel the mask or shift. */
static const Term *extract_through(const Term *a, guint low, guint width) {
  guint64 k = a->args[1]->param, part = term_mask(width);
  switch (a->op) {
  case TERM_AND:
    if ((k >> low & part) == part) return term_extract(a->args[0], low, width);
    return (k >> low & part) == 0 ? term_const(width, 0) : NULL;
  case TERM_OR:
    if ((k >> low & part) == 0) return term_extract(a->args[0], low, width);
    return (k >> low & part) == part ? term_const(width, part) : NULL;
  case TERM_LSHR: return k + low + width <= a->width ? term_extract(a->args[0], low + (guint)k, width) : NULL;
  case TERM_SHL:
    if (low >= k) return term_extract(a->args[0], low - (guint)k, width);
    return low + width <= k ? term_const(width, 0) : NULL;
  default: return NULL;
  }
}

static guint extracting; /* nested looks through masks and shifts: terms may be deeper than the stack */

const Term *rewrite_extract(const Term *a, guint low, guint width) {
  if (width == a->width) return a;
  const Term *inner = a->n_args ? a->args[0] : NULL;
  switch (a->op) {
  case TERM_EXTRACT: return term_extract(inner, low + (guint)a->param, width);
  case TERM_CONCAT:
    if (low >= a->args[1]->width) return term_extract(inner, low - a->args[1]->width, width);
    if (low + width <= a->args[1]->width) return term_extract(a->args[1], low, width);
    break;
  case TERM_ZEXT:
  case TERM_SEXT:
    if (low + width <= inner->width) return term_extract(inner, low, width);
    if (a->op == TERM_ZEXT && low >= inner->width) return term_const(width, 0);
    if (low == 0) return term_make(a->op, width, 0, &inner, 1);
    break;
  default:
    if (a->n_args == 2 && a->op != TERM_SELECT && term_is_const(a->args[1]) && extracting < EXTRACT_LIMIT) {
      extracting++;
      const Term *r = extract_through(a, low, width);
      extracting--;
      if (r) return r;
    }
  }
  if (a->umax < G_GUINT64_CONSTANT(1) << low) /* low is below 64 */
    return term_const(width, 0);
  return term_intern(TERM_EXTRACT, width, 0, low, &a, 1);
}

const Term *rewrite_extend(TermOp op, const Term *a, guint width) {
  if (width == a->width) return a;
  if (a->width == 1) /* as a choice of constants, which comparisons and arithmetic see through */
    return term_ite(a, term_const(width, op == TERM_ZEXT ? 1 : G_MAXUINT64), term_const(width, 0));
  if (a->op == op || a->op == TERM_ZEXT) return term_make(a->op, width, 0, a->args, 1);
  if (op == TERM_SEXT && a->umax < G_GUINT64_CONSTANT(1) << (a->width - 1)) op = TERM_ZEXT;
  return term_intern(op, width, 0, 0, &a, 1);
}
