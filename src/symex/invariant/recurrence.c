/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recurrent sets: closed sets of states at the head of a loop.
 *
 * Three searches, from what says most to what says least; the solver checks all that is returned, bit by bit.
 * - The states after which 1, 2, 3, ... more iterations follow are smaller and smaller sets.  Where they become no
 *   smaller, they are all the states from which the loop never ends: the others leave after so many iterations.
 * - States that come back after a few iterations.
 * - Conjunctions of conditions that hold in some state, weeded until iterations keep them all.
 * What an iteration reads or does not know stands for every value there. */
#include "symex/invariant/recurrence.h"
#include "base/limits.h"
#include "formula/readable.h"
#include "formula/solver.h"

typedef struct {
  const LoopTerms *loop;
  GHashTable *next;               /* `any` to its value after an iteration */
  GHashTable *to_inputs, *to_any; /* `any` to an input that stands for it, and back */
  GHashTable *relevant;           /* set of `any`: those that decide whether iterations follow */
  const Term *stays;              /* found so far */
  gint64 middle, deadline;        /* the first search ends in the middle */
} Search;

/* ---- the solver ---- */

static SolverAnswer ask(const Search *s, const Term *question, Model **m) {
  const gint64 left = (s->deadline - g_get_monotonic_time()) / 1000;
  if (left <= 0) return SOLVER_UNKNOWN;
  return solver_sat(term_and(s->loop->entry, question), (guint)MIN(left, limits.recurrence_check_ms), m);
}

/* From every state of the set an iteration leads into it again, whatever it reads. */
static gboolean is_closed(const Search *s, const Term *set) {
  const Term *again = term_and(s->loop->iteration, term_substitute(set, s->next));
  return ask(s, term_and(set, term_not(again)), NULL) == SOLVER_UNSAT;
}

/* ---- terms ---- */

/* A condition over the places and the inputs only that implies t. */
static const Term *certain(const Search *s, const Term *t) {
  return term_substitute(term_without_havoc(term_substitute(t, s->to_inputs), FALSE), s->to_any);
}

/* The same in fewer words. */
static const Term *simplified(const Search *s, const Term *t) {
  const Term *over_inputs = term_substitute(t, s->to_inputs);
  if (over_inputs->has_havoc || g_get_monotonic_time() > s->deadline) return t;
  return term_substitute(readable_simplify(over_inputs, limits.recurrence_check_ms), s->to_any);
}

static gboolean is_small(const Term *t) {
  return term_dag_size(t, limits.recurrence_nodes) < limits.recurrence_nodes;
}

static void add_relevant(Search *s, const Term *t) {
  GPtrArray *nodes = term_postorder(&t, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *next = (const Term *)g_hash_table_lookup(s->next, nodes->pdata[i]);
    if (next && g_hash_table_add(s->relevant, nodes->pdata[i])) add_relevant(s, next);
  }
  g_ptr_array_unref(nodes);
}

/* Does what decides about iterations depend on nothing but the places and constants of the run? */
static gboolean is_determined(const Search *s) {
  gboolean yes = loop_lasting(s->loop, s->loop->iteration);
  GHashTableIter it;
  gpointer any;
  g_hash_table_iter_init(&it, s->relevant);
  while (yes && g_hash_table_iter_next(&it, &any, NULL))
    yes = loop_lasting(s->loop, (const Term *)g_hash_table_lookup(s->next, any));
  return yes;
}

/* ---- states after which iterations follow ---- */

/* TRUE: all states from which the loop never ends are found. */
static gboolean find_all(Search *s) {
  const Term *iteration = s->loop->iteration, *stays = certain(s, iteration);
  gboolean exact = stays == iteration && is_determined(s);
  for (guint n = 1; n <= limits.recurrence_iterations && is_small(stays); n++) {
    if (term_is_false(stays)) return exact;
    const Term *longer = term_and(iteration, term_substitute(stays, s->next)), *same = stays;
    stays = certain(s, longer);
    exact &= stays == longer;
    if (n % limits.recurrence_simplify_iterations == 0) stays = simplified(s, stays);
    if (stays != same && (n & (n - 1)) && n % limits.recurrence_simplify_iterations) continue;
    if (g_get_monotonic_time() > s->middle) return FALSE;
    if (!is_closed(s, stays)) continue; /* later sets are no larger */
    s->stays = simplified(s, stays);
    return exact;
  }
  return FALSE;
}

/* ---- states that come back ---- */

static const Term *comes_back(const Search *s, GHashTable *places) {
  const Term *t = term_bool(TRUE);
  GHashTableIter it;
  gpointer any;
  g_hash_table_iter_init(&it, s->relevant);
  while (g_hash_table_iter_next(&it, &any, NULL)) {
    const Term *value = (const Term *)g_hash_table_lookup(places, any);
    if (value->index_width) return term_bool(FALSE);
    t = term_and(t, term_eq((const Term *)any, value));
  }
  return t;
}

static void add_set(Search *s, const Term *set) {
  if (term_is_false(set) || !is_small(set)) return;
  if (ask(s, term_and(set, term_not(s->stays)), NULL) != SOLVER_SAT || !is_closed(s, set)) return;
  s->stays = term_or(s->stays, set);
}

/* places: `any` to its value after some iterations; becomes that after one more. */
static void advance(const Search *s, GHashTable *places) {
  GHashTableIter it;
  gpointer any, value;
  g_hash_table_iter_init(&it, places);
  while (g_hash_table_iter_next(&it, &any, &value))
    g_hash_table_iter_replace(&it, (gpointer)term_substitute((const Term *)value, s->next));
}

static void find_cycles(Search *s) {
  GHashTable *places = loop_map(s->loop, FALSE);
  const Term *iterations = s->loop->iteration, *later = iterations;
  for (guint n = 1; n <= limits.recurrence_cycle && is_small(iterations); n++) {
    add_set(s, certain(s, term_and(iterations, comes_back(s, places))));
    later = term_substitute(later, s->next);
    iterations = term_and(iterations, later);
    advance(s, places);
  }
  g_hash_table_unref(places);
}

/* ---- conditions that are kept ---- */

static void add_condition(const Search *s, GPtrArray *conditions, const Term *t, const Model *m) {
  if (conditions->len >= limits.recurrence_conditions || t->has_array || !loop_lasting(s->loop, t)) return;
  const Term *holds = term_eval(t, m) ? t : term_not(t);
  if (!term_is_const(holds) && !g_ptr_array_find(conditions, holds, NULL))
    g_ptr_array_add(conditions, (gpointer)holds);
}

static void add_orders(const Search *s, GPtrArray *conditions, const Term *a, const Term *b, const Model *m) {
  add_condition(s, conditions, term_eq(a, b), m);
  add_condition(s, conditions, term_binary(TERM_SLE, a, b), m);
  add_condition(s, conditions, term_binary(TERM_SLE, b, a), m);
}

/* What is true in the state of m: the condition of an iteration first. */
static GPtrArray *conditions_of(const Search *s, const Model *m) {
  GPtrArray *found = g_ptr_array_new();
  const Term *iteration = certain(s, s->loop->iteration);
  if (iteration->op == TERM_AND)
    for (guint i = 0; i < iteration->n_args; i++) add_condition(s, found, iteration->args[i], m);
  else
    add_condition(s, found, iteration, m);
  GPtrArray *nodes = term_postorder(&s->loop->iteration, 1);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->width == 1 && t->op >= TERM_EQ && t->op <= TERM_SLE) add_condition(s, found, t, m);
  }
  g_ptr_array_unref(nodes);
  GHashTableIter it;
  gpointer any;
  g_hash_table_iter_init(&it, s->relevant);
  while (g_hash_table_iter_next(&it, &any, NULL)) {
    const Term *place = (const Term *)any, *next = (const Term *)g_hash_table_lookup(s->next, any);
    if (place->index_width || place->width == 1) continue;
    add_orders(s, found, place, next, m);
    add_orders(s, found, place, term_const(place->width, 0), m);
    add_condition(s, found, term_extract(place, 0, 1), m);
    g_autoptr(GPtrArray) inputs = term_inputs(next);
    for (guint i = 0; i < inputs->len; i++) {
      const Term *input = (const Term *)inputs->pdata[i];
      if (input->width > 1) add_orders(s, found, input, term_const(input->width, 0), m);
    }
  }
  return found;
}

static const Term *all_of(const GPtrArray *conditions) {
  return term_and_n((const Term *const *)conditions->pdata, conditions->len);
}

/* Leaves what iterations keep.  FALSE: what is left does not make an iteration follow. */
static gboolean weed(const Search *s, GPtrArray *conditions) {
  for (;;) {
    const Term *all = all_of(conditions), *after = term_substitute(all, s->next);
    Model *m = NULL;
    if (ask(s, term_and(all, term_not(term_and(s->loop->iteration, after))), &m) != SOLVER_SAT) {
      model_free(m);
      return is_closed(s, all);
    }
    gboolean dropped = FALSE;
    const gboolean follows = term_eval(s->loop->iteration, m) != 0;
    for (guint i = conditions->len; follows && i-- > 0;)
      if (!term_eval(term_substitute((const Term *)conditions->pdata[i], s->next), m))
        dropped |= g_ptr_array_remove_index(conditions, i) != NULL;
    model_free(m);
    if (!dropped) return FALSE;
  }
}

/* Drops what is not needed. */
static void relax(const Search *s, GPtrArray *conditions) {
  for (guint i = conditions->len; i-- > 0;) {
    gpointer one = g_ptr_array_remove_index(conditions, i);
    if (!is_closed(s, all_of(conditions))) g_ptr_array_insert(conditions, (gint)i, one);
  }
}

static gboolean has_arrays(const Search *s) {
  gboolean found = s->loop->iteration->has_array;
  GHashTableIter it;
  gpointer any;
  g_hash_table_iter_init(&it, s->relevant);
  while (!found && g_hash_table_iter_next(&it, &any, NULL))
    found = ((const Term *)any)->index_width || ((const Term *)g_hash_table_lookup(s->next, any))->has_array;
  return found;
}

static void find_kept_conditions(Search *s) {
  const Term *iteration = s->loop->iteration, *many = iteration;
  if (has_arrays(s)) return;
  for (guint i = 0; i < limits.recurrence_ahead && is_determined(s); i++)
    many = term_and(iteration, term_substitute(many, s->next));
  const Term *tried = s->stays;
  for (guint i = 0; i < limits.recurrence_seeds; i++) {
    Model *m = NULL;
    if (ask(s, term_and(many, term_not(tried)), &m) != SOLVER_SAT) return model_free(m);
    GPtrArray *conditions = conditions_of(s, m);
    const Term *here = all_of(conditions);
    model_free(m);
    if (weed(s, conditions)) {
      relax(s, conditions);
      here = all_of(conditions);
      s->stays = term_or(s->stays, here);
    } else if (conditions->len) {
      here = all_of(conditions); /* what is kept does not suffice: the next state is another */
    }
    tried = term_or(tried, here);
    g_ptr_array_unref(conditions);
  }
}

/* ---- the whole ---- */

static Search search_new(const LoopTerms *l, gint64 deadline) {
  Search s = {l,
              loop_map(l, FALSE),
              g_hash_table_new(NULL, NULL),
              g_hash_table_new(NULL, NULL),
              g_hash_table_new(NULL, NULL),
              term_bool(FALSE),
              0,
              g_get_monotonic_time() + limits.recurrence_search_ms * 1000};
  if (deadline) s.deadline = MIN(s.deadline, deadline);
  s.middle = (g_get_monotonic_time() + s.deadline) / 2;
  for (guint i = 0; i < l->changes->len; i++) {
    const Term *any = g_array_index(l->changes, Change, i).any;
    if (any->index_width) continue;
    const Term *input = term_input((InputKey){INPUT_MAX_SITE - i, 1, 0}, any->width);
    g_hash_table_insert(s.to_inputs, (gpointer)any, (gpointer)input);
    g_hash_table_insert(s.to_any, (gpointer)input, (gpointer)any);
  }
  add_relevant(&s, l->iteration);
  return s;
}

static void search_clear(Search *s) {
  g_hash_table_unref(s->next);
  g_hash_table_unref(s->to_inputs);
  g_hash_table_unref(s->to_any);
  g_hash_table_unref(s->relevant);
}

Recurrence recurrence_find(const LoopTerms *l, gint64 deadline) {
  if (l->iteration->has_float ||
      term_dag_size(l->iteration, limits.recurrence_nodes) >= limits.recurrence_nodes)
    return (Recurrence){term_bool(FALSE), FALSE};
  Search s = search_new(l, deadline);
  const gboolean whole = find_all(&s);
  if (!whole) find_cycles(&s);
  if (!whole && term_is_false(s.stays)) find_kept_conditions(&s);
  search_clear(&s);
  return (Recurrence){s.stays, whole};
}

gboolean recurrence_is_apart(const LoopTerms *l, const Term *stays, gint64 deadline) {
  Search s = search_new(l, deadline);
  const Term *enters = term_and(term_and(term_not(stays), l->iteration), term_substitute(stays, s.next));
  const gboolean apart = ask(&s, enters, NULL) == SOLVER_UNSAT;
  search_clear(&s);
  return apart;
}
