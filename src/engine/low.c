/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accesses through null pointers: to low addresses, where nothing is.
 *
 * They end the run, and it does not fail.  But an optimizing compiler may drop a read whose value does not
 * matter; then the run goes on.  It went on whatever the low addresses hold, so it would fail for each of
 * some contents that are tried here: who reads there is in doubt from then on, and fails, or is unknown, only
 * where that is so for all of them.  A write is never dropped, unless it writes back what was read. */
#include "engine/executor.h"

#define LOW_END 4096

/* The bytes by address modulo 4: all zeros and ones, 1, and the largest and the least of int. */
static const guint8 patterns[][4] = {
    {0, 0, 0, 0}, {255, 255, 255, 255}, {1, 0, 0, 0}, {255, 255, 255, 127}, {0, 0, 0, 128}};

void exec_low_init(Executor *x, State *s) {
  Memory *m = &x->memory;
  for (guint i = 0; i < 4; i++) m->low[i] = term_fresh_havoc(8, 0);
  const Init *init = memory_init(m, INIT_LOW, 0, NULL);
  x->low = exec_new_object(x, s, OBJECT_GLOBAL,
                           term_const(x->program->pointer_width, LOW_END + POINTEE_BYTES), init)
               ->id;
}

/* Only a free run of all points can put a run in doubt: for the others it is unknown what happens. */
static gboolean can_doubt(const Executor *x) {
  return !x->oracle && !x->options->dual && !x->options->induct;
}

static gboolean leave_by_write(Executor *x, State *s, const Term *null, IrLoc loc) {
  const Term *doubt = s->doubt ? s->doubt : term_bool(FALSE);
  const char *what = "an access through a null pointer";
  if (!can_doubt(x)) return exec_leave(x, s, null, LEAVE_UNKNOWN, loc, what);
  return exec_leave(x, s, term_and(null, term_not(doubt)), LEAVE_HALT, loc, NULL) &&
         exec_leave(x, s, term_and(null, doubt), LEAVE_UNKNOWN, loc, what);
}

const Term *exec_is_low(const NumberPiece *p) {
  const Term *end = term_const(p->base->width, LOW_END);
  return term_binary(TERM_ULT, term_is_const(p->base) ? term_binary(TERM_ADD, p->base, p->offset) : p->base,
                     end);
}

gboolean exec_low(Executor *x, State *s, const NumberPiece *p, gboolean write, IrLoc loc, Target *target) {
  const Term *null = term_and(p->guard, exec_is_low(p));
  target->object = NO_OBJECT;
  if (write || !can_doubt(x) || state_decide(s, null) == 0) return leave_by_write(x, s, null, loc);
  s->doubt = s->doubt ? term_or(s->doubt, null) : null;
  *target = (Target){null, x->low, term_binary(TERM_ADD, p->base, p->offset)};
  if (!x->doubts) x->doubtful_loc = loc;
  x->doubts = TRUE;
  return TRUE;
}

const Term *exec_doubtless(Executor *x, const State *s, const Term *guard) {
  if (!s->doubt) return guard;
  if (!x->muted) g_ptr_array_add(x->doubtful, (gpointer)term_and(guard, s->doubt));
  return term_and(guard, term_not(s->doubt));
}

/* t, where the low addresses hold a pattern. */
static const Term *with_pattern(const Executor *x, const Term *t, const guint8 *pattern) {
  if (!t->has_havoc) return t;
  GHashTable *map = g_hash_table_new(NULL, NULL);
  for (guint b = 0; b < 4; b++)
    g_hash_table_insert(map, (gpointer)x->memory.low[b], (gpointer)term_const(8, pattern[b]));
  const Term *r = term_substitute(t, map);
  g_hash_table_unref(map);
  return r;
}

const Term *exec_doubtful(Executor *x) {
  const Term *any = term_or_n((const Term *const *)x->doubtful->pdata, x->doubtful->len);
  const Term *all = with_pattern(x, any, patterns[0]);
  for (guint i = 1; i < G_N_ELEMENTS(patterns) && !term_is_false(all); i++)
    all = term_and(all, with_pattern(x, any, patterns[i]));
  return all;
}

/* No run that is not in doubt has read there. */
const Term *exec_without_low(const Executor *x, const Term *t) {
  return x->doubts ? with_pattern(x, t, patterns[0]) : t;
}
