/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and strings as bytes: what is written is read back, and what is damaged is noticed. */
#include "base/bytes.h"

static ByteReader reader(const GByteArray *bytes, gsize size) {
  return (ByteReader){bytes->data, size, 0, FALSE};
}

static void test_numbers(void) {
  static const guint64 numbers[] = {0, 1, 127, 128, 300, G_MAXUINT32, G_MAXUINT64 - 1, G_MAXUINT64};
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++) bytes_put(bytes, numbers[i]);
  ByteReader r = reader(bytes, bytes->len);
  for (guint i = 0; i < G_N_ELEMENTS(numbers); i++)
    g_assert_cmpuint(bytes_get(&r, G_MAXUINT64), ==, numbers[i]);
  g_assert_false(r.failed);
  g_assert_cmpuint(r.at, ==, bytes->len);
  g_assert_cmpuint(bytes_get(&r, G_MAXUINT64), ==, 0);
  g_assert_true(r.failed);
}

/* After a number above its limit, all numbers are 0. */
static void test_limit(void) {
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  bytes_put(bytes, 200);
  bytes_put(bytes, 7);
  ByteReader r = reader(bytes, bytes->len);
  g_assert_cmpuint(bytes_get(&r, 199), ==, 0);
  g_assert_true(r.failed);
  g_assert_cmpuint(bytes_get(&r, 199), ==, 0);
  r = reader(bytes, bytes->len);
  g_assert_cmpuint(bytes_get(&r, 200), ==, 200);
  g_assert_false(r.failed);
}

static void test_too_long(void) {
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  for (guint i = 0; i < 10; i++) g_byte_array_append(bytes, (const guint8 *)"\xff", 1); /* 70 bits */
  bytes_put(bytes, 1);
  ByteReader r = reader(bytes, bytes->len);
  g_assert_cmpuint(bytes_get(&r, G_MAXUINT64), ==, 0);
  g_assert_true(r.failed);
}

static void test_strings(void) {
  static const char *const strings[] = {"", NULL, "abc", "a longer one, of more than one line\n"};
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  for (guint i = 0; i < G_N_ELEMENTS(strings); i++) bytes_put_string(bytes, strings[i]);
  ByteReader r = reader(bytes, bytes->len);
  for (guint i = 0; i < G_N_ELEMENTS(strings); i++) {
    g_autofree char *string = bytes_get_string(&r);
    g_assert_cmpstr(string, ==, strings[i]);
    g_assert_false(r.failed);
  }
}

/* Cut off anywhere, or with a zero byte in it, a string is none. */
static void test_damaged_strings(void) {
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  bytes_put_string(bytes, "damaged");
  for (guint n = 0; n < bytes->len; n++) {
    ByteReader r = reader(bytes, n);
    g_assert_null(bytes_get_string(&r));
    g_assert_true(r.failed);
  }
  bytes->data[3] = 0;
  ByteReader r = reader(bytes, bytes->len);
  g_assert_null(bytes_get_string(&r));
  g_assert_true(r.failed);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/bytes/numbers", test_numbers);
  g_test_add_func("/bytes/limit", test_limit);
  g_test_add_func("/bytes/too-long", test_too_long);
  g_test_add_func("/bytes/strings", test_strings);
  g_test_add_func("/bytes/damaged-strings", test_damaged_strings);
  return g_test_run();
}
