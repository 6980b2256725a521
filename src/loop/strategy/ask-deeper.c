/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy ask-deeper: where runs were cut, the question again, one step deeper, with all the time that is left.
 * A report is then followed whatever its shape. */
#include "loop/questions.h"
#include "loop/strategy.h"

gboolean ask_deeper_due(const Loop *l, const Attempt *t) {
  return t->answer->kind == ANSWER_UNKNOWN && !t->answer->followed && !t->guessed && !must_stop(l);
}

void ask_deeper_run(Loop *l, Attempt *t) {
  l->unroll = MAX(l->unroll, 2 * t->answer->unrolling);
  keep_residue(l, t->answer);
  answer_free(t->answer);
  t->answer = over_approximate(l, knowledge_unsettled(l->known));
  t->accepted = t->answer->kind == ANSWER_ERROR;
}
