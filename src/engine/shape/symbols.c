/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Unknown words that occur in several places of a state: they are equal there, or differ by a constant. */
#include "engine/shape/world.h"

void world_each(const Program *p, World *w, VisitDatum visit, gpointer data) {
  for (guint i = 0; i < w->frames->len; i++) {
    const WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    const guint8 *width = program_function(p, f->function)->reg_width;
    for (guint r = 0; r < f->n_regs; r++) visit(data, &f->regs[r], width[r]);
  }
  for (guint i = 0; i < w->heap->objects->len; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    for (guint k = 0; o && k < o->cells->len; k++) {
      Cell *c = &g_array_index(o->cells, Cell, k);
      for (guint n = 0; n < c->n; n++) visit(data, &c->values[n], c->width);
    }
  }
}

/* ---- in order ---- */

typedef struct {
  guint *uses, *number;
  guint64 *base; /* the shift of the first datum with the symbol */
  guint n;
} Tidying;

static void count(gpointer data, Datum *a, guint width) {
  (void)width;
  if (a->kind != DATUM_INT || datum_is_constant(a)) *a = datum_nameless(*a);
  if (a->symbol) ((Tidying *)data)->uses[a->symbol]++;
}

static void renumber(gpointer data, Datum *a, guint width) {
  Tidying *t = (Tidying *)data;
  guint old = a->symbol;
  if (!old) return;
  if (t->uses[old] < 2) {
    *a = datum_nameless(*a);
    return;
  }
  if (!t->number[old]) {
    t->number[old] = ++t->n;
    t->base[old] = a->shift;
  }
  a->symbol = t->number[old];
  a->shift = (a->shift - t->base[old]) & term_mask(width);
}

void symbols_tidy(const Program *p, World *w) {
  if (!w->symbols) return;
  Tidying t = {g_new0(guint, w->symbols + 1), g_new0(guint, w->symbols + 1), g_new0(guint64, w->symbols + 1),
               0};
  world_each(p, w, count, &t);
  world_each(p, w, renumber, &t);
  w->symbols = t.n;
  g_free(t.uses);
  g_free(t.number);
  g_free(t.base);
}

/* ---- learning ---- */

typedef struct {
  const Datum *known;
  gboolean possible;
} Learning;

static void learn(gpointer data, Datum *a, guint width) {
  Learning *l = (Learning *)data;
  const Datum *k = l->known;
  if (a->kind != DATUM_INT || a->symbol != k->symbol) return;
  gint64 by = term_signed((a->shift - k->shift) & term_mask(width), width), lo, hi;
  Datum any = datum_any(width);
  if (__builtin_add_overflow(k->lo, by, &lo) || __builtin_add_overflow(k->hi, by, &hi)) return;
  if (lo < any.lo || hi > any.hi) return; /* it wraps: in pieces, that no interval is */
  a->lo = MAX(a->lo, lo);
  a->hi = MIN(a->hi, hi);
  if (by == 0) a->nonzero |= k->nonzero;
  if (a->lo > a->hi || (a->nonzero && a->lo == 0 && a->hi == 0)) l->possible = FALSE;
}

gboolean symbols_learn(const Program *p, World *w, const Datum *known) {
  Learning l = {known, TRUE};
  if (known->symbol) world_each(p, w, learn, &l);
  return l.possible;
}
