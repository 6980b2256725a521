/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Objects in the order of their names, and the digest of a state: equal states look the same. */
#include <string.h>
#include "base/bytes.h"
#include "engine/shape/folding.h"

typedef struct {
  const World *world;
  char *const *names;
} Naming;

static gint compare_sizes(gsize a, gsize b) { return a < b ? -1 : a > b; }

/* Variables by where they are declared, then what comes from the heap by name. */
static gint compare_objects(gconstpointer a, gconstpointer b, gpointer data) {
  const Naming *n = (const Naming *)data;
  guint i = *(const guint *)a, k = *(const guint *)b;
  if (n->names[i] && n->names[k]) return strcmp(n->names[i], n->names[k]);
  if (n->names[i] || n->names[k]) return n->names[i] ? 1 : -1;
  const ShapeObject *x = heap_object(n->world->heap, i), *y = heap_object(n->world->heap, k);
  gint order = compare_sizes(GPOINTER_TO_SIZE(x->site), GPOINTER_TO_SIZE(y->site));
  if (!order) order = compare_sizes(x->frame, y->frame);
  return order ? order : !y->dead - !x->dead;
}

/* Objects by name, so that equal states look the same. */
void put_in_order(World *w, char *const *names) {
  GPtrArray *objects = w->heap->objects;
  guint n = objects->len;
  g_autoptr(GArray) sorted = g_array_sized_new(FALSE, FALSE, sizeof(guint), n);
  g_autofree guint *to = g_new0(guint, n + 1);
  for (guint i = 0; i < n; i++)
    if (heap_object(w->heap, i)) g_array_append_val(sorted, i);
  Naming naming = {w, names};
  g_array_sort_with_data(sorted, compare_objects, &naming);
  const guint *order = (const guint *)sorted->data;
  guint kept = sorted->len;
  for (guint i = 0; i < kept; i++) to[order[i]] = i;
  redirect_world(w, to);
  g_autofree gpointer *moved = g_new(gpointer, kept + 1);
  for (guint i = 0; i < kept; i++) {
    moved[i] = objects->pdata[order[i]];
    objects->pdata[order[i]] = NULL;
  }
  for (guint i = 0; i < kept; i++) objects->pdata[i] = moved[i];
  for (guint i = kept; i < n; i++) objects->pdata[i] = NULL;
  g_ptr_array_set_size(objects, (gint)kept);
}

static gint compare_values(gconstpointer a, gconstpointer b) {
  const Datum *x = (const Datum *)a, *y = (const Datum *)b;
  if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
  if (x->object != y->object) return x->object < y->object ? -1 : 1;
  if (x->lo != y->lo) return x->lo < y->lo ? -1 : 1;
  if (x->hi != y->hi) return x->hi < y->hi ? -1 : 1;
  if (x->symbol != y->symbol) return x->symbol < y->symbol ? -1 : 1;
  return !x->nonzero - !y->nonzero;
}

/* Most numbers are small, and hashing is what takes the time. */
static void write_signed(GByteArray *out, gint64 v) {
  bytes_put(out, v < 0 ? ~((guint64)v << 1) : (guint64)v << 1);
}

static void write_datum(GByteArray *out, const Datum *a) {
  bytes_put(out, ((guint64)a->object << 8) | (guint64)(a->kind << 1) | (a->nonzero ? 1 : 0));
  write_signed(out, a->lo);
  write_signed(out, a->hi);
  bytes_put(out, a->symbol);
  bytes_put(out, a->shift);
}

static void write_object(GByteArray *out, ShapeObject *o) {
  bytes_put(out, GPOINTER_TO_SIZE(o->site));
  bytes_put(out, ((guint64)o->frame << 32) | o->serial);
  bytes_put(out, o->size);
  bytes_put(out, o->shared);
  bytes_put(out, o->paired);
  bytes_put(out,
            ((guint64)o->cells->len << 4) | (o->summary ? 4 : 0) | (o->dead ? 2 : 0) | (o->zero ? 1 : 0));
  for (guint i = 0; i < o->cells->len; i++) {
    Cell *c = &g_array_index(o->cells, Cell, i);
    qsort(c->values, c->n, sizeof(Datum), compare_values);
    bytes_put(out, ((guint64)c->offset << 16) | (c->width << 8) | c->n);
    for (guint k = 0; k < c->n; k++) write_datum(out, &c->values[k]);
  }
}

static void write_frame(const Program *p, GByteArray *out, const WorldFrame *frame) {
  const guint8 *width = program_function(p, frame->function)->reg_width;
  bytes_put(out, ((guint64)frame->function << 32) | frame->block);
  bytes_put(out, frame->at);
  for (guint r = 0; r < frame->n_regs; r++) {
    if (datum_is_any(&frame->regs[r], width[r])) continue;
    bytes_put(out, r + 1);
    write_datum(out, &frame->regs[r]);
  }
  bytes_put(out, 0);
}

char *digest_world(const Program *p, World *w) {
  GByteArray *out = g_byte_array_new();
  bytes_put(out, w->frames->len);
  bytes_put(out, w->lost);
  for (guint i = 0; i < w->frames->len; i++) write_frame(p, out, &g_array_index(w->frames, WorldFrame, i));
  g_byte_array_append(out, w->reads, w->n_sites);
  g_byte_array_append(out, w->made, w->n_sites);
  for (guint i = 0; i < w->heap->objects->len; i++) write_object(out, heap_object(w->heap, i));
  char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, out->data, out->len);
  g_byte_array_unref(out);
  return sum;
}
