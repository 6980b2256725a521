/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comments, literals, directives and words of a C text. */
#include "ctext/scan.h"
#include <string.h>

/* ---- words ---- */

gboolean ctext_is_name(char c) { return g_ascii_isalnum(c) || c == '_' || c == '$' || (guchar)c >= 0x80; }

gboolean ctext_word_at(const char *text, gsize at, const char *word) {
  const gsize n = strlen(word);
  return strncmp(text + at, word, n) == 0 && !ctext_is_name(text[at + n]) &&
         (at == 0 || !ctext_is_name(text[at - 1]));
}

gsize ctext_word_end(const char *text, gsize at) {
  while (ctext_is_name(text[at])) at++;
  return at;
}

/* ---- what is not code ---- */

static gboolean is_blank(char c) { return g_ascii_isspace(c) && c != '\n'; }

/* Behind the ends of lines that backslashes take away. */
static gsize join(const char *t, gsize i) {
  while (t[i] == '\\') {
    gsize end = i + 1;
    while (is_blank(t[end])) end++;
    if (t[end] != '\n') break;
    i = end + 1;
  }
  return i;
}

/* Where what the literal at i holds ends: at its other quote, or where it is not closed with the line. */
static gsize end_of_content(const char *t, gsize i) {
  const char quote = t[i];
  for (i = join(t, i + 1); t[i] && t[i] != quote && t[i] != '\n'; i = join(t, i + 1)) {
    const gsize escaped = join(t, i + 1);
    if (t[i] == '\\' && t[escaped]) i = escaped;
  }
  return i;
}

static gboolean is_quote(char c) { return c == '"' || c == '\''; }

static gsize skip_literal(const char *t, gsize i) {
  const gsize end = is_quote(t[i]) ? end_of_content(t, i) : i;
  return is_quote(t[end]) ? end + 1 : end;
}

/* Of the comment whose second character is at i. */
static gsize end_of_comment(const char *t, gsize i) {
  const gboolean line = t[i] == '/';
  for (i = join(t, i + 1); t[i] && !(line && t[i] == '\n'); i = join(t, i + 1)) {
    const gsize next = join(t, i + 1);
    if (!line && t[i] == '*' && t[next] == '/') return next + 1;
  }
  return i;
}

static gsize skip_comment(const char *t, gsize i) {
  const gsize next = t[i] == '/' ? join(t, i + 1) : i;
  return next > i && (t[next] == '/' || t[next] == '*') ? end_of_comment(t, next) : i;
}

gsize ctext_line_end(const char *text, gsize at) {
  for (at = join(text, at); text[at] && text[at] != '\n'; at = join(text, at)) {
    const gsize behind = skip_literal(text, skip_comment(text, at));
    at = MAX(behind, at + 1);
  }
  return at;
}

/* Where a backslash takes the newline before i away: the backslash; else i. */
static gsize join_back(const char *t, gsize i) {
  gsize at = i - 1;
  while (at > 0 && is_blank(t[at - 1])) at--;
  return at > 0 && t[at - 1] == '\\' ? at - 1 : i;
}

/* The first of the blanks that stand before i on its line. */
static gsize skip_blank_back(const char *t, gsize i) {
  for (gsize from = i; i > 0; from = i) {
    if (is_blank(t[i - 1])) i--;
    if (i > 0 && t[i - 1] == '\n') i = join_back(t, i);
    if (i == from) break;
  }
  return i;
}

/* Are there but blanks and comments before i on its line?  Where the comment before i starts is not sure, as
 * it may hold what starts one. */
static gboolean starts_line(const char *t, gsize i) {
  i = skip_blank_back(t, i);
  if (i == 0 || t[i - 1] == '\n') return TRUE;
  if (i < 4 || t[i - 1] != '/' || t[i - 2] != '*') return FALSE;
  for (gsize k = i - 3; k-- > 0 && !(t[k] == '*' && t[k + 1] == '/' && (k == 0 || t[k - 1] != '/'));)
    if (t[k] == '/' && t[k + 1] == '*' && starts_line(t, k)) return TRUE;
  return FALSE;
}

gboolean ctext_is_directive(const char *text, gsize at) { return text[at] == '#' && starts_line(text, at); }

gsize ctext_skip(const char *text, gsize at) {
  if (ctext_is_directive(text, at)) return ctext_line_end(text, at);
  const gsize behind = skip_comment(text, at);
  return behind > at ? behind : skip_literal(text, at);
}

gsize ctext_skip_blank(const char *text, gsize at) {
  for (gsize from = at;; from = at) {
    at = skip_comment(text, join(text, at));
    while (g_ascii_isspace(text[at])) at++;
    if (at == from) return at;
  }
}

gsize ctext_skip_to_code(const char *text, gsize at) {
  at = ctext_skip_blank(text, at);
  while (ctext_is_directive(text, at)) at = ctext_skip_blank(text, ctext_line_end(text, at));
  return at;
}

/* ---- code ---- */

static void blank(char *code, gsize from, gsize to) {
  for (gsize i = from; i < to; i++)
    if (code[i] != '\n') code[i] = ' ';
}

static char *blanked(const char *text, gboolean directives) {
  char *code = g_strdup(text);
  for (gsize i = 0, end; text[i]; i = MAX(end, i + 1)) {
    end = join(text, i);
    if (end == i && !(directives && text[i] == '#')) end = ctext_skip(text, i);
    if (is_quote(text[i]))
      blank(code, i + 1, end_of_content(text, i));
    else
      blank(code, i, end);
  }
  return code;
}

char *ctext_code(const char *text) { return blanked(text, FALSE); }
char *ctext_code_and_directives(const char *text) { return blanked(text, TRUE); }

gsize ctext_closing(const char *code, gsize open, gsize end) {
  guint depth = 0;
  for (gsize i = open; i < end && code[i]; i++) {
    if (strchr("([{", code[i])) depth++;
    if (strchr(")]}", code[i]) && --depth == 0) return i;
  }
  return end;
}
