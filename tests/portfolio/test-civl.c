/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CIVL: reading what it prints, guiding it, and what becomes of its candidates. */
#include "portfolio/candidate.h"
#include "portfolio/civl.h"
#include "tests/helpers/kept.h"
#include "formula/solver.h"
#include <string.h>

static const char *head = "CIVL v1.22+ of 2023-10-09 -- http://vsl.cis.udel.edu/civl\n";
static const char *violation =
    "Violation 0 encountered at depth 8:\n"
    "CIVL execution violation in p0 [Library: svcomp.h, Function: __VERIFIER_error] "
    "(property violated: ASSERTION_VIOLATION, certainty: %s)\n"
    "at svcomp.cvl:97.2-51\n"
    "Assertion: false\n -> false\n\nInput:\n  _svcomp_unsigned_bound=4\nContext:\n%sCall stacks:\nprocess "
    "0:\n";
static const char *slice = "=== Sliced PC ===\n%s=== END ===\n=== ACF Mapping ===\n%s=== END ===\n"
                           "=== Number sliced ===\n0\n=== END ===\n";

#pragma GCC diagnostic ignored "-Wformat-nonliteral"
static char *output(const char *certainty, const char *context, const char *sliced, const char *names) {
  g_autofree char *v = g_strdup_printf(violation, certainty, context);
  g_autofree char *s = sliced ? g_strdup_printf(slice, sliced, names) : g_strdup("");
  return g_strconcat(head, v, s, NULL);
}

static CivlReport *read_text(const char *text) {
  g_autoptr(GError) error = NULL;
  CivlReport *r = civl_read(text, strlen(text), &error);
  g_assert_no_error(error);
  return r;
}

static void test_report(void) {
  g_autofree char *text = output("MAYBE", "  (Y0-5)<=0\n  0<=Y1\n",
                                 "0 <= Y1 #Z3# (<= 0 Y1) #TYPES# Y1 int \n", "Y0 x\nY1 $sef$0\n");
  g_autoptr(CivlReport) r = read_text(text);
  g_assert_cmpstr(r->property, ==, "ASSERTION_VIOLATION");
  g_assert_false(r->proveable);
  g_assert_cmpuint(r->context->len, ==, 2);
  g_assert_cmpstr(r->context->pdata[1], ==, "0<=Y1");
  g_assert_cmpuint(r->sliced->len, ==, 1);
  g_assert_cmpstr(r->sliced->pdata[0], ==, "0 <= Y1");
  g_assert_cmpuint(r->names->len, ==, 2);
  g_assert_cmpstr(((CivlName *)r->names->pdata[1])->symbol, ==, "Y1");
  g_assert_cmpstr(((CivlName *)r->names->pdata[1])->name, ==, "$sef$0");
}

static void test_refused(void) {
  static const struct {
    const char *text;
    int code;
  } cases[] = {
      {"", CIVL_ERROR_FAILED},
      {"24s: mem=794Mb trans=81618 traceSteps=89776\n", CIVL_ERROR_FAILED},
      {"Syntax error: Function f doesn't have a definition.\nat p.c:7.12-24 \"f\".\n", CIVL_ERROR_FAILED},
      {"=== Result ===\nAll errors marked with '+' are absent on all executions.\n", CIVL_ERROR_NO_VIOLATION},
      {"java.io.FileNotFoundException: CIVLREP/p_0.trace (No such file or directory)\n", CIVL_ERROR_FAILED},
      {"CIVL execution violation in p0 (property violated: DIVISION_BY_ZERO, certainty: "
       "PROVEABLE)\nContext:\n  0==Y0\n",
       CIVL_ERROR_UNSUPPORTED},
      {"CIVL execution violation\n", CIVL_ERROR_UNSUPPORTED},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GError) error = NULL;
    g_assert_null(civl_read(cases[i].text, strlen(cases[i].text), &error));
    g_assert_error(error, ACF_CIVL_ERROR, cases[i].code);
  }
  g_autofree char *large = g_strnfill(8 << 20, 'x');
  g_autoptr(GError) error = NULL;
  g_assert_null(civl_read(large, 8 << 20, &error));
  g_assert_error(error, ACF_CIVL_ERROR, CIVL_ERROR_TOO_LARGE);
}

/* The candidate of an output for the program; NULL: none, for a reason that mentions `why`. */
static const Term *candidate(const Program *p, const char *context, const char *sliced, const char *names,
                             const char *why) {
  g_autofree char *text = output("PROVEABLE", context, sliced, names);
  g_autoptr(CivlReport) r = read_text(text);
  g_autoptr(GError) error = NULL;
  g_autoptr(GPtrArray) found = civl_candidates(p, r, &error);
  g_assert_true((found == NULL) == (error != NULL));
  if (error) g_assert_true(why && strstr(error->message, why));
  return found ? found->pdata[0] : NULL;
}

static void assert_same(const Term *a, const Term *b) {
  g_assert_nonnull(a);
  g_assert_true(solver_valid(term_not(term_binary(TERM_XOR, a, b)), 5000));
}

static const Term *signed_less(const Term *a, gint64 n) {
  return term_binary(TERM_SLT, a, term_const(a->width, (guint64)n));
}

static void test_names(void) {
  Loaded l = sample_load("int main(void) { int x = any(); int y = any(); while (any()) { int z = any(); "
                         "check(x + y + z < 9); } }");
  const Program *p = l.program;
  const Term *x = sample_input(p, 0, 1), *y = sample_input(p, 1, 1), *z2 = sample_input(p, 3, 2),
             *turn = sample_input(p, 2, 1);
  const char *names = "Y0 x\nY1 y\nY2 $sef$0\nY3 z\nY4 $sef$0\nY5 z\n";
  assert_same(candidate(p, "", "Y1 - 7 < 0 #Z3#\n", names, NULL), signed_less(y, 7));
  assert_same(candidate(p, "", "Y0 < -3 && Y5 + 1 < 0\n", names, NULL),
              term_and(signed_less(x, -3), signed_less(z2, -1)));
  assert_same(candidate(p, "", "0 != Y2\n", names, NULL), term_not(term_eq(turn, term_const(32, 0))));
  assert_same(candidate(p, "  (Y1-7)<0\n", NULL, NULL, NULL), signed_less(y, 7));
  assert_same(candidate(p, "  0==((Y0 div 2) div 2)\n", NULL, NULL, NULL),
              term_and(signed_less(x, 4), term_not(signed_less(x, -3))));
  g_assert_null(candidate(p, "  Y9<0\n", NULL, NULL, "Y9"));
  g_assert_null(candidate(p, "  Y0<0\n", "Y0 < 0\n", "Y0 nobody\nY1 y\n", "Y0"));
  g_assert_null(candidate(p, "  f(Y0)<0\n", NULL, NULL, "not understood"));
  g_assert_null(candidate(p, "  Y0<0\n  0<=Y0\n", NULL, NULL, "impossible"));
  sample_free(&l);
}

/* One variable, two input calls: the symbols are one of each, or nothing is known. */
static void test_same_name(void) {
  Loaded l =
      sample_load("int f(void) { int x = any(); return x; }\nint g(void) { int x = any(); return x; }\n"
                  "int main(void) { int a = f(); check(a + g() != 5); }");
  assert_same(candidate(l.program, "", "Y1 < 7\n", "Y0 x\nY1 x\n", NULL),
              signed_less(sample_input(l.program, 1, 1), 7));
  g_assert_null(candidate(l.program, "  Y9<0\n", "Y1 < 7\n", "Y0 x\nY1 x\nY2 x\n", "Y1"));
  sample_free(&l);
}

static Evidence *confirm(const Loaded *l, const Term *t) {
  Question q = sample_question(l);
  return candidate_confirm(&q, &t, 1);
}

/* All of a right candidate is confirmed; of a partly right one, one path; of a wrong one, nothing. */
static void test_confirm(void) {
  Loaded l = sample_load(
      "int main(void) { int x = any(); if (x > 10) { if (x + 1 < x) check(0); if (x == 77) check(0); } }");
  const Term *x = sample_input(l.program, 0, 1);
  const Term *largest = term_eq(x, term_const(32, 0x7fffffff)), *seventy = term_eq(x, term_const(32, 77));
  Evidence *e = confirm(&l, term_or(largest, seventy));
  g_assert_nonnull(e);
  assert_same(evidence_fails(e), term_or(largest, seventy));
  evidence_free(e);
  e = confirm(&l, term_and(term_not(signed_less(x, 77)), signed_less(x, 79)));
  if (e) assert_same(evidence_fails(e), seventy);
  evidence_free(e);
  g_assert_null(confirm(&l, signed_less(x, 10)));
  g_assert_null(confirm(&l, term_bool(FALSE)));
  sample_free(&l);
}

/* The whole way, from text: true of integers without end, false of int. */
static void test_wrap_around(void) {
  Loaded l =
      sample_load("int main(void) { int x = any(); if (x > 0) { int y = x * 2; if (y > x) check(0); } }");
  const Term *right = candidate(l.program, "", "0 <= Y0 - 1\nY0 - 9 <= 0\n", "Y0 x\n", NULL);
  const Term *wrong = candidate(l.program, "", "0 <= Y0 - 1073741824\n", "Y0 x\n", NULL);
  const Term *partly = candidate(l.program, "", "0 <= Y0 - 1\n", "Y0 x\n", NULL);
  Evidence *e = confirm(&l, right);
  g_assert_nonnull(e);
  assert_same(evidence_fails(e), right);
  evidence_free(e);
  g_assert_null(confirm(&l, wrong));
  e = confirm(&l, partly);
  if (e)
    g_assert_true(solver_valid(term_implies(term_and(evidence_fails(e), wrong), term_bool(FALSE)), 5000));
  evidence_free(e);
  sample_free(&l);
}

/* A report that is true of nothing: no square is 2 modulo 4. */
static void test_false_report(void) {
  Loaded l = sample_load("int main(void) { unsigned x = any(); if (x * x % 4u == 2u) check(0); }");
  g_autofree char *text = output("MAYBE", "  0==((Y0^2)%4 - 2)\n  (Y0-46000)<=0\n", NULL, NULL);
  g_autoptr(CivlReport) r = read_text(text);
  g_autoptr(GPtrArray) found = civl_candidates(l.program, r, NULL);
  g_assert_nonnull(found);
  Question q = sample_question(&l);
  g_assert_null(candidate_confirm(&q, (const Term *const *)found->pdata, found->len));
  sample_free(&l);
}

static void check_guide(const char *body, guint64 value, const char *expected) {
  g_autofree char *text =
      g_strconcat("extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n", body, NULL);
  Kept k = kept_load(text);
  Model *m = model_new();
  model_set(m, sample_input(k.loaded.program, 0, 1), value & 0xffffffff);
  Automaton *trace = sample_trace(&k.loaded, m);
  g_assert_nonnull(trace);
  g_autofree char *guide = civl_guide(k.loaded.program, trace);
  g_assert_cmpstr(guide, ==, expected);
  automaton_free(trace);
  model_free(m);
  kept_free(&k);
}

/* Conditions count, not branches; negations are seen; two on a line direct nothing. */
static void test_guide(void) {
  check_guide("int main(void) {\n int x = __VERIFIER_nondet_int(), y = 0;\n if (x > 10)\n  y = 1;\n else if "
              "(x < -5)\n"
              "  y = 2;\n if (x != 3 && x != 5)\n  y++;\n if (!(y != 3))\n  reach_error();\n}\n",
              (guint64)-9, "program.c\nlines 5 7 9 11\nguide 0 1 1 1\n");
  check_guide("int main(void) {\n int x = __VERIFIER_nondet_int(), i = 0;\n while (i < x)\n  i++;\n"
              " if (i == 2) { if (x == 2) reach_error(); }\n}\n",
              2, "program.c\nlines 5 5 5\nguide 1 1 0\n");
  check_guide("int main(void) {\n int x = __VERIFIER_nondet_int();\n reach_error();\n return x;\n}\n", 2,
              NULL);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/civl/report", test_report);
  g_test_add_func("/civl/refused", test_refused);
  g_test_add_func("/civl/names", test_names);
  g_test_add_func("/civl/same-name", test_same_name);
  g_test_add_func("/civl/confirm", test_confirm);
  g_test_add_func("/civl/wrap-around", test_wrap_around);
  g_test_add_func("/civl/false-report", test_false_report);
  g_test_add_func("/civl/guide", test_guide);
  return g_test_run();
}
