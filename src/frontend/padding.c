/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a structure that belong to no member.  Where a structure is initialised or assigned, C leaves
 * them open: some compilers copy them, others write the members alone.  The compiler's own copies and fills,
 * which are how structures are initialised and assigned here, make them unknown; only what reads these bytes
 * sees it.  Variables that exist for the whole run begin with zeros there. */
#include <string.h>
#include "base/limits.h"
#include "frontend/lower.h"

/* ---- where padding is ---- */

static void add_padding(LLVMTargetDataRef layout, LLVMTypeRef type, guint64 at, GArray *bytes);

static void add_gap(guint64 from, guint64 to, GArray *bytes) {
  for (; from < to && bytes->len <= limits.frontend_padding_bytes; from++) g_array_append_val(bytes, from);
}

static void add_of_struct(LLVMTargetDataRef layout, LLVMTypeRef type, guint64 at, GArray *bytes) {
  guint64 end = 0;
  for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
    LLVMTypeRef member = LLVMStructGetTypeAtIndex(type, i);
    guint64 offset = LLVMOffsetOfElement(layout, type, i);
    add_gap(at + end, at + offset, bytes);
    add_padding(layout, member, at + offset, bytes);
    end = offset + LLVMStoreSizeOfType(layout, member);
  }
  add_gap(at + end, at + LLVMABISizeOfType(layout, type), bytes);
}

/* Which bytes of a union are padding depends on the member that it holds. */
static gboolean is_union(LLVMTypeRef type) {
  const char *name = LLVMGetStructName(type);
  return name && g_str_has_prefix(name, "union.");
}

static void add_padding(LLVMTargetDataRef layout, LLVMTypeRef type, guint64 at, GArray *bytes) {
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind && !is_union(type)) {
    add_of_struct(layout, type, at, bytes);
  } else if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    guint64 each = LLVMABISizeOfType(layout, LLVMGetElementType(type)), n = LLVMGetArrayLength2(type);
    for (guint64 i = 0; i < n && (i == 0 || bytes->len) && bytes->len <= limits.frontend_padding_bytes; i++)
      add_padding(layout, LLVMGetElementType(type), at + i * each, bytes);
  }
}

/* ---- what is copied ---- */

static LLVMTypeRef type_of_element(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (int i = 2; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    type = LLVMGetTypeKind(type) == LLVMStructTypeKind
               ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
               : LLVMGetElementType(type);
  }
  return type;
}

static LLVMTypeRef type_of_parameter(LLVMValueRef parameter) {
  static const char *const by_place[] = {"sret", "byval"};
  LLVMValueRef function = LLVMGetParamParent(parameter);
  for (guint i = 0; i < G_N_ELEMENTS(by_place); i++) {
    unsigned kind = LLVMGetEnumAttributeKindForName(by_place[i], strlen(by_place[i]));
    LLVMAttributeRef type = LLVMGetEnumAttributeAtIndex(function, parameter_index(parameter), kind);
    if (type) return LLVMGetTypeAttributeValue(type);
  }
  return NULL;
}

/* What the text says that a pointer points to; NULL: nothing. */
static LLVMTypeRef type_behind(LLVMValueRef pointer) {
  if (LLVMIsAAllocaInst(pointer)) return LLVMGetAllocatedType(pointer);
  if (LLVMIsAGetElementPtrInst(pointer) ||
      (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr))
    return type_of_element(pointer);
  if (LLVMIsAArgument(pointer)) return type_of_parameter(pointer);
  gboolean is_variable = LLVMIsAGlobalVariable(pointer) && LLVMGetLinkage(pointer) != LLVMPrivateLinkage;
  return is_variable ? LLVMGlobalGetValueType(pointer) : NULL;
}

static LLVMTypeRef type_copied(Body *b, LLVMValueRef call, guint64 n) {
  unsigned places = is_call_of(call, "llvm.memset") ? 1 : 2;
  for (unsigned i = 0; i < places; i++) {
    LLVMTypeRef type = type_behind(LLVMGetOperand(call, i));
    if (type && LLVMTypeIsSized(type) && LLVMABISizeOfType(b->lowering->layout, type) == n) return type;
  }
  return NULL;
}

/* The function of that name copies every byte, and is called where the program says so. */
static gboolean is_in_text(const Body *b) {
  const char *line = site_line(b->lowering, b->loc);
  return line && b->loc.column && b->loc.column <= strlen(line) &&
         g_str_has_prefix(line + b->loc.column - 1, "__builtin_");
}

void lower_padding(Body *b, LLVMValueRef call) {
  LLVMValueRef length = LLVMGetOperand(call, 2);
  if (function_is_model(b->llvm) || !LLVMIsAConstantInt(length) || is_in_text(b)) return;
  LLVMTypeRef type = type_copied(b, call, LLVMConstIntGetZExtValue(length));
  if (!type) return;
  g_autoptr(GArray) bytes = g_array_new(FALSE, FALSE, sizeof(guint64));
  add_padding(b->lowering->layout, type, 0, bytes);
  if (bytes->len > limits.frontend_padding_bytes) {
    body_end_unmodelled(b, "the padding of a large array of structures");
    return;
  }
  Operand to = body_operand(b, LLVMGetOperand(call, 0));
  for (guint i = 0; i < bytes->len; i++) {
    Operand unknown = emit_unknown(b, 8);
    g_array_index(b->block->instrs, IrInstr, b->block->instrs->len - 1).param = UNKNOWN_PADDING;
    emit_store(b, to, unknown, (Part){8, g_array_index(bytes, guint64, i), FALSE});
  }
}
