/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a check of the inputs can stand, by the program's text: does a variable hold what was read?
 *
 * Only what is plain to see is accepted: `int x = f();`, and after it no sign of a change to x. */
#include <string.h>
#include "ctext/scan.h"
#include "ctext/source.h"
#include "export/guard.h"

static gboolean refuse(char **reason, const InputSite *s, const char *why) {
  *reason = g_strdup_printf("%s (%s:%u) %s", s->variable, s->loc.file ? s->loc.file : "?", s->loc.line, why);
  return FALSE;
}

/* The place in the code; NULL: there is none. */
static const char *place_of(const Source *s, IrLoc loc) {
  const gsize at = source_offset(s, loc.line, loc.column);
  return at == SOURCE_NOWHERE ? NULL : s->code + at;
}

static const char *skip(const char *t) {
  while (g_ascii_isspace(*t)) t++;
  return t;
}

/* Behind the last character before t that is no space. */
static const char *skip_back(const char *start, const char *t) {
  while (t > start && g_ascii_isspace(t[-1])) t--;
  return t;
}

/* "f ( ) ;" from t on: behind the semicolon, or NULL. */
static const char *statement_end(const char *t, const char *function) {
  const gsize n = strlen(function);
  if (strncmp(t, function, n) != 0 || ctext_is_name(t[n])) return NULL;
  t = skip(t + n);
  if (*t != '(') return NULL;
  t = skip(t + 1);
  if (*t != ')') return NULL;
  t = skip(t + 1);
  return *t == ';' ? t + 1 : NULL;
}

/* Types in one spelling: "unsigned" is "unsigned int", "long int" is "long". */
static char *plain_type(const char *type) {
  g_auto(GStrv) words = g_strsplit_set(type, " \t\n\r\f\v", -1);
  gboolean is_unsigned = FALSE, is_signed = FALSE, is_int = FALSE;
  GString *base = g_string_new(NULL);
  for (char **w = words; *w; w++) {
    if (!**w || g_str_equal(*w, "const")) continue;
    if (g_str_equal(*w, "unsigned"))
      is_unsigned = TRUE;
    else if (g_str_equal(*w, "signed"))
      is_signed = TRUE;
    else if (g_str_equal(*w, "int"))
      is_int = TRUE;
    else
      g_string_append_printf(base, "%s%s", base->len > 0 ? " " : "", *w);
  }
  if (base->len == 0 && (is_int || is_unsigned || is_signed)) g_string_append(base, "int");
  if (is_signed && g_str_equal(base->str, "char")) g_string_prepend(base, "signed ");
  if (is_unsigned) g_string_prepend(base, "unsigned ");
  return g_string_free(base, FALSE);
}

/* "TYPE x =" before t, after the end of a statement or block. */
static gboolean is_declared(const char *start, const char *t, const InputSite *s) {
  const gsize n = strlen(s->variable);
  t = skip_back(start, t);
  if (t == start || t[-1] != '=') return FALSE;
  t = skip_back(start, t - 1);
  if (t < start + n || strncmp(t - n, s->variable, n) != 0) return FALSE;
  const char *end = t - n, *begin = end;
  if (begin > start && ctext_is_name(begin[-1])) return FALSE;
  while (begin > start && (ctext_is_name(begin[-1]) || g_ascii_isspace(begin[-1]))) begin--;
  if (begin > start && !strchr(";{}", begin[-1])) return FALSE;
  g_autofree char *written = g_strndup(begin, (gsize)(end - begin));
  g_autofree char *type = plain_type(written), *read = plain_type(s->type ? s->type : "");
  return *type && g_str_equal(type, read);
}

/* Is the variable at t, which ends at end, only read there? */
static gboolean only_read(const char *start, const char *t, const char *end) {
  static const char *const changes[] = {
      "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", "["};
  const char *next = skip(end), *before = skip_back(start, t);
  if (*next == '=' && next[1] != '=') return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS(changes); i++)
    if (g_str_has_prefix(next, changes[i])) return FALSE;
  if (before - start >= 2 && (!strncmp(before - 2, "++", 2) || !strncmp(before - 2, "--", 2))) return FALSE;
  if (before > start && before[-1] == '&' && !(before - start >= 2 && before[-2] == '&')) return FALSE;
  /* a word before it would make it a declaration, or something that is not understood */
  const gboolean returned =
      before - start >= 6 && ctext_word_at(start, (gsize)(before - 6 - start), "return");
  return before == start || !ctext_is_name(before[-1]) || returned;
}

/* From `from` to `to` the variable stays in scope and is only read. */
static gboolean stays(const char *from, const char *to, const char *variable) {
  const gsize n = strlen(variable);
  int depth = 0;
  for (const char *t = from; t < to; t++) {
    if (*t == '{') depth++;
    if (*t == '}' && --depth < 0) return FALSE;
    if (strncmp(t, variable, n) == 0 && !ctext_is_name(t[n]) && !ctext_is_name(t[-1]) &&
        !only_read(from, t, t + n))
      return FALSE;
  }
  return TRUE;
}

static gboolean in_directive(const char *text, const char *word) {
  g_autofree char *plain = ctext_code_and_directives(text);
  for (gsize i = 0, end; text[i]; i = MAX(end, i + 1)) {
    end = ctext_skip(text, i);
    for (gsize k = i; ctext_is_directive(text, i) && k < end; k++)
      if (ctext_word_at(plain, k, word)) return TRUE;
  }
  return FALSE;
}

gboolean guard_variable_holds(const char *text, const InputSite *input, const InputSite *last,
                              char **reason) {
  g_autoptr(Source) source = source_new(text, strlen(text));
  const char *at = place_of(source, input->loc), *at_last = place_of(source, last->loc);
  const char *end = at ? statement_end(at, input->function) : NULL,
             *place = at_last ? statement_end(at_last, last->function) : NULL;
  if (!end || !place || place < end || !is_declared(source->code, at, input))
    return refuse(reason, input, "is not declared with just the value that is read");
  if (in_directive(text, input->variable)) return refuse(reason, input, "is mentioned by a macro");
  if (!stays(end, place, input->variable))
    return refuse(reason, input, "may have changed before the last input is read");
  return TRUE;
}
