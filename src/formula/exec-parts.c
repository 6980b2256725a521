/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long functions in parts. */
#include "formula/exec-parts.h"
#include "base/limits.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  GArray *statements; /* ExecStatement: first the inputs */
  guint n_inputs;
  const char *prefix;
  guint *part;         /* by statement: of which part it is; the inputs are part 0 */
  gboolean *passed;    /* by statement: a later part mentions it */
  GHashTable *defined; /* name after the prefix -> index of the statement + 1 */
} Parts;

static const ExecStatement *statement(const Parts *p, guint i) {
  return &g_array_index(p->statements, ExecStatement, i);
}

static char *name_of(const ExecStatement *s) { return g_strdup_printf("%c%u", s->kind, s->number); }

static gboolean in_word(char c) { return g_ascii_isalnum(c) || c == '_'; }

/* The statements that a value mentions, word by word: *at is the value at first; G_MAXUINT: there are no
 * more. */
static guint next_mentioned(const Parts *p, const char **at) {
  const gsize n_prefix = strlen(p->prefix);
  for (const char *word = *at;; word = *at) {
    while (*word && !in_word(*word)) word++;
    gsize length = 0;
    while (in_word(word[length])) length++;
    *at = word + length;
    if (length == 0) return G_MAXUINT;
    if (length <= n_prefix || strncmp(word, p->prefix, n_prefix) != 0) continue;
    g_autofree char *key = g_strndup(word + n_prefix, length - n_prefix);
    const gpointer found = g_hash_table_lookup(p->defined, key);
    if (found) return GPOINTER_TO_UINT(found) - 1;
  }
}

static void divide(Parts *p) {
  gsize length = 0;
  guint part = 1;
  for (guint i = 0; i < p->statements->len; i++) {
    const ExecStatement *s = statement(p, i);
    const char *at = s->value;
    if (i >= p->n_inputs && length > limits.exec_c_part_characters) {
      part++;
      length = 0;
    }
    p->part[i] = i < p->n_inputs ? 0 : part;
    if (i >= p->n_inputs) length += strlen(s->value) + 20;
    for (guint k; (k = next_mentioned(p, &at)) != G_MAXUINT;)
      if (p->part[k] != p->part[i]) p->passed[k] = TRUE;
    g_hash_table_insert(p->defined, name_of(s), GUINT_TO_POINTER(i + 1));
  }
  p->passed[p->statements->len - 1] = TRUE;
}

static void append_structure(const Parts *p, GString *out) {
  g_string_append_printf(out, "struct %svalues {\n", p->prefix);
  for (guint i = 0; i < p->statements->len; i++) {
    const ExecStatement *s = statement(p, i);
    if (p->passed[i]) g_string_append_printf(out, "  %s %c%u;\n", s->type, s->kind, s->number);
  }
  g_string_append(out, "};\n");
}

/* What the statements first..last-1 need of earlier parts. */
static void append_taken(const Parts *p, guint first, guint last, GString *out) {
  g_autoptr(GHashTable) taken = g_hash_table_new(NULL, NULL);
  for (guint i = first; i < last; i++) {
    const char *at = statement(p, i)->value;
    for (guint k; (k = next_mentioned(p, &at)) != G_MAXUINT;) {
      const ExecStatement *s = statement(p, k);
      if (k < first && g_hash_table_add(taken, GUINT_TO_POINTER(k + 1)))
        g_string_append_printf(out, "  const %s %s%c%u = s->%c%u;\n", s->type, p->prefix, s->kind, s->number,
                               s->kind, s->number);
    }
  }
}

static guint append_part(const Parts *p, guint first, GString *out) {
  guint last = first;
  while (last < p->statements->len && p->part[last] == p->part[first]) last++;
  g_string_append_printf(out, "static void %spart%u(struct %svalues *s) {\n", p->prefix, p->part[first],
                         p->prefix);
  append_taken(p, first, last, out);
  for (guint i = first; i < last; i++) {
    const ExecStatement *s = statement(p, i);
    g_string_append_printf(out, "  const %s %s%c%u = %s;\n", s->type, p->prefix, s->kind, s->number,
                           s->value);
    if (p->passed[i])
      g_string_append_printf(out, "  s->%c%u = %s%c%u;\n", s->kind, s->number, p->prefix, s->kind, s->number);
  }
  g_string_append(out, "}\n");
  return last;
}

static void append_whole(const Parts *p, const char *head, GString *out) {
  const ExecStatement *result = statement(p, p->statements->len - 1);
  const guint n_parts = p->part[p->statements->len - 1];
  g_string_append_printf(out, "%s {\n  struct %svalues s;\n", head, p->prefix);
  for (guint i = 0; i < p->n_inputs; i++) {
    const ExecStatement *s = statement(p, i);
    if (p->passed[i]) g_string_append_printf(out, "  s.%c%u = %s;\n", s->kind, s->number, s->value);
  }
  for (guint i = 1; i <= n_parts; i++) g_string_append_printf(out, "  %spart%u(&s);\n", p->prefix, i);
  g_string_append_printf(out, "  return s.%c%u;\n}\n", result->kind, result->number);
}

void exec_parts_append(GString *out, const char *head, const char *prefix, const GArray *inputs,
                       const GArray *statements) {
  const guint n = inputs->len + statements->len;
  g_assert(statements->len > 0);
  Parts p = {g_array_new(FALSE, FALSE, sizeof(ExecStatement)),
             inputs->len,
             prefix,
             g_new0(guint, n),
             g_new0(gboolean, n),
             g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL)};
  if (inputs->len > 0) g_array_append_vals(p.statements, inputs->data, inputs->len);
  g_array_append_vals(p.statements, statements->data, statements->len);
  divide(&p);
  append_structure(&p, out);
  for (guint i = p.n_inputs; i < n;) i = append_part(&p, i, out);
  append_whole(&p, head, out);
  g_array_unref(p.statements);
  g_free(p.part);
  g_free(p.passed);
  g_hash_table_unref(p.defined);
}
