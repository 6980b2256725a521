/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparisons of addresses.  C says little of them: objects that are gone may have lain where others lie now,
 * one past the end of an object another may begin, and beyond that addresses may wrap. */
#include "symex/executor.h"

/* The address of freed memory stays what it was; pointers to variables that are gone compilers may make null. */
static gboolean keeps_address(const Object *o) { return o->kind == OBJECT_HEAP; }

/* Where the address of a target may be the other one too, that of another object or null: its object is gone, or
 * the pointer is not inside it.  One past the end, even of an object of no bytes, another object may begin, and
 * later ones where memory was freed, but null is not there. */
static const Term *may_coincide(Executor *x, const State *s, const Target *t, gboolean with_null) {
  if (t->object == NO_OBJECT) return term_bool(FALSE);
  const Object *o = exec_object(x, t->object);
  if (o->kind == OBJECT_FUNCTION) return term_bool(FALSE);
  const Contents *c = state_contents(s, t->object);
  if (!c) return term_bool(TRUE);
  const Term *outside = term_not(term_binary(with_null ? TERM_ULE : TERM_ULT, t->offset, o->size));
  const gboolean may_be_gone = c->live && !(with_null && keeps_address(o));
  return may_be_gone ? term_or(outside, term_not(c->live)) : outside;
}

/* Where the object that two targets have in common is gone: its address means nothing any more. */
static const Term *is_gone(Executor *x, const State *s, guint object) {
  if (object == NO_OBJECT || exec_object(x, object)->kind == OBJECT_FUNCTION) return term_bool(FALSE);
  const Contents *c = state_contents(s, object);
  return !c ? term_bool(TRUE) : c->live ? term_not(c->live) : term_bool(FALSE);
}

/* Constants may be stored as one, and a string literal as the tail of another. */
static gboolean both_constant(Executor *x, const Target *l, const Target *r) {
  return l->object && r->object && exec_object(x, l->object)->constant && exec_object(x, r->object)->constant;
}

static gboolean is_null(const Target *t) {
  return t->object == NO_OBJECT && term_is_const(t->offset) && t->offset->param == 0;
}

/* Where it is not known whether two targets are one address. */
static const Term *may_be_equal(Executor *x, const State *s, const Target *l, const Target *r) {
  if (l->object == r->object && l->object != NO_OBJECT && keeps_address(exec_object(x, l->object)))
    return term_bool(FALSE);
  if (l->object == r->object) return is_gone(x, s, l->object);
  if (both_constant(x, l, r)) return term_bool(TRUE);
  return term_or(may_coincide(x, s, l, is_null(r)), may_coincide(x, s, r, is_null(l)));
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
  const Term *before = term_binary(TERM_SLE, term_const(width, (guint64)-FIRST_ADDRESS), t->offset);
  const Term *behind = term_and(term_binary(TERM_ULT, size, t->offset),
                                term_binary(TERM_SLE, term_const(width, 0), t->offset));
  const Term *around = term_and(term_and(before, term_not(behind)),
                                term_not(is_gone(a->executor, a->state, t->object)));
  int decided = state_decide(a->state, around);
  return decided < 0 ? around : term_bool(decided);
}

void exec_note(Executor *x, const Term *outcome, IrLoc loc, const char *what) {
  GArray *unsure = x->result->unsure;
  const SymexEvent e = {.guard = term_bool(FALSE), .loc = loc, .what = what};
  const SymexEvent *last = unsure->len ? &g_array_index(unsure, SymexEvent, unsure->len - 1) : NULL;
  if (!outcome->has_havoc || x->muted || (last && loc_same(last->loc, loc) && last->what == what)) return;
  g_array_append_val(unsure, e);
}

/* Where the equality of two values is not known. */
static const Term *open_equality(Executor *x, const State *s, const PointerSet *as, const PointerSet *bs) {
  const Term *open = term_bool(FALSE);
  for (guint i = 0; i < as->n; i++)
    for (guint j = 0; j < bs->n; j++) {
      const Target *l = &as->targets[i], *r = &bs->targets[j];
      open = term_or(open, term_and(may_be_equal(x, s, l, r), term_and(l->guard, r->guard)));
    }
  int decided = state_decide(s, open);
  return decided < 0 ? open : term_bool(decided);
}

Value exec_compare(Executor *x, const State *s, TermOp op, Value a, Value b, IrLoc loc) {
  Around around = {x, s};
  Arena *arena = x->memory.arena;
  Value v = value_compare(arena, op, a, b, around_object, &around);
  if (op != TERM_EQ) {
    exec_note(x, v.bits, loc, "the order of addresses that are not in one object");
    return v;
  }
  const Term *open = open_equality(x, s, value_targets(arena, a), value_targets(arena, b));
  v = value_bits(term_ite(open, term_fresh_havoc(1, 0), v.bits));
  exec_note(x, v.bits, loc, "a comparison with the address of what is not there");
  return v;
}
