/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When arithmetic overflows or fits, and the assumption that signed arithmetic fits (--overflow=none). */
#include "frontend/lower.h"

static Operand constant(Operand like, guint64 v) { return operand_const(like.width, v); }
static Operand least(Operand like) { return constant(like, G_GUINT64_CONSTANT(1) << (like.width - 1)); }
static Operand is_negative(Body *b, Operand x) { return emit_compare(b, TERM_SLT, x, constant(x, 0)); }
/* The upper 64 of the 128 bits of a product, as in long multiplication by halves. */
static Operand upper_half(Body *b, Operand x, Operand y, gboolean is_signed) {
  Operand low = constant(x, term_mask(32)), by = constant(x, 32);
  Operand xl = emit_op2(b, TERM_AND, x, low), xh = emit_op2(b, TERM_LSHR, x, by),
          yl = emit_op2(b, TERM_AND, y, low), yh = emit_op2(b, TERM_LSHR, y, by);
  Operand lh = emit_op2(b, TERM_MUL, xl, yh), hl = emit_op2(b, TERM_MUL, xh, yl);
  Operand middle = emit_op2(b, TERM_LSHR, emit_op2(b, TERM_MUL, xl, yl), by);
  middle = emit_op2(b, TERM_ADD, middle, emit_op2(b, TERM_AND, lh, low));
  middle = emit_op2(b, TERM_ADD, middle, emit_op2(b, TERM_AND, hl, low));
  Operand upper = emit_op2(b, TERM_ADD, emit_op2(b, TERM_MUL, xh, yh), emit_op2(b, TERM_LSHR, middle, by));
  upper = emit_op2(b, TERM_ADD, upper, emit_op2(b, TERM_LSHR, lh, by));
  upper = emit_op2(b, TERM_ADD, upper, emit_op2(b, TERM_LSHR, hl, by));
  if (!is_signed) return upper;
  upper = emit_op2(b, TERM_SUB, upper, emit_ite(b, is_negative(b, x), y, constant(y, 0)));
  return emit_op2(b, TERM_SUB, upper, emit_ite(b, is_negative(b, y), x, constant(x, 0)));
}

static Operand product_overflows(Body *b, Operand x, Operand y, Operand product, gboolean is_signed) {
  guint wide = x.width <= 32 ? 2 * x.width : 64;
  Operand long_x = emit_resize(b, x, wide, is_signed), long_y = emit_resize(b, y, wide, is_signed);
  Operand long_product = emit_op2(b, TERM_MUL, long_x, long_y);
  Operand lost =
      emit_not(b, emit_compare(b, TERM_EQ, long_product, emit_resize(b, product, wide, is_signed)));
  if (x.width <= 32) return lost;
  Operand upper = upper_half(b, long_x, long_y, is_signed);
  Operand none = is_signed ? emit_op2(b, TERM_ASHR, long_product, constant(long_product, 63))
                           : constant(long_product, 0);
  return emit_op2(b, TERM_OR, lost, emit_not(b, emit_compare(b, TERM_EQ, upper, none)));
}

/* A sum is less than x if and only if y is negative, a difference if and only if y is positive. */
Operand emit_overflows(Body *b, TermOp op, Operand x, Operand y, Operand result, gboolean is_signed) {
  if (op == TERM_MUL) return product_overflows(b, x, y, result, is_signed);
  if (!is_signed)
    return op == TERM_ADD ? emit_compare(b, TERM_ULT, result, x) : emit_compare(b, TERM_ULT, x, y);
  Operand falls = op == TERM_ADD ? is_negative(b, y) : emit_compare(b, TERM_SLT, constant(y, 0), y);
  return emit_op2(b, TERM_XOR, falls, emit_compare(b, TERM_SLT, result, x));
}

/* The values of the other operand, an interval, for which an operation with a constant does not overflow. */
typedef struct {
  gint64 from, to;
} Room;

static Room room_beside(TermOp op, gint64 c, gboolean constant_first, gint64 min, gint64 max) {
  switch (op) {
  case TERM_ADD: return c >= 0 ? (Room){min, max - c} : (Room){min - c, max};
  case TERM_SUB:
    if (constant_first) return c >= 0 ? (Room){c - max, max} : (Room){min, c - min};
    return c >= 0 ? (Room){min + c, max} : (Room){min, max + c};
  default:
    if (c == 0) return (Room){min, max};
    if (c == -1) return (Room){-max, max};
    return c > 0 ? (Room){min / c, max / c} : (Room){max / c, min / c};
  }
}

static void assume(Body *b, Operand condition) { emit_assume(b, condition)->param = ASSUME_FITS; }

static gint64 least_of(guint w) { return term_signed(G_GUINT64_CONSTANT(1) << (w - 1), w); }
static gint64 most_of(guint w) { return (gint64)term_mask(w - 1); }

/* One of the two is a constant. */
static Room room_of_other(TermOp op, Operand x, Operand y) {
  gboolean first = x.kind == OPERAND_CONST;
  guint w = x.width;
  return room_beside(op, term_signed(first ? x.value : y.value, w), first, least_of(w), most_of(w));
}

static void assume_room(Body *b, TermOp op, Operand x, Operand y) {
  Operand variable = x.kind == OPERAND_CONST ? y : x;
  gint64 min = least_of(x.width), max = most_of(x.width);
  Room room = room_of_other(op, x, y);
  if (room.from > min) assume(b, emit_compare(b, TERM_SLE, constant(variable, (guint64)room.from), variable));
  if (room.to < max) assume(b, emit_compare(b, TERM_SLE, variable, constant(variable, (guint64)room.to)));
}

/* The largest number whose square fits into w bits with a sign. */
static gint64 root_of_max(guint w) {
  guint64 max = term_mask(w - 1), root = 0;
  for (guint64 bit = G_GUINT64_CONSTANT(1) << ((w - 1) / 2); bit; bit >>= 1)
    if ((root | bit) <= max / (root | bit)) root |= bit;
  return (gint64)root;
}

/* The truth value of from <= x && x <= to; what every number of its width fulfils is left out. */
static Operand is_within(Body *b, Operand x, gint64 from, gint64 to, gint64 min, gint64 max) {
  Operand above = operand_const(1, 1), below = above;
  if (from > min) above = emit_compare(b, TERM_SLE, constant(x, (guint64)from), x);
  if (to < max) below = emit_compare(b, TERM_SLE, x, constant(x, (guint64)to));
  if (above.kind == OPERAND_CONST) return below;
  return below.kind == OPERAND_CONST ? above : emit_op2(b, TERM_AND, above, below);
}

static gboolean constants_fit(TermOp op, gint64 x, gint64 y, guint width) {
  gint64 result;
  gboolean lost = op == TERM_ADD   ? __builtin_add_overflow(x, y, &result)
                  : op == TERM_SUB ? __builtin_sub_overflow(x, y, &result)
                                   : __builtin_mul_overflow(x, y, &result);
  return !lost && result >= least_of(width) && result <= most_of(width);
}

/* x + y: x <= max - y where y is positive, and min - y <= x where it is negative; x - y likewise.  Nothing in it
 * wraps around. */
static Operand sum_fits(Body *b, TermOp op, Operand x, Operand y) {
  Operand zero = constant(y, 0), negative = is_negative(b, y), most = constant(x, (guint64)most_of(x.width));
  Operand above = emit_ite(b, negative, zero, y), below = emit_ite(b, negative, y, zero);
  if (op == TERM_SUB) {
    Operand least_x = emit_op2(b, TERM_ADD, least(x), above), most_x = emit_op2(b, TERM_ADD, most, below);
    return emit_op2(b, TERM_AND, emit_compare(b, TERM_SLE, least_x, x), emit_compare(b, TERM_SLE, x, most_x));
  }
  Operand least_x = emit_op2(b, TERM_SUB, least(x), below), most_x = emit_op2(b, TERM_SUB, most, above);
  return emit_op2(b, TERM_AND, emit_compare(b, TERM_SLE, least_x, x), emit_compare(b, TERM_SLE, x, most_x));
}

Operand emit_fits(Body *b, TermOp op, Operand x, Operand y) {
  const guint w = x.width;
  const gint64 min = least_of(w), max = most_of(w);
  const gboolean first = x.kind == OPERAND_CONST, second = y.kind == OPERAND_CONST;
  if (first && second)
    return operand_const(1, constants_fit(op, term_signed(x.value, w), term_signed(y.value, w), w));
  if (first || second) {
    const Room room = room_of_other(op, x, y);
    return is_within(b, first ? y : x, room.from, room.to, min, max);
  }
  if (op == TERM_MUL && x.kind == OPERAND_REG && y.kind == OPERAND_REG && x.value == y.value)
    return is_within(b, x, -root_of_max(w), root_of_max(w), min, max);
  if (w > 32 && op != TERM_MUL) return sum_fits(b, op, x, y);
  if (w > 32) return emit_not(b, emit_overflows(b, op, x, y, emit_op2(b, op, x, y), TRUE));
  Operand exact = emit_op2(b, op, emit_resize(b, x, 64, TRUE), emit_resize(b, y, 64, TRUE));
  return is_within(b, exact, min, max, G_MININT64, G_MAXINT64);
}

/* Intervals, where a test of the product would be hard on the solvers; and that a square is no less than its
 * root, which follows, but not easily. */
static void assume_square(Body *b, Operand x, Operand result) {
  gint64 root = root_of_max(x.width);
  assume(b, emit_compare(b, TERM_SLE, constant(x, (guint64)-root), x));
  assume(b, emit_compare(b, TERM_SLE, x, constant(x, (guint64)root)));
  Operand magnitude = emit_ite(b, is_negative(b, x), emit_op2(b, TERM_SUB, constant(x, 0), x), x);
  assume(b, emit_compare(b, TERM_SLE, magnitude, result));
}

/* The least value divided by -1. */
static void assume_quotient(Body *b, Operand x, Operand y) {
  if (y.kind == OPERAND_CONST && y.value != term_mask(y.width)) return;
  Operand both = emit_op2(b, TERM_AND, emit_compare(b, TERM_EQ, x, least(x)),
                          emit_compare(b, TERM_EQ, y, constant(y, term_mask(y.width))));
  assume(b, emit_not(b, both));
}

/* The compiler marks the signed operations of C; a shift is none of them.  Divisions are not marked, and are
 * signed by themselves. */
void assume_no_overflow(Body *b, LLVMValueRef v, TermOp op, Operand x, Operand y, Operand result) {
  if (!b->lowering->options->no_overflow || !LLVMIsAInstruction(v)) return;
  gboolean constants = x.kind == OPERAND_CONST && y.kind == OPERAND_CONST;
  if (op == TERM_SDIV || op == TERM_SREM) {
    assume_quotient(b, x, y);
  } else if (op == TERM_ADD || op == TERM_SUB || op == TERM_MUL) {
    if (!LLVMGetNSW(v)) return;
    if (!constants && (x.kind == OPERAND_CONST || y.kind == OPERAND_CONST))
      assume_room(b, op, x, y);
    else if (op == TERM_MUL && x.kind == OPERAND_REG && y.kind == OPERAND_REG && x.value == y.value)
      assume_square(b, x, result);
    else
      assume(b, emit_not(b, emit_overflows(b, op, x, y, result, TRUE)));
  }
}
