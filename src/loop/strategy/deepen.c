/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy deepen: a failure of a shape that was seen before, only deeper.  While unrolling is cheap,
 * following it is better than guessing where the loop ends. */
#include "base/limits.h"
#include "loop/strategy.h"

gboolean deepen_due(const Loop *l, const Attempt *t) {
  return t->answer->kind == ANSWER_ERROR && l->unroll < limits.deepen_unroll &&
         seconds_left(l) > limits.deepen_early_share * l->options->seconds;
}

void deepen_run(Loop *l, Attempt *t) { t->accepted = TRUE; }
