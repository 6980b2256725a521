/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects and their cells. */
#include "engine/shape/heap.h"
#include <string.h>

#define FAR_AWAY (G_GINT64_CONSTANT(1) << 40)

static void object_free(gpointer data) {
  ShapeObject *o = (ShapeObject *)data;
  if (!o) return;
  g_array_unref(o->cells);
  g_free(o);
}

Heap *heap_new(void) {
  Heap *h = g_new0(Heap, 1);
  h->objects = g_ptr_array_new_with_free_func(object_free);
  return h;
}

static ShapeObject *object_copy(const ShapeObject *o) {
  ShapeObject *copy = (ShapeObject *)g_memdup2(o, sizeof *o);
  copy->cells = g_array_sized_new(FALSE, FALSE, sizeof(Cell), o->cells->len);
  if (o->cells->len) g_array_append_vals(copy->cells, o->cells->data, o->cells->len);
  return copy;
}

Heap *heap_copy(const Heap *h) {
  Heap *copy = heap_new();
  for (guint i = 0; i < h->objects->len; i++) {
    const ShapeObject *o = heap_object(h, i);
    g_ptr_array_add(copy->objects, o ? object_copy(o) : NULL);
  }
  return copy;
}

void heap_free(Heap *h) {
  if (!h) return;
  g_ptr_array_unref(h->objects);
  g_free(h);
}

guint heap_add(Heap *h, ShapeObject o) {
  ShapeObject *new = (ShapeObject *)g_memdup2(&o, sizeof o);
  new->cells = g_array_new(FALSE, FALSE, sizeof(Cell));
  new->paired = ~G_GUINT64_CONSTANT(0); /* it holds no pointers yet */
  g_ptr_array_add(h->objects, new);
  return h->objects->len - 1;
}

void heap_remove(Heap *h, guint object) {
  object_free(h->objects->pdata[object]);
  h->objects->pdata[object] = NULL;
}

/* ---- cells ---- */

static void make_any(Cell *c) {
  c->n = 1;
  c->values[0] = datum_any(c->width);
}

/* Numbers become one interval when there is no room for more; when that does not help, it is anything.  A
 * symbol is kept by what is alone. */
void cell_add(Cell *c, const Datum *given) {
  Datum nameless = datum_nameless(*given);
  const Datum *a = &nameless;
  if (c->n == 0) {
    c->n = 1;
    c->values[0] = *given;
    return;
  }
  if (c->n == 1 && datum_same(&c->values[0], given)) return;
  c->values[0] = datum_nameless(c->values[0]);
  for (guint i = 0; i < c->n; i++)
    if (datum_same(&c->values[i], a) || datum_is_any(&c->values[i], c->width)) return;
  if (datum_is_any(a, c->width)) {
    make_any(c);
    return;
  }
  if (c->n < CELL_VALUES) {
    c->values[c->n++] = *a;
    return;
  }
  Datum hull = *a;
  guint kept = 0;
  for (guint i = 0; i < c->n; i++) {
    if (hull.kind == DATUM_INT && c->values[i].kind == DATUM_INT)
      hull = datum_hull(&hull, &c->values[i]);
    else
      c->values[kept++] = c->values[i];
  }
  c->n = kept;
  if (c->n < CELL_VALUES)
    c->values[c->n++] = hull;
  else
    make_any(c);
}

static gboolean overlaps(const Cell *c, gint64 from, gint64 end) {
  return (gint64)c->offset < end && from < (gint64)(c->offset + cell_bytes(c));
}

/* The one cell that lies just there; *clear: nothing else overlaps it. */
static Cell *cell_at(const ShapeObject *o, gint64 offset, guint width, gboolean *clear) {
  Cell *found = NULL;
  *clear = TRUE;
  for (guint i = 0; i < o->cells->len; i++) {
    Cell *c = &g_array_index(o->cells, Cell, i);
    if (!overlaps(c, offset, offset + (width + 7) / 8)) continue;
    if ((gint64)c->offset == offset && c->width == width)
      found = c;
    else
      *clear = FALSE;
  }
  return found;
}

Cell *heap_cell(const ShapeObject *o, gint64 offset, guint width) {
  gboolean clear;
  Cell *c = cell_at(o, offset, width, &clear);
  return clear ? c : NULL;
}

static Cell *new_cell(ShapeObject *o, guint offset, guint width) {
  Cell c = {.offset = offset, .width = width};
  guint at = 0;
  while (at < o->cells->len) {
    const Cell *other = &g_array_index(o->cells, Cell, at);
    if (other->offset > offset || (other->offset == offset && other->width > width)) break;
    at++;
  }
  g_array_insert_val(o->cells, at, c);
  return &g_array_index(o->cells, Cell, at);
}

static void blur(ShapeObject *o, gint64 from, gint64 end) {
  for (guint i = 0; i < o->cells->len; i++) {
    Cell *c = &g_array_index(o->cells, Cell, i);
    if (overlaps(c, from, end)) make_any(c);
  }
}

/* Cells that a write replaces as a whole. */
static void drop_covered(ShapeObject *o, gint64 offset, guint width) {
  for (guint i = o->cells->len; i-- > 0;) {
    const Cell *c = &g_array_index(o->cells, Cell, i);
    if ((gint64)c->offset >= offset && c->offset + cell_bytes(c) <= offset + (width + 7) / 8)
      g_array_remove_index(o->cells, i);
  }
}

/* ---- accesses ---- */

gboolean heap_is_valid(const Heap *h, const Datum *p, guint64 bytes, gboolean write) {
  if (p->kind != DATUM_POINTER) return FALSE;
  const ShapeObject *o = heap_object(h, p->object);
  if (!o || o->dead || o->size == G_MAXUINT64 || (write && o->constant) || p->lo < 0 || p->hi > FAR_AWAY)
    return FALSE;
  return bytes <= o->size && (guint64)p->hi <= o->size - bytes;
}

guint heap_load(const Heap *h, const Datum *p, guint width, Datum *values) {
  const ShapeObject *o = heap_object(h, p->object);
  gboolean clear;
  values[0] = datum_any(width);
  if (p->lo != p->hi) return 1;
  const Cell *c = cell_at(o, p->lo, width, &clear);
  if (!clear) return 1;
  if (c) {
    memcpy(values, c->values, c->n * sizeof(Datum));
    return c->n;
  }
  if (o->zero) values[0] = datum_int(0);
  return 1;
}

void heap_kill(Heap *h, guint object) {
  ShapeObject *o = heap_object(h, object);
  o->dead = TRUE;
  o->zero = FALSE;
  g_array_set_size(o->cells, 0);
}

void heap_forget(Heap *h, const Datum *p, guint64 bytes) {
  ShapeObject *o = heap_object(h, p->object);
  pairing_written(h, p->object, p->lo, p->hi + (gint64)bytes);
  blur(o, p->lo, p->hi + (gint64)bytes);
  o->zero = FALSE;
}

void heap_store(Heap *h, const Datum *p, const Datum *value, guint width) {
  ShapeObject *o = heap_object(h, p->object);
  gboolean clear, strong = !o->summary;
  if (p->lo != p->hi) {
    heap_forget(h, p, (width + 7) / 8);
    return;
  }
  pairing_written(h, p->object, p->lo, p->lo + (width + 7) / 8);
  if (value->kind == DATUM_POINTER) sharing_note(h, o, (guint)p->lo, value->object);
  if (strong) drop_covered(o, p->lo, width);
  Cell *c = cell_at(o, p->lo, width, &clear);
  if (!clear) blur(o, p->lo, p->lo + (width + 7) / 8);
  if (!c) {
    c = new_cell(o, (guint)p->lo, width);
    c->values[0] = !clear || !o->zero ? datum_any(width) : datum_int(0);
    c->n = 1;
  }
  if (strong && clear) {
    c->n = 1;
    c->values[0] = *value;
  } else if (strong) {
    make_any(c); /* what overlaps it is anything now, and so is it */
  } else {
    Datum nameless = datum_nameless(*value); /* members of a summary are as different as their words */
    cell_add(c, &nameless);
  }
}

/* ---- equality ---- */

static gboolean is_inside(const Heap *h, const Datum *p) {
  const ShapeObject *o = heap_object(h, p->object);
  return o && !o->dead && o->size != G_MAXUINT64 && p->lo >= 0 && p->hi < FAR_AWAY &&
         (guint64)p->hi < o->size;
}

static Truth same_object(const Heap *h, const Datum *a, const Datum *b) {
  gboolean apart = a->hi < b->lo || b->hi < a->lo;
  if (heap_object(h, a->object)->dead) return TRUTH_OPEN;
  if (heap_object(h, a->object)->summary)
    return apart && is_inside(h, a) && is_inside(h, b) ? TRUTH_NO : TRUTH_OPEN;
  if (apart) return TRUTH_NO;
  return a->lo == a->hi && b->lo == b->hi ? TRUTH_YES : TRUTH_OPEN;
}

static gboolean is_constant(const Heap *h, const Datum *a) {
  return a->kind == DATUM_POINTER && heap_object(h, a->object)->constant;
}

/* Addresses of live objects differ; of what is freed or beyond an object's end nothing is known, and constants
 * may be stored as one.  No object and no function lies at 0. */
Truth heap_equal(const Heap *h, const Datum *a, const Datum *b) {
  if (a->kind == DATUM_INT) {
    const Datum *t = a;
    a = b;
    b = t;
  }
  if (b->kind == DATUM_INT) {
    gboolean null = b->lo == 0 && b->hi == 0;
    return null && (a->kind == DATUM_FUNCTION || is_inside(h, a)) ? TRUTH_NO : TRUTH_OPEN;
  }
  if (a->kind == DATUM_FUNCTION && b->kind == DATUM_FUNCTION)
    return a->object == b->object ? TRUTH_YES : TRUTH_NO;
  if (a->kind == DATUM_POINTER && b->kind == DATUM_POINTER && a->object == b->object)
    return same_object(h, a, b);
  if (is_constant(h, a) && is_constant(h, b)) return TRUTH_OPEN;
  gboolean inside =
      (a->kind == DATUM_FUNCTION || is_inside(h, a)) && (b->kind == DATUM_FUNCTION || is_inside(h, b));
  return inside ? TRUTH_NO : TRUTH_OPEN;
}
