/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic of intervals. */
#include "engine/shape/atom.h"

static gint64 least(guint width) {
  return width == 1 ? 0 : width >= 64 ? G_MININT64 : -(G_GINT64_CONSTANT(1) << (width - 1));
}

static gint64 greatest(guint width) {
  return width == 1 ? 1 : width >= 64 ? G_MAXINT64 : (G_GINT64_CONSTANT(1) << (width - 1)) - 1;
}

Atom atom_any(guint width) { return (Atom){.kind = ATOM_INT, .lo = least(width), .hi = greatest(width)}; }

Atom atom_int(gint64 value) {
  return (Atom){.kind = ATOM_INT, .nonzero = value != 0, .lo = value, .hi = value};
}

Atom atom_interval(gint64 lo, gint64 hi, guint width) {
  if (lo > hi || lo < least(width) || hi > greatest(width)) return atom_any(width);
  return (Atom){.kind = ATOM_INT, .nonzero = lo > 0 || hi < 0, .lo = lo, .hi = hi};
}

Atom atom_word(guint64 bits, guint width) {
  return atom_int(width == 1 ? (gint64)(bits & 1) : term_signed(bits & term_mask(width), width));
}

gboolean atom_is_any(const Atom *a, guint width) {
  return a->kind == ATOM_INT && a->lo == least(width) && a->hi == greatest(width) && !a->nonzero;
}

gboolean atom_same(const Atom *a, const Atom *b) {
  return a->kind == b->kind && !a->nonzero == !b->nonzero && a->object == b->object && a->lo == b->lo &&
         a->hi == b->hi;
}

Atom atom_hull(const Atom *a, const Atom *b) {
  return (Atom){.kind = ATOM_INT,
                .nonzero = a->nonzero && b->nonzero,
                .lo = MIN(a->lo, b->lo),
                .hi = MAX(a->hi, b->hi)};
}

guint64 atom_bits(const Atom *a, guint width) { return (guint64)a->lo & term_mask(width); }

/* ---- operations ---- */

static Atom add(const Atom *a, const Atom *b, guint width) {
  gint64 lo, hi;
  if (__builtin_add_overflow(a->lo, b->lo, &lo) || __builtin_add_overflow(a->hi, b->hi, &hi))
    return atom_any(width);
  return atom_interval(lo, hi, width);
}

static Atom subtract(const Atom *a, const Atom *b, guint width) {
  gint64 lo, hi;
  if (__builtin_sub_overflow(a->lo, b->hi, &lo) || __builtin_sub_overflow(a->hi, b->lo, &hi))
    return atom_any(width);
  return atom_interval(lo, hi, width);
}

static Atom multiply(const Atom *a, const Atom *b, guint width) {
  gint64 p[4], lo, hi;
  if (__builtin_mul_overflow(a->lo, b->lo, &p[0]) || __builtin_mul_overflow(a->lo, b->hi, &p[1]) ||
      __builtin_mul_overflow(a->hi, b->lo, &p[2]) || __builtin_mul_overflow(a->hi, b->hi, &p[3]))
    return atom_any(width);
  lo = hi = p[0];
  for (guint i = 1; i < 4; i++) {
    lo = MIN(lo, p[i]);
    hi = MAX(hi, p[i]);
  }
  return atom_interval(lo, hi, width);
}

/* Of two numbers that are not negative, the bitwise and is at most either. */
static Atom bitwise_and(const Atom *a, const Atom *b, guint width) {
  if (a->lo < 0 && b->lo < 0) return atom_any(width);
  gint64 hi = a->lo < 0 ? b->hi : b->lo < 0 ? a->hi : MIN(a->hi, b->hi);
  return atom_interval(0, hi, width);
}

static Atom remainder_of(const Atom *a, const Atom *b, guint width) {
  if (a->lo < 0 || b->lo <= 0) return atom_any(width);
  return atom_interval(0, MIN(a->hi, b->hi - 1), width);
}

static Atom extend(const Atom *a, gboolean is_signed, guint from, guint to) {
  if (from == 1 && is_signed) return atom_interval(-a->hi, -a->lo, to);
  if (is_signed || a->lo >= 0 || from == 1) {
    Atom wide = atom_interval(a->lo, a->hi, to);
    wide.nonzero = a->nonzero;
    return wide;
  }
  Atom wide = to >= 64 && from >= 63 ? atom_any(to) : atom_interval(0, (gint64)term_mask(from), to);
  wide.nonzero |= a->nonzero;
  return wide;
}

static Atom truncate_to(const Atom *a, guint64 low, guint width) {
  gboolean fits = low == 0 && width > 1 && a->lo >= least(width) && a->hi <= greatest(width);
  Atom same = *a;
  return fits ? same : atom_any(width);
}

static Atom folded(const IrInstr *in, const Atom *args) {
  guint64 bits[3], result = 0;
  guint widths[3];
  for (guint i = 0; i < in->n_args; i++) {
    widths[i] = in->args[i].width;
    bits[i] = atom_bits(&args[i], widths[i]);
  }
  gboolean divides = in->term_op >= TERM_UDIV && in->term_op <= TERM_SREM;
  if ((divides && bits[1] == 0) ||
      !term_fold((TermOp)in->term_op, in->width, in->param, bits, widths, in->n_args, &result))
    return atom_any(in->width);
  return atom_word(result, in->width);
}

static gboolean all_constant(const IrInstr *in, const Atom *args) {
  for (guint i = 0; i < in->n_args; i++)
    if (!atom_is_constant(&args[i])) return FALSE;
  return in->n_args <= 3;
}

static Atom logical(const IrInstr *in, const Atom *args) {
  gboolean either = in->term_op == TERM_OR;
  if (in->width != 1) return atom_any(in->width);
  for (guint i = 0; i < in->n_args; i++)
    if (atom_is_constant(&args[i]) && (args[i].lo != 0) == either) return atom_int(either);
  return atom_any(1);
}

/* What a machine computes with floats depends on its registers: nothing is said of them. */
Atom atom_term(const IrInstr *in, const Atom *args) {
  const guint width = in->width;
  if (in->term_op >= TERM_FADD && in->term_op <= TERM_UITOF) return atom_any(width);
  if (all_constant(in, args)) return folded(in, args);
  switch ((TermOp)in->term_op) {
  case TERM_ADD: return add(&args[0], &args[1], width);
  case TERM_SUB: return subtract(&args[0], &args[1], width);
  case TERM_MUL: return multiply(&args[0], &args[1], width);
  case TERM_UREM:
  case TERM_SREM: return remainder_of(&args[0], &args[1], width);
  case TERM_ZEXT: return extend(&args[0], FALSE, in->args[0].width, width);
  case TERM_SEXT: return extend(&args[0], TRUE, in->args[0].width, width);
  case TERM_EXTRACT: return truncate_to(&args[0], in->param, width);
  case TERM_AND: return width == 1 ? logical(in, args) : bitwise_and(&args[0], &args[1], width);
  case TERM_OR: return logical(in, args);
  case TERM_EQ:
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: {
    Truth t = atom_compare((TermOp)in->term_op, &args[0], &args[1], in->args[0].width);
    return t == TRUTH_OPEN ? atom_any(1) : atom_int(t == TRUTH_YES);
  }
  default: return atom_any(width);
  }
}

/* ---- comparisons ---- */

static Truth order(gint64 alo, gint64 ahi, gint64 blo, gint64 bhi, gboolean strict) {
  if (strict ? ahi < blo : ahi <= blo) return TRUTH_YES;
  if (strict ? alo >= bhi : alo > bhi) return TRUTH_NO;
  return TRUTH_OPEN;
}

static gboolean holds_zero(const Atom *a) { return a->lo <= 0 && a->hi >= 0 && !a->nonzero; }

static Truth equal(const Atom *a, const Atom *b) {
  if (a->hi < b->lo || b->hi < a->lo) return TRUTH_NO;
  if (atom_is_constant(a) && a->lo == 0 && !holds_zero(b)) return TRUTH_NO;
  if (atom_is_constant(b) && b->lo == 0 && !holds_zero(a)) return TRUTH_NO;
  return atom_is_constant(a) && atom_is_constant(b) ? TRUTH_YES : TRUTH_OPEN;
}

/* As unsigned numbers the negative ones come after the others. */
static Truth unsigned_order(const Atom *a, const Atom *b, gboolean strict) {
  if ((a->lo >= 0) == (b->lo >= 0) && (a->lo >= 0 || a->hi < 0) && (b->lo >= 0 || b->hi < 0))
    return order(a->lo, a->hi, b->lo, b->hi, strict);
  if (a->lo >= 0 && b->hi < 0) return TRUTH_YES;
  if (a->hi < 0 && b->lo >= 0) return TRUTH_NO;
  return TRUTH_OPEN;
}

Truth atom_compare(TermOp op, const Atom *a, const Atom *b, guint width) {
  if (op == TERM_EQ) return equal(a, b);
  gboolean strict = op == TERM_ULT || op == TERM_SLT;
  if (op == TERM_SLT || op == TERM_SLE)
    return width == 1 ? TRUTH_OPEN : order(a->lo, a->hi, b->lo, b->hi, strict);
  return unsigned_order(a, b, strict);
}

static gboolean shrink(Atom *a) {
  if (a->nonzero && a->lo == 0) a->lo++;
  if (a->nonzero && a->hi == 0) a->hi--;
  if (a->lo > 0 || a->hi < 0) a->nonzero = TRUE;
  return a->lo <= a->hi;
}

static gboolean confine_equal(Atom *a, Atom *b) {
  a->lo = b->lo = MAX(a->lo, b->lo);
  a->hi = b->hi = MIN(a->hi, b->hi);
  a->nonzero = b->nonzero = a->nonzero || b->nonzero;
  return a->lo <= a->hi && shrink(a) && shrink(b);
}

/* a differs from the constant c */
static gboolean exclude(Atom *a, gint64 c) {
  if (a->lo == c && a->hi == c) return FALSE;
  if (a->lo == c) a->lo++;
  if (a->hi == c) a->hi--;
  if (c == 0) a->nonzero = TRUE;
  return shrink(a);
}

static gboolean confine_order(Atom *a, Atom *b, gboolean strict) {
  gint64 gap = strict ? 1 : 0;
  if (strict && (b->hi == G_MININT64 || a->lo == G_MAXINT64)) return FALSE;
  a->hi = MIN(a->hi, b->hi - gap);
  b->lo = MAX(b->lo, a->lo + gap);
  return a->lo <= a->hi && b->lo <= b->hi && shrink(a) && shrink(b);
}

gboolean atom_confine(TermOp op, gboolean outcome, Atom *a, Atom *b, guint width) {
  Truth t = atom_compare(op, a, b, width);
  if (t != TRUTH_OPEN) return (t == TRUTH_YES) == outcome;
  if (op == TERM_EQ) {
    if (outcome) return confine_equal(a, b);
    return (!atom_is_constant(b) || exclude(a, b->lo)) && (!atom_is_constant(a) || exclude(b, a->lo));
  }
  gboolean is_signed = op == TERM_SLT || op == TERM_SLE, strict = op == TERM_ULT || op == TERM_SLT;
  if (width == 1) return TRUE;
  if (!is_signed && outcome && b->lo >= 0) a->lo = MAX(a->lo, 0); /* below a number without sign bit */
  if (!is_signed && !outcome && a->lo >= 0) b->lo = MAX(b->lo, 0);
  if (a->lo > a->hi || b->lo > b->hi) return FALSE;
  if (!is_signed && (a->lo < 0 || b->lo < 0)) return TRUE;
  return outcome ? confine_order(a, b, strict) : confine_order(b, a, !strict);
}
