/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects of type _Bool.  A byte in memory that is neither 0 nor 1 is no value of that type, and compilers
 * differ in what they make of it: they look at all its bits, at the lowest one, or at both.  C itself stores
 * only 0 and 1; other bits come from unions, copies, casts of pointers, and variables that were never set. */
#include "frontend/lower.h"

static gboolean is_truth(LLVMValueRef v, GHashTable *seen);

static gboolean is_small(LLVMValueRef v) { return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) <= 1; }

/* One variable that is only ever read and written as a whole, and gets nothing but 0 and 1. */
static gboolean holds_truth(LLVMValueRef object, GHashTable *seen) {
  if (!LLVMIsAGlobalVariable(object) || LLVMIsDeclaration(object)) return FALSE;
  if (!g_hash_table_add(seen, object)) return TRUE;
  if (!is_truth(LLVMGetInitializer(object), seen)) return FALSE;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    gboolean written = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == object;
    if (written && !is_truth(LLVMGetOperand(user, 0), seen)) return FALSE;
    if (!written && !LLVMIsALoadInst(user)) return FALSE;
  }
  return TRUE;
}

static gboolean is_truth_of_all(LLVMValueRef v, unsigned from, GHashTable *seen) {
  for (int i = (int)from; i < LLVMGetNumOperands(v); i++)
    if (!is_truth(LLVMGetOperand(v, (unsigned)i), seen)) return FALSE;
  return TRUE;
}

/* Whether a value of 8 bits is 0 or 1.  What was seen before counts as such: the first value that is not ends
 * the search. */
static gboolean is_truth(LLVMValueRef v, GHashTable *seen) {
  if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind) return FALSE;
  if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 1) return TRUE;
  if (LLVMIsAConstantInt(v)) return is_small(v);
  if (LLVMIsALoadInst(v)) return holds_truth(LLVMGetOperand(v, 0), seen);
  if (!LLVMIsAInstruction(v)) return FALSE;
  if (!g_hash_table_add(seen, v)) return TRUE;
  switch (LLVMGetInstructionOpcode(v)) {
  case LLVMZExt: return LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(v, 0))) == 1;
  case LLVMAnd: return is_small(LLVMGetOperand(v, 1)) || is_truth_of_all(v, 0, seen);
  case LLVMOr:
  case LLVMXor:
  case LLVMPHI: return is_truth_of_all(v, 0, seen);
  case LLVMSelect: return is_truth_of_all(v, 1, seen);
  default: return FALSE;
  }
}

Operand lower_truth(Body *b, LLVMValueRef byte) {
  Operand x = body_operand(b, byte);
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  if (x.width == 8 && !is_truth(byte, seen))
    body_check_value(b, emit_compare(b, TERM_ULE, x, operand_const(8, 1)),
                     "a _Bool whose byte is neither 0 nor 1");
  return emit_resize(b, x, 1, FALSE);
}
