/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fixpoint over a loop, in convex sets: the first arrival, then iteration after iteration until no more
 * is reached, with widening after some of them and narrowing at the end.
 *
 * Small packs of places are related by polyhedra.  What is related beyond them is seen by octagons, and what
 * is too much for these, by boxes: cost grows with the program, not with its exponential.
 *
 * A loop may have phases: one or two conditions on places that its iterations test.  Then there is a
 * polyhedron for each combination of their truth values, and relations that hold in one phase only. */
#include "symex/invariant/absint.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "symex/invariant/limits.h"
#include "symex/invariant/linear.h"
#include "symex/invariant/pack.h"
#include "symex/invariant/phases.h"

#define MAX_PHASES 4 /* of two conditions; a dimension of arrays */

typedef struct {
  PolyDomain domain;
  Space *space;
  const Term *entry, *iteration;
  const Term *first[POLY_DIMS], *next[POLY_DIMS]; /* by leaf; NULL: a constant of the run */
  GArray *limits;                                 /* LinearConstraint */
  guint n_phases;
  const Term *phase[MAX_PHASES], *phase_first[MAX_PHASES],
      *phase_next[MAX_PHASES]; /* at an arrival, at the first, after an iteration */
  gint64 deadline;
} Loop; /* seen in one space */

static gboolean is_late(const Loop *l) { return deadline_passed(l->deadline); }

/* ---- steps ---- */

/* What the leaves are after a step; NULL: given up. */
static Poly *after(const Loop *l, const Poly *from, const Term *condition, const Term *const *values) {
  guint n = l->space->n, to[POLY_DIMS], at = n;
  GPtrArray *steps = linear_step(l->space, from, condition, values, values == l->first, l->deadline);
  if (!steps) return NULL;
  for (guint i = 0; i < n; i++) to[i] = values[i] ? G_MAXUINT : i;
  for (guint i = 0; i < n; i++)
    if (values[i]) to[at++] = i;
  Poly *hull = poly_new(n, TRUE);
  for (guint i = 0; i < steps->len; i++) {
    poly_rearrange((Poly *)steps->pdata[i], to);
    poly_hull(hull, (const Poly *)steps->pdata[i]);
  }
  g_ptr_array_unref(steps);
  if (!poly_failed()) return hull;
  poly_free(hull);
  return NULL;
}

/* One polyhedron for each phase. */
typedef struct {
  Poly *phase[MAX_PHASES];
} Arrivals;

static void arrivals_free(const Loop *l, Arrivals *x) {
  for (guint i = 0; i < l->n_phases; i++) poly_free(x->phase[i]);
}

/* FALSE: given up; x is then nothing. */
static gboolean first_arrivals(const Loop *l, const Poly *all, Arrivals *x) {
  gboolean known = TRUE;
  for (guint i = 0; i < l->n_phases; i++) {
    x->phase[i] = after(l, all, term_and(l->entry, l->phase_first[i]), l->first);
    known &= x->phase[i] != NULL;
  }
  if (!known) arrivals_free(l, x);
  return known;
}

/* First arrivals or arrivals after an iteration from x. */
static gboolean next_arrivals(const Loop *l, const Arrivals *first, const Arrivals *x, Arrivals *next) {
  gboolean known = TRUE;
  for (guint to = 0; to < l->n_phases; to++) {
    next->phase[to] = poly_copy(first->phase[to]);
    for (guint from = 0; from < l->n_phases && known; from++) {
      if (poly_is_empty(x->phase[from])) continue;
      const Term *step = term_and(term_and(l->iteration, l->phase[from]), l->phase_next[to]);
      Poly *p = after(l, x->phase[from], step, l->next);
      if (p) poly_hull(next->phase[to], p);
      known = p && !poly_failed();
      poly_free(p);
    }
  }
  if (!known) arrivals_free(l, next);
  return known;
}

static gboolean contains(const Loop *l, const Arrivals *x, const Arrivals *y) {
  for (guint i = 0; i < l->n_phases; i++)
    if (!poly_contains(x->phase[i], y->phase[i])) return FALSE;
  return TRUE;
}

/* ---- the fixpoint ---- */

/* Takes x, the first arrivals, to a fixpoint.  FALSE: given up. */
static gboolean find_fixpoint(const Loop *l, const Arrivals *first, Arrivals *x) {
  for (guint iteration = 0; iteration < limits.absint_iterations; iteration++) {
    Arrivals next;
    if (!next_arrivals(l, first, x, &next)) return FALSE;
    for (guint i = 0; i < l->n_phases; i++) {
      poly_hull(next.phase[i], x->phase[i]);
      if (iteration >= limits.widening_delay && !poly_is_empty(x->phase[i]))
        poly_widen(next.phase[i], x->phase[i], l->limits);
    }
    gboolean stable = contains(l, x, &next);
    arrivals_free(l, x);
    *x = next;
    if (stable || poly_failed()) return !poly_failed();
  }
  return FALSE;
}

/* Smaller fixpoints below x, as long as there is time for them.  Sets that work was given up on are not to be
 * used again: then x is what it was before. */
static void narrow(const Loop *l, const Arrivals *first, Arrivals *x) {
  for (guint i = 0; i < limits.narrowings; i++) {
    Arrivals less, before;
    for (guint k = 0; k < l->n_phases; k++) before.phase[k] = poly_copy(x->phase[k]);
    const gboolean known = next_arrivals(l, first, x, &less), is_less = known && contains(l, x, &less);
    arrivals_free(l, x);
    if (known) arrivals_free(l, is_less ? &before : &less);
    *x = is_less ? less : before;
    if (!is_less) return;
  }
}

/* ---- relations ---- */

static void add_term(GPtrArray *found, const Term *t) {
  if (t && !term_is_const(t) && !g_ptr_array_find(found, t, NULL)) g_ptr_array_add(found, (gpointer)t);
}

/* Bounds may have any size, but large ones are no news in a phase; what relates places has small factors, is
 * no consequence of their widths, and reads all of them alike. */
static gboolean is_telling(const Space *s, const LinearConstraint *c, gboolean in_phase) {
  guint n = 0;
  gboolean readings[2] = {FALSE, FALSE};
  Wide sizes = 0, limit = (Wide)1 << 30;
  for (guint i = 0; i < s->n; i++) {
    Wide k = c->form.k[i] < 0 ? -c->form.k[i] : c->form.k[i];
    n += k != 0;
    readings[s->is_signed[i]] |= k != 0;
    sizes = MAX(sizes, k);
  }
  if (n < 2 && in_phase) return c->equality || (c->form.constant < limit && c->form.constant > -limit);
  if (n < 2) return TRUE;
  if (readings[0] && readings[1]) return FALSE;
  return sizes <= limits.poly_factor &&
         (c->equality || (c->form.constant < limit && c->form.constant > -limit));
}

/* All values of the leaves in a phase, whether they arrive or not. */
static Poly *phase_values(const Loop *l, guint phase) {
  const Term *keep[POLY_DIMS] = {NULL};
  Poly *all = space_poly(l->space), *values = after(l, all, l->phase[phase], keep);
  if (!values) return all;
  poly_free(all);
  return values;
}

/* What the phase itself says is no news in it. */
static gboolean is_news(const Poly *values, const LinearConstraint *c) {
  Wide least, greatest;
  poly_bounds(values, &c->form, &least, &greatest);
  return least < 0 || (c->equality && greatest > 0);
}

static void add_relations(const Loop *l, const Arrivals *x, GPtrArray *found) {
  const Space *s = l->space;
  for (guint i = 0; i < l->n_phases; i++) {
    GArray *constraints = poly_constraints(x->phase[i]);
    Poly *values = phase_values(l, i);
    for (guint j = 0; j < constraints->len && !poly_is_empty(x->phase[i]); j++) {
      const LinearConstraint *c = &g_array_index(constraints, LinearConstraint, j);
      if (!is_news(values, c)) continue;
      const Term *t = c->equality ? space_congruence(s, &c->form) : NULL;
      if (!t && is_telling(s, c, l->n_phases > 1)) t = space_term(s, c);
      if (t && !g_ptr_array_find(found, t, NULL)) add_term(found, term_implies(l->phase[i], t));
    }
    poly_free(values);
    g_array_unref(constraints);
  }
}

/* FALSE: it takes too long. */
static gboolean analyse(Loop *l, GPtrArray *found) {
  Arrivals first, x;
  gboolean failed = FALSE;
  poly_begin(l->domain);
  const Term *asked[] = {l->phase[0], l->phase[l->n_phases - 1], l->iteration};
  l->limits = limits_of(l->space, asked, G_N_ELEMENTS(asked));
  Poly *all = space_poly(l->space);
  if (first_arrivals(l, all, &first)) {
    for (guint i = 0; i < l->n_phases; i++) x.phase[i] = poly_copy(first.phase[i]);
    gboolean fixed = find_fixpoint(l, &first, &x);
    failed = poly_failed();
    if (fixed) {
      narrow(l, &first, &x);
      poly_begin(l->domain); /* what failed in narrowing does not matter: x is sound */
      add_relations(l, &x, found);
    }
    arrivals_free(l, &first);
    arrivals_free(l, &x);
  }
  poly_free(all);
  g_array_unref(l->limits);
  return !failed && !poly_failed();
}

/* ---- phases ---- */

/* One phase for each way in which the conditions, of which there are at most two, may hold or not. */
static void set_phases(Loop *l, const LoopTerms *terms, const Term *const *conditions, guint n) {
  GHashTable *to_first = loop_map(terms, TRUE), *to_next = loop_map(terms, FALSE);
  l->n_phases = 0;
  for (guint way = 0; way < 1u << n; way++) {
    const Term *all = term_bool(TRUE);
    for (guint i = 0; i < n; i++) all = term_and(all, way >> i & 1 ? term_not(conditions[i]) : conditions[i]);
    if (term_is_false(all)) continue;
    l->phase[l->n_phases] = all;
    l->phase_first[l->n_phases] = term_substitute(all, to_first);
    l->phase_next[l->n_phases++] = term_substitute(all, to_next);
  }
  g_hash_table_unref(to_first);
  g_hash_table_unref(to_next);
}

static gboolean same_readings(const Space *a, const Space *b) {
  for (guint i = 0; i < a->n; i++)
    if (a->is_signed[i] != b->is_signed[i]) return FALSE;
  return TRUE;
}

/* Each condition alone, then neighbours together.  FALSE: it takes too long. */
static gboolean analyse_phases(Loop *l, const LoopTerms *terms, const GPtrArray *phases, GPtrArray *found) {
  gboolean done = TRUE;
  for (guint n = 1; n <= 2; n++)
    for (guint i = 0; i + n <= phases->len && done && !is_late(l); i++) {
      set_phases(l, terms, (const Term *const *)&phases->pdata[i], n);
      done &= analyse(l, found);
    }
  return done;
}

/* FALSE: the pack is too large for the domain. */
static gboolean analyse_pack(const LoopTerms *terms, PolyDomain domain, GPtrArray *leaves, gint64 deadline,
                             GPtrArray *found) {
  Loop l = {.domain = domain, .entry = terms->entry, .iteration = terms->iteration, .deadline = deadline};
  GPtrArray *readers = g_ptr_array_new();
  g_ptr_array_add(readers, (gpointer)terms->iteration);
  for (guint i = 0; i < terms->changes->len; i++) {
    const Change *c = &g_array_index(terms->changes, Change, i);
    guint at;
    if (!g_ptr_array_find(leaves, c->any, &at)) continue;
    l.first[at] = c->first;
    l.next[at] = c->next;
    g_ptr_array_add(readers, (gpointer)c->next);
  }
  gboolean done = TRUE;
  Space *spaces[2] = {space_new(leaves, readers, TRUE), space_new(leaves, readers, FALSE)};
  for (guint i = 0; i < 2; i++) {
    if (i && same_readings(spaces[0], spaces[1])) continue;
    l.space = spaces[i];
    set_phases(&l, terms, NULL, 0);
    done &= analyse(&l, found);
  }
  GPtrArray *phases = domain == BOXES ? g_ptr_array_new() : loop_phases(terms, leaves);
  for (guint i = 0; i < 2; i++) {
    l.space = spaces[i];
    if (!i || !same_readings(spaces[0], spaces[1])) done &= analyse_phases(&l, terms, phases, found);
  }
  g_ptr_array_unref(phases);
  space_free(spaces[0]);
  space_free(spaces[1]);
  g_ptr_array_unref(readers);
  return done;
}

static gboolean is_in_time(gint64 deadline) { return !deadline_passed(deadline); }

/* Packs of at most that many places in polyhedra, or the sharpest domain allowed.  FALSE: some are too large.
 */
static gboolean analyse_small(const LoopTerms *l, guint size, gint64 deadline, GPtrArray *found) {
  gboolean done = TRUE;
  GPtrArray *packs = packs_of_changes(l, size);
  for (guint i = 0; i < packs->len; i++)
    if (is_in_time(deadline))
      done &=
          analyse_pack(l, (PolyDomain)limits.absint_domain, (GPtrArray *)packs->pdata[i], deadline, found);
  g_ptr_array_unref(packs);
  return done;
}

/* The packs that are too large for that, in octagons; what is too large for these, in boxes. */
static void analyse_large(const LoopTerms *l, guint small, gint64 deadline, GPtrArray *found) {
  GPtrArray *packs = packs_of_changes(l, limits.absint_pack);
  for (guint i = 0; i < packs->len; i++) {
    GPtrArray *pack = (GPtrArray *)packs->pdata[i];
    gboolean done = pack->len <= small;
    for (PolyDomain domain = MAX(OCTAGONS, (PolyDomain)limits.absint_domain);
         !done && domain <= BOXES && is_in_time(deadline); domain++)
      done = analyse_pack(l, domain, pack, deadline, found);
  }
  g_ptr_array_unref(packs);
}

GPtrArray *absint_invariants(const LoopTerms *l, gint64 deadline) {
  static const guint sizes[] = {8, 5, 3}; /* dimensions that polyhedra relate: what is quick enough */
  GPtrArray *found = g_ptr_array_new();
  if (term_dag_size(l->iteration, limits.poly_iteration_nodes) >= limits.poly_iteration_nodes ||
      term_dag_size(l->entry, limits.poly_iteration_nodes) >= limits.poly_iteration_nodes)
    return found;
  gboolean done = analyse_small(l, sizes[0], deadline, found);
  analyse_large(l, done ? sizes[0] : 1, deadline, found);
  for (guint i = 1; i < G_N_ELEMENTS(sizes) && !done; i++) done = analyse_small(l, sizes[i], deadline, found);
  return found;
}
