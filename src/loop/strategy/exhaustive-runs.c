/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy exhaustive-runs: so few inputs are left that the program is run on all of them, in a child. */
#include "base/limits.h"
#include "formula/child-formulas.h"
#include "learn/exhaustive-runs.h"
#include "loop/strategy.h"

typedef struct {
  const Program *program;
  const Term *region;
  gint64 deadline;
} Runs;

static gboolean run_all(gpointer data, GByteArray *out) {
  const Runs *r = (const Runs *)data;
  const Term *fails = exhaustive_runs_failing(r->program, r->region, r->deadline);
  if (fails) term_write(out, &fails, 1);
  return fails != NULL;
}

/* The failing inputs of the region; NULL: it has too many inputs, or a run is inconclusive. */
static const Term *failing_of(const Loop *l, const Term *region) {
  const double seconds = MIN(limits.exhaustive_share * seconds_left(l), limits.exhaustive_seconds);
  Runs r = {l->cfc->program, region, g_get_monotonic_time() + (gint64)(0.9e6 * seconds)};
  const JobLimits job = {seconds, l->portfolio.memory_bytes};
  const Term *fails = NULL;
  return child_formulas("exhaustive-runs", run_all, &r, job, &fails, 1) ? fails : NULL;
}

gboolean exhaustive_runs_due(const Loop *l, const Attempt *t) {
  return t->answer->kind == ANSWER_UNKNOWN && !l->options->engine && !must_stop(l) &&
         !term_is_true(t->answer->residue);
}

void exhaustive_runs_run(Loop *l, Attempt *t) {
  const double asked = elapsed(l);
  const Term *inside = term_and(t->answer->residue, knowledge_bound(l->known));
  const Term *fails = failing_of(l, term_and(inside, knowledge_unsettled(l->known).assume));
  if (!fails) return;
  say_by(l, NULL, asked, "all inputs that were left have been run");
  knowledge_add_proven(l->known, fails, NULL);
  knowledge_close(l->known, "runs");
  attempt_close(t);
}
