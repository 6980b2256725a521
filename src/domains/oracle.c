/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exact values: rationals over a common divisor, machine integers that wrap around, doubles that round. */
#include "domains/oracle.h"
#include <math.h>
#include <string.h>

#define TOO_LARGE ((AcfWide)1 << 100)

static double to_double(AcfWide bits) {
  const guint64 word = (guint64)bits;
  double value;
  memcpy(&value, &word, sizeof value);
  return value;
}

static AcfWide from_double(double value) {
  gint64 word;
  memcpy(&word, &value, sizeof word);
  return word;
}

static gboolean add(AcfWide *sum, AcfWide a, AcfWide b) {
  AcfWide product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum) &&
         *sum<TOO_LARGE && * sum> - TOO_LARGE;
}

/* Times the divisor. */
static gboolean exact_value(guint n, const AcfPoint *p, const AcfLinear *e, AcfWide *value) {
  *value = 0;
  if (!add(value, e->constant, p->divisor)) return FALSE;
  for (guint i = 0; i < n; i++)
    if (e->k[i] && !add(value, e->k[i], p->value[i])) return FALSE;
  return TRUE;
}

static double double_value(guint n, const AcfPoint *p, const AcfLinear *e) {
  volatile double sum = to_double(e->constant); /* each step is rounded to a double */
  for (guint i = 0; i < n; i++) {
    const volatile double product = to_double(e->k[i]) * to_double(p->value[i]);
    if (e->k[i]) sum = sum + product;
  }
  return sum;
}

AcfWide oracle_wrapped(AcfWide value, guint bits, gboolean is_signed) {
  switch (bits) { /* by the machine's own types */
  case 8: return is_signed ? (AcfWide)(gint8)value : (AcfWide)(guint8)value;
  case 16: return is_signed ? (AcfWide)(gint16)value : (AcfWide)(guint16)value;
  case 32: return is_signed ? (AcfWide)(gint32)value : (AcfWide)(guint32)value;
  default: return is_signed ? (AcfWide)(gint64)value : (AcfWide)(guint64)value;
  }
}

gboolean oracle_wrap(AcfPoint *p, guint v, guint bits, gboolean is_signed) {
  if (p->value[v] % p->divisor) return FALSE;
  p->value[v] = oracle_wrapped(p->value[v] / p->divisor, bits, is_signed) * p->divisor;
  return TRUE;
}

gboolean oracle_assign(const AcfDomain *d, guint n, AcfPoint *p, guint v, const AcfLinear *e) {
  AcfWide value;
  if (d->values == ACF_DOUBLES) {
    p->value[v] = from_double(double_value(n, p, e));
    return TRUE;
  }
  if (!exact_value(n, p, e, &value)) return FALSE;
  p->value[v] = d->values == ACF_MACHINE ? oracle_wrapped(value, (guint)d->bits, d->is_signed) : value;
  return TRUE;
}

static int compare_double(double value, AcfRelation r) {
  return r == ACF_EQUAL ? value == 0 : r == ACF_AT_LEAST ? value >= 0 : r == ACF_GREATER ? value > 0 : -1;
}

int oracle_satisfies(const AcfDomain *d, guint n, const AcfPoint *p, const AcfConstraint *c) {
  AcfWide value;
  if (d->values == ACF_DOUBLES) return compare_double(double_value(n, p, &c->form), c->relation);
  if (!exact_value(n, p, &c->form, &value)) return -1;
  switch (c->relation) {
  case ACF_EQUAL: return value == 0;
  case ACF_AT_LEAST: return value >= 0;
  case ACF_GREATER: return value > 0;
  case ACF_CONGRUENT: return value % ((AcfWide)c->modulus * p->divisor) == 0;
  }
  return -1;
}

gboolean oracle_possible(const AcfDomain *d, guint n, const AcfPoint *p) {
  if (d->values == ACF_DOUBLES) return TRUE;
  for (guint i = 0; i < n; i++) {
    if (d->values != ACF_RATIONALS && p->value[i] % p->divisor) return FALSE;
    if (d->values == ACF_MACHINE && p->value[i] != oracle_wrapped(p->value[i], (guint)d->bits, d->is_signed))
      return FALSE;
  }
  return TRUE;
}

/* The point as constraints; a coordinate that 64 bits cannot hold gives none. */
static int meets(const AcfDomain *d, const void *x, guint n, const AcfPoint *p) {
  AcfConstraint c[ACF_VARIABLES];
  memset(c, 0, sizeof c);
  for (guint i = 0; i < n; i++) {
    c[i].relation = ACF_EQUAL;
    c[i].form.k[i] = -p->divisor;
    c[i].form.constant = (int64_t)p->value[i];
    if (c[i].form.constant != p->value[i]) return -1;
  }
  void *at = d->from_constraints(d, (int)n, c, (int)n), *both = at ? d->meet(d, x, at) : NULL;
  int empty = both ? d->is_bottom(d, both) : -1;
  if (at) d->free(d, at);
  if (both) d->free(d, both);
  return empty < 0 ? -1 : !empty;
}

int oracle_has(const AcfDomain *d, const void *x, guint n, const AcfPoint *p) {
  if (d->has) return d->has(d, x, p);
  return d->values == ACF_DOUBLES ? -1 : meets(d, x, n, p);
}

/* k * x + rest = 0 for the first variable that allows it. */
gboolean oracle_move(const AcfDomain *d, guint n, AcfPoint *p, const AcfConstraint *c) {
  AcfWide value;
  if (d->values == ACF_DOUBLES) return oracle_satisfies(d, n, p, c) == 1;
  for (guint i = 0; i < n; i++) {
    const AcfWide k = c->form.k[i];
    AcfPoint moved = *p;
    if (!k || !exact_value(n, p, &c->form, &value) || value % k) continue;
    moved.value[i] -= value / k;
    if (c->relation == ACF_GREATER) moved.value[i] += k > 0 ? p->divisor : -p->divisor;
    if (!oracle_possible(d, n, &moved) || oracle_satisfies(d, n, &moved, c) != 1) continue;
    *p = moved;
    return TRUE;
  }
  return oracle_satisfies(d, n, p, c) == 1;
}
