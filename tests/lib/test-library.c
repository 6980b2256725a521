/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library from the outside, by its public header alone. */
#include <acf/acf.h>
#include <glib.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#ifdef HAVE_CONFIG_H
#include "config.h"
#endif

static const char two_regions[] = "int __VERIFIER_nondet_int(void); void reach_error(void);\n"
                                  "int main(void) {\n"
                                  "  int x = __VERIFIER_nondet_int();\n"
                                  "  if (x > 1000 || x == -7) reach_error();\n"
                                  "}\n";
/* Nobody knows for which inputs this fails. */
static const char hard[] = "unsigned __VERIFIER_nondet_uint(void); void reach_error(void);\n"
                           "int main(void) {\n"
                           "  unsigned n = __VERIFIER_nondet_uint(), h = n, i = 0;\n"
                           "  while (i < n) { h = h * 31 + (h >> 3) + i; i++; }\n"
                           "  if (n > 100000 && h == 12345) reach_error();\n"
                           "}\n";

static char *write_program(const char *text) {
  char *path = NULL;
  const int fd = g_file_open_tmp("acf-library-XXXXXX.c", &path, NULL);
  g_assert_cmpint(fd, >=, 0);
  g_close(fd, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}

static AcfProgram *load(const char *text) {
  g_autofree char *path = write_program(text);
  char *error = NULL;
  AcfProgram *p = acf_program_load(path, NULL, &error);
  g_assert_cmpstr(error, ==, NULL);
  g_unlink(path);
  return p;
}

static AcfResult *characterize(const char *text) {
  AcfProgram *p = load(text);
  AcfResult *r = acf_program_characterize(p, NULL, NULL);
  acf_program_free(p);
  return r;
}

static AcfPoint at(const AcfResult *r, const char *name, uint64_t bits) {
  const AcfValue v = {name, bits};
  return acf_result_evaluate(r, &v, 1, NULL);
}

static void check_two_regions(const AcfResult *r) {
  g_assert_cmpint(acf_result_verdict(r), ==, ACF_VERDICT_FAILURES);
  g_assert_true(acf_result_exact(r));
  g_assert_cmpuint(acf_result_n_inputs(r), ==, 1);
  g_assert_null(acf_result_input(r, 1));
  const AcfInput *x = acf_result_input(r, 0);
  g_assert_cmpstr(x->symbol, ==, "x@3:11#1");
  g_assert_cmpstr(x->name, ==, "x");
  g_assert_cmpstr(x->kind, ==, "nondet");
  g_assert_cmpstr(x->function, ==, "__VERIFIER_nondet_int");
  g_assert_cmpuint(x->width, ==, 32);
  g_assert_true(x->is_signed && x->matters);
  for (guint i = 0; i < 2; i++) {
    const char *name = i ? x->symbol : x->name;
    g_assert_cmpint(at(r, name, 1001), ==, ACF_POINT_MUST_FAIL);
    g_assert_cmpint(at(r, name, 1000), ==, ACF_POINT_SAFE);
    g_assert_cmpint(at(r, name, (uint32_t)-7), ==, ACF_POINT_MUST_FAIL);
    g_assert_cmpint(at(r, name, (uint32_t)-8), ==, ACF_POINT_SAFE);
  }
  g_assert_cmpint(acf_result_evaluate(r, NULL, 0, NULL), ==, ACF_POINT_SAFE);
}

static void check_examples(const AcfResult *r) {
  const size_t n = acf_result_n_partitions(r);
  uint64_t bits;
  g_assert_cmpuint(n, >=, 1);
  for (size_t i = 0; i < n; i++) {
    const AcfPartition *p = acf_result_partition(r, i);
    g_assert_true(p->exact && !p->reason);
    g_assert_nonnull(strstr(p->upper, "|x@3:11#1|"));
    g_assert_nonnull(strstr(p->lower_c, "x "));
    g_assert_cmpuint(p->n_examples, >=, 1);
    g_assert_true(acf_result_example(r, i, 0, 0, &bits));
    g_assert_cmpint(at(r, "x", bits), ==, ACF_POINT_MUST_FAIL);
    g_assert_false(acf_result_example(r, i, 0, 1, &bits));
    g_assert_false(acf_result_example(r, i, p->n_examples, 0, &bits));
  }
  g_assert_false(acf_result_example(r, n, 0, 0, &bits));
  g_assert_null(acf_result_partition(r, n));
}

static void test_result(void) {
  AcfResult *r = characterize(two_regions);
  check_two_regions(r);
  check_examples(r);
  acf_result_free(r);
}

static void test_files(void) {
  AcfResult *r = characterize(two_regions);
  char *error = NULL;
  g_autofree char *path = write_program("");
  g_assert_true(acf_result_write(r, ACF_FORMAT_JSON, path, &error));
  AcfResult *back = acf_result_read(path, &error);
  g_assert_cmpstr(error, ==, NULL);
  acf_result_free(r);
  check_two_regions(back);
  check_examples(back);
  char *text = acf_result_text(back, ACF_FORMAT_TEXT), *smt2 = acf_result_text(back, ACF_FORMAT_SMT2);
  g_assert_nonnull(strstr(text, "fails exactly"));
  g_assert_nonnull(strstr(smt2, "(define-fun upper "));
  acf_free(text);
  acf_free(smt2);
  g_assert_false(acf_result_write(back, ACF_FORMAT_SMT2, "/nowhere/at/all", &error));
  g_assert_nonnull(strstr(error, "/nowhere/at/all"));
  acf_free(error);
  acf_result_free(back);
  g_unlink(path);
}

static void test_errors(void) {
  char *error = NULL;
  g_assert_null(acf_program_load("/nowhere/at/all.c", NULL, &error));
  g_assert_nonnull(strstr(error, "/nowhere/at/all.c"));
  acf_free(error);
  g_assert_null(acf_program_load("/nowhere/at/all.c", NULL, NULL));
  const AcfLoadOptions odd = {.property = "no-such-property"};
  g_assert_null(acf_program_load("/nowhere/at/all.c", &odd, &error));
  g_assert_nonnull(strstr(error, "no-such-property"));
  acf_free(error);
  g_autofree char *path = write_program("{}");
  g_assert_null(acf_result_read(path, &error));
  g_assert_nonnull(strstr(error, "format"));
  acf_free(error);
  g_unlink(path);
  AcfResult *r = characterize(two_regions);
  const AcfValue unknown = {"y", 1}, large = {"x", G_GUINT64_CONSTANT(1) << 32};
  g_assert_cmpint(acf_result_evaluate(r, &unknown, 1, &error), ==, ACF_POINT_WRONG);
  g_assert_nonnull(strstr(error, "'y'"));
  acf_free(error);
  g_assert_cmpint(acf_result_evaluate(r, &large, 1, &error), ==, ACF_POINT_WRONG);
  g_assert_nonnull(strstr(error, "32 bits"));
  acf_free(error);
  acf_result_free(r);
  acf_result_free(NULL);
  acf_program_free(NULL);
}

static int stop(const AcfProgress *p, void *data) {
  unsigned *calls = data;
  g_assert_true(p->phase && p->seconds >= 0);
  return ++*calls >= 3;
}

static void on_alarm(int number) { acf_cancel(); }

/* What is stopped early is bounded all the same, and the next one is not stopped. */
static void test_stopping(void) {
  unsigned calls = 0;
  AcfProgram *p = load(hard);
  const AcfLimits limits = {.seconds = 60, .progress = stop, .data = &calls};
  const gint64 start = g_get_monotonic_time();
  AcfResult *r = acf_program_characterize(p, &limits, NULL);
  g_assert_cmpuint(calls, >=, 3);
  g_assert_true(acf_result_interrupted(r));
  g_assert_cmpint(acf_result_verdict(r), ==, ACF_VERDICT_UNKNOWN);
  /* nobody may have got as far as the input */
  const AcfPoint point = acf_result_n_inputs(r) ? at(r, "n", 200000) : acf_result_evaluate(r, NULL, 0, NULL);
  g_assert_cmpint(point, ==, ACF_POINT_MAY_FAIL);
  acf_result_free(r);
  signal(SIGALRM, on_alarm);
  alarm(1);
  r = acf_program_characterize(p, NULL, NULL);
  g_assert_true(acf_result_interrupted(r));
  acf_result_free(r);
  acf_program_free(p);
  g_assert_cmpint(g_get_monotonic_time() - start, <, 50 * G_USEC_PER_SEC);
  r = characterize(two_regions);
  g_assert_false(acf_result_interrupted(r));
  check_two_regions(r);
  acf_result_free(r);
}

static void test_version(void) {
  g_assert_cmpstr(acf_version(), ==, ACF_VERSION);
#ifdef PACKAGE_VERSION
  unsigned major, minor, patch;
  g_assert_cmpstr(PACKAGE_VERSION, ==, ACF_VERSION);
  g_assert_cmpint(sscanf(ACF_VERSION, "%u.%u.%u", &major, &minor, &patch), ==, 3);
  g_assert_cmpuint(ACF_VERSION_NUMBER, ==, major << 16 | minor << 8 | patch);
#endif
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/library/result", test_result);
  g_test_add_func("/library/files", test_files);
  g_test_add_func("/library/errors", test_errors);
  g_test_add_func("/library/stopping", test_stopping);
  g_test_add_func("/library/version", test_version);
  return g_test_run();
}
