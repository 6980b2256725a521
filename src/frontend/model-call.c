/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of parts of models. */
#include "frontend/model-call.h"

LLVMValueRef build_model_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, LLVMTypeRef result,
                              LLVMValueRef *args, unsigned n) {
  LLVMTypeRef types[8];
  for (unsigned i = 0; i < n; i++) types[i] = LLVMTypeOf(args[i]);
  LLVMTypeRef type = LLVMFunctionType(result, types, n, 0);
  LLVMValueRef f = LLVMGetNamedFunction(module, name);
  if (!f) f = LLVMAddFunction(module, name, type);
  return LLVMBuildCall2(builder, type, f, args, n, "");
}
