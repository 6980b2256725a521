/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths over the blocks of a function. */
#include "frontend/lower.h"

gboolean block_leads_to(LLVMBasicBlockRef from, LLVMBasicBlockRef to, GHashTable *without) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_autoptr(GPtrArray) open = g_ptr_array_new();
  g_ptr_array_add(open, from);
  while (open->len) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(g_ptr_array_steal_index_fast(open, open->len - 1));
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
      LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
      if (g_hash_table_contains(without, next) || !g_hash_table_add(seen, next)) continue;
      if (next == to) return TRUE;
      g_ptr_array_add(open, next);
    }
  }
  return FALSE;
}

gboolean block_dominates(LLVMBasicBlockRef x, LLVMBasicBlockRef y) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(x));
  if (x == y || x == entry) return TRUE;
  if (y == entry) return FALSE;
  g_autoptr(GHashTable) without = g_hash_table_new(NULL, NULL);
  g_hash_table_add(without, x);
  return !block_leads_to(entry, y, without);
}
