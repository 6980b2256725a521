/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A failure automaton that was written is read back as it was; what is wrong with one is said, and where. */
#include <glib/gstdio.h>
#include <string.h>
#include "cfc/read.h"
#include "export/export.h"
#include "tests/helpers/automata.h"
#include "tests/helpers/sample.h"

static Cfc *read_text(const char *text, GError **error) {
  g_autofree char *path = temporary_file(text);
  Cfc *c = cfc_read(path, error);
  g_unlink(path);
  return c;
}

static const Term *relative(guint site, guint r) { return term_input((InputKey){site, ROUND_OCCURRENCE + r, 0}, 32); }

static const Term *is(const Term *input, guint64 value) { return term_eq(input, term_const(32, value)); }

static void add_edge(FailureAutomaton *a, guint from, guint to, const Term *guard, guint site, guint count) {
  g_autoptr(GArray) reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
  const SiteReads r = {site, count};
  if (count) g_array_append_val(reads, r);
  failure_automaton_add_edge(a, from, to, guard, reads);
}

/* Reads m or n, twice in a step; s is uninitialised memory; o is read, but decides nothing. */
static Cfc *sample(Program *p) {
  const char *const names[] = {"o", "n", "m"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    const InputSite s = {.kind = SITE_NONDET, .variable = g_intern_string(names[i]), .function = "__VERIFIER_nondet_int",
                         .type = "int", .width = 32, .is_signed = TRUE, .loc = {"p.c", 9 - i, 7}};
    program_add_site(p, &s);
  }
  const InputSite memory = {.kind = SITE_UNINITIALISED, .variable = "s", .type = "int", .width = 8, .element_width = 32,
                            .loc = {"p.c", 2, 3}};
  program_add_site(p, &memory);
  Cfc *c = cfc_new(p);
  FailureAutomaton *a = c->automaton = failure_automaton_new();
  failure_automaton_add_location(a, g_strdup("on == 0"), (IrLoc){g_intern_string("p.c"), 4, 3});
  failure_automaton_add_location(a, NULL, (IrLoc){0});
  failure_automaton_add_location(a, NULL, (IrLoc){0})->never_fails = TRUE;
  const Term *go = is(relative(1, 1), 7), *pair = term_and(is(relative(1, 1), 8), is(relative(1, 2), 9));
  const Failure f = {{g_intern_string("p.c"), 12, 4}, FAILURE_ASSERT};
  add_edge(a, 0, 1, go, 1, 1);
  failure_automaton_add_failure(a, 0, f, pair);
  add_edge(a, 0, 0, term_not(term_or(go, pair)), 1, 2);
  add_edge(a, 1, 2, is(relative(3, 1), 0), 2, 1);
  add_edge(a, 1, EDGE_ENDS, term_and(term_not(is(relative(3, 1), 0)), is(relative(3, 1), 1)), 0, 0);
  add_edge(a, 1, 0, term_not(term_or(is(relative(3, 1), 0), is(relative(3, 1), 1))), 3, 1);
  add_edge(a, 2, 2, term_bool(TRUE), 0, 1);
  const Term *first = term_and(is(term_input((InputKey){1, 1, 0}, 32), 8), is(term_input((InputKey){1, 2, 0}, 32), 9));
  Partition *part = partition_new(term_bool(TRUE), first);
  Model *m = model_new();
  model_set(m, term_input((InputKey){1, 1, 0}, 32), 8);
  model_set(m, term_input((InputKey){1, 2, 0}, 32), 9);
  g_ptr_array_add(part->examples, m);
  g_array_append_val(part->errors, f);
  g_ptr_array_add(c->partitions, part);
  return c;
}

static char *sample_json(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = sample(p);
  char *json = export_json(c);
  cfc_free(c);
  program_free(p);
  return json;
}

static void test_round_trip(void) {
  g_autofree char *json = sample_json();
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(json, &error);
  g_assert_no_error(error);
  g_autofree char *again = export_json(back), *what = NULL;
  g_assert_true(g_str_equal(again, json));
  g_assert_cmpint(cfc_check(back, 60, &what), ==, CFC_SOUND);
  const FailureAutomaton *a = back->automaton;
  g_assert_cmpuint(a->locations->len, ==, 3);
  g_assert_cmpuint(a->edges->len, ==, 7);
  const FailureEdge *fails = (const FailureEdge *)a->edges->pdata[1], *passes = (const FailureEdge *)a->edges->pdata[5];
  g_assert_cmpint(fails->failure.kind, ==, FAILURE_ASSERT);
  g_assert_cmpuint(fails->failure.loc.line, ==, 12);
  g_assert_cmpuint(passes->reads->len, ==, 1);
  const InputSite *s = program_site(back->program, g_array_index(passes->reads, SiteReads, 0).site);
  g_assert_cmpint(s->kind, ==, SITE_UNINITIALISED);
}

/* Where the places say it alone, their symbols are not needed; nor what fails. */
static void test_plain(void) {
  g_autofree char *json = sample_json();
  GRegex *symbols = g_regex_new("(\"column\" : \\d+,)\\s+\"symbol\" : \"[^\"]*\",(\\s+\"count\")", 0, 0, NULL);
  GRegex *errors = g_regex_new("\"error\" : \\{[^}]*\\},", 0, 0, NULL);
  g_autofree char *places = g_regex_replace(symbols, json, -1, 0, "\\1\\2", 0, NULL),
                  *plain = g_regex_replace(errors, places, -1, 0, "", 0, NULL);
  g_assert_cmpuint(strlen(plain) + 100, <, strlen(json));
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(plain, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(((const FailureEdge *)back->automaton->edges->pdata[2])->reads->len, ==, 1);
  g_regex_unref(symbols);
  g_regex_unref(errors);
}

static char *replaced(const char *json, const char *part, const char *by) {
  const char *automaton = strstr(json, "\"automaton\" :"), *at = strstr(automaton, part);
  if (!at) g_error("no %s", part);
  g_autofree char *head = g_strndup(json, (gsize)(at - json));
  return g_strconcat(head, by, at + strlen(part), NULL);
}

static void test_malformed(void) {
  static const struct {
    const char *part, *by, *message;
  } bad[] = {
      {"\"automaton\" : {", "\"automaton\" : 3, \"other\" : {", "\"automaton\" is no object"},
      {"\"exact\" : true", "\"exact\" : false", "automaton: \"exact\" is false"},
      {"\"initial\" : 0", "\"initial\" : 1", "\"initial\""},
      {"\"relative\" : 1", "\"absolute\" : 1", "input 1: \"relative\" is missing"},
      {"\"relative\" : 1", "\"relative\" : 0", "\"relative\" is missing or is no number"},
      {"\"relative\" : 2", "\"relative\" : 1", "does not agree"},
      {"\"id\" : 1", "\"id\" : 2", "location 1: \"id\" is 2, not 1"},
      {"\"to\" : 1,", "\"to\" : 3,", "edge 1: \"to\" is 3, which is no location"},
      {"\"to\" : 1,", "\"to\" : \"somewhere\",", "neither a location nor"},
      {"\"to\" : 1,", "\"to\" : \"unknown\",", "the edges say otherwise"},
      {"\"from\" : 2", "\"from\" : 3", "edge 7: \"from\" is 3"},
      {"\"from\" : 2", "\"from\" : 0", "not in the order"},
      {"\"to\" : 2,\n        \"guard\" : \"true\"", "\"to\" : 1, \"guard\" : \"true\"", "may lead to a failure"},
      {"(= |n@8:7#+1| #x00000007)", "(= |n@8:7#1| #x00000007)", "edge 1: guard: character 4: 'n@8:7#1' is not a declared input"},
      {"(= |n@8:7#+1| #x00000007)", "(= |n@8:7#+1| #x07)", "edge 1: guard"},
      {"\"kind\" : \"assert\"", "\"kind\" : \"overflow\"", "edge 2: \"kind\""},
      {"\"count\" : 1", "\"count\" : 0", "edge 1: reads 1: \"count\""},
      {"\"symbol\" : \"n@8:7#+1\",\n            \"count\"", "\"symbol\" : \"q\", \"count\"", "'q' is no input of the automaton"},
  };
  g_autofree char *json = sample_json();
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *text = replaced(json, bad[i].part, bad[i].by);
    g_autoptr(GError) error = NULL;
    g_autoptr(Cfc) c = read_text(text, &error);
    if (c) g_error("accepted: %s", bad[i].by);
    if (!strstr(error->message, bad[i].message)) g_error("%s: %s", bad[i].by, error->message);
  }
}

static char *endless_json(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  g_ptr_array_add(c->partitions, partition_new(term_bool(TRUE), term_bool(FALSE)));
  char *json = export_json(c);
  cfc_free(c);
  program_free(p);
  return json;
}

/* The property says what going on for ever is. */
static void test_endless(void) {
  g_autofree char *json = endless_json(), *what = NULL;
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(json, &error);
  g_assert_no_error(error);
  g_autofree char *again = export_json(back);
  g_assert_cmpstr(again, ==, json);
  g_assert_true(back->automaton->endless_fails);
  g_assert_nonnull(strstr(json, "\"exact_by\" : \"automaton\""));
  g_assert_nonnull(strstr(json, "\"verdict\" : \"unknown\""));
  g_assert_cmpint(cfc_check(back, 60, &what), ==, CFC_SOUND);
}

/* No failure follows, but a run may go on; and an example that ends. */
static void test_endless_wrong(void) {
  g_autofree char *json = endless_json(), *never = replaced(json, "\"state_c\" : \"on == 0\"", "\"never_fails\" : true");
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) refused = read_text(never, &error);
  g_assert_null(refused);
  g_assert_nonnull(strstr(error->message, "location 0: \"never_fails\" is true, but a run may go on from there for ever"));
  Program *p = program_new("p.c", 32);
  Cfc *c = endless_cfc(p);
  for (guint last = 4; last <= 6; last++) { /* it ends, is stuck, or goes on */
    Partition *part = partition_new(term_bool(TRUE), term_bool(TRUE));
    Model *m = model_new();
    model_set(m, term_input((InputKey){0, 1, 0}, 32), 1);
    model_set(m, term_input((InputKey){0, 2, 0}, 32), last);
    g_ptr_array_add(part->examples, m);
    g_ptr_array_set_size(c->partitions, 0);
    g_ptr_array_add(c->partitions, part);
    g_autofree char *what = NULL;
    g_assert_cmpint(cfc_check(c, 60, &what), ==, last == 4 ? CFC_WRONG : CFC_SOUND);
    if (last == 4) g_assert_nonnull(strstr(what, "does not lead it to a failure"));
  }
  cfc_free(c);
  program_free(p);
}

/* Files whose shape is right, but whose claims cannot be. */
static void test_contradictions(void) {
  static const struct {
    const char *part, *by, *message;
  } bad[] = {{"(= |n@8:7#+1| #x00000007)", "(= |n@8:7#+1| #x00000006)", "location 0: not exactly one guard"},
             {"\"guard\" : \"true\"", "\"guard\" : \"false\"", "location 2: not exactly one guard"},
             {"\"to\" : \"fails\"", "\"to\" : \"ends\"", "never fails"}};
  g_autofree char *json = sample_json();
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *text = replaced(json, bad[i].part, bad[i].by), *what = NULL;
    g_autoptr(GError) error = NULL;
    g_autoptr(Cfc) c = read_text(text, &error);
    g_assert_no_error(error);
    g_assert_cmpint(cfc_check(c, 60, &what), ==, CFC_WRONG);
    if (!strstr(what, bad[i].message)) g_error("%s: %s", bad[i].by, what);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/read-automaton/round-trip", test_round_trip);
  g_test_add_func("/read-automaton/plain", test_plain);
  g_test_add_func("/read-automaton/malformed", test_malformed);
  g_test_add_func("/read-automaton/endless", test_endless);
  g_test_add_func("/read-automaton/endless-wrong", test_endless_wrong);
  g_test_add_func("/read-automaton/contradictions", test_contradictions);
  return g_test_run();
}
