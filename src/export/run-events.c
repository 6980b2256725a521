/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks the program along a trace: blocks from branch to branch, calls on a stack of their own. */
#include "export/run-events.h"
#include "base/limits.h"
#include "ir/cfg.h"

typedef struct {
  const IrFunction *function;
  const IrBlock *block;
  guint next; /* instruction */
} Place;

typedef struct {
  const Program *program;
  const Automaton *trace;
  const Model *point;
  GArray *events;
  GArray *stack;     /* Place; the last one runs */
  guint *executions; /* by input site */
  guint step;        /* of the trace */
  guint idle;
} Walk;

typedef enum { WALK_ON, WALK_FAILED, WALK_LOST } Outcome;

static Place *top(const Walk *w) { return &g_array_index(w->stack, Place, w->stack->len - 1); }

static void tell(Walk *w, RunEvent e) {
  if (w->events->len < limits.export_witness_events) g_array_append_val(w->events, e);
}

static void enter(Walk *w, const IrFunction *f) {
  Place start = {f, (const IrBlock *)f->blocks->pdata[0], 0};
  g_array_append_val(w->stack, start);
}

static void go_to(Walk *w, guint successor) {
  Place *p = top(w);
  p->block = (const IrBlock *)p->function->blocks->pdata[p->block->succs[successor]];
  p->next = 0;
}

/* ---- instructions ---- */

static void read_input(Walk *w, const IrFunction *f, const IrInstr *i) {
  const InputSite *site = program_site(w->program, i->site);
  const Term *input = term_input((InputKey){i->site, ++w->executions[i->site], 0}, site->width);
  tell(w, (RunEvent){.kind = RUN_INPUT,
                     .function = f,
                     .loc = i->loc,
                     .site = i->site,
                     .value = model_value(w->point, input)});
}

static void compute(Walk *w, const IrFunction *f, const IrInstr *i) {
  const RunEvent *last = w->events->len ? &g_array_index(w->events, RunEvent, w->events->len - 1) : NULL;
  const gboolean same = last && last->kind == RUN_STATEMENT && last->loc.line == i->loc.line;
  if (i->loc.line && !same) tell(w, (RunEvent){.kind = RUN_STATEMENT, .function = f, .loc = i->loc});
}

static Outcome call(Walk *w, const IrFunction *f, const IrInstr *i) {
  guint callee = ir_callee(i);
  if (callee == G_MAXUINT || w->stack->len >= limits.retrace_call_depth) return WALK_LOST;
  const IrFunction *g = program_function(w->program, callee);
  if (!g->blocks->len) return WALK_LOST;
  tell(w, (RunEvent){.kind = RUN_ENTER, .function = f, .callee = g, .loc = i->loc});
  enter(w, g);
  return WALK_ON;
}

/* ---- ends of blocks ---- */

static Outcome decide(Walk *w, const Place *p) {
  const IrBlock *b = p->block;
  if (w->step >= w->trace->steps->len) return WALK_LOST;
  const AutomatonStep *s = &g_array_index(w->trace->steps, AutomatonStep, w->step++);
  if (s->function != p->function->id || s->block != b->id || s->successor >= b->n_succs) return WALK_LOST;
  RunEvent e = {
      .kind = b->term == IR_SWITCH ? RUN_SWITCH : RUN_BRANCH, .function = p->function, .loc = b->term_loc};
  if (b->term == IR_SWITCH && s->successor > 0) {
    e.is_case = TRUE;
    e.value = b->cases[s->successor - 1];
  } else if (b->term == IR_BRANCH) {
    e.whole = b->decides[s->successor] != CONDITION_OPEN;
    e.holds = b->decides[s->successor] == CONDITION_HOLDS;
  }
  tell(w, e);
  go_to(w, s->successor);
  w->idle = 0;
  return WALK_ON;
}

static Outcome leave(Walk *w) {
  const IrFunction *callee = top(w)->function;
  g_array_set_size(w->stack, w->stack->len - 1);
  if (!w->stack->len) return WALK_LOST;
  const Place *p = top(w);
  const IrInstr *i = &g_array_index(p->block->instrs, IrInstr, p->next - 1);
  tell(w, (RunEvent){.kind = RUN_RETURN, .function = p->function, .callee = callee, .loc = i->loc});
  return WALK_ON;
}

static Outcome end_block(Walk *w) {
  const Place *p = top(w);
  if (w->idle++ > limits.retrace_idle_blocks) return WALK_LOST;
  switch (p->block->term) {
  case IR_JUMP: go_to(w, 0); return WALK_ON;
  case IR_BRANCH:
  case IR_SWITCH: return decide(w, p);
  case IR_RETURN: return leave(w);
  case IR_ERROR: return WALK_FAILED;
  default: return WALK_LOST;
  }
}

static Outcome step(Walk *w) {
  Place *p = top(w);
  if (p->next >= p->block->instrs->len) return end_block(w);
  const IrInstr *i = &g_array_index(p->block->instrs, IrInstr, p->next++);
  switch (i->opcode) {
  case IR_CALL: return call(w, p->function, i);
  case IR_INPUT: read_input(w, p->function, i); return WALK_ON;
  default: compute(w, p->function, i); return WALK_ON;
  }
}

GArray *run_events(const Program *p, const Automaton *trace, const Model *point) {
  Walk w = {.program = p, .trace = trace, .point = point};
  w.events = g_array_new(FALSE, TRUE, sizeof(RunEvent));
  w.stack = g_array_new(FALSE, TRUE, sizeof(Place));
  w.executions = g_new0(guint, p->sites->len + 1);
  Outcome outcome = WALK_ON;
  enter(&w, program_function(p, p->entry));
  while (outcome == WALK_ON) outcome = step(&w);
  RunEvent error = {.kind = RUN_ERROR, .loc = trace->error.loc};
  error.function = outcome == WALK_FAILED ? top(&w)->function : NULL;
  g_array_append_val(w.events, error);
  g_array_unref(w.stack);
  g_free(w.executions);
  return w.events;
}
