/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversions of text: as the C library does them, and back. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "formula/floats.h"
#include "formula/term.h"
#include "native/conversion.h"

/* Text that is often a number, or nearly one. */
static char *random_text(GRand *r) {
  static const char *const parts[] = {"0",
                                      "1",
                                      "7",
                                      "9",
                                      "12",
                                      "0x",
                                      "-",
                                      "+",
                                      " ",
                                      "\t\n",
                                      "a",
                                      "f",
                                      "g",
                                      "z",
                                      ".",
                                      "e",
                                      "2147483647",
                                      "2147483648",
                                      "4294967295",
                                      "4294967296",
                                      "9223372036854775807",
                                      "9223372036854775808",
                                      "18446744073709551615",
                                      "18446744073709551616",
                                      "99999999999"};
  GString *text = g_string_new(NULL);
  for (guint n = g_rand_int_range(r, 0, 5); n > 0; n--)
    g_string_append(text, parts[g_rand_int_range(r, 0, G_N_ELEMENTS(parts))]);
  return g_string_free(text, FALSE);
}

static void check_value(const char *conversion, const char *text, guint64 expected) {
  guint64 value;
  g_assert_true(conversion_value(conversion, TRUE, text, &value));
  if (value != expected) g_test_message("%s of '%s'", conversion, text);
  g_assert_cmphex(value, ==, expected);
}

static void test_functions(void) {
  GRand *r = g_rand_new_with_seed(31);
  static const int bases[] = {0, 2, 8, 10, 16, 36};
  for (guint trial = 0; trial < 20000; trial++) {
    g_autofree char *text = random_text(r);
    check_value("atoi", text, (guint32)atoi(text));
    check_value("atol", text, (guint64)strtol(text, NULL, 10));
    check_value("atoll", text, (guint64)strtoll(text, NULL, 10));
    check_value("strtod", text, bits_of_double(strtod(text, NULL)));
    check_value("atof", text, bits_of_double(atof(text)));
    check_value("strtof", text, bits_of_float(strtof(text, NULL)));
    for (guint b = 0; b < G_N_ELEMENTS(bases); b++) {
      g_autofree char *name = g_strdup_printf("strtol:%d", bases[b]),
                      *other = g_strdup_printf("strtoul:%d", bases[b]);
      check_value(name, text, (guint64)strtol(text, NULL, bases[b]));
      check_value(other, text, (guint64)strtoul(text, NULL, bases[b]));
    }
  }
  g_rand_free(r);
}

/* Where long has 32 bits, numbers saturate there. */
static void test_narrow_long(void) {
  guint64 value;
  g_assert_true(conversion_value("atoi", FALSE, "99999999999", &value));
  g_assert_cmphex(value, ==, 0x7fffffff);
  g_assert_true(conversion_value("strtol:10", FALSE, "-99999999999", &value));
  g_assert_cmphex(value, ==, 0x80000000);
  g_assert_true(conversion_value("strtoul:10", FALSE, "-1", &value));
  g_assert_cmphex(value, ==, 0xffffffff);
  g_assert_true(conversion_value("strtoll:10", FALSE, "99999999999", &value));
  g_assert_cmphex(value, ==, 99999999999);
}

/* What fscanf does with one conversion, from the beginning of the text. */
static gint scan_natively(const char *format, const char *text, gsize size, guint64 *value, long *place) {
  FILE *f = size > 0 ? fmemopen((void *)text, size, "rb") : fopen("/dev/null", "rb");
  *value = 0;
  const gint status = fscanf(f, format, value);
  *place = ftell(f);
  fclose(f);
  return status;
}

static void check_scan(const char *format, const char *text, guint width) {
  guint64 expected;
  long place;
  gsize at = 0;
  Scanned s;
  const gsize size = strlen(text);
  if (!conversion_scan(format, TRUE, (const guint8 *)text, size, &at, &s)) return;
  const gint status = scan_natively(format, text, size, &expected, &place);
  if (s.status != status || (status == 1 && (gsize)place != at)) g_test_message("%s of '%s'", format, text);
  g_assert_cmpint(s.status, ==, status);
  if (status != 1) return;
  g_assert_cmphex(s.value & term_mask(width), ==, expected & term_mask(width));
  g_assert_cmpuint(at, ==, (gsize)place);
}

static void test_scanf(void) {
  GRand *r = g_rand_new_with_seed(32);
  static const struct {
    const char *format;
    guint width;
  } all[] = {{"%d", 32},  {"%u", 32},   {"%i", 32},  {"%x", 32},  {"%o", 32},
             {"%ld", 64}, {"%lld", 64}, {"%lu", 64}, {"%hd", 16}, {"%hhd", 8},
             {"%3d", 32}, {"%1u", 32},  {"%lf", 64}, {"%f", 32},  {"%c", 8}};
  for (guint trial = 0; trial < 5000; trial++) {
    g_autofree char *text = random_text(r);
    for (guint k = 0; k < G_N_ELEMENTS(all); k++) check_scan(all[k].format, text, all[k].width);
  }
  g_rand_free(r);
}

/* One after the other: what is not taken is left for the next. */
static void test_sequence(void) {
  const char *text = " 12-7x 3";
  gsize at = 0;
  Scanned s;
  const guint8 *bytes = (const guint8 *)text;
  g_assert_true(conversion_scan("%d", TRUE, bytes, strlen(text), &at, &s));
  g_assert_cmpuint(s.value, ==, 12);
  g_assert_true(conversion_scan("%d", TRUE, bytes, strlen(text), &at, &s));
  g_assert_cmphex(s.value, ==, 0xfffffff9);
  g_assert_true(conversion_scan("%d", TRUE, bytes, strlen(text), &at, &s));
  g_assert_cmpint(s.status, ==, 0);
  g_assert_true(conversion_scan("%c", TRUE, bytes, strlen(text), &at, &s));
  g_assert_cmpuint(s.value, ==, 'x');
  g_assert_true(conversion_scan("%d", TRUE, bytes, strlen(text), &at, &s));
  g_assert_cmpuint(s.value, ==, 3);
  g_assert_true(conversion_scan("%d", TRUE, bytes, strlen(text), &at, &s));
  g_assert_cmpint(s.status, ==, -1);
}

static void check_back(const char *conversion, guint64 value, guint width, const char *expected) {
  g_autofree char *text = conversion_text(conversion, TRUE, value, width);
  g_assert_cmpstr(text, ==, expected);
}

static void test_back(void) {
  check_back("atoi", 0xffffffff, 32, "-1");
  check_back("atoi", 7, 32, "7");
  check_back("strtol:16", 255, 64, "ff");
  check_back("strtoul:10", G_MAXUINT64, 64, "18446744073709551615");
  check_back("strtod", bits_of_double(0.1), 64, "0.1");
  check_back("strtod", bits_of_double(-3), 64, "-3");
  check_back("%d", 0x80000000, 32, "-2147483648");
  check_back("%hhd", 0xff, 8, "-1");
  check_back("%u", 0xffffffff, 32, "4294967295");
  check_back("%1d", 12, 32, NULL);
  check_back("%c", 'x', 8, "x");
  check_back("%s", 'x', 8, NULL);
}

static void test_not_known(void) {
  guint64 value;
  gsize at = 0;
  Scanned s;
  static const char *const functions[] = {"",         "ato",       "atoi:10",  "strtol",
                                          "strtol:1", "strtol:37", "strtol:x", "%d"};
  static const char *const formats[] = {"",    "%",   "d",   "%s",  "%[a]", "%*d",
                                        "%dx", " %d", "%Lf", "%2c", "%n",   "atoi"};
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    g_assert_false(conversion_value(functions[i], TRUE, "1", &value));
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    g_assert_false(conversion_scan(formats[i], TRUE, (const guint8 *)"1", 1, &at, &s));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/conversion/functions", test_functions);
  g_test_add_func("/conversion/narrow-long", test_narrow_long);
  g_test_add_func("/conversion/scanf", test_scanf);
  g_test_add_func("/conversion/sequence", test_sequence);
  g_test_add_func("/conversion/back", test_back);
  g_test_add_func("/conversion/not-known", test_not_known);
  return g_test_run();
}
