/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links that lead back: the next of a doubly linked list and the previous of what it leads to.
 *
 * A pair is an offset a in an object and a distance d, each in units of a pointer.  When it is in the set
 * `paired` of an object, then for each member m: if its cell at a is known to hold a pointer, to some place
 * q, then the cell at q + d holds a pointer into m.  Writes take pairs away; single objects that are seen to
 * have them get them again. */
#include "engine/shape/heap.h"

#define SIDE 8

static gint unit_of(const Cell *c) { return c->width == 32 || c->width == 64 ? (gint)c->width / 8 : 0; }

/* All pairs of an offset, whatever the distance. */
static guint64 pairs_at(const Cell *c) {
  gint unit = unit_of(c);
  if (!unit || c->offset % (guint)unit || c->offset / (guint)unit >= SIDE) return 0;
  return G_GUINT64_CONSTANT(0xff) << (c->offset / (guint)unit * SIDE);
}

static guint64 pair_of(const Cell *c, guint distance) {
  return pairs_at(c) & (G_GUINT64_CONSTANT(0x0101010101010101) << distance);
}

/* Those pairs of a cell that say something of the bytes written in an object. */
static guint64 pairs_into(const Cell *c, guint object, gint64 from, gint64 end) {
  guint64 found = 0;
  gint unit = unit_of(c);
  for (guint i = 0; i < c->n; i++) {
    const Datum *a = &c->values[i];
    if (a->kind != DATUM_POINTER || a->object != object) continue;
    if (a->lo != a->hi) return pairs_at(c);
    for (guint d = 0; d < SIDE; d++)
      if (a->lo + (gint)d * unit < end && from < a->lo + ((gint)d + 1) * unit) found |= pair_of(c, d);
  }
  return found;
}

void pairing_written(Heap *h, guint object, gint64 from, gint64 end) {
  const Cell written = {.offset = (guint)from, .width = (guint)(end - from) * 8};
  heap_object(h, object)->paired &= ~pairs_at(&written); /* other cells there hold no pointer any more */
  for (guint i = 0; i < h->objects->len; i++) {
    ShapeObject *o = heap_object(h, i);
    for (guint k = 0; o && k < o->cells->len; k++)
      o->paired &= ~pairs_into(&g_array_index(o->cells, Cell, k), object, from, end);
  }
}

/* Does every pointer in the cell of a single object lead to where one comes back? */
static gboolean comes_back(const Heap *h, guint object, const Cell *c, guint distance) {
  for (guint i = 0; i < c->n; i++) {
    const Datum *a = &c->values[i];
    if (a->kind != DATUM_POINTER) continue;
    const ShapeObject *to = heap_object(h, a->object);
    gint64 back = a->lo + (gint)distance * unit_of(c);
    const Cell *there = to && !to->summary && a->lo == a->hi ? heap_cell(to, back, c->width) : NULL;
    if (!there || there->n != 1 || there->values[0].kind != DATUM_POINTER ||
        there->values[0].object != object)
      return FALSE;
  }
  return TRUE;
}

void pairing_refresh(Heap *h) {
  for (guint i = 0; i < h->objects->len; i++) {
    ShapeObject *o = heap_object(h, i);
    if (!o || o->summary) continue;
    guint64 seen = 0, missed = 0; /* cells of different widths may have the same name */
    for (guint k = 0; k < o->cells->len; k++) {
      const Cell *c = &g_array_index(o->cells, Cell, k);
      for (guint d = 0; d < SIDE; d++) *(comes_back(h, i, c, d) ? &seen : &missed) |= pair_of(c, d);
    }
    o->paired |= seen & ~missed;
  }
}

/* What a cell may hold if it is a pointer into the object; 0: nothing.  A constant is no pointer. */
static guint only_into(const Cell *c, guint object, Datum *values) {
  guint n = 0;
  for (guint i = 0; i < c->n; i++) {
    const Datum *a = &c->values[i];
    gboolean may = a->kind == DATUM_POINTER ? a->object == object : a->kind == DATUM_INT && a->lo != a->hi;
    if (may) values[n++] = *a;
  }
  return n;
}

gboolean pairing_settle(Heap *h, guint object, const Cell *c) {
  const Datum to = c->values[0];
  const guint width = c->width;
  guint64 paired = heap_object(h, object)->paired;
  if (c->n != 1 || to.kind != DATUM_POINTER || to.lo != to.hi) return TRUE;
  const ShapeObject *target = heap_object(h, to.object);
  if (!target || target->summary) return TRUE;
  for (guint d = 0; d < SIDE; d++) {
    if (!(pair_of(c, d) & paired)) continue;
    Cell *back = heap_cell(target, to.lo + (gint)d * unit_of(c), width);
    Datum values[CELL_VALUES];
    guint n = back ? only_into(back, object, values) : 1;
    if (n == 0) return FALSE;
    if (!back || n == back->n) continue;
    for (guint i = 0; i < n; i++) back->values[i] = values[i];
    back->n = n;
    Datum at = {.kind = DATUM_POINTER, .object = to.object, .lo = back->offset, .hi = back->offset};
    if (n == 1 && !heap_settle(h, &at, width, &values[0])) return FALSE;
  }
  return TRUE;
}
