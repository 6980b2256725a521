/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions in a C text. */
#include "witness/conditions.h"
#include <string.h>

#define MAX_NESTED 100 /* parentheses and negations that are looked into */

static gboolean is_word(char c) { return g_ascii_isalnum(c) || c == '_'; }

/* ---- what is not code ---- */

static gsize end_of_literal(const char *t, gsize size, gsize i) {
  char quote = t[i++];
  while (i < size && t[i] != quote && t[i] != '\n') i += t[i] == '\\' && i + 1 < size ? 2 : 1;
  return MIN(i + 1, size);
}

static gsize end_of_line(const char *t, gsize size, gsize i) {
  while (i < size && t[i] != '\n') i += t[i] == '\\' && i + 1 < size ? 2 : 1;
  return MIN(i, size);
}

static gsize end_of_comment(const char *t, gsize size, gsize i) {
  if (t[i + 1] == '/') return end_of_line(t, size, i);
  for (i += 2; i + 1 < size; i++)
    if (t[i] == '*' && t[i + 1] == '/') return i + 2;
  return size;
}

/* Past what starts at i and is not code; i itself: code starts there. */
static gsize skip(const char *t, gsize size, gsize i, gboolean line_starts) {
  if (t[i] == '"' || t[i] == '\'') return end_of_literal(t, size, i);
  if (t[i] == '#' && line_starts) return end_of_line(t, size, i);
  if (t[i] == '/' && i + 1 < size && (t[i + 1] == '/' || t[i + 1] == '*')) return end_of_comment(t, size, i);
  return i;
}

static void blank_out(SourceText *s) {
  gboolean line_starts = TRUE;
  for (gsize i = 0; i < s->size;) {
    gsize end = skip(s->text, s->size, i, line_starts);
    if (s->text[i] == '\n')
      line_starts = TRUE;
    else if (!g_ascii_isspace(s->text[i]) && end == i)
      line_starts = FALSE;
    gsize literal = end > i + 1 && strchr("\"'", s->text[i]) ? 1 : 0;
    for (gsize k = i + literal; k + literal < end; k++) /* its quotes stay */
      if (s->text[k] != '\n') s->code[k] = ' ';
    i = MAX(end, i + 1);
  }
}

/* ---- conditions ---- */

static gsize skip_space(const SourceText *s, gsize i) {
  while (i < s->size && g_ascii_isspace(s->code[i])) i++;
  return i;
}

static Span trim(const SourceText *s, Span span) {
  while (span.first < span.end && g_ascii_isspace(s->code[span.first])) span.first++;
  while (span.end > span.first && g_ascii_isspace(s->code[span.end - 1])) span.end--;
  return span;
}

/* Of an opening bracket: its closing one, or the end. */
static gsize closing(const SourceText *s, gsize open, gsize end) {
  guint depth = 0;
  for (gsize i = open; i < end; i++) {
    if (strchr("([{", s->code[i])) depth++;
    if (strchr(")]}", s->code[i]) && --depth == 0) return i;
  }
  return end;
}

/* What stands outside of all brackets in a span. */
typedef struct {
  GArray *ors, *ands; /* gsize */
  gboolean other;     /* an operator that is not && or ||, beyond the first character */
  gboolean weaker;    /* one that binds weaker than ||: assignment, ?: or the comma */
} Operators;

static void find_operators(const SourceText *s, Span span, Operators *o) {
  const char *c = s->code;
  for (gsize i = span.first; i < span.end; i++) {
    gboolean pair = i + 1 < span.end && c[i + 1] == c[i];
    if (strchr("([{", c[i])) {
      i = closing(s, i, span.end);
    } else if (c[i] == '|' && pair) {
      g_array_append_val(o->ors, i);
      i++;
    } else if (c[i] == '&' && pair && i > span.first) {
      g_array_append_val(o->ands, i);
      i++;
    } else if (c[i] == '=') {
      gboolean compares = pair || (i > span.first && strchr("=!<>", c[i - 1]));
      if (!compares) o->weaker = TRUE;
      o->other = TRUE;
      if (pair) i++;
    } else if (c[i] == '?' || c[i] == ',') {
      o->weaker = TRUE;
    } else if (c[i] == '-' && i + 1 < span.end && c[i + 1] == '>') {
      i++;
    } else if (i > span.first && strchr("<>+-*/%&|^", c[i])) {
      o->other = TRUE;
    }
  }
}

static void add_leaves(SourceText *s, Span span, gboolean negated, guint depth);

static void add_operands(SourceText *s, Span span, const GArray *at, gboolean negated, guint depth) {
  gsize first = span.first;
  for (guint i = 0; i < at->len; i++) {
    gsize operator= g_array_index(at, gsize, i);
    add_leaves(s, (Span){first, operator}, negated, depth);
    first = operator+ 2;
  }
  add_leaves(s, (Span){first, span.end}, negated, depth);
}

static void add_leaves(SourceText *s, Span span, gboolean negated, guint depth) {
  span = trim(s, span);
  Operators o = {g_array_new(FALSE, FALSE, sizeof(gsize)), g_array_new(FALSE, FALSE, sizeof(gsize)), FALSE,
                 FALSE};
  find_operators(s, span, &o);
  gboolean deep = depth >= MAX_NESTED || span.first == span.end;
  if (!deep && !o.weaker && o.ors->len)
    add_operands(s, span, o.ors, negated, depth + 1);
  else if (!deep && !o.weaker && o.ands->len)
    add_operands(s, span, o.ands, negated, depth + 1);
  else if (!deep && s->code[span.first] == '(' && closing(s, span.first, span.end) == span.end - 1)
    add_leaves(s, (Span){span.first + 1, span.end - 1}, negated, depth + 1);
  else if (!deep && s->code[span.first] == '!' && !o.other && !o.weaker)
    add_leaves(s, (Span){span.first + 1, span.end}, !negated, depth + 1);
  else {
    Leaf leaf = {span, negated};
    g_array_append_val(s->leaves, leaf);
  }
  g_array_unref(o.ors);
  g_array_unref(o.ands);
}

/* The second of the three parts of a `for`. */
static Span middle(const SourceText *s, Span all) {
  gsize semicolon[2] = {all.end, all.end};
  guint n = 0;
  for (gsize i = all.first; i < all.end && n < 2; i++) {
    if (strchr("([{", s->code[i])) i = closing(s, i, all.end);
    if (i < all.end && s->code[i] == ';') semicolon[n++] = i;
  }
  return n == 2 ? (Span){semicolon[0] + 1, semicolon[1]} : (Span){all.end, all.end};
}

static void add_condition(SourceText *s, gsize keyword, gsize open, gboolean is_for, gboolean is_switch) {
  gsize close = closing(s, open, s->size);
  if (close == s->size) return;
  Span span = {open + 1, close};
  SourceCondition c = {keyword, is_switch,      trim(s, is_for ? middle(s, span) : span),
                       close,   s->leaves->len, 0};
  if (c.span.first == c.span.end) return;
  gsize body = skip_space(s, close + 1);
  if (is_switch && body < s->size && s->code[body] == '{') c.body_end = closing(s, body, s->size);
  add_leaves(s, c.span, FALSE, 0);
  c.n_leaf = s->leaves->len - c.first_leaf;
  g_array_append_val(s->conditions, c);
}

static void find_conditions(SourceText *s) {
  static const char *const keywords[] = {"if", "while", "for", "switch"};
  for (gsize i = 0; i < s->size; i++) {
    if (!is_word(s->code[i])) continue;
    gsize first = i;
    while (i < s->size && is_word(s->code[i])) i++;
    gsize open = skip_space(s, i);
    for (guint k = 0; k < G_N_ELEMENTS(keywords); k++)
      if (i - first == strlen(keywords[k]) && strncmp(s->code + first, keywords[k], i - first) == 0 &&
          open < s->size && s->code[open] == '(')
        add_condition(s, first, open, k == 2, k == 3);
    i--; /* what follows the word is yet to be seen */
  }
}

/* ---- places ---- */

static gboolean starts_character(char c) { return ((guchar)c & 0xC0) != 0x80; }

static void find_lines(SourceText *s) {
  gsize start = 0, characters = 0;
  for (gsize i = 0; i <= s->size; i++) {
    if (i == 0 || s->text[i - 1] == '\n') {
      start = i;
      g_array_append_val(s->lines, start);
      g_array_append_val(s->characters, characters);
    }
    if (i < s->size) characters += starts_character(s->text[i]);
  }
}

SourceText *source_text_new(const char *text, gsize size) {
  SourceText *s = g_new0(SourceText, 1);
  s->text = g_strndup(text, size);
  s->size = strlen(s->text); /* a text ends at its first NUL */
  s->code = g_strdup(s->text);
  s->lines = g_array_new(FALSE, FALSE, sizeof(gsize));
  s->conditions = g_array_new(FALSE, FALSE, sizeof(SourceCondition));
  s->leaves = g_array_new(FALSE, FALSE, sizeof(Leaf));
  s->characters = g_array_new(FALSE, FALSE, sizeof(gsize));
  find_lines(s);
  blank_out(s);
  find_conditions(s);
  return s;
}

void source_text_free(SourceText *s) {
  if (!s) return;
  g_free(s->text);
  g_free(s->code);
  g_array_unref(s->lines);
  g_array_unref(s->characters);
  g_array_unref(s->conditions);
  g_array_unref(s->leaves);
  g_free(s);
}

gsize source_text_offset(const SourceText *s, guint line, guint column) {
  if (line == 0 || column == 0 || line > s->lines->len) return G_MAXSIZE;
  gsize start = g_array_index(s->lines, gsize, line - 1);
  gsize end = line < s->lines->len ? g_array_index(s->lines, gsize, line) : s->size + 1;
  return start + column - 1 < end ? start + column - 1 : G_MAXSIZE;
}

/* The last one that is not greater, in an array that starts with 0. */
static guint find_last(const GArray *numbers, gsize n) {
  guint low = 0, high = numbers->len;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (g_array_index(numbers, gsize, middle) <= n)
      low = middle;
    else
      high = middle;
  }
  return low;
}

guint source_text_line(const SourceText *s, gsize offset) { return find_last(s->lines, offset) + 1; }

gsize source_text_byte(const SourceText *s, gint64 character) {
  if (character < 0) return G_MAXSIZE;
  guint line = find_last(s->characters, (gsize)character);
  gsize n = g_array_index(s->characters, gsize, line);
  for (gsize i = g_array_index(s->lines, gsize, line); i < s->size; i++)
    if (starts_character(s->text[i]) && n++ == (gsize)character) return i;
  return G_MAXSIZE;
}
