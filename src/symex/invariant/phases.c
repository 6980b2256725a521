/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Phases: the comparisons that choose between the values that an iteration gives to a place; and the
 * comparisons of places elsewhere, since their result may change only once. */
#include "symex/invariant/phases.h"
#include "base/limits.h"

static gboolean is_comparison(const Term *t) {
  return t->op >= TERM_EQ && t->op <= TERM_SLE && t->args[0]->width > 1 && !t->has_float;
}

/* Is the term compared as an unsigned number, and never as a signed one? */
static gboolean is_unsigned(const GPtrArray *nodes, const Term *place) {
  gboolean readings[2] = {FALSE, FALSE};
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->op < TERM_ULT || t->op > TERM_SLE || (t->args[0] != place && t->args[1] != place)) continue;
    readings[t->op == TERM_SLT || t->op == TERM_SLE] = TRUE;
  }
  return readings[0] && !readings[1];
}

static const Term *as_order(const GPtrArray *nodes, const Term *t) {
  if (t->op != TERM_EQ) return t;
  const Term *place = term_is_const(t->args[0]) ? t->args[1] : t->args[0];
  const Term *other = place == t->args[0] ? t->args[1] : t->args[0];
  return term_binary(is_unsigned(nodes, place) ? TERM_ULE : TERM_SLE, place, other);
}

static void add_phase(const LoopTerms *l, const GPtrArray *nodes, const Term *t, GPtrArray *found,
                      guint limit) {
  if (t->op == TERM_NOT) t = t->args[0];
  if (found->len >= limit || !is_comparison(t) || !loop_lasting(l, t)) return;
  if (t->has_havoc) t = as_order(nodes, t); /* else it is the same in all iterations of a run */
  if (!term_is_const(t) && !g_ptr_array_find(found, t, NULL)) g_ptr_array_add(found, (gpointer)t);
}

/* A question about one place, which is not what decides whether there is another iteration. */
static void add_question(const LoopTerms *l, const GPtrArray *nodes, const Term *t, GPtrArray *found) {
  if (t->op == TERM_NOT || !t->has_havoc || term_dag_size(t, 5) > 3 ||
      g_ptr_array_find((GPtrArray *)nodes, t, NULL) ||
      g_ptr_array_find((GPtrArray *)nodes, term_not(t), NULL))
    return;
  add_phase(l, nodes, t, found, limits.phase_conditions + limits.phase_questions);
}

GPtrArray *loop_phases(const LoopTerms *l, GPtrArray *leaves) {
  GPtrArray *found = g_ptr_array_new(), *roots = g_ptr_array_new();
  g_ptr_array_add(roots, (gpointer)l->iteration);
  for (guint i = 0; i < l->changes->len; i++) {
    const Change *c = &g_array_index(l->changes, Change, i);
    if (!leaves || g_ptr_array_find(leaves, c->any, NULL)) g_ptr_array_add(roots, (gpointer)c->next);
  }
  GPtrArray *nodes = term_postorder((const Term *const *)roots->pdata, roots->len);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->op == TERM_ITE) add_phase(l, nodes, t->args[0], found, limits.phase_conditions);
  }
  for (guint i = 0; l->questions && i < l->questions->len; i++)
    add_question(l, nodes, (const Term *)l->questions->pdata[i], found);
  g_ptr_array_unref(roots);
  g_ptr_array_unref(nodes);
  return found;
}
