/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of 128 bits as two halves. */
#include "symex/invariant/wide.h"

void wide_to_mpz(mpz_t z, Wide value) {
  gboolean negative = value < 0;
  Wide size = negative ? -value : value;
  guint64 halves[2] = {(guint64)size, (guint64)(size >> 64)};
  mpz_import(z, 2, -1, sizeof halves[0], 0, 0, halves);
  if (negative) mpz_neg(z, z);
}

Wide wide_from_mpz(const mpz_t z) {
  guint64 halves[2] = {0, 0};
  if (mpz_sizeinbase(z, 2) > 100) return mpz_sgn(z) < 0 ? -WIDE_LIMIT : WIDE_LIMIT;
  mpz_export(halves, NULL, -1, sizeof halves[0], 0, 0, z);
  Wide size = ((Wide)halves[1] << 64) | halves[0];
  return mpz_sgn(z) < 0 ? -size : size;
}
