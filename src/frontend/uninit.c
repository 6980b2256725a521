/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Uninitialised variables become explicit before any pass sees them.
 *
 * The compiler is asked to zero every variable that has no initialiser, at its declaration, and to mark what
 * does that with the annotation "auto-init".  Each such store becomes a store of the result of a call, and
 * each such memset a call, of functions that stand for "some value".  A variable whose declaration is jumped
 * over is not reached by that; so each one that mem2reg may turn into a register gets such a store on entry
 * too.  The result of a function is no variable: see returns.c. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/lower.h"

static gboolean is_auto_init(LLVMContextRef context, LLVMValueRef i) {
  LLVMValueRef node = LLVMGetMetadata(i, LLVMGetMDKindIDInContext(context, "annotation", 10));
  if (!node) return FALSE;
  unsigned n = LLVMGetMDNodeNumOperands(node);
  LLVMValueRef *operands = g_new(LLVMValueRef, n);
  LLVMGetMDNodeOperands(node, operands);
  gboolean found = FALSE;
  for (unsigned k = 0; k < n && !found; k++) {
    unsigned length = 0;
    const char *text = operands[k] ? LLVMGetMDString(operands[k], &length) : NULL;
    found = text && length == 9 && memcmp(text, "auto-init", 9) == 0;
  }
  g_free(operands);
  return found;
}

static LLVMValueRef declare(LLVMModuleRef m, const char *name, LLVMTypeRef type) {
  LLVMValueRef f = LLVMGetNamedFunction(m, name);
  return f ? f : LLVMAddFunction(m, name, type);
}

static LLVMValueRef build_value(LLVMModuleRef m, LLVMBuilderRef b, LLVMTypeRef type, LLVMMetadataRef loc) {
  LLVMTypeRef signature = LLVMFunctionType(type, NULL, 0, FALSE);
  char *spelling = LLVMPrintTypeToString(type);
  char *name = g_strconcat(UNINIT_VALUE, spelling, NULL);
  LLVMValueRef call = LLVMBuildCall2(b, signature, declare(m, name, signature), NULL, 0, "");
  LLVMInstructionSetDebugLoc(call, loc);
  g_free(name);
  LLVMDisposeMessage(spelling);
  return call;
}

static void build_memory(LLVMModuleRef m, LLVMTargetDataRef layout, LLVMBuilderRef b, LLVMValueRef pointer,
                         LLVMValueRef size, LLVMMetadataRef loc) {
  LLVMTypeRef types[2] = {LLVMTypeOf(pointer), LLVMIntPtrTypeInContext(LLVMGetModuleContext(m), layout)};
  LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), types, 2, FALSE);
  LLVMValueRef wide = LLVMBuildIntCast2(b, size, types[1], FALSE, "");
  LLVMValueRef args[2] = {pointer, wide};
  LLVMValueRef call = LLVMBuildCall2(b, signature, declare(m, UNINIT_MEMORY, signature), args, 2, "");
  LLVMInstructionSetDebugLoc(call, loc);
}

static gboolean is_register_type(LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) <= 64;
  case LLVMPointerTypeKind:
  case LLVMFloatTypeKind:
  case LLVMDoubleTypeKind: return TRUE;
  default: return FALSE;
  }
}

static void replace(LLVMModuleRef m, LLVMTargetDataRef layout, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(i);
  LLVMTypeRef size_type = LLVMIntPtrTypeInContext(LLVMGetModuleContext(m), layout);
  LLVMPositionBuilderBefore(b, i);
  if (LLVMGetInstructionOpcode(i) == LLVMCall) { /* memset(pointer, 0, size) */
    build_memory(m, layout, b, LLVMGetOperand(i, 0), LLVMGetOperand(i, 2), loc);
  } else if (LLVMGetInstructionOpcode(i) == LLVMStore) {
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(i, 0));
    LLVMValueRef pointer = LLVMGetOperand(i, 1);
    if (is_register_type(type))
      LLVMBuildStore(b, build_value(m, b, type, loc), pointer);
    else
      build_memory(m, layout, b, pointer, LLVMConstInt(size_type, LLVMABISizeOfType(layout, type), FALSE),
                   loc);
  } else {
    return;
  }
  LLVMInstructionEraseFromParent(i);
}

/* The place in the C text that says most about a variable: its declaration if that was marked, else its first
 * use. */
static LLVMMetadataRef place_of(LLVMContextRef context, LLVMValueRef alloca) {
  LLVMMetadataRef place = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef loc = LLVMInstructionGetDebugLoc(LLVMGetUser(u));
    if (loc) place = loc; /* uses are listed last first */
    if (loc && is_auto_init(context, LLVMGetUser(u))) break;
  }
  return place;
}

static void initialise_on_entry(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef function) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  LLVMValueRef first = LLVMGetFirstInstruction(entry);
  while (first && LLVMGetInstructionOpcode(first) == LLVMAlloca) first = LLVMGetNextInstruction(first);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); LLVMIsAAllocaInst(i); i = LLVMGetNextInstruction(i)) {
    if (!is_register_type(LLVMGetAllocatedType(i)) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0))) continue;
    if (i == returns_place(function)) continue;
    LLVMPositionBuilderBefore(b, first);
    LLVMValueRef value = build_value(m, b, LLVMGetAllocatedType(i), place_of(LLVMGetModuleContext(m), i));
    LLVMBuildStore(b, value, i);
  }
}

void uninit_make_explicit(LLVMModuleRef m, LLVMTargetDataRef layout) {
  LLVMContextRef context = LLVMGetModuleContext(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    initialise_on_entry(m, b, f);
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (is_auto_init(context, i)) replace(m, layout, b, i);
      }
  }
  LLVMDisposeBuilder(b);
}

/* Whether i is the first instruction of the alloca's own block that mentions it. */
static gboolean is_first_use(LLVMValueRef alloca, LLVMValueRef use) {
  if (LLVMGetInstructionParent(alloca) != LLVMGetInstructionParent(use)) return FALSE;
  for (LLVMValueRef i = LLVMGetNextInstruction(alloca); i; i = LLVMGetNextInstruction(i)) {
    if (i == use) return TRUE;
    for (int k = 0; k < LLVMGetNumOperands(i); k++)
      if (LLVMGetOperand(i, (unsigned)k) == alloca) return FALSE;
  }
  return FALSE;
}

/* A new object is uninitialised: saying so again before its first use adds nothing.  Returns that
 * object. */
static LLVMValueRef repeated_object(LLVMValueRef i) {
  LLVMValueRef object = NULL;
  if (is_call_of(i, UNINIT_MEMORY))
    object = LLVMGetOperand(i, 0);
  else if (LLVMIsAStoreInst(i) && is_call_of(LLVMGetOperand(i, 0), UNINIT_VALUE))
    object = LLVMGetOperand(i, 1);
  return object && LLVMIsAAllocaInst(object) && is_first_use(object, i) ? object : NULL;
}

static void drop_if_superfluous(LLVMValueRef i) {
  LLVMValueRef object = repeated_object(i), value = NULL;
  if (object) { /* which takes over the place of the declaration */
    LLVMValueRef marked = LLVMIsAStoreInst(i) ? value = LLVMGetOperand(i, 0) : i;
    if (LLVMInstructionGetDebugLoc(marked))
      LLVMInstructionSetDebugLoc(object, LLVMInstructionGetDebugLoc(marked));
    LLVMInstructionEraseFromParent(i);
  } else if (is_call_of(i, UNINIT_VALUE)) {
    value = i;
  }
  if (value && !LLVMGetFirstUse(value)) LLVMInstructionEraseFromParent(value);
}

void uninit_drop_unused(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        drop_if_superfluous(i);
      }
}
