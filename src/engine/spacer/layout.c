/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the objects of a program are divided into places: by the accesses to them. */
#include "base/limits.h"
#include "engine/spacer/places.h"

typedef struct {
  guint64 offset; /* where it varies: of the element */
  guint bytes;
} Access;

typedef struct {
  GArray *fixed;   /* Access */
  GArray *varying; /* Access */
  guint unit;      /* bytes of the accesses at variable offsets; 0: there are none */
  guint64 step;    /* that all of those share */
  gboolean mixed;
} AccessList;

static gint compare_accesses(gconstpointer a, gconstpointer b) {
  const Access *x = a, *y = b;
  return x->offset != y->offset ? (x->offset < y->offset ? -1 : 1) : (gint)x->bytes - (gint)y->bytes;
}

guint access_bytes(const IrInstr *i) {
  return ((i->opcode == IR_LOAD ? i->width : i->args[1].width) + 7) / 8;
}

static guint64 gcd(guint64 a, guint64 b) { return b ? gcd(b, a % b) : a; }

static void note_access(const Places *p, AccessList *lists, const FlatNode *n, const IrInstr *i) {
  if (i->opcode != IR_LOAD && i->opcode != IR_STORE) return;
  Base b = places_base(p, &i->args[0], n->base);
  if (!b.reached || b.object == NO_OBJECT_KNOWN) return;
  AccessList *l = &lists[b.object];
  guint bytes = access_bytes(i);
  if (b.is_fixed) {
    Access a = {(guint64)b.offset, bytes};
    gboolean maybe = places_object(p, b.object)->size == UNKNOWN_SIZE && b.offset >= 0;
    if (maybe || places_inside(p, b, bytes)) g_array_append_val(l->fixed, a);
    return;
  }
  Access a = {b.rest, bytes};
  g_array_append_val(l->varying, a);
  l->step = gcd(l->step, b.step);
  if ((bytes & (bytes - 1)) || (1u << b.alignment) % bytes || (l->unit && l->unit != bytes)) l->mixed = TRUE;
  l->unit = bytes;
}

/* ---- scalars, whole arrays ---- */

/* The next group of accesses that overlap; the first of them, where all are the same. */
static gboolean next_group(const GArray *sorted, guint *at, Access *first) {
  *first = g_array_index(sorted, Access, *at);
  guint64 end = first->offset + first->bytes;
  gboolean same = TRUE;
  for (++*at; *at < sorted->len && g_array_index(sorted, Access, *at).offset < end; ++*at) {
    Access a = g_array_index(sorted, Access, *at);
    same &= a.offset == first->offset && a.bytes == first->bytes;
    end = MAX(end, a.offset + a.bytes);
  }
  return same;
}

/* Accesses that overlap without being the same make a piece of memory that holds anything. */
static void add_scalars(Places *p, guint object, GArray *accesses) {
  g_array_sort(accesses, compare_accesses);
  Access a;
  for (guint i = 0; i < accesses->len;)
    if (next_group(accesses, &i, &a))
      places_add(p,
                 (Place){.kind = PLACE_SCALAR, .object = object, .offset = a.offset, .width = a.bytes * 8});
}

static void add_array(Places *p, guint object, const AccessList *l) {
  for (guint i = 0; i < l->fixed->len; i++) {
    Access a = g_array_index(l->fixed, Access, i);
    if (a.bytes != l->unit || a.offset % l->unit) return;
  }
  if (!l->mixed) places_add(p, (Place){.kind = PLACE_ARRAY, .object = object, .width = l->unit * 8});
}

/* ---- cells ---- */

/* All accesses as if to the first element; FALSE: some do not stay within theirs. */
static gboolean fold_accesses(AccessList *l, guint64 stride) {
  g_array_append_vals(l->varying, l->fixed->data, l->fixed->len);
  for (guint i = 0; i < l->varying->len; i++) {
    Access *a = &g_array_index(l->varying, Access, i);
    a->offset %= stride;
    if (a->offset + a->bytes > stride) return FALSE;
  }
  return TRUE;
}

/* A cell for each field and each index. */
static void add_cells(Places *p, guint object, AccessList *l) {
  guint64 stride = l->step;
  if (!fold_accesses(l, stride)) return;
  g_array_sort(l->varying, compare_accesses);
  g_autoptr(GArray) fields = g_array_new(FALSE, FALSE, sizeof(Access));
  Access a;
  for (guint i = 0; i < l->varying->len;)
    if (next_group(l->varying, &i, &a) && a.bytes <= 8) g_array_append_val(fields, a);
  if (!fields->len || fields->len > limits.spacer_fields) return;
  places_object(p, object)->stride = stride;
  for (guint g = 0; g < p->ghosts.n; g++) {
    places_add(p, (Place){.kind = PLACE_UNWRITTEN, .object = object, .width = 1, .ghost = g});
    places_add(p, (Place){.kind = PLACE_WRITTEN, .object = object, .width = 1, .ghost = g});
    for (guint i = 0; i < fields->len; i++) {
      a = g_array_index(fields, Access, i);
      places_add(
          p, (Place){
                 .kind = PLACE_CELL, .object = object, .offset = a.offset, .width = a.bytes * 8, .ghost = g});
    }
  }
}

static void add_ghosts(Places *p) {
  for (guint g = 0; g < p->ghosts.n; g++) {
    places_add(p, (Place){.kind = PLACE_INDEX, .width = p->flat->program->pointer_width, .ghost = g});
    places_add(p, (Place){.kind = PLACE_FLAG, .width = 1, .ghost = g});
  }
}

/* ---- the whole ---- */

static void note_accesses(const Places *p, AccessList *lists) {
  for (guint f = 0; f < p->flat->procedures->len; f++) {
    const FlatProcedure *fp = flat_procedure(p->flat, f);
    for (guint i = 0; i < fp->n_order; i++) {
      const FlatNode *node = flat_node(p->flat, fp->order[i]);
      for (guint k = node->first; k < node->end; k++)
        note_access(p, lists, node, &g_array_index(node->block->instrs, IrInstr, k));
    }
  }
}

void places_layout(Places *p) {
  guint n = p->objects->len;
  g_autofree AccessList *lists = g_new0(AccessList, n + 1);
  for (guint i = 0; i < n; i++) {
    lists[i].fixed = g_array_new(FALSE, FALSE, sizeof(Access));
    lists[i].varying = g_array_new(FALSE, FALSE, sizeof(Access));
  }
  note_accesses(p, lists);
  add_ghosts(p);
  for (guint i = 0; i < n; i++) {
    if (!lists[i].unit)
      add_scalars(p, i, lists[i].fixed);
    else if (p->ghosts.n)
      add_cells(p, i, &lists[i]);
    else
      add_array(p, i, &lists[i]);
    p->varying |= lists[i].unit != 0;
    g_array_unref(lists[i].fixed);
    g_array_unref(lists[i].varying);
  }
}
