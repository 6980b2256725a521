/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CBMC: points from its JSON. */
#include "portfolio/cbmc.h"
#include "portfolio/external.h"
#include "tests/helpers/sample.h"
#include <string.h>

enum { FIRST_LINE = 13 }; /* of a sample's own text */

static void append_step(GString *out, const char *lhs, guint line, const char *binary, gboolean hidden) {
  g_string_append_printf(
      out,
      "{\"stepType\": \"assignment\", \"hidden\": %s, \"lhs\": \"%s\", \"sourceLocation\": "
      "{\"file\": \"p.c\", \"function\": \"main\", \"line\": \"%u\"}, \"value\": "
      "{\"binary\": \"%s\", \"name\": \"integer\", \"type\": \"signed int\"}},\n",
      hidden ? "true" : "false", lhs, line, binary);
}

/* Among results, that a loop goes on comes before the failure. */
static char *document(const GString *steps, gboolean in_results) {
  const char *open = in_results ? "{\"result\": [{\"property\": \"main.unwind.0\", \"trace\": []}, "
                                  "{\"property\": \"p.assertion.1\", \"trace\": ["
                                : "{\"trace\": [",
             *close = in_results ? "]}]}" : "]}";
  return g_strconcat("a warning\n[ {\"program\": \"CBMC\"}, {\"messageText\": \"[\\\"{\"},", open, steps->str,
                     "{\"stepType\": \"failure\"}", close, ", {\"cProverStatus\": \"failure\"}]\nmore\n",
                     NULL);
}

static void check_fails(const Loaded *l, const Model *m) {
  Automaton *trace = sample_trace(l, m);
  g_assert_nonnull(trace);
  automaton_free(trace);
}

static const char *source = "int main(void) { int s = 0;\n while (any()) {\n  s = any() - any();\n  if "
                            "(any_byte() > 200) check(s != 9); } }";

static void test_point(void) {
  for (guint form = 0; form < 2; form++) {
    Loaded l = sample_load(source);
    g_autoptr(GString) steps = g_string_new(NULL);
    const char *call = "return_value___VERIFIER_nondet_int", *byte = "return_value___VERIFIER_nondet_uchar";
    for (guint iteration = 0; iteration < 2; iteration++) {
      append_step(steps, call, FIRST_LINE + 1, "00000000000000000000000000000000", TRUE);
      append_step(steps, call, FIRST_LINE + 1, "00000000000000000000000000000001", FALSE);
      append_step(steps, "return_value___VERIFIER_nondet_int$0", FIRST_LINE + 2,
                  iteration ? "00000000000000000000000000001010" : "11111111111111111111111111111111", FALSE);
      append_step(steps, "return_value___VERIFIER_nondet_int$1", FIRST_LINE + 2,
                  iteration ? "00000000000000000000000000000001" : "00000000000000000000000000000000", FALSE);
      append_step(steps, byte, FIRST_LINE + 3, iteration ? "11001001" : "00000111", FALSE);
      append_step(steps, "s", FIRST_LINE + 2, "00000000000000000000000000000111", FALSE);
    }
    g_autofree char *text = document(steps, form);
    g_autoptr(GError) error = NULL;
    Model *m = cbmc_point(l.program, text, strlen(text), &error);
    g_assert_no_error(error);
    g_assert_cmpuint(model_size(m), ==, 8);
    g_assert_cmpuint(model_value(m, sample_input(l.program, 0, 2)), ==, 1);
    g_assert_cmphex(model_value(m, sample_input(l.program, 1, 1)), ==, 0xffffffff);
    g_assert_cmpuint(model_value(m, sample_input(l.program, 1, 2)), ==, 10);
    g_assert_cmpuint(model_value(m, sample_input(l.program, 2, 2)), ==, 1);
    g_assert_cmpuint(model_value(m, sample_input(l.program, 3, 2)), ==, 201);
    check_fails(&l, m);
    model_free(m);
    sample_free(&l);
  }
}

/* A call that is assigned goes without a temporary; with one, the assignment says nothing new. */
static void test_stored(void) {
  Loaded l = sample_load("int g;\nint main(void) { int x = 1;\n while (x)\n  x = any();\n int y = any();\n g "
                         "= any();\n check(y != g); }");
  g_autoptr(GString) steps = g_string_new(NULL);
  for (guint i = 0; i < 150; i++)
    append_step(steps, "x", FIRST_LINE + 3,
                i < 149 ? "00000000000000000000000000000011" : "00000000000000000000000000000000", FALSE);
  append_step(steps, "y", FIRST_LINE + 4, "00000000000000000000000000000000", TRUE);
  append_step(steps, "return_value___VERIFIER_nondet_int", FIRST_LINE + 4, "00000000000000000000000000000101",
              FALSE);
  append_step(steps, "y", FIRST_LINE + 4, "00000000000000000000000000000101", FALSE);
  append_step(steps, "g", FIRST_LINE + 5, "00000000000000000000000000000101", FALSE);
  g_autofree char *text = document(steps, FALSE);
  Model *m = cbmc_point(l.program, text, strlen(text), NULL);
  g_assert_nonnull(m);
  g_assert_cmpuint(model_size(m), ==, 152);
  g_assert_cmpuint(model_value(m, sample_input(l.program, 0, 149)), ==, 3);
  g_assert_cmpuint(model_value(m, sample_input(l.program, 1, 1)), ==, 5);
  g_assert_cmpuint(model_value(m, sample_input(l.program, 2, 1)), ==, 5);
  check_fails(&l, m);
  model_free(m);
  sample_free(&l);
}

/* Values that solvers hardly find are found when a verifier prints them, and believed when they fail. Another
 * x than the right one never does, whatever a solver can find. */
static void test_judged(void) {
  Loaded l = sample_load(
      "static unsigned long long mix(unsigned long long h) {\n h = (h ^ h >> 31) * 0x8d3f5b1c6a79e42dull;\n"
      " h = (h ^ h >> 29) * 0xb5297a4d3c81f6e9ull;\n return h ^ h >> 32;\n}\n"
      "int main(void) { unsigned x = any(), y = any();\n"
      " check(mix(mix((unsigned long long)x << 32 | y) * 3) != 0x7ce04dc365557f74ull); }");
  Analyzer a = {.name = "cbmc", .external = g_new0(Description, 1)};
  for (guint x = 4710; x <= 4711; x++) {
    Question q = sample_question(&l);
    q.deadline = g_get_monotonic_time() + 2 * G_USEC_PER_SEC;
    const Term *input = sample_input(l.program, 0, 1);
    q.condition = term_eq(input, term_const(input->width, x));
    Model *m = model_new();
    model_set(m, input, x);
    model_set(m, sample_input(l.program, 1, 1), 8);
    Opinion o = {.verdict = TOOL_FAILING, .point = m};
    Answer *answer = external_judge(&a, &q, &o);
    g_assert_cmpint(answer->kind, ==, x == 4711 ? ANSWER_ERROR : ANSWER_UNKNOWN);
    answer_free(answer);
    model_free(m);
  }
  g_free(a.external);
  sample_free(&l);
}

/* Steps that are not of use are left out. */
static void test_odd_steps(void) {
  Loaded l = sample_load(source);
  static const char *texts[] = {
      "[{\"trace\": [1, null, \"x\", [], {}, {\"lhs\": 3}, {\"lhs\": \"return_value_f\", \"sourceLocation\": "
      "7}]}]",
      "[{\"trace\": [{\"stepType\": \"assignment\", \"lhs\": \"return_value_\", \"sourceLocation\": "
      "{\"line\": \"x\"}, \"value\": {\"binary\": \"1\"}}]}]",
      "[{\"trace\": [{\"stepType\": \"assignment\", \"lhs\": \"return_value___VERIFIER_nondet_int\", "
      "\"sourceLocation\": {\"line\": \"14\"}, \"value\": {\"binary\": \"12\"}}]}]",
      "[{\"trace\": [{\"stepType\": \"assignment\", \"lhs\": \"return_value___VERIFIER_nondet_int\", "
      "\"sourceLocation\": {\"line\": 14}, \"value\": {\"binary\": \"1\"}}]}]",
      "[{\"trace\": [{\"stepType\": \"assignment\", \"lhs\": \"return_value___VERIFIER_nondet_int\", "
      "\"sourceLocation\": {\"line\": \"99\"}, \"value\": {\"binary\": \"1\"}}]}]",
      "[{\"trace\": [{\"stepType\": \"output\", \"lhs\": \"return_value___VERIFIER_nondet_int\", "
      "\"sourceLocation\": {\"line\": \"14\"}, \"value\": {\"binary\": \"1\"}}]}]"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    Model *m = cbmc_point(l.program, texts[i], strlen(texts[i]), NULL);
    g_assert_nonnull(m);
    g_assert_cmpuint(model_size(m), ==, 0);
    model_free(m);
  }
  sample_free(&l);
}

static void test_refused(void) {
  Loaded l = sample_load(source);
  g_autofree char *deep = g_strnfill(200000, '['), *large = g_strnfill(40 << 20, ' ');
  const struct {
    const char *text;
    int code;
  } cases[] = {
      {"", CBMC_ERROR_MALFORMED},
      {"[", CBMC_ERROR_MALFORMED},
      {"[1,]]", CBMC_ERROR_MALFORMED},
      {"[\"\xff\"]", CBMC_ERROR_MALFORMED},
      {"{}", CBMC_ERROR_MALFORMED},
      {"[]", CBMC_ERROR_NO_TRACE},
      {"[{\"trace\": 1}, {\"result\": {}}, {\"result\": [1, {\"trace\": {}}]}]", CBMC_ERROR_NO_TRACE},
      {"[{\"cProverStatus\": \"success\"}]", CBMC_ERROR_NO_TRACE},
      {deep, CBMC_ERROR_TOO_LARGE},
      {large, CBMC_ERROR_TOO_LARGE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(cbmc_point(l.program, cases[i].text, strlen(cases[i].text), &error));
    g_assert_error(error, ACF_CBMC_ERROR, cases[i].code);
  }
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cbmc/point", test_point);
  g_test_add_func("/cbmc/stored", test_stored);
  g_test_add_func("/cbmc/judged", test_judged);
  g_test_add_func("/cbmc/odd-steps", test_odd_steps);
  g_test_add_func("/cbmc/refused", test_refused);
  return g_test_run();
}
