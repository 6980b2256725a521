/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polyhedra of isl: integer points.  Existentially quantified variables, which isl introduces to be exact,
 * are dropped: a set is convex. */
#include "domains/registry.h"
#include "domains/show.h"
#include <isl/constraint.h>
#include <isl/ctx.h>
#include <isl/map.h>
#include <isl/options.h>
#include <isl/point.h>
#include <isl/set.h>
#include <isl/space.h>
#include <isl/val.h>

static isl_ctx *context(void) {
  static isl_ctx *made;
  if (made) return made;
  made = isl_ctx_alloc();
  isl_options_set_on_error(made, ISL_ON_ERROR_CONTINUE);
  return made;
}

static isl_basic_set *of(const void *x) { return isl_basic_set_copy((isl_basic_set *)x); }
static isl_space *space(int n) { return isl_space_set_alloc(context(), 0, (unsigned)n); }
static int dimension(const AcfDomain *d, const void *x) {
  return (int)isl_basic_set_dim((isl_basic_set *)x, isl_dim_set);
}

static void *top(const AcfDomain *d, int n) { return isl_basic_set_universe(space(n)); }
static void *bottom(const AcfDomain *d, int n) { return isl_basic_set_empty(space(n)); }
static void *copy(const AcfDomain *d, const void *x) { return of(x); }
static void free_set(const AcfDomain *d, void *x) { isl_basic_set_free(x); }

static int leq(const AcfDomain *d, const void *x, const void *y) {
  return isl_basic_set_is_subset((isl_basic_set *)x, (isl_basic_set *)y);
}
static int equal(const AcfDomain *d, const void *x, const void *y) {
  return isl_basic_set_is_equal((isl_basic_set *)x, (isl_basic_set *)y);
}
static int is_bottom(const AcfDomain *d, const void *x) { return isl_basic_set_is_empty((isl_basic_set *)x); }
static int is_top(const AcfDomain *d, const void *x) { return isl_basic_set_is_universe((isl_basic_set *)x); }

static void *join(const AcfDomain *d, const void *x, const void *y) {
  return isl_set_polyhedral_hull(isl_basic_set_union(of(x), of(y)));
}

static void *meet(const AcfDomain *d, const void *x, const void *y) {
  return isl_basic_set_intersect(of(x), of(y));
}

static isl_val *number(AcfWide value) {
  g_autofree char *digits = show_number(value);
  return isl_val_read_from_str(context(), digits);
}

/* The form, with a constant of its own, in the variables of a type. */
static isl_constraint *fill(isl_constraint *c, enum isl_dim_type type, int n, const AcfLinear *e,
                            AcfWide constant) {
  c = isl_constraint_set_constant_val(c, number(constant));
  for (int i = 0; i < n; i++)
    if (e->k[i]) c = isl_constraint_set_coefficient_val(c, type, i, number(e->k[i]));
  return c;
}

static isl_basic_set *constrained(isl_basic_set *x, int n, const AcfConstraint *c) {
  if (c->relation == ACF_CONGRUENT) return x;
  isl_local_space *in = isl_local_space_from_space(space(n));
  isl_constraint *one =
      c->relation == ACF_EQUAL ? isl_constraint_alloc_equality(in) : isl_constraint_alloc_inequality(in);
  const AcfWide constant = (AcfWide)c->form.constant - (c->relation == ACF_GREATER);
  return isl_basic_set_add_constraint(x, fill(one, isl_dim_set, n, &c->form, constant));
}

static void *cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  return constrained(of(x), dimension(d, x), c);
}

static void *from_constraints(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  isl_basic_set *x = top(d, n);
  for (int i = 0; i < n_constraints; i++) x = constrained(x, n, &c[i]);
  return x;
}

/* x'[v] = e, and the others as they are. */
static isl_basic_map *step(int n, int v, const AcfLinear *e) {
  isl_space *pairs = isl_space_alloc(context(), 0, (unsigned)n, (unsigned)n);
  isl_basic_map *m = isl_basic_map_universe(isl_space_copy(pairs));
  for (int i = 0; i < n; i++) {
    isl_constraint *c = isl_constraint_alloc_equality(isl_local_space_from_space(isl_space_copy(pairs)));
    AcfLinear same = {.constant = 0};
    same.k[i] = 1;
    c = fill(c, isl_dim_in, n, i == v ? e : &same, i == v ? e->constant : 0);
    c = isl_constraint_set_coefficient_si(c, isl_dim_out, i, -1);
    m = isl_basic_map_add_constraint(m, c);
  }
  isl_space_free(pairs);
  return m;
}

static void *assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  return isl_basic_set_remove_divs(isl_basic_set_apply(of(x), step(dimension(d, x), v, e)));
}

static void *project(const AcfDomain *d, const void *x, int v) {
  return isl_basic_set_remove_divs(isl_basic_set_eliminate(of(x), isl_dim_set, (unsigned)v, 1));
}

static int has(const AcfDomain *d, const void *x, const AcfPoint *p) {
  const int n = dimension(d, x);
  isl_point *at = isl_point_zero(space(n));
  for (int i = 0; i < n; i++) at = isl_point_set_coordinate_val(at, isl_dim_set, i, number(p->value[i]));
  isl_basic_set *one = isl_basic_set_from_point(at);
  const int inside = leq(d, one, x);
  isl_basic_set_free(one);
  return inside;
}

static int represents(const AcfDomain *d, int n, const AcfConstraint *c) {
  return c->relation != ACF_CONGRUENT;
}

/* Else the image has gaps. */
static int exact(const AcfDomain *d, int n, int v, const AcfLinear *e) {
  return e->k[v] >= -1 && e->k[v] <= 1;
}

typedef struct {
  AcfConstraint *c;
  int n, most, variables;
} List;

static gboolean read_number(isl_val *value, int64_t *to) {
  const gboolean fits = isl_val_cmp_si(value, G_MINLONG) >= 0 && isl_val_cmp_si(value, G_MAXLONG) <= 0;
  *to = fits ? isl_val_get_num_si(value) : 0;
  isl_val_free(value);
  return fits;
}

static isl_stat list_one(isl_constraint *one, void *data) {
  List *l = data;
  if (l->n < l->most) {
    AcfConstraint *c = &l->c[l->n];
    *c = (AcfConstraint){.relation = isl_constraint_is_equality(one) ? ACF_EQUAL : ACF_AT_LEAST};
    gboolean fits = read_number(isl_constraint_get_constant_val(one), &c->form.constant);
    for (int i = 0; i < l->variables; i++)
      fits &= read_number(isl_constraint_get_coefficient_val(one, isl_dim_set, i), &c->form.k[i]);
    l->n += fits;
  }
  isl_constraint_free(one);
  return isl_stat_ok;
}

static int constraints(const AcfDomain *d, const void *x, AcfConstraint *c, int most) {
  List l = {c, 0, most, dimension(d, x)};
  return isl_basic_set_foreach_constraint((isl_basic_set *)x, list_one, &l) == isl_stat_ok ? l.n : -1;
}

/* Polyhedra of rational points are not below sets of integer points. */
static const int sharper_integers[] = {76, 0};

const AcfDomain isl_domains[] = {{.version = ACF_DOMAIN_VERSION,
                                  .name = "isl",
                                  .library = "isl",
                                  .about = "convex sets of integer points, without widening",
                                  .values = ACF_INTEGERS,
                                  .flags = ACF_STRICT,
                                  .unexpected = sharper_integers,
                                  .top = top,
                                  .bottom = bottom,
                                  .from_constraints = from_constraints,
                                  .copy = copy,
                                  .free = free_set,
                                  .dimension = dimension,
                                  .leq = leq,
                                  .equal = equal,
                                  .is_bottom = is_bottom,
                                  .is_top = is_top,
                                  .join = join,
                                  .meet = meet,
                                  .assign = assign,
                                  .project = project,
                                  .cond = cond,
                                  .has = has,
                                  .represents = represents,
                                  .exact = exact,
                                  .constraints = constraints}};
const guint n_isl_domains = G_N_ELEMENTS(isl_domains);
