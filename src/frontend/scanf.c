/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of scanf with a known format become calls of a function made for that format, which calls the parts of
 * models-streams.c or models-items.c one after the other and returns what scanf returns. */
#include <string.h>
#include "frontend/known-text.h"
#include "frontend/model-call.h"
#include "frontend/scan-format.h"
#include "frontend/streams.h"

/* Which of the family it is, and at which argument the format stands. */
static ScanSource source_of(const char *name, unsigned *format) {
  static const struct {
    const char *name;
    ScanSource source;
    unsigned format;
  } family[] = {{"scanf", SCANS_STDIN, 0}, {"fscanf", SCANS_STREAM, 1}, {"sscanf", SCANS_TEXT, 1}};
  if (g_str_has_prefix(name, "__isoc99_") || g_str_has_prefix(name, "__isoc23_")) name += strlen("__isoc99_");
  for (guint i = 0; i < G_N_ELEMENTS(family); i++)
    if (g_str_equal(name, family[i].name)) {
      *format = family[i].format;
      return family[i].source;
    }
  return SCANS_NOTHING;
}

ScanSource scanf_source(const char *name) {
  unsigned format;
  return source_of(name, &format);
}

static guint stored_items(const GArray *items) {
  guint n = 0;
  for (guint i = 0; i < items->len; i++) {
    const ScanItem *item = &g_array_index(items, ScanItem, i);
    n += item->kind >= SCAN_INTEGER && !item->suppressed;
  }
  return n;
}

gboolean scanf_is_of_stdin(LLVMValueRef call) {
  size_t n;
  const ScanSource source = scanf_source(LLVMGetValueName2(LLVMGetCalledValue(call), &n));
  if (source != SCANS_STREAM) return source == SCANS_STDIN;
  LLVMValueRef stream = LLVMIsALoadInst(LLVMGetOperand(call, 0));
  return stream && g_str_equal(LLVMGetValueName2(LLVMGetOperand(stream, 0), &n), "stdin") &&
         LLVMIsAGlobalVariable(LLVMGetOperand(stream, 0));
}

char *scanf_format(LLVMValueRef call) {
  size_t n;
  unsigned format;
  if (source_of(LLVMGetValueName2(LLVMGetCalledValue(call), &n), &format) == SCANS_NOTHING ||
      LLVMGetNumArgOperands(call) <= format)
    return NULL;
  return known_text(LLVMGetOperand(call, format));
}

GArray *scanf_items(LLVMValueRef call, gboolean lp64) {
  size_t n;
  unsigned format = 0;
  g_autofree char *text = scanf_format(call);
  GArray *items = text ? scan_format_parse(text, lp64) : NULL;
  source_of(LLVMGetValueName2(LLVMGetCalledValue(call), &n), &format);
  if (!items) return NULL;
  gboolean fits = LLVMGetNumArgOperands(call) == format + 1 + stored_items(items);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    fits &= LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind;
  if (fits) return items;
  g_array_unref(items);
  return NULL;
}

/* ---- the function ---- */

typedef struct {
  LLVMModuleRef module;
  LLVMBuilderRef builder;
  LLVMValueRef function;
  LLVMTypeRef int_type, pointer;
  ScanSource source;
  const ScanWay *way;
  gboolean as_c23; /* %i knows the prefix 0b */
  guint done; /* conversions that the function has stored */
  guint left; /* SCAN_AS_ITEMS: so many items come behind that one */
} Maker;

static LLVMValueRef number(const Maker *m, long long value) {
  return LLVMConstInt(m->int_type, (unsigned long long)value, 1);
}

static LLVMValueRef call_part(const Maker *m, const char *name, LLVMTypeRef result, LLVMValueRef *args, unsigned n) {
  return build_model_call(m->module, m->builder, name, result, args, n);
}

static LLVMTypeRef nothing(const Maker *m) { return LLVMVoidTypeInContext(LLVMGetModuleContext(m->module)); }

static void give_back(const Maker *m, LLVMValueRef result) {
  if (m->source == SCANS_TEXT) call_part(m, "__acf_scan_text_end", nothing(m), NULL, 0);
  LLVMBuildRet(m->builder, result);
}

/* The first and last character of each range that the set has. */
static GByteArray *ranges_of(const ScanItem *item) {
  GByteArray *ranges = g_byte_array_new();
  for (guint c = 0; c < 256; c++) {
    const guint8 byte = (guint8)c;
    if (item->set[c] && (c == 0 || !item->set[c - 1])) g_byte_array_append(ranges, &byte, 1);
    if (item->set[c] && (c == 255 || !item->set[c + 1])) g_byte_array_append(ranges, &byte, 1);
  }
  return ranges;
}

static LLVMValueRef constant_bytes(const Maker *m, const GByteArray *ranges) {
  LLVMContextRef context = LLVMGetModuleContext(m->module);
  LLVMValueRef bytes = LLVMConstStringInContext(context, (const char *)ranges->data, ranges->len, 1);
  LLVMValueRef global = LLVMAddGlobal(m->module, LLVMTypeOf(bytes), "acf.scan.set");
  LLVMSetInitializer(global, bytes);
  LLVMSetGlobalConstant(global, 1);
  LLVMSetLinkage(global, LLVMInternalLinkage);
  return global;
}

static LLVMValueRef call_set(const Maker *m, const ScanItem *item, LLVMValueRef to) {
  GByteArray *ranges = ranges_of(item);
  LLVMValueRef args[] = {to, constant_bytes(m, ranges), number(m, ranges->len / 2), number(m, item->width)};
  g_byte_array_unref(ranges);
  return call_part(m, "__acf_scan_set", m->int_type, args, 4);
}

static LLVMValueRef call_integer(const Maker *m, const ScanItem *item, LLVMValueRef to) {
  if (m->way->model != SCAN_AS_BYTES) {
    g_autofree char *name =
        g_strconcat(m->way->model == SCAN_AS_ITEMS ? "__acf_item_" : "__acf_number_", item->conversion + 1, NULL);
    return call_part(m, name, m->int_type, &to, 1);
  }
  const char *name = item->is_signed ? item->is_long_long ? "__acf_scan_long_long" : "__acf_scan_long"
                     : item->is_long_long ? "__acf_scan_unsigned_long_long"
                                          : "__acf_scan_unsigned_long";
  LLVMValueRef args[] = {to, number(m, item->suppressed ? 0 : item->size), number(m, m->as_c23 && item->base == 0 ? 1 : item->base),
                         number(m, item->width)};
  return call_part(m, name, m->int_type, args, 4);
}

static LLVMValueRef call_space(const Maker *m) {
  if (m->way->model == SCAN_AS_NUMBERS) return NULL;
  return call_part(m, m->way->model == SCAN_AS_ITEMS ? "__acf_item_space" : "__acf_scan_space", m->int_type, NULL, 0);
}

static LLVMValueRef call_literal(const Maker *m, const ScanItem *item) {
  const char *slot = m->way->literals ? strchr(m->way->literals, (int)item->base) : NULL;
  LLVMValueRef args[] = {number(m, item->base), number(m, slot ? slot - m->way->literals : 0)};
  return m->way->model == SCAN_AS_ITEMS ? call_part(m, "__acf_item_literal", m->int_type, args, 2)
                                        : call_part(m, "__acf_scan_literal", m->int_type, args, 1);
}

static LLVMValueRef call_bytes(const Maker *m, const ScanItem *item, LLVMValueRef to) {
  LLVMValueRef args[] = {to, number(m, item->width ? item->width : 1)};
  return m->way->model == SCAN_AS_ITEMS ? call_part(m, "__acf_item_c", m->int_type, args, 1)
                                        : call_part(m, "__acf_scan_bytes", m->int_type, args, 2);
}

static LLVMValueRef call_item(const Maker *m, const ScanItem *item, LLVMValueRef to) {
  LLVMValueRef two[] = {to, number(m, item->width)};
  switch (item->kind) {
  case SCAN_SPACE: return call_space(m);
  case SCAN_LITERAL: return call_literal(m, item);
  case SCAN_FLOAT: /* of items alone */
  case SCAN_INTEGER: return call_integer(m, item, to);
  case SCAN_BYTES: return call_bytes(m, item, to);
  case SCAN_WORD: return call_part(m, "__acf_scan_word", m->int_type, two, 2);
  case SCAN_SET: return call_set(m, item, to);
  }
  g_assert_not_reached();
}

static LLVMBasicBlockRef new_block(const Maker *m) {
  return LLVMAppendBasicBlockInContext(LLVMGetModuleContext(m->module), m->function, "");
}

/* Sanitizers ask for as much room as the width allows, however much is read: so nothing is claimed of less. */
static void make_room_test(const Maker *m, const ScanItem *item, LLVMValueRef to) {
  if (!m->way->guarded || item->suppressed || !item->width) return;
  if (item->kind != SCAN_BYTES && item->kind != SCAN_WORD && item->kind != SCAN_SET) return;
  LLVMValueRef args[] = {to, number(m, item->kind == SCAN_BYTES ? item->width - 1 : item->width)};
  call_part(m, "__acf_scan_room", nothing(m), args, 2);
}

/* Where an item is not found, what was stored before counts, and else whether the end was met. */
static void make_item(Maker *m, const ScanItem *item, LLVMValueRef to) {
  LLVMValueRef status = call_item(m, item, to);
  if (item->kind == SCAN_SPACE) return;
  m->left--;
  LLVMBasicBlockRef found = new_block(m), missing = new_block(m);
  LLVMBuildCondBr(m->builder, LLVMBuildICmp(m->builder, LLVMIntEQ, status, number(m, 1), ""), found, missing);
  LLVMPositionBuilderAtEnd(m->builder, missing);
  LLVMValueRef left = number(m, m->left);
  if (m->way->model == SCAN_AS_ITEMS && m->left) call_part(m, "__acf_items_skip", nothing(m), &left, 1);
  give_back(m, m->done ? number(m, m->done) : status);
  LLVMPositionBuilderAtEnd(m->builder, found);
  make_room_test(m, item, to);
  m->done += item->kind != SCAN_LITERAL && !item->suppressed;
}

/* Another stream: nothing is known of what is read. */
static void make_stream_test(const Maker *m, unsigned parameters) {
  LLVMValueRef expected = LLVMGetNamedGlobal(m->module, "stdin");
  if (!expected) expected = LLVMAddGlobal(m->module, m->pointer, "stdin");
  LLVMValueRef here = LLVMBuildLoad2(m->builder, m->pointer, expected, "");
  LLVMBasicBlockRef own = new_block(m), other = new_block(m);
  LLVMBuildCondBr(m->builder, LLVMBuildICmp(m->builder, LLVMIntEQ, here, LLVMGetParam(m->function, 0), ""), own,
                  other);
  LLVMPositionBuilderAtEnd(m->builder, other);
  for (unsigned i = 1; i < parameters; i++) {
    LLVMValueRef to = LLVMGetParam(m->function, i);
    call_part(m, UNKNOWN_STREAM, nothing(m), &to, 1);
  }
  LLVMBuildRet(m->builder, call_part(m, "__acf_any", m->int_type, NULL, 0));
  LLVMPositionBuilderAtEnd(m->builder, own);
}

/* The parameters are the source, unless that is the standard input, and where to store. */
static LLVMValueRef make_function(Maker *m, const GArray *items, unsigned parameters) {
  LLVMTypeRef types[parameters + 1];
  for (unsigned i = 0; i < parameters; i++) types[i] = m->pointer;
  m->function = LLVMAddFunction(m->module, "acf.scanf", LLVMFunctionType(m->int_type, types, parameters, 0));
  LLVMSetLinkage(m->function, LLVMInternalLinkage);
  LLVMPositionBuilderAtEnd(m->builder, new_block(m));
  unsigned next = m->source == SCANS_STDIN ? 0 : 1;
  if (m->source == SCANS_STREAM) make_stream_test(m, parameters);
  if (m->source == SCANS_TEXT) {
    LLVMValueRef text = LLVMGetParam(m->function, 0);
    call_part(m, "__acf_scan_text", nothing(m), &text, 1);
  }
  m->left = scan_format_count(items, 0);
  for (guint i = 0; i < items->len; i++) {
    const ScanItem *item = &g_array_index(items, ScanItem, i);
    const gboolean stores = item->kind >= SCAN_INTEGER && !item->suppressed;
    make_item(m, item, stores ? LLVMGetParam(m->function, next++) : LLVMConstNull(m->pointer));
  }
  give_back(m, number(m, m->done));
  return m->function;
}

void scanf_expand(LLVMValueRef call, const GArray *items, const ScanWay *way) {
  size_t length;
  unsigned format = 0, n = 0;
  LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
  LLVMContextRef context = LLVMGetModuleContext(module);
  Maker m = {.module = module,
             .builder = LLVMCreateBuilderInContext(context),
             .int_type = LLVMInt32TypeInContext(context),
             .pointer = LLVMPointerTypeInContext(context, 0),
             .source = source_of(LLVMGetValueName2(LLVMGetCalledValue(call), &length), &format),
             .as_c23 = g_str_has_prefix(LLVMGetValueName2(LLVMGetCalledValue(call), &length), "__isoc23_"),
             .way = way};
  LLVMValueRef args[LLVMGetNumArgOperands(call) + 1];
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (i != format) args[n++] = LLVMGetOperand(call, i);
  LLVMValueRef function = make_function(&m, items, n);
  LLVMPositionBuilderBefore(m.builder, call);
  LLVMSetCurrentDebugLocation2(m.builder, LLVMInstructionGetDebugLoc(call));
  LLVMValueRef made = LLVMBuildCall2(m.builder, LLVMGlobalGetValueType(function), function, args, n, "");
  LLVMReplaceAllUsesWith(call, made);
  LLVMInstructionEraseFromParent(call);
  LLVMDisposeBuilder(m.builder);
}
