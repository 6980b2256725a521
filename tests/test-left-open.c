/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What C leaves open, compilers decide: acf claims neither that such inputs fail nor that they do not.
 *
 * Each program reads n.  Where it is open whether the run fails, n may fail; what does not depend on that is
 * claimed all the same.  Real compilers disagree on the open ones, or fail there against what one expects. */
#include <acf/acf.h>
#include <glib.h>
#include <glib/gstdio.h>

#define MAX_VALUES 6

typedef struct {
  const char *name, *before, *body; /* before main, and in it */
  gint64 open[MAX_VALUES], safe[MAX_VALUES], fails[MAX_VALUES];
  guint n_open, n_safe, n_fails;
} LeftOpen;

#define OPEN(...) .open = {__VA_ARGS__}, .n_open = sizeof((gint64[]){__VA_ARGS__}) / sizeof(gint64)
#define SAFE(...) .safe = {__VA_ARGS__}, .n_safe = sizeof((gint64[]){__VA_ARGS__}) / sizeof(gint64)
#define FAILS(...) .fails = {__VA_ARGS__}, .n_fails = sizeof((gint64[]){__VA_ARGS__}) / sizeof(gint64)

static const LeftOpen programs[] = {
    /* ---- lifetimes ---- */
    {"blocks-share-a-slot", "",
     "long p, q; { char a[9]; a[0] = n; p = (long)a; } { char b[9]; b[0] = n; q = (long)b; }"
     "if (p == q && n == 4) reach_error();",
     OPEN(4), SAFE(0, 5)},
    {"read-after-block", "", "int *p = 0; { int a = n; p = &a; } if (*p == 3) reach_error();", OPEN(3, 4)},
    {"read-in-block", "", "int *p = 0; { int a = n; p = &a; if (*p == 3) reach_error(); }", SAFE(4), FAILS(3)},
    {"write-after-block", "",
     "int x = n, *p = 0; { int a; p = &a; a = 1; } if (n == 2) *p = 5; if (n == 2 && x != 2) reach_error();"
     "if (n == 3) reach_error();",
     OPEN(2), SAFE(4), FAILS(3)},
    {"last-iteration", "",
     "int *p = 0, i; for (i = 0; i < 2; i++) { int a = i; if (p && n == 1 && *p == 0) reach_error(); p = &a; }"
     "if (n == 2) reach_error();",
     OPEN(1), SAFE(0), FAILS(2)},
    {"same-variable-again", "",
     "int *p = 0, i; for (i = 0; i < 2; i++) { int a = i; if (n == 1 && p == &a) reach_error(); p = &a; }", OPEN(1),
     SAFE(0, 2)},
    {"kept-by-a-function", "static int *kept; static void keep(int *p) { kept = p; }",
     "if (n > 0) { int a = n; keep(&a); } if (n == 3 && kept && *kept == 3) reach_error();", OPEN(3), SAFE(0, 4)},
    {"not-kept-by-a-function", "static void set(int *p, int v) { *p = v; }",
     "for (int i = 0; i < 3; i++) { int a; set(&a, n + i); if (a == 9) reach_error(); }", SAFE(6, 10), FAILS(7, 8, 9)},
    {"jumped-over", "static int *kept;",
     "switch (n) { int w; case 1: w = 1; kept = &w; break; case 2: w = 2; break; } if (n == 1 && *kept == 1)"
     "reach_error(); if (n == 2) reach_error();",
     OPEN(1), SAFE(3), FAILS(2)},
    {"compound-literal", "struct pair { int a, b; };",
     "struct pair *p = 0; if (n > 0) { p = &(struct pair){n, 1}; } if (n == 3 && p->a == 3) reach_error();", OPEN(3),
     SAFE(0, 2)},
    {"returned-address", "static int *f(int v) { int a = v; int *volatile p = &a; return p; }",
     "if (n == 2 && f(1) == f(2)) reach_error(); if (n == 3) reach_error();", OPEN(2), SAFE(1), FAILS(3)},
    {"freed-address", "void *malloc(unsigned long); void free(void *);",
     "char *p = malloc(8); free(p); char *q = malloc(8); if (p == q && n == 1) reach_error();", OPEN(1), SAFE(0)},
    /* ---- arrays of variable length ---- */
    {"arrays-of-iterations", "",
     "if (n < 1 || n > 4) return 0; long p[2]; for (int i = 0; i < 2; i++) { int x[n]; x[0] = n; p[i] = (long)x; }"
     "if (p[0] == p[1] && n == 1) reach_error(); if (p[0] != p[1] && n == 2) reach_error();",
     OPEN(1, 2), SAFE(0, 5)},
    {"array-left-by-goto", "",
     "if (n < 1 || n > 3) return 0; long a = 0; int c = 0; again:; { int v[n]; v[0] = c; if (!a) a = (long)v;"
     "else if (a == (long)v) reach_error(); if (++c < 2) goto again; }",
     OPEN(1, 2, 3), SAFE(0, 4)},
    {"array-read-in-block", "",
     "if (n < 1 || n > 3) return 0; for (int i = 0; i < 2; i++) { int v[n]; v[n - 1] = n + i; if (v[n - 1] == 4)"
     "reach_error(); }",
     SAFE(1, 2, 4), FAILS(3)},
    {"array-read-after-block", "",
     "int *p; { int v[n > 0 && n < 5 ? n : 1]; v[0] = n; p = v; } if (n == 2 && *p == 2) reach_error();", OPEN(2),
     SAFE(1, 3)},
    {"negative-length", "", "if (n > 3) return 0; int a[n]; a[0] = 1; if (n < 0 || n == 2) reach_error();",
     OPEN(-1, G_MININT), SAFE(1, 3), FAILS(2)},
    {"lengths-that-wrap", "",
     "int m = n; if (n > 3 && n != 65536) return 0; char a[n][m]; if (n == 65536 || n == -1 || n == 2) reach_error();",
     OPEN(-1, 65536), SAFE(1, 3), FAILS(2)},
    /* ---- addresses ---- */
    {"tail-of-a-literal", "", "const char *p = \"xabc\", *q = \"abc\"; if (n == 1 && p + 1 == q) reach_error();",
     OPEN(1), SAFE(0)},
    {"one-past-the-end", "static int a[4], b[4];", "if (n == 1 && a + 4 == b) reach_error();", OPEN(1), SAFE(0)},
    {"inside-two-objects", "static int a[4], b[4];", "if (n >= 0 && n < 4 && a + n == b) reach_error();",
     SAFE(0, 3, 7)},
    {"wraps", "", "char b[4], *p = b; unsigned u = n; if (p + u < p) reach_error();", OPEN(5, G_MAXINT), SAFE(0, 4)},
    {"wraps-below", "", "char b[4], *p = b; if (n >= 0 && p + n < (char *)100) reach_error();", OPEN(5, G_MAXINT),
     SAFE(0, 4, -1)},
    {"order-in-an-array", "", "int a[8]; if (n < 0 || n > 8) return 0; if (a + n > a + 3) reach_error();",
     SAFE(0, 3, 9), FAILS(4, 8)},
    {"signed-order", "", "int a[8]; if (n < 0 || n > 8) return 0; if ((int)(long)(a + n) < (int)(long)a) reach_error();",
     OPEN(4), SAFE(-1, 9)},
};

static AcfResult *characterize(const LeftOpen *o) {
  g_autofree char *path = NULL, *error = NULL;
  g_autofree char *text = g_strdup_printf("extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\n"
                                          "%s\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n  %s\n"
                                          "  return 0;\n}\n",
                                          o->before, o->body);
  const int fd = g_file_open_tmp("acf-open-XXXXXX.c", &path, NULL);
  g_assert_cmpint(fd, >=, 0);
  g_close(fd, NULL);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  AcfProgram *p = acf_program_load(path, NULL, &error);
  g_assert_cmpstr(error, ==, NULL);
  const AcfLimits limits = {.seconds = 30};
  AcfResult *r = acf_program_characterize(p, &limits, &error);
  g_assert_cmpstr(error, ==, NULL);
  acf_program_free(p);
  g_unlink(path);
  return r;
}

static void check_points(const AcfResult *r, const gint64 *values, guint n, AcfPoint expected) {
  for (guint i = 0; i < n; i++) {
    const AcfValue v = {"n", (guint32)values[i]};
    AcfPoint point = acf_result_n_inputs(r) ? acf_result_evaluate(r, &v, 1, NULL) : ACF_POINT_SAFE;
    if (point != expected) {
      char *text = acf_result_text(r, ACF_FORMAT_TEXT);
      g_test_message("n = %" G_GINT64_FORMAT " is %d, not %d, in\n%s", values[i], point, expected, text);
      acf_free(text);
      g_test_fail();
    }
  }
}

static void test_program(gconstpointer data) {
  const LeftOpen *o = (const LeftOpen *)data;
  AcfResult *r = characterize(o);
  check_points(r, o->open, o->n_open, ACF_POINT_MAY_FAIL);
  check_points(r, o->safe, o->n_safe, ACF_POINT_SAFE);
  check_points(r, o->fails, o->n_fails, ACF_POINT_MUST_FAIL);
  acf_result_free(r);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
    g_autofree char *path = g_strdup_printf("/left-open/%s", programs[i].name);
    g_test_add_data_func(path, &programs[i], test_program);
  }
  return g_test_run();
}
