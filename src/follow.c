/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Witnesses that the user gave. */
#include "alternation.h"
#include "progress.h"
#include "witness/match.h"

/* What is of no use changes no claim: so it is no note of the characterization. */
static void remark(const Acf *a, const char *witness, const char *what) {
  if (a->options->verbosity < 0) return;
  progress_clear();
  g_printerr("acf: note: %s: %s\n", witness, what);
}

static Evidence *follow_direction(Acf *a, const Match *m) {
  if (!m->direction->steps->len || must_stop(a)) return NULL;
  Confirmation c = {.question = question(a, a->program, 0), .direction = m->direction};
  c.question.start_unroll = MAX(m->direction->unrolling, 2);
  return under_approximate(a, &c, seconds_left(a) / 4);
}

static Evidence *follow_point(Acf *a, const Match *m) {
  if (!m->point || must_stop(a)) return NULL;
  Confirmation c = {.question = question(a, a->program, 0), .point = m->point};
  Evidence *e = under_approximate(a, &c, seconds_left(a) / 4);
  if (e) slice(a, e);
  return e;
}

/* The failing region that a witness leads to: along its branches, or on the path of its values; what it says
 * comes before what is guessed. */
static Evidence *follow(Acf *a, const Match *m) {
  Evidence *e = m->inferred ? follow_point(a, m) : follow_direction(a, m);
  if (e && e->fails->len) return e;
  evidence_free(e);
  return m->inferred ? follow_direction(a, m) : follow_point(a, m);
}

/* The first reports.  Only what symex confirms of them counts. */
void follow_witnesses(Acf *a, GPtrArray *fresh) {
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  const GPtrArray *witnesses = a->options->witnesses;
  for (guint i = 0; witnesses && i < witnesses->len && !must_stop(a); i++) {
    const Witness *w = (const Witness *)witnesses->pdata[i];
    const char *path = a->options->direct[i];
    if (w->kind == WITNESS_CORRECTNESS) {
      remark(a, path, "a correctness witness leads to no failure; it is not followed");
      continue;
    }
    if (fresh->len) merge(a, fresh);
    a->cfc->stats.iterations++;
    Match *m = witness_match(a->program.program, w);
    Evidence *e = follow(a, m);
    say(a, "%s: %u of %u edges found in the program", path, m->matched, m->matched + m->unmatched);
    if (!e || !e->fails->len || !take_evidence(a, e, m->point, fresh))
      remark(a, path, "no failure was found on the way that this witness describes");
    for (guint k = 0; k < fresh->len; k++) /* what holds it all takes its place */
      ((Partition *)fresh->pdata[k])->whole = TRUE;
    evidence_free(e);
    match_free(m);
  }
  leave_phase(a, outer);
}
