/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random parities of bits, and the cells that they cut the space of all bits into. */
#ifndef ACF_PARITY_H
#define ACF_PARITY_H
#include <glib.h>

/* Row i says that the bits it has add up to its last bit, modulo 2. */
typedef struct {
  guint n;       /* bits, and rows */
  guint n_words; /* of a row: n + 1 bits */
  guint64 *words;
} Parities;

Parities *parities_new(guint n, GRand *rand); /* each bit is in each row with probability 1/2 */
void parities_free(Parities *p);

/* The points that the first m rows admit.  Solved: each row has a bit of its own, the others it has are free.
 */
typedef struct {
  guint n, n_words, rank;
  guint64 *rows;
  guint *own;  /* by row: its own bit */
  guint *free; /* the bits that are free */
  guint n_free;
  gboolean empty; /* the rows contradict each other */
} Cell;

Cell *cell_new(const Parities *p, guint m);
void cell_free(Cell *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Cell, cell_free)
gboolean cell_has(const Cell *c, const guint8 *point);      /* a byte for each bit */
gboolean cell_row_has(const Cell *c, guint row, guint bit); /* bit n: what it adds up to */
/* 64 points of the cell side by side: words[b] has bit b of each.  There are 2^n_free points; a cell of fewer
 * than 64 repeats them. */
void cell_points(const Cell *c, guint64 block, guint64 *words);
#endif
