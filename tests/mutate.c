/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaging texts. */
#include "tests/mutate.h"
#include <string.h>

static guint below(GRand *rand, guint n) { return n ? (guint)g_rand_int(rand) % n : 0; }

static void replace(GByteArray *b, guint at, guint removed, const guint8 *with, guint n) {
  g_autoptr(GByteArray) tail = g_byte_array_new();
  g_byte_array_append(tail, b->data + at + removed, b->len - at - removed);
  g_byte_array_set_size(b, at);
  g_byte_array_append(b, with, n);
  g_byte_array_append(b, tail->data, tail->len);
}

/* A number in the text becomes another one. */
static void change_number(GRand *rand, GByteArray *b) {
  static const char *const numbers[] = {
      "0", "1", "-1", "4294967296", "9223372036854775808", "99999999999999999999", "7", "2147483647"};
  guint at = below(rand, b->len), n = 0;
  while (at < b->len && !g_ascii_isdigit((char)b->data[at])) at++;
  while (at + n < b->len && g_ascii_isdigit((char)b->data[at + n])) n++;
  const char *other = numbers[below(rand, G_N_ELEMENTS(numbers))];
  if (n) replace(b, at, n, (const guint8 *)other, (guint)strlen(other));
}

/* Drops, doubles or moves a piece; pieces are often short, sometimes nearly all. */
static void change_piece(GRand *rand, GByteArray *b, guint way) {
  guint at = below(rand, b->len), length = 1 + below(rand, below(rand, 4) ? 40 : b->len);
  guint n = MIN(length, b->len - at);
  g_autoptr(GByteArray) piece = g_byte_array_new();
  g_byte_array_append(piece, b->data + at, n);
  if (way != 1) replace(b, at, n, NULL, 0);
  if (way != 0 && b->len < 1u << 20) replace(b, below(rand, b->len), 0, piece->data, piece->len);
}

static void change_byte(GRand *rand, GByteArray *b) {
  static const char special[] = "\0\n\"'<>&()[]{}\\;:#%-";
  guint at = below(rand, b->len);
  b->data[at] = below(rand, 2) ? b->data[at] ^ (guint8)(1u << below(rand, 8))
                               : (guint8)special[below(rand, sizeof special)];
}

GByteArray *mutate(GRand *rand, const char *text, gsize size) {
  GByteArray *b = g_byte_array_new();
  g_byte_array_append(b, (const guint8 *)text, (guint)size);
  for (guint n = 1 + below(rand, 1 + below(rand, 8)); n > 0 && b->len; n--) {
    guint way = below(rand, 8);
    if (way < 3)
      change_byte(rand, b);
    else if (way < 4)
      change_number(rand, b);
    else if (way < 7)
      change_piece(rand, b, way - 4);
    else if (below(rand, 4) == 0)
      g_byte_array_set_size(b, below(rand, b->len));
  }
  return b;
}

guint mutants(guint by_default) {
  const char *n = g_getenv("ACF_MUTANTS");
  return n ? (guint)g_ascii_strtoull(n, NULL, 10) : by_default;
}
