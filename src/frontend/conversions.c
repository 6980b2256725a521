/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversions of strings to numbers. */
#include "frontend/conversions.h"
#include <string.h>

typedef enum { TO_INT, TO_LONG, TO_LONG_LONG, TO_ULONG, TO_ULONG_LONG } Result;

static const struct {
  const char *name;
  Result result;
  guint arguments; /* 3: (text, end, base) */
} functions[] = {{"atoi", TO_INT, 1},
                 {"atol", TO_LONG, 1},
                 {"atoll", TO_LONG_LONG, 1},
                 {"strtol", TO_LONG, 3},
                 {"strtoll", TO_LONG_LONG, 3},
                 {"strtoul", TO_ULONG, 3},
                 {"strtoull", TO_ULONG_LONG, 3}};

/* base^n - 1, as far as it fits. */
static guint64 largest(guint base, guint n) {
  guint64 value = 0;
  for (guint i = 0; i < n; i++) {
    if (value > (G_MAXUINT64 - (base - 1)) / base) return G_MAXUINT64;
    value = value * base + (base - 1);
  }
  return value;
}

static void set_type(Conversion *c, Result result, gboolean lp64) {
  static const char *const types[] = {"int", "long", "long long", "unsigned long", "unsigned long long"};
  c->type = types[result];
  c->is_signed = result <= TO_LONG_LONG;
  c->width = result == TO_INT ? 32 : result == TO_LONG || result == TO_ULONG ? (lp64 ? 64 : 32) : 64;
}

/* The number is made as a long, as a rule, which stops at its limits. */
static void set_extent(Conversion *c, Result result, guint base, guint length, gboolean lp64) {
  const guint made = result == TO_INT ? (lp64 ? 64 : 32) : c->width;
  const guint64 high = made == 64 ? G_MAXINT64 : G_MAXINT32, all = made == 64 ? G_MAXUINT64 : G_MAXUINT32;
  c->above = MIN(largest(base, length), c->is_signed ? high : all);
  c->below = length ? MIN(largest(base, length - 1), c->is_signed ? high + 1 : all) : 0;
  const guint64 numbers = c->width == 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT(1) << c->width) - 1;
  c->all = c->above >= numbers || c->below >= numbers - c->above;
}

/* A constant base, in which texts of digits alone denote all that can be denoted; nothing else is asked for. */
static gboolean plain_base(LLVMValueRef call, guint *base) {
  LLVMValueRef given = LLVMGetOperand(call, 2);
  if (!LLVMIsNull(LLVMGetOperand(call, 1)) || !LLVMIsAConstantInt(given)) return FALSE;
  const long long value = LLVMConstIntGetSExtValue(given);
  *base = (guint)value;
  return value >= 3 && value <= 36;
}

static int find(const char *name, unsigned arguments) {
  if (g_str_has_prefix(name, "__isoc23_")) name += strlen("__isoc23_");
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    if (g_str_equal(functions[i].name, name) && functions[i].arguments == arguments) return (int)i;
  return -1;
}

gboolean conversion_of_call(LLVMValueRef call, gboolean lp64, guint length, Conversion *c) {
  size_t n;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  const int i = LLVMIsAFunction(callee) ? find(LLVMGetValueName2(callee, &n), LLVMGetNumArgOperands(call)) : -1;
  guint base = 10;
  if (i < 0 || (functions[i].arguments == 3 && !plain_base(call, &base))) return FALSE;
  g_autofree char *name = functions[i].arguments == 3 ? g_strdup_printf("%s:%u", functions[i].name, base)
                                                      : g_strdup(functions[i].name);
  *c = (Conversion){.name = g_intern_string(name)};
  set_type(c, functions[i].result, lp64);
  set_extent(c, functions[i].result, base, length, lp64);
  return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMIntegerTypeKind &&
         LLVMGetIntTypeWidth(LLVMTypeOf(call)) == c->width;
}

gboolean conversion_of_format(const char *conversion, gboolean lp64, Conversion *c) {
  static const struct {
    const char *name, *type;
    guint width; /* 0: a long's */
    gboolean is_signed;
  } formats[] = {{"%d", "int", 32, TRUE},
                 {"%u", "unsigned int", 32, FALSE},
                 {"%ld", "long", 0, TRUE},
                 {"%lu", "unsigned long", 0, FALSE},
                 {"%lld", "long long", 64, TRUE},
                 {"%llu", "unsigned long long", 64, FALSE},
                 {"%hd", "short", 16, TRUE},
                 {"%hu", "unsigned short", 16, FALSE},
                 {"%hhd", "signed char", 8, TRUE},
                 {"%hhu", "unsigned char", 8, FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++) {
    if (!g_str_equal(formats[i].name, conversion)) continue;
    *c = (Conversion){.name = g_intern_string(conversion),
                      .type = formats[i].type,
                      .width = formats[i].width ? formats[i].width : lp64 ? 64 : 32,
                      .is_signed = formats[i].is_signed};
    return TRUE;
  }
  return FALSE;
}
