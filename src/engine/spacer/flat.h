/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program with calls resolved, as the Horn clauses want it.
 *
 * A flat program has few procedures: the entry function, the recursive functions, and those that are too
 * large to copy.  All other functions are copied to where they are called.  Each copy has registers of its
 * own, so every variable still has one definition.  A procedure is a graph of nodes; a node is a piece of a
 * block without calls inside.  It ends in edges, in a call of a procedure, or for good. */
#ifndef ACF_FLAT_H
#define ACF_FLAT_H
#include "ir/cfg.h"

/* dest = value on an edge; value's registers are those of the copy that starts at `base`.  OPERAND_NONE: any.
 */
typedef struct {
  guint dest;
  Operand value;
  guint base;
} FlatMove;

typedef struct {
  guint to;
  guint choice;  /* the successor of the block's branch that this is; G_MAXUINT: there is no branch */
  GArray *moves; /* FlatMove, all at once; NULL: none */
} FlatEdge;

typedef enum {
  FLAT_GOES_ON,
  FLAT_CALLS,   /* a procedure: `callee`; then on by the only edge */
  FLAT_RETURNS, /* from the procedure; the last edge-less node of it */
  FLAT_HALTS,
  FLAT_FAILS,
  FLAT_UNMODELLED
} FlatEnd;

typedef struct {
  guint base; /* register r of the function is variable base + r */
  const IrFunction *function;
  const IrBlock *block; /* NULL for the node where a procedure returns */
  guint first, end;     /* instructions of the block */
  FlatEnd how;
  guint callee;        /* FLAT_CALLS: index of the procedure */
  const IrInstr *call; /* FLAT_CALLS */
  GArray *edges;       /* FlatEdge */
  gboolean in_cycle;   /* may run more than once in one activation of its procedure */
} FlatNode;

typedef struct {
  const IrFunction *function;
  guint base;
  guint first, end;   /* its nodes; `first` is the entry */
  guint exit;         /* the node where it returns */
  guint first_result; /* variables that hold the results there */
  guint *order;       /* its reachable nodes, before their successors but for edges that go back */
  guint n_order;
  gboolean *is_head; /* by node - first: an edge goes back to it */
} FlatProcedure;

typedef struct {
  const Program *program;
  const Cfg *cfg;
  GPtrArray *nodes;      /* FlatNode* */
  GPtrArray *procedures; /* FlatProcedure*; 0 is the entry function */
  GArray *widths;        /* guint8 by variable */
} Flat;

/* NULL: too large (more than max_nodes). */
Flat *flat_new(const Program *p, const Cfg *cfg, guint max_nodes);
void flat_free(Flat *f);
static inline FlatNode *flat_node(const Flat *f, guint n) { return (FlatNode *)f->nodes->pdata[n]; }
static inline FlatProcedure *flat_procedure(const Flat *f, guint n) {
  return (FlatProcedure *)f->procedures->pdata[n];
}
static inline const CfgInfo *flat_info(const Flat *f, const FlatNode *n) {
  return cfg_info(f->cfg, n->function->id);
}
static inline guint flat_width(const Flat *f, guint variable) {
  return g_array_index(f->widths, guint8, variable);
}
#endif
