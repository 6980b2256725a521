/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of one term with constants: which of them decide others.  x > 7 decides x > 3, x < 5 and x == 4. */
#include "formula/store.h"

static guint64 place(guint64 value, guint width, gboolean is_signed) {
  return is_signed ? value ^ (G_GUINT64_CONSTANT(1) << (width - 1)) : value;
}

static gboolean read_equality(const Term *t, gboolean negated, Bound *b) {
  const guint k = term_is_const(t->args[0]) ? 0 : 1;
  if (!term_is_const(t->args[k]) || t->args[k]->index_width) return FALSE;
  *b = (Bound){t->args[1 - k], t->args[k]->param, t->args[k]->param, FALSE, TRUE, negated};
  return TRUE;
}

static gboolean read_order(const Term *t, Bound *b) {
  const gboolean is_strict = t->op == TERM_ULT || t->op == TERM_SLT;
  const gboolean is_lower = term_is_const(t->args[0]); /* c < x */
  const Term *constant = t->args[is_lower ? 0 : 1], *x = t->args[is_lower ? 1 : 0];
  if (!term_is_const(constant)) return FALSE;
  const gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE;
  const guint64 mask = term_mask(x->width), at = place(constant->param, x->width, is_signed);
  if (is_strict && at == (is_lower ? mask : 0)) return FALSE; /* never holds */
  *b = is_lower ? (Bound){x, at + is_strict, mask, is_signed, FALSE, FALSE}
                : (Bound){x, 0, at - is_strict, is_signed, FALSE, FALSE};
  return TRUE;
}

gboolean bound_read(const Term *t, Bound *b) {
  const gboolean negated = t->op == TERM_NOT;
  if (negated) t = t->args[0];
  if (t->op == TERM_EQ) return t->args[0]->width > 1 && !t->args[0]->index_width && read_equality(t, negated, b);
  return !negated && t->op >= TERM_ULT && t->op <= TERM_SLE && read_order(t, b);
}

/* The values for which it does not hold, where that is one range. */
static gboolean complement(Bound *b) {
  const guint64 mask = term_mask(b->x->width);
  if (b->is_equality) {
    b->others = !b->others;
    return !b->others;
  }
  if (b->low > 0 && b->high == mask) {
    b->high = b->low - 1;
    b->low = 0;
  } else if (b->low == 0 && b->high < mask) {
    b->low = b->high + 1;
    b->high = mask;
  } else {
    return FALSE;
  }
  return TRUE;
}

static void put_in_order(Bound *b, gboolean is_signed) {
  if (!b->is_equality) return;
  b->low = place(b->low, b->x->width, is_signed);
  b->high = b->low;
  b->is_signed = is_signed;
  b->is_equality = FALSE;
}

/* Of which one range is known: does that decide b? */
static gboolean decides(Bound known, Bound b, gboolean *truth) {
  const gboolean is_signed = known.is_equality ? b.is_signed : known.is_signed;
  put_in_order(&known, is_signed);
  put_in_order(&b, is_signed);
  if (known.is_signed != b.is_signed) return FALSE;
  const gboolean inside = b.low <= known.low && known.high <= b.high,
                 apart = known.high < b.low || b.high < known.low;
  *truth = inside != b.others;
  return inside || apart;
}

gboolean bound_decides(const Bound *known, gboolean holds, const Bound *b, gboolean *truth) {
  Bound k = *known;
  if (k.x != b->x || (holds ? k.others : !complement(&k))) return FALSE;
  return decides(k, *b, truth);
}
