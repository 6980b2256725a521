/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned programs: what is excluded is gone, and nothing else. */
#include "conditioner/condition.h"
#include "engine/engine.h"
#include "tests/helpers/sample.h"

static const Term *is(const Term *x, guint64 value) { return term_eq(x, term_const(x->width, value)); }

static void test_none(void) {
  Loaded l = sample_load("int main(void) { check(any() != 1); }");
  Conditioned c = condition_none(l.program, l.cfg);
  g_assert_true(c.program == l.program && c.cfg == l.cfg);
  g_assert_true(term_is_true(c.assume));
  g_assert_true(condition_exclude(c, term_bool(FALSE)).assume == c.assume);
  g_assert_true(term_is_false(condition_exclude(c, term_bool(TRUE)).assume));
  sample_free(&l);
}

/* Failing points are excluded one by one, in the order in which an engine finds them, until none is left. */
static void test_exclude(void) {
  Loaded l = sample_load("int main(void) { unsigned char x = any_byte(); check(x % 50 != 3); }");
  const Term *x = sample_input(l.program, 0, 1);
  Conditioned c = condition_none(l.program, l.cfg);
  gboolean found[256] = {FALSE};
  for (guint n = 0;; n++) {
    Question q = sample_question(&l);
    q.condition = c.assume;
    Answer *a = bmc_ask(&q, NULL);
    if (a->kind == ANSWER_ERROR) {
      guint v = (guint)model_value(a->point, x);
      g_assert_false(found[v]);
      found[v] = TRUE;
      c = condition_exclude(c, is(x, v));
      for (guint i = 0; i < 256; i++) { /* exactly the points found are gone */
        Model *m = model_new();
        model_set(m, x, i);
        g_assert_cmpint(term_eval(c.assume, m) != 0, ==, !found[i]);
        model_free(m);
      }
    } else {
      g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
      g_assert_cmpuint(n, ==, 6);
    }
    gboolean done = a->kind != ANSWER_ERROR;
    answer_free(a);
    if (done) break;
  }
  for (guint i = 0; i < 256; i++) g_assert_cmpint(found[i], ==, i % 50 == 3);
  sample_free(&l);
}

/* A condition on a later occurrence reaches past the earlier ones. */
static void test_prophecy(void) {
  Loaded l = sample_load(
      "int main(void) { int i; for (i = 0; i < 3; i++) { int x = any(); check(i < 2 || x != 8); } }");
  Conditioned c = condition_exclude(condition_none(l.program, l.cfg), is(sample_input(l.program, 0, 2), 8));
  Question q = sample_question(&l);
  q.condition = c.assume;
  Answer *a = bmc_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_ERROR);
  g_assert_cmpuint(model_value(a->point, sample_input(l.program, 0, 3)), ==, 8);
  answer_free(a);
  q.condition = condition_exclude(c, is(sample_input(l.program, 0, 3), 8)).assume;
  a = bmc_ask(&q, NULL);
  g_assert_cmpint(a->kind, ==, ANSWER_SAFE);
  answer_free(a);
  sample_free(&l);
}

/* What acf does not know is no condition. */
static void test_havoc(void) {
  if (g_test_subprocess()) {
    condition_exclude(condition_none(NULL, NULL), term_fresh_havoc(1, 0));
    return;
  }
  g_test_trap_subprocess(NULL, 0, 0);
  g_test_trap_assert_failed();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/condition/none", test_none);
  g_test_add_func("/condition/exclude", test_exclude);
  g_test_add_func("/condition/prophecy", test_prophecy);
  g_test_add_func("/condition/havoc", test_havoc);
  return g_test_run();
}
