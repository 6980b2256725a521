/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probabilities of failure automata, for people and as JSON. */
#include <math.h>
#include <string.h>
#include "cfc/json-build.h"
#include "count/automaton-count.h"

enum { MAX_FRACTION = 40 }; /* characters of a fraction for people */

static char *fraction_text(const mpq_t q) {
  char *raw = mpq_get_str(NULL, 10, q), *text = g_strdup(raw);
  free(raw);
  return text;
}

/* "0.25", "1 - 2.3e-10": what is nearly certain is not certain. */
static char *value_text(const mpq_t q) {
  const double value = mpq_get_d(q);
  if (isinf(value)) return g_strdup("more than 1e+308");
  if (value == 0 && mpq_sgn(q)) return g_strdup("less than 1e-307");
  g_autofree char *text = g_strdup_printf("%.6g", value);
  if (mpq_cmp_ui(q, 1, 1) >= 0 || !g_str_equal(text, "1")) return g_steal_pointer(&text);
  mpq_t rest;
  mpq_init(rest);
  mpq_set_ui(rest, 1, 1);
  mpq_sub(rest, rest, q);
  char *near = g_strdup_printf("1 - %.3g", mpq_get_d(rest));
  mpq_clear(rest);
  return near;
}

/* With the fraction, where it is short and says more. */
static void append_value(GString *out, const mpq_t q) {
  g_autofree char *value = value_text(q), *fraction = fraction_text(q);
  g_string_append(out, value);
  if (strlen(fraction) <= MAX_FRACTION && !g_str_equal(value, fraction)) g_string_append_printf(out, " (%s)", fraction);
}

static void append_endless(GString *out, const AutomatonCount *k) {
  g_string_append_printf(out, "by the automaton: ends within %u step%s with probability ", k->steps, k->steps == 1 ? "" : "s");
  append_value(out, k->within);
  g_string_append(out, "\n  runs for ever with probability ");
  append_value(out, k->ever);
  g_string_append_c(out, '\n');
  if (mpq_cmp_ui(k->ever, 1, 1) == 0) return;
  g_string_append(out, mpq_sgn(k->ever) ? "  expected number of steps, of the runs that end: " : "  expected number of steps: ");
  append_value(out, k->expected);
  g_string_append_c(out, '\n');
}

void automaton_count_append_text(GString *out, const AutomatonCount *k) {
  if (k->reason) {
    g_string_append_printf(out, "by the automaton: not known: %s\n", k->reason);
    return;
  }
  if (k->endless) {
    append_endless(out, k);
    return;
  }
  g_string_append_printf(out, "by the automaton: fails within %u step%s with probability ", k->steps, k->steps == 1 ? "" : "s");
  append_value(out, k->within);
  g_string_append(out, "\n  fails at all with probability ");
  append_value(out, k->ever);
  g_string_append_c(out, '\n');
  if (!mpq_sgn(k->ever)) return;
  const gboolean certain = mpq_cmp_ui(k->ever, 1, 1) == 0;
  g_string_append(out, certain ? "  expected number of steps: " : "  expected number of steps, of the runs that fail: ");
  append_value(out, k->expected);
  g_string_append(out, certain ? "\n" : "; of all runs it is infinite\n");
}

static void add_value(JsonBuilder *b, const char *name, const mpq_t q) {
  g_autofree char *fraction = fraction_text(q);
  json_builder_set_member_name(b, name);
  json_builder_begin_object(b);
  json_add_string(b, "fraction", fraction);
  if (isfinite(mpq_get_d(q))) json_add_double(b, "value", mpq_get_d(q));
  json_builder_end_object(b);
}

void automaton_count_add_json(JsonBuilder *b, const AutomatonCount *k) {
  json_builder_set_member_name(b, "automaton");
  json_builder_begin_object(b);
  json_add_int(b, "steps", k->steps);
  if (k->reason) {
    json_add_string(b, "reason", k->reason);
  } else {
    add_value(b, k->endless ? "ends_within" : "within", k->within);
    add_value(b, "ever", k->ever);
    const gboolean certain = mpq_cmp_ui(k->ever, 1, 1) == 0;
    json_add_bool(b, "certain", certain);
    if (k->endless ? !certain : mpq_sgn(k->ever)) add_value(b, k->endless ? "expected_steps_to_end" : "expected_steps", k->expected);
  }
  json_builder_end_object(b);
}
