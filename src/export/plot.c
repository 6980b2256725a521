/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failing space in characters: a number line, or a map of two inputs. */
#include "export/grid.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "export/export.h"
#include "ir/print.h"

#define COLUMNS 72
#define ROWS 22

typedef struct {
  const char *all, *some, *may, *none, *rule, *tick;
} Shades;

static const Shades unicode = {"█", "▓", "░", "·", "─", "┬"}, ascii = {"#", "+", "-", ".", "-", "|"};

typedef struct {
  const Cfc *cfc;
  const Extent *extent;
  const Shades *shades;
  GString *out;
} Plot;

static char *value_text(const Plot *t, const Term *x, guint64 place) {
  return input_value_text(t->cfc->program, x, extent_value(t->cfc->program, x, place));
}

static const char *shade(const Plot *t, guint8 cell) {
  if (cell & CELL_ALL_MUST) return t->shades->all;
  if (cell & CELL_SOME_MUST) return t->shades->some;
  return cell & CELL_SOME_MAY ? t->shades->may : t->shades->none;
}

static void append_legend(Plot *t, const Grid *g) {
  const Shades *s = t->shades;
  g_string_append_printf(t->out, "%s all fail   %s some fail   %s may fail   %s none fails\n", s->all,
                         s->some, s->may, s->none);
  if (g->n_open)
    g_string_append_printf(
        t->out, "(of %u cells only some points were looked at: there was no time for all)\n", g->n_open);
}

/* Both ends of an axis and their values, within a line as wide as the picture. */
static void append_ends(Plot *t, const Axis *a, guint indent) {
  g_autofree char *left = value_text(t, a->input, a->low), *right = value_text(t, a->input, a->high);
  const int room = (int)a->n - (int)g_utf8_strlen(left, -1);
  g_string_append_printf(t->out, "%*s%s%*s\n", (int)indent, "", left, MAX(room, 0), right);
}

static void append_row(Plot *t, const Grid *g, guint row) {
  for (guint i = 0; i < g->x.n; i++) g_string_append(t->out, shade(t, g->cells[row * g->x.n + i]));
  g_string_append_c(t->out, '\n');
}

/* ---- one input ---- */

static void append_interval(Plot *t, const Term *x, const ExtentInterval *i) {
  g_autofree char *name = input_short_name(t->cfc->program, x), *low = value_text(t, x, i->low),
                  *high = value_text(t, x, i->high);
  const char *what = i->state == EXTENT_OPEN ? "not settled" : i->state % 2 ? "may fail" : "fails";
  if (i->low == i->high)
    g_string_append_printf(t->out, "  %s = %s %s\n", name, low, what);
  else
    g_string_append_printf(t->out, "  %s = %s .. %s %s\n", name, low, high, what);
}

static void append_intervals(Plot *t, const Term *x) {
  guint n = 0;
  for (guint i = 0; i < t->extent->line->len; i++) {
    const ExtentInterval *part = &g_array_index(t->extent->line, ExtentInterval, i);
    if (part->state == EXTENT_NONE) continue;
    if (n++ < limits.report_intervals) append_interval(t, x, part);
  }
  if (n > limits.report_intervals)
    g_string_append_printf(t->out, "  and %u more intervals\n", n - limits.report_intervals);
}

static void append_line(Plot *t) {
  const Term *x = t->extent->inputs->pdata[0];
  Grid *g = grid_of_line(t->cfc, t->extent, COLUMNS);
  g_string_append_c(t->out, '\n');
  append_row(t, g, 0);
  for (guint i = 0; i < g->x.n; i++)
    g_string_append(t->out, i == 0 || i + 1 == g->x.n ? t->shades->tick : t->shades->rule);
  g_string_append_c(t->out, '\n');
  append_ends(t, &g->x, 0);
  append_legend(t, g);
  append_intervals(t, x);
  grid_free(g);
}

/* ---- two inputs ---- */

static void append_fixed(Plot *t, const Grid *g) {
  if (t->extent->inputs->len <= 2) return;
  g_string_append(t->out, "with ");
  for (guint i = 2; i < t->extent->inputs->len && i < 2 + limits.report_intervals; i++) {
    const Term *x = t->extent->inputs->pdata[i];
    g_autofree char *name = input_short_name(t->cfc->program, x),
                    *value = input_value_text(t->cfc->program, x, model_value(g->fixed, x));
    g_string_append_printf(t->out, "%s%s = %s", i > 2 ? ", " : "", name, value);
  }
  g_string_append(t->out, t->extent->inputs->len > 2 + limits.report_intervals ? ", ...\n" : "\n");
}

static void append_map(Plot *t, double seconds) {
  const Program *p = t->cfc->program;
  const Term *x = t->extent->inputs->pdata[0], *y = t->extent->inputs->pdata[1];
  g_autofree char *across = input_short_name(p, x), *up = input_short_name(p, y);
  Grid *g = grid_of_map(t->cfc, t->extent, COLUMNS, ROWS, seconds);
  g_autofree char *top = value_text(t, y, g->y.high), *bottom = value_text(t, y, g->y.low);
  g_string_append_printf(t->out, "\n%s upward, %s to the right\n", up, across);
  append_fixed(t, g);
  g_string_append_printf(t->out, "%s\n", top);
  for (guint row = g->y.n; row-- > 0;) append_row(t, g, row);
  g_string_append_printf(t->out, "%s\n", bottom);
  append_ends(t, &g->x, 0);
  append_legend(t, g);
  grid_free(g);
}

char *export_plot(const Cfc *c, const Extent *extent, gboolean utf8, double seconds) {
  Plot t = {c, extent, utf8 ? &unicode : &ascii, g_string_new(NULL)};
  if (extent->inputs->len == 0)
    g_string_append(t.out, c->partitions->len ? "\nno input decides it: there is nothing to draw\n"
                                              : "\nno input fails: there is nothing to draw\n");
  else if (extent->inputs->len == 1)
    append_line(&t);
  else
    append_map(&t, seconds);
  return g_string_free(t.out, FALSE);
}
