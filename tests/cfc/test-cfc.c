/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The characterization as a whole: verdict, exactness, bounds, notes. */
#include "cfc/cfc.h"

static const Term *below(guint64 bound) {
  return term_binary(TERM_ULT, term_input((InputKey){0, 1, 0}, 8), term_const(8, bound));
}

static void add(Cfc *c, const Term *upper, const Term *lower) {
  g_ptr_array_add(c->partitions, partition_new(upper, lower));
}

static void test_verdict(void) {
  Cfc *c = cfc_new(NULL);
  g_assert_cmpint(cfc_verdict(c), ==, VERDICT_SAFE);
  g_assert_true(cfc_exact(c));
  g_assert_true(term_is_false(cfc_upper(c)));
  g_assert_true(term_is_false(cfc_lower(c)));
  add(c, below(20), term_bool(FALSE));
  g_assert_cmpint(cfc_verdict(c), ==, VERDICT_UNKNOWN);
  g_assert_false(cfc_exact(c));
  add(c, term_not(below(200)), term_not(below(200)));
  g_assert_cmpint(cfc_verdict(c), ==, VERDICT_FAILURES);
  g_assert_false(cfc_exact(c));
  cfc_free(c);
  c = cfc_new(NULL);
  add(c, below(20), below(20));
  g_assert_true(cfc_exact(c));
  g_assert_cmpint(cfc_verdict(c), ==, VERDICT_FAILURES);
  cfc_free(c);
}

static void test_bounds(void) {
  Cfc *c = cfc_new(NULL);
  add(c, below(20), below(10));
  add(c, term_not(below(200)), term_not(below(250)));
  const Term *input = term_input((InputKey){0, 1, 0}, 8);
  for (guint v = 0; v < 256; v++) {
    Model *m = model_new();
    model_set(m, input, v);
    g_assert_cmpuint(term_eval(cfc_upper(c), m), ==, v < 20 || v >= 200);
    g_assert_cmpuint(term_eval(cfc_lower(c), m), ==, v < 10 || v >= 250);
    model_free(m);
  }
  cfc_free(c);
}

static void test_contents(void) {
  Cfc *c = cfc_new(NULL);
  Partition *p = partition_new(below(20), below(10));
  g_assert_false(p->exact);
  Failure error = {{"prog.c", 3, 5}, FAILURE_ERROR_CALL};
  g_array_append_val(p->errors, error);
  g_ptr_array_add(p->examples, model_new());
  p->reason = g_strdup("out of time");
  g_ptr_array_add(c->partitions, p);
  cfc_note(c, "prog.c:%d: inline assembly", 12);
  cfc_note(c, "prog.c:%d: inline assembly", 13);
  cfc_note(c, "prog.c:12: %s", "inline assembly");
  g_assert_cmpuint(c->notes->len, ==, 2);
  g_assert_cmpstr(c->notes->pdata[0], ==, "prog.c:12: inline assembly");
  cfc_free(c);
  cfc_free(NULL);
}

static void test_names(void) {
  g_assert_cmpstr(verdict_name(VERDICT_SAFE), ==, "safe");
  g_assert_cmpstr(verdict_name(VERDICT_FAILURES), ==, "failures");
  g_assert_cmpstr(verdict_name(VERDICT_UNKNOWN), ==, "unknown");
  for (guint a = 0; a < PHASE_N; a++)
    for (guint b = 0; b < PHASE_N; b++) g_assert_cmpint(a == b, ==, !g_strcmp0(phase_name(a), phase_name(b)));
  g_assert_cmpstr(phase_name(PHASE_GENERALIZE), ==, "generalize");
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cfc/verdict", test_verdict);
  g_test_add_func("/cfc/bounds", test_bounds);
  g_test_add_func("/cfc/contents", test_contents);
  g_test_add_func("/cfc/names", test_names);
  int result = g_test_run();
  term_store_clear();
  return result;
}
