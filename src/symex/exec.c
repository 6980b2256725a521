/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Control: functions, loops, joins and branches.
 *
 * A function's blocks run in weak topological order.  States that reach a block wait there and are joined, so
 * every block runs once per iteration of the loops around it, or once for each state of a state machine.
 * Loops are iterated until no state comes back or the bound is reached; iterations decided without the inputs
 * count against a much larger bound. */
#include "symex/recur.h"
#include "base/limits.h"
#include "ir/reads.h"
#include <string.h>

/* ---- leaving ---- */

/* Models of library functions have no places of their own: what happens there happens at the call. */
static IrLoc place_in_program(const Executor *x, IrLoc loc) {
  for (const Frame *f = x->frame ? x->frame->caller : NULL; f && !loc.file; f = f->caller)
    loc = g_array_index(f->block->instrs, IrInstr, f->at).loc;
  return loc;
}

static void record_failure(Executor *x, const Term *guard, Failure f) {
  SymexEvent e = {guard, place_in_program(x, f.loc), NULL, f.kind};
  if (!x->muted && !term_is_false(guard)) g_array_append_val(x->result->failures, e);
}

void exec_end(Executor *x, const State *s, IrLoc loc) {
  if (x->options->dual) record_failure(x, path_full(s->path), (Failure){.loc = loc});
}

static void record(Executor *x, const Term *guard, Leave how, IrLoc loc, const char *what) {
  if (x->muted && how == LEAVE_CUT) x->muted_cut = TRUE;
  if (x->muted) return;
  if (how != LEAVE_HALT && !term_is_false(guard)) x->result->n_lost++;
  if (how == LEAVE_CUT) g_ptr_array_add(x->cuts, (gpointer)guard);
  if (how != LEAVE_UNKNOWN || term_is_false(guard)) return;
  SymexEvent e = {.guard = guard, .loc = loc, .what = what};
  g_array_append_val(x->result->unknown, e);
}

void exec_assume(Executor *x, State *s, const Term *condition) {
  state_assume(x->memory.arena, s, condition);
  if (x->oracle) x->last_path = s->path;
}

gboolean exec_leave(Executor *x, State *s, const Term *bad, Leave how, IrLoc loc, const char *what) {
  int decided = state_decide(s, bad);
  if (decided == 0) return TRUE;
  if (x->oracle && decided < 0) {
    if (!evaluator_value(x->oracle, bad)) {
      exec_assume(x, s, term_not(bad));
      return TRUE;
    }
    exec_assume(x, s, bad); /* what ends the run is part of its path */
    decided = 1;
  }
  const Term *guard = how != LEAVE_HALT || x->options->dual ? term_and(path_full(s->path), bad) : bad;
  if (how != LEAVE_HALT) guard = exec_doubtless(x, s, guard, FALSE);
  if (x->muted && how == LEAVE_UNKNOWN && term_is_true(bad)) /* not followed here; elsewhere it might be */
    x->muted_cut = TRUE;
  if (how != LEAVE_HALT)
    record(x, guard, how, loc, what);
  else if (x->options->dual)
    record_failure(x, guard, (Failure){.loc = loc});
  if (decided == 1) return FALSE;
  exec_assume(x, s, term_not(bad));
  return TRUE;
}

gboolean exec_fail(Executor *x, State *s, const Term *bad, Failure f) {
  const int decided = state_decide(s, bad);
  if (decided == 0) return TRUE;
  const Term *guard = exec_doubtless(x, s, term_and(path_full(s->path), bad), TRUE);
  if (!x->options->dual) record_failure(x, exec_unshared(x, s, guard, f.loc), f);
  if (decided == 1) return FALSE;
  exec_assume(x, s, term_not(bad));
  return TRUE;
}

const Term *exec_pin(Executor *x, State *s, const Term *t) {
  const Term *value = term_const(t->width, evaluator_value(x->oracle, t));
  exec_assume(x, s, term_eq(t, value));
  return value;
}

gboolean exec_out_of_budget(Executor *x) {
  SymexResult *r = x->result;
  if (x->aborted) return TRUE;
  if (x->max_steps && r->steps > x->max_steps) x->aborted = TRUE;
  if (x->options->deadline && r->steps % 64 == 0 && g_get_monotonic_time() > x->options->deadline)
    x->aborted = TRUE;
  return x->aborted;
}

/* ---- arriving at a block ---- */

static guint pred_index(const IrBlock *to, guint from) {
  for (guint i = 0; i < to->n_preds; i++)
    if (to->preds[i] == from) return i;
  g_assert_not_reached();
}

Value *exec_values_on_edge(Executor *x, const IrBlock *to, guint from) {
  Frame *f = x->frame;
  guint n_live = f->info->n_live_in[to->id], n = to->phis->len + n_live;
  Value *v = (Value *)arena_alloc(x->memory.arena, MAX(n, 1) * sizeof(Value));
  guint pred = to->phis->len ? pred_index(to, from) : 0;
  for (guint i = 0; i < to->phis->len; i++)
    v[i] = exec_operand(x, &g_array_index(to->phis, IrPhi, i).args[pred]);
  for (guint i = 0; i < n_live; i++) v[to->phis->len + i] = f->regs[f->info->live_in[to->id][i]];
  return v;
}

/* Where an arriving state waits: with one that is like it in control, else at the end of the queue. */
static Pending **waiting_place(Executor *x, const IrBlock *to, const State *s, const Value *values) {
  Pending **slot = &x->frame->pending[to->id];
  if (x->options->induct) return slot;
  for (guint n = 1; *slot && n < limits.symex_waiting_states && control_differs(x, to, *slot, s, values); n++)
    slot = &(*slot)->next;
  return slot;
}

/* The state b, with n values, joins a. */
static void join(Executor *x, State *a, Value *a_values, const State *b, const Value *b_values, guint n) {
  Arena *arena = x->memory.arena;
  const State before = *a;
  const Term *from_b;
  state_merge(&x->memory, a, b, &from_b);
  for (guint i = 0; i < n; i++) {
    Value v = value_ite(arena, from_b, b_values[i], a_values[i]);
    state_learn_joined(arena, a, v, &before, a_values[i], b, b_values[i]);
    a_values[i] = v;
  }
}

void exec_wait(Executor *x, guint block, const State *s, Value *values) {
  Frame *f = x->frame;
  const IrBlock *to = (const IrBlock *)f->function->blocks->pdata[block];
  Pending **slot = waiting_place(x, to, s, values), *p = *slot;
  if (!p) {
    p = *slot = arena_new_struct(x->memory.arena, Pending);
    p->state = *s;
    p->values = values;
    return;
  }
  join(x, &p->state, p->values, s, values, to->phis->len + f->info->n_live_in[block]);
}

static void arrive(Executor *x, guint from, guint to_id, const State *s) {
  const IrBlock *to = (const IrBlock *)x->frame->function->blocks->pdata[to_id];
  if (to->term == IR_HALT && to->instrs->len == 0) {
    exec_end(x, s, to->term_loc);
    return;
  }
  Value *values = exec_values_on_edge(x, to, from);
  if (!x->options->induct && !x->oracle) control_settle(x, to, s, values);
  exec_wait(x, to_id, s, values);
}

void exec_enter(Executor *x, const IrBlock *b, const Value *values) {
  Frame *f = x->frame;
  for (guint i = 0; i < b->phis->len; i++) f->regs[g_array_index(b->phis, IrPhi, i).dest] = values[i];
  for (guint i = 0; i < f->info->n_live_in[b->id]; i++)
    f->regs[f->info->live_in[b->id][i]] = values[b->phis->len + i];
}

/* ---- branches ---- */

static gboolean matches(const AutomatonStep *step, const IrFunction *f, const IrBlock *b) {
  if (step->block != G_MAXUINT) return step->function == f->id && step->block == b->id;
  return step->loc.file && b->term_loc.file && step->loc.line == b->term_loc.line &&
         g_str_equal(step->loc.file, b->term_loc.file);
}

/* Does the automaton let the state go this way?  If so, the state moves on in it. */
static gboolean follow(Executor *x, State *s, const IrBlock *b, guint edge) {
  const Automaton *a = x->options->direction;
  if (!a || s->position >= a->steps->len) return TRUE;
  guint end = automaton_choice_end(a, s->position);
  gboolean named = FALSE;
  for (guint i = s->position; i < end; i++) {
    const AutomatonStep *step = &g_array_index(a->steps, AutomatonStep, i);
    if (!matches(step, x->frame->function, b)) continue;
    named = TRUE;
    if (step->successor != edge && step->successor != G_MAXUINT) continue;
    if (!step->stays) s->position = end;
    return TRUE;
  }
  return !named;
}

/* A branch that was decided without the inputs may have kept the run inside loops that it could have left. */
static void note_decided(Executor *x, const IrBlock *b, guint edge) {
  const guint *position = x->frame->info->position;
  for (LoopRun *l = x->frame->loop; l; l = l->outer)
    for (guint i = 0; i < b->n_succs; i++)
      if (i != edge && (position[b->succs[i]] < l->first || position[b->succs[i]] > l->last))
        l->decided = TRUE;
}

static void take_edge(Executor *x, State *s, const IrBlock *b, guint edge, const Term *condition,
                      const Term *subject) {
  if (!follow(x, s, b, edge)) return;
  x->result->edges++;
  if (condition && !term_is_true(condition)) {
    exec_assume(x, s, condition);
    Path *node = (Path *)s->path;
    node->function = x->frame->function->id;
    node->block = b->id;
    node->successor = edge;
    node->loc = b->term_loc;
    node->step = x->step;
    node->subject = b->term == IR_SWITCH ? subject : NULL;
  }
  if (x->oracle && b->n_succs > 1) {
    automaton_add(x->result->trace, x->frame->function->id, b->id, b->term_loc, edge);
    x->step++;
  }
  arrive(x, b->id, b->succs[edge], s);
}

const Term *exec_edge_condition(const IrBlock *b, const Term *cond, guint edge) {
  if (b->term == IR_BRANCH) return edge == 0 ? cond : term_not(cond);
  if (edge > 0) return term_eq(cond, term_const(cond->width, b->cases[edge - 1]));
  const Term *none = term_bool(TRUE);
  for (guint i = 0; i + 1 < b->n_succs; i++)
    none = term_and(none, term_not(term_eq(cond, term_const(cond->width, b->cases[i]))));
  return none;
}

static void branch(Executor *x, State *s, const IrBlock *b) {
  const Term *cond = value_number(exec_operand(x, &b->cond));
  const Term *conditions[b->n_succs];
  int decisions[b->n_succs];
  guint open = 0, last_open = G_MAXUINT;
  for (guint i = 0; i < b->n_succs; i++) {
    conditions[i] = exec_edge_condition(b, cond, i);
    decisions[i] = state_decide(s, conditions[i]);
    if (decisions[i] == 1) {
      note_decided(x, b, i);
      take_edge(x, s, b, i, NULL, cond);
      return;
    }
    if (decisions[i] < 0) open++, last_open = i;
  }
  if (open == 1) { /* the facts rule all others out */
    note_decided(x, b, last_open);
    take_edge(x, s, b, last_open, NULL, cond);
    return;
  }
  for (guint i = 0; i < b->n_succs; i++) {
    if (decisions[i] == 0) continue;
    if (x->oracle && !evaluator_value(x->oracle, conditions[i])) continue;
    State next = *s;
    take_edge(x, &next, b, i, conditions[i], cond);
    if (x->oracle) return;
  }
}

/* ---- blocks ---- */

static void do_return(Executor *x, const State *s, const IrBlock *b) {
  Frame *f = x->frame;
  Value values[MAX(b->n_values, 1)];
  for (guint i = 0; i < b->n_values; i++) values[i] = exec_operand(x, &b->values[i]);
  if (f->returned) {
    join(x, &f->result_state, f->results, s, values, b->n_values);
    return;
  }
  f->returned = TRUE;
  f->result_state = *s;
  for (guint i = 0; i < b->n_values; i++) f->results[i] = values[i];
}

void exec_stop(Executor *x, const State *s, const IrBlock *b) {
  const Term *here = path_full(s->path);
  if (b->term == IR_HALT)
    exec_end(x, s, b->term_loc);
  else if (b->term == IR_UNMODELLED)
    record(x, exec_doubtless(x, s, here, FALSE), LEAVE_UNKNOWN, b->term_loc, b->reason);
  else if (b->term == IR_ERROR && !x->options->dual)
    record_failure(x, exec_unshared(x, s, exec_doubtless(x, s, here, TRUE), b->term_loc),
                   (Failure){b->term_loc, b->failure});
}

static void run_from(Executor *x, const IrBlock *b, const Pending *p) {
  State s = p->state;
  x->frame->block = b;
  exec_enter(x, b, p->values);
  for (guint i = 0; i < b->instrs->len; i++) {
    x->result->steps++;
    x->frame->at = i;
    if (exec_out_of_budget(x) || !exec_instr(x, &s, &g_array_index(b->instrs, IrInstr, i))) return;
  }
  x->result->steps++;
  if (exec_out_of_budget(x)) return;
  switch (b->term) {
  case IR_JUMP: arrive(x, b->id, b->succs[0], &s); break;
  case IR_BRANCH:
  case IR_SWITCH: branch(x, &s, b); break;
  case IR_RETURN: do_return(x, &s, b); break;
  default: exec_stop(x, &s, b); break;
  }
}

static void run_block(Executor *x, const IrBlock *b) {
  Pending *waiting = x->frame->pending[b->id];
  x->frame->pending[b->id] = NULL;
  for (; waiting && !x->aborted; waiting = waiting->next) run_from(x, b, waiting);
}

/* ---- loops ---- */

static void run_elements(Executor *x, const GPtrArray *elements);

static guint last_position(const CfgInfo *info, const WtoElement *e) {
  if (!e->is_component || e->body->len == 0) return info->position[e->block];
  return last_position(info, (const WtoElement *)e->body->pdata[e->body->len - 1]);
}

static gboolean may_iterate(Executor *x, guint64 *iterations, guint64 *free_iterations, gboolean is_free) {
  if (x->oracle) return TRUE;
  guint unroll = MAX(x->exploring ? 1 : x->options->unroll, 1);
  return is_free ? ++*free_iterations <= limits.symex_free_iterations * (guint64)unroll
                 : ++*iterations <= unroll;
}

/* Iterations of a run that cannot be look as if no input decided them: its branches are ruled out by all of
 * the path together, which only the solver sees. */
static gboolean is_phantom(Executor *x, const State *s, guint64 free_iterations) {
  gboolean ask = free_iterations >= limits.symex_doubtful_iterations &&
                 (free_iterations & (free_iterations - 1)) == 0 && !x->oracle;
  return ask && !term_is_true(path_full(s->path)) &&
         exec_impossible(x, path_full(s->path), limits.symex_doubtful_ms);
}

void exec_iteration(Executor *x, const WtoElement *e) {
  const Frame *f = x->frame;
  if (f->pending[e->block]) run_block(x, (const IrBlock *)f->function->blocks->pdata[e->block]);
  run_elements(x, e->body);
}

void exec_tail(Executor *x) {
  const CfgInfo *info = x->frame->info;
  const LoopRun *outermost = x->frame->loop;
  while (outermost->outer) outermost = outermost->outer;
  for (guint i = 0; i < info->wto->len && !x->aborted; i++) {
    const WtoElement *e = (const WtoElement *)info->wto->pdata[i];
    if (!e->is_component && info->position[e->block] > outermost->last && x->frame->pending[e->block])
      run_block(x, (const IrBlock *)x->frame->function->blocks->pdata[e->block]);
  }
}

gboolean exec_reads_inputs(Executor *x, const WtoElement *e) {
  if (!x->reads) x->reads = reads_by_function(x->program);
  return reads_in_loop(x->reads, x->frame->function, e);
}

/* Loops that read inputs are explored from the first arrival on, where nothing is to be followed iteration by
 * iteration. */
static gboolean explore_at_once(Executor *x, const WtoElement *e) {
  Pending **waiting = &x->frame->pending[e->block], *first = *waiting;
  if (!x->options->explore || !(x->exploring || !x->options->unroll) || !first || !exec_reads_inputs(x, e))
    return FALSE;
  *waiting = NULL;
  if (exec_explore(x, e, first)) return TRUE;
  *waiting = first;
  return FALSE;
}

/* Of the runs that have arrived at the head again, those that never leave the loop are gone.  FALSE: no others are left.
 * Loops that no input decides mostly end by themselves. */
static gboolean may_leave(Executor *x, const WtoElement *e, Recurring *r, Pending *again, guint64 iterations,
                          gboolean is_free) {
  if (!x->asks_for_end) return TRUE;
  if (r->mark && !exec_comes_back(x, e, r->mark, again)) return FALSE;
  if ((r->arrivals & (r->arrivals + 1)) == 0) r->mark = again;
  r->arrivals++;
  const gboolean ask = iterations == limits.symex_recur_iterations || (iterations == 0 && !is_free);
  return !ask || exec_recur(x, e, again);
}

static void run_component(Executor *x, const WtoElement *e) {
  Frame *f = x->frame;
  const IrBlock *head = (const IrBlock *)f->function->blocks->pdata[e->block];
  LoopRun loop = {f->loop, f->info->position[e->block], last_position(f->info, e), FALSE};
  const Pending *first = f->pending[e->block];
  Recurring recurring = {NULL, 0};
  guint64 iterations = 0, free_iterations = 0;
  f->loop = &loop;
  gboolean closed = explore_at_once(x, e);
  while (!closed) {
    const Path *before = f->pending[e->block] ? f->pending[e->block]->state.path : NULL;
    const PMap *read = f->pending[e->block] ? f->pending[e->block]->state.counts : NULL;
    loop.decided = FALSE;
    exec_iteration(x, e);
    Pending *again = f->pending[e->block];
    if (!again || x->aborted) break;
    gboolean is_free = loop.decided && again->state.path == before && !again->next &&
                       (!x->options->explore || again->state.counts == read); /* states tell inputs better */
    if (!may_leave(x, e, &recurring, again, is_free ? free_iterations : iterations, is_free)) {
      f->pending[e->block] = NULL;
      break;
    }
    gboolean goes_on = may_iterate(x, &iterations, &free_iterations, is_free);
    if (goes_on && is_free && is_phantom(x, &again->state, free_iterations)) {
      f->pending[e->block] = NULL;
      break;
    }
    if (goes_on) continue;
    f->pending[e->block] = NULL;
    x->result->cut_freely |= is_free;
    for (; again; again = again->next) {
      closed = x->options->explore ? exec_explore(x, e, again)
                                   : x->options->induct && exec_induct(x, e, first, again);
      x->result->unexplored |= !closed && !x->exploring;
      if (!closed)
        record(x, exec_doubtless(x, &again->state, path_full(again->state.path), FALSE), LEAVE_CUT,
               head->term_loc, NULL);
    }
    break;
  }
  f->loop = loop.outer;
}

static void run_elements(Executor *x, const GPtrArray *elements) {
  for (guint i = 0; i < elements->len && !x->aborted; i++) {
    const WtoElement *e = (const WtoElement *)elements->pdata[i];
    if (e->is_component)
      run_component(x, e);
    else if (x->frame->pending[e->block])
      run_block(x, (const IrBlock *)x->frame->function->blocks->pdata[e->block]);
  }
}

/* ---- functions ---- */

/* Recursion is unrolled like a loop; an activation whose depth no input decided is free, within limits. */
static gboolean may_activate(Executor *x, guint function, const State *s) {
  if (x->depth >= limits.symex_call_depth) return FALSE;
  if (x->oracle || !x->cfg->recursive[function] || x->activations[function] <= x->options->unroll)
    return TRUE;
  for (Frame *f = x->frame; f; f = f->caller)
    if (f->function->id == function)
      return f->entry_path == s->path && x->activations[function] <= limits.symex_free_iterations;
  return TRUE;
}

void exec_drop_stack_objects(const Frame *f, State *s) {
  for (guint i = 0; i < f->objects->len; i++)
    s->memory = pmap_remove(s->memory, g_array_index(f->objects, guint, i));
}

void exec_bind_arguments(Frame *f, const Value *args, guint n_args) {
  const IrFunction *fn = f->function;
  for (guint i = 0; i < fn->n_params; i++)
    f->regs[i] = i < n_args && value_width(args[i]) == fn->reg_width[i]
                     ? args[i]
                     : value_bits(term_fresh_havoc(fn->reg_width[i], 0));
}

static void run_body(Executor *x, Frame *f, const State *s) {
  Pending start = {*s, NULL, NULL};
  const IrBlock *entry = (const IrBlock *)f->function->blocks->pdata[0];
  start.values = (Value *)arena_alloc(x->memory.arena, MAX(f->info->n_live_in[0], 1) * sizeof(Value));
  for (guint i = 0; i < f->info->n_live_in[entry->id]; i++)
    start.values[i] = f->regs[f->info->live_in[entry->id][i]];
  f->pending[0] = &start;
  run_elements(x, f->info->wto);
}

gboolean exec_function(Executor *x, guint function, const Value *args, guint n_args, State *s,
                       Value *results) {
  const IrFunction *fn = program_function(x->program, function);
  if (!may_activate(x, function, s)) {
    record(x, exec_doubtless(x, s, path_full(s->path), FALSE), LEAVE_CUT, fn->loc, NULL);
    return FALSE;
  }
  Frame f = {.caller = x->frame,
             .function = fn,
             .info = cfg_info(x->cfg, function),
             .results = results,
             .entry_path = s->path};
  if (!x->controls[function]) x->controls[function] = control_new(fn, f.info);
  f.control = x->controls[function];
  f.regs = g_new0(Value, MAX(fn->n_regs, 1));
  f.pending = g_new0(Pending *, fn->blocks->len);
  f.objects = g_array_new(FALSE, FALSE, sizeof(guint));
  exec_bind_arguments(&f, args, n_args);
  x->frame = &f;
  x->activations[function]++;
  x->depth++;
  run_body(x, &f, s);
  x->depth--;
  x->activations[function]--;
  x->frame = f.caller;
  if (f.returned) {
    *s = f.result_state;
    exec_drop_stack_objects(&f, s);
  }
  g_free(f.regs);
  g_free(f.pending);
  g_array_unref(f.objects);
  return f.returned && !x->aborted;
}
