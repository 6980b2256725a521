/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversions between text and numbers, as in C. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* strtof_l */
#endif
#include "native/conversion.h"
#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "formula/floats.h"
#include "formula/term.h"

typedef enum { RESULT_SIGNED, RESULT_UNSIGNED, RESULT_DOUBLE, RESULT_FLOAT, RESULT_BYTE } ResultType;

/* A conversion in parts. */
typedef struct {
  ResultType type;
  guint base;
  guint through; /* bits of the type in which the number is formed: what is too large for it saturates */
  guint width;   /* bits of the result, which is cut to them */
  guint field;   /* scanf: at most so many characters; 0: any number */
} Conversion;

static guint long_bits(gboolean lp64) { return lp64 ? 64 : 32; }

/* ---- reading the names of conversions ---- */

static const struct {
  const char *name;
  ResultType type;
  gboolean through_long, takes_base;
  guint width; /* 0: of what it goes through */
} functions[] = {
    {"atoi", RESULT_SIGNED, TRUE, FALSE, 32},       {"atol", RESULT_SIGNED, TRUE, FALSE, 0},
    {"atoll", RESULT_SIGNED, FALSE, FALSE, 0},      {"strtol", RESULT_SIGNED, TRUE, TRUE, 0},
    {"strtoll", RESULT_SIGNED, FALSE, TRUE, 0},     {"strtoul", RESULT_UNSIGNED, TRUE, TRUE, 0},
    {"strtoull", RESULT_UNSIGNED, FALSE, TRUE, 0},  {"strtoimax", RESULT_SIGNED, FALSE, TRUE, 0},
    {"strtoumax", RESULT_UNSIGNED, FALSE, TRUE, 0}, {"atof", RESULT_DOUBLE, FALSE, FALSE, 64},
    {"strtod", RESULT_DOUBLE, FALSE, FALSE, 64},    {"strtof", RESULT_FLOAT, FALSE, FALSE, 32},
};

/* "strtol:10" */
static gboolean parse_function(const char *text, gboolean lp64, Conversion *c) {
  const char *colon = strchr(text, ':');
  const gsize length = colon ? (gsize)(colon - text) : strlen(text);
  guint64 base = 10;
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
    if (strlen(functions[i].name) != length || strncmp(text, functions[i].name, length) != 0) continue;
    if (functions[i].takes_base != (colon != NULL)) return FALSE;
    if (colon && !g_ascii_string_to_unsigned(colon + 1, 10, 0, 36, &base, NULL)) return FALSE;
    if (base == 1) return FALSE;
    const guint through = functions[i].through_long ? long_bits(lp64) : 64;
    *c = (Conversion){functions[i].type, (guint)base, through,
                      functions[i].width ? functions[i].width : through, 0};
    return TRUE;
  }
  return FALSE;
}

/* Bits of an integer after the length modifier, which is skipped. */
static guint modified_bits(const char **text, gboolean lp64) {
  static const struct {
    const char *modifier;
    guint bits; /* 0: those of long */
  } rows[] = {{"hh", 8}, {"h", 16}, {"ll", 64}, {"l", 0}, {"j", 64}, {"z", 0}, {"t", 0}, {"", 32}};
  guint i = 0;
  while (!g_str_has_prefix(*text, rows[i].modifier)) i++;
  *text += strlen(rows[i].modifier);
  return rows[i].bits ? rows[i].bits : long_bits(lp64);
}

/* The letter that ends a conversion of scanf; the modifier says "l" for what is a double. */
static gboolean set_letter(Conversion *c, char letter, guint bits, gboolean plain, gboolean is_l) {
  static const struct {
    char letter;
    ResultType type;
    guint base;
  } integers[] = {{'d', RESULT_SIGNED, 10},  {'i', RESULT_SIGNED, 0},    {'u', RESULT_UNSIGNED, 10},
                  {'o', RESULT_UNSIGNED, 8}, {'x', RESULT_UNSIGNED, 16}, {'X', RESULT_UNSIGNED, 16}};
  c->width = bits;
  for (guint i = 0; i < G_N_ELEMENTS(integers); i++)
    if (integers[i].letter == letter) {
      c->type = integers[i].type;
      c->base = integers[i].base;
      return TRUE;
    }
  if (letter == 'c' && plain && c->field <= 1) {
    c->type = RESULT_BYTE;
    c->width = 8;
    return TRUE;
  }
  if (letter == 0 || !strchr("fFeEgGaA", letter) || !(plain || is_l)) return FALSE;
  c->type = is_l ? RESULT_DOUBLE : RESULT_FLOAT;
  c->width = is_l ? 64 : 32;
  return TRUE;
}

/* "%5ld"; nothing before or behind it. */
static gboolean parse_scan(const char *text, gboolean lp64, Conversion *c) {
  *c = (Conversion){0};
  if (*text++ != '%') return FALSE;
  guint64 field = 0;
  for (; g_ascii_isdigit(*text) && field < 1000000; text++) field = 10 * field + (guint64)(*text - '0');
  c->field = (guint)field;
  const char *modifier = text;
  const guint bits = modified_bits(&text, lp64);
  c->through = MAX(bits, long_bits(lp64));
  return set_letter(c, *text, bits, text == modifier, text == modifier + 1 && *modifier == 'l') &&
         text[1] == 0;
}

/* ---- text to number ---- */

static gboolean is_space(guint c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The sign and size of a whole number; too_large: it has more than 64 bits. */
typedef struct {
  guint64 magnitude;
  gboolean negative, too_large;
} Whole;

static void add_digit(Whole *w, guint base, guint digit) {
  w->too_large |= w->magnitude > (G_MAXUINT64 - digit) / base;
  w->magnitude = w->magnitude * base + digit;
}

static gint digit_of(guint c, guint base) {
  const gint digit = c < 128 && g_ascii_isdigit((char)c)   ? (gint)c - '0'
                     : c < 128 && g_ascii_isalpha((char)c) ? g_ascii_tolower((char)c) - 'a' + 10
                                                           : 36;
  return digit < (gint)base ? digit : -1;
}

/* What the type that it goes through makes of it, cut to the result. */
static guint64 fitted(const Conversion *c, const Whole *w) {
  const guint64 all = term_mask(c->through), top = G_GUINT64_CONSTANT(1) << (c->through - 1);
  guint64 value;
  if (c->type == RESULT_UNSIGNED)
    value = w->too_large || w->magnitude > all ? all : w->negative ? -w->magnitude : w->magnitude;
  else if (w->negative)
    value = w->too_large || w->magnitude > top ? -top : -w->magnitude;
  else
    value = w->too_large || w->magnitude > top - 1 ? top - 1 : w->magnitude;
  return value & term_mask(c->width);
}

static Whole read_whole(const char *text, guint base) {
  Whole w = {0};
  while (is_space((guchar)*text)) text++;
  w.negative = *text == '-';
  if (*text == '-' || *text == '+') text++;
  const gboolean hexadecimal =
      text[0] == '0' && (text[1] == 'x' || text[1] == 'X') && g_ascii_isxdigit(text[2]);
  if (base == 0) base = hexadecimal ? 16 : *text == '0' ? 8 : 10;
  if (base == 16 && hexadecimal) text += 2;
  for (gint digit; (digit = digit_of((guchar)*text, base)) >= 0; text++) add_digit(&w, base, (guint)digit);
  return w;
}

static guint64 read_real(const char *text, gboolean is_float) {
  static gsize once;
  static locale_t plain;
  if (g_once_init_enter(&once)) {
    plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    g_once_init_leave(&once, 1);
  }
  return is_float ? bits_of_float(strtof_l(text, NULL, plain)) : bits_of_double(strtod_l(text, NULL, plain));
}

gboolean conversion_value(const char *conversion, gboolean lp64, const char *text, guint64 *value) {
  Conversion c;
  if (!parse_function(conversion, lp64, &c)) return FALSE;
  if (c.type == RESULT_DOUBLE || c.type == RESULT_FLOAT) {
    *value = read_real(text, c.type == RESULT_FLOAT);
    return TRUE;
  }
  const Whole w = read_whole(text, c.base);
  *value = fitted(&c, &w);
  return TRUE;
}

/* ---- scanf ---- */

typedef struct {
  const guint8 *bytes;
  gsize size, at, end; /* end: where the field ends at the latest */
} Scan;

/* The next character of the field, -1 where it ends. */
static gint peek(const Scan *s) { return s->at < s->end ? s->bytes[s->at] : -1; }

static gboolean peek_letter(const Scan *s, char letter) {
  const gint c = peek(s);
  return c >= 0 && c < 128 && g_ascii_tolower((char)c) == letter;
}

static void begin_field(Scan *s, guint field) {
  s->end = field > 0 && field < s->size - s->at ? s->at + field : s->size;
}

/* FALSE: 0x without a digit behind it, of which one library makes 0 and another nothing. */
static gboolean scan_whole(const Conversion *c, Scan *s, Scanned *r) {
  Whole w = {.negative = peek(s) == '-'};
  guint base = c->base, digits = 0;
  if (peek(s) == '-' || peek(s) == '+') s->at++;
  if (peek(s) == '0') {
    digits++;
    s->at++;
    if (peek_letter(s, 'x') && (base == 0 || base == 16)) {
      base = 16;
      s->at++;
      if (peek(s) < 0 || digit_of((guint)peek(s), 16) < 0) return FALSE;
    }
    if (base == 0) base = 8;
  }
  if (base == 0) base = 10;
  for (gint digit; peek(s) >= 0 && (digit = digit_of((guint)peek(s), base)) >= 0; s->at++, digits++)
    add_digit(&w, base, (guint)digit);
  r->status = digits > 0;
  r->value = digits > 0 ? fitted(c, &w) : 0;
  return TRUE;
}

static guint skip_digits(Scan *s) {
  const gsize from = s->at;
  while (peek(s) >= 0 && digit_of((guint)peek(s), 10) >= 0) s->at++;
  return (guint)(s->at - from);
}

/* At the place stands this word, in any case. */
static gboolean skip_word(Scan *s, const char *word) {
  const gsize length = strlen(word);
  if (length > s->end - s->at || g_ascii_strncasecmp((const char *)s->bytes + s->at, word, length) != 0) return FALSE;
  s->at += length;
  return TRUE;
}

/* Infinity and NaN.  FALSE: the word is not finished, or goes on. */
static gboolean scan_named(const Conversion *c, Scan *s, gsize from, Scanned *r) {
  if (!skip_word(s, "nan") && !skip_word(s, "infinity") && (!skip_word(s, "inf") || peek_letter(s, 'i'))) return FALSE;
  g_autofree char *text = g_strndup((const char *)s->bytes + from, s->at - from);
  *r = (Scanned){1, read_real(text, c->type == RESULT_FLOAT)};
  return peek(s) != '(';
}

/* Decimal fractions.  FALSE: something else that may begin a number, or an exponent that is not finished. */
static gboolean scan_real(const Conversion *c, Scan *s, Scanned *r) {
  const gsize from = s->at;
  if (peek(s) == '-' || peek(s) == '+') s->at++;
  if (peek_letter(s, 'n') || peek_letter(s, 'i')) return scan_named(c, s, from, r);
  guint digits = skip_digits(s);
  if (peek_letter(s, 'x') && digits == 1 && s->bytes[s->at - 1] == '0') return FALSE;
  if (peek(s) == '.') {
    s->at++;
    digits += skip_digits(s);
  }
  if (digits > 0 && peek_letter(s, 'e')) {
    s->at++;
    if (peek(s) == '-' || peek(s) == '+') s->at++;
    if (skip_digits(s) == 0) return FALSE;
  }
  g_autofree char *text = g_strndup((const char *)s->bytes + from, s->at - from);
  r->status = digits > 0;
  r->value = digits > 0 ? read_real(text, c->type == RESULT_FLOAT) : 0;
  return TRUE;
}

gboolean conversion_scan(const char *conversion, gboolean lp64, const guint8 *bytes, gsize size, gsize *place,
                         Scanned *result) {
  Conversion c;
  Scan s = {bytes, size, MIN(*place, size), size};
  if (!parse_scan(conversion, lp64, &c)) return FALSE;
  *result = (Scanned){-1, 0};
  while (c.type != RESULT_BYTE && s.at < size && is_space(bytes[s.at])) s.at++;
  *place = s.at;
  if (s.at >= size) return TRUE;
  begin_field(&s, c.field);
  if (c.type == RESULT_BYTE)
    *result = (Scanned){1, bytes[s.at++]};
  else if (!(c.type == RESULT_SIGNED || c.type == RESULT_UNSIGNED ? scan_whole(&c, &s, result)
                                                                  : scan_real(&c, &s, result)))
    return FALSE;
  *place = s.at;
  return TRUE;
}

/* ---- number to text ---- */

static char *whole_text(guint64 magnitude, gboolean negative, guint base) {
  char text[80], *at = text + sizeof text - 1;
  *at = 0;
  do *--at = "0123456789abcdefghijklmnopqrstuvwxyz"[magnitude % base];
  while ((magnitude /= base) > 0);
  if (negative) *--at = '-';
  return g_strdup(at);
}

/* With the fewest digits that are enough. */
static char *real_text(guint64 bits, gboolean is_float) {
  const double d = is_float ? (double)float_of_bits(bits) : double_of_bits(bits);
  char text[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint digits = 1; digits <= 17; digits++) {
    g_autofree char *format = g_strdup_printf("%%.%ug", digits);
    g_ascii_formatd(text, sizeof text, format, d);
    if (read_real(text, is_float) == bits) return g_strdup(text);
  }
  return NULL;
}

/* Does the text give the value? */
static gboolean gives(const char *conversion, gboolean lp64, const char *text, guint64 value, guint width) {
  guint64 back;
  Scanned scanned;
  gsize place = 0;
  const gsize length = strlen(text);
  if (*conversion != '%')
    return conversion_value(conversion, lp64, text, &back) && (back & term_mask(width)) == value;
  return conversion_scan(conversion, lp64, (const guint8 *)text, length, &place, &scanned) &&
         scanned.status == 1 && place == length && (scanned.value & term_mask(width)) == value;
}

static gboolean is_nan(const Conversion *c, guint64 bits) {
  return (c->type == RESULT_FLOAT && isnan(float_of_bits(bits))) || (c->type == RESULT_DOUBLE && isnan(double_of_bits(bits)));
}

char *conversion_text(const char *conversion, gboolean lp64, guint64 value, guint width) {
  Conversion c;
  g_autofree char *text = NULL;
  if (!(*conversion == '%' ? parse_scan(conversion, lp64, &c) : parse_function(conversion, lp64, &c)))
    return NULL;
  value &= term_mask(width);
  const gint64 whole = term_signed(value, width);
  if (is_nan(&c, value)) return g_strdup("nan"); /* whatever its bits */
  if (c.type == RESULT_DOUBLE || c.type == RESULT_FLOAT)
    text = real_text(value, c.type == RESULT_FLOAT);
  else if (c.type == RESULT_BYTE)
    text = value == 0 ? NULL : g_strdup_printf("%c", (int)value);
  else if (c.type == RESULT_SIGNED && whole < 0)
    text = whole_text(-(guint64)whole, TRUE, c.base ? c.base : 10);
  else
    text = whole_text(value, FALSE, c.base ? c.base : 10);
  return text && gives(conversion, lp64, text, value, width) ? g_steal_pointer(&text) : NULL;
}
