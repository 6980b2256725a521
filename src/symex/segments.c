/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Segments of runs: a stack of states to follow, each at the start of a block or behind a call that has returned. */
#include "symex/segments.h"
#include "base/limits.h"
#include "ir/reads.h"
#include <string.h>

struct Segments {
  Executor x;
  SymexOptions options;
  gboolean *followed;  /* by function: run by run */
  gboolean **is_cut;   /* by function, NULL where not followed; by block */
  GPtrArray *lists;    /* GArray*: the stack objects of activations */
  GPtrArray *open;     /* Step*: to follow */
  Segment *segment;    /* being run */
};

/* A state that is to be followed from an instruction of a block on. */
typedef struct {
  CutPoint at;
  guint instr;
  Value *regs;      /* where a call has returned: all registers; NULL: at.values has what is needed */
  guint iterations; /* of loops that are not cut, on the way from the cut point */
} Step;

/* ---- which functions are followed, and where they are cut ---- */

static void mark_loops(Segments *g, const IrFunction *f, const GPtrArray *elements, const gboolean *reads) {
  for (guint i = 0; elements && i < elements->len; i++) {
    const WtoElement *e = (const WtoElement *)elements->pdata[i];
    if (!e->is_component) continue;
    if (reads_in_loop(reads, f, e)) g->followed[f->id] = g->is_cut[f->id][e->block] = TRUE;
    mark_loops(g, f, e->body, reads);
  }
}

static gboolean calls_followed(const Segments *g, const IrFunction *f) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++) {
      const IrInstr *in = &g_array_index(instrs, IrInstr, i);
      if (in->opcode == IR_CALL && ir_callee(in) != G_MAXUINT && g->followed[ir_callee(in)]) return TRUE;
    }
  }
  return FALSE;
}

static void find_followed(Segments *g) {
  const Program *p = g->x.program;
  g_autofree gboolean *reads = reads_by_function(p);
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    g->is_cut[i] = g_new0(gboolean, f->blocks->len + 1);
    if (cfg_info(g->x.cfg, i)) mark_loops(g, f, cfg_info(g->x.cfg, i)->wto, reads);
  }
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < p->functions->len; i++)
      if (!g->followed[i] && calls_followed(g, program_function(p, i))) more = g->followed[i] = TRUE;
  }
  g->followed[p->entry] = TRUE;
}

/* ---- states ---- */

static GArray *new_objects(Segments *g) {
  GArray *objects = g_array_new(FALSE, FALSE, sizeof(guint));
  g_ptr_array_add(g->lists, objects);
  return objects;
}

static void follow_later(Segments *g, const Step *s) {
  g_ptr_array_add(g->open, g_memdup2(s, sizeof *s));
}

static gboolean is_loop_head(const Segments *g, const IrFunction *f, guint block) {
  return cfg_info(g->x.cfg, f->id)->loop_head[block] == block;
}

/* The runs of the state go along an edge of the block that the present activation is in. */
static void go(Segments *g, const Step *from, const State *s, guint to) {
  Executor *x = &g->x;
  const IrFunction *f = from->at.function;
  Step next = {.at = from->at, .iterations = from->iterations};
  next.at.block = to;
  next.at.at = (Pending){.state = *s,
                         .values = exec_values_on_edge(x, (const IrBlock *)f->blocks->pdata[to], from->at.block)};
  next.iterations += is_loop_head(g, f, to);
  if (g->is_cut[f->id][to] || next.iterations > limits.segment_iterations)
    g_array_append_val(g->segment->arrivals, next.at);
  else
    follow_later(g, &next);
}

static void branch(Segments *g, const Step *from, State *s, const IrBlock *b) {
  const Term *cond = value_number(exec_operand(&g->x, &b->cond));
  for (guint i = 0; i < b->n_succs; i++) {
    const Term *condition = exec_edge_condition(b, cond, i);
    const int decided = state_decide(s, condition);
    if (decided == 0) continue;
    State next = *s;
    if (decided < 0) exec_assume(&g->x, &next, condition);
    go(g, from, &next, b->succs[i]);
    if (decided == 1) return;
  }
}

/* ---- calls ---- */

/* The present activation as one that waits for a call to return. */
static const Frame *waiting(Executor *x) {
  Frame *f = arena_new_struct(x->memory.arena, Frame);
  const gsize size = MAX(x->frame->function->n_regs, 1) * sizeof(Value);
  *f = *x->frame;
  f->regs = (Value *)arena_alloc(x->memory.arena, size);
  memcpy(f->regs, x->frame->regs, size);
  return f;
}

static gboolean is_followed_call(const Segments *g, const IrInstr *i) {
  return i->opcode == IR_CALL && ir_callee(i) != G_MAXUINT && g->followed[ir_callee(i)] &&
         program_function(g->x.program, ir_callee(i))->defined;
}

static guint depth_of(const Frame *f) {
  guint n = 0;
  for (; f; f = f->caller) n++;
  return n;
}

static void call(Segments *g, const Step *from, const State *s, const IrInstr *i) {
  Executor *x = &g->x;
  const IrFunction *f = program_function(x->program, ir_callee(i));
  const CfgInfo *info = cfg_info(x->cfg, f->id);
  Value args[i->n_args];
  for (guint n = 1; n < i->n_args; n++) args[n - 1] = exec_operand(x, &i->args[n]);
  if (depth_of(x->frame) > limits.segment_call_depth) {
    g_ptr_array_add(x->cuts, (gpointer)path_full(s->path));
    return;
  }
  Frame callee = {.function = f, .regs = g_new0(Value, MAX(f->n_regs, 1))};
  exec_bind_arguments(&callee, args, i->n_args - 1);
  Step next = {.at = {.caller = waiting(x), .function = f, .objects = new_objects(g)},
               .iterations = from->iterations};
  next.at.at.state = *s;
  next.at.at.values = (Value *)arena_alloc(x->memory.arena, MAX(info->n_live_in[0], 1) * sizeof(Value));
  for (guint n = 0; n < info->n_live_in[0]; n++) next.at.at.values[n] = callee.regs[info->live_in[0][n]];
  g_free(callee.regs);
  follow_later(g, &next);
}

static void come_back(Segments *g, const Step *from, State *s, const IrBlock *b) {
  Executor *x = &g->x;
  const Frame *caller = from->at.caller;
  if (!caller) return; /* the program ends */
  const IrInstr *i = &g_array_index(caller->block->instrs, IrInstr, caller->at);
  Step next = {.at = {caller->caller, caller->function, caller->block->id, {.state = *s}, caller->objects},
               .instr = caller->at + 1,
               .iterations = from->iterations};
  const gsize size = MAX(caller->function->n_regs, 1) * sizeof(Value);
  next.regs = (Value *)arena_alloc(x->memory.arena, size);
  memcpy(next.regs, caller->regs, size);
  for (guint n = 0; n < i->n_dest && n < b->n_values; n++)
    next.regs[i->dest + n] = exec_operand(x, &b->values[n]);
  exec_drop_stack_objects(x->frame, &next.at.at.state);
  follow_later(g, &next);
}

/* ---- following ---- */

static void leave_block(Segments *g, const Step *from, State *s, const IrBlock *b) {
  switch (b->term) {
  case IR_JUMP: go(g, from, s, b->succs[0]); break;
  case IR_BRANCH:
  case IR_SWITCH: branch(g, from, s, b); break;
  case IR_RETURN: come_back(g, from, s, b); break;
  default: exec_stop(&g->x, s, b); break;
  }
}

static void run_block(Segments *g, const Step *from, const IrBlock *b) {
  Executor *x = &g->x;
  State s = from->at.at.state;
  for (guint i = from->instr; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    x->result->steps++;
    x->frame->at = i;
    if (exec_out_of_budget(x)) return;
    if (is_followed_call(g, in)) {
      call(g, from, &s, in);
      return;
    }
    if (!exec_instr(x, &s, in)) return;
  }
  x->result->steps++;
  if (!exec_out_of_budget(x)) leave_block(g, from, &s, b);
}

static void follow(Segments *g, const Step *s) {
  Executor *x = &g->x;
  const IrBlock *b = (const IrBlock *)s->at.function->blocks->pdata[s->at.block];
  Frame f = {.caller = (Frame *)s->at.caller,
             .function = s->at.function,
             .info = cfg_info(x->cfg, s->at.function->id),
             .block = b,
             .objects = s->at.objects};
  f.regs = g_new0(Value, MAX(s->at.function->n_regs, 1));
  if (s->regs) memcpy(f.regs, s->regs, s->at.function->n_regs * sizeof(Value));
  x->frame = &f;
  if (!s->regs) exec_enter(x, b, s->at.at.values);
  run_block(g, s, b);
  x->frame = NULL;
  g_free(f.regs);
}

/* What the executor records goes to the segment meanwhile. */
static void exchange_records(Segments *g, GArray **failures, GArray **unknown, GPtrArray **cuts) {
  Executor *x = &g->x;
  GArray *my_failures = x->result->failures, *my_unknown = x->result->unknown;
  GPtrArray *my_cuts = x->cuts;
  x->result->failures = *failures;
  x->result->unknown = *unknown;
  x->cuts = *cuts;
  *failures = my_failures;
  *unknown = my_unknown;
  *cuts = my_cuts;
}

static void follow_all(Segments *g) {
  for (guint n = 0; g->open->len && !g->x.aborted && n < limits.segment_blocks; n++) {
    g_autofree Step *next = (Step *)g_ptr_array_steal_index(g->open, g->open->len - 1);
    follow(g, next);
  }
  g->segment->complete = g->open->len == 0 && !g->x.aborted;
  g_ptr_array_set_size(g->open, 0);
}

static Step first_step(Segments *g, const CutPoint *from, const Term *given) {
  Step first = {.at = *from};
  State *s = &first.at.at.state;
  s->path = NULL;
  s->facts = NULL;
  s->counts = rounds_counts(&g->x);
  state_learn(g->x.memory.arena, s, given);
  return first;
}

Segment *segment_run(Segments *g, const CutPoint *from, const Term *given) {
  Segment *s = g->segment = g_new0(Segment, 1);
  s->arrivals = g_array_new(FALSE, FALSE, sizeof(CutPoint));
  s->failures = g_array_new(FALSE, FALSE, sizeof(SymexEvent));
  GArray *unknown = g_array_new(FALSE, FALSE, sizeof(SymexEvent));
  GPtrArray *cuts = g_ptr_array_new();
  const Step first = first_step(g, from, given);
  exchange_records(g, &s->failures, &unknown, &cuts);
  follow_later(g, &first);
  follow_all(g);
  exchange_records(g, &s->failures, &unknown, &cuts);
  s->open = term_or_n((const Term *const *)cuts->pdata, cuts->len);
  for (guint i = 0; i < unknown->len; i++) s->open = term_or(s->open, g_array_index(unknown, SymexEvent, i).guard);
  g_array_unref(unknown);
  g_ptr_array_unref(cuts);
  return s;
}

void segment_free(Segment *s) {
  g_array_unref(s->arrivals);
  g_array_unref(s->failures);
  g_free(s);
}

/* ---- the whole ---- */

static void free_list(gpointer list) { g_array_unref((GArray *)list); }

Segments *segments_new(const Program *p, const Cfg *cfg, gint64 deadline) {
  Segments *g = g_new0(Segments, 1);
  g->options = (SymexOptions){.unroll = limits.round_iterations, .inputs_per_site = G_MAXUINT, .deadline = deadline};
  g->x = (Executor){.program = p, .cfg = cfg, .options = &g->options, .result = symex_result_new(),
                    .asks_for_end = property_asks_for_end(p->property)};
  executor_begin(&g->x);
  g->followed = g_new0(gboolean, p->functions->len);
  g->is_cut = g_new0(gboolean *, p->functions->len);
  g->lists = g_ptr_array_new_with_free_func(free_list);
  g->open = g_ptr_array_new_with_free_func(g_free);
  find_followed(g);
  return g;
}

void segments_free(Segments *g) {
  SymexResult *r = g->x.result;
  for (guint i = 0; i < g->x.program->functions->len; i++) g_free(g->is_cut[i]);
  g_free(g->is_cut);
  g_free(g->followed);
  g_ptr_array_unref(g->lists);
  g_ptr_array_unref(g->open);
  executor_clear(&g->x);
  symex_result_free(r);
  g_free(g);
}

Executor *segments_executor(Segments *g) { return &g->x; }

CutPoint segments_start(Segments *g) {
  Executor *x = &g->x;
  const IrFunction *f = program_function(x->program, x->program->entry);
  const CfgInfo *info = cfg_info(x->cfg, f->id);
  CutPoint start = {.function = f, .objects = new_objects(g)};
  start.at.state = (State){.position = G_MAXUINT};
  executor_make_objects(x, &start.at.state);
  start.at.values = (Value *)arena_alloc(x->memory.arena, MAX(info->n_live_in[0], 1) * sizeof(Value));
  for (guint i = 0; i < info->n_live_in[0]; i++)
    start.at.values[i] = value_bits(term_fresh_havoc(f->reg_width[info->live_in[0][i]], 0));
  return start;
}
