/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of parts of models, which the front end builds in place of calls of the library. */
#ifndef ACF_FRONTEND_MODEL_CALL_H
#define ACF_FRONTEND_MODEL_CALL_H
#include <llvm-c/Core.h>

/* A call where the builder stands, of the function of this name, which gets a declaration if it has none.  n is at
 * most 8. */
LLVMValueRef build_model_call(LLVMModuleRef module, LLVMBuilderRef builder, const char *name, LLVMTypeRef result,
                              LLVMValueRef *args, unsigned n);
#endif
