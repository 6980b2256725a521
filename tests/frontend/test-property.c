/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties by name and from property files. */
#include <glib/gstdio.h>
#include "frontend/property.h"

static gboolean has(const Property *p, const char *function) {
  return g_strv_contains((const char *const *)p->error_functions, function);
}

static Property *parse_file(const char *text, GError **error) {
  char *path = NULL;
  int fd = g_file_open_tmp("acf-XXXXXX.prp", &path, NULL);
  g_assert_cmpint(fd, >=, 0);
  g_close(fd, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  Property *p = property_parse(path, error);
  g_unlink(path);
  g_free(path);
  return p;
}

static void test_name(void) {
  Property *p = property_parse("unreach-call", NULL);
  g_assert_nonnull(p);
  g_assert_cmpstr(property_name(p), ==, "unreach-call");
  g_assert_cmpstr(p->entry, ==, "main");
  const char *all[] = {"reach_error", "__VERIFIER_error", "__assert_fail", "__assert",
                       "__assert_perror_fail"};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) g_assert_true(has(p, all[i]));
  g_assert_false(has(p, "abort"));
  property_free(p);
}

static void test_unknown_name(void) {
  GError *error = NULL;
  g_assert_null(property_parse("no-melting", &error));
  g_assert_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_UNKNOWN);
  g_assert_nonnull(g_strstr_len(error->message, -1, "unreach-call"));
  g_error_free(error);
}

/* Several together: by names, and in a file. */
static void test_joined(void) {
  char *names[] = {"no-overflow", "unreach-call", NULL}, *wider[] = {"no-overflow", "runtime-errors", NULL},
       *wrong[] = {"no-overflow", "no-melting", NULL};
  g_autoptr(Property) two = property_parse_all(names, NULL), one = property_parse_all(wider, NULL),
                      file = parse_file("CHECK( init(main()), LTL(G ! overflow) )\n"
                                        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
                                        NULL),
                      same = property_named("unreach-call+no-overflow");
  g_assert_cmpstr(property_name(two), ==, "unreach-call+no-overflow");
  g_assert_true(property_counts(two, FAILURE_OVERFLOW) && property_counts(two, FAILURE_ASSERT));
  g_assert_false(property_counts(two, FAILURE_SHIFT) || property_ends(two, FAILURE_SHIFT));
  g_assert_null(property_difference(two, file));
  g_assert_null(property_difference(two, same));
  g_assert_cmpstr(property_name(one), ==, "runtime-errors");
  g_assert_null(property_parse_all(wrong, NULL));
  g_assert_null(parse_file("CHECK( init(f()), LTL(G ! overflow) ) CHECK( init(g()), LTL(G def-behavior) )", NULL));
}

/* What the question is restricted to. */
static void test_restricted(void) {
  g_autoptr(Property) p = property_parse("runtime-errors", NULL);
  property_set_failures(p, FAILURE_BIT(OVERFLOW) | FAILURE_BIT(SHIFT));
  property_set_place(p, "prog.c", 7);
  g_assert_true(property_counts_at(p, FAILURE_OVERFLOW, "src/prog.c", 7));
  g_assert_false(property_counts_at(p, FAILURE_OVERFLOW, "otherprog.c", 7));
  g_assert_false(property_counts_at(p, FAILURE_OVERFLOW, "prog.c", 8));
  g_assert_false(property_counts_at(p, FAILURE_ABORT, "prog.c", 7));
  g_assert_true(property_ends(p, FAILURE_ABORT));
  g_autoptr(Property) copy = property_copy(p), whole = property_parse("runtime-errors", NULL);
  g_assert_null(property_difference(p, copy));
  g_autofree char *differs = property_difference(p, whole);
  g_assert_nonnull(differs);
}

static void test_files(void) {
  static const char *const texts[] = {"CHECK( init(main()), LTL(G ! call(reach_error())) )\n\n",
                                      "CHECK(init(main()),LTL(G!call(__VERIFIER_error())))",
                                      "// a comment\nCHECK (\n init ( main ( ) ) , // another\n LTL ( G ! "
                                      "call ( reach_error ( ) ) ) )\n// the end"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    GError *error = NULL;
    Property *p = parse_file(texts[i], &error);
    g_assert_no_error(error);
    g_assert_cmpstr(p->entry, ==, "main");
    g_assert_true(has(p, "reach_error"));
    g_assert_true(has(p, "__VERIFIER_error"));
    g_assert_true(has(p, "__assert_fail"));
    property_free(p);
  }
}

static void test_other_functions(void) {
  Property *p = parse_file("CHECK( init(start_2()), LTL(G ! call(my_failure())) )", NULL);
  g_assert_nonnull(p);
  g_assert_cmpstr(p->entry, ==, "start_2");
  g_assert_true(has(p, "my_failure"));
  g_assert_false(has(p, "__assert_fail"));
  g_assert_false(has(p, "reach_error"));
  property_free(p);
}

static void test_bad_files(void) {
  static const char *const texts[] = {"",
                                      "CHECK( init(main()), LTL(G valid-something) )",
                                      "CHECK( init(main()), LTL(G ! call(f())) ) x",
                                      "CHECK( init(), LTL(G ! call(f())) )",
                                      "CHECK( init(main()), LTL(G ! call(1f())) )",
                                      "CHECK( init(main()), LTL(F ! call(f())) )",
                                      "// CHECK( init(main()), LTL(G ! call(f())) )"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    GError *error = NULL;
    g_assert_null(parse_file(texts[i], &error));
    g_assert_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_SYNTAX);
    g_clear_error(&error);
  }
}

/* The three lines of SV-COMP are one property, in any order; memory that is not freed is more than a leak. */
static void test_memory_safety(void) {
  Property *p = parse_file("CHECK( init(main()), LTL(G valid-memtrack) )\n"
                           "CHECK( init(main()), LTL(G valid-free) )\n"
                           "CHECK( init(main()), LTL(G valid-deref) )\n",
                           NULL);
  g_assert_nonnull(p);
  g_assert_cmpstr(property_name(p), ==, "valid-memsafety");
  g_autofree char *text = property_specification(p, "f");
  Property *again = parse_file(text, NULL);
  g_assert_nonnull(again);
  g_assert_null(property_difference(p, again));
  Property *tracked = property_named("valid-memtrack+valid-memcleanup");
  g_assert_true(property_asks(tracked, PROPERTY_VALID_MEMCLEANUP));
  property_free(tracked);
  property_free(again);
  property_free(p);
}

/* A copy says the same; whatever differs is named, the order of the error functions and repetitions do not
 * count. */
static void test_values(void) {
  static const char *const names[] = {"f", "g", "f", NULL}, *const turned[] = {"g", "f", NULL},
                           *const one[] = {"f", NULL};
  g_autoptr(Property) usual = property_new(PROPERTY_UNREACH_CALL, NULL, NULL),
                      named = property_new(PROPERTY_UNREACH_CALL, NULL, names),
                      same = property_new(PROPERTY_UNREACH_CALL, "main", turned), copy = property_copy(named),
                      other = property_new(PROPERTY_UNREACH_CALL, NULL, one),
                      entry = property_new(PROPERTY_UNREACH_CALL, "start", names);
  g_assert_true(property_has_usual_errors(usual) && !property_has_usual_errors(named));
  g_assert_cmpuint(g_strv_length(named->error_functions), ==, 2);
  g_assert_true(property_is_error(named, "g") && !property_is_error(named, "reach_error"));
  g_assert_null(property_difference(named, same));
  g_assert_null(property_difference(named, copy));
  g_autofree char *errors = property_difference(named, other), *begin = property_difference(named, entry),
                  *text = property_specification(entry, "g"), *cover = property_cover(entry);
  g_assert_cmpstr(errors, ==, "set of error functions (f, g, not f)");
  g_assert_cmpstr(begin, ==, "entry function (main, not start)");
  g_assert_cmpstr(text, ==, "CHECK( init(start()), LTL(G ! call(g())) )");
  g_assert_cmpstr(cover, ==, "COVER( init(start()), FQL(COVER EDGES(@CALL(f))) )");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/property/joined", test_joined);
  g_test_add_func("/property/restricted", test_restricted);
  g_test_add_func("/property/name", test_name);
  g_test_add_func("/property/unknown-name", test_unknown_name);
  g_test_add_func("/property/files", test_files);
  g_test_add_func("/property/other-functions", test_other_functions);
  g_test_add_func("/property/bad-files", test_bad_files);
  g_test_add_func("/property/memory-safety", test_memory_safety);
  g_test_add_func("/property/values", test_values);
  return g_test_run();
}
