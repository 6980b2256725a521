/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The function where runs begin, and its arguments.
 *
 * main gets the program's arguments (see arguments.c); in programs that call input functions of verifiers, and
 * where main calls itself, how many there are is an input, and what they are is not known.  Any other
 * function is called once, each of its parameters being an input.  Where such a function is also called from
 * within the program, or its address is taken, the run begins in a function made up here, which calls it. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/driver.h"
#include "frontend/lower.h"

/* Functions that run before or after the entry function. */
static gboolean has_constructors(const Lowering *l) {
  return LLVMGetNamedGlobal(l->module, "llvm.global_ctors") ||
         LLVMGetNamedGlobal(l->module, "llvm.global_dtors");
}

static gboolean is_named_in(const char *text, LLVMValueRef global) {
  size_t length;
  const char *name = LLVMGetValueName2(global, &length);
  for (const char *at = text; length && (at = strstr(at, name)); at += length) {
    const gboolean begins = at == text || !(g_ascii_isalnum(at[-1]) || at[-1] == '_');
    if (begins && !(g_ascii_isalnum(at[length]) || at[length] == '_')) return TRUE;
  }
  return FALSE;
}

/* Assembly outside of functions may define what the C text only declares, or something else by its name. */
static gboolean assembly_defines(const Lowering *l) {
  size_t length = 0;
  const char *text = LLVMGetModuleInlineAsm(l->module, &length);
  gboolean named = FALSE;
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); length && f && !named; f = LLVMGetNextFunction(f))
    named = is_named_in(text, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(l->module); length && g && !named; g = LLVMGetNextGlobal(g))
    named = is_named_in(text, g);
  return named;
}

const char *entry_obstacle(const Lowering *l) {
  if (has_constructors(l)) return "constructors and destructors";
  return assembly_defines(l) ? "assembly outside of functions" : NULL;
}

static gboolean is_main(const Lowering *l) { return g_str_equal(l->program->property->entry, "main"); }

gboolean entry_driven(const Lowering *l) { return l->options->driver && l->options->driver->text; }

/* ---- which parameters can be inputs ---- */

/* The type of the struct that the function returns through a pointer, its first parameter; NULL: it does not.
 */
static LLVMTypeRef returned_struct(LLVMValueRef function) {
  unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
  LLVMAttributeRef a = LLVMCountParams(function) ? LLVMGetEnumAttributeAtIndex(function, 1, sret) : NULL;
  return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* The debug variable of parameter i of C, if all before it are scalars; NULL: it is not known.  The parts of
 * a struct are called "name.coerce"; those of a function without prototype have no names. */
static LLVMMetadataRef variable_of(const Lowering *l, LLVMValueRef entry, guint i) {
  size_t length;
  const guint at = returned_struct(entry) ? i + 1 : i;
  if (at >= LLVMCountParams(entry)) return NULL;
  const char *name = LLVMGetValueName2(LLVMGetParam(entry, at), &length);
  g_autofree char *own = g_strndup(name, strcspn(name, "."));
  return *own || at == i ? names_parameter(l, entry, own, i) : NULL;
}

static gboolean refuse(const Lowering *l, LLVMValueRef entry, IrLoc loc, const char *what, GError **error) {
  const char *name = l->program->property->entry;
  if (!loc.file) loc = site_function_loc(l, entry);
  g_set_error(
      error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_PARAMETER,
      "%s:%u: %s: only integers, enums, float and double can be inputs; write a function that makes the "
      "arguments and calls %s, and name it in the property",
      loc.file ? loc.file : l->program->path, loc.line, what, name);
  return FALSE;
}

static gboolean refuse_parameter(const Lowering *l, LLVMValueRef entry, guint i, const char *kind,
                                 GError **error) {
  LLVMMetadataRef variable = variable_of(l, entry, i);
  const char *name = variable ? debug_variable_name(l, variable) : NULL;
  g_autofree char *number = g_strdup_printf("%u", i + 1),
                  *what = g_strdup_printf("the parameter %s of the entry function %s is %s",
                                          name ? name : number, l->program->property->entry, kind);
  return refuse(l, entry, variable ? site_variable_loc(l, variable) : (IrLoc){0}, what, error);
}

gboolean entry_accept(const Lowering *l, LLVMValueRef entry, GError **error) {
  if (is_main(l) || entry_driven(l)) return TRUE;
  g_autoptr(GPtrArray) types = debug_parameter_types(l, entry);
  for (guint i = 0; i < types->len; i++) {
    CScalar scalar;
    if (!types->pdata[i])
      return refuse(l, entry, (IrLoc){0}, "the entry function takes any number of arguments", error);
    const char *kind = debug_scalar(l, types->pdata[i], &scalar);
    if (kind) return refuse_parameter(l, entry, i, kind, error);
  }
  if (types->len + (returned_struct(entry) != NULL) == LLVMCountParams(entry)) return TRUE;
  return refuse(l, entry, (IrLoc){0}, "the entry function gets its arguments in an unusual way", error);
}

/* ---- their values ---- */

/* What argv and envp point to is not known; nor is anything about parameters that main does not have. */
static Value *unknown_argument(Body *b, LLVMTypeRef type) {
  g_autoptr(GArray) parts = type_parts(b->lowering, type);
  Value *value = value_new(parts->len);
  for (guint k = 0; k < parts->len; k++) value->at[k] = emit_unknown(b, g_array_index(parts, Part, k).width);
  body_say_unmodelled(b, "the contents of the program's arguments");
  return value;
}

static Value *scalar_value(Operand o) {
  Value *value = value_new(1);
  value->at[0] = o;
  return value;
}

static gboolean is_plain_int(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 32;
}

/* How many arguments there are is an input, 0 for a plain call of the program. */
static Value *main_argument(Body *b, LLVMValueRef parameter, guint i) {
  LLVMTypeRef type = LLVMTypeOf(parameter);
  b->loc = site_function_loc(b->lowering, LLVMGetParamParent(parameter));
  if (i > 0 || !is_plain_int(type)) return unknown_argument(b, type);
  guint site = site_plain(b->lowering, SITE_ARGV, NULL, NULL, type, b->loc),
        width = program_site(b->program, site)->width;
  program_site(b->program, site)->variable = g_intern_static_string("arguments");
  Operand argc = emit_op2(b, TERM_ADD, emit_input(b, site), operand_const(width, 1));
  Operand positive = emit_compare(b, TERM_SLT, operand_const(width, 0), argc);
  emit(b, IR_ASSUME, 0, 1, &positive);
  lower_say(b->lowering, b->program->assumptions, (IrLoc){0},
            "argc is at least 1; the input is the number of arguments, argc - 1");
  return scalar_value(argc);
}

/* A function that is defined without a prototype takes char as int and float as double. */
static Operand passed_as(Body *b, Operand value, const CScalar *scalar, LLVMTypeRef type) {
  guint width = type_scalar_width(b->lowering, type);
  if (!scalar->is_float) return emit_resize(b, value, width, scalar->is_signed);
  return width == scalar->width ? value : emit_op1(b, TERM_FCVT, width, value);
}

static Value *input_argument(Body *b, LLVMValueRef parameter, guint i) {
  LLVMValueRef entry = LLVMGetParamParent(parameter);
  LLVMTypeRef returned = returned_struct(entry);
  if (returned && i == 0) return scalar_value(emit_memory(b, returned));
  if (returned) i--;
  g_autoptr(GPtrArray) types = debug_parameter_types(b->lowering, entry);
  CScalar scalar;
  const char *kind = debug_scalar(b->lowering, types->pdata[i], &scalar);
  g_assert(!kind);
  guint site = site_parameter(b->lowering, i + 1, &scalar, variable_of(b->lowering, entry, i));
  b->loc = program_site(b->program, site)->loc;
  return scalar_value(passed_as(b, emit_input(b, site), &scalar, LLVMTypeOf(parameter)));
}

/* ---- the beginning ---- */

void entry_begin(Lowering *l) {
  if (entry_driven(l)) {
    l->program->entry = lower_function_id(l, LLVMGetNamedFunction(l->module, DRIVER_START));
    return;
  }
  LLVMValueRef entry = LLVMGetNamedFunction(l->module, l->program->property->entry);
  l->started = LLVMCountParams(entry) > 0 && LLVMGetFirstUse(entry) != NULL;
  if (!l->started) {
    l->program->entry = lower_function_id(l, entry);
    return;
  }
  IrFunction *start = program_add_function(l->program, l->program->property->entry);
  start->loc = site_function_loc(l, entry);
  g_ptr_array_add(l->pending_functions, entry);
  l->program->entry = start->id;
}

/* The command line gives argc and argv, where it is modelled. */
static gboolean bind_command_line(Body *b) {
  const unsigned n = LLVMCountParams(b->llvm);
  LLVMValueRef argc = n ? LLVMGetParam(b->llvm, 0) : NULL, argv = n > 1 ? LLVMGetParam(b->llvm, 1) : NULL;
  if (!b->lowering->outside || !argc || !is_main(b->lowering) || !is_plain_int(LLVMTypeOf(argc))) return FALSE;
  if (argv && LLVMGetTypeKind(LLVMTypeOf(argv)) != LLVMPointerTypeKind) return FALSE;
  if (LLVMGetFirstUse(argc) || (argv && LLVMGetFirstUse(argv))) arguments_begin(b, argc, argv);
  return TRUE;
}

void entry_bind_parameters(Body *b) {
  weak_choose_addresses(b);
  const unsigned bound = bind_command_line(b) ? 2 : 0;
  for (unsigned i = bound; i < LLVMCountParams(b->llvm); i++) {
    LLVMValueRef parameter = LLVMGetParam(b->llvm, i);
    if (!is_main(b->lowering))
      body_define(b, parameter, input_argument(b, parameter, i));
    else if (LLVMGetFirstUse(parameter))
      body_define(b, parameter, main_argument(b, parameter, i));
  }
}

void entry_lower_start(Body *b) {
  g_autoptr(GArray) args = g_array_new(FALSE, FALSE, sizeof(Operand));
  b->block = function_add_block(b->function);
  weak_choose_addresses(b);
  Operand function = {OPERAND_FUNCTION, b->program->pointer_width, lower_function_id(b->lowering, b->llvm),
                      0};
  g_array_append_val(args, function);
  for (unsigned i = 0; i < LLVMCountParams(b->llvm); i++) {
    LLVMValueRef parameter = LLVMGetParam(b->llvm, i);
    Value *value = is_main(b->lowering) ? main_argument(b, parameter, i) : input_argument(b, parameter, i);
    g_array_append_vals(args, value->at, value->n);
    g_ptr_array_add(b->temporaries, value);
  }
  b->loc = b->function->loc;
  g_ptr_array_add(b->temporaries, emit_call(b, args, LLVMGetReturnType(LLVMGlobalGetValueType(b->llvm))));
  check_return(b);
  body_end(b, IR_RETURN);
}

void entry_assume(Lowering *l) {
  const Program *p = l->program;
  gboolean varies = FALSE;
  if (l->options->driver && l->options->driver->line) {
    lower_driver_texts(l);
    return;
  }
  for (guint i = 0; i < p->globals->len; i++)
    varies |= !program_global(p, i)->constant && !program_global(p, i)->external;
  if (is_main(l) || !varies) return;
  g_autofree char *text =
      g_strdup_printf("%s is called when all variables still have the values that they are initialised with",
                      p->property->entry);
  lower_say(l, p->assumptions, (IrLoc){0}, text);
}
