/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The states in which a loop may be at its head, as a graph: which of them lead to something. */
#ifndef ACF_STATES_H
#define ACF_STATES_H
#include "symex/executor.h"

/* Conditions are over what is constant of the run: the inputs read before the graph was entered. */
typedef struct {
  guint to;
  const Term *when; /* an iteration can lead there only then */
} StateEdge;

/* Runs that leave the loop in an iteration. */
typedef struct {
  guint block; /* where to */
  Pending arrival;
  const Term *when;
} StateExit;

typedef struct {
  guint64 *values; /* by variable */
  GArray *edges;   /* StateEdge */
  GArray *exits;   /* StateExit */
  gboolean lost;   /* runs were cut or unknown within the iteration */
  const Term *bad; /* when runs may fail, be cut or be unknown within the iteration */
} StateNode;

StateNode *state_node_new(guint n_values);
void state_node_free(StateNode *n);
/* By node, to free: a condition outside of which no run from there reaches a target.  targets: by node, when
 * it is one. */
const Term **states_reaching(const GPtrArray *nodes, const Term *const *targets);
#endif
