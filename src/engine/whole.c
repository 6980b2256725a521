/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A look ahead.  Accesses through null pointers and pointers that are inputs are followed: that makes
 * formulas large where they are frequent, and is of use where it leaves nothing open. */
#include "engine/whole.h"

#define MAX_STEPS 100000 /* instructions that this may cost */
#define MAX_SECONDS 1

SymexResult *whole_run(const Question *q, guint k) {
  SymexOptions o = question_options(q, k);
  o.deadline = question_within(q, MAX_SECONDS);
  o.max_steps = MAX_STEPS;
  o.pointers = TRUE;
  SymexResult *r = symex_run(q->program, q->cfg, &o);
  const Term *fail = symex_fail(r);
  if (r->complete && term_is_false(symex_open(r)) && !fail->has_havoc && can_state_whole(fail)) return r;
  symex_result_free(r);
  return NULL;
}
