/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States at cut points: activations first, the outermost before the others, then memory. */
#include "symex/cut-points.h"
#include <string.h>

typedef struct {
  Executor *x;
  const State *initial;
  ChangeSlot change;
  gpointer data;
  GString *digest;     /* NULL: not asked for */
  gboolean *strange;
  GHashTable *numbers; /* of an object of the stack or heap, + 1 */
  GArray *queue;       /* guint: such objects, by number */
} Walk;

/* ---- values ---- */

static gboolean is_fixed_object(const Walk *w, guint object) {
  return object < w->x->first_function + w->x->program->functions->len;
}

static guint number_of(Walk *w, guint object) {
  guint known = GPOINTER_TO_UINT(g_hash_table_lookup(w->numbers, GUINT_TO_POINTER(object)));
  if (known) return known - 1;
  g_array_append_val(w->queue, object);
  g_hash_table_insert(w->numbers, GUINT_TO_POINTER(object), GUINT_TO_POINTER(w->queue->len));
  return w->queue->len - 1;
}

static void add_to_digest(Walk *w, const char *key, Value v) {
  if (!w->digest) return;
  g_string_append_printf(w->digest, "%s=", key);
  if (v.bits && term_is_const(v.bits))
    g_string_append_printf(w->digest, "%" G_GINT64_MODIFIER "x", v.bits->param);
  else if (v.bits)
    g_string_append_printf(w->digest, "?%u", v.bits->id);
  for (guint i = 0; v.pointer && i < v.pointer->n; i++) {
    const Target *t = &v.pointer->targets[i];
    if (is_fixed_object(w, t->object))
      g_string_append_printf(w->digest, "&%u", t->object);
    else
      g_string_append_printf(w->digest, "&o%u", number_of(w, t->object));
    g_string_append_printf(w->digest, "+%u/%u", t->offset->id, t->guard->id);
  }
  g_string_append_c(w->digest, ';');
}

static Value visit(Walk *w, const Slot *slot, Value v) {
  if (value_is_none(v)) return v;
  v = w->change(w->data, slot, v);
  for (guint i = 0; v.pointer && i < v.pointer->n; i++)
    if (!is_fixed_object(w, v.pointer->targets[i].object)) number_of(w, v.pointer->targets[i].object);
  add_to_digest(w, slot->key, v);
  return v;
}

/* ---- activations ---- */

static void mark_operand(gboolean *used, const Operand *o) {
  if (o->kind == OPERAND_REG) used[o->value] = TRUE;
}

/* The registers that are used behind an instruction of a block. */
static gboolean *used_behind(const IrFunction *f, const CfgInfo *info, const IrBlock *b, guint at) {
  gboolean *used = g_new0(gboolean, MAX(f->n_regs, 1));
  for (guint i = at + 1; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    for (guint a = 0; a < in->n_args; a++) mark_operand(used, &in->args[a]);
  }
  mark_operand(used, &b->cond);
  for (guint i = 0; i < b->n_values; i++) mark_operand(used, &b->values[i]);
  for (guint i = 0; i < b->n_succs; i++) {
    const IrBlock *to = (const IrBlock *)f->blocks->pdata[b->succs[i]];
    for (guint k = 0; k < to->phis->len; k++)
      mark_operand(used, &g_array_index(to->phis, IrPhi, k).args[ir_pred(to, b)]);
    for (guint k = 0; k < info->n_live_in[to->id]; k++) used[info->live_in[to->id][k]] = TRUE;
  }
  return used;
}

/* An activation that waits for a call, and those around it; the depth of the outermost is 0. */
static const Frame *visit_frame(Walk *w, const Frame *f, guint *depth) {
  if (!f) return NULL;
  Arena *arena = w->x->memory.arena;
  Frame *copy = arena_new_struct(arena, Frame);
  *copy = *f;
  copy->caller = (Frame *)visit_frame(w, f->caller, depth);
  copy->regs = (Value *)arena_alloc(arena, MAX(f->function->n_regs, 1) * sizeof(Value));
  if (w->digest) g_string_append_printf(w->digest, "%u.%u.%u:", f->function->id, f->block->id, f->at);
  g_autofree gboolean *used = used_behind(f->function, f->info, f->block, f->at);
  for (guint r = 0; r < f->function->n_regs; r++) {
    if (!used[r]) continue;
    g_autofree char *key = g_strdup_printf("%u:r%u", *depth, r);
    copy->regs[r] = visit(w, &(Slot){.key = key}, f->regs[r]);
  }
  ++*depth;
  return copy;
}

/* The C variable that a register is at the head of a loop. */
static void name_register(const IrBlock *b, guint reg, Slot *slot) {
  for (guint i = 0; b->variables && i < b->variables->len; i++) {
    const IrVariable *v = &g_array_index(b->variables, IrVariable, i);
    if (v->value.kind != OPERAND_REG || v->value.value != reg) continue;
    slot->name = v->name;
    slot->is_signed = v->is_signed;
  }
}

static Value *visit_values(Walk *w, const CutPoint *p) {
  const IrBlock *b = (const IrBlock *)p->function->blocks->pdata[p->block];
  const CfgInfo *info = cfg_info(w->x->cfg, p->function->id);
  const guint n = b->phis->len + info->n_live_in[p->block];
  Value *values = (Value *)arena_alloc(w->x->memory.arena, MAX(n, 1) * sizeof(Value));
  for (guint i = 0; i < n; i++) {
    const guint reg = i < b->phis->len ? g_array_index(b->phis, IrPhi, i).dest : info->live_in[p->block][i - b->phis->len];
    g_autofree char *key = g_strdup_printf("%u.%u:%u", p->function->id, p->block, reg);
    Slot slot = {.key = key};
    name_register(b, reg, &slot);
    values[i] = visit(w, &slot, p->at.values[i]);
  }
  return values;
}

/* ---- memory ---- */

typedef struct {
  Walk *walk;
  const char *object;
  const IrGlobal *global; /* NULL: it is none */
  const PMap *cells;
} Cells;

static void visit_cell(guint64 offset, gconstpointer data, gpointer cells) {
  Cells *c = (Cells *)cells;
  const Cell *cell = (const Cell *)data;
  /* the same place may hold words of other sizes at other times: they are no values of one variable */
  g_autofree char *key = g_strdup_printf("%s+%" G_GUINT64_FORMAT ":%u", c->object, offset, cell->bytes);
  Slot slot = {.key = key};
  if (c->global && c->global->size == cell->bytes) {
    slot.name = c->global->name;
    slot.is_signed = c->global->is_signed;
  }
  Cell *changed = arena_new_struct(c->walk->x->memory.arena, Cell);
  *changed = *cell;
  changed->value = visit(c->walk, &slot, cell->value);
  c->cells = pmap_set(c->cells, offset, changed);
}

/* What it held when it came to be counts as unknown, where that was an input: its occurrence is not counted on. */
static const Contents *visit_contents(Walk *w, const Contents *old, const char *object, const IrGlobal *global) {
  Memory *m = &w->x->memory;
  if (!term_is_const(old->object->size) || (old->live && !term_is_const(old->live))) *w->strange = TRUE;
  if (old->array) old = memory_scramble(m, old);
  Contents *c = arena_new_struct(m->arena, Contents);
  Cells cells = {w, object, global, NULL};
  *c = *old;
  if (c->init->kind == INIT_INPUT || c->init->kind == INIT_ITE) c->init = memory_init(m, INIT_HAVOC, 0, NULL);
  if (w->digest)
    g_string_append_printf(w->digest, "%s:%u,%u,%u{", object, c->init->kind, c->object->size->id, c->live ? c->live->id : 0);
  pmap_foreach(old->cells, visit_cell, &cells);
  if (w->digest) g_string_append_c(w->digest, '}');
  c->cells = cells.cells;
  return c;
}

static void visit_globals(Walk *w, const State *s, State *out) {
  for (guint i = 0; i < w->x->program->globals->len; i++) {
    const guint id = w->x->first_global + i;
    const Contents *c = state_contents(s, id);
    if (!c || c == state_contents(w->initial, id)) continue;
    g_autofree char *object = g_strdup_printf("g%u", i);
    out->memory = pmap_set(out->memory, id, visit_contents(w, c, object, program_global(w->x->program, i)));
  }
}

typedef struct {
  const Walk *walk;
  State *out;
} Cleaning;

static void drop_unreached(guint64 object, gconstpointer contents, gpointer data) {
  const Cleaning *c = (const Cleaning *)data;
  (void)contents;
  if (!is_fixed_object(c->walk, (guint)object) &&
      !g_hash_table_contains(c->walk->numbers, GUINT_TO_POINTER((guint)object)))
    c->out->memory = pmap_remove(c->out->memory, object);
}

static void visit_memory(Walk *w, const State *s, State *out) {
  visit_globals(w, s, out);
  for (guint i = 0; i < w->queue->len; i++) {
    const guint id = g_array_index(w->queue, guint, i);
    const Contents *c = state_contents(s, id);
    g_autofree char *object = g_strdup_printf("o%u", i);
    if (c) out->memory = pmap_set(out->memory, id, visit_contents(w, c, object, NULL));
    else if (w->digest) g_string_append_printf(w->digest, "%s gone", object);
  }
  Cleaning cleaning = {w, out};
  pmap_foreach(s->memory, drop_unreached, &cleaning);
}

CutPoint cut_point_change(Executor *x, const CutPoint *p, const State *initial, ChangeSlot change, gpointer data,
                          GString *digest, gboolean *strange) {
  Walk w = {x, initial, change, data, digest, strange, g_hash_table_new(NULL, NULL), g_array_new(FALSE, FALSE, sizeof(guint))};
  CutPoint out = *p;
  guint depth = 0;
  if (digest) g_string_append_printf(digest, "%u.%u@", p->function->id, p->block);
  out.caller = visit_frame(&w, p->caller, &depth);
  out.at.values = visit_values(&w, p);
  visit_memory(&w, &p->at.state, &out.at.state);
  g_hash_table_unref(w.numbers);
  g_array_unref(w.queue);
  return out;
}
