/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Domains of APRON.  A domain exists once for each kind of numbers, in libraries that name their functions
 * alike: each is loaded for itself. */
#include "domains/ppl.h" /* what shapes represent */
#include "domains/registry.h"
#include "symex/invariant/wide.h"
#include <ap_abstract0.h>
#include <dlfcn.h>

typedef ap_abstract0_t *(*Narrowing)(ap_manager_t *man, ap_abstract0_t *x, ap_abstract0_t *y);

/* The data of a table.  The first member is what ppl_represents() looks at. */
typedef struct {
  PplData shape;
  const char *library, *manager, *narrowing;
  gboolean strict;
  struct {
    gboolean tried;
    ap_manager_t *manager;
    Narrowing narrowing;
  } * loaded;
} ApronData;

static const ApronData *data_of(const AcfDomain *d) { return d->data; }

static void load(const ApronData *a) {
  void *library = dlopen(a->library, RTLD_NOW | RTLD_LOCAL);
  void *alloc = library ? dlsym(library, a->manager) : NULL;
  a->loaded->tried = TRUE;
  if (!alloc) return;
  a->loaded->manager = g_str_equal(a->manager, "pk_manager_alloc")
                           ? ((ap_manager_t * (*)(bool)) alloc)(a->strict)
                           : ((ap_manager_t * (*)(void)) alloc)();
  if (a->narrowing) a->loaded->narrowing = (Narrowing)dlsym(library, a->narrowing);
}

/* NULL: the library is not there. */
static ap_manager_t *manager(const AcfDomain *d) {
  const ApronData *a = data_of(d);
  if (!a->loaded->tried) load(a);
  return a->loaded->manager;
}

/* Doubles are rounded upward. */
static void begin(const AcfDomain *d) { ap_fpu_init(); }

#define MUTABLE(x) ((ap_abstract0_t *)(x)) /* the library declares nothing const */

static void *top(const AcfDomain *d, int n) {
  return manager(d) ? ap_abstract0_top(manager(d), 0, (size_t)n) : NULL;
}
static void *bottom(const AcfDomain *d, int n) {
  return manager(d) ? ap_abstract0_bottom(manager(d), 0, (size_t)n) : NULL;
}
static void *copy(const AcfDomain *d, const void *x) { return ap_abstract0_copy(manager(d), MUTABLE(x)); }
static void release(const AcfDomain *d, void *x) { ap_abstract0_free(manager(d), x); }
static int dimension(const AcfDomain *d, const void *x) {
  return (int)ap_abstract0_dimension(manager(d), MUTABLE(x)).realdim;
}
static int leq(const AcfDomain *d, const void *x, const void *y) {
  return ap_abstract0_is_leq(manager(d), MUTABLE(x), MUTABLE(y));
}
static int equal(const AcfDomain *d, const void *x, const void *y) {
  return ap_abstract0_is_eq(manager(d), MUTABLE(x), MUTABLE(y));
}
static int is_bottom(const AcfDomain *d, const void *x) {
  return ap_abstract0_is_bottom(manager(d), MUTABLE(x));
}
static int is_top(const AcfDomain *d, const void *x) { return ap_abstract0_is_top(manager(d), MUTABLE(x)); }
static void *join(const AcfDomain *d, const void *x, const void *y) {
  return ap_abstract0_join(manager(d), false, MUTABLE(x), MUTABLE(y));
}
static void *meet(const AcfDomain *d, const void *x, const void *y) {
  return ap_abstract0_meet(manager(d), false, MUTABLE(x), MUTABLE(y));
}
static void *widening(const AcfDomain *d, const void *x, const void *y) {
  return ap_abstract0_widening(manager(d), MUTABLE(x), MUTABLE(y));
}
static void *narrowing(const AcfDomain *d, const void *x, const void *y) {
  const Narrowing f = manager(d) ? data_of(d)->loaded->narrowing : NULL;
  return f ? f(manager(d), MUTABLE(x), MUTABLE(y)) : NULL;
}
static void *project(const AcfDomain *d, const void *x, int v) {
  ap_dim_t dim = (ap_dim_t)v;
  return ap_abstract0_forget_array(manager(d), false, MUTABLE(x), &dim, 1, false);
}

/* ---- forms ---- */

static void set_number(ap_coeff_t *c, int64_t value) {
  mpq_t q;
  mpq_init(q);
  wide_to_mpz(mpq_numref(q), value);
  ap_coeff_set_scalar_mpq(c, q);
  mpq_clear(q);
}

static ap_linexpr0_t *form(const AcfLinear *e, int n) {
  ap_linexpr0_t *l = ap_linexpr0_alloc(AP_LINEXPR_DENSE, (size_t)n);
  set_number(ap_linexpr0_cstref(l), e->constant);
  for (int i = 0; i < n; i++) set_number(ap_linexpr0_coeffref(l, (ap_dim_t)i), e->k[i]);
  return l;
}

static void *assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  ap_dim_t dim = (ap_dim_t)v;
  ap_linexpr0_t *l = form(e, dimension(d, x));
  void *z = ap_abstract0_assign_linexpr_array(manager(d), false, MUTABLE(x), &dim, &l, 1, NULL);
  ap_linexpr0_free(l);
  return z;
}

/* Congruences say nothing. */
static void *constrained(const AcfDomain *d, const void *x, int n, const AcfConstraint *c,
                         int n_constraints) {
  static const ap_constyp_t types[] = {AP_CONS_EQ, AP_CONS_SUPEQ, AP_CONS_SUP};
  ap_lincons0_array_t all = ap_lincons0_array_make((size_t)n_constraints);
  for (int i = 0; i < n_constraints; i++) {
    const AcfLinear zero = {0};
    const gboolean known = c[i].relation != ACF_CONGRUENT;
    all.p[i] = ap_lincons0_make(known ? types[c[i].relation] : AP_CONS_EQ,
                                form(known ? &c[i].form : &zero, n), NULL);
  }
  void *z = ap_abstract0_meet_lincons_array(manager(d), false, MUTABLE(x), &all);
  ap_lincons0_array_clear(&all);
  return z;
}

static void *cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  return constrained(d, x, dimension(d, x), c, 1);
}

static void *from_constraints(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  void *all = top(d, n), *z = all ? constrained(d, all, n, c, n_constraints) : NULL;
  if (all) release(d, all);
  return z;
}

/* ---- points ---- */

/* sum += coefficient * value; FALSE: the coefficient is infinite, or an interval. */
static gboolean add_term(mpq_t sum, const ap_coeff_t *c, const mpq_t value) {
  if (c->discr != AP_COEFF_SCALAR || ap_scalar_infty(c->val.scalar)) return FALSE;
  mpq_t k;
  mpq_init(k);
  ap_mpq_set_scalar(k, c->val.scalar, GMP_RNDN); /* doubles are rationals: exact */
  mpq_mul(k, k, value);
  mpq_add(sum, sum, k);
  mpq_clear(k);
  return TRUE;
}

/* What is not finite is satisfied. */
static gboolean satisfies(const ap_lincons0_t *c, int n, const AcfPoint *p) {
  mpq_t sum, value;
  mpq_inits(sum, value, NULL);
  mpq_set_si(value, 1, 1);
  gboolean finite = add_term(sum, ap_linexpr0_cstref(c->linexpr0), value);
  for (int i = 0; i < n && finite; i++) {
    const ap_coeff_t *k = ap_linexpr0_coeffref(c->linexpr0, (ap_dim_t)i);
    wide_to_mpz(mpq_numref(value), p->value[i]);
    wide_to_mpz(mpq_denref(value), p->divisor);
    mpq_canonicalize(value);
    finite = add_term(sum, k, value);
  }
  const int sign = mpq_sgn(sum);
  mpq_clears(sum, value, NULL);
  return !finite || (c->constyp == AP_CONS_EQ ? sign == 0 : c->constyp == AP_CONS_SUP ? sign > 0 : sign >= 0);
}

static int has(const AcfDomain *d, const void *x, const AcfPoint *p) {
  const int n = dimension(d, x);
  if (is_bottom(d, x)) return 0;
  ap_lincons0_array_t all = ap_abstract0_to_lincons_array(manager(d), MUTABLE(x));
  int inside = 1;
  for (size_t i = 0; i < all.size && inside; i++) inside = satisfies(&all.p[i], n, p);
  ap_lincons0_array_clear(&all);
  return inside;
}

/* ---- tables ---- */

/* Constraints of octagons are held exactly when their coefficients are 1 or -1. */
#define APRON_DATA(kind, library_name, alloc, narrow, is_strict)                                             \
  &(const ApronData) {                                                                                       \
    .shape = {.shape = kind, .whole = (kind) == SHAPE_OCTAGON}, .library = library_name, .manager = alloc,   \
    .narrowing = narrow, .strict = is_strict, .loaded = &(typeof(*((ApronData *)0)->loaded)) {               \
      0                                                                                                      \
    }                                                                                                        \
  }

/* Zonotopes are no lattice: there is no least upper bound, and joins and meets introduce symbols of their
 * own.  Of a zonotope only the box around it is seen, so points say little. */
static const int no_lattice[] = {5,  10, 11, 13, 14, 15, 20, 21, 23, 24, 25, 27, 28, 31, 32,
                                 34, 39, 50, 51, 52, 53, 55, 57, 58, 59, 61, 62, 63, 0};

#define APRON(table_name, text, bits, table_flags, table_narrowing, table_represents, table_exact,           \
              table_unexpected, table_data)                                                                  \
  {                                                                                                          \
    .version = ACF_DOMAIN_VERSION, .name = table_name, .library = "APRON", .about = text,                    \
    .values = ACF_RATIONALS, .number_bits = bits,                                                            \
    .flags = ACF_WIDENING_ORDERED | ACF_NARROWING_ORDERED | (table_flags), .data = table_data,               \
    .unexpected = table_unexpected, .begin = begin, .top = top, .bottom = bottom,                            \
    .from_constraints = from_constraints, .copy = copy, .free = release, .dimension = dimension, .leq = leq, \
    .equal = equal, .is_bottom = is_bottom, .is_top = is_top, .join = join, .meet = meet,                    \
    .widening = widening, .narrowing = table_narrowing, .assign = assign, .project = project, .cond = cond,  \
    .has = has, .represents = table_represents, .exact = table_exact                                         \
  }

const AcfDomain apron_domains[] = {
    APRON("apron-box", "rational bounds", 0, 0, NULL, ppl_represents, ppl_exact, NULL,
          APRON_DATA(SHAPE_BOX, "libboxMPQ.so", "box_manager_alloc", NULL, FALSE)),
    APRON("apron-box-double", "bounds that are doubles", 53, 0, NULL, ppl_represents, ppl_exact, NULL,
          APRON_DATA(SHAPE_BOX, "libboxD.so", "box_manager_alloc", NULL, FALSE)),
    APRON(
        "apron-octagon", "octagons with rational bounds", 0, 0, narrowing, ppl_represents, ppl_exact, NULL,
        APRON_DATA(SHAPE_OCTAGON, "liboctMPQ.so", "oct_manager_alloc", "ap_abstract0_oct_narrowing", FALSE)),
    APRON("apron-octagon-double", "octagons with bounds that are doubles", 53, 0, narrowing, ppl_represents,
          ppl_exact, NULL,
          APRON_DATA(SHAPE_OCTAGON, "liboctD.so", "oct_manager_alloc", "ap_abstract0_oct_narrowing", FALSE)),
    APRON("apron-polka", "closed polyhedra", 0, 0, NULL, ppl_represents, ppl_exact, NULL,
          APRON_DATA(SHAPE_POLYHEDRON, "libpolkaMPQ.so", "pk_manager_alloc", NULL, FALSE)),
    APRON("apron-polka-strict", "polyhedra with strict constraints", 0, ACF_STRICT, NULL, ppl_represents,
          ppl_exact, NULL, APRON_DATA(SHAPE_POLYHEDRON, "libpolkaMPQ.so", "pk_manager_alloc", NULL, TRUE)),
    APRON("apron-polka-rll", "closed polyhedra of 64-bit rationals", 64, 0, NULL, ppl_represents, ppl_exact,
          NULL, APRON_DATA(SHAPE_POLYHEDRON, "libpolkaRll.so", "pk_manager_alloc", NULL, FALSE)),
    APRON("apron-taylor1plus", "zonotopes", 0, 0, NULL, NULL, NULL, no_lattice,
          APRON_DATA(SHAPE_BOX, "libt1pMPQ.so", "t1p_manager_alloc", NULL, FALSE)),
};
const guint n_apron_domains = G_N_ELEMENTS(apron_domains);
