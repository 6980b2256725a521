/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many integer points a polygon has. */
#ifndef ACF_LATTICE_H
#define ACF_LATTICE_H
#include <glib.h>
#include <gmp.h>

/* Wide enough for sums of products of 64-bit words; callers check for overflow. */
typedef __int128 Int;

typedef struct {
  Int a, b, c; /* a x + b y + c <= 0 */
} HalfPlane;

typedef struct {
  Int low, high; /* both belong to it; empty when low > high */
} Range;

void int_to_mpz(mpz_t z, Int value);
/* The sum of floor((a i + b) / m) for i = 0 .. n - 1; m > 0. */
void floor_sum(mpz_t sum, const mpz_t n, const mpz_t m, const mpz_t a, const mpz_t b);
/* The number of points with x and y in their ranges that all n half-planes hold, exactly: in time that
 * depends on the number of half-planes and on the length of their coefficients, not on the ranges. */
void lattice_count(mpz_t count, Range x, Range y, const HalfPlane *planes, guint n);
#endif
