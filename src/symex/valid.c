/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions about pointers: whether an access through one would be in order, and whether it may be freed.
 *
 * Of a number that is used as a pointer only low addresses are known: no object is there.  What lies at other
 * numbers is unknown, and so is an answer that depends on it. */
#include "symex/executor.h"

static const Term *unknown(void) { return term_fresh_havoc(1, 0); }

static const Term *is_low(const Term *number) {
  return term_binary(TERM_ULT, number, term_const(number->width, FIRST_ADDRESS));
}

static const Term *is_alive(const Contents *c) { return c->live ? c->live : term_bool(TRUE); }

/* The bytes from the target on lie in a live object. */
static const Term *target_valid(const Executor *x, const State *s, const Target *t, const Term *bytes) {
  if (t->object == NO_OBJECT) {
    const Term *low = is_low(t->offset);
    return term_is_true(low) ? term_bool(FALSE) : term_and(term_not(low), unknown());
  }
  const Object *o = exec_object(x, t->object);
  const Contents *c = state_contents(s, t->object);
  if (o->kind == OBJECT_FUNCTION) return unknown(); /* its code can be read */
  if (!c) return term_bool(FALSE);
  return term_and(is_alive(c), term_not(exec_out_of_bounds(o, t->offset, bytes)));
}

/* The cases of a set of targets, of which one holds, with an answer each. */
static const Term *any_case(const Term *so_far, const Target *t, guint n, const Term *answer) {
  return term_or(so_far, n == 1 ? answer : term_and(t->guard, answer));
}

const Term *exec_valid(Executor *x, State *s, Value pointer, const Term *bytes, gboolean no_constant) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, pointer));
  const Term *valid = term_bool(FALSE);
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    if (no_constant && t->object != NO_OBJECT && exec_object(x, t->object)->constant) continue;
    if (p->n == 1 || state_decide(s, t->guard) != 0)
      valid = any_case(valid, t, p->n, target_valid(x, s, t, bytes));
  }
  return term_or(term_eq(bytes, term_const(bytes->width, 0)), valid);
}

gboolean exec_writable(Executor *x, State *s, Value pointer, const Term *bytes, IrLoc loc) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, pointer));
  for (guint i = 0; i < p->n; i++) {
    const Target *t = &p->targets[i];
    if (t->object == NO_OBJECT || !exec_object(x, t->object)->constant) continue;
    const Term *some = term_not(term_eq(bytes, term_const(bytes->width, 0)));
    const Term *wrong = any_case(term_bool(FALSE), t, p->n, term_and(some, target_valid(x, s, t, bytes)));
    if (!exec_leave(x, s, wrong, LEAVE_UNKNOWN, loc, UNDEFINED("a write to a constant"))) return FALSE;
  }
  return TRUE;
}

static const Term *target_freeable(const Executor *x, const State *s, const Target *t) {
  const Term *at_start = term_eq(t->offset, term_const(t->offset->width, 0));
  if (t->object == NO_OBJECT) {
    const Term *low = is_low(t->offset);
    return term_is_true(low) ? at_start : term_or(at_start, term_and(term_not(low), unknown()));
  }
  const Contents *c = state_contents(s, t->object);
  if (!c || exec_object(x, t->object)->kind != OBJECT_HEAP) return term_bool(FALSE);
  return term_and(at_start, is_alive(c));
}

const Term *exec_freeable(Executor *x, State *s, Value pointer) {
  const PointerSet *p = exec_pick(x, s, value_targets(x->memory.arena, pointer));
  const Term *may = term_bool(FALSE);
  for (guint i = 0; i < p->n; i++)
    if (p->n == 1 || state_decide(s, p->targets[i].guard) != 0)
      may = any_case(may, &p->targets[i], p->n, target_freeable(x, s, &p->targets[i]));
  return may;
}
