/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values: what a register or a memory cell holds during symbolic execution.
 *
 * A value is plain bits, or a pointer: a set of targets (object, byte offset) with mutually exclusive guards
 * of which one holds on every run that gets here.  Object 0 stands for no object: that target is a plain
 * number (so null is object 0 with offset 0).  The numeric address of a real object is not known: asking for
 * it gives a havoc, which no claim can mention. */
#ifndef ACF_VALUE_H
#define ACF_VALUE_H
#include "base/arena.h"
#include "formula/term.h"

#define NO_OBJECT 0u
#define FIRST_ADDRESS 4096 /* no object lies below it */

typedef struct {
  const Term *guard;
  guint object;
  const Term *offset; /* of pointer width; for NO_OBJECT the number itself */
} Target;

typedef struct {
  guint width;
  guint n; /* > 0, at most one target for each object */
  Target targets[];
} PointerSet;

/* Exactly one of the two is set; both NULL: no value (the register is not defined on this run). */
typedef struct {
  const Term *bits;
  const PointerSet *pointer;
} Value;

#define NO_VALUE ((Value){NULL, NULL})
static inline Value value_bits(const Term *t) { return (Value){t, NULL}; }
static inline gboolean value_is_none(Value v) { return !v.bits && !v.pointer; }
static inline gboolean value_same(Value a, Value b) { return a.bits == b.bits && a.pointer == b.pointer; }
guint value_width(Value v);

Value value_pointer(Arena *a, guint width, guint object, const Term *offset);
/* c ? t : e; a missing value gives the other one. */
Value value_ite(Arena *a, const Term *c, Value t, Value e);
/* The number a value is; the address of a real object is a fresh havoc. */
const Term *value_number(Value v);
/* As a set of targets, also when plain (then one target, NO_OBJECT). */
const PointerSet *value_targets(Arena *a, Value v);
Value value_add(Arena *a, Value v, const Term *bytes);
/* Where the address that a target of a real object stands for is around that object, which is there: in it, at
 * its end, or at most a page before it.  There addresses do not wrap: no object lies in the first page. */
typedef const Term *(*AroundObject)(gpointer data, const Target *t);
/* EQ, ULT, ULE, SLT or SLE of values that may be pointers.  Equality takes it that different objects have
 * different addresses: the caller sees to what is gone, or beyond an object's end. */
Value value_compare(Arena *a, TermOp op, Value x, Value y, AroundObject around, gpointer data);
/* Another operation whose arguments may be pointers; exact where pointers allow it, else over their (havoc)
 * numbers. */
/* Whether two pointers point into different objects, or one of them into none. */
const Term *value_apart(Arena *a, Value x, Value y);
Value value_apply(Arena *a, TermOp op, guint width, guint64 param, const Value *args, guint n);
#endif
