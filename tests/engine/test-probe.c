/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe: what it finds, and that it claims nothing else. */
#include "engine/engine.h"
#include "tests/helpers/ir-run.h"
#include "tests/helpers/sample.h"

static guint64 input_value(const InputSite *site, guint occurrence, gpointer data) {
  return model_value(data, term_input((InputKey){site->id, occurrence, 0}, site->width));
}

static Question question(const Loaded *l, double seconds) {
  Question q = sample_question(l);
  q.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  return q;
}

static const Sample failing[] = {
    {"constant", "int main(void) { int x = any(); check(x != 123456789); }"},
    {"always", "int main(void) { reach_error(); }"},
    {"conjunction", "int main(void) { int x = any(), y = any(); if (x > 1000) if (y == x * 3) if (x % 7 == "
                    "2) reach_error(); }"},
    {"switch", "int main(void) { switch (any()) { case 17: break; case 400: switch (any()) { case 9000: "
               "reach_error(); } } }"},
    {"loop",
     "int main(void) { int n = 0; while (any() > 100) { n++; if (n == 6 && any() == 42) reach_error(); } }"},
    {"password", "int main(void) { const char *p = \"key\"; int i; for (i = 0; p[i]; i++) if (any_byte() != "
                 "p[i]) return 0; reach_error(); }"},
    {"assume", "int main(void) { int x = any(); assume(x > 50000); assume(x < 50010); check(x != 50007); }"},
    {"rounds", "int main(void) { int n = 0; for (;;) { int c = any(); if (c == 31) n++; else if (c == 77 && "
               "n > 0) n--;\n"
               "  else if (c != 50) return 0; check(n < 15); } }"},
    {"deep", "int main(void) { int i, s = 0; for (i = 0; i < 3000; i++) s += i; check(any() != s); }"},
};

static void test_finds(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  Question q = question(&l, 20);
  Answer *a = probe_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_ERROR);
  g_assert_cmpint(ir_run(l.program, input_value, a->point, 1000000, NULL), ==, RUN_FAILS);
  Automaton *trace = symex_trace(&q, a->point);
  g_assert_true(automaton_equal(trace, a->error));
  g_assert_nonnull(a->error->error.loc.file);
  automaton_free(trace);
  answer_free(a);
  sample_free(&l);
}

/* It finds, it never proves: also of safe programs it knows nothing. */
static void test_never_proves(void) {
  const char *const safe[] = {"int main(void) { return 0; }",
                              "int main(void) { int x = any(); check(x == x); }",
                              "int main(void) { int x = any(); if (x > 5) check(x > 4); }",
                              "int main(void) { for (;;) check(any() != any() + 1 || 1); }"};
  for (guint i = 0; i < G_N_ELEMENTS(safe); i++) {
    Loaded l = sample_load(safe[i]);
    gint64 before = g_get_monotonic_time();
    Question q = question(&l, 0.3);
    Answer *a = probe_ask(&q, NULL);
    g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
    g_assert_true(term_is_true(a->residue));
    g_assert_cmpint(g_get_monotonic_time() - before, <, 60 * G_USEC_PER_SEC);
    answer_free(a);
    sample_free(&l);
  }
}

/* Without a deadline: it ends when nothing new turns up. */
static void test_ends(void) {
  Loaded l = sample_load("int main(void) { int x = any(); if (x > 5) check(x > 4); }");
  Question q = question(&l, 1);
  q.deadline = 0;
  Answer *a = probe_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  answer_free(a);
  sample_free(&l);
}

static void test_condition(void) {
  Loaded l = sample_load("int main(void) { int x = any(); check(x != 7 && x != 900000); }");
  const Term *x = sample_input(l.program, 0, 1);
  Question q = question(&l, 20);
  q.condition = term_not(term_eq(x, term_const(32, 7)));
  Answer *a = probe_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_ERROR);
  g_assert_cmpuint(model_value(a->point, x), ==, 900000);
  answer_free(a);
  q.condition = term_binary(TERM_ULT, x, term_const(32, 7));
  q.deadline = g_get_monotonic_time() + G_USEC_PER_SEC / 5;
  a = probe_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_UNKNOWN);
  answer_free(a);
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/probe/finds", failing, G_N_ELEMENTS(failing), test_finds);
  g_test_add_func("/probe/never-proves", test_never_proves);
  g_test_add_func("/probe/ends", test_ends);
  g_test_add_func("/probe/condition", test_condition);
  return g_test_run();
}
