/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Promises to the compiler: a run that breaks one is unknown from there on; where it is kept, nothing
 * changes. Each program is lowered and run on two inputs. */
#include <string.h>
#include "tests/helpers/sample.h"
#include "tests/helpers/ir-run.h"

#define DECLARATIONS                                                                                         \
  "extern int __VERIFIER_nondet_int(void); extern void reach_error(void); extern void exit(int);"            \
  "typedef __SIZE_TYPE__ size_t; void *malloc(size_t); void *memcpy(void *, const void *, size_t);"          \
  "void *memmove(void *, const void *, size_t); char *strcpy(char *, const char *);\n"

typedef struct {
  const char *what;
  const char *text; /* with N for the input, and E for the failure */
  gint64 breaks;    /* an input on which the promise is broken */
  gint64 keeps;     /* one on which it is not: the run fails */
} Broken;

/* Every program would fail on both inputs, if the promise were nothing. */
static const Broken broken[] = {
    {"assume", "int main(void) { int n = N; __builtin_assume(n != 3); E; }", 3, 4},
    {"assume in a function",
     "int f(int x) { __builtin_assume(x > 10); return 1; } int main(void) { if (f(N)) E; }", 10, 11},
    {"alignment",
     "char a[64] __attribute__((aligned(16))); int main(void) { int n = N;"
     "if (n == 3) { char *p = __builtin_assume_aligned(a + n, 16); *p = 1; } E; }",
     3, 4},
    {"const that fails",
     "__attribute__((const)) int f(int x) { if (x == 3) E; return x; } int main(void) { f(N); E; }", 3, 4},
    {"const that writes",
     "int g; __attribute__((const)) int f(int x) { if (x == 3) g = 1; return x; } int main(void) { f(N); E; "
     "}",
     3, 4},
    {"const that reads",
     "int g; __attribute__((const)) int f(int x) { return x == 3 ? g : x; } int main(void) { f(N); E; }", 3,
     4},
    {"const that reads an input",
     "__attribute__((const)) int f(int x) { return x == 3 ? N : x; } int main(void) { f(N); E; }", 3, 4},
    {"const that exits",
     "__attribute__((const)) int f(int x) { if (x == 3) exit(0); return x; } int main(void) { f(N); E; }", 3,
     4},
    {"const by a declaration, of a structure",
     "struct s { int a, b; }; int g; struct s f(int) __attribute__((const));"
     "struct s f(int x) { struct s s = {x, x}; if (x == 3) g = 1; return s; } int main(void) { f(N); E; }",
     3, 4},
    {"pure that calls what writes",
     "int g; void w(void) { g = 1; } __attribute__((pure)) int f(int x) { if (x == 3) w(); return x; }"
     "int main(void) { f(N); E; }",
     3, 4},
    {"pure that may not return",
     "__attribute__((pure)) int f(int x) { while (x != 8) x += 4; return x; }"
     "int main(void) { int n = N; if (n == 4) f(n); E; }",
     4, 5},
    {"malloc of what is known",
     "int g; __attribute__((malloc)) int *f(void) { return &g; } int main(void) { if (N == 3) f(); E; }", 3,
     4},
    {"malloc of what is kept",
     "int *g; __attribute__((malloc)) int *f(void) { return g = malloc(4); } int main(void) { if (N == 3) "
     "f(); E; }",
     3, 4},
    {"null as an argument",
     "__attribute__((nonnull)) int f(int *p) { return p == 0; } int x; int main(void) { f(N == 3 ? 0 : &x); "
     "E; }",
     3, 4},
    {"null as a result",
     "int x; __attribute__((returns_nonnull)) int *f(int n) { return n == 3 ? 0 : &x; } int main(void) { "
     "f(N); E; }",
     3, 4},
    {"noreturn that returns",
     "__attribute__((noreturn)) void f(int n) {} int main(void) { int n = N; if (n == 3) f(n); E; }", 3, 4},
    {"restrict parameters",
     "int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; }"
     "int main(void) { int a, b; f(&a, N == 3 ? &a : &b); E; }",
     3, 4},
    {"a restrict parameter and another",
     "int f(int *restrict p, int *q) { *p = 1; *q = 2; return *p; } int main(void) { int a, b; f(&a, N == 3 "
     "? &a : "
     "&b); E; }",
     3, 4},
    {"a restrict parameter and a variable",
     "int g; int f(int *restrict p) { *p = 1; g = 2; return *p; } int main(void) { int a; f(N == 3 ? &g : "
     "&a); E; }",
     3, 4},
    {"a restrict parameter and a variable of a function called",
     "int g; void w(void) { g = 2; } int f(int *restrict p) { *p = 1; w(); return *p; }"
     "int main(void) { int a; f(N == 3 ? &g : &a); E; }",
     3, 4},
    {"a restrict parameter and a pointer in memory",
     "struct s { int *p; }; int f(int *restrict p, struct s *s) { *p = 1; *s->p = 2; return *p; }"
     "int main(void) { int a, b; struct s s = {N == 3 ? &a : &b}; f(&a, &s); E; }",
     3, 4},
    {"restrict variables",
     "int *restrict p, *restrict q; int f(void) { *p = 1; *q = 2; return *p; }"
     "int main(void) { int a, b; p = &a; q = N == 3 ? &a : &b; f(); E; }",
     3, 4},
    {"restrict members",
     "struct s { int *restrict p, *restrict q; }; int f(struct s s) { *s.p = 1; *s.q = 2; return *s.p; }"
     "int main(void) { int a, b; struct s s = {&a, N == 3 ? &a : &b}; f(s); E; }",
     3, 4},
    {"memcpy", "char a[20]; int main(void) { memcpy(a + N, a, 4); E; }", 3, 4},
    {"strcpy", "char a[20] = \"abc\"; int main(void) { strcpy(a + N, a); E; }", 3, 4},
    {"a structure onto itself, moved",
     "struct s { int a[4]; }; int a[20]; int main(void) { *(struct s *)(a + N) = *(struct s *)a; E; }", 3, 4},
    {"no value returned", "int f(int n) { if (n != 3) return 1; } int main(void) { int x = f(N); E; }", 3, 4},
    {"no structure returned",
     "struct s { int a, b; }; struct s f(int n) { struct s s = {1, 2}; if (n != 3) return s; }"
     "int main(void) { struct s s = f(N); E; }",
     3, 4},
    {"_Bool by a union", "int main(void) { union { unsigned char c; _Bool b; } u; u.c = N; int x = u.b; E; }",
     2, 1},
    {"_Bool by a pointer", "int main(void) { unsigned char c = N; int x = *(_Bool *)&c; E; }", 255, 0},
    {"_Bool in an array",
     "int main(void) { _Bool a[4]; memcpy(a, (char[4]){0, 1, N, 1}, 4); int x = a[2]; E; }", 4, 1},
};

static char *text_of(const char *program) {
  GString *text = g_string_new(DECLARATIONS);
  for (const char *at = program; *at; at++) {
    gboolean alone = (at == program || !g_ascii_isalnum(at[-1])) && !g_ascii_isalnum(at[1]) && at[1] != '_';
    if (*at == 'N' && alone)
      g_string_append(text, "__VERIFIER_nondet_int()");
    else if (*at == 'E' && alone)
      g_string_append(text, "reach_error()");
    else
      g_string_append_c(text, *at);
  }
  return g_string_free(text, FALSE);
}

static Program *lower(const char *text, gboolean lp64) {
  g_autoptr(GError) error = NULL;
  const FrontendOptions options = {.lp64 = lp64};
  Program *p = sample_read(text, ".c", &options, &error);
  g_assert_no_error(error);
  return p;
}

static guint64 given(const InputSite *site, guint occurrence, gpointer data) {
  return site->kind == SITE_NONDET && occurrence == 1 ? (guint64) * (const gint64 *)data : 0;
}

static RunOutcome outcome(const char *program, gboolean lp64, gint64 input) {
  g_autofree char *text = text_of(program);
  Program *p = lower(text, lp64);
  guint64 result;
  RunOutcome o = ir_run(p, given, &input, 1000000, &result);
  program_free(p);
  return o;
}

static void test_broken(void) {
  for (guint i = 0; i < G_N_ELEMENTS(broken); i++)
    for (gboolean lp64 = FALSE; lp64 <= TRUE; lp64++) {
      g_test_message("%s", broken[i].what);
      g_assert_cmpint(outcome(broken[i].text, lp64, broken[i].breaks), ==, RUN_UNMODELLED);
      g_assert_cmpint(outcome(broken[i].text, lp64, broken[i].keeps), ==, RUN_FAILS);
    }
}

/* ---- kept promises leave no trace ---- */

static const char *const kept[] = {
    "__attribute__((const)) int f(int x) { int s = 0; for (int i = 0; i < 5; i++) s += x; return s; }"
    "int main(void) { if (f(N) == 25) E; }",
    "static const int t[3] = {1, 2, 3}; __attribute__((const)) int f(int x) { int a[3]; for (int i = 2; i >= "
    "0; i--)"
    "a[i] = t[i] * x; return a[1]; } int main(void) { if (f(N) == 10) E; }",
    "int g; __attribute__((pure)) int f(int *p) { return *p + g; } int main(void) { int x = N; g = 1; if "
    "(f(&x) == 6) "
    "E; }",
    "__attribute__((malloc)) int *f(void) { int *p = malloc(4); if (!p) exit(1); *p = 0; return p; }"
    "int main(void) { int *p = f(); *p = N; if (*p == 5) E; }",
    "int f(const int *restrict p, const int *restrict q) { return *p + *q; }"
    "int main(void) { int a = N; if (f(&a, &a) == 10) E; }",
    "int f(int n) { if (n != 3) return 1; } int main(void) { int n = N; f(n); if (n == 5) E; }",
    "int f(int n) { while (1) if (n++ > 3) return n; } int main(void) { if (f(N) == 6) E; }",
    "_Bool flag; int main(void) { flag = N == 5; _Bool b = flag; if (b && flag) E; }",
    "struct { _Bool a : 1, b : 1; } s; int main(void) { s.a = N == 5; if (s.a && !s.b) E; }",
    "int main(void) { int a = N, b; memcpy(&b, &a, 4); if (b == 5) E; }",
};

static guint n_unmodelled(const Program *p) {
  guint n = p->unmodelled->len;
  for (guint f = 0; f < p->functions->len; f++) {
    const GPtrArray *blocks = program_function(p, f)->blocks;
    for (guint b = 0; b < blocks->len; b++) n += ((const IrBlock *)blocks->pdata[b])->term == IR_UNMODELLED;
  }
  return n;
}

static void test_kept(void) {
  for (guint i = 0; i < G_N_ELEMENTS(kept); i++) {
    g_autofree char *text = text_of(kept[i]);
    g_test_message("%s", kept[i]);
    Program *p = lower(text, FALSE);
    g_assert_cmpuint(n_unmodelled(p), ==, 0);
    program_free(p);
    g_assert_cmpint(outcome(kept[i], FALSE, 5), ==, RUN_FAILS);
    g_assert_cmpint(outcome(kept[i], FALSE, 6), ==, RUN_RETURNS);
  }
}

/* ---- floating point ---- */

static gboolean assumes_ieee(const char *program, gboolean lp64) {
  g_autofree char *text = text_of(program);
  Program *p = lower(text, lp64);
  gboolean found = FALSE;
  for (guint i = 0; i < p->assumptions->len; i++)
    found |= strstr(p->assumptions->pdata[i], "IEEE 754") != NULL;
  program_free(p);
  return found;
}

static void test_float_assumption(void) {
  static const char *const programs[] = {
      "int main(void) { float x; int n = N; memcpy(&x, &n, 4); x = -x; memcpy(&n, &x, 4); if (n == 5) E; }",
      "float f(float x) { return x; } int main(void) { f(1); E; }",
      "void use(double); double d; int main(void) { use(d); E; }",
      "struct { int a; float x; } s, t; int main(void) { s = t; E; }",
      "int main(void) { if ((double)N > 0.5) E; }",
  };
  for (guint i = 0; i < G_N_ELEMENTS(programs); i++) {
    g_assert_true(assumes_ieee(programs[i], FALSE));
    g_assert_false(assumes_ieee(programs[i], TRUE));
  }
  g_assert_false(assumes_ieee("int main(void) { if (N == 5) E; }", FALSE));
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/promises/broken", test_broken);
  g_test_add_func("/promises/kept", test_kept);
  g_test_add_func("/promises/floating-point", test_float_assumption);
  return g_test_run();
}
