/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where pointers come from. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/lower.h"

static LLVMOpcode opcode_of(LLVMValueRef v) {
  if (LLVMIsAInstruction(v)) return LLVMGetInstructionOpcode(v);
  return LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : LLVMUnreachable;
}

static void add(LLVMValueRef v, GHashTable *roots, GHashTable *seen) {
  if (!g_hash_table_add(seen, v)) return;
  switch (opcode_of(v)) {
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMFreeze: add(LLVMGetOperand(v, 0), roots, seen); break;
  case LLVMSelect:
    add(LLVMGetOperand(v, 1), roots, seen);
    add(LLVMGetOperand(v, 2), roots, seen);
    break;
  case LLVMPHI:
    for (unsigned i = 0; i < LLVMCountIncoming(v); i++) add(LLVMGetIncomingValue(v, i), roots, seen);
    break;
  default:
    if (!LLVMIsNull(v) && !LLVMIsUndef(v)) g_hash_table_add(roots, v);
  }
}

void roots_add(LLVMValueRef pointer, GHashTable *roots) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  add(pointer, roots, seen);
}

static gboolean root_fails(gpointer root, gpointer same, gpointer test) {
  const RootTest *holds = test;
  return !(*holds)(root);
}

gboolean roots_all(LLVMValueRef pointer, RootTest holds) {
  g_autoptr(GHashTable) roots = g_hash_table_new(NULL, NULL);
  roots_add(pointer, roots);
  return !g_hash_table_find(roots, root_fails, &holds);
}

static gboolean is_root_of(gpointer root, gpointer same, gpointer others) {
  return g_hash_table_contains(others, root);
}

gboolean roots_meet(LLVMValueRef x, LLVMValueRef y) {
  g_autoptr(GHashTable) of_x = g_hash_table_new(NULL, NULL), of_y = g_hash_table_new(NULL, NULL);
  roots_add(x, of_x);
  roots_add(y, of_y);
  return g_hash_table_find(of_x, is_root_of, of_y) != NULL;
}

/* What has a name is an object of its own, in each call of the function. */
static gboolean is_variable(LLVMValueRef root) {
  return LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root);
}

gboolean roots_differ(LLVMValueRef x, LLVMValueRef y) {
  return roots_all(x, is_variable) && roots_all(y, is_variable) && !roots_meet(x, y);
}

gboolean value_has_attribute(LLVMValueRef function, unsigned index, const char *name) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
  return LLVMGetEnumAttributeAtIndex(function, index, kind) != NULL;
}

unsigned parameter_index(LLVMValueRef parameter) {
  LLVMValueRef function = LLVMGetParamParent(parameter);
  unsigned i = 0;
  while (LLVMGetParam(function, i) != parameter) i++;
  return i + 1;
}

gboolean root_is_own(LLVMValueRef root) {
  if (LLVMIsAAllocaInst(root)) return TRUE;
  if (!LLVMIsAArgument(root)) return FALSE;
  LLVMValueRef function = LLVMGetParamParent(root);
  return value_has_attribute(function, parameter_index(root), "byval") ||
         value_has_attribute(function, parameter_index(root), "sret");
}

gboolean root_is_fresh(LLVMValueRef root) {
  static const char *const names[] = {"malloc",   "calloc", "realloc", "aligned_alloc",
                                      "memalign", "valloc", "strdup",  "strndup"};
  LLVMValueRef callee = LLVMIsACallInst(root) ? LLVMIsAFunction(LLVMGetCalledValue(root)) : NULL;
  if (!callee || !(LLVMIsDeclaration(callee) || function_is_model(callee))) return FALSE;
  size_t length;
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (g_str_equal(LLVMGetValueName2(callee, &length), names[i])) return TRUE;
  return FALSE;
}

/* The program's own functions have debug information. */
gboolean function_is_model(LLVMValueRef function) {
  return !LLVMIsDeclaration(function) && !LLVMGetSubprogram(function);
}

gboolean is_call_of(LLVMValueRef i, const char *prefix) {
  size_t length;
  return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
         g_str_has_prefix(LLVMGetValueName2(LLVMGetCalledValue(i), &length), prefix);
}
