/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that outlast the bound, closed by enumerating the states in which they may be.
 *
 * Programs that react to inputs for ever keep a few variables that take few values.  From the arrival at
 * which the bound was met, every valuation of these variables that can come up is a node of a graph: one
 * iteration is run from it, with all else forgotten that iterations change, and the solver names the
 * valuations after it.  What may happen later is then a question of reachability.  Of the runs at the bound,
 * those whose state leads to nothing bad are done with, whatever they read from then on; the others are cut.
 * Runs that leave the loop go on.
 *
 * That an iteration changes no more than was forgotten is checked for every iteration; else that is forgotten
 * too, and the enumeration starts again.  Variables that take too many values are forgotten like everything
 * else. */
#include "base/limits.h"
#include "symex/enumerate-choices.h"
#include "symex/records.h"
#include "symex/rounds.h"
#include "symex/states.h"
#include "symex/variables.h"
#include "formula/solver.h"
#include <string.h>

typedef struct {
  Induction d;
  Variables variables;
  GPtrArray *nodes;   /* StateNode* */
  GHashTable *index;  /* GBytes of values to node + 1 */
  guint n_first;      /* nodes in which the runs at the bound are */
  const Term *choice; /* runs from different nodes are different runs */
} Exploration;

typedef enum { EXPLORED, AGAIN, FAILED } Outcome;

static Executor *executor_of(const Exploration *e) { return e->d.x; }
static Arena *arena_of(const Exploration *e) { return e->d.x->memory.arena; }
static guint n_variables(const Exploration *e) { return e->variables.list->len; }
static StateNode *node_at(const Exploration *e, guint i) { return (StateNode *)e->nodes->pdata[i]; }

/* ---- valuations ---- */

/* The state that a node stands for. */
static Pending state_of(Exploration *e, guint i) {
  const StateNode *n = node_at(e, i);
  Pending p = {.state = e->d.start.state};
  gsize size = MAX(induction_n_values(&e->d), 1) * sizeof(Value);
  p.values = (Value *)arena_alloc(arena_of(e), size);
  memcpy(p.values, e->d.start.values, size);
  for (guint k = 0; k < n_variables(e); k++)
    variable_set(variable_at(&e->variables, k), &executor_of(e)->memory, &p, n->values[k]);
  state_assume(arena_of(e), &p.state, term_eq(e->choice, term_const(e->choice->width, i)));
  return p;
}

/* Whether a variable is still unset may tell little: it goes before others. */
static guint dearness(const Variable *v) {
  guint n = g_hash_table_size(v->seen);
  return v->unset && n > 1 ? limits.explore_values + n : n;
}

/* There are too many states: the variable that costs most goes. */
static Outcome forget_one(Exploration *e) {
  const Variable *most = NULL;
  for (guint k = 0; k < n_variables(e); k++) {
    const Variable *v = variable_at(&e->variables, k);
    if (!most || dearness(v) > dearness(most)) most = v;
  }
  if (!most || dearness(most) <= 2) return FAILED;
  variable_forget(&e->variables, most);
  return AGAIN;
}

static Outcome note_values(Exploration *e, const guint64 *values) {
  for (guint k = 0; k < n_variables(e); k++) {
    Variable *v = variable_at(&e->variables, k);
    if (variable_note(v, values[k], limits.explore_values)) continue;
    variable_forget(&e->variables, v);
    return AGAIN;
  }
  return e->nodes->len > limits.explore_nodes ? forget_one(e) : EXPLORED;
}

static Outcome find_node(Exploration *e, const guint64 *values, guint *found) {
  GBytes *key = g_bytes_new(values, n_variables(e) * sizeof *values);
  guint known = GPOINTER_TO_UINT(g_hash_table_lookup(e->index, key));
  if (known) {
    g_bytes_unref(key);
    *found = known - 1;
    return EXPLORED;
  }
  StateNode *n = state_node_new(n_variables(e));
  memcpy(n->values, values, n_variables(e) * sizeof *values);
  *found = e->nodes->len;
  g_ptr_array_add(e->nodes, n);
  g_hash_table_insert(e->index, key, GUINT_TO_POINTER(e->nodes->len));
  return note_values(e, values);
}

static gboolean is_impossible(const Exploration *e, const Term *formula) {
  return exec_impossible(executor_of(e), formula, limits.explore_check_ms);
}

static const Term *is_valuation(const Exploration *e, const Term *const *terms, const guint64 *values) {
  const Term *t = term_bool(TRUE);
  for (guint k = 0; k < n_variables(e); k++)
    t = term_and(t, term_eq(terms[k], term_const(terms[k]->width, values[k])));
  return t;
}

/* What a path adds to that of start. */
static const Term *iteration_path(const Exploration *e, const Path *p) {
  const Term *t = term_bool(TRUE);
  for (; p && p != e->d.start.state.path; p = p->parent) t = term_and(t, p->condition);
  return t;
}

/* An arrival at the head, after an iteration from a node (NULL: the one at the bound). */
typedef struct {
  Exploration *e;
  StateNode *from;
  const Path *path;
  const Term *iteration;         /* what the iteration adds to the path */
  const Term *const *terms; /* the values of the variables */
  Outcome outcome;
} Arrival;

static Outcome add_edge(const Arrival *a, const guint64 *values) {
  StateEdge edge = {0, NULL};
  Outcome o = find_node(a->e, values, &edge.to);
  if (!a->from || o != EXPLORED) return o;
  edge.when = term_without_havoc(term_and(a->iteration, is_valuation(a->e, a->terms, values)), TRUE);
  if (!term_is_false(edge.when)) g_array_append_val(a->from->edges, edge);
  return o;
}

static gboolean visit_valuation(const guint64 *values, gboolean related, gpointer arrival) {
  Arrival *a = (Arrival *)arrival;
  if (related && is_impossible(a->e, term_and(path_full(a->path), is_valuation(a->e, a->terms, values))))
    return TRUE;
  a->outcome = add_edge(a, values);
  return a->outcome == EXPLORED;
}

static Outcome enumerate(const Arrival *a) {
  Exploration *e = a->e;
  Solver *s = exec_solver(executor_of(e), path_full(a->path));
  guint64 values[MAX(n_variables(e), 1)];
  Outcome o = EXPLORED;
  while (o == EXPLORED) {
    SolverAnswer answer =
        solver_check(s, NULL, 0, exec_milliseconds(executor_of(e), limits.explore_check_ms));
    if (answer != SOLVER_SAT) {
      if (answer != SOLVER_UNSAT) o = FAILED;
      break;
    }
    Model *m = solver_model(s);
    Evaluator *evaluator = evaluator_new(m);
    for (guint k = 0; k < n_variables(e); k++) values[k] = evaluator_value(evaluator, a->terms[k]);
    evaluator_free(evaluator);
    model_free(m);
    o = add_edge(a, values);
    solver_assert(s, term_not(is_valuation(e, a->terms, values)));
  }
  solver_pop(s);
  return o;
}

/* Most iterations are easy enough to do without a solver. */
static Outcome add_valuations(Arrival *a) {
  if (a->from &&
      enumerate_choices(a->iteration, a->terms, n_variables(a->e), a->e->d.mark, visit_valuation, a))
    return EXPLORED;
  if (a->outcome != EXPLORED) return a->outcome;
  if (a->from) g_array_set_size(a->from->edges, 0);
  return enumerate(a);
}

/* The nodes in which an arrival may be; edges lead there, where it comes from a node. */
static Outcome add_arrivals(Exploration *e, StateNode *from, const Pending *p) {
  const Term *terms[MAX(n_variables(e), 1)];
  guint64 values[MAX(n_variables(e), 1)];
  gboolean known = TRUE;
  Outcome o = EXPLORED;
  for (guint k = 0; k < n_variables(e); k++) {
    Variable *v = variable_at(&e->variables, k);
    if (!from) variable_enter(v, &executor_of(e)->memory, p);
    terms[k] = variable_value(v, &executor_of(e)->memory, p);
    if (!terms[k]) {
      variable_forget(&e->variables, v);
      o = AGAIN;
    } else if (term_is_const(terms[k]))
      values[k] = terms[k]->param;
    else
      known = FALSE;
  }
  if (o != EXPLORED) return o;
  Arrival a = {e, from, p->state.path, iteration_path(e, p->state.path), terms, EXPLORED};
  return known ? add_edge(&a, values) : add_valuations(&a);
}

/* ---- iterations ---- */

static const Term *when_bad(const Exploration *e, const Records *r) {
  const Term *bad = term_or(records_failing(r), records_open(r));
  if (term_is_const(bad)) return bad;
  return is_impossible(e, bad) ? term_bool(FALSE) : term_without_havoc(bad, TRUE);
}

static void keep_exits(Exploration *e, StateNode *n, const Records *r) {
  const Frame *f = executor_of(e)->frame;
  for (guint b = 0; b < f->function->blocks->len; b++) {
    if (!r->pending[b] || b == e->d.loop->block) continue;
    StateExit exit = {b, *r->pending[b],
                      term_without_havoc(iteration_path(e, r->pending[b]->state.path), TRUE)};
    if (!term_is_false(exit.when)) g_array_append_val(n->exits, exit);
  }
}

static Outcome take_iteration(Exploration *e, guint i) {
  Executor *x = executor_of(e);
  StateNode *n = node_at(e, i);
  Pending p = state_of(e, i);
  Records r = records_new(x->frame);
  guint n_lost = x->result->n_lost;
  records_exchange(x, &r);
  x->frame->pending[e->d.loop->block] = &p;
  exec_iteration(x, e->d.loop);
  if (x->options->rounds) exec_tail(x);
  records_exchange(x, &r);
  n->lost = x->result->n_lost > n_lost;
  n->bad = when_bad(e, &r);
  keep_exits(e, n, &r);
  Outcome o = x->aborted ? FAILED : EXPLORED;
  Pending *back = r.pending[e->d.loop->block];
  if (back && o == EXPLORED) {
    e->d.end = back;
    induction_widen(&e->d);
    o = e->d.lost ? FAILED : e->d.changed ? AGAIN : add_arrivals(e, n, back);
  }
  records_free(&r);
  return o;
}

static Outcome explore_once(Exploration *e, const Pending *arrival) {
  variables_find(&e->variables, &e->d);
  g_ptr_array_set_size(e->nodes, 0);
  g_hash_table_remove_all(e->index);
  e->choice = term_fresh_havoc(32, 0);
  Outcome o = add_arrivals(e, NULL, arrival);
  e->n_first = e->nodes->len;
  for (guint i = 0; i < e->nodes->len && o == EXPLORED; i++) o = take_iteration(e, i);
  return o;
}

/* ---- what follows from it ---- */

/* Of the runs at the bound: when do they reach a target? */
static const Term *when_reached(Exploration *e, const Pending *arrival, const Term *const *targets) {
  const Term **reach = states_reaching(e->nodes, targets);
  const Term *terms[MAX(n_variables(e), 1)], *when = term_bool(FALSE), *never = term_bool(FALSE);
  for (guint k = 0; k < n_variables(e); k++)
    terms[k] = variable_value(variable_at(&e->variables, k), &executor_of(e)->memory, arrival);
  guint n_never = 0;
  gboolean plain = TRUE;
  for (guint i = 0; i < e->n_first; i++) {
    const Term *here = is_valuation(e, terms, node_at(e, i)->values);
    when = term_or(when, term_and(here, reach[i]));
    if (term_is_false(reach[i])) n_never++, never = term_or(never, here);
    plain &= term_is_const(reach[i]);
  }
  g_free(reach);
  return plain && 2 * n_never < e->n_first ? term_not(never) : when;
}

static const Term *exits_to(const StateNode *n, guint block) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < n->exits->len; i++) {
    const StateExit *exit = &g_array_index(n->exits, StateExit, i);
    if (exit->block == block) t = term_or(t, exit->when);
  }
  return t;
}

static void leave_from(Exploration *e, const StateNode *n, guint block, const Term *when) {
  for (guint k = 0; k < n->exits->len; k++) {
    StateExit exit = g_array_index(n->exits, StateExit, k);
    if (exit.block != block) continue;
    state_assume(arena_of(e), &exit.arrival.state, when);
    exec_wait(executor_of(e), block, &exit.arrival.state, exit.arrival.values);
  }
}

/* The runs that leave the loop for a block go on there: each only in a state that it can leave in, unless
 * there are many of these. */
static void leave_to(Exploration *e, const Pending *arrival, guint block) {
  const guint n = e->nodes->len;
  const Term **all = g_new0(const Term *, n), **one = g_new0(const Term *, n);
  guint n_exits = 0;
  for (guint i = 0; i < n; i++) {
    all[i] = exits_to(node_at(e, i), block);
    one[i] = term_bool(FALSE);
    n_exits += !term_is_false(all[i]);
  }
  const Term *when = n_exits > limits.explore_exits ? when_reached(e, arrival, all) : NULL;
  for (guint i = 0; i < n && n_exits; i++) {
    if (term_is_false(all[i])) continue;
    one[i] = all[i];
    const Term *now = when ? when : when_reached(e, arrival, one);
    one[i] = term_bool(FALSE);
    if (!term_is_false(now)) leave_from(e, node_at(e, i), block, now);
  }
  g_free(all);
  g_free(one);
}

static void close_loop(Exploration *e, const Pending *arrival) {
  Executor *x = executor_of(e);
  const Term **targets = g_new0(const Term *, e->nodes->len);
  for (guint i = 0; i < e->nodes->len; i++) targets[i] = node_at(e, i)->bad;
  const Term *bad = term_and(path_full(arrival->state.path), when_reached(e, arrival, targets));
  g_free(targets);
  if (!term_is_false(bad)) g_ptr_array_add(x->cuts, (gpointer)bad);
  for (guint b = 0; b < x->frame->function->blocks->len; b++) leave_to(e, arrival, b);
}

/* What a round does in each of the states. */
static void note_rounds(Exploration *e, const Pending *arrival, guint n_lost) {
  Executor *x = executor_of(e);
  RoundsSeen *seen = rounds_begin(x, e->d.loop, arrival);
  seen->n_lost = x->result->n_lost - n_lost;
  for (guint i = 0; i < e->nodes->len && !x->aborted; i++) {
    Pending p = state_of(e, i);
    RoundState *s = rounds_add(x, e->d.loop, seen, &p, node_at(e, i)->lost);
    s->state = variables_text(&e->variables, x, e->d.loop, node_at(e, i)->values);
    for (guint k = 0; k < node_at(e, i)->edges->len; k++)
      g_array_append_val(s->next, g_array_index(node_at(e, i)->edges, StateEdge, k).to);
  }
  g_ptr_array_add(x->result->rounds, seen);
}

/* All attempts, each without what the one before left. */
static Outcome explore(Exploration *e, const Pending *arrival) {
  SymexResult *r = executor_of(e)->result;
  guint n_lost = r->n_lost, n_rounds = r->rounds->len;
  Outcome o = AGAIN;
  for (guint i = 0; i < limits.explore_attempts && o == AGAIN; i++) {
    r->n_lost = n_lost;
    g_ptr_array_set_size(r->rounds, (gint)n_rounds);
    o = explore_once(e, arrival);
  }
  return o;
}

gboolean exec_explore(Executor *x, const WtoElement *loop, const Pending *arrival) {
  if (x->muted || !induction_is_entered_at_head(x, loop)) return FALSE;
  Exploration e = {
      .d = induction_new(x, loop, arrival),
      .variables = variables_new(),
      .nodes = g_ptr_array_new_with_free_func((GDestroyNotify)state_node_free),
      .index = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL)};
  guint n_lost = x->result->n_lost;
  x->exploring++;
  Outcome o = explore(&e, arrival);
  x->exploring--;
  if (o == EXPLORED && x->options->rounds && !x->one_round && exec_reads_inputs(x, loop))
    note_rounds(&e, arrival, n_lost);
  if (o == EXPLORED) close_loop(&e, arrival);
  induction_clear(&e.d);
  variables_clear(&e.variables);
  g_ptr_array_unref(e.nodes);
  g_hash_table_unref(e.index);
  return o == EXPLORED;
}
