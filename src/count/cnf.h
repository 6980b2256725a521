/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formula as clauses (Tseitin), for SAT solvers and for model counters. */
#ifndef ACF_CNF_H
#define ACF_CNF_H
#include "count/aig.h"

/* Variables are numbered from 1.  The first n_shown are the bits of the inputs, input by input, lowest bit
 * first, whether the formula mentions them or not; every model of them that satisfies the formula has exactly
 * one extension to the others. */
typedef struct {
  GPtrArray *inputs; /* Term* */
  guint n_shown, n_variables;
  GArray *literals; /* int: the clauses, each ended by 0 */
  guint n_clauses;
} Cnf;

/* root, a literal of g, over these inputs (all that root depends on, and maybe more). */
Cnf *cnf_new(const Aig *g, AigLit root, GPtrArray *inputs);
void cnf_free(Cnf *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cnf, cnf_free)
/* DIMACS, with the bits of the inputs as the variables to project on ("c p show"). */
char *cnf_to_dimacs(const Cnf *c, const char *const *names); /* of the inputs, in order */
#endif
