/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Aliases: several names of one variable or function.  They become one name before anything else looks at the
 * module.  But where a program compares two such names themselves, compilers differ: some know that the
 * addresses are the same, others take different names for different objects. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/lower.h"

/* The name that a constant address is made from; NULL: none. */
static LLVMValueRef name_in(LLVMValueRef address) {
  while (LLVMIsAConstantExpr(address) && LLVMGetNumOperands(address)) address = LLVMGetOperand(address, 0);
  return LLVMIsAGlobalValue(address);
}

static LLVMValueRef behind_aliases(LLVMValueRef name) {
  while (name && LLVMIsAGlobalAlias(name)) name = name_in(LLVMAliasGetAliasee(name));
  return name;
}

LLVMValueRef alias_target(LLVMModuleRef m, const char *name) {
  return behind_aliases(LLVMGetNamedGlobalAlias(m, name, strlen(name)));
}

static gboolean compares_names(LLVMValueRef i) {
  if (!LLVMIsAICmpInst(i)) return FALSE;
  LLVMValueRef x = name_in(LLVMGetOperand(i, 0)), y = name_in(LLVMGetOperand(i, 1));
  return x && y && x != y && behind_aliases(x) == behind_aliases(y);
}

static void forget_comparison(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef i) {
  LLVMTypeRef truth = LLVMTypeOf(i), signature = LLVMFunctionType(truth, NULL, 0, FALSE);
  LLVMValueRef f = LLVMGetNamedFunction(m, UNKNOWN_COMPARISON);
  if (!f) f = LLVMAddFunction(m, UNKNOWN_COMPARISON, signature);
  LLVMPositionBuilderBefore(b, i);
  LLVMValueRef call = LLVMBuildCall2(b, signature, f, NULL, 0, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(i));
  LLVMReplaceAllUsesWith(i, call);
  LLVMInstructionEraseFromParent(i);
}

static void forget_comparisons(LLVMModuleRef m, LLVMBuilderRef b) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block; block = LLVMGetNextBasicBlock(block))
      for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
        next = LLVMGetNextInstruction(i);
        if (compares_names(i)) forget_comparison(m, b, i);
      }
}

/* What a call of an input or error function means is in its name. */
static LLVMValueRef meant_by(const Lowering *l, LLVMValueRef alias) {
  size_t length;
  g_autofree char *name = g_strdup(LLVMGetValueName2(alias, &length));
  LLVMTypeRef type = LLVMGlobalGetValueType(alias);
  gboolean special = lower_is_error_function(l, name) || site_is_nondet(name);
  if (!special || LLVMGetTypeKind(type) != LLVMFunctionTypeKind) return LLVMAliasGetAliasee(alias);
  LLVMSetValueName2(alias, "", 0);
  return LLVMAddFunction(l->module, name, type);
}

void aliases_resolve(const Lowering *l) {
  if (!LLVMGetFirstGlobalAlias(l->module)) return;
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(l->module));
  forget_comparisons(l->module, b);
  LLVMDisposeBuilder(b);
  for (LLVMValueRef a = LLVMGetFirstGlobalAlias(l->module); a; a = LLVMGetNextGlobalAlias(a))
    LLVMReplaceAllUsesWith(a, meant_by(l, a));
}
