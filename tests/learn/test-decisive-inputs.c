/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first of very many inputs: which seem to decide, and what is proven of them. */
#include "learn/decisive-inputs.h"
#include "engine/engine.h"
#include "tests/helpers/sample.h"

#define MANY "int i; for (i = 0; i < 5000; i++) "
#define AGAIN "for (i = 0; i < 5000; i++) "

static gint64 soon(void) { return g_get_monotonic_time() + 60 * G_USEC_PER_SEC; }

/* The first candidate; NULL: there is none. */
static const Term *candidate(const Program *p) {
  const Term *found[3];
  return decisive_input_candidates(p, soon(), found, G_N_ELEMENTS(found)) ? found[0] : NULL;
}

static gboolean always_fails(const Loaded *l, const Term *region, double seconds) {
  Question q = sample_question(l);
  q.condition = region;
  q.dual = q.first_elements = TRUE;
  q.deadline = g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC);
  Answer *a = spacer_ask(&q, NULL);
  const gboolean yes = a->kind == ANSWER_SAFE;
  answer_free(a);
  return yes;
}

/* ---- that decide ---- */

static const Sample deciding[] = {
    {"sign", "int a[5000]; int main(void) { int ok = 1; " MANY "a[i] = any(); " AGAIN
             "if (a[i] < 0) ok = 0; check(ok); }"},
    {"kept", "int a[5000], b[5000]; int main(void) { int n = 0; " MANY "a[i] = any(); " AGAIN
             "if (a[i] < 0) b[n++] = a[i]; for (i = 0; i < n; i++) check(b[i] >= 0); }"},
    {"constant", "int a[5000]; int main(void) { int ok = 1; " MANY "a[i] = any(); " AGAIN
                 "if (a[i] < -40) ok = 0; check(ok); }"},
};

static void test_decides(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  const Term *region = candidate(l.program), *x = sample_input(l.program, 0, 1);
  g_assert_nonnull(region);
  g_assert_true(sample_contains(region, x, -41));
  g_assert_false(sample_contains(region, x, 0));
  g_assert_true(always_fails(&l, region, 60));
  const Term *too_much = term_binary(TERM_SLE, x, term_const(32, 1));
  g_assert_false(always_fails(&l, too_much, 3));
  sample_free(&l);
}

/* ---- that do not ---- */

static const Sample idle[] = {
    {"few", "int main(void) { int x = any(); check(x > 0); }"},
    {"last", "int a[5000]; int main(void) { " MANY "a[i] = any(); check(a[4999] >= 0); }"},
    {"passes", "int a[5000]; int main(void) { " MANY "a[i] = any(); " AGAIN "check(a[i] == a[i]); }"},
    {"fails", "int a[5000]; int main(void) { " MANY "a[i] = any(); check(0); }"},
    {"endless", "int main(void) { for (;;) check(any() != 12345); }"},
};

static void test_does_not(gconstpointer data) {
  Loaded l = sample_load(((const Sample *)data)->source);
  g_assert_null(candidate(l.program));
  sample_free(&l);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/decisive-inputs/decides", deciding, G_N_ELEMENTS(deciding), test_decides);
  sample_add_tests("/decisive-inputs/idle", idle, G_N_ELEMENTS(idle), test_does_not);
  return g_test_run();
}
