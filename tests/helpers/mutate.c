/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damaged texts, deterministically. */
#include "mutate.h"
#include <string.h>

static const char *const words[] = {
    "0",
    "-1",
    "1",
    "4294967296",
    "99999999999999999999",
    "true",
    "false",
    "<",
    ">",
    "/>",
    "</",
    "<![CDATA[",
    "]]>",
    "&amp;",
    "&#0;",
    "&x;",
    "\"",
    "'",
    "<!--",
    "-->",
    "<!DOCTYPE x [",
    "<?x?>",
    "\xff",
    "\xc3\x28",
    "- ",
    ": ",
    "[",
    "]",
    "{",
    "}",
    "&a ",
    "*a",
    "!!x ",
    "\t",
    "\r\n",
    "\\result",
    "((((((((((",
    "))))",
    "== 5;",
    "||",
    "&&",
    "condition-",
    "sink",
    "entry",
    "avoid",
    "follow",
    "default",
    "violation",
    "node",
    "edge",
    "segment",
    "waypoint",
    "program.c",
    "main",
    "x",
    "y",
};

static gsize place(const GByteArray *b, GRand *r) {
  return b->len ? (gsize)g_rand_int_range(r, 0, (gint32)b->len) : 0;
}

static void insert(GByteArray *b, gsize at, const guint8 *what, gsize size) {
  g_autofree guint8 *copy = g_memdup2(what, size); /* it may be a piece of b */
  gsize old = b->len;
  g_byte_array_set_size(b, (guint)(old + size));
  memmove(b->data + at + size, b->data + at, old - at);
  memcpy(b->data + at, copy, size);
}

static void lose(GByteArray *b, gsize at, gsize size) {
  if (at < b->len) g_byte_array_remove_range(b, (guint)at, (guint)MIN(size, b->len - at));
}

static gsize line_start(const GByteArray *b, gsize at) {
  while (at > 0 && b->data[at - 1] != '\n') at--;
  return at;
}

static gsize line_size(const GByteArray *b, gsize start) {
  const guint8 *end = memchr(b->data + start, '\n', b->len - start);
  return end ? (gsize)(end - b->data) - start + 1 : b->len - start;
}

static void replace_number(GByteArray *b, gsize at, GRand *r) {
  while (at < b->len && !g_ascii_isdigit(b->data[at])) at++;
  while (at < b->len && g_ascii_isdigit(b->data[at])) lose(b, at, 1);
  g_autofree char *n = g_strdup_printf("%d", g_rand_int_range(r, -1, 40));
  insert(b, at, (const guint8 *)n, strlen(n));
}

static void change(GByteArray *b, GRand *r) {
  gsize at = place(b, r), start = line_start(b, at), size = (gsize)g_rand_int_range(r, 1, 40);
  const char *word = words[g_rand_int_range(r, 0, G_N_ELEMENTS(words))];
  if (b->len == 0) return;
  switch (g_rand_int_range(r, 0, 10)) {
  case 0: b->data[at] ^= (guint8)(1u << g_rand_int_range(r, 0, 8)); break;
  case 1: lose(b, at, size); break;
  case 2: insert(b, at, b->data + at, MIN(size, b->len - at)); break;
  case 3: lose(b, start, line_size(b, start)); break;
  case 4: insert(b, start, b->data + start, line_size(b, start)); break;
  case 5: { /* another line takes its place */
    gsize other = line_start(b, place(b, r));
    insert(b, start, b->data + other, line_size(b, other));
    break;
  }
  case 6: insert(b, at, (const guint8 *)word, strlen(word)); break;
  case 7:
    lose(b, at, strlen(word));
    insert(b, MIN(at, b->len), (const guint8 *)word, strlen(word));
    break;
  case 8: replace_number(b, at, r); break;
  case 9:
    if (g_rand_int_range(r, 0, 4) == 0) g_byte_array_set_size(b, (guint)at);
    break;
  }
}

GByteArray *mutate(const char *text, gsize size, GRand *r) {
  GByteArray *b = g_byte_array_new();
  g_byte_array_append(b, (const guint8 *)text, (guint)size);
  for (gint n = g_rand_int_range(r, 1, 5); n > 0; n--) change(b, r);
  return b;
}
