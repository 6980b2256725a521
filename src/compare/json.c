/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A comparison as JSON (doc/format.md). */
#include "compare/compare.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "cfc/json-build.h"
#include "ir/print.h"

static void add_program(JsonBuilder *b, const char *name, const Cfc *c) {
  json_builder_set_member_name(b, name);
  json_builder_begin_object(b);
  json_add_string(b, "program", c->program->path);
  json_add_string(b, "verdict", verdict_name(claims_verdict(c)));
  json_builder_set_member_name(b, "exact");
  json_builder_add_boolean_value(b, claims_characterized(c));
  json_builder_set_member_name(b, "assumptions");
  json_builder_begin_array(b);
  for (guint i = 0; i < c->program->assumptions->len; i++) {
    g_autofree char *valid = g_utf8_make_valid(c->program->assumptions->pdata[i], -1);
    json_builder_add_string_value(b, valid);
  }
  json_builder_end_array(b);
  json_builder_end_object(b);
}

static const char *how_name(const Comparison *c, guint new_site) {
  static const char *const names[] = {
      [MATCH_SAME] = "same", [MATCH_ORDER] = "order", [MATCH_GIVEN] = "given"};
  for (guint i = 0; i < c->pairs->len; i++) {
    const SitePair *p = &g_array_index(c->pairs, SitePair, i);
    if (p->new_site == new_site) return names[p->how];
  }
  return NULL;
}

static void add_input(JsonBuilder *b, const Comparison *c, const Term *input) {
  const InputKey key = input_key_unpack(input->param);
  const Term *old = comparison_old_input(c, input), *new = comparison_new_input(c, input);
  g_autofree char *symbol = input_symbol(c->space, input), *name = input_short_name(c->space, input),
                  *before = old ? input_symbol(c->old->program, old) : NULL,
                  *now = new ? input_symbol(c->new->program, new) : NULL;
  json_builder_begin_object(b);
  json_add_string(b, "symbol", symbol);
  json_add_string(b, "name", name);
  json_add_string(b, "old", before);
  json_add_string(b, "new", now);
  json_add_string(b, "matched", how_name(c, key.site));
  json_builder_set_member_name(b, "width");
  json_builder_add_int_value(b, input->width);
  json_builder_set_member_name(b, "signed");
  json_builder_add_boolean_value(b, program_site(c->space, key.site)->is_signed);
  json_builder_end_object(b);
}

/* A point in the symbols of one program; numbers beyond 2^63 do not fit into JSON's of all readers. */
static void add_point(JsonBuilder *b, const char *name, const Comparison *c, const Change *k,
                      gboolean of_new) {
  g_autoptr(GPtrArray) inputs = term_inputs(k->formula);
  json_builder_set_member_name(b, name);
  json_builder_begin_object(b);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *own =
        of_new ? comparison_new_input(c, inputs->pdata[i]) : comparison_old_input(c, inputs->pdata[i]);
    if (!own) continue;
    g_autofree char *symbol = input_symbol(of_new ? c->new->program : c->old->program, own),
                    *value = g_strdup_printf("%" G_GUINT64_FORMAT, model_value(k->example, inputs->pdata[i]));
    json_add_string(b, symbol, value);
  }
  json_builder_end_object(b);
}

static void add_change(JsonBuilder *b, const Comparison *c, ChangeKind kind) {
  static const char *const states[] = {
      [CHANGE_NONE] = "none", [CHANGE_SOME] = "some", [CHANGE_UNDECIDED] = "unknown"};
  const Change *k = &c->changes[kind];
  g_autofree char *smt2 = term_to_smt2(c->space, k->formula),
                  *text = term_to_c(c->space, k->formula, limits.report_c_characters);
  json_builder_begin_object(b);
  json_add_string(b, "kind", change_name(kind));
  json_add_string(b, "inputs", states[k->state]);
  if (!k->by_automaton) json_add_string(b, "formula", smt2);
  if (!k->by_automaton) json_add_string(b, "formula_c", text);
  if (k->by_automaton) json_add_bool(b, "open", k->open);
  if (k->state == CHANGE_SOME) {
    json_builder_set_member_name(b, "example");
    json_builder_begin_object(b);
    add_point(b, "old", c, k, FALSE);
    add_point(b, "new", c, k, TRUE);
    json_builder_end_object(b);
  }
  json_builder_end_object(b);
}

static void add_comparison(JsonBuilder *b, const Comparison *c) {
  static const char *const verdicts[] = {
      [FIX_COMPLETE] = "complete", [FIX_INCOMPLETE] = "incomplete", [FIX_UNKNOWN] = "unknown"};
  g_autofree char *sentence = comparison_sentence(c);
  g_autoptr(GPtrArray) inputs = comparison_inputs(c);
  json_builder_begin_object(b);
  json_add_string(b, "format", "acf-comparison");
  json_builder_set_member_name(b, "format_version");
  json_builder_add_int_value(b, 1);
  json_add_string(b, "acf_version", claim_version());
  json_add_string(b, "property", property_name(c->new->program->property));
  json_add_string(b, "data_model", claim_data_model(c->new->program));
  add_program(b, "old", c->old);
  add_program(b, "new", c->new);
  json_add_string(b, "verdict", verdicts[comparison_verdict(c)]);
  json_add_string(b, "sentence", sentence);
  if (c->by_automata || c->not_by_automata) json_add_bool(b, "by_automata", c->by_automata);
  if (c->not_by_automata) json_add_string(b, "not_by_automata", c->not_by_automata);
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < inputs->len; i++) add_input(b, c, inputs->pdata[i]);
  json_builder_end_array(b);
  json_builder_set_member_name(b, "changes");
  json_builder_begin_array(b);
  for (ChangeKind k = 0; k < CHANGE_N; k++) add_change(b, c, k);
  json_builder_end_array(b);
  json_builder_end_object(b);
}

char *comparison_json(const Comparison *c) {
  g_autoptr(JsonBuilder) b = json_builder_new();
  add_comparison(b, c);
  return json_builder_text(b);
}
