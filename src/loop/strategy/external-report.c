/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy external-report: no over-approximator has an answer, but a failing input that an external
 * under-approximator finds, and symex confirms, is a report as well. */
#include "loop/definite.h"
#include "loop/strategy.h"

gboolean external_report_due(const Loop *l, const Attempt *t) {
  return t->answer->kind == ANSWER_UNKNOWN && !t->guessed && external_under_available(l);
}

void external_report_run(Loop *l, Attempt *t) {
  Evidence *e = external_under_ask(l, NULL);
  if (e && e->point && e->trace) {
    t->answer->kind = ANSWER_ERROR;
    t->answer->error = g_steal_pointer(&e->trace);
    t->answer->point = g_steal_pointer(&e->point);
  }
  evidence_free(e);
}
