/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regions: narrowing them, and counting their points. */
#include "count/region.h"
#include "base/limits.h"

gboolean affine_add(Affine *a, const Affine *b, Int times, guint n) {
  Int product;
  if (__builtin_mul_overflow(b->constant, times, &product) ||
      __builtin_add_overflow(a->constant, product, &a->constant))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (b->factor[i] && (__builtin_mul_overflow(b->factor[i], times, &product) ||
                         __builtin_add_overflow(a->factor[i], product, &a->factor[i])))
      return FALSE;
  return TRUE;
}

/* No term of a sum is larger: then no part of the sum, in whatever order, overflows. */
static gboolean is_small(Int value) { return value < (Int)1 << 118 && value > -((Int)1 << 118); }

/* Adds factor * (the values of a range) to values. */
static gboolean add_range(Range *values, Int factor, Range r) {
  Int low, high;
  if (__builtin_mul_overflow(factor, factor > 0 ? r.low : r.high, &low) ||
      __builtin_mul_overflow(factor, factor > 0 ? r.high : r.low, &high) || !is_small(low) || !is_small(high))
    return FALSE;
  values->low += low;
  values->high += high;
  return TRUE;
}

gboolean ranges_of(const Ranges *r, const Affine *l, Range *values) {
  *values = (Range){l->constant, l->constant};
  if (!is_small(l->constant)) return FALSE;
  for (guint i = 0; i < r->n; i++)
    if (l->factor[i] && !add_range(values, l->factor[i], r->range[i])) return FALSE;
  return TRUE;
}

static Int floor_div(Int a, Int b) { return a / b - (a % b != 0 && (a < 0) != (b < 0)); }

/* What l <= 0 says about each input, the others being anywhere in their ranges. */
static RegionState narrow(Ranges *r, const Affine *l, gboolean *changed) {
  Range values;
  if (!ranges_of(r, l, &values)) return REGION_OVERFLOW;
  if (values.low > 0) return REGION_EMPTY;
  for (guint i = 0; i < r->n; i++) {
    const Int f = l->factor[i];
    Range *x = &r->range[i];
    if (!f) continue;
    /* f x <= -(the least value of the rest) */
    const Int rest = values.low - f * (f > 0 ? x->low : x->high);
    const Int bound = f > 0 ? floor_div(-rest, f) : -floor_div(-rest, -f);
    if (f > 0 ? bound >= x->high : bound <= x->low) continue;
    *(f > 0 ? &x->high : &x->low) = bound;
    *changed = TRUE;
    if (x->low > x->high) return REGION_EMPTY;
    if (!ranges_of(r, l, &values)) return REGION_OVERFLOW;
  }
  return REGION_MAYBE;
}

static guint n_factors(const Affine *l, guint n) {
  guint count = 0;
  for (guint i = 0; i < n; i++) count += l->factor[i] != 0;
  return count;
}

RegionState region_confine(Ranges *r, GArray *conditions, const Affine *l) {
  Range values;
  gboolean changed = FALSE;
  if (!ranges_of(r, l, &values)) return REGION_OVERFLOW;
  if (values.high <= 0) return REGION_MAYBE;
  g_array_set_size(conditions, r->n_conditions);
  if (n_factors(l, r->n) > 1) {
    g_array_append_vals(conditions, l, 1);
    r->n_conditions++;
  }
  RegionState state = narrow(r, l, &changed);
  for (guint round = 0; state == REGION_MAYBE && changed && round < limits.narrow_rounds; round++) {
    changed = FALSE;
    for (guint i = 0; state == REGION_MAYBE && i < r->n_conditions; i++)
      state = narrow(r, &g_array_index(conditions, Affine, i), &changed);
  }
  return state;
}

/* The conditions on inputs x and y as half-planes; those that the ranges imply are left out, and of parallel
 * ones all but the tightest. */
static GArray *planes_of(const Ranges *r, const GArray *conditions, guint x, guint y) {
  GArray *planes = g_array_new(FALSE, FALSE, sizeof(HalfPlane));
  for (guint i = 0; i < r->n_conditions; i++) {
    const Affine *l = &g_array_index(conditions, Affine, i);
    const HalfPlane p = {l->factor[x], l->factor[y], l->constant};
    Range values;
    if ((!p.a && !p.b) || (ranges_of(r, l, &values) && values.high <= 0)) continue;
    guint k = 0;
    for (; k < planes->len; k++) {
      HalfPlane *other = &g_array_index(planes, HalfPlane, k);
      if (other->a != p.a || other->b != p.b) continue;
      other->c = MAX(other->c, p.c);
      break;
    }
    if (k == planes->len) g_array_append_val(planes, p);
  }
  return planes;
}

/* The other input that hangs together with x; x when there is none, n when there are several. */
static guint partner_of(const Ranges *r, const GArray *conditions, guint x) {
  guint partner = x;
  for (guint i = 0; i < r->n_conditions; i++) {
    const Affine *l = &g_array_index(conditions, Affine, i);
    Range values;
    if (!l->factor[x] || (ranges_of(r, l, &values) && values.high <= 0)) continue;
    for (guint y = 0; y < r->n; y++) {
      if (y == x || y == partner || !l->factor[y] || r->range[y].low == r->range[y].high) continue;
      if (partner != x) return r->n;
      partner = y;
    }
  }
  return partner;
}

/* An input with one value left is a constant. */
static GArray *without_fixed(const Ranges *r, const GArray *conditions) {
  GArray *out = g_array_new(FALSE, FALSE, sizeof(Affine));
  for (guint i = 0; i < r->n_conditions; i++) {
    Affine l = g_array_index(conditions, Affine, i);
    for (guint x = 0; x < r->n; x++)
      if (l.factor[x] && r->range[x].low == r->range[x].high) {
        l.constant += l.factor[x] * r->range[x].low; /* small: see ranges_of() */
        l.factor[x] = 0;
      }
    g_array_append_val(out, l);
  }
  return out;
}

static gboolean count_plain(const Ranges *r, const GArray *conditions, mpz_t count) {
  mpz_t part;
  mpz_init(part);
  mpz_set_ui(count, 1);
  gboolean known = TRUE;
  for (guint x = 0; known && x < r->n; x++) {
    const guint y = partner_of(r, conditions, x);
    if (y < x) continue; /* counted with its partner */
    known = y < r->n;
    if (!known) break;
    g_autoptr(GArray) planes = planes_of(r, conditions, x, y);
    if (y == x) { /* conditions on x alone; y is of no account */
      for (guint i = 0; i < planes->len; i++) g_array_index(planes, HalfPlane, i).b = 0;
      lattice_count(part, r->range[x], (Range){0, 0}, (HalfPlane *)(void *)planes->data, planes->len);
    } else {
      lattice_count(part, r->range[x], r->range[y], (HalfPlane *)(void *)planes->data, planes->len);
    }
    mpz_mul(count, count, part);
  }
  mpz_clear(part);
  return known;
}

gboolean region_count(const Ranges *r, const GArray *conditions, mpz_t count) {
  g_autoptr(GArray) plain = without_fixed(r, conditions);
  for (guint i = 0; i < plain->len; i++) { /* what is left of conditions on fixed inputs only */
    const Affine *l = &g_array_index(plain, Affine, i);
    if (n_factors(l, r->n) > 0 || l->constant <= 0) continue;
    mpz_set_ui(count, 0);
    return TRUE;
  }
  return count_plain(r, plain, count);
}
