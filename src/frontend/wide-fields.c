/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bit-fields that are wider than int.  C does not say what type such a field has in expressions: that of its
 * declaration, or one of as many bits as it has.  gcc computes in the latter, clang in the former.
 *
 * Each value of 64 bits that has such a type is followed through its expression, before mem2reg: what is
 * loaded from a variable has the type of that.  Sums, products and the like have the same low bits in both
 * readings, and the others matter only where a value is compared, divided, shifted right, stored or handed
 * on: there a run on which it does not fit the field's bits becomes unknown.  A cast to the declared type is
 * not seen here, and does not help. */
#include <llvm-c/DebugInfo.h>
#include "frontend/lower.h"

#define DECLARED 64u /* bits of the declared type: there is no other one wider than int */
#define INT 32u

typedef struct {
  guint bits;
  gboolean is_signed;
  gboolean fits; /* certainly the same value in both readings */
} Type;

typedef struct {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  GHashTable *types; /* LLVMValueRef -> Type* */
} Fields;

static const Type *type_of(const Fields *f, LLVMValueRef v) {
  return (const Type *)g_hash_table_lookup(f->types, v);
}

static gboolean is_named(LLVMValueRef v, const char *prefix) {
  size_t length;
  return LLVMIsAInstruction(v) && g_str_has_prefix(LLVMGetValueName2(v, &length), prefix);
}

static guint width_of(LLVMValueRef v) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(LLVMTypeOf(v)) : 0;
}

static gboolean is_constant(LLVMValueRef v, guint64 *value) {
  if (!LLVMIsAConstantInt(v) || width_of(v) > DECLARED) return FALSE;
  *value = LLVMConstIntGetZExtValue(v);
  return TRUE;
}

/* ---- what is read from a field: the compiler names its steps ---- */

/* The bits of a mask of low ones; 0: it is another number. */
static guint mask_bits(LLVMValueRef v) {
  guint64 mask;
  if (!is_constant(v, &mask) || !mask || (mask & (mask + 1))) return 0;
  return (guint)__builtin_popcountll(mask);
}

static gboolean keeps_neighbours(LLVMValueRef v) {
  LLVMUseRef use = LLVMGetFirstUse(v);
  return use && is_named(LLVMGetUser(use), "bf.set");
}

static Type read_from(LLVMValueRef v) {
  guint64 amount;
  if (is_named(v, "bf.load")) return (Type){width_of(v), FALSE, TRUE};
  if (!is_named(v, "bf.") || keeps_neighbours(v)) return (Type){0};
  LLVMValueRef x = LLVMGetOperand(v, 0);
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAnd: return (Type){mask_bits(LLVMGetOperand(v, 1)), FALSE, TRUE};
  case LLVMLShr:
  case LLVMAShr:
    if (!is_constant(LLVMGetOperand(v, 1), &amount) || amount >= width_of(v)) return (Type){0};
    return (Type){width_of(v) - (guint)amount, LLVMGetInstructionOpcode(v) == LLVMAShr, TRUE};
  case LLVMZExt: return read_from(x);
  case LLVMSExt: return (Type){read_from(x).bits, TRUE, TRUE};
  default: return (Type){0};
  }
}

/* ---- checks ---- */

static LLVMValueRef build_fits(const Fields *f, LLVMValueRef v, const Type *t) {
  LLVMTypeRef word = LLVMTypeOf(v);
  LLVMValueRef rest = LLVMConstInt(word, DECLARED - t->bits, FALSE),
               shifted = LLVMBuildShl(f->builder, v, rest, "");
  LLVMValueRef low = t->is_signed ? LLVMBuildAShr(f->builder, shifted, rest, "")
                                  : LLVMBuildLShr(f->builder, shifted, rest, "");
  return LLVMBuildICmp(f->builder, LLVMIntEQ, v, low, "");
}

static void check(const Fields *f, LLVMValueRef user, LLVMValueRef v, const Type *t) {
  LLVMPositionBuilderBefore(f->builder, user);
  LLVMValueRef fits = build_fits(f, v, t);
  if (LLVMIsAConstantInt(fits) && LLVMConstIntGetZExtValue(fits)) return;
  LLVMTypeRef truth = LLVMTypeOf(fits), none = LLVMVoidTypeInContext(LLVMGetModuleContext(f->module));
  LLVMTypeRef signature = LLVMFunctionType(none, &truth, 1, FALSE);
  LLVMValueRef function = LLVMGetNamedFunction(f->module, FIELD_FITS);
  if (!function) function = LLVMAddFunction(f->module, FIELD_FITS, signature);
  LLVMValueRef call = LLVMBuildCall2(f->builder, signature, function, &fits, 1, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(user));
}

static void check_operand(const Fields *f, LLVMValueRef user, LLVMValueRef v) {
  const Type *t = type_of(f, v);
  if (t && !t->fits) check(f, user, v, t);
}

/* ---- operations ---- */

static void give(const Fields *f, LLVMValueRef v, Type t) {
  if (width_of(v) == DECLARED && t.bits > INT && t.bits < DECLARED)
    g_hash_table_insert(f->types, v, g_memdup2(&t, sizeof t));
}

/* An int, or less, that was converted for the operation. */
static gboolean is_narrow(LLVMValueRef v) {
  if (LLVMIsAConstantInt(v)) return TRUE;
  if (!LLVMIsASExtInst(v) && !LLVMIsAZExtInst(v)) return FALSE;
  return width_of(LLVMGetOperand(v, 0)) <= INT && !is_named(v, "bf.");
}

/* The type in which two operands are combined; no bits: the declared one, or a wider. */
static Type common_type(const Fields *f, LLVMValueRef x, LLVMValueRef y) {
  const Type *a = type_of(f, x), *b = type_of(f, y);
  if (a && b) {
    gboolean is_signed =
        a->bits == b->bits ? a->is_signed && b->is_signed : (a->bits > b->bits ? a : b)->is_signed;
    return (Type){MAX(a->bits, b->bits), is_signed, FALSE};
  }
  if (!a && !b) return (Type){0};
  if (!is_narrow(a ? y : x)) return (Type){0};
  return (Type){(a ? a : b)->bits, (a ? a : b)->is_signed, FALSE};
}

/* Whether x, which is an operand of an operation in type t, has to be known as a whole before. */
static gboolean is_converted(const Fields *f, LLVMValueRef x, Type t) {
  return type_of(f, x) && type_of(f, x)->bits != t.bits;
}

/* Low bits of the result depend on low bits of the operands alone. */
static void combine(const Fields *f, LLVMValueRef v, LLVMValueRef x, LLVMValueRef y) {
  Type t = common_type(f, x, y);
  if (is_converted(f, x, t)) check_operand(f, v, x);
  if (is_converted(f, y, t)) check_operand(f, v, y);
  guint mask = LLVMGetInstructionOpcode(v) == LLVMAnd ? mask_bits(y) : 0;
  t.fits = mask && mask < t.bits;
  give(f, v, t);
}

/* Negative numbers are others in an unsigned type of fewer bits. */
static void check_conversion(const Fields *f, LLVMValueRef user, LLVMValueRef x, const Type *t) {
  const Type *own = type_of(f, x);
  if (t->bits && (!own || (own->is_signed && !t->is_signed))) check(f, user, x, t);
}

/* The operands are used as they are. */
static void compare(const Fields *f, LLVMValueRef v, LLVMValueRef x, LLVMValueRef y) {
  Type t = common_type(f, x, y);
  check_operand(f, v, x);
  check_operand(f, v, y);
  check_conversion(f, v, x, &t);
  check_conversion(f, v, y, &t);
  t.fits = LLVMGetInstructionOpcode(v) != LLVMSDiv;
  if (!LLVMIsAICmpInst(v)) give(f, v, t);
}

static void shift(const Fields *f, LLVMValueRef v, gboolean left) {
  const Type *t = type_of(f, LLVMGetOperand(v, 0));
  check_operand(f, v, LLVMGetOperand(v, 1));
  if (!t) return;
  if (!left) check_operand(f, v, LLVMGetOperand(v, 0));
  give(f, v, (Type){t->bits, t->is_signed, !left});
}

/* A value that one branch or another gives. */
static void choose(const Fields *f, LLVMValueRef v) {
  Type t = {0};
  gboolean all_narrow = TRUE;
  for (int i = LLVMIsASelectInst(v) ? 1 : 0; i < LLVMGetNumOperands(v); i++) {
    LLVMValueRef x = LLVMGetOperand(v, (unsigned)i);
    const Type *own = type_of(f, x);
    if (own && own->bits > t.bits) t = (Type){own->bits, own->is_signed, FALSE};
    all_narrow &= own || is_narrow(x);
  }
  if (all_narrow) give(f, v, t);
}

static void hand_on(const Fields *f, LLVMValueRef v) {
  guint narrowed = LLVMIsATruncInst(v)       ? width_of(v)
                   : is_named(v, "bf.value") ? mask_bits(LLVMGetOperand(v, 1))
                                             : DECLARED;
  for (int i = 0; i < LLVMGetNumOperands(v); i++) {
    const Type *t = type_of(f, LLVMGetOperand(v, (unsigned)i));
    if (t && !t->fits && (!narrowed || narrowed > t->bits)) check(f, v, LLVMGetOperand(v, (unsigned)i), t);
  }
}

static void follow(const Fields *f, LLVMValueRef v) {
  Type read = read_from(v);
  if (is_named(v, "bf.")) {
    if (is_named(v, "bf.value")) hand_on(f, v);
    give(f, v, read);
    return;
  }
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMMul:
  case LLVMAnd:
  case LLVMOr:
  case LLVMXor: combine(f, v, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)); break;
  case LLVMUDiv:
  case LLVMSDiv:
  case LLVMURem:
  case LLVMSRem:
  case LLVMICmp: compare(f, v, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)); break;
  case LLVMShl: shift(f, v, TRUE); break;
  case LLVMLShr:
  case LLVMAShr: shift(f, v, FALSE); break;
  case LLVMPHI:
  case LLVMSelect: choose(f, v); break;
  default: hand_on(f, v);
  }
}

void wide_fields_make_explicit(LLVMModuleRef module) {
  Fields f = {module, LLVMCreateBuilderInContext(LLVMGetModuleContext(module)),
              g_hash_table_new_full(NULL, NULL, NULL, g_free)};
  for (LLVMValueRef function = LLVMGetFirstFunction(module); function;
       function = LLVMGetNextFunction(function))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) follow(&f, i);
  g_hash_table_unref(f.types);
  LLVMDisposeBuilder(f.builder);
}
