/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an optimizing compiler leaves of the loops.  Its passes may use what C leaves undefined: nothing that
 * acf claims rests on their result. */
#include <llvm-c/Transforms/PassBuilder.h>
#include "frontend/lower.h"

/* Functions that are inlined are gone then. */
static void hide_all_but(LLVMModuleRef module, const char *entry) {
  LLVMValueRef kept = LLVMGetNamedFunction(module, entry);
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
    if (f != kept && !LLVMIsDeclaration(f)) LLVMSetLinkage(f, LLVMInternalLinkage);
}

static gboolean optimize(LLVMModuleRef module) {
  LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
  LLVMErrorRef failed = LLVMRunPasses(module, "default<O1>", NULL, options);
  if (failed) LLVMConsumeError(failed);
  LLVMDisposePassBuilderOptions(options);
  return !failed;
}

/* Does a node lead to one that is not gone? */
typedef gboolean (*LeadsOn)(gpointer node, GHashTable *gone);

/* Takes away what leads only to what is gone, until nothing changes: what is left are cycles. */
static gboolean has_cycle(const GPtrArray *nodes, LeadsOn leads_on) {
  g_autoptr(GHashTable) gone = g_hash_table_new(NULL, NULL);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = nodes->len; i-- > 0;)
      if (!leads_on(nodes->pdata[i], gone) && g_hash_table_add(gone, nodes->pdata[i])) changed = TRUE;
  }
  return g_hash_table_size(gone) < nodes->len;
}

static gboolean block_leads_on(gpointer node, GHashTable *gone) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator((LLVMBasicBlockRef)node);
  for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
    if (!g_hash_table_contains(gone, LLVMGetSuccessor(end, i))) return TRUE;
  return FALSE;
}

static gboolean function_has_loop(LLVMValueRef function) {
  g_autoptr(GPtrArray) blocks = g_ptr_array_new();
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    g_ptr_array_add(blocks, b);
  return has_cycle(blocks, block_leads_on);
}

/* A call through a pointer may lead to any function. */
static gboolean calls_on(LLVMValueRef instruction, GHashTable *gone) {
  if (!LLVMIsACallInst(instruction)) return FALSE;
  LLVMValueRef callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
  return !callee || (!LLVMIsDeclaration(callee) && !g_hash_table_contains(gone, callee));
}

static gboolean function_leads_on(gpointer node, GHashTable *gone) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock((LLVMValueRef)node); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (calls_on(i, gone)) return TRUE;
  return FALSE;
}

gboolean module_loops_remain(LLVMModuleRef module, const char *entry) {
  hide_all_but(module, entry);
  if (!optimize(module)) return TRUE;
  g_autoptr(GPtrArray) functions = g_ptr_array_new();
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    if (function_has_loop(f)) return TRUE;
    if (!LLVMIsDeclaration(f)) g_ptr_array_add(functions, f);
  }
  return has_cycle(functions, function_leads_on);
}
