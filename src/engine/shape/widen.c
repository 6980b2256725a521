/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that take many values at one place become intervals between constants of the program, and later
 * anything.  How many values a place has taken is kept for the whole search, so that there is an end to it.
 */
#include "base/limits.h"
#include "engine/shape/folding.h"
#include "ir/compared.h"

#define ANY_OFFSET (G_GINT64_CONSTANT(1) << 30)

/* What one place held so far. */
typedef struct {
  GArray *seen; /* Datum */
  gboolean classes, any;
} Slot;

static void slot_free(gpointer data) {
  Slot *s = (Slot *)data;
  g_array_unref(s->seen);
  g_free(s);
}

struct Widener {
  const Program *program;
  GArray *constants; /* gint64, increasing */
  GHashTable *slots; /* guint64* to Slot* */
};

/* ---- the constants that the program compares with ---- */

static gint compare_numbers(gconstpointer a, gconstpointer b) {
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

static GArray *compared_constants(const Program *p) {
  GArray *constants = g_array_new(FALSE, FALSE, sizeof(gint64));
  for (gint64 v = -1; v <= 1; v++) g_array_append_val(constants, v);
  program_add_compared(p, constants, limits.shape_constants);
  g_array_sort(constants, compare_numbers);
  return constants;
}

Widener *widener_new(const Program *p) {
  Widener *f = g_new0(Widener, 1);
  f->program = p;
  f->constants = compared_constants(p);
  f->slots = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, slot_free);
  return f;
}

void widener_free(Widener *f) {
  g_array_unref(f->constants);
  g_hash_table_unref(f->slots);
  g_free(f);
}

static guint64 mix(guint64 h, guint64 v) {
  h ^= v + G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
  return h * G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
}

/* ---- numbers ---- */

/* The interval between neighbouring constants; a constant is an interval of its own. */
static Datum class_of(const Widener *f, const Datum *a, guint width) {
  Datum any = datum_any(width), wide = any;
  for (guint i = 0; i < f->constants->len; i++) {
    gint64 c = g_array_index(f->constants, gint64, i);
    if (c <= a->lo) wide.lo = MAX(wide.lo, c);
    if (c < a->lo) wide.lo = MAX(wide.lo, c + 1);
    if (c >= a->hi) wide.hi = MIN(wide.hi, c);
    if (c > a->hi) wide.hi = MIN(wide.hi, c - 1);
  }
  wide.nonzero = a->nonzero || wide.lo > 0 || wide.hi < 0;
  return wide;
}

static gboolean seen_before(Slot *s, const Datum *a, guint limit) {
  for (guint i = 0; i < s->seen->len; i++)
    if (datum_same(&g_array_index(s->seen, Datum, i), a)) return TRUE;
  if (s->seen->len == limit) return FALSE;
  g_array_append_val(s->seen, *a);
  return TRUE;
}

static void widen_number(const Widener *f, Slot *s, Datum *given, guint width) {
  Datum nameless = datum_nameless(*given), *a = &nameless;
  if (s->classes && !s->any) *a = class_of(f, a, width);
  if (!s->any && !seen_before(s, a, s->classes ? limits.shape_many_classes : limits.shape_many_values)) {
    s->any = s->classes;
    s->classes = TRUE;
    g_array_set_size(s->seen, 0);
    if (!s->any) *a = class_of(f, a, width);
  }
  if (s->any) *a = datum_any(width);
  a->symbol = given->symbol;
  a->shift = given->shift;
  *given = *a;
}

static void widen_offset(Slot *s, Datum *a) {
  Datum offset = {.kind = DATUM_POINTER, .lo = a->lo, .hi = a->hi};
  if (!s->any && !seen_before(s, &offset, limits.shape_many_offsets)) s->any = TRUE;
  if (!s->any) return;
  a->lo = -ANY_OFFSET;
  a->hi = ANY_OFFSET;
}

static Slot *slot_at(Widener *f, guint64 key) {
  Slot *s = (Slot *)g_hash_table_lookup(f->slots, &key);
  if (s) return s;
  s = g_new0(Slot, 1);
  s->seen = g_array_new(FALSE, FALSE, sizeof(Datum));
  g_hash_table_insert(f->slots, g_memdup2(&key, sizeof key), s);
  return s;
}

/* What is ever farther from its symbol loses it. */
static void widen_shift(Widener *f, guint64 place, Datum *a) {
  Slot *s = slot_at(f, mix(place, DATUM_FUNCTION));
  Datum shift = {.kind = DATUM_INT, .shift = a->shift};
  if (!s->any && !seen_before(s, &shift, limits.shape_many_values)) s->any = TRUE;
  if (s->any) *a = datum_nameless(*a);
}

static void widen_datum(Widener *f, guint64 place, Datum *a, guint width) {
  if (a->kind == DATUM_FUNCTION) return;
  Slot *s = slot_at(f, mix(place, a->kind));
  if (a->kind == DATUM_INT) {
    widen_number(f, s, a, width);
    if (a->symbol) widen_shift(f, place, a);
  } else
    widen_offset(s, a);
}

static guint64 context_of(const World *w) {
  guint64 h = 1;
  for (guint i = 0; i < w->frames->len; i++) {
    const WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    h = mix(mix(mix(h, f->function), f->block), f->at);
  }
  return h;
}

static void widen_object(Widener *f, guint64 context, ShapeObject *o, gboolean rooted) {
  guint64 place = mix(mix(context, GPOINTER_TO_SIZE(o->site)), o->frame * 2 + (rooted ? 1 : 0));
  for (guint i = 0; i < o->cells->len; i++) {
    Cell *c = &g_array_index(o->cells, Cell, i), old = *c;
    c->n = 0;
    for (guint k = 0; k < old.n; k++) {
      widen_datum(f, mix(mix(place, c->offset), c->width), &old.values[k], c->width);
      cell_add(c, &old.values[k]);
    }
  }
}

void widen_world(Widener *f, World *w, const gboolean *rooted) {
  guint64 context = context_of(w);
  for (guint i = 0; i < w->frames->len; i++) {
    WorldFrame *frame = &g_array_index(w->frames, WorldFrame, i);
    const guint8 *width = program_function(f->program, frame->function)->reg_width;
    for (guint r = 0; r < frame->n_regs; r++)
      if (!datum_is_any(&frame->regs[r], width[r]))
        widen_datum(f, mix(mix(context, i), r), &frame->regs[r], width[r]);
  }
  for (guint i = 0; i < w->heap->objects->len; i++)
    if (heap_object(w->heap, i)) widen_object(f, context, heap_object(w->heap, i), rooted[i]);
}
