/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers, forms, constraints and points for the Parma Polyhedra Library, and which of them its shapes hold
 * exactly. */
#include "domains/ppl.h"
#include "symex/invariant/wide.h"

void ppl_begin(const AcfDomain *d) {
  static gboolean initialised;
  if (!initialised) ppl_initialize(); /* an error when it was done before */
  initialised = TRUE;
  if (d->number_bits == 53)
    ppl_set_rounding_for_PPL();
  else
    ppl_restore_pre_PPL_rounding();
}

ppl_Coefficient_t ppl_number(AcfWide value) {
  ppl_Coefficient_t c = NULL;
  mpz_t z;
  mpz_init(z);
  wide_to_mpz(z, value);
  ppl_new_Coefficient_from_mpz_t(&c, z);
  mpz_clear(z);
  return c;
}

static void add_term(ppl_Linear_Expression_t e, int variable, AcfWide k) {
  if (!k) return;
  ppl_Coefficient_t c = ppl_number(k);
  if (variable < 0)
    ppl_Linear_Expression_add_to_inhomogeneous(e, c);
  else
    ppl_Linear_Expression_add_to_coefficient(e, (ppl_dimension_type)variable, c);
  ppl_delete_Coefficient(c);
}

ppl_Linear_Expression_t ppl_form(const AcfLinear *l, int n) {
  ppl_Linear_Expression_t e = NULL;
  ppl_new_Linear_Expression_with_dimension(&e, (ppl_dimension_type)n);
  add_term(e, -1, l->constant);
  for (int i = 0; i < n; i++) add_term(e, i, l->k[i]);
  return e;
}

ppl_Constraint_t ppl_constraint(const AcfConstraint *c, int n) {
  static const enum ppl_enum_Constraint_Type types[] = {[ACF_EQUAL] = PPL_CONSTRAINT_TYPE_EQUAL,
                                                        [ACF_AT_LEAST] = PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL,
                                                        [ACF_GREATER] = PPL_CONSTRAINT_TYPE_GREATER_THAN};
  ppl_Constraint_t made = NULL;
  if (c->relation == ACF_CONGRUENT) return NULL;
  ppl_Linear_Expression_t e = ppl_form(&c->form, n);
  ppl_new_Constraint(&made, e, types[c->relation]);
  ppl_delete_Linear_Expression(e);
  return made;
}

ppl_Congruence_t ppl_congruence(const AcfConstraint *c, int n) {
  ppl_Congruence_t made = NULL;
  if (c->relation != ACF_CONGRUENT) return NULL;
  ppl_Linear_Expression_t e = ppl_form(&c->form, n);
  ppl_Coefficient_t modulus = ppl_number(c->modulus);
  ppl_new_Congruence(&made, e, modulus);
  ppl_delete_Coefficient(modulus);
  ppl_delete_Linear_Expression(e);
  return made;
}

ppl_Generator_t ppl_point(const AcfPoint *p, int n) {
  ppl_Generator_t made = NULL;
  ppl_Linear_Expression_t e = NULL;
  ppl_Coefficient_t divisor = ppl_number(p->divisor);
  ppl_new_Linear_Expression_with_dimension(&e, (ppl_dimension_type)n);
  for (int i = 0; i < n; i++) add_term(e, i, p->value[i]);
  ppl_new_Generator(&made, e, PPL_GENERATOR_TYPE_POINT, divisor);
  ppl_delete_Linear_Expression(e);
  ppl_delete_Coefficient(divisor);
  return made;
}

enum ppl_enum_Bounded_Integer_Type_Width ppl_width(int bits) {
  return bits == 8 ? PPL_BITS_8 : bits == 16 ? PPL_BITS_16 : bits == 32 ? PPL_BITS_32 : PPL_BITS_64;
}

/* ---- constraints of elements ---- */

/* FALSE: it needs more than 64 bits. */
static gboolean read_number(ppl_Coefficient_t c, int64_t *value) {
  mpz_t z;
  mpz_init(z);
  ppl_Coefficient_to_mpz_t(c, z);
  const Wide wide = wide_from_mpz(z);
  mpz_clear(z);
  *value = (int64_t)wide;
  return wide == *value;
}

static gboolean read_constraint(ppl_const_Constraint_t from, AcfConstraint *c) {
  ppl_dimension_type n = 0;
  const int type = ppl_Constraint_type(from);
  *c = (AcfConstraint){.relation = type == PPL_CONSTRAINT_TYPE_EQUAL          ? ACF_EQUAL
                                   : type == PPL_CONSTRAINT_TYPE_GREATER_THAN ? ACF_GREATER
                                                                              : ACF_AT_LEAST};
  ppl_Constraint_space_dimension(from, &n);
  ppl_Coefficient_t k = ppl_number(0);
  ppl_Constraint_inhomogeneous_term(from, k);
  gboolean fits = read_number(k, &c->form.constant);
  for (ppl_dimension_type i = 0; i < MIN(n, ACF_VARIABLES) && fits; i++) {
    ppl_Constraint_coefficient(from, i, k);
    fits = read_number(k, &c->form.k[i]);
  }
  ppl_delete_Coefficient(k);
  return fits;
}

int ppl_list_constraints(ppl_const_Polyhedron_t p, AcfConstraint *c, int most) {
  ppl_const_Constraint_System_t system = NULL;
  ppl_Constraint_System_const_iterator_t it = NULL, end = NULL;
  int n = 0;
  if (ppl_Polyhedron_get_constraints(p, &system) < 0) return -1;
  ppl_new_Constraint_System_const_iterator(&it);
  ppl_new_Constraint_System_const_iterator(&end);
  ppl_Constraint_System_begin(system, it);
  ppl_Constraint_System_end(system, end);
  for (; n < most && !ppl_Constraint_System_const_iterator_equal_test(it, end);
       ppl_Constraint_System_const_iterator_increment(it)) {
    ppl_const_Constraint_t one = NULL;
    ppl_Constraint_System_const_iterator_dereference(it, &one);
    n += read_constraint(one, &c[n]);
  }
  ppl_delete_Constraint_System_const_iterator(it);
  ppl_delete_Constraint_System_const_iterator(end);
  return n;
}

/* ---- what is exact ---- */

#define EXACT_DOUBLE (G_GINT64_CONSTANT(1) << 50) /* twice such a number has a double of its own */

static gboolean small(int64_t k, gboolean one) { return one ? k >= -1 && k <= 1 : TRUE; }

int ppl_represents(const AcfDomain *d, int n, const AcfConstraint *c) {
  const PplData *data = d->data;
  const gboolean one = data->whole || d->number_bits == 53; /* coefficients that nothing is divided by */
  int used[2] = {0, 0}, n_used = 0;
  if (c->relation == ACF_GREATER && !(d->flags & ACF_STRICT)) return 0;
  if (data->shape == SHAPE_GRID) return c->relation == ACF_EQUAL || c->relation == ACF_CONGRUENT;
  if (c->relation == ACF_CONGRUENT) return 0;
  if (data->shape == SHAPE_POLYHEDRON) return 1;
  if (d->number_bits == 53 && (c->form.constant > EXACT_DOUBLE || c->form.constant < -EXACT_DOUBLE)) return 0;
  for (int i = 0; i < n; i++) {
    if (!small(c->form.k[i], one)) return 0;
    if (c->form.k[i] && n_used == 2) return 0;
    if (c->form.k[i]) used[n_used++] = i;
  }
  if (n_used < 2) return 1;
  const AcfWide sum = (AcfWide)c->form.k[used[0]] + c->form.k[used[1]];
  return data->shape == SHAPE_BOX           ? 0
         : data->shape == SHAPE_DIFFERENCES ? sum == 0
                                            : sum == 0 || c->form.k[used[0]] == c->form.k[used[1]];
}

/* A variable that gets a multiple of itself and a constant: does the shape keep all it knows of it? */
static gboolean moves_exactly(const AcfDomain *d, int64_t k) {
  const PplData *data = d->data;
  switch (data->shape) {
  case SHAPE_BOX: return d->number_bits != 53;
  case SHAPE_DIFFERENCES: return k == 1 && d->number_bits != 53;
  case SHAPE_OCTAGON: return (k == 1 || k == -1) && d->number_bits != 53;
  default: return TRUE;
  }
}

int ppl_exact(const AcfDomain *d, int n, int v, const AcfLinear *e) {
  const PplData *data = d->data;
  int others = 0;
  if (data->shape == SHAPE_POLYHEDRON || data->shape == SHAPE_GRID) return 1;
  for (int i = 0; i < n; i++) others += i != v && e->k[i];
  if (e->k[v]) return !others && moves_exactly(d, e->k[v]);
  AcfConstraint equation = {.form = *e, .relation = ACF_EQUAL};
  equation.form.k[v] = -1;
  return ppl_represents(d, n, &equation);
}
