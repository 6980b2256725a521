/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts for people, and as JSON. */
#include <string.h>
#include <json-glib/json-glib.h>
#include "count/count.h"
#include "export/claims.h"
#include "formula/print.h"

enum { MAX_DIGITS = 40 }; /* longer numbers are for programs */

static char *digits(const mpz_t n) {
  char *raw = mpz_get_str(NULL, 10, n), *text = g_strdup(raw);
  free(raw);
  return text;
}

static char *number(const mpz_t n) {
  char *text = digits(n);
  if (strlen(text) <= MAX_DIGITS) return text;
  char *brief = g_strdup_printf("%c.%.3se%u", text[0], text + 1, (guint)strlen(text) - 1);
  g_free(text);
  return brief;
}

/* "12 (closed form)", "about 12 (hashing)" */
static char *amount(const Count *c) {
  if (!c->known) return g_strdup_printf("not known (%s)", c->reason);
  g_autofree char *n = number(c->n), *method = count_method_text(c);
  return g_strdup_printf("%s%s (%s)", c->exact ? "" : "about ", n, method);
}

static gboolean is_one(const CountPair *p) {
  return p->lower->known && p->upper->known && mpz_cmp(p->lower->n, p->upper->n) == 0 &&
         p->lower->exact == p->upper->exact;
}

static void append_pair(GString *out, const CfcCount *k, const CountPair *p) {
  double least, most;
  cfc_count_probability(k, p, &least, &most);
  g_autofree char *lower = amount(p->lower), *upper = amount(p->upper);
  if (is_one(p))
    g_string_append_printf(out, "%s\n", lower);
  else
    g_string_append_printf(out, "at least %s, at most %s\n", lower, upper);
  if (least == most)
    g_string_append_printf(out, "  probability %.6g\n", least);
  else
    g_string_append_printf(out, "  probability between %.6g and %.6g\n", least, most);
}

char *cfc_count_text(const CfcCount *k, const Cfc *c) {
  GString *out = g_string_new(NULL);
  guint bits = 0;
  for (guint i = 0; i < k->space->len; i++) bits += ((const Term *)k->space->pdata[i])->width;
  g_autofree char *points = amount(k->points);
  g_string_append_printf(out, "inputs counted: %u of %u bits%s, %s points\n", k->space->len, bits,
                         term_is_true(k->domain) ? "" : ", within the domain", points);
  for (guint i = 0; i < k->n && k->n > 1; i++) {
    g_string_append_printf(out, "partition %u: failing inputs: ", i + 1);
    append_pair(out, k, &k->partitions[i]);
  }
  g_string_append(out, k->n > 1 ? "all partitions: failing inputs: " : "failing inputs: ");
  append_pair(out, k, &k->total);
  const double wrong = k->total.lower->delta + k->total.upper->delta;
  if (!k->total.lower->exact || !k->total.upper->exact)
    g_string_append_printf(out, "approximately, within a factor %.4g with probability %.4g%%\n",
                           1 + k->epsilon, 100 * (1 - (is_one(&k->total) ? wrong / 2 : wrong)));
  return g_string_free(out, FALSE);
}

static void add_count(JsonBuilder *b, const char *name, const Count *c, double epsilon) {
  json_builder_set_member_name(b, name);
  json_builder_begin_object(b);
  json_builder_set_member_name(b, "count");
  g_autofree char *n = digits(c->n), *method = count_method_text(c);
  if (c->known)
    json_builder_add_string_value(b, n);
  else
    json_builder_add_null_value(b);
  json_builder_set_member_name(b, "exact");
  json_builder_add_boolean_value(b, c->known && c->exact);
  json_builder_set_member_name(b, c->known ? "method" : "reason");
  json_builder_add_string_value(b, c->known ? method : c->reason);
  if (c->known && !c->exact) {
    json_builder_set_member_name(b, "factor");
    json_builder_add_double_value(b, 1 + epsilon);
    json_builder_set_member_name(b, "confidence");
    json_builder_add_double_value(b, 1 - c->delta);
  }
  json_builder_end_object(b);
}

static void add_pair(JsonBuilder *b, const CfcCount *k, const CountPair *p) {
  double least, most;
  cfc_count_probability(k, p, &least, &most);
  json_builder_begin_object(b);
  add_count(b, "lower", p->lower, k->epsilon);
  add_count(b, "upper", p->upper, k->epsilon);
  json_builder_set_member_name(b, "probability");
  json_builder_begin_array(b);
  json_builder_add_double_value(b, least);
  json_builder_add_double_value(b, most);
  json_builder_end_array(b);
  json_builder_end_object(b);
}

static void add_string(JsonBuilder *b, const char *name, const char *value) {
  json_builder_set_member_name(b, name);
  json_builder_add_string_value(b, value);
}

static void add_space(JsonBuilder *b, const CfcCount *k, const Cfc *c) {
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < k->space->len; i++) {
    g_autofree char *symbol = input_symbol(c->program, k->space->pdata[i]);
    json_builder_add_string_value(b, symbol);
  }
  json_builder_end_array(b);
  g_autofree char *domain = term_printable(k->domain) ? term_to_smt2(c->program, k->domain) : NULL;
  if (domain) add_string(b, "domain", domain);
  add_count(b, "points", k->points, k->epsilon);
}

char *cfc_count_json(const CfcCount *k, const Cfc *c) {
  g_autoptr(JsonBuilder) b = json_builder_new();
  json_builder_begin_object(b);
  add_string(b, "format", "acf-count");
  json_builder_set_member_name(b, "format_version");
  json_builder_add_int_value(b, 1);
  add_string(b, "acf_version", claim_version());
  add_string(b, "program", c->program->path);
  add_space(b, k, c);
  json_builder_set_member_name(b, "partitions");
  json_builder_begin_array(b);
  for (guint i = 0; i < k->n; i++) add_pair(b, k, &k->partitions[i]);
  json_builder_end_array(b);
  json_builder_set_member_name(b, "total");
  add_pair(b, k, &k->total);
  json_builder_end_object(b);
  JsonNode *root = json_builder_get_root(b);
  g_autoptr(JsonGenerator) generator = json_generator_new();
  json_generator_set_pretty(generator, TRUE);
  json_generator_set_root(generator, root);
  g_autofree char *text = json_generator_to_data(generator, NULL);
  json_node_unref(root);
  return g_strconcat(text, "\n", NULL);
}
