/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Grouping findings. */
#include "audit/groups.h"
#include <string.h>
#include "audit/divide.h"
#include "ctext/scan.h"

static gboolean is_kept(const char *word) {
  static const char *const words[] = {"if",     "else",     "while", "for",    "do",       "return",
                                      "int",    "char",     "short", "long",   "unsigned", "signed",
                                      "struct", "union",    "void",  "switch", "case",     "goto",
                                      "break",  "continue", "_Bool", "static", "sizeof",   "reach_error"};
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    if (g_str_equal(words[i], word)) return TRUE;
  return FALSE;
}

static void append_word(GString *out, GHashTable *names, const char *word) {
  if (g_ascii_isdigit(*word)) {
    g_string_append_c(out, '0');
  } else if (is_kept(word)) {
    g_string_append_printf(out, "%s ", word);
  } else {
    gpointer number = g_hash_table_lookup(names, word);
    if (!number) number = GUINT_TO_POINTER(g_hash_table_size(names) + 1);
    g_hash_table_insert(names, g_strdup(word), number);
    g_string_append_printf(out, "n%u ", GPOINTER_TO_UINT(number));
  }
}

char *group_shape(const char *text) {
  g_autofree char *code = ctext_code(text);
  g_autoptr(GHashTable) names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  GString *out = g_string_new(NULL);
  for (gsize at = 0; code[at];) {
    const gsize end = ctext_word_end(code, at);
    if (end > at) {
      g_autofree char *word = g_strndup(code + at, end - at);
      append_word(out, names, word);
      at = end;
    } else {
      if (!g_ascii_isspace(code[at])) g_string_append_c(out, code[at]);
      at++;
    }
  }
  return g_string_free(out, FALSE);
}

char *group_key(const char *analyzer, Fault fault, const char *reduced, const char *seed_path, guint line,
                const char *conditions) {
  g_autofree char *shape = group_shape(*reduced ? reduced : conditions);
  if (*reduced) return g_strdup_printf("%s %s %s", analyzer, fault_name(fault), shape);
  return g_strdup_printf("%s %s %s:%u %s", analyzer, fault_name(fault), seed_path, line, shape);
}

char *finding_conditions(const char *all, const char *part) {
  g_auto(GStrv) lines = g_strsplit(all, "\n", -1);
  guint from, to;
  if (!divide_part(g_strv_length(lines), part, &from, &to)) return g_strdup(all);
  GString *out = g_string_new(NULL);
  for (guint i = from; i < to; i++) g_string_append_printf(out, "%s%s", i > from ? "\n" : "", lines[i]);
  return g_string_free(out, FALSE);
}
