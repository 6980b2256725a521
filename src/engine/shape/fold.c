/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The finite form of a state.
 *
 * Every step replaces a state by one that stands for more: registers that nobody reads again are forgotten,
 * objects that nobody can reach go, numbers with many values at one place become intervals between constants
 * of the program, and later anything, and objects that look alike become one summary.  How many values a
 * place has taken is kept for the whole search, so that there is an end to it. */
#include <string.h>
#include "engine/shape/world.h"

#define MANY_VALUES 12
#define MANY_CLASSES 128
#define MANY_OFFSETS 64
#define MAX_CONSTANTS 256
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

struct Folder {
  const Program *program;
  const Cfg *cfg;
  gboolean by_numbers;
  GArray *constants;  /* gint64, increasing */
  GHashTable *slots;  /* guint64* to Slot* */
  GHashTable *needed; /* guint64*: function, block and instruction; to gboolean*: by register */
};

/* ---- the constants that the program compares with ---- */

static gint compare_numbers(gconstpointer a, gconstpointer b) {
  gint64 x = *(const gint64 *)a, y = *(const gint64 *)b;
  return x < y ? -1 : x > y;
}

static void note_constant(GHashTable *seen, GArray *constants, gint64 value) {
  if (constants->len >= MAX_CONSTANTS || !g_hash_table_add(seen, GSIZE_TO_POINTER((gsize)value))) return;
  g_array_append_val(constants, value);
}

static void note_block(GHashTable *seen, GArray *constants, const IrBlock *b) {
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode != IR_TERM || in->term_op < TERM_EQ || in->term_op > TERM_SLE) continue;
    for (guint k = 0; k < in->n_args; k++)
      if (in->args[k].kind == OPERAND_CONST && in->args[k].width > 1)
        note_constant(seen, constants, term_signed(in->args[k].value, in->args[k].width));
  }
  if (b->term == IR_SWITCH && b->cond.width > 1)
    for (guint i = 0; i + 1 < b->n_succs; i++)
      note_constant(seen, constants, term_signed(b->cases[i], b->cond.width));
}

static GArray *compared_constants(const Program *p) {
  GHashTable *seen = g_hash_table_new(NULL, NULL);
  GArray *constants = g_array_new(FALSE, FALSE, sizeof(gint64));
  for (gint64 v = -1; v <= 1; v++) note_constant(seen, constants, v);
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    for (guint k = 0; k < f->blocks->len; k++)
      note_block(seen, constants, (const IrBlock *)f->blocks->pdata[k]);
  }
  g_hash_table_unref(seen);
  g_array_sort(constants, compare_numbers);
  return constants;
}

Folder *folder_new(const Program *p, const Cfg *cfg, gboolean by_numbers) {
  Folder *f = g_new0(Folder, 1);
  f->by_numbers = by_numbers;
  f->program = p;
  f->cfg = cfg;
  f->constants = compared_constants(p);
  f->slots = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, slot_free);
  f->needed = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, g_free);
  return f;
}

void folder_free(Folder *f) {
  g_array_unref(f->constants);
  g_hash_table_unref(f->slots);
  g_hash_table_unref(f->needed);
  g_free(f);
}

static guint64 mix(guint64 h, guint64 v) {
  h ^= v + G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) + (h << 6) + (h >> 2);
  return h * G_GUINT64_CONSTANT(0xff51afd7ed558ccd);
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

static void drop_unreachable(World *w) {
  guint n = w->heap->objects->len;
  g_autofree gboolean *reached = g_new0(gboolean, n + 1);
  GArray *open = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < w->frames->len; i++) {
    const WorldFrame *f = &g_array_index(w->frames, WorldFrame, i);
    for (guint r = 0; r < f->n_regs; r++) reach(w, reached, open, &f->regs[r]);
  }
  for (guint i = 0; i < n; i++) {
    const ShapeObject *o = heap_object(w->heap, i);
    Datum root = {.kind = DATUM_POINTER, .object = i};
    if (o && o->origin == FROM_GLOBAL) reach(w, reached, open, &root);
  }
  while (open->len) {
    const ShapeObject *o = heap_object(w->heap, g_array_index(open, guint, open->len - 1));
    g_array_set_size(open, open->len - 1);
    for (guint i = 0; i < o->cells->len; i++) {
      const Cell *c = &g_array_index(o->cells, Cell, i);
      for (guint k = 0; k < c->n; k++) reach(w, reached, open, &c->values[k]);
    }
  }
  for (guint i = 0; i < n; i++)
    if (heap_object(w->heap, i) && !reached[i]) heap_remove(w->heap, i);
  g_array_unref(open);
}

/* ---- numbers ---- */

/* The interval between neighbouring constants; a constant is an interval of its own. */
static Datum class_of(const Folder *f, const Datum *a, guint width) {
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

static void widen_number(const Folder *f, Slot *s, Datum *given, guint width) {
  Datum nameless = datum_nameless(*given), *a = &nameless;
  if (s->classes && !s->any) *a = class_of(f, a, width);
  if (!s->any && !seen_before(s, a, s->classes ? MANY_CLASSES : MANY_VALUES)) {
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
  if (!s->any && !seen_before(s, &offset, MANY_OFFSETS)) s->any = TRUE;
  if (!s->any) return;
  a->lo = -ANY_OFFSET;
  a->hi = ANY_OFFSET;
}

static Slot *slot_at(Folder *f, guint64 key) {
  Slot *s = (Slot *)g_hash_table_lookup(f->slots, &key);
  if (s) return s;
  s = g_new0(Slot, 1);
  s->seen = g_array_new(FALSE, FALSE, sizeof(Datum));
  g_hash_table_insert(f->slots, g_memdup2(&key, sizeof key), s);
  return s;
}

/* What is ever farther from its symbol loses it. */
static void widen_shift(Folder *f, guint64 place, Datum *a) {
  Slot *s = slot_at(f, mix(place, DATUM_FUNCTION));
  Datum shift = {.kind = DATUM_INT, .shift = a->shift};
  if (!s->any && !seen_before(s, &shift, MANY_VALUES)) s->any = TRUE;
  if (s->any) *a = datum_nameless(*a);
}

static void widen_datum(Folder *f, guint64 place, Datum *a, guint width) {
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

static void widen_object(Folder *f, guint64 context, ShapeObject *o, gboolean rooted) {
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

static void widen_world(Folder *f, World *w, const gboolean *rooted) {
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

static void name_cell(GString *name, const Cell *c, gboolean by_numbers) {
  g_string_append_printf(name, " %u/%u", c->offset, c->width);
  if (by_numbers && c->n == 1 && c->values[0].kind == DATUM_INT)
    g_string_append_printf(name, "=%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT, c->values[0].lo, c->values[0].hi);
}

/* The name of what comes from the heap; objects of one name are merged. */
static char *name_of(const Folder *f, const ShapeObject *o, const char *roots) {
  if (o->serial) return g_strdup_printf("7 %p.%u.%d", o->site, o->serial, !!o->dead);
  if (*roots && !o->summary) return g_strdup_printf("9%s", roots);
  GString *name = g_string_new(NULL);
  g_string_append_printf(name, "8 %p %" G_GUINT64_FORMAT " %d%d", o->site, o->size, !!o->dead, !!o->zero);
  for (guint i = 0; i < o->cells->len; i++) name_cell(name, &g_array_index(o->cells, Cell, i), f->by_numbers);
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

static void redirect_world(World *w, const guint *to) {
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
    heap_remove(w->heap, i);
  }
}

/* ---- the order and the digest ---- */

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
static void put_in_order(World *w, char *const *names) {
  GPtrArray *objects = w->heap->objects;
  guint n = objects->len, kept = 0;
  g_autofree guint *order = g_new(guint, n + 1);
  g_autofree guint *to = g_new0(guint, n + 1);
  for (guint i = 0; i < n; i++)
    if (heap_object(w->heap, i)) order[kept++] = i;
  Naming naming = {w, names};
  g_qsort_with_data(order, (gint)kept, sizeof *order, compare_objects, &naming);
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

static void write_number(GByteArray *out, guint64 v) {
  g_byte_array_append(out, (const guint8 *)&v, sizeof v);
}

static void write_datum(GByteArray *out, const Datum *a) {
  write_number(out, ((guint64)a->object << 8) | (guint64)(a->kind << 1) | (a->nonzero ? 1 : 0));
  write_number(out, (guint64)a->lo);
  write_number(out, (guint64)a->hi);
  write_number(out, a->symbol);
  write_number(out, a->shift);
}

static void write_object(GByteArray *out, ShapeObject *o) {
  write_number(out, GPOINTER_TO_SIZE(o->site));
  write_number(out, ((guint64)o->frame << 32) | o->serial);
  write_number(out, o->size);
  write_number(out,
               ((guint64)o->cells->len << 4) | (o->summary ? 4 : 0) | (o->dead ? 2 : 0) | (o->zero ? 1 : 0));
  for (guint i = 0; i < o->cells->len; i++) {
    Cell *c = &g_array_index(o->cells, Cell, i);
    qsort(c->values, c->n, sizeof(Datum), compare_values);
    write_number(out, ((guint64)c->offset << 16) | (c->width << 8) | c->n);
    for (guint k = 0; k < c->n; k++) write_datum(out, &c->values[k]);
  }
}

static void write_frame(const Folder *f, GByteArray *out, const WorldFrame *frame) {
  const guint8 *width = program_function(f->program, frame->function)->reg_width;
  write_number(out, ((guint64)frame->function << 32) | frame->block);
  write_number(out, frame->at);
  for (guint r = 0; r < frame->n_regs; r++) {
    if (datum_is_any(&frame->regs[r], width[r])) continue;
    write_number(out, r + 1);
    write_datum(out, &frame->regs[r]);
  }
  write_number(out, 0);
}

static char *digest(const Folder *f, World *w) {
  GByteArray *out = g_byte_array_new();
  write_number(out, w->frames->len);
  for (guint i = 0; i < w->frames->len; i++) write_frame(f, out, &g_array_index(w->frames, WorldFrame, i));
  g_byte_array_append(out, w->reads, w->n_sites);
  g_byte_array_append(out, w->made, w->n_sites);
  for (guint i = 0; i < w->heap->objects->len; i++) write_object(out, heap_object(w->heap, i));
  char *sum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, out->data, out->len);
  g_byte_array_unref(out);
  return sum;
}

char *folder_fold(Folder *f, World *w, gboolean widen) {
  guint n = w->heap->objects->len;
  for (guint i = 0; i < w->frames->len; i++) forget_registers(f, &g_array_index(w->frames, WorldFrame, i));
  drop_unreachable(w);
  GString **roots = find_roots(w);
  g_autofree gboolean *rooted = g_new0(gboolean, n + 1);
  for (guint i = 0; i < n; i++) rooted[i] = roots[i]->len > 0;
  symbols_tidy(f->program, w); /* so that shifts are comparable */
  if (widen) widen_world(f, w, rooted);
  char **names = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++)
    if (heap_object(w->heap, i) && heap_object(w->heap, i)->origin == FROM_HEAP)
      names[i] = name_of(f, heap_object(w->heap, i), roots[i]->str);
  merge_objects(w, names);
  put_in_order(w, names);
  symbols_tidy(f->program, w);
  char *sum = digest(f, w);
  for (guint i = 0; i < n; i++) g_free(names[i]);
  g_free(names);
  free_roots(roots, n);
  return sum;
}
