/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The finite form of a state.
 *
 * Every step replaces a state by one that stands for more: registers that are not read again are forgotten,
 * unreachable objects are dropped, numbers with many values at one place become wider, and objects that look
 * alike become one summary. */
#include <string.h>
#include "base/limits.h"
#include "engine/shape/folding.h"

#define ANY_OFFSET G_MAXUINT

struct Folder {
  const Program *program;
  const Cfg *cfg;
  FoldBy by;
  Widener *widener;
  GHashTable *needed; /* guint64*: function, block and instruction; to gboolean*: by register */
};

Folder *folder_new(const Program *p, const Cfg *cfg, FoldBy by) {
  Folder *f = g_new0(Folder, 1);
  f->by = by;
  f->program = p;
  f->cfg = cfg;
  f->widener = widener_new(p);
  f->needed = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  return f;
}

void folder_free(Folder *f) {
  widener_free(f->widener);
  g_hash_table_unref(f->needed);
  g_free(f);
}

/* ---- registers that are read again ---- */

static void need(gboolean *needed, const Operand *o) {
  if (o->kind == OPERAND_REG) needed[o->value] = TRUE;
}

static gboolean *find_needed(const Folder *f, const WorldFrame *frame) {
  const IrFunction *function = program_function(f->program, frame->function);
  const IrBlock *b = (const IrBlock *)function->blocks->pdata[frame->block];
  const CfgInfo *info = cfg_info(f->cfg, frame->function);
  gboolean *needed = g_new0(gboolean, function->n_regs + 1);
  for (guint i = frame->at; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    for (guint k = 0; k < in->n_args; k++) need(needed, &in->args[k]);
  }
  need(needed, &b->cond);
  for (guint i = 0; i < b->n_values; i++) need(needed, &b->values[i]);
  for (guint i = 0; i < b->n_succs; i++) {
    const IrBlock *to = (const IrBlock *)function->blocks->pdata[b->succs[i]];
    for (guint k = 0; k < info->n_live_in[to->id]; k++) needed[info->live_in[to->id][k]] = TRUE;
    for (guint k = 0; k < to->phis->len; k++)
      for (guint n = 0; n < to->n_preds; n++)
        if (to->preds[n] == b->id) need(needed, &g_array_index(to->phis, IrPhi, k).args[n]);
  }
  return needed;
}

static void forget_registers(Folder *f, WorldFrame *frame) {
  guint64 key = ((guint64)frame->function << 40) ^ ((guint64)frame->block << 20) ^ frame->at;
  gboolean *needed = (gboolean *)g_hash_table_lookup(f->needed, &key);
  if (!needed) {
    needed = find_needed(f, frame);
    g_hash_table_insert(f->needed, g_memdup2(&key, sizeof key), needed);
  }
  const IrFunction *function = program_function(f->program, frame->function);
  for (guint i = 0; i < frame->n_regs; i++)
    if (!needed[i]) frame->regs[i] = datum_any(function->reg_width[i]);
}

/* ---- objects that can be reached ---- */

static void reach(const World *w, gboolean *reached, GArray *open, const Datum *a) {
  if (a->kind != DATUM_POINTER || reached[a->object] || !heap_object(w->heap, a->object)) return;
  reached[a->object] = TRUE;
  g_array_append_val(open, a->object);
}

/* Marks what can be reached from these pointers, along cells at one offset alone (or ANY_OFFSET). */
static void reach_along(const World *w, gboolean *reached, const Datum *from, guint n, guint offset) {
  GArray *open = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < n; i++) reach(w, reached, open, &from[i]);
  while (open->len) {
    const ShapeObject *o = heap_object(w->heap, g_array_index(open, guint, open->len - 1));
    g_array_set_size(open, open->len - 1);
    for (guint i = 0; i < o->cells->len; i++) {
      const Cell *c = &g_array_index(o->cells, Cell, i);
      if (offset != ANY_OFFSET && offset != c->offset) continue;
      for (guint k = 0; k < c->n; k++) reach(w, reached, open, &c->values[k]);
    }
  }
  g_array_unref(open);
}

static void reach_all(const World *w, gboolean *reached, const Datum *from, guint n) {
  reach_along(w, reached, from, n, ANY_OFFSET);
}

/* Only where leaks count is it of interest that something was lost: it would tell states apart. */
static void drop_unreachable(const Program *p, World *w) {
  const gboolean leaks = property_ends(p->property, FAILURE_LEAK);
  guint n = w->heap->objects->len;
  g_autofree gboolean *reached = g_new0(gboolean, n + 1);
  for (guint i = 0; i < w->frames->len; i++) {
    const WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    reach_all(w, reached, f->regs, f->n_regs);
  }
  for (guint i = 0; i < n; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    Datum root = {.kind = DATUM_POINTER, .object = i};
    if (o && o->origin == FROM_GLOBAL) reach_all(w, reached, &root, 1);
  }
  for (guint i = 0; i < n; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    if (!o || reached[i]) continue;
    w->lost |= leaks && o->origin == FROM_HEAP && !o->dead;
    heap_remove(w->heap, i);
  }
}

/* ---- names ---- */

/* Which registers and variables point to each object, written out. */
static GString **find_roots(const World *w) {
  GString **roots = g_new0(GString *, w->heap->objects->len + 1);
  for (guint i = 0; i < w->heap->objects->len; i++) roots[i] = g_string_new(NULL);
  for (guint i = 0; i < w->frames->len; i++) {
    const WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    for (guint r = 0; r < f->n_regs; r++)
      if (f->regs[r].kind == DATUM_POINTER) g_string_append_printf(roots[f->regs[r].object], " r%u.%u", i, r);
  }
  for (guint i = 0; i < w->heap->objects->len; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    if (!o || o->origin == FROM_HEAP) continue;
    for (guint k = 0; k < o->cells->len; k++) {
      const Cell *c = &g_array_index(o->cells, Cell, k);
      for (guint n = 0; n < c->n; n++)
        if (c->values[n].kind == DATUM_POINTER)
          g_string_append_printf(roots[c->values[n].object], " v%p.%u.%u", o->site, o->frame, c->offset);
    }
  }
  return roots;
}

static void free_roots(GString **roots, guint n) {
  for (guint i = 0; i < n; i++) g_string_free(roots[i], TRUE);
  g_free(roots);
}

/* Offsets at which there are pointers in the heap, and ANY_OFFSET. */
static GArray *link_offsets(const World *w) {
  guint any = ANY_OFFSET;
  GArray *offsets = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(offsets, any);
  for (guint i = 0; i < w->heap->objects->len; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    for (guint k = 0; o && o->origin == FROM_HEAP && k < o->cells->len; k++) {
      const Cell *c = &g_array_index(o->cells, Cell, k);
      gboolean new = c->values[0].kind == DATUM_POINTER || c->values[c->n - 1].kind == DATUM_POINTER;
      for (guint n = 0; n < offsets->len; n++) new = new &&g_array_index(offsets, guint, n) != c->offset;
      if (new && offsets->len < limits.shape_links) g_array_append_val(offsets, c->offset);
    }
  }
  return offsets;
}

/* By object: a number for the set of single objects in a root's hand from which it can be reached, along any
 * links and along those at one offset: doubly linked lists are told apart before and behind. */
static guint64 *find_reached_from(const World *w, GString **roots) {
  guint n = w->heap->objects->len;
  guint64 *from = g_new0(guint64, n + 1);
  g_autofree gboolean *reached = g_new(gboolean, n + 1);
  GArray *offsets = link_offsets(w);
  for (guint i = 0; i < n; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    if (!o || o->summary || o->origin != FROM_HEAP || !roots[i]->len) continue;
    Datum root = {.kind = DATUM_POINTER, .object = i};
    for (guint l = 0; l < offsets->len; l++) {
      guint offset = g_array_index(offsets, guint, l);
      guint64 name = g_str_hash(roots[i]->str) + (guint64)offset * 0x10001;
      memset(reached, 0, n * sizeof *reached);
      reach_along(w, reached, &root, 1, offset);
      for (guint k = 0; k < n; k++)
        if (reached[k]) from[k] += name * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15);
    }
  }
  g_array_unref(offsets);
  return from;
}

static void name_cell(GString *name, const Cell *c, gboolean by_numbers) {
  g_string_append_printf(name, " %u/%u", c->offset, c->width);
  if (by_numbers && c->n == 1 && c->values[0].kind == DATUM_INT)
    g_string_append_printf(name, "=%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, c->values[0].lo, c->values[0].hi);
}

/* The name of what comes from the heap; objects of one name are merged. */
static char *name_of(const Folder *f, const ShapeObject *o, const char *roots, guint64 from) {
  if (o->serial) return g_strdup_printf("7 %p.%u.%d", o->site, o->serial, !!o->dead);
  gboolean rooted = *roots && !o->summary;
  GString *name = g_string_new(rooted ? "9" : "8");
  if (rooted) g_string_append(name, roots);
  g_string_append_printf(name, " %p %" G_GUINT64_FORMAT " %d%d", o->site, o->size, !!o->dead, !!o->zero);
  g_string_append_printf(name, " %" G_GINT64_MODIFIER "x", o->shared); /* while a link changes, it may be */
  if (!rooted && (f->by & FOLD_BY_REACH)) g_string_append_printf(name, " %" G_GINT64_MODIFIER "x", from);
  for (guint i = 0; i < o->cells->len; i++)
    name_cell(name, &g_array_index(o->cells, Cell, i), !rooted && (f->by & FOLD_BY_NUMBERS));
  return g_string_free(name, FALSE);
}

/* ---- merging ---- */

static void take_cells(Heap *h, guint object, guint other) {
  const ShapeObject *o = heap_object(h, object);
  Datum here = {.kind = DATUM_POINTER, .object = object}, there = {.kind = DATUM_POINTER, .object = other},
        read[CELL_VALUES];
  GArray *cells = g_array_new(FALSE, FALSE, sizeof(Cell));
  for (guint i = 0; i < o->cells->len; i++) {
    Cell c = g_array_index(o->cells, Cell, i);
    here.lo = here.hi = there.lo = there.hi = c.offset;
    c.n = heap_load(h, &here, c.width, c.values);
    for (guint n = heap_load(h, &there, c.width, read), k = 0; k < n; k++) cell_add(&c, &read[k]);
    for (guint k = 0; k < c.n; k++) c.values[k] = datum_nameless(c.values[k]);
    g_array_append_val(cells, c);
  }
  g_array_set_size(o->cells, 0);
  if (cells->len) g_array_append_vals(o->cells, cells->data, cells->len);
  g_array_unref(cells);
}

static void redirect(const guint *to, Datum *a) {
  if (a->kind == DATUM_POINTER) a->object = to[a->object];
}

static void redirect_cell(const guint *to, Cell *c) {
  Cell old = *c;
  c->n = 0;
  for (guint i = 0; i < old.n; i++) {
    redirect(to, &old.values[i]);
    cell_add(c, &old.values[i]);
  }
}

void redirect_world(World *w, const guint *to) {
  for (guint i = 0; i < w->n_globals; i++) w->globals[i] = to[w->globals[i]];
  for (guint i = 0; i < w->frames->len; i++) {
    WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    for (guint r = 0; r < f->n_regs; r++) redirect(to, &f->regs[r]);
  }
  for (guint i = 0; i < w->heap->objects->len; i++) {
    ShapeObject *o = heap_object(w->heap, i);
    for (guint k = 0; o && k < o->cells->len; k++) redirect_cell(to, &g_array_index(o->cells, Cell, k));
  }
}

/* By object: the first of its name. TRUE: some are to be merged. */
static gboolean find_first(const World *w, char *const *names, guint *first) {
  GHashTable *known = g_hash_table_new(g_str_hash, g_str_equal);
  gboolean any = FALSE;
  for (guint i = 0; i < w->heap->objects->len; i++) {
    gpointer found;
    first[i] = i;
    if (!names[i]) continue;
    if (g_hash_table_lookup_extended(known, names[i], NULL, &found)) {
      first[i] = GPOINTER_TO_UINT(found);
      any = TRUE;
    } else {
      g_hash_table_insert(known, names[i], GUINT_TO_POINTER(i));
    }
  }
  g_hash_table_unref(known);
  return any;
}

/* Objects of one name (which says what cells there are, so they have the same ones) become one.  Pointers are
 * redirected first: fewer different ones then meet in a cell. */
static void merge_objects(World *w, char *const *names) {
  guint n = w->heap->objects->len;
  g_autofree guint *first = g_new(guint, n + 1);
  if (!find_first(w, names, first)) return;
  redirect_world(w, first);
  for (guint i = 0; i < n; i++) {
    if (first[i] == i) continue;
    take_cells(w->heap, first[i], i);
    heap_object(w->heap, first[i])->summary = TRUE;
    heap_object(w->heap, first[i])->shared |= heap_object(w->heap, i)->shared;
    heap_object(w->heap, first[i])->paired &= heap_object(w->heap, i)->paired;
    heap_remove(w->heap, i);
  }
}

char *folder_fold(Folder *f, World *w, gboolean widen) {
  guint n = w->heap->objects->len;
  for (guint i = 0; i < w->frames->len; i++) forget_registers(f, &g_array_index(w->frames, WorldFrame, i));
  drop_unreachable(f->program, w);
  GString **roots = find_roots(w);
  g_autofree gboolean *rooted = g_new0(gboolean, n + 1);
  for (guint i = 0; i < n; i++) rooted[i] = roots[i]->len > 0;
  if (widen) {
    symbols_tidy(f->program, w); /* so that shifts are comparable */
    widen_world(f->widener, w, rooted);
  }
  sharing_refresh(w->heap);
  pairing_refresh(w->heap);
  g_autofree guint64 *from = f->by & FOLD_BY_REACH ? find_reached_from(w, roots) : g_new0(guint64, n + 1);
  char **names = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++)
    if (heap_object(w->heap, i) && heap_object(w->heap, i)->origin == FROM_HEAP)
      names[i] = name_of(f, heap_object(w->heap, i), roots[i]->str, from[i]);
  merge_objects(w, names);
  put_in_order(w, names);
  symbols_tidy(f->program, w);
  char *sum = digest_world(f->program, w);
  for (guint i = 0; i < n; i++) g_free(names[i]);
  g_free(names);
  free_roots(roots, n);
  return sum;
}
