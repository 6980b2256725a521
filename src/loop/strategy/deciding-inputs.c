/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy deciding-inputs: nothing is confirmed, because runs read too many inputs to be followed; but a few
 * of them may decide alone.  That they do is put to the proof: under the condition, no run ends without the
 * failure. */
#include "formula/child-formulas.h"
#include "base/limits.h"
#include "engine/engine.h"
#include "ir/print.h"
#include "learn/decisive-inputs.h"
#include "loop/definite.h"
#include "loop/guess.h"
#include "loop/questions.h"
#include "loop/strategy.h"

#define CANDIDATES 3 /* a dimension of arrays */

typedef struct {
  const Program *program;
  gint64 deadline;
} Trials;

static gboolean run_trials(gpointer data, GByteArray *out) {
  const Trials *t = (const Trials *)data;
  const Term *found[CANDIDATES];
  guint n = decisive_input_candidates(t->program, t->deadline, found, CANDIDATES);
  while (n < CANDIDATES) found[n++] = term_bool(FALSE);
  term_write(out, found, CANDIDATES);
  return TRUE;
}

/* Do all runs from the region fail? */
static AnswerKind ask(Loop *l, const Term *region) {
  const double seconds = MIN(limits.deciding_proof_share * seconds_left(l), limits.deciding_proof_seconds),
               asked = elapsed(l);
  Portfolio alone = l->portfolio; /* of the engine that looks at single elements: others would slow it down */
  alone.only = engine_find("spacer");
  GuessSearch g = {&alone, question(l, knowledge_unconditioned(l->known), seconds), NULL};
  g.question.first_elements = TRUE;
  Answer *answer = guess_ask(&g, region, TRUE, seconds);
  const AnswerKind kind = answer->kind;
  g_autofree char *what = term_to_c(l->cfc->program, region, 200);
  say_by(l, answer->engine, asked, "%s %s",
         kind == ANSWER_SAFE ? "always fails:" : "not proven to fail always:", what);
  answer_free(answer);
  return kind;
}

/* What was proven of the candidates together.  Where one takes too long, so do the others. */
static const Term *find_region(Loop *l) {
  const double seconds = MIN(limits.deciding_trial_share * seconds_left(l), limits.deciding_trial_seconds);
  Trials t = {l->cfc->program, child_formulas_deadline(seconds)};
  JobLimits job = {seconds, l->portfolio.memory_bytes};
  const Term *candidates[CANDIDATES], *region = term_bool(FALSE);
  if (!child_formulas("decisive-inputs", run_trials, &t, job, candidates, CANDIDATES)) return region;
  AnswerKind last = ANSWER_ERROR;
  for (guint i = 0; i < CANDIDATES && !term_is_false(candidates[i]) && last != ANSWER_UNKNOWN; i++) {
    if (polish_implies(candidates[i], region, 1, l->portfolio.memory_bytes)) continue;
    last = must_stop(l) ? ANSWER_UNKNOWN : ask(l, candidates[i]);
    if (last == ANSWER_SAFE) region = term_or(region, candidates[i]);
  }
  return region;
}

/* The region that a few inputs decide, as far as runs of it end soon; false: none was found. */
static const Term *find_quick_region(Loop *l) {
  Phase outer = enter_phase(l, PHASE_GUESS_AND_PROVE);
  const Term *region = find_region(l);
  GuessSearch g = {&l->portfolio,
                   question(l, knowledge_unconditioned(l->known), limits.deciding_patience_seconds), NULL};
  region = term_and(region, term_not(guess_slow(&g, region)));
  leave_phase(l, outer);
  return region;
}

gboolean deciding_inputs_due(const Loop *l, const Attempt *t) {
  const gboolean needed =
      t->moment == AT_REPORT || (t->answer->kind == ANSWER_UNKNOWN && knowledge_fresh(l->known)->len == 0);
  return needed && !l->decided && !l->options->engine && !must_stop(l) && !knowledge_has_failures(l->known);
}

void deciding_inputs_run(Loop *l, Attempt *t) {
  l->decided = TRUE;
  const Region region = {.formula = find_quick_region(l)};
  if (term_is_false(region.formula)) return;
  Evidence *e = evidence_new();
  g_array_append_val(e->fails, region);
  if (t->moment == AT_REPORT) {
    t->evidence = e;
    return;
  }
  take_evidence(l, e, NULL);
  evidence_free(e);
}
