/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula on 64 points at once: their bits stand side by side in words. */
#ifndef ACF_SIMULATION_H
#define ACF_SIMULATION_H
#include "count/aig.h"

enum { LANES = 64 };

typedef struct {
  const Term *formula;
  GPtrArray *inputs; /* Term*: those of the formula, by key */
  guint n_bits;      /* of all inputs */
  Aig *g;            /* NULL: the formula is not one of bits, or too large; it is evaluated point by point */
  AigLit root;
  guint8 *needed;  /* nodes of g */
  guint64 *words;  /* by node */
  guint64 *spread; /* by bit */
} Simulation;

Simulation *simulation_new(const Term *t, guint max_nodes);
void simulation_free(Simulation *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Simulation, simulation_free)
/* Where it holds, a bit for each point.  bits: a word for each bit, input by input, lowest first. */
guint64 simulation_bits(Simulation *s, const guint64 *bits);
/* values[i * LANES + k]: of input i in point k. */
guint64 simulation_values(Simulation *s, const guint64 *values);
#endif
