/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of main: argc, argv, and the strings behind it.
 *
 * argc is an input, within the bounds.  For each number n of arguments there is an array of n + 2 pointers: to the
 * program's name, to the arguments, and null; argv is that of the number which argc says.
 *
 * Of each argument either its bytes are inputs, or the number that the program makes of it: where strings of argv
 * are used for nothing but one conversion each (atoi, strtol), an argument is an object that holds that number,
 * and the call reads it there.  So a null pointer is read through in either case.  Where the argument is certainly
 * there, the call is the number, and where all are such, there is no argv at all.
 *
 * An argument of bytes is an object of exactly its length and one: its size is how many bytes come before the
 * first that is 0.  Behind that byte all are 0, and there is one within the bounds; these are assumed. */
#include <string.h>
#include "base/limits.h"
#include "frontend/conversions.h"
#include "frontend/lower.h"

#define ANY_ARGUMENT G_MAXUINT

/* What the program does with the strings of argv. */
typedef struct {
  const Lowering *lowering;
  GHashTable *calls;      /* LLVMValueRef of conversions, and of the loads of strings for them alone -> the number
                             of an argument that is certainly there; 0: not known */
  GHashTable *seen;       /* LLVMValueRef: pointers derived from argv that were looked at */
  Conversion *by_number;  /* by number of the argument; name NULL: none */
  guint most;
  gboolean indirect;      /* some string has to be loaded from argv */
} Uses;

/* ---- which arguments are numbers ---- */

static gboolean add_conversion_of(Uses *u, guint number, const Conversion *c) {
  Conversion *known = &u->by_number[number];
  if (known->name && known->name != c->name) return FALSE;
  *known = *c;
  return TRUE;
}

/* FALSE: two functions are used on one argument. */
static gboolean add_conversion(Uses *u, guint number, const Conversion *c) {
  if (number != ANY_ARGUMENT) return number > u->most || (number > 0 && add_conversion_of(u, number, c));
  for (guint i = 1; i <= u->most; i++)
    if (!add_conversion_of(u, i, c)) return FALSE;
  return TRUE;
}

static gboolean is_null_test(LLVMValueRef user) {
  return LLVMIsAICmpInst(user) &&
         (LLVMIsNull(LLVMGetOperand(user, 0)) || LLVMIsNull(LLVMGetOperand(user, 1)));
}

/* The argument is there on every run. */
static gboolean is_certain(const Uses *u, guint number) {
  return number > 0 && number <= u->lowering->options->bounds->args_least;
}

static gboolean string_is_number(Uses *u, LLVMValueRef string, guint number) {
  gboolean tested = FALSE;
  if (number == 0) return u->indirect = TRUE; /* the program's name is text, whatever the others are */
  for (LLVMUseRef use = LLVMGetFirstUse(string); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    Conversion c;
    tested |= is_null_test(user);
    if (is_null_test(user)) continue;
    if (!LLVMIsACallInst(user) || !LLVMIsAFunction(LLVMGetCalledValue(user)) ||
        !function_is_model(LLVMGetCalledValue(user)) || LLVMGetOperand(user, 0) != string ||
        !conversion_of_call(user, u->lowering->options->lp64, u->lowering->options->bounds->arg_length, &c) ||
        !add_conversion(u, number, &c))
      return FALSE;
    g_hash_table_insert(u->calls, user, GUINT_TO_POINTER(is_certain(u, number) ? number : 0));
  }
  if (is_certain(u, number) && !tested)
    g_hash_table_insert(u->calls, string, GUINT_TO_POINTER(number));
  else
    u->indirect = TRUE;
  return TRUE;
}

static gboolean is_element_of(LLVMValueRef user, LLVMValueRef vector) {
  return LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == vector && LLVMGetNumOperands(user) == 2 &&
         LLVMGetTypeKind(LLVMGetGEPSourceElementType(user)) == LLVMPointerTypeKind;
}

static guint element_number(LLVMValueRef gep, guint first) {
  LLVMValueRef index = LLVMGetOperand(gep, 1);
  if (first == ANY_ARGUMENT || !LLVMIsAConstantInt(index)) return ANY_ARGUMENT;
  const long long at = LLVMConstIntGetSExtValue(index) + first;
  return at >= 0 && at <= limits.input_args + 1 ? (guint)at : ANY_ARGUMENT;
}

/* vector points to argv[number], or where that is not known into argv. */
static gboolean vector_holds_numbers(Uses *u, LLVMValueRef vector, guint number) {
  if (!g_hash_table_add(u->seen, vector)) return TRUE;
  for (LLVMUseRef use = LLVMGetFirstUse(vector); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    gboolean fits = LLVMIsAICmpInst(user) != NULL;
    if (is_element_of(user, vector))
      fits = vector_holds_numbers(u, user, element_number(user, number));
    else if (LLVMIsAPHINode(user) || LLVMIsASelectInst(user))
      fits = vector_holds_numbers(u, user, ANY_ARGUMENT);
    else if (LLVMIsALoadInst(user))
      fits = LLVMGetTypeKind(LLVMTypeOf(user)) == LLVMPointerTypeKind && string_is_number(u, user, number);
    if (!fits) return FALSE;
  }
  return TRUE;
}

/* Whether the text is too long, or the number too large, shows in errno alone. */
static gboolean asks_errno(LLVMModuleRef module) {
  LLVMValueRef place = LLVMGetNamedFunction(module, "__errno_location");
  return LLVMGetNamedGlobal(module, "errno") || (place && LLVMGetFirstUse(place));
}

static gboolean arguments_are_numbers(Uses *u, LLVMValueRef argv) {
  return !asks_errno(u->lowering->module) && vector_holds_numbers(u, argv, 0);
}

/* ---- objects ---- */

static Operand address_of(const Body *b, const IrGlobal *g) {
  return (Operand){OPERAND_GLOBAL, b->program->pointer_width, g->id, 0};
}

IrGlobal *arguments_add_object(Lowering *l, const char *name, guint64 size) {
  IrGlobal *g = program_add_global(l->program, name, size);
  g_ptr_array_add(l->pending_globals, NULL);
  return g;
}

static void assume(Body *b, Operand holds) { emit(b, IR_ASSUME, 0, 1, &holds); }

/* The numbers that texts within the bounds denote are an interval around 0, modulo 2^width. */
static void assume_denoted(Body *b, Operand value, const Conversion *c) {
  if (c->all) return;
  const guint64 least = (0 - c->below) & term_mask(c->width), extent = c->below + c->above;
  if (c->is_signed) {
    assume(b, emit_compare(b, TERM_SLE, operand_const(c->width, least), value));
    assume(b, emit_compare(b, TERM_SLE, value, operand_const(c->width, c->above)));
    return;
  }
  Operand from_least = emit_op2(b, TERM_SUB, value, operand_const(c->width, least));
  assume(b, emit_compare(b, TERM_ULE, from_least, operand_const(c->width, extent)));
}

static Operand number_input(Body *b, guint number, const Conversion *c) {
  const InputSite site = {.kind = SITE_ARGV,
                          .type = c->type,
                          .width = c->width,
                          .element_width = c->width,
                          .is_signed = c->is_signed,
                          .loc = b->loc,
                          .in_macro_or_header = TRUE,
                          .ranged = c->is_signed && !c->all,
                          .least = -(gint64)c->below,
                          .most = (gint64)c->above,
                          .source = {.part = SOURCE_VALUE, .argument = number, .conversion = c->name}};
  Operand value = emit_input(b, program_add_site(b->program, &site));
  assume_denoted(b, value, c);
  return value;
}

/* The object that stands for the string. */
static Operand number_argument(Body *b, guint number, Operand value) {
  g_autofree char *name = g_strdup_printf("argv[%u]", number);
  Operand address = address_of(b, arguments_add_object(b->lowering, name, value.width / 8));
  emit_store(b, address, value, (Part){value.width, 0, FALSE});
  return address;
}

/* How many bytes come before the first 0, which is assumed to be there, with nothing but 0 behind it. */
static Operand length_of(Body *b, Operand bytes, guint most) {
  const guint width = b->program->pointer_width;
  Operand length = operand_const(width, most), next = operand_const(8, 0);
  for (guint k = most + 1; k-- > 0;) {
    Operand byte = emit_load(b, bytes, (Part){8, k, FALSE});
    Operand ends = emit_compare(b, TERM_EQ, byte, operand_const(8, 0));
    if (k == most)
      assume(b, ends);
    else {
      assume(b, emit_op2(b, TERM_OR, emit_not(b, ends), emit_compare(b, TERM_EQ, next, operand_const(8, 0))));
      length = emit_ite(b, ends, operand_const(width, k), length);
    }
    next = byte;
  }
  return length;
}

static Operand text_argument(Body *b, guint number, Operand argc) {
  const guint most = b->lowering->options->bounds->arg_length;
  const InputSite site = {.kind = SITE_ARGV,
                          .type = "char",
                          .width = 8,
                          .element_width = 8,
                          .is_signed = TRUE,
                          .loc = b->loc,
                          .in_macro_or_header = TRUE,
                          .source = {.part = SOURCE_BYTE, .argument = number}};
  g_autofree char *name = g_strdup_printf("argv[%u]", number);
  IrGlobal *bytes = arguments_add_object(b->lowering, name, most + 1);
  bytes->external = TRUE;
  bytes->constant = TRUE;
  bytes->site = program_add_site(b->program, &site);
  Operand length = length_of(b, address_of(b, bytes), most);
  Operand there = emit_compare(b, TERM_SLT, operand_const(argc.width, number), argc);
  Operand none = emit_compare(b, TERM_EQ, length, operand_const(length.width, 0));
  assume(b, emit_op2(b, TERM_OR, there, none));
  Operand size = emit_op2(b, TERM_ADD, length, operand_const(length.width, 1));
  IrInstr *own = emit(b, IR_ALLOCA, b->program->pointer_width, 1, &size);
  own->site = bytes->site;
  return emit_result(own);
}

/* Of some length, and contents that no user chooses. */
static void make_unknown_text(IrGlobal *g) {
  g->size = 4096;
  g->unknown = TRUE;
}

#define PROGRAM_NAME "__acf_program_name" /* in models-printing.c, where it is read */

gboolean arguments_object(IrGlobal *g) {
  static const char *const texts[] = {PROGRAM_NAME, "__acf_message", "__acf_environment", NULL};
  if (!g_strv_contains(texts, g->name)) return FALSE;
  make_unknown_text(g);
  return TRUE;
}

static Operand name_argument(Body *b) {
  LLVMValueRef known = LLVMGetNamedGlobal(b->lowering->module, PROGRAM_NAME);
  if (known && LLVMIsDeclaration(known)) return body_operand(b, known);
  IrGlobal *g = arguments_add_object(b->lowering, "argv[0]", 0);
  make_unknown_text(g);
  return address_of(b, g);
}

/* ---- argc and argv ---- */

static Operand count_input(Body *b) {
  const InputBounds *bounds = b->lowering->options->bounds;
  const InputSite site = {.kind = SITE_ARGV,
                          .type = "int",
                          .width = 32,
                          .element_width = 32,
                          .is_signed = TRUE,
                          .loc = b->loc,
                          .in_macro_or_header = TRUE,
                          .ranged = TRUE,
                          .least = bounds->args_least + 1,
                          .most = bounds->args_most + 1,
                          .source = {.part = SOURCE_COUNT}};
  Operand argc = emit_input(b, program_add_site(b->program, &site));
  assume(b, emit_compare(b, TERM_SLE, operand_const(32, bounds->args_least + 1), argc));
  assume(b, emit_compare(b, TERM_SLE, argc, operand_const(32, bounds->args_most + 1)));
  return argc;
}

/* The array for so many arguments. */
static Operand vector_of(Body *b, const Operand *strings, guint n) {
  const guint width = b->program->pointer_width;
  g_autofree char *name = g_strdup_printf("argv of %u", n);
  Operand vector = address_of(b, arguments_add_object(b->lowering, name, (n + 2) * (guint64)width / 8));
  for (guint i = 0; i <= n; i++)
    emit_store(b, vector, strings[i], (Part){width, i * (guint64)width / 8, FALSE});
  return vector;
}

static Operand vector_by_count(Body *b, const Operand *strings, Operand argc) {
  const InputBounds *bounds = b->lowering->options->bounds;
  Operand argv = vector_of(b, strings, bounds->args_most);
  for (guint n = bounds->args_most; n-- > bounds->args_least;) {
    Operand here = emit_compare(b, TERM_EQ, argc, operand_const(argc.width, n + 1));
    argv = emit_ite(b, here, vector_of(b, strings, n), argv);
  }
  return argv;
}

/* Every argument as the number that is made of it; those without a use have none. */
static Operand vector_of_numbers(Body *b, const Uses *u, Operand argc) {
  g_autofree Operand *strings = g_new0(Operand, u->most + 1);
  GPtrArray *values = b->lowering->argument_values = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_set_size(values, (gint)u->most + 1);
  strings[0] = name_argument(b);
  for (guint i = 1; i <= u->most; i++) {
    Operand value = u->by_number[i].name ? number_input(b, i, &u->by_number[i]) : operand_const(8, 0);
    values->pdata[i] = g_memdup2(&value, sizeof value);
    if (u->indirect) strings[i] = number_argument(b, i, value);
  }
  return u->indirect ? vector_by_count(b, strings, argc) : strings[0];
}

static Operand vector_of_texts(Body *b, Operand argc) {
  const guint most = b->lowering->options->bounds->args_most;
  g_autofree Operand *strings = g_new0(Operand, most + 1);
  strings[0] = name_argument(b);
  for (guint i = 1; i <= most; i++) strings[i] = text_argument(b, i, argc);
  return vector_by_count(b, strings, argc);
}

static Operand make_vector(Body *b, LLVMValueRef parameter, Operand argc) {
  const guint most = b->lowering->options->bounds->args_most;
  g_autoptr(GHashTable) calls = g_hash_table_new(NULL, NULL), seen = g_hash_table_new(NULL, NULL);
  g_autofree Conversion *by_number = g_new0(Conversion, most + 1);
  Uses uses = {b->lowering, calls, seen, by_number, most, FALSE};
  if (most) b->program->bounds.given |= BOUND_ARG_LENGTH;
  if (!arguments_are_numbers(&uses, parameter)) return vector_of_texts(b, argc);
  b->lowering->argument_uses = g_hash_table_ref(calls);
  return vector_of_numbers(b, &uses, argc);
}

void arguments_begin(Body *b, LLVMValueRef argc, LLVMValueRef argv) {
  const InputBounds *given = b->lowering->options->bounds;
  InputBounds *bounds = &b->program->bounds;
  b->loc = site_function_loc(b->lowering, b->llvm);
  Operand count = count_input(b);
  bounds->given |= BOUND_ARGS;
  bounds->args_least = given->args_least;
  bounds->args_most = given->args_most;
  bounds->arg_length = given->arg_length;
  body_define1(b, argc, count);
  if (argv && LLVMGetFirstUse(argv)) body_define1(b, argv, make_vector(b, argv, count));
}

gboolean arguments_lower(Body *b, LLVMValueRef i) {
  GHashTable *uses = b->lowering->argument_uses;
  gpointer number;
  if (!uses || !g_hash_table_lookup_extended(uses, i, NULL, &number)) return FALSE;
  if (LLVMIsALoadInst(i)) return TRUE; /* for the conversion alone, which does without it */
  const Operand *value =
      number ? (const Operand *)b->lowering->argument_values->pdata[GPOINTER_TO_UINT(number)] : NULL;
  const guint width = LLVMGetIntTypeWidth(LLVMTypeOf(i));
  body_define1(b, i, value ? *value : emit_load(b, lower_argument(b, i, 0), (Part){width, 0, FALSE}));
  return TRUE;
}
