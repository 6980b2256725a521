/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reachability in a graph of states, over conditions instead of truth values.
 *
 * A least fixed point, from the targets backwards.  Conditions on cycles might be weakened for ever: after a
 * few times the condition is given up for `true`. */
#include "symex/states.h"
#include "base/limits.h"
#include "formula/solver.h"

StateNode *state_node_new(guint n_values) {
  StateNode *n = g_new0(StateNode, 1);
  n->values = g_new0(guint64, MAX(n_values, 1));
  n->edges = g_array_new(FALSE, FALSE, sizeof(StateEdge));
  n->exits = g_array_new(FALSE, FALSE, sizeof(StateExit));
  n->bad = term_bool(FALSE);
  return n;
}

void state_node_free(StateNode *n) {
  g_free(n->values);
  g_array_unref(n->edges);
  g_array_unref(n->exits);
  g_free(n);
}

static const Term *one_step(const StateNode *n, const Term *self, const Term **reach) {
  const Term *t = self;
  for (guint i = 0; i < n->edges->len && !term_is_true(t); i++) {
    const StateEdge *e = &g_array_index(n->edges, StateEdge, i);
    t = term_or(t, term_and(e->when, reach[e->to]));
  }
  return t;
}

static gboolean says_more(const Term *now, const Term *before) {
  if (now == before) return FALSE;
  if (term_is_const(now) || term_is_const(before)) return TRUE;
  return !solver_valid(term_implies(now, before), limits.implied_ms);
}

const Term **states_reaching(const GPtrArray *nodes, const Term *const *targets) {
  const Term **reach = (const Term **)g_memdup2(targets, nodes->len * sizeof *targets);
  guint *updates = g_new0(guint, nodes->len);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = nodes->len; i-- > 0;) {
      const Term *now = one_step((const StateNode *)nodes->pdata[i], reach[i], reach);
      if (!says_more(now, reach[i])) continue;
      reach[i] = ++updates[i] > limits.states_updates ? term_bool(TRUE) : now;
      changed = TRUE;
    }
  }
  g_free(updates);
  return reach;
}
