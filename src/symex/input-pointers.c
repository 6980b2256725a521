/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory behind pointers that are inputs.
 *
 * C leaves an access through a pointer without a value undefined.  Here such a pointer, where it is not null,
 * leads to memory of its own, whose bytes are inputs, unless one more input says that it dangles: then the
 * access ends the run.  So a point still determines its run.  Two such pointers share their memory exactly
 * when they are equal.  Each has an object all the same, and what the other one may have touched is not known
 * where they are equal: so it does not matter which of them comes first. */
#include "base/limits.h"
#include "symex/executor.h"
#include <string.h>

struct InputPointee {
  const Term *base; /* the pointer */
  guint object;
  const Term *dangles;           /* Boolean */
  guint8 touched[POINTEE_BYTES]; /* bytes that some run has read or written through it */
};

/* A number that consists of consecutive bytes of one input site: the first of them. */
static gboolean input_bytes(const Term *t, InputKey *first) {
  if (t->op == TERM_INPUT) {
    *first = input_key_unpack(t->param);
    return t->width % 8 == 0;
  }
  InputKey high;
  return t->op == TERM_CONCAT && input_bytes(t->args[0], &high) && input_bytes(t->args[1], first) &&
         high.site == first->site && high.occurrence == first->occurrence &&
         high.offset == first->offset + t->args[1]->width / 8;
}

static gboolean is_pointer_input(const Executor *x, const Term *t, InputKey *key) {
  return t->width == x->program->pointer_width && input_bytes(t, key) &&
         program_site(x->program, key->site)->pointee && key->offset < (INPUT_MAX_OFFSET + 1) / POINTEE_BYTES - 1;
}

static gboolean has_base(const Executor *x, const Term *t, guint depth) {
  InputKey key;
  if (is_pointer_input(x, t, &key)) return TRUE;
  if (depth == 0) return FALSE;
  if (t->op == TERM_ITE) return has_base(x, t->args[1], depth - 1) || has_base(x, t->args[2], depth - 1);
  return t->op == TERM_ADD && (has_base(x, t->args[0], depth - 1) || has_base(x, t->args[1], depth - 1));
}

/* ---- pointers and their objects ---- */

static const Init *pointee_contents(Executor *x, InputKey key, guint site, const Counter *occurrence) {
  Init *init = (Init *)memory_init(&x->memory, INIT_INPUT, site, occurrence);
  init->first = key.offset * POINTEE_BYTES;
  return init;
}

static InputPointee *new_pointee(Executor *x, const Term *base, InputKey key) {
  Memory *m = &x->memory;
  guint site = program_site(x->program, key.site)->pointee;
  Counter *once = (Counter *)arena_alloc(m->arena, sizeof *once + sizeof once->alternatives[0]);
  once->n = 1;
  once->alternatives[0].guard = term_bool(TRUE);
  once->alternatives[0].count = key.occurrence;
  Object *o = arena_new_struct(m->arena, Object);
  *o = (Object){.id = x->objects->len, .kind = OBJECT_GLOBAL, .size = term_const(base->width, POINTEE_BYTES)};
  o->untouched = memory_contents(m, o, pointee_contents(x, key, site, once));
  g_ptr_array_add(x->objects, o);
  InputPointee *b = arena_new_struct(m->arena, InputPointee);
  b->base = base;
  b->object = o->id;
  const Term *flag = memory_input(m, site + 1, once, key.offset, 8);
  b->dangles = term_not(term_eq(flag, term_const(8, 0)));
  g_ptr_array_add(x->pointees, b);
  return b;
}

static InputPointee *pointee_of(Executor *x, const Term *base) {
  for (guint i = 0; i < x->pointees->len; i++) {
    InputPointee *b = (InputPointee *)x->pointees->pdata[i];
    if (b->base == base) return b;
  }
  InputKey key;
  return is_pointer_input(x, base, &key) && x->pointees->len < limits.symex_followed_pointers ? new_pointee(x, base, key)
                                                                            : NULL;
}

static InputPointee *pointee_object(const Executor *x, guint object) {
  for (guint i = 0; i < x->pointees->len; i++) {
    InputPointee *b = (InputPointee *)x->pointees->pdata[i];
    if (b->object == object) return b;
  }
  return NULL;
}

gboolean exec_is_input_pointee(const Executor *x, guint object) { return pointee_object(x, object) != NULL; }

/* ---- what a number may point to ---- */

static void add_piece(GArray *out, const Term *guard, const Term *base, const Term *offset) {
  NumberPiece p = {guard, base, offset};
  g_array_append_val(out, p);
}

static void split(Executor *x, GArray *out, const Term *guard, const Term *t, const Term *offset,
                  guint depth) {
  InputKey key;
  gboolean inner = depth && !is_pointer_input(x, t, &key);
  if (inner && t->op == TERM_ITE && has_base(x, t, depth)) {
    split(x, out, term_and(guard, t->args[0]), t->args[1], offset, depth - 1);
    split(x, out, term_and(guard, term_not(t->args[0])), t->args[2], offset, depth - 1);
    return;
  }
  gboolean first = inner && t->op == TERM_ADD && has_base(x, t->args[0], depth - 1);
  gboolean second = inner && t->op == TERM_ADD && has_base(x, t->args[1], depth - 1);
  if (first != second) {
    split(x, out, guard, t->args[second], term_binary(TERM_ADD, offset, t->args[first]), depth - 1);
    return;
  }
  add_piece(out, guard, t, offset);
}

GArray *exec_number_pieces(Executor *x, const Target *t) {
  GArray *pieces = g_array_new(FALSE, FALSE, sizeof(NumberPiece));
  split(x, pieces, t->guard, t->offset, term_const(t->offset->width, 0), limits.symex_pointer_depth);
  return pieces;
}

/* ---- accesses ---- */

static void touch(InputPointee *b, const State *s, const Object *o, const Term *offset, const Term *bytes) {
  if (!term_is_const(bytes) || bytes->param > POINTEE_BYTES) {
    memset(b->touched, 1, sizeof b->touched);
    return;
  }
  Offsets where = memory_offsets(s, o, offset, (guint)bytes->param);
  for (guint64 at = where.first; at < MIN(where.last + bytes->param, POINTEE_BYTES); at++) b->touched[at] = 1;
}

/* Only what lies outside a loop's iteration can be followed in induction: there an object that first appears
 * in the loop is taken to be made by it. */
gboolean exec_input_pointee_access(Executor *x, State *s, const NumberPiece *p, const Term *bytes, IrLoc loc,
                                   Target *target) {
  InputPointee *b = x->options->induct ? NULL : pointee_of(x, p->base);
  target->object = NO_OBJECT;
  if (!b)
    return exec_leave(x, s, p->guard, LEAVE_UNKNOWN, loc, "an access through a pointer to no known object");
  const Object *o = exec_object(x, b->object);
  const Term *width = term_const(bytes->width, POINTEE_BYTES);
  const Term *beyond = term_or(term_binary(TERM_ULT, width, bytes),
                               term_binary(TERM_ULT, term_binary(TERM_SUB, width, bytes), p->offset));
  if (!exec_leave(x, s, term_and(p->guard, b->dangles), LEAVE_HALT, loc, NULL)) return FALSE;
  if (!exec_leave(x, s, term_and(p->guard, beyond), LEAVE_UNKNOWN, loc,
                  "an access far behind a pointer that is an input"))
    return FALSE;
  if (!state_contents(s, o->id)) s->memory = pmap_set(s->memory, o->id, o->untouched);
  touch(b, s, o, p->offset, bytes);
  *target = (Target){p->guard, o->id, p->offset};
  return TRUE;
}

static gboolean touched(const InputPointee *b, Offsets where, guint bytes) {
  for (guint64 at = where.first; at < MIN(where.last + bytes, POINTEE_BYTES); at++)
    if (b->touched[at]) return TRUE;
  return FALSE;
}

/* v where the bases differ, else unknown. */
static gboolean read_shared(Executor *x, State *s, const Term *guard, const Term *same, IrLoc loc, Value *v) {
  const Term *both = term_and(guard, same);
  if (x->oracle || x->options->dual)
    return exec_leave(x, s, both, LEAVE_UNKNOWN, loc, "memory that two pointers may share");
  const Term *any = term_fresh_havoc(value_width(*v), 0);
  g_ptr_array_add(x->shared, (gpointer)any);
  s->shared = doubt_or(s->shared, both);
  *v = value_ite(x->memory.arena, same, value_bits(any), *v);
  return TRUE;
}

gboolean exec_input_pointee_read(Executor *x, State *s, const Target *t, Offsets where, guint bytes,
                                 IrLoc loc, Value *v) {
  const InputPointee *b = pointee_object(x, t->object);
  gboolean left = TRUE;
  for (guint i = 0; b && left && i < x->pointees->len; i++) {
    const InputPointee *other = (const InputPointee *)x->pointees->pdata[i];
    const Term *same = term_eq(b->base, other->base);
    if (other != b && touched(other, where, bytes) && state_decide(s, same) != 0)
      left = read_shared(x, s, t->guard, same, loc, v);
  }
  return left;
}

const Term *exec_unshared(Executor *x, const State *s, const Term *guard, IrLoc loc) {
  if (!s->shared) return guard;
  SymexEvent e = {
      .guard = term_and(guard, s->shared), .loc = loc, .what = "memory that two pointers may share"};
  if (!x->muted && !term_is_false(e.guard)) g_array_append_val(x->result->unknown, e);
  return term_and(guard, term_not(s->shared));
}
