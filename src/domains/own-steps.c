/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of programs over machine integers, as absint takes them: assignments and conditions as terms, of
 * which linear_step() says what they do to a set. */
#include "domains/own-sets.h"
#include "symex/invariant/limits.h"
#include "symex/invariant/linear.h"

typedef struct {
  const AcfDomain *domain;
  int n;
  guint pack;
  Space *space;
} Known;

static const Term *leaf(const AcfDomain *d, int v) {
  return term_input((InputKey){(guint)v, 1, 0}, (guint)d->bits);
}

static Space *make_space(const AcfDomain *d, int n, guint pack) {
  g_autoptr(GPtrArray) leaves = g_ptr_array_new(), readers = g_ptr_array_new();
  const guint first = pack_first(d, pack);
  for (guint i = 0; i < pack_length(d, n, pack); i++)
    g_ptr_array_add(leaves, (gpointer)leaf(d, (int)(first + i)));
  return space_new(leaves, readers, d->is_signed);
}

/* Spaces are kept: there are few. */
static const Space *space_of(const AcfDomain *d, int n, guint pack) {
  static GArray *known;
  if (!known) known = g_array_new(FALSE, FALSE, sizeof(Known));
  for (guint i = 0; i < known->len; i++) {
    const Known *k = &g_array_index(known, Known, i);
    if (k->domain == d && k->n == n && k->pack == pack) return k->space;
  }
  const Known fresh = {d, n, pack, make_space(d, n, pack)};
  g_array_append_val(known, fresh);
  return fresh.space;
}

Poly *steps_top(const AcfDomain *d, int n, guint pack) { return space_poly(space_of(d, n, pack)); }

GArray *steps_limits(const AcfDomain *d, int n, guint pack) {
  return limits_of(space_of(d, n, pack), NULL, 0);
}

/* The sum in so many bits, which it fits when it is asked for exactly. */
static const Term *sum(const AcfDomain *d, int n, const AcfLinear *e, guint width) {
  const Term *t = term_const(width, (guint64)e->constant);
  for (int i = 0; i < n; i++) {
    if (!e->k[i]) continue;
    const Term *x = d->is_signed ? term_sext(leaf(d, i), width) : term_zext(leaf(d, i), width);
    t = term_binary(TERM_ADD, t, term_binary(TERM_MUL, x, term_const(width, (guint64)e->k[i])));
  }
  return t;
}

/* The hull of the cases; of the dimensions after the leaves the first, if there is one, becomes v. */
static Poly *hull(GPtrArray *cases, guint n, guint v) {
  if (!cases) return NULL;
  Poly *all = poly_new(n, TRUE);
  for (guint i = 0; i < cases->len; i++) {
    Poly *p = cases->pdata[i];
    guint to[POLY_DIMS];
    for (guint k = 0; k < POLY_DIMS; k++) to[k] = k < n && k != v ? k : k == n ? v : G_MAXUINT;
    if (v < n) poly_rearrange(p, to);
    poly_hull(all, p);
  }
  g_ptr_array_unref(cases);
  return all;
}

Poly *steps_assign(const AcfDomain *d, int n, guint pack, const Poly *p, int v, const AcfLinear *e) {
  const Space *s = space_of(d, n, pack);
  const Term *values[POLY_DIMS] = {NULL};
  const guint at = (guint)v - pack_first(d, pack);
  values[at] = sum(d, n, e, (guint)d->bits);
  return hull(linear_step(s, p, term_bool(TRUE), values, FALSE, 0), s->n, at);
}

/* NULL: 64 bits do not hold all values that the form can have. */
static const Term *condition(const AcfDomain *d, int n, const AcfConstraint *c) {
  Wide most = c->form.constant < 0 ? -(Wide)c->form.constant : c->form.constant;
  for (int i = 0; i < n; i++)
    most += (c->form.k[i] < 0 ? -(Wide)c->form.k[i] : (Wide)c->form.k[i]) << MIN(d->bits, 63);
  if (c->relation == ACF_CONGRUENT || most > G_MAXINT64) return NULL;
  const Term *value = sum(d, n, &c->form, 64), *zero = term_const(64, 0);
  return c->relation == ACF_EQUAL
             ? term_eq(value, zero)
             : term_binary(c->relation == ACF_GREATER ? TERM_SLT : TERM_SLE, zero, value);
}

Poly *steps_cond(const AcfDomain *d, int n, guint pack, const Poly *p, const AcfConstraint *c) {
  const Space *s = space_of(d, n, pack);
  const Term *none[POLY_DIMS] = {NULL}, *t = condition(d, n, c);
  return t ? hull(linear_step(s, p, t, none, FALSE, 0), s->n, POLY_DIMS) : poly_copy(p);
}
