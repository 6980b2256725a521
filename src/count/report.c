/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts for people, and as JSON. */
#include <string.h>
#include "count/automaton-count.h"
#include "count/count.h"
#include "cfc/claims.h"
#include "cfc/json-build.h"
#include "ir/print.h"

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

/* "12", "approximately 12"; verbose: "12 by closed form" */
static char *amount(const Count *c, gboolean verbose) {
  g_autofree char *n = number(c->n), *method = verbose ? count_method_text(c) : NULL;
  return g_strconcat(c->exact ? "" : "approximately ", n, verbose ? " by " : NULL, method, NULL);
}

static gboolean is_one(const CountPair *p) {
  return p->lower->known && p->upper->known && mpz_cmp(p->lower->n, p->upper->n) == 0 &&
         p->lower->exact == p->upper->exact;
}

static void append_amounts(GString *out, const CountPair *p, gboolean verbose) {
  g_autofree char *lower = amount(p->lower, verbose), *upper = amount(p->upper, verbose);
  if (is_one(p))
    g_string_append_printf(out, "%s%s\n", p->lower->exact ? "exactly " : "", lower);
  else if (p->lower->known && p->upper->known)
    g_string_append_printf(out, "at least %s, at most %s\n", lower, upper);
  else if (p->lower->known)
    g_string_append_printf(out, "at least %s; how many at most is not known: %s\n", lower, p->upper->reason);
  else if (p->upper->known)
    g_string_append_printf(out, "at most %s; how many at least is not known: %s\n", upper, p->lower->reason);
  else
    g_string_append_printf(out, "not known: %s\n", p->lower->reason);
}

static void append_pair(GString *out, const CfcCount *k, const CountPair *p, gboolean verbose) {
  double least, most;
  cfc_count_probability(k, p, &least, &most);
  append_amounts(out, p, verbose);
  if (least == most)
    g_string_append_printf(out, "  probability %.6g\n", least);
  else if (least > 0 || most < 1)
    g_string_append_printf(out, "  probability between %.6g and %.6g\n", least, most);
}

/* "2 inputs of 64 bits together: 18446744073709551616 points" */
static void append_space(GString *out, const CfcCount *k, gboolean verbose) {
  const Count *points = k->points;
  const guint n = k->space->len;
  guint bits = 0;
  for (guint i = 0; i < n; i++) bits += ((const Term *)k->space->pdata[i])->width;
  g_autofree char *all = amount(points, verbose && points->methods);
  g_string_append_printf(out, "counted over %u input%s of %u bits%s%s: ", n, n == 1 ? "" : "s", bits,
                         n > 1 ? " together" : "", term_is_true(k->domain) ? "" : ", within the domain");
  if (points->known)
    g_string_append_printf(out, "%s point%s\n", all, mpz_cmp_ui(points->n, 1) == 0 ? "" : "s");
  else
    g_string_append_printf(out, "how many points is not known: %s\n", points->reason);
}

char *cfc_count_text(const CfcCount *k, gboolean verbose) {
  GString *out = g_string_new(NULL);
  if (k->space->len > 0) append_space(out, k, verbose);
  for (guint i = 0; i < k->n && k->n > 1; i++) {
    g_string_append_printf(out, "partition %u: failing inputs: ", i + 1);
    append_pair(out, k, &k->partitions[i], verbose);
  }
  g_string_append(out, k->n > 1 ? "all partitions: failing inputs: " : "failing inputs: ");
  if (k->space->len > 0)
    append_pair(out, k, &k->total, verbose);
  else /* all inputs are one point */
    g_string_append(out, mpz_sgn(k->total.upper->n) == 0   ? "none\n"
                         : mpz_sgn(k->total.lower->n) == 0 ? "not known: no formula mentions an input\n"
                                                           : "all\n");
  const double wrong = k->total.lower->delta + k->total.upper->delta;
  if (!k->total.lower->exact || !k->total.upper->exact)
    g_string_append_printf(out, "approximate counts are within a factor %.4g with probability %.4g%%\n",
                           1 + k->epsilon, 100 * (1 - (is_one(&k->total) ? wrong / 2 : wrong)));
  if (k->automaton) automaton_count_append_text(out, k->automaton);
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

static void add_space(JsonBuilder *b, const CfcCount *k, const Cfc *c) {
  json_builder_set_member_name(b, "inputs");
  json_builder_begin_array(b);
  for (guint i = 0; i < k->space->len; i++) {
    g_autofree char *symbol = input_symbol(c->program, k->space->pdata[i]);
    json_builder_add_string_value(b, symbol);
  }
  json_builder_end_array(b);
  g_autofree char *domain = term_printable(k->domain) ? term_to_smt2(c->program, k->domain) : NULL;
  if (domain) json_add_string(b, "domain", domain);
  add_count(b, "points", k->points, k->epsilon);
}

char *cfc_count_json(const CfcCount *k, const Cfc *c) {
  g_autoptr(JsonBuilder) b = json_builder_new();
  json_builder_begin_object(b);
  json_add_string(b, "format", "acf-count");
  json_builder_set_member_name(b, "format_version");
  json_builder_add_int_value(b, 1);
  json_add_string(b, "acf_version", claim_version());
  json_add_string(b, "program", c->program->path);
  add_space(b, k, c);
  json_builder_set_member_name(b, "partitions");
  json_builder_begin_array(b);
  for (guint i = 0; i < k->n; i++) add_pair(b, k, &k->partitions[i]);
  json_builder_end_array(b);
  json_builder_set_member_name(b, "total");
  add_pair(b, k, &k->total);
  if (k->automaton) automaton_count_add_json(b, k->automaton);
  json_builder_end_object(b);
  return json_builder_text(b);
}
