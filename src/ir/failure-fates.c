/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failing is inevitable in the least set of locations all of whose edges lead to failures or into it; no failure follows
 * the greatest set that no edge leaves but to an end.  Where runs that go on for ever fail, it is the other way round:
 * ending is inevitable in the least set, and failing in the greatest. */
#include "ir/failure-fates.h"

FailureFate failure_fate(const FailureFate *fates, guint to) {
  if (to == EDGE_FAILS) return FATE_FAILS;
  if (to == EDGE_ENDS) return FATE_NEVER_FAILS;
  return to == EDGE_UNKNOWN ? FATE_OPEN : fates[to];
}

/* By location: does some edge lead to what has not the fate?  A location without edges does nothing that is known. */
static gboolean *leaving(const FailureAutomaton *a, const FailureFate *fates, FailureFate fate) {
  gboolean *leaves = g_new0(gboolean, a->locations->len), *has_edges = g_new0(gboolean, a->locations->len);
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    has_edges[e->from] = TRUE;
    leaves[e->from] |= failure_fate(fates, e->to) != fate;
  }
  for (guint i = 0; i < a->locations->len; i++) leaves[i] |= !has_edges[i];
  g_free(has_edges);
  return leaves;
}

/* Locations of one fate get another: those that leave it, or those that do not leave the other. */
static gboolean change(const FailureAutomaton *a, FailureFate *fates, FailureFate from, FailureFate to) {
  gboolean changed = FALSE;
  g_autofree gboolean *leaves = leaving(a, fates, from == FATE_OPEN ? to : from);
  for (guint i = 0; i < a->locations->len; i++)
    if (fates[i] == from && leaves[i] == (from != FATE_OPEN)) {
      fates[i] = to;
      changed = TRUE;
    }
  return changed;
}

FailureFate *failure_automaton_fates(const FailureAutomaton *a) {
  const FailureFate greatest = a->endless_fails ? FATE_FAILS : FATE_NEVER_FAILS, least = a->endless_fails ? FATE_NEVER_FAILS : FATE_FAILS;
  FailureFate *fates = g_new(FailureFate, a->locations->len);
  for (guint i = 0; i < a->locations->len; i++) fates[i] = greatest;
  while (change(a, fates, greatest, FATE_OPEN)) continue;
  while (change(a, fates, FATE_OPEN, least)) continue;
  return fates;
}

/* The greatest set of locations each of which has an edge into it. */
gboolean *failure_automaton_goes_on(const FailureAutomaton *a) {
  const guint n = a->locations->len;
  gboolean *goes_on = g_new(gboolean, n), changed = TRUE;
  for (guint i = 0; i < n; i++) goes_on[i] = TRUE;
  while (changed) {
    changed = FALSE;
    g_autofree gboolean *stays = g_new0(gboolean, n);
    for (guint i = 0; i < a->edges->len; i++) {
      const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
      stays[e->from] |= e->to < EDGE_UNKNOWN && goes_on[e->to];
    }
    for (guint i = 0; i < n; i++) {
      changed |= goes_on[i] != (goes_on[i] && stays[i]);
      goes_on[i] &= stays[i];
    }
  }
  return goes_on;
}
