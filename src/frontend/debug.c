/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the debug information says of C types: the compiler's own types have lost it. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "base/limits.h"
#include "frontend/lower.h"

/* DWARF's tags. */
#define TAG_ARRAY 0x01u
#define TAG_ENUMERATION 0x04u
#define TAG_POINTER 0x0fu
#define TAG_STRUCTURE 0x13u
#define TAG_TYPEDEF 0x16u
#define TAG_UNION 0x17u
#define TAG_BASE 0x24u
#define TAG_CONST 0x26u
#define TAG_VOLATILE 0x35u

/* Where operands stand. */
enum { TYPE_OF_FUNCTION = 4, TYPES_OF_SIGNATURE = 3, BASE_OF_TYPE = 3 };

static LLVMValueRef operand_of(const Lowering *l, LLVMMetadataRef node, guint i) {
  LLVMValueRef v = LLVMMetadataAsValue(LLVMGetModuleContext(l->module), node);
  guint n = (guint)LLVMGetMDNodeNumOperands(v);
  if (i >= n) return NULL;
  g_autofree LLVMValueRef *all = g_new0(LLVMValueRef, n);
  LLVMGetMDNodeOperands(v, all);
  return all[i];
}

LLVMMetadataRef debug_node(const Lowering *l, LLVMMetadataRef node, guint i) {
  LLVMValueRef v = operand_of(l, node, i);
  return v ? LLVMValueAsMetadata(v) : NULL;
}

/* Operands of a variable: scope, name, file, type. */
const char *debug_variable_name(const Lowering *l, LLVMMetadataRef variable) {
  unsigned length = 0;
  LLVMValueRef v = operand_of(l, variable, 1);
  const char *name = v ? LLVMGetMDString(v, &length) : NULL;
  g_autofree char *copy = name && length ? g_strndup(name, length) : NULL;
  return copy ? g_intern_string(copy) : NULL;
}

LLVMMetadataRef debug_variable_type(const Lowering *l, LLVMMetadataRef variable) {
  return debug_node(l, variable, 3);
}

LLVMMetadataRef debug_base_type(const Lowering *l, LLVMMetadataRef type) {
  for (guint depth = 0; type && depth < limits.frontend_typedef_depth; depth++) {
    guint16 tag = LLVMGetDINodeTag(type);
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE) return type;
    type = debug_node(l, type, BASE_OF_TYPE);
  }
  return NULL;
}

gboolean debug_is_const(const Lowering *l, LLVMMetadataRef type) {
  for (guint depth = 0; type && depth < limits.frontend_typedef_depth; depth++) {
    guint16 tag = LLVMGetDINodeTag(type);
    if (tag == TAG_CONST) return TRUE;
    if (tag != TAG_TYPEDEF && tag != TAG_VOLATILE && tag != TAG_ARRAY) return FALSE;
    type = debug_node(l, type, BASE_OF_TYPE);
  }
  return FALSE;
}

gboolean debug_is_base(LLVMMetadataRef type) { return LLVMGetDINodeTag(type) == TAG_BASE; }

static const char *type_name(LLVMMetadataRef type) {
  size_t length = 0;
  const char *text = LLVMDITypeGetName(type, &length);
  g_autofree char *name = text && length ? g_strndup(text, length) : NULL;
  return name ? g_intern_string(name) : NULL;
}

static const char *kind_of(LLVMMetadataRef type) {
  switch (LLVMGetDINodeTag(type)) {
  case TAG_POINTER: return "a pointer";
  case TAG_STRUCTURE: return "a struct";
  case TAG_UNION: return "a union";
  case TAG_ARRAY: return "a vector";
  case TAG_BASE: break;
  default: return "of an unusual type";
  }
  g_autofree char *text =
      g_strconcat("of the type ", type_name(type) ? type_name(type) : "without a name", NULL);
  return g_intern_string(text);
}

const char *debug_scalar(const Lowering *l, LLVMMetadataRef type, CScalar *scalar) {
  static const char *const integers[] = {"_Bool", "char",           "signed char", "unsigned char",
                                         "short", "unsigned short", "int",         "unsigned int",
                                         "long",  "unsigned long",  "long long",   "unsigned long long",
                                         NULL};
  static const char *const floats[] = {"float", "double", NULL};
  LLVMMetadataRef base = debug_base_type(l, type);
  if (base && LLVMGetDINodeTag(base) == TAG_ENUMERATION)
    base = debug_base_type(l, debug_node(l, base, BASE_OF_TYPE));
  if (!base) return "of an unusual type";
  const char *name = debug_is_base(base) ? type_name(base) : NULL;
  if (!name || (!g_strv_contains(integers, name) && !g_strv_contains(floats, name))) return kind_of(base);
  const gboolean truth = g_str_equal(name, "_Bool"), number = g_strv_contains(floats, name);
  *scalar = (CScalar){.name = name,
                      .width = truth ? 1 : (guint)LLVMDITypeGetSizeInBits(base),
                      .is_signed = !number && !truth && !g_str_has_prefix(name, "unsigned"),
                      .is_float = number};
  return NULL;
}

GPtrArray *debug_parameter_types(const Lowering *l, LLVMValueRef function) {
  LLVMMetadataRef program = LLVMGetSubprogram(function);
  LLVMMetadataRef type = program ? debug_node(l, program, TYPE_OF_FUNCTION) : NULL;
  LLVMMetadataRef all = type ? debug_node(l, type, TYPES_OF_SIGNATURE) : NULL;
  GPtrArray *types = g_ptr_array_new();
  if (!all) return types;
  LLVMValueRef list = LLVMMetadataAsValue(LLVMGetModuleContext(l->module), all);
  for (guint i = 1; i < LLVMGetMDNodeNumOperands(list); i++) g_ptr_array_add(types, debug_node(l, all, i));
  return types;
}
