/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts of variants. */
#include "audit/variant.h"
#include "ir/property.h"

typedef struct {
  gsize at;
  char *text; /* owned */
  guint order;
} Insertion;

static gint by_place(gconstpointer a, gconstpointer b) {
  const Insertion *x = (const Insertion *)a, *y = (const Insertion *)b;
  if (x->at != y->at) return x->at < y->at ? -1 : 1;
  return x->order < y->order ? -1 : x->order > y->order;
}

static void insert(GArray *to, gsize at, char *text) {
  const Insertion i = {at, text, to->len};
  g_array_append_val(to, i);
}

static void clear_insertion(gpointer i) { g_free(((Insertion *)i)->text); }

/* Braces around the statement where it needs them. */
static void insert_before(GArray *to, const Place *p, const char *text) {
  insert(to, p->at, g_strdup_printf("%s%s ", p->end ? "{ " : "", text));
  if (p->end) insert(to, p->end, g_strdup(" }"));
}

char *variant_with_texts(const Seed *s, const char *const *texts) {
  g_autoptr(GArray) insertions = g_array_new(FALSE, FALSE, sizeof(Insertion));
  g_array_set_clear_func(insertions, clear_insertion);
  for (guint i = 0; i < s->syntax->places->len; i++)
    if (texts[i]) insert_before(insertions, &g_array_index(s->syntax->places, Place, i), texts[i]);
  g_array_sort(insertions, by_place);
  GString *out = g_string_new(NULL);
  gsize done = 0;
  for (guint i = 0; i < insertions->len; i++) {
    const Insertion *one = &g_array_index(insertions, Insertion, i);
    g_string_append_len(out, s->text + done, (gssize)(one->at - done));
    g_string_append(out, one->text);
    done = one->at;
  }
  g_string_append(out, s->text + done);
  return g_string_free(out, FALSE);
}

char *variant_text(const Seed *s, guint place, const char *const *conditions, guint n) {
  g_autoptr(GString) check = g_string_new("if (");
  g_autofree const char **texts = g_new0(const char *, s->syntax->places->len);
  for (guint i = 0; i < n; i++)
    g_string_append_printf(check, "%s%s%s%s", i ? " || " : "", n > 1 ? "(" : "", conditions[i],
                           n > 1 ? ")" : "");
  g_string_append_printf(check, ") %s();", error_function_usual());
  texts[place] = check->str;
  return variant_with_texts(s, texts);
}
