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

static SymexResult *run_all(const Question *q, guint k, gint64 deadline, guint64 steps) {
  SymexOptions o = question_options(q, k);
  o.deadline = deadline;
  o.max_steps = steps;
  o.pointers = TRUE;
  return symex_run(q->program, q->cfg, &o);
}

static gboolean says_all(const Question *q, SymexResult *r) {
  const Term *fail = symex_fail(r);
  return r->complete && !fail->has_havoc && can_state_whole(fail) && is_closed(q, r);
}

SymexResult *all_runs(const Question *q, guint k) {
  SymexResult *r = run_all(q, k, question_within(q, limits.all_runs_seconds), limits.all_runs_steps);
  if (says_all(q, r)) return r;
  symex_result_free(r);
  return NULL;
}

SymexResult *all_runs_to_the_end(const Question *q) {
  const guint most = q->max_unroll ? MIN(q->max_unroll, limits.all_runs_most_unroll) : limits.all_runs_most_unroll;
  for (guint k = limits.all_runs_unroll; k <= most; k *= 4) {
    SymexResult *r = run_all(q, k, q->deadline, limits.all_runs_most_steps);
    if (says_all(q, r)) return r;
    const gboolean may_help = r->complete && !r->unknown->len && !symex_fail(r)->has_havoc;
    symex_result_free(r);
    if (!may_help) break;
  }
  return NULL;
}
