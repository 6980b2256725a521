/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lies beyond the inputs that are followed.
 *
 * A program that reads inputs for ever has runs of which no unrolling sees the end.  Some of them have come
 * to a state in which nothing fails any more, whatever they read: these are no part of the upper bound.  The
 * engine `states` knows which; it is asked once, of all inputs, so that its answer bounds everything. */
#include "alternation.h"
#include "formula/print.h"
#include "ir/reads.h"

#define SHARE 0.15 /* of the time that is left */
#define MOST_SECONDS 8
#define MOST_TURNS 4 /* the condition is to stay readable */

/* Who does without the engine does without the bound. */
static gboolean may_ask(const Acf *a) {
  const Analyzer *states = a->options->registry ? registry_find(a->options->registry, "states") : NULL;
  return !a->options->engine && (!states || states->member);
}

void bound_beyond(Acf *a) {
  const Program *p = a->program.program;
  if (a->bounded || !may_ask(a) || must_stop(a) || !reads_in_loops(p, a->cfg)) return;
  a->bounded = TRUE;
  Phase outer = enter_phase(a, PHASE_MEET);
  Portfolio alone = a->portfolio;
  alone.only = engine_find("states");
  Question q = question(a, condition_none(p, a->cfg), MIN(SHARE * seconds_left(a), MOST_SECONDS));
  q.max_unroll = q.max_unroll ? MIN(q.max_unroll, MOST_TURNS) : MOST_TURNS;
  double asked = elapsed(a);
  Answer *e = portfolio_ask(&alone, &q);
  if (!term_is_true(e->residue) && can_state(e->residue)) {
    g_autofree char *text = term_to_c(p, e->residue, 200);
    say_by(a, "states", asked, "beyond the inputs that are followed, nothing fails unless %s", text);
    a->bound = term_and(a->bound, e->residue);
    embed(a);
  }
  answer_free(e);
  leave_phase(a, outer);
}
