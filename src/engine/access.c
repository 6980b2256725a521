/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and stores through pointers.  An access outside a live object has no meaning in C, so what happens then is unknown.
 * That holds for null pointers too: a plain build crashes there, but an optimizing compiler may drop the access, or assume
 * that it never happens, and go on. */
#include "engine/executor.h"

static gboolean leave_null_or_wild(Executor *x, State *s, const Target *t, IrLoc loc) {
  const Term *low = term_binary(TERM_ULT, t->offset, term_const(t->offset->width, 4096));
  if (!exec_leave(x, s, term_and(t->guard, low), LEAVE_UNKNOWN, loc, "an access through a null pointer")) return FALSE;
  return exec_leave(x, s, term_and(t->guard, term_not(low)), LEAVE_UNKNOWN, loc, "an access through a pointer to no known object");
}

static const Term *out_of_bounds(const Object *o, const Term *offset, const Term *bytes) {
  const Term *too_small = term_binary(TERM_ULT, o->size, bytes);
  const Term *beyond = term_binary(TERM_ULT, term_binary(TERM_SUB, o->size, bytes), offset);
  return term_or(too_small, beyond);
}

/* The runs on which target t is meant and is no good leave.  FALSE: none is left. */
static gboolean check_target(Executor *x, State *s, const Target *t, const Term *bytes, gboolean write, IrLoc loc) {
  if (t->object == NO_OBJECT) return leave_null_or_wild(x, s, t, loc);
  const Object *o = exec_object(x, t->object);
  const Contents *c = state_contents(s, t->object);
  if (o->kind == OBJECT_FUNCTION) return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, "an access to a function's code");
  if (!c) return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, "an access to a variable that no longer exists");
  if (c->live && !exec_leave(x, s, term_and(t->guard, term_not(c->live)), LEAVE_UNKNOWN, loc, "an access to freed memory"))
    return FALSE;
  if (write && o->constant) return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, "a write to a constant");
  return exec_leave(x, s, term_and(t->guard, out_of_bounds(o, t->offset, bytes)), LEAVE_UNKNOWN, loc, "an access out of bounds");
}

const PointerSet *exec_pick(Executor *x, State *s, const PointerSet *p) {
  if (!x->oracle || p->n == 1) return p;
  Arena *a = x->memory.arena;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    if (!evaluator_value(x->oracle, t->guard)) continue;
    if (state_decide(s, t->guard) != 1) exec_assume(x, s, t->guard);
    return value_targets(a, value_pointer(a, p->width, t->object, t->offset));
  }
  return p;
}

const PointerSet *exec_resolve(Executor *x, State *s, Value pointer, const Term *bytes, gboolean write, IrLoc loc) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, pointer));
  PointerSet *good = (PointerSet *)arena_alloc(x->memory.arena, sizeof *good + p->n * sizeof(Target));
  good->width = p->width;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    if (p->n > 1 && state_decide(s, t->guard) == 0) continue;
    if (!check_target(x, s, t, bytes, write, loc)) return NULL;
    const Object *o = exec_object(x, t->object);
    gboolean usable = t->object && o->kind != OBJECT_FUNCTION && state_contents(s, t->object) && !(write && o->constant);
    if (usable) good->targets[good->n++] = *t;
  }
  if (good->n == 1) good->targets[0].guard = term_bool(TRUE);
  return good->n ? good : NULL;
}

/* Too many possible offsets: with an oracle the point's own is taken, and the path confined to it. */
static const Term *settle_offset(Executor *x, State *s, const Object *o, const Term *offset, guint bytes, Offsets *where) {
  *where = memory_offsets(s, o, offset, bytes);
  if (!x->oracle || term_is_const(offset) || offsets_count(*where) <= MAX_OFFSETS) return offset;
  offset = exec_pin(x, s, offset);
  *where = memory_offsets(s, o, offset, bytes);
  return offset;
}

/* Is it the result of a floating-point operation, whose bits are not settled when it is NaN? */
static gboolean is_float_result(const Term *t, guint depth) {
  if (t->op == TERM_ITE && depth) return is_float_result(t->args[1], depth - 1) || is_float_result(t->args[2], depth - 1);
  return t->op >= TERM_FADD && t->op <= TERM_FCVT;
}

gboolean exec_load(Executor *x, State *s, Value pointer, guint bytes, gboolean is_float, IrLoc loc, Value *v) {
  const PointerSet *p = exec_resolve(x, s, pointer, term_const(value_width(pointer), bytes), FALSE, loc);
  if (!p) return FALSE;
  *v = NO_VALUE;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    Offsets where;
    const Term *offset = settle_offset(x, s, exec_object(x, t->object), t->offset, bytes, &where);
    Value read = memory_read(&x->memory, state_contents(s, t->object), offset, where, bytes);
    *v = value_is_none(*v) ? read : value_ite(x->memory.arena, t->guard, read, *v);
  }
  if (is_float || !v->bits || !is_float_result(v->bits, 8)) return TRUE;
  return exec_leave(x, s, term_not(term_binary(TERM_FEQ, v->bits, v->bits)), LEAVE_UNKNOWN, loc, "the bits of a NaN");
}

gboolean exec_store(Executor *x, State *s, Value pointer, Value v, gboolean is_float, IrLoc loc) {
  guint bytes = value_width(v) / 8;
  const PointerSet *p = exec_resolve(x, s, pointer, term_const(value_width(pointer), bytes), TRUE, loc);
  if (!p) return FALSE;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    Offsets where;
    const Term *offset = settle_offset(x, s, exec_object(x, t->object), t->offset, bytes, &where);
    const Contents *old = state_contents(s, t->object);
    const Contents *new = memory_write(&x->memory, old, offset, where, v, is_float);
    if (p->n > 1) new = contents_merge(&x->memory, t->guard, old, new);
    s->memory = pmap_set(s->memory, t->object, new);
  }
  return TRUE;
}
