/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of 128 bits to and from those of GMP. */
#ifndef ACF_WIDE_H
#define ACF_WIDE_H
#include "symex/invariant/poly.h"
#include <gmp.h>

void wide_to_mpz(mpz_t z, Wide value);
Wide wide_from_mpz(const mpz_t z); /* beyond 100 bits: minus or plus WIDE_LIMIT */
#endif
