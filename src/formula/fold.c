/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One operation on known values.
 *
 * Floating point is that of the machine (IEEE single and double); every NaN that an operation gives is the
 * positive quiet one, as a formula knows one NaN only. */
#include "formula/term.h"
#include "formula/floats.h"
#include <math.h>

/* There is one NaN. */
static guint64 float_bits(float f) { return isnan(f) ? 0x7fc00000 : bits_of_float(f); }

static guint64 double_bits(double d) {
  return isnan(d) ? G_GUINT64_CONSTANT(0x7ff8000000000000) : bits_of_double(d);
}

static gboolean fold_float(TermOp op, TermRounding rounding, float a, float b, guint64 *r) {
  switch (op) {
  case TERM_FADD: *r = float_bits(a + b); return TRUE;
  case TERM_FSUB: *r = float_bits(a - b); return TRUE;
  case TERM_FMUL: *r = float_bits(a * b); return TRUE;
  case TERM_FDIV: *r = float_bits(a / b); return TRUE;
  case TERM_FREM: *r = float_bits(fmodf(a, b)); return TRUE;
  case TERM_FSQRT: *r = float_bits(sqrtf(a)); return TRUE;
  case TERM_FROUND:
    *r = float_bits(rounding == ROUND_NEAREST_EVEN   ? rintf(a)
                    : rounding == ROUND_NEAREST_AWAY ? roundf(a)
                    : rounding == ROUND_DOWN         ? floorf(a)
                    : rounding == ROUND_UP           ? ceilf(a)
                                                     : truncf(a));
    return TRUE;
  default: return FALSE;
  }
}

static gboolean fold_double(TermOp op, TermRounding rounding, double a, double b, guint64 *r) {
  switch (op) {
  case TERM_FADD: *r = double_bits(a + b); return TRUE;
  case TERM_FSUB: *r = double_bits(a - b); return TRUE;
  case TERM_FMUL: *r = double_bits(a * b); return TRUE;
  case TERM_FDIV: *r = double_bits(a / b); return TRUE;
  case TERM_FREM: *r = double_bits(fmod(a, b)); return TRUE;
  case TERM_FSQRT: *r = double_bits(sqrt(a)); return TRUE;
  case TERM_FROUND:
    *r = double_bits(rounding == ROUND_NEAREST_EVEN   ? rint(a)
                     : rounding == ROUND_NEAREST_AWAY ? round(a)
                     : rounding == ROUND_DOWN         ? floor(a)
                     : rounding == ROUND_UP           ? ceil(a)
                                                      : trunc(a));
    return TRUE;
  default: return FALSE;
  }
}

/* Comparisons and conversions from floating point; every float is a double. */
static gboolean fold_from_double(TermOp op, guint width, double a, double b, guint64 *r) {
  double whole = trunc(a);
  switch (op) {
  case TERM_FEQ: *r = a == b; return TRUE;
  case TERM_FLT: *r = a < b; return TRUE;
  case TERM_FLE: *r = a <= b; return TRUE;
  case TERM_FCVT: *r = width == 32 ? float_bits((float)a) : double_bits(a); return TRUE;
  case TERM_FTOSI:
    if (!(whole >= -ldexp(1, (int)width - 1) && whole < ldexp(1, (int)width - 1))) return FALSE;
    *r = (guint64)(gint64)whole & term_mask(width);
    return TRUE;
  case TERM_FTOUI:
    if (!(whole >= 0 && whole < ldexp(1, (int)width))) return FALSE;
    *r = (guint64)whole;
    return TRUE;
  default: return FALSE;
  }
}

static gboolean fold_to_float(TermOp op, guint width, guint64 a, guint from, guint64 *r) {
  gint64 s = term_signed(a, from);
  if (op == TERM_SITOF)
    *r = width == 32 ? float_bits((float)s) : double_bits((double)s);
  else
    *r = width == 32 ? float_bits((float)a) : double_bits((double)a);
  return TRUE;
}

/* The magnitudes are divided, then the signs put back; a zero divisor gives what SMT-LIB says. */
static guint64 signed_division(TermOp op, guint width, guint64 a, guint64 b) {
  gboolean negative_a = term_signed(a, width) < 0, negative_b = term_signed(b, width) < 0;
  guint64 mask = term_mask(width), x = (negative_a ? -a : a) & mask, y = (negative_b ? -b : b) & mask;
  if (op == TERM_SREM) {
    guint64 rest = y ? x % y : x;
    return (negative_a ? -rest : rest) & mask;
  }
  guint64 quotient = y ? x / y : mask;
  return (negative_a != negative_b ? -quotient : quotient) & mask;
}

static guint64 shift(TermOp op, guint width, guint64 a, guint64 b) {
  gint64 s = term_signed(a, width);
  switch (op) {
  case TERM_SHL: return b < width ? a << b : 0;
  case TERM_LSHR: return b < width ? a >> b : 0;
  default: return (guint64)(s >> MIN(b, 63));
  }
}

static gboolean fold_compare(TermOp op, guint width, guint64 a, guint64 b, guint64 *r) {
  gint64 sa = term_signed(a, width), sb = term_signed(b, width);
  *r = op == TERM_EQ    ? a == b
       : op == TERM_ULT ? a < b
       : op == TERM_ULE ? a <= b
       : op == TERM_SLT ? sa < sb
                        : sa <= sb;
  return TRUE;
}

static gboolean fold_binary(TermOp op, guint width, guint64 a, guint64 b, guint64 *r) {
  guint64 value = 0;
  switch (op) {
  case TERM_XOR: value = a ^ b; break;
  case TERM_ADD: value = a + b; break;
  case TERM_SUB: value = a - b; break;
  case TERM_MUL: value = a * b; break;
  case TERM_UDIV: value = b ? a / b : G_MAXUINT64; break;
  case TERM_UREM: value = b ? a % b : a; break;
  case TERM_SDIV:
  case TERM_SREM: value = signed_division(op, width, a, b); break;
  case TERM_SHL:
  case TERM_LSHR:
  case TERM_ASHR: value = shift(op, width, a, b); break;
  default: return FALSE;
  }
  *r = value & term_mask(width);
  return TRUE;
}

static guint64 fold_logic(TermOp op, guint width, const guint64 *args, guint n) {
  guint64 value = op == TERM_AND ? term_mask(width) : 0;
  for (guint i = 0; i < n; i++) value = op == TERM_AND ? value & args[i] : value | args[i];
  return value;
}

static gboolean fold_floating(TermOp op, guint width, guint64 param, const guint64 *args, guint from, guint n,
                              guint64 *r) {
  guint64 second = n > 1 ? args[1] : 0;
  if (op == TERM_SITOF || op == TERM_UITOF) return fold_to_float(op, width, args[0], from, r);
  if (op >= TERM_FCVT)
    return from == 32 ? fold_from_double(op, width, float_of_bits(args[0]), float_of_bits(second), r)
                      : fold_from_double(op, width, double_of_bits(args[0]), double_of_bits(second), r);
  return from == 32
             ? fold_float(op, (TermRounding)param, float_of_bits(args[0]), float_of_bits(second), r)
             : fold_double(op, (TermRounding)param, double_of_bits(args[0]), double_of_bits(second), r);
}

gboolean term_fold(TermOp op, guint width, guint64 param, const guint64 *args, const guint *arg_widths,
                   guint n, guint64 *result) {
  switch (op) {
  case TERM_CONST: *result = param; return TRUE;
  case TERM_NOT: *result = ~args[0] & term_mask(width); return TRUE;
  case TERM_AND:
  case TERM_OR: *result = fold_logic(op, width, args, n); return TRUE;
  case TERM_ITE: *result = args[0] ? args[1] : args[2]; return TRUE;
  case TERM_CONCAT: *result = args[0] << arg_widths[1] | args[1]; return TRUE;
  case TERM_EXTRACT: *result = args[0] >> param & term_mask(width); return TRUE;
  case TERM_ZEXT: *result = args[0]; return TRUE;
  case TERM_SEXT: *result = (guint64)term_signed(args[0], arg_widths[0]) & term_mask(width); return TRUE;
  case TERM_INPUT:
  case TERM_HAVOC:
  case TERM_ARRAY:
  case TERM_SELECT:
  case TERM_STORE: return FALSE;
  default:
    if (op >= TERM_EQ && op <= TERM_SLE) return fold_compare(op, arg_widths[0], args[0], args[1], result);
    if (op >= TERM_FADD && op <= TERM_UITOF)
      return fold_floating(op, width, param, args, arg_widths[0], n, result);
    return n == 2 && fold_binary(op, width, args[0], args[1], result);
  }
}
