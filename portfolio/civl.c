/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading what CIVL prints. */
#include "portfolio/civl.h"
#include "base/limits.h"
#include <string.h>

G_DEFINE_QUARK(acf - civl - error, civl_error)

static void name_free(gpointer data) {
  CivlName *n = (CivlName *)data;
  g_free(n->symbol);
  g_free(n->name);
  g_free(n);
}

static CivlReport *report_new(void) {
  CivlReport *r = g_new0(CivlReport, 1);
  r->context = g_ptr_array_new_with_free_func(g_free);
  r->sliced = g_ptr_array_new_with_free_func(g_free);
  r->names = g_ptr_array_new_with_free_func(name_free);
  return r;
}

void civl_report_free(CivlReport *r) {
  if (!r) return;
  g_free(r->property);
  g_ptr_array_unref(r->context);
  g_ptr_array_unref(r->sliced);
  g_ptr_array_unref(r->names);
  g_free(r);
}

/* The index of the first line from `from` on that begins with a text; -1: none does. */
static int find_line(char **lines, int from, const char *beginning) {
  for (int i = from; lines[i]; i++)
    if (g_str_has_prefix(lines[i], beginning)) return i;
  return -1;
}

/* The words behind `key` up to one of the characters of `ends`, to free. */
static char *after(const char *line, const char *key, const char *ends) {
  const char *start = strstr(line, key);
  if (!start) return NULL;
  start += strlen(key);
  return g_strstrip(g_strndup(start, strcspn(start, ends)));
}

/* "... (property violated: KIND, certainty: PROVEABLE)" */
static void read_kind(CivlReport *r, const char *line) {
  g_autofree char *certainty = after(line, "certainty:", ",)");
  r->property = after(line, "property violated:", ",)");
  r->proveable = certainty && g_str_equal(certainty, "PROVEABLE");
}

/* The lines of "Context:" are indented. */
static void read_context(CivlReport *r, char **lines, int violation) {
  int at = find_line(lines, violation, "Context:");
  if (at < 0) return;
  for (at++; lines[at] && lines[at][0] == ' ' && r->context->len < limits.civl_section_lines; at++)
    g_ptr_array_add(r->context, g_strstrip(g_strdup(lines[at])));
}

static gboolean is_end(const char *line) { return g_str_has_prefix(line, "=== "); }

static void read_slice(CivlReport *r, char **lines) {
  int at = find_line(lines, 0, "=== Sliced PC ===");
  for (at++; at > 0 && lines[at] && !is_end(lines[at]) && r->sliced->len < limits.civl_section_lines; at++) {
    char *condition = g_strndup(lines[at], strcspn(lines[at], "#")); /* what follows says it again for Z3 */
    if (*g_strstrip(condition))
      g_ptr_array_add(r->sliced, condition);
    else
      g_free(condition);
  }
}

static void read_names(CivlReport *r, char **lines) {
  int at = find_line(lines, 0, "=== ACF Mapping ===");
  for (at++; at > 0 && lines[at] && !is_end(lines[at]) && r->names->len < limits.civl_section_lines; at++) {
    g_auto(GStrv) words = g_strsplit(g_strstrip(lines[at]), " ", 2);
    if (g_strv_length(words) < 2) continue;
    CivlName *n = g_new0(CivlName, 1);
    n->symbol = g_strdup(words[0]);
    n->name = g_strdup(g_strstrip(words[1]));
    g_ptr_array_add(r->names, n);
  }
}

/* Why there is no violation in it. */
static void explain(char **lines, GError **error) {
  int wrong = find_line(lines, 0, "Syntax error:");
  if (wrong >= 0)
    g_set_error(error, ACF_CIVL_ERROR, CIVL_ERROR_FAILED, "CIVL refuses the program: %.200s", lines[wrong]);
  else if (find_line(lines, 0, "=== Result ===") >= 0)
    g_set_error(error, ACF_CIVL_ERROR, CIVL_ERROR_NO_VIOLATION, "CIVL found no violation");
  else
    g_set_error(error, ACF_CIVL_ERROR, CIVL_ERROR_FAILED, "CIVL ended without a result");
}

/* Text in which every byte may be printed in a message. */
static char *clean_text(const char *bytes, gsize size) {
  char *text = g_strndup(bytes, size); /* up to a NUL */
  for (char *p = text; *p; p++)
    if ((guchar)*p >= 0x80 || (g_ascii_iscntrl(*p) && *p != '\n')) *p = *p == '\t' ? ' ' : '?';
  return text;
}

CivlReport *civl_read(const char *bytes, gsize size, GError **error) {
  if (size > limits.civl_output_bytes) {
    g_set_error(error, ACF_CIVL_ERROR, CIVL_ERROR_TOO_LARGE, "the output of CIVL is too large");
    return NULL;
  }
  g_autofree char *text = clean_text(bytes, size);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  int violation = find_line(lines, 0, "CIVL execution violation");
  if (violation < 0) {
    explain(lines, error);
    return NULL;
  }
  CivlReport *r = report_new();
  read_kind(r, lines[violation]);
  if (g_strcmp0(r->property, "ASSERTION_VIOLATION") != 0) {
    g_set_error(error, ACF_CIVL_ERROR, CIVL_ERROR_UNSUPPORTED,
                "CIVL reports something else than the error: %.60s",
                r->property ? r->property : "no property");
    civl_report_free(r);
    return NULL;
  }
  read_context(r, lines, violation);
  read_slice(r, lines);
  read_names(r, lines);
  return r;
}
