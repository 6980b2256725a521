/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cannot be, as a solver sees it. */
#include "symex/executor.h"
#include "base/limits.h"
#include "formula/halve.h"

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

/* By intervals alone, which tell soon where solvers take long. */
static gboolean no_number_does(const Executor *x, const Term *formula, gint64 deadline) {
  const Term *both[] = {formula, x->options->condition ? x->options->condition : term_bool(TRUE)};
  Model *point = NULL;
  if (!formula->has_float || g_get_monotonic_time() > deadline) return FALSE;
  const SolverAnswer answer =
      halve(both, G_N_ELEMENTS(both), (HalveLimits){limits.halve_terms, G_MAXUINT, deadline}, &point);
  model_free(point);
  return answer == SOLVER_UNSAT;
}

void exec_sift_open(const Executor *x, SymexResult *r) {
  const gint64 deadline =
      g_get_monotonic_time() + exec_milliseconds(x, limits.symex_sift_ms) * G_GINT64_CONSTANT(1000);
  for (guint i = r->unknown->len; i-- > 0;)
    if (no_number_does(x, g_array_index(r->unknown, SymexEvent, i).guard, deadline))
      g_array_remove_index(r->unknown, i);
  if (no_number_does(x, r->cut, deadline)) r->cut = term_bool(FALSE);
}
