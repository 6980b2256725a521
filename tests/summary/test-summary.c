/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Summaries of recursive functions: what is found and proven, what must be refused, and that a program with
 * its summaries does what it did. */
#include "summary/summary.h"
#include "ir/interpret.h"
#include "summary/body.h"
#include "summary/differ.h"
#include "summary/fit.h"
#include "summary/prove.h"
#include "summary/pure.h"
#include "tests/helpers/sample.h"

#define SECONDS 20 /* more than is needed: a busy machine changes nothing */

/* ---- what is found ---- */

typedef struct {
  const char *name, *source;
  const char *expected; /* the summaries' texts, each with a newline */
} Case;

static const Case cases[] = {
    {"identity",
     "unsigned id(unsigned x) { return x == 0 ? 0 : id(x - 1) + 1; }\n"
     "int main(void) { check(id(any()) != 7); }",
     "id(x) is x\n"},
    {"two-arguments",
     "int add(int m, int n) { return n == 0 ? m : n > 0 ? add(m + 1, n - 1) : add(m - 1, n + 1); }\n"
     "int main(void) { check(add(any(), any()) != 7); }",
     "add(x, y) is y + x\n"},
    {"saturating",
     "unsigned cap(unsigned x) { if (x == 0) return 0; unsigned r = cap(x - 1) + 1; return r > 3 ? 3 : r; }\n"
     "int main(void) { check(cap(any()) != 3); }",
     "cap(x) is x >= 0 && x <= 2 ? x : 3\n"},
    {"nested",
     "int f(int n) { return n > 50 ? n - 5 : f(f(n + 6)); }\n"
     "int main(void) { check(f(any()) != 46); }",
     "f(x) is x < 52 ? 46 : x - 5; it may take too long unless x >= 0 && x <= 63 || x > 50\n"},
    {"parity",
     "int odd(int n);\n"
     "int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
     "int odd(int n) { return n == 0 ? 0 : even(n - 1); }\n"
     "int main(void) { check(even(any())); }",
     "even(x) is (x & 1) * -1 + 1\nodd(x) is x & 1\n"},
    {"doubling",
     "unsigned moves(int n) { return n == 1 ? 1 : 2 * moves(n - 1) + 1; }\n"
     "int main(void) { check(moves(any()) != 7); }",
     "moves(x) is (1 << x) - 1 where x != 0\n"},
    {"product",
     "int times(int n, int m) { return m == 0 ? 0 : n + times(n, m - 1); }\n"
     "int main(void) { check(times(any(), any()) != 7); }",
     "times(x, y) is x * y\n"},
    {"never-ends-for-odd",
     "unsigned half(unsigned n) { return n == 0 ? 0 : 1 + half(n - 2); }\n"
     "int main(void) { check(half(any()) != 7); }",
     "half(x) is (unsigned)x >> 1 where (x & 0x1) == 0; it never ends where (x & 0x1) != 0\n"},
    {"never-ends-at-the-least",
     "int count(int n) { return n == 0 ? 0 : n < 0 ? count(-n) : 1 + count(n - 1); }\n"
     "int main(void) { check(count(any()) != 7); }",
     "count(x) is x < 0 ? x * -1 : x where x != -2147483648; it never ends where x == -2147483648\n"},
    {"other-at-the-least",
     "int f(int n) { return n == -2147483647 - 1 ? 7 : n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { check(f(any()) != 7); }",
     "f(x) is x < 0 ? (x == -2147483648 ? 7 : 0) : x\n"},
    {"counts-all-the-way-round",
     "unsigned f(unsigned n) { return n == 2 ? 1 : f(n - 1); }\n"
     "int main(void) { check(f(any()) != 1); }",
     "f(x) is 1; it may take too long unless (unsigned)x >= 2\n"},
    {"counts-twice",
     "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { check(f(any()) != f(any())); }",
     "f(x) is x < 0 ? 0 : x; it may take too long unless x <= 0 || x + 268435456 >= 0 && x + 268435456 <= "
     "536870912\n"},
    {"counts-in-a-loop",
     "int f(int n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { for (int i = 0; i < 9; i++) check(f(any()) != i); }",
     "f(x) is x < 0 ? 0 : x; it may take too long unless x <= 0 || x + 268435456 >= 0 && x + 268435456 <= "
     "536870912\n"},
    {"counts-in-64-bits",
     "long long f(long long n) { return n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { check(f((long long)any() * any()) != 7); }",
     "f(x) is x < 0 ? 0 : x; it may take too long unless x <= 0 || x + 268435456 >= 0 && x + 268435456 <= "
     "536870912\n"},
    {"returns-nothing",
     "void down(int n) { if (n > 0) down(n - 1); }\n"
     "int main(void) { int n = any(); down(n); check(n); }",
     "down(x) returns\n"},
    {"through-a-helper",
     "static int next(int n) { return n - 1; }\n"
     "int f(int n) { return n <= 0 ? 0 : 2 + f(next(n)); }\n"
     "int main(void) { check(f(any()) != 8); }",
     "f(x) is x < 0 ? 0 : x * 2\n"},
    {"no-recursion", "int f(int n) { return n + 1; }\nint main(void) { check(f(any()) != 8); }", ""},
    /* what must be refused, or not be said of all */
    {"counts-calls",
     "int calls;\n"
     "int f(int n) { calls++; return n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { f(any()); check(calls != 8); }",
     ""},
    {"reads-inputs",
     "int f(int n) { return n <= 0 ? 0 : any() + f(n - 1); }\n"
     "int main(void) { check(f(any()) != 8); }",
     ""},
    {"fails-inside",
     "int f(int n) { check(n != 1000000); return n <= 0 ? 0 : 1 + f(n - 1); }\n"
     "int main(void) { f(any()); }",
     "f(x) is x < 0 ? 0 : x where x < 1000000\n"},
    {"false-far-away", /* what is seen is x, and no constant says where else to look: at 100000 */
     "unsigned f(unsigned n) { return n == 0 ? 0 : 3 * n == 300000 ? 7 : f(n - 1) + 1; }\n"
     "int main(void) { check(f(any()) != 8); }",
     ""},
};

static char *texts(const Program *p) {
  GString *all = g_string_new(NULL);
  g_autoptr(GPtrArray) summaries = summaries_find(p, SECONDS);
  for (guint i = 0; i < summaries->len; i++) {
    g_autofree char *text = summary_text(p, summaries->pdata[i]);
    g_string_append_printf(all, "%s\n", text);
  }
  return g_string_free(all, FALSE);
}

/* Whatever is found, the program does what it did. */
static void compare_runs(const Program *before, const Program *after) {
  static const gint64 values[] = {0, 1, 2, 3, 7, 8, 46, 51, 52, 53, 100, -1, -2, -7};
  Interpreter *old = interpreter_new(before), *new = interpreter_new(after);
  for (guint i = 0; i < G_N_ELEMENTS(values); i++)
    for (guint k = 0; k < G_N_ELEMENTS(values); k++) {
      Model *m = model_new();
      for (guint site = 0; site < before->sites->len; site++)
        model_set(m, term_input((InputKey){site, 1, 0}, program_site(before, site)->width),
                  (guint64)(site ? values[k] : values[i]) & term_mask(program_site(before, site)->width));
      RunEnd expected = interpreter_run(old, m, 100000, 0, NULL),
             got = interpreter_run(new, m, 100000, 1, NULL);
      if (expected == RUN_END_FAIL || expected == RUN_END_PASS) g_assert_cmpint(expected, ==, got);
      if (got == RUN_END_FAIL) g_assert_cmpint(expected, !=, RUN_END_PASS);
      model_free(m);
    }
  interpreter_free(old);
  interpreter_free(new);
}

static void test_case(gconstpointer data) {
  const Case *c = data;
  Loaded l = sample_load(c->source), again = sample_load(c->source);
  g_autofree char *got = texts(l.program);
  g_assert_cmpstr(got, ==, c->expected);
  g_autoptr(GPtrArray) told = program_summarize(again.program, SECONDS, 0);
  g_autofree char *wrong = program_check(again.program);
  g_assert_cmpstr(wrong, ==, NULL);
  compare_runs(l.program, again.program);
  sample_free(&l);
  sample_free(&again);
  term_store_clear(); /* texts have arguments in the order in which terms were made */
}

/* ---- proofs ---- */

/* Is the claim proven of f, tried on no points before? */
static gboolean is_proven(const char *source, const Term *region, const Term *value) {
  Loaded l = sample_load(source);
  const guint f = program_find_function(l.program, "f")->id;
  const Summary claim = {f, region, value, term_bool(FALSE), term_bool(TRUE)};
  const Summary **summaries = g_new0(const Summary *, l.program->functions->len);
  Known known = {l.program, l.cfg, summaries};
  g_autoptr(GArray) constants = g_array_new(FALSE, FALSE, sizeof(guint64));
  g_autoptr(GPtrArray) trials = g_ptr_array_new();
  Component c = {&known, &f, 1, constants, &trials, cpu_seconds() + SECONDS};
  summaries[f] = &claim;
  gboolean proven = prove_values(&c) && prove_termination(&c);
  g_free(summaries);
  sample_free(&l);
  return proven;
}

static void test_proofs(void) {
  static const char down[] =
      "int f(int n) { return n == 0 ? 0 : f(n - 1) + 1; }\nint main(void) { check(f(any())); }";
  static const char turn[] =
      "int f(int n) { return n == 0 ? 0 : f(-n); }\nint main(void) { check(f(any())); }";
  static const char limit[] = "int f(int n) { return n <= 0 ? 0 : n == 2000000000 ? 7 : f(n - 1) + 1; }\nint "
                              "main(void) { check(f(any())); }";
  const Term *x = summary_parameter(0, 32), *zero = term_const(32, 0), *all = term_bool(TRUE);
  const Term *positive = term_binary(TERM_SLT, zero, x), *one = term_const(32, 1);
  g_assert_true(is_proven(down, all, x));
  g_assert_false(is_proven(down, all, term_binary(TERM_ADD, x, one)));
  g_assert_false(is_proven(down, positive, x)); /* the call at 1 leaves the region */
  g_assert_true(is_proven(down, term_binary(TERM_SLE, zero, x), x));
  g_assert_true(is_proven(turn, term_eq(x, zero), zero));
  g_assert_false(is_proven(turn, all, zero)); /* it is 0 if it ends; but it does not */
  const Term *natural = term_ite(positive, x, zero);
  g_assert_false(is_proven(limit, all, natural)); /* true below 2000000000 only */
  g_assert_true(is_proven(limit, term_binary(TERM_SLT, x, term_const(32, 2000000000)), natural));
}

/* ---- equations ---- */

static void test_modular(void) {
  guint64 matrix[] = {1, 0, 1, 2, 1, 4, 1, 6}, results[] = {5, 11, 17, 23}, c[2];
  g_assert_true(fit_modular(matrix, results, 4, 2, 32, c)); /* 5 + 3 x at even x: the high bit is free */
  g_assert_cmpuint(c[0], ==, 5);
  g_assert_cmpuint(c[1], ==, 3);
  guint64 even[] = {2, 4}, odd[] = {1, 2};
  g_assert_false(fit_modular(even, odd, 2, 1, 32, c)); /* 2 c = 1 */
  guint64 negative[] = {1, 3}, down[] = {term_mask(16), term_mask(16) - 2};
  g_assert_true(fit_modular(negative, down, 2, 1, 16, c));
  g_assert_cmpuint(c[0], ==, term_mask(16));
}

static void test_differ(void) {
  const Term *x = summary_parameter(0, 32), *y = summary_parameter(1, 32), *one = term_const(32, 1);
  const Term *less = term_binary(TERM_SUB, y, one), *product = term_binary(TERM_MUL, x, y);
  const Term *sum = term_binary(TERM_ADD, x, term_binary(TERM_MUL, x, less));
  g_assert_true(term_is_false(term_differ(sum, product, FALSE)));
  g_assert_true(term_is_true(term_differ(sum, x, TRUE)));
  g_assert_false(term_is_const(term_differ(sum, x, FALSE)));
  const Term *c = term_binary(TERM_SLT, x, y), *either = term_ite(c, sum, x);
  g_assert_true(term_differ(either, product, TRUE) == term_not(c));
}

static void test_pure(void) {
  Loaded l = sample_load("int f(int n) { return n <= 1 ? n : f(n - 1) + f(n - 2); }\n"
                         "int g(int n) { return 10 / n; }\n"
                         "int main(void) { check(f(any()) + g(any())); }");
  Pure *pure = pure_new(l.program);
  guint64 n = 40, zero = 0, result;
  g_assert_true(pure_call(pure, program_find_function(l.program, "f")->id, &n, 10000, &result));
  g_assert_cmpuint(result, ==, 102334155);
  g_assert_false(pure_call(pure, program_find_function(l.program, "g")->id, &zero, 10000, &result));
  n = 1000000;
  g_assert_false(pure_call(pure, program_find_function(l.program, "f")->id, &n, 10000, &result));
  pure_free(pure);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *path = g_strdup_printf("/summary/program/%s", cases[i].name);
    g_test_add_data_func(path, &cases[i], test_case);
  }
  g_test_add_func("/summary/proofs", test_proofs);
  g_test_add_func("/summary/modular", test_modular);
  g_test_add_func("/summary/differ", test_differ);
  g_test_add_func("/summary/pure", test_pure);
  return g_test_run();
}
