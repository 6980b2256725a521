/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small edits of C source text. */
#include <string.h>
#include "export/source.h"

typedef struct {
  gsize at, removed;
  char *text;
} Edit;

struct Source {
  char *text;    /* as read */
  char *plain;   /* the same length, comments and literals blanked */
  GArray *lines; /* gsize: where each starts */
  GArray *edits; /* Edit */
};

static gsize end_of_literal(const char *t, gsize i) {
  const char quote = t[i++];
  while (t[i] != '\0' && t[i] != quote && t[i] != '\n') i += t[i] == '\\' && t[i + 1] != '\0' ? 2 : 1;
  return t[i] == quote ? i + 1 : i;
}

static gsize end_of_comment(const char *t, gsize i) {
  if (t[i + 1] == '/') {
    while (t[i] != '\0' && t[i] != '\n') i++;
    return i;
  }
  const char *end = strstr(t + i + 2, "*/");
  return end != NULL ? (gsize)(end - t) + 2 : i + strlen(t + i);
}

/* Blanks what is no code, so that names and brackets found are real. */
char *source_blank_literals(const char *text) {
  char *plain = g_strdup(text);
  for (gsize i = 0; text[i] != '\0';) {
    gsize end = i + 1;
    const gboolean literal = text[i] == '"' || text[i] == '\'';
    const gboolean comment = text[i] == '/' && (text[i + 1] == '/' || text[i + 1] == '*');
    if (literal) end = end_of_literal(text, i);
    if (comment) end = end_of_comment(text, i);
    for (; (literal || comment) && i < end; i++)
      if (plain[i] != '\n') plain[i] = ' ';
    i = end;
  }
  return plain;
}

Source *source_read(const char *path, GError **error) {
  char *text;
  if (!g_file_get_contents(path, &text, NULL, error)) return NULL;
  Source *s = g_new0(Source, 1);
  s->text = text;
  s->plain = source_blank_literals(text);
  s->lines = g_array_new(FALSE, FALSE, sizeof(gsize));
  s->edits = g_array_new(FALSE, FALSE, sizeof(Edit));
  for (gsize i = 0; text[i] != '\0'; i++)
    if (i == 0 || text[i - 1] == '\n') g_array_append_val(s->lines, i);
  return s;
}

static void add_edit(Source *s, gsize at, gsize removed, const char *text) {
  const Edit edit = {at, removed, g_strdup(text)};
  g_array_append_val(s->edits, edit);
}

static gboolean is_word_char(char c) { return g_ascii_isalnum(c) || c == '_'; }

static gboolean is_word_at(const char *text, gsize at, const char *word) {
  return strncmp(text + at, word, strlen(word)) == 0 && !is_word_char(text[at + strlen(word)]) &&
         (at == 0 || !is_word_char(text[at - 1]));
}

gssize source_offset(const Source *s, guint line, guint column) {
  if (line == 0 || column == 0 || line > s->lines->len) return -1;
  const gsize start = g_array_index(s->lines, gsize, line - 1);
  const gsize end =
      line < s->lines->len ? g_array_index(s->lines, gsize, line) : start + strlen(s->text + start);
  return start + column - 1 < end ? (gssize)(start + column - 1) : -1;
}

void source_place(const Source *s, gsize offset, guint *line, guint *column) {
  guint before = 0, after = s->lines->len; /* the line starts at or before the offset; it does not */
  while (after - before > 1) {
    const guint middle = before + (after - before) / 2;
    if (g_array_index(s->lines, gsize, middle) <= offset)
      before = middle;
    else
      after = middle;
  }
  *line = before + 1;
  *column = (guint)(offset - g_array_index(s->lines, gsize, before)) + 1;
}

const char *source_plain(const Source *s) { return s->plain; }

gboolean source_replace_word(Source *s, guint line, guint column, const char *word, const char *by) {
  const gssize at = source_offset(s, line, column);
  if (at < 0 || !is_word_at(s->plain, (gsize)at, word)) return FALSE;
  add_edit(s, (gsize)at, strlen(word), by);
  return TRUE;
}

static gsize skip_spaces(const char *t, gsize i) {
  while (g_ascii_isspace(t[i])) i++;
  return i;
}

/* After the bracket that closes the one at i; the end of the text when none does. */
static gsize skip_brackets(const char *t, gsize i) {
  guint depth = 0;
  for (; t[i] != '\0'; i++) {
    if (t[i] == '(') depth++;
    if (t[i] == ')' && --depth == 0) return i + 1;
  }
  return i;
}

/* The opening brace of the function's body, 0 when there is none. */
static gsize body_of(const Source *s, const char *function) {
  const char *t = s->plain;
  for (const char *hit = strstr(t, function); hit != NULL; hit = strstr(hit + 1, function)) {
    const gsize at = (gsize)(hit - t);
    if (!is_word_at(t, at, function)) continue;
    gsize i = skip_spaces(t, at + strlen(function));
    if (t[i] == ')') i = skip_spaces(t, i + 1); /* (name)(...) keeps macros away */
    if (t[i] != '(') continue;
    i = skip_spaces(t, skip_brackets(t, i));
    while (g_str_has_prefix(t + i, "__attribute__")) {
      i = skip_spaces(t, i + strlen("__attribute__"));
      i = skip_spaces(t, skip_brackets(t, i));
    }
    if (t[i] == '{') return i;
  }
  return 0;
}

gboolean source_defines(const Source *s, const char *function) { return body_of(s, function) > 0; }

gboolean source_insert_in_body(Source *s, const char *function, const char *code) {
  const gsize brace = body_of(s, function);
  if (brace > 0) add_edit(s, brace + 1, 0, code);
  return brace > 0;
}

static int by_place(gconstpointer a, gconstpointer b) {
  const gsize x = ((const Edit *)a)->at, y = ((const Edit *)b)->at;
  return x < y ? -1 : x > y;
}

char *source_free_to_text(Source *s) {
  GString *out = g_string_new(NULL);
  gsize done = 0;
  g_array_sort(s->edits, by_place);
  for (guint i = 0; i < s->edits->len; i++) {
    const Edit edit = g_array_index(s->edits, Edit, i);
    if (edit.at >= done) {
      g_string_append_len(out, s->text + done, (gssize)(edit.at - done));
      g_string_append(out, edit.text);
      done = edit.at + edit.removed;
    }
    g_free(edit.text);
  }
  g_string_append(out, s->text + done);
  g_array_unref(s->edits);
  g_array_unref(s->lines);
  g_free(s->plain);
  g_free(s->text);
  g_free(s);
  return g_string_free(out, FALSE);
}

void source_free(Source *s) {
  if (s) g_free(source_free_to_text(s));
}
