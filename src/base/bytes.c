/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing and reading of numbers and strings. */
#include "base/bytes.h"
#include <string.h>

void bytes_put(GByteArray *out, guint64 number) {
  guint8 bytes[10];
  guint n = 0;
  for (; number >= 0x80; number >>= 7) bytes[n++] = (guint8)(number | 0x80);
  bytes[n++] = (guint8)number;
  g_byte_array_append(out, bytes, n);
}

void bytes_put_string(GByteArray *out, const char *string) {
  const gsize length = string ? strlen(string) : 0;
  bytes_put(out, string ? length + 1 : 0);
  if (length) g_byte_array_append(out, (const guint8 *)string, (guint)length);
}

guint64 bytes_get(ByteReader *r, guint64 limit) {
  guint64 number = 0;
  for (guint shift = 0; shift < 64 && r->at < r->size; shift += 7) {
    guint8 byte = r->bytes[r->at++];
    guint64 bits = byte & 0x7f;
    if (shift == 63 && bits > 1) break;
    number |= bits << shift;
    if (!(byte & 0x80)) {
      r->failed |= number > limit;
      return r->failed ? 0 : number;
    }
  }
  r->failed = TRUE;
  return 0;
}

char *bytes_get_string(ByteReader *r) {
  const guint64 n = bytes_get(r, G_MAXUINT64);
  if (n == 0) return NULL;
  if (r->size - r->at < n - 1 || (n > 1 && memchr(r->bytes + r->at, 0, n - 1))) {
    r->failed = TRUE;
    return NULL;
  }
  char *string = g_strndup((const char *)r->bytes + r->at, n - 1);
  r->at += n - 1;
  return string;
}
