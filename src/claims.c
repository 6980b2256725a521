/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims of other verifiers, and what becomes of all that rested on one that is wrong. */
#include "alternation.h"
#include "disagree.h"

void collect_points(GPtrArray *points, const GPtrArray *partitions) {
  for (guint i = 0; i < partitions->len; i++) {
    const GPtrArray *examples = ((const Partition *)partitions->pdata[i])->examples;
    for (guint e = 0; e < examples->len; e++)
      g_ptr_array_add(points, model_copy((const Model *)examples->pdata[e]));
  }
}

/* What rested on a verifier that is wrong is open again.  Whatever was found out under a bound says nothing
 * of the inputs outside of it: not who closed the rest, not what is left of it, nor what is left of
 * partitions that were cut by it. */
static void reopen(Acf *a) {
  const gboolean unbounded = disagree_caught(&a->portfolio, a->bound_by);
  if (unbounded) {
    a->bound = term_bool(TRUE);
    a->bound_by = NULL;
    a->met = FALSE;
  }
  if (unbounded || disagree_caught(&a->portfolio, a->cfc->stats.closed_by)) {
    a->residue = term_bool(TRUE);
    a->cfc->stats.closed_by = NULL;
  }
}

gboolean check_claims(Acf *a, const Model *point, const GPtrArray *partitions) {
  if (point) g_ptr_array_add(a->failing, model_copy(point));
  collect_points(a->failing, partitions);
  if (!disagree_check(&a->portfolio, a->cfc)) return FALSE;
  reopen(a);
  embed(a);
  return TRUE;
}

/* Was it found out that the run does not fail, or that it depends on what acf does not know?  Else it was
 * only not followed to its end. */
static gboolean is_doubtful(const Evidence *e) {
  gboolean unknown = FALSE;
  for (guint i = 0; e && i < e->conjuncts->len; i++)
    unknown |= g_array_index(e->conjuncts, PathConjunct, i).condition->has_havoc;
  return unknown || (e && e->valid->len);
}

gboolean is_denied(Acf *a, const Answer *report, const Evidence *e) {
  if (!report->denied_by || (e && e->fails->len) || disagree_caught(&a->portfolio, report->denied_by))
    return FALSE;
  if (report->point && !is_doubtful(e)) return FALSE;
  a->residue = term_bool(FALSE);
  a->cfc->stats.closed_by = report->denied_by;
  return TRUE;
}
