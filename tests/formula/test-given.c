/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the inputs that are given decide, on random formulas. */
#include "formula/given.h"

enum { INPUTS = 3 };

static const Term *value_of(guint i) { return term_input((InputKey){i, 1, 0}, i == 2 ? 1 : 4); }

static const Term *is_given(gpointer data, const Term *input) {
  return term_input((InputKey){input_key_unpack(input->param).site, 1, 1}, 1);
}

static const Term *random_formula(GRand *r, guint depth) {
  const guint kind = depth ? (guint)g_rand_int_range(r, 0, 6) : 0;
  if (kind == 0) return term_eq(value_of((guint)g_rand_int_range(r, 0, 2)), term_const(4, (guint64)g_rand_int_range(r, 0, 4)));
  const Term *a = random_formula(r, depth - 1), *b = random_formula(r, depth - 1);
  switch (kind) {
  case 1: return term_not(a);
  case 2: return term_and(a, b);
  case 3: return term_or(a, b);
  case 4: return term_binary(TERM_ULT, value_of(0), value_of(1));
  default: return term_ite(random_formula(r, depth - 1), a, term_or(b, value_of(2)));
  }
}

/* Where it holds with some inputs given, the formula holds for random values of the others; with all given they agree. */
static void test_random(void) {
  g_autoptr(GRand) r = g_rand_new_with_seed(3);
  guint decided = 0;
  for (guint n = 0; n < 400; n++) {
    const Term *t = random_formula(r, 4), *when = term_when_given(t, is_given, NULL);
    const guint given = (guint)g_rand_int_range(r, 0, 1 << INPUTS);
    Model *m = model_new();
    for (guint i = 0; i < INPUTS; i++) {
      model_set(m, value_of(i), (guint64)g_rand_int_range(r, 0, i == 2 ? 2 : 5));
      model_set(m, is_given(NULL, value_of(i)), given >> i & 1);
    }
    const gboolean holds = term_eval(when, m) != 0;
    if (given == (1 << INPUTS) - 1) g_assert_cmpint(holds, ==, term_eval(t, m) != 0);
    for (guint k = 0; k < 20; k++) {
      for (guint i = 0; i < INPUTS; i++)
        if (!(given >> i & 1)) model_set(m, value_of(i), (guint64)g_rand_int_range(r, 0, i == 2 ? 2 : 16));
      g_assert_true(!holds || term_eval(t, m));
      g_assert_cmpint(term_eval(when, m) != 0, ==, holds);
    }
    decided += holds && given != (1 << INPUTS) - 1;
    model_free(m);
  }
  g_assert_cmpuint(decided, >, 20);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/given/random", test_random);
  return g_test_run();
}
