/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A C text with its lines, to go from places that tools name to bytes and back. */
#ifndef ACF_CTEXT_SOURCE_H
#define ACF_CTEXT_SOURCE_H
#include "ir/ir.h"

typedef struct {
  char *text;         /* up to its first NUL */
  char *code;         /* ctext_code(text) */
  gsize size;         /* of both */
  GArray *lines;      /* gsize: where each starts */
  GArray *characters; /* gsize: how many characters are before each */
} Source;

#define SOURCE_NOWHERE G_MAXSIZE

Source *source_new(const char *text, gsize size);
Source *source_read(const char *path, GError **error);
/* The text of a file of the program as it was when it was read (NULL: of the first one); of any other file as
 * it is now. */
Source *source_of(const Program *p, const char *file, GError **error);
void source_free(Source *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Source, source_free)

/* Line and column count from 1, the column in bytes; the newline belongs to its line.  SOURCE_NOWHERE: the
 * text has no such place. */
gsize source_offset(const Source *s, guint line, guint column);
/* Of an offset within the text. */
guint source_line(const Source *s, gsize offset);
guint source_column(const Source *s, gsize offset);
/* From characters to bytes, for tools that count characters of UTF-8; SOURCE_NOWHERE: there are less. */
gsize source_byte(const Source *s, gint64 character);
#endif
