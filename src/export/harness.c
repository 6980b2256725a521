/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A stand-alone C harness: a file that runs the tests of a suite when it is compiled with the program.
 *
 * The program's main gets another name; the input functions return the values of a test in the order of the
 * calls.  No headers of the C library that declare functions: the program may have its own of any name. */
#include <stdio.h>
#include <string.h>
#include "base/limits.h"
#include "cfc/claims.h"
#include "frontend/driver.h"
#include "native/driver-text.h"
#include "native/checks.h"
#include "native/harness-text.h"
#include "native/native-files.h"
#include "export/parameters.h"
#include "native/runner.h"
#include "export/suite.h"
#include "formula/floats.h"

#define ENTRY "acf_program_main"

static const char middle[] =
    "static unsigned acf_test, acf_read;\n"
    "static int *acf_failed; /* shared with the process that runs the tests */\n"
    "static unsigned long long acf_next(void) {\n"
    "  return acf_read < acf_tests[acf_test].n ? acf_tests[acf_test].values[acf_read++] : 0;\n"
    "}\n"
    "static void acf_fail(void) {\n"
    "  if (!acf_failed) {\n    printf(\"fails\\n\");\n    fflush(0);\n  } else\n    *acf_failed = 1;\n"
    "  _exit(1);\n"
    "}\n\n";

/* Where not only error calls count. */
static const char more_ends[] =
    "static void acf_fail_by(unsigned kind) {\n  (void)kind;\n  acf_fail();\n}\n"
    "static void acf_end(void) { _exit(0); }\n";

static const char ending[] =
    "static int acf_run_all(void) {\n"
    "  int wrong = 0;\n"
    "  acf_failed = mmap(0, sizeof(int), 3, 0x21, -1, 0);\n"
    "  for (acf_test = 0; acf_test < ACF_TESTS; acf_test++) {\n"
    "    int status = 0, pid;\n"
    "    *acf_failed = 0;\n"
    "    fflush(0);\n"
    "    pid = fork();\n"
    "    if (pid == 0) {\n"
    "      alarm(ACF_SECONDS);\n"
    "      acf_enter();\n"
    "      _exit(0);\n"
    "    }\n"
    "    waitpid(pid, &status, 0);\n"
    "    wrong += *acf_failed != acf_tests[acf_test].fails;\n"
    "    printf(\"test %u (%s): %s%s\\n\", acf_test + 1, acf_tests[acf_test].what,\n"
    "           *acf_failed ? \"fails\" : \"passes\",\n"
    "           *acf_failed == acf_tests[acf_test].fails ? \"\" : \", NOT AS PROMISED\");\n"
    "  }\n"
    "  printf(\"%u tests, %d not as promised\\n\", ACF_TESTS, wrong);\n"
    "  fflush(0);\n"
    "  return wrong != 0;\n"
    "}\n\n"
    "#undef main\n"
    "int main(int argc, char **argv) {\n"
    "  const char *digit;\n"
    "  if (argc < 2) return acf_run_all();\n"
    "  for (digit = argv[1]; *digit >= '0' && *digit <= '9'; digit++) acf_test = acf_test * 10 + (*digit - "
    "'0');\n"
    "  if (acf_test < 1 || acf_test > ACF_TESTS) {\n"
    "    printf(\"there are tests 1 to %u\\n\", ACF_TESTS);\n"
    "    return 2;\n  }\n"
    "  acf_test--;\n"
    "  acf_enter();\n"
    "  printf(\"passes\\n\");\n"
    "  return 0;\n"
    "}\n";

/* --- values --- */

char *test_value_text(const InputSite *s, guint64 value) {
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];
  if (s->is_float)
    return g_strdup(g_ascii_formatd(buffer, sizeof buffer, s->width == 32 ? "%.9g" : "%.17g",
                                    number_of_bits(s->width, value)));
  if (s->is_signed) return g_strdup_printf("%" G_GINT64_FORMAT, term_signed(value, s->width));
  return g_strdup_printf("%" G_GUINT64_FORMAT, value);
}

static void append_test(const Suite *s, guint i, GString *out) {
  const Test *t = s->tests->pdata[i];
  g_string_append_printf(out, "static const unsigned long long acf_values_%u[] = {", i + 1);
  for (guint k = 0; k < t->reads->len; k++) {
    const DrivenRead read = g_array_index(t->reads, DrivenRead, k);
    const InputSite *site = program_site(s->cfc->program, read.site);
    g_autofree char *text = test_value_text(site, read.value),
                    *name = comment_safe(site->variable ? site->variable : site->function);
    g_string_append_printf(out, "\n  %" G_GUINT64_FORMAT "ull, /* %s = %s */", read.value, name, text);
  }
  g_string_append(out, t->reads->len > 0 ? "\n  0};\n" : "0};\n");
}

static void append_tests(const Suite *s, GString *out) {
  for (guint i = 0; i < s->tests->len; i++) append_test(s, i, out);
  g_string_append_printf(out, "#define ACF_TESTS %uu\n#define ACF_SECONDS %d\n", s->tests->len,
                         limits.native_run_seconds);
  g_string_append(out,
                  "static const struct {\n  const unsigned long long *values;\n  unsigned n;\n  int fails;\n"
                  "  const char *what;\n} acf_tests[] = {\n");
  for (guint i = 0; i < s->tests->len; i++) {
    const Test *t = s->tests->pdata[i];
    g_autofree char *quoted = g_strescape(t->what, NULL);
    g_string_append_printf(out, "  {acf_values_%u, %u, %d, \"partition %u, %s\"},\n", i + 1, t->reads->len,
                           t->fails, t->partition + 1, quoted);
  }
  g_string_append(out, "  {0, 0, 0, 0}};\n");
}

/* --- functions --- */

static void append_input_function(GString *out, const char *name, const char *type) {
  const gboolean single = g_str_equal(type, "float");
  if (single || g_str_equal(type, "double"))
    g_string_append_printf(
        out, "ACF_WEAK %s %s() { union { unsigned %s i; %s f; } v; v.i = acf_next(); return v.f; }\n", type,
        name, single ? "int" : "long long", type);
  else
    g_string_append_printf(out, "ACF_WEAK %s %s() { return (%s)%sacf_next(); }\n", type, name, type,
                           g_str_has_suffix(type, "*") ? "(__UINTPTR_TYPE__)" : "");
}

static void append_inputs(const Suite *s, GString *out) {
  const Program *p = s->cfc->program;
  g_autoptr(GHashTable) done = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *site = program_site(p, i);
    if (!site_is_called(site)) continue;
    if (native_is_name(site->function) && g_hash_table_add(done, g_strdup(site->function)))
      append_input_function(out, site->function, runner_type(site));
  }
  for (const NativeInput *usual = native_inputs; usual->name; usual++)
    if (!g_hash_table_contains(done, usual->name)) append_input_function(out, usual->name, usual->type);
}

/* The call of the entry function.  That of another one than main is found by its name, for it may be static;
 * inputs that are its parameters are read one after the other. */
static void append_enter(const Suite *s, GString *out) {
  const Program *p = s->cfc->program;
  const char *entry = p->property->entry;
  if (g_str_equal(entry, "main")) { /* called as the system calls it, whatever parameters it has */
    g_string_append(out,
                    "int " ENTRY "();\nstatic char *acf_arguments[] = {\"program\", 0};\n"
                    "static void acf_enter(void) {\n  " ENTRY "(1, acf_arguments, acf_arguments + 1);\n}\n");
    return;
  }
  if (p->driver) {
    g_string_append(out, "#define acf_driver_value(site, k) ((void)(site), (void)(k), acf_next())\n"
                         "#define acf_driver_assumed() _exit(0)\n");
    native_append_driver(out, p);
    g_string_append(out, "void " DRIVER_START "(void);\nstatic void acf_enter(void) { " DRIVER_START "(); }\n");
    return;
  }
  g_autoptr(GString) types = g_string_new(NULL), names = g_string_new(NULL), reads = g_string_new(NULL);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *site = program_site(p, i);
    if (!site_is_argument(site)) continue;
    g_autofree char *name = g_strdup_printf("acf_parameter_%u", i);
    append_input_function(out, name, runner_type(site));
    g_string_append_printf(types, "%s%s", types->len ? ", " : "", runner_type(site));
    g_string_append_printf(names, "%sp%u", names->len ? ", " : "", i);
    g_string_append_printf(reads, "  %s p%u = %s();\n", runner_type(site), i, name);
  }
  g_string_append_printf(out,
                         "static void acf_enter(void) {\n%s  ((int (*)(%s))acf_find(\"%s\", 0))(%s);\n}\n",
                         reads->str, types->len ? types->str : "void", entry, names->str);
}

static const char *const own_flags[] = {"-Wl,--wrap=malloc", "-Wl,--unresolved-symbols=ignore-all",
                                        "-Dmain=" ENTRY, NATIVE_INSTRUMENT};

/* Adds a word of the shell; FALSE: a comment cannot have it. */
static gboolean add_word(GString *words, const char *word) {
  g_autofree char *safe = comment_safe(word), *quoted = g_shell_quote(word);
  if (!g_str_equal(word, safe)) return FALSE;
  const gboolean plain =
      strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+-=") == strlen(word);
  g_string_append_printf(words, "%s%s", words->len ? " " : "", plain ? word : quoted);
  return TRUE;
}

/* The program's files, and their flags where they are the same for all, as words of the shell that no
 * compiler takes for others than they are; NULL: a comment cannot have them. */
static char *program_words(const Suite *s) {
  const Program *p = s->cfc->program;
  g_autoptr(GString) words = g_string_new(NULL);
  const SourceFile *first = native_file(p, 0);
  gboolean good = TRUE;
  for (char **f = first ? first->flags : NULL; f && *f; f++) good = add_word(words, *f) && good;
  for (guint i = 0; i < native_files(p); i++) {
    const SourceFile *f = native_file(p, i);
    g_autofree char *file = program_argument(i == 0 && s->program ? s->program : f ? f->path : p->path);
    good = good && add_word(words, file) &&
           (!f || g_strv_equal((const char *const *)f->flags, (const char *const *)first->flags));
  }
  return good ? g_strdup(words->str) : NULL;
}

/* Ends the command that compiles the program with its driver, and begins the one behind it. */
static void append_entry_command(const char *word, const GPtrArray *flags, GString *out) {
  g_string_append_printf(out, " -I. -DACF_ENTRY_FILE='\"%s\"' -c THIS-FILE.c -o entry.o\n *   cc", word);
  for (guint i = 0; i < flags->len; i++) g_string_append_printf(out, " %s", (const char *)flags->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS(own_flags); i++) g_string_append_printf(out, " %s", own_flags[i]);
}

static void append_title(const Suite *s, GString *out) {
  g_autoptr(GPtrArray) flags = runner_flags(s->cfc->program);
  g_autofree char *path = comment_safe(s->program ? s->program : s->cfc->program->path),
                  *word = program_words(s);
  g_string_append_printf(out, "/* Tests of %s, by acf %s.  Compile and run%s:\n *   %s", path,
                         claim_version(), word ? "" : ", PROGRAM.c being that",
                         s->cfc->program->property->kind == PROPERTY_UNREACH_CALL ? "cc" : "clang");
  for (guint i = 0; i < flags->len; i++) g_string_append_printf(out, " %s", (const char *)flags->pdata[i]);
  for (guint i = 0; i < G_N_ELEMENTS(own_flags); i++) g_string_append_printf(out, " %s", own_flags[i]);
  if (s->cfc->program->driver) append_entry_command(word ? word : "PROGRAM.c", flags, out);
  g_string_append_printf(out, " %s THIS-FILE.c -o tests -lm\n *   ./tests      (all, each in a process)\n",
                         s->cfc->program->driver ? "entry.o"
                         : word                  ? word
                                                 : "PROGRAM.c");
  g_string_append(out, " *   ./tests 3    (the third one alone, for a debugger)\n");
  if (!s->checked) g_string_append(out, " * These tests were never run.\n");
  g_string_append(out, " * Memory that is not initialised is zero. */\n");
}

/* What makes the arguments of the entry function is compiled with its file, whose types it needs. */
static void append_driver(const Suite *s, GString *out) {
  const char *driver = s->cfc->program->driver;
  if (driver) g_string_append_printf(out, "#ifdef ACF_ENTRY_FILE\n#include ACF_ENTRY_FILE\n%s\n#else\n", driver);
}

char *harness_text(const Suite *s) {
  GString *out = g_string_new(NULL);
  append_title(s, out);
  append_driver(s, out);
  native_append_start(out);
  g_string_append(out, "int printf(const char *, ...);\nint fflush(void *);\nint fork(void);\n"
                       "int waitpid(int, int *, int);\nunsigned alarm(unsigned);\nvoid _exit(int);\n"
                       "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__);\n"
                       "void *__wrap_malloc(__SIZE_TYPE__ n) { return calloc(1, n); }\n\n");
  append_tests(s, out);
  g_string_append(out, middle);
  append_inputs(s, out);
  native_append_externals(out, s->cfc->program);
  if (s->unknown) g_string_append(out, s->unknown);
  g_string_append(out, "ACF_WEAK void __VERIFIER_assume(int holds) {\n  if (!holds) _exit(0);\n}\n");
  const Property *property = s->cfc->program->property;
  if (property->kinds != 1u << PROPERTY_UNREACH_CALL) g_string_append(out, more_ends);
  native_append_errors(out, property, property_counts(property, FAILURE_ERROR_CALL) ? "acf_fail" : "acf_end");
  native_append_checks(out, property, "acf_fail_by", "acf_end");
  append_enter(s, out);
  g_string_append_c(out, '\n');
  g_string_append(out, ending);
  if (s->cfc->program->driver) g_string_append(out, "#endif\n");
  return g_string_free(out, FALSE);
}

/* --- the check --- */

/* "test 3 (...): passes, NOT AS PROMISED": takes the third out; the text's order is that of the suite. */
static void drop_wrong(Suite *s, const char *said, gboolean late, GString *summary) {
  g_auto(GStrv) lines = g_strsplit(said, "\n", -1);
  g_autoptr(GHashTable) good = g_hash_table_new(NULL, NULL);
  for (char **line = lines; *line; line++) {
    guint number;
    if (sscanf(*line, "test %u (", &number) == 1 && !strstr(*line, "NOT AS PROMISED"))
      g_hash_table_add(good, GUINT_TO_POINTER(number));
  }
  guint dropped = 0;
  for (guint i = s->tests->len; i-- > 0;)
    if (!g_hash_table_contains(good, GUINT_TO_POINTER(i + 1))) {
      g_ptr_array_remove_index(s->tests, i);
      dropped++;
    }
  if (dropped > 0)
    g_string_append_printf(summary, "%u left out: the harness does not see what they do%s\n", dropped,
                           late ? ", or had no time for them"
                           : g_str_equal(s->cfc->program->property->entry, "main")
                               ? ""
                               : " (it cannot call entry functions that are static or return a struct)");
}

/* The tests' own outputs must not come between the harness's lines. */
static gboolean run_harness(Suite *s, const Scratch *folder, GString *summary, GError **error) {
  g_autofree char *program = scratch_file(folder, "tests"), *log = scratch_file(folder, "log"), *said = NULL;
  const char *const argv[] = {"sh", "-c", "exec \"$0\" >\"$1\" 2>/dev/null", program, log, NULL};
  const double seconds = runner_seconds(limits.native_run_seconds * (s->tests->len + 1), s->deadline);
  g_autoptr(ProcessResult) r = runner_run(folder, argv, MAX(seconds, limits.harness_least_seconds));
  if (!g_file_get_contents(log, &said, NULL, error)) return FALSE;
  drop_wrong(s, said, r->end == PROCESS_OUT_OF_TIME, summary);
  return TRUE;
}

/* The text of the i-th file, compiled; objects gets its name. */
static gboolean compile_part(const Suite *s, const Scratch *folder, guint i, GPtrArray *objects,
                             GError **error) {
  static const char *const more[] = {"-Dmain=" ENTRY, NATIVE_INSTRUMENT, NULL};
  const Program *p = s->cfc->program;
  g_autoptr(Source) text = native_source(p, i, s->program, error);
  g_autofree char *name = g_strdup_printf("program-%u.c", i), *source = scratch_file(folder, name),
                  *object = g_strconcat(source, ".o", NULL);
  if (!text || !g_file_set_contents(source, text->text, (gssize)text->size, error) ||
      !native_compile(p, i, s->program, folder, source, object, more, s->deadline, error))
    return FALSE;
  g_ptr_array_add(objects, g_steal_pointer(&object));
  return TRUE;
}

/* The file that defines the entry function. */
static char *entry_path(const Suite *s) {
  const guint i = native_entry_file(s->cfc->program);
  const SourceFile *f = native_file(s->cfc->program, i);
  return g_canonicalize_filename(i == 0 || !f ? s->program : f->path, NULL);
}

/* The program with its driver, which stands in the harness. */
static gboolean compile_entry(const Suite *s, const Scratch *folder, const char *source, const char *object,
                              GError **error) {
  g_autofree char *path = entry_path(s), *quoted = g_strescape(path, NULL),
                  *define = g_strdup_printf("-DACF_ENTRY_FILE=\"%s\"", quoted);
  const char *const more[] = {own_flags[2], own_flags[3], define, NULL};
  return native_compile(s->cfc->program, native_entry_file(s->cfc->program), s->program, folder, source, object, more,
                        s->deadline, error);
}

gboolean harness_check(Suite *s, GString *summary, GError **error) {
  g_autoptr(Scratch) folder = scratch_new(error);
  if (!folder) return FALSE;
  g_autofree char *source = scratch_file(folder, "harness.c"), *program = scratch_file(folder, "tests"),
                  *text = harness_text(s);
  g_autofree char *entry = s->cfc->program->driver ? scratch_file(folder, "entry.o") : NULL;
  g_autoptr(GPtrArray) arguments = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < native_files(s->cfc->program); i++)
    if (!(entry && i == native_entry_file(s->cfc->program)) && !compile_part(s, folder, i, arguments, error)) return FALSE;
  const char *const rest[] = {own_flags[0], own_flags[1], own_flags[2], own_flags[3],
                              source,       "-o",         program,      "-lm",        entry};
  for (guint i = 0; i < G_N_ELEMENTS(rest); i++)
    if (rest[i]) g_ptr_array_add(arguments, g_strdup(rest[i]));
  g_ptr_array_add(arguments, NULL);
  return g_file_set_contents(source, text, -1, error) &&
         (!entry || compile_entry(s, folder, source, entry, error)) &&
         runner_compile(s->cfc->program, folder, (const char *const *)arguments->pdata, s->deadline, NULL,
                        error) &&
         run_harness(s, folder, summary, error);
}

ExportResult export_harness(const Cfc *c, const ExportOptions *o, const char *target, GString *summary,
                            GError **error) {
  g_autoptr(Suite) s = suite_new(c, o, summary, error);
  if (!s) return EXPORT_IMPOSSIBLE;
  if (suite_is_outside(s)) {
    g_set_error(
        error, G_FILE_ERROR, G_FILE_ERROR_INVAL,
        "the program reads arguments or its standard input: --to tests writes a script that gives it these");
    return EXPORT_IMPOSSIBLE;
  }
  g_autofree char *text = harness_text(s);
  const ExportResult written = export_put(text, target, error);
  return written == EXPORT_WRITTEN && s->contradicted ? EXPORT_CONTRADICTED : written;
}
