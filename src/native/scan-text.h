/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts for programs that read items with characters and literals by scanf: which items a text has, and text that has
 * given ones.  Which calls a run performs, and so what it makes of a text, is the order of the program (ir/scanned.h). */
#ifndef ACF_SCAN_TEXT_H
#define ACF_SCAN_TEXT_H
#include "ir/ir.h"

/* What a conversion, or a literal, meets. */
typedef struct {
  gsize place; /* where it begins */
  gint status;
} ScanTextItem;

/* Adds the items of the text by number, up to `most` of them, as far as is known what is read.  Those that a call does
 * not come to have status 0, at the end. */
void scan_text_read(const Program *p, guint most, const guint8 *bytes, gsize size, GArray *items);

/* What a conversion, or a literal, is to find. */
typedef struct {
  const char *conversion; /* of the value; NULL: any will do */
  guint64 value;
  guint width;
  gint status;
} ScanTextReading;

/* Text for readings by number; white space only where it must be (tight), else as people write it.  Not every row of
 * readings has a text: what this gives is to be read again. */
void scan_text_write(const Program *p, const GArray *readings, gboolean tight, GString *text);
#endif
