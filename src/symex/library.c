/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library functions that the executor models itself: memory management, copying and filling. */
#include "base/limits.h"
#include "symex/executor.h"

static guint pointer_width(const Executor *x) { return x->program->pointer_width; }

static const Term *argument(Executor *x, const IrInstr *i, guint n) {
  return value_number(exec_operand(x, &i->args[n]));
}

/* A length: known, or with an oracle the point's own. */
static const Term *length_argument(Executor *x, State *s, const IrInstr *i, guint n) {
  const Term *t = term_zext(argument(x, i, n), pointer_width(x));
  Range r = state_range(s, t);
  if (!term_is_const(t) && r.umin == r.umax) return term_const(t->width, r.umin);
  return term_is_const(t) || !x->oracle ? t : exec_pin(x, s, t);
}

static void define(Executor *x, const IrInstr *i, Value v) {
  if (i->n_dest) x->frame->regs[i->dest] = v;
}

static Value pointer_to(Executor *x, const Object *o) {
  return value_pointer(x->memory.arena, pointer_width(x), o->id, term_const(pointer_width(x), 0));
}

static gboolean is_in_loop(const Executor *x) {
  for (const Frame *f = x->frame; f; f = f->caller)
    if (f->loop) return TRUE;
  return FALSE;
}

static const Object *new_heap_object(Executor *x, State *s, const Term *size, const Init *init) {
  const Object *o = exec_new_object(x, s, OBJECT_HEAP, size, init);
  ((Object *)x->objects->pdata[o->id])->made = path_full(s->path);
  x->made_in_induction |= x->options->induct && is_in_loop(x);
  return o;
}

static const Object *allocate(Executor *x, State *s, const IrInstr *i, const Term *size) {
  const Init *init = memory_init(&x->memory, INIT_INPUT, i->site, state_count(&x->memory, s, i->site));
  return new_heap_object(x, s, size, init);
}

static gboolean do_calloc(Executor *x, State *s, const IrInstr *i) {
  const Term *n = term_zext(argument(x, i, 0), pointer_width(x)),
             *size = term_zext(argument(x, i, 1), pointer_width(x));
  const Term *bytes = term_binary(TERM_MUL, n, size);
  define(x, i, pointer_to(x, new_heap_object(x, s, bytes, memory_init(&x->memory, INIT_ZERO, 0, NULL))));
  return TRUE;
}

/* ---- free and realloc ---- */

static void kill_object(Executor *x, State *s, const Target *t) {
  const Contents *c = state_contents(s, t->object);
  Contents *dead = arena_new_struct(x->memory.arena, Contents);
  *dead = *c;
  dead->live = term_and(c->live ? c->live : term_bool(TRUE), term_not(t->guard));
  s->memory = pmap_set(s->memory, t->object, dead);
}

/* Freeing what malloc did not give, or twice, has no meaning in C. */
static gboolean free_target(Executor *x, State *s, const Target *t, IrLoc loc) {
  const char *what = UNDEFINED("freeing memory that is not allocated");
  if (t->object == NO_OBJECT)
    return exec_leave(x, s, term_and(t->guard, term_not(term_eq(t->offset, term_const(t->offset->width, 0)))),
                      LEAVE_UNKNOWN, loc, what);
  const Contents *c = state_contents(s, t->object);
  if (x->checked && (!c || exec_object(x, t->object)->kind != OBJECT_HEAP)) return TRUE;
  if (!c || exec_object(x, t->object)->kind != OBJECT_HEAP)
    return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, what);
  const Term *bad = term_not(term_eq(t->offset, term_const(t->offset->width, 0)));
  if (c->live) bad = term_or(bad, term_not(c->live));
  if (!x->checked && !exec_leave(x, s, term_and(t->guard, bad), LEAVE_UNKNOWN, loc, what)) return FALSE;
  kill_object(x, s, t);
  return TRUE;
}

static gboolean do_free(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, exec_operand(x, &i->args[0])));
  for (guint t = 0; t < p->n; t++)
    if (!free_target(x, s, &p->targets[t], i->loc)) return FALSE;
  return TRUE;
}

/* Nothing can be read from it any more, so what it held is forgotten. */
static gboolean do_end(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, exec_operand(x, &i->args[0])));
  for (guint t = 0; t < p->n; t++) {
    const Target *target = &p->targets[t];
    const Contents *c = target->object ? state_contents(s, target->object) : NULL;
    if (!c) continue;
    if (p->n == 1) {
      const Init *nothing = memory_init(&x->memory, INIT_HAVOC, 0, NULL);
      s->memory = pmap_set(s->memory, target->object, memory_contents(&x->memory, c->object, nothing));
    }
    kill_object(x, s, target);
  }
  return TRUE;
}

/* An object of another size may take over what one held: bytes beyond its own end cannot be read.  What is new
 * are inputs; so they must not be zero. */
static gboolean can_rehome(const State *s, const Contents *from, const Term *size) {
  if (!from) return FALSE;
  const Range old = state_range(s, from->object->size), new = state_range(s, size);
  return (from->init->kind == INIT_INPUT && !from->array) || new.umax <= old.umin;
}

static const Contents *rehome(Executor *x, const Contents *from, const Object *to) {
  Contents *c = arena_new_struct(x->memory.arena, Contents);
  *c = *from;
  c->object = to;
  c->live = NULL;
  return c;
}

/* What is behind the new end cannot be reached, so all contents stay. */
static gboolean do_cut(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, exec_operand(x, &i->args[0])));
  const Object *fresh = allocate(x, s, i, length_argument(x, s, i, 1));
  const Contents *from = p->n == 1 && p->targets[0].object ? state_contents(s, p->targets[0].object) : NULL;
  if (!from) return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, "an object that is cut");
  s->memory = pmap_set(s->memory, fresh->id, rehome(x, from, fresh));
  define(x, i, pointer_to(x, fresh));
  return free_target(x, s, &p->targets[0], i->loc);
}

static gboolean do_realloc(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, exec_operand(x, &i->args[0])));
  const Term *size = length_argument(x, s, i, 1);
  if (!exec_leave(x, s, term_eq(size, term_const(size->width, 0)), LEAVE_UNKNOWN, i->loc,
                  "realloc to no bytes"))
    return FALSE;
  const Object *fresh = allocate(x, s, i, size);
  define(x, i, pointer_to(x, fresh));
  for (guint t = 0; t < p->n; t++) {
    const Target *target = &p->targets[t];
    if (target->object) {
      const Contents *from = state_contents(s, target->object), *to = state_contents(s, fresh->id);
      const Term *old_size = exec_object(x, target->object)->size;
      gboolean known = from && term_is_const(old_size) && term_is_const(size);
      if (!known && !(x->checked && can_rehome(s, from, size)))
        return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, "realloc of an unknown size");
      const Contents *copy = known
                                 ? memory_copy(&x->memory, to, 0, from, 0, MIN(old_size->param, size->param))
                                 : rehome(x, from, fresh);
      if (p->n > 1) copy = contents_merge(&x->memory, target->guard, to, copy);
      s->memory = pmap_set(s->memory, fresh->id, copy);
    }
    if (!free_target(x, s, target, i->loc)) return FALSE;
  }
  return TRUE;
}

/* ---- copying ---- */

/* A copy or a filling whose length is not known goes part by part: each is written where the length says so. */
typedef struct {
  const PointerSet *to, *from; /* from: NULL where one byte is written again and again */
  const Term *length, *byte;
  guint64 most; /* bytes */
  guint part;   /* bytes that are written together: they divide the length and the offsets */
} Parts;

static const Term *offset_of(const Target *t, guint64 k) {
  return term_binary(TERM_ADD, t->offset, term_const(t->offset->width, k));
}

static void write_part(Executor *x, State *s, const Parts *p, const Target *t, guint64 k, Value v) {
  Memory *m = &x->memory;
  const Contents *old = state_contents(s, t->object);
  const Term *offset = offset_of(t, k);
  const Term *reaches = term_and(t->guard, term_binary(TERM_ULT, term_const(p->length->width, k), p->length));
  if (term_is_false(reaches)) return;
  const Contents *new = memory_write(m, old, offset, memory_offsets(s, old->object, offset, p->part), v, FALSE);
  s->memory = pmap_set(s->memory, t->object, contents_merge(m, reaches, old, new));
}

static Value read_part(Executor *x, const State *s, const Parts *p, guint64 k) {
  Value v = NO_VALUE;
  for (guint i = 0; i < p->from->n; i++) {
    const Target *t = &p->from->targets[i];
    const Contents *c = state_contents(s, t->object);
    const Term *offset = offset_of(t, k);
    Value here = memory_read(&x->memory, c, offset, memory_offsets(s, c->object, offset, p->part), p->part);
    v = value_is_none(v) ? here : value_ite(x->memory.arena, t->guard, here, v);
  }
  return v;
}

static const Term *repeated(const Term *byte, guint times) {
  const Term *t = byte;
  for (guint i = 1; i < times; i++) t = term_concat(byte, t);
  return t;
}

/* All parts are read before any is written: they may overlap. */
static void move_parts(Executor *x, State *s, const Parts *p) {
  const guint64 n = p->most / p->part;
  Value *values = (Value *)arena_alloc(x->memory.arena, n * sizeof(Value));
  for (guint64 i = 0; i < n; i++)
    values[i] = p->from ? read_part(x, s, p, i * p->part) : value_bits(repeated(p->byte, p->part));
  for (guint64 i = 0; i < n; i++)
    for (guint t = 0; t < p->to->n; t++) write_part(x, s, p, &p->to->targets[t], i * p->part, values[i]);
}

/* No more than fits into the largest of the objects behind the places, as all that is accessed lies in them. */
static void fit_parts(const Executor *x, const State *s, Parts *p, const PointerSet *places) {
  guint64 room = 0;
  for (guint i = 0; i < places->n; i++) {
    const Target *t = &places->targets[i];
    const guint64 size = state_range(s, exec_object(x, t->object)->size).umax, first = state_range(s, t->offset).umin;
    room = MAX(room, size > first ? size - first : 0);
    p->part = MIN(p->part, memory_step(t->offset));
  }
  p->most = MIN(p->most, room / p->part * p->part);
}

static gboolean leads_to_objects(Executor *x, Value pointer) {
  const PointerSet *p = value_targets(x->memory.arena, pointer);
  for (guint i = 0; i < p->n; i++)
    if (p->targets[i].object == NO_OBJECT || exec_is_input_pointee(x, p->targets[i].object)) return FALSE;
  return TRUE;
}

/* What was checked is within its object for every length; else the runs leave on which it is not. */
static const PointerSet *places_of(Executor *x, State *s, const IrInstr *i, guint argument, const Term *n) {
  const Term *bytes = x->checked ? term_const(n->width, 1) : n;
  return exec_resolve(x, s, exec_operand(x, &i->args[argument]), bytes, argument == 0, i->loc);
}

static gboolean move_unknown_length(Executor *x, State *s, const IrInstr *i, const Term *n, const Term *byte,
                                    const char *what) {
  const gboolean known = leads_to_objects(x, exec_operand(x, &i->args[0])) &&
                         (byte || leads_to_objects(x, exec_operand(x, &i->args[1])));
  if (!known && !x->checked) return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, what);
  Parts p = {.length = n, .byte = byte, .part = memory_step(n)};
  p.to = places_of(x, s, i, 0, n);
  if (p.to && !byte) p.from = places_of(x, s, i, 1, n);
  if (!p.to || (!byte && !p.from)) { /* of no length, a copy to nowhere is none */
    exec_leave(x, s, term_eq(n, term_const(n->width, 0)), LEAVE_UNKNOWN, i->loc, what);
    return FALSE;
  }
  for (guint t = 0; p.from && t < p.from->n; t++)
    if (exec_is_input_pointee(x, p.from->targets[t].object))
      return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, what);
  p.most = state_range(s, n).umax;
  fit_parts(x, s, &p, p.to);
  if (p.from) fit_parts(x, s, &p, p.from);
  if (p.most / p.part > 4 * limits.symex_offsets)
    return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, what);
  move_parts(x, s, &p);
  return TRUE;
}

static gboolean known_place(const Target *t) { return term_is_const(t->offset); }

/* Between places that are not known exactly: word by word through the general access. */
static gboolean copy_words(Executor *x, State *s, Value to, Value from, guint64 n, IrLoc loc) {
  guint pw = pointer_width(x), word = n % (pw / 8) == 0 ? pw / 8 : n % 4 == 0 ? 4 : 1;
  guint64 words = n / word;
  if (words > 4 * limits.symex_offsets)
    return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, loc, "a large copy between unknown places");
  Value *values = (Value *)arena_alloc(x->memory.arena, words * sizeof(Value));
  for (guint64 w = 0; w < words; w++)
    if (!exec_load(x, s, value_add(x->memory.arena, from, term_const(pw, w * word)), word, TRUE, loc,
                   &values[w]))
      return FALSE;
  for (guint64 w = 0; w < words; w++)
    if (!exec_store(x, s, value_add(x->memory.arena, to, term_const(pw, w * word)), values[w], FALSE, loc))
      return FALSE;
  return TRUE;
}

static gboolean do_memcpy(Executor *x, State *s, const IrInstr *i) {
  Value to = exec_operand(x, &i->args[0]), from = exec_operand(x, &i->args[1]);
  const Term *n = length_argument(x, s, i, 2);
  define(x, i, to);
  if (!term_is_const(n)) return move_unknown_length(x, s, i, n, NULL, "a copy of unknown length");
  if (n->param == 0) return TRUE;
  const PointerSet *source = exec_resolve(x, s, from, n, FALSE, i->loc);
  const PointerSet *target = source ? exec_resolve(x, s, to, n, TRUE, i->loc) : NULL;
  if (!target) return FALSE;
  if (source->n > 1 || target->n > 1 || exec_is_input_pointee(x, source->targets[0].object) ||
      !known_place(&source->targets[0]) || !known_place(&target->targets[0]))
    return copy_words(x, s, to, from, n->param, i->loc);
  const Target *st = &source->targets[0], *tt = &target->targets[0];
  const Contents *copy = memory_copy(&x->memory, state_contents(s, tt->object), tt->offset->param,
                                     state_contents(s, st->object), st->offset->param, n->param);
  s->memory = pmap_set(s->memory, tt->object, copy);
  return TRUE;
}

/* ---- filling ---- */

static const Contents *clear(Executor *x, const Contents *c) {
  const Contents *r = memory_contents(&x->memory, c->object, memory_init(&x->memory, INIT_ZERO, 0, NULL));
  ((Contents *)r)->live = c->live;
  return r;
}

static const Contents *fill(Executor *x, const Contents *c, guint64 offset, guint64 n, const Term *byte) {
  Memory *m = &x->memory;
  gboolean zero = term_is_const(byte) && byte->param == 0;
  const Term *size = c->object->size;
  if (zero && offset == 0 && term_is_const(size) && size->param == n) return clear(x, c);
  if (n > limits.symex_fill_bytes) return memory_scramble(m, c);
  guint word = offset % 4 == 0 && n % 4 == 0 ? 4 : 1;
  for (guint64 at = offset; at < offset + n; at += word) {
    const Term *where = term_const(size->width, at);
    c = memory_write(m, c, where, (Offsets){at, at, 1}, value_bits(repeated(byte, word)), FALSE);
  }
  return c;
}

/* An object of unknown size that is filled with zeros from end to end, as after it was made. */
static gboolean clears_object(Executor *x, State *s, const IrInstr *i, const Term *n, const Term *byte) {
  const PointerSet *p = value_targets(x->memory.arena, exec_operand(x, &i->args[0]));
  const Target *t = &p->targets[0];
  if (p->n != 1 || t->object == NO_OBJECT || !term_is_const(byte) || byte->param != 0) return FALSE;
  const Contents *c = state_contents(s, t->object);
  if (!c || (c->live && !x->checked) || c->object->size != n || !term_is_const(t->offset) || t->offset->param != 0 || c->object->constant ||
      c->object->fixed)
    return FALSE;
  s->memory = pmap_set(s->memory, t->object, clear(x, c));
  return TRUE;
}

static gboolean do_memset(Executor *x, State *s, const IrInstr *i) {
  Value to = exec_operand(x, &i->args[0]);
  const Term *byte = argument(x, i, 1), *n = length_argument(x, s, i, 2);
  define(x, i, to);
  byte = term_extract(byte, 0, 8);
  if (!term_is_const(n) && clears_object(x, s, i, n, byte)) return TRUE;
  if (!term_is_const(n)) return move_unknown_length(x, s, i, n, byte, "filling an unknown length");
  if (n->param == 0) return TRUE;
  const PointerSet *p = exec_resolve(x, s, to, n, TRUE, i->loc);
  if (!p) return FALSE;
  for (guint t = 0; t < p->n; t++) {
    const Target *target = &p->targets[t];
    const Contents *old = state_contents(s, target->object), *new;
    new = known_place(target) ? fill(x, old, target->offset->param, n->param, byte)
                              : memory_scramble(&x->memory, old);
    if (p->n > 1) new = contents_merge(&x->memory, target->guard, old, new);
    s->memory = pmap_set(s->memory, target->object, new);
  }
  return TRUE;
}

/* Behind a pointer to no known object there may be any. */
static gboolean scramble_target(Executor *x, State *s, const Target *t, IrLoc loc) {
  if (t->object == NO_OBJECT)
    return exec_leave(x, s, term_and(t->guard, term_not(term_eq(t->offset, term_const(t->offset->width, 0)))),
                      LEAVE_UNKNOWN, loc, "an unknown write through a pointer to no known object");
  const Contents *c = state_contents(s, t->object);
  if (c) s->memory = pmap_set(s->memory, t->object, memory_scramble(&x->memory, c));
  return TRUE;
}

static gboolean do_scramble(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, exec_operand(x, &i->args[0])));
  for (guint t = 0; t < p->n; t++)
    if (!scramble_target(x, s, &p->targets[t], i->loc)) return FALSE;
  return TRUE;
}

static gboolean do_apart(Executor *x, const IrInstr *i) {
  Value a = exec_operand(x, &i->args[0]), b = exec_operand(x, &i->args[1]);
  define(x, i, value_bits(value_apart(x->memory.arena, a, b)));
  return TRUE;
}

static void do_unknown(Executor *x, const IrInstr *i) {
  const Term *unknown = term_fresh_havoc(i->width, 0);
  if (i->param == UNKNOWN_PADDING) exec_add_padding(x, unknown, i);
  define(x, i, value_bits(unknown));
}

gboolean exec_library(Executor *x, State *s, const IrInstr *i) {
  switch ((LibFunction)i->lib) {
  case LIB_MALLOC:
    define(x, i, pointer_to(x, allocate(x, s, i, term_zext(argument(x, i, 0), pointer_width(x)))));
    return TRUE;
  case LIB_CALLOC: return do_calloc(x, s, i);
  case LIB_REALLOC: return i->param == REALLOC_CUTS ? do_cut(x, s, i) : do_realloc(x, s, i);
  case LIB_FREE: return do_free(x, s, i);
  case LIB_END: return do_end(x, s, i);
  case LIB_MEMCPY: return do_memcpy(x, s, i);
  case LIB_MEMSET: return do_memset(x, s, i);
  case LIB_APART: return do_apart(x, i);
  case LIB_VALID: {
    const Term *bytes = term_zext(argument(x, i, 1), pointer_width(x));
    const Value pointer = exec_operand(x, &i->args[0]);
    if (i->param == VALID_TO_WRITE && !exec_writable(x, s, pointer, bytes, i->loc)) return FALSE;
    define(x, i, value_bits(exec_valid(x, s, pointer, bytes, i->param == VALID_NO_CONSTANT)));
    return TRUE;
  }
  case LIB_FREEABLE: define(x, i, value_bits(exec_freeable(x, s, exec_operand(x, &i->args[0])))); return TRUE;
  case LIB_LEAKED: define(x, i, value_bits(exec_leaked(x, s, (LeakQuestion)i->param))); return TRUE;
  case LIB_SCRAMBLE: return do_scramble(x, s, i);
  case LIB_UNKNOWN: do_unknown(x, i); return TRUE;
  }
  g_assert_not_reached();
}
