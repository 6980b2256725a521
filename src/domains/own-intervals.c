/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf's sets of bit-vector values (formula/interval.h), one for each variable.  Bounds and sums go through
 * formulas, as they do where the sets are used. */
#include "domains/oracle.h"
#include "domains/registry.h"
#include "formula/interval.h"

typedef struct {
  int n;
  gboolean empty;
  IntervalSet set[ACF_VARIABLES];
} Box;

static guint64 mask_of(const AcfDomain *d) { return term_mask((guint)d->bits); }
static AcfWide least(const AcfDomain *d) { return d->is_signed ? -((AcfWide)1 << (d->bits - 1)) : 0; }
static AcfWide greatest(const AcfDomain *d) { return least(d) + mask_of(d); }

static void *new_box(const AcfDomain *d, int n, gboolean empty) {
  Box *b = g_new0(Box, 1);
  b->n = n;
  b->empty = empty;
  for (int i = 0; i < n; i++) interval_set_arc(&b->set[i], (guint)d->bits, 0, mask_of(d));
  return b;
}

static void *top(const AcfDomain *d, int n) { return new_box(d, n, FALSE); }
static void *bottom(const AcfDomain *d, int n) { return new_box(d, n, TRUE); }
static void *copy(const AcfDomain *d, const void *x) { return g_memdup2(x, sizeof(Box)); }
static void free_box(const AcfDomain *d, void *x) { g_free(x); }
static int dimension(const AcfDomain *d, const void *x) { return ((const Box *)x)->n; }

static gboolean same_set(const IntervalSet *a, const IntervalSet *b) {
  gboolean same = a->n == b->n;
  for (guint i = 0; same && i < a->n; i++)
    same = a->pieces[i].low == b->pieces[i].low && a->pieces[i].high == b->pieces[i].high;
  return same;
}

static int equal(const AcfDomain *d, const void *x, const void *y) {
  const Box *a = x, *b = y;
  if (a->empty || b->empty) return a->empty == b->empty;
  for (int i = 0; i < a->n; i++)
    if (!same_set(&a->set[i], &b->set[i])) return 0;
  return 1;
}

static int leq(const AcfDomain *d, const void *x, const void *y) {
  const Box *a = x, *b = y;
  if (a->empty || b->empty) return a->empty;
  for (int i = 0; i < a->n; i++) {
    IntervalSet both = a->set[i];
    if (!interval_set_meet(&both, &b->set[i]) || !same_set(&both, &a->set[i])) return 0;
  }
  return 1;
}

static int is_bottom(const AcfDomain *d, const void *x) { return ((const Box *)x)->empty; }

static int is_top(const AcfDomain *d, const void *x) {
  const Box *b = x;
  for (int i = 0; i < b->n; i++)
    if (b->empty || !interval_set_is_full(&b->set[i])) return 0;
  return 1;
}

/* What has too many pieces is declined. */
static void *join(const AcfDomain *d, const void *x, const void *y) {
  const Box *b = y;
  if (((const Box *)x)->empty) return copy(d, y);
  Box *z = copy(d, x);
  for (int i = 0; i < z->n && !b->empty; i++)
    if (!interval_set_unite(&z->set[i], &b->set[i])) {
      g_free(z);
      return NULL;
    }
  return z;
}

static void *restricted(Box *z, int v, const IntervalSet *to) {
  if (!interval_set_meet(&z->set[v], to)) {
    g_free(z);
    return NULL;
  }
  z->empty |= z->set[v].n == 0;
  return z;
}

static void *meet(const AcfDomain *d, const void *x, const void *y) {
  const Box *b = y;
  Box *z = copy(d, x);
  z->empty |= b->empty;
  for (int i = 0; z && i < b->n; i++) z = restricted(z, i, &b->set[i]);
  return z;
}

static void *project(const AcfDomain *d, const void *x, int v) {
  Box *z = copy(d, x);
  interval_set_arc(&z->set[v], (guint)d->bits, 0, mask_of(d));
  return z;
}

/* The variable of a form, or -1: none, -2: several. */
static int only_variable(int n, const AcfLinear *e) {
  int found = -1;
  for (int i = 0; i < n; i++)
    if (e->k[i]) found = found == -1 ? i : -2;
  return found;
}

static const Term *variable(const AcfDomain *d, int v) {
  return term_input((InputKey){(guint)v, 1, 0}, (guint)d->bits);
}

/* v + constant relation 0 (or -v + constant) as a formula; NULL: no comparison of this width says it. */
static const Term *comparison(const AcfDomain *d, int v, int64_t k, int64_t constant, AcfRelation r) {
  const AcfWide bound = k > 0 ? -(AcfWide)constant : constant;
  const TermOp below =
      d->is_signed ? (r == ACF_GREATER ? TERM_SLT : TERM_SLE) : (r == ACF_GREATER ? TERM_ULT : TERM_ULE);
  const Term *x = variable(d, v), *c = term_const((guint)d->bits, (guint64)bound);
  if (r == ACF_EQUAL && (bound < least(d) || bound > greatest(d))) return term_bool(FALSE);
  if (bound < least(d)) return term_bool(k > 0);
  if (bound > greatest(d)) return term_bool(k < 0);
  return r == ACF_EQUAL ? term_eq(x, c) : k > 0 ? term_binary(below, c, x) : term_binary(below, x, c);
}

static int represents(const AcfDomain *d, int n, const AcfConstraint *c) {
  const int v = only_variable(n, &c->form);
  return c->relation != ACF_CONGRUENT && (v == -1 || (v >= 0 && (c->form.k[v] == 1 || c->form.k[v] == -1)));
}

static void *cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  Box *z = copy(d, x);
  const int v = only_variable(z->n, &c->form);
  const AcfPoint origin = {.divisor = 1};
  const Term *about;
  IntervalSet set;
  if (!represents(d, z->n, c)) return z;
  if (v < 0) {
    z->empty |= oracle_satisfies(d, (guint)z->n, &origin, c) == 0;
    return z;
  }
  const Term *t = comparison(d, v, c->form.k[v], c->form.constant, c->relation);
  if (term_is_const(t)) {
    z->empty |= term_is_false(t);
    return z;
  }
  return term_as_set(t, FALSE, &about, &set) ? restricted(z, v, &set) : z;
}

static void *from_constraints(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  void *z = top(d, n);
  for (int i = 0; z && i < n_constraints; i++) {
    void *next = cond(d, z, &c[i]);
    g_free(z);
    z = next;
  }
  return z;
}

/* The values of w + constant or -w + constant: those v for which v - constant, or constant - v, is in the
 * set. */
static gboolean moved(const AcfDomain *d, const IntervalSet *of, int64_t k, int64_t constant,
                      IntervalSet *to) {
  const Term *v = variable(d, ACF_VARIABLES), *c = term_const((guint)d->bits, (guint64)constant), *about;
  const Term *w = k > 0 ? term_binary(TERM_SUB, v, c) : term_binary(TERM_SUB, c, v);
  const Term *inside = interval_set_term(of, w, d->is_signed);
  if (term_is_true(inside)) return interval_set_arc(to, (guint)d->bits, 0, mask_of(d));
  return term_as_set(inside, TRUE, &about, to) && about == v;
}

static int exact(const AcfDomain *d, int n, int v, const AcfLinear *e) {
  const int w = only_variable(n, e);
  return w == -1 || (w == v && (e->k[v] == 1 || e->k[v] == -1));
}

static void *assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  const Box *b = x;
  const int w = only_variable(b->n, e);
  IntervalSet to;
  Box *z = project(d, x, v);
  if (z->empty) return z;
  const guint64 constant = (guint64)e->constant & mask_of(d);
  if (w == -1)
    interval_set_arc(&z->set[v], (guint)d->bits, constant, constant);
  else if (w >= 0 && (e->k[w] == 1 || e->k[w] == -1) && moved(d, &b->set[w], e->k[w], e->constant, &to))
    z->set[v] = to;
  return z;
}

static int has(const AcfDomain *d, const void *x, const AcfPoint *p) {
  const Box *b = x;
  for (int i = 0; i < b->n; i++)
    if (b->empty || !interval_set_has(&b->set[i], (guint64)p->value[i] & mask_of(d))) return 0;
  return 1;
}

#define INTERVALS(table_name, text, width, sign)                                                             \
  {                                                                                                          \
    .version = ACF_DOMAIN_VERSION, .name = table_name, .library = "acf", .about = text,                      \
    .values = ACF_MACHINE, .bits = width, .is_signed = sign, .number_bits = 64,                              \
    .flags = ACF_REFUSES | ACF_STRICT, .top = top, .bottom = bottom, .from_constraints = from_constraints,   \
    .copy = copy, .free = free_box, .dimension = dimension, .leq = leq, .equal = equal,                      \
    .is_bottom = is_bottom, .is_top = is_top, .join = join, .meet = meet, .assign = assign,                  \
    .project = project, .cond = cond, .has = has, .represents = represents, .exact = exact                   \
  }

const AcfDomain own_intervals[] = {
    INTERVALS("intervals-uint8", "acf's unions of intervals of unsigned bytes", 8, 0),
    INTERVALS("intervals-int16", "acf's unions of intervals of signed 16-bit numbers", 16, 1),
    INTERVALS("intervals-int32", "acf's unions of intervals of signed 32-bit numbers", 32, 1),
    INTERVALS("intervals-uint64", "acf's unions of intervals of unsigned 64-bit numbers", 64, 0),
};
const guint n_own_intervals = G_N_ELEMENTS(own_intervals);
