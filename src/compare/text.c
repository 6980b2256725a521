/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison for people. */
#include <string.h>
#include "compare/compare.h"
#include "export/claims.h"
#include "formula/print.h"

#define FORMULA_LIMIT 600
#define FORMULA_LIMIT_VERBOSE 20000
#define MAX_VALUES 12 /* of an example, unless verbose */
#define MAX_INPUTS 40

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
  const guint shown = verbose ? inputs->len : MIN(inputs->len, MAX_VALUES);
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

static void append_change(GString *out, const Comparison *c, ChangeKind kind, gboolean verbose) {
  const Change *k = &c->changes[kind];
  if (k->state == CHANGE_NONE) return;
  g_autofree char *formula = term_to_c(c->space, k->formula, verbose ? FORMULA_LIMIT_VERBOSE : FORMULA_LIMIT);
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

/* The first input listed of each site stands for it. */
static const Term *input_at(const Cfc *c, guint site, gboolean *matters) {
  ClaimInputs *inputs = claim_inputs_new(c);
  const Term *found = NULL;
  for (guint i = 0; i < inputs->all->len; i++) {
    const Term *input = inputs->all->pdata[i];
    if (input_key_unpack(input->param).site != site) continue;
    if (!found) found = input;
    *matters |= claim_input_matters(inputs, input);
  }
  claim_inputs_free(inputs);
  return found;
}

static void append_pair(GString *out, const Comparison *c, const SitePair *pair) {
  gboolean matters = FALSE;
  const Term *old = input_at(c->old, pair->old_site, &matters),
             *new = input_at(c->new, pair->new_site, &matters);
  g_autofree char *before = input_label(c->old->program, old), *now = input_label(c->new->program, new);
  g_string_append_printf(out, "  %s is now %s%s\n", before, now, how_text(pair->how));
}

static gboolean is_paired(const Comparison *c, gboolean is_new, guint site) {
  for (guint i = 0; i < c->pairs->len; i++) {
    const SitePair *p = &g_array_index(c->pairs, SitePair, i);
    if ((is_new ? p->new_site : p->old_site) == site) return TRUE;
  }
  return FALSE;
}

static void append_alone(GString *out, const Comparison *c, gboolean is_new) {
  const Cfc *cfc = is_new ? c->new : c->old;
  for (guint s = 0; s < cfc->program->sites->len; s++) {
    gboolean matters = FALSE;
    if (is_paired(c, is_new, s)) continue;
    const Term *input = input_at(cfc, s, &matters);
    if (!input) continue;
    g_autofree char *label = input_label(cfc->program, input);
    g_string_append_printf(out, "  %s is only in the %s program%s\n", label, is_new ? "new" : "old",
                           matters ? "" : ", does not matter");
  }
}

static void append_inputs(GString *out, const Comparison *c) {
  const gsize before = out->len;
  for (guint i = 0; i < c->pairs->len && i < MAX_INPUTS; i++)
    append_pair(out, c, &g_array_index(c->pairs, SitePair, i));
  if (c->pairs->len > MAX_INPUTS)
    g_string_append_printf(out, "  and %u more that have partners\n", c->pairs->len - MAX_INPUTS);
  append_alone(out, c, FALSE);
  append_alone(out, c, TRUE);
  if (out->len > before) g_string_insert(out, (gssize)before, "\ninputs:\n");
  if (c->projected)
    g_string_append(out, "  both programs have inputs without partner: what is said holds whichever of them "
                         "are the same; --map OLD=NEW says more\n");
}

char *comparison_text(const Comparison *c, gboolean verbose) {
  GString *out = g_string_new(NULL);
  g_autofree char *sentence = comparison_sentence(c);
  g_string_append_printf(out, "%s, then %s: %s, %s\n%s\n", c->old->program->path, c->new->program->path,
                         c->new->property, claim_data_model(c->new->program), sentence);
  for (ChangeKind k = 0; k < CHANGE_N; k++) append_change(out, c, k, verbose);
  append_inputs(out, c);
  return g_string_free(out, FALSE);
}
