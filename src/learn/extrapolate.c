/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unrolling by unrolling, while there is time: the hulls between what fails and what passes. */
#include "learn/extrapolate.h"
#include "base/limits.h"
#include "learn/hull.h"

/* FALSE: nothing deeper is worth a look, for what is found does not change any more, or takes too long. */
static gboolean guess_at(const Question *q, guint unroll, gint64 deadline, GPtrArray *guesses) {
  SymexOptions o = question_options(q, unroll);
  o.deadline = deadline;
  SymexResult *r = symex_run(q->program, q->cfg, &o);
  const Term *fails = term_without_havoc(symex_fail(r), FALSE);
  const Term *open = term_without_havoc(term_or(symex_fail(r), symex_open(r)), TRUE);
  gboolean complete = r->complete;
  symex_result_free(r);
  if (!complete) return FALSE;
  const Term *guess = hull_between(term_and(q->condition, fails), term_not(open), deadline);
  if (!guess) return term_is_false(fails); /* there may be something to look at later */
  if (g_ptr_array_find(guesses, guess, NULL)) return FALSE;
  g_ptr_array_insert(guesses, 0, (gpointer)guess);
  return TRUE;
}

GPtrArray *extrapolate(const Question *q, gint64 deadline) {
  GPtrArray *guesses = g_ptr_array_new();
  for (guint k = limits.extrapolate_first_unroll;
       k <= limits.extrapolate_unroll && g_get_monotonic_time() < deadline; k *= 2)
    if (!guess_at(q, k, deadline, guesses)) break;
  return guesses;
}
