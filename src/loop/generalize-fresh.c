/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GENERALIZE of fresh partitions: the lattice search of generalize.h, with the over-approximators to say
 * which conditions are effective. */
#include "base/limits.h"
#include "loop/generalize.h"
#include "loop/questions.h"

typedef struct {
  Loop *loop;
  Conditioned others; /* without everything but the partition in question */
  double seconds;     /* for one round of probes */
} Probing;

static void try_candidates(gpointer data, const Term *const *candidates, guint n, gboolean *effective) {
  Probing *p = (Probing *)data;
  g_autofree Answer **answers = g_new0(Answer *, n);
  g_autofree Question *q = g_new0(Question, n);
  for (guint i = 0; i < n; i++) {
    q[i] = question(p->loop, condition_exclude(p->others, candidates[i]), p->seconds);
    q[i].max_unroll = 4 * q[i].start_unroll;
  }
  portfolio_ask_all(&p->loop->portfolio, q, n, answers);
  for (guint i = 0; i < n; i++) {
    effective[i] = is_effective(p->loop, answers[i]);
    answer_free(answers[i]);
  }
}

/* FALSE: no weaker condition is effective. */
static gboolean widen(Loop *l, guint i) {
  Probing probing = {l, knowledge_unsettled_but(l->known, i),
                     CLAMP(limits.generalize_share * seconds_left(l), limits.generalize_least_seconds,
                           limits.generalize_seconds)};
  const Partition *p = (const Partition *)knowledge_fresh(l->known)->pdata[i];
  const Term *wider = generalize(p->upper, limits.generalize_rounds, try_candidates, &probing);
  if (!wider) return FALSE;
  knowledge_widen(l->known, i, wider,
                  "the upper bound was generalized: the failures within were not all confirmed");
  say(l, "the upper bound of a partition was widened");
  return TRUE;
}

Answer *generalize_fresh(Loop *l) {
  Phase outer = enter_phase(l, PHASE_GENERALIZE);
  Answer *e = NULL;
  for (guint i = 0; i < knowledge_fresh(l->known)->len && !e && !must_stop(l); i++)
    if (widen(l, i)) e = over_approximate(l, knowledge_unsettled(l->known));
  leave_phase(l, outer);
  return e;
}
