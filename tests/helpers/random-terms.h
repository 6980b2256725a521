/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random terms for tests, each with the operations as they were asked for and a direct evaluation of those:
 * whatever a constructor makes of an operation, the values must agree. */
#ifndef ACF_RANDOM_TERMS_H
#define ACF_RANDOM_TERMS_H
#include "formula/term.h"

enum { NAIVE_INDEX_WIDTH = 3, NAIVE_ELEMENTS = 1 << NAIVE_INDEX_WIDTH };

/* A scalar is cell 0. */
typedef struct {
  guint64 cell[NAIVE_ELEMENTS];
} NaiveValue;

typedef struct {
  TermOp op;
  guint width, index_width;
  guint64 param;
  guint args[4], n_args; /* positions of earlier nodes */
  const Term *term;      /* what the constructors made of it */
} NaiveNode;

typedef struct {
  guint n_nodes;
  gboolean with_floats, with_arrays, with_havoc;
  const guint *widths; /* that scalars have, each at least twice as likely as it occurs; ends in 0 */
} RandomPlan;

/* An array of NaiveNode, leaves first. */
GArray *random_terms(GRand *rand, const RandomPlan *plan);
/* A value that is often near the places where arithmetic changes. */
guint64 random_value(GRand *rand, guint width);
/* Gives random values to the scalar leaves. */
Model *random_model(GRand *rand, const GArray *nodes);
/* The values of all nodes, by definition of the operations. */
NaiveValue *naive_values(const GArray *nodes, const Model *m);
#endif
