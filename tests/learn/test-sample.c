/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of points: the interpreter must agree with the symbolic executor, which follows single runs too. */
#include "learn/sample.h"
#include "learn/path-survey.h"
#include "symex/symex.h"
#include "frontend/frontend.h"
#include "tests/helpers/sample.h"
#include "tests/helpers/subject.h"

#define STEPS 200000

static Label by_symex(const Program *p, const Cfg *cfg, const Model *point) {
  SymexOptions o = {.inputs_per_site = G_MAXUINT / 2, .oracle = point, .max_steps = STEPS};
  SymexResult *r = symex_run(p, cfg, &o);
  Label label = !r->complete || r->unknown->len || !term_is_false(r->cut) ? LABEL_UNKNOWN
                : r->failures->len                                        ? LABEL_FAIL
                                                                          : LABEL_PASS;
  for (guint i = 0; i < r->conjuncts->len; i++) /* an address decided */
    if (g_array_index(r->conjuncts, PathConjunct, i).condition->has_havoc) label = LABEL_UNKNOWN;
  symex_result_free(r);
  return label;
}

static void test_subject(gconstpointer data) {
  const Subject *subject = data;
  FrontendOptions options = {.lp64 = subject->lp64, .property = subject->property};
  GError *error = NULL;
  Program *p = frontend_load(subject->path, &options, &error);
  g_assert_no_error(error);
  Cfg *cfg = cfg_new(p);
  Sampler *s = sampler_new(p, NULL, STEPS, 0);
  guint labels[3] = {0};
  for (guint i = 0; i < 60; i++) {
    Model *m = model_new();
    if (i) model_set_random(m, i);
    Label label = sampler_run(s, m, NULL), expected = by_symex(p, cfg, m);
    labels[label]++;
    if (expected != LABEL_UNKNOWN) g_assert_cmpint(label, ==, expected);
    model_free(m);
  }
  g_test_message("%u pass, %u fail, %u unknown", labels[0], labels[1], labels[2]);
  sampler_free(s);
  cfg_free(cfg);
  program_free(p);
}

static Label label_of_run(Loaded l, gboolean leaps, gint64 first, gint64 second, guint64 steps) {
  Sampler *s = sampler_new(l.program, NULL, steps, 0);
  if (leaps) sampler_leap(s, l.cfg);
  Model *m = model_new();
  model_set(m, sample_input(l.program, 0, 1), (guint64)first);
  model_set(m, sample_input(l.program, 0, 2), (guint64)second);
  Label label = sampler_run(s, m, NULL);
  model_free(m);
  sampler_free(s);
  sample_free(&l);
  return label;
}

static Label label_of(const char *source, gint64 first, gint64 second, guint64 steps) {
  return label_of_run(sample_load(source), FALSE, first, second, steps);
}

static Label label_by_leaps(const char *source, const char *property, gint64 first, gint64 second) {
  return label_of_run(sample_load_for(source, property), TRUE, first, second, 20000);
}

static void test_ends(void) {
  const char *division = "int main(void) { int x = any(); if (7 / x > 3) reach_error(); return 0; }";
  g_assert_cmpint(label_of(division, 1, 0, 100), ==, LABEL_FAIL);
  g_assert_cmpint(label_of(division, 2, 0, 100), ==, LABEL_PASS);
  g_assert_cmpint(label_of(division, 0, 0, 100), ==, LABEL_PASS);
  const char *loop =
      "int main(void) { int x = any(), s = 0; for (int i = 0; i < x; i++) s += i; check(s != 3); }";
  g_assert_cmpint(label_of(loop, 3, 0, 1000), ==, LABEL_FAIL);
  g_assert_cmpint(label_of(loop, 4, 0, 1000), ==, LABEL_PASS);
  g_assert_cmpint(label_of(loop, 1000, 0, 1000), ==, LABEL_UNKNOWN);
  const char *wild = "int main(void) { int a[4] = {1, 2, 3, 4}, x = any(); check(a[x] != 3); }";
  g_assert_cmpint(label_of(wild, 2, 0, 1000), ==, LABEL_FAIL);
  g_assert_cmpint(label_of(wild, 3, 0, 1000), ==, LABEL_PASS);
  g_assert_cmpint(label_of(wild, 4, 0, 1000), ==, LABEL_UNKNOWN);
  g_assert_cmpint(label_of(wild, 1000, 0, 1000), ==, LABEL_UNKNOWN);
  const char *freed = "int main(void) { int *p = malloc(4), x = any(); *p = x; if (x) free(p); check(*p); }";
  g_assert_cmpint(label_of(freed, 0, 0, 1000), ==, LABEL_FAIL);
  g_assert_cmpint(label_of(freed, 1, 0, 1000), ==, LABEL_UNKNOWN);
}

/* A run that comes to a state again never fails; one that only looks like it goes on. */
static void test_repetition(void) {
  const char *stands = "static int in(void) { return any(); }"
                       "int main(void) { int x = in(), y = in(); while (x >= 0) x -= y; check(0); }";
  g_assert_cmpint(label_of(stands, 5, 0, 5000), ==, LABEL_PASS);
  g_assert_cmpint(label_of(stands, 5000000, 1, 5000), ==, LABEL_UNKNOWN);
  g_assert_cmpint(label_of(stands, 5, 1, 5000), ==, LABEL_FAIL);
  const char *called = /* the same registers in the same block, but of another call */
      "static int __attribute__((noinline)) f(int n) { int s = 0; for (int i = 0; i < 300; i++) s ^= n; return s; }"
      "int main(void) { int x = any(); f(x); f(x); f(x); f(x); check(f(x) == x); }";
  g_assert_cmpint(label_of(called, 0, 0, 500000), ==, LABEL_PASS);
  g_assert_cmpint(label_of(called, 1, 0, 500000), ==, LABEL_FAIL);
  const char *counts = /* in memory */
      "int n[2]; int main(void) { int x = any(), y = x & 1; while (n[y] < x) n[y]++; check(0); }";
  g_assert_cmpint(label_of(counts, 5000, 0, 500000), ==, LABEL_FAIL);
  const char *reads = "int main(void) { int x; do x = any_byte(); while (x < 200); check(0); }";
  g_assert_cmpint(label_of(reads, 3, 3, 5000), ==, LABEL_UNKNOWN);
}

#define TWO_INPUTS "static int in(void) { return any(); } int main(void) { int x = in(), y = in(); "

/* Runs of thousands of millions of iterations, exactly to where they leave the loop. */
static void test_leaps(void) {
  const char *falls = TWO_INPUTS "while (x >= 0) x -= y; check(x != -3); }";
  g_assert_cmpint(label_by_leaps(falls, "unreach-call", 2000000000, 1), ==, LABEL_PASS);
  g_assert_cmpint(label_by_leaps(falls, "unreach-call", 2000000002, 5), ==, LABEL_FAIL);
  g_assert_cmpint(label_by_leaps(falls, "unreach-call", 2000000003, 5), ==, LABEL_PASS);
  g_assert_cmpint(label_by_leaps(falls, "no-overflow", 0, -1), ==, LABEL_FAIL);
  g_assert_cmpint(label_by_leaps(falls, "no-overflow", 2147483647, 1), ==, LABEL_PASS);
  const char *races = TWO_INPUTS "int n = 2000000000; while (x < n) { x++; y++; } check(y != 1000000007); }";
  g_assert_cmpint(label_by_leaps(races, "unreach-call", 7, -999999986), ==, LABEL_FAIL);
  g_assert_cmpint(label_by_leaps(races, "unreach-call", 7, -999999985), ==, LABEL_PASS);
  g_assert_cmpint(label_by_leaps(races, "no-overflow", 1, 147483648), ==, LABEL_PASS);
  g_assert_cmpint(label_by_leaps(races, "no-overflow", 0, 147483648), ==, LABEL_FAIL);
  const char *halves = TWO_INPUTS "unsigned n = 0; while (x > 0) { if (x > y) n += 2; else n++; x--; } check(n != 3000000000u); }";
  g_assert_cmpint(label_by_leaps(halves, "unreach-call", 2000000000, 1000000000), ==, LABEL_FAIL);
  g_assert_cmpint(label_by_leaps(halves, "unreach-call", 2000000000, 1000000001), ==, LABEL_PASS);
  const char *until = TWO_INPUTS "while (x != y) x += 2; check(0); }";
  g_assert_cmpint(label_by_leaps(until, "no-overflow", -2000000000, 2000000000), ==, LABEL_PASS);
  g_assert_cmpint(label_by_leaps(until, "no-overflow", -2000000000, 2000000001), ==, LABEL_FAIL);
  const char *meets = TWO_INPUTS "for (int i = 0; i < 2000000000; i++) if (i == x) y = 7; check(y != 7); }";
  g_assert_cmpint(label_by_leaps(meets, "unreach-call", 1234567890, 0), ==, LABEL_FAIL);
  const char *nested = TWO_INPUTS
      "int s = 0; for (int i = 0; i < 3; i++) for (int k = 0; k < x; k++) s++; check(s != 3 * y); }";
  g_assert_cmpint(label_by_leaps(nested, "unreach-call", 500000000, 500000000), ==, LABEL_FAIL);
  g_assert_cmpint(label_by_leaps(nested, "unreach-call", 500000000, 500000001), ==, LABEL_PASS);
}

/* Iterations change more than registers, or begin to. */
static void test_no_leaps(void) {
  const char *counts =
      "int n[2]; int main(void) { int x = any(), y = x & 1; while (n[y] < x) n[y]++; check(n[y] != 5000); }";
  g_assert_cmpint(label_of_run(sample_load(counts), TRUE, 5000, 0, 500000), ==, LABEL_FAIL);
  const char *writes = /* only far on */
      "int a[3]; int main(void) { int x = any(); for (int i = 0; i < 90000; i++) if (i > 80000) a[i % 3] = x;"
      " check(a[1] != 9 || a[2] != 9); }";
  g_assert_cmpint(label_of_run(sample_load(writes), TRUE, 9, 0, 900000), ==, LABEL_FAIL);
  const char *reads = "static int in(void) { return any(); }"
                      "int main(void) { int x = 0, n = in(); while (x < 3000000) { x++; if (x > n) x += in(); } check(0); }";
  g_assert_cmpint(label_of_run(sample_load(reads), TRUE, 2000000, 1000001, 20000), ==, LABEL_FAIL);
}

/* What takes too long is what it is taken for; what repeats itself never fails all the same. */
static void test_long_runs(void) {
  static const gint64 expected[][2] = {{3, LABEL_PASS}, {0x7fffffff, LABEL_FAIL}, {-1, LABEL_PASS}};
  Loaded l = sample_load("int main(void) { int x = any(); while (x < 0) ; while (x > 5) x--; check(x != 5); }");
  Sampler *s = sampler_new(l.program, NULL, 1000, 0);
  sampler_take_long_runs_for(s, LABEL_FAIL);
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
    Model *m = model_new();
    model_set(m, sample_input(l.program, 0, 1), (guint64)expected[i][0]);
    g_assert_cmpint(sampler_run(s, m, NULL), ==, expected[i][1]);
    model_free(m);
  }
  sampler_free(s);
  sample_free(&l);
}

static void test_condition(void) {
  Loaded l = sample_load("int main(void) { int x = any(); check(x < 5); return 0; }");
  const Term *x = sample_input(l.program, 0, 1);
  Sampler *s = sampler_new(l.program, term_binary(TERM_SLT, x, term_const(32, 9)), STEPS, 0);
  const Label expected[] = {[4] = LABEL_PASS, [5] = LABEL_FAIL, [8] = LABEL_FAIL, [9] = LABEL_UNKNOWN};
  for (guint v = 4; v < 10; v++) {
    Model *m = model_new();
    g_autoptr(GPtrArray) read = g_ptr_array_new();
    model_set(m, x, v);
    if (v < 6 || v > 7) g_assert_cmpint(sampler_run(s, m, read), ==, expected[v]);
    if (v < 6) g_assert_true(read->len == 1 && read->pdata[0] == x);
    model_free(m);
  }
  sampler_free(s);
  s = sampler_new(l.program, NULL, STEPS, 1); /* the deadline has passed */
  Model *m = model_new();
  g_assert_cmpint(sampler_run(s, m, NULL), ==, LABEL_UNKNOWN);
  model_free(m);
  sampler_free(s);
  sample_free(&l);
}

/* Uninitialised memory is an input: by element, and read but once. */
static void test_uninitialised(void) {
  Loaded l = sample_load("int main(void) { int a[3]; a[1] = any(); check(a[1] < a[2]); return 0; }");
  Sampler *s = sampler_new(l.program, NULL, STEPS, 0);
  g_autoptr(GPtrArray) read = g_ptr_array_new();
  Model *m = model_new();
  g_assert_cmpint(sampler_run(s, m, read), ==, LABEL_FAIL);
  for (guint i = 0; i < read->len; i++)
    if (read->pdata[i] != sample_input(l.program, 0, 1)) model_set(m, read->pdata[i], 1);
  g_assert_cmpint(sampler_run(s, m, NULL), ==, LABEL_PASS);
  model_free(m);
  sampler_free(s);
  sample_free(&l);
}

/* The path to the error takes three detours from any random run. */
static void test_survey(void) {
  Loaded l = sample_load("int main(void) { int x = any(), y = any();"
                         "if (x > 70000) if (y == 123456) if (x == 2 * y) reach_error(); return 0; }");
  Sampler *s = sampler_new(l.program, NULL, STEPS, 0);
  PathSurvey *survey = path_survey_new(l.program, l.cfg, NULL, 60, 0);
  guint labels[3] = {0};
  for (guint i = 0; i < survey->points->len; i++) labels[sampler_run(s, survey->points->pdata[i], NULL)]++;
  g_assert_cmpuint(labels[LABEL_FAIL], ==, 1);
  g_assert_cmpuint(labels[LABEL_UNKNOWN], ==, 0);
  g_assert_cmpuint(survey->inputs->len, ==, 2);
  g_assert_cmpuint(survey->atoms->len, >=, 3);
  const Term *y = sample_input(l.program, 1, 1);
  g_assert_true(g_ptr_array_find(survey->atoms, term_eq(y, term_const(32, 123456)), NULL));
  path_survey_free(survey);
  survey = path_survey_new(l.program, l.cfg, term_eq(y, term_const(32, 5)), 60, 0);
  for (guint i = 0; i < survey->points->len; i++)
    g_assert_cmpuint(model_value(survey->points->pdata[i], y), ==, 5);
  path_survey_free(survey);
  sampler_free(s);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/sample/ends", test_ends);
  g_test_add_func("/sample/repetition", test_repetition);
  g_test_add_func("/sample/leaps", test_leaps);
  g_test_add_func("/sample/no-leaps", test_no_leaps);
  g_test_add_func("/sample/long-runs", test_long_runs);
  g_test_add_func("/sample/condition", test_condition);
  g_test_add_func("/sample/uninitialised", test_uninitialised);
  g_test_add_func("/sample/survey", test_survey);
  GPtrArray *subjects = subjects_load_all();
  for (guint i = 0; i < subjects->len; i++) {
    const Subject *s = subjects->pdata[i];
    g_autofree char *name = g_strconcat("/sample/subject/", s->name, NULL);
    g_test_add_data_func(name, s, test_subject);
  }
  int failed = g_test_run();
  g_ptr_array_unref(subjects);
  return failed;
}
