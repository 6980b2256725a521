/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text that stands in the program. */
#include "frontend/known-text.h"
#include <string.h>

gboolean constant_is_bytes(LLVMValueRef constant) {
  return LLVMIsAConstantDataSequential(constant) && LLVMIsConstantString(constant);
}

char *known_text(LLVMValueRef variable) {
  if (!LLVMIsAGlobalVariable(variable) || !LLVMIsGlobalConstant(variable)) return NULL;
  LLVMValueRef init = LLVMGetInitializer(variable);
  if (init && LLVMIsNull(init)) return g_strdup("");
  if (!init || !constant_is_bytes(init)) return NULL;
  size_t length = 0;
  const char *bytes = LLVMGetAsString(init, &length);
  return memchr(bytes, 0, length) ? g_strdup(bytes) : NULL;
}
