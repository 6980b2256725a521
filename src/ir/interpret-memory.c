/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects start at multiples of a granule and end at least one before the next, so a table by granule gives
 * the object of an address.  Beside each byte is a mark that it has a value. */
#include "ir/interpret-memory.h"
#include <string.h>

#define GRANULE 16u
#define FIRST (1u << 20) /* addresses of functions are below */
#define HEAP_END (96u << 20)
#define STACK_END (128u << 20)

typedef struct {
  guint64 base, size;
  Fill fill;
  gboolean heap, constant, dead;
  gboolean unwritten; /* some bytes may have no value yet */
} Object;

typedef struct {
  GArray *objects; /* Object */
  guint64 start, top, end;
} Region;

struct Store {
  const Program *program;
  FillInput input;
  FillUnknown unknown;
  gpointer data;
  guint8 *bytes, *written;
  guint32 *owner;    /* by granule: 0 none, else 2 + 2 * index of the object + its region */
  Region regions[2]; /* globals and heap; stack */
  GArray *globals;   /* guint64: addresses */
};

Store *store_new_empty(const Program *p, FillInput input, FillUnknown unknown, gpointer data) {
  Store *s = g_new0(Store, 1);
  s->program = p;
  s->input = input;
  s->unknown = unknown;
  s->data = data;
  s->bytes = g_malloc(STACK_END);
  s->written = g_malloc(STACK_END);
  s->owner = g_new0(guint32, STACK_END / GRANULE);
  s->regions[0] = (Region){g_array_new(FALSE, FALSE, sizeof(Object)), FIRST, FIRST, HEAP_END};
  s->regions[1] = (Region){g_array_new(FALSE, FALSE, sizeof(Object)), HEAP_END, HEAP_END, STACK_END};
  s->globals = g_array_new(FALSE, FALSE, sizeof(guint64));
  return s;
}

void store_free(Store *s) {
  if (!s) return;
  for (guint i = 0; i < 2; i++) g_array_unref(s->regions[i].objects);
  g_array_unref(s->globals);
  g_free(s->owner);
  g_free(s->written);
  g_free(s->bytes);
  g_free(s);
}

static void cut(Store *s, Region *r, StoreMark mark) {
  memset(s->owner + mark.top / GRANULE, 0, (r->top - mark.top) / GRANULE * sizeof *s->owner);
  g_array_set_size(r->objects, mark.objects);
  r->top = mark.top;
}

void store_reset(Store *s) {
  for (guint i = 0; i < 2; i++) cut(s, &s->regions[i], (StoreMark){0, s->regions[i].start});
  g_array_set_size(s->globals, 0);
}

StoreMark store_mark(const Store *s) { return (StoreMark){s->regions[1].objects->len, s->regions[1].top}; }

void store_drop(Store *s, StoreMark mark) {
  if (s->regions[1].objects->len > mark.objects) cut(s, &s->regions[1], mark);
}

/* ---- objects ---- */

static Object *object_at(const Store *s, guint64 address) {
  if (address >= STACK_END) return NULL;
  guint32 owner = s->owner[address / GRANULE];
  return owner ? &g_array_index(s->regions[owner & 1].objects, Object, owner / 2 - 1) : NULL;
}

static void forget(Store *s, Object *o, Fill fill) {
  o->fill = fill;
  o->unwritten = fill.kind != FILL_ZERO;
  if (fill.kind == FILL_ZERO) memset(s->bytes + o->base, 0, o->size);
  memset(s->written + o->base, !o->unwritten, o->size);
}

/* One past its end an address still belongs to the object. */
static guint64 new_object(Store *s, guint region, guint64 size, gboolean heap, Fill fill) {
  Region *r = &s->regions[region];
  guint64 granules = size / GRANULE + 1;
  if (size > r->end - r->top || (granules + 1) * GRANULE > r->end - r->top) return 0;
  Object o = {.base = r->top, .size = size, .heap = heap};
  g_array_append_val(r->objects, o);
  for (guint64 i = 0; i < granules; i++) s->owner[o.base / GRANULE + i] = 2 * r->objects->len + region;
  r->top += (granules + 1) * GRANULE;
  forget(s, &g_array_index(r->objects, Object, r->objects->len - 1), fill);
  return o.base;
}

guint64 store_new(Store *s, gboolean heap, guint64 size, Fill fill) {
  return new_object(s, heap ? 0 : 1, size, heap, fill);
}

guint64 store_add_global(Store *s, guint64 size, Fill fill) {
  guint64 at = new_object(s, 0, size, FALSE, fill);
  g_array_append_val(s->globals, at);
  return at;
}

guint64 store_global(const Store *s, guint global) { return g_array_index(s->globals, guint64, global); }

void store_protect(Store *s, guint64 address, gboolean from_writes) {
  Object *o = object_at(s, address);
  if (o) o->constant = from_writes;
}

gboolean store_release(Store *s, guint64 address) {
  Object *o = object_at(s, address);
  if (!o || !o->heap || o->dead || o->base != address) return FALSE;
  return o->dead = TRUE;
}

void store_end(Store *s, guint64 address) {
  Object *o = object_at(s, address);
  if (o) o->dead = TRUE;
}

guint64 store_size_from(const Store *s, guint64 address) {
  const Object *o = object_at(s, address);
  return o && !o->dead && address - o->base <= o->size ? o->base + o->size - address : 0;
}

gboolean store_is_whole(const Store *s, guint64 address, guint64 bytes) {
  const Object *o = object_at(s, address);
  return o && o->base == address && o->size == bytes;
}

void store_forget(Store *s, guint64 address, Fill fill) {
  Object *o = object_at(s, address);
  if (o && !o->dead) forget(s, o, fill);
}

guint64 store_step(const Store *s, guint64 from, guint64 to) {
  if (from >= STACK_END || to >= STACK_END) return to;
  guint32 a = s->owner[from / GRANULE], b = s->owner[to / GRANULE];
  return a && b && a != b ? STORE_ASTRAY : to;
}

gboolean store_same_object(const Store *s, guint64 a, guint64 b) {
  return object_at(s, a) && object_at(s, a) == object_at(s, b);
}

/* ---- accesses ---- */

static guint8 initial_byte(Store *s, const Object *o, guint64 offset) {
  if (o->fill.kind == FILL_UNKNOWN) return (guint8)s->unknown(s->data, 8);
  guint step = MAX(program_site(s->program, o->fill.site)->element_width, 8) / 8;
  guint64 first = offset / step * step;
  InputKey key = {o->fill.site, o->fill.occurrence, (guint)MIN(first, G_MAXUINT)};
  return (guint8)(s->input(s->data, key, 8 * step) >> 8 * (offset - first));
}

static void give_values(Store *s, const Object *o, guint64 address, guint64 bytes) {
  for (guint64 at = address; at < address + bytes; at++) {
    if (s->written[at]) continue;
    s->bytes[at] = initial_byte(s, o, at - o->base);
    s->written[at] = TRUE;
  }
}

guint8 *store_access(Store *s, guint64 address, guint64 bytes, gboolean write) {
  Object *o = object_at(s, address);
  if (!o || o->dead || bytes > o->size || address - o->base > o->size - bytes || (write && o->constant))
    return NULL;
  if (o->unwritten && write)
    memset(s->written + address, TRUE, bytes);
  else if (o->unwritten && memchr(s->written + address, FALSE, bytes))
    give_values(s, o, address, bytes);
  return s->bytes + address;
}

/* ---- what leads to objects of the heap ---- */

gboolean store_is_start(const Store *s, guint64 address) {
  const Object *o = object_at(s, address);
  return o && o->heap && !o->dead && o->base == address;
}

gboolean store_heap_is_empty(const Store *s) {
  const GArray *objects = s->regions[0].objects;
  for (guint i = 0; i < objects->len; i++) {
    const Object *o = &g_array_index(objects, Object, i);
    if (o->heap && !o->dead) return FALSE;
  }
  return TRUE;
}

typedef struct {
  const Store *store;
  GHashTable *reached; /* Object*: of the heap */
  GPtrArray *open;     /* Object*: whose words are to be looked at */
} Reach;

static void reach_word(Reach *r, guint64 word) {
  Object *o = object_at(r->store, word);
  if (o && o->heap && !o->dead && word - o->base < MAX(o->size, 1) && g_hash_table_add(r->reached, o))
    g_ptr_array_add(r->open, o);
}

/* Bytes that were not written hold no address. */
static void reach_from(Reach *r, const Object *o) {
  const guint bytes = r->store->program->pointer_width / 8;
  for (guint64 at = 0; at + bytes <= o->size; at += bytes) {
    guint64 word = 0;
    if (o->unwritten && memchr(r->store->written + o->base + at, FALSE, bytes)) continue;
    memcpy(&word, r->store->bytes + o->base + at, bytes);
    reach_word(r, word);
  }
}

static void reach_from_variables(Reach *r, const Region *region) {
  for (guint i = 0; i < region->objects->len; i++) {
    const Object *o = &g_array_index(region->objects, Object, i);
    if (!o->heap && !o->dead) reach_from(r, o);
  }
}

gboolean store_reaches_all(const Store *s, gboolean stack, const guint64 *words, guint n) {
  g_autoptr(GHashTable) reached = g_hash_table_new(NULL, NULL);
  g_autoptr(GPtrArray) open = g_ptr_array_new();
  Reach r = {s, reached, open};
  reach_from_variables(&r, &s->regions[0]);
  if (stack) reach_from_variables(&r, &s->regions[1]);
  for (guint i = 0; i < n; i++) reach_word(&r, words[i]);
  while (open->len) reach_from(&r, g_ptr_array_steal_index(open, open->len - 1));
  const GArray *objects = s->regions[0].objects;
  for (guint i = 0; i < objects->len; i++) {
    const Object *o = &g_array_index(objects, Object, i);
    if (o->heap && !o->dead && !g_hash_table_contains(reached, o)) return FALSE;
  }
  return TRUE;
}
