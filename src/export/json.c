/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The CFC as JSON (doc/format.md). */
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/export.h"
#include "export/guard-json.h"
#include "export/automaton.h"
#include "export/rounds.h"
#include "ir/scanned.h"
#include "ir/print.h"
#include "native/example.h"

static void add_inputs(JsonBuilder *b, const Cfc *c) {
  ClaimInputs *inputs = claim_inputs_new(c);
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < inputs->all->len; i++)
    json_add_input(b, c, inputs->all->pdata[i], claim_input_matters(inputs, inputs->all->pdata[i]));
  json_builder_end_array(b);
  claim_inputs_free(inputs);
}

/* A bound that cannot be written has no points in the file. */
static void add_examples(JsonBuilder *b, const Cfc *c, const Partition *p) {
  const guint n = term_printable(p->lower) ? p->examples->len : 0;
  json_builder_set_member_name(b, "examples");
  json_builder_begin_array(b);
  for (guint i = 0; i < n; i++) {
    g_autoptr(GArray) values = claim_example(p, p->examples->pdata[i]);
    json_builder_begin_object(b);
    for (guint k = 0; k < values->len; k++) {
      const ClaimValue v = g_array_index(values, ClaimValue, k);
      g_autofree char *symbol = input_symbol(c->program, v.input);
      json_add_unsigned(b, symbol, v.value);
    }
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

/* How the program is called with each of them; null where that is not known. */
static void add_commands(JsonBuilder *b, const Partition *p, Examples *examples) {
  const guint n = term_printable(p->lower) ? p->examples->len : 0;
  if (!examples_have_calls(examples)) return;
  json_builder_set_member_name(b, "commands");
  json_builder_begin_array(b);
  for (guint i = 0; i < n; i++) {
    g_autoptr(GArray) values = claim_example(p, p->examples->pdata[i]);
    g_autofree char *call = examples_call(examples, values);
    if (call)
      json_builder_add_string_value(b, call);
    else
      json_builder_add_null_value(b);
  }
  json_builder_end_array(b);
}

static void add_errors(JsonBuilder *b, const Cfc *c, const Partition *p) {
  json_builder_set_member_name(b, "errors");
  json_builder_begin_array(b);
  for (guint i = 0; i < p->errors->len; i++)
    json_add_failure(b, c->program, g_array_index(p->errors, Failure, i));
  json_builder_end_array(b);
}

static void add_formula(JsonBuilder *b, const Cfc *c, const char *name, const char *c_name, const Term *t) {
  g_autofree char *smt2 = term_to_smt2(c->program, t),
                  *readable = term_to_c(c->program, t, limits.report_c_characters);
  json_add_string(b, name, smt2);
  json_add_string(b, c_name, readable);
}

static void add_partition(JsonBuilder *b, const Cfc *c, const Partition *p, Examples *examples) {
  json_builder_begin_object(b);
  add_formula(b, c, "upper", "upper_c", claim_upper(p));
  add_formula(b, c, "lower", "lower_c", claim_lower(p));
  json_add_bool(b, "exact", claim_exact(p));
  json_add_bool(b, "certain", claim_fails(p));
  add_examples(b, c, p);
  add_commands(b, p, examples);
  add_errors(b, c, p);
  if (claim_reason(p) != NULL) json_add_string(b, "reason", claim_reason(p));
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

/* What the calls of scanf read. */
static void add_scan_order(JsonBuilder *b, const ScanOrder *order) {
  if (!order) return;
  json_builder_set_member_name(b, "scanf");
  json_builder_begin_object(b);
  add_texts(b, "formats", order->formats);
  json_add_int(b, "again", order->again);
  json_builder_end_object(b);
}

static void add_members(JsonBuilder *b, const GArray *members) {
  json_builder_set_member_name(b, "analyzers");
  json_builder_begin_array(b);
  for (guint i = 0; members && i < members->len; i++) {
    const Standing *s = &g_array_index(members, Standing, i);
    json_builder_begin_object(b);
    json_add_string(b, "name", s->name);
    json_add_int(b, "asked", s->asked);
    json_add_int(b, "settled", s->settled);
    json_add_double(b, "seconds", s->seconds);
    json_add_int(b, "cache_hits", s->cache_hits);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_strategies(JsonBuilder *b, const GArray *strategies) {
  json_builder_set_member_name(b, "strategies");
  json_builder_begin_array(b);
  for (guint i = 0; strategies && i < strategies->len; i++) {
    const StrategyTime *s = &g_array_index(strategies, StrategyTime, i);
    json_builder_begin_object(b);
    json_add_string(b, "name", s->name);
    json_add_int(b, "runs", s->runs);
    json_add_double(b, "seconds", s->seconds);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_bit_precision(JsonBuilder *b, const Statistics *s) {
  json_builder_set_member_name(b, "bit_precision");
  json_builder_begin_object(b);
  json_add_int(b, "rounds", s->rounds);
  json_add_int(b, "lifted", s->lifted);
  json_add_int(b, "variables", s->variables);
  json_builder_end_object(b);
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
    json_add_int(b, "runs", s->runs[p]);
    json_add_double(b, "seconds", s->seconds[p]);
    json_builder_end_object(b);
  }
  json_builder_end_object(b);
  add_members(b, s->members);
  add_strategies(b, s->strategies);
  json_add_string(b, "overflow", claim_overflow(c->program));
  json_add_int(b, "iterations", s->iterations);
  json_add_int(b, "conjuncts_sliced", s->conjuncts_sliced);
  json_add_int(b, "unrolling", s->unrolling);
  if (s->rounds) add_bit_precision(b, s);
  if (s->closed_by) json_add_string(b, "closed_by", s->closed_by);
  json_add_double(b, "cpu_seconds", s->cpu_seconds);
  json_add_int(b, "max_rss_kib", s->max_rss_kib);
  json_builder_end_object(b);
}

/* What running the program natively takes. */
static void add_program(JsonBuilder *b, const Cfc *c) {
  const Program *p = c->program;
  json_add_string(b, "program", p->path);
  if (p->hash) json_add_string(b, "program_hash", p->hash);
  json_add_files(b, p);
  json_add_string(b, "entry", p->property->entry);
  if (p->driver) json_add_string(b, "driver", p->driver);
  json_builder_set_member_name(b, "error_functions");
  json_builder_begin_array(b);
  for (char **f = p->property->error_functions; *f; f++) json_builder_add_string_value(b, *f);
  json_builder_end_array(b);
  add_texts(b, "external_functions", p->external_functions);
  json_builder_set_member_name(b, "external_objects");
  json_builder_begin_object(b);
  for (guint i = 0; i < p->globals->len; i++) {
    const IrGlobal *g = program_global(p, i);
    if (g->external && program_site(p, g->site)->kind == SITE_EXTERNAL) json_add_int(b, g->name, (gint64)MIN(g->size, (guint64)G_MAXINT));
  }
  json_builder_end_object(b);
}

/* What the question was restricted to. */
static void add_restriction(JsonBuilder *b, const Property *p) {
  guint ends = 0;
  for (guint kind = 0; kind < FAILURE_KINDS; kind++) ends |= (guint)property_ends(p, kind) << kind;
  if (p->failures != ends) {
    json_builder_set_member_name(b, "only");
    json_builder_begin_array(b);
    for (guint kind = 0; kind < FAILURE_KINDS; kind++)
      if (property_counts(p, kind)) json_builder_add_string_value(b, failure_row(kind)->name);
    json_builder_end_array(b);
  }
  if (!p->at_file) return;
  json_builder_set_member_name(b, "at");
  json_builder_begin_object(b);
  json_add_string(b, "file", p->at_file);
  json_add_int(b, "line", p->at_line);
  json_builder_end_object(b);
}

static void add_timeline(JsonBuilder *b, const Cfc *c) {
  json_builder_set_member_name(b, "timeline");
  json_builder_begin_array(b);
  for (guint i = 0; i < c->timeline->len; i++) {
    const CfcEvent *e = c->timeline->pdata[i];
    json_builder_begin_object(b);
    json_add_double(b, "at", e->at);
    json_add_string(b, "phase", phase_name(e->phase));
    if (e->analyzer != NULL) json_add_string(b, "analyzer", e->analyzer);
    json_add_string(b, "answer", e->what);
    json_add_double(b, "seconds", e->seconds);
    json_builder_end_object(b);
  }
  json_builder_end_array(b);
}

static void add_cfc(JsonBuilder *b, const Cfc *c) {
  json_builder_begin_object(b);
  json_add_string(b, "format", "acf-cfc");
  json_add_int(b, "format_version", 1);
  json_add_string(b, "acf_version", claim_version());
  add_program(b, c);
  json_add_string(b, "property", property_name(c->program->property));
  add_restriction(b, c->program->property);
  json_add_string(b, "data_model", claim_data_model(c->program));
  json_add_string(b, "overflow", claim_overflow(c->program));
  json_add_string(b, "verdict", verdict_name(claims_verdict(c)));
  json_add_bool(b, "exact", claims_characterized(c));
  if (claims_characterized(c)) json_add_string(b, "exact_by", claims_exact(c) ? "formula" : "automaton");
  if (c->program->nothing_fails && claims_verdict(c) == VERDICT_SAFE)
    json_add_string(b, "nothing_can_fail", c->program->nothing_fails);
  json_add_bool(b, "interrupted", c->interrupted);
  add_inputs(b, c);
  input_bounds_write(b, &c->program->bounds);
  add_scan_order(b, c->program->scan_order);
  json_builder_set_member_name(b, "partitions");
  json_builder_begin_array(b);
  g_autoptr(Examples) examples = examples_new(c);
  for (guint i = 0; i < c->partitions->len; i++) add_partition(b, c, c->partitions->pdata[i], examples);
  json_builder_end_array(b);
  json_add_automaton(b, c);
  json_add_rounds(b, c);
  json_add_guard(b, c);
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
  return json_builder_text(b);
}
