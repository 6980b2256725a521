/* SPDX-License-Identifier: GPL-3.0-or-later */
/* acf's intervals of doubles (formula/float-span.h), one for each variable. */
#include "domains/registry.h"
#include "formula/float-span.h"
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct {
  int n;
  gboolean empty;
  FloatSpan span[ACF_VARIABLES];
} Box;

static const FloatSpan nothing = {1, -1, FALSE};

static double number(int64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

static void begin(const AcfDomain *d) { fesetround(FE_TONEAREST); }

static void *new_box(int n, gboolean empty) {
  Box *b = g_new0(Box, 1);
  b->n = n;
  b->empty = empty;
  for (int i = 0; i < n; i++) b->span[i] = float_span_all();
  return b;
}

static void *top(const AcfDomain *d, int n) { return new_box(n, FALSE); }
static void *bottom(const AcfDomain *d, int n) { return new_box(n, TRUE); }
static void *copy(const AcfDomain *d, const void *x) { return g_memdup2(x, sizeof(Box)); }
static void free_box(const AcfDomain *d, void *x) { g_free(x); }
static int dimension(const AcfDomain *d, const void *x) { return ((const Box *)x)->n; }
static gboolean has_numbers(FloatSpan s) { return s.low <= s.high; }

static FloatSpan both(FloatSpan a, FloatSpan b) {
  FloatSpan s = {MAX(a.low, b.low), MIN(a.high, b.high), a.nan && b.nan};
  if (!has_numbers(a) || !has_numbers(b) || !has_numbers(s)) s.low = nothing.low, s.high = nothing.high;
  return s;
}

static gboolean below(FloatSpan a, FloatSpan b) {
  return (!a.nan || b.nan) && (!has_numbers(a) || (b.low <= a.low && a.high <= b.high));
}

static int leq(const AcfDomain *d, const void *x, const void *y) {
  const Box *a = x, *b = y;
  if (a->empty || b->empty) return a->empty;
  for (int i = 0; i < a->n; i++)
    if (!below(a->span[i], b->span[i])) return 0;
  return 1;
}

static int equal(const AcfDomain *d, const void *x, const void *y) { return leq(d, x, y) && leq(d, y, x); }
static int is_bottom(const AcfDomain *d, const void *x) { return ((const Box *)x)->empty; }

static int is_top(const AcfDomain *d, const void *x) {
  const Box *b = x;
  for (int i = 0; i < b->n; i++)
    if (b->empty || !below(float_span_all(), b->span[i])) return 0;
  return 1;
}

static void *join(const AcfDomain *d, const void *x, const void *y) {
  const Box *a = x, *b = y;
  Box *z = copy(d, a->empty ? y : x);
  for (int i = 0; i < z->n && !a->empty && !b->empty; i++)
    z->span[i] = float_span_join(a->span[i], b->span[i]);
  return z;
}

static void restrict_to(Box *z, int v, FloatSpan to) {
  z->span[v] = both(z->span[v], to);
  z->empty |= !has_numbers(z->span[v]) && !z->span[v].nan;
}

static void *meet(const AcfDomain *d, const void *x, const void *y) {
  const Box *b = y;
  Box *z = copy(d, x);
  z->empty |= b->empty;
  for (int i = 0; i < z->n; i++) restrict_to(z, i, b->span[i]);
  return z;
}

static void *project(const AcfDomain *d, const void *x, int v) {
  Box *z = copy(d, x);
  z->span[v] = float_span_all();
  return z;
}

static FloatSpan constant(double value) {
  return isnan(value) ? (FloatSpan){nothing.low, nothing.high, TRUE} : (FloatSpan){value, value, FALSE};
}

static void *assign(const AcfDomain *d, const void *x, int v, const AcfLinear *e) {
  Box *z = copy(d, x);
  FloatSpan sum = constant(number(e->constant));
  for (int i = 0; i < z->n && !z->empty; i++) {
    if (!e->k[i]) continue;
    FloatSpan product = float_span_apply(TERM_FMUL, 64, 64, 0, constant(number(e->k[i])), z->span[i], FALSE);
    sum = float_span_apply(TERM_FADD, 64, 64, 0, sum, product, FALSE);
  }
  z->span[v] = sum;
  return z;
}

/* The x with c + x relation 0: a rounded sum has the sign of the exact one. */
static FloatSpan solutions(double c, AcfRelation r) {
  if (isnan(c) || c == -INFINITY || (c == INFINITY && r == ACF_EQUAL)) return nothing;
  if (c == INFINITY) return (FloatSpan){-DBL_MAX, INFINITY, FALSE};
  if (r == ACF_EQUAL) return (FloatSpan){-c, -c, FALSE};
  return (FloatSpan){r == ACF_GREATER ? nextafter(-c, INFINITY) : -c, INFINITY, FALSE};
}

static int represents(const AcfDomain *d, int n, const AcfConstraint *c) {
  int found = 0;
  if (c->relation == ACF_CONGRUENT) return 0;
  for (int i = 0; i < n; i++) {
    if (c->form.k[i] && fabs(number(c->form.k[i])) != 1) return 0;
    found += c->form.k[i] != 0;
  }
  return found == 1;
}

static void *cond(const AcfDomain *d, const void *x, const AcfConstraint *c) {
  Box *z = copy(d, x);
  if (!represents(d, z->n, c)) return z;
  const FloatSpan to = solutions(number(c->form.constant), c->relation);
  for (int i = 0; i < z->n; i++)
    if (c->form.k[i]) restrict_to(z, i, number(c->form.k[i]) > 0 ? to : float_span_negate(to));
  return z;
}

static void *from_constraints(const AcfDomain *d, int n, const AcfConstraint *c, int n_constraints) {
  void *z = top(d, n);
  for (int i = 0; i < n_constraints; i++) {
    void *next = cond(d, z, &c[i]);
    g_free(z);
    z = next;
  }
  return z;
}

static int has(const AcfDomain *d, const void *x, const AcfPoint *p) {
  const Box *b = x;
  for (int i = 0; i < b->n; i++) {
    const double value = number((int64_t)p->value[i]);
    const FloatSpan s = b->span[i];
    if (b->empty || (isnan(value) ? !s.nan : !(s.low <= value && value <= s.high))) return 0;
  }
  return 1;
}

const AcfDomain own_floats[] = {{.version = ACF_DOMAIN_VERSION,
                                 .name = "intervals-float",
                                 .library = "acf",
                                 .about = "acf's intervals of doubles, with NaN",
                                 .values = ACF_DOUBLES,
                                 .number_bits = 53,
                                 .flags = ACF_STRICT,
                                 .begin = begin,
                                 .top = top,
                                 .bottom = bottom,
                                 .from_constraints = from_constraints,
                                 .copy = copy,
                                 .free = free_box,
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
                                 .represents = represents}};
const guint n_own_floats = G_N_ELEMENTS(own_floats);
