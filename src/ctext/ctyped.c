/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C's promotions, conversions and operators on terms. */
#include "ctext/ctyped.h"

Typed typed_of(const Term *t, gboolean is_signed) {
  return (Typed){.term = t, .is_signed = is_signed, .defined = term_bool(TRUE)};
}

Typed typed_convert(Typed v, guint width, gboolean is_signed) {
  if (width < v.term->width)
    v.term = term_extract(v.term, 0, width);
  else
    v.term = v.is_signed ? term_sext(v.term, width) : term_zext(v.term, width);
  v.is_signed = is_signed;
  return v;
}

static Typed promote(Typed v) { return v.term->width < 32 ? typed_convert(v, 32, TRUE) : v; }

/* With int, long and long long being 32 or 64 bits wide, width and sign decide what ranks do. */
static void usual_conversions(Typed *a, Typed *b) {
  *a = promote(*a), *b = promote(*b);
  guint width = MAX(a->term->width, b->term->width);
  gboolean is_unsigned =
      (a->term->width == width && !a->is_signed) || (b->term->width == width && !b->is_signed);
  *a = typed_convert(*a, width, !is_unsigned);
  *b = typed_convert(*b, width, !is_unsigned);
}

const Term *typed_truth(Typed v) { return term_not(term_eq(v.term, term_const(v.term->width, 0))); }

static Typed from_truth(const Term *t, const Term *defined) {
  return (Typed){
      .term = term_ite(t, term_const(32, 1), term_const(32, 0)), .is_signed = TRUE, .defined = defined};
}

static const Term *is_value(Typed v, guint64 n) { return term_eq(v.term, term_const(v.term->width, n)); }

/* Divisors that are not 0 and, with signs, do not make the one quotient that is too large. */
static const Term *divides(Typed a, Typed b) {
  guint64 least = G_GUINT64_CONSTANT(1) << (a.term->width - 1);
  const Term *zero = is_value(b, 0);
  return term_not(a.is_signed ? term_or(zero, term_and(is_value(a, least), is_value(b, G_MAXUINT64))) : zero);
}

static Typed shift(int kind, Typed a, Typed b) {
  TermOp op = kind == TOKEN_SHL ? TERM_SHL : a.is_signed ? TERM_ASHR : TERM_LSHR;
  guint width = a.term->width;
  const Term *in_range = term_binary(TERM_ULT, b.term, term_const(b.term->width, width));
  const Term *amount = typed_convert(b, width, FALSE).term;
  return (Typed){.term = term_binary(op, a.term, amount),
                 .is_signed = a.is_signed,
                 .defined = term_and_n((const Term *[]){a.defined, b.defined, in_range}, 3)};
}

static const Term *less(TermOp of_unsigned, TermOp of_signed, Typed a, Typed b) {
  return term_binary(a.is_signed ? of_signed : of_unsigned, a.term, b.term);
}

static Typed logical(int kind, Typed a, Typed b) {
  const Term *left = typed_truth(a), *right = typed_truth(b);
  const Term *decided = kind == TOKEN_AND ? term_not(left) : left;
  const Term *defined = term_and(a.defined, term_or(decided, b.defined));
  return from_truth(kind == TOKEN_AND ? term_and(left, right) : term_or(left, right), defined);
}

static Typed arithmetic(int kind, Typed a, Typed b) {
  usual_conversions(&a, &b);
  const Term *defined = term_and(a.defined, b.defined);
  TermOp op = TERM_ADD;
  switch (kind) {
  case TOKEN_EQ: return from_truth(term_eq(a.term, b.term), defined);
  case TOKEN_NE: return from_truth(term_not(term_eq(a.term, b.term)), defined);
  case '<': return from_truth(less(TERM_ULT, TERM_SLT, a, b), defined);
  case '>': return from_truth(less(TERM_ULT, TERM_SLT, b, a), defined);
  case TOKEN_LE: return from_truth(less(TERM_ULE, TERM_SLE, a, b), defined);
  case TOKEN_GE: return from_truth(less(TERM_ULE, TERM_SLE, b, a), defined);
  case '-': op = TERM_SUB; break;
  case '*': op = TERM_MUL; break;
  case '&': op = TERM_AND; break;
  case '|': op = TERM_OR; break;
  case '^': op = TERM_XOR; break;
  case '/': op = a.is_signed ? TERM_SDIV : TERM_UDIV; break;
  case '%': op = a.is_signed ? TERM_SREM : TERM_UREM; break;
  default: break;
  }
  if (kind == '/' || kind == '%') defined = term_and(defined, divides(a, b));
  return (Typed){.term = term_binary(op, a.term, b.term), .is_signed = a.is_signed, .defined = defined};
}

Typed typed_binary(int kind, Typed a, Typed b) {
  if (kind == TOKEN_AND || kind == TOKEN_OR) return logical(kind, a, b);
  if (kind == TOKEN_SHL || kind == TOKEN_SHR) return shift(kind, promote(a), promote(b));
  return arithmetic(kind, a, b);
}

Typed typed_unary(int kind, Typed a) {
  if (kind == '!') return from_truth(term_not(typed_truth(a)), a.defined);
  a = promote(a);
  if (kind == '~') a.term = term_not(a.term);
  if (kind == '-') a.term = term_binary(TERM_SUB, term_const(a.term->width, 0), a.term);
  return a;
}

Typed typed_choose(Typed c, Typed a, Typed b) {
  usual_conversions(&a, &b);
  const Term *taken = typed_truth(c);
  return (Typed){.term = term_ite(taken, a.term, b.term),
                 .is_signed = a.is_signed,
                 .defined = term_and(c.defined, term_ite(taken, a.defined, b.defined))};
}

Typed typed_cast(Typed v, guint width, gboolean is_signed) {
  if (width > 1) return typed_convert(v, width, is_signed);
  return typed_convert(from_truth(typed_truth(v), v.defined), 8, FALSE);
}
