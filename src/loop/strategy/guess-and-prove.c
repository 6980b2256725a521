/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy guess-and-prove: where loops or recursion make the failing region grow with every unrolling, it is
 * guessed from runs, and both sides of it are put to the proof. */
#include "base/limits.h"
#include "ir/print.h"
#include "loop/guess.h"
#include "loop/questions.h"
#include "loop/strategy.h"

gboolean guess_and_prove_due(const Loop *l, const Attempt *t) {
  return !l->guessed && !l->options->engine && !must_stop(l);
}

static Bounds find_bounds(const Loop *l) {
  GuessSearch g = {&l->portfolio,
                   question(l, knowledge_unconditioned(l->known), limits.guess_share * seconds_left(l)),
                   g_ptr_array_new_with_free_func((GDestroyNotify)model_free)};
  collect_examples(g.points, knowledge_settled(l->known));
  collect_examples(g.points, knowledge_fresh(l->known));
  Bounds b = guess_bounds(&g);
  g_ptr_array_unref(g.points);
  return b;
}

static void say_bounds(const Loop *l, const Bounds *b, double asked) {
  g_autofree char *guess =
      b->guess ? term_to_c(l->cfc->program, b->guess, limits.report_guess_characters) : g_strdup("nothing");
  say(l, "guessed %s", guess);
  say_by(l, NULL, asked, "%u guesses: upper bound %s, lower bound %s", b->guesses,
         b->proof_of_upper ? b->proof_of_upper : "not proven",
         b->proof_of_lower ? b->proof_of_lower : "not proven");
}

void guess_and_prove_run(Loop *l, Attempt *t) {
  Phase outer = enter_phase(l, PHASE_GUESS_AND_PROVE);
  l->guessed = TRUE;
  const double asked = elapsed(l);
  const Bounds b = find_bounds(l);
  say_bounds(l, &b, asked);
  const gboolean meet = b.lower == b.upper;
  knowledge_set_aside(l->known, b.endless, b.slow);
  knowledge_narrow(l->known, b.upper, meet, b.proof_of_upper);
  knowledge_add_proven(l->known, term_and(b.lower, term_not(b.slow)), NULL);
  if (meet) {
    knowledge_close(l->known, b.proof_of_upper);
    attempt_close(t);
  }
  leave_phase(l, outer);
}
