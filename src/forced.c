/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where nothing is confirmed, for runs read too many inputs to be followed: a few of them may decide alone.
 * That they do is put to the proof: under the condition, no run ends without the failure. */
#include "alternation.h"
#include "child.h"
#include "engine/engine.h"
#include "formula/print.h"
#include "learn/force.h"
#include "meet.h"
#include "polish.h"

#define CANDIDATES 3
#define TRIAL_SECONDS 4
#define PROOF_SECONDS 5
#define PATIENCE_SECONDS 16 /* a quarter of this is spent at most */

typedef struct {
  const Program *program;
  gint64 deadline;
} Trials;

static gboolean run_trials(gpointer data, GByteArray *out) {
  const Trials *t = (const Trials *)data;
  const Term *found[CANDIDATES];
  guint n = force_candidates(t->program, t->deadline, found, CANDIDATES);
  while (n < CANDIDATES) found[n++] = term_bool(FALSE);
  term_write(out, found, CANDIDATES);
  return TRUE;
}

/* Do all runs from the region fail? */
static AnswerKind ask(Acf *a, const Term *region) {
  const double seconds = MIN(seconds_left(a) / 3, PROOF_SECONDS), asked = elapsed(a);
  Portfolio alone = a->portfolio; /* of the one that looks at single elements: others would slow it down */
  alone.only = engine_find("spacer");
  Meeting m = {&alone, question(a, condition_none(a->program.program, a->cfg), seconds), NULL};
  m.question.first_elements = TRUE;
  Answer *answer = meet_ask(&m, region, TRUE, seconds);
  const AnswerKind kind = answer->kind;
  g_autofree char *what = term_to_c(a->program.program, region, 200);
  say_by(a, answer->engine, asked, "%s %s",
         kind == ANSWER_SAFE ? "always fails:" : "not proven to fail always:", what);
  answer_free(answer);
  return kind;
}

static gboolean something_fails(const Acf *a) {
  for (guint i = 0; i < a->cfc->partitions->len; i++)
    if (!term_is_false(((const Partition *)a->cfc->partitions->pdata[i])->lower)) return TRUE;
  return FALSE;
}

/* What was proven of the candidates together.  Where one takes too long, so do the others. */
static const Term *find_region(Acf *a) {
  const double seconds = MIN(seconds_left(a) / 6, TRIAL_SECONDS);
  Trials t = {a->program.program, g_get_monotonic_time() + (gint64)(0.8e6 * seconds)};
  JobLimits limits = {seconds, a->portfolio.memory_bytes};
  const Term *candidates[CANDIDATES], *region = term_bool(FALSE);
  if (!child_formulas("force", run_trials, &t, limits, candidates, CANDIDATES)) return region;
  AnswerKind last = ANSWER_ERROR;
  for (guint i = 0; i < CANDIDATES && !term_is_false(candidates[i]) && last != ANSWER_UNKNOWN; i++) {
    if (polish_implies(candidates[i], region, 1, a->portfolio.memory_bytes)) continue;
    last = must_stop(a) ? ANSWER_UNKNOWN : ask(a, candidates[i]);
    if (last == ANSWER_SAFE) region = term_or(region, candidates[i]);
  }
  return region;
}

Evidence *forced_failures(Acf *a) {
  if (a->forced || a->options->engine || must_stop(a) || something_fails(a)) return NULL;
  a->forced = TRUE;
  Phase outer = enter_phase(a, PHASE_MEET);
  const Term *region = find_region(a);
  Meeting m = {&a->portfolio, question(a, condition_none(a->program.program, a->cfg), PATIENCE_SECONDS),
               NULL};
  region = term_and(region, term_not(meet_tedious(&m, region)));
  leave_phase(a, outer);
  if (term_is_false(region)) return NULL;
  Evidence *e = evidence_new();
  Region r = {.formula = region};
  g_array_append_val(e->fails, r);
  return e;
}
