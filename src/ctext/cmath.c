/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C's operators on mathematical integers, as bit-vectors that are wide enough. */
#include "ctext/ctyped.h"

#define MAX_POWER 16

static Typed ranged(Typed v, gint64 least, gint64 most) {
  v = typed_convert(v, 64, TRUE);
  v.least = least, v.most = most;
  return v;
}

static Typed truth_value(Typed v) { return ranged(v, 0, 1); }

Typed math_of(const Term *t, gboolean is_signed) {
  Typed v = typed_of(t, is_signed);
  if (term_is_const(t)) {
    gint64 n = is_signed ? term_signed(t->param, t->width) : (gint64)t->param;
    return ranged(v, n, n);
  }
  gint64 half = (gint64)(term_mask(t->width) >> 1);
  return is_signed ? ranged(v, -half - 1, half) : ranged(v, 0, (gint64)term_mask(t->width));
}

gboolean math_unary(int kind, Typed *a) {
  Typed old = *a;
  if (kind == '-' && old.least == G_MININT64) return FALSE;
  *a = typed_unary(kind, old);
  switch (kind) {
  case '!': *a = truth_value(*a); break;
  case '+': *a = ranged(*a, old.least, old.most); break;
  case '~': *a = ranged(*a, ~old.most, ~old.least); break;
  default: *a = ranged(*a, -old.most, -old.least); break;
  }
  return TRUE;
}

static gboolean add_ranges(const Typed *a, const Typed *b, gint64 *least, gint64 *most) {
  return !__builtin_add_overflow(a->least, b->least, least) &&
         !__builtin_add_overflow(a->most, b->most, most);
}

static gboolean subtract_ranges(const Typed *a, const Typed *b, gint64 *least, gint64 *most) {
  return !__builtin_sub_overflow(a->least, b->most, least) &&
         !__builtin_sub_overflow(a->most, b->least, most);
}

static gboolean multiply_ranges(const Typed *a, const Typed *b, gint64 *least, gint64 *most) {
  gint64 corners[4];
  gboolean over = __builtin_mul_overflow(a->least, b->least, &corners[0]) |
                  __builtin_mul_overflow(a->least, b->most, &corners[1]) |
                  __builtin_mul_overflow(a->most, b->least, &corners[2]) |
                  __builtin_mul_overflow(a->most, b->most, &corners[3]);
  *least = *most = corners[0];
  for (guint i = 1; i < 4; i++) *least = MIN(*least, corners[i]), *most = MAX(*most, corners[i]);
  return !over;
}

static gint64 magnitude(const Typed *v) { return MAX(ABS(v->least), ABS(v->most)); }

static gboolean multiply(Typed *a, Typed b) {
  gint64 least, most;
  if (!multiply_ranges(a, &b, &least, &most)) return FALSE;
  *a = ranged(typed_binary('*', *a, b), least, most);
  return TRUE;
}

static gboolean power(Typed *a, Typed b) {
  if (b.least != b.most || b.least < 0 || b.least > MAX_POWER) return FALSE;
  Typed base = *a;
  *a = ranged(typed_of(term_const(64, 1), TRUE), 1, 1);
  for (gint64 i = 0; i < b.least; i++)
    if (!multiply(a, base)) return FALSE;
  return TRUE;
}

/* Operators on bits stay within the smallest power of two that holds both operands. */
static Typed bitwise(int kind, Typed a, Typed b) {
  gint64 all = MAX(magnitude(&a), magnitude(&b));
  guint bits = g_bit_storage((gulong)all);
  gint64 most = (gint64)term_mask(MIN(bits, 63));
  gboolean negative = a.least < 0 || b.least < 0;
  return ranged(typed_binary(kind, a, b), negative ? -most - 1 : 0, most);
}

gboolean math_binary(int kind, Typed *a, Typed b) {
  Typed result = kind == '^' ? *a : typed_binary(kind, *a, b);
  gint64 least = 0, most = 0;
  gboolean has_magnitude = a->least != G_MININT64 && b.least != G_MININT64;
  if (!has_magnitude && (kind == '/' || kind == '%' || kind == '&' || kind == '|')) return FALSE;
  switch (kind) {
  case '+':
    if (!add_ranges(a, &b, &least, &most)) return FALSE;
    break;
  case '-':
    if (!subtract_ranges(a, &b, &least, &most)) return FALSE;
    break;
  case '*': return multiply(a, b);
  case '^': return power(a, b);
  case '/': most = magnitude(a), least = -most; break;
  case '%': most = MIN(magnitude(a), magnitude(&b)), least = -most; break;
  case '&':
  case '|': *a = bitwise(kind, *a, b); return TRUE;
  case TOKEN_SHL:
  case TOKEN_SHR: return FALSE;
  default: *a = truth_value(result); return TRUE;
  }
  *a = ranged(result, least, most);
  return TRUE;
}

Typed math_choose(Typed condition, Typed yes, Typed no) {
  return ranged(typed_choose(condition, yes, no), MIN(yes.least, no.least), MAX(yes.most, no.most));
}
