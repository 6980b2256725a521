/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Differences of pointers.  Where two pointers are not whole elements apart, C gives their difference no
 * value, and compilers differ: they divide by the size of an element, or multiply by its inverse. */
#include "frontend/lower.h"

typedef struct {
  LLVMTargetDataRef layout;
  guint64 size; /* of an element, in bytes */
  GHashTable *seen;
} Steps;

/* Whether a GEP moves a pointer by whole elements. */
static gboolean step_is_whole(const Steps *s, LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  guint64 bytes = 0;
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
      bytes += LLVMOffsetOfElement(s->layout, type, member);
      type = LLVMStructGetTypeAtIndex(type, member);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    guint64 each = LLVMABISizeOfType(s->layout, type);
    if (LLVMIsAConstantInt(index))
      bytes += each * (guint64)LLVMConstIntGetSExtValue(index);
    else if (each % s->size)
      return FALSE;
  }
  return (gint64)bytes % (gint64)s->size == 0;
}

/* Whether all steps from the roots of a pointer to it are whole elements. */
static gboolean steps_are_whole(const Steps *s, LLVMValueRef pointer) {
  if (!g_hash_table_add(s->seen, pointer)) return TRUE;
  if (LLVMIsAGetElementPtrInst(pointer) ||
      (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
    return step_is_whole(s, pointer) && steps_are_whole(s, LLVMGetOperand(pointer, 0));
  gboolean chooses = LLVMIsASelectInst(pointer) != NULL;
  if (!chooses && !LLVMIsAPHINode(pointer)) return TRUE;
  for (int i = chooses; i < LLVMGetNumOperands(pointer); i++)
    if (!steps_are_whole(s, LLVMGetOperand(pointer, (unsigned)i))) return FALSE;
  return TRUE;
}

/* The start of an object, or in each call the same place. */
static gboolean is_start(LLVMValueRef root) {
  return LLVMIsAAllocaInst(root) || LLVMIsAGlobalVariable(root) || root_is_fresh(root);
}

static gboolean is_argument(gpointer root, gpointer same, gpointer data) {
  return LLVMIsAArgument(root) != NULL;
}

/* Pointers to different objects have no difference that is known anyway. */
static gboolean are_known(LLVMValueRef x, LLVMValueRef y) {
  if (roots_all(x, is_start) && roots_all(y, is_start)) return TRUE;
  g_autoptr(GHashTable) roots = g_hash_table_new(NULL, NULL);
  roots_add(x, roots);
  roots_add(y, roots);
  return g_hash_table_size(roots) == 1 && g_hash_table_find(roots, is_argument, NULL);
}

static LLVMValueRef address_in(LLVMValueRef number) {
  gboolean is_address = LLVMIsAPtrToIntInst(number) ||
                        (LLVMIsAConstantExpr(number) && LLVMGetConstOpcode(number) == LLVMPtrToInt);
  return is_address ? LLVMGetOperand(number, 0) : NULL;
}

/* Whether the text shows that the difference is of whole elements. */
static gboolean is_whole(const Body *b, LLVMValueRef bytes, guint64 size) {
  if (!LLVMIsAInstruction(bytes) || LLVMGetInstructionOpcode(bytes) != LLVMSub) return FALSE;
  LLVMValueRef x = address_in(LLVMGetOperand(bytes, 0)), y = address_in(LLVMGetOperand(bytes, 1));
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  const Steps s = {b->lowering->layout, size, seen};
  return x && y && are_known(x, y) && steps_are_whole(&s, x) && steps_are_whole(&s, y);
}

void lower_difference(Body *b, LLVMValueRef bytes, Operand distance, Operand size) {
  if (size.kind != OPERAND_CONST || !size.value || is_whole(b, bytes, size.value)) return;
  gboolean power = (size.value & (size.value - 1)) == 0;
  Operand mask = operand_const(size.width, size.value - 1);
  Operand rest = power ? emit_op2(b, TERM_AND, distance, mask) : emit_op2(b, TERM_SREM, distance, size);
  body_check_value(b, emit_compare(b, TERM_EQ, rest, operand_const(size.width, 0)),
                   "a difference of pointers that are not whole elements apart");
}
