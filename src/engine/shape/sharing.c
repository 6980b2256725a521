/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often the objects of a list are pointed to, and single objects taken out of summaries.
 *
 * A field is one offset in the objects of one size, or in those that one instruction makes (or a few such:
 * there are 32 names for each kind), so that every cell is of two fields.  When a field is not in the set
 * `shared` of an object, then into each member of it points one cell of that field at most, of those cells
 * that are known to hold pointers, in objects of the heap.  This is said of the run: merging objects does not
 * change it, only writes do. */
#include "engine/shape/heap.h"

guint64 sharing_fields(const ShapeObject *o, guint offset) {
  if (o->origin != FROM_HEAP) return 0;
  guint by_size = (guint)((o->size / 4 * 5 + offset / 4) % 32);
  guint by_site = 32 + (((const IrInstr *)o->site)->site * 7 + offset / 4) % 32;
  return G_GUINT64_CONSTANT(1) << by_size | G_GUINT64_CONSTANT(1) << by_site;
}

static gboolean cell_points_to(const Cell *c, guint target) {
  for (guint i = 0; i < c->n; i++)
    if (c->values[i].kind == DATUM_POINTER && c->values[i].object == target) return TRUE;
  return FALSE;
}

/* How many cells of the field may point into target; of a summary each counts as many.  Cells that lie at
 * `except` in that object do not count. */
static guint count_pointers(const Heap *h, guint64 field, guint target, const ShapeObject *except,
                            guint offset) {
  guint n = 0;
  for (guint i = 0; i < h->objects->len; i++) {
    const ShapeObject *o = heap_object(h, i);
    for (guint k = 0; o && k < o->cells->len; k++) {
      const Cell *c = &g_array_index(o->cells, Cell, k);
      if (o == except && c->offset == offset) continue;
      if ((sharing_fields(o, c->offset) & field) && cell_points_to(c, target)) n += o->summary ? 2 : 1;
    }
  }
  return n;
}

void sharing_note(Heap *h, const ShapeObject *container, guint offset, guint target) {
  ShapeObject *o = heap_object(h, target);
  if (!o || o->origin != FROM_HEAP) return;
  for (guint64 left = sharing_fields(container, offset) & ~o->shared; left; left &= left - 1) {
    guint64 field = left & -left;
    if (count_pointers(h, field, target, container->summary ? NULL : container, offset)) o->shared |= field;
  }
}

void sharing_refresh(Heap *h) {
  for (guint i = 0; i < h->objects->len; i++) {
    ShapeObject *o = heap_object(h, i);
    if (!o || o->summary) continue;
    for (guint64 left = o->shared; left; left &= left - 1) {
      guint64 field = left & -left;
      if (count_pointers(h, field, i, NULL, 0) < 2) o->shared &= ~field;
    }
  }
}

/* ---- one value of several ---- */

/* FALSE: nothing is left. */
static gboolean rule_out(Cell *c, guint target) {
  guint kept = 0;
  Cell left = *c;
  for (guint i = 0; i < c->n; i++)
    if (c->values[i].kind != DATUM_POINTER || c->values[i].object != target)
      left.values[kept++] = c->values[i];
  if (!kept) return FALSE;
  left.n = kept;
  *c = left;
  return TRUE;
}

/* The cell points into a single object: others of a field that is not shared do not. */
static gboolean settle_shared(Heap *h, const ShapeObject *o, const Cell *cell) {
  guint target = cell->values[0].object;
  const ShapeObject *to = heap_object(h, target);
  if (!to || to->summary || to->origin != FROM_HEAP) return TRUE;
  guint64 alone = sharing_fields(o, cell->offset) & ~to->shared;
  for (guint i = 0; alone && i < h->objects->len; i++) {
    const ShapeObject *other = heap_object(h, i);
    for (guint k = 0; other && k < other->cells->len; k++) {
      Cell *c = &g_array_index(other->cells, Cell, k);
      if (c == cell || !(sharing_fields(other, c->offset) & alone)) continue;
      if (!rule_out(c, target) && !other->summary) return FALSE;
    }
  }
  return TRUE;
}

gboolean heap_settle(Heap *h, const Datum *p, guint width, const Datum *value) {
  const ShapeObject *o = heap_object(h, p->object);
  Cell *cell = heap_cell(o, p->lo, width);
  if (!cell) return TRUE;
  cell->n = 1;
  cell->values[0] = *value;
  return value->kind != DATUM_POINTER || (settle_shared(h, o, cell) && pairing_settle(h, p->object, cell));
}

/* ---- one object of several ---- */

static void add_twins(Cell *c, guint object, guint twin) {
  Cell old = *c;
  for (guint i = 0; i < old.n; i++) {
    Datum a = old.values[i];
    if (a.kind != DATUM_POINTER || a.object != object) continue;
    a.object = twin;
    cell_add(c, &a);
  }
}

guint heap_take_out(Heap *h, guint summary) {
  ShapeObject one = *heap_object(h, summary);
  one.summary = FALSE;
  guint number = heap_add(h, one);
  heap_object(h, number)->paired = one.paired;
  const GArray *cells = heap_object(h, summary)->cells;
  if (cells->len) g_array_append_vals(heap_object(h, number)->cells, cells->data, cells->len);
  for (guint i = 0; i < h->objects->len; i++) {
    const ShapeObject *o = heap_object(h, i);
    for (guint k = 0; o && k < o->cells->len; k++)
      add_twins(&g_array_index(o->cells, Cell, k), summary, number);
  }
  return number;
}
