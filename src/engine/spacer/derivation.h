/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A way to fail as Z3 gives it: a tree of clauses, in which what a clause needs is derived by others.
 *
 * The derivation stands for one formula: the constraints of its clauses, over variables of their own in each
 * step, with what is derived equal to what is needed.  The formula can be made of the clauses of any
 * precision: of bit-vectors, it says whether the machine can go this way. */
#ifndef ACF_DERIVATION_H
#define ACF_DERIVATION_H
#include "engine/spacer/chc.h"

#define NO_STEP G_MAXUINT

typedef struct {
  guint rule;       /* of the Chc whose trace it is */
  guint body, call; /* steps that derive what it needs; NO_STEP: it needs none, or that is left open */
  guint parent;     /* the step that needs it; NO_STEP: the failure of the program */
  gboolean is_call; /* as its call */
} DerivationStep;

typedef struct {
  const Chc *c;
  GArray *steps; /* DerivationStep; a step comes before those it needs */
} Derivation;

/* From the trace of c, after Z3_L_TRUE; NULL: the trace could not be understood. */
Derivation *derivation_new(const Chc *c);
Derivation *derivation_empty(const Chc *c);
void derivation_free(Derivation *d);

/* The formula of a derivation, with the clauses of `clauses`, which has those of its stretches. */
typedef struct {
  const Derivation *derivation;
  const Chc *clauses;
  Z3_solver solver;
  Z3_model model;        /* after Z3_L_TRUE */
  const ChcRule **rules; /* by step */
  Z3_ast **own;          /* by step: its variables */
} Composition;

Composition *composition_new(const Derivation *d, const Chc *clauses);
void composition_free(Composition *k);
Z3_lbool composition_check(Composition *k, guint timeout_ms);
/* An expression of a step's clause, over the variables of the step. */
Z3_ast composition_in_step(const Composition *k, guint step, Z3_ast e);
/* Does it hold in the model, in a step?  NULL is true. */
gboolean composition_holds(const Composition *k, guint step, Z3_ast formula);
#endif
