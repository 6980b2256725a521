/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Proofs of Horn clauses: those that Z3 gives hold, and others are told from them. */
#include "engine/spacer/certificate.h"
#include "tests/helpers/sample.h"

typedef struct {
  Loaded loaded;
  Question question;
  Flat *flat;
  Places *places;
  Precision *precision;
  Effects *effects;
  Chc *chc;
} Clauses;

static Clauses *clauses_new(const char *source, gboolean facts) {
  Clauses *k = g_new0(Clauses, 1);
  k->loaded = sample_load(source);
  k->question = sample_question(&k->loaded);
  k->question.deadline = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
  k->flat = flat_new(k->question.program, k->question.cfg, 10000);
  k->places = places_new(k->flat, k->question.condition, (Ghosts){0, FALSE});
  k->precision = precision_new(k->places);
  k->effects = effects_new(k->precision);
  k->chc = chc_new(&k->question, k->effects, (ChcStyle){TRUE, facts, 0}, NULL);
  g_assert_nonnull(k->chc);
  g_assert_cmpint(chc_solve(k->chc, 30000), ==, Z3_L_FALSE);
  return k;
}

static void clauses_free(Clauses *k) {
  chc_free(k->chc);
  effects_free(k->effects);
  precision_free(k->precision);
  places_free(k->places);
  flat_free(k->flat);
  sample_free(&k->loaded);
  g_free(k);
}

static const Sample proven[] = {
    {"loop", "int main(void) { int n = any(), i = 0; assume(n > 0); while (i < n) i++; check(i == n); }"},
    {"two-loops", "int main(void) { int n = any(), i = 0, c = 0; assume(n > 0 && n < 100);\n"
                  "while (i < n) { i++; c++; } while (i > 0) { i--; c--; } check(c == 0); }"},
    {"recursion", "static int f(int n) { return n <= 0 ? 0 : 1 - f(n - 1); }\n"
                  "int main(void) { int r = f(any()); check(r == 0 || r == 1); }"},
    {"twice", "static int f(int n) { return n <= 0 ? 0 : 1 - f(n - 1); }\n"
              "int main(void) { int a = f(any()), b = f(any()); check(a + b <= 2); }"},
};

static void test_holds(gconstpointer data) {
  Clauses *k = clauses_new(((const Sample *)data)->source, TRUE);
  g_assert_cmpint(certificate_check(k->chc, certificate_of(k->chc), 20000), ==, Z3_L_TRUE);
  clauses_free(k);
}

/* That a relation of the proof always or never holds. */
static Z3_ast forged(const Chc *c, gboolean value) {
  Z3_context z3 = c->z3;
  Z3_ast real = certificate_of(c);
  while (!Z3_is_quantifier_forall(z3, real)) real = Z3_get_app_arg(z3, Z3_to_app(z3, real), 0);
  Z3_ast equation = Z3_get_quantifier_body(z3, real);
  return Z3_mk_eq(z3, Z3_get_app_arg(z3, Z3_to_app(z3, equation), 0),
                  value ? Z3_mk_true(z3) : Z3_mk_false(z3));
}

static void test_forged(void) {
  Clauses *k = clauses_new(proven[0].source, FALSE);
  g_assert_cmpint(certificate_check(k->chc, forged(k->chc, TRUE), 20000), ==, Z3_L_FALSE);
  g_assert_cmpint(certificate_check(k->chc, forged(k->chc, FALSE), 20000), ==, Z3_L_FALSE);
  clauses_free(k);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  sample_add_tests("/certificate/holds", proven, G_N_ELEMENTS(proven), test_holds);
  g_test_add_func("/certificate/forged", test_forged);
  return g_test_run();
}
