/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks: terms that, as unsigned numbers, iterations make smaller.
 *
 * A rank that no iteration makes larger excludes the iterations that make it smaller: those happen only
 * finitely often.  When ranks have excluded all iterations, one after the other, the loop ends.  Where ranks
 * come from does not matter: the solver checks each, bit by bit.  They are guessed from the comparisons of an
 * iteration, from single places, and from polyhedra of iterations. */
#include "symex/invariant/ranking.h"
#include "base/limits.h"
#include "symex/invariant/linear.h"
#include "symex/invariant/pack.h"
#include "formula/solver.h"

typedef struct {
  const LoopTerms *loop;
  const Term *iterations;  /* those not taken out yet */
  GHashTable *next;   /* `any` to its value after the iteration */
  GPtrArray *ranks;   /* Term* */
  GPtrArray *after;   /* Term*: each after an iteration */
  GPtrArray *samples; /* Model*: of iterations */
  gint64 deadline;
} Ranking;

/* ---- guesses ---- */

static void guess(Ranking *r, const Term *rank) {
  if (!rank || term_is_const(rank) || r->ranks->len >= limits.ranking_candidates ||
      g_ptr_array_find(r->ranks, rank, NULL) || !loop_lasting(r->loop, rank))
    return;
  const Term *after = term_substitute(rank, r->next);
  if (after == rank) return;
  g_ptr_array_add(r->ranks, (gpointer)rank);
  g_ptr_array_add(r->after, (gpointer)after);
}

/* A signed number: all negative ones are least. */
static const Term *clamped(const Term *t) {
  if (!t || term_is_const(t)) return NULL;
  const Term *zero = term_const(t->width, 0);
  return term_ite(term_binary(TERM_SLT, t, zero), zero, term_binary(TERM_ADD, t, term_const(t->width, 1)));
}

/* A signed number, counted from the least of its width: what goes down for ever in so many bits comes to an end,
 * wherever zero is. */
static const Term *above_least(const Term *t) {
  return term_binary(TERM_XOR, t, term_const(t->width, G_GUINT64_CONSTANT(1) << (t->width - 1)));
}

/* How far b is above a, in a width that does not wrap. */
static const Term *distance(const Term *a, const Term *b, gboolean is_signed) {
  guint width = a->width + 2;
  if (width > 64) return NULL;
  return term_binary(TERM_SUB, is_signed ? term_sext(b, width) : term_zext(b, width),
                     is_signed ? term_sext(a, width) : term_zext(a, width));
}

/* Of the iteration, and where its ways have met again, of what they make of the places. */
static GPtrArray *iteration_nodes(const Ranking *r) {
  g_autoptr(GPtrArray) roots = g_ptr_array_new();
  for (guint i = 0; i < r->loop->changes->len; i++)
    g_ptr_array_add(roots, (gpointer)g_array_index(r->loop->changes, Change, i).next);
  g_ptr_array_add(roots, (gpointer)r->loop->iteration);
  return term_postorder((const Term *const *)roots->pdata, roots->len);
}

static void guess_from_comparisons(Ranking *r) {
  GPtrArray *nodes = iteration_nodes(r);
  for (guint i = nodes->len; i-- > 0;) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (!t->has_havoc || t->op < TERM_EQ || t->op > TERM_SLE || t->args[0]->width == 1) continue;
    gboolean is_signed = t->op == TERM_SLT || t->op == TERM_SLE;
    for (guint j = 0; j < 2; j++) {
      guess(r, term_binary(TERM_SUB, t->args[j], t->args[1 - j]));
      guess(r, clamped(distance(t->args[j], t->args[1 - j], is_signed)));
    }
  }
  g_ptr_array_unref(nodes);
}

static void guess_from_places(Ranking *r) {
  for (guint i = 0; i < r->loop->changes->len; i++) {
    const Term *any = g_array_index(r->loop->changes, Change, i).any;
    if (any->index_width) continue;
    if (any->width == 1) {
      guess(r, term_ite(any, term_const(2, 1), term_const(2, 0)));
      guess(r, term_ite(any, term_const(2, 0), term_const(2, 1)));
      continue;
    }
    guess(r, any);
    guess(r, term_unary(TERM_NOT, any));
    guess(r, clamped(any));
    guess(r, clamped(term_binary(TERM_SUB, term_const(any->width, 0), any)));
  }
}

static const Term *without_sign(const Term *t) {
  const Term *zero = term_const(t->width, 0);
  return term_ite(term_binary(TERM_SLT, t, zero), term_binary(TERM_SUB, zero, t), t);
}

static gboolean mentions_place(const LoopTerms *l, const Term *t) {
  GPtrArray *nodes = term_postorder(&t, 1);
  gboolean found = FALSE;
  for (guint i = 0; i < l->changes->len && !found; i++)
    found = g_ptr_array_find(nodes, g_array_index(l->changes, Change, i).any, NULL);
  g_ptr_array_unref(nodes);
  return found;
}

/* What is added to the place; NULL: nothing plain is. */
static const Term *step_of(const Change *c) {
  const Term *t = c->next;
  if (t->op == TERM_ADD && t->args[0] == c->any) return t->args[1];
  if (t->op == TERM_ADD && t->args[1] == c->any) return t->args[0];
  if (t->op == TERM_SUB && t->args[0] == c->any)
    return term_binary(TERM_SUB, term_const(t->width, 0), t->args[1]);
  return NULL;
}

/* Where the step is a constant of the run, its sign says which way the place goes. */
static void guess_by_step(Ranking *r, const Change *c) {
  const Term *step = step_of(c);
  if (!step || term_is_const(step) || !loop_lasting(r->loop, step) || mentions_place(r->loop, step)) return;
  const Term *zero = term_const(step->width, 0);
  guess(r, term_ite(term_binary(TERM_SLT, step, zero), clamped(c->any), term_unary(TERM_NOT, c->any)));
  guess(r, term_ite(term_binary(TERM_SLT, step, zero), c->any, term_unary(TERM_NOT, c->any)));
}

/* Distances from zero, and the lesser of two places. */
static void guess_from_pairs_of_places(Ranking *r) {
  const GArray *changes = r->loop->changes;
  for (guint i = 0; i < changes->len; i++) {
    const Change *c = &g_array_index(changes, Change, i);
    if (c->any->index_width || c->any->width == 1) continue;
    guess(r, without_sign(c->any));
    guess_by_step(r, c);
    for (guint k = 0; k < i; k++) {
      const Term *other = g_array_index(changes, Change, k).any;
      if (other->index_width || other->width != c->any->width) continue;
      guess(r, clamped(term_ite(term_binary(TERM_SLT, c->any, other), c->any, other)));
    }
  }
}

/* From pairs over (before, after where it changes) to pairs over (after, before). */
static void arrange_pairs(Poly *p, const Space *s, const Term *const *values) {
  guint n = s->n, to[POLY_DIMS], at = n;
  for (guint i = 0; i < n; i++) to[i] = n + i;
  for (guint i = 0; i < n; i++)
    if (values[i]) to[at++] = i;
  for (guint i = 0; i < n; i++) {
    if (values[i]) continue;
    Linear same = linear_dimension(poly_dimensions(p)), before = linear_dimension(i);
    poly_add_dimensions(p, 1);
    linear_add(&same, &before, -1);
    poly_constrain(p, &same, TRUE);
    to[at++] = i;
  }
  poly_rearrange(p, to);
}

static void guess_from_pairs(Ranking *r, const Space *s, const Poly *pairs) {
  GArray *forms = poly_rankings(pairs);
  for (guint i = 0; i < MIN(forms->len, limits.ranking_forms); i++) {
    const Linear *form = &g_array_index(forms, Linear, i);
    const Term *value = space_value(s, form);
    guess(r, value ? clamped(value) : space_wrapped(s, form));
    if (value && !term_is_const(value)) guess(r, above_least(value));
  }
  g_array_unref(forms);
}

static void guess_from_space(Ranking *r, const Space *s, const Term *const *values, gint64 deadline) {
  poly_begin(POLYHEDRA);
  Poly *all = space_poly(s);
  GPtrArray *steps = linear_step(s, all, r->iterations, values, FALSE, deadline);
  Poly *hull = poly_new(2 * s->n, TRUE);
  for (guint i = 0; steps && i < steps->len; i++) {
    arrange_pairs((Poly *)steps->pdata[i], s, values);
    poly_hull(hull, (const Poly *)steps->pdata[i]);
  }
  if (steps) guess_from_pairs(r, s, hull);
  for (guint i = 0; steps && steps->len > 1 && i < steps->len; i++)
    guess_from_pairs(r, s, (const Poly *)steps->pdata[i]);
  if (steps) g_ptr_array_unref(steps);
  poly_free(hull);
  poly_free(all);
}

static void guess_from_polyhedra(Ranking *r) {
  gint64 deadline = MIN(r->deadline, g_get_monotonic_time() + limits.ranking_guess_ms * 1000);
  if (term_dag_size(r->iterations, limits.poly_iteration_nodes) >= limits.poly_iteration_nodes) return;
  GPtrArray *packs = packs_of_changes(r->loop, limits.ranking_pack), *readers = g_ptr_array_new();
  g_ptr_array_add(readers, (gpointer)r->loop->iteration);
  for (guint i = 0; i < packs->len; i++) {
    GPtrArray *leaves = (GPtrArray *)packs->pdata[i];
    const Term *values[POLY_DIMS] = {NULL};
    for (guint j = 0; j < leaves->len; j++)
      values[j] = (const Term *)g_hash_table_lookup(r->next, leaves->pdata[j]);
    Space *s = space_new(leaves, readers, TRUE);
    guess_from_space(r, s, values, deadline);
    space_free(s);
  }
  g_ptr_array_unref(readers);
  g_ptr_array_unref(packs);
}

/* ---- checks ---- */

static SolverAnswer ask(Ranking *r, const Term *question) {
  gint64 left = (r->deadline - g_get_monotonic_time()) / 1000;
  Model *m = NULL;
  if (left <= 0) return SOLVER_UNKNOWN;
  SolverAnswer answer =
      solver_sat(term_and(r->iterations, question), (guint)MIN(left, limits.ranking_check_ms), &m);
  if (m) g_ptr_array_add(r->samples, m);
  return answer;
}

/* Does some iteration seen so far contradict the condition? */
static gboolean refuted(const Ranking *r, const Term *condition) {
  for (guint i = 0; i < r->samples->len; i++) {
    const Model *m = (const Model *)r->samples->pdata[i];
    if (!condition->has_array && term_eval(r->iterations, m) && !term_eval(condition, m)) return TRUE;
  }
  return FALSE;
}

static gboolean holds(Ranking *r, const Term *condition) {
  return !refuted(r, condition) && ask(r, term_not(condition)) == SOLVER_UNSAT;
}

static const Term *smaller(const Ranking *r, guint i) {
  return term_binary(TERM_ULT, (const Term *)r->after->pdata[i], (const Term *)r->ranks->pdata[i]);
}

/* A rank that takes some iterations out; FALSE: none does. */
static gboolean take_out_some(Ranking *r) {
  for (guint i = 0; i < r->ranks->len; i++) {
    const Term *less = smaller(r, i);
    const Term *not_more =
        term_binary(TERM_ULE, (const Term *)r->after->pdata[i], (const Term *)r->ranks->pdata[i]);
    if (refuted(r, not_more) || ask(r, less) != SOLVER_SAT || !holds(r, not_more)) continue;
    r->iterations = term_and(r->iterations, term_not(less));
    return TRUE;
  }
  return FALSE;
}

static gboolean search(Ranking *r) {
  if (ask(r, term_bool(TRUE)) == SOLVER_UNSAT) return TRUE;
  for (guint i = 0; i < r->ranks->len; i++)
    if (holds(r, smaller(r, i))) return TRUE;
  while (take_out_some(r))
    if (ask(r, term_bool(TRUE)) == SOLVER_UNSAT) return TRUE;
  return FALSE;
}

gboolean ranking_proves_end(const LoopTerms *l, const Term *invariant, gint64 deadline) {
  Ranking r = {l,
               term_and(l->iteration, invariant),
               loop_map(l, FALSE),
               g_ptr_array_new(),
               g_ptr_array_new(),
               g_ptr_array_new_with_free_func((GDestroyNotify)model_free),
               g_get_monotonic_time() + limits.ranking_search_ms * 1000};
  if (deadline) r.deadline = MIN(r.deadline, deadline);
  guess_from_comparisons(&r);
  guess_from_places(&r);
  guess_from_polyhedra(&r);
  guess_from_pairs_of_places(&r);
  gboolean ends = search(&r);
  if (!ends &&
      loop_lasting(l, l->iteration)) { /* the iterations of an endless run are all followed by another */
    r.iterations = term_and(r.iterations, term_substitute(l->iteration, r.next));
    ends = search(&r);
  }
  g_hash_table_unref(r.next);
  g_ptr_array_unref(r.ranks);
  g_ptr_array_unref(r.after);
  g_ptr_array_unref(r.samples);
  return ends;
}
