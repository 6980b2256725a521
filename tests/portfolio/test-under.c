/* SPDX-License-Identifier: GPL-3.0-or-later */
/* External under-approximators, with a stand-in for CIVL: what is right is confirmed, what is not leads to
 * nothing. */
#include "portfolio/under.h"
#include "formula/solver.h"
#include "tests/helpers/kept.h"
#include <string.h>

static const char *head = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n";

typedef struct {
  Kept kept;
  Registry registry;
  Analyzer analyzer;
} Setting;

static char *fake(void) {
  const char *folder = g_getenv("G_TEST_SRCDIR");
  g_autofree char *relative = g_build_filename(folder ? folder : "..", "tests", "fakes", "civl", NULL);
  return g_canonicalize_filename(relative, NULL);
}

static Setting *new_setting(const char *comment, const char *source) {
  static const char description[] = "[analyzer]\nname=civl\ndirection=under\n[command]\nexecutable=civl\n"
                                    "arguments=verify %{program}\nguided=verify -direct=%{guide} %{program}\n"
                                    "replay=replay -sliceAnalysis %{program}\n[verdict]\nfailing=violation\n";
  g_autofree char *text = g_strconcat("/*\n", comment, " */\n", head, source, NULL);
  Setting *s = g_new0(Setting, 1);
  GError *error = NULL;
  s->kept = kept_load(text);
  s->analyzer = (Analyzer){.name = "civl", .member = TRUE, .executable = fake()};
  s->analyzer.external = description_read("civl.ini", description, strlen(description), &error);
  g_assert_no_error(error);
  s->registry.analyzers = g_ptr_array_new();
  g_ptr_array_add(s->registry.analyzers, &s->analyzer);
  return s;
}

static void free_setting(Setting *s) {
  g_free(s->analyzer.executable);
  description_free(s->analyzer.external);
  g_ptr_array_unref(s->registry.analyzers);
  kept_free(&s->kept);
  g_free(s);
}

/* The automaton of the run in which the only input has the value. */
static Automaton *direction_of(const Setting *s, guint64 value) {
  Model *m = model_new();
  model_set(m, sample_input(s->kept.loaded.program, 0, 1), value);
  Automaton *a = sample_trace(&s->kept.loaded, m);
  model_free(m);
  return a ? a : automaton_new();
}

static Evidence *ask(const Setting *s, guint64 value, const Term *condition, char **why) {
  Question q = sample_question(&s->kept.loaded);
  Automaton *direction = direction_of(s, value);
  if (condition) q.condition = condition;
  q.deadline = g_get_monotonic_time() + 20 * G_USEC_PER_SEC;
  g_assert_true(under_available(&s->registry, s->kept.loaded.program));
  Evidence *e = under_ask(&s->registry, &q, direction, 0, why);
  automaton_free(direction);
  return e;
}

static const Term *less(const Setting *s, gint64 n) {
  return term_binary(TERM_SLT, sample_input(s->kept.loaded.program, 0, 1), term_const(32, (guint64)n));
}

static gboolean same(const Term *a, const Term *b) {
  return solver_valid(term_not(term_binary(TERM_XOR, a, b)), 5000);
}

static const char *twice = "int main(void) {\n int x = __VERIFIER_nondet_int();\n if (x > 0) {\n  int y = x "
                           "* 2;\n  if (y > x)\n   reach_error();\n }\n}\n";

static void test_right(void) {
  Setting *s = new_setting(" * CONTEXT: 0<=(Y0-1)\n * CONTEXT: (Y0-1000)<=0\n * SLICED: Y0 - 1000 <= 0 && 0 "
                           "<= Y0 - 1\n * NAME: Y0 x\n",
                           twice);
  Evidence *e = ask(s, 5, NULL, NULL);
  g_assert_nonnull(e);
  g_assert_true(same(evidence_fails(e), term_and(less(s, 1001), term_not(less(s, 1)))));
  g_assert_nonnull(e->point);
  g_assert_true(term_eval(evidence_fails(e), e->point));
  evidence_free(e);
  e = ask(s, 5, less(s, 10), NULL);
  g_assert_nonnull(e);
  g_assert_true(same(evidence_fails(e), term_and(less(s, 10), term_not(less(s, 1)))));
  evidence_free(e);
  free_setting(s);
}

/* True of integers without end; in C all of it wraps around. */
static void test_wrong(void) {
  Setting *s = new_setting(" * CONTEXT: 0<=(Y0-1073741824)\n", twice);
  g_autofree char *why = NULL;
  g_assert_null(ask(s, 5, NULL, &why));
  g_assert_cmpstr(why, ==, "civl: its candidate was not confirmed");
  free_setting(s);
}

/* Right in part: a path of C's, and nothing past it. */
static void test_partly_right(void) {
  Setting *s = new_setting(" * CONTEXT: 0<=(Y0-1)\n", twice);
  Evidence *e = ask(s, 5, NULL, NULL);
  g_assert_nonnull(e);
  g_assert_true(same(evidence_fails(e), term_and(less(s, 1073741824), term_not(less(s, 1)))));
  evidence_free(e);
  free_setting(s);
}

static void test_maybe(void) {
  Setting *s = new_setting(" * CERTAINTY: MAYBE\n * CONTEXT: 0==((Y0^2)%4 - 2)\n * CONTEXT: (Y0-40000)<=0\n",
                           "int main(void) {\n unsigned x = __VERIFIER_nondet_int();\n if (x * x % 4u == "
                           "2u)\n  reach_error();\n}\n");
  g_autofree char *why = NULL;
  g_assert_null(ask(s, 5, NULL, &why));
  g_assert_nonnull(why);
  free_setting(s);
}

/* The branches of the report reach the tool. */
static void test_guided(void) {
  g_autofree char *comment = g_strdup(" * GUIDE: guide 1 1\n * CONTEXT: 0<=(Y0-1)\n * CONTEXT: (Y0-9)<=0\n"),
                  *why = NULL;
  Setting *s = new_setting(comment, twice);
  Evidence *e = ask(s, 5, NULL, &why);
  g_assert_nonnull(e);
  evidence_free(e);
  g_assert_null(ask(s, 0, NULL, &why)); /* does not fail: no direction */
  g_assert_cmpstr(why, ==, "civl: CIVL found no violation");
  free_setting(s);
}

static void test_trouble(void) {
  Setting *s = new_setting(" * CONTEXT: f(Y0)<0\n", twice);
  g_autofree char *why = NULL;
  g_assert_null(ask(s, 5, NULL, &why));
  g_assert_nonnull(strstr(why, "not understood"));
  g_free(s->analyzer.executable);
  s->analyzer.executable = g_strdup("/nonexistent/civl");
  g_assert_null(ask(s, 5, NULL, &why));
  g_assert_nonnull(why);
  s->analyzer.distrusted = TRUE;
  g_assert_false(under_available(&s->registry, s->kept.loaded.program));
  s->analyzer.distrusted = FALSE;
  s->analyzer.external->direction = DIRECTION_OVER;
  g_assert_false(under_available(&s->registry, s->kept.loaded.program));
  g_assert_false(under_available(NULL, s->kept.loaded.program));
  free_setting(s);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/under/right", test_right);
  g_test_add_func("/under/wrong", test_wrong);
  g_test_add_func("/under/partly-right", test_partly_right);
  g_test_add_func("/under/maybe", test_maybe);
  g_test_add_func("/under/guided", test_guided);
  g_test_add_func("/under/trouble", test_trouble);
  return g_test_run();
}
