/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex sets, by the C interface of the Parma Polyhedra Library. */
#include "base/limits.h"
#include "symex/invariant/domain.h"
#include "symex/invariant/wide.h"

struct Poly {
  PolyDomain domain;
  void *shape;
  guint n;
};

static gboolean failed;
static PolyDomain present;

static const DomainTable *of(const Poly *p) { return &domain_tables[p->domain]; }

/* All calls go through this: what is not understood, runs out of memory or takes too long has failed. */
static int must(int result) {
  if (result < 0) failed = TRUE;
  return result;
}

void poly_begin(PolyDomain d) {
  static gboolean initialised;
  if (!initialised) {
    must(ppl_initialize());
    must(ppl_restore_pre_PPL_rounding()); /* floats elsewhere round as C says; integers do not care */
    initialised = TRUE;
  }
  failed = FALSE;
  present = d;
  must(ppl_reset_deterministic_timeout());
  must(ppl_set_deterministic_timeout(limits.poly_work, limits.poly_work_scale));
}

gboolean poly_failed(void) { return failed; }

/* ---- numbers ---- */

static ppl_Coefficient_t new_coefficient(Wide value) {
  ppl_Coefficient_t c = NULL;
  mpz_t z;
  mpz_init(z);
  wide_to_mpz(z, value);
  must(ppl_new_Coefficient_from_mpz_t(&c, z));
  mpz_clear(z);
  return c;
}

static Wide coefficient_value(ppl_Coefficient_t c) {
  mpz_t z;
  mpz_init(z);
  must(ppl_Coefficient_to_mpz_t(c, z));
  Wide value = wide_from_mpz(z);
  mpz_clear(z);
  return value;
}

static gboolean is_large(Wide value) { return value >= WIDE_LIMIT || value <= -WIDE_LIMIT; }

/* ---- linear forms ---- */

Linear linear_constant(Wide value) { return (Linear){.constant = value}; }

Linear linear_dimension(guint dimension) {
  Linear l = {0};
  l.k[dimension] = 1;
  return l;
}

static gboolean add_product(Wide *a, Wide b, Wide factor) {
  Wide product, sum;
  if (__builtin_mul_overflow(b, factor, &product) || __builtin_add_overflow(*a, product, &sum) ||
      is_large(sum))
    return FALSE;
  *a = sum;
  return TRUE;
}

gboolean linear_add(Linear *a, const Linear *b, Wide factor) {
  Linear sum = *a;
  if (!add_product(&sum.constant, b->constant, factor)) return FALSE;
  for (guint i = 0; i < POLY_DIMS; i++)
    if (b->k[i] && !add_product(&sum.k[i], b->k[i], factor)) return FALSE;
  *a = sum;
  return TRUE;
}

gboolean linear_is_constant(const Linear *a) {
  for (guint i = 0; i < POLY_DIMS; i++)
    if (a->k[i]) return FALSE;
  return TRUE;
}

static ppl_Linear_Expression_t new_expression(const Linear *l, guint n) {
  ppl_Linear_Expression_t e = NULL;
  if (must(ppl_new_Linear_Expression_with_dimension(&e, n)) < 0) return NULL;
  ppl_Coefficient_t c = new_coefficient(l->constant);
  must(ppl_Linear_Expression_add_to_inhomogeneous(e, c));
  ppl_delete_Coefficient(c);
  for (guint i = 0; i < n; i++) {
    if (!l->k[i]) continue;
    c = new_coefficient(l->k[i]);
    must(ppl_Linear_Expression_add_to_coefficient(e, i, c));
    ppl_delete_Coefficient(c);
  }
  return e;
}

/* ---- sets ---- */

Poly *poly_new(guint dimensions, gboolean empty) {
  g_assert(dimensions <= POLY_DIMS);
  Poly *p = g_new0(Poly, 1);
  p->domain = present;
  p->n = dimensions;
  must(of(p)->new (&p->shape, dimensions, empty));
  return p;
}

Poly *poly_copy(const Poly *p) {
  Poly *copy = g_new0(Poly, 1);
  copy->domain = p->domain;
  copy->n = p->n;
  must(of(p)->copy(&copy->shape, p->shape));
  return copy;
}

void poly_free(Poly *p) {
  if (!p) return;
  if (p->shape) of(p)->free(p->shape);
  g_free(p);
}

guint poly_dimensions(const Poly *p) { return p->n; }

gboolean poly_is_empty(const Poly *p) { return !failed && must(of(p)->is_empty(p->shape)) > 0; }

gboolean poly_contains(const Poly *p, const Poly *q) {
  return !failed && must(of(p)->contains(p->shape, q->shape)) > 0;
}

static ppl_Constraint_t new_constraint(const Linear *form, gboolean equality, guint n) {
  ppl_Constraint_t c = NULL;
  ppl_Linear_Expression_t e = new_expression(form, n);
  if (!e) return NULL;
  must(
      ppl_new_Constraint(&c, e, equality ? PPL_CONSTRAINT_TYPE_EQUAL : PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL));
  ppl_delete_Linear_Expression(e);
  return c;
}

static Wide divisor_of(Wide a, Wide b) {
  while (b) {
    const Wide rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

/* The dimensions are integers: what a common divisor leaves of the constant is nothing, or says that there is
 * no point. */
static void tighten(Linear *form, gboolean equality) {
  Wide divisor = 0;
  for (guint i = 0; i < POLY_DIMS; i++) divisor = divisor_of(divisor, form->k[i]);
  if (divisor < 2) return;
  const Wide rest = form->constant % divisor;
  if (equality && rest) {
    *form = linear_constant(1);
    return;
  }
  for (guint i = 0; i < POLY_DIMS; i++) form->k[i] /= divisor;
  form->constant = form->constant / divisor - (rest < 0);
}

static void refine(Poly *p, const Linear *form, gboolean equality) {
  Linear tight = *form;
  tighten(&tight, equality);
  ppl_Constraint_t c = failed ? NULL : new_constraint(&tight, equality, p->n);
  if (!c) return;
  must(of(p)->refine(p->shape, c));
  ppl_delete_Constraint(c);
  if (!failed && of(p)->whole) must(of(p)->whole(p->shape));
}

/* The next dimension after i in which an octagon can see the form's dimension i together with another one.
 * p->n: none. */
static guint partner(const Poly *p, const Linear *form, guint i) {
  guint j = i + 1;
  while (j < p->n && form->k[j] != form->k[i] && form->k[j] != -form->k[i]) j++;
  return j;
}

static guint n_dimensions(const Linear *form) {
  guint n = 0;
  for (guint i = 0; i < POLY_DIMS; i++) n += form->k[i] != 0;
  return n;
}

/* Can an octagon hold the form against a number? */
static gboolean is_octagonal(const Poly *p, const Linear *form) {
  guint n = n_dimensions(form), i = 0;
  while (i < p->n && !form->k[i]) i++;
  return n < 2 || (n == 2 && partner(p, form, i) < p->n);
}

/* Of form >= 0: what it says of one or two dimensions, given the most that the rest of it can be. */
static void refine_part(Poly *p, const Linear *form, guint i, guint j) {
  Linear part = {0}, rest = *form;
  Wide least, greatest;
  part.k[i] = form->k[i];
  part.k[j] = form->k[j];
  rest.k[i] = rest.k[j] = 0;
  poly_bounds(p, &rest, &least, &greatest);
  part.constant = greatest;
  if (!is_large(greatest)) refine(p, &part, FALSE);
}

/* An octagon ignores what is not octagonal: it is told what follows from it. */
static void refine_octagon(Poly *p, const Linear *form) {
  for (guint i = 0; i < p->n; i++) {
    if (!form->k[i]) continue;
    refine_part(p, form, i, i);
    for (guint j = partner(p, form, i); j < p->n; j++)
      if (form->k[j] == form->k[i] || form->k[j] == -form->k[i]) refine_part(p, form, i, j);
  }
}

void poly_constrain(Poly *p, const Linear *form, gboolean equality) {
  if (p->domain != OCTAGONS || is_octagonal(p, form)) {
    refine(p, form, equality);
    return;
  }
  Linear negative = {0};
  linear_add(&negative, form, -1);
  refine_octagon(p, form);
  if (equality) refine_octagon(p, &negative);
}

/* One bound; rounded to an integer inside. */
static Wide bound(const Poly *p, ppl_Linear_Expression_t e, gboolean upper) {
  Wide value = upper ? WIDE_LIMIT : -WIDE_LIMIT;
  ppl_Coefficient_t n = new_coefficient(0), d = new_coefficient(1);
  if (must(of(p)->optimum(p->shape, e, upper, n, d)) > 0) {
    Wide number = coefficient_value(n), divisor = coefficient_value(d);
    if (!is_large(number) && divisor > 0) {
      value = number / divisor;
      if (number % divisor && (number > 0) != upper) value += upper ? -1 : 1;
    }
  }
  ppl_delete_Coefficient(n);
  ppl_delete_Coefficient(d);
  return value;
}

static void bounds(const Poly *p, const Linear *form, Wide *least, Wide *greatest) {
  *least = -WIDE_LIMIT;
  *greatest = WIDE_LIMIT;
  ppl_Linear_Expression_t e = failed ? NULL : new_expression(form, p->n);
  if (!e) return;
  *least = bound(p, e, FALSE);
  *greatest = bound(p, e, TRUE);
  ppl_delete_Linear_Expression(e);
}

/* Of a form that is not octagonal: the sums of the bounds of its parts.  That is far from a linear program in
 * cost. */
static void sum_bounds(const Poly *p, const Linear *form, Wide *least, Wide *greatest) {
  Linear rest = *form;
  *least = *greatest = form->constant;
  for (guint i = 0; i < p->n; i++) {
    if (!rest.k[i]) continue;
    Linear part = {0};
    guint j = partner(p, &rest, i);
    Wide low, high;
    part.k[i] = rest.k[i];
    if (j < p->n) part.k[j] = rest.k[j], rest.k[j] = 0;
    bounds(p, &part, &low, &high);
    *least = is_large(*least) || is_large(low) || is_large(*least + low) ? -WIDE_LIMIT : *least + low;
    *greatest =
        is_large(*greatest) || is_large(high) || is_large(*greatest + high) ? WIDE_LIMIT : *greatest + high;
  }
}

void poly_bounds(const Poly *p, const Linear *form, Wide *least, Wide *greatest) {
  if (p->domain == OCTAGONS && !is_octagonal(p, form))
    sum_bounds(p, form, least, greatest);
  else
    bounds(p, form, least, greatest);
}

void poly_hull(Poly *p, const Poly *q) {
  if (!failed) must(of(p)->join(p->shape, q->shape));
}

void poly_add_dimensions(Poly *p, guint n) {
  g_assert(p->n + n <= POLY_DIMS);
  if (!failed && n) must(of(p)->embed(p->shape, n));
  p->n += n;
}

void poly_rearrange(Poly *p, const guint *to) {
  ppl_dimension_type map[POLY_DIMS], none;
  guint left = 0;
  must(ppl_not_a_dimension(&none));
  for (guint i = 0; i < p->n; i++) {
    map[i] = to[i] == G_MAXUINT ? none : to[i];
    left += to[i] != G_MAXUINT;
  }
  if (!failed) must(of(p)->map(p->shape, map, p->n));
  p->n = left;
}

void poly_widen(Poly *p, const Poly *old, const GArray *limits) {
  ppl_Constraint_System_t system = NULL;
  if (failed || must(ppl_new_Constraint_System(&system)) < 0) return;
  for (guint i = 0; i < limits->len && !failed; i++) {
    const LinearConstraint *l = &g_array_index(limits, LinearConstraint, i);
    ppl_Constraint_t c = new_constraint(&l->form, l->equality, p->n);
    if (!c) continue;
    must(ppl_Constraint_System_insert_Constraint(system, c));
    ppl_delete_Constraint(c);
  }
  if (!failed) must(of(p)->widen(p->shape, old->shape, system));
  ppl_delete_Constraint_System(system);
}

/* FALSE: its numbers are too large. */
static gboolean read_constraint(ppl_const_Constraint_t c, guint n, LinearConstraint *l) {
  *l = (LinearConstraint){.equality = ppl_Constraint_type(c) == PPL_CONSTRAINT_TYPE_EQUAL};
  ppl_Coefficient_t k = new_coefficient(0);
  must(ppl_Constraint_inhomogeneous_term(c, k));
  l->form.constant = coefficient_value(k);
  gboolean fits = !is_large(l->form.constant);
  for (guint i = 0; i < n; i++) {
    ppl_dimension_type dimensions = 0;
    must(ppl_Constraint_space_dimension(c, &dimensions));
    if (i >= dimensions) break;
    must(ppl_Constraint_coefficient(c, i, k));
    l->form.k[i] = coefficient_value(k);
    fits &= !is_large(l->form.k[i]);
  }
  ppl_delete_Coefficient(k);
  return fits;
}

static GArray *read_constraints(ppl_const_Constraint_System_t system, guint n, GArray *found) {
  ppl_Constraint_System_const_iterator_t it, end;
  ppl_new_Constraint_System_const_iterator(&it);
  ppl_new_Constraint_System_const_iterator(&end);
  ppl_Constraint_System_begin(system, it);
  ppl_Constraint_System_end(system, end);
  for (; !ppl_Constraint_System_const_iterator_equal_test(it, end);
       ppl_Constraint_System_const_iterator_increment(it)) {
    ppl_const_Constraint_t c = NULL;
    LinearConstraint l;
    ppl_Constraint_System_const_iterator_dereference(it, &c);
    if (read_constraint(c, n, &l)) g_array_append_val(found, l);
  }
  ppl_delete_Constraint_System_const_iterator(it);
  ppl_delete_Constraint_System_const_iterator(end);
  return found;
}

static void add_bound(GArray *found, const Linear *form, Wide factor, Wide constant, gboolean equality) {
  LinearConstraint c = {.equality = equality};
  if (is_large(constant)) return;
  linear_add(&c.form, form, factor);
  c.form.constant = constant;
  g_array_append_val(found, c);
}

/* What is known of a form, where it lies within the bounds given.  TRUE: its value. */
static gboolean add_bounds(const Poly *p, const Linear *form, Wide low, Wide high, GArray *found) {
  Wide least, greatest;
  poly_bounds(p, form, &least, &greatest);
  gboolean fixed = least == greatest && !is_large(least);
  if (fixed && low < high) add_bound(found, form, 1, -least, TRUE);
  if (!fixed && least > low) add_bound(found, form, 1, -least, FALSE);
  if (!fixed && greatest < high) add_bound(found, form, -1, greatest, FALSE);
  return fixed;
}

/* What an octagon says of two dimensions beyond what their own bounds say.  TRUE: the second is the first or
 * its negation, up to a constant. */
static gboolean add_pair(const Poly *p, guint i, guint j, GArray *found) {
  Wide low[2], high[2];
  Linear x = linear_dimension(i), y = linear_dimension(j);
  gboolean fixed = FALSE;
  poly_bounds(p, &x, &low[0], &high[0]);
  poly_bounds(p, &y, &low[1], &high[1]);
  for (int sign = -1; sign <= 1; sign += 2) {
    Linear form = x;
    Wide least = low[0] + (sign > 0 ? low[1] : -high[1]), greatest = high[0] + (sign > 0 ? high[1] : -low[1]);
    form.k[j] = sign;
    fixed |=
        add_bounds(p, &form, MAX(least, -WIDE_LIMIT), MIN(greatest, WIDE_LIMIT), found) && least < greatest;
  }
  return fixed;
}

/* By the bounds of dimensions and of pairs of them: the library's own list of an octagon's constraints does
 * not outlive the call that makes it. */
static GArray *list_constraints(const Poly *p, GArray *found) {
  gboolean follows[POLY_DIMS] = {FALSE};
  for (guint i = 0; i < p->n; i++) {
    Linear x = linear_dimension(i);
    add_bounds(p, &x, -WIDE_LIMIT, WIDE_LIMIT, found);
    for (guint j = i + 1; p->domain == OCTAGONS && !follows[i] && j < p->n; j++)
      if (!follows[j]) follows[j] = add_pair(p, i, j, found);
  }
  return found;
}

/* Empty sets say that 1 = 0. */
GArray *poly_constraints(const Poly *p) {
  GArray *found = g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
  ppl_const_Constraint_System_t system = NULL;
  if (failed) return found;
  if (p->domain != POLYHEDRA) {
    LinearConstraint never = {.form.constant = 1, .equality = TRUE};
    if (!poly_is_empty(p)) return list_constraints(p, found);
    return g_array_append_val(found, never);
  }
  if (must(ppl_Polyhedron_get_minimized_constraints((ppl_const_Polyhedron_t)p->shape, &system)) < 0)
    return found;
  return read_constraints(system, p->n, found);
}

/* The direction of a generator, without its last dimension; FALSE: its numbers are too large. */
static gboolean read_generator(ppl_const_Generator_t g, guint n, Linear *form) {
  ppl_dimension_type dimensions = 0;
  gboolean fits = TRUE;
  ppl_Coefficient_t k = new_coefficient(0);
  *form = (Linear){0};
  must(ppl_Generator_space_dimension(g, &dimensions));
  for (guint i = 0; i < n && i < dimensions; i++) {
    must(ppl_Generator_coefficient(g, i, k));
    form->k[i] = coefficient_value(k);
    fits &= !is_large(form->k[i]);
  }
  ppl_delete_Coefficient(k);
  return fits;
}

static void read_generators(ppl_const_Generator_System_t system, guint n, GArray *found) {
  ppl_Generator_System_const_iterator_t it, end;
  ppl_new_Generator_System_const_iterator(&it);
  ppl_new_Generator_System_const_iterator(&end);
  ppl_Generator_System_begin(system, it);
  ppl_Generator_System_end(system, end);
  for (; !ppl_Generator_System_const_iterator_equal_test(it, end);
       ppl_Generator_System_const_iterator_increment(it)) {
    ppl_const_Generator_t g = NULL;
    Linear form;
    ppl_Generator_System_const_iterator_dereference(it, &g);
    if (read_generator(g, n, &form) && !linear_is_constant(&form)) g_array_append_val(found, form);
  }
  ppl_delete_Generator_System_const_iterator(it);
  ppl_delete_Generator_System_const_iterator(end);
}

GArray *poly_rankings(const Poly *pairs) {
  GArray *found = g_array_new(FALSE, FALSE, sizeof(Linear));
  guint n = pairs->n / 2;
  g_assert(pairs->domain == POLYHEDRA && present == POLYHEDRA);
  Poly *all = poly_new(n + 1, TRUE);
  ppl_const_Generator_System_t system = NULL;
  if (!failed &&
      must(ppl_all_affine_ranking_functions_MS_C_Polyhedron((ppl_const_Polyhedron_t)pairs->shape,
                                                            (ppl_Polyhedron_t)all->shape)) >= 0 &&
      must(ppl_Polyhedron_get_minimized_generators((ppl_const_Polyhedron_t)all->shape, &system)) >= 0)
    read_generators(system, n, found);
  poly_free(all);
  return found;
}
