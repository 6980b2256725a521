/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers and strings as bytes, to cross a pipe or to be compared.
 *
 * A number has seven bits in a byte, the lowest first; all but the last byte have the top bit set.  Readers
 * check what they read: a child may have died in the middle of writing, or have overwritten its own memory.
 */
#ifndef ACF_BYTES_H
#define ACF_BYTES_H
#include <glib.h>

void bytes_put(GByteArray *out, guint64 number);
void bytes_put_string(GByteArray *out, const char *string); /* may be NULL */

typedef struct {
  const guint8 *bytes;
  gsize size, at;
  gboolean failed; /* what was read is not what was written; every number is 0 from then on */
} ByteReader;

/* The next number; it fails above the limit. */
guint64 bytes_get(ByteReader *r, guint64 limit);
char *bytes_get_string(ByteReader *r); /* to free; NULL as it was written, or after a failure */
#endif
