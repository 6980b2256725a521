/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When arithmetic overflows, and the assumption that signed arithmetic does not (--overflow=none). */
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

static void assume(Body *b, Operand condition) { emit(b, IR_ASSUME, 0, 1, &condition); }

static void assume_room(Body *b, TermOp op, Operand x, Operand y) {
  gboolean first = x.kind == OPERAND_CONST;
  Operand variable = first ? y : x;
  guint w = x.width;
  gint64 min = term_signed(G_GUINT64_CONSTANT(1) << (w - 1), w), max = (gint64)term_mask(w - 1);
  Room room = room_beside(op, term_signed(first ? x.value : y.value, w), first, min, max);
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
