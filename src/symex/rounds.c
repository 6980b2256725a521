/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One round of a loop, from a state that stands for arrivals at its head.
 *
 * The round is run as the executor runs programs: inner loops are iterated as often as a bound allows, and
 * failures are certain (in whatever is not known of the state).  Where the bound cuts it, it is run once more
 * with inner loops closed by their states: that only bounds what may fail, but it misses nothing. */
#include "symex/rounds.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "symex/records.h"
#include <string.h>

/* ---- what is seen ---- */

static void round_state_free(gpointer data) {
  RoundState *s = (RoundState *)data;
  g_strfreev(s->state);
  g_array_unref(s->next);
  g_free(s);
}

RoundsSeen *rounds_seen_new(void) {
  RoundsSeen *r = g_new0(RoundsSeen, 1);
  r->given = term_bool(TRUE);
  r->states = g_ptr_array_new_with_free_func(round_state_free);
  return r;
}

void rounds_seen_free(RoundsSeen *r) {
  g_ptr_array_unref(r->states);
  g_free(r);
}

/* Where the loop begins, as far as its head shows: `while (1)` itself is no instruction. */
static IrLoc head_place(const IrBlock *head) {
  IrLoc first = head->term_loc;
  for (guint i = 0; i < head->instrs->len; i++) {
    IrLoc at = g_array_index(head->instrs, IrInstr, i).loc;
    if (at.file && at.line && (!first.file || (at.file == first.file && at.line < first.line))) first = at;
  }
  return first;
}

RoundsSeen *rounds_begin(Executor *x, const WtoElement *loop, const Pending *arrival) {
  const IrFunction *f = x->frame->function;
  RoundsSeen *seen = rounds_seen_new();
  seen->function = f->id;
  seen->block = loop->block;
  seen->loc = head_place((const IrBlock *)f->blocks->pdata[loop->block]);
  seen->outermost = !x->exploring;
  seen->given = path_full(arrival->state.path);
  return seen;
}

/* ---- running it ---- */

const PMap *rounds_counts(Executor *x) {
  Counter *zero = (Counter *)arena_alloc(x->memory.arena, sizeof *zero + sizeof zero->alternatives[0]);
  zero->n = 1;
  zero->alternatives[0].guard = term_bool(TRUE);
  zero->alternatives[0].count = ROUND_OCCURRENCE;
  const PMap *counts = NULL;
  for (guint site = 0; site < x->program->sites->len; site++) counts = pmap_set(counts, site, zero);
  return counts;
}

/* The state with nothing on its path: what it gives is said of runs that have come there. */
static Pending beginning(Executor *x, const WtoElement *loop, const Pending *state) {
  const Frame *f = x->frame;
  const IrBlock *head = (const IrBlock *)f->function->blocks->pdata[loop->block];
  gsize n = head->phis->len + f->info->n_live_in[loop->block];
  Pending p = {.state = state->state};
  p.values = (Value *)arena_alloc(x->memory.arena, MAX(n, 1) * sizeof(Value));
  memcpy(p.values, state->values, n * sizeof(Value));
  p.state.path = NULL;
  p.state.counts = rounds_counts(x);
  return p;
}

typedef struct {
  const Term *fails, *open;
} Round;

/* Runs the round; the executor is then as it was. */
static Round run(Executor *x, const WtoElement *loop, const Pending *state, const SymexOptions *o) {
  const Executor before = *x;
  Frame *f = x->frame;
  const guint n_lost = x->result->n_lost, n_results = f->function->n_results;
  const gboolean returned = f->returned;
  const State result_state = f->result_state;
  Value *results = (Value *)g_memdup2(f->results, n_results * sizeof(Value));
  Pending p = beginning(x, loop, state);
  Records r = records_new(f);
  x->options = o;
  x->exploring = o->explore;
  x->one_round = TRUE;
  records_exchange(x, &r);
  f->pending[loop->block] = &p;
  exec_iteration(x, loop);
  exec_tail(x);
  records_exchange(x, &r);
  Round round = {records_failing(&r), x->aborted ? term_bool(TRUE) : records_open(&r)};
  records_free(&r);
  x->options = before.options;
  x->exploring = before.exploring;
  x->one_round = before.one_round;
  x->result->n_lost = n_lost;
  x->aborted = before.aborted || (o->deadline == before.options->deadline && x->aborted);
  f->returned = returned;
  f->result_state = result_state;
  if (n_results) memcpy(f->results, results, n_results * sizeof(Value));
  g_free(results);
  return round;
}

static gint64 round_deadline(const Executor *x) {
  gint64 mine = deadline_in(limits.round_seconds), all = x->options->deadline;
  return all ? MIN(mine, all) : mine;
}

static Round run_exactly(Executor *x, const WtoElement *loop, const Pending *state) {
  SymexOptions o = *x->options;
  o.unroll = limits.round_iterations;
  o.induct = o.explore = FALSE;
  o.deadline = round_deadline(x);
  return run(x, loop, state, &o);
}

static Round run_closed(Executor *x, const WtoElement *loop, const Pending *state) {
  SymexOptions o = *x->options;
  o.deadline = round_deadline(x);
  return run(x, loop, state, &o);
}

/* ---- what it says ---- */

/* An input that is read before the loop and again in rounds would have one name for two things. */
static const Term *without_namesakes(const Term *t) {
  GPtrArray *inputs = term_inputs(t);
  GHashTable *sites = g_hash_table_new(NULL, NULL), *unnamed = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < inputs->len; i++) {
    InputKey k = input_key_unpack(((const Term *)inputs->pdata[i])->param);
    if (k.occurrence > ROUND_OCCURRENCE) g_hash_table_add(sites, GUINT_TO_POINTER(k.site));
  }
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    InputKey k = input_key_unpack(input->param);
    if (k.occurrence < ROUND_OCCURRENCE && g_hash_table_contains(sites, GUINT_TO_POINTER(k.site)))
      g_hash_table_insert(unnamed, (gpointer)input, (gpointer)term_fresh_havoc(input->width, 0));
  }
  if (g_hash_table_size(unnamed)) t = term_substitute(t, unnamed);
  g_hash_table_unref(sites);
  g_hash_table_unref(unnamed);
  g_ptr_array_unref(inputs);
  return t;
}

static const Term *over_inputs(const Term *t) { return term_without_havoc(without_namesakes(t), TRUE); }

static gboolean is_feasible(const RoundsSeen *seen, const Term *t) {
  if (term_is_const(t)) return term_is_true(t);
  return solver_sat(term_and(seen->given, t), limits.round_feasible_ms, NULL) != SOLVER_UNSAT;
}

/* Two bounds hold; mostly the second is the better one. */
static const Term *both(const Term *a, const Term *b) {
  return solver_valid(term_implies(b, a), limits.round_feasible_ms) ? b : term_and(a, b);
}

RoundState *rounds_add(Executor *x, const WtoElement *loop, RoundsSeen *seen, const Pending *state,
                       gboolean lost) {
  RoundState *s = g_new0(RoundState, 1);
  s->next = g_array_new(FALSE, FALSE, sizeof(guint));
  g_ptr_array_add(seen->states, s);
  Round r = run_exactly(x, loop, state);
  const Term *bad = term_or(r.fails, r.open);
  s->fails = without_namesakes(r.fails);
  s->may = is_feasible(seen, bad) ? over_inputs(bad) : term_bool(FALSE);
  if (!lost && !is_feasible(seen, r.open)) return s;
  Round closed = run_closed(x, loop, state);
  const Term *any = term_or(closed.fails, closed.open);
  any = is_feasible(seen, any) ? over_inputs(any) : term_bool(FALSE);
  s->may = lost ? term_or(s->may, any) : both(s->may, any);
  return s;
}
