/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The input space and its failing part as JSON, for repair and debugging tools. */
#include <string.h>
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/formats.h"
#include "export/guard.h"
#include "export/guard-json.h"
#include "export/parameters.h"
#include "ir/print.h"
#include "formula/readable.h"

static void add_inputs(JsonBuilder *b, const Parameters *p) {
  json_builder_set_member_name(b, "parameters");
  json_builder_begin_array(b);
  for (guint i = 0; i < p->inputs->len; i++) {
    const Term *input = p->inputs->pdata[i];
    json_builder_begin_object(b);
    json_add_string(b, "name", parameter_name(p, input));
    json_add_string(b, "type", parameter_type(p, input));
    json_builder_set_member_name(b, "input");
    json_add_input(b, p->cfc, input, TRUE);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_texts_of(JsonBuilder *b, const Parameters *p, const char *name, const GPtrArray *terms) {
  json_builder_set_member_name(b, name);
  json_builder_begin_array(b);
  for (guint i = 0; i < terms->len; i++) {
    g_autofree char *text = term_to_c(p->cfc->program, terms->pdata[i], limits.report_c_characters),
                    *valid = g_utf8_make_valid(text, -1);
    json_builder_add_string_value(b, valid);
  }
  json_builder_end_array(b);
}

/* A condition in all its forms.  Its C is null where C has no operator for it. */
static void add_condition(JsonBuilder *b, const Parameters *p, const char *name, const Term *t) {
  const Program *program = p->cfc->program;
  g_autofree char *smt2 = term_to_smt2(program, t),
                  *readable = term_to_c(program, t, limits.report_c_characters);
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(t);
  g_autoptr(GPtrArray) disjuncts = readable_disjuncts(t);
  g_autoptr(GString) c = g_string_new(NULL);
  g_autofree char *function = predicate_name(p->cfc, g_str_equal(name, "may_fail"));
  const gboolean executable = executable_accepted(p, t);
  if (executable) append_executable(p, t, function, c);
  json_builder_set_member_name(b, name);
  json_builder_begin_object(b);
  json_add_string(b, "condition", readable);
  if (disjuncts->len > 1)
    add_texts_of(b, p, "disjuncts", disjuncts);
  else
    add_texts_of(b, p, "conjuncts", conjuncts);
  json_add_string(b, "smt2", smt2);
  json_add_string(b, "c", executable ? c->str : NULL);
  json_builder_end_object(b);
}

static const Term *bound_of_all(const Cfc *c, gboolean upper) {
  g_autoptr(GPtrArray) all = g_ptr_array_new();
  for (guint i = 0; i < c->partitions->len; i++)
    g_ptr_array_add(
        all, (gpointer)(upper ? claim_upper(c->partitions->pdata[i]) : claim_lower(c->partitions->pdata[i])));
  return term_or_n((const Term *const *)all->pdata, all->len);
}

static void add_partitions(JsonBuilder *b, const Parameters *p) {
  json_builder_set_member_name(b, "partitions");
  json_builder_begin_array(b);
  for (guint i = 0; i < p->cfc->partitions->len; i++) {
    const Partition *part = p->cfc->partitions->pdata[i];
    json_builder_begin_object(b);
    json_add_bool(b, "exact", claim_exact(part));
    add_condition(b, p, "must_fail", claim_lower(part));
    add_condition(b, p, "may_fail", claim_upper(part));
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

char *export_spec(const Cfc *c, GError **error) {
  g_autoptr(Parameters) p = parameters_new(c);
  g_autoptr(JsonBuilder) b = json_builder_new();
  json_builder_begin_object(b);
  json_add_string(b, "format", "acf-spec");
  json_add_int(b, "format_version", 1);
  json_add_string(b, "acf_version", claim_version());
  json_add_string(b, "program", c->program->path);
  if (c->program->hash) json_add_string(b, "program_hash", c->program->hash);
  json_add_string(b, "property", property_name(c->program->property));
  json_add_string(b, "data_model", claim_data_model(c->program));
  json_add_string(b, "overflow", claim_overflow(c->program));
  json_add_string(b, "verdict", verdict_name(claims_verdict(c)));
  json_add_bool(b, "exact", claims_exact(c));
  add_inputs(b, p);
  add_condition(b, p, "must_fail", bound_of_all(c, FALSE));
  add_condition(b, p, "may_fail", bound_of_all(c, TRUE));
  add_partitions(b, p);
  json_add_guard(b, c);
  json_builder_end_object(b);
  return json_builder_text(b);
}
