/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The preprocessor's output, line by line, back to the lines that it came from. */
#include "conditioner/flatten.h"
#include <string.h>
#include "ctext/scan.h"
#include "frontend/frontend.h"

typedef struct {
  const char *main; /* the name of the text itself in line markers, escaped */
  GPtrArray *lines; /* GString*: those of the text */
  gsize at;         /* the line of the text where we are, from 0 */
  gboolean inside;  /* and not in a header */
} Flat;

static GString *line_of(Flat *f) {
  while (f->lines->len <= f->at) g_ptr_array_add(f->lines, g_string_new(NULL));
  return (GString *)f->lines->pdata[f->at];
}

/* # 12 "file.h" 1 3; FALSE: the line is none. */
static gboolean follow_marker(Flat *f, const char *line, const char *end) {
  char *name = NULL;
  if (!g_str_has_prefix(line, "# ") || !g_ascii_isdigit(line[2])) return FALSE;
  const guint64 number = g_ascii_strtoull(line + 2, &name, 10);
  const gsize length = strlen(f->main);
  f->inside = end - name > (gssize)length + 2 && g_str_has_prefix(name, " \"") &&
              strncmp(name + 2, f->main, length) == 0 && name[2 + length] == '"';
  if (f->inside) f->at = number ? number - 1 : 0;
  return TRUE;
}

static void put_line(Flat *f, const char *line, const char *end) {
  GString *to = line_of(f);
  const gboolean pragma = *line == '#';
  const gboolean fits = !pragma || (f->inside && to->len == 0); /* a directive needs a line of its own */
  if (fits) {
    if (to->len) g_string_append_c(to, ' ');
    g_string_append_len(to, line, end - line);
  }
  if (f->inside) f->at++;
}

static char *join(const GPtrArray *lines) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < lines->len; i++) {
    const GString *line = (const GString *)lines->pdata[i];
    g_string_append_len(out, line->str, (gssize)line->len);
    g_string_append_c(out, '\n');
  }
  return g_string_free(out, FALSE);
}

static void free_line(gpointer line) { g_string_free((GString *)line, TRUE); }

static char *fold(const char *path, const char *output) {
  g_autofree char *name = g_strescape(path, NULL);
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(free_line);
  Flat f = {.main = name, .lines = lines};
  for (const char *line = output; *line;) {
    const char *end = strchr(line, '\n');
    if (!end) end = line + strlen(line);
    if (!follow_marker(&f, line, end) && (f.inside || end > line)) put_line(&f, line, end);
    line = *end ? end + 1 : end;
  }
  return join(lines);
}

/* Line markers and pragmas need no preprocessor. */
static gboolean needs_preprocessor(const char *text) {
  for (gsize at = 0; text[at]; at = MAX(ctext_skip(text, at), at + 1)) {
    if (!ctext_is_directive(text, at)) continue;
    const gsize word = ctext_skip_blank(text, at + 1);
    const gboolean marker = g_ascii_isdigit(text[word]) || ctext_word_at(text, word, "line");
    if (!marker && !ctext_word_at(text, word, "pragma")) return TRUE;
  }
  return FALSE;
}

char *flatten_source(const char *path, const char *text, char *const *flags, gboolean lp64, GError **error) {
  if (!needs_preprocessor(text)) return g_strdup(text);
  g_autofree char *output = frontend_preprocess(path, text, flags, lp64, error);
  return output ? fold(path, output) : NULL;
}

/* Behind the quote that opens the name of a file of the user's; 0: the directive at the # is no such. */
static gsize included_name(const char *text, gsize at) {
  static const char include[] = "include";
  at = ctext_skip_blank(text, at + 1);
  if (!ctext_word_at(text, at, include)) return 0;
  at = ctext_skip_blank(text, at + strlen(include));
  return text[at] == '"' ? at + 1 : 0;
}

char *resolve_includes(const char *path, const char *text) {
  g_autofree char *absolute = g_canonicalize_filename(path, NULL), *folder = g_path_get_dirname(absolute);
  GString *out = g_string_new(NULL);
  gsize done = 0;
  for (gsize at = 0; text[at]; at = MAX(ctext_skip(text, at), at + 1)) {
    const gsize name = ctext_is_directive(text, at) ? included_name(text, at) : 0;
    const gsize length = name ? strcspn(text + name, "\"\n") : 0;
    g_autofree char *file = g_strndup(text + name, length), *found = g_build_filename(folder, file, NULL);
    if (!length || g_path_is_absolute(file) || !g_file_test(found, G_FILE_TEST_IS_REGULAR)) continue;
    g_string_append_len(out, text + done, (gssize)(name - done));
    g_string_append(out, found);
    done = name + length;
  }
  g_string_append(out, text + done);
  return g_string_free(out, FALSE);
}
