/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls that print, in parts of models-printing.c: what they read, and what sprintf and snprintf write. */
#include "frontend/printing.h"
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/known-text.h"
#include "frontend/lower.h"
#include "frontend/model-call.h"
#include "frontend/print-format.h"

typedef enum { TO_STREAM, TO_MEMORY, OF_LIST } Target; /* OF_LIST: the arguments are a va_list behind the format */

#define NO_FORMAT G_MAXUINT

/* format: the number of that argument; NO_FORMAT: the first argument is text as it is. */
static const struct {
  const char *name;
  Target target;
  unsigned format;
} family[] = {{"printf", TO_STREAM, 0},         {"fprintf", TO_STREAM, 1},        {"dprintf", TO_STREAM, 1},
              {"puts", TO_STREAM, NO_FORMAT},   {"fputs", TO_STREAM, NO_FORMAT},  {"sprintf", TO_MEMORY, 1},
              {"snprintf", TO_MEMORY, 2},       {"vprintf", OF_LIST, 0},          {"vfprintf", OF_LIST, 1},
              {"vdprintf", OF_LIST, 1},         {"vsprintf", OF_LIST, 1},         {"vsnprintf", OF_LIST, 2}};

typedef struct {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMTypeRef int_type, word, pointer;
  gboolean lp64;
} Maker;

static LLVMValueRef number(const Maker *m, long long value) {
  return LLVMConstInt(m->int_type, (unsigned long long)value, 1);
}

static LLVMValueRef call_part(const Maker *m, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n) {
  return build_model_call(m->module, m->builder, name, result, args, n);
}

static gboolean is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

static gboolean is_integer(LLVMValueRef v, guint bits) {
  return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == bits;
}

/* The items of the call's format, if its arguments are as many as they take. */
static GArray *items_of(LLVMValueRef call, unsigned format, gboolean lp64) {
  if (LLVMGetNumArgOperands(call) <= format) return NULL;
  g_autofree char *text = known_text(LLVMGetOperand(call, format));
  GArray *items = text ? print_format_parse(text, lp64) : NULL;
  if (items && LLVMGetNumArgOperands(call) == format + 1 + print_format_arguments(items)) return items;
  if (items) g_array_unref(items);
  return NULL;
}

/* ---- what is read ---- */

static LLVMTypeRef no_type(const Maker *m) { return LLVMVoidTypeInContext(LLVMGetModuleContext(m->module)); }

/* Behind its reading, a text is of no interest any more: this one stands for it. */
static LLVMValueRef empty_text(const Maker *m) {
  LLVMValueRef empty = LLVMGetNamedGlobal(m->module, "acf.empty");
  if (empty) return empty;
  LLVMValueRef nothing = LLVMConstStringInContext(LLVMGetModuleContext(m->module), "", 0, 0);
  empty = LLVMAddGlobal(m->module, LLVMTypeOf(nothing), "acf.empty");
  LLVMSetInitializer(empty, nothing);
  LLVMSetGlobalConstant(empty, 1);
  LLVMSetLinkage(empty, LLVMInternalLinkage);
  return empty;
}

static void read_before(const Maker *m, LLVMValueRef call, unsigned argument, LLVMValueRef precision) {
  LLVMValueRef args[] = {LLVMGetOperand(call, argument), precision};
  call_part(m, precision ? "__acf_print_reads" : "__acf_text_reads", no_type(m), args, precision ? 2 : 1);
  LLVMSetOperand(call, argument, empty_text(m));
}

/* The model goes through the format as the run has it, so that this finds out what writes, too. */
static void read_list(const Maker *m, LLVMValueRef call, unsigned format) {
  if (LLVMGetNumArgOperands(call) != format + 2) return;
  LLVMValueRef args[] = {LLVMGetOperand(call, format), LLVMGetOperand(call, format + 1)};
  if (!is_pointer(args[0]) || !is_pointer(args[1])) return;
  call_part(m, "__acf_list_reads", no_type(m), args, 2);
  LLVMSetOperand(call, format, empty_text(m));
  LLVMSetOperand(call, format + 1, LLVMConstNull(m->pointer));
}

static gboolean is_known_text(LLVMValueRef v) {
  g_autofree char *text = known_text(v);
  return text != NULL;
}

/* Where a width or precision is given, it comes before what is converted. */
static void read_texts(const Maker *m, LLVMValueRef call, const GArray *items, unsigned next) {
  for (guint i = 0; i < items->len; i++) {
    const PrintItem *item = &g_array_index(items, PrintItem, i);
    LLVMValueRef precision = number(m, item->precision == PRINT_NONE ? -1 : item->precision);
    if (item->kind == PRINT_LITERAL) continue;
    next += item->width == PRINT_GIVEN;
    if (item->precision == PRINT_GIVEN) precision = LLVMGetOperand(call, next++);
    LLVMValueRef argument = LLVMGetOperand(call, next++);
    if (item->kind == PRINT_STRING && is_pointer(argument) && !is_known_text(argument) && is_integer(precision, 32))
      read_before(m, call, next - 1, precision);
  }
}

static void prepare_output(const Maker *m, LLVMValueRef call, unsigned format) {
  if (format == NO_FORMAT) {
    LLVMValueRef text = LLVMGetNumArgOperands(call) ? LLVMGetOperand(call, 0) : NULL;
    if (text && is_pointer(text) && !is_known_text(text)) read_before(m, call, 0, NULL);
    return;
  }
  g_autoptr(GArray) items = items_of(call, format, m->lp64);
  if (items) read_texts(m, call, items, format + 1);
}

/* ---- what is written ---- */

/* The flags as models-printing.c has them. */
static int flags_of(const PrintItem *item) {
  return item->left | item->zeros << 1 | item->plus << 2 | item->space << 3 | item->alternative << 4 |
         (item->letter == 'X') << 5 | (item->letter == 'o') << 6;
}

static gboolean fits(const PrintItem *item, LLVMValueRef argument) {
  switch (item->kind) {
  case PRINT_STRING: return is_pointer(argument);
  case PRINT_CHARACTER: return is_integer(argument, 32);
  case PRINT_DECIMAL: return is_integer(argument, item->size == 8 ? 64 : 32);
  case PRINT_BITS: /* %#o is not modelled */
    return !(item->alternative && item->letter == 'o') && is_integer(argument, item->size == 8 ? 64 : 32);
  default: return FALSE;
  }
}

static gboolean all_fit(LLVMValueRef call, const GArray *items, unsigned next) {
  for (guint i = 0; i < items->len; i++) {
    const PrintItem *item = &g_array_index(items, PrintItem, i);
    if (item->kind == PRINT_LITERAL) continue;
    if (item->width == PRINT_GIVEN || item->precision == PRINT_GIVEN || !fits(item, LLVMGetOperand(call, next++)))
      return FALSE;
  }
  return TRUE;
}

/* The value as a number of 32 or 64 bits: of a shorter type as that has it. */
static LLVMValueRef narrowed(const Maker *m, const PrintItem *item, LLVMValueRef value) {
  if (item->size >= 4) return value;
  LLVMTypeRef type = LLVMIntTypeInContext(LLVMGetModuleContext(m->module), item->size * 8);
  LLVMValueRef part = LLVMBuildTrunc(m->builder, value, type, "");
  const gboolean is_signed = item->letter == 'd' || item->letter == 'i';
  return is_signed ? LLVMBuildSExt(m->builder, part, m->int_type, "") : LLVMBuildZExt(m->builder, part, m->int_type, "");
}

static const char *part_of(const PrintItem *item) {
  const gboolean wide = item->size == 8;
  if (item->kind == PRINT_STRING) return "__acf_print_text";
  if (item->kind == PRINT_BITS) return wide ? "__acf_print_long_bits" : "__acf_print_bits";
  if (item->letter == 'u') return wide ? "__acf_print_unsigned_long" : "__acf_print_unsigned";
  return wide ? "__acf_print_long" : "__acf_print_int";
}

/* Where the next item is to be written. */
static LLVMValueRef print_item(const Maker *m, const PrintItem *item, LLVMValueRef to, LLVMValueRef room,
                               LLVMValueRef at, LLVMValueRef value) {
  if (item->kind == PRINT_LITERAL || (item->kind == PRINT_CHARACTER && item->width <= 1)) {
    LLVMValueRef args[] = {to, room, at, value ? value : number(m, item->letter)};
    return call_part(m, "__acf_print_character", m->int_type, args, 4);
  }
  LLVMValueRef args[] = {to,
                         room,
                         at,
                         item->kind == PRINT_STRING ? value : narrowed(m, item, value),
                         number(m, item->width),
                         number(m, item->precision == PRINT_NONE ? -1 : item->precision),
                         number(m, flags_of(item))};
  return call_part(m, part_of(item), m->int_type, args, 7);
}

/* Without a bound, as much as there is. */
static LLVMValueRef room_of(const Maker *m, LLVMValueRef call, unsigned format) {
  return format == 2 ? LLVMGetOperand(call, 1) : LLVMConstAllOnes(m->word);
}

static void print_to_memory(const Maker *m, LLVMValueRef call, const GArray *items, unsigned format) {
  LLVMValueRef to = LLVMGetOperand(call, 0), room = room_of(m, call, format), at = number(m, 0);
  unsigned next = format + 1;
  for (guint i = 0; i < items->len; i++) {
    const PrintItem *item = &g_array_index(items, PrintItem, i);
    at = print_item(m, item, to, room, at, item->kind == PRINT_LITERAL ? NULL : LLVMGetOperand(call, next++));
  }
  LLVMValueRef args[] = {to, room, at};
  LLVMReplaceAllUsesWith(call, call_part(m, "__acf_print_end", m->int_type, args, 3));
  LLVMInstructionEraseFromParent(call);
}

/* A character in a field is rare, and not modelled. */
static gboolean has_padded_character(const GArray *items) {
  for (guint i = 0; i < items->len; i++) {
    const PrintItem *item = &g_array_index(items, PrintItem, i);
    if (item->kind == PRINT_CHARACTER && item->width > 1) return TRUE;
  }
  return FALSE;
}

static void prepare_writing(const Maker *m, LLVMValueRef call, unsigned format) {
  g_autoptr(GArray) items = items_of(call, format, m->lp64);
  if (!items || !all_fit(call, items, format + 1) || has_padded_character(items) ||
      !is_integer(call, 32) || !is_pointer(LLVMGetOperand(call, 0)) ||
      LLVMTypeOf(room_of(m, call, format)) != m->word)
    return;
  print_to_memory(m, call, items, format);
}

/* ---- the calls ---- */

static void prepare_call(Maker *m, LLVMValueRef call, guint which, gboolean reads) {
  LLVMPositionBuilderBefore(m->builder, call);
  LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(call));
  if (family[which].target == TO_MEMORY)
    prepare_writing(m, call, family[which].format);
  else if (family[which].target == OF_LIST)
    read_list(m, call, family[which].format);
  else if (reads)
    prepare_output(m, call, family[which].format);
}

static GPtrArray *calls_of(LLVMValueRef function) {
  GPtrArray *calls = g_ptr_array_new();
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function) g_ptr_array_add(calls, user);
  }
  return calls;
}

void printing_prepare(LLVMModuleRef module, const FrontendOptions *options) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  Maker m = {.module = module,
             .builder = LLVMCreateBuilderInContext(context),
             .int_type = LLVMInt32TypeInContext(context),
             .word = LLVMIntTypeInContext(context, options->lp64 ? 64 : 32),
             .pointer = LLVMPointerTypeInContext(context, 0),
             .lp64 = options->lp64};
  const gboolean reads = options->property && property_ends(options->property, FAILURE_INVALID_DEREF);
  for (guint i = 0; i < G_N_ELEMENTS(family); i++) {
    LLVMValueRef function = LLVMGetNamedFunction(module, family[i].name);
    if (!function || !LLVMIsDeclaration(function)) continue;
    g_autoptr(GPtrArray) calls = calls_of(function);
    for (guint k = 0; k < calls->len; k++) prepare_call(&m, calls->pdata[k], i, reads);
  }
  LLVMDisposeBuilder(m.builder);
}
