/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What inputs are called: symbols for programs, labels and short names for people. */
#include "ir/print.h"
#include <string.h>
#include "formula/floats.h"
#include "ir/scanned.h"

/* The variable, else the input function without its prefix. */
static const char *raw_name(const InputSite *s) {
  static const char prefix[] = "__VERIFIER_nondet_";
  const char *name = s->variable;
  if (name == NULL && s->function != NULL)
    name = g_str_has_prefix(s->function, prefix) ? s->function + strlen(prefix) : s->function;
  return name != NULL && *name != '\0' ? name : "input";
}

/* Fit to stand between SMT-LIB's bars. */
static char *base_name(const InputSite *s) { return g_strdelimit(g_strdup(raw_name(s)), "|\\", '_'); }

/* How many sites with a smaller id stand at the same line and column. */
static guint sites_before(const Program *p, const InputSite *s) {
  guint n = 0;
  for (guint i = 0; i < s->id; i++) {
    const InputSite *o = program_site(p, i);
    if (o->loc.line == s->loc.line && o->loc.column == s->loc.column) n++;
  }
  return n;
}

/* "#2"; "#+2" is the second of a round. */
static void append_occurrence(GString *out, guint occurrence, guint least) {
  const gboolean of_round = occurrence > ROUND_OCCURRENCE;
  const guint n = of_round ? occurrence - ROUND_OCCURRENCE : occurrence;
  if (n >= least) g_string_append_printf(out, of_round ? "#+%u" : "#%u", n);
}

/* A variable outside of functions of which a parameter has the name. */
static gboolean is_hidden(const Program *p, const InputSite *s) {
  for (guint i = 0; s->kind == SITE_GLOBAL && i < p->sites->len; i++) {
    const InputSite *o = program_site(p, i);
    if (o->kind == SITE_PARAMETER && o->source.path == s->source.path && o->source.part == s->source.part) return TRUE;
  }
  return FALSE;
}

/* What the input comes from, where that alone says which it is; else NULL. */
static char *source_name(const Program *p, const Term *input) {
  const InputSite *s = program_site(p, input_key_unpack(input->param).site);
  const InputSource source = input_source(p, input);
  char *text = input_source_text(s->kind, &source);
  if (!text) return NULL;
  g_strdelimit(text, "|\\", '_');
  if (!is_hidden(p, s)) return text;
  g_autofree char *plain = text;
  return g_strdup_printf("%s@%u", plain, s->loc.line);
}

char *input_symbol(const Program *p, const Term *input) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(p, key.site);
  char *source = s->source.path ? NULL : source_name(p, input);
  if (source) return source;
  g_autofree char *base = base_name(s);
  GString *out = g_string_new(base);
  if (site_is_memory(s) || key.offset > 0) g_string_append_printf(out, "[%u]", key.offset);
  g_string_append_printf(out, "@%u:%u", s->loc.line, s->loc.column);
  const guint before = sites_before(p, s);
  if (before > 0) g_string_append_printf(out, "~%u", before + 1);
  append_occurrence(out, key.occurrence, 1);
  return g_string_free(out, FALSE);
}

/* A scalar object is called by its name; an element of a uniform object by its index, else by its byte. */
static void append_offset(GString *out, const InputSite *s, const Term *input, guint offset) {
  if (!site_is_memory(s) && offset == 0) return;
  const gboolean uniform = s->element_width > 8 && s->element_width == input->width;
  const gboolean scalar = uniform && (s->type == NULL || strpbrk(s->type, "[{") == NULL);
  if (scalar && offset == 0) return;
  g_string_append_printf(out, "[%u]", uniform ? offset / (s->element_width / 8) : offset);
}

/* "@line", "@line:column" or "@line:column~n", with the file behind the @ where others are elsewhere: as much as
 * it takes to tell s from sites with the same base name. */
static void append_place(GString *out, const Program *p, const InputSite *s) {
  gboolean name = program_scans_variable(p, raw_name(s)), file = FALSE, line = FALSE, column = FALSE;
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *o = program_site(p, i);
    if (i == s->id || strcmp(raw_name(o), raw_name(s)) != 0) continue;
    name = TRUE;
    file |= p->files->len > 1 && o->loc.file != s->loc.file;
    line |= o->loc.line == s->loc.line;
    column |= o->loc.line == s->loc.line && o->loc.column == s->loc.column;
  }
  g_autofree char *base = file && s->loc.file ? g_path_get_basename(s->loc.file) : NULL;
  if (name) g_string_append_printf(out, "@%s%s%u", base ? base : "", base ? ":" : "", s->loc.line);
  if (line) g_string_append_printf(out, ":%u", s->loc.column);
  if (column) g_string_append_printf(out, "~%u", sites_before(p, s) + 1);
}

/* The name, with the place or, as a label, with the file and line after it. */
static char *name_with_place(const Program *p, const Term *input, gboolean as_label) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(p, key.site);
  char *scanned = scanned_name(p, input), *source = scanned ? scanned : source_name(p, input);
  if (source) return source;
  g_autofree char *base = base_name(s);
  GString *out = g_string_new(base);
  append_offset(out, s, input, key.offset);
  if (!as_label) append_place(out, p, s);
  append_occurrence(out, key.occurrence, 2);
  if (as_label)
    g_string_append_printf(out, " (%s:%u)", s->loc.file != NULL ? s->loc.file : p->path, s->loc.line);
  return g_string_free(out, FALSE);
}

char *input_short_name(const Program *p, const Term *input) { return name_with_place(p, input, FALSE); }

char *input_label(const Program *p, const Term *input) { return name_with_place(p, input, TRUE); }

static char *float_text(guint width, guint64 value) {
  return g_strdup_printf(width == 32 ? "%.9g" : "%.17g", number_of_bits(width, value));
}

char *input_value_text(const Program *p, const Term *input, guint64 value) {
  const InputSite *s = program_site(p, input_key_unpack(input->param).site);
  const gboolean pointer = s->type != NULL && strchr(s->type, '*') != NULL;
  if (s->is_float && (input->width == 32 || input->width == 64)) return float_text(input->width, value);
  if (input->width == 1) return g_strdup(value ? "true" : "false");
  const gboolean byte = s->source.part == SOURCE_BYTE && value < 256;
  if ((byte || (input->width == 8 && s->type != NULL && strstr(s->type, "char") != NULL)) &&
      s->source.part != SOURCE_STATUS && g_ascii_isprint((char)value))
    return g_strdup_printf("'%s%c' (%" G_GUINT64_FORMAT ")", strchr("'\\", (char)value) ? "\\" : "",
                           (char)value, value);
  if (s->is_signed && !pointer) return g_strdup_printf("%" G_GINT64_FORMAT, term_signed(value, input->width));
  if (pointer || value > 9999)
    return g_strdup_printf("%" G_GUINT64_FORMAT " (0x%" G_GINT64_MODIFIER "x)", value, value);
  return g_strdup_printf("%" G_GUINT64_FORMAT, value);
}
