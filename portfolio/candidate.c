/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Putting candidate regions to the proof. */
#include "portfolio/candidate.h"
#include "base/limits.h"
#include "formula/solver.h"

static const Term *pinned(const Model *point, const Term *candidate) {
  g_autoptr(GPtrArray) inputs = term_inputs(candidate);
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    t = term_and(t, term_eq(input, term_const(input->width, model_value(point, input))));
  }
  return t;
}

/* The path of a point, when the point fails; else *rest loses what is known not to. */
static Evidence *confirm_point(const Question *q, Model *point, const Term **rest) {
  Confirmation c = {.question = *q, .point = point};
  Evidence *e = symex_confirm(&c);
  if (term_eval(evidence_fails(e), point) && term_eval(q->condition, point)) {
    model_free(e->point);
    e->point = model_copy(point);
    return e;
  }
  *rest = term_and(*rest, term_not(pinned(point, *rest)));
  for (guint i = 0; i < e->valid->len; i++)
    *rest = term_and(*rest, term_not(g_array_index(e->valid, Region, i).formula));
  evidence_free(e);
  return NULL;
}

static Evidence *confirm_some(const Question *q, const Term *candidate) {
  const Term *rest = candidate;
  Evidence *e = NULL;
  for (guint i = 0; i < limits.candidate_points && !e; i++) {
    Model *point = NULL;
    if (solver_sat(rest, (guint)(limits.candidate_point_share * question_milliseconds_left(q)) + 1, &point) !=
        SOLVER_SAT)
      break;
    e = confirm_point(q, point, &rest);
    model_free(point);
  }
  return e;
}

/* Do all points of the candidate fail, at an unrolling that the path of one of them needs?  Then they are the
 * region: they take the place of that path. */
static void confirm_all(const Question *q, const Term *candidate, Evidence *path) {
  Confirmation c = {.question = *q};
  c.question.condition = candidate;
  c.question.start_unroll = MIN(automaton_repeats(path->trace) + 1, limits.candidate_iterations);
  Evidence *all = symex_confirm(&c);
  guint milliseconds = (guint)(limits.candidate_proof_share * question_milliseconds_left(q)) + 1;
  if (can_state(candidate) && solver_valid(term_implies(candidate, evidence_fails(all)), milliseconds)) {
    g_array_set_size(path->fails, 0);
    for (guint i = 0; i < all->fails->len; i++) {
      Region r = g_array_index(all->fails, Region, i);
      r.formula = all->fails->len == 1 ? candidate : term_and(r.formula, candidate);
      if (!term_is_false(r.formula)) g_array_append_val(path->fails, r);
    }
    path->unrolling = all->unrolling;
    g_array_set_size(path->conjuncts, 0); /* the path is an example now, and no condition */
  }
  evidence_free(all);
}

Evidence *candidate_confirm(const Question *q, const Term *const *candidates, guint n) {
  Evidence *best = NULL;
  for (guint i = 0; i < n; i++) {
    const Term *within = term_and(candidates[i], q->condition);
    Evidence *e = confirm_some(q, within);
    if (!e) continue;
    confirm_all(q, within, e);
    gboolean whole = e->conjuncts->len == 0;
    evidence_free(whole || !best ? best : e);
    if (whole || !best) best = e;
    if (whole) break;
  }
  return best;
}
