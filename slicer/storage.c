/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory dependences.  What is read whole, or from anywhere, is remembered by the reading event, so that the
 * next such read need not collect the same stores again. */
#include "slicer/storage.h"

typedef struct {
  guint event;
  guint64 offset;
  guint bytes;
  Known value;
} Write;

typedef struct {
  StorageObject about;
  GHashTable *newest; /* offset of a byte -> index of the newest Write to it at a known place, plus 1 */
  guint somewhere;    /* newest store to an unknown offset; depends on the one before it */
  guint whole_read;   /* newest read of an unknown offset */
  GArray *since;      /* guint: stores since then */
} Object;

struct Storage {
  EventLog *log;
  GPtrArray *objects; /* Object*; the first is no object */
  GArray *writes;     /* Write */
  guint anywhere;     /* newest store to an unknown object; depends on the one before it */
  guint wide_read;    /* newest read from an unknown object */
  GArray *since;      /* guint: stores and allocations since then */
};

static void object_free(gpointer data) {
  Object *o = data;
  if (o->newest) g_hash_table_unref(o->newest);
  if (o->since) g_array_unref(o->since);
  g_free(o);
}

static Object *object_of(const Storage *s, guint id) { return s->objects->pdata[id]; }

guint storage_add(Storage *s, const StorageObject *about) {
  Object *o = g_new0(Object, 1);
  o->about = *about;
  g_ptr_array_add(s->objects, o);
  if (about->origin) g_array_append_val(s->since, about->origin);
  return s->objects->len - 1;
}

guint storage_of_global(guint global) { return global + 1; }

const StorageObject *storage_object(const Storage *s, guint id) { return &object_of(s, id)->about; }

Storage *storage_new(const Program *p, EventLog *log) {
  Storage *s = g_new0(Storage, 1);
  s->log = log;
  s->objects = g_ptr_array_new_with_free_func(object_free);
  s->writes = g_array_new(FALSE, FALSE, sizeof(Write));
  s->since = g_array_new(FALSE, FALSE, sizeof(guint));
  g_ptr_array_add(s->objects, g_new0(Object, 1));
  for (guint i = 0; i < p->globals->len; i++) {
    const IrGlobal *g = program_global(p, i);
    StorageObject about = {NO_EVENT, TRUE, g->size, g->external ? facts_source(log->facts) : FACTS_CONSTANT,
                           g};
    storage_add(s, &about);
  }
  return s;
}

void storage_free(Storage *s) {
  g_ptr_array_unref(s->objects);
  g_array_unref(s->writes);
  g_array_unref(s->since);
  g_free(s);
}

static gboolean is_exact(const Known *place, guint bytes) {
  return place->kind == KNOWN_PLACE && place->exact && bytes > 0;
}

static void append(GArray *events, guint event) {
  if (event) g_array_append_val(events, event);
}

/* ---- reading ---- */

/* The program text's own value at an offset of a global, if that is where one begins. */
static Known initial_value(const IrGlobal *g, guint64 offset, guint bytes) {
  Known nothing = {0}, zero = {.kind = KNOWN_NUMBER};
  for (guint i = 0; g->inits && i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    if (init->offset >= offset + bytes || init->offset + init->width / 8 <= offset) continue;
    if (init->offset != offset || init->width != bytes * 8) return nothing;
    switch (init->value.kind) {
    case OPERAND_CONST: return (Known){.kind = KNOWN_NUMBER, .number = init->value.value};
    case OPERAND_GLOBAL:
      return (Known){KNOWN_PLACE, storage_of_global((guint)init->value.value), TRUE,
                     (guint64)init->value.offset};
    case OPERAND_FUNCTION: return (Known){.kind = KNOWN_FUNCTION, .number = init->value.value};
    default: return nothing;
    }
  }
  return zero;
}

static const Write *newest_write(const Storage *s, const Object *o, guint64 offset) {
  gpointer index = o->newest ? g_hash_table_lookup(o->newest, &offset) : NULL;
  return index ? &g_array_index(s->writes, Write, GPOINTER_TO_UINT(index) - 1) : NULL;
}

static guint read_exactly(Storage *s, const Known *place, guint bytes, GArray *from, Known *value) {
  const Object *o = object_of(s, place->object);
  const Write *first = newest_write(s, o, place->number);
  gboolean one_write = TRUE, first_contents = FALSE;
  guint oldest = G_MAXUINT;
  for (guint i = 0; i < bytes; i++) {
    const Write *w = newest_write(s, o, place->number + i);
    one_write &= w == first;
    first_contents |= !w;
    oldest = MIN(oldest, w ? w->event : o->about.origin);
    if (w && (i == 0 || w != newest_write(s, o, place->number + i - 1))) append(from, w->event);
  }
  if (first_contents) append(from, o->about.origin);
  gboolean blurred = o->somewhere > oldest || s->anywhere > oldest;
  if (o->somewhere > oldest) append(from, o->somewhere);
  if (s->anywhere > oldest) append(from, s->anywhere);
  if (one_write && !blurred && first && first->offset == place->number && first->bytes == bytes)
    *value = first->value;
  if (one_write && !blurred && !first && o->about.global && !o->about.global->external)
    *value = initial_value(o->about.global, place->number, bytes);
  return first_contents ? o->about.contents : FACTS_CONSTANT;
}

static guint read_object(const Storage *s, const Object *o, GArray *from) {
  append(from, o->about.origin);
  append(from, o->whole_read);
  append(from, s->anywhere);
  if (o->since) g_array_append_vals(from, o->since->data, o->since->len);
  return o->about.contents;
}

static guint read_anywhere(const Storage *s, GArray *from) {
  guint class = FACTS_CONSTANT;
  append(from, s->wide_read);
  g_array_append_vals(from, s->since->data, s->since->len);
  for (guint i = 1; i < s->objects->len; i++)
    class = facts_join(s->log->facts, class, object_of(s, i)->about.contents);
  return class;
}

guint storage_read(Storage *s, const Known *place, guint bytes, GArray *from, Known *value) {
  *value = (Known){0};
  if (is_exact(place, bytes)) return read_exactly(s, place, bytes, from, value);
  return place->kind == KNOWN_PLACE ? read_object(s, object_of(s, place->object), from)
                                    : read_anywhere(s, from);
}

void storage_note_read(Storage *s, const Known *place, guint bytes, guint event) {
  if (is_exact(place, bytes)) return;
  if (place->kind != KNOWN_PLACE) {
    s->wide_read = event;
    g_array_set_size(s->since, 0);
    return;
  }
  Object *o = object_of(s, place->object);
  o->whole_read = event;
  if (o->since) g_array_set_size(o->since, 0);
}

/* ---- writing ---- */

guint storage_earlier(const Storage *s, const Known *place, guint bytes) {
  if (is_exact(place, bytes)) return NO_EVENT;
  return place->kind == KNOWN_PLACE ? object_of(s, place->object)->somewhere : s->anywhere;
}

static void write_exactly(Storage *s, Object *o, const Known *place, guint bytes, guint event,
                          const Known *value) {
  Write w = {event, place->number, bytes, *value};
  g_array_append_val(s->writes, w);
  if (!o->newest) o->newest = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < bytes; i++) {
    guint64 offset = place->number + i;
    g_hash_table_insert(o->newest, g_memdup2(&offset, sizeof offset), GUINT_TO_POINTER(s->writes->len));
  }
}

void storage_write(Storage *s, const Known *place, guint bytes, guint event, const Known *value) {
  g_array_append_val(s->since, event);
  if (place->kind != KNOWN_PLACE) {
    s->anywhere = event;
    return;
  }
  Object *o = object_of(s, place->object);
  if (!o->since) o->since = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(o->since, event);
  if (is_exact(place, bytes))
    write_exactly(s, o, place, bytes, event, value);
  else
    o->somewhere = event;
}
