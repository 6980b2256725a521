/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where runs begin and what can fail: parameters of the entry function, main, and programs without any
 * failure. */
#include <glib/gstdio.h>
#include <string.h>
#include "frontend/frontend.h"
#include "tests/ir-run.h"

static Program *load(const char *text, const Property *property, gboolean named, GError **error) {
  g_autofree char *path = NULL;
  g_close(g_file_open_tmp("acf-entry-XXXXXX.c", &path, NULL), NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  const FrontendOptions options = {.property = property, .named = named};
  Program *p = frontend_load(path, &options, error);
  g_unlink(path);
  return p;
}

static Program *load_entry(const char *text, const char *entry) {
  g_autoptr(Property) property = property_new(NULL, entry, NULL);
  GError *error = NULL;
  Program *p = load(text, property, FALSE, &error);
  g_assert_no_error(error);
  return p;
}

static gboolean mentions(const GPtrArray *texts, const char *part) {
  for (guint i = 0; i < texts->len; i++)
    if (strstr(texts->pdata[i], part)) return TRUE;
  return FALSE;
}

/* ---- parameters ---- */

static void check_site(const Program *p, guint i, const char *name, const char *type, guint width,
                       const char *kind) {
  const InputSite *s = program_site(p, i);
  g_assert_cmpint(s->kind, ==, SITE_PARAMETER);
  g_assert_cmpstr(s->variable, ==, name);
  g_assert_cmpstr(s->function, ==, "f");
  g_assert_cmpstr(s->type, ==, type);
  g_assert_cmpuint(s->width, ==, width);
  g_assert_cmpint(s->is_signed, ==, g_str_equal(kind, "signed"));
  g_assert_cmpint(s->is_float, ==, g_str_equal(kind, "float"));
}

static void test_types(void) {
  Program *p =
      load_entry("enum some { A, B }; enum negative { C = -1 }; typedef unsigned char byte;\n"
                 "int f(const char c, byte b, short s, unsigned short t, int i, long l, unsigned long u,\n"
                 "  volatile long long w, _Bool on, enum some e, enum negative n, float x, double d) {\n"
                 "  return 0; }\n",
                 "f");
  g_assert_cmpuint(p->sites->len, >=, 13);
  check_site(p, 0, "c", "char", 8, "signed");
  check_site(p, 1, "b", "unsigned char", 8, "unsigned");
  check_site(p, 2, "s", "short", 16, "signed");
  check_site(p, 3, "t", "unsigned short", 16, "unsigned");
  check_site(p, 4, "i", "int", 32, "signed");
  check_site(p, 5, "l", "long", 32, "signed");
  check_site(p, 6, "u", "unsigned long", 32, "unsigned");
  check_site(p, 7, "w", "long long", 64, "signed");
  check_site(p, 8, "on", "_Bool", 1, "unsigned");
  check_site(p, 9, "e", "unsigned int", 32, "unsigned");
  check_site(p, 10, "n", "int", 32, "signed");
  check_site(p, 11, "x", "float", 32, "float");
  check_site(p, 12, "d", "double", 64, "float");
  g_assert_cmpuint(program_site(p, 1)->loc.line, ==, 2);
  g_assert_cmpuint(program_site(p, 1)->loc.column, ==, 26);
  g_assert_cmpuint(program_site(p, 8)->loc.line, ==, 3);
  g_assert_cmpuint(program_site(p, 8)->loc.column, ==, 31);
  g_assert_false(program_site(p, 8)->in_macro_or_header);
  program_free(p);
}

static void test_refused(void) {
  static const struct {
    const char *text, *parts[3];
  } cases[] = {
      {"int f(int a, char *p) { return *p; }",
       {".c:1: ", "parameter p of the entry function f is a pointer"}},
      {"int f(int a,\n  int b[3]) { return *b; }", {".c:2: ", "b of the entry function f is a pointer"}},
      {"struct s { int x; };\nint f(struct s s) { return s.x; }", {".c:2: ", "s of", "a struct"}},
      {"struct s { int x[9]; };\nint f(int a, struct s s) { return s.x[1]; }",
       {".c:2: ", "s of", "a struct"}},
      {"union u { int x; };\nint f(union u v) { return v.x; }", {"v of", "a union"}},
      {"int f(long double d) { return d > 1; }", {"d of", "long double"}},
      {"int f(_Complex float c) { return c == 1; }", {"c of", "complex"}},
      {"int f(int (*g)(void)) { return g(); }", {"g of", "a pointer"}},
      {"int f(int n, ...) { return n; }", {".c:1: ", "any number of arguments", "calls f"}}};
  g_autoptr(Property) property = property_new(NULL, "f", NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(load(cases[i].text, property, FALSE, &error));
    g_assert_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_PARAMETER);
    g_assert_null(strchr(error->message, '\n'));
    for (guint k = 0; k < G_N_ELEMENTS(cases[i].parts) && cases[i].parts[k]; k++)
      if (!strstr(error->message, cases[i].parts[k])) g_error("%s: %s", cases[i].text, error->message);
  }
}

static guint64 by_name(const InputSite *site, guint occurrence, gpointer data) {
  const char *const *pairs = data; /* name, value, ... */
  for (; *pairs; pairs += 2)
    if (g_str_equal(*pairs, site->variable) && occurrence == 1) return g_ascii_strtoull(pairs[1], NULL, 16);
  return 0;
}

static RunOutcome run(const Program *p, const char *const *values) {
  guint64 result;
  return ir_run(p, by_name, (gpointer)values, 100000, &result);
}

/* The values get where they belong: with and without a prototype, behind a struct that is returned, with
 * names and without, and to the first call of a function that calls itself. */
static void test_values(void) {
  static const struct {
    const char *text, *values[7];
  } cases[] = {
      {"int f(short a, unsigned b) { if (a == -2 && b == 7) reach_error(); return 0; }",
       {"a", "fffe", "b", "7"}},
      {"int f(a, x) signed char a; float x; { if (a == -3 && x == 0.5f) reach_error(); return 0; }",
       {"a", "fd", "x", "3f000000"}},
      {"struct big { int a[9]; }; struct big f(int q, _Bool b) { struct big s = {{q}};\n"
       "  if (s.a[0] == 5 && b) reach_error(); return s; }",
       {"q", "5", "b", "1"}},
      {"int f(int, int y) { if (y == 4) reach_error(); return 0; }", {"parameter_1", "9", "y", "4"}},
      {"int f(int n, int m) { if (n == 0) { if (m == 6) reach_error(); return 0; } return f(n - 1, m + n); }",
       {"n", "3", "m", "0"}},
      {"int f(unsigned n); int (*p)(unsigned) = f;\n"
       "int f(unsigned n) { if (n == 8) reach_error(); return n > 8 ? p(n - 1) : 0; }",
       {"n", "a"}},
      {"static int f(int a) { if (a == 3) reach_error(); return 0; }", {"a", "3"}}, /* called nowhere */
      {"int f(int a) { int *p = &a; *p += 1; if (a == 0) reach_error(); return 0; }", {"a", "ffffffff"}},
  };
  static const char *const none[] = {NULL};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat("void reach_error(void);\n", cases[i].text, NULL);
    Program *p = load_entry(text, "f");
    g_assert_null(program_check(p));
    g_assert_cmpuint(program_function(p, p->entry)->n_params, ==, 0);
    if (run(p, cases[i].values) != RUN_FAILS) g_error("%s does not fail", text);
    g_assert_cmpint(run(p, none), ==, RUN_RETURNS);
    program_free(p);
  }
}

static void test_variables(void) {
  Program *p = load_entry("int n = 3; int f(void) { return ++n; }", "f");
  g_assert_true(mentions(p->assumptions, "f is called when all variables still have the values"));
  program_free(p);
  p = load_entry("const int n = 3; int f(void) { return n; }", "f");
  g_assert_false(mentions(p->assumptions, "f is called"));
  program_free(p);
  p = load_entry("int n = 3; int main(void) { return ++n; }", "main");
  g_assert_false(mentions(p->assumptions, "is called when"));
  program_free(p);
}

/* ---- main ---- */

/* Only the first parameter, when it is as wide as an int, is the number of arguments; of all others nothing
 * is known. */
static void test_main(void) {
  static const struct {
    const char *text;
    gboolean counts, unknown;
  } cases[] = {{"int main(int argc, char **argv) { return argc; }", TRUE, FALSE},
               {"int main(int argc, char **argv, char **envp) { return argc + (envp != 0); }", TRUE, TRUE},
               {"int main(argc, argv) int argc; char **argv; { return argc; }", TRUE, FALSE},
               {"int main(int n, char **v) { return n > 1 ? main(n - 1, v) : 0; }", TRUE, TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = load_entry(cases[i].text, "main");
    gboolean counts = FALSE;
    for (guint k = 0; k < p->sites->len; k++) {
      counts |= program_site(p, k)->kind == SITE_ARGV;
      g_assert_cmpint(program_site(p, k)->kind, !=, SITE_PARAMETER);
    }
    if (counts != cases[i].counts || (p->unmodelled->len > 0) != cases[i].unknown)
      g_error("%s", cases[i].text);
    program_free(p);
  }
}

/* ---- what can fail ---- */

static void test_nothing_fails(void) {
  static const struct {
    const char *text, *part; /* NULL: something may fail */
  } cases[] = {{"int main(void) { return 0; }",
                "no call of reach_error, __VERIFIER_error or assert is in what main reaches"},
               {"void reach_error(void); static void g(void) { reach_error(); } int main(void) { return 0; }",
                "no call"},
               {"void reach_error(void); int main(void) { reach_error(); }", NULL},
               {"#include <assert.h>\nint main(int n, char **v) { assert(n < 3); }", NULL},
               {"#define NDEBUG\n#include <assert.h>\nint main(int n, char **v) { assert(n < 3); }",
                "NDEBUG is defined"},
               {"#ifdef NEVER\n#define NDEBUG\n#endif\n#include <assert.h>\n"
                "void g(int n) { assert(n); } int main(void) { return 0; }",
                "what main reaches"},
               {"int main(void) { __asm__(\"nop\"); }", NULL}}; /* who knows */
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = load_entry(cases[i].text, NULL);
    if (!cases[i].part != !p->nothing_fails || (cases[i].part && !strstr(p->nothing_fails, cases[i].part)))
      g_error("%s: %s", cases[i].text, p->nothing_fails);
    const gboolean gone = cases[i].part && strstr(cases[i].part, "NDEBUG");
    g_assert_cmpint(mentions(p->assumptions, "NDEBUG"), ==, gone);
    g_assert_cmpint(!p->nothing_fails || gone || !strstr(p->nothing_fails, "NDEBUG"), ==, TRUE);
    program_free(p);
  }
}

static void test_named(void) {
  static const char *const names[] = {"give_up", NULL};
  static const struct {
    const char *text;
    gboolean there;
  } cases[] = {{"void give_up(void); int main(void) { give_up(); }", TRUE},
               {"void give_up(void); int main(void) { return 0; }", TRUE},
               {"static void give_up(void) {} int main(void) { return 0; }", TRUE},
               {"int main(void) { give_up(); return 0; }", TRUE},
               {"#define give_up() abort()\nint main(void) { return 0; }", FALSE},
               {"/* give_up() */ int main(void) { return 0; }", FALSE}};
  g_autoptr(Property) property = property_new(NULL, NULL, names);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    GError *error = NULL;
    Program *p = load(cases[i].text, property, TRUE, &error);
    g_assert_cmpint(p != NULL, ==, cases[i].there);
    if (!p) g_assert_error(error, ACF_FRONTEND_ERROR, FRONTEND_ERROR_NO_FAILURE);
    g_clear_error(&error);
    program_free(p);
    p = load(cases[i].text, property, FALSE, &error);
    g_assert_no_error(error);
    program_free(p);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/entry/types", test_types);
  g_test_add_func("/entry/refused", test_refused);
  g_test_add_func("/entry/values", test_values);
  g_test_add_func("/entry/variables", test_variables);
  g_test_add_func("/entry/main", test_main);
  g_test_add_func("/entry/nothing-fails", test_nothing_fails);
  g_test_add_func("/entry/named", test_named);
  return g_test_run();
}
