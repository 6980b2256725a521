/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy prove-residue: nothing outside the residue fails; perhaps all of it does.  That is put to the proof
 * where the residue is short, which is where invariants have cut it down to inputs that no run can be followed
 * from: loops that count until their sum overflows. */
#include "base/limits.h"
#include "engine/engine.h"
#include "ir/print.h"
#include "loop/guess.h"
#include "loop/questions.h"
#include "loop/strategy.h"

static const Term *candidate(const Loop *l) {
  return term_and(knowledge_residue(l->known), knowledge_bound(l->known));
}

gboolean prove_residue_due(const Loop *l, const Attempt *t) {
  const Term *region = candidate(l);
  return l->guessed && !l->options->engine && region != l->proof_tried && !term_is_true(region) &&
         !term_is_false(region) && term_dag_size(region, limits.residue_proof_size) < limits.residue_proof_size &&
         !must_stop(l);
}

/* Everything else is closed already, so this closes the rest. */
static void take_proof(Loop *l, const GuessSearch *g, const Term *region, const char *engine) {
  const Term *slow = guess_slow(g, region);
  knowledge_add_proven(l->known, term_and(region, term_not(slow)), NULL);
  knowledge_set_aside(l->known, knowledge_endless(l->known), term_or(knowledge_slow(l->known), slow));
  knowledge_close(l->known, engine);
}

void prove_residue_run(Loop *l, Attempt *t) {
  Phase outer = enter_phase(l, PHASE_GUESS_AND_PROVE);
  const Term *region = l->proof_tried = candidate(l);
  const double asked = elapsed(l), seconds = limits.residue_proof_share * seconds_left(l);
  GuessSearch g = {&l->portfolio, question(l, knowledge_unconditioned(l->known), seconds), NULL};
  Answer *answer = guess_ask(&g, region, TRUE, seconds);
  const gboolean proven = answer->kind == ANSWER_SAFE;
  g_autofree char *what = term_to_c(l->cfc->program, region, limits.report_guess_characters);
  say_by(l, answer->engine, asked, "%s %s", proven ? "always fails:" : "not proven to fail always:", what);
  if (proven) {
    take_proof(l, &g, region, answer->engine);
    attempt_close(t);
  }
  answer_free(answer);
  leave_phase(l, outer);
}
