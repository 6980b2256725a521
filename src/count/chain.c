/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markov chains.  With P the moves and f the failures of a step, the failures h at all satisfy h = f + P h, and the steps
 * of the runs that fail, weighted by their probability, g = h + P g.  Over the states from which a failure can follow both
 * have one solution. */
#include "count/chain.h"
#include "base/deadline.h"

static mpq_t *numbers_new(guint n) {
  mpq_t *q = g_new(mpq_t, n);
  for (guint i = 0; i < n; i++) mpq_init(q[i]);
  return q;
}

static void numbers_free(mpq_t *q, guint n) {
  for (guint i = 0; i < n; i++) mpq_clear(q[i]);
  g_free(q);
}

Chain *chain_new(guint n) {
  Chain *c = g_new(Chain, 1);
  *c = (Chain){n, numbers_new(n * n), numbers_new(n)};
  return c;
}

void chain_free(Chain *c) {
  if (!c) return;
  numbers_free(c->moves, c->n * c->n);
  numbers_free(c->fails, c->n);
  g_free(c);
}

mpq_ptr chain_move(const Chain *c, guint from, guint to) { return c->moves[from * c->n + to]; }

gboolean chain_fails_within(const Chain *c, guint steps, gint64 deadline, mpq_t result) {
  mpq_t *now = numbers_new(c->n), *next = numbers_new(c->n), product;
  gboolean in_time = TRUE;
  mpq_init(product);
  for (guint k = 0; k < steps && in_time; k++) {
    for (guint i = 0; i < c->n; i++) {
      mpq_set(next[i], c->fails[i]);
      for (guint j = 0; j < c->n; j++) {
        if (!mpq_sgn(chain_move(c, i, j)) || !mpq_sgn(now[j])) continue;
        mpq_mul(product, chain_move(c, i, j), now[j]);
        mpq_add(next[i], next[i], product);
      }
    }
    mpq_t *last = now;
    now = next;
    next = last;
    in_time = !deadline_passed(deadline);
  }
  mpq_set(result, now[0]);
  numbers_free(now, c->n);
  numbers_free(next, c->n);
  mpq_clear(product);
  return in_time;
}

/* The states from which a failure can follow. */
static gboolean *can_fail(const Chain *c) {
  gboolean *can = g_new0(gboolean, c->n);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < c->n; i++) {
      gboolean now = can[i] || mpq_sgn(c->fails[i]);
      for (guint j = 0; j < c->n && !now; j++) now = can[j] && mpq_sgn(chain_move(c, i, j));
      changed |= now != can[i];
      can[i] = now;
    }
  }
  return can;
}

/* The row loses what it has of column k. */
static void eliminate(mpq_t *row, const mpq_t *pivot, guint k, guint width) {
  mpq_t factor, product;
  mpq_inits(factor, product, NULL);
  mpq_set(factor, row[k]);
  for (guint j = k; j < width; j++) {
    if (!mpq_sgn(pivot[j])) continue;
    mpq_mul(product, factor, pivot[j]);
    mpq_sub(row[j], row[j], product);
  }
  mpq_clears(factor, product, NULL);
}

/* Solves x = right + P x over m states, whose numbers are in of; x takes the place of right.  The matrix is diagonally
 * dominant: no pivot is 0. */
static gboolean solve(const Chain *c, const guint *of, guint m, mpq_t *right, gint64 deadline) {
  const guint width = m + 1;
  mpq_t *a = numbers_new(m * width);
  gboolean in_time = TRUE;
  for (guint i = 0; i < m; i++) {
    for (guint j = 0; j < m; j++) {
      mpq_set_ui(a[i * width + j], i == j, 1);
      mpq_sub(a[i * width + j], a[i * width + j], chain_move(c, of[i], of[j]));
    }
    mpq_set(a[i * width + m], right[i]);
  }
  for (guint k = 0; k < m && in_time; k++) {
    mpq_t *pivot = &a[k * width];
    g_assert(mpq_sgn(pivot[k]));
    for (guint j = width; j-- > k;) mpq_div(pivot[j], pivot[j], pivot[k]);
    for (guint i = 0; i < m; i++)
      if (i != k && mpq_sgn(a[i * width + k])) eliminate(&a[i * width], pivot, k, width);
    in_time = !deadline_passed(deadline);
  }
  for (guint i = 0; i < m; i++) mpq_set(right[i], a[i * width + m]);
  numbers_free(a, m * width);
  return in_time;
}

gboolean chain_fails_ever(const Chain *c, gint64 deadline, mpq_t result, mpq_t steps) {
  g_autofree gboolean *can = can_fail(c);
  g_autofree guint *of = g_new(guint, c->n);
  guint m = 0;
  mpq_set_ui(result, 0, 1);
  mpq_set_ui(steps, 0, 1);
  if (!can[0]) return TRUE;
  for (guint i = 0; i < c->n; i++)
    if (can[i]) of[m++] = i; /* state 0 stays the first */
  mpq_t *x = numbers_new(m);
  for (guint i = 0; i < m; i++) mpq_set(x[i], c->fails[of[i]]);
  gboolean in_time = solve(c, of, m, x, deadline);
  mpq_set(result, x[0]);
  in_time = in_time && solve(c, of, m, x, deadline);
  if (in_time) mpq_div(steps, x[0], result);
  numbers_free(x, m);
  return in_time;
}
