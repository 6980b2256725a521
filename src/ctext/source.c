/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines and characters of a C text. */
#include "ctext/source.h"
#include <string.h>
#include "ctext/scan.h"

static gboolean starts_character(char c) { return ((guchar)c & 0xC0) != 0x80; }

static void find_lines(Source *s) {
  gsize characters = 0;
  for (gsize i = 0; i <= s->size; i++) {
    if (i == 0 || s->text[i - 1] == '\n') {
      g_array_append_val(s->lines, i);
      g_array_append_val(s->characters, characters);
    }
    if (i < s->size) characters += starts_character(s->text[i]);
  }
}

Source *source_new(const char *text, gsize size) {
  Source *s = g_new0(Source, 1);
  s->text = g_strndup(text, size);
  s->size = strlen(s->text);
  s->code = ctext_code(s->text);
  s->lines = g_array_new(FALSE, FALSE, sizeof(gsize));
  s->characters = g_array_new(FALSE, FALSE, sizeof(gsize));
  find_lines(s);
  return s;
}

Source *source_read(const char *path, GError **error) {
  g_autofree char *text = NULL;
  gsize size;
  return g_file_get_contents(path, &text, &size, error) ? source_new(text, size) : NULL;
}

Source *source_of(const Program *p, const char *file, GError **error) {
  const char *path = file ? file : p->path;
  const SourceFile *f = source_files_find(p->files, path);
  return f && f->text ? source_new(f->text, f->length) : source_read(path, error);
}

void source_free(Source *s) {
  if (!s) return;
  g_free(s->text);
  g_free(s->code);
  g_array_unref(s->lines);
  g_array_unref(s->characters);
  g_free(s);
}

/* ---- places ---- */

static gsize line_start(const Source *s, guint i) { return g_array_index(s->lines, gsize, i); }

gsize source_offset(const Source *s, guint line, guint column) {
  if (line == 0 || column == 0 || line > s->lines->len) return SOURCE_NOWHERE;
  const gsize start = line_start(s, line - 1), end = line < s->lines->len ? line_start(s, line) : s->size;
  return start + column - 1 < end ? start + column - 1 : SOURCE_NOWHERE;
}

/* The last one that is not greater, in an array that starts with 0. */
static guint find_last(const GArray *numbers, gsize n) {
  guint low = 0, high = numbers->len;
  while (high - low > 1) {
    const guint middle = low + (high - low) / 2;
    if (g_array_index(numbers, gsize, middle) <= n)
      low = middle;
    else
      high = middle;
  }
  return low;
}

guint source_line(const Source *s, gsize offset) { return find_last(s->lines, offset) + 1; }

guint source_column(const Source *s, gsize offset) {
  return (guint)(offset - line_start(s, find_last(s->lines, offset))) + 1;
}

gsize source_byte(const Source *s, gint64 character) {
  if (character < 0) return SOURCE_NOWHERE;
  const guint line = find_last(s->characters, (gsize)character);
  gsize n = g_array_index(s->characters, gsize, line);
  for (gsize i = line_start(s, line); i < s->size; i++)
    if (starts_character(s->text[i]) && n++ == (gsize)character) return i;
  return SOURCE_NOWHERE;
}
