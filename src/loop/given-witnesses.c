/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses that the user gave: the first reports. */
#include "loop/definite.h"
#include "base/limits.h"
#include "loop/questions.h"
#include "base/progress.h"
#include "witness/match.h"

/* What is of no use changes no claim: so it is no note of the characterization. */
static void remark(const Loop *l, const char *witness, const char *what) {
  if (l->options->verbosity < 0) return;
  progress_clear();
  g_printerr("acf: note: %s: %s\n", witness, what);
}

static Evidence *follow_direction(Loop *l, const Match *m) {
  if (!m->direction->steps->len || must_stop(l)) return NULL;
  Confirmation c = {.question = question(l, knowledge_conditioned(l->known), 0), .direction = m->direction};
  c.question.start_unroll = MAX(m->direction->unrolling, 2);
  return under_approximate(l, &c, limits.given_witness_share * seconds_left(l));
}

static Evidence *follow_point(Loop *l, const Match *m) {
  if (!m->point || must_stop(l)) return NULL;
  Confirmation c = {.question = question(l, knowledge_conditioned(l->known), 0), .point = m->point};
  Evidence *e = under_approximate(l, &c, limits.given_witness_share * seconds_left(l));
  if (e) slice(l, e);
  return e;
}

/* The failing region that a witness leads to: along its branches, or on the path of its values; what it says
 * comes before what is guessed. */
static Evidence *follow(Loop *l, const Match *m) {
  Evidence *e = m->inferred ? follow_point(l, m) : follow_direction(l, m);
  if (e && e->fails->len) return e;
  evidence_free(e);
  return m->inferred ? follow_direction(l, m) : follow_point(l, m);
}

/* Follows a witness.  FALSE: nothing on its path fails. */
static gboolean take_witness(Loop *l, const Witness *w, const char *path) {
  Match *m = witness_match(l->cfc->program, w);
  Evidence *e = follow(l, m);
  say(l, "%s: %u of %u edges found in the program", path, m->matched, m->matched + m->unmatched);
  const gboolean fails = e && e->fails->len && take_evidence(l, e, m->point);
  knowledge_mark_whole(l->known); /* what holds all of it takes its place */
  evidence_free(e);
  match_free(m);
  return fails;
}

void follow_given_witnesses(Loop *l) {
  Phase outer = enter_phase(l, PHASE_DEFINITE);
  const GPtrArray *witnesses = l->options->witnesses;
  for (guint i = 0; witnesses && i < witnesses->len && !must_stop(l); i++) {
    const Witness *w = (const Witness *)witnesses->pdata[i];
    const char *path = l->options->direct[i];
    if (w->kind == WITNESS_CORRECTNESS) {
      remark(l, path, "a correctness witness leads to no failure; it is not followed");
      continue;
    }
    if (knowledge_fresh(l->known)->len) merge(l);
    l->cfc->stats.iterations++;
    if (!take_witness(l, w, path))
      remark(l, path, "no failure was found on the path that this witness describes");
  }
  leave_phase(l, outer);
}
