/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partitions by failure: a region that was proven as a whole may reach several failures; where one run of
 * symex follows all its inputs to the first failure of each, it becomes one partition for each of them. */
#include "base/limits.h"
#include "loop/finish.h"
#include "loop/questions.h"

static const Partition *partition_at(const Loop *l, guint i) {
  return (const Partition *)knowledge_settled(l->known)->pdata[i];
}

/* Does every input of the formula reach one of the failures? */
static gboolean covers(const Loop *l, const Evidence *e, const Term *formula) {
  const Term *rest = term_and(formula, term_not(evidence_fails(e)));
  return term_is_false(rest) ||
         polish_implies(formula, evidence_fails(e), limits.finish_covered_share * seconds_left(l),
                        l->portfolio.memory_bytes);
}

static void split(Loop *l, guint i) {
  const Partition *p = partition_at(l, i);
  Confirmation c = {.question = question(l, knowledge_unconditioned(l->known), 0)};
  c.question.condition = p->upper;
  c.question.start_unroll = l->unroll;
  Evidence *e = under_approximate(l, &c, limits.finish_fill_share * seconds_left(l));
  if (e && !e->partial && e->fails->len > 1 && can_state(evidence_fails(e)) && covers(l, e, p->upper))
    knowledge_split(l->known, i, e->fails);
  evidence_free(e);
}

void split_by_failure(Loop *l) {
  if (l->cfc->program->property->kinds == 1u << PROPERTY_UNREACH_CALL || l->options->engine) return;
  const double stop = limits.finish_stop_share * seconds_left(l);
  const guint n = knowledge_settled(l->known)->len;
  for (guint i = n; i-- > 0 && seconds_left(l) > stop && !must_stop(l);)
    if (partition_at(l, i)->exact && partition_at(l, i)->errors->len > 1) split(l, i);
}
