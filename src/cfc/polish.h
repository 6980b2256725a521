/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions made presentable: known to be satisfiable, with an example, in a readable shape. */
#ifndef ACF_POLISH_H
#define ACF_POLISH_H
#include "ir/ir.h"

typedef struct {
  const Term *formula; /* in and out: equivalent */
  gboolean empty;      /* out: proven to have no point */
  Model *example;      /* out: a point of it, or NULL */
} Polish;

/* Works on all n in one child of at most `seconds`; what is not finished then stays as it is. */
void polish(const Program *p, Polish *items, guint n, double seconds, gsize memory_bytes);
/* Is a => b proven?  In a child as well. */
gboolean polish_implies(const Term *a, const Term *b, double seconds, gsize memory_bytes);
#endif
