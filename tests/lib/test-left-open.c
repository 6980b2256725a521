/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What C leaves open, compilers decide: acf claims neither that such inputs fail nor that they do not.
 *
 * Each program reads n.  Where it is open whether the run fails, n may fail; what does not depend on that is
 * claimed all the same.  Real compilers disagree on the open ones, or fail there against what one expects. */
#include <string.h>
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
    {"fails-either-way", "void *malloc(unsigned long); void free(void *);",
     "char *p = malloc(8); free(p); char *q = malloc(8); if (p != q && n > 0) reach_error(); if (n > 0) reach_error();",
     OPEN(1, 7), SAFE(0)},
    {"size-that-wraps", "void *calloc(unsigned, unsigned); void free(void *);",
     "char *p = calloc(n & 0xffff0001, 65536); if (!p && n != 0) reach_error(); if (n == 3 && p[65535] == 0) reach_error();"
     "free(p); p = calloc(n & 7, 4); if ((n & 7) == 2 && p[7] == 0) reach_error();",
     OPEN(0x10000, 0x10001, -1), SAFE(1, 5), FAILS(3)},
    {"constant-size-that-wraps", "void *calloc(unsigned, unsigned);",
     "if (n == 1) { char *p = calloc(65537, 65536); if (!p) reach_error(); } if (n == 2) reach_error();", OPEN(1), SAFE(0),
     FAILS(2)},
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
    /* ---- differences of pointers ---- */
    {"parts-of-elements", "", "char c[16]; if (n < 0 || n > 8) return 0; if ((int *)(c + n) - (int *)c == 1) reach_error();",
     OPEN(1, 3, 5, 7), SAFE(0, 8, 9), FAILS(4)},
    {"parts-of-structures", "struct three { int a, b, c; };",
     "struct three a[4]; if (n < 0 || n > 9) return 0; struct three *p = (struct three *)((int *)a + n);"
     "if (p - a == 2) reach_error();",
     OPEN(1, 4, 7, 8), SAFE(0, 3, 9, 10), FAILS(6)},
    {"whole-elements", "static int between(int *p, int *q) { return q - p; }",
     "int a[8]; if (n < 0 || n > 8) return 0; if (a + n - a == 3 || between(a + 1, a + n) == 6) reach_error();",
     SAFE(0, 2, 8, 9), FAILS(3, 7)},
    {"between-objects", "static int a[4], b[4];", "if (n == 1 && a - b == 4) reach_error();", OPEN(1), SAFE(0)},
    /* ---- constants ---- */
    {"const-variable", "",
     "const int k = 5; if (n == 1) *(int *)&k = 6; if (k == 6) reach_error(); if (n == 2) reach_error();", OPEN(1),
     SAFE(0, 3), FAILS(2)},
    {"const-array-through-a-function", "static void set(int *p, int v) { *p = v; }",
     "const int a[2] = {n, 2}; if (n == 1) set((int *)a, 4); if (a[0] == 4) reach_error();", OPEN(1), SAFE(0, 2),
     FAILS(4)},
    {"const-parameter", "static int f(const int k) { int *p = (int *)&k; if (k == 1) *p = 7; return k; }",
     "if (f(n) == 7) reach_error();", OPEN(1), SAFE(0, 2), FAILS(7)},
    {"const-global", "static const int k = 5;", "if (n == 1) *(int *)&k = 6; if (k == 6 || n == 2) reach_error();",
     OPEN(1), SAFE(0, 3), FAILS(2)},
    {"literal-is-written", "", "char *s = \"abc\"; if (n == 1) s[0] = 'x'; if (s[0] == 'x' || n == 2) reach_error();",
     OPEN(1), SAFE(0, 3), FAILS(2)},
    {"const-is-only-read", "static int sum(const int *a) { return a[0] + a[1]; }",
     "const int a[2] = {n, n > 3 ? 2 : 1}; for (int i = 0; i < 2; i++) { const int b[2] = {a[0], i};"
     "if (sum(b) == 9) reach_error(); } if (sum(a) == 3) reach_error();",
     SAFE(0, 3, 7), FAILS(2, 8, 9)},
    /* ---- two names ---- */
    {"names-compared", "int x = 1; extern int y __attribute__((alias(\"x\")));",
     "if (n == 1) if (&x == &y) reach_error(); x = n; if (y == 3) reach_error();", OPEN(1), SAFE(0, 4), FAILS(3)},
    {"functions-compared", "int f(void) { return 1; } int g(void) __attribute__((alias(\"f\")));",
     "if (n == 1) if (f != g) reach_error(); if (n == 2 && g() == 1) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"names-in-pointers", "int x[4]; extern int y[4] __attribute__((weak, alias(\"x\")));",
     "int *p = x, *q = y + 2; if (n >= 0 && n < 4 && p + n == q) reach_error(); p[1] = n; if (y[1] == 7) reach_error();",
     SAFE(0, 3, 8), FAILS(2, 7)},
    {"name-behind-restrict", "int x; extern int y __attribute__((alias(\"x\"))); static int f(int *restrict p) {"
     "*p = 1; y = 2; return *p; }",
     "if (n == 1 && f(&x) == 1) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0), FAILS(2)},
    {"error-by-another-name", "void fail(void) { reach_error(); } void oops(void) __attribute__((alias(\"fail\")));",
     "if (n == 1) oops();", SAFE(0), FAILS(1)},
    /* ---- bit-fields wider than int ---- */
    {"field-wraps", "static struct { unsigned long long b : 40; } v;",
     "v.b = 0xffffffffffULL; if (n == 1) if (v.b + 1 == 0) reach_error(); if (n == 2 && v.b > 7) reach_error();",
     OPEN(1), SAFE(0, 3), FAILS(2)},
    {"field-and-negative-number", "static struct { unsigned long long b : 40; } v;",
     "v.b = n; if (v.b == n) reach_error();", OPEN(-1, G_MININT), FAILS(0, 7)},
    {"field-as-wide-number", "static struct { unsigned long long b : 40; long long c : 35; } v;",
     "v.b = -1; v.b++; v.c = n; unsigned long long t = v.b; long long w = n; t -= 5;"
     "if (v.b == 0 && (long long)t == -5 && v.c + w == 6) reach_error(); if (v.c - 1 == 7) reach_error();",
     SAFE(0, 7, -3), FAILS(3, 8)},
    {"field-shifted", "static struct { unsigned long long b : 40; } v;",
     "if (n < 0 || n > 63) return 0; v.b = 1; if (v.b << n == 0) reach_error();", OPEN(40, 63), SAFE(0, 39, 64)},
    /* ---- shifts ---- */
    {"shift-out-of-range", "", "if ((1u >> n) == 1) reach_error(); if (n == 3) reach_error();", OPEN(32, -1, G_MININT),
     SAFE(1, 31), FAILS(0, 3)},
    {"shift-of-a-wide-number", "", "long long w = 1; if (w << n == 0 || n == 40) reach_error();", OPEN(64, -64),
     SAFE(0, 63), FAILS(40)},
    {"shift-by-a-constant-too-large", "", "int k = n; if (n == 1) k = k >> 33; if (k == 0 || n == 2) reach_error();", OPEN(1),
     SAFE(3), FAILS(0, 2)},
    {"shift-in-range", "", "if ((1u << (n & 31)) == 8 || (n >= 0 && n < 8 && 256 >> n == 4)) reach_error();",
     SAFE(0, 7, 8, -1), FAILS(3, 6, 35)},
    /* ---- padding ---- */
    {"padding-compared", "struct s { char a; int b; }; int memcmp(const void *, const void *, unsigned long);",
     "struct s v = {1, 2}, w = {1, 2}; if (n == 1 && memcmp(&v, &w, sizeof v) == 0) reach_error();"
     "if (n == 2 && v.a == w.a && v.b == w.b) reach_error();",
     OPEN(1), SAFE(0), FAILS(2)},
    {"padding-assigned", "struct s { char a; int b; }; void *memset(void *, int, unsigned long);",
     "struct s v; memset(&v, 3, sizeof v); v = (struct s){1, n}; if (n == 1 && ((char *)&v)[1] == 3) reach_error();"
     "if (v.b == 2 && v.a == 1) reach_error();",
     OPEN(1), SAFE(0), FAILS(2)},
    {"padding-of-zeros", "struct s { int a; char b; };",
     "struct s v = {0}; if (n == 1 && ((char *)&v)[7] == 0) reach_error(); if (n == 2 && !v.b) reach_error();", OPEN(1),
     SAFE(0), FAILS(2)},
    {"padding-of-static", "struct s { char a; int b; }; static struct s v, w = {1, 2};",
     "v.a = 1; v.b = 2; int k; for (k = 0; k < 8; k++) if (((char *)&v)[k] != ((char *)&w)[k]) break;"
     "if (n == 1 && k == 8) reach_error();",
     SAFE(0), FAILS(1)},
    {"padding-copied", "struct s { char a; int b; }; void *memset(void *, int, unsigned long);"
     "void *memcpy(void *, const void *, unsigned long);",
     "struct s v, w; memset(&v, 3, sizeof v); memcpy(&w, &v, sizeof v); if (n == 1 && ((char *)&w)[1] == 3) reach_error();",
     SAFE(0), FAILS(1)},
    /* ---- floating point ---- */
    {"smaller-of-zeros", "double fmin(double, double);",
     "double x = n == 1 ? -0.0 : 0.0, y = n == 1 ? 0.0 : n == 2 ? -0.0 : 1.0; if (1 / fmin(x, y) < 0) reach_error();"
     "if (n == 5) reach_error();",
     OPEN(1, 2), SAFE(3, 4), FAILS(5)},
    {"larger-of-zeros", "",
     "float x = n == 1 ? -0.0f : 0.0f, y = n == 1 ? 0.0f : n == 2 ? -0.0f : -1.0f;"
     "if (1 / __builtin_fmaxf(x, y) < 0) reach_error(); if (__builtin_fmaxf(n == 5 ? 1 : x, x) == 1) reach_error();",
     OPEN(1, 2), SAFE(3, 4), FAILS(5)},
    {"signalling-nan-moved", "",
     "union { int n; float f; } u; u.n = n; u.f = -u.f; if (u.n != (int)(n ^ 0x80000000)) reach_error();"
     "if (n == 5) reach_error();",
     OPEN(0x7f800001, (gint64)0xffbfffff), SAFE(0, 0x7f800000, 0x7fc00001, 0x3f800000), FAILS(5)},
    {"signalling-nan-returned", "static float same(float x) { return x; } void *memcpy(void *, const void *, unsigned);",
     "float f; int k = n; memcpy(&f, &k, 4); f = same(f); int m; memcpy(&m, &f, 4); if (m != n || n == 7) reach_error();",
     OPEN(0x7fa00000), SAFE(1, 0x7fc00000), FAILS(7)},
    {"nan-of-arithmetic", "",
     "union { int n; float f; } u; u.n = n & 0x007fffff; u.f = u.f + 1; if (u.n < 0x3f800000) reach_error();"
     "if (n == 5) reach_error();",
     SAFE(0, 0x7f800001), FAILS(5)},
    /* ---- weak functions ---- */
    {"weak-function-called", "extern int weak(void) __attribute__((weak));",
     "if (n == 1) weak(); if (n == 1 || n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"weak-function-tested", "extern int weak(void) __attribute__((weak));",
     "if (weak) weak(); if (n == 1 && weak) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"weak-definition", "__attribute__((weak)) int weak(void) { return 3; }",
     "if (n == weak() || (n == 1 && !weak)) reach_error();", SAFE(1, 2), FAILS(3)},
    /* ---- orders of evaluation ---- */
    {"operand-beside-call", "static int g; static int set(void) { g = 5; return 1; }",
     "g = n; if (n == 1 && g + set() != 2) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"arguments-that-count", "static int c; static int next(void) { return ++c; } static int sub(int a, int b) { return a - b; }",
     "if (n == 1 && sub(next(), next()) > 0) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"through-an-argument", "static int up(int *p) { return ++*p; }",
     "int y = n; if (n == 1 && y + up(&y) == 3) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"assigned-beside-call", "static int g; static int set(void) { g = 5; return 1; }",
     "if (n == 1) { g = 1; g += set(); if (g == 6) reach_error(); } if (n == 2) reach_error();", OPEN(1), SAFE(0), FAILS(2)},
    {"unsequenced-writes", "", "int i = 1; if (n == 1) { i = i++ + 1; if (i == 2) reach_error(); } if (n == 2) reach_error();",
     OPEN(1), SAFE(0), FAILS(2)},
    {"unsequenced-read", "",
     "int i = 1, a[4] = {0}; if (n == 1) { a[i] = i++; if (a[1]) reach_error(); } if (n == 2) reach_error();", OPEN(1),
     SAFE(0), FAILS(2)},
    {"in-a-macro", "#define NEXT(x) (x)++",
     "int i = n; if (n == 1 && NEXT(i) + i == 3) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0), FAILS(2)},
    {"call-by-another-name", "static int g; int set(void) { g = 5; return 1; } int put(void) __attribute__((alias(\"set\")));",
     "g = n; if (n == 1 && g + put() != 2) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"variable-by-another-name", "int g __asm__(\"label\"); static int set(void) { g = 5; return 1; }",
     "g = n; if (n == 1 && g + set() != 2) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"static-in-a-function", "static int f(int k) { static int c; c++; return k ? c + f(k - 1) : 0; }",
     "if (n == 1 && f(2) == 3) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"behind-a-macro", "static int g; static int set(void) { g = 5; return 1; }\n#define BOTH (g + set())\n",
     "g = n; if (n == 1 && BOTH != 2) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0, 3), FAILS(2)},
    {"twice-in-a-macro", "#define TWICE(x) ((x) - (x))",
     "int i = n; if (n == 1 && TWICE(i++) == -1) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0), FAILS(2)},
    {"members-of-a-union", "",
     "union { int a; unsigned b; } u; u.a = n; if (n == 1 && u.a + (u.b = 5) == 10) reach_error(); if (n == 2) reach_error();",
     OPEN(1), SAFE(0), FAILS(2)},
    {"structure-and-its-member", "struct in { int x; }; struct out { struct in i; int y; };"
     "static int f(struct in v, int x) { return v.x * 10 + x; }",
     "struct out s; struct in t = {7}; s.i.x = n; if (n == 1 && f(s.i = t, s.i.x) == 71) reach_error();"
     "if (n == 2) reach_error();",
     OPEN(1), SAFE(0), FAILS(2)},
    {"other-member", "struct in { int x; }; struct out { struct in i, k; };",
     "struct out s; s.i.x = n; if (s.i.x + (s.k.x = 5) == 7) reach_error();", SAFE(0, 1), FAILS(2)},
    {"calls-that-count", "static int calls; static int fib(int k) { calls++; return k < 2 ? k : fib(k - 1) + fib(k - 2); }",
     "if (n < 0 || n > 5) return 0; if (fib(n) == 3 || (n == 5 && calls == 15)) reach_error();", SAFE(0, 3, 6), FAILS(4, 5)},
    {"count-is-read", "static int calls; static int next(void) { calls++; return 1; }",
     "calls = n; if (n == 1 && calls + next() == 2) reach_error(); if (n == 2) reach_error();", OPEN(1), SAFE(0), FAILS(2)},
    {"parts-of-globals", "static struct { int a, b; } s; static int k[2]; static int set(int v) { s.b = v; return v; }"
     "static int put(int i, int v) { k[i] = v; return v; }",
     "s.a = n; if (s.a + set(3) == 5 || put(0, n) + put(1, 2) == 6) reach_error();", SAFE(0, 1, 3), FAILS(2, 4)},
    {"division-put-off", "static int check(int k) { if (k > 3) reach_error(); return 1; }",
     "int x = 7 / (n - 5) - check(n); if (x == 9) return 3;", OPEN(5), SAFE(0, 3), FAILS(4, 6)},
    {"sequenced", "static int g; static int set(void) { g = 5; return 1; } static int twice(int x) { return 2 * x; }",
     "int i = n, a[3]; g = set(); i = (i++, i + 1) + twice(n) - twice(n & 0); a[g - 1] = i; i = i && i++ && i;"
     "if (g + twice(n) == 5 && a[0] == 8) reach_error();",
     SAFE(0, 1, 3), FAILS(2)},
    {"inputs-in-one-expression", "", "if (n + __VERIFIER_nondet_int() * 0 == 3) reach_error();", SAFE(2), FAILS(3)},
    /* ---- what compilers know ---- */
    {"known-to-be-constant", "static const int k = 3;",
     "if (n == 1 && __builtin_constant_p(k)) reach_error(); if (n == 2 && __builtin_constant_p(3)) reach_error();", OPEN(1),
     SAFE(0), FAILS(2)},
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

/* What is left open is said, with the place. */
static void check_reason(const AcfResult *r) {
  char *text = acf_result_text(r, ACF_FORMAT_TEXT);
  if (!strstr(text, "could not analyse") && !strstr(text, "not exact because")) {
    g_test_message("no reason is given in\n%s", text);
    g_test_fail();
  }
  acf_free(text);
}

static void test_program(gconstpointer data) {
  const LeftOpen *o = (const LeftOpen *)data;
  AcfResult *r = characterize(o);
  if (o->n_open) check_reason(r);
  check_points(r, o->open, o->n_open, ACF_POINT_MAY_FAIL);
  check_points(r, o->safe, o->n_safe, ACF_POINT_SAFE);
  check_points(r, o->fails, o->n_fails, ACF_POINT_MUST_FAIL);
  acf_result_free(r);
}

/* Programs of one class stand together: with the sanitizers, which make each several times slower, every third
 * shows what they are to show. */
#ifdef __SANITIZE_ADDRESS__
#define STRIDE 3
#else
#define STRIDE 1
#endif

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_set_nonfatal_assertions();
  for (guint i = 0; i < G_N_ELEMENTS(programs); i += STRIDE) {
    g_autofree char *path = g_strdup_printf("/left-open/%s", programs[i].name);
    g_test_add_data_func(path, &programs[i], test_program);
  }
  return g_test_run();
}
