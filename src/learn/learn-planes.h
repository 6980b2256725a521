/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Planes: sums of several inputs with small factors that have the same value on many boundaries.
 *
 * Where an input decides how long a loop runs and another what it counts, neither alone nor in pairs are they held
 * against a bound: only their sum is. */
#ifndef ACF_LEARN_PLANES_H
#define ACF_LEARN_PLANES_H
#include "learn/learn-points.h"

typedef struct Planes Planes;

Planes *planes_new(Features *f);
void planes_free(Planes *p);
/* A point that fails, and has a neighbour that does not. */
void planes_add_boundary(Planes *p, const Vector *v);
/* Adds features for the planes in which many of the boundaries lie. */
void planes_find(Planes *p);
#endif
