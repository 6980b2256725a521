/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constants as operands, and the contents of global variables. */
#include "frontend/known-text.h"
#include "frontend/lower.h"

/* The bytes that a GEP of constant indices adds. */
static gboolean constant_offset(const Lowering *l, LLVMValueRef gep, gint64 *bytes) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  *bytes = 0;
  for (int i = 1; i < LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
    if (!LLVMIsAConstantInt(index)) return FALSE;
    gint64 n = LLVMConstIntGetSExtValue(index);
    if (i == 1) {
      *bytes += n * (gint64)LLVMABISizeOfType(l->layout, type);
    } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      *bytes += (gint64)LLVMOffsetOfElement(l->layout, type, (unsigned)n);
      type = LLVMStructGetTypeAtIndex(type, (unsigned)n);
    } else {
      type = LLVMGetElementType(type);
      *bytes += n * (gint64)LLVMABISizeOfType(l->layout, type);
    }
  }
  return TRUE;
}

static gboolean add_to(Operand *o, gint64 bytes) {
  if (o->kind == OPERAND_GLOBAL)
    o->offset += bytes;
  else if (o->kind == OPERAND_CONST)
    *o = operand_const(o->width, o->value + (guint64)bytes);
  else
    return bytes == 0;
  return TRUE;
}

static gboolean expression_operand(Lowering *l, LLVMValueRef e, Operand *out) {
  gint64 bytes;
  Operand second;
  guint width = type_scalar_width(l, LLVMTypeOf(e));
  if (!width || !const_operand(l, LLVMGetOperand(e, 0), out)) return FALSE;
  switch (LLVMGetConstOpcode(e)) {
  case LLVMGetElementPtr: return constant_offset(l, e, &bytes) && add_to(out, bytes);
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast:
  case LLVMTrunc:
    if (out->kind == OPERAND_CONST) *out = operand_const(width, out->value);
    return out->width == width;
  case LLVMAdd:
  case LLVMSub:
    if (!const_operand(l, LLVMGetOperand(e, 1), &second)) return FALSE;
    if (second.kind == OPERAND_CONST) {
      guint64 n = LLVMGetConstOpcode(e) == LLVMAdd ? second.value : -second.value;
      return add_to(out, width == 32 ? (gint64)(gint32)n : (gint64)n);
    }
    if (LLVMGetConstOpcode(e) == LLVMAdd && out->kind == OPERAND_CONST) {
      gint64 n = width == 32 ? (gint64)(gint32)out->value : (gint64)out->value;
      *out = second;
      return add_to(out, n);
    }
    return FALSE;
  default: return FALSE;
  }
}

gboolean const_operand(Lowering *l, LLVMValueRef c, Operand *out) {
  guint width = type_scalar_width(l, LLVMTypeOf(c));
  if (!width || LLVMIsUndef(c) || LLVMIsPoison(c)) return FALSE;
  if (LLVMIsAConstantInt(c)) {
    *out = operand_const(width, LLVMConstIntGetZExtValue(c));
  } else if (LLVMIsAConstantFP(c)) {
    LLVMTypeRef bits = LLVMIntTypeInContext(LLVMGetTypeContext(LLVMTypeOf(c)), width);
    *out = operand_const(width, LLVMConstIntGetZExtValue(LLVMConstBitCast(c, bits)));
  } else if (LLVMIsAConstantPointerNull(c)) {
    *out = operand_const(width, 0);
  } else if (value_is_weak(c)) {
    return FALSE; /* see weak.c */
  } else if (LLVMIsAFunction(c)) {
    *out = (Operand){OPERAND_FUNCTION, width, lower_function_id(l, c), 0};
  } else if (LLVMIsAGlobalVariable(c)) {
    *out = (Operand){OPERAND_GLOBAL, width, lower_global_id(l, c), 0};
  } else if (LLVMIsAConstantExpr(c)) {
    return expression_operand(l, c, out);
  } else {
    return FALSE;
  }
  return TRUE;
}

static void add_init(IrGlobal *g, guint64 offset, Operand value) {
  guint bits = (value.width + 7) / 8 * 8;
  if (value.kind == OPERAND_CONST) value = operand_const(bits, value.value);
  IrInit init = {offset, bits, value};
  g_array_append_val(g->inits, init);
}

/* FALSE: some part is no constant that IrInit can hold. */
static gboolean add_inits(Lowering *l, IrGlobal *g, LLVMValueRef c, guint64 offset) {
  LLVMTypeRef type = LLVMTypeOf(c);
  if (LLVMIsNull(c) || LLVMIsUndef(c) || LLVMIsPoison(c)) return TRUE;
  if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
      if (!add_inits(l, g, LLVMGetAggregateElement(c, i), offset + LLVMOffsetOfElement(l->layout, type, i)))
        return FALSE;
    return TRUE;
  }
  if (constant_is_bytes(c)) {
    size_t length;
    const char *bytes = LLVMGetAsString(c, &length);
    for (size_t i = 0; i < length; i++)
      if (bytes[i]) add_init(g, offset + i, operand_const(8, (guint8)bytes[i]));
    return TRUE;
  }
  if (LLVMGetTypeKind(type) == LLVMArrayTypeKind) {
    guint64 size = LLVMABISizeOfType(l->layout, LLVMGetElementType(type));
    for (guint64 i = 0; i < LLVMGetArrayLength2(type); i++)
      if (!add_inits(l, g, LLVMGetAggregateElement(c, (unsigned)i), offset + i * size)) return FALSE;
    return TRUE;
  }
  Operand o;
  if (!const_operand(l, c, &o)) return FALSE;
  if (o.kind != OPERAND_CONST || o.value) add_init(g, offset, o);
  return TRUE;
}

void lower_global(Lowering *l, guint id) {
  LLVMValueRef global = l->pending_globals->pdata[id];
  if (!global) return; /* no variable of the program; whoever added it knows what it holds */
  IrGlobal *g = program_global(l->program, id);
  LLVMValueRef init = LLVMGetInitializer(global);
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  g->loc = site_global_loc(l, global);
  names_type_global(l, global, g);
  gboolean known = init && add_inits(l, g, init, 0);
  if (known) return;
  g_array_set_size(g->inits, 0);
  if (init) { /* fixed, so no input; only acf does not know it */
    g_autofree char *text = g_strdup_printf("the initial value of %s", g->name);
    lower_say_unmodelled(l, g->loc, text);
    g->unknown = TRUE;
    return;
  }
  if (arguments_object(g) || streams_object(l, g) || lower_library_object(l, g)) return;
  g_autofree char *text = g_strdup_printf("%s is defined elsewhere and holds any value", g->name);
  lower_say(l, l->program->assumptions, (IrLoc){0}, text);
  g->external = TRUE;
  g->site = site_memory(l, global, type, g->loc);
  program_site(l->program, g->site)->kind = SITE_EXTERNAL;
  program_site(l->program, g->site)->variable = g->name;
}
