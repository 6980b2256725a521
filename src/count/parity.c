/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parities and cells: linear algebra modulo 2. */
#include "count/parity.h"
#include <string.h>

Parities *parities_new(guint n, GRand *rand) {
  Parities *p = g_new0(Parities, 1);
  p->n = n;
  p->n_words = n / 64 + 1;
  p->words = g_new0(guint64, (gsize)n * p->n_words + 1);
  for (gsize i = 0; i < (gsize)n * p->n_words; i++) {
    p->words[i] = (guint64)g_rand_int(rand) << 32 | g_rand_int(rand);
    const guint first = (guint)(i % p->n_words) * 64;
    if (n - first < 63) p->words[i] &= (G_GUINT64_CONSTANT(2) << (n - first)) - 1;
  }
  return p;
}

void parities_free(Parities *p) {
  g_free(p->words);
  g_free(p);
}

static gboolean has(const guint64 *row, guint bit) { return row[bit / 64] >> bit % 64 & 1; }

static void add_row(guint64 *to, const guint64 *from, guint n_words) {
  for (guint w = 0; w < n_words; w++) to[w] ^= from[w];
}

/* The first bit of a row, n when it has none. */
static guint first_bit(const guint64 *row, guint n) {
  for (guint w = 0; w * 64 < n; w++)
    if (row[w]) return MIN(w * 64 + (guint)__builtin_ctzll(row[w]), n);
  return n;
}

/* Adds a row, solved for a bit that no other row has. */
static void solve(Cell *c, const guint64 *given) {
  guint64 *row = c->rows + (gsize)c->rank * c->n_words;
  memcpy(row, given, c->n_words * sizeof *row);
  for (guint i = 0; i < c->rank; i++)
    if (has(row, c->own[i])) add_row(row, c->rows + (gsize)i * c->n_words, c->n_words);
  const guint own = first_bit(row, c->n);
  if (own == c->n) {
    c->empty |= has(row, c->n);
    return;
  }
  for (guint i = 0; i < c->rank; i++) {
    guint64 *other = c->rows + (gsize)i * c->n_words;
    if (has(other, own)) add_row(other, row, c->n_words);
  }
  c->own[c->rank++] = own;
}

Cell *cell_new(const Parities *p, guint m) {
  Cell *c = g_new0(Cell, 1);
  c->n = p->n;
  c->n_words = p->n_words;
  c->rows = g_new0(guint64, (gsize)(m + 1) * p->n_words);
  c->own = g_new0(guint, m + 1);
  c->free = g_new0(guint, p->n + 1);
  for (guint i = 0; i < m && !c->empty; i++) solve(c, p->words + (gsize)i * p->n_words);
  g_autofree guint8 *owned = g_new0(guint8, p->n + 1);
  for (guint i = 0; i < c->rank; i++) owned[c->own[i]] = 1;
  for (guint b = 0; b < p->n; b++)
    if (!owned[b]) c->free[c->n_free++] = b;
  return c;
}

void cell_free(Cell *c) {
  g_free(c->rows);
  g_free(c->own);
  g_free(c->free);
  g_free(c);
}

gboolean cell_row_has(const Cell *c, guint row, guint bit) {
  return has(c->rows + (gsize)row * c->n_words, bit);
}

gboolean cell_has(const Cell *c, const guint8 *point) {
  for (guint i = 0; i < c->rank; i++) {
    gboolean odd = point[c->own[i]];
    for (guint k = 0; k < c->n_free; k++) odd ^= point[c->free[k]] & cell_row_has(c, i, c->free[k]);
    if (odd != cell_row_has(c, i, c->n)) return FALSE;
  }
  return !c->empty;
}

void cell_points(const Cell *c, guint64 block, guint64 *words) {
  static const guint64 lanes[] = {
      G_GUINT64_CONSTANT(0xaaaaaaaaaaaaaaaa), G_GUINT64_CONSTANT(0xcccccccccccccccc),
      G_GUINT64_CONSTANT(0xf0f0f0f0f0f0f0f0), G_GUINT64_CONSTANT(0xff00ff00ff00ff00),
      G_GUINT64_CONSTANT(0xffff0000ffff0000), G_GUINT64_CONSTANT(0xffffffff00000000)};
  for (guint k = 0; k < c->n_free; k++)
    words[c->free[k]] = k < G_N_ELEMENTS(lanes) ? lanes[k] : -(block >> (k - G_N_ELEMENTS(lanes)) & 1);
  for (guint i = 0; i < c->rank; i++) {
    guint64 word = -(guint64)cell_row_has(c, i, c->n);
    for (guint k = 0; k < c->n_free; k++)
      if (cell_row_has(c, i, c->free[k])) word ^= words[c->free[k]];
    words[c->own[i]] = word;
  }
}
