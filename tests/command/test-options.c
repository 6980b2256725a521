/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: what is taken, what is refused, and what holds when nothing is said. */
#include <string.h>
#include "command/options.h"

/* Parses a command line given as one string, as a shell would split it. */
static gboolean parse(const char *line, CommandLine *o, char **message) {
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
  CommandLine o;
  gint64 before = g_get_monotonic_time();
  g_assert_true(parse("prog.c", &o, NULL));
  g_assert_cmpstr(o.analysis.program, ==, "prog.c");
  g_assert_null(o.analysis.properties);
  g_assert_cmpfloat(o.analysis.seconds, ==, 300);
  g_assert_cmpuint(o.analysis.memory_mib, ==, 4096);
  g_assert_cmpuint(o.analysis.jobs, ==, 0);
  g_assert_false(o.no_cache);
  g_assert_cmpuint(o.analysis.unroll, ==, 0);
  g_assert_cmpuint(o.analysis.inputs_per_site, ==, 0);
  g_assert_cmpint(o.analysis.start, >=, before);
  g_assert_false(o.analysis.lp64 || o.analysis.no_overflow || o.replay || o.stats || o.dump_ir || o.version);
  g_assert_cmpint(o.analysis.verbosity, ==, 0);
  g_assert_null(o.analysis.error_functions);
  g_assert_null(o.analysis.engine);
  options_clear(&o);
}

static void test_everything(void) {
  CommandLine o;
  g_assert_true(parse("-p x.prp --error f --error g --json a --smt2 b -o c --time 1.5 --memory 10 --LP64 "
                      "--jobs 3 --no-cache "
                      "--overflow=none --unroll 3 "
                      "--inputs-per-site 0 --engine kind --replay --stats --dump-ir -v -vv 'the program.c'",
                      &o, NULL));
  g_assert_cmpstr(o.analysis.program, ==, "the program.c");
  g_assert_cmpstr(o.analysis.properties[0], ==, "x.prp");
  g_assert_cmpuint(g_strv_length(o.analysis.error_functions), ==, 2);
  g_assert_cmpstr(o.analysis.error_functions[1], ==, "g");
  g_assert_cmpstr(o.json, ==, "a");
  g_assert_cmpstr(o.smt2, ==, "b");
  g_assert_cmpstr(o.folder, ==, "c");
  g_assert_cmpfloat(o.analysis.seconds, ==, 1.5);
  g_assert_cmpuint(o.analysis.memory_mib, ==, 10);
  g_assert_cmpuint(o.analysis.jobs, ==, 3);
  g_assert_true(o.no_cache);
  g_assert_true(o.analysis.lp64 && o.analysis.no_overflow && o.replay && o.stats && o.dump_ir);
  g_assert_cmpuint(o.analysis.unroll, ==, 3);
  g_assert_cmpuint(o.analysis.inputs_per_site, ==, 0);
  g_assert_cmpstr(o.analysis.engine, ==, "kind");
  g_assert_cmpint(o.analysis.verbosity, ==, 3);
  options_clear(&o);
  g_assert_null(o.analysis.program);
}

static void test_quiet(void) {
  CommandLine o;
  g_assert_true(parse("-q -v prog.c", &o, NULL));
  g_assert_cmpint(o.analysis.verbosity, ==, -1);
  options_clear(&o);
}

static void test_data_models(void) {
  static const struct {
    const char *flag;
    gboolean lp64;
  } cases[] = {{"--ILP32", FALSE}, {"--32", FALSE}, {"--LP64", TRUE}, {"--64", TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *line = g_strconcat(cases[i].flag, " prog.c", NULL);
    CommandLine o;
    g_assert_true(parse(line, &o, NULL));
    g_assert_cmpint(o.analysis.lp64, ==, cases[i].lp64);
    options_clear(&o);
  }
}

static void test_version(void) {
  CommandLine o;
  g_assert_true(parse("--version", &o, NULL)); /* needs no program */
  g_assert_true(o.version);
  options_clear(&o);
}

static void test_dashes(void) {
  CommandLine o;
  g_assert_true(parse("-q -- --json", &o, NULL));
  g_assert_cmpstr(o.analysis.program, ==, "--json");
  g_assert_null(o.json);
  options_clear(&o);
}

/* Files and flags in any order; behind "--" all are files. */
static void test_files(void) {
  CommandLine o;
  g_assert_true(
      parse("-Iinc a.c -D N=3 --model m.c b.c --cc-flag=-O2 --cc-flag=-fshort-enums -std=c99 --entry f "
            "--compile-commands db.json -- -Dc.c",
            &o, NULL));
  g_autofree char *files = g_strjoinv(" ", o.analysis.files), *flags = g_strjoinv(" ", o.analysis.flags);
  g_assert_cmpstr(files, ==, "a.c b.c -Dc.c");
  g_assert_cmpstr(flags, ==, "-I inc -DN=3 -std=c99 -fshort-enums");
  g_assert_cmpstr(o.analysis.program, ==, "a.c");
  g_assert_cmpstr(o.analysis.models[0], ==, "m.c");
  g_assert_cmpstr(o.analysis.compile_commands, ==, "db.json");
  g_assert_cmpstr(o.analysis.entry, ==, "f");
  options_clear(&o);
}

/* Those that take time are counted, so that time is kept for them; those that only print are not. */
static void test_outputs(void) {
  CommandLine o;
  g_assert_true(parse("--json a --smt2 b prog.c", &o, NULL));
  g_assert_cmpuint(o.analysis.outputs, ==, 0);
  options_clear(&o);
  g_assert_true(parse(
      "--html a --witness b --plot --replay --count --export tests=c --export harness=d prog.c", &o, NULL));
  g_assert_cmpuint(o.analysis.outputs, ==, 10);
  options_clear(&o);
}

static void test_refused(void) {
  static const struct {
    const char *line, *named;
  } cases[] = {
      {"", "program"},
      {"a.c b.c a.c", "a.c"},
      {"a.c -I", "-I"},
      {"--cc-flag=-fplugin=x a.c", "-fplugin=x"},
      {"--cc-flag=-m64 a.c", "-m64"},
      {"--entry '' a.c", "--entry"},
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
    CommandLine o;
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
  g_test_add_func("/options/files", test_files);
  g_test_add_func("/options/outputs", test_outputs);
  g_test_add_func("/options/refused", test_refused);
  return g_test_run();
}
