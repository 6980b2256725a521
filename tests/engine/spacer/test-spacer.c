/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spacer: what it must prove, and what it must never claim. */
#include "engine/engine.h"
#include "tests/helpers/sample.h"

/* Its point fails, on the way it tells. */
static void check_error(const Question *q, const Answer *a) {
  g_assert_nonnull(a->point);
  g_assert_true(term_eval(q->condition, a->point));
  Automaton *run = symex_trace(q, a->point);
  g_assert_nonnull(run);
  g_assert_true(automaton_equal(run, a->error));
  automaton_free(run);
}

static AnswerKind ask(const char *source, gboolean dual, BitPrecision precision, double seconds) {
  Loaded l = sample_load(source);
  Question q = sample_question(&l);
  q.dual = dual;
  q.precision = precision;
  q.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  Answer *a = spacer_ask(&q, NULL);
  AnswerKind kind = a->kind;
  g_assert_true(kind == ANSWER_SAFE ? term_is_false(a->residue) : term_is_true(a->residue));
  g_assert_cmpuint(a->rounds, >, 0);
  g_assert_cmpuint(a->lifted, <=, a->variables);
  if (kind == ANSWER_UNKNOWN) g_assert_cmpuint(a->reasons->len, >, 0);
  if (kind == ANSWER_ERROR) check_error(&q, a);
  answer_free(a);
  sample_free(&l);
  return kind;
}

/* ---- proofs ---- */

#define SETS_LATE                                                                                            \
  "int x; static void g(int n);\nstatic void f(int n) { if (n > 0) f(n - 1); else g(3); }\n"                 \
  "static void g(int n) { if (n > 0) g(n - 1); else x = 1; }\n"

static const Sample provable[] = {
    {"callee-of-procedure", SETS_LATE "int main(void) { int n = any(); f(n); check(x == 1); }"},
    {"loop", "int main(void) { int n = any(), i = 0; assume(n > 0); while (i < n) i++; check(i == n); }"},
    {"recursion", "static int f(int n) { return n <= 0 ? 0 : 1 - f(n - 1); }\n"
                  "int main(void) { int r = f(any()); check(r == 0 || r == 1); }"},
    {"mutual", "static int odd(int n);\nstatic int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
               "static int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
               "int main(void) { int r = even(any()); check(r == 0 || r == 1); }"},
    {"mccarthy", "static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }\n"
                 "int main(void) { int n = any(); int r = f(n); check(n > 101 || r == 91); }"},
    {"globals", "int a, b; static void step(void) { a++; b++; }\n"
                "int main(void) { while (any() && a < 1000) step(); check(a == b); }"},
    {"recursive-global", "int depth; static void down(int n) { if (n > 0) { depth = 1; down(n - 1); } }\n"
                         "int main(void) { down(any()); check(depth == 0 || depth == 1); }"},
    {"array", "int main(void) { int t[8], i; for (i = 0; i < 8; i++) t[i] = 7; check(i == 8); }"},
    {"table",
     "static const int t[4] = {3, 5, 7, 9};\nint main(void) { int i = any(); assume(i >= 0 && i < 4); "
     "check(t[i] >= 3 && t[i] <= 9); }"},
    {"field",
     "struct s { int x, y; } g;\nint main(void) { while (any()) { g.x = 1; g.y = 2; } check(g.x <= g.y); }"},
    {"by-address", "static void set(int *p) { *p = 4; }\nint main(void) { int x; set(&x); check(x == 4); }"},
    {"heap", "int main(void) { int *p = malloc(sizeof(int)); *p = 3; check(*p == 3); }"},
    {"unsigned", "int main(void) { unsigned n = (unsigned)any(), i = 0; while (i < n) i++; check(i == n); }"},
    {"char", "int main(void) { unsigned char c = any_byte(); int x = c; check(x >= 0 && x < 256); }"},
    {"switch",
     "int main(void) { int s = 0; while (1) { switch (s) { case 0: s = 2; break; case 2: s = 5; break; "
     "case 5: s = 0; break; default: reach_error(); } } }"},
};

static void test_proves(gconstpointer data) {
  g_assert_cmpint(ask(((const Sample *)data)->source, FALSE, PRECISION_AUTO, 120), ==, ANSWER_SAFE);
}

/* ---- failures ---- */

static const Sample failing[] = {
    {"callee-of-procedure", SETS_LATE "int main(void) { int n = any(); f(n); check(x == 0); }"},
    {"chain-of-procedures", "int a; static void h(int n); static void k(int n);\n"
                            "static void f(int n) { if (n > 0) { h(n); f(n - 1); } }\n"
                            "static void h(int n) { if (n > 0) h(n - 1); else k(2); }\n"
                            "static void k(int n) { if (n > 0) k(n - 1); else a++; }\n"
                            "int main(void) { int n = any(); assume(n <= 10); f(n); check(a != 3); }"},
    {"plain", "int main(void) { check(any() != 77); }"},
    {"loop", "int main(void) { int n = any(), i = 0; while (i < n) i++; check(i == n); }"},
    {"wraps", "int main(void) { int x = any(); check(x + 1 > x); }"},
    {"wraps-unsigned", "int main(void) { unsigned x = (unsigned)any(); check(x - 1 < x); }"},
    {"wraps-char", "int main(void) { unsigned char c = any_byte(); c++; check(c > 0); }"},
    {"product", "int main(void) { int x = any(), y = any(); check(x * y != 12 || x < 100); }"},
    {"sign", "int main(void) { int x = any(); check((unsigned)x < 2147483648u); }"},
    {"truncates", "int main(void) { int x = any(); check((signed char)x == x || x > 0); }"},
    {"recursion", "static int id(int n) { return n <= 0 ? 0 : id(n - 1) + 1; }\n"
                  "int main(void) { int n = any(); assume(n < 4); check(id(n) != 3); }"},
    {"error-in-callee",
     "static void f(int n) { check(n != 3); if (n > 0) f(n - 1); }\nint main(void) { f(any()); }"},
    {"global-in-callee", "int g; static void f(int n) { g++; if (n > 0) f(n - 1); }\n"
                         "int main(void) { f(3); check(g != 4); }"},
    {"second-copy",
     "static int pick(int x) { return x; }\nint main(void) { check(pick(1) + pick(any()) != 5); }"},
    {"array-element",
     "int main(void) { int t[4] = {0}, i = any(); assume(i >= 0 && i < 4); t[i] = 1; check(t[2] == 0); "
     "}"},
    {"overlap", "int main(void) { union { int i; unsigned char c[4]; } u; u.i = 0; u.c[any() & 3] = 1; "
                "check(u.i == 0); }"},
    {"stored-address", "int *p; int main(void) { int x = 0; p = &x; *p = 1; check(x == 0); }"},
    {"copied", "int main(void) { int a = 5, b; memcpy(&b, &a, sizeof a); check(b != 5); }"},
    {"function-pointer", "static int one(void) { return 1; } static int two(void) { return 2; }\n"
                         "int main(void) { int (*f)(void) = any() ? one : two; check(f() == 1); }"},
    {"known-function",
     "static int twice(int (*f)(int), int x) { return f(f(x)); }\n"
     "static int next(int x) { return x + 1; }\nint main(void) { check(twice(next, 3) != 5); }"},
    {"uninitialised", "int main(void) { int x; check(x == 0); }"},
    {"shift", "int main(void) { int x = any(); check((x & 31) < 4 || (1 << (x & 31)) != 64); }"},
};

static void test_finds(gconstpointer data) {
  g_assert_cmpint(ask(((const Sample *)data)->source, FALSE, PRECISION_AUTO, 120), ==, ANSWER_ERROR);
  for (BitPrecision p = PRECISION_INTEGER; p <= PRECISION_BITVECTOR; p++)
    g_assert_cmpint(ask(((const Sample *)data)->source, FALSE, p, 4), !=, ANSWER_SAFE);
}

/* What has no meaning may do anything, and what the clauses do not understand (the first ones): that it does
 * not fail is not claimed. */
static void test_undefined(void) {
  static const char *const undefined[] = {
      "int main(void) { double d = any() / 2.0; check(d != 1.5); }",
      "int main(void) { int x = 0, y = 0, *p = any() ? &x : &y; *p = 1; check(x == 0); }",
      "int main(void) { int t[4] = {0}; t[any()] = 1; }",
      "int main(void) { int *p = 0; *p = 1; }",
      "int g; int main(void) { return 7 / g; }",
      "static int *f(void) { int x = 1; return &x; }\nint main(void) { return *f(); }",
      "int main(void) { int *p = malloc(4); free(p); *p = 1; }"};
  for (guint i = 0; i < G_N_ELEMENTS(undefined); i++)
    g_assert_cmpint(ask(undefined[i], FALSE, PRECISION_AUTO, 5), !=, ANSWER_SAFE);
}

/* ---- conditions ---- */

typedef const Term *(*Condition)(const Program *p);

static gboolean is_safe_within(guint seconds, const char *source, Condition condition) {
  Loaded l = sample_load(source);
  Question q = sample_question(&l);
  q.condition = condition(l.program);
  q.deadline = g_get_monotonic_time() + seconds * G_USEC_PER_SEC;
  Answer *a = spacer_ask(&q, NULL);
  const gboolean safe = a->kind == ANSWER_SAFE;
  answer_free(a);
  sample_free(&l);
  return safe;
}

static void proves(const char *source, Condition condition) {
  g_assert_true(is_safe_within(60, source, condition));
}

static void proves_not(const char *source, Condition condition) {
  g_assert_false(is_safe_within(4, source, condition)); /* that a failure is found may take for ever */
}

static const Term *not_ten(const Program *p) {
  return term_not(term_eq(sample_input(p, 0, 1), term_const(32, 10)));
}
static const Term *below_ten(const Program *p) {
  return term_binary(TERM_SLT, sample_input(p, 0, 1), term_const(32, 10));
}
static const Term *second_below_ten(const Program *p) {
  return term_binary(TERM_SLT, sample_input(p, 0, 2), term_const(32, 10));
}
static const Term *masked(const Program *p) {
  return term_eq(term_binary(TERM_AND, sample_input(p, 0, 1), term_const(32, 0x55)), term_const(32, 0x11));
}
static const Term *quotient(const Program *p) { /* by zero that is all ones: holds for 0 */
  const Term *x = sample_input(p, 0, 1);
  return term_binary(TERM_ULT, term_const(32, 1000), term_binary(TERM_UDIV, term_const(32, 5), x));
}

static void test_condition(void) {
  proves("int main(void) { check(any() < 10); }", below_ten);
  proves_not("int main(void) { check(any() < 9); }", below_ten);
  const char *recursion = "static unsigned id(unsigned x) { return x > 0 ? id(x - 1) + 1 : 0; }\n"
                          "int main(void) { unsigned r = id((unsigned)any()); check(r < 10 || r > 10); }";
  proves(recursion, not_ten);
  proves_not(recursion, below_ten);
  const char *loop = "int main(void) { int i, x = 0; for (i = 0; i < 2; i++) x = any(); check(x < 10); }";
  proves(loop, second_below_ten);
  proves_not(loop, below_ten);
  const char *twice =
      "static int get(void) { return any(); }\nint main(void) { int x = get(), y = get(); check(y < 10); }";
  proves(twice, second_below_ten);
  proves_not(twice, below_ten);
  proves("int main(void) { check((any() & 0x55) == 0x11); }", masked);
  proves_not("int main(void) { check((any() & 0x44) != 0); }", masked);
  proves_not("int main(void) { check(any() != 0); }", quotient);
}

/* ---- precision ---- */

static void test_precision(void) {
  const char *toggle = "int main(void) { int n = any(), i; unsigned x = 0; for (i = 0; i < n; i++) x ^= 5; "
                       "check(x != 1); }";
  g_assert_cmpint(ask(toggle, FALSE, PRECISION_INTEGER, 5), ==, ANSWER_UNKNOWN);
  g_assert_cmpint(ask(toggle, FALSE, PRECISION_AUTO, 120), ==, ANSWER_SAFE);
  g_assert_cmpint(ask(toggle, FALSE, PRECISION_BITVECTOR, 120), ==, ANSWER_SAFE);
}

static guint lifted(const char *source) {
  Loaded l = sample_load(source);
  Question q = sample_question(&l);
  q.deadline = g_get_monotonic_time() + 120 * G_USEC_PER_SEC;
  Answer *a = spacer_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  guint n = a->lifted;
  answer_free(a);
  sample_free(&l);
  return n;
}

/* Bits that the failure does not hang on stay integers, also when they are nearer to it. */
static void test_lifts_what_is_needed(void) {
  guint alone = lifted("int main(void) { int n = any(), i; unsigned x = 0;\n"
                       "for (i = 0; i < n; i++) x ^= 5; check(x != 1); }"),
        noisy = lifted("int main(void) { int n = any(), i, c = 0, d = 0; unsigned x = 0, noise = 1;\n"
                       "for (i = 0; i < n; i++) { x ^= 5; noise ^= noise << 3; if (noise & 8) c++; d++; }\n"
                       "check(x != 1 && c <= d); }");
  g_assert_cmpuint(alone, >, 0);
  g_assert_cmpuint(noisy, ==, alone);
}

/* ---- the dual question ---- */

static const Sample always_failing[] = {
    {"plain", "int main(void) { reach_error(); }"},
    {"loop", "int main(void) { int n = any(), i = 0; while (i < n) i++; reach_error(); }"},
    {"down", "int main(void) { unsigned n = (unsigned)any(); while (n > 0) n--; reach_error(); }"},
    {"nested",
     "int main(void) { int i, j; for (i = 0; i < 10; i++) for (j = i; j < 20; j++) any(); reach_error(); }"},
    {"recursion", "static int f(int n) { return n <= 0 ? 0 : f(n - 1); }\nint main(void) { f(any_byte()); "
                  "reach_error(); }"},
    {"mutual", "static int g(int n);\nstatic int f(int n) { return n <= 0 ? 0 : g(n - 1); }\n"
               "static int g(int n) { return n <= 0 ? 0 : f(n - 1); }\nint main(void) { f(any_byte()); "
               "reach_error(); }"},
    {"pair", "static int f(int a, int b) { if (a <= 0) return 0; if (b <= 0) return f(a - 1, 7); return f(a, "
             "b - 1); }\n"
             "int main(void) { f(any_byte() % 16, 4); reach_error(); }"},
};

static const Sample not_always_failing[] = {
    {"too-deep",
     "static int f(int n) { return n <= 0 ? 0 : f(n - 1); }\nint main(void) { f(any()); reach_error(); }"},
    {"returns", "int main(void) { if (any()) reach_error(); }"},
    {"assumes", "int main(void) { assume(any()); reach_error(); }"},
    {"for-ever", "int main(void) { while (any() != 3) any(); reach_error(); }"},
    {"away", "int main(void) { int n = any(); while (n != 0) n--; while (n != 1) n--; while (n != 3) n += 2; "
             "while (n != 4) n += 2; reach_error(); }"},
    {"inner",
     "int main(void) { int i, j = 0; for (i = 0; i < 3; i++) while (j != i) j += 2; reach_error(); }"},
    {"recurs",
     "static int f(int n) { return n == 0 ? 0 : f(n + 2); }\nint main(void) { f(any()); reach_error(); }"},
    {"in-turns",
     "static int g(int n);\nstatic int f(int n) { return n == 0 ? 0 : g(n - 1); }\n"
     "static int g(int n) { return n == 0 ? 0 : f(n + 1); }\nint main(void) { f(any()); reach_error(); }"},
    {"in-callee", "static void f(int n) { while (n != 5) n += 2; }\nint main(void) { f(2); reach_error(); }"},
};

static void test_dual(gconstpointer data) {
  g_assert_cmpint(ask(((const Sample *)data)->source, TRUE, PRECISION_AUTO, 120), ==, ANSWER_SAFE);
}

static void test_dual_never(gconstpointer data) {
  g_assert_cmpint(ask(((const Sample *)data)->source, TRUE, PRECISION_AUTO, 8), !=, ANSWER_SAFE);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/spacer/proves", provable, G_N_ELEMENTS(provable), test_proves);
  sample_add_tests("/spacer/finds", failing, G_N_ELEMENTS(failing), test_finds);
  g_test_add_func("/spacer/undefined", test_undefined);
  g_test_add_func("/spacer/condition", test_condition);
  g_test_add_func("/spacer/precision", test_precision);
  g_test_add_func("/spacer/lifts-what-is-needed", test_lifts_what_is_needed);
  sample_add_tests("/spacer/dual", always_failing, G_N_ELEMENTS(always_failing), test_dual);
  sample_add_tests("/spacer/dual-never", not_always_failing, G_N_ELEMENTS(not_always_failing),
                   test_dual_never);
  return g_test_run();
}
