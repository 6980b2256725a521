/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All small factors are tried on all boundaries: there are few of either. */
#include "learn/learn-planes.h"
#include "base/limits.h"

#define PLANE_INPUTS 4 /* a dimension of arrays */
#define FACTOR 2       /* factors are -FACTOR to FACTOR */
#define SUM_BITS 64    /* more than a sum of 32 bits takes, and C has a type of that size */

struct Planes {
  Features *features;
  guint inputs[PLANE_INPUTS], n; /* which inputs are looked at */
  GArray *boundaries;            /* gint64[PLANE_INPUTS] */
  guint looked_at;               /* boundaries, when planes were last looked for */
};

static const Term *input_at(const Planes *p, guint i) { return (const Term *)p->features->inputs->pdata[p->inputs[i]]; }

Planes *planes_new(Features *f) {
  Planes *p = g_new0(Planes, 1);
  p->features = f;
  p->boundaries = g_array_new(FALSE, FALSE, PLANE_INPUTS * sizeof(gint64));
  for (guint i = 0; i < f->inputs->len && p->n < PLANE_INPUTS; i++) {
    const guint width = ((const Term *)f->inputs->pdata[i])->width;
    if (width >= limits.learn_wide_bits && width <= 32 && !f->is_float[i]) p->inputs[p->n++] = i;
  }
  return p;
}

void planes_free(Planes *p) {
  if (!p) return;
  g_array_unref(p->boundaries);
  g_free(p);
}

void planes_add_boundary(Planes *p, const Vector *v) {
  gint64 at[PLANE_INPUTS] = {0};
  if (p->boundaries->len >= limits.planes_boundaries) return;
  for (guint i = 0; i < p->n; i++) at[i] = term_signed(v->v[p->inputs[i]], input_at(p, i)->width);
  g_array_append_vals(p->boundaries, at, 1);
}

/* ---- one plane ---- */

static gint64 value_at(const Planes *p, const gint *factors, guint boundary) {
  const gint64 *at = (const gint64 *)(gpointer)p->boundaries->data + (gsize)boundary * PLANE_INPUTS;
  gint64 sum = 0;
  for (guint i = 0; i < p->n; i++) sum += factors[i] * at[i];
  return sum;
}

static gint by_size(gconstpointer a, gconstpointer b) {
  const gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

/* The most boundaries that share a value. */
static guint sharing(const Planes *p, const gint *factors) {
  guint best = 0, run = 0;
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(gint64));
  for (guint i = 0; i < p->boundaries->len; i++) {
    const gint64 value = value_at(p, factors, i);
    g_array_append_val(values, value);
  }
  g_array_sort(values, by_size);
  for (guint i = 0; i < values->len; i++) {
    run = i && g_array_index(values, gint64, i) == g_array_index(values, gint64, i - 1) ? run + 1 : 1;
    best = MAX(best, run);
  }
  return best;
}

/* Without wrapping round. */
static const Term *sum_of(const Planes *p, const gint *factors) {
  const Term *sum = term_const(SUM_BITS, 0);
  for (guint i = 0; i < p->n; i++) {
    const Term *x = term_sext(input_at(p, i), SUM_BITS);
    if (ABS(factors[i]) == 2) x = term_binary(TERM_ADD, x, x);
    if (factors[i]) sum = term_binary(factors[i] < 0 ? TERM_SUB : TERM_ADD, sum, x);
  }
  return sum;
}

/* ---- all of them ---- */

/* The first factor that is not zero is positive; what features of pairs say already is left out. */
static gboolean is_worth_a_look(const Planes *p, const gint *factors) {
  guint inputs = 0, doubled = 0;
  gint first = 0;
  for (guint i = 0; i < p->n; i++) {
    if (!factors[i]) continue;
    if (!first) first = factors[i];
    inputs++;
    doubled += ABS(factors[i]) == 2;
  }
  return first > 0 && inputs > 1 && doubled < inputs && (inputs > 2 || doubled);
}

/* The next ones, as the digits of a number; FALSE: there are none. */
static gboolean next_factors(const Planes *p, gint *factors) {
  for (guint i = 0; i < p->n; i++) {
    if (factors[i]++ < FACTOR) return TRUE;
    factors[i] = -FACTOR;
  }
  return FALSE;
}

void planes_find(Planes *p) {
  if (p->n < 2 || p->boundaries->len < p->looked_at + limits.planes_alike) return;
  gint factors[PLANE_INPUTS];
  for (guint i = 0; i < p->n; i++) factors[i] = -FACTOR;
  const guint enough = MAX(limits.planes_alike, p->boundaries->len / limits.planes_part);
  do
    if (is_worth_a_look(p, factors) && sharing(p, factors) >= enough) features_add_sum(p->features, sum_of(p, factors));
  while (next_factors(p, factors));
  p->looked_at = p->boundaries->len;
}
