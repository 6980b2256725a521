/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy relax-recursion: functions that call themselves are taken for loops that may do more, and bounded like
 * these.  That is how recursion that branches is seen to end, of whose results nothing need be known. */
#include "base/limits.h"
#include "engine/engine.h"
#include "formula/child-formulas.h"
#include "ir/print.h"
#include "ir/relaxed-recursion.h"
#include "loop/questions.h"
#include "loop/strategy.h"

typedef struct {
  Program *program;
  Question question;
} Relaxation;

/* A child has a program of its own, which it may change. */
static gboolean bound_relaxed(gpointer data, GByteArray *out) {
  const Relaxation *r = (const Relaxation *)data;
  if (!program_relax_recursion(r->program)) return FALSE;
  Question q = r->question;
  q.program = r->program;
  q.cfg = cfg_new(r->program);
  Answer *a = kind_ask(&q, NULL);
  const Term *bound = a->kind == ANSWER_SAFE ? term_bool(FALSE) : a->residue;
  term_write(out, &bound, 1);
  return TRUE;
}

static gboolean recurs(const Loop *l) {
  for (guint i = 0; i < l->cfc->program->functions->len; i++)
    if (l->cfg->recursive[i]) return TRUE;
  return FALSE;
}

gboolean relax_recursion_due(const Loop *l, const Attempt *t) {
  return !l->relaxed && !l->options->engine && !property_counts(l->cfc->program->property, FAILURE_LEAK) &&
         recurs(l) && !must_stop(l);
}

void relax_recursion_run(Loop *l, Attempt *t) {
  l->relaxed = TRUE;
  const double asked = elapsed(l), seconds = MIN(limits.relaxed_share * seconds_left(l), limits.relaxed_seconds);
  Relaxation r = {(Program *)l->cfc->program, question(l, knowledge_unconditioned(l->known), seconds)};
  r.question.deadline = MIN(l->deadline, child_formulas_deadline(seconds));
  r.question.start_unroll = 1;
  r.question.candidates = NULL;
  const JobLimits job = {seconds, l->portfolio.memory_bytes};
  const Term *bound;
  if (!child_formulas("relax-recursion", bound_relaxed, &r, job, &bound, 1) || term_is_true(bound)) return;
  g_autofree char *text = term_to_c(l->cfc->program, bound, limits.report_guess_characters);
  say_by(l, "kind", asked, "recursion taken for loops: nothing fails unless %s", text);
  if (!term_is_false(bound)) {
    knowledge_narrow(l->known, bound, FALSE, NULL);
    return;
  }
  knowledge_close(l->known, "kind");
  attempt_close(t);
}
