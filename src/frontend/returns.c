/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that may come to their end without a return statement.  The value that a caller then uses does
 * not exist, and compilers make of such a run what they please.  A flag is kept beside the place of the
 * result: it is set with the result, and looked at before the function returns.  Where no caller uses the
 * value, it does not matter. */
#include <llvm-c/DebugInfo.h>
#include "frontend/lower.h"

/* A variable of that name is marked where it has no initialiser. */
static gboolean is_result(LLVMValueRef alloca) {
  size_t length;
  if (!g_str_equal(LLVMGetValueName2(alloca, &length), "retval")) return FALSE;
  unsigned annotation = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(alloca)), "annotation", 10);
  for (LLVMUseRef u = LLVMGetFirstUse(alloca); u; u = LLVMGetNextUse(u))
    if (LLVMIsAInstruction(LLVMGetUser(u)) && LLVMGetMetadata(LLVMGetUser(u), annotation)) return FALSE;
  return TRUE;
}

LLVMValueRef returns_place(LLVMValueRef function) {
  if (LLVMCountParams(function) && value_has_attribute(function, 1, "sret")) return LLVMGetParam(function, 0);
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  return LLVMIsAAllocaInst(i) && is_result(i) ? i : NULL;
}

/* ---- where it is set ---- */

/* It is copied from there, or its address is kept for a debugger. */
static gboolean only_reads(LLVMValueRef user, LLVMValueRef pointer) {
  if (LLVMIsALoadInst(user)) return TRUE;
  if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 0) == pointer;
  return LLVMIsACallInst(user) && LLVMGetIntrinsicID(LLVMGetCalledValue(user)) &&
         LLVMGetOperand(user, 0) != pointer;
}

/* The instructions that give the result, or a part of it. */
static void collect_sets(LLVMValueRef place, GHashTable *sets) {
  for (LLVMUseRef u = LLVMGetFirstUse(place); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsACastInst(user))
      collect_sets(user, sets);
    else if (LLVMIsAInstruction(user) && !only_reads(user, place))
      g_hash_table_add(sets, user);
  }
}

static gboolean sets_in(LLVMBasicBlockRef block, GHashTable *sets) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (g_hash_table_contains(sets, i)) return TRUE;
  return FALSE;
}

/* Whether some way from the entry to a return passes none of them. */
static gboolean may_be_missing(LLVMValueRef function, GHashTable *sets) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GPtrArray) left = g_ptr_array_new();
  g_ptr_array_add(left, LLVMGetEntryBasicBlock(function));
  while (left->len) {
    LLVMBasicBlockRef block = g_ptr_array_remove_index_fast(left, left->len - 1);
    if (!g_hash_table_add(seen, block) || sets_in(block, sets)) continue;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    if (LLVMIsAReturnInst(end)) return TRUE;
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) g_ptr_array_add(left, LLVMGetSuccessor(end, i));
  }
  return FALSE;
}

/* Whether a call through some pointer is used.  Functions outside of the program that call back are not
 * modelled. */
static gboolean uses_indirect_results(LLVMModuleRef m) {
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && !LLVMIsAFunction(LLVMGetCalledValue(i)) && LLVMGetFirstUse(i)) return TRUE;
  return FALSE;
}

/* Whether some caller looks at what the function returns. */
static gboolean is_used(LLVMModuleRef m, LLVMValueRef function) {
  gboolean by_place = LLVMCountParams(function) && value_has_attribute(function, 1, "sret");
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    gboolean called = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
    if (by_place || (called ? LLVMGetFirstUse(user) != NULL : uses_indirect_results(m))) return TRUE;
  }
  return FALSE;
}

/* ---- the flag ---- */

static LLVMValueRef first_behind_allocas(LLVMValueRef function) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  while (LLVMIsAAllocaInst(i)) i = LLVMGetNextInstruction(i);
  return i;
}

static void check_before(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef end, LLVMTypeRef truth,
                         LLVMValueRef flag) {
  LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(LLVMGetModuleContext(m)), &truth, 1, FALSE);
  LLVMValueRef check = LLVMGetNamedFunction(m, RESULT_SET);
  if (!check) check = LLVMAddFunction(m, RESULT_SET, signature);
  LLVMPositionBuilderBefore(b, end);
  LLVMValueRef set = LLVMBuildLoad2(b, truth, flag, "");
  LLVMValueRef call = LLVMBuildCall2(b, signature, check, &set, 1, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(end));
}

static void add_flag(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef function, GHashTable *sets) {
  LLVMTypeRef truth = LLVMInt1TypeInContext(LLVMGetModuleContext(m));
  LLVMValueRef start = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
  LLVMPositionBuilderBefore(b, start);
  LLVMValueRef flag = LLVMBuildAlloca(b, truth, "");
  LLVMPositionBuilderBefore(b, first_behind_allocas(function));
  LLVMBuildStore(b, LLVMConstInt(truth, 0, FALSE), flag);
  GHashTableIter all;
  gpointer set;
  g_hash_table_iter_init(&all, sets);
  while (g_hash_table_iter_next(&all, &set, NULL)) {
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(set));
    LLVMBuildStore(b, LLVMConstInt(truth, 1, FALSE), flag);
  }
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block;
       block = LLVMGetNextBasicBlock(block))
    if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(block)))
      check_before(m, b, LLVMGetBasicBlockTerminator(block), truth, flag);
}

/* What is returned where nothing was set is never looked at. */
static void clear_on_entry(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef place) {
  if (!LLVMIsAAllocaInst(place)) return;
  LLVMPositionBuilderBefore(b, first_behind_allocas(function));
  LLVMBuildStore(b, LLVMConstNull(LLVMGetAllocatedType(place)), place);
}

void returns_make_explicit(LLVMModuleRef m) {
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    LLVMValueRef place = LLVMIsDeclaration(f) ? NULL : returns_place(f);
    if (!place) continue;
    g_autoptr(GHashTable) sets = g_hash_table_new(NULL, NULL);
    collect_sets(place, sets);
    if (!may_be_missing(f, sets)) continue;
    clear_on_entry(b, f, place);
    if (is_used(m, f)) add_flag(m, b, f, sets);
  }
  LLVMDisposeBuilder(b);
}
