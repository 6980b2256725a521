/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One solver, four questions for each condition. */
#include "learn/learn-corners.h"
#include "base/limits.h"
#include "formula/solver.h"

/* FALSE: no more. */
static gboolean visit_corner(Solver *s, const Term *const *assumptions, CornerFunction visit, gpointer data) {
  if (solver_check(s, assumptions, 2, limits.learn_corner_ms) != SOLVER_SAT) return TRUE;
  Model *m = solver_model(s);
  gboolean more = visit(data, m);
  model_free(m);
  return more;
}

void corners_visit(const Term *guess, const GPtrArray *conditions, gint64 deadline, CornerFunction visit,
                   gpointer data) {
  Solver *s = solver_new();
  gboolean more = TRUE;
  for (guint i = 0; more && i < conditions->len; i++) {
    const Term *c = (const Term *)conditions->pdata[i], *sides[] = {c, term_not(c)};
    for (guint k = 0; more && k < 4; k++) {
      const Term *assumptions[] = {k & 1 ? guess : term_not(guess), sides[k >> 1]};
      more = g_get_monotonic_time() < deadline && visit_corner(s, assumptions, visit, data);
    }
  }
  solver_free(s);
}
