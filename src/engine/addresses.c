/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of addresses.  C says little of them: objects that are gone may have lain where others lie now,
 * one past the end of an object another may begin, and beyond that addresses may wrap. */
#include "engine/executor.h"

#define FIRST_PAGE 4096 /* where no object lies */

/* Where the address of a target may be that of another object too: it is gone, or the pointer is not inside
 * it. */
static const Term *may_coincide(Executor *x, const State *s, const Target *t) {
  if (t->object == NO_OBJECT) return term_bool(FALSE);
  const Object *o = exec_object(x, t->object);
  if (o->kind == OBJECT_FUNCTION) return term_bool(FALSE);
  const Contents *c = state_contents(s, t->object);
  if (!c) return term_bool(TRUE);
  const Term *outside = term_not(term_binary(TERM_ULT, t->offset, o->size));
  return c->live ? term_or(outside, term_not(c->live)) : outside;
}

/* Where the object that two targets have in common is gone: its address means nothing any more. */
static const Term *is_gone(Executor *x, const State *s, guint object) {
  if (object == NO_OBJECT || exec_object(x, object)->kind == OBJECT_FUNCTION) return term_bool(FALSE);
  const Contents *c = state_contents(s, object);
  return !c ? term_bool(TRUE) : c->live ? term_not(c->live) : term_bool(FALSE);
}

/* Constants may be stored as one, and a string literal in the tail of another. */
static gboolean both_constant(Executor *x, const Target *l, const Target *r) {
  return l->object && r->object && exec_object(x, l->object)->constant && exec_object(x, r->object)->constant;
}

gboolean exec_guard_equality(Executor *x, State *s, Value a, Value b, IrLoc loc) {
  if (!a.pointer && !b.pointer) return TRUE;
  const PointerSet *as = value_targets(x->memory.arena, a), *bs = value_targets(x->memory.arena, b);
  for (guint i = 0; i < as->n; i++)
    for (guint j = 0; j < bs->n; j++) {
      const Target *l = &as->targets[i], *r = &bs->targets[j];
      const Term *bad = l->object == r->object    ? is_gone(x, s, l->object)
                        : both_constant(x, l, r) ? term_bool(TRUE)
                                                 : term_or(may_coincide(x, s, l), may_coincide(x, s, r));
      bad = term_and(bad, term_and(l->guard, r->guard));
      if (!exec_leave(x, s, bad, LEAVE_UNKNOWN, loc, "a comparison with the address of what is not there"))
        return FALSE;
    }
  return TRUE;
}

typedef struct {
  Executor *executor;
  const State *state;
} Around;

static const Term *around_object(gpointer data, const Target *t) {
  const Around *a = (const Around *)data;
  if (t->object == NO_OBJECT) return term_bool(TRUE);
  const Object *o = exec_object(a->executor, t->object);
  guint width = t->offset->width;
  const Term *size = o->kind == OBJECT_FUNCTION ? term_const(width, 0) : o->size;
  const Term *before = term_binary(TERM_SLE, term_const(width, (guint64)-FIRST_PAGE), t->offset);
  const Term *behind = term_and(term_binary(TERM_ULT, size, t->offset),
                                term_binary(TERM_SLE, term_const(width, 0), t->offset));
  const Term *around = term_and(term_and(before, term_not(behind)),
                                term_not(is_gone(a->executor, a->state, t->object)));
  int decided = state_decide(a->state, around);
  return decided < 0 ? around : term_bool(decided);
}

Value exec_compare(Executor *x, const State *s, TermOp op, Value a, Value b) {
  Around around = {x, s};
  return value_compare(x->memory.arena, op, a, b, around_object, &around);
}
