/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Elements of packs of sets, and tables of them: over unbounded integers, and over machine integers. */
#include "domains/own-sets.h"
#include "domains/registry.h"

/* Each operation has the library's limit of work for itself. */
static void ready(const AcfDomain *d) { poly_begin(((const SetsData *)d->data)->shape); }

static guint packs_of(const AcfDomain *d, int n) {
  guint packs = 1;
  while (pack_first(d, packs - 1) + ((const SetsData *)d->data)->pack < (guint)n) packs++;
  return packs;
}

static Packs *new_packs(const AcfDomain *d, int n) {
  Packs *p = g_new0(Packs, 1);
  p->n = n;
  p->n_packs = packs_of(d, n);
  return p;
}

static void free_packs(const AcfDomain *d, void *x) {
  Packs *p = x;
  for (guint i = 0; i < p->n_packs; i++) poly_free(p->pack[i]);
  g_free(p);
}

/* NULL when work was given up.  One empty set makes all empty. */
static void *finished(const AcfDomain *d, Packs *p) {
  gboolean empty = FALSE, complete = !poly_failed();
  for (guint i = 0; i < p->n_packs; i++) complete &= p->pack[i] != NULL;
  for (guint i = 0; complete && i < p->n_packs; i++) empty |= poly_is_empty(p->pack[i]);
  for (guint i = 0; complete && empty && i < p->n_packs; i++) {
    poly_free(p->pack[i]);
    p->pack[i] = poly_new(pack_length(d, p->n, i), TRUE);
  }
  if (complete && !poly_failed()) return p;
  free_packs(d, p);
  return NULL;
}

static Poly *everything(const AcfDomain *d, int n, guint pack) {
  return d->values == ACF_MACHINE ? steps_top(d, n, pack) : poly_new(pack_length(d, n, pack), FALSE);
}

static void *top(const AcfDomain *d, int n) {
  ready(d);
  Packs *p = new_packs(d, n);
  for (guint i = 0; i < p->n_packs; i++) p->pack[i] = everything(d, n, i);
  return finished(d, p);
}

static void *bottom(const AcfDomain *d, int n) {
  ready(d);
  Packs *p = new_packs(d, n);
  for (guint i = 0; i < p->n_packs; i++) p->pack[i] = poly_new(pack_length(d, n, i), TRUE);
  return finished(d, p);
}

static Packs *copied(const AcfDomain *d, const void *x) {
  const Packs *from = x;
  Packs *p = new_packs(d, from->n);
  for (guint i = 0; i < p->n_packs; i++) p->pack[i] = poly_copy(from->pack[i]);
  return p;
}

static void *copy(const AcfDomain *d, const void *x) {
  ready(d);
  return finished(d, copied(d, x));
}

static int dimension(const AcfDomain *d, const void *x) { return ((const Packs *)x)->n; }

/* The element itself is not worked with: work that is given up leaves its sets fit for nothing but to be
 * freed. */
static int contained(const AcfDomain *d, const void *x, const void *y) {
  Packs *a = copied(d, x), *b = copied(d, y);
  int below = 1;
  for (guint i = 0; i < a->n_packs; i++) below &= poly_contains(b->pack[i], a->pack[i]);
  free_packs(d, a);
  free_packs(d, b);
  return poly_failed() ? -1 : below;
}

static int leq(const AcfDomain *d, const void *x, const void *y) {
  ready(d);
  return contained(d, x, y);
}

static int equal(const AcfDomain *d, const void *x, const void *y) {
  ready(d);
  const int below = contained(d, x, y);
  return below > 0 ? contained(d, y, x) : below;
}

static int is_bottom(const AcfDomain *d, const void *x) {
  ready(d);
  Packs *p = copied(d, x);
  const int empty = poly_is_empty(p->pack[0]);
  free_packs(d, p);
  return poly_failed() ? -1 : empty;
}

static int is_top(const AcfDomain *d, const void *x) {
  void *all = top(d, dimension(d, x));
  const int above = all ? leq(d, all, x) : -1;
  if (all) free_packs(d, all);
  return above;
}

static void *join(const AcfDomain *d, const void *x, const void *y) {
  ready(d);
  Packs *p = copied(d, x), *other = copied(d, y);
  for (guint i = 0; i < p->n_packs; i++) poly_hull(p->pack[i], other->pack[i]);
  free_packs(d, other);
  return finished(d, p);
}

/* By the constraints that absint reads from a set. */
static void *meet(const AcfDomain *d, const void *x, const void *y) {
  ready(d);
  Packs *p = copied(d, x), *other = copied(d, y);
  for (guint i = 0; i < p->n_packs; i++) {
    g_autoptr(GArray) c = poly_constraints(other->pack[i]);
    for (guint k = 0; k < c->len; k++) {
      const LinearConstraint *one = &g_array_index(c, LinearConstraint, k);
      poly_constrain(p->pack[i], &one->form, one->equality);
    }
  }
  free_packs(d, other);
  return finished(d, p);
}

static void *widening(const AcfDomain *d, const void *x, const void *y) {
  ready(d);
  Packs *p = copied(d, y), *old = copied(d, x);
  for (guint i = 0; i < p->n_packs; i++) {
    g_autoptr(GArray) limits = d->values == ACF_MACHINE ? steps_limits(d, p->n, i)
                                                        : g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
    if (!poly_is_empty(old->pack[i])) poly_widen(p->pack[i], old->pack[i], limits);
  }
  free_packs(d, old);
  return finished(d, p);
}

static gboolean in_pack(const AcfDomain *d, int n, guint pack, int v) {
  const guint first = pack_first(d, pack);
  return (guint)v >= first && (guint)v < first + pack_length(d, n, pack);
}

/* FALSE: the form mentions variables that are not in the pack. */
static gboolean form_in_pack(const AcfDomain *d, int n, guint pack, const AcfLinear *e, Linear *to) {
  *to = linear_constant(e->constant);
  for (int i = 0; i < n; i++) {
    if (e->k[i] && !in_pack(d, n, pack, i)) return FALSE;
    if (e->k[i]) to->k[(guint)i - pack_first(d, pack)] = e->k[i];
  }
  return TRUE;
}

/* A new dimension takes the place of v. */
static void replace(Poly *p, guint v, const Linear *value) {
  guint to[POLY_DIMS];
  const guint n = poly_dimensions(p);
  poly_add_dimensions(p, 1);
  if (value) {
    Linear equation = linear_dimension(n);
    linear_add(&equation, value, -1);
    poly_constrain(p, &equation, TRUE);
  }
  for (guint i = 0; i <= n; i++) to[i] = i == v ? G_MAXUINT : i == n ? v : i;
  poly_rearrange(p, to);
}

static void *project(const AcfDomain *d, const void *x, int v) {
  ready(d);
  Packs *p = copied(d, x);
  for (guint i = 0; i < p->n_packs; i++) {
    if (!in_pack(d, p->n, i, v)) continue;
    const guint at = (guint)v - pack_first(d, i);
    replace(p->pack[i], at, NULL);
    if (d->values != ACF_MACHINE) continue;
    Linear low = linear_dimension(at), high = linear_constant((Wide)1 << d->bits);
    low.constant = d->is_signed ? (Wide)1 << (d->bits - 1) : 0;
    high.constant -= low.constant + 1;
    high.k[at] = -1;
    poly_constrain(p->pack[i], &low, FALSE);
    poly_constrain(p->pack[i], &high, FALSE);
  }
  return finished(d, p);
}

static void *assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  ready(d);
  Packs *p = copied(d, x);
  for (guint i = 0; i < p->n_packs; i++) {
    Linear value;
    if (!in_pack(d, p->n, i, v)) continue;
    const gboolean inside = form_in_pack(d, p->n, i, e, &value);
    if (d->values == ACF_MACHINE) {
      Poly *next = steps_assign(d, p->n, i, p->pack[i], v, e);
      poly_free(p->pack[i]);
      p->pack[i] = next;
    } else {
      replace(p->pack[i], (guint)v - pack_first(d, i), inside ? &value : NULL);
    }
  }
  return finished(d, p);
}

/* The points of x that satisfy c; what is not linear, or of several packs, says nothing. */
static void constrain(const AcfDomain *d, Packs *p, const AcfConstraint *c) {
  for (guint i = 0; i < p->n_packs && !poly_failed(); i++) {
    Linear form;
    if (d->values == ACF_MACHINE) {
      Poly *next = steps_cond(d, p->n, i, p->pack[i], c);
      poly_free(p->pack[i]);
      p->pack[i] = next;
      if (!next) return;
    } else if (c->relation != ACF_CONGRUENT && form_in_pack(d, p->n, i, &c->form, &form)) {
      form.constant -= c->relation == ACF_GREATER;
      poly_constrain(p->pack[i], &form, c->relation == ACF_EQUAL);
    }
  }
}

static void *cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  ready(d);
  Packs *p = copied(d, x);
  constrain(d, p, c);
  return finished(d, p);
}

static void *from_constraints(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  Packs *p = top(d, n);
  for (int i = 0; p && i < n_constraints; i++) {
    constrain(d, p, &c[i]);
    p = finished(d, p);
  }
  return p;
}

static int has(const AcfDomain *d, const void *x, const AcfPoint *point) {
  ready(d);
  Packs *p = copied(d, x);
  for (guint i = 0; i < p->n_packs; i++)
    for (guint k = 0; k < pack_length(d, p->n, i); k++) {
      Linear at = linear_dimension(k);
      at.constant = -point->value[pack_first(d, i) + k];
      poly_constrain(p->pack[i], &at, TRUE);
    }
  Packs *at = finished(d, p);
  const int empty = at ? is_bottom(d, at) : -1;
  if (at) free_packs(d, at);
  return empty < 0 ? -1 : !empty;
}

/* FALSE: it needs more than 64 bits. */
static gboolean write_constraint(const AcfDomain *d, const LinearConstraint *l, guint pack, guint n,
                                 AcfConstraint *c) {
  *c = (AcfConstraint){.relation = l->equality ? ACF_EQUAL : ACF_AT_LEAST};
  c->form.constant = (int64_t)l->form.constant;
  gboolean fits = c->form.constant == l->form.constant;
  for (guint i = 0; i < n; i++) {
    int64_t *k = &c->form.k[pack_first(d, pack) + i];
    *k = (int64_t)l->form.k[i];
    fits &= *k == l->form.k[i];
  }
  return fits;
}

static int constraints(const AcfDomain *d, const void *x, AcfConstraint *c, int most) {
  ready(d);
  Packs *p = copied(d, x);
  int n = 0;
  for (guint i = 0; i < p->n_packs; i++) {
    g_autoptr(GArray) found = poly_constraints(p->pack[i]);
    for (guint k = 0; k < found->len && n < most; k++)
      n += write_constraint(d, &g_array_index(found, LinearConstraint, k), i, pack_length(d, p->n, i), &c[n]);
  }
  free_packs(d, p);
  return poly_failed() ? -1 : n;
}

/* Without packs and wrap-around: which constraints a shape holds, given that variables are integers. */
static int represents(const AcfDomain *d, int n, const AcfConstraint *c) {
  const PolyDomain shape = ((const SetsData *)d->data)->shape;
  guint used = 0;
  if (c->relation == ACF_CONGRUENT) return 0;
  for (int i = 0; i < n; i++) {
    if (shape != POLYHEDRA && (c->form.k[i] > 1 || c->form.k[i] < -1)) return 0;
    used += c->form.k[i] != 0;
  }
  return shape == POLYHEDRA || used <= (shape == OCTAGONS ? 2 : 1);
}

static int exact(const AcfDomain *d, int n, int v, const AcfLinear *e) {
  AcfConstraint equation = {.form = *e, .relation = ACF_EQUAL};
  if (equation.form.k[v]) return 0;
  equation.form.k[v] = -1;
  return represents(d, n, &equation);
}

/* The meet reads constraints and adds them again; constraints that are added are tightened to integer points,
 * while sets are compared as sets of rational points.  So what has the same integer points may differ.  Boxes
 * hold whole bounds only, but are compared with sets that do not. */
static const int same_integers[] = {17, 19, 20, 21, 22, 23, 24, 25, 76, 0};
static const int sharper_integers[] = {76, 0};

#define SETS(table_name, text, table_shape, table_pack, table_values, width, sign, represents, exact)        \
  {                                                                                                          \
    .version = ACF_DOMAIN_VERSION, .name = table_name, .library = "acf", .about = text,                      \
    .values = table_values, .bits = width, .is_signed = sign, .flags = ACF_REFUSES | ACF_WIDENING_ORDERED,   \
    .unexpected = (table_shape) == BOXES ? sharper_integers : same_integers,                                 \
    .data = &(const SetsData){table_shape, table_pack}, .top = top, .bottom = bottom,                        \
    .from_constraints = from_constraints, .copy = copy, .free = free_packs, .dimension = dimension,          \
    .leq = leq, .equal = equal, .is_bottom = is_bottom, .is_top = is_top, .join = join, .meet = meet,        \
    .widening = widening, .assign = assign, .project = project, .cond = cond, .has = has,                    \
    .constraints = constraints, represents, exact                                                            \
  }
#define WHOLE(name, text, shape)                                                                             \
  SETS(name, text " of absint over integers", shape, ACF_VARIABLES, ACF_INTEGERS, 0, 0,                      \
       .represents = represents, .exact = exact)
#define WRAPPED(name, text, shape, pack, width, sign)                                                        \
  SETS(name, text, shape, pack, ACF_MACHINE, width, sign, .represents = NULL, .exact = NULL)

const AcfDomain own_sets[] = {
    WHOLE("absint-boxes", "boxes", BOXES),
    WHOLE("absint-octagons", "octagons", OCTAGONS),
    WHOLE("absint-polyhedra", "polyhedra", POLYHEDRA),
    WRAPPED("absint-boxes-int32", "boxes of absint with wrap-around", BOXES, ACF_VARIABLES, 32, 1),
    WRAPPED("absint-octagons-int32", "octagons of absint with wrap-around", OCTAGONS, ACF_VARIABLES, 32, 1),
    WRAPPED("absint-polyhedra-int32", "polyhedra of absint with wrap-around", POLYHEDRA, ACF_VARIABLES, 32,
            1),
    WRAPPED("absint-polyhedra-uint8", "polyhedra of absint with wrap-around", POLYHEDRA, ACF_VARIABLES, 8, 0),
    WRAPPED("absint-polyhedra-int16", "polyhedra of absint with wrap-around", POLYHEDRA, ACF_VARIABLES, 16,
            1),
    WRAPPED("absint-polyhedra-int64", "polyhedra of absint with wrap-around", POLYHEDRA, ACF_VARIABLES, 64,
            1),
};
const guint n_own_sets = G_N_ELEMENTS(own_sets);

const AcfDomain own_packs[] = {
    WRAPPED("absint-packs-int32", "packs of four variables with wrap-around, polyhedra", POLYHEDRA, 4, 32, 1),
    WRAPPED("absint-packs-octagons-int32", "packs of four variables with wrap-around, octagons", OCTAGONS, 4,
            32, 1),
};
const guint n_own_packs = G_N_ELEMENTS(own_packs);
