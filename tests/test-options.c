/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what is taken, what is refused, and what holds when nothing is said. */
#include <string.h>
#include "options.h"

/* Parses a command line given as one string, as a shell would split it. */
static gboolean parse(const char *line, Options *o, char **message) {
  g_autoptr(GError) error = NULL;
  g_autofree char *whole = g_strconcat("acf ", line, NULL);
  int argc;
  char **argv;
  g_assert_true(g_shell_parse_argv(whole, &argc, &argv, NULL));
  g_autofree char **left =
      g_memdup2(argv, (argc + 1) * sizeof *argv); /* parsing drops entries of its array */
  char **rest = left;
  gboolean good = options_parse(&argc, &rest, o, &error);
  if (!good) g_assert_error(error, G_OPTION_ERROR, error->code);
  if (message) *message = good ? NULL : g_strdup(error->message);
  g_strfreev(argv);
  return good;
}

static void test_defaults(void) {
  Options o;
  gint64 before = g_get_monotonic_time();
  g_assert_true(parse("prog.c", &o, NULL));
  g_assert_cmpstr(o.program, ==, "prog.c");
  g_assert_null(o.property);
  g_assert_cmpfloat(o.seconds, ==, 300);
  g_assert_cmpuint(o.memory_mib, ==, 4096);
  g_assert_cmpuint(o.jobs, ==, 0);
  g_assert_false(o.no_cache);
  g_assert_cmpuint(o.unroll, ==, 0);
  g_assert_cmpuint(o.inputs_per_site, ==, 0);
  g_assert_cmpint(o.start, >=, before);
  g_assert_false(o.lp64 || o.no_overflow || o.replay || o.stats || o.dump_ir || o.version);
  g_assert_cmpint(o.verbosity, ==, 0);
  g_assert_null(o.error_functions);
  g_assert_null(o.engine);
  options_clear(&o);
}

static void test_everything(void) {
  Options o;
  g_assert_true(parse("-p x.prp --error f --error g --json a --smt2 b -o c --time 1.5 --memory 10 --LP64 "
                      "--jobs 3 --no-cache "
                      "--overflow=none --unroll 3 "
                      "--inputs-per-site 0 --engine kind --replay --stats --dump-ir -v -vv 'the program.c'",
                      &o, NULL));
  g_assert_cmpstr(o.program, ==, "the program.c");
  g_assert_cmpstr(o.property, ==, "x.prp");
  g_assert_cmpuint(g_strv_length(o.error_functions), ==, 2);
  g_assert_cmpstr(o.error_functions[1], ==, "g");
  g_assert_cmpstr(o.json, ==, "a");
  g_assert_cmpstr(o.smt2, ==, "b");
  g_assert_cmpstr(o.folder, ==, "c");
  g_assert_cmpfloat(o.seconds, ==, 1.5);
  g_assert_cmpuint(o.memory_mib, ==, 10);
  g_assert_cmpuint(o.jobs, ==, 3);
  g_assert_true(o.no_cache);
  g_assert_true(o.lp64 && o.no_overflow && o.replay && o.stats && o.dump_ir);
  g_assert_cmpuint(o.unroll, ==, 3);
  g_assert_cmpuint(o.inputs_per_site, ==, 0);
  g_assert_cmpstr(o.engine, ==, "kind");
  g_assert_cmpint(o.verbosity, ==, 3);
  options_clear(&o);
  g_assert_null(o.program);
}

static void test_quiet(void) {
  Options o;
  g_assert_true(parse("-q -v prog.c", &o, NULL));
  g_assert_cmpint(o.verbosity, ==, -1);
  options_clear(&o);
}

static void test_data_models(void) {
  static const struct {
    const char *flag;
    gboolean lp64;
  } cases[] = {{"--ILP32", FALSE}, {"--32", FALSE}, {"--LP64", TRUE}, {"--64", TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *line = g_strconcat(cases[i].flag, " prog.c", NULL);
    Options o;
    g_assert_true(parse(line, &o, NULL));
    g_assert_cmpint(o.lp64, ==, cases[i].lp64);
    options_clear(&o);
  }
}

static void test_version(void) {
  Options o;
  g_assert_true(parse("--version", &o, NULL)); /* needs no program */
  g_assert_true(o.version);
  options_clear(&o);
}

static void test_dashes(void) {
  Options o;
  g_assert_true(parse("-q -- --json", &o, NULL));
  g_assert_cmpstr(o.program, ==, "--json");
  g_assert_null(o.json);
  options_clear(&o);
}

static void test_refused(void) {
  static const struct {
    const char *line, *named;
  } cases[] = {
      {"", "program"},
      {"a.c b.c", "program"},
      {"--what a.c", "--what"},
      {"a.c --json", "--json"},
      {"--time 0 a.c", "--time"},
      {"--time nan a.c", "--time"},
      {"--time inf a.c", "--time"},
      {"--time=-2 a.c", "--time"},
      {"--memory 0 a.c", "--memory"},
      {"--memory 1e3 a.c", "--memory"},
      {"--jobs=-1 a.c", "--jobs"},
      {"--unroll=-1 a.c", "--unroll"},
      {"--inputs-per-site=-1 a.c", "--inputs-per-site"},
      {"--engine best a.c", "best"},
      {"--overflow=sometimes a.c", "--overflow"},
      {"--error '' a.c", "--error"},
      {"--32 --64 a.c", "--LP64"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *message = NULL;
    Options o;
    g_test_message("%s", cases[i].line);
    g_assert_false(parse(cases[i].line, &o, &message));
    g_assert_nonnull(strstr(message, cases[i].named));
    options_clear(&o);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/options/defaults", test_defaults);
  g_test_add_func("/options/everything", test_everything);
  g_test_add_func("/options/quiet", test_quiet);
  g_test_add_func("/options/data-models", test_data_models);
  g_test_add_func("/options/version", test_version);
  g_test_add_func("/options/dashes", test_dashes);
  g_test_add_func("/options/refused", test_refused);
  return g_test_run();
}
