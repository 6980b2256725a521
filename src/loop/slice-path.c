/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SLICE: the conjuncts of a failing path that its failure does not depend on. */
#include "slicer/slice.h"
#include "base/limits.h"
#include "loop/definite.h"
#include "loop/questions.h"

const Term *path_condition(const GArray *conjuncts, const gboolean *keep) {
  g_autoptr(GPtrArray) t = g_ptr_array_new();
  for (guint i = 0; i < conjuncts->len; i++)
    if (!keep || keep[i]) g_ptr_array_add(t, (gpointer)g_array_index(conjuncts, PathConjunct, i).condition);
  return term_and_n((const Term *const *)t->pdata, t->len);
}

/* The path of the evidence, free to go either way at the branches that are dropped. */
static Automaton *free_dropped(const Evidence *e, const gboolean *keep) {
  Automaton *freed = automaton_copy(e->trace);
  for (guint i = 0; i < e->conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(e->conjuncts, PathConjunct, i);
    if (!keep[i] && c->step < freed->steps->len)
      g_array_index(freed->steps, AutomatonStep, c->step).successor = G_MAXUINT;
  }
  return freed;
}

/* With the dropped branches free, do all inputs of the wider region fail?  Only then is it claimed. */
static gboolean still_fails(Loop *l, const Evidence *e, const gboolean *keep, const Term *wider) {
  Automaton *freed = free_dropped(e, keep);
  Confirmation c = {.question = question(l, knowledge_unconditioned(l->known), 0), .direction = freed};
  c.question.condition = wider;
  c.question.start_unroll = freed->steps->len + 1;
  c.question.inputs_per_site = G_MAXUINT / 2;
  Evidence *f =
      under_approximate(l, &c, MIN(limits.slice_path_seconds, limits.slice_path_share * seconds_left(l)));
  const gboolean must =
      f && polish_implies(wider, evidence_fails(f),
                          MIN(limits.slice_path_seconds, limits.slice_path_share * seconds_left(l)),
                          l->portfolio.memory_bytes);
  evidence_free(f);
  automaton_free(freed);
  return must;
}

void slice(Loop *l, Evidence *e) {
  if (!e->trace || e->fails->len != 1 || must_stop(l)) return;
  Phase outer = enter_phase(l, PHASE_SLICE);
  g_autofree gboolean *keep = slice_path(l->cfc->program, l->cfg, e->trace, e->conjuncts);
  guint dropped = 0;
  for (guint i = 0; i < e->conjuncts->len; i++) dropped += !keep[i];
  const Term *wider = term_without_havoc(path_condition(e->conjuncts, keep), FALSE);
  if (dropped && still_fails(l, e, keep, wider)) {
    g_array_index(e->fails, Region, 0).formula = wider;
    l->cfc->stats.conjuncts_sliced += dropped;
    say(l, "%u of %u conjuncts do not matter", dropped, e->conjuncts->len);
  }
  leave_phase(l, outer);
}
