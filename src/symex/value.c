/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values and the operations on them. */
#include "symex/value.h"
#include <string.h>

guint value_width(Value v) { return v.bits ? v.bits->width : v.pointer->width; }

static PointerSet *new_set(Arena *a, guint width, guint capacity) {
  PointerSet *s = (PointerSet *)arena_alloc(a, sizeof *s + capacity * sizeof(Target));
  s->width = width;
  return s;
}

Value value_pointer(Arena *a, guint width, guint object, const Term *offset) {
  if (object == NO_OBJECT) return value_bits(offset);
  PointerSet *s = new_set(a, width, 1);
  s->n = 1;
  s->targets[0] = (Target){term_bool(TRUE), object, offset};
  return (Value){NULL, s};
}

/* Targets of one object are joined, so a set never grows beyond the number of objects. */
static void add_target(PointerSet *s, const Term *guard, guint object, const Term *offset) {
  if (term_is_false(guard)) return;
  for (guint i = 0; i < s->n; i++) {
    Target *t = &s->targets[i];
    if (t->object != object) continue;
    if (t->offset != offset) t->offset = term_ite(guard, offset, t->offset);
    t->guard = term_or(t->guard, guard);
    return;
  }
  s->targets[s->n++] = (Target){guard, object, offset};
}

static Value finish_set(PointerSet *s) {
  if (s->n == 1 && s->targets[0].object == NO_OBJECT) return value_bits(s->targets[0].offset);
  if (s->n == 1) s->targets[0].guard = term_bool(TRUE);
  return (Value){NULL, s};
}

const PointerSet *value_targets(Arena *a, Value v) {
  if (v.pointer) return v.pointer;
  PointerSet *s = new_set(a, v.bits->width, 1);
  s->n = 1;
  s->targets[0] = (Target){term_bool(TRUE), NO_OBJECT, v.bits};
  return s;
}

Value value_ite(Arena *a, const Term *c, Value t, Value e) {
  if (value_is_none(t) || term_is_false(c)) return e;
  if (value_is_none(e) || term_is_true(c) || value_same(t, e)) return t;
  if (t.bits && e.bits) return value_bits(term_ite(c, t.bits, e.bits));
  const PointerSet *ts = value_targets(a, t), *es = value_targets(a, e);
  PointerSet *s = new_set(a, ts->width, ts->n + es->n);
  for (guint i = 0; i < ts->n; i++)
    add_target(s, term_and(c, ts->targets[i].guard), ts->targets[i].object, ts->targets[i].offset);
  const Term *not_c = term_not(c);
  for (guint i = 0; i < es->n; i++)
    add_target(s, term_and(not_c, es->targets[i].guard), es->targets[i].object, es->targets[i].offset);
  return finish_set(s);
}

const Term *value_number(Value v) {
  if (v.bits) return v.bits;
  const Term *number = NULL;
  for (guint i = 0; i < v.pointer->n; i++) {
    const Target *t = &v.pointer->targets[i];
    const Term *n = t->object == NO_OBJECT ? t->offset : term_fresh_havoc(v.pointer->width, 0);
    number = number ? term_ite(t->guard, n, number) : n;
  }
  return number;
}

Value value_add(Arena *a, Value v, const Term *bytes) {
  if (v.bits) return value_bits(term_binary(TERM_ADD, v.bits, bytes));
  PointerSet *s = new_set(a, v.pointer->width, v.pointer->n);
  s->n = v.pointer->n;
  for (guint i = 0; i < s->n; i++) {
    s->targets[i] = v.pointer->targets[i];
    s->targets[i].offset = term_binary(TERM_ADD, s->targets[i].offset, bytes);
  }
  return (Value){NULL, s};
}

/* No object lies in the first page: a small number is never an object's address. */
static const Term *is_no_address(const Target *t) {
  if (t->object != NO_OBJECT) return term_bool(FALSE);
  return term_binary(TERM_ULT, t->offset, term_const(t->offset->width, 4096));
}

/* How two targets compare in the order of addresses, which are unsigned; unknown where the places of objects
 * decide it.  Around an object, addresses are ordered as signed offsets are. */
static const Term *order_targets(TermOp op, const Target *l, const Target *r, const Term *around) {
  const Term *unknown = term_fresh_havoc(1, 0), *known = unknown;
  gboolean is_signed = op == TERM_SLT || op == TERM_SLE;
  if (l->object == NO_OBJECT && r->object == NO_OBJECT) return term_binary(op, l->offset, r->offset);
  if (is_signed || term_is_false(around)) return unknown;
  if (l->object == r->object) {
    known = term_binary(op == TERM_ULT ? TERM_SLT : TERM_SLE, l->offset, r->offset);
  } else {
    const Term *below = is_no_address(l), *above = is_no_address(r);
    known = term_or(below, term_and(term_not(above), unknown));
  }
  return term_ite(around, known, unknown);
}

/* Different objects differ; a number may be the address of one unless it is small. */
static const Term *equal_targets(const Target *l, const Target *r) {
  if (l->object == r->object) return term_eq(l->offset, r->offset);
  if (l->object != NO_OBJECT && r->object != NO_OBJECT) return term_bool(FALSE);
  return term_and(term_not(term_or(is_no_address(l), is_no_address(r))), term_fresh_havoc(1, 0));
}

Value value_compare(Arena *a, TermOp op, Value x, Value y, AroundObject around, gpointer data) {
  const PointerSet *xs = value_targets(a, x), *ys = value_targets(a, y);
  const Term *result = NULL;
  for (guint i = 0; i < xs->n; i++)
    for (guint j = 0; j < ys->n; j++) {
      const Target *l = &xs->targets[i], *r = &ys->targets[j];
      const Term *c = op == TERM_EQ
                          ? equal_targets(l, r)
                          : order_targets(op, l, r, term_and(around(data, l), around(data, r)));
      result = result ? term_ite(term_and(l->guard, r->guard), c, result) : c;
    }
  return value_bits(result);
}

/* Numbers that are inputs lead to memory that no object shares; which of them share theirs is not known. */
static const Term *targets_apart(const Target *l, const Target *r) {
  if (l->object != NO_OBJECT || r->object != NO_OBJECT) return term_bool(l->object != r->object);
  const Term *unknown = l->offset == r->offset ? term_bool(FALSE) : term_fresh_havoc(1, 0);
  return term_or(term_or(is_no_address(l), is_no_address(r)), unknown);
}

const Term *value_apart(Arena *a, Value x, Value y) {
  const PointerSet *xs = value_targets(a, x), *ys = value_targets(a, y);
  const Term *result = NULL;
  for (guint i = 0; i < xs->n; i++)
    for (guint j = 0; j < ys->n; j++) {
      const Term *apart = targets_apart(&xs->targets[i], &ys->targets[j]);
      const Term *both = term_and(xs->targets[i].guard, ys->targets[j].guard);
      result = result ? term_ite(both, apart, result) : apart;
    }
  return result;
}

/* The difference of two pointers, known where they point into one object. */
static Value difference(Arena *a, Value x, Value y) {
  const PointerSet *xs = value_targets(a, x), *ys = value_targets(a, y);
  const Term *result = NULL;
  for (guint i = 0; i < xs->n; i++)
    for (guint j = 0; j < ys->n; j++) {
      const Target *l = &xs->targets[i], *r = &ys->targets[j];
      const Term *d = l->object == r->object ? term_binary(TERM_SUB, l->offset, r->offset)
                                             : term_fresh_havoc(xs->width, 0);
      result = result ? term_ite(term_and(l->guard, r->guard), d, result) : d;
    }
  return value_bits(result);
}

static gboolean keeps_pointer(TermOp op, guint width, guint64 param, const Value *args, guint n) {
  guint w = value_width(args[0]);
  return n == 1 && width == w && (op == TERM_ZEXT || op == TERM_SEXT || (op == TERM_EXTRACT && param == 0));
}

Value value_apply(Arena *a, TermOp op, guint width, guint64 param, const Value *args, guint n) {
  gboolean any_pointer = FALSE;
  for (guint i = 0; i < n; i++) any_pointer |= args[i].pointer != NULL;
  if (any_pointer) {
    if (op == TERM_ITE) return value_ite(a, value_number(args[0]), args[1], args[2]);
    if (op == TERM_ADD && !args[1].pointer) return value_add(a, args[0], args[1].bits);
    if (op == TERM_ADD && !args[0].pointer) return value_add(a, args[1], args[0].bits);
    if (op == TERM_SUB && args[0].pointer)
      return args[1].pointer
                 ? difference(a, args[0], args[1])
                 : value_add(a, args[0], term_binary(TERM_SUB, term_const(width, 0), args[1].bits));
    if (keeps_pointer(op, width, param, args, n)) return args[0];
  }
  const Term *terms[3];
  g_assert(n <= 3);
  for (guint i = 0; i < n; i++) terms[i] = value_number(args[i]);
  return value_bits(term_make(op, width, param, terms, n));
}
