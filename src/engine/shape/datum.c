/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arithmetic of intervals. */
#include "engine/shape/datum.h"

static gint64 least(guint width) {
  return width == 1 ? 0 : width >= 64 ? G_MININT64 : -(G_GINT64_CONSTANT(1) << (width - 1));
}

static gint64 greatest(guint width) {
  return width == 1 ? 1 : width >= 64 ? G_MAXINT64 : (G_GINT64_CONSTANT(1) << (width - 1)) - 1;
}

Datum datum_any(guint width) { return (Datum){.kind = DATUM_INT, .lo = least(width), .hi = greatest(width)}; }

Datum datum_int(gint64 value) {
  return (Datum){.kind = DATUM_INT, .nonzero = value != 0, .lo = value, .hi = value};
}

Datum datum_interval(gint64 lo, gint64 hi, guint width) {
  if (lo > hi || lo < least(width) || hi > greatest(width)) return datum_any(width);
  return (Datum){.kind = DATUM_INT, .nonzero = lo > 0 || hi < 0, .lo = lo, .hi = hi};
}

Datum datum_word(guint64 bits, guint width) {
  return datum_int(width == 1 ? (gint64)(bits & 1) : term_signed(bits & term_mask(width), width));
}

gboolean datum_is_any(const Datum *a, guint width) {
  return a->kind == DATUM_INT && a->lo == least(width) && a->hi == greatest(width) && !a->nonzero &&
         !a->symbol;
}

gboolean datum_same(const Datum *a, const Datum *b) {
  return a->kind == b->kind && !a->nonzero == !b->nonzero && a->object == b->object && a->lo == b->lo &&
         a->hi == b->hi && a->symbol == b->symbol && a->shift == b->shift;
}

Datum datum_hull(const Datum *a, const Datum *b) {
  return (Datum){.kind = DATUM_INT,
                 .nonzero = a->nonzero && b->nonzero,
                 .lo = MIN(a->lo, b->lo),
                 .hi = MAX(a->hi, b->hi)};
}

guint64 datum_bits(const Datum *a, guint width) { return (guint64)a->lo & term_mask(width); }

/* ---- operations ---- */

static Datum add(const Datum *a, const Datum *b, guint width) {
  gint64 lo, hi;
  if (__builtin_add_overflow(a->lo, b->lo, &lo) || __builtin_add_overflow(a->hi, b->hi, &hi))
    return datum_any(width);
  return datum_interval(lo, hi, width);
}

static Datum subtract(const Datum *a, const Datum *b, guint width) {
  gint64 lo, hi;
  if (__builtin_sub_overflow(a->lo, b->hi, &lo) || __builtin_sub_overflow(a->hi, b->lo, &hi))
    return datum_any(width);
  return datum_interval(lo, hi, width);
}

static Datum multiply(const Datum *a, const Datum *b, guint width) {
  gint64 p[4], lo, hi;
  if (__builtin_mul_overflow(a->lo, b->lo, &p[0]) || __builtin_mul_overflow(a->lo, b->hi, &p[1]) ||
      __builtin_mul_overflow(a->hi, b->lo, &p[2]) || __builtin_mul_overflow(a->hi, b->hi, &p[3]))
    return datum_any(width);
  lo = hi = p[0];
  for (guint i = 1; i < 4; i++) {
    lo = MIN(lo, p[i]);
    hi = MAX(hi, p[i]);
  }
  return datum_interval(lo, hi, width);
}

/* Of two numbers that are not negative, the bitwise and is at most either. */
static Datum bitwise_and(const Datum *a, const Datum *b, guint width) {
  if (a->lo < 0 && b->lo < 0) return datum_any(width);
  gint64 hi = a->lo < 0 ? b->hi : b->lo < 0 ? a->hi : MIN(a->hi, b->hi);
  return datum_interval(0, hi, width);
}

static Datum remainder_of(const Datum *a, const Datum *b, guint width) {
  if (a->lo < 0 || b->lo <= 0) return datum_any(width);
  return datum_interval(0, MIN(a->hi, b->hi - 1), width);
}

static Datum extend(const Datum *a, gboolean is_signed, guint from, guint to) {
  if (from == 1 && is_signed) return datum_interval(-a->hi, -a->lo, to);
  if (is_signed || a->lo >= 0 || from == 1) {
    Datum wide = datum_interval(a->lo, a->hi, to);
    wide.nonzero = a->nonzero;
    return wide;
  }
  Datum wide = to >= 64 && from >= 63 ? datum_any(to) : datum_interval(0, (gint64)term_mask(from), to);
  wide.nonzero |= a->nonzero;
  return wide;
}

static Datum truncate_to(const Datum *a, guint64 low, guint width) {
  gboolean fits = low == 0 && width > 1 && a->lo >= least(width) && a->hi <= greatest(width);
  Datum same = datum_nameless(*a);
  return fits ? same : datum_any(width);
}

static Datum folded(const IrInstr *in, const Datum *args) {
  guint64 bits[3], result = 0;
  guint widths[3];
  for (guint i = 0; i < in->n_args; i++) {
    widths[i] = in->args[i].width;
    bits[i] = datum_bits(&args[i], widths[i]);
  }
  gboolean divides = in->term_op >= TERM_UDIV && in->term_op <= TERM_SREM;
  if ((divides && bits[1] == 0) ||
      !term_fold((TermOp)in->term_op, in->width, in->param, bits, widths, in->n_args, &result))
    return datum_any(in->width);
  return datum_word(result, in->width);
}

static gboolean all_constant(const IrInstr *in, const Datum *args) {
  for (guint i = 0; i < in->n_args; i++)
    if (!datum_is_constant(&args[i])) return FALSE;
  return in->n_args <= 3;
}

static Datum logical(const IrInstr *in, const Datum *args) {
  gboolean either = in->term_op == TERM_OR;
  if (in->width != 1) return datum_any(in->width);
  for (guint i = 0; i < in->n_args; i++)
    if (datum_is_constant(&args[i]) && (args[i].lo != 0) == either) return datum_int(either);
  return datum_any(1);
}

/* A constant more or less leaves the symbol, so what is known of it. */
static Datum shifted(const IrInstr *in, const Datum *args, Datum result) {
  gboolean second = in->term_op == TERM_ADD && datum_is_constant(&args[0]);
  const Datum *a = &args[second], *c = &args[!second];
  if (!a->symbol || !datum_is_constant(c)) return result;
  guint64 by = datum_bits(c, in->width);
  result.symbol = a->symbol;
  result.shift = (in->term_op == TERM_ADD ? a->shift + by : a->shift - by) & term_mask(in->width);
  return result;
}

/* What a machine computes with floats depends on its registers: nothing is said of them. */
Datum datum_term(const IrInstr *in, const Datum *args) {
  const guint width = in->width;
  if (in->term_op >= TERM_FADD && in->term_op <= TERM_UITOF) return datum_any(width);
  if (all_constant(in, args)) return folded(in, args);
  switch ((TermOp)in->term_op) {
  case TERM_ADD: return shifted(in, args, add(&args[0], &args[1], width));
  case TERM_SUB: return shifted(in, args, subtract(&args[0], &args[1], width));
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
    Truth t = datum_compare((TermOp)in->term_op, &args[0], &args[1], in->args[0].width);
    return t == TRUTH_OPEN ? datum_any(1) : datum_int(t == TRUTH_YES);
  }
  default: return datum_any(width);
  }
}

/* ---- comparisons ---- */

static Truth order(gint64 alo, gint64 ahi, gint64 blo, gint64 bhi, gboolean strict) {
  if (strict ? ahi < blo : ahi <= blo) return TRUTH_YES;
  if (strict ? alo >= bhi : alo > bhi) return TRUTH_NO;
  return TRUTH_OPEN;
}

static gboolean holds_zero(const Datum *a) { return a->lo <= 0 && a->hi >= 0 && !a->nonzero; }

static Truth equal(const Datum *a, const Datum *b) {
  if (a->symbol && a->symbol == b->symbol) return a->shift == b->shift ? TRUTH_YES : TRUTH_NO;
  if (a->hi < b->lo || b->hi < a->lo) return TRUTH_NO;
  if (datum_is_constant(a) && a->lo == 0 && !holds_zero(b)) return TRUTH_NO;
  if (datum_is_constant(b) && b->lo == 0 && !holds_zero(a)) return TRUTH_NO;
  return datum_is_constant(a) && datum_is_constant(b) ? TRUTH_YES : TRUTH_OPEN;
}

/* As unsigned numbers the negative ones come after the others. */
static Truth unsigned_order(const Datum *a, const Datum *b, gboolean strict) {
  if ((a->lo >= 0) == (b->lo >= 0) && (a->lo >= 0 || a->hi < 0) && (b->lo >= 0 || b->hi < 0))
    return order(a->lo, a->hi, b->lo, b->hi, strict);
  if (a->lo >= 0 && b->hi < 0) return TRUTH_YES;
  if (a->hi < 0 && b->lo >= 0) return TRUTH_NO;
  return TRUTH_OPEN;
}

Truth datum_compare(TermOp op, const Datum *a, const Datum *b, guint width) {
  if (op == TERM_EQ) return equal(a, b);
  gboolean strict = op == TERM_ULT || op == TERM_SLT;
  if (op == TERM_SLT || op == TERM_SLE)
    return width == 1 ? TRUTH_OPEN : order(a->lo, a->hi, b->lo, b->hi, strict);
  return unsigned_order(a, b, strict);
}

static gboolean shrink(Datum *a) {
  if (a->nonzero && a->lo == 0) a->lo++;
  if (a->nonzero && a->hi == 0) a->hi--;
  if (a->lo > 0 || a->hi < 0) a->nonzero = TRUE;
  return a->lo <= a->hi;
}

static gboolean confine_equal(Datum *a, Datum *b) {
  a->lo = b->lo = MAX(a->lo, b->lo);
  a->hi = b->hi = MIN(a->hi, b->hi);
  a->nonzero = b->nonzero = a->nonzero || b->nonzero;
  return a->lo <= a->hi && shrink(a) && shrink(b);
}

/* a differs from the constant c */
static gboolean exclude(Datum *a, gint64 c) {
  if (a->lo == c && a->hi == c) return FALSE;
  if (a->lo == c) a->lo++;
  if (a->hi == c) a->hi--;
  if (c == 0) a->nonzero = TRUE;
  return shrink(a);
}

static gboolean confine_order(Datum *a, Datum *b, gboolean strict) {
  gint64 gap = strict ? 1 : 0;
  if (strict && (b->hi == G_MININT64 || a->lo == G_MAXINT64)) return FALSE;
  a->hi = MIN(a->hi, b->hi - gap);
  b->lo = MAX(b->lo, a->lo + gap);
  return a->lo <= a->hi && b->lo <= b->hi && shrink(a) && shrink(b);
}

gboolean datum_confine(TermOp op, gboolean outcome, Datum *a, Datum *b, guint width) {
  Truth t = datum_compare(op, a, b, width);
  if (t != TRUTH_OPEN) return (t == TRUTH_YES) == outcome;
  if (op == TERM_EQ) {
    if (outcome) return confine_equal(a, b);
    return (!datum_is_constant(b) || exclude(a, b->lo)) && (!datum_is_constant(a) || exclude(b, a->lo));
  }
  gboolean is_signed = op == TERM_SLT || op == TERM_SLE, strict = op == TERM_ULT || op == TERM_SLT;
  if (width == 1) return TRUE;
  if (!is_signed && outcome && b->lo >= 0) a->lo = MAX(a->lo, 0); /* below a number without sign bit */
  if (!is_signed && !outcome && a->lo >= 0) b->lo = MAX(b->lo, 0);
  if (a->lo > a->hi || b->lo > b->hi) return FALSE;
  if (!is_signed && (a->lo < 0 || b->lo < 0)) return TRUE;
  return outcome ? confine_order(a, b, strict) : confine_order(b, a, !strict);
}
