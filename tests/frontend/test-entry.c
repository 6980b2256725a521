/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where runs begin and what can fail: parameters of the entry function, main, and programs without any
 * failure. */
#include <string.h>
#include "tests/helpers/sample.h"
#include "tests/helpers/ir-run.h"

static Program *load(const char *text, const Property *property, gboolean named, GError **error) {
  const FrontendOptions options = {.property = property, .named = named};
  return sample_read(text, ".c", &options, error);
}

static Program *load_entry(const char *text, const char *entry) {
  g_autoptr(Property) property = property_new(PROPERTY_UNREACH_CALL, entry, NULL);
  GError *error = NULL;
  Program *p = load(text, property, FALSE, &error);
  g_assert_no_error(error);
  return p;
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
      {"int f(int a,\n  void *p) { return p != 0; }", {".c:2: ", "what does p, a void pointer, point to?"}},
      {"int f(long double d) { return d > 1; }", {"d is", "long double"}},
      {"int f(_Complex float c) { return c == 1; }", {"c is", "omplex"}},
      {"int f(int n, ...) { return n; }", {".c:1: ", "f takes any number of arguments", "write a function that calls it"}}};
  g_autoptr(Property) property = property_new(PROPERTY_UNREACH_CALL, "f", NULL);
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
  g_assert_cmpint(program_site(p, 0)->kind, ==, SITE_GLOBAL);
  g_assert_cmpstr(program_site(p, 0)->variable, ==, "n");
  program_free(p);
  p = load_entry("const int n = 3; int f(void) { return n; }", "f");
  g_assert_cmpuint(p->sites->len, ==, 0);
  program_free(p);
  p = load_entry("int n = 3; int main(void) { return ++n; }", "main");
  g_assert_false(any_mentions(p->assumptions, "is called when"));
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
    g_assert_cmpint(any_mentions(p->assumptions, "NDEBUG"), ==, gone);
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
  g_autoptr(Property) property = property_new(PROPERTY_UNREACH_CALL, NULL, names);
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
