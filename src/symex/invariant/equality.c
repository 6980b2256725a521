/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Affine equalities from samples: the values at the arrivals of a few runs are vectors; what is orthogonal to
 * all of them is an equality.  The arithmetic is modulo a large prime, in which small fractions can be told
 * apart; the equality found is then meant modulo two to the width, where wrap-around does not break it. */
#include "symex/invariant/equality.h"
#include "base/limits.h"
#include "symex/invariant/pack.h"
#include "symex/invariant/phases.h"

#define MAX_COLUMNS 12                                /* a dimension of arrays */
#define PRIME G_GUINT64_CONSTANT(2305843009213693951) /* 2^61 - 1 */

__extension__ typedef unsigned __int128 Product;

typedef struct {
  GPtrArray *columns; /* Term*, all of one width */
  GArray *rows;       /* guint64[MAX_COLUMNS + 1] each: 1 and the values, modulo PRIME */
} Samples;

/* ---- the field ---- */

static guint64 times(guint64 a, guint64 b) { return (guint64)((Product)a * b % PRIME); }
static guint64 minus(guint64 a, guint64 b) { return a >= b ? a - b : a + PRIME - b; }

static guint64 inverse(guint64 a) { /* a to the PRIME - 2 */
  guint64 result = 1;
  for (guint64 n = PRIME - 2; n; n >>= 1, a = times(a, a))
    if (n & 1) result = times(result, a);
  return result;
}

static guint64 residue(gint64 v) { return v >= 0 ? (guint64)v % PRIME : minus(0, (guint64)-v % PRIME); }

/* The fraction with small numbers that a residue stands for. */
static gboolean as_fraction(guint64 a, gint64 *numerator, gint64 *denominator) {
  guint64 r0 = PRIME, r1 = a;
  gint64 t0 = 0, t1 = 1;
  while (r1 > limits.equality_numbers) {
    guint64 q = r0 / r1, r = r0 % r1;
    if (q > limits.equality_numbers) return FALSE;
    gint64 t = t0 - (gint64)q * t1;
    r0 = r1, r1 = r, t0 = t1, t1 = t;
    if (ABS(t1) > limits.equality_numbers) return FALSE;
  }
  *numerator = t1 < 0 ? -(gint64)r1 : (gint64)r1;
  *denominator = ABS(t1);
  return TRUE;
}

/* ---- samples ---- */

static guint64 *row(const Samples *s, guint i) {
  return &((guint64 *)(void *)s->rows->data)[i * (MAX_COLUMNS + 1)];
}

static void add_sample(Samples *s, const Model *m) {
  guint64 values[MAX_COLUMNS + 1] = {1};
  for (guint i = 0; i < s->columns->len; i++) {
    const Term *t = (const Term *)s->columns->pdata[i];
    values[i + 1] = residue(term_signed(term_eval(t, m), t->width));
  }
  g_array_append_vals(s->rows, values, MAX_COLUMNS + 1);
}

/* ---- equalities ---- */

/* Reduced echelon form; pivot[r] is the column of row r.  Returns the rank. */
static guint reduce(Samples *s, guint width, guint *pivot) {
  guint n = s->rows->len / (MAX_COLUMNS + 1), rank = 0;
  for (guint column = width; column-- > 0 && rank < n;) {
    guint at = rank;
    while (at < n && !row(s, at)[column]) at++;
    if (at == n) continue;
    for (guint j = 0; j < width; j++) {
      guint64 keep = row(s, at)[j];
      row(s, at)[j] = row(s, rank)[j];
      row(s, rank)[j] = keep;
    }
    guint64 scale = inverse(row(s, rank)[column]);
    for (guint j = 0; j < width; j++) row(s, rank)[j] = times(row(s, rank)[j], scale);
    for (guint i = 0; i < n; i++) {
      guint64 factor = row(s, i)[column];
      if (i == rank || !factor) continue;
      for (guint j = 0; j < width; j++) row(s, i)[j] = minus(row(s, i)[j], times(factor, row(s, rank)[j]));
    }
    pivot[rank++] = column;
  }
  return rank;
}

/* sum of k[0] + k[i + 1] * columns[i] = 0 */
static const Term *equality_term(const Samples *s, const gint64 *k) {
  guint width = ((const Term *)s->columns->pdata[0])->width;
  const Term *sides[2] = {term_const(width, k[0] > 0 ? (guint64)k[0] : 0),
                          term_const(width, k[0] < 0 ? (guint64)-k[0] : 0)};
  for (guint i = 0; i < s->columns->len; i++) {
    if (!k[i + 1]) continue;
    const Term *t = (const Term *)s->columns->pdata[i];
    const Term **side = &sides[k[i + 1] < 0];
    *side = term_binary(TERM_ADD, *side, term_binary(TERM_MUL, t, term_const(width, (guint64)ABS(k[i + 1]))));
  }
  return term_eq(sides[0], sides[1]);
}

static gint64 divisor_of(gint64 a, gint64 b) { return b ? divisor_of(b, a % b) : a; }

/* The vector orthogonal to all rows in which the column `one` is 1 and the others without a pivot are 0. */
static const Term *equality_of(Samples *s, guint rank, const guint *pivot, guint one) {
  gint64 k[MAX_COLUMNS + 1] = {0}, denominators[MAX_COLUMNS + 1], common = 1;
  gint64 numerators[MAX_COLUMNS + 1];
  for (guint r = 0; r < rank; r++) {
    if (!as_fraction(minus(0, row(s, r)[one]), &numerators[r], &denominators[r])) return NULL;
    common = common / divisor_of(common, denominators[r]) * denominators[r];
    if (common > limits.equality_numbers) return NULL;
  }
  k[one] = common;
  for (guint r = 0; r < rank; r++) k[pivot[r]] = numerators[r] * (common / denominators[r]);
  return equality_term(s, k);
}

static void add_equalities(Samples *s, GPtrArray *found) {
  guint width = s->columns->len + 1, pivot[MAX_COLUMNS + 1];
  guint rank = reduce(s, width, pivot);
  for (guint one = 0; one < width; one++) {
    gboolean is_pivot = FALSE;
    for (guint r = 0; r < rank; r++) is_pivot |= pivot[r] == one;
    const Term *t = is_pivot ? NULL : equality_of(s, rank, pivot, one);
    if (t && !term_is_const(t)) g_ptr_array_add(found, (gpointer)t);
  }
}

static void guess_for(const GPtrArray *arrivals, const GPtrArray *pack, guint width, GPtrArray *found) {
  Samples s = {g_ptr_array_new(), g_array_new(FALSE, FALSE, sizeof(guint64))};
  for (guint i = 0; i < pack->len && s.columns->len < MAX_COLUMNS; i++)
    if (((const Term *)pack->pdata[i])->width == width) g_ptr_array_add(s.columns, pack->pdata[i]);
  for (guint i = 0; s.columns->len && i < arrivals->len; i++)
    add_sample(&s, (const Model *)arrivals->pdata[i]);
  if (s.columns->len) add_equalities(&s, found);
  g_ptr_array_unref(s.columns);
  g_array_unref(s.rows);
}

static GPtrArray *guess_all(const GPtrArray *packs, const GPtrArray *arrivals) {
  static const guint widths[] = {32, 64, 8, 16};
  GPtrArray *found = g_ptr_array_new();
  for (guint i = 0; i < packs->len && arrivals->len; i++)
    for (guint w = 0; w < G_N_ELEMENTS(widths); w++)
      guess_for(arrivals, (const GPtrArray *)packs->pdata[i], widths[w], found);
  return found;
}

static GPtrArray *arrivals_where(const GPtrArray *arrivals, const Term *phase) {
  GPtrArray *some = g_ptr_array_new();
  for (guint i = 0; i < arrivals->len; i++)
    if (term_eval(phase, (const Model *)arrivals->pdata[i])) g_ptr_array_add(some, arrivals->pdata[i]);
  return some;
}

static void guess_in_phase(const GPtrArray *packs, const GPtrArray *arrivals, const Term *phase,
                           GPtrArray *found) {
  GPtrArray *some = arrivals_where(arrivals, phase);
  GPtrArray *guesses = guess_all(packs, some);
  for (guint i = 0; i < guesses->len; i++)
    if (!g_ptr_array_find(found, guesses->pdata[i], NULL))
      g_ptr_array_add(found, (gpointer)term_implies(phase, (const Term *)guesses->pdata[i]));
  g_ptr_array_unref(guesses);
  g_ptr_array_unref(some);
}

GPtrArray *equality_guesses(const LoopTerms *l, const GPtrArray *arrivals) {
  GPtrArray *packs = packs_of_changes(l, MAX_COLUMNS), *phases = loop_phases(l, NULL);
  GPtrArray *found = guess_all(packs, arrivals);
  for (guint i = 0; i < phases->len; i++) {
    const Term *phase = (const Term *)phases->pdata[i];
    guess_in_phase(packs, arrivals, phase, found);
    guess_in_phase(packs, arrivals, term_not(phase), found);
  }
  g_ptr_array_unref(packs);
  g_ptr_array_unref(phases);
  return found;
}
