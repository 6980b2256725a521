/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating point in 32-bit code.  Without SSE2 a compiler computes in the wider format of the x87, and rounds
 * when it pleases.  So whatever is claimed of a program in which a floating-point value occurs rests on an
 * assumption.  (What becomes of signalling NaNs is not assumed: see float-bits.c.) */
#include "frontend/lower.h"

gboolean type_contains_float(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind:
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind: return TRUE;
  case LLVMArrayTypeKind:
  case LLVMVectorTypeKind: return type_contains_float(LLVMGetElementType(t));
  case LLVMStructTypeKind:
    for (unsigned i = 0; !LLVMIsOpaqueStruct(t) && i < LLVMCountStructElementTypes(t); i++)
      if (type_contains_float(LLVMStructGetTypeAtIndex(t, i))) return TRUE;
    return FALSE;
  default: return FALSE;
  }
}

static gboolean operand_has_float(LLVMValueRef v) {
  return type_contains_float(LLVMTypeOf(v)) ||
         (LLVMIsAGlobalVariable(v) && type_contains_float(LLVMGlobalGetValueType(v)));
}

static gboolean instruction_has_float(LLVMValueRef i) {
  if (LLVMIsAAllocaInst(i) && type_contains_float(LLVMGetAllocatedType(i))) return TRUE;
  if (LLVMIsAGetElementPtrInst(i) && type_contains_float(LLVMGetGEPSourceElementType(i))) return TRUE;
  gboolean found = type_contains_float(LLVMTypeOf(i));
  for (int k = 0; !found && k < LLVMGetNumOperands(i); k++)
    found = operand_has_float(LLVMGetOperand(i, (unsigned)k));
  return found;
}

static gboolean function_has_float(LLVMValueRef f) {
  gboolean found = type_contains_float(LLVMGetReturnType(LLVMGlobalGetValueType(f)));
  for (unsigned i = 0; !found && i < LLVMCountParams(f); i++)
    found = type_contains_float(LLVMTypeOf(LLVMGetParam(f, i)));
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b && !found; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !found; i = LLVMGetNextInstruction(i))
      found = instruction_has_float(i);
  return found;
}

void float_assume(Lowering *l) {
  gboolean found = FALSE;
  if (l->program->pointer_width != 32) return;
  for (guint i = 0; i < l->pending_functions->len && !found; i++)
    found = function_has_float(l->pending_functions->pdata[i]);
  if (found)
    lower_say(
        l, l->program->assumptions, (IrLoc){0},
        "floating-point operations round to float and double as IEEE 754 says (32-bit code does with -msse2 "
        "-mfpmath=sse)");
}
