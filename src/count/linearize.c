/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as linear expressions. */
#include "count/linearize.h"
#include "base/limits.h"

static gboolean need(Linearizer *l, NeedKind kind, const Term *t) {
  l->need.kind = kind;
  l->need.term = t;
  return FALSE;
}

static Int power(guint bits) { return (Int)1 << bits; }
static Int floor_div(Int a, Int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* The wrap that the region was split by. */
static gboolean chosen_wrap(const Linearizer *l, const Term *t, guint bits, gboolean is_signed, Int *wrap) {
  for (guint i = 0; i < l->wraps->len; i++) {
    const Wrap *c = &g_array_index(l->wraps, Wrap, i);
    if (c->term != t || c->bits != bits || c->is_signed != is_signed) continue;
    *wrap = c->wrap;
    return TRUE;
  }
  return FALSE;
}

/* The low bits of t as a number. */
static gboolean low_bits(Linearizer *l, const Term *t, guint bits, gboolean is_signed, Affine *out) {
  if (!linearize_modulo(l, t, out)) return FALSE;
  const Int low = is_signed ? -power(bits - 1) : 0, size = power(bits);
  Range values, wraps;
  Int wrap;
  if (!ranges_of(l->ranges, out, &values)) return need(l, NEED_OTHER, t);
  wraps = (Range){floor_div(values.low - low, size), floor_div(values.high - low, size)};
  wrap = wraps.low;
  if (wraps.low != wraps.high && !chosen_wrap(l, t, bits, is_signed, &wrap)) {
    l->need = (Need){.bits = bits, .is_signed = is_signed, .expr = *out, .wraps = wraps};
    l->need.values = (Range){low, low + size - 1};
    return need(l, wraps.high - wraps.low < limits.count_linear_wraps ? NEED_WRAPS : NEED_OTHER, t);
  }
  out->constant -= wrap * size;
  return TRUE;
}

gboolean linearize(Linearizer *l, const Term *t, gboolean is_signed, Affine *out) {
  return low_bits(l, t, t->width, is_signed, out);
}

static gboolean combine(Linearizer *l, const Term *t, Affine *out, const Affine *b, Int times) {
  return affine_add(out, b, times, l->ranges->n) || need(l, NEED_OTHER, t);
}

static gboolean sum(Linearizer *l, const Term *t, Affine *out) {
  Affine b;
  return linearize_modulo(l, t->args[0], out) && linearize_modulo(l, t->args[1], &b) &&
         combine(l, t, out, &b, t->op == TERM_ADD ? 1 : -1);
}

static gboolean multiple(Linearizer *l, const Term *t, const Term *a, Int times, Affine *out) {
  Affine b;
  *out = (Affine){0};
  return linearize_modulo(l, a, &b) && combine(l, t, out, &b, times);
}

static gboolean product(Linearizer *l, const Term *t, Affine *out) {
  const guint k = term_is_const(t->args[0]) ? 0 : 1;
  if (!term_is_const(t->args[k])) return need(l, NEED_OTHER, t);
  return multiple(l, t, t->args[1 - k], term_signed(t->args[k]->param, t->width), out);
}

static gboolean shifted(Linearizer *l, const Term *t, Affine *out) {
  if (!term_is_const(t->args[1]) || t->args[1]->param >= t->width) return need(l, NEED_OTHER, t);
  return multiple(l, t, t->args[0], power((guint)t->args[1]->param), out);
}

/* x & 0xff is the low bits of x. */
static gboolean masked(Linearizer *l, const Term *t, Affine *out) {
  const guint k = term_is_const(t->args[0]) ? 0 : 1;
  const guint64 mask = t->args[k]->param;
  if (!term_is_const(t->args[k]) || (mask & (mask + 1)) != 0 || mask == 0) return need(l, NEED_OTHER, t);
  return low_bits(l, t->args[1 - k], 64 - (guint)__builtin_clzll(mask), FALSE, out);
}

static gboolean joined(Linearizer *l, const Term *t, Affine *out) {
  Affine high;
  return linearize(l, t->args[1], FALSE, out) && linearize_modulo(l, t->args[0], &high) &&
         combine(l, t, out, &high, power(t->args[1]->width));
}

static gboolean chosen(Linearizer *l, const Term *t, Affine *out) {
  const int truth = l->truth(t->args[0], l->data);
  if (truth < 0) return need(l, NEED_TRUTH, t->args[0]);
  return linearize_modulo(l, t->args[truth ? 1 : 2], out);
}

/* A Boolean that is used as a number. */
static gboolean truth_value(Linearizer *l, const Term *t, Affine *out) {
  const int truth = l->truth(t, l->data);
  if (truth < 0) return need(l, NEED_TRUTH, t);
  out->constant = truth;
  return TRUE;
}

gboolean linearize_modulo(Linearizer *l, const Term *t, Affine *out) {
  if (t->depth > limits.count_linear_depth || l->work++ > limits.count_linear_work || t->index_width)
    return need(l, NEED_OTHER, t);
  *out = (Affine){0};
  if (t->width == 1 && t->op > TERM_INPUT && t->op < TERM_ADD) return truth_value(l, t, out);
  switch ((TermOp)t->op) {
  case TERM_CONST: out->constant = term_signed(t->param, t->width); return TRUE;
  case TERM_INPUT: out->factor[GPOINTER_TO_UINT(g_hash_table_lookup(l->inputs, t)) - 1] = 1; return TRUE;
  case TERM_ADD:
  case TERM_SUB: return sum(l, t, out);
  case TERM_MUL: return product(l, t, out);
  case TERM_SHL: return shifted(l, t, out);
  case TERM_NOT:
    if (!multiple(l, t, t->args[0], -1, out)) return FALSE;
    out->constant -= 1;
    return TRUE;
  case TERM_AND: return masked(l, t, out);
  case TERM_ZEXT:
  case TERM_SEXT: return linearize(l, t->args[0], t->op == TERM_SEXT, out);
  case TERM_EXTRACT: return t->param == 0 ? linearize_modulo(l, t->args[0], out) : need(l, NEED_OTHER, t);
  case TERM_CONCAT: return joined(l, t, out);
  case TERM_ITE: return chosen(l, t, out);
  default: return need(l, NEED_OTHER, t);
  }
}
