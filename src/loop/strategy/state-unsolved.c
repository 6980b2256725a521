/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy state-unsolved: the solver could not decide whether an input fails within the unrolling.  The
 * formula of all that do can be stated all the same, and where nothing is cut it is the whole answer. */
#include "loop/definite.h"
#include "loop/strategy.h"

gboolean state_unsolved_due(const Loop *l, const Attempt *t) {
  const gboolean nothing_yet = knowledge_fresh(l->known)->len == 0 && knowledge_settled(l->known)->len == 0;
  return t->answer->kind == ANSWER_UNKNOWN && nothing_yet && l->whole && t->answer->unrolling &&
         !l->options->engine && !term_is_true(t->answer->residue);
}

void state_unsolved_run(Loop *l, Attempt *t) {
  Evidence *all = confirm_at(l, t->answer->unrolling);
  if (all && all->fails->len && accounts_for_all(all)) {
    all->whole = TRUE;
    take_evidence(l, all, NULL);
    attempt_close(t);
  }
  evidence_free(all);
}
