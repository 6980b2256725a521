/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims of external verifiers, against what is confirmed; and what acf's own proofs say where runs are excluded. */
#include "loop/claims.h"
#include "base/limits.h"
#include "formula/child-formulas.h"
#include "learn/excluded-runs.h"
#include "loop/disagree.h"
#include "loop/questions.h"

/* What rested on a verifier that is wrong is open again.  Whatever was found out under a bound says nothing
 * of the inputs outside of it: not what closed the rest, not what is left of it, nor what is left of
 * partitions that were cut by it. */
static void reopen(Loop *l) {
  if (disagree_caught(&l->portfolio, knowledge_bound_by(l->known))) {
    knowledge_drop_bound(l->known);
    l->guessed = FALSE;
  }
  if (disagree_caught(&l->portfolio, knowledge_closed_by(l->known))) knowledge_reopen(l->known);
}

gboolean check_claims(Loop *l, const Model *point, const GPtrArray *partitions) {
  if (point) knowledge_add_failing(l->known, point);
  knowledge_add_examples(l->known, partitions);
  if (!disagree_check(&l->portfolio, l->cfc)) return FALSE;
  reopen(l);
  return TRUE;
}

/* Was it found out that the run does not fail, or that it depends on what acf does not know?  Else it was
 * only not followed to its end. */
static gboolean is_inconclusive(const Evidence *e) {
  gboolean unknown = FALSE;
  for (guint i = 0; e && i < e->conjuncts->len; i++)
    unknown |= g_array_index(e->conjuncts, PathConjunct, i).condition->has_havoc;
  return unknown || (e && e->valid->len);
}

gboolean is_denied(Loop *l, const Answer *report, const Evidence *e) {
  if (!report->denied_by || (e && e->fails->len) || disagree_caught(&l->portfolio, report->denied_by))
    return FALSE;
  if (report->point && !is_inconclusive(e)) return FALSE;
  knowledge_close(l->known, report->denied_by);
  return TRUE;
}

/* ---- runs that are excluded ---- */

typedef struct {
  const Loop *loop;
  gint64 deadline;
} Exclusion;

static gboolean look_for_excluded(gpointer data, GByteArray *out) {
  const Exclusion *e = (const Exclusion *)data;
  const Question q = question(e->loop, knowledge_unconditioned(e->loop->known), 0);
  const Term *found = term_bool(excluded_runs_exist(q.program, q.cfg, e->deadline));
  term_write(out, &found, 1);
  return TRUE;
}

void doubt_ends(Loop *l) {
  const Program *p = l->cfc->program;
  if (!p->no_overflow || !property_asks_for_end(p->property)) return;
  if (!knowledge_is_closed(l->known) || knowledge_has_failures(l->known) || must_stop(l)) return;
  const double seconds = MIN(limits.excluded_seconds, limits.excluded_share * seconds_left(l));
  Exclusion e = {l, child_formulas_deadline(seconds)};
  const Term *found = term_bool(FALSE);
  if (!child_formulas("excluded", look_for_excluded, &e, (JobLimits){seconds, l->portfolio.memory_bytes}, &found, 1) ||
      term_is_false(found))
    return;
  knowledge_reopen(l->known);
  knowledge_keep_residue(l->known, term_bool(TRUE),
                         g_strdup("some runs are excluded that only an overflow stops: they might never end if numbers "
                                  "had no bounds"), 0);
}
