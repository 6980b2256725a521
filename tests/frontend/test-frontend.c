/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The front end: C texts are lowered and run, instruction by instruction, and must do what C says. */
#include <string.h>
#include "frontend/frontend.h"
#include "tests/helpers/ir-run.h"
#include "tests/helpers/sample.h"

#define DECLARATIONS                                                                                         \
  "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void abort(void);"          \
  "typedef __SIZE_TYPE__ size_t; void *malloc(size_t);"                                                      \
  "static void check(int ok) { if (!ok) reach_error(); }\n"

static gboolean no_overflow; /* how programs are read */

static Program *lower(const char *text, gboolean lp64) {
  const FrontendOptions options = {.lp64 = lp64, .no_overflow = no_overflow};
  GError *error = NULL;
  Program *p = sample_read(text, ".c", &options, &error);
  g_assert_no_error(error);
  char *wrong = program_check(p);
  g_assert_cmpstr(wrong, ==, NULL);
  return p;
}

static guint64 given(const InputSite *site, guint occurrence, gpointer data) {
  const gint64 *values = data; /* the k-th value for the k-th execution of any site */
  return site->kind == SITE_NONDET ? (guint64)values[occurrence - 1] : 0;
}

static RunOutcome outcome(const char *text, gboolean lp64, gint64 first) {
  Program *p = lower(text, lp64);
  gint64 values[64] = {first};
  guint64 result;
  RunOutcome o = ir_run(p, given, values, 1000000, &result);
  program_free(p);
  return o;
}

/* The body runs to its end, with all its checks, in both data models. */
static void assert_runs(const char *definitions, const char *body) {
  char *text = g_strconcat(DECLARATIONS, definitions, "\nint main(void) {\n", body, "\nreturn 0; }\n", NULL);
  g_test_message("%s", text);
  g_assert_cmpint(outcome(text, FALSE, 0), ==, RUN_RETURNS);
  g_assert_cmpint(outcome(text, TRUE, 0), ==, RUN_RETURNS);
  g_free(text);
}

static void test_integers(void) {
  assert_runs("", "volatile int a = 2147483647; check(a + 1 < 0); check(-7 / 2 == -3 && -7 % 2 == -1);");
  assert_runs(
      "", "volatile unsigned a = 3000000000u; check(a / 2 == 1500000000u && (int)a < 0 && a >> 31 == 1);");
  assert_runs("", "volatile int a = -8, s = 3; check(a >> 1 == -4); check((1 << s) == 8);");
  assert_runs("", "volatile signed char c = -1; volatile unsigned char u = c; check(c == -1 && u == 255 && "
                  "(short)c == -1);");
  assert_runs("", "volatile long long x = 1ll << 40; check(x * 3 == 3298534883328ll && (int)x == 0);");
  assert_runs("struct { int a : 3; unsigned b : 5; } s;", "s.a = 7; s.b = 33; check(s.a == -1 && s.b == 1);");
  assert_runs("", "volatile _Bool b = 5; check(b == 1 && !b == 0); check((b ? 3 : 4) == 3);");
  assert_runs("", "int r; check(__builtin_add_overflow(2147483647, 1, &r) && r < 0); "
                  "check(!__builtin_mul_overflow(3, 4, &r) && r == 12);");
  assert_runs("", "volatile long long x = 1ll << 62, m = -1, l = (-1ll << 62) * 2; long long r; "
                  "check(__builtin_mul_overflow(x, 4ll, &r));"
                  "check(__builtin_mul_overflow(l, m, &r)); check(__builtin_mul_overflow(m, l, &r)); "
                  "check(!__builtin_mul_overflow(x, m, &r));");
  assert_runs(
      "", "volatile unsigned x = 0x12345678; check(__builtin_bswap32(x) == 0x78563412 && "
          "__builtin_popcount(x) == 13 &&"
          "__builtin_clz(x) == 3 && __builtin_ctz(x) == 3); check(((x << 8) | (x >> 24)) == 0x34567812);");
}

static void test_control(void) {
  assert_runs("int f(int x) { switch (x) { case 1: case 2: return 10; case -3: x = 7; case 9: return x; "
              "default: return 0; } }",
              "check(f(1) == 10 && f(2) == 10 && f(-3) == 7 && f(9) == 9 && f(5) == 0);");
  assert_runs("int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }", "check(fact(10) == 3628800);");
  assert_runs("int add(int a, int b) { return a + b; } int sub(int a, int b) { return a - b; }"
              "int (*table[2])(int, int) = {add, sub};",
              "volatile int i = 1; check(table[i](5, 3) == 2 && table[0](5, 3) == 8);");
  assert_runs("", "int i, s = 0; for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 8) break; s += i; "
                  "} check(s == 25);");
  assert_runs("", "int n = 0; again: n++; if (n < 5) goto again; check(n == 5);");
  assert_runs("int old(a, b) int a; char b; { return a + b; }", "check(old(1, 2) == 3);");
}

static void test_memory(void) {
  assert_runs("struct s { char c; int x; struct { short a[3]; } in; } g = {1, -2, {{3, 4, 5}}}, *p = &g;",
              "check(p->c == 1 && p->x == -2 && p->in.a[2] == 5); struct s t = g; t.in.a[1] = 9; "
              "check(g.in.a[1] == 4 && t.in.a[1] == 9);");
  assert_runs("struct big { int a[20]; }; int sum(struct big b) { b.a[0] += 1; return b.a[0] + b.a[19]; }",
              "struct big b = {{0}}; b.a[0] = 5; b.a[19] = 7; check(sum(b) == 13 && b.a[0] == 5);");
  assert_runs(
      "struct pair { int a, b; }; struct pair make(int a, int b) { struct pair p = {a, b}; return p; }"
      "struct mix { double d; int i; }; struct mix mix(int i) { struct mix m = {i / 2.0, i}; return m; }",
      "struct pair p = make(3, 4); check(p.a == 3 && p.b == 4); struct mix m = mix(5); check(m.d == 2.5 && "
      "m.i == 5);");
  assert_runs("union u { int i; unsigned char b[4]; };",
              "union u u; u.i = 0x01020304; check(u.b[0] == 4 && u.b[3] == 1);");
  assert_runs("",
              "int *p = malloc(8 * sizeof *p), *q = p + 3; *q = 5; check(p[3] == 5 && q - p == 3 && q > p);");
  assert_runs("int a[3][4]; int *inside = &a[1][2];",
              "a[1][2] = 6; check(*inside == 6 && *(*(a + 1) + 2) == 6);");
  assert_runs("const char *names[] = {\"ab\", \"cde\"};", "check(names[1][2] == 'e' && names[0][2] == 0);");
  assert_runs("", "volatile int n = 5; int v[n]; v[4] = 3; check(sizeof v == 20 && v[4] == 3);");
  assert_runs("int x; long y = (long)&x + 4;", "check(y - 4 == (long)&x);");
  assert_runs("", "int x = 1; check(__sync_fetch_and_add(&x, 4) == 1 && x == 5 && "
                  "__sync_bool_compare_and_swap(&x, 5, 7) && x == 7);");
}

static void test_floats(void) {
  assert_runs("", "volatile double x = 0.1; check(x + 0.2 != 0.3 && x * 10 == 1.0); volatile float f = "
                  "16777216; check(f + 1 == f);");
  assert_runs("", "volatile double z = 0; double n = z / z; check(n != n && !(n < 1) && !(n >= 1) && 1 / z > "
                  "1e308 && __builtin_isnan(n));");
  assert_runs("", "volatile float f = -2.75f; check((int)f == -2 && (unsigned char)(int)-f == 2 && (double)f "
                  "== -2.75 && -f == 2.75f);");
  assert_runs("double fabs(double); double floor(double); double ceil(double); double round(double); double "
              "fmod(double, double);",
              "volatile double x = -2.5; check(fabs(x) == 2.5 && floor(x) == -3 && ceil(x) == -2 && round(x) "
              "== -3 && fmod(x, 2) == -0.5);");
  assert_runs("double fmin(double, double); double fmax(double, double); double sqrt(double);",
              "volatile double x = 1, y = 2, n = 0; n /= n; check(fmin(x, y) == 1 && fmax(x, y) == 2 && "
              "fmin(n, y) == 2 && fmax(x, n) == 1 && sqrt(4) == 2);");
  assert_runs("int __isinf(double); int __fpclassify(double);",
              "volatile double z = 0, i = -1 / z; check(__isinf(i) == -1 && __builtin_isinf(i) && "
              "__fpclassify(z) == 2 && !__builtin_isinf(1.0));");
}

static void test_models(void) {
  assert_runs("size_t strlen(const char *); int strcmp(const char *, const char *); char *strchr(const char "
              "*, int); char *strcpy(char *, const char *);"
              "char *strstr(const char *, const char *);",
              "char b[10]; strcpy(b, \"hello\"); check(strlen(b) == 5 && strcmp(b, \"help\") < 0 && "
              "strchr(b, 'l') == b + 2 && strstr(b, \"lo\") == b + 3);");
  assert_runs("int atoi(const char *); int abs(int); int toupper(int); int isdigit(int);",
              "check(atoi(\" -42x\") == -42 && abs(-3) == 3 && toupper('q') == 'Q' && isdigit('7') && "
              "!isdigit('a'));");
  assert_runs("int atoi(const char *); long long atoll(const char *);",
              "check(atoi(\"2147483647\") == 2147483647 && atoll(\"-9223372036854775808\") < "
              "-9223372036854775807ll);");
  assert_runs("const unsigned short **__ctype_b_loc(void);",
              "check((*__ctype_b_loc())['a'] & 0x400 && !((*__ctype_b_loc())['1'] & 0x400));");
  assert_runs("static int strlen(const char *s) { return 77; }",
              "check(strlen(\"\") == 77);"); /* the program's own wins */
  assert_runs("int tolower(int c) { return 7; } int strlen(const char *s) { return 77; }"
              "int strcasecmp(const char *, const char *); char *strcat(char *, const char *);",
              "char b[9] = \"ab\"; strcat(b, \"cd\"); check(strlen(b) == 77 && b[2] == 'c' && !b[4] && "
              "strcasecmp(\"x\", \"y\") < 0);"); /* but the library does not call it */
}

/* strtol and its like: the number, where it ends, and errno. */
static void test_numbers(void) {
  static const char declarations[] =
      "#include <errno.h>\nlong strtol(const char *, char **, int); int atoi(const char *);"
      "unsigned long strtoul(const char *, char **, int); long long strtoll(const char *, char **, int);";
  assert_runs(declarations, "char *s = \" -0x1fg\", *end; check(strtol(s, &end, 0) == -31 && end == s + 6); "
                            "check(strtol(s, &end, 10) == 0 && end == s + 3 && errno == 0);");
  assert_runs(declarations, "char *s = \"0xg\", *end = 0; check(strtol(s, &end, 16) == 0 && end == s + 1); "
                            "check(strtol(\"12\", 0, 3) == 5 && strtol(\"zz\", 0, 36) == 1295);");
  assert_runs(declarations,
              "char *end = (char *)8; check(strtol(\"1\", &end, 1) == 0 && end == (char *)8 && errno "
              "== EINVAL);");
  assert_runs(declarations,
              "check(atoi(\"99999999999999999999\") != 0 && errno == ERANGE); errno = 0;"
              "check(strtoul(\"-1\", 0, 10) == -1ul && errno == 0);"
              "check(strtoll(\"-9223372036854775809\", 0, 10) < -9223372036854775807ll && errno == "
              "ERANGE);");
}

/* Variables of the C library are no inputs. */
static void test_library_objects(void) {
  static const char declarations[] = "#include <stdio.h>\n#include <unistd.h>\n#include <getopt.h>\n"
                                     "extern long timezone; extern char **environ; extern int errno;";
  assert_runs(declarations, "check(stdin && stdout && stderr && stdin != stdout && stdout != stderr);"
                            "check(optind == 1 && opterr == 1 && !optarg && optopt == '?');"
                            "check(errno == 0);");
  g_autofree char *text =
      g_strconcat(DECLARATIONS, declarations,
                  "int main(void) { return stdin->_fileno + (timezone == 1) + !*environ; }", NULL);
  Program *p = lower(text, TRUE);
  g_assert_cmpuint(p->sites->len, ==, 0);
  g_assert_cmpuint(p->assumptions->len, ==, 0);
  g_assert_cmpuint(p->unmodelled->len, ==, 1);
  g_assert_nonnull(strstr(p->unmodelled->pdata[0], "environ"));
  program_free(p);
  p = lower("extern int stdin_; int main(void) { return stdin_; }", FALSE); /* but this is one */
  g_assert_cmpuint(p->sites->len, ==, 1);
  program_free(p);
  p = lower("int stdin = 3; int main(void) { return stdin; }", FALSE); /* and this the program's own */
  g_assert_cmpuint(p->globals->len, ==, 1);
  program_free(p);
}

static RunOutcome outcome_of(const char *declarations, const char *body) {
  g_autofree char *text =
      g_strconcat(DECLARATIONS, declarations, "\nint main(void) {\n", body, "\nreturn 0; }\n", NULL);
  g_test_message("%s", text);
  return outcome(text, TRUE, 0);
}

/* What functions of the library do besides returning. */
static void test_library_calls(void) {
  static const struct {
    const char *declarations, *body;
    RunOutcome expected;
  } cases[] = {
      {"#include <error.h>", "error(1, 0, \"no\"); reach_error();", RUN_ASSUME},
      {"#include <error.h>", "error(0, 0, \"go on\"); reach_error();", RUN_FAILS},
      {"#include <fenv.h>", "fesetround(FE_TONEAREST);", RUN_RETURNS},
      {"#include <fenv.h>", "fesetround(FE_UPWARD);", RUN_UNMODELLED},
      {"#include <fenv.h>", "fesetenv(FE_DFL_ENV);", RUN_UNMODELLED},
      {"int __fork(void);", "__fork();", RUN_UNMODELLED},
      {"#include <ctype.h>\n#undef isdigit", "isdigit(255);", RUN_RETURNS},
      {"#include <ctype.h>\n#undef isdigit", "isdigit(256);", RUN_UNMODELLED},
      {"#include <poll.h>", "poll(0, 0, -1);", RUN_ASSUME}, /* unknown values are 0: it does not return */
      {"#include <string.h>", "char b[9] = \"ab\"; memcpy(b + 2, b, 2); strcpy(b + 5, b + 2);", RUN_RETURNS},
      {"#include <string.h>", "char b[9] = \"ab\"; memcpy(b, b, 9); memmove(b + 1, b, 2);", RUN_RETURNS},
      {"#include <string.h>", "char b[9] = \"ab\"; memcpy(b + 1, b, 2);", RUN_UNMODELLED},
      {"#include <string.h>", "char b[9] = \"abcde\"; strcpy(b, b + 2);", RUN_UNMODELLED},
      {"int getpid(void); int (*volatile f)(void) = getpid;", "f();", RUN_UNMODELLED},
      {"#include <stdlib.h>", "check(aligned_alloc(64, 8) != 0);", RUN_RETURNS},
      {"void *aligned_alloc(size_t, size_t);", "volatile int a = 3; check(aligned_alloc(a, 8) == 0);", RUN_RETURNS},
      {"#include <stdlib.h>", "volatile int a = 3; aligned_alloc(a, 8);", RUN_UNMODELLED}, /* alloc_align */
      {"#include <stdlib.h>", "void *p = &p; check(posix_memalign(&p, 3, 8) == 22 && p == &p);",
       RUN_RETURNS}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    g_assert_cmpint(outcome_of(cases[i].declarations, cases[i].body), ==, cases[i].expected);
}

static void test_locale(void) {
  Program *p =
      lower("#include <locale.h>\nint main(void) { setlocale(LC_ALL, \"C\"); setlocale(LC_ALL, 0); return "
            "0; }",
            FALSE);
  g_assert_cmpuint(p->assumptions->len, ==, 0);
  program_free(p);
  p = lower("#include <locale.h>\nint main(void) { setlocale(LC_ALL, \"\"); return 0; }", FALSE);
  g_assert_cmpuint(p->assumptions->len, ==, 1);
  g_assert_nonnull(strstr(p->assumptions->pdata[0], "locale"));
  program_free(p);
}

/* Pointers cast into those to another type are said, with both types, where the function is part of the program. */
static void test_puns(void) {
  static const struct {
    const char *text, *said; /* NULL: nothing */
  } cases[] = {
      {"int main(void) { float f = 1; return *(int *)&f; }", "accessed as float and as int"},
      {"int main(void) { int a[2] = {1, 2}; short *s = (short *)a; return s[1]; }", "as int and as short"},
      {"int main(void) { long v = 1; return *(unsigned int *)&v; }", "as long and as unsigned int"},
      {"static float f; static int *p = (int *)&f; int main(void) { return *p; }", "as float and as int"},
      {"int main(void) { int i = 1; return *(unsigned *)&i + *(char *)&i + *(const int *)&i; }", NULL},
      {"struct s { int a; }; int main(void) { struct s v = {1}; return *(int *)&v; }", NULL},
      {"void *malloc(unsigned); int main(void) { int *p = (int *)malloc(4); return p != (int *)8; }", NULL},
      {"static int f(float x) { return *(int *)&x; } int main(void) { return 0; }", NULL},
      {"typedef enum { A, B } E; int main(void) { E e = B; return *(unsigned *)&e; }", NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Program *p = lower(cases[i].text, FALSE);
    gboolean said = FALSE;
    for (guint k = 0; k < p->assumptions->len; k++)
      said |= strstr(p->assumptions->pdata[k], cases[i].said ? cases[i].said : "strict-aliasing") != NULL;
    if (said != (cases[i].said != NULL)) g_error("%s", cases[i].text);
    program_free(p);
  }
}

static void test_outcomes(void) {
  const char *text = DECLARATIONS "extern void __VERIFIER_assume(int); void exit(int);"
                                  "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x != "
                                  "1); if (x == 2) reach_error();"
                                  "if (x == 3) exit(1); if (x == 4) abort(); if (x == 5) for (;;) {} if (x "
                                  "== 6) __builtin_trap(); return x; }";
  const RunOutcome expected[] = {RUN_RETURNS, RUN_ASSUME, RUN_FAILS, RUN_HALTS,
                                 RUN_HALTS,   RUN_HALTS,  RUN_HALTS};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    g_assert_cmpint(outcome(text, FALSE, i), ==, expected[i]);
}

static const InputSite *site_of(const Program *p, const char *function, guint k) {
  for (guint i = 0; i < p->sites->len; i++)
    if (!g_strcmp0(program_site(p, i)->function, function) && k-- == 0) return program_site(p, i);
  return NULL;
}

static void test_sites(void) {
  Program *p = lower("extern int __VERIFIER_nondet_int(); extern unsigned char "
                     "__VERIFIER_nondet_uchar(void); extern _Bool __VERIFIER_nondet_bool(void);\n"
                     "#define ANY __VERIFIER_nondet_int()\n"
                     "struct s { int e, f; }; int g;\n"
                     "int main(void) { struct s s;\n"
                     "  int x = (int)__VERIFIER_nondet_int();\n"
                     "  g = 1 + __VERIFIER_nondet_int(), s.f = ANY;\n"
                     "  unsigned char c = __VERIFIER_nondet_uchar(); _Bool b = __VERIFIER_nondet_bool();\n"
                     "  return x + c + b + s.f; }\n",
                     FALSE);
  const InputSite *x = site_of(p, "__VERIFIER_nondet_int", 0), *g = site_of(p, "__VERIFIER_nondet_int", 1),
                  *f = site_of(p, "__VERIFIER_nondet_int", 2);
  g_assert_cmpuint(x->loc.line, ==, 5);
  g_assert_cmpuint(x->loc.column, ==, 16);
  g_assert_cmpstr(x->loc.file, ==, p->path);
  g_assert_cmpstr(x->variable, ==, "x");
  g_assert_false(x->in_macro_or_header);
  g_assert_cmpuint(g->loc.column, ==, 11);
  g_assert_cmpstr(f->variable, ==, "s.f");
  g_assert_true(f->in_macro_or_header);
  const InputSite *c = site_of(p, "__VERIFIER_nondet_uchar", 0), *b = site_of(p, "__VERIFIER_nondet_bool", 0);
  g_assert_cmpuint(c->width, ==, 8);
  g_assert_false(c->is_signed);
  g_assert_cmpuint(b->width, ==, 1);
  program_free(p);
}

/* Signed operations at the edges of their types: the last value that is in range, and the first that is not.
 * Everything else wraps all the same. */
static void test_no_overflow(void) {
  static const struct {
    const char *operation; /* on int x and long long l, which are the same number, */
    gint64 good, bad;
  } cases[] = {{"x + 1", G_MAXINT32 - 1, G_MAXINT32},
               {"x + -5", G_MININT32 + 5, G_MININT32 + 4},
               {"x - 7", G_MININT32 + 7, G_MININT32 + 6},
               {"x - -7", G_MAXINT32 - 7, G_MAXINT32 - 6},
               {"5 - x", -(gint64)G_MAXINT32 + 5, -(gint64)G_MAXINT32 + 4},
               {"-2 - x", G_MAXINT32 - 1, G_MAXINT32},
               {"-x", -(gint64)G_MAXINT32, G_MININT32},
               {"x++", G_MAXINT32 - 1, G_MAXINT32},
               {"x * 3", 715827882, 715827883},
               {"x * 3", -715827882, -715827883},
               {"x * -3", 715827882, 715827883},
               {"x * -3", -715827882, -715827883},
               {"x * -1", -(gint64)G_MAXINT32, G_MININT32},
               {"x * x", -46340, -46341},
               {"x * x", 46340, 46341},
               {"x * (x + 1)", 46340, 46341},
               {"x * (x + 1)", -46341, -46342},
               {"x + (x + 1)", G_MAXINT32 / 2, G_MAXINT32 / 2 + 1},
               {"x - (1 - x)", -(G_MAXINT32 / 2), -(G_MAXINT32 / 2) - 1},
               {"x / (x / x - 2)", -(gint64)G_MAXINT32, G_MININT32},
               {"l * (l + 1) * (l + 2) * (l + 3)", 55107, 55108},
               {"l * l * l", 2097151, 2097152},
               {"l * l * l * 2", -1664510, -1664511},
               {"(l * 4294967296ll) * (l - l - 1)", -(gint64)G_MAXINT32, G_MININT32},
               {"(l - l - 1) * (l * 4294967296ll)", -(gint64)G_MAXINT32, G_MININT32},
               {"l * 4294967296ll + l * 4294967296ll", G_MAXINT32 / 2, G_MAXINT32 / 2 + 1}};
  no_overflow = TRUE;
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    char *text =
        g_strdup_printf(DECLARATIONS "int main(void) { int x = __VERIFIER_nondet_int(); long long l = x;\n"
                                     "long long sink = %s; reach_error(); return sink; }",
                        cases[i].operation);
    g_test_message("%s", text);
    g_assert_cmpint(outcome(text, FALSE, cases[i].good), ==, RUN_FAILS);
    g_assert_cmpint(outcome(text, FALSE, cases[i].bad), ==, RUN_ASSUME);
    g_free(text);
  }
  assert_runs(
      "", "unsigned u = __VERIFIER_nondet_int(); check(u - 1 == 0xffffffffu); check((u - 1) * (u - 2) == 2);"
          "short s = 32767 + u; s++; check(s == -32768); signed char c = 200 + u; check(c == -56);"
          "unsigned char d = u; d--; check(d == 255); int x = 1 + u; check(x << 31 < 0);");
  no_overflow = FALSE;
  assert_runs("", "int x = 2147483647 - __VERIFIER_nondet_int(); check(x + 1 < 0); check(x * x == 1);");
}

static void test_uninitialised(void) {
  Program *p = lower("int main(void) { int x; int a[4]; int y = 1, *q = &y; if (*q) goto in; { int z; in: x "
                     "+= z; } return x + a[*q]; }",
                     FALSE);
  guint scalars = 0, arrays = 0;
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    g_assert_cmpint(s->kind, ==, SITE_UNINITIALISED);
    scalars += s->width == 32 && (!g_strcmp0(s->variable, "x") || !g_strcmp0(s->variable, "z"));
    arrays += s->element_width == 32 && s->width == 8 && !g_strcmp0(s->variable, "a") && s->loc.line == 1;
  }
  g_assert_cmpuint(scalars, >=, 2);
  g_assert_cmpuint(arrays, ==, 1);
  program_free(p);
}

static void test_limits(void) {
  Program *p =
      lower(DECLARATIONS
            "double sin(double); int other(int);\nint main(int argc, char **argv) { long double d = argc;\n"
            "if (other(argc)) return d > 1; return sin(argc) > 0; }",
            FALSE);
  g_assert_true(any_mentions(p->unmodelled, "could not analyse long double arithmetic ("));
  g_assert_true(any_mentions(p->assumptions, "argc is at least 1"));
  program_free(p);
  p = lower("double sin(double); int other(int); int main(int argc, char **argv) { return other(1) + "
            "(sin(argc) > 0); }",
            TRUE);
  g_assert_true(any_mentions(p->unmodelled, "could not analyse sin ("));
  g_assert_true(any_mentions(p->assumptions, "other ("));
  g_assert_cmpuint(program_function(p, p->entry)->n_params, ==, 0);
  program_free(p);
  g_assert_cmpint(outcome("int setjmp(int *); int main(void) { int b[9]; return setjmp(b); }", FALSE, 0), ==,
                  RUN_UNMODELLED);
  g_assert_cmpint(
      outcome("int main(void) { __asm__ volatile(\"\" ::: \"memory\"); __asm__(\"nop\"); return 0; }", FALSE,
              0),
      ==, RUN_UNMODELLED);
}

/* With 32 bits, what stands behind a long long that is taken for an int is moved by a word. */
static void test_moved_arguments(void) {
  const char *text = "int f(); int main(void) { return f(5ll, 2); }\nint f(int a, int b) { return a + b; }";
  for (guint lp64 = 0; lp64 < 2; lp64++) {
    Program *p = lower(text, lp64);
    g_assert_cmpint(any_mentions(p->unmodelled, "does not fit"), ==, !lp64);
    program_free(p);
  }
}

/* A value that is fixed but not known is no input. */
static void test_fixed_but_unknown(void) {
  Program *p = lower("struct { long double d; int x; } g = {1.0L, 5}; int main(void) { return g.x; }", TRUE);
  g_assert_true(any_mentions(p->unmodelled, "the initial value of g"));
  g_assert_true(program_global(p, 0)->unknown);
  g_assert_false(program_global(p, 0)->external);
  program_free(p);
  p = lower("long time(long *); int main(void) { return time(0) > 5; }", TRUE);
  g_assert_cmpuint(p->sites->len, ==, 0);
  program_free(p);
  g_assert_cmpint(outcome("int g; __attribute__((constructor)) static void c(void) { g = 5; }\n"
                          "int main(void) { return g; }",
                          FALSE, 0),
                  ==, RUN_UNMODELLED);
}

/* The check finds what the lowering must not do. */
static void test_check(void) {
  Program *p = lower(DECLARATIONS "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1; }", FALSE);
  IrBlock *b = program_function(p, p->entry)->blocks->pdata[0];
  IrInstr *add = &g_array_index(b->instrs, IrInstr, b->instrs->len - 1);
  add->args[1].width = 8;
  char *wrong = program_check(p);
  g_assert_nonnull(wrong);
  g_free(wrong);
  add->args[1] = operand_reg(32, add->dest);
  wrong = program_check(p);
  g_assert_nonnull(strstr(wrong, "before its assignment"));
  g_free(wrong);
  program_free(p);
}

static void test_dump(void) {
  Program *p = lower(
      DECLARATIONS "int main(void) { if (__VERIFIER_nondet_int() > 3) reach_error(); return 0; }", FALSE);
  GString *out = g_string_new(NULL);
  program_dump(p, out);
  g_assert_nonnull(strstr(out->str, "input site 0"));
  g_assert_nonnull(strstr(out->str, "branch r"));
  g_assert_nonnull(strstr(out->str, "error"));
  g_string_free(out, TRUE);
  program_free(p);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/frontend/integers", test_integers);
  g_test_add_func("/frontend/control", test_control);
  g_test_add_func("/frontend/memory", test_memory);
  g_test_add_func("/frontend/floats", test_floats);
  g_test_add_func("/frontend/models", test_models);
  g_test_add_func("/frontend/numbers", test_numbers);
  g_test_add_func("/frontend/library-objects", test_library_objects);
  g_test_add_func("/frontend/library-calls", test_library_calls);
  g_test_add_func("/frontend/locale", test_locale);
  g_test_add_func("/frontend/puns", test_puns);
  g_test_add_func("/frontend/outcomes", test_outcomes);
  g_test_add_func("/frontend/sites", test_sites);
  g_test_add_func("/frontend/no-overflow", test_no_overflow);
  g_test_add_func("/frontend/uninitialised", test_uninitialised);
  g_test_add_func("/frontend/limits", test_limits);
  g_test_add_func("/frontend/moved-arguments", test_moved_arguments);
  g_test_add_func("/frontend/fixed-but-unknown", test_fixed_but_unknown);
  g_test_add_func("/frontend/check", test_check);
  g_test_add_func("/frontend/dump", test_dump);
  return g_test_run();
}
