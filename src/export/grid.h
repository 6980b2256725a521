/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failing space on a grid of cells, each a box of points, for the terminal.  What a cell says is settled
 * by the solver, for all of its points, where there is time. */
#ifndef ACF_GRID_H
#define ACF_GRID_H
#include "export/extent.h"

enum { /* of a cell */
       CELL_SOME_MAY = 1,
       CELL_SOME_MUST = 2,
       CELL_ALL_MUST = 4,
       CELL_OPEN = 8 /* only some of its points were looked at */
};

/* A window on an input's axis, in n cells. */
typedef struct {
  const Term *input;
  guint64 low, high; /* places */
  guint n;
} Axis;

guint64 axis_edge(const Axis *a, guint i); /* the first place of cell i < n */
guint64 axis_last(const Axis *a, guint i); /* its last one */

typedef struct {
  Axis x, y;     /* y: a line has one row and no input */
  Model *fixed;  /* a map: values of all other inputs */
  guint8 *cells; /* row * x.n + column, rows upward */
  guint n_open;
} Grid;

/* The windows show where things change, with some margin.  Cells hold at least one value, so there may be
 * fewer of them than wished. */
Grid *grid_of_line(const Cfc *c, const Extent *s, guint columns);
/* Of the first two inputs; the others are as in an example, or 0. */
Grid *grid_of_map(const Cfc *c, const Extent *s, guint columns, guint rows, double seconds);
void grid_free(Grid *g);
#endif
