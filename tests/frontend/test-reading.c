/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading programs: what the compiler says, texts that are hard to read, and no time to do it. */
#include <string.h>
#include <sys/wait.h>
#include "frontend/frontend.h"
#include "tests/helpers/sample.h"

#define DECLARATIONS "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);"

static const FrontendOptions lp64 = {.lp64 = TRUE};

/* Line markers do not move the places: they are those of the file as given. */
static void test_line_markers(void) {
  GError *error = NULL;
  const FrontendOptions options = {0};
  Program *p = sample_read(
      "# 1 \"elsewhere.c\"\n# 77 \"elsewhere.c\" 3 4\nextern int __VERIFIER_nondet_int(void);\n#line 500\n"
      "int linux; int main(void) { return __VERIFIER_nondet_int(); }\n",
      ".i", &options, &error);
  g_assert_no_error(error);
  g_assert_cmpuint(p->sites->len, ==, 1);
  const InputSite *s = program_site(p, 0);
  g_assert_cmpuint(s->loc.line, ==, 5);
  g_assert_cmpuint(s->loc.column, ==, 36);
  g_assert_false(s->in_macro_or_header);
  program_free(p);
}

static void test_errors(void) {
  static const struct {
    const char *text;
    FrontendError code;
    const char *part;
  } cases[] = {{"int main(void) {\n  return x;\n}", FRONTEND_ERROR_COMPILE, ".c:2:10: error: "},
               {"int f(void) { return 1; }", FRONTEND_ERROR_NO_ENTRY, "main"},
               {"int main(void);", FRONTEND_ERROR_NO_ENTRY, "main"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    GError *error = NULL;
    g_assert_null(sample_read(cases[i].text, ".c", &lp64, &error));
    g_assert_error(error, ACF_FRONTEND_ERROR, (int)cases[i].code);
    g_assert_nonnull(strstr(error->message, cases[i].part));
    g_assert_null(strchr(error->message, '\n'));
    g_clear_error(&error);
  }
  GError *error = NULL;
  g_assert_null(frontend_load("/nonexistent/file.c", &lp64, &error));
  g_assert_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_MISSING_FILE);
  g_clear_error(&error);
  g_setenv("ACF_CLANG", "/nonexistent/clang", TRUE);
  g_assert_null(sample_read("int main(void) { return 0; }", ".c", &lp64, &error));
  g_assert_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER);
  g_unsetenv("ACF_CLANG");
  g_clear_error(&error);
}

static gboolean stopped(void) { return TRUE; }

/* The compiler, the only child, has ended and was waited for. */
static gboolean compiled(void) {
  siginfo_t info;
  return waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) < 0;
}

static Program *load_until(gint64 deadline, gboolean (*stop)(void)) {
  static const char text[] =
      DECLARATIONS "int main(void) { if (__VERIFIER_nondet_int() > 3) reach_error(); return 0; }";
  const FrontendOptions options = {.deadline = deadline, .stopped = stop};
  GError *error = NULL;
  Program *p = sample_read(text, ".c", &options, &error);
  g_assert_no_error(error);
  g_autofree char *wrong = program_check(p);
  g_assert_cmpstr(wrong, ==, NULL);
  return p;
}

/* A program that was not compiled or read in time is unmodelled, so it may fail. */
static void test_stopped(void) {
  static const struct {
    gint64 deadline;
    gboolean (*stopped)(void);
    const char *says;
  } cases[] = {{1, NULL, "which was not compiled before acf was stopped"},
               {0, stopped, "which was not compiled before acf was stopped"},
               {0, compiled, "which was not read before acf was stopped"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = load_until(cases[i].deadline, cases[i].stopped);
    const IrFunction *f = program_function(p, p->entry);
    g_assert_cmpstr(f->name, ==, "main");
    g_assert_cmpuint(f->blocks->len, ==, 1);
    g_assert_cmpint(((const IrBlock *)f->blocks->pdata[0])->term, ==, IR_UNMODELLED);
    g_assert_cmpuint(p->unmodelled->len, ==, 1);
    g_assert_nonnull(strstr(p->unmodelled->pdata[0], cases[i].says));
    program_free(p);
  }
}

static void append_times(GString *out, const char *text, guint n) {
  for (guint i = 0; i < n; i++) g_string_append(out, text);
}

/* Programs that programs write are nested deeper than those of people. */
static void test_nested(void) {
  g_autoptr(GString) text = g_string_new(DECLARATIONS "int main(void) { int x = __VERIFIER_nondet_int(); ");
  append_times(text, "{", 2000);
  g_string_append(text, "if (x == ");
  append_times(text, "(", 2000);
  g_string_append(text, "7");
  append_times(text, ")", 2000);
  g_string_append(text, ") reach_error(); else if (x == 3) return 1;");
  append_times(text, " else if (x == 4) return 2;", 2000);
  append_times(text, "}", 2000);
  g_string_append(text, " return 0; }");
  program_free(sample_lower("", text->str));
}

/* A tangle of gotos is left alone, and said. */
static void test_tangled(void) {
  g_autoptr(GString) text = g_string_new(DECLARATIONS "int main(void) { int x = __VERIFIER_nondet_int();\n");
  for (guint i = 0; i < 2000; i++)
    g_string_append_printf(text, "l%u: if (x == %u) goto l%u;\n", i, i, (i * 7919) % 2000);
  g_string_append(text, "reach_error(); return 0; }");
  Program *p = sample_lower("", text->str);
  g_assert_cmpuint(program_function(p, p->entry)->blocks->len, ==, 1);
  g_assert_cmpuint(p->unmodelled->len, ==, 1);
  g_assert_nonnull(strstr(p->unmodelled->pdata[0], "nested too deeply"));
  program_free(p);
}

/* What an editor puts before a text is no part of it. */
static void test_byte_order_mark(void) {
  program_free(sample_lower("", "\xef\xbb\xbfint main(void) { return 0; }"));
}

/* Whose fault it is: the program's, or the compiler's. */
static void test_compilers(void) {
  static const struct {
    const char *compiler, *says;
  } cases[] = {{"/bin/false", "gave no reason"}, {"/bin/cat", "invalid option"}, {"/", "Permission denied"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    GError *error = NULL;
    g_setenv("ACF_CLANG", cases[i].compiler, TRUE);
    g_assert_null(sample_read("int main(void) { return 0; }", ".c", &lp64, &error));
    g_assert_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_COMPILER);
    g_assert_nonnull(strstr(error->message, cases[i].says));
    g_assert_nonnull(strstr(error->message, cases[i].compiler));
    g_clear_error(&error);
  }
  g_unsetenv("ACF_CLANG");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/reading/line-markers", test_line_markers);
  g_test_add_func("/reading/errors", test_errors);
  g_test_add_func("/reading/stopped", test_stopped);
  g_test_add_func("/reading/nested", test_nested);
  g_test_add_func("/reading/tangled", test_tangled);
  g_test_add_func("/reading/byte-order-mark", test_byte_order_mark);
  g_test_add_func("/reading/compilers", test_compilers);
  return g_test_run();
}
