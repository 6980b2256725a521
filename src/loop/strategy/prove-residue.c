/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy prove-residue: nothing outside the residue fails; perhaps all of it does.  That is put to the proof
 * where the residue is short, which is where invariants have cut it down to inputs that no run can be followed
 * from: loops that count until their sum overflows. */
#include "base/limits.h"
#include "engine/engine.h"
#include "formula/child-formulas.h"
#include "formula/one-input.h"
#include "formula/readable.h"
#include "ir/print.h"
#include "loop/guess.h"
#include "loop/questions.h"
#include "loop/strategy.h"

static gboolean is_shorter(const Term *region, guint nodes) { return term_dag_size(region, nodes) < nodes; }

/* All that is left; or, where that is long, the part of it that induction has found. */
static const Term *candidate(const Loop *l, const Attempt *t) {
  const Term *known = term_and(knowledge_residue(l->known), knowledge_bound(l->known));
  const Term *all = term_and(known, t->answer->residue);
  return is_shorter(all, limits.residue_proof_size)
             ? all
             : term_and(knowledge_bound(l->known), t->answer->inductive);
}

gboolean prove_residue_due(const Loop *l, const Attempt *t) {
  const Term *region = candidate(l, t);
  return l->guessed && !l->options->engine && region != l->proof_tried && !term_is_true(region) &&
         !term_is_false(region) && is_shorter(region, limits.readable_nodes) && !must_stop(l);
}

static gboolean run_shortening(gpointer data, GByteArray *out) {
  const Term *const *region = (const Term *const *)data;
  const Term *shorter = readable_simplify(term_by_values(*region), limits.residue_simplify_ms);
  term_write(out, &shorter, 1);
  return TRUE;
}

/* Paths that were followed one step at a time say little in many words. */
static const Term *shortened(const Loop *l, const Term *region) {
  const Term *shorter;
  if (is_shorter(region, limits.residue_proof_size)) return region;
  const JobLimits job = {2e-3 * limits.residue_simplify_ms, l->portfolio.memory_bytes};
  return child_formulas("residue", run_shortening, &region, job, &shorter, 1) ? shorter : region;
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
  const Term *region = shortened(l, l->proof_tried = candidate(l, t));
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
