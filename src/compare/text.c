/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison for people. */
#include <string.h>
#include "compare/compare.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "ir/print.h"

static const char *change_label(ChangeKind k) {
  static const char *const labels[CHANGE_N] = {[CHANGE_FIXED] = "fixed when",
                                               [CHANGE_REMAINING] = "still fails when",
                                               [CHANGE_NEW] = "newly fails when",
                                               [CHANGE_FAILS] = "fails now, and perhaps did before, when",
                                               [CHANGE_MAY_FAIL] = "may fail when",
                                               [CHANGE_MAY_BE_FIXED] =
                                                   "perhaps failed before, does not fail now, when"};
  return labels[k];
}

static void append_example(GString *out, const Comparison *c, const Change *k, gboolean verbose) {
  g_autoptr(GPtrArray) inputs = term_inputs(k->formula);
  const guint shown = verbose ? inputs->len : MIN(inputs->len, limits.report_values);
  g_string_append(out, "  for example ");
  for (guint i = 0; i < shown; i++) {
    const Term *input = inputs->pdata[i];
    g_autofree char *name = input_short_name(c->space, input),
                    *value = input_value_text(c->space, input, model_value(k->example, input));
    g_string_append_printf(out, "%s%s = %s", i > 0 ? ", " : "", name, value);
  }
  if (inputs->len == 0) g_string_append(out, "with any input");
  if (shown < inputs->len) g_string_append_printf(out, " and %u more", inputs->len - shown);
  g_string_append_c(out, '\n');
}

/* Of an automaton's failing inputs an example stands for all. */
static void append_sequences(GString *out, const Comparison *c, ChangeKind kind, gboolean verbose) {
  static const char *const labels[CHANGE_N] = {
      [CHANGE_FIXED] = "fixed", [CHANGE_REMAINING] = "still fails", [CHANGE_NEW] = "newly fails"};
  g_string_append_printf(out, "%s for some sequences of inputs\n", labels[kind]);
  append_example(out, c, &c->changes[kind], verbose);
  if (!c->changes[kind].open) return;
  g_string_truncate(out, out->len - 1);
  g_string_append_printf(out, ", and then inputs that %s\n",
                         kind == CHANGE_NEW ? "did not fail before" : "do not fail now");
}

static void append_change(GString *out, const Comparison *c, ChangeKind kind, gboolean verbose) {
  const Change *k = &c->changes[kind];
  if (k->state == CHANGE_NONE) return;
  if (k->by_automaton) {
    append_sequences(out, c, kind, verbose);
    return;
  }
  g_autofree char *formula =
      term_to_c(c->space, k->formula,
                verbose ? limits.report_long_formula_characters : limits.report_formula_characters);
  g_string_append_printf(out, "%s %s\n", change_label(kind), formula);
  if (k->state == CHANGE_SOME)
    append_example(out, c, k, verbose);
  else
    g_string_append(out, "  whether there is such an input was not decided in time\n");
}

static const char *how_text(MatchHow how) {
  switch (how) {
  case MATCH_GIVEN: return " (by --map)";
  case MATCH_ORDER: return " (by its place among the others; else say so by --map)";
  default: return "";
  }
}

/* The sites of a program whose inputs are listed. */
typedef struct {
  GHashTable *first;   /* site -> Term*: the first input of it stands for all */
  GHashTable *matters; /* the sites of which a formula mentions an input */
} Listed;

static Listed listed_new(const Cfc *c) {
  Listed l = {g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
  ClaimInputs *inputs = match_inputs(c);
  for (guint i = 0; i < inputs->all->len; i++) {
    const Term *input = inputs->all->pdata[i];
    const gpointer site = GUINT_TO_POINTER(input_key_unpack(input->param).site);
    if (!g_hash_table_contains(l.first, site)) g_hash_table_insert(l.first, site, (gpointer)input);
    if (claim_input_matters(inputs, input)) g_hash_table_add(l.matters, site);
  }
  claim_inputs_free(inputs);
  return l;
}

static void listed_clear(Listed *l) {
  g_hash_table_unref(l->first);
  g_hash_table_unref(l->matters);
}

static char *label(const Listed *l, const Program *p, guint site) {
  return input_label(p, g_hash_table_lookup(l->first, GUINT_TO_POINTER(site)));
}

/* Sites that are paired are taken out of the lists. */
static void append_pairs(GString *out, const Comparison *c, Listed *old, Listed *new) {
  for (guint i = 0; i < c->pairs->len; i++) {
    const SitePair *pair = &g_array_index(c->pairs, SitePair, i);
    g_autofree char *before = label(old, c->old->program, pair->old_site),
                    *now = label(new, c->new->program, pair->new_site);
    if (i < limits.report_input_lines)
      g_string_append_printf(out, "  %s is now %s%s\n", before, now, how_text(pair->how));
    g_hash_table_remove(old->first, GUINT_TO_POINTER(pair->old_site));
    g_hash_table_remove(new->first, GUINT_TO_POINTER(pair->new_site));
  }
  if (c->pairs->len > limits.report_input_lines)
    g_string_append_printf(out, "  and %u more that have partners\n",
                           c->pairs->len - limits.report_input_lines);
}

static void append_alone(GString *out, const Program *p, const Listed *l, const char *which) {
  for (guint s = 0; s < p->sites->len; s++) {
    const gpointer site = GUINT_TO_POINTER(s);
    if (!g_hash_table_contains(l->first, site)) continue;
    g_autofree char *name = label(l, p, s);
    g_string_append_printf(out, "  %s is only in the %s program%s\n", name, which,
                           g_hash_table_contains(l->matters, site) ? "" : ", does not matter");
  }
}

static void append_inputs(GString *out, const Comparison *c) {
  const gsize before = out->len;
  Listed old = listed_new(c->old), new = listed_new(c->new);
  append_pairs(out, c, &old, &new);
  append_alone(out, c->old->program, &old, "old");
  append_alone(out, c->new->program, &new, "new");
  listed_clear(&old);
  listed_clear(&new);
  if (out->len > before) g_string_insert(out, (gssize)before, "\ninputs:\n");
  if (c->projected)
    g_string_append(out, "  both programs have inputs without partner: what is said holds whichever of them "
                         "are the same; --map OLD=NEW says more\n");
}

char *comparison_text(const Comparison *c, gboolean verbose) {
  GString *out = g_string_new(NULL);
  g_autofree char *sentence = comparison_sentence(c);
  g_autofree char *checked = claim_checked(c->new->program);
  g_string_append_printf(out, "%s, then %s: checked: %s\n%s\n", c->old->program->path, c->new->program->path,
                         checked, sentence);
  g_autofree char *nothing = claim_nothing(c->new);
  if (nothing) g_string_append_printf(out, "%s\n", nothing);
  for (ChangeKind k = 0; k < CHANGE_N; k++) append_change(out, c, k, verbose);
  if (c->by_automata) g_string_append(out, "all sequences of inputs were compared, however long\n");
  if (c->not_by_automata) g_string_append_printf(out, "the automata could not be compared: %s\n", c->not_by_automata);
  append_inputs(out, c);
  return g_string_free(out, FALSE);
}
