/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backwards through loops, in polyhedra, one pack of places at a time.
 *
 * The states at a head from which something bad is reached without another arrival are what `bad` says of the
 * `any` terms.  Those from which iterations lead there are a fixpoint below the invariant: the states before
 * an iteration into it, again and again, with widening.  The first arrival must be among them.  This says
 * more than the invariant does, which has to account for all runs, where only some of them fail.
 *
 * Runs that do not outlast the bound have no arrival that `any` stands for: nothing is asked of them. */
#include "symex/invariant/backward.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "symex/invariant/limits.h"
#include "symex/invariant/pack.h"
#include "symex/invariant/project.h"

ClosedLoop *closed_loop_new(const LoopTerms *l, const Term *invariant) {
  ClosedLoop *c = g_new0(ClosedLoop, 1);
  c->terms = *l;
  c->terms.questions = NULL;
  g_array_ref((GArray *)l->changes);
  c->invariant = invariant;
  return c;
}

void closed_loop_free(ClosedLoop *l) {
  g_array_unref((GArray *)l->terms.changes);
  g_free(l);
}

/* ---- one pack ---- */

typedef struct {
  const ClosedLoop *loop;
  Space *space;
  const Term *next[POLY_DIMS]; /* by leaf; NULL: a constant of the run */
  GPtrArray *iterations;       /* Poly*: over the leaves before an iteration, then those that it changes */
  gint64 deadline;
} Backward;

static Poly *hull_of(guint n, const GPtrArray *polys) {
  Poly *hull = poly_new(n, TRUE);
  for (guint i = 0; i < polys->len; i++) poly_hull(hull, (const Poly *)polys->pdata[i]);
  return hull;
}

/* The constraint on the leaves after an iteration. */
static Linear after_iteration(const Backward *b, const Linear *form) {
  Linear moved = {.constant = form->constant};
  guint at = b->space->n;
  for (guint i = 0; i < b->space->n; i++) moved.k[b->next[i] ? at++ : i] = form->k[i];
  return moved;
}

/* Where an iteration leads into x: p becomes the hull of itself and these states. */
static void add_states_before(const Backward *b, const Poly *x, Poly *p) {
  guint to[POLY_DIMS];
  GArray *constraints = poly_constraints(x);
  for (guint i = 0; i < POLY_DIMS; i++) to[i] = i < b->space->n ? i : G_MAXUINT;
  for (guint i = 0; i < b->iterations->len && !poly_is_empty(x); i++) {
    Poly *step = poly_copy((const Poly *)b->iterations->pdata[i]);
    for (guint j = 0; j < constraints->len; j++) {
      const LinearConstraint *c = &g_array_index(constraints, LinearConstraint, j);
      Linear moved = after_iteration(b, &c->form);
      poly_constrain(step, &moved, c->equality);
    }
    poly_rearrange(step, to);
    poly_hull(p, step);
    poly_free(step);
  }
  g_array_unref(constraints);
}

/* Takes x, the states close to what is bad, to a fixpoint.  FALSE: given up. */
static gboolean find_fixpoint(const Backward *b, const GArray *stops, Poly **x) {
  for (guint iteration = 0; iteration < limits.backward_iterations && !poly_failed(); iteration++) {
    Poly *more = poly_copy(*x);
    add_states_before(b, *x, more);
    gboolean stable = poly_contains(*x, more);
    if (iteration >= limits.widening_delay && !stable) poly_widen(more, *x, stops);
    poly_free(*x);
    *x = more;
    if (stable) return !poly_failed();
  }
  return FALSE;
}

/* A fixpoint stays above the least one when only what is close to bad or leads into it is kept. */
static void narrow(const Backward *b, const Poly *close, Poly **x) {
  for (guint i = 0; i < limits.narrowings; i++) {
    Poly *less = poly_copy(close);
    add_states_before(b, *x, less);
    gboolean is_less = poly_contains(*x, less) && !poly_failed();
    poly_free(is_less ? *x : less);
    if (!is_less) return;
    *x = less;
  }
}

/* What the states from which iterations lead to something bad have in common; true: not known. */
static const Term *states_before(Backward *b, const Term *bad) {
  const ClosedLoop *l = b->loop;
  const Term *found = term_bool(TRUE), *iteration = term_and(l->terms.iteration, l->invariant);
  GPtrArray *close =
      project_cases(b->space, term_and(term_and(l->terms.entry, l->invariant), bad), b->deadline);
  Poly *all = space_poly(b->space);
  b->iterations = close ? linear_step(b->space, all, iteration, b->next, TRUE, b->deadline) : NULL;
  if (b->iterations && !poly_failed()) {
    const Term *asked[] = {bad, iteration};
    GArray *limits = limits_of(b->space, asked, G_N_ELEMENTS(asked));
    Poly *first = hull_of(b->space->n, close), *x = poly_copy(first);
    if (find_fixpoint(b, limits, &x)) {
      narrow(b, first, &x);
      found = poly_failed() ? found : project_term(b->space, x);
    }
    poly_free(first);
    poly_free(x);
    g_array_unref(limits);
  }
  poly_free(all);
  if (close) g_ptr_array_unref(close);
  if (b->iterations) g_ptr_array_unref(b->iterations);
  return found;
}

/* The same at the first arrival, of the places in one pack. */
static const Term *pack_begins(const ClosedLoop *l, GPtrArray *leaves, const Term *bad, gint64 deadline) {
  Backward b = {.loop = l, .deadline = deadline};
  GPtrArray *readers = g_ptr_array_new();
  g_ptr_array_add(readers, (gpointer)l->terms.iteration);
  g_ptr_array_add(readers, (gpointer)bad);
  for (guint i = 0; i < l->terms.changes->len; i++) {
    const Change *c = &g_array_index(l->terms.changes, Change, i);
    guint at;
    if (g_ptr_array_find(leaves, c->any, &at)) b.next[at] = c->next;
  }
  poly_begin(POLYHEDRA);
  b.space = space_new(leaves, readers, TRUE);
  GHashTable *to_first = loop_map(&l->terms, TRUE);
  const Term *begins = term_substitute(states_before(&b, bad), to_first);
  g_hash_table_unref(to_first);
  space_free(b.space);
  g_ptr_array_unref(readers);
  return begins;
}

/* ---- loops ---- */

static gboolean has_place_of(const GPtrArray *nodes, GHashTable *places, const GPtrArray *pack) {
  for (guint i = 0; i < nodes->len; i++)
    if (g_hash_table_contains(places, nodes->pdata[i]) &&
        (!pack || g_ptr_array_find((GPtrArray *)pack, nodes->pdata[i], NULL)))
      return TRUE;
  return FALSE;
}

/* What must hold at the first arrival at a loop for something bad to come in it or after it. */
static const Term *loop_begins(const ClosedLoop *l, const Term *bad, gint64 deadline) {
  const Term *begins = term_bool(TRUE);
  GHashTable *places = loop_map(&l->terms, TRUE);
  GPtrArray *nodes = term_postorder(&bad, 1);
  if (has_place_of(nodes, places, NULL) &&
      term_dag_size(l->terms.iteration, limits.project_nodes) < limits.project_nodes) {
    GPtrArray *packs = packs_of_changes(&l->terms, limits.backward_pack);
    for (guint i = 0; i < packs->len; i++)
      if (has_place_of(nodes, places, (GPtrArray *)packs->pdata[i]))
        begins = term_and(begins, pack_begins(l, (GPtrArray *)packs->pdata[i], bad, deadline));
    g_ptr_array_unref(packs);
  }
  g_ptr_array_unref(nodes);
  g_hash_table_unref(places);
  return begins;
}

static const Term *refine_one(const GPtrArray *loops, const Term *bad, gint64 deadline) {
  for (guint i = loops->len; i-- > 0;) {
    const ClosedLoop *l = (const ClosedLoop *)loops->pdata[i];
    gboolean late = deadline_passed(deadline);
    if (late || !bad->has_havoc || term_dag_size(bad, limits.project_nodes) >= limits.project_nodes) break;
    bad = term_and(bad, term_implies(l->terms.entry, loop_begins(l, bad, deadline)));
  }
  return bad;
}

const Term *backward_refine(const GPtrArray *loops, const Term *bad, gint64 deadline) {
  gboolean apart = bad->op == TERM_OR && bad->n_args <= limits.project_disjuncts;
  const Term *all = term_bool(FALSE);
  for (guint i = 0; i < (apart ? bad->n_args : 1); i++)
    all = term_or(all, refine_one(loops, apart ? bad->args[i] : bad, deadline));
  return all;
}
