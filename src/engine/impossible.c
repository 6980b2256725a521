/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cannot be, as a solver sees it. */
#include "engine/executor.h"

guint exec_milliseconds(const Executor *x, guint most) {
  gint64 deadline = x->options->deadline;
  return deadline ? (guint)CLAMP((deadline - g_get_monotonic_time()) / 1000, 1, most) : most;
}

Solver *exec_solver(Executor *x, const Term *formula) {
  if (!x->solver) {
    x->solver = solver_new();
    if (x->options->condition) solver_assert(x->solver, x->options->condition);
    solver_check(x->solver, NULL, 0, 1);
  }
  solver_push(x->solver);
  solver_assert(x->solver, formula);
  return x->solver;
}

gboolean exec_impossible(Executor *x, const Term *formula, guint milliseconds) {
  Solver *s = exec_solver(x, formula);
  gboolean none = solver_check(s, NULL, 0, exec_milliseconds(x, milliseconds)) == SOLVER_UNSAT;
  solver_pop(s);
  return none;
}
