/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixpoints and breadth-first search over the edges of a failure automaton. */
#include "ir/failure-paths.h"
#include "ir/failure-fates.h"

static const FailureEdge *edge_at(const FailureAutomaton *a, guint i) { return (const FailureEdge *)a->edges->pdata[i]; }

static gboolean is_end(guint to) { return to >= EDGE_UNKNOWN; }

/* The locations from which some way leads to the end. */
static gboolean *reaching(const FailureAutomaton *a, guint end) {
  gboolean *reaches = g_new0(gboolean, a->locations->len), changed = TRUE;
  while (changed) {
    changed = FALSE;
    for (guint i = 0; i < a->edges->len; i++) {
      const FailureEdge *e = edge_at(a, i);
      if (reaches[e->from] || !(e->to == end || (!is_end(e->to) && reaches[e->to]))) continue;
      reaches[e->from] = changed = TRUE;
    }
  }
  return reaches;
}

Outlook *failure_outlooks(const FailureAutomaton *a) {
  g_autofree gboolean *fails = reaching(a, EDGE_FAILS), *goes_on = failure_automaton_goes_on(a);
  g_autofree FailureFate *fates = failure_automaton_fates(a);
  Outlook *outlooks = g_new0(Outlook, a->locations->len);
  for (guint i = 0; i < a->locations->len; i++)
    outlooks[i] = fates[i] == FATE_FAILS                         ? OUTLOOK_DOOMED
                  : fates[i] == FATE_NEVER_FAILS                 ? OUTLOOK_SAFE
                  : fails[i] || (a->endless_fails && goes_on[i]) ? OUTLOOK_OPEN
                                                                 : OUTLOOK_UNKNOWN;
  return outlooks;
}

/* The edge by which the search comes to each location first; NULL: it does not, or begins there. */
static const FailureEdge **first_ways(const FailureAutomaton *a, guint start, gboolean *found) {
  const FailureEdge **by = g_new0(const FailureEdge *, a->locations->len);
  g_autoptr(GArray) queue = g_array_new(FALSE, FALSE, sizeof(guint));
  found[start] = TRUE;
  g_array_append_val(queue, start);
  for (guint next = 0; next < queue->len; next++)
    for (guint i = 0; i < a->edges->len; i++) {
      const FailureEdge *e = edge_at(a, i);
      if (e->from != g_array_index(queue, guint, next) || is_end(e->to) || found[e->to]) continue;
      found[e->to] = TRUE;
      by[e->to] = e;
      g_array_append_val(queue, e->to);
    }
  return by;
}

GPtrArray *failure_way_from(const FailureAutomaton *a, guint from, const FailureEdge *last) {
  g_autofree gboolean *found = g_new0(gboolean, a->locations->len);
  g_autofree const FailureEdge **by = first_ways(a, from, found);
  if (!found[last->from]) return NULL;
  GPtrArray *way = g_ptr_array_new();
  for (const FailureEdge *e = last; e; e = by[e->from]) g_ptr_array_insert(way, 0, (gpointer)e);
  return way;
}

GPtrArray *failure_way_to(const FailureAutomaton *a, const FailureEdge *last) { return failure_way_from(a, 0, last); }

GPtrArray *failure_way_to_end(const FailureAutomaton *a, guint from, guint end) {
  GPtrArray *best = NULL;
  for (guint i = 0; i < a->edges->len; i++) {
    GPtrArray *way = edge_at(a, i)->to == end ? failure_way_from(a, from, edge_at(a, i)) : NULL;
    if (way && (!best || way->len < best->len)) {
      GPtrArray *longer = best;
      best = way;
      way = longer;
    }
    if (way) g_ptr_array_unref(way);
  }
  return best;
}

const Term *failure_way_condition(const GPtrArray *way) {
  g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
  const Term *condition = term_bool(TRUE);
  for (guint i = 0; i < way->len; i++) {
    const FailureEdge *e = (const FailureEdge *)way->pdata[i];
    condition = term_and(condition, failure_guard_at(e->guard, positions));
    failure_move_on(positions, e->reads);
  }
  return condition;
}

gboolean failure_way_reads(const GPtrArray *way, const Term *input) {
  const InputKey key = input_key_unpack(input->param);
  g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < way->len; i++) {
    const FailureEdge *e = (const FailureEdge *)way->pdata[i];
    g_autoptr(GPtrArray) deciding = term_inputs(failure_guard_at(e->guard, positions));
    if (g_ptr_array_find(deciding, input, NULL)) return TRUE;
    failure_move_on(positions, e->reads);
  }
  return key.occurrence <= GPOINTER_TO_UINT(g_hash_table_lookup(positions, GUINT_TO_POINTER(key.site)));
}
