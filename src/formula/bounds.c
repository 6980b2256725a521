/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds on the unsigned value of a term, from those of its arguments. */
#include "formula/store.h"

__extension__ typedef unsigned __int128 Wide; /* no sum or product of two values overflows it */

gint64 term_signed(guint64 value, guint width) {
  guint64 sign = G_GUINT64_CONSTANT(1) << (width - 1);
  return (gint64)(((value & term_mask(width)) ^ sign) - sign);
}

void term_signed_range(const Term *t, gint64 *smin, gint64 *smax) {
  while (t->op == TERM_SEXT) t = t->args[0];
  guint64 half = G_GUINT64_CONSTANT(1) << (t->width - 1);
  if (t->umax < half || t->umin >= half) {
    *smin = term_signed(t->umin, t->width);
    *smax = term_signed(t->umax, t->width);
  } else if (t->op == TERM_SREM && term_is_const(t->args[1]) && t->args[1]->param - 1 < half - 1) {
    *smax = (gint64)(t->args[1]->param - 1); /* the divisor is positive */
    *smin = -*smax;
  } else {
    *smin = term_signed(half, t->width);
    *smax = (gint64)(half - 1);
  }
}

/* All ones up to the highest one of value. */
static guint64 fill(guint64 value) { return value ? G_MAXUINT64 >> __builtin_clzll(value) : 0; }

static void set(Term *t, guint64 umin, guint64 umax) {
  t->umin = umin;
  t->umax = umax;
}

static void set_sum(Term *t, const Term *a, const Term *b) {
  Wide low = (Wide)a->umin + b->umin, high = (Wide)a->umax + b->umax, mask = term_mask(t->width);
  if (high <= mask || low > mask) /* never wraps, or always */
    set(t, (guint64)(low & mask), (guint64)(high & mask));
}

static void set_difference(Term *t, const Term *a, const Term *b) {
  if (a->umin >= b->umax || a->umax < b->umin)
    set(t, (a->umin - b->umax) & term_mask(t->width), (a->umax - b->umin) & term_mask(t->width));
}

static void set_product(Term *t, const Term *a, const Term *b) {
  if ((Wide)a->umax * b->umax <= term_mask(t->width)) set(t, a->umin * b->umin, a->umax * b->umax);
}

static void set_quotient(Term *t, const Term *a, const Term *b) {
  if (b->umin > 0) set(t, a->umin / b->umax, a->umax / b->umin);
}

static void set_remainder(Term *t, const Term *a, const Term *b) {
  if (a->umax < b->umin)
    set(t, a->umin, a->umax);
  else
    set(t, 0, b->umin > 0 ? MIN(a->umax, b->umax - 1) : a->umax);
}

static void set_right_shift(Term *t, const Term *a, const Term *b) {
  set(t, b->umax < t->width ? a->umin >> b->umax : 0, b->umin < t->width ? a->umax >> b->umin : 0);
}

static void set_left_shift(Term *t, const Term *a, const Term *b) {
  if (b->umax < t->width && (Wide)a->umax << b->umax <= term_mask(t->width))
    set(t, a->umin << b->umin, a->umax << b->umax);
}

static void set_extract(Term *t, const Term *a) {
  guint64 low = a->umin >> t->param, high = a->umax >> t->param, mask = term_mask(t->width);
  if ((low & ~mask) == (high & ~mask)) set(t, low & mask, high & mask);
}

static void set_sign_extension(Term *t, const Term *a) {
  guint64 half = G_GUINT64_CONSTANT(1) << (a->width - 1);
  if (a->umax < half || a->umin >= half)
    set(t, (guint64)term_signed(a->umin, a->width) & term_mask(t->width),
        (guint64)term_signed(a->umax, a->width) & term_mask(t->width));
}

static void set_arithmetic(Term *t, const Term *a, const Term *b) {
  guint64 half = G_GUINT64_CONSTANT(1) << (t->width - 1);
  gboolean natural = a->umax < half && b->umax < half;
  switch (t->op) {
  case TERM_ADD: set_sum(t, a, b); break;
  case TERM_SUB: set_difference(t, a, b); break;
  case TERM_MUL: set_product(t, a, b); break;
  case TERM_SDIV:
  case TERM_UDIV:
    if (natural || t->op == TERM_UDIV) set_quotient(t, a, b);
    break;
  case TERM_SREM:
  case TERM_UREM:
    if (natural || t->op == TERM_UREM) set_remainder(t, a, b);
    break;
  case TERM_ASHR:
  case TERM_LSHR:
    if (a->umax < half || t->op == TERM_LSHR) set_right_shift(t, a, b);
    break;
  default: set_left_shift(t, a, b);
  }
}

/* Booleans keep 0..1. */
static void set_logic(Term *t, const Term *a, const Term *b) {
  if (t->op == TERM_AND)
    set(t, 0, MIN(a->umax, b->umax));
  else
    set(t, t->op == TERM_OR ? MAX(a->umin, b->umin) : 0, fill(a->umax | b->umax));
}

void term_set_interval(Term *t) {
  const Term *const *a = t->args;
  set(t, 0, term_mask(t->width));
  switch (t->op) {
  case TERM_CONST: set(t, t->param, t->param); break;
  case TERM_NOT: set(t, term_mask(t->width) - a[0]->umax, term_mask(t->width) - a[0]->umin); break;
  case TERM_AND:
  case TERM_OR:
  case TERM_XOR:
    if (t->width > 1) set_logic(t, a[0], a[1]);
    break;
  case TERM_ITE:
    if (!t->index_width) set(t, MIN(a[1]->umin, a[2]->umin), MAX(a[1]->umax, a[2]->umax));
    break;
  case TERM_CONCAT:
    set(t, a[0]->umin << a[1]->width | a[1]->umin, a[0]->umax << a[1]->width | a[1]->umax);
    break;
  case TERM_EXTRACT: set_extract(t, a[0]); break;
  case TERM_ZEXT: set(t, a[0]->umin, a[0]->umax); break;
  case TERM_SEXT: set_sign_extension(t, a[0]); break;
  default:
    if (t->op >= TERM_ADD && t->op <= TERM_ASHR) set_arithmetic(t, a[0], a[1]);
  }
}
