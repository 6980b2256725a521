/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One side of the polyhedron after the other is moved: how far, is found by bisection. */
#include "learn/interpolate.h"
#include "base/limits.h"
#include "formula/solver.h"

typedef struct {
  const Space *space;
  GArray *constraints; /* LinearConstraint: none is an equality */
  Solver *solver;      /* holds the other region */
  gint64 deadline;
} Interpolation;

static void split_equalities(GArray *constraints) {
  for (guint i = 0; i < constraints->len; i++) {
    LinearConstraint *c = &g_array_index(constraints, LinearConstraint, i), reverse = {{0}, FALSE};
    if (!c->equality) continue;
    c->equality = FALSE;
    linear_add(&reverse.form, &c->form, -1);
    g_array_append_val(constraints, reverse);
  }
}

static gboolean are_opposite(const Linear *a, const Linear *b) {
  Linear sum = *a;
  return linear_add(&sum, b, 1) && linear_is_constant(&sum) && sum.constant == 0;
}

static void join_equalities(GArray *constraints) {
  for (guint i = 0; i < constraints->len; i++)
    for (guint k = constraints->len; k-- > i + 1;) {
      LinearConstraint *c = &g_array_index(constraints, LinearConstraint, i);
      if (!are_opposite(&c->form, &g_array_index(constraints, LinearConstraint, k).form)) continue;
      c->equality = TRUE;
      g_array_remove_index(constraints, k);
    }
}

static Wide value_at(const Space *s, const Linear *form, const Model *m) {
  Wide sum = form->constant;
  for (guint i = 0; i < s->n; i++) {
    guint64 raw = model_value(m, s->leaf[i]);
    sum += form->k[i] * (s->is_signed[i] ? (Wide)term_signed(raw, s->leaf[i]->width) : (Wide)raw);
  }
  return sum;
}

static void add_term(const Interpolation *t, GPtrArray *terms, const LinearConstraint *c) {
  const Term *term = space_term(t->space, c);
  if (term) g_ptr_array_add(terms, (gpointer)term);
}

/* A point of the other region that satisfies all constraints but this one, which it misses by at most
 * `reach` (0: by however much); NULL: there is none, or none is soon found. */
static Model *intruder(const Interpolation *t, guint which, Wide reach) {
  GPtrArray *terms = g_ptr_array_new();
  for (guint i = 0; i < t->constraints->len; i++)
    if (i != which) add_term(t, terms, &g_array_index(t->constraints, LinearConstraint, i));
  LinearConstraint side = g_array_index(t->constraints, LinearConstraint, which), missed = {{0}, FALSE};
  linear_add(&missed.form, &side.form, -1);
  missed.form.constant -= 1;
  add_term(t, terms, &missed);
  side.form.constant += reach;
  if (reach) add_term(t, terms, &side);
  SolverAnswer a =
      solver_check(t->solver, (const Term *const *)terms->pdata, terms->len, limits.learn_solver_ms);
  g_ptr_array_unref(terms);
  return a == SOLVER_SAT ? solver_model(t->solver) : NULL;
}

/* By how much an intruder misses the side, which is no more than `reach`; 0: none is found. */
static Wide distance(const Interpolation *t, guint which, Wide reach) {
  Model *m = intruder(t, which, reach);
  if (!m) return 0;
  Wide miss = -value_at(t->space, &g_array_index(t->constraints, LinearConstraint, which).form, m);
  model_free(m);
  return miss;
}

/* How far the side can move; negative: as far as one likes.  Most sides can go at once, or not at all. */
static Wide room(const Interpolation *t, guint which) {
  Wide free = 0, taken = distance(t, which, 0);
  if (!taken) return -1;
  for (Wide reach = 1; free + 1 < taken && g_get_monotonic_time() < t->deadline;
       reach = free + (taken - free) / 2) {
    Wide miss = distance(t, which, reach);
    if (miss)
      taken = miss;
    else
      free = reach;
  }
  return free;
}

void interpolate(const Space *s, GArray *constraints, const Term *other, gint64 deadline) {
  Interpolation t = {s, constraints, solver_new(), deadline};
  solver_assert(t.solver, other);
  split_equalities(constraints);
  for (guint i = constraints->len; i-- > 0 && g_get_monotonic_time() < deadline;) {
    gboolean says_nothing = !space_term(s, &g_array_index(constraints, LinearConstraint, i));
    Wide far = says_nothing ? -1 : room(&t, i);
    if (far < 0)
      g_array_remove_index(constraints, i);
    else
      g_array_index(constraints, LinearConstraint, i).form.constant += far;
  }
  join_equalities(constraints);
  solver_free(t.solver);
}
