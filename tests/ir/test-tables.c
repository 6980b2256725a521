/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of failures, properties and kinds of inputs: every row has what it needs, and is read back from
 * JSON as it was written. */
#include <string.h>
#include <glib/gstdio.h>
#include "engine/engine.h"
#include "export/export.h"
#include "native/input-drive.h"
#include "ir/print.h"
#include "frontend/property.h"
#include "cfc/read.h"
#include "tests/helpers/sample.h"

static Cfc *read_text(const char *text, GError **error) {
  g_autofree char *path = temporary_file(text);
  Cfc *c = cfc_read(path, error);
  g_unlink(path);
  return c;
}

static void note_once(GHashTable *seen, const char *name) {
  g_assert_nonnull(name);
  g_assert_true(*name && g_hash_table_add(seen, (gpointer)name));
}

/* A characterization with a site of every kind, all of which matter, and an error of every kind that the
 * property counts. */
static Cfc *new_cfc(Program *p) {
  Cfc *c = cfc_new(p);
  const Term *some = term_bool(FALSE);
  for (guint i = 0; i < SITE_KINDS; i++) {
    g_autofree char *variable = g_strdup_printf("v%u", i);
    const InputSite s = {.kind = (SiteKind)i,
                         .variable = variable,
                         .type = "int",
                         .width = 32,
                         .element_width = 32,
                         .is_signed = TRUE,
                         .loc = {"p.c", i + 1, 3}};
    const Term *input = term_input((InputKey){program_add_site(p, &s), 1, 0}, 32);
    g_ptr_array_add(c->inputs, (gpointer)input);
    some = term_or(some, term_eq(input, term_const(32, 7)));
  }
  Partition *all = partition_new(some, some);
  for (guint i = 0; i < FAILURE_KINDS; i++) {
    const Failure f = {{g_intern_static_string("p.c"), 20 + i, 1}, (FailureKind)i};
    if (property_counts(p->property, f.kind)) g_array_append_val(all->errors, f);
  }
  g_ptr_array_add(c->partitions, all);
  return c;
}

/* --- the rows --- */

static void test_failures(void) {
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal),
                        texts = g_hash_table_new(g_str_hash, g_str_equal),
                        absences = g_hash_table_new(g_str_hash, g_str_equal),
                        rules = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < FAILURE_KINDS; i++) {
    const FailureRow *row = failure_row((FailureKind)i);
    FailureKind found;
    PropertyKind property;
    note_once(names, row->name);
    note_once(texts, row->text);
    note_once(absences, row->absence);
    note_once(rules, row->rule);
    g_assert_true(failure_find(row->name, &found));
    g_assert_cmpint(found, ==, i);
    g_assert_true(property_find(row->competition, &property));
    g_assert_true(property_row(property)->failures & 1u << i);
  }
  FailureKind none;
  g_assert_false(failure_find("melting", &none));
}

/* What it is as a file, with an error function and without, is read as that kind. */
static void check_file(PropertyKind kind, const char *function) {
  const char *const one[] = {function, NULL};
  g_autoptr(Property) p = property_new(kind, "start", one);
  g_autofree char *text = property_specification(p, function), *path = temporary_file(text),
                  *cover = property_cover(p);
  g_autoptr(GError) error = NULL;
  g_autoptr(Property) back = property_parse(path, &error);
  g_unlink(path);
  g_assert_no_error(error);
  g_assert_cmpint(back->kind, ==, kind);
  g_assert_cmpstr(back->entry, ==, "start");
  if (strstr(property_row(kind)->formula, "%s")) g_assert_null(property_difference(p, back));
  g_assert_true(g_str_has_prefix(cover, "COVER( init(start()), ") && !strchr(cover, '%'));
}

static void test_properties(void) {
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal);
  g_autofree char *all = property_names();
  for (guint i = 0; i < PROPERTY_KINDS; i++) {
    const PropertyRow *row = property_row((PropertyKind)i);
    PropertyKind found;
    note_once(names, row->name);
    g_assert_true(property_find(row->name, &found));
    g_assert_cmpint(found, ==, i);
    g_assert_cmpuint(row->failures, !=, 0);
    g_assert_cmpuint(row->failures, <, 1u << FAILURE_KINDS);
    g_assert_nonnull(strstr(all, row->name));
    g_autoptr(Property) p = property_parse(row->name, NULL);
    g_assert_cmpint(p->kind, ==, i);
    check_file((PropertyKind)i, "give_up");
  }
}

/* What was checked in words: of the usual error functions the first, of the user's all. */
static void test_absence(void) {
  static const struct {
    const char *functions[4], *text;
  } rows[] = {
      {{NULL}, "no call of reach_error, no failing assert"},
      {{"give_up", NULL}, "no call of give_up"},
      {{"give_up", "stop", NULL}, "no call of give_up or stop"},
      {{"__assert_fail", NULL}, "no failing assert"},
      {{"reach_error", "__assert_fail", "stop", NULL}, "no call of reach_error or stop, no failing assert"}};
  for (guint i = 0; i < G_N_ELEMENTS(rows); i++) {
    const char *const *functions = rows[i].functions[0] ? rows[i].functions : NULL;
    g_autoptr(Property) p = property_new(PROPERTY_UNREACH_CALL, NULL, functions);
    g_autofree char *text = property_absence(p);
    g_assert_cmpstr(text, ==, rows[i].text);
  }
}

/* Of many kinds the names are enough for a line that is read first. */
static void test_absence_of_many(void) {
  g_autoptr(Property) few = property_new(PROPERTY_VALID_MEMSAFETY, NULL, NULL),
                      many = property_new(PROPERTY_RUNTIME_ERRORS, NULL, NULL);
  g_autofree char *few_text = property_absence(few), *many_text = property_absence(many);
  g_assert_cmpstr(few_text, ==, "valid-memsafety (no invalid access to memory, no invalid free, no memory leak)");
  g_assert_cmpstr(many_text, ==,
                  "runtime-errors (call of reach_error, assert, abort, overflow, division-by-zero, shift, unreachable, "
                  "invalid-deref, invalid-free)");
}

/* Calls of the usual functions are failures of the property that they belong to. */
static void test_error_functions(void) {
  g_autoptr(Property) p = property_new(PROPERTY_UNREACH_CALL, NULL, NULL);
  g_assert_cmpstr(p->error_functions[0], ==, error_function_usual());
  g_assert_true(error_function_is_known(error_function_usual()));
  guint asserts = 0;
  for (char **f = p->error_functions; *f; f++) {
    const FailureKind kind = error_function_failure(*f);
    g_assert_true(property_counts(p, kind));
    g_assert_cmpint(g_str_has_prefix(*f, "__assert"), ==, kind == FAILURE_ASSERT);
    asserts += kind == FAILURE_ASSERT;
  }
  g_assert_cmpuint(asserts, >, 0);
  g_assert_cmpint(error_function_failure("give_up"), ==, FAILURE_ERROR_CALL);
  g_assert_false(error_function_is_known("give_up") || error_function_ends("give_up"));
}

static InputSite site_of(SiteKind kind, const char *function) {
  return (InputSite){.kind = kind, .function = function, .variable = "v", .width = 32};
}

static void test_inputs(void) {
  g_autoptr(GHashTable) names = g_hash_table_new(g_str_hash, g_str_equal),
                        texts = g_hash_table_new(g_str_hash, g_str_equal);
  g_autofree char *all = input_kind_names();
  for (guint i = 0; i < SITE_KINDS; i++) {
    const InputKindRow *row = input_kind_row((SiteKind)i);
    const InputSite with = site_of((SiteKind)i, "f"), without = site_of((SiteKind)i, NULL);
    SiteKind found;
    note_once(names, row->name);
    note_once(texts, row->text ? row->text : "usual");
    g_assert_true(input_kind_find(row->name, &found));
    g_assert_cmpint(found, ==, i);
    g_assert_nonnull(strstr(all, row->name));
    /* it enters in one way only, and what a test sets is called, an argument, or comes from outside */
    g_assert_cmpint(site_is_called(&with) + site_is_memory(&with) + site_is_argument(&with), ==, 1);
    g_assert_false(site_is_called(&without) || input_settable(&without));
    g_assert_true(!input_settable(&with) || site_is_called(&with) || site_is_argument(&with) ||
                  input_from_outside(&with));
    g_assert_true(!site_has(&with, INPUT_COMMON) || input_settable(&with));
  }
  SiteKind none;
  g_assert_false(input_kind_find("telepathy", &none));
  g_assert_cmpuint(input_kinds_with(INPUT_COMMON), ==, 1u << SITE_NONDET);
}

/* --- JSON --- */

static void check_rows_back(PropertyKind kind) {
  Program *p = program_new("p.c", 32);
  property_free(p->property);
  p->property = property_new(kind, "start", NULL);
  Cfc *c = new_cfc(p);
  g_autofree char *json = export_json(c), *text = export_text(c, TRUE, TRUE, FALSE);
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(json, &error);
  g_assert_no_error(error);
  g_assert_null(property_difference(back->program->property, p->property));
  const GArray *written = ((Partition *)c->partitions->pdata[0])->errors,
               *errors = ((Partition *)back->partitions->pdata[0])->errors;
  g_assert_cmpuint(errors->len, ==, written->len);
  for (guint i = 0; i < errors->len; i++) {
    const Failure f = g_array_index(errors, Failure, i);
    g_assert_true(failure_same(f, g_array_index(written, Failure, i)));
    g_autofree char *says = g_strdup_printf("reaches %s at p.c:%u\n", failure_row(f.kind)->text, f.loc.line);
    g_assert_nonnull(strstr(text, says));
  }
  g_assert_cmpuint(back->inputs->len, ==, SITE_KINDS);
  for (guint i = 0; i < SITE_KINDS; i++) {
    const InputSite *s = program_site(back->program, i);
    const char *people = input_kind_row((SiteKind)i)->text;
    g_assert_cmpint(s->kind, ==, i);
    g_autofree char *says =
        g_strdup_printf("int, p.c:%u%s%s\n", i + 1, people ? ", " : "", people ? people : "");
    g_assert_nonnull(strstr(text, says));
  }
  g_autofree char *again = export_json(back);
  g_assert_cmpstr(again, ==, json);
  cfc_free(c);
  program_free(p);
}

static void test_json(void) {
  for (guint i = 0; i < PROPERTY_KINDS; i++) check_rows_back((PropertyKind)i);
}

static char *replaced(const char *text, const char *pattern, const char *by) {
  g_autoptr(GRegex) regex = g_regex_new(pattern, 0, 0, NULL);
  g_assert_true(g_regex_match(regex, text, 0, NULL));
  return g_regex_replace_literal(regex, text, -1, 0, by, 0, NULL);
}

static void expect_refusal(const char *json, const char *why) {
  g_autoptr(GError) error = NULL;
  g_assert_null(read_text(json, &error));
  g_assert_nonnull(error);
  if (!strstr(error->message, why)) g_test_message("%s", error->message);
  g_assert_nonnull(strstr(error->message, why));
}

/* Names of no row are refused; an error of a file that does not say its kind is a call. */
static void test_other_names(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = new_cfc(p);
  g_autofree char *json = export_json(c), *failure = replaced(json, "\"assert\"", "\"melting\""),
                  *property = replaced(json, "\"unreach-call\"", "\"no-melting\""),
                  *input = replaced(json, "\"parameter\"", "\"telepathy\""),
                  *old = replaced(json, ",\\s*\"kind\"\\s*:\\s*\"(assert|error-call)\"", "");
  expect_refusal(failure, "\"kind\": 'melting' is not known");
  expect_refusal(property, "\"property\": 'no-melting' is not known (known: unreach-call, ");
  expect_refusal(input, "\"kind\": 'telepathy' is not known");
  g_autoptr(GError) error = NULL;
  g_autoptr(Cfc) back = read_text(old, &error);
  g_assert_no_error(error);
  const GArray *errors = ((Partition *)back->partitions->pdata[0])->errors;
  for (guint i = 0; i < errors->len; i++)
    g_assert_cmpint(g_array_index(errors, Failure, i).kind, ==, FAILURE_ERROR_CALL);
  cfc_free(c);
  program_free(p);
}

/* --- from the program to the regions --- */

/* Two failures on one line of the text are two regions, for their kinds differ. */
static void test_kinds_of_program(void) {
  Loaded l = sample_load(
      "#define TWO(x) (x > 100 ? __assert_fail(\"\", \"\", 0, \"\") : x < 5 ? reach_error() : (void)0)\n"
      "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
      "extern void reach_error(void);\n"
      "int main(void) { int x = any(); TWO(x); return 0; }");
  g_autofree gboolean *seen = g_new0(gboolean, FAILURE_KINDS);
  Confirmation c = {.question = sample_question(&l)};
  c.question.start_unroll = 1;
  Evidence *e = symex_confirm(&c);
  const Term *x = sample_input(l.program, 0, 1);
  g_assert_cmpuint(e->fails->len, ==, 2);
  for (guint i = 0; i < e->fails->len; i++) {
    const Region *r = &g_array_index(e->fails, Region, i);
    const gboolean large = r->error.kind == FAILURE_ASSERT;
    seen[r->error.kind] = TRUE;
    g_assert_cmpint(sample_contains(r->formula, x, 101), ==, large);
    g_assert_cmpint(sample_contains(r->formula, x, 4), ==, !large);
  }
  g_assert_true(seen[FAILURE_ASSERT] && seen[FAILURE_ERROR_CALL]);
  evidence_free(e);
  g_autoptr(GString) dump = g_string_new(NULL);
  program_dump(l.program, dump);
  g_assert_nonnull(strstr(dump->str, "error assert"));
  g_assert_nonnull(strstr(dump->str, "error error-call"));
  sample_free(&l);
}

/* Every kind of input has a name in the dump. */
static void test_dump(void) {
  Program *p = program_new("p.c", 32);
  cfc_free(new_cfc(p));
  g_autoptr(GString) dump = g_string_new(NULL);
  program_dump(p, dump);
  for (guint i = 0; i < SITE_KINDS; i++) {
    g_autofree char *line = g_strdup_printf("site %u: %s ", i, site_kind_name((SiteKind)i));
    g_assert_nonnull(strstr(dump->str, line));
  }
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/tables/failures", test_failures);
  g_test_add_func("/tables/properties", test_properties);
  g_test_add_func("/tables/absence", test_absence);
  g_test_add_func("/tables/absence/many", test_absence_of_many);
  g_test_add_func("/tables/error-functions", test_error_functions);
  g_test_add_func("/tables/inputs", test_inputs);
  g_test_add_func("/tables/json", test_json);
  g_test_add_func("/tables/other-names", test_other_names);
  g_test_add_func("/tables/kinds-of-program", test_kinds_of_program);
  g_test_add_func("/tables/dump", test_dump);
  return g_test_run();
}
