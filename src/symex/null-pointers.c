/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses through null pointers: to low addresses, where nothing is.
 *
 * They end the run, and it does not fail.  But an optimizing compiler may drop a read whose value does not
 * matter; then the run goes on.  It went on whatever the low addresses hold, so it would fail for each of
 * some contents that are tried here: a run that reads there is in doubt from then on, and fails, or is
 * unknown, only where that is so for all of them.  A write is never dropped, unless it writes back what was
 * read. */
#include "symex/executor.h"

/* The bytes by address modulo 4: all zeros and ones, 1, and the largest and the least of int. */
static const guint8 patterns[][4] = {
    {0, 0, 0, 0}, {255, 255, 255, 255}, {1, 0, 0, 0}, {255, 255, 255, 127}, {0, 0, 0, 128}};

void exec_null_init(Executor *x, State *s) {
  Memory *m = &x->memory;
  for (guint i = 0; i < 4; i++) m->low[i] = term_fresh_havoc(8, 0);
  const Init *init = memory_init(m, INIT_LOW, 0, NULL);
  x->low = exec_new_object(x, s, OBJECT_GLOBAL,
                           term_const(x->program->pointer_width, FIRST_ADDRESS + POINTEE_BYTES), init)
               ->id;
}

/* Only a free run of all points can put a run in doubt: for the others it is unknown what happens. */
static gboolean can_doubt(const Executor *x) {
  return !x->oracle && !x->options->dual && !x->options->induct;
}

static gboolean leave_unknown(Executor *x, State *s, const Term *null, IrLoc loc) {
  return exec_leave(x, s, null, LEAVE_UNKNOWN, loc, UNDEFINED("an access through a null pointer"));
}

const Term *exec_is_null(const NumberPiece *p) {
  const Term *end = term_const(p->base->width, FIRST_ADDRESS);
  return term_binary(TERM_ULT, term_is_const(p->base) ? term_binary(TERM_ADD, p->base, p->offset) : p->base,
                     end);
}

/* The dirty runs that now write again where they did before: bytes, at least 1. */
static const Term *again(const State *s, const Term *address, const Term *bytes) {
  if (!s->dirty) return term_bool(FALSE);
  const Term *distance = term_binary(TERM_SUB, address, s->dirty_at);
  const Term *last = term_binary(TERM_SUB, bytes, term_const(bytes->width, 1));
  const Term *most = term_binary(TERM_ADD, last, term_const(bytes->width, s->dirty_bytes - 1));
  return term_and(s->dirty, term_binary(TERM_ULE, term_binary(TERM_ADD, distance, last), most));
}

/* bytes NULL: not a plain store. */
static gboolean write_low(Executor *x, State *s, const Term *null, const Term *address, const Term *bytes,
                          IrLoc loc, Target *target) {
  const Term *doubt = s->doubt ? s->doubt : term_bool(FALSE);
  if (!exec_leave(x, s, term_and(null, term_not(doubt)), LEAVE_HALT, loc, NULL)) return FALSE;
  null = term_and(null, doubt);
  if (!leave_unknown(x, s, bytes ? term_and(null, again(s, address, bytes)) : null, loc)) return FALSE;
  if (bytes && state_decide(s, null) != 0) *target = (Target){null, x->low, address};
  return TRUE;
}

gboolean exec_null_access(Executor *x, State *s, const NumberPiece *p, const Term *bytes, Access access,
                          IrLoc loc, Target *target) {
  const Term *null = term_and(p->guard, exec_is_null(p)),
             *address = term_binary(TERM_ADD, p->base, p->offset);
  target->object = NO_OBJECT;
  if (state_decide(s, null) == 0) return TRUE;
  if (!can_doubt(x)) return leave_unknown(x, s, null, loc);
  if (access != ACCESS_READ)
    return write_low(x, s, null, address, access == ACCESS_STORE ? bytes : NULL, loc, target);
  s->doubt = doubt_or(s->doubt, null);
  *target = (Target){null, x->low, address};
  if (!x->doubts) x->doubtful_loc = loc;
  x->doubts = TRUE;
  return TRUE;
}

void exec_null_store(Executor *x, State *s, const Target *t, Value v) {
  guint bytes = value_width(v) / 8;
  Value there = memory_read(&x->memory, state_contents(s, x->low), t->offset, (Offsets){0, 0, 1}, bytes);
  const Term *other = term_not(term_eq(value_number(v), there.bits));
  s->dirty_bytes = MAX(s->dirty_bytes, bytes);
  s->dirty_at = s->dirty ? term_ite(s->dirty, s->dirty_at, t->offset) : t->offset;
  s->dirty = doubt_or(s->dirty, term_and(t->guard, other));
}

const Term *exec_doubtless(Executor *x, const State *s, const Term *guard, gboolean fails) {
  if (!s->doubt) return guard;
  const Term *doubtful = term_and(guard, s->doubt);
  if (fails && s->dirty) doubtful = term_and(doubtful, term_not(s->dirty));
  if (!x->muted) g_ptr_array_add(x->doubtful, (gpointer)doubtful);
  return term_and(guard, term_not(s->doubt));
}

/* t, where the low addresses hold a pattern, and what is in `zero` is zero. */
static const Term *with_pattern(const Executor *x, const Term *t, const guint8 *pattern,
                                const GPtrArray *zero) {
  if (!t->has_havoc) return t;
  GHashTable *map = g_hash_table_new(NULL, NULL);
  for (guint b = 0; b < 4; b++)
    g_hash_table_insert(map, (gpointer)x->memory.low[b], (gpointer)term_const(8, pattern[b]));
  for (guint i = 0; zero && i < zero->len; i++)
    g_hash_table_insert(map, zero->pdata[i], (gpointer)term_const(((const Term *)zero->pdata[i])->width, 0));
  const Term *r = term_substitute(t, map);
  g_hash_table_unref(map);
  return r;
}

const Term *exec_doubtful(Executor *x) {
  const Term *any = term_or_n((const Term *const *)x->doubtful->pdata, x->doubtful->len);
  const Term *all = with_pattern(x, any, patterns[0], NULL);
  for (guint i = 1; i < G_N_ELEMENTS(patterns) && !term_is_false(all); i++)
    all = term_and(all, with_pattern(x, any, patterns[i], NULL));
  return all;
}

/* No run that is not in doubt has read there. */
const Term *exec_without_null_reads(const Executor *x, const Term *t) {
  return x->doubts ? with_pattern(x, t, patterns[0], NULL) : t;
}

const Term *exec_settled(const Executor *x, const Term *t) {
  return x->doubts || x->shared->len ? with_pattern(x, t, patterns[0], x->shared) : t;
}
