/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The intrinsic functions of LLVM: bit counts, overflow tests, floating-point classes, memory. */
#include <string.h>
#include "frontend/lower.h"

static Operand constant(Operand like, guint64 v) { return operand_const(like.width, v); }
static Operand is_negative(Body *b, Operand x) { return emit_compare(b, TERM_SLT, x, constant(x, 0)); }

static Operand swap_bytes(Body *b, Operand x) {
  Operand result = emit_extract(b, x, 0, 8);
  for (guint low = 8; low < x.width; low += 8) {
    Operand byte = emit_extract(b, x, low, 8);
    result = emit_term(b, TERM_CONCAT, result.width + 8, 0, 2, (Operand[]){result, byte});
  }
  return result;
}

static Operand count_ones(Body *b, Operand x) {
  Operand sum = constant(x, 0);
  for (guint i = 0; i < x.width; i++)
    sum = emit_op2(b, TERM_ADD, sum, emit_resize(b, emit_extract(b, x, i, 1), x.width, FALSE));
  return sum;
}

/* The zeros before the first one from an end; `none` when there is none. */
static Operand count_zeros(Body *b, Operand x, gboolean leading, Operand none) {
  Operand count = none;
  for (guint i = x.width; i-- > 0;) {
    guint bit = leading ? x.width - 1 - i : i;
    count = emit_ite(b, emit_extract(b, x, bit, 1), constant(x, i), count);
  }
  return count;
}

static Operand funnel_shift(Body *b, Operand high, Operand low, Operand amount, gboolean left) {
  Operand width = constant(high, high.width);
  amount = emit_op2(b, TERM_UREM, amount, width);
  Operand rest = emit_op2(b, TERM_SUB, width, amount); /* a shift by the whole width gives 0 */
  return emit_op2(b, TERM_OR, emit_op2(b, TERM_SHL, high, left ? amount : rest),
                  emit_op2(b, TERM_LSHR, low, left ? rest : amount));
}

/* "sadd.with.overflow" and its like: the wrapped result, and whether it wrapped. */
static gboolean lower_with_overflow(Body *b, LLVMValueRef call, const char *name) {
  if (!g_str_has_suffix(name, ".with.overflow")) return FALSE;
  gboolean is_signed = name[0] == 's';
  Operand x = lower_argument(b, call, 0), y = lower_argument(b, call, 1);
  TermOp op = strncmp(name + 1, "add", 3) == 0   ? TERM_ADD
              : strncmp(name + 1, "sub", 3) == 0 ? TERM_SUB
                                                 : TERM_MUL;
  if (is_signed && lower_checked_arithmetic(b, call, op, x, y)) return TRUE;
  Value *value = value_new(2);
  value->at[0] = emit_op2(b, op, x, y);
  value->at[1] = emit_overflows(b, op, x, y, value->at[0], is_signed);
  body_define(b, call, value);
  return TRUE;
}

/* llvm.is.fpclass: the union of the classes that the mask names, each an interval of bit patterns. */
static Operand is_class(Body *b, Operand x, guint mask) {
  guint fraction = x.width == 32 ? 23 : 52;
  guint64 infinity = term_mask(x.width - 1) & ~term_mask(fraction), least_normal = G_GUINT64_CONSTANT(1)
                                                                                   << fraction;
  guint64 quiet = infinity | (least_normal >> 1);
  const struct {
    guint positive, negative;
    guint64 from, to;
  } classes[] = {{1 << 6, 1 << 5, 0, 0},                           /* zero */
                 {1 << 7, 1 << 4, 1, least_normal - 1},            /* subnormal */
                 {1 << 8, 1 << 3, least_normal, infinity - 1},     /* normal */
                 {1 << 9, 1 << 2, infinity, infinity},             /* infinity */
                 {1 << 0, 1 << 0, infinity + 1, quiet - 1},        /* signalling NaN */
                 {1 << 1, 1 << 1, quiet, term_mask(x.width - 1)}}; /* quiet NaN */
  Operand magnitude = emit_op2(b, TERM_AND, x, constant(x, term_mask(x.width - 1)));
  Operand negative = is_negative(b, x), result = operand_const(1, 0);
  for (guint i = 0; i < G_N_ELEMENTS(classes); i++) {
    gboolean plus = (mask & classes[i].positive) != 0, minus = (mask & classes[i].negative) != 0;
    if (!plus && !minus) continue;
    Operand in = emit_op2(b, TERM_AND, emit_compare(b, TERM_ULE, constant(x, classes[i].from), magnitude),
                          emit_compare(b, TERM_ULE, magnitude, constant(x, classes[i].to)));
    if (plus != minus) in = emit_op2(b, TERM_AND, in, minus ? negative : emit_not(b, negative));
    result = emit_op2(b, TERM_OR, result, in);
  }
  return result;
}

/* Of zero the C functions promise nothing, and processors differ. */
static Operand count_of_none(Body *b, LLVMValueRef call, Operand x) {
  gboolean undefined = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1)) != 0;
  return undefined ? emit_unknown(b, x.width) : constant(x, x.width);
}

static gboolean lower_integer(Body *b, LLVMValueRef call, const char *name) {
  static const char *const unary[] = {"abs", "bswap", "ctpop", "ctlz", "cttz", "bitreverse"};
  static const char *const binary[] = {"umin", "umax", "smin",     "smax",
                                       "fshl", "fshr", "uadd.sat", "usub.sat"};
  gboolean one = FALSE, two = FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(unary); i++) one |= g_str_equal(unary[i], name);
  for (guint i = 0; i < G_N_ELEMENTS(binary); i++) two |= g_str_equal(binary[i], name);
  if (!one && !two) return FALSE;
  Operand x = lower_argument(b, call, 0), y = two ? lower_argument(b, call, 1) : x, r = x;
  if (g_str_equal(name, "abs"))
    r = emit_ite(b, is_negative(b, x), emit_op2(b, TERM_SUB, constant(x, 0), x), x);
  else if (g_str_equal(name, "bswap"))
    r = swap_bytes(b, x);
  else if (g_str_equal(name, "ctpop"))
    r = count_ones(b, x);
  else if (g_str_equal(name, "ctlz") || g_str_equal(name, "cttz"))
    r = count_zeros(b, x, name[2] == 'l', count_of_none(b, call, x));
  else if (g_str_equal(name, "umin"))
    r = emit_ite(b, emit_compare(b, TERM_ULT, x, y), x, y);
  else if (g_str_equal(name, "umax"))
    r = emit_ite(b, emit_compare(b, TERM_ULT, x, y), y, x);
  else if (g_str_equal(name, "smin"))
    r = emit_ite(b, emit_compare(b, TERM_SLT, x, y), x, y);
  else if (g_str_equal(name, "smax"))
    r = emit_ite(b, emit_compare(b, TERM_SLT, x, y), y, x);
  else if (g_str_has_prefix(name, "fsh"))
    r = funnel_shift(b, x, y, lower_argument(b, call, 2), name[3] == 'l');
  else if (g_str_equal(name, "usub.sat"))
    r = emit_ite(b, emit_compare(b, TERM_ULT, x, y), constant(x, 0), emit_op2(b, TERM_SUB, x, y));
  else if (g_str_equal(name, "uadd.sat")) {
    Operand sum = emit_op2(b, TERM_ADD, x, y);
    r = emit_ite(b, emit_compare(b, TERM_ULT, sum, x), constant(x, term_mask(x.width)), sum);
  } else {
    r = emit_extract(b, x, 0, 1); /* bitreverse: the lowest bit becomes the highest */
    for (guint i = 1; i < x.width; i++)
      r = emit_term(b, TERM_CONCAT, i + 1, 0, 2, (Operand[]){r, emit_extract(b, x, i, 1)});
  }
  body_define1(b, call, r);
  return TRUE;
}

static gboolean lower_memory(Body *b, LLVMValueRef call, const char *name) {
  gboolean set = g_str_has_prefix(name, "memset"),
           copy = g_str_has_prefix(name, "memcpy") || g_str_has_prefix(name, "memmove");
  if (strstr(name, "element") || (!set && !copy)) return FALSE;
  Operand n = emit_resize(b, lower_argument(b, call, 2), b->program->pointer_width, FALSE);
  Operand args[3] = {lower_argument(b, call, 0), lower_argument(b, call, 1), n};
  if (g_str_has_prefix(name, "memcpy") && roots_meet(LLVMGetOperand(call, 0), LLVMGetOperand(call, 1)))
    lower_keep_apart(b, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), n);
  if (b->ended) return TRUE;
  emit_lib(b, set ? LIB_MEMSET : LIB_MEMCPY, 0, 0, 3, args);
  lower_padding(b, call);
  return TRUE;
}

/* What orders, measures or promises, and changes no value. */
static gboolean is_silent(const char *name) {
  static const char *const silent[] = {"stackrestore", "prefetch",       "donothing",
                                       "sideeffect",   "var.annotation", "experimental.noalias.scope.decl",
                                       "va_end"};
  for (guint i = 0; i < G_N_ELEMENTS(silent); i++)
    if (g_str_equal(name, silent[i])) return TRUE;
  return g_str_has_prefix(name, "dbg.") || g_str_has_prefix(name, "lifetime.") ||
         g_str_has_prefix(name, "invariant.");
}

/* Values that the machine determines, and acf does not know. */
static gboolean is_unmodelled_value(const char *name) {
  static const char *const values[] = {
      "objectsize",   "is.constant", "frameaddress", "returnaddress", "readcyclecounter",
      "get.rounding", "sin",         "cos",          "exp",           "exp2",
      "log",          "log2",        "log10",        "pow",           "powi",
      "fma",          "ldexp"};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    if (g_str_equal(name, values[i])) return TRUE;
  return FALSE;
}

gboolean lower_intrinsic(Body *b, LLVMValueRef call, const char *name) {
  if (is_silent(name)) return TRUE;
  if (lower_memory(b, call, name) || lower_with_overflow(b, call, name) || lower_integer(b, call, name) ||
      lower_float_function(b, call, name))
    return TRUE;
  guint width = type_scalar_width(b->lowering, LLVMTypeOf(call));
  if (g_str_equal(name, "assume")) {
    lower_promise(b, call);
  } else if (g_str_has_prefix(name, "expect") || g_str_has_prefix(name, "ptr.annotation") ||
             g_str_has_prefix(name, "annotation") || g_str_equal(name, "ssa.copy") ||
             g_str_equal(name, "arithmetic.fence")) {
    lower_result(b, call, lower_argument(b, call, 0));
  } else if (g_str_equal(name, "trap") || g_str_equal(name, "debugtrap")) {
    lower_fail(b, FAILURE_ABORT, NULL);
  } else if (g_str_equal(name, "ubsantrap")) {
    return lower_trap(b, call);
  } else if (g_str_equal(name, "stacksave")) {
    body_define1(b, call, operand_const(width, 0));
  } else if (g_str_equal(name, "is.fpclass")) {
    guint mask = (guint)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    gboolean one_nan = (mask & 1) != (mask >> 1 & 1);
    Operand x = lower_argument(b, call, 0);
    body_define1(b, call, is_class(b, one_nan ? float_moved(b, LLVMGetOperand(call, 0), x) : x, mask));
  } else if (is_unmodelled_value(name)) {
    body_say_unmodelled(b, name);
    if (width) body_define1(b, call, emit_unknown(b, width));
  } else {
    return FALSE;
  }
  return TRUE;
}
