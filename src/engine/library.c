/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The library functions that the executor models itself: memory management, copying and filling. */
#include "engine/executor.h"

#define MAX_FILL (1u << 20) /* bytes written cell by cell */

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

static const Object *allocate(Executor *x, State *s, const IrInstr *i, const Term *size) {
  const Init *init = memory_init(&x->memory, INIT_INPUT, i->site, state_count(x->memory.arena, s, i->site));
  return exec_new_object(x, s, OBJECT_HEAP, size, init);
}

static gboolean do_calloc(Executor *x, State *s, const IrInstr *i) {
  const Term *n = term_zext(argument(x, i, 0), pointer_width(x)),
             *size = term_zext(argument(x, i, 1), pointer_width(x));
  const Term *bytes = term_binary(TERM_MUL, n, size);
  define(
      x, i,
      pointer_to(x, exec_new_object(x, s, OBJECT_HEAP, bytes, memory_init(&x->memory, INIT_ZERO, 0, NULL))));
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
  const char *what = "freeing memory that is not allocated";
  if (t->object == NO_OBJECT)
    return exec_leave(x, s, term_and(t->guard, term_not(term_eq(t->offset, term_const(t->offset->width, 0)))),
                      LEAVE_UNKNOWN, loc, what);
  const Contents *c = state_contents(s, t->object);
  if (!c || exec_object(x, t->object)->kind != OBJECT_HEAP)
    return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, what);
  const Term *bad = term_not(term_eq(t->offset, term_const(t->offset->width, 0)));
  if (c->live) bad = term_or(bad, term_not(c->live));
  if (!exec_leave(x, s, term_and(t->guard, bad), LEAVE_UNKNOWN, loc, what)) return FALSE;
  kill_object(x, s, t);
  return TRUE;
}

static gboolean do_free(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, exec_operand(x, &i->args[0])));
  for (guint t = 0; t < p->n; t++)
    if (!free_target(x, s, &p->targets[t], i->loc)) return FALSE;
  return TRUE;
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
      if (!from || !term_is_const(old_size) || !term_is_const(size))
        return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, "realloc of an unknown size");
      const Contents *copy = memory_copy(&x->memory, to, 0, from, 0, MIN(old_size->param, size->param));
      if (p->n > 1) copy = contents_merge(&x->memory, target->guard, to, copy);
      s->memory = pmap_set(s->memory, fresh->id, copy);
    }
    if (!free_target(x, s, target, i->loc)) return FALSE;
  }
  return TRUE;
}

/* ---- copying ---- */

static gboolean known_place(const Target *t) { return term_is_const(t->offset); }

/* Between places that are not known exactly: word by word through the general access. */
static gboolean copy_words(Executor *x, State *s, Value to, Value from, guint64 n, IrLoc loc) {
  guint pw = pointer_width(x), word = n % (pw / 8) == 0 ? pw / 8 : n % 4 == 0 ? 4 : 1;
  guint64 words = n / word;
  if (words > 4 * MAX_OFFSETS)
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
  if (!term_is_const(n))
    return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, "a copy of unknown length");
  if (n->param == 0) return TRUE;
  const PointerSet *source = exec_resolve(x, s, from, n, FALSE, i->loc);
  const PointerSet *target = source ? exec_resolve(x, s, to, n, TRUE, i->loc) : NULL;
  if (!target) return FALSE;
  if (source->n > 1 || target->n > 1 || exec_is_behind(x, source->targets[0].object) ||
      !known_place(&source->targets[0]) || !known_place(&target->targets[0]))
    return copy_words(x, s, to, from, n->param, i->loc);
  const Target *st = &source->targets[0], *tt = &target->targets[0];
  const Contents *copy = memory_copy(&x->memory, state_contents(s, tt->object), tt->offset->param,
                                     state_contents(s, st->object), st->offset->param, n->param);
  s->memory = pmap_set(s->memory, tt->object, copy);
  return TRUE;
}

/* Where both pointers lead into one object, and the pieces there overlap. */
static const Term *overlap(const Target *t, const Term *n, const Target *u, const Term *k) {
  const Term *ahead = term_binary(TERM_SUB, u->offset, t->offset),
             *behind = term_binary(TERM_SUB, t->offset, u->offset);
  const Term *meet = term_or(term_binary(TERM_ULT, ahead, n), term_binary(TERM_ULT, behind, k));
  return term_and(term_and(t->guard, u->guard), term_and(term_not(term_eq(t->offset, u->offset)), meet));
}

static gboolean do_apart(Executor *x, State *s, const IrInstr *i) {
  const PointerSet *p = value_targets(x->memory.arena, exec_operand(x, &i->args[0])),
                   *q = value_targets(x->memory.arena, exec_operand(x, &i->args[2]));
  const Term *n = argument(x, i, 1), *k = argument(x, i, 3), *common = term_bool(FALSE);
  for (guint a = 0; a < p->n; a++)
    for (guint b = 0; b < q->n; b++) {
      const Target *t = &p->targets[a], *u = &q->targets[b];
      gboolean may_be_one = t->object == u->object && t->object != NO_OBJECT;
      if (exec_is_behind(x, t->object) && exec_is_behind(x, u->object) && !may_be_one)
        common = term_or(common, term_and(t->guard, u->guard)); /* equal pointers share their memory */
      else if (may_be_one)
        common = term_or(common, overlap(t, n, u, k));
    }
  return exec_leave(x, s, common, LEAVE_UNKNOWN, i->loc, "a copy between places that overlap");
}

/* ---- filling ---- */

static const Term *repeated(const Term *byte, guint times) {
  const Term *t = byte;
  for (guint i = 1; i < times; i++) t = term_concat(byte, t);
  return t;
}

static const Contents *fill(Executor *x, const Contents *c, guint64 offset, guint64 n, const Term *byte) {
  Memory *m = &x->memory;
  gboolean zero = term_is_const(byte) && byte->param == 0;
  const Term *size = c->object->size;
  if (zero && offset == 0 && term_is_const(size) && size->param == n) {
    const Contents *r = memory_contents(m, c->object, memory_init(m, INIT_ZERO, 0, NULL));
    ((Contents *)r)->live = c->live;
    return r;
  }
  if (n > MAX_FILL) return memory_scramble(m, c);
  guint word = offset % 4 == 0 && n % 4 == 0 ? 4 : 1;
  for (guint64 at = offset; at < offset + n; at += word) {
    const Term *where = term_const(size->width, at);
    c = memory_write(m, c, where, (Offsets){at, at, 1}, value_bits(repeated(byte, word)), FALSE);
  }
  return c;
}

static gboolean do_memset(Executor *x, State *s, const IrInstr *i) {
  Value to = exec_operand(x, &i->args[0]);
  const Term *byte = argument(x, i, 1), *n = length_argument(x, s, i, 2);
  define(x, i, to);
  if (!term_is_const(n))
    return exec_leave(x, s, term_bool(TRUE), LEAVE_UNKNOWN, i->loc, "filling an unknown length");
  if (n->param == 0) return TRUE;
  byte = term_extract(byte, 0, 8);
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

gboolean exec_library(Executor *x, State *s, const IrInstr *i) {
  switch ((LibFunction)i->lib) {
  case LIB_MALLOC:
    define(x, i, pointer_to(x, allocate(x, s, i, term_zext(argument(x, i, 0), pointer_width(x)))));
    return TRUE;
  case LIB_CALLOC: return do_calloc(x, s, i);
  case LIB_REALLOC: return do_realloc(x, s, i);
  case LIB_FREE: return do_free(x, s, i);
  case LIB_MEMCPY: return do_memcpy(x, s, i);
  case LIB_MEMSET: return do_memset(x, s, i);
  case LIB_APART: return do_apart(x, s, i);
  case LIB_SCRAMBLE: return do_scramble(x, s, i);
  case LIB_UNKNOWN: define(x, i, value_bits(term_fresh_havoc(i->width, 0))); return TRUE;
  }
  g_assert_not_reached();
}
