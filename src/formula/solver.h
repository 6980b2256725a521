/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver: satisfiability of terms, by Z3.  The only place that knows Z3 (with its source solver.c).
 *
 * Terms are translated once per solver.  Nodes that are shared become fresh constants with an asserted
 * definition, so that the solver sees many shallow equations instead of one deep term.
 * Engines call this in forked children only (Z3 may exceed its time limit or run out of memory). */
#ifndef ACF_SOLVER_H
#define ACF_SOLVER_H
#include "formula/term.h"

typedef enum { SOLVER_UNSAT, SOLVER_SAT, SOLVER_UNKNOWN } SolverAnswer;
typedef struct Solver Solver;

Solver *solver_new(void);
void solver_free(Solver *s);
void solver_assert(Solver *s, const Term *formula);
void solver_push(Solver *s);
void solver_pop(Solver *s);
/* Is what is asserted, together with the n Boolean assumptions, satisfiable?  timeout in milliseconds, 0:
 * none. */
SolverAnswer solver_check(Solver *s, const Term *const *assumptions, guint n, guint timeout_ms);
/* After SOLVER_SAT: the value of every input and havoc that occurs in what was asserted or assumed. */
Model *solver_model(Solver *s);
guint64 solver_n_checks(void); /* in this process, for statistics */

/* One-shot helpers on fresh solvers. */
SolverAnswer solver_sat(const Term *formula, guint timeout_ms, Model **model); /* model may be NULL */
gboolean solver_valid(const Term *formula, guint timeout_ms);                  /* TRUE only when proven */
#endif
