/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating-point functions, of libm and of the compiler, that terms can say exactly. */
#include <string.h>
#include "frontend/lower.h"

typedef enum { ABS, SQRT, ROUND, TO_INTEGER, MOD, COPYSIGN, MINIMUM, MAXIMUM, MULTIPLY_ADD } FloatFunction;

static const struct {
  const char *name;
  FloatFunction function;
  TermRounding rounding;
  guint arguments;
} functions[] = {{"fabs", ABS, 0, 1},
                 {"sqrt", SQRT, 0, 1},
                 {"floor", ROUND, ROUND_DOWN, 1},
                 {"ceil", ROUND, ROUND_UP, 1},
                 {"trunc", ROUND, ROUND_TOWARD_ZERO, 1},
                 {"rint", ROUND, ROUND_NEAREST_EVEN, 1},
                 {"nearbyint", ROUND, ROUND_NEAREST_EVEN, 1},
                 {"roundeven", ROUND, ROUND_NEAREST_EVEN, 1},
                 {"round", ROUND, ROUND_NEAREST_AWAY, 1},
                 {"lrint", TO_INTEGER, ROUND_NEAREST_EVEN, 1},
                 {"llrint", TO_INTEGER, ROUND_NEAREST_EVEN, 1},
                 {"lround", TO_INTEGER, ROUND_NEAREST_AWAY, 1},
                 {"llround", TO_INTEGER, ROUND_NEAREST_AWAY, 1},
                 {"fmod", MOD, 0, 2},
                 {"copysign", COPYSIGN, 0, 2},
                 {"fmin", MINIMUM, 0, 2},
                 {"fmax", MAXIMUM, 0, 2},
                 {"minnum", MINIMUM, 0, 2},
                 {"maxnum", MAXIMUM, 0, 2},
                 {"fmuladd", MULTIPLY_ADD, 0, 3}};

static int find(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
    gsize n = strlen(functions[i].name);
    if (strncmp(name, functions[i].name, n) == 0 && (!name[n] || g_str_equal(name + n, "f"))) return (int)i;
  }
  return -1;
}

static Operand sign_bit(guint width) { return operand_const(width, G_GUINT64_CONSTANT(1) << (width - 1)); }

Operand emit_is_signalling(Body *b, Operand x) {
  guint fraction = x.width == 32 ? 23 : 52;
  guint64 infinity = term_mask(x.width - 1) & ~term_mask(fraction);
  guint64 quiet = infinity | (G_GUINT64_CONSTANT(1) << (fraction - 1));
  Operand magnitude = emit_op2(b, TERM_AND, x, operand_const(x.width, term_mask(x.width - 1)));
  return emit_op2(b, TERM_AND, emit_compare(b, TERM_ULT, operand_const(x.width, infinity), magnitude),
                  emit_compare(b, TERM_ULT, magnitude, operand_const(x.width, quiet)));
}

static Operand is_zero(Body *b, Operand x) {
  return emit_compare(b, TERM_EQ, emit_op2(b, TERM_AND, x, operand_const(x.width, ~sign_bit(x.width).value)),
                      operand_const(x.width, 0));
}

/* fmin, fmax, llvm.minnum and llvm.maxnum: the number, where one is NaN.  C leaves open what becomes of a
 * signalling NaN, and which of two zeros with unlike signs is the smaller: libraries and compilers differ. */
static Operand smaller(Body *b, Operand x, Operand y, gboolean larger) {
  body_say_unmodelled(b, larger
                             ? "which is the larger of two zeros with unlike signs, or of a signalling NaN"
                             : "which is the smaller of two zeros with unlike signs, or of a signalling NaN");
  Operand beaten = larger ? emit_compare(b, TERM_FLT, x, y) : emit_compare(b, TERM_FLT, y, x);
  Operand x_is_nan = emit_not(b, emit_compare(b, TERM_FEQ, x, x));
  Operand result = emit_ite(b, emit_op2(b, TERM_OR, beaten, x_is_nan), y, x);
  Operand zeros = emit_op2(b, TERM_AND, is_zero(b, x), is_zero(b, y));
  result = emit_ite(b, zeros, emit_ite(b, emit_unknown(b, 1), x, y), result);
  Operand signalling = emit_op2(b, TERM_OR, emit_is_signalling(b, x), emit_is_signalling(b, y));
  return emit_ite(b, signalling, emit_unknown(b, x.width), result);
}

static Operand compute(Body *b, LLVMValueRef call, int i) {
  Operand x = lower_argument(b, call, 0), y = {0};
  if (functions[i].arguments > 1) y = lower_argument(b, call, 1);
  switch (functions[i].function) {
  case ABS: return emit_op2(b, TERM_AND, x, operand_const(x.width, ~sign_bit(x.width).value));
  case SQRT: return emit_op1(b, TERM_FSQRT, x.width, x);
  case ROUND: return emit_term(b, TERM_FROUND, x.width, functions[i].rounding, 1, &x);
  case TO_INTEGER:
    x = emit_term(b, TERM_FROUND, x.width, functions[i].rounding, 1, &x);
    return emit_op1(b, TERM_FTOSI, type_scalar_width(b->lowering, LLVMTypeOf(call)), x);
  case MOD: return emit_op2(b, TERM_FREM, x, y);
  case COPYSIGN:
    x = emit_op2(b, TERM_AND, x, operand_const(x.width, ~sign_bit(x.width).value));
    y = emit_op2(b, TERM_AND, y, sign_bit(y.width));
    return emit_op2(b, TERM_OR, x, y);
  case MINIMUM: return smaller(b, x, y, FALSE);
  case MAXIMUM: return smaller(b, x, y, TRUE);
  case MULTIPLY_ADD: return emit_op2(b, TERM_FADD, emit_op2(b, TERM_FMUL, x, y), lower_argument(b, call, 2));
  }
  g_assert_not_reached();
}

gboolean lower_float_function(Body *b, LLVMValueRef call, const char *name) {
  int i = find(name);
  if (i < 0 || LLVMGetNumArgOperands(call) != functions[i].arguments) return FALSE;
  LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(call, 0));
  gboolean integer =
      functions[i].function == TO_INTEGER && LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind;
  if (!type_is_float(type) || (LLVMTypeOf(call) != type && !integer)) return FALSE;
  body_define1(b, call, compute(b, call, i));
  return TRUE;
}
