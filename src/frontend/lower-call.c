/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowering of calls: inputs, failures, functions of the program, and functions without a definition. */
#include <string.h>
#include "frontend/driver.h"
#include "frontend/lower.h"

Operand lower_argument(Body *b, LLVMValueRef call, unsigned i) {
  return body_operand(b, LLVMGetOperand(call, i));
}

void lower_result(Body *b, LLVMValueRef call, Operand o) {
  guint width = type_scalar_width(b->lowering, LLVMTypeOf(call));
  if (width) body_define1(b, call, emit_resize(b, o, width, FALSE));
}

static Value *unknown_value(Body *b, LLVMTypeRef type) {
  GArray *parts = type_parts(b->lowering, type);
  Value *value = value_new(parts->len);
  for (guint i = 0; i < parts->len; i++) value->at[i] = emit_unknown(b, g_array_index(parts, Part, i).width);
  g_array_unref(parts);
  return value;
}

void lower_external_result(Body *b, LLVMValueRef call, const char *name) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) == LLVMVoidTypeKind || !LLVMGetFirstUse(call)) return;
  if (type_scalar_width(b->lowering, type))
    body_define1(b, call, emit_input(b, site_plain(b->lowering, SITE_EXTERNAL, call, name, type, b->loc)));
  else
    body_define(b, call, unknown_value(b, type));
}

static void lower_nondet(Body *b, LLVMValueRef call, const char *name) {
  gboolean is_signed;
  LLVMTypeRef type = LLVMTypeOf(call);
  Operand value = emit_input(b, site_nondet(b->lowering, call, name, type, b->loc, &is_signed));
  guint width = type_scalar_width(b->lowering, type);
  if (width)
    body_define1(b, call, emit_resize(b, value, width, is_signed));
  else if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
    body_define(b, call, unknown_value(b, type));
}

static void lower_uninit(Body *b, LLVMValueRef call, const char *name) {
  Lowering *l = b->lowering;
  if (g_str_has_prefix(name, UNINIT_VALUE)) {
    body_define1(b, call,
                 emit_input(b, site_plain(l, SITE_UNINITIALISED, call, NULL, LLVMTypeOf(call), b->loc)));
    return;
  }
  LLVMValueRef object = LLVMGetOperand(call, 0);
  LLVMTypeRef type = LLVMIsAAllocaInst(object) ? LLVMGetAllocatedType(object) : NULL;
  Operand args[2] = {lower_argument(b, call, 0), lower_argument(b, call, 1)};
  guint site = site_memory(l, call, type, b->loc);
  emit(b, IR_UNINIT, 0, 2, args)->site = site;
}

void lower_library_result(Body *b, LLVMValueRef call) {
  LLVMTypeRef type = LLVMTypeOf(call);
  if (LLVMGetTypeKind(type) != LLVMVoidTypeKind && LLVMGetFirstUse(call))
    body_define(b, call, unknown_value(b, type));
}

static void lower_external(Body *b, LLVMValueRef call, const char *name) {
  Lowering *l = b->lowering;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  char *key = g_strconcat("external ", name, NULL);
  if (value_is_weak(callee)) weak_check(b, callee);
  program_add_external(b->program, name);
  if (g_hash_table_add(l->said, key)) {
    gboolean nothing = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind;
    GString *text = g_string_new(name);
    if (b->loc.file) g_string_append_printf(text, " (%s:%u)", b->loc.file, b->loc.line);
    g_string_append(text, nothing ? " changes nothing" : " returns any value and changes nothing else");
    g_ptr_array_add(b->program->assumptions, g_string_free(text, FALSE));
  }
  lower_external_result(b, call, name);
}

Operand emit_memory(Body *b, LLVMTypeRef type) {
  guint width = b->program->pointer_width;
  Operand size = operand_const(width, LLVMABISizeOfType(b->lowering->layout, type));
  guint site = site_memory(b->lowering, NULL, type, b->loc);
  IrInstr *in = emit(b, IR_ALLOCA, width, 1, &size);
  in->site = site;
  return emit_result(in);
}

/* The callee of a struct passed by value gets a copy of its own. */
static Operand private_copy(Body *b, Operand original, LLVMTypeRef type) {
  Operand copy = emit_memory(b, type),
          size = operand_const(b->program->pointer_width, LLVMABISizeOfType(b->lowering->layout, type));
  emit_lib(b, LIB_MEMCPY, 0, 0, 3, (Operand[]){copy, original, size});
  return copy;
}

static void append_argument(Body *b, LLVMValueRef call, unsigned i, GArray *args) {
  unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
  LLVMAttributeRef by_value = LLVMGetCallSiteEnumAttribute(call, i + 1, byval);
  const Value *value = body_value(b, LLVMGetOperand(call, i));
  Operand copy;
  if (by_value) {
    copy = private_copy(b, value->at[0], LLVMGetTypeAttributeValue(by_value));
    g_array_append_val(args, copy);
  } else {
    g_array_append_vals(args, value->at, value->n);
  }
}

/* Calls through a declaration that disagrees with the definition: what the machine passes on is known only
 * where integers or pointers get no wider. */
static gboolean passes(Body *b, LLVMTypeRef from, LLVMTypeRef to) {
  guint has = type_scalar_width(b->lowering, from), wants = type_scalar_width(b->lowering, to);
  return has && wants && wants <= has &&
         (type_is_float(from) ? type_is_float(to) && has == wants : !type_is_float(to));
}

static guint64 words_of(Body *b, LLVMTypeRef type) {
  guint64 word = b->program->pointer_width / 8;
  return (LLVMABISizeOfType(b->lowering->layout, type) + word - 1) / word;
}

static void append_unknown(Body *b, LLVMTypeRef type, GArray *args) {
  Value *unknown = unknown_value(b, type);
  g_array_append_vals(args, unknown->at, unknown->n);
  g_free(unknown->at);
  g_free(unknown);
  body_say_unmodelled(b, "a call that does not fit the function's parameters");
}

/* Behind an argument of another size or kind, parameters are not where their arguments are. */
static void append_adapted(Body *b, LLVMValueRef call, LLVMValueRef callee, GArray *args) {
  unsigned given = LLVMGetNumArgOperands(call);
  gboolean in_place = TRUE;
  for (unsigned i = 0; i < LLVMCountParams(callee); i++) {
    LLVMTypeRef to = LLVMTypeOf(LLVMGetParam(callee, i));
    LLVMTypeRef from = i < given ? LLVMTypeOf(LLVMGetOperand(call, i)) : NULL;
    gboolean narrows = in_place && from && from != to && passes(b, from, to);
    if (in_place && from == to) {
      append_argument(b, call, i, args);
    } else if (narrows) {
      Operand o = emit_resize(b, lower_argument(b, call, i), type_scalar_width(b->lowering, to), FALSE);
      g_array_append_val(args, o);
    } else {
      append_unknown(b, to, args);
    }
    in_place = in_place && from && (from == to || (narrows && words_of(b, from) == words_of(b, to)));
  }
}

Value *emit_call(Body *b, GArray *args, LLVMTypeRef returned) {
  GArray *parts = type_parts(b->lowering, returned);
  guint first = parts->len ? g_array_index(parts, Part, 0).width : 0;
  IrInstr *in = emit(b, IR_CALL, first, args->len, (Operand *)(gpointer)args->data);
  in->n_dest = parts->len;
  Value *value = value_new(parts->len);
  for (guint i = 0; i < parts->len; i++) {
    guint width = g_array_index(parts, Part, i).width;
    value->at[i] = operand_reg(width, i ? function_add_reg(b->function, width) : in->dest);
  }
  g_array_unref(parts);
  return value;
}

static void lower_direct_call(Body *b, LLVMValueRef call, LLVMValueRef callee) {
  guint id = lower_function_id(b->lowering, callee);
  if (id == b->program->entry && LLVMCountParams(callee)) {
    body_end_unmodelled(b, "a call of the entry function with arguments");
    return;
  }
  LLVMTypeRef signature = LLVMGlobalGetValueType(callee), returned = LLVMGetReturnType(signature);
  if (type_unsupported(b->lowering, returned)) {
    body_end_unmodelled(b, type_unsupported(b->lowering, returned));
    return;
  }
  for (unsigned i = 0; i < LLVMCountParams(callee); i++)
    if (type_unsupported(b->lowering, LLVMTypeOf(LLVMGetParam(callee, i)))) {
      body_end_unmodelled(b, type_unsupported(b->lowering, LLVMTypeOf(LLVMGetParam(callee, i))));
      return;
    }
  GArray *args = g_array_new(FALSE, FALSE, sizeof(Operand));
  Operand function = {OPERAND_FUNCTION, b->program->pointer_width, id, 0};
  g_array_append_val(args, function);
  append_adapted(b, call, callee, args);
  Value *value = emit_call(b, args, returned);
  g_array_unref(args);
  if (returned == LLVMTypeOf(call)) {
    body_define(b, call, value);
  } else {
    g_ptr_array_add(b->temporaries, value);
    if (passes(b, returned, LLVMTypeOf(call)))
      lower_result(b, call, value->at[0]);
    else
      body_define(b, call, unknown_value(b, LLVMTypeOf(call)));
  }
}

static void lower_indirect_call(Body *b, LLVMValueRef call, LLVMValueRef callee) {
  GArray *args = g_array_new(FALSE, FALSE, sizeof(Operand));
  Operand pointer = body_operand(b, callee);
  check_called(b, pointer);
  g_array_append_val(args, pointer);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) append_argument(b, call, i, args);
  body_define(b, call, emit_call(b, args, LLVMTypeOf(call)));
  g_array_unref(args);
}

/* An empty assembly text that gives no value only orders memory accesses. */
static void lower_assembly(Body *b, LLVMValueRef call, LLVMValueRef assembly) {
  size_t length = 0;
  const char *text = LLVMGetInlineAsmAsmString(assembly, &length);
  gboolean blank = TRUE;
  for (size_t i = 0; i < length; i++) blank &= g_ascii_isspace(text[i]);
  gboolean writes = FALSE;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    writes |= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
  if (!blank || writes || LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind)
    body_end_unmodelled(b, "inline assembly");
}

/* Programs call the one, models of library functions the other: what is in a program is told from its names. */
static gboolean lower_assume(Body *b, LLVMValueRef call, const char *name) {
  if (!g_str_equal(name, "__VERIFIER_assume") && !g_str_equal(name, DRIVER_ASSUME)) return FALSE;
  if (LLVMGetNumArgOperands(call) < 1) return FALSE;
  Operand x = lower_argument(b, call, 0);
  if (x.width > 1) x = emit_not(b, emit_compare(b, TERM_EQ, x, operand_const(x.width, 0)));
  emit_assume(b, x);
  return TRUE;
}

static void lower_named_call(Body *b, LLVMValueRef call, LLVMValueRef callee) {
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
  unsigned intrinsic = LLVMGetIntrinsicID(callee);
  if (lower_is_error_function(b->lowering, name)) {
    lower_error(b, name);
  } else if (site_is_nondet(name)) {
    lower_nondet(b, call, name);
  } else if (lower_driver_call(b, call, name)) {
    return;
  } else if (g_str_has_prefix(name, UNINIT_VALUE) || g_str_equal(name, UNINIT_MEMORY)) {
    lower_uninit(b, call, name);
  } else if (g_str_equal(name, END_OF_LIFE)) {
    emit_lib(b, LIB_END, 0, 0, 1, (Operand[]){lower_argument(b, call, 0)});
  } else if (g_str_equal(name, UNKNOWN_ADDRESS)) {
    body_say_unmodelled(b, "the address of a variable that ends where acf cannot tell");
    body_define1(b, call, emit_unknown(b, b->program->pointer_width));
  } else if (g_str_equal(name, UNKNOWN_COMPARISON)) {
    body_say_unmodelled(b, "a comparison of two names of one object");
    body_define1(b, call, emit_unknown(b, 1));
  } else if (g_str_equal(name, FIELD_FITS)) {
    body_check_value(b, lower_argument(b, call, 0),
                     "arithmetic on a bit-field wider than int beyond its bits");
  } else if (g_str_equal(name, RESULT_SET)) {
    body_check(b, lower_argument(b, call, 0), "the value of a function that ended without giving one");
  } else if (intrinsic) {
    const char *base = LLVMIntrinsicGetName(intrinsic, &length);
    if (lower_intrinsic(b, call, base + strlen("llvm."))) return;
    body_end_unmodelled(b, g_str_has_prefix(base, "llvm.va_") ? "variable arguments (va_start)" : base);
  } else if (!LLVMIsDeclaration(callee)) {
    if (function_is_model(callee)) {
      check_model_call(b, call, name);
      checks_absolute(b, call, name);
    }
    if (!b->ended) lower_direct_call(b, call, callee);
  } else if (!lower_assume(b, call, name)) {
    lower_waiting(b, name);
    if (!lower_library_call(b, call, name) && !lower_unknown_library_call(b, call, name))
      lower_external(b, call, name);
  }
}

void lower_call(Body *b, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  const char *broken = call_promise_broken(b->lowering, call, callee);
  if (broken)
    body_end_unmodelled(b, broken);
  else if (LLVMIsAInlineAsm(callee))
    lower_assembly(b, call, callee);
  else if (LLVMIsAFunction(callee))
    lower_named_call(b, call, callee);
  else
    lower_indirect_call(b, call, callee);
}
