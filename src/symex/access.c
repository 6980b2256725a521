/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads and stores through pointers.  An access outside a live object has no meaning in C, so what happens
 * then is unknown. */
#include "symex/executor.h"
#include "base/limits.h"
#include <string.h>

const Term *exec_out_of_bounds(const Object *o, const Term *offset, const Term *bytes) {
  const Term *too_small = term_binary(TERM_ULT, o->size, bytes);
  const Term *beyond = term_binary(TERM_ULT, term_binary(TERM_SUB, o->size, bytes), offset);
  return term_or(too_small, beyond);
}

static gboolean is_forbidden(const Executor *x, const Object *o, gboolean write) {
  return write && (o->constant || (o->fixed && !x->defines));
}

/* The runs on which target t is meant and is no good leave.  FALSE: none is left. */
static gboolean check_target(Executor *x, State *s, const Target *t, const Term *bytes, gboolean write,
                             IrLoc loc) {
  const Object *o = exec_object(x, t->object);
  const Contents *c = state_contents(s, t->object);
  if (x->checked && o->kind != OBJECT_FUNCTION && !is_forbidden(x, o, write)) return TRUE;
  if (o->kind == OBJECT_FUNCTION)
    return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, UNDEFINED("an access to a function's code"));
  const char *gone = o->kind == OBJECT_HEAP ? UNDEFINED("an access to freed memory")
                                            : UNDEFINED("an access to a variable that no longer exists");
  if (!c) return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, gone);
  if (c->live && !exec_leave(x, s, term_and(t->guard, term_not(c->live)), LEAVE_UNKNOWN, loc, gone))
    return FALSE;
  if (is_forbidden(x, o, write))
    return exec_leave(x, s, t->guard, LEAVE_UNKNOWN, loc, UNDEFINED("a write to a constant"));
  return exec_leave(x, s, term_and(t->guard, exec_out_of_bounds(o, t->offset, bytes)), LEAVE_UNKNOWN, loc,
                    UNDEFINED("an access out of bounds"));
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

static gboolean leave_null_or_wild(Executor *x, State *s, const Target *t, IrLoc loc) {
  const Term *low = term_binary(TERM_ULT, t->offset, term_const(t->offset->width, 4096));
  x->result->lost_pointers |= !x->oracle && !x->options->dual && !x->options->induct;
  if (!x->checked && !exec_leave(x, s, term_and(t->guard, low), LEAVE_UNKNOWN, loc,
                  UNDEFINED("an access through a null pointer")))
    return FALSE;
  return exec_leave(x, s, term_and(t->guard, term_not(low)), LEAVE_UNKNOWN, loc,
                    "an access through a pointer to no known object");
}

/* A number used as a pointer: a low address, or a pointer that is an input. */
static gboolean resolve_number(Executor *x, State *s, const Target *t, const Term *bytes, Access access,
                               IrLoc loc, GArray *good) {
  GArray *pieces = exec_number_pieces(x, t);
  gboolean left = TRUE;
  for (guint i = 0; i < pieces->len && left; i++) {
    NumberPiece *p = &g_array_index(pieces, NumberPiece, i);
    Target target;
    if (state_decide(s, p->guard) == 0) continue;
    if (x->oracle && !evaluator_value(x->oracle, p->guard)) continue;
    if (x->oracle && state_decide(s, p->guard) < 0) exec_assume(x, s, p->guard);
    target.object = NO_OBJECT;
    if (!x->checked) left = exec_null_access(x, s, p, bytes, access, loc, &target);
    if (left && target.object) g_array_append_val(good, target);
    p->guard = term_and(p->guard, term_not(exec_is_null(p)));
    if (!left || state_decide(s, p->guard) == 0) continue;
    left = exec_input_pointee_access(x, s, p, bytes, loc, &target);
    if (left && target.object) g_array_append_val(good, target);
  }
  g_array_unref(pieces);
  return left;
}

static gboolean resolve_target(Executor *x, State *s, const Target *t, const Term *bytes, Access access,
                               IrLoc loc, GArray *good) {
  gboolean write = access != ACCESS_READ;
  if (t->object == NO_OBJECT && !x->options->pointers) return leave_null_or_wild(x, s, t, loc);
  if (t->object == NO_OBJECT) return resolve_number(x, s, t, bytes, access, loc, good);
  const Object *o = exec_object(x, t->object);
  if (!check_target(x, s, t, bytes, write, loc)) return FALSE;
  gboolean usable = o->kind != OBJECT_FUNCTION && state_contents(s, t->object) && !is_forbidden(x, o, write);
  if (usable) g_array_append_val(good, *t);
  return TRUE;
}

static const PointerSet *resolve(Executor *x, State *s, Value pointer, const Term *bytes, Access access,
                                 IrLoc loc) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, pointer));
  GArray *good = g_array_new(FALSE, FALSE, sizeof(Target));
  gboolean left = TRUE;
  for (guint i = 0; i < p->n && left; i++)
    if (p->n == 1 || state_decide(s, p->targets[i].guard) != 0)
      left = resolve_target(x, s, &p->targets[i], bytes, access, loc, good);
  PointerSet *set = (PointerSet *)arena_alloc(x->memory.arena, sizeof *set + good->len * sizeof(Target));
  set->width = p->width;
  set->n = good->len;
  if (good->len) memcpy(set->targets, good->data, good->len * sizeof(Target)); /* it may have no data */
  if (set->n == 1) set->targets[0].guard = term_bool(TRUE);
  g_array_unref(good);
  return left && set->n ? set : NULL;
}

const PointerSet *exec_resolve(Executor *x, State *s, Value pointer, const Term *bytes, gboolean write,
                               IrLoc loc) {
  return resolve(x, s, pointer, bytes, write ? ACCESS_WRITE : ACCESS_READ, loc);
}

/* Too many possible offsets: with an oracle the point's own is taken, and the path confined to it. */
static const Term *settle_offset(Executor *x, State *s, const Object *o, const Term *offset, guint bytes,
                                 Offsets *where) {
  *where = memory_offsets(s, o, offset, bytes);
  if (!x->oracle || term_is_const(offset) || offsets_count(*where) <= limits.symex_offsets) return offset;
  offset = exec_pin(x, s, offset);
  *where = memory_offsets(s, o, offset, bytes);
  return offset;
}

/* Does an operation only pass on the bits of its arguments? */
static gboolean shows_bits(TermOp op) {
  switch (op) {
  case TERM_ITE:
  case TERM_EXTRACT:
  case TERM_CONCAT:
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_XOR:
  case TERM_AND:
  case TERM_OR:
  case TERM_NOT:
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_ARRAY: return TRUE;
  default: return FALSE;
  }
}

gboolean exec_settle_nans(Executor *x, State *s, const Term *t, IrLoc loc) {
  if (!t->has_float) return TRUE;
  GHashTable *seen = g_hash_table_new(NULL, NULL);
  GPtrArray *open = g_ptr_array_new();
  gboolean left = TRUE;
  g_ptr_array_add(open, (gpointer)t);
  while (left && open->len) {
    const Term *n = (const Term *)g_ptr_array_steal_index(open, open->len - 1);
    if (!n->has_float || !g_hash_table_add(seen, (gpointer)n)) continue;
    if (term_may_make_nan(n->op))
      left = exec_leave(x, s, term_not(term_binary(TERM_FEQ, n, n)), LEAVE_UNKNOWN, loc, "the bits of a NaN");
    for (guint i = 0; shows_bits((TermOp)n->op) && i < n->n_args; i++)
      g_ptr_array_add(open, (gpointer)n->args[i]);
  }
  g_hash_table_unref(seen);
  g_ptr_array_unref(open);
  return left;
}

gboolean exec_load(Executor *x, State *s, Value pointer, guint bytes, gboolean is_float, IrLoc loc,
                   Value *v) {
  const PointerSet *p = exec_resolve(x, s, pointer, term_const(value_width(pointer), bytes), FALSE, loc);
  if (!p) return FALSE;
  *v = NO_VALUE;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    Offsets where;
    const Term *offset = settle_offset(x, s, exec_object(x, t->object), t->offset, bytes, &where);
    Value read = memory_read(&x->memory, state_contents(s, t->object), offset, where, bytes);
    if (!exec_input_pointee_read(x, s, t, where, bytes, loc, &read)) return FALSE;
    *v = value_is_none(*v) ? read : value_ite(x->memory.arena, t->guard, read, *v);
  }
  if (v->bits) exec_note_padding(x, v->bits, loc);
  return is_float || !v->bits || exec_settle_nans(x, s, v->bits, loc);
}

gboolean exec_store(Executor *x, State *s, Value pointer, Value v, gboolean is_float, IrLoc loc) {
  guint bytes = value_width(v) / 8;
  const PointerSet *p = resolve(x, s, pointer, term_const(value_width(pointer), bytes), ACCESS_STORE, loc);
  if (!p) return FALSE;
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    if (t->object == x->low) {
      exec_null_store(x, s, t, v);
      continue;
    }
    Offsets where;
    const Term *offset = settle_offset(x, s, exec_object(x, t->object), t->offset, bytes, &where);
    const Contents *old = state_contents(s, t->object);
    const Contents *new = memory_write(&x->memory, old, offset, where, v, is_float);
    if (p->n > 1) new = contents_merge(&x->memory, t->guard, old, new);
    s->memory = pmap_set(s->memory, t->object, new);
  }
  return TRUE;
}
