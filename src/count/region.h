/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A part of the input space: a range for each input (as an unsigned number) and linear conditions. */
#ifndef ACF_REGION_H
#define ACF_REGION_H
#include "count/lattice.h"

enum { REGION_MAX_INPUTS = 48 };

/* constant + the sum of factor[i] * input i, over the integers. */
typedef struct {
  Int constant;
  Int factor[REGION_MAX_INPUTS];
} Affine;

/* a += times * b.  FALSE: overflow. */
gboolean affine_add(Affine *a, const Affine *b, Int times, guint n);

typedef struct {
  guint n; /* inputs */
  Range range[REGION_MAX_INPUTS];
  guint n_conditions; /* of those in the shared array */
} Ranges;

/* The values that l takes as far as the ranges say.  FALSE: overflow. */
gboolean ranges_of(const Ranges *r, const Affine *l, Range *values);

typedef enum { REGION_EMPTY, REGION_MAYBE, REGION_OVERFLOW } RegionState;
/* Confines the region to l <= 0: narrows ranges, and appends to conditions (Affine) what ranges cannot say.
 */
RegionState region_confine(Ranges *r, GArray *conditions, const Affine *l);
/* The number of its points; FALSE: three or more inputs hang together. */
gboolean region_count(const Ranges *r, const GArray *conditions, mpz_t count);
#endif
