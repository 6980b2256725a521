/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fixpoint over a loop, in polyhedra: the first arrival, then turn after turn until no more is reached,
 * with widening after some of them and narrowing at the end. */
#include "engine/absint.h"
#include "engine/linear.h"
#include "engine/pack.h"

#define PACK_SIZE 8    /* dimensions that are related to each other */
#define DELAY 3        /* turns before widening */
#define MAX_TURNS 24   /* then a fixpoint is given up */
#define NARROWINGS 2   /* turns after the fixpoint */
#define MAX_LIMITS 128 /* constraints that widening tries to keep */
#define MAX_NODES 20000

typedef struct {
  Space *space;
  const Term *entry, *turn;
  const Term *first[POLY_DIMS], *next[POLY_DIMS]; /* by leaf; NULL: a constant of the run */
  GArray *limits;                                 /* LinearConstraint */
  gint64 deadline;
} Loop; /* seen in one space */

/* ---- steps ---- */

/* What the leaves are after a step; NULL: given up. */
static Poly *after(const Loop *l, const Poly *from, const Term *condition, const Term *const *values) {
  guint n = l->space->n, to[POLY_DIMS], at = n;
  GPtrArray *steps = linear_step(l->space, from, condition, values, l->deadline);
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

/* First arrivals or arrivals after a turn from x. */
static Poly *arrivals(const Loop *l, const Poly *first, const Poly *x) {
  Poly *p = after(l, x, l->turn, l->next);
  if (p) poly_hull(p, first);
  return p;
}

/* ---- limits for widening ---- */

static void add_limit(Loop *l, Linear form, Wide constant) {
  LinearConstraint c = {form, FALSE};
  c.form.constant = constant;
  if (l->limits->len < MAX_LIMITS) g_array_append_val(l->limits, c);
}

/* x - y around a number, from both sides. */
static void add_limits_around(Loop *l, Linear form, Wide number) {
  Linear negative = {0};
  linear_add(&negative, &form, -1);
  for (int margin = -1; margin <= 1; margin++) {
    add_limit(l, form, -number + margin);
    add_limit(l, negative, number + margin);
  }
}

static void add_limits_of(Loop *l, const Term *t) {
  guint leaves[2], n = 0;
  const Term *number = NULL;
  for (guint i = 0; i < 2; i++) {
    const Term *side = t->args[i];
    while (!g_hash_table_contains(l->space->index, side) &&
           (side->op == TERM_ADD || side->op == TERM_SUB || side->op == TERM_ZEXT || side->op == TERM_SEXT))
      side = side->n_args == 2 && term_is_const(side->args[0]) ? side->args[1] : side->args[0];
    guint at = GPOINTER_TO_UINT(g_hash_table_lookup(l->space->index, side));
    if (at) leaves[n++] = at - 1;
    if (term_is_const(side)) number = side;
  }
  if (n == 2 && leaves[0] != leaves[1]) {
    Linear form = linear_dimension(leaves[0]), other = linear_dimension(leaves[1]);
    linear_add(&form, &other, -1);
    add_limits_around(l, form, 0);
  } else if (n == 1 && number) {
    gboolean is_signed = l->space->is_signed[leaves[0]];
    add_limits_around(l, linear_dimension(leaves[0]),
                      is_signed ? (Wide)term_signed(number->param, number->width) : (Wide)number->param);
  }
}

static void find_limits(Loop *l) {
  for (guint i = 0; i < l->space->n; i++) {
    Linear x = linear_dimension(i), minus_x = {0};
    linear_add(&minus_x, &x, -1);
    add_limit(l, x, -least_of(l->space->leaf[i]->width, l->space->is_signed[i]));
    add_limit(l, minus_x, greatest_of(l->space->leaf[i]->width, l->space->is_signed[i]));
    add_limit(l, x, 0);
  }
  GPtrArray *nodes = term_postorder(&l->turn, 1);
  for (guint i = nodes->len; i-- > 0;) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->op >= TERM_EQ && t->op <= TERM_SLE && t->has_havoc) add_limits_of(l, t);
  }
  g_ptr_array_unref(nodes);
}

/* ---- the fixpoint ---- */

/* NULL: given up. */
static Poly *fixpoint(const Loop *l, const Poly *first) {
  Poly *x = poly_copy(first);
  for (guint turn = 0;; turn++) {
    Poly *next = turn < MAX_TURNS ? arrivals(l, first, x) : NULL;
    if (next) poly_hull(next, x);
    gboolean stable = next && poly_contains(x, next);
    if (next && !stable && turn >= DELAY) poly_widen(next, x, l->limits);
    if (stable) {
      poly_free(next);
      return x;
    }
    poly_free(x);
    x = next;
    if (x && !poly_failed()) continue;
    poly_free(x);
    return NULL;
  }
}

static Poly *narrow(const Loop *l, const Poly *first, Poly *x) {
  for (guint i = 0; i < NARROWINGS; i++) {
    Poly *less = arrivals(l, first, x);
    if (!less || !poly_contains(x, less)) {
      poly_free(less);
      poly_begin(); /* x itself is sound */
      return x;
    }
    poly_free(x);
    x = less;
  }
  return x;
}

static void add_term(GPtrArray *found, const Term *t) {
  if (t && !term_is_const(t) && !g_ptr_array_find(found, t, NULL)) g_ptr_array_add(found, (gpointer)t);
}

static void add_relations(const Space *s, const Poly *x, GPtrArray *found) {
  GArray *constraints = poly_constraints(x);
  for (guint i = 0; i < constraints->len; i++) {
    const LinearConstraint *c = &g_array_index(constraints, LinearConstraint, i);
    const Term *congruence = c->equality ? space_congruence(s, &c->form) : NULL;
    add_term(found, congruence ? congruence : space_term(s, c));
  }
  g_array_unref(constraints);
}

static void analyse(Loop *l, GPtrArray *found) {
  poly_begin();
  l->limits = g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
  find_limits(l);
  Poly *all = space_poly(l->space);
  Poly *first = after(l, all, l->entry, l->first);
  Poly *x = first && !poly_is_empty(first) ? fixpoint(l, first) : NULL;
  if (x) x = narrow(l, first, x);
  if (x) add_relations(l->space, x, found);
  poly_free(x);
  poly_free(first);
  poly_free(all);
  g_array_unref(l->limits);
}

static gboolean same_readings(const Space *a, const Space *b) {
  for (guint i = 0; i < a->n; i++)
    if (a->is_signed[i] != b->is_signed[i]) return FALSE;
  return TRUE;
}

static void analyse_pack(const LoopTerms *terms, GPtrArray *leaves, gint64 deadline, GPtrArray *found) {
  Loop l = {.entry = terms->entry, .turn = terms->turn, .deadline = deadline};
  GPtrArray *readers = g_ptr_array_new();
  g_ptr_array_add(readers, (gpointer)terms->turn);
  for (guint i = 0; i < terms->changes->len; i++) {
    const Change *c = &g_array_index(terms->changes, Change, i);
    guint at;
    if (!g_ptr_array_find(leaves, c->any, &at)) continue;
    l.first[at] = c->first;
    l.next[at] = c->next;
    g_ptr_array_add(readers, (gpointer)c->next);
  }
  Space *spaces[2] = {space_new(leaves, readers, TRUE), space_new(leaves, readers, FALSE)};
  for (guint i = 0; i < 2; i++) {
    if (i && same_readings(spaces[0], spaces[1])) continue;
    l.space = spaces[i];
    analyse(&l, found);
  }
  space_free(spaces[0]);
  space_free(spaces[1]);
  g_ptr_array_unref(readers);
}

GPtrArray *absint_invariants(const LoopTerms *l, gint64 deadline) {
  GPtrArray *found = g_ptr_array_new();
  if (term_dag_size(l->turn, MAX_NODES) >= MAX_NODES || term_dag_size(l->entry, MAX_NODES) >= MAX_NODES)
    return found;
  GPtrArray *packs = packs_of_changes(l, PACK_SIZE);
  for (guint i = 0; i < packs->len; i++)
    if (!deadline || g_get_monotonic_time() < deadline)
      analyse_pack(l, (GPtrArray *)packs->pdata[i], deadline, found);
  g_ptr_array_unref(packs);
  return found;
}
