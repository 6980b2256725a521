/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One function of a right domain in the place of which there is a wrong one. */
#include "tests/helpers/wrong-domains.h"
#include "domains/registry.h"
#include <stdlib.h>

static const AcfDomain *right(const AcfDomain *d) { return ((const WrongDomain *)d)->base; }

static void *top_of(const AcfDomain *d, const void *x) {
  return right(d)->top(right(d), right(d)->dimension(right(d), x));
}

/* The element without the k-th of its constraints that satisfies a test. */
static void *forgetting(const AcfDomain *d, void *x, int k) {
  AcfConstraint c[200];
  const AcfDomain *b = right(d);
  const int n = b->constraints(b, x, c, 200);
  if (n <= k) return x;
  c[k] = c[n - 1];
  void *less = b->from_constraints(b, b->dimension(b, x), c, n - 1);
  b->free(b, x);
  return less;
}

/* ---- order ---- */

static int leq_often(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  void *both = b->meet(b, x, y);
  const int overlap = b->is_bottom(b, x) || !b->is_bottom(b, both);
  b->free(b, both);
  return overlap;
}
static int leq_rarely(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  return b->leq(b, x, y) && !(b->leq(b, y, x) && !b->is_bottom(b, x) && !b->is_top(b, x));
}
static int equal_one_way(const AcfDomain *d, const void *x, const void *y) {
  return right(d)->leq(right(d), x, y);
}
static int never(const AcfDomain *d, const void *x) { return 0; }
static int top_by_first(const AcfDomain *d, const void *x) {
  const AcfDomain *b = right(d);
  void *free_first = b->project(b, x, 0);
  const int same = b->equal(b, x, free_first) && !b->is_bottom(b, x);
  b->free(b, free_first);
  return same;
}
static void *copy_as_top(const AcfDomain *d, const void *x) { return top_of(d, x); }

/* ---- join and meet ---- */

static void *join_forgets(const AcfDomain *d, const void *x, const void *y) {
  return forgetting(d, right(d)->join(right(d), x, y), 0);
}
static void *join_left(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  return b->is_bottom(b, x) ? b->copy(b, y) : b->copy(b, x);
}
static void *join_ignores_bottom_check(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  return b->is_bottom(b, x) || b->is_bottom(b, y) ? top_of(d, x) : b->join(b, x, y);
}
static void *join_meets(const AcfDomain *d, const void *x, const void *y) {
  return right(d)->meet(right(d), x, y);
}
static void *join_as_widening(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  void *bound = b->join(b, x, y), *wide = b->widening(b, x, bound);
  b->free(b, bound);
  return wide;
}
static void *meet_left(const AcfDomain *d, const void *x, const void *y) {
  return right(d)->copy(right(d), x);
}
static void *meet_forgets(const AcfDomain *d, const void *x, const void *y) {
  return forgetting(d, right(d)->meet(right(d), x, y), 0);
}
static void *meet_empty(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  return b->leq(b, x, y) || b->leq(b, y, x) ? b->meet(b, x, y) : b->bottom(b, b->dimension(b, x));
}

/* ---- extrapolations ---- */

/* The new bound is taken where it should not be: y is looked at only when it adds nothing. */
static void *widening_wrong_way(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  return b->leq(b, y, x) ? b->widening(b, x, y) : b->copy(b, x);
}
static void *widening_slow(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  AcfLinear next = {.constant = 1, .k = {1}};
  void *moved = b->assign(b, x, 0, &next), *both = b->join(b, y, moved);
  b->free(b, moved);
  return both;
}
static void *widening_to_top(const AcfDomain *d, const void *x, const void *y) { return top_of(d, x); }
static void *narrowing_grows(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  return b->is_bottom(b, y) ? b->copy(b, y) : b->project(b, x, 1);
}

/* ---- assignments and conditions ---- */

static void *assign_as_project(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  return right(d)->project(right(d), x, v);
}
static void *assign_narrow(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  AcfLinear cut = *e;
  cut.constant = (int32_t)cut.constant;
  return right(d)->assign(right(d), x, v, &cut);
}
static void *assign_unsigned(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  AcfLinear other = *e;
  for (int i = 0; i < ACF_VARIABLES; i++)
    if (other.k[i] < -1) other.k[i] = -other.k[i];
  return right(d)->assign(right(d), x, v, &other);
}
static void *assign_forgets_itself(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  AcfLinear other = *e;
  other.k[v] = 0;
  return right(d)->assign(right(d), x, v, &other);
}
static void *assign_revives(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  const AcfDomain *b = right(d);
  void *all = b->is_bottom(b, x) ? top_of(d, x) : NULL, *z = b->assign(b, all ? all : x, v, e);
  if (all) b->free(b, all);
  return z;
}
/* What follows of others through v is lost with v. */
static void *assign_unclosed(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  AcfConstraint c[200];
  const AcfDomain *b = right(d);
  void *z = b->assign(b, x, v, e);
  const int n = b->constraints(b, x, c, 200);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < b->dimension(b, x) && c[i].form.k[v]; k++)
      if (k != v && c[i].form.k[k]) return forgetting(d, z, 0);
  return z;
}
static void *cond_half(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  AcfConstraint half = *c;
  if (half.relation == ACF_EQUAL) half.relation = ACF_AT_LEAST;
  return right(d)->cond(right(d), x, &half);
}
static void *cond_strict(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  AcfConstraint strict = *c;
  if (strict.relation == ACF_AT_LEAST) strict.relation = ACF_GREATER;
  return right(d)->cond(right(d), x, &strict);
}
static void *from_narrow(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  AcfConstraint cut[2] = {c[0], c[n_constraints > 1]};
  for (int i = 0; i < 2; i++) cut[i].form.constant = (int32_t)cut[i].form.constant;
  return right(d)->from_constraints(right(d), n, cut, MIN(n_constraints, 2));
}
static void *from_whole(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  AcfConstraint whole[2] = {c[0], c[n_constraints > 1]};
  for (int i = 0; i < 2; i++)
    if (whole[i].relation == ACF_GREATER) whole[i].relation = ACF_AT_LEAST, whole[i].form.constant--;
  return right(d)->from_constraints(right(d), n, whole, MIN(n_constraints, 2));
}
static void *project_all(const AcfDomain *d, const void *x, int v) {
  const AcfDomain *b = right(d);
  return b->is_bottom(b, x) ? b->copy(b, x) : top_of(d, x);
}
static void *project_nothing(const AcfDomain *d, const void *x, int v) { return right(d)->copy(right(d), x); }
static void *wrap_nothing(const AcfDomain *d, const void *x, int v, int bits, int is_signed) {
  return right(d)->copy(right(d), x);
}

/* ---- processes ---- */

static void *join_crashes(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  if (b->is_top(b, x) && b->is_bottom(b, y)) abort();
  return b->join(b, x, y);
}
static void *meet_loops(const AcfDomain *d, const void *x, const void *y) {
  const AcfDomain *b = right(d);
  volatile int turns = 1;
  while (turns && b->is_bottom(b, x) && b->is_top(b, y)) turns = 1;
  return b->meet(b, x, y);
}

/* ---- an octagon that closes late: equality sees whether it did ---- */

typedef struct {
  void *inner;
  gboolean open;
} Late;

static void *late(void *inner, gboolean open) {
  Late *l = g_new(Late, 1);
  *l = (Late){inner, open};
  return l;
}
static const void *in(const void *x) { return ((const Late *)x)->inner; }
static void *late_top(const AcfDomain *d, int n) { return late(right(d)->top(right(d), n), FALSE); }
static void *late_bottom(const AcfDomain *d, int n) { return late(right(d)->bottom(right(d), n), FALSE); }
static void *late_from(const AcfDomain *d, int n, const AcfConstraint *c, int k) {
  return late(right(d)->from_constraints(right(d), n, c, k), FALSE);
}
static void *late_copy(const AcfDomain *d, const void *x) {
  return late(right(d)->copy(right(d), in(x)), ((const Late *)x)->open);
}
static void late_free(const AcfDomain *d, void *x) {
  right(d)->free(right(d), ((Late *)x)->inner);
  g_free(x);
}
static int late_dimension(const AcfDomain *d, const void *x) { return right(d)->dimension(right(d), in(x)); }
static int late_leq(const AcfDomain *d, const void *x, const void *y) {
  return right(d)->leq(right(d), in(x), in(y));
}
static int late_equal(const AcfDomain *d, const void *x, const void *y) {
  const Late *a = x, *b = y;
  return a->open == b->open && right(d)->equal(right(d), a->inner, b->inner);
}
static int late_is_bottom(const AcfDomain *d, const void *x) { return right(d)->is_bottom(right(d), in(x)); }
static int late_is_top(const AcfDomain *d, const void *x) { return right(d)->is_top(right(d), in(x)); }
static void *late_join(const AcfDomain *d, const void *x, const void *y) {
  return late(right(d)->join(right(d), in(x), in(y)), FALSE);
}
static void *late_meet(const AcfDomain *d, const void *x, const void *y) {
  return late(right(d)->meet(right(d), in(x), in(y)), FALSE);
}
static void *late_widening(const AcfDomain *d, const void *x, const void *y) {
  return late(right(d)->widening(right(d), in(x), in(y)), FALSE);
}
static void *late_assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  const AcfDomain *b = right(d);
  return late(b->assign(b, in(x), v, e), !b->is_bottom(b, in(x)) && e->k[v] == 0);
}
static void *late_project(const AcfDomain *d, const void *x, int v) {
  return late(right(d)->project(right(d), in(x), v), FALSE);
}
static void *late_cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  return late(right(d)->cond(right(d), in(x), c), FALSE);
}
static int late_has(const AcfDomain *d, const void *x, const AcfPoint *p) {
  return right(d)->has(right(d), in(x), p);
}

/* ---- the table ---- */

static const struct {
  const char *name, *base, *fault;
  guint least;
} rows[] = {
    {"wrong-leq-often", "bd-mpq", "leq is true for what overlaps", 6},
    {"wrong-leq-rarely", "box", "leq is false for what is equal", 6},
    {"wrong-equal", "bd-mpq", "equal compares in one direction", 3},
    {"wrong-is-bottom", "polyhedra", "a bottom is not recognised", 1},
    {"wrong-is-top", "box", "is_top looks at the first variable only", 2},
    {"wrong-copy", "grid", "copy gives top", 1},
    {"wrong-join-forgets", "octagon-mpq", "join forgets a constraint", 5},
    {"wrong-join-left", "octagon-mpq", "join returns one side", 3},
    {"wrong-join-bottom", "polyhedra", "join with bottom is top", 5},
    {"wrong-join-meets", "polyhedra", "join keeps only what is in both", 8},
    {"wrong-join-wide", "octagon-mpq", "join extrapolates", 1},
    {"wrong-meet-left", "box", "meet returns one side", 7},
    {"wrong-meet-forgets", "bd-mpq", "meet forgets a constraint", 13},
    {"wrong-meet-empty", "octagon-mpq", "meet of what is not ordered is empty", 3},
    {"wrong-widening", "box", "widening compares in the wrong direction", 1},
    {"wrong-widening-slow", "box", "widening never ends", 1},
    {"wrong-widening-top", "bd-mpq", "widening with bottom gives top", 1},
    {"wrong-narrowing", "octagon-mpq", "narrowing grows", 1},
    {"wrong-assign-project", "polyhedra", "assign acts like project", 1},
    {"wrong-assign-narrow", "box", "constants of assignments are cut to 32 bits", 1},
    {"wrong-assign-sign", "polyhedra", "assign loses the sign of large coefficients", 1},
    {"wrong-assign-itself", "box", "assign forgets the old value", 1},
    {"wrong-assign-bottom", "polyhedra", "assign revives bottom", 4},
    {"wrong-assign-unclosed", "octagon-mpq", "assign leaves a closure out", 1},
    {"wrong-cond-half", "polyhedra", "cond takes equalities for inequalities", 1},
    {"wrong-cond-strict", "polyhedra-nnc", "cond takes the border away", 1},
    {"wrong-from-narrow", "bd-mpq", "bounds are cut to 32 bits", 1},
    {"wrong-from-whole", "box", "open bounds are rounded to integers", 1},
    {"wrong-project-all", "octagon-mpq", "project forgets everything", 1},
    {"wrong-project-nothing", "octagon-mpq", "project does nothing", 1},
    {"wrong-wrap", "bd-mpq", "wrap does nothing", 1},
    {"wrong-crash", "box", "join of top and bottom crashes", 1},
    {"wrong-loop", "box", "meet of bottom and top does not end", 1},
    {"wrong-late", "octagon-mpq", "assign leaves a closure to the next operation", 4},
};

static void spoil(AcfDomain *t, guint row) {
  switch (row) {
  case 0: t->leq = leq_often; break;
  case 1: t->leq = leq_rarely; break;
  case 2: t->equal = equal_one_way; break;
  case 3: t->is_bottom = never; break;
  case 4: t->is_top = top_by_first; break;
  case 5: t->copy = copy_as_top; break;
  case 6: t->join = join_forgets; break;
  case 7: t->join = join_left; break;
  case 8: t->join = join_ignores_bottom_check; break;
  case 9: t->join = join_meets; break;
  case 10: t->join = join_as_widening; break;
  case 11: t->meet = meet_left; break;
  case 12: t->meet = meet_forgets; break;
  case 13: t->meet = meet_empty; break;
  case 14: t->widening = widening_wrong_way; break;
  case 15: t->widening = widening_slow; break;
  case 16: t->widening = widening_to_top; break;
  case 17: t->narrowing = narrowing_grows; break;
  case 18: t->assign = assign_as_project; break;
  case 19: t->assign = assign_narrow; break;
  case 20: t->assign = assign_unsigned; break;
  case 21: t->assign = assign_forgets_itself; break;
  case 22: t->assign = assign_revives; break;
  case 23: t->assign = assign_unclosed; break;
  case 24: t->cond = cond_half; break;
  case 25: t->cond = cond_strict; break;
  case 26: t->from_constraints = from_narrow; break;
  case 27: t->from_constraints = from_whole; break;
  case 28: t->project = project_all; break;
  case 29: t->project = project_nothing; break;
  case 30: t->wrap = wrap_nothing; break;
  case 31: t->join = join_crashes; break;
  case 32: t->meet = meet_loops; break;
  default:
    t->top = late_top, t->bottom = late_bottom, t->from_constraints = late_from, t->copy = late_copy;
    t->free = late_free, t->dimension = late_dimension, t->leq = late_leq, t->equal = late_equal;
    t->is_bottom = late_is_bottom, t->is_top = late_is_top, t->join = late_join, t->meet = late_meet;
    t->widening = late_widening, t->narrowing = NULL, t->assign = late_assign, t->project = late_project;
    t->cond = late_cond, t->has = late_has, t->wrap = NULL, t->constraints = NULL;
  }
}

guint wrong_domains_count(void) { return G_N_ELEMENTS(rows); }

const WrongDomain *wrong_domain(guint i) {
  static WrongDomain made[G_N_ELEMENTS(rows)];
  WrongDomain *w = &made[i];
  if (w->base) return w;
  w->base = domains_find(rows[i].base);
  w->table = *w->base;
  w->table.name = rows[i].name;
  w->fault = rows[i].fault;
  w->least = rows[i].least;
  spoil(&w->table, i);
  return w;
}
