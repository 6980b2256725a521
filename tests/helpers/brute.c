/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting without any cleverness. */
#include "brute.h"
#include <stdlib.h>

gint64 soon(double seconds) { return g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC); }

void brute_is(const mpz_t n, guint64 expected) {
  g_autofree char *want = g_strdup_printf("%" G_GUINT64_FORMAT, expected);
  char *got = mpz_get_str(NULL, 10, n);
  g_assert_cmpstr(got, ==, want);
  free(got);
}

guint brute_bits(const GPtrArray *inputs) {
  guint bits = 0;
  for (guint i = 0; i < inputs->len; i++) bits += ((const Term *)inputs->pdata[i])->width;
  return bits;
}

static Model *point(const GPtrArray *inputs, guint64 number) {
  Model *m = model_new();
  for (guint i = 0; i < inputs->len; i++) {
    const Term *x = inputs->pdata[i];
    model_set(m, x, number & term_mask(x->width));
    number >>= x->width;
  }
  return m;
}

guint64 brute_count(const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  guint64 n = 0;
  for (guint64 k = 0; k < (guint64)1 << brute_bits(inputs); k++) {
    Model *m = point(inputs, k);
    n += term_eval(t, m);
    model_free(m);
  }
  return n;
}
