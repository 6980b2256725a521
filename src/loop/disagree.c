/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims against inputs. */
#include "loop/disagree.h"
#include "base/limits.h"
#include "ir/print.h"
#include "base/progress.h"

typedef struct {
  const Program *program;
  GString *text;
  guint values;
} Input;

static void append_value(const Term *leaf, guint64 value, gpointer data) {
  Input *i = (Input *)data;
  if (leaf->op != TERM_INPUT || i->values++ >= limits.report_values) return;
  g_autofree char *name = input_short_name(i->program, leaf),
                  *number = input_value_text(i->program, leaf, value);
  g_string_append_printf(i->text, "%s%s = %s", i->text->len ? ", " : "", name, number);
}

static char *describe_input(const Program *p, const Model *point) {
  Input i = {p, g_string_new(NULL), 0};
  model_foreach(point, append_value, &i);
  if (i.values > limits.report_values)
    g_string_append_printf(i.text, " and %u more", i.values - limits.report_values);
  if (!i.values) g_string_append(i.text, "any input");
  return g_string_free(i.text, FALSE);
}

static void report(const Claim *claim, Cfc *cfc, const Model *point) {
  g_autofree char *input = describe_input(cfc->program, point);
  const char *version = analyzer_version(claim->who);
  g_autofree char *news =
      g_strdup_printf("%s%s%s says safe of %s where it fails for certain: %s", claim->who->name,
                      *version ? " " : "", version, cfc->program->path, input);
  progress_clear();
  g_printerr("acf: DISAGREEMENT: %s; its verdicts do not count any more\n", news);
  cfc_note(cfc, "disagreement: %s", news);
}

gboolean disagree_check(const Portfolio *p, Cfc *cfc) {
  gboolean caught = FALSE;
  for (guint i = 0; p->claims && i < p->claims->len; i++) {
    Claim *claim = &g_array_index(p->claims, Claim, i);
    const Model *point = claim->refuted ? NULL : claim_refutation(p->failing, claim->condition);
    if (!point) continue;
    gboolean reported = FALSE;
    for (guint k = 0; k < i; k++) {
      const Claim *other = &g_array_index(p->claims, Claim, k);
      reported |= other->refuted && other->who == claim->who;
    }
    claim->refuted = claim->who->distrusted = TRUE;
    if (reported) continue;
    report(claim, cfc, point);
    caught = TRUE;
  }
  return caught;
}

gboolean disagree_caught(const Portfolio *p, const char *name) {
  const Analyzer *a = name && p->registry ? registry_find(p->registry, name) : NULL;
  return a && a->distrusted;
}
