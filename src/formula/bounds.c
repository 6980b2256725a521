/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bounds on the value of a term, read without a sign and with one, from those of its arguments. */
#include "formula/store.h"

__extension__ typedef unsigned __int128 Wide; /* no sum or product of two values overflows it */

gint64 term_signed(guint64 value, guint width) {
  guint64 sign = G_GUINT64_CONSTANT(1) << (width - 1);
  return (gint64)(((value & term_mask(width)) ^ sign) - sign);
}

void term_signed_range(const Term *t, gint64 *smin, gint64 *smax) {
  *smin = t->smin;
  *smax = t->smax;
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

/* ---- with a sign ---- */

__extension__ typedef __int128 Signed;

static gint64 least_signed(guint width) { return term_signed(G_GUINT64_CONSTANT(1) << (width - 1), width); }
static gint64 greatest_signed(guint width) { return (gint64)(term_mask(width) >> 1); }

/* Values outside of the type wrap, and then nothing is known. */
static void set_signed(Term *t, Signed smin, Signed smax) {
  if (smin < least_signed(t->width) || smax > greatest_signed(t->width)) return;
  t->smin = MAX(t->smin, (gint64)smin);
  t->smax = MIN(t->smax, (gint64)smax);
}

static void set_signed_product(Term *t, const Term *a, const Term *b) {
  const Signed corners[] = {(Signed)a->smin * b->smin, (Signed)a->smin * b->smax, (Signed)a->smax * b->smin,
                            (Signed)a->smax * b->smax};
  Signed low = corners[0], high = corners[0];
  for (guint i = 1; i < G_N_ELEMENTS(corners); i++) low = MIN(low, corners[i]), high = MAX(high, corners[i]);
  set_signed(t, low, high);
}

/* By a positive constant: towards zero, with the sign of the dividend. */
static void set_signed_division(Term *t, const Term *a, const Term *b) {
  const gint64 c = b->smin;
  if (c != b->smax || c <= 0) return;
  if (t->op == TERM_SDIV)
    set_signed(t, a->smin / c, a->smax / c);
  else
    set_signed(t, MAX(MIN(a->smin, 0), 1 - c), MIN(MAX(a->smax, 0), c - 1));
}

static void set_signed_arithmetic(Term *t, const Term *a, const Term *b) {
  switch (t->op) {
  case TERM_ADD: set_signed(t, (Signed)a->smin + b->smin, (Signed)a->smax + b->smax); break;
  case TERM_SUB: set_signed(t, (Signed)a->smin - b->smax, (Signed)a->smax - b->smin); break;
  case TERM_MUL: set_signed_product(t, a, b); break;
  case TERM_SDIV:
  case TERM_SREM: set_signed_division(t, a, b); break;
  case TERM_ASHR:
    if (term_is_const(b) && b->param < t->width) set_signed(t, a->smin >> b->param, a->smax >> b->param);
    break;
  default: break;
  }
}

/* What either reading implies for the other, where the sign is known. */
static void reconcile(Term *t) {
  const guint64 mask = term_mask(t->width), half = mask / 2 + 1;
  if (t->umax < half || t->umin >= half) set_signed(t, term_signed(t->umin, t->width), term_signed(t->umax, t->width));
  if (t->width > 1 && (t->smin >= 0 || t->smax < 0))
    set(t, MAX(t->umin, (guint64)t->smin & mask), MIN(t->umax, (guint64)t->smax & mask));
}

static void set_signed_interval(Term *t) {
  const Term *const *a = t->args;
  t->smin = least_signed(t->width);
  t->smax = greatest_signed(t->width);
  if (t->index_width) return;
  if (t->width > 1) {
    if (t->op == TERM_SEXT || (t->op == TERM_EXTRACT && t->param == 0))
      set_signed(t, a[0]->smin, a[0]->smax);
    else if (t->op == TERM_NOT)
      set_signed(t, -(Signed)a[0]->smax - 1, -(Signed)a[0]->smin - 1);
    else if (t->op == TERM_ITE)
      set_signed(t, MIN(a[1]->smin, a[2]->smin), MAX(a[1]->smax, a[2]->smax));
    else if (t->op >= TERM_ADD && t->op <= TERM_ASHR)
      set_signed_arithmetic(t, a[0], a[1]);
  }
  reconcile(t);
}

static void set_unsigned_interval(Term *t) {
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

void term_set_interval(Term *t) {
  set_unsigned_interval(t);
  set_signed_interval(t);
}
