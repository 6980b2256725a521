/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The general constructor: checks, folds constants, and hands each operation to its simplifications. */
#include "base/limits.h"
#include "formula/store.h"

enum { DISTRIBUTE_LIMIT = 16, COMPARE_LIMIT = 64 };

static gboolean uses_param(TermOp op) { return op == TERM_EXTRACT || op == TERM_FROUND || op == TERM_ARRAY; }

static gboolean is_nan(guint width, guint64 bits) {
  guint64 infinity = width == 32 ? 0x7f800000 : G_GUINT64_CONSTANT(0x7ff0000000000000);
  return (bits & (term_mask(width) >> 1)) > infinity;
}

static const Term *fold_constants(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  guint64 values[3], result;
  guint widths[3];
  if (n == 0 || n > G_N_ELEMENTS(values)) return NULL;
  for (guint i = 0; i < n; i++) {
    if (!term_is_const(args[i])) return NULL;
    values[i] = args[i]->param;
    widths[i] = args[i]->width;
  }
  if (!term_fold(op, width, param, values, widths, n, &result)) return NULL;
  /* which NaN an operation makes differs between machines: it stays the operation */
  if (term_may_make_nan(op) && is_nan(width, result)) return NULL;
  return term_const(width, result);
}

/* At width 1 arithmetic is logic. */
static const Term *make_bit(TermOp op, const Term *a, const Term *b) {
  switch (op) {
  case TERM_XOR:
  case TERM_ADD:
  case TERM_SUB: return rewrite_bool_xor(a, b);
  case TERM_EQ: return term_not(rewrite_bool_xor(a, b));
  case TERM_MUL: return term_and(a, b);
  case TERM_UDIV:
  case TERM_SDIV:
  case TERM_SLE: return term_or(a, term_not(b));
  case TERM_UREM:
  case TERM_SREM:
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_SLT: return term_and(a, term_not(b));
  case TERM_ASHR: return a;
  case TERM_ULT: return term_and(term_not(a), b);
  case TERM_ULE: return term_or(term_not(a), b);
  default: g_assert_not_reached();
  }
}

static const Term *make_compare(TermOp op, const Term *a, const Term *b) {
  if (op == TERM_ULE || op == TERM_SLE) /* a <= b is not b < a, so that complements meet */
    return term_not(make_compare(op == TERM_ULE ? TERM_ULT : TERM_SLT, b, a));
  const Term *args[] = {a, b};
  const Term *spread = distribute(op, 1, 0, args, 2, COMPARE_LIMIT);
  if (spread) return spread;
  return op == TERM_EQ ? rewrite_eq(a, b) : rewrite_less(op, a, b);
}

static const Term *make_float(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  if (n == 2 && args[0] == args[1] && op == TERM_FLT) return term_bool(FALSE);
  const Term *simpler = rewrite_float(op, width, args);
  if (simpler) return simpler;
  gboolean commutes = op == TERM_FADD || op == TERM_FMUL || op == TERM_FEQ;
  if (commutes && args[0]->id > args[1]->id) return term_intern2(op, width, args[1], args[0]);
  return term_intern(op, width, 0, param, args, n);
}

/* What a product with 1 is of; NULL: it is none.  Nothing but the bits of a NaN differs. */
static const Term *times_one(const Term *t) {
  const guint64 one = t->width == 32 ? 0x3f800000 : G_GUINT64_CONSTANT(0x3ff0000000000000);
  for (guint i = 0; t->op == TERM_FMUL && i < 2; i++)
    if (term_is_const(t->args[i]) && t->args[i]->param == one) return t->args[1 - i];
  return NULL;
}

/* The same number, without such a product, also below choices and a change of its sign. */
static const Term *plain_number(const Term *t, guint depth) {
  const guint64 sign = G_GUINT64_CONSTANT(1) << (t->width - 1);
  const Term *of = times_one(t);
  if (t->op == TERM_ITE && depth > 0) {
    const Term *yes = plain_number(t->args[1], depth - 1), *no = plain_number(t->args[2], depth - 1);
    return yes == t->args[1] && no == t->args[2] ? t : term_ite(t->args[0], yes, no);
  }
  for (guint i = 0; i < 2 && !of && (t->op == TERM_XOR || t->op == TERM_AND); i++) {
    const Term *inner = times_one(t->args[i]), *mask = t->args[1 - i];
    if (inner && term_is_const(mask) && mask->param == (t->op == TERM_XOR ? sign : sign - 1))
      of = term_binary((TermOp)t->op, inner, mask);
  }
  return of ? of : t;
}

static const Term *make_vector(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  if (op >= TERM_EXTRACT && op <= TERM_SEXT && args[0]->width == width) return args[0];
  const Term *plain[3];
  for (guint i = 0; op >= TERM_FADD && op <= TERM_FTOUI && i < n; i++) {
    plain[i] = plain_number(args[i], limits.term_number_choices);
    if (i + 1 == n) args = plain;
  }
  const Term *spread = distribute(op, width, param, args, n, DISTRIBUTE_LIMIT);
  if (spread) return spread;
  switch (op) {
  case TERM_NOT: return rewrite_not(args[0]);
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR:
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: return rewrite_bits(op, args[0], args[1]);
  case TERM_CONCAT: return rewrite_concat(args[0], args[1]);
  case TERM_EXTRACT: return rewrite_extract(args[0], (guint)param, width);
  case TERM_ZEXT:
  case TERM_SEXT: return rewrite_extend(op, args[0], width);
  default:
    if (op >= TERM_FADD) return make_float(op, width, param, args, n);
    return rewrite_arith(op, args[0], args[1]);
  }
}

static const Term *make_leaf(TermOp op, guint width, guint64 param) {
  return op == TERM_HAVOC ? term_havoc((guint)param, width, 0) : term_intern(op, width, 0, param, NULL, 0);
}

const Term *term_make(TermOp op, guint width, guint64 param, const Term *const *args, guint n) {
  g_assert(term_sorts_fit(op, width, param, args, n));
  if (op <= TERM_HAVOC) return make_leaf(op, width, param);
  if (!uses_param(op)) param = 0;
  if (width == 1 && (op == TERM_AND || op == TERM_OR)) return rewrite_nary(op, args, n);
  const Term *folded = fold_constants(op, width, param, args, n);
  if (folded) return folded;
  switch (op) {
  case TERM_ITE: return rewrite_ite(args[0], args[1], args[2]);
  case TERM_ARRAY: return term_intern(op, width, (guint)param, param, args, n);
  case TERM_SELECT: return rewrite_select(args[0], args[1]);
  case TERM_STORE: return rewrite_store(args[0], args[1], args[2]);
  default:
    if (op == TERM_NOT && width == 1) return rewrite_not(args[0]);
    if (n == 2 && op >= TERM_XOR && op <= TERM_ASHR && args[0]->width == 1)
      return make_bit(op, args[0], args[1]);
    if (op >= TERM_EQ && op <= TERM_SLE) return make_compare(op, args[0], args[1]);
    return make_vector(op, width, param, args, n);
  }
}
