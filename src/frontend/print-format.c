/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the format of printf. */
#include "frontend/print-format.h"
#include <string.h>

static const char *read_flags(const char *at, PrintItem *item) {
  for (; *at && strchr("-0+ #", *at); at++) {
    item->left |= *at == '-';
    item->zeros |= *at == '0';
    item->plus |= *at == '+';
    item->space |= *at == ' ';
    item->alternative |= *at == '#';
  }
  return at;
}

/* NULL: larger than anything that is printed. */
static const char *read_count(const char *at, int *count) {
  *count = 0;
  if (*at == '*') {
    *count = PRINT_GIVEN;
    return at + 1;
  }
  for (; g_ascii_isdigit(*at); at++)
    if ((*count = *count * 10 + (*at - '0')) > 4096) return NULL;
  return at;
}

static const char *read_length(const char *at, gboolean lp64, PrintItem *item) {
  const guint word = lp64 ? 8 : 4;
  item->size = 4;
  if (at[0] == 'h') {
    const gboolean twice = at[1] == 'h';
    item->size = twice ? 1 : 2;
    return at + 1 + twice;
  }
  if (at[0] == 'l' && at[1] == 'l') {
    item->size = 8;
    return at + 2;
  }
  if (at[0] == 'j' || at[0] == 'l' || at[0] == 'z' || at[0] == 't') item->size = at[0] == 'j' ? 8 : word;
  return at + (at[0] == 'j' || at[0] == 'l' || at[0] == 'z' || at[0] == 't' || at[0] == 'L');
}

/* FALSE: no conversion that is understood. */
static gboolean set_kind(PrintItem *item, gboolean plain) {
  const char letter = item->letter;
  if ((letter == 's' || letter == 'c') && !plain) return FALSE;
  item->kind = letter == 's'                                   ? PRINT_STRING
               : letter == 'c'                                 ? PRINT_CHARACTER
               : letter == 'd' || letter == 'i' || letter == 'u' ? PRINT_DECIMAL
               : letter == 'x' || letter == 'X' || letter == 'o' ? PRINT_BITS
                                                                 : PRINT_OTHER;
  return letter && strchr("scdiuxXofFeEgGaAp", letter);
}

/* Behind the %; NULL: not understood. */
static const char *read_conversion(const char *at, gboolean lp64, PrintItem *item) {
  at = read_count(read_flags(at, item), &item->width);
  item->precision = PRINT_NONE;
  if (at && *at == '.') at = read_count(at + 1, &item->precision);
  if (!at) return NULL;
  const char *length = at;
  at = read_length(at, lp64, item);
  item->letter = *at;
  return set_kind(item, at == length) ? at + 1 : NULL;
}

static const char *read_item(const char *at, gboolean lp64, PrintItem *item) {
  if (at[0] == '%' && at[1] != '%') return read_conversion(at + 1, lp64, item);
  item->letter = *at;
  return at + (at[0] == '%' ? 2 : 1);
}

GArray *print_format_parse(const char *format, gboolean lp64) {
  GArray *items = g_array_new(FALSE, TRUE, sizeof(PrintItem));
  for (const char *at = format; *at;) {
    PrintItem item = {.kind = PRINT_LITERAL};
    at = read_item(at, lp64, &item);
    if (!at) {
      g_array_unref(items);
      return NULL;
    }
    g_array_append_val(items, item);
  }
  return items;
}

guint print_format_arguments(const GArray *items) {
  guint n = 0;
  for (guint i = 0; i < items->len; i++) {
    const PrintItem *item = &g_array_index(items, PrintItem, i);
    if (item->kind != PRINT_LITERAL)
      n += 1u + (item->width == PRINT_GIVEN) + (item->precision == PRINT_GIVEN);
  }
  return n;
}
