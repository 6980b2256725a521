/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A look ahead.  Accesses through null pointers and pointers that are inputs are followed: that makes
 * formulas large where they are frequent, and is of use where it leaves nothing open. */
#include "engine/all-runs.h"
#include "base/limits.h"
#include "formula/solver.h"

/* No loop goes on past the unrolling, also where only a solver sees that. */
static gboolean is_closed(const Question *q, SymexResult *r) {
  if (term_is_false(symex_open(r))) return TRUE;
  if (r->unknown->len) return FALSE;
  Solver *s = solver_new();
  solver_assert(s, q->condition);
  if (solver_check(s, &r->cut, 1, MIN(limits.engine_solver_ms, question_milliseconds_left(q))) ==
      SOLVER_UNSAT)
    r->cut = term_bool(FALSE);
  solver_free(s);
  return term_is_false(r->cut);
}

SymexResult *all_runs(const Question *q, guint k) {
  SymexOptions o = question_options(q, k);
  o.deadline = question_within(q, limits.all_runs_seconds);
  o.max_steps = limits.all_runs_steps;
  o.pointers = TRUE;
  SymexResult *r = symex_run(q->program, q->cfg, &o);
  const Term *fail = symex_fail(r);
  if (r->complete && !fail->has_havoc && can_state_whole(fail) && is_closed(q, r)) return r;
  symex_result_free(r);
  return NULL;
}
