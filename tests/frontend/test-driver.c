/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drivers of entry functions: what becomes an input by which name, what is assumed, and what is refused. */
#include <string.h>
#include "tests/helpers/ir-run.h"
#include "tests/helpers/sample.h"

typedef struct {
  const char *pointees[4], *assumptions[4];
  guint max_elements, pointer_depth;
  gboolean globals_initial;
} Said;

static Program *load(const char *text, const Said *said, GError **error) {
  g_autoptr(Property) property = property_new(PROPERTY_UNREACH_CALL, "f", NULL);
  EntryOptions entry = {.pointees = (char **)said->pointees,
                        .assumptions = (char **)said->assumptions,
                        .max_elements = said->max_elements,
                        .pointer_depth = said->pointer_depth,
                        .globals_initial = said->globals_initial};
  const FrontendOptions options = {.lp64 = TRUE, .property = property, .entry = &entry};
  g_autofree char *whole = g_strconcat("void reach_error(void);\n", text, NULL);
  return sample_read(whole, ".c", &options, error);
}

static Program *load_well(const char *text, const Said *said) {
  GError *error = NULL;
  Program *p = load(text, said, &error);
  g_assert_no_error(error);
  g_assert_null(program_check(p));
  return p;
}

/* "n:32 a[0]:8 p?:1 g=4:16": the inputs of parameters and, behind =, of variables; [] of rows. */
static char *inputs_of(const Program *p) {
  GString *all = g_string_new(NULL);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (!site_is_argument(s)) continue;
    g_string_append_printf(all, "%s%s%s%s:%u", all->len ? " " : "", s->kind == SITE_GLOBAL ? "=" : "", s->source.path,
                           s->source.part == SOURCE_NULL ? "?" : "", s->width);
  }
  return g_string_free(all, FALSE);
}

static void test_inputs(void) {
  static const struct {
    const char *text, *inputs;
    Said said;
  } cases[] = {
      {"void f(int *a, unsigned char n) { if (*a) reach_error(); }", "n:8 a[0]:32", {.pointees = {"a=n"}}},
      {"void f(char *s) { if (*s) reach_error(); }", "s[0]:8", {.pointees = {NULL}}},
      {"void f(unsigned char *s) { if (*s) reach_error(); }", "*s:8", {.pointees = {NULL}}},
      {"void f(int a[3]) { if (*a) reach_error(); }", "a[0]:32", {.pointees = {NULL}}},
      {"void f(int *p) { if (p) reach_error(); }", "*p:32 p?:1", {.pointees = {"p = 1 ?"}}},
      {"void f(int *p) { if (p) reach_error(); }", "", {.pointees = {"p=null"}}},
      {"void f(void *p) { if (p) reach_error(); }", "p[0]:8", {.pointees = {"p=4"}}},
      {"struct s { char c; struct { int x; }; union { int i; char b; } u; short h[2]; };\n"
       "void f(struct s s, const struct s *p) { if (s.x == p->x) reach_error(); }",
       "s.c:8 s.x:32 s.u[0]:8 s.h[0]:16 p->c:8 p->x:32 p->u[0]:8 p->h[0]:16", {.pointees = {NULL}}},
      {"struct s { int x; float y; }; void f(struct s *a, int n) { if (n) reach_error(); }",
       "n:32 a[0].x:32 a[0].y:32 a[1].x:32 a[1].y:32", {.pointees = {"a=n"}, .max_elements = 2}},
      {"struct n { int v; struct n *next; }; void f(struct n *l) { if (l->v) reach_error(); }",
       "l->v:32 l->next->v:32 l->next->next->v:32", {.pointer_depth = 3}},
      {"void f(char **names) { if (**names) reach_error(); }", "(*names)[0]:8", {.pointees = {NULL}}},
      {"_Bool on[2]; int m[2][3]; void f(void) { if (on[1] && m[1][2]) reach_error(); }",
       "=on[0]:1 =on[1]:1 =m[0][0]:32 =m[1][0]:32", {.pointees = {NULL}}},
      {"int g, h, *q; const int c = 3; static int k(void) { return h; }\n"
       "int (*table[])(void) = {k}; void f(void) { if (table[0]() == c && q) reach_error(); }",
       "=h:32 =*q:32 =q?:1", {.pointees = {NULL}}},
      {"int g; void f(int *p) { if (g + *p) reach_error(); }", "*p:32", {.globals_initial = TRUE}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = load_well(cases[i].text, &cases[i].said);
    g_autofree char *inputs = inputs_of(p);
    if (!g_str_equal(inputs, cases[i].inputs)) g_error("%s: %s", cases[i].text, inputs);
    program_free(p);
  }
}

/* What is assumed is said. */
static void test_said(void) {
  static const struct {
    const char *text, *part;
    Said said;
  } cases[] = {
      {"void f(char *s) { if (*s) reach_error(); }", "s is a string of at most 8 bytes", {.pointees = {NULL}}},
      {"void f(int *p) { if (*p) reach_error(); }", "p points to one int (--pointee can say otherwise)", {.pointees = {NULL}}},
      {"void f(int *a, int n) { if (*a) reach_error(); }", "a points to an object of exactly n elements",
       {.pointees = {"a=n"}}},
      {"void f(int *a, int n) { if (*a) reach_error(); }", "n > 3 (--assume)", {.assumptions = {"n > 3"}}},
      {"struct n { struct n *next; int v; }; void f(struct n *l) { if (l->v) reach_error(); }",
       "l->next->next is null: it lies behind 2 pointers", {.pointees = {NULL}}},
      {"/*@ requires n > 0; requires \\forall integer i; i == i; */\nvoid f(int n) { if (n) reach_error(); }",
       "n > 0 (requires)", {.pointees = {NULL}}},
      {"/*@ requires \\forall integer i; i == i; */\nvoid f(int n) { if (n) reach_error(); }",
       "'requires \\forall integer i' is not understood, and not assumed", {.pointees = {NULL}}},
      {"//@ requires n <= MOST;\nvoid f(int n) { if (n) reach_error(); }", "are not C, and not assumed", {.pointees = {NULL}}},
      {"int g; void f(int *p) { if (g + *p) reach_error(); }", "still have the values", {.globals_initial = TRUE}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = load_well(cases[i].text, &cases[i].said);
    if (!any_mentions(p->assumptions, cases[i].part)) g_error("%s: %s", cases[i].text, (char *)p->assumptions->pdata[0]);
    program_free(p);
  }
}

static void test_refused(void) {
  static const struct {
    const char *text, *part;
    FrontendError code;
    Said said;
  } cases[] = {
      {"void f(void *p) {}", "what does p, a void pointer, point to? --pointee 'p=N'", FRONTEND_ERROR_PARAMETER, {.pointees = {NULL}}},
      {"struct s; void f(struct s *p) {}", "a type that the file does not define", FRONTEND_ERROR_PARAMETER, {.pointees = {NULL}}},
      {"void f(long double *p) {}", "*p is of the type long double", FRONTEND_ERROR_PARAMETER, {.pointees = {NULL}}},
      {"void f(int n, ...) {}", "any number of arguments", FRONTEND_ERROR_PARAMETER, {.pointees = {NULL}}},
      {"void f(int *p) {}", "f has no such pointer", FRONTEND_ERROR_ENTRY_OPTION, {.pointees = {"q=1"}}},
      {"void f(int *p) {}", "write 'NAME=N'", FRONTEND_ERROR_ENTRY_OPTION, {.pointees = {"p"}}},
      {"void f(int *p) {}", "write 'NAME=N'", FRONTEND_ERROR_ENTRY_OPTION, {.pointees = {"p=(1"}}},
      {"void f(int *p) {}", "undeclared identifier 'm'", FRONTEND_ERROR_ENTRY_OPTION, {.pointees = {"p=m"}}},
      {"void f(int n) {}", "undeclared identifier 'm'", FRONTEND_ERROR_ENTRY_OPTION, {.assumptions = {"n < m"}}},
      {"void f(int n) {}", "may only compare", FRONTEND_ERROR_ENTRY_OPTION, {.assumptions = {"n = 3"}}},
      {"void f(int n) {}", "may only compare", FRONTEND_ERROR_ENTRY_OPTION, {.assumptions = {"n++ < 3"}}},
      {"int g(void); void f(int n) {}", "may only compare", FRONTEND_ERROR_ENTRY_OPTION, {.assumptions = {"g()"}}},
      {"void f(int n) {}", "is no condition in C", FRONTEND_ERROR_ENTRY_OPTION, {.assumptions = {"1); g(0"}}},
      {"void f(int n) {}", "is no condition in C", FRONTEND_ERROR_ENTRY_OPTION, {.assumptions = {"({ g(); 1; })"}}},
      {"void f(double *s) {}", "s is no string", FRONTEND_ERROR_PARAMETER, {.pointees = {"s=string"}, .max_elements = 1}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(load(cases[i].text, &cases[i].said, &error));
    if (!g_error_matches(error, ACF_FRONTEND_ERROR, (int)cases[i].code) || !strstr(error->message, cases[i].part))
      g_error("%s: %s", cases[i].text, error->message);
    g_assert_null(strchr(error->message, '\n'));
  }
}

/* The value of `variable`, else 0. */
static guint64 by_name(const InputSite *site, guint occurrence, gpointer data) {
  const char *const *pairs = data; /* path, value, ... */
  for (; *pairs; pairs += 2)
    if (site->source.path && g_str_equal(*pairs, site->source.path) && occurrence == 1)
      return g_ascii_strtoull(pairs[1], NULL, 16);
  return 0;
}

/* Values get where their names say, and conditions restrict the runs. */
static void test_values(void) {
  static const struct {
    const char *text, *values[7];
    RunOutcome outcome;
    Said said;
  } cases[] = {
      {"struct s { char c; int x; }; void f(struct s *p, int n) { if (p->x == n && p->c == 3) reach_error(); }",
       {"p->x", "7", "n", "7", "p->c", "3"}, RUN_FAILS, {.pointees = {NULL}}},
      {"struct s { char c; long x; }; void f(const struct s p, int n) { if (p.x == n && p.c == 3) reach_error(); }",
       {"p.x", "7", "n", "7", "p.c", "3"}, RUN_FAILS, {.pointees = {NULL}}},
      {"struct s { char c; int x; }; void f(struct s *a, int n) { if (n == 2 && a[1].x == 5) reach_error(); }",
       {"a[1].x", "5", "n", "2"}, RUN_FAILS, {.pointees = {"a=n"}}},
      {"struct s { char c; int x; }; void f(struct s *a, int n) { if (n > 2 || a) reach_error(); }",
       {"n", "3"}, RUN_ASSUME, {.pointees = {"a=n"}, .max_elements = 2}},
      {"struct s { char c; int x; }; void f(struct s *a, int n) { if (a) reach_error(); }",
       {"n", "ffffffff"}, RUN_FAILS, {.pointees = {"a=n"}, .max_elements = 2}},
      {"int g = 3; void f(int *p) { if (g == 4 && *p == 2) reach_error(); }", {"g", "4", "*p", "2"}, RUN_FAILS, {.pointees = {NULL}}},
      {"void f(int *p) { if (!p) reach_error(); }", {"p", "1"}, RUN_FAILS, {.pointees = {"p=1?"}}},
      {"enum e { A, B }; void f(enum e e) { reach_error(); }", {"e", "1"}, RUN_ASSUME, {.assumptions = {"e != B"}}},
      {"/*@ requires 0 <= n < 3 ==> n == 1; */ void f(int n) { reach_error(); }", {"n", "2"}, RUN_ASSUME, {.pointees = {NULL}}},
      {"/*@ requires 0 <= n < 3 ==> n == 1; */ void f(int n) { reach_error(); }", {"n", "3"}, RUN_FAILS, {.pointees = {NULL}}},
      {"//@ requires n + 1 > 0 || !(n <= 5);\nvoid f(int n) { reach_error(); }", {"n", "7fffffff"}, RUN_FAILS, {.pointees = {NULL}}},
      {"//@ requires n > 0 <==> m > 0;\nvoid f(int n, int m) { reach_error(); }", {"n", "1"}, RUN_ASSUME, {.pointees = {NULL}}},
      {"static void f(int f_, short n) { if (n == -1) reach_error(); } int g; void (*keep)(int, short) = f;",
       {"n", "ffff"}, RUN_FAILS, {.pointees = {NULL}}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = load_well(cases[i].text, &cases[i].said);
    guint64 result;
    const RunOutcome outcome = ir_run(p, by_name, (gpointer)cases[i].values, 100000, &result);
    if (outcome != cases[i].outcome) g_error("%s: %d", cases[i].text, outcome);
    program_free(p);
  }
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/driver/inputs", test_inputs);
  g_test_add_func("/driver/said", test_said);
  g_test_add_func("/driver/refused", test_refused);
  g_test_add_func("/driver/values", test_values);
  return g_test_run();
}
