/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy follow-all: bounds of the inputs bound the loops that read them, and arrays those that search them, but
 * at unrollings that no engine gets to while a solver is asked at each smaller one.  Here nothing is asked: where
 * all runs end within some unrolling and the formula of those that fail can be stated, it is the whole answer. */
#include "base/limits.h"
#include "loop/definite.h"
#include "loop/questions.h"
#include "loop/strategy.h"

gboolean follow_all_due(const Loop *l, const Attempt *t) {
  /* a report of a single run does not come with an unrolling at which all failures could be confirmed */
  const gboolean is_helpless =
      t->moment == AT_REPORT ? t->answer->unrolling == 0 : t->answer->kind == ANSWER_UNKNOWN;
  return !l->followed_all && l->whole && !l->options->engine && is_helpless;
}

static Evidence *follow_all(Loop *l) {
  Confirmation c = {.question = question(l, knowledge_unconditioned(l->known), 0), .to_the_end = TRUE};
  return under_approximate(l, &c, MIN(limits.follow_all_share * seconds_left(l), limits.follow_all_seconds));
}

static void conclude(Loop *l, Attempt *t, Evidence *all) {
  if (all->fails->len)
    take_evidence(l, all, NULL);
  else
    knowledge_close(l->known, "symex");
  attempt_close(t);
}

void follow_all_run(Loop *l, Attempt *t) {
  l->followed_all = TRUE;
  Evidence *all = follow_all(l);
  if (!all || !accounts_for_all(all)) {
    evidence_free(all);
    return;
  }
  all->whole = TRUE;
  if (t->moment == AT_REPORT) {
    evidence_free(t->evidence);
    t->evidence = all;
    return;
  }
  conclude(l, t, all);
  evidence_free(all);
}
