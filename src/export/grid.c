/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failing space on a grid. */
#include <string.h>
#include "export/grid.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "formula/solver.h"
#include "base/job.h"

#define GRID_MEMORY ((gsize)2 << 30)

/* ---- windows ---- */

static guint64 parts_of(const Axis *a, guint64 i) {
  const guint64 span = a->high - a->low; /* one less than the values; i * span / n without overflow */
  return span / a->n * i + span % a->n * i / a->n;
}

guint64 axis_edge(const Axis *a, guint i) { return i ? a->low + parts_of(a, i) + 1 : a->low; }
guint64 axis_last(const Axis *a, guint i) { return i + 1 == a->n ? a->high : axis_edge(a, i + 1) - 1; }

/* From the first to the last place where something changes, and a bit more; everything when nothing does. */
static Axis window(const Term *input, guint64 first, guint64 last, gboolean any, guint cells) {
  Axis a = {input, 0, term_mask(input->width), cells};
  if (any) {
    const guint64 span = last - first, room = span + 1 < cells ? (cells - 1 - span) / 2 : 0;
    const guint64 margin = MAX(span / 6 + 1, room);
    a.low = first > margin ? first - margin : 0;
    a.high = a.high - last > margin ? last + margin : a.high;
  }
  if (a.high - a.low < a.n - 1) a.n = (guint)(a.high - a.low) + 1;
  return a;
}

static void grid_fill(Grid *g) {
  g->cells = g_new0(guint8, (gsize)g->x.n * g->y.n);
  g->n_open = 0;
}

/* ---- a line, from its intervals ---- */

/* Some of the points of a cell that is not settled. */
static guint8 sample_line(const Cfc *c, const Term *x, guint64 low, guint64 high) {
  guint8 cell = 0;
  for (guint i = 0; i < 5; i++) {
    Model *m = model_new();
    model_set(m, x, extent_value(c->program, x, i == 4 ? high : low + (high - low) / 4 * i));
    const int state = extent_state(c, m);
    if (state > 0) cell |= state % 2 ? CELL_SOME_MAY : CELL_SOME_MAY | CELL_SOME_MUST;
    model_free(m);
  }
  return cell;
}

static guint8 cell_of_line(const Cfc *c, const Extent *s, guint64 low, guint64 high) {
  const GArray *line = s->line;
  guint8 cell = CELL_ALL_MUST;
  for (guint i = 0; i < line->len; i++) {
    const ExtentInterval *part = &g_array_index(line, ExtentInterval, i);
    if (part->high < low || part->low > high) continue;
    const gboolean open = part->state == EXTENT_OPEN, must = part->state > 0 && part->state % 2 == 0;
    if (open) cell |= CELL_OPEN;
    if (must) cell |= CELL_SOME_MUST;
    if (part->state > 0) cell |= CELL_SOME_MAY;
    if (!must) cell &= (guint8)~CELL_ALL_MUST;
  }
  if (cell & CELL_OPEN) cell |= sample_line(c, s->inputs->pdata[0], low, high);
  return cell;
}

Grid *grid_of_line(const Cfc *c, const Extent *s, guint columns) {
  Grid *g = g_new0(Grid, 1);
  const GArray *line = s->line;
  const guint64 first = line->len > 1 ? g_array_index(line, ExtentInterval, 0).high : 0;
  const guint64 last = line->len > 1 ? g_array_index(line, ExtentInterval, line->len - 1).low : 0;
  g->x = window(s->inputs->pdata[0], first, last, line->len > 1, columns);
  g->y = (Axis){NULL, 0, 0, 1};
  grid_fill(g);
  for (guint i = 0; i < g->x.n; i++) {
    g->cells[i] = cell_of_line(c, s, axis_edge(&g->x, i), axis_last(&g->x, i));
    g->n_open += (g->cells[i] & CELL_OPEN) != 0;
  }
  return g;
}

/* ---- a map, by halving boxes ---- */

typedef enum { REGION_MAY, REGION_NOT_MAY, REGION_MUST, REGION_NOT_MUST, REGION_N } Region;

typedef struct {
  const Cfc *cfc;
  Grid *grid;
  const Term *may, *must; /* over the two inputs of the map */
  gint64 deadline;
  Solver *solvers[REGION_N];
} Work;

typedef struct {
  guint x0, x1, y0, y1; /* cells, inclusive */
} Box;

static const Term *inside(const Work *w, Box b) {
  const Program *p = w->cfc->program;
  const Axis *x = &w->grid->x, *y = &w->grid->y;
  return term_and(extent_between(p, x->input, axis_edge(x, b.x0), axis_last(x, b.x1)),
                  extent_between(p, y->input, axis_edge(y, b.y0), axis_last(y, b.y1)));
}

/* Is there a point of the box in the region? */
static SolverAnswer ask(const Work *w, Box b, Region r) {
  const gint64 left = (w->deadline - g_get_monotonic_time()) / 1000;
  const Term *box = inside(w, b);
  return left <= 0 ? SOLVER_UNKNOWN
                   : solver_check(w->solvers[r], &box, 1, (guint)CLAMP(left, 1, limits.grid_check_ms));
}

/* What the points looked at have in common with the cell. */
static guint8 look_at(const Work *w, guint64 px, guint64 py, guint8 cell) {
  const Program *p = w->cfc->program;
  const Axis *x = &w->grid->x, *y = &w->grid->y;
  Model *m = model_new();
  model_set(m, x->input, extent_value(p, x->input, px));
  model_set(m, y->input, extent_value(p, y->input, py));
  if (term_eval(w->must, m))
    cell |= CELL_SOME_MUST;
  else
    cell &= (guint8)~CELL_ALL_MUST;
  if (term_eval(w->may, m)) cell |= CELL_SOME_MAY;
  model_free(m);
  return cell;
}

/* All points where they are few, else the corners and the middle: then it is open. */
static guint8 sample(const Work *w, Box b) {
  const Axis *x = &w->grid->x, *y = &w->grid->y;
  const guint64 x0 = axis_edge(x, b.x0), y0 = axis_edge(y, b.y0), dx = axis_last(x, b.x1) - x0,
                dy = axis_last(y, b.y1) - y0;
  guint8 cell = CELL_ALL_MUST;
  if (dx < limits.grid_few_points && dy < limits.grid_few_points) {
    for (guint64 i = 0; i <= dx; i++)
      for (guint64 k = 0; k <= dy; k++) cell = look_at(w, x0 + i, y0 + k, cell);
    return cell;
  }
  for (guint i = 0; i < 9; i++) cell = look_at(w, x0 + dx / 2 * (i % 3), y0 + dy / 2 * (i / 3), cell);
  return cell | CELL_OPEN;
}

static void put(const Work *w, Box b, guint8 cell) {
  for (guint y = b.y0; y <= b.y1; y++)
    memset(w->grid->cells + (gsize)y * w->grid->x.n + b.x0, cell, b.x1 - b.x0 + 1);
}

/* One cell: as much as can be settled. */
static guint8 look(const Work *w, Box b) {
  const guint8 seen = sample(w, b);
  if (!(seen & CELL_OPEN)) return seen;
  const SolverAnswer may = seen & CELL_SOME_MAY ? SOLVER_SAT : ask(w, b, REGION_MAY);
  if (may == SOLVER_UNSAT) return 0;
  const SolverAnswer must = seen & CELL_SOME_MUST ? SOLVER_SAT : ask(w, b, REGION_MUST);
  const SolverAnswer not_all = seen & CELL_ALL_MUST ? ask(w, b, REGION_NOT_MUST) : SOLVER_SAT;
  guint8 cell = may == SOLVER_SAT ? CELL_SOME_MAY : 0;
  if (must == SOLVER_SAT) cell |= CELL_SOME_MUST;
  if (not_all == SOLVER_UNSAT) cell |= CELL_ALL_MUST;
  if (may == SOLVER_UNKNOWN || must == SOLVER_UNKNOWN || not_all == SOLVER_UNKNOWN) cell |= CELL_OPEN;
  return cell;
}

/* Nothing may fail in the box, or all of it must, or all of it may and none must. */
static gboolean is_uniform(const Work *w, Box b, guint8 *cell) {
  const guint8 seen = sample(w, b);
  *cell = 0;
  if (!(seen & CELL_SOME_MAY)) return !(seen & CELL_OPEN) || ask(w, b, REGION_MAY) == SOLVER_UNSAT;
  *cell = CELL_SOME_MAY | CELL_SOME_MUST | CELL_ALL_MUST;
  if (seen & CELL_ALL_MUST) return !(seen & CELL_OPEN) || ask(w, b, REGION_NOT_MUST) == SOLVER_UNSAT;
  *cell = CELL_SOME_MAY;
  if (seen & CELL_SOME_MUST || w->may == w->must) return FALSE;
  return ask(w, b, REGION_MUST) == SOLVER_UNSAT && ask(w, b, REGION_NOT_MAY) == SOLVER_UNSAT;
}

static void draw(const Work *w, Box b) {
  guint8 cell;
  if (b.x0 == b.x1 && b.y0 == b.y1)
    put(w, b, look(w, b));
  else if (is_uniform(w, b, &cell))
    put(w, b, cell);
  else {
    Box one = b, two = b;
    if (b.x1 - b.x0 >= b.y1 - b.y0)
      one.x1 = (b.x0 + b.x1) / 2, two.x0 = one.x1 + 1;
    else
      one.y1 = (b.y0 + b.y1) / 2, two.y0 = one.y1 + 1;
    draw(w, one);
    draw(w, two);
  }
}

static gboolean draw_all(gpointer data, GByteArray *out) {
  Work *w = data;
  const Grid *g = w->grid;
  const Term *regions[REGION_N] = {w->may, term_not(w->may), w->must, term_not(w->must)};
  for (Region r = 0; r < REGION_N; r++) {
    w->solvers[r] = solver_new();
    solver_assert(w->solvers[r], regions[r]);
  }
  draw(w, (Box){0, g->x.n - 1, 0, g->y.n - 1});
  for (Region r = 0; r < REGION_N; r++) solver_free(w->solvers[r]);
  g_byte_array_append(out, g->cells, g->x.n * g->y.n);
  return TRUE;
}

/* By samples only: where no child could do better. */
static void sample_all(const Work *w) {
  for (guint y = 0; y < w->grid->y.n; y++)
    for (guint x = 0; x < w->grid->x.n; x++) {
      const Box b = {x, x, y, y};
      put(w, b, sample(w, b));
    }
}

static Axis hull_window(const Cfc *c, const Extent *s, guint input, guint cells) {
  const Term *x = s->inputs->pdata[input];
  guint64 first = G_MAXUINT64, last = 0;
  for (guint i = 0; i < c->partitions->len; i++) {
    const ExtentHull *h = &g_array_index(s->hulls, ExtentHull, i * s->n_hulled + input);
    if (h->low > 0) first = MIN(first, h->low), last = MAX(last, h->low);
    if (h->high < term_mask(x->width)) first = MIN(first, h->high), last = MAX(last, h->high);
  }
  return window(x, first, last, first <= last, cells);
}

/* The bound with every other input at its value. */
static const Term *slice(const Grid *g, const GPtrArray *inputs, const Term *t) {
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 2; i < inputs->len; i++) {
    const Term *x = inputs->pdata[i];
    g_hash_table_insert(map, (gpointer)x, (gpointer)term_const(x->width, model_value(g->fixed, x)));
  }
  return term_substitute(t, map);
}

static Model *first_example(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    if (p->examples->len > 0) return model_copy(p->examples->pdata[0]);
  }
  return model_new();
}

Grid *grid_of_map(const Cfc *c, const Extent *s, guint columns, guint rows, double seconds) {
  Grid *g = g_new0(Grid, 1);
  g->x = hull_window(c, s, 0, columns);
  g->y = hull_window(c, s, 1, rows);
  g->fixed = first_example(c);
  grid_fill(g);
  const Term *may = term_bool(FALSE), *must = term_bool(FALSE);
  for (guint i = 0; i < c->partitions->len; i++) {
    may = term_or(may, claim_upper(c->partitions->pdata[i]));
    must = term_or(must, claim_lower(c->partitions->pdata[i]));
  }
  Work w = {
      c, g, slice(g, s->inputs, term_or(may, must)), slice(g, s->inputs, must), deadline_in(seconds), {NULL}};
  g_autoptr(GByteArray) bytes = NULL;
  job_run("plot", draw_all, &w, (JobLimits){MAX(seconds, 0.1) + MIN(1, seconds / 4), GRID_MEMORY}, &bytes);
  const gsize size = (gsize)g->x.n * g->y.n;
  if (bytes && bytes->len == size)
    memcpy(g->cells, bytes->data, size);
  else
    sample_all(&w);
  for (gsize i = 0; i < size; i++) g->n_open += (g->cells[i] & CELL_OPEN) != 0;
  return g;
}

void grid_free(Grid *g) {
  if (g->fixed) model_free(g->fixed);
  g_free(g->cells);
  g_free(g);
}
