/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy bound-by-states: what lies beyond the inputs that are followed.
 *
 * A program that reads inputs for ever has runs of which no unrolling sees the end.  Some of them have come
 * to a state in which nothing fails any more, whatever they read: these are no part of the upper bound.  The
 * engine `states` knows which; it is asked once, of all inputs, so that its answer bounds everything. */
#include "base/limits.h"
#include "ir/print.h"
#include "ir/reads.h"
#include "loop/questions.h"
#include "loop/strategy.h"

/* Without the engine there is no bound. */
static gboolean may_ask(const Loop *l) {
  const Analyzer *states = l->options->registry ? registry_find(l->options->registry, "states") : NULL;
  return !l->options->engine && (!states || states->member);
}

/* The partitions may be exact so far, and others may follow. */
static gboolean automaton_says_all(const Cfc *c) { return c->automaton && failure_automaton_exact(c->automaton); }

gboolean bound_by_states_due(const Loop *l, const Attempt *t) {
  return !l->bounded && !automaton_says_all(l->cfc) && may_ask(l) && !must_stop(l) &&
         reads_in_loops(l->cfc->program, l->cfg);
}

void bound_by_states_run(Loop *l, Attempt *t) {
  l->bounded = TRUE;
  Phase outer = enter_phase(l, PHASE_GUESS_AND_PROVE);
  Portfolio alone = l->portfolio;
  alone.only = engine_find("states");
  Question q = question(l, knowledge_unconditioned(l->known),
                        MIN(limits.bound_by_states_share * seconds_left(l), limits.bound_by_states_seconds));
  q.max_unroll = q.max_unroll ? MIN(q.max_unroll, limits.bound_by_states_unroll) : limits.bound_by_states_unroll;
  const double asked = elapsed(l);
  Answer *e = portfolio_ask(&alone, &q);
  if (!term_is_true(e->residue) && can_state(e->residue)) {
    g_autofree char *text = term_to_c(l->cfc->program, e->residue, 200);
    say_by(l, "states", asked, "beyond the inputs that are followed, nothing fails unless %s", text);
    knowledge_narrow(l->known, e->residue, FALSE, NULL);
  }
  answer_free(e);
  leave_phase(l, outer);
}
