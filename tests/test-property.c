/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties by name and from property files. */
#include <glib/gstdio.h>
#include "frontend/property.h"

static gboolean has(const Property *p, const char *function) {
  return g_strv_contains((const char *const *)p->error_functions->pdata, function);
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
  g_assert_cmpstr(p->name, ==, "unreach-call");
  g_assert_cmpstr(p->entry, ==, "main");
  const char *all[] = {"reach_error", "__VERIFIER_error", "__assert_fail", "__assert",
                       "__assert_perror_fail"};
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) g_assert_true(has(p, all[i]));
  g_assert_false(has(p, "abort"));
  property_free(p);
}

static void test_unknown_name(void) {
  GError *error = NULL;
  g_assert_null(property_parse("no-overflow", &error));
  g_assert_error(error, ACF_PROPERTY_ERROR, PROPERTY_ERROR_UNKNOWN);
  g_assert_nonnull(g_strstr_len(error->message, -1, "unreach-call"));
  g_error_free(error);
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
                                      "CHECK( init(main()), LTL(G valid-free) )",
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

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/property/name", test_name);
  g_test_add_func("/property/unknown-name", test_unknown_name);
  g_test_add_func("/property/files", test_files);
  g_test_add_func("/property/other-functions", test_other_functions);
  g_test_add_func("/property/bad-files", test_bad_files);
  return g_test_run();
}
