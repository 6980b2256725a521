/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that stay in a loop for ever, where that is what the program is asked about.
 *
 * An arrival at the head stands for many runs.  From a state that stands for all their later arrivals (induct.c),
 * one iteration is executed, and a set of states is looked for that iterations never leave
 * (invariant/recurrence.c).  Of the runs that have arrived, those that are in the set never end.  Inner loops are
 * followed as far as the bound goes: an iteration that is cut there is none that arrives again, so nothing is
 * claimed of it. */
#include "symex/recur.h"
#include "base/limits.h"
#include "symex/induct.h"
#include "symex/invariant/recurrence.h"

static IrLoc place_of(const Executor *x, const WtoElement *loop) {
  const IrFunction *f = x->frame->function;
  const IrBlock *head = (const IrBlock *)f->blocks->pdata[loop->block];
  if (head->term_loc.file) return head->term_loc;
  for (guint i = 0; i < head->instrs->len; i++)
    if (g_array_index(head->instrs, IrInstr, i).loc.file) return g_array_index(head->instrs, IrInstr, i).loc;
  for (guint i = 0; i < loop->body->len; i++) {
    const WtoElement *e = (const WtoElement *)loop->body->pdata[i];
    const IrBlock *b = (const IrBlock *)f->blocks->pdata[e->block];
    if (b->term_loc.file) return b->term_loc;
  }
  return f->loc;
}

/* The states, of those that the arrival is in, from which the loop never ends. */
static const Term *never_ends(Executor *x, const WtoElement *loop, const Pending *arrival) {
  Induction d = induction_new(x, loop, arrival);
  const Term *here = term_bool(FALSE);
  if (induction_settle(&d) && d.end) {
    LoopTerms l = induction_terms(&d, arrival, arrival->state.path);
    l.iteration = induction_iteration(&d);
    const Recurrence r = recurrence_find(&l, x->options->deadline);
    GHashTable *first = loop_map(&l, TRUE);
    here = term_substitute(r.stays, first);
    g_hash_table_unref(first);
    g_array_unref((GArray *)l.changes);
  }
  induction_clear(&d);
  return here;
}

static guint fruitless_attempts(const Executor *x, const WtoElement *loop) {
  const gconstpointer head = x->frame->function->blocks->pdata[loop->block];
  return x->recur.fruitless ? GPOINTER_TO_UINT(g_hash_table_lookup(x->recur.fruitless, head)) : 0;
}

gboolean exec_may_recur(const Executor *x, const WtoElement *loop) { return fruitless_attempts(x, loop) == 0; }

/* Loops in which nothing was found a few times are not looked at again, nor any after some time. */
static gboolean is_worthwhile(const Executor *x, const WtoElement *loop) {
  return x->recur.microseconds < limits.symex_recur_ms * 1000 &&
         fruitless_attempts(x, loop) < limits.symex_recur_attempts;
}

static void note_attempt(Executor *x, const WtoElement *loop, gint64 start, gboolean fruitless) {
  const gpointer head = x->frame->function->blocks->pdata[loop->block];
  x->recur.microseconds += g_get_monotonic_time() - start;
  if (!x->recur.fruitless) x->recur.fruitless = g_hash_table_new(NULL, NULL);
  const guint n = fruitless ? fruitless_attempts(x, loop) + 1 : 0;
  g_hash_table_insert(x->recur.fruitless, head, GUINT_TO_POINTER(n));
}

/* NULL: that is not known. */
static const Term *same_value(Executor *x, const State *s, Value a, Value b, IrLoc loc) {
  if (value_same(a, b)) return term_bool(TRUE);
  if (value_is_none(a) || value_is_none(b)) return NULL;
  if (a.bits && b.bits) return term_eq(a.bits, b.bits);
  return exec_compare(x, s, TERM_EQ, a, b, loc).bits;
}

gboolean exec_comes_back(Executor *x, const WtoElement *loop, const Pending *before, Pending *arrival) {
  if (x->muted || x->exploring || x->oracle || arrival->next || before->state.memory != arrival->state.memory ||
      before->state.counts != arrival->state.counts)
    return TRUE;
  const IrFunction *f = x->frame->function;
  const guint n = ((const IrBlock *)f->blocks->pdata[loop->block])->phis->len + x->frame->info->n_live_in[loop->block];
  const IrLoc loc = place_of(x, loop);
  const Term *same = term_bool(TRUE);
  for (guint i = 0; i < n && !term_is_false(same); i++) {
    const Term *one = same_value(x, &arrival->state, before->values[i], arrival->values[i], loc);
    same = one ? term_and(same, one) : term_bool(FALSE);
  }
  return exec_fail(x, &arrival->state, same, (Failure){loc, FAILURE_ENDLESS});
}

gboolean exec_recur(Executor *x, const WtoElement *loop, Pending *arrival) {
  if (x->muted || x->exploring || x->oracle || arrival->next || !induction_is_entered_at_head(x, loop) ||
      !is_worthwhile(x, loop))
    return TRUE;
  const gboolean cut = x->muted_cut;
  const gint64 start = g_get_monotonic_time();
  const Term *here = never_ends(x, loop, arrival);
  x->muted_cut = cut;
  note_attempt(x, loop, start, term_is_false(here));
  if (x->aborted) return TRUE;
  return exec_fail(x, &arrival->state, here, (Failure){place_of(x, loop), FAILURE_ENDLESS});
}
