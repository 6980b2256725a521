/* SPDX-License-Identifier: GPL-3.0-or-later */
/* And-inverter graphs: Boolean functions of the bits of inputs.  Equal nodes are shared, constants fold.
 * The one bit-level form that simulation, BDDs, CNF and DIMACS are made from. */
#ifndef ACF_AIG_H
#define ACF_AIG_H
#include "formula/term.h"

typedef guint32 AigLit; /* 2 * node + 1 when negated; node 0 is false */
#define AIG_FALSE 0u
#define AIG_TRUE 1u

typedef struct {
  AigLit a, b; /* a <= b; AIG_BIT, number of the bit for an input bit */
} AigNode;
#define AIG_BIT G_MAXUINT32

typedef struct {
  const Term *input;
  guint bit; /* 0 is the lowest */
  guint node;
} AigBit;

typedef struct {
  GArray *nodes; /* AigNode; arguments have smaller numbers */
  GArray *bits;  /* AigBit: those that occur, in order of creation */
  guint limit;
  gboolean full; /* more than limit nodes were asked for: what was made since is meaningless */
  guint *slots;  /* of the hash table of nodes; 0: empty */
  guint n_slots;
  GHashTable *first_bit; /* Term* -> index + 1 into bits of its bit 0; the others follow */
} Aig;

Aig *aig_new(guint limit);
void aig_free(Aig *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Aig, aig_free)

static inline AigLit aig_not(AigLit a) { return a ^ 1u; }
static inline AigNode aig_node(const Aig *g, guint node) { return g_array_index(g->nodes, AigNode, node); }
AigLit aig_bit(Aig *g, const Term *input, guint bit); /* makes all bits of the input */
AigLit aig_and(Aig *g, AigLit a, AigLit b);
AigLit aig_or(Aig *g, AigLit a, AigLit b);
AigLit aig_xor(Aig *g, AigLit a, AigLit b);
AigLit aig_mux(Aig *g, AigLit c, AigLit t, AigLit e);

/* Which nodes does root need?  By node; to free. */
guint8 *aig_cone(const Aig *g, AigLit root);
#endif
