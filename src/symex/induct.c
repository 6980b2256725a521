/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that outlast the bound, closed by k-induction.
 *
 * The executor has followed k iterations of a loop.  What a longer run does in a later iteration is seen from
 * k iterations before it: from a state that stands for every arrival at the head, k iterations in which
 * nothing bad happens (the iterations before it are covered by the same argument, the first ones by the
 * executor), and then the iteration itself, in which everything is recorded.  Points where nothing bad is
 * recorded do not fail in any iteration, and where such runs leave the loop, all runs that leave it after
 * more than k iterations are among them.
 *
 * That state is the first arrival with everything forgotten that an iteration may change: found by running
 * iterations until none changes more, and then confined to what invariants say of it.  Its path is that of
 * the runs that outlast the bound: terms stand for constants of the run, so what held of them then holds for
 * good, and the runs that left earlier stay apart from these. */
#include "symex/induct.h"
#include "symex/recur.h"
#include "base/limits.h"
#include "symex/invariant/backward.h"
#include "symex/invariant/invariant.h"
#include "symex/invariant/ranking.h"
#include "symex/invariant/recurrence.h"
#include "formula/solver.h"
#include "base/pace.h"
#include <string.h>

static Memory *memory_of(Induction *d) { return &d->x->memory; }

/* ---- values ---- */

static gboolean is_free(const Induction *d, gconstpointer value) {
  return value && g_hash_table_contains(d->free, value);
}

static const Term *free_term(Induction *d, guint width, guint index_width) {
  const Term *t = term_fresh_havoc(width, index_width);
  g_hash_table_add(d->free, (gpointer)t);
  return t;
}

static gboolean same_value(Value a, Value b) {
  if (!a.pointer || !b.pointer || a.pointer == b.pointer) return value_same(a, b);
  if (a.pointer->n != b.pointer->n) return FALSE;
  for (guint i = 0; i < a.pointer->n; i++) {
    const Target *s = &a.pointer->targets[i], *t = &b.pointer->targets[i];
    if (s->guard != t->guard || s->object != t->object || s->offset != t->offset) return FALSE;
  }
  return TRUE;
}

static const Target *target_of(const PointerSet *p, guint object) {
  for (guint i = 0; i < p->n; i++)
    if (p->targets[i].object == object) return &p->targets[i];
  return NULL;
}

/* Does the start's value stand for the other one too? */
static gboolean covers(Induction *d, Value start, Value v) {
  if (value_is_none(v) || same_value(start, v)) return TRUE;
  if (start.bits) return v.bits && is_free(d, start.bits);
  if (!is_free(d, start.pointer)) return FALSE;
  const PointerSet *targets = value_targets(memory_of(d)->arena, v);
  for (guint i = 0; i < targets->n; i++) {
    const Target *t = target_of(start.pointer, targets->targets[i].object);
    if (!t || (t->offset != targets->targets[i].offset && !is_free(d, t->offset))) return FALSE;
  }
  return TRUE;
}

/* An object that an iteration made is not the same in the next one: no pointer of start can lead there. */
static gboolean lasts(const Induction *d, guint object) {
  return object == NO_OBJECT || exec_object(d->x, object)->kind == OBJECT_FUNCTION ||
         state_contents(&d->start.state, object);
}

/* v, or by a free choice a target of p that is not among those seen.  A target of the start keeps its offset
 * unless the other set has another one; one that is new keeps it when it is plainly the same in every
 * iteration.
 */
static Value join_targets(Induction *d, Value v, const PointerSet *p, const PointerSet *seen,
                          const PointerSet *other) {
  Arena *a = memory_of(d)->arena;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    if (seen && target_of(seen, t->object)) continue;
    if (!lasts(d, t->object)) d->lost = TRUE;
    const Target *twin = other ? target_of(other, t->object) : NULL;
    gboolean fixed =
        other ? !twin || twin->offset == t->offset || is_free(d, t->offset) : term_is_const(t->offset);
    const Term *offset = fixed ? t->offset : free_term(d, p->width, 0);
    v = value_ite(a, term_fresh_havoc(1, 0), value_pointer(a, p->width, t->object, offset), v);
  }
  return v;
}

/* Some target of the two, no matter which. */
static Value widen_pointer(Induction *d, Value start, Value v) {
  Arena *a = memory_of(d)->arena;
  const PointerSet *old = value_targets(a, start), *new = value_targets(a, v);
  Value wide = join_targets(d, NO_VALUE, old, NULL, new);
  wide = join_targets(d, wide, new, old, NULL);
  if (wide.pointer) g_hash_table_add(d->free, (gpointer)wide.pointer);
  return wide;
}

static Value widen(Induction *d, Value start, Value v) {
  if (covers(d, start, v)) return start;
  d->changed = TRUE;
  if (value_is_none(start) && v.pointer) d->lost = TRUE;
  if (v.bits && !start.pointer) return value_bits(free_term(d, v.bits->width, 0));
  return d->lost ? start : widen_pointer(d, start, v);
}

/* ---- contents of objects ---- */

static void note_pointer(guint64 offset, gconstpointer cell, gpointer found) {
  if (((const Cell *)cell)->value.pointer) *(gboolean *)found = TRUE;
}

static gboolean holds_pointers(const Contents *c) {
  gboolean found = FALSE;
  pmap_foreach(c->cells, note_pointer, &found);
  return found;
}

static const Contents *scramble(Induction *d, const Contents *start, const Contents *c) {
  if (holds_pointers(start) || holds_pointers(c)) d->lost = TRUE;
  d->changed = TRUE;
  g_hash_table_add(d->scrambled, GUINT_TO_POINTER(start->object->id));
  return memory_scramble(memory_of(d), start);
}

static const Contents *widen_array(Induction *d, const Contents *start, const Contents *c) {
  gboolean alike = c->array && (!start->array || start->element_bytes == c->element_bytes);
  if (alike && (start->array == c->array || is_free(d, start->array))) return start;
  if (!alike || holds_pointers(start)) return scramble(d, start, c);
  Contents *wide = arena_new_struct(memory_of(d)->arena, Contents);
  *wide = *start;
  wide->cells = NULL;
  wide->array = free_term(d, c->array->width, c->array->index_width);
  wide->element_bytes = c->element_bytes;
  d->changed = TRUE;
  return wide;
}

typedef struct {
  Induction *induction;
  const Contents *start, *end;
  gboolean mixed; /* the two are divided into cells differently somewhere */
} CellPair;

static gboolean is_bare(const PMap *cells, guint64 offset, guint bytes) {
  guint64 at = 0;
  const Cell *below = (const Cell *)pmap_floor(cells, offset, &at);
  if (below && at + below->bytes > offset) return FALSE;
  return !pmap_ceiling(cells, offset, &at) || at >= offset + bytes;
}

Value induction_cell(Memory *m, const Contents *c, guint64 offset, guint bytes) {
  return memory_read(m, c, term_const(c->object->size->width, offset), (Offsets){offset, offset, 1}, bytes);
}

static gconstpointer widen_cell(guint64 offset, gconstpointer at_start, gconstpointer at_end, gpointer data) {
  CellPair *p = (CellPair *)data;
  Induction *d = p->induction;
  const Cell *a = (const Cell *)at_start, *b = (const Cell *)at_end, *one = a ? a : b;
  p->mixed |=
      a && b ? a->bytes != b->bytes : !is_bare(a ? p->end->cells : p->start->cells, offset, one->bytes);
  if (p->mixed || d->lost) return a;
  Value old = induction_cell(memory_of(d), p->start, offset, one->bytes);
  Value wide = widen(d, old, induction_cell(memory_of(d), p->end, offset, one->bytes));
  if (value_same(wide, old)) return a;
  Cell *cell = arena_new_struct(memory_of(d)->arena, Cell);
  *cell = (Cell){wide, one->bytes, one->is_float};
  return cell;
}

static gconstpointer widen_object(guint64 object, gconstpointer at_start, gconstpointer at_end,
                                  gpointer data) {
  Induction *d = (Induction *)data;
  const Contents *start = (const Contents *)at_start, *end = (const Contents *)at_end;
  if (!start) return NULL;
  if (!end || start->live != end->live) d->lost = TRUE;
  if (d->lost) return start;
  if (g_hash_table_contains(d->scrambled, GUINT_TO_POINTER(object))) {
    d->lost |= holds_pointers(end);
    return start;
  }
  if (start->array || end->array) return widen_array(d, start, end);
  gboolean same_init =
      start->init == end->init || (start->init->kind == INIT_ZERO && end->init->kind == INIT_ZERO);
  if (!same_init) return scramble(d, start, end);
  CellPair p = {d, start, end, FALSE};
  const PMap *cells = pmap_merge(start->cells, end->cells, widen_cell, &p);
  if (p.mixed) return scramble(d, start, end);
  if (cells == start->cells) return start;
  Contents *wide = arena_new_struct(memory_of(d)->arena, Contents);
  *wide = *start;
  wide->cells = cells;
  return wide;
}

/* ---- states ---- */

static gboolean is_unknown(const Counter *c) {
  return c && c->n == 1 && c->alternatives[0].count == COUNTER_UNKNOWN;
}

/* How often a site was read at an arrival is not known when iterations read it: its inputs are any values
 * then. */
static void widen_counts(Induction *d) {
  State *s = &d->start.state;
  for (guint site = 0; site < d->x->program->sites->len; site++) {
    const Counter *old = (const Counter *)pmap_get(s->counts, site);
    if (old == pmap_get(d->end->state.counts, site) || is_unknown(old)) continue;
    Counter *any = (Counter *)arena_alloc(memory_of(d)->arena, sizeof *any + sizeof any->alternatives[0]);
    any->n = 1;
    any->alternatives[0].guard = term_bool(TRUE);
    any->alternatives[0].count = COUNTER_UNKNOWN;
    s->counts = pmap_set(s->counts, site, any);
    d->changed = TRUE;
  }
}

guint induction_n_values(const Induction *d) {
  const Frame *f = d->x->frame;
  return ((const IrBlock *)f->function->blocks->pdata[d->loop->block])->phis->len +
         f->info->n_live_in[d->loop->block];
}

void induction_widen(Induction *d) {
  d->changed = FALSE;
  for (guint i = 0; i < induction_n_values(d); i++)
    d->start.values[i] = widen(d, d->start.values[i], d->end->values[i]);
  d->start.state.memory = pmap_merge(d->start.state.memory, d->end->state.memory, widen_object, d);
  widen_counts(d);
}

/* ---- iterations ---- */

/* An iteration in which nothing bad happens and that does not leave the loop: the arrival after it. */
static Pending *quiet_iteration(Induction *d, Pending *from) {
  Frame *f = d->x->frame;
  Pending **others = f->pending;
  f->pending = g_new0(Pending *, f->function->blocks->len);
  f->pending[d->loop->block] = from;
  d->x->muted++;
  exec_iteration(d->x, d->loop);
  d->x->muted--;
  Pending *arrival = f->pending[d->loop->block];
  g_free(f->pending);
  f->pending = others;
  return arrival;
}

gboolean induction_settle(Induction *d) {
  for (guint round = 0; round < limits.induct_rounds && !d->x->aborted; round++) {
    d->end = quiet_iteration(d, &d->start);
    if (!d->end) return !d->x->aborted;
    induction_widen(d);
    if (d->lost) return FALSE;
    if (!d->changed) return TRUE;
  }
  return FALSE;
}

/* The quiet iterations before the one that is recorded; NULL: no run takes so many. */
static Pending *take_quiet_iterations(Induction *d) {
  Pending *p = d->end; /* after the first quiet iteration; the executor took one more than the unrolling */
  for (guint iteration = 0; p && iteration < d->x->options->unroll; iteration++) p = quiet_iteration(d, p);
  return p;
}

static void take_step(Induction *d, Pending *p) {
  d->x->frame->pending[d->loop->block] = p;
  exec_iteration(d->x, d->loop);
  d->x->frame->pending[d->loop->block] = NULL;
}

/* ---- invariants ---- */

typedef struct {
  Induction *induction;
  GArray *changes; /* Change */
  const Contents *first;
} Changes;

static void add_term_change(Changes *c, const Term *any, const Term *first, const Term *next) {
  const Change change = {any, first, next};
  if (is_free(c->induction, any) && first && next) g_array_append_val(c->changes, change);
}

/* Places in objects go on also while the pointer leads elsewhere: then they mean nothing, and may be what they like. */
static void add_change(Changes *c, Value any, Value first, Value next) {
  add_term_change(c, any.bits, first.bits, next.bits);
  if (!any.pointer || !first.pointer || !next.pointer) return;
  for (guint i = 0; i < any.pointer->n; i++) {
    const Target *t = &any.pointer->targets[i], *at_first = target_of(first.pointer, t->object),
                 *after = target_of(next.pointer, t->object);
    if (t->object != NO_OBJECT && at_first && after) add_term_change(c, t->offset, at_first->offset, after->offset);
  }
}

static void add_cell_change(guint64 offset, gconstpointer cell, gpointer data) {
  Changes *c = (Changes *)data;
  Memory *m = memory_of(c->induction);
  const Cell *any = (const Cell *)cell;
  if (!is_free(c->induction, any->value.bits)) return;
  const Contents *next = state_contents(&c->induction->end->state, c->first->object->id);
  invariants_name_cell(c->induction->x, any->value.bits, c->first->object, offset, any->bytes);
  add_change(c, any->value, induction_cell(m, c->first, offset, any->bytes),
             induction_cell(m, next, offset, any->bytes));
}

static gconstpointer add_object_changes(guint64 object, gconstpointer first, gconstpointer any,
                                        gpointer data) {
  Changes *c = (Changes *)data;
  c->first = (const Contents *)first;
  if (!c->first->array) pmap_foreach(((const Contents *)any)->cells, add_cell_change, c);
  return first;
}

LoopTerms induction_terms(Induction *d, const Pending *first, const Path *entry) {
  Changes c = {d, g_array_new(FALSE, FALSE, sizeof(Change)), NULL};
  invariants_name_phis(d->x, d->loop, d->start.values);
  for (guint i = 0; i < induction_n_values(d); i++)
    add_change(&c, d->start.values[i], first->values[i], d->end->values[i]);
  pmap_merge(first->state.memory, d->start.state.memory, add_object_changes, &c);
  const SymexOptions *o = d->x->options;
  const Term *condition = o->condition ? o->condition : term_bool(TRUE);
  return (LoopTerms){c.changes, term_and(condition, path_full(entry)),
                     term_and(condition, path_full(d->end->state.path)), d->mark, NULL};
}

const Term *induction_iteration(const Induction *d) {
  const Term *t = term_bool(TRUE);
  for (const Path *p = d->end->state.path; p && p != d->start.state.path; p = p->parent)
    t = term_and(t, p->condition);
  return t;
}

/* A value that an instruction would have, were it run with the values of the head; NULL: not known. */
static const Term *value_at_head(GHashTable *known, const IrInstr *in) {
  const Term *args[3];
  if (in->opcode != IR_TERM || in->n_dest != 1 || in->n_args > G_N_ELEMENTS(args)) return NULL;
  for (guint i = 0; i < in->n_args; i++) {
    const Operand *o = &in->args[i];
    args[i] = o->kind == OPERAND_CONST ? term_const(o->width, o->value)
              : o->kind == OPERAND_REG ? (const Term *)g_hash_table_lookup(known, GUINT_TO_POINTER(o->value))
                                       : NULL;
    if (!args[i] || args[i]->width != o->width) return NULL;
  }
  return term_make((TermOp)in->term_op, in->width, in->param, args, in->n_args);
}

/* What the function asks of the values of the head, in the loop or after it, may be what keeps them right:
 * the conditions of its errors are among this. */
static void add_questions(const Induction *d, GPtrArray *hints) {
  const Frame *f = d->x->frame;
  const IrBlock *head = (const IrBlock *)f->function->blocks->pdata[d->loop->block];
  GHashTable *known = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < induction_n_values(d); i++) {
    guint reg = i < head->phis->len ? g_array_index(head->phis, IrPhi, i).dest
                                    : f->info->live_in[head->id][i - head->phis->len];
    if (d->start.values[i].bits)
      g_hash_table_insert(known, GUINT_TO_POINTER(reg), (gpointer)d->start.values[i].bits);
  }
  for (guint b = 0; b < f->function->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->function->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len && hints->len < limits.induct_hints; i++) {
      const IrInstr *in = &g_array_index(instrs, IrInstr, i);
      const Term *t = value_at_head(known, in);
      if (!t || t->has_float) continue;
      g_hash_table_insert(known, GUINT_TO_POINTER(in->dest), (gpointer)t);
      if (t->width > 1 || !t->has_havoc) continue;
      g_ptr_array_add(hints, (gpointer)t);
      g_ptr_array_add(hints, (gpointer)term_not(t));
    }
  }
  g_hash_table_unref(known);
}

static Allowance search_time(const Induction *d) {
  gint64 limit = d->x->options->deadline;
  if (d->x->muted) return allowance_new(limits.induct_inner_ms / 1e3, limit);
  double left = limit ? (double)(limit - g_get_monotonic_time()) / G_USEC_PER_SEC : 0;
  return allowance_new(MAX(limits.induct_search_ms / 1e3, limits.induct_search_share * left / pace()), limit);
}

/* Nothing where that is not asked for, or was not found before. */
static Recurrence never_ends(const Induction *d, LoopTerms l) {
  if (!d->x->asks_for_end || d->x->options->dual || !exec_may_recur(d->x, d->loop))
    return (Recurrence){term_bool(FALSE), FALSE};
  l.iteration = induction_iteration(d);
  return recurrence_find(&l, d->x->options->deadline);
}

static gboolean implies(const Term *a, const Term *b) {
  return term_is_true(b) || solver_valid(term_implies(a, b), limits.ranking_check_ms);
}

/* Confines start to what holds at every arrival.  FALSE: it cannot be. */
static gboolean strengthen(Induction *d, const Pending *first, const Path *entry) {
  LoopTerms l = induction_terms(d, first, entry);
  const SymexOptions *o = d->x->options;
  GPtrArray *hints = g_ptr_array_new(), *supplied = g_ptr_array_new();
  for (const Path *p = d->end->state.path; p && p != entry; p = p->parent)
    g_ptr_array_add(hints, (gpointer)p->condition);
  supplied_hints(d->x, d->loop, &d->start, supplied);
  add_questions(d, hints);
  l.questions = hints;
  const Recurrence r = never_ends(d, l);
  g_ptr_array_add(supplied, (gpointer)term_not(r.stays));
  InvariantKinds kinds = o->linear_invariants ? INVARIANTS_LINEAR : INVARIANTS_ALL;
  GPtrArray *found =
      l.changes->len ? invariant_find(&l, hints, supplied, kinds, search_time(d)) : g_ptr_array_new();
  const Term *all = term_and_n((const Term *const *)found->pdata, found->len);
  /* where the question is whether all runs end, iterations must not go on for ever */
  const gboolean asks = o->dual != d->x->asks_for_end;
  gboolean ends = !asks || (r.is_whole && implies(all, term_not(r.stays))) || ranking_proves_end(&l, all, o->deadline);
  if (ends && found->len) {
    state_assume(memory_of(d)->arena, &d->start.state, all);
    d->end = quiet_iteration(d, &d->start);
    if (!d->x->muted) invariants_note(d->x, d->loop, found);
  }
  if (ends && l.changes->len && !d->x->muted && !d->x->exploring)
    g_ptr_array_add(d->x->result->loops, closed_loop_new(&l, all));
  g_ptr_array_unref(found);
  g_ptr_array_unref(hints);
  g_ptr_array_unref(supplied);
  g_array_unref((GArray *)l.changes);
  return ends;
}

/* ---- the whole ---- */

gboolean induction_is_entered_at_head(Executor *x, const WtoElement *loop) {
  const Frame *f = x->frame;
  const guint *position = f->info->position;
  for (guint b = 0; b < f->function->blocks->len; b++) {
    if (b == loop->block || position[b] < f->loop->first || position[b] > f->loop->last) continue;
    const IrBlock *block = (const IrBlock *)f->function->blocks->pdata[b];
    for (guint i = 0; i < block->n_preds; i++) {
      guint from = position[block->preds[i]];
      if (from != G_MAXUINT && (from < f->loop->first || from > f->loop->last)) return FALSE;
    }
  }
  return TRUE;
}

/* What a bound cuts in a quiet iteration, or what is not followed there, may be followed in the iteration
 * that is recorded: nothing would tell of such runs, so there must be none. */
static gboolean induct(Induction *d, const Pending *first, const Path *entry) {
  if (!induction_settle(d)) return FALSE;
  if (d->end && !strengthen(d, first, entry)) return FALSE;
  Pending *last = take_quiet_iterations(d);
  if (d->x->muted_cut || d->x->aborted) return FALSE;
  if (last) take_step(d, last);
  return TRUE;
}

Induction induction_new(Executor *x, const WtoElement *loop, const Pending *arrival) {
  Induction d = {.x = x, .loop = loop, .start.state = arrival->state};
  gsize n = induction_n_values(&d);
  d.start.values = (Value *)arena_alloc(x->memory.arena, MAX(n, 1) * sizeof(Value));
  memcpy(d.start.values, arrival->values, n * sizeof(Value));
  d.mark = term_fresh_havoc(1, 0)->param;
  d.free = g_hash_table_new(NULL, NULL);
  d.scrambled = g_hash_table_new(NULL, NULL);
  return d;
}

void induction_clear(Induction *d) {
  g_hash_table_unref(d->free);
  g_hash_table_unref(d->scrambled);
}

gboolean exec_induct(Executor *x, const WtoElement *loop, const Pending *first, const Pending *again) {
  if (!first || !induction_is_entered_at_head(x, loop)) return FALSE;
  Induction d = induction_new(x, loop, first);
  d.start.state = again->state;
  d.start.state.memory = first->state.memory;
  d.start.state.counts = first->state.counts;
  gboolean outer_cut = x->muted_cut;
  x->muted_cut = FALSE;
  gboolean done = induct(&d, first, again->state.path);
  x->muted_cut = outer_cut || (done && x->muted_cut); /* of the recorded iteration, inside a quiet one */
  induction_clear(&d);
  return done;
}
