/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the format of scanf. */
#include "frontend/scan-format.h"
#include <string.h>

static const char *read_width(const char *at, guint *width) {
  guint64 n = 0;
  for (; g_ascii_isdigit(*at); at++) n = MIN(n * 10 + (guint64)(*at - '0'), 100000);
  *width = (guint)n;
  return at;
}

/* hh h l ll, j z t: what they make of an integer. */
static const char *read_length(const char *at, gboolean lp64, ScanItem *item) {
  const guint word = lp64 ? 8 : 4;
  item->size = 4;
  if (at[0] == 'h') {
    const gboolean twice = at[1] == 'h';
    item->size = twice ? 1 : 2;
    return at + 1 + twice;
  }
  if (at[0] == 'l' && at[1] == 'l') {
    item->size = 8;
    item->is_long_long = TRUE;
    return at + 2;
  }
  if (at[0] == 'j' || at[0] == 'q') {
    item->size = 8;
    item->is_long_long = TRUE;
    return at + 1;
  }
  if (at[0] == 'l' || at[0] == 'z' || at[0] == 't') item->size = word;
  return at + (at[0] == 'l' || at[0] == 'z' || at[0] == 't');
}

/* Behind %[; a range is taken as the GNU library takes it. */
static const char *read_set(const char *at, ScanItem *item) {
  const gboolean inverted = *at == '^';
  if (inverted) at++;
  const char *first = at;
  for (; *at && (*at != ']' || at == first); at++) {
    if (*at == '-' && at > first && at[1] && at[1] != ']' && (guint8)at[-1] <= (guint8)at[1])
      for (guint c = (guint8)at[-1]; c <= (guint8)at[1]; c++) item->set[c] = 1;
    else
      item->set[(guint8)*at] = 1;
  }
  for (guint c = 0; inverted && c < 256; c++) item->set[c] = !item->set[c];
  return *at ? at + 1 : NULL;
}

static gboolean set_integer(ScanItem *item, char letter) {
  item->kind = SCAN_INTEGER;
  item->is_signed = letter == 'd' || letter == 'i';
  item->base = letter == 'i' ? 0 : letter == 'x' || letter == 'X' ? 16 : letter == 'o' ? 8 : 10;
  return strchr("diuxXo", letter) != NULL;
}

/* As "%f" or "%lf". */
static gboolean set_float(ScanItem *item, const char *length, char letter) {
  const gboolean is_double = g_str_has_prefix(length, "l") && length[1] == letter;
  if (!letter || !strchr("fFeEgG", letter) || item->width || !(is_double || *length == letter)) return FALSE;
  item->kind = SCAN_FLOAT;
  item->conversion = g_intern_string(is_double ? "%lf" : "%f");
  return TRUE;
}

/* Behind the %; NULL: not modelled. */
static const char *read_conversion(const char *at, gboolean lp64, ScanItem *item) {
  if (*at == '*') {
    item->suppressed = TRUE;
    at++;
  }
  const char *digits = at;
  at = read_width(at, &item->width);
  if (at != digits && !item->width) return NULL;
  const char *length = at;
  at = read_length(at, lp64, item);
  if (!*at) return NULL;
  if (set_integer(item, *at)) {
    g_autofree char *conversion = g_strdup_printf("%%%.*s", (int)(at + 1 - length), length);
    item->conversion = g_intern_string(conversion);
    return at + 1;
  }
  if (set_float(item, length, *at)) return at + 1;
  if (at != length) return NULL;
  item->kind = *at == 'c' ? SCAN_BYTES : *at == 's' ? SCAN_WORD : SCAN_SET;
  if (*at == 'c' || *at == 's') return at + 1;
  return *at == '[' ? read_set(at + 1, item) : NULL;
}

static const char *read_item(const char *at, gboolean lp64, ScanItem *item) {
  if (g_ascii_isspace(*at) || *at == '\v') {
    item->kind = SCAN_SPACE;
    return at + 1;
  }
  if (at[0] == '%' && at[1] != '%') return read_conversion(at + 1, lp64, item);
  item->kind = SCAN_LITERAL; /* %% skips white space first */
  item->base = (guint8)*at;
  return at[0] == '%' ? NULL : at + 1;
}

GArray *scan_format_parse(const char *format, gboolean lp64) {
  GArray *items = g_array_new(FALSE, TRUE, sizeof(ScanItem));
  for (const char *at = format; at && *at;) {
    ScanItem item = {.kind = SCAN_SPACE};
    at = read_item(at, lp64, &item);
    if (at) {
      g_array_append_val(items, item);
    } else {
      g_array_unref(items);
      return NULL;
    }
  }
  return items;
}

static gboolean is_decimal(const ScanItem *item) {
  static const char *const decimal[] = {"%d", "%u", "%ld", "%lu", "%lld", "%llu", "%hd", "%hu", "%hhd", "%hhu"};
  for (guint k = 0; item->kind == SCAN_INTEGER && !item->width && k < G_N_ELEMENTS(decimal); k++)
    if (g_str_equal(item->conversion, decimal[k])) return TRUE;
  return FALSE;
}

gboolean scan_format_is_decimal(const GArray *items) {
  for (guint i = 0; i < items->len; i++) {
    const ScanItem *item = &g_array_index(items, ScanItem, i);
    if (item->kind != SCAN_SPACE && (!is_decimal(item) || item->suppressed)) return FALSE;
  }
  return TRUE;
}

gboolean scan_format_is_itemized(const GArray *items) {
  for (guint i = 0; i < items->len; i++) {
    const ScanItem *item = &g_array_index(items, ScanItem, i);
    const gboolean literal = item->kind == SCAN_LITERAL && g_ascii_isprint((char)item->base) && !g_ascii_isdigit((char)item->base),
                   byte = item->kind == SCAN_BYTES && item->width <= 1;
    if (item->kind != SCAN_SPACE && item->kind != SCAN_FLOAT && !literal && !byte && !is_decimal(item)) return FALSE;
  }
  return TRUE;
}

gboolean scan_format_has_float(const GArray *items) {
  for (guint i = 0; i < items->len; i++)
    if (g_array_index(items, ScanItem, i).kind == SCAN_FLOAT) return TRUE;
  return FALSE;
}

guint scan_format_count(const GArray *items, guint from) {
  guint n = 0;
  for (guint i = from; i < items->len; i++) n += g_array_index(items, ScanItem, i).kind != SCAN_SPACE;
  return n;
}
