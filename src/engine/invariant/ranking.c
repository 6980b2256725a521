/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranks: terms that, as unsigned numbers, turns make smaller.
 *
 * A rank that no turn makes larger takes out of account the turns that make it smaller: it can only do that
 * finitely often.  When ranks have taken out all turns, one after the other, the loop ends.  Where ranks come
 * from does not matter: the solver checks each, bit by bit.  They are guessed from the comparisons that a
 * turn makes, from single places, and from polyhedra of turns. */
#include "engine/invariant/ranking.h"
#include "engine/invariant/linear.h"
#include "engine/invariant/pack.h"
#include "formula/solver.h"

#define SEARCH_MS 6000
#define GUESS_MS 500
#define CHECK_MS 2000
#define PACK_SIZE 8
#define MAX_RANKS 64
#define MAX_FORMS 8 /* of one polyhedron */
#define MAX_NODES 20000

typedef struct {
  const LoopTerms *loop;
  const Term *turns;  /* those not taken out yet */
  GHashTable *next;   /* `any` to its value after the turn */
  GPtrArray *ranks;   /* Term* */
  GPtrArray *after;   /* Term*: each after a turn */
  GPtrArray *samples; /* Model*: of turns */
  gint64 deadline;
} Ranking;

/* ---- guesses ---- */

static void guess(Ranking *r, const Term *rank) {
  if (!rank || term_is_const(rank) || r->ranks->len >= MAX_RANKS || g_ptr_array_find(r->ranks, rank, NULL) ||
      !loop_lasting(r->loop, rank))
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

/* How far b is above a, in a width that does not wrap. */
static const Term *distance(const Term *a, const Term *b, gboolean is_signed) {
  guint width = a->width + 2;
  if (width > 64) return NULL;
  return term_binary(TERM_SUB, is_signed ? term_sext(b, width) : term_zext(b, width),
                     is_signed ? term_sext(a, width) : term_zext(a, width));
}

static void guess_from_comparisons(Ranking *r) {
  GPtrArray *nodes = term_postorder(&r->loop->turn, 1);
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
  for (guint i = 0; i < MIN(forms->len, MAX_FORMS); i++) {
    const Linear *form = &g_array_index(forms, Linear, i);
    const Term *value = space_value(s, form);
    guess(r, value ? clamped(value) : space_wrapped(s, form));
  }
  g_array_unref(forms);
}

static void guess_from_space(Ranking *r, const Space *s, const Term *const *values, gint64 deadline) {
  poly_begin(POLYHEDRA);
  Poly *all = space_poly(s);
  GPtrArray *steps = linear_step(s, all, r->turns, values, FALSE, deadline);
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
  gint64 deadline = MIN(r->deadline, g_get_monotonic_time() + GUESS_MS * 1000);
  if (term_dag_size(r->turns, MAX_NODES) >= MAX_NODES) return;
  GPtrArray *packs = packs_of_changes(r->loop, PACK_SIZE), *readers = g_ptr_array_new();
  g_ptr_array_add(readers, (gpointer)r->loop->turn);
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
  SolverAnswer answer = solver_sat(term_and(r->turns, question), (guint)MIN(left, CHECK_MS), &m);
  if (m) g_ptr_array_add(r->samples, m);
  return answer;
}

/* Does some turn seen so far contradict the condition? */
static gboolean refuted(const Ranking *r, const Term *condition) {
  for (guint i = 0; i < r->samples->len; i++) {
    const Model *m = (const Model *)r->samples->pdata[i];
    if (!condition->has_array && term_eval(r->turns, m) && !term_eval(condition, m)) return TRUE;
  }
  return FALSE;
}

static gboolean holds(Ranking *r, const Term *condition) {
  return !refuted(r, condition) && ask(r, term_not(condition)) == SOLVER_UNSAT;
}

static const Term *smaller(const Ranking *r, guint i) {
  return term_binary(TERM_ULT, (const Term *)r->after->pdata[i], (const Term *)r->ranks->pdata[i]);
}

/* A rank that takes some turns out; FALSE: none does. */
static gboolean take_out_some(Ranking *r) {
  for (guint i = 0; i < r->ranks->len; i++) {
    const Term *less = smaller(r, i);
    const Term *not_more =
        term_binary(TERM_ULE, (const Term *)r->after->pdata[i], (const Term *)r->ranks->pdata[i]);
    if (refuted(r, not_more) || ask(r, less) != SOLVER_SAT || !holds(r, not_more)) continue;
    r->turns = term_and(r->turns, term_not(less));
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
               term_and(l->turn, invariant),
               loop_map(l, FALSE),
               g_ptr_array_new(),
               g_ptr_array_new(),
               g_ptr_array_new_with_free_func((GDestroyNotify)model_free),
               g_get_monotonic_time() + SEARCH_MS * 1000};
  if (deadline) r.deadline = MIN(r.deadline, deadline);
  guess_from_comparisons(&r);
  guess_from_places(&r);
  guess_from_polyhedra(&r);
  gboolean ends = search(&r);
  g_hash_table_unref(r.next);
  g_ptr_array_unref(r.ranks);
  g_ptr_array_unref(r.after);
  g_ptr_array_unref(r.samples);
  return ends;
}
