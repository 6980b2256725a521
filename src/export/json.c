/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CFC as JSON (doc/format.md). */
#include <json-glib/json-glib.h>
#include <string.h>
#include "export/claims.h"
#include "export/export.h"
#include "formula/print.h"

#define C_TEXT_LIMIT 4000 /* of the conditions for people; the SMT-LIB ones are always whole */

static void add_string(JsonBuilder *b, const char *name, const char *value) {
  g_autofree char *valid = value != NULL ? g_utf8_make_valid(value, -1) : NULL;
  json_builder_set_member_name(b, name);
  if (valid != NULL)
    json_builder_add_string_value(b, valid);
  else
    json_builder_add_null_value(b);
}

static void add_int(JsonBuilder *b, const char *name, gint64 value) {
  json_builder_set_member_name(b, name);
  json_builder_add_int_value(b, value);
}

static void add_bool(JsonBuilder *b, const char *name, gboolean value) {
  json_builder_set_member_name(b, name);
  json_builder_add_boolean_value(b, value);
}

static void add_double(JsonBuilder *b, const char *name, double value) {
  json_builder_set_member_name(b, name);
  json_builder_add_double_value(b, value);
}

/* json-glib has no unsigned integers: those beyond its range pass through as marked strings, which
 * unmark_unsigned turns into numbers.  The mark is a control character, which no other text of ours starts
 * with. */
#define MARK "\001"
#define WRITTEN_MARK "\"\\u0001"

static void add_unsigned(JsonBuilder *b, const char *name, guint64 value) {
  if (value <= (guint64)G_MAXINT64) {
    add_int(b, name, (gint64)value);
    return;
  }
  g_autofree char *marked = g_strdup_printf(MARK "%" G_GUINT64_FORMAT, value);
  json_builder_set_member_name(b, name);
  json_builder_add_string_value(b, marked);
}

static char *unmark_unsigned(const char *json) {
  GString *out = g_string_sized_new(strlen(json) + 1);
  const char *rest = json;
  for (const char *mark; (mark = strstr(rest, WRITTEN_MARK)) != NULL;) {
    const char *digits = mark + strlen(WRITTEN_MARK), *end = digits;
    while (g_ascii_isdigit(*end)) end++;
    g_string_append_len(out, rest, mark - rest);
    if (*end == '"' && end > digits) {
      g_string_append_len(out, digits, end - digits);
      rest = end + 1;
    } else {
      g_string_append_len(out, mark, digits - mark);
      rest = digits;
    }
  }
  g_string_append(out, rest);
  return g_string_free(out, FALSE);
}

static const char *kind_name(SiteKind kind) {
  switch (kind) {
  case SITE_NONDET: return "nondet";
  case SITE_UNINITIALISED: return "uninitialised";
  case SITE_EXTERNAL: return "external";
  default: return "argv";
  }
}

static void add_input(JsonBuilder *b, const Cfc *c, const Term *input, gboolean matters) {
  const InputKey key = input_key_unpack(input->param);
  const InputSite *s = program_site(c->program, key.site);
  g_autofree char *symbol = input_symbol(c->program, input), *name = input_short_name(c->program, input);
  json_builder_begin_object(b);
  add_string(b, "symbol", symbol);
  add_string(b, "name", name);
  add_string(b, "kind", kind_name(s->kind));
  if (s->function != NULL) add_string(b, "function", s->function);
  if (s->variable != NULL) add_string(b, "variable", s->variable);
  add_string(b, "file", s->loc.file != NULL ? s->loc.file : c->program->path);
  add_int(b, "line", s->loc.line);
  add_int(b, "column", s->loc.column);
  add_int(b, "occurrence", key.occurrence);
  if (s->kind == SITE_UNINITIALISED || key.offset > 0) add_int(b, "offset", key.offset);
  if (s->type != NULL) add_string(b, "type", s->type);
  add_int(b, "width", input->width);
  add_bool(b, "signed", s->is_signed);
  if (s->is_float) add_bool(b, "float", TRUE);
  add_bool(b, "matters", matters);
  json_builder_end_object(b);
}

static void add_inputs(JsonBuilder *b, const Cfc *c) {
  ClaimInputs *inputs = claim_inputs_new(c);
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < inputs->all->len; i++)
    add_input(b, c, inputs->all->pdata[i], claim_input_matters(inputs, inputs->all->pdata[i]));
  json_builder_end_array(b);
  claim_inputs_free(inputs);
}

static void add_examples(JsonBuilder *b, const Cfc *c, const Partition *p) {
  json_builder_set_member_name(b, "examples");
  json_builder_begin_array(b);
  for (guint i = 0; i < p->examples->len; i++) {
    g_autoptr(GArray) values = claim_example(p, p->examples->pdata[i]);
    json_builder_begin_object(b);
    for (guint k = 0; k < values->len; k++) {
      const ClaimValue v = g_array_index(values, ClaimValue, k);
      g_autofree char *symbol = input_symbol(c->program, v.input);
      add_unsigned(b, symbol, v.value);
    }
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_errors(JsonBuilder *b, const Cfc *c, const Partition *p) {
  json_builder_set_member_name(b, "errors");
  json_builder_begin_array(b);
  for (guint i = 0; i < p->errors->len; i++) {
    const IrLoc loc = g_array_index(p->errors, IrLoc, i);
    json_builder_begin_object(b);
    add_string(b, "file", loc.file != NULL ? loc.file : c->program->path);
    add_int(b, "line", loc.line);
    add_int(b, "column", loc.column);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_formula(JsonBuilder *b, const Cfc *c, const char *name, const char *c_name, const Term *t) {
  g_autofree char *smt2 = term_to_smt2(c->program, t), *readable = term_to_c(c->program, t, C_TEXT_LIMIT);
  add_string(b, name, smt2);
  add_string(b, c_name, readable);
}

static void add_partition(JsonBuilder *b, const Cfc *c, const Partition *p) {
  json_builder_begin_object(b);
  add_formula(b, c, "upper", "upper_c", claim_upper(p));
  add_formula(b, c, "lower", "lower_c", claim_lower(p));
  add_bool(b, "exact", claim_exact(p));
  add_examples(b, c, p);
  add_errors(b, c, p);
  if (claim_reason(p) != NULL) add_string(b, "reason", claim_reason(p));
  json_builder_end_object(b);
}

static void add_texts(JsonBuilder *b, const char *name, const GPtrArray *texts) {
  json_builder_set_member_name(b, name);
  json_builder_begin_array(b);
  for (guint i = 0; i < texts->len; i++) {
    g_autofree char *valid = g_utf8_make_valid(texts->pdata[i], -1);
    json_builder_add_string_value(b, valid);
  }
  json_builder_end_array(b);
}

static void add_members(JsonBuilder *b, const GArray *members) {
  json_builder_set_member_name(b, "analyzers");
  json_builder_begin_array(b);
  for (guint i = 0; members && i < members->len; i++) {
    const Standing *s = &g_array_index(members, Standing, i);
    json_builder_begin_object(b);
    add_string(b, "name", s->name);
    add_int(b, "asked", s->asked);
    add_int(b, "settled", s->settled);
    add_double(b, "seconds", s->seconds);
    add_int(b, "cache_hits", s->cache_hits);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_statistics(JsonBuilder *b, const Cfc *c) {
  const Statistics *s = &c->stats;
  json_builder_set_member_name(b, "statistics");
  json_builder_begin_object(b);
  json_builder_set_member_name(b, "phases");
  json_builder_begin_object(b);
  for (Phase p = 0; p < PHASE_N; p++) {
    json_builder_set_member_name(b, phase_name(p));
    json_builder_begin_object(b);
    add_int(b, "runs", s->runs[p]);
    add_double(b, "seconds", s->seconds[p]);
    json_builder_end_object(b);
  }
  json_builder_end_object(b);
  add_members(b, s->members);
  add_string(b, "overflow", claim_overflow(c->program));
  add_int(b, "iterations", s->iterations);
  add_int(b, "conjuncts_sliced", s->conjuncts_sliced);
  add_int(b, "unrolling", s->unrolling);
  if (s->closed_by) add_string(b, "closed_by", s->closed_by);
  add_double(b, "cpu_seconds", s->cpu_seconds);
  add_int(b, "max_rss_kib", s->max_rss_kib);
  json_builder_end_object(b);
}

static void add_timeline(JsonBuilder *b, const Cfc *c) {
  json_builder_set_member_name(b, "timeline");
  json_builder_begin_array(b);
  for (guint i = 0; i < c->timeline->len; i++) {
    const CfcEvent *e = c->timeline->pdata[i];
    json_builder_begin_object(b);
    add_double(b, "at", e->at);
    add_string(b, "phase", phase_name(e->phase));
    if (e->analyzer != NULL) add_string(b, "analyzer", e->analyzer);
    add_string(b, "answer", e->what);
    add_double(b, "seconds", e->seconds);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_cfc(JsonBuilder *b, const Cfc *c) {
  json_builder_begin_object(b);
  add_string(b, "format", "acf-cfc");
  add_int(b, "format_version", 1);
  add_string(b, "acf_version", claim_version());
  add_string(b, "program", c->program->path);
  add_string(b, "property", c->property);
  add_string(b, "data_model", claim_data_model(c->program));
  add_string(b, "overflow", claim_overflow(c->program));
  add_string(b, "verdict", verdict_name(claims_verdict(c)));
  add_bool(b, "exact", claims_exact(c));
  add_bool(b, "interrupted", c->interrupted);
  add_inputs(b, c);
  json_builder_set_member_name(b, "partitions");
  json_builder_begin_array(b);
  for (guint i = 0; i < c->partitions->len; i++) add_partition(b, c, c->partitions->pdata[i]);
  json_builder_end_array(b);
  add_texts(b, "assumptions", c->program->assumptions);
  add_texts(b, "notes", c->notes);
  add_timeline(b, c);
  if (c->count) {
    json_builder_set_member_name(b, "count");
    json_builder_add_value(b, json_from_string(c->count, NULL));
  }
  add_statistics(b, c);
  json_builder_end_object(b);
}

char *export_json(const Cfc *c) {
  g_autoptr(JsonBuilder) b = json_builder_new();
  add_cfc(b, c);
  JsonNode *root = json_builder_get_root(b);
  g_autoptr(JsonGenerator) generator = json_generator_new();
  json_generator_set_pretty(generator, TRUE);
  json_generator_set_root(generator, root);
  g_autofree char *marked = json_generator_to_data(generator, NULL);
  json_node_unref(root);
  g_autofree char *json = unmark_unsigned(marked);
  return g_strconcat(json, "\n", NULL);
}
