/* SPDX-License-Identifier: GPL-3.0-or-later */
/* LLVM types as widths of registers. */
#include "base/limits.h"
#include "frontend/lower.h"

guint type_scalar_width(const Lowering *l, LLVMTypeRef t) {
  switch (LLVMGetTypeKind(t)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t) <= 64 ? LLVMGetIntTypeWidth(t) : 0;
  case LLVMPointerTypeKind: return l->program->pointer_width;
  case LLVMFloatTypeKind: return 32;
  case LLVMDoubleTypeKind: return 64;
  default: return 0;
  }
}

gboolean type_is_float(LLVMTypeRef t) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  return kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
}

/* Values of array type live in registers only inside small structs; larger ones would flood the function. */
static gboolean add_parts(const Lowering *l, LLVMTypeRef t, guint64 offset, GArray *parts) {
  LLVMTypeKind kind = LLVMGetTypeKind(t);
  guint width = type_scalar_width(l, t);
  if (width) {
    Part part = {width, offset, type_is_float(t)};
    g_array_append_val(parts, part);
    return parts->len <= limits.frontend_type_parts;
  }
  if (kind == LLVMStructTypeKind && !LLVMIsOpaqueStruct(t)) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(t); i++)
      if (!add_parts(l, LLVMStructGetTypeAtIndex(t, i), offset + LLVMOffsetOfElement(l->layout, t, i), parts))
        return FALSE;
    return TRUE;
  }
  if (kind == LLVMArrayTypeKind) {
    LLVMTypeRef element = LLVMGetElementType(t);
    guint64 size = LLVMABISizeOfType(l->layout, element);
    for (guint64 i = 0; i < LLVMGetArrayLength2(t); i++)
      if (!add_parts(l, element, offset + i * size, parts)) return FALSE;
    return TRUE;
  }
  return kind == LLVMVoidTypeKind;
}

GArray *type_parts(const Lowering *l, LLVMTypeRef t) {
  GArray *parts = g_array_new(FALSE, TRUE, sizeof(Part));
  if (add_parts(l, t, 0, parts)) return parts;
  g_array_unref(parts);
  return NULL;
}

const char *type_unsupported(const Lowering *l, LLVMTypeRef t) {
  if (type_scalar_width(l, t)) return NULL;
  switch (LLVMGetTypeKind(t)) {
  case LLVMVoidTypeKind:
  case LLVMLabelTypeKind:
  case LLVMMetadataTypeKind:
  case LLVMFunctionTypeKind: return NULL;
  case LLVMIntegerTypeKind: return "integers of more than 64 bits";
  case LLVMX86_FP80TypeKind:
  case LLVMFP128TypeKind:
  case LLVMPPC_FP128TypeKind: return "long double arithmetic";
  case LLVMHalfTypeKind:
  case LLVMBFloatTypeKind: return "16-bit floating-point arithmetic";
  case LLVMVectorTypeKind:
  case LLVMScalableVectorTypeKind: return "vector arithmetic";
  case LLVMStructTypeKind:
  case LLVMArrayTypeKind: break;
  default: return "a value of an unusual type";
  }
  GArray *parts = type_parts(l, t);
  if (!parts) return "a struct value with parts that fit no register";
  g_array_unref(parts);
  return NULL;
}

guint type_uniform_width(const Lowering *l, LLVMTypeRef t, gboolean *is_float) {
  while (LLVMGetTypeKind(t) == LLVMArrayTypeKind) t = LLVMGetElementType(t);
  guint width = type_scalar_width(l, t);
  *is_float = type_is_float(t);
  return width && width % 8 == 0 ? width : 8;
}

const char *type_c_name(guint width, gboolean is_float, gboolean is_pointer, gboolean is_signed) {
  if (is_float) return width == 32 ? "float" : "double";
  if (is_pointer) return "void *";
  if (width == 1) return "_Bool";
  if (width <= 8) return is_signed ? "char" : "unsigned char";
  if (width <= 16) return is_signed ? "short" : "unsigned short";
  if (width <= 32) return is_signed ? "int" : "unsigned int";
  return is_signed ? "long long" : "unsigned long long";
}
