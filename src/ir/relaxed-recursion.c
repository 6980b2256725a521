/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of a function by itself as a choice: behind the call, or back to the entry. */
#include "ir/relaxed-recursion.h"
#include "ir/cfg.h"
#include "ir/entry-loop.h"

/* ---- what functions do to the rest of the program ---- */

typedef enum {
  TOUCHES_NOTHING,
  TOUCHES_CONTENTS, /* reads inputs, makes objects, or changes what is in some: no object ends */
  TOUCHES_MORE      /* ends objects; or makes them, where it is asked whether runs end */
} Touch;

/* Where calls nest deeper and deeper and each makes an object, memory ends before the recursion does. */
static Touch lib_touch(const Program *p, LibFunction lib) {
  if (lib == LIB_UNKNOWN || lib_is_question(lib)) return TOUCHES_NOTHING;
  if (lib == LIB_FREE || lib == LIB_REALLOC || lib == LIB_END) return TOUCHES_MORE;
  const gboolean makes = lib == LIB_MALLOC || lib == LIB_CALLOC;
  return makes && property_asks_for_end(p->property) ? TOUCHES_MORE : TOUCHES_CONTENTS;
}

static Touch instr_touch(const Program *p, const IrInstr *in, const Touch *of) {
  switch ((IrOpcode)in->opcode) {
  case IR_TERM:
  case IR_PTRADD:
  case IR_LOAD:
  case IR_ASSUME: return TOUCHES_NOTHING;
  case IR_STORE:
  case IR_INPUT: return TOUCHES_CONTENTS;
  case IR_CALL: return ir_callee(in) == G_MAXUINT ? TOUCHES_MORE : of[ir_callee(in)];
  case IR_LIB: return lib_touch(p, (LibFunction)in->lib);
  default: return TOUCHES_MORE;
  }
}

static Touch function_touch(const Program *p, const IrFunction *f, const Touch *of) {
  Touch most = f->defined && !f->variadic ? TOUCHES_NOTHING : TOUCHES_MORE;
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++) most = MAX(most, instr_touch(p, &g_array_index(instrs, IrInstr, i), of));
  }
  return most;
}

/* By function id, to free: all are taken to touch nothing until they are seen to. */
static Touch *touches(const Program *p) {
  Touch *of = g_new0(Touch, p->functions->len);
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < p->functions->len; i++) {
      const Touch touch = function_touch(p, program_function(p, i), of);
      changed |= touch != of[i];
      of[i] = touch;
    }
  }
  return of;
}

/* ---- the change ---- */

static void add_unknown(IrBlock *b, guint at, guint reg, guint width) {
  const IrInstr any = {.opcode = IR_LIB, .lib = LIB_UNKNOWN, .width = width, .dest = reg, .n_dest = 1};
  g_array_insert_val(b->instrs, at, any);
}

/* Where edges lead to b, they lead to `front` from now on. */
static void turn_edges(IrFunction *f, const IrBlock *b, const IrBlock *front) {
  for (guint i = 0; i < f->blocks->len; i++) {
    IrBlock *from = (IrBlock *)f->blocks->pdata[i];
    for (guint s = 0; s < from->n_succs; s++)
      if (from->succs[s] == b->id) from->succs[s] = front->id;
    if (from->beside == b->id + 1) from->beside = front->id + 1;
  }
}

/* A new block with what stands before the instruction, to which all edges to the block lead now.  Edges from the block
 * stay what they are, so that the phis behind it do. */
static IrBlock *split_before(IrFunction *f, IrBlock *b, guint at) {
  IrBlock *front = function_add_block(f), old = *front;
  turn_edges(f, b, front);
  front->phis = b->phis;
  front->variables = b->variables;
  front->n_preds = b->n_preds;
  front->preds = b->preds;
  b->phis = old.phis;
  b->variables = old.variables;
  b->n_preds = 0;
  b->preds = NULL;
  g_array_append_vals(front->instrs, b->instrs->data, at);
  g_array_remove_range(b->instrs, 0, at);
  return front;
}

/* The call, which is the first instruction of the block behind, becomes a choice; its arguments, to free. */
static Operand *relax_call(IrFunction *f, IrBlock *front, IrBlock *behind, const IrBlock *head) {
  const IrInstr call = g_array_index(behind->instrs, IrInstr, 0);
  g_array_remove_index(behind->instrs, 0);
  for (guint i = 0; i < call.n_dest; i++) add_unknown(behind, i, call.dest + i, f->reg_width[call.dest + i]);
  front->cond = operand_reg(1, function_add_reg(f, 1));
  add_unknown(front, front->instrs->len, (guint)front->cond.value, 1);
  front->term = IR_BRANCH;
  front->term_loc = call.loc;
  front->n_succs = 2;
  front->succs = g_new(guint, 2);
  front->succs[0] = head->id;
  front->succs[1] = behind->id;
  return call.args;
}

/* The first call of itself in the block; the number of instructions: there is none. */
static guint next_call(const IrFunction *f, const IrBlock *b) {
  guint at = 0;
  while (at < b->instrs->len && !function_calls_itself(f, &g_array_index(b->instrs, IrInstr, at))) at++;
  return at;
}

static gboolean has_calls(const IrFunction *f) {
  for (guint b = 0; b < f->blocks->len; b++) {
    const IrBlock *block = (const IrBlock *)f->blocks->pdata[b];
    if (next_call(f, block) < block->instrs->len) return TRUE;
  }
  return FALSE;
}

/* Calls that come last may be jumps to such a head already. */
static guint relax_function(IrFunction *f) {
  g_autoptr(GPtrArray) calls = g_ptr_array_new_with_free_func(g_free);
  guint first;
  IrBlock *known = entry_loop_find(f), *head = known ? known : entry_loop_open(f, &first);
  const guint blocks = f->blocks->len;
  for (guint i = 0; i < blocks; i++) {
    IrBlock *b = (IrBlock *)f->blocks->pdata[i];
    for (guint at = next_call(f, b); at < b->instrs->len; at = next_call(f, b)) {
      IrBlock *front = split_before(f, b, at);
      if (b == head) head = front;
      g_ptr_array_add(calls, relax_call(f, front, b, head));
    }
  }
  if (known)
    entry_loop_add(f, head, calls);
  else
    entry_loop_close(f, head, first, calls);
  return calls->len;
}

/* ---- what is not known any more ---- */

/* The access stays, for it may be wrong; what it finds is another register's. */
static void forget_load(IrFunction *f, IrBlock *b, guint at) {
  IrInstr *load = &g_array_index(b->instrs, IrInstr, at);
  const guint dest = load->dest, width = load->width;
  load->dest = function_add_reg(f, width);
  add_unknown(b, at + 1, dest, width);
}

static void forget_in_block(IrFunction *f, IrBlock *b, const gboolean *sites) {
  for (guint i = 0; i < b->instrs->len; i++) {
    IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode == IR_INPUT && sites[in->site])
      *in = (IrInstr){.opcode = IR_LIB, .lib = LIB_UNKNOWN, .width = in->width, .dest = in->dest, .n_dest = 1};
    else if (in->opcode == IR_LOAD)
      forget_load(f, b, i++);
  }
}

/* Marks the function, and all that it calls. */
static void mark_called(const Program *p, guint function, gboolean *marked) {
  const IrFunction *f = program_function(p, function);
  if (marked[function]) return;
  marked[function] = TRUE;
  for (guint b = 0; b < f->blocks->len; b++) {
    const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
    for (guint i = 0; i < instrs->len; i++) {
      const IrInstr *in = &g_array_index(instrs, IrInstr, i);
      if (in->opcode == IR_CALL && ir_callee(in) != G_MAXUINT) mark_called(p, ir_callee(in), marked);
    }
  }
}

/* By site, to free: those that marked functions read. */
static gboolean *sites_read(const Program *p, const gboolean *marked) {
  gboolean *sites = g_new0(gboolean, p->sites->len + 1);
  for (guint i = 0; i < p->functions->len; i++) {
    const IrFunction *f = program_function(p, i);
    for (guint b = 0; marked[i] && b < f->blocks->len; b++) {
      const GArray *instrs = ((const IrBlock *)f->blocks->pdata[b])->instrs;
      for (guint k = 0; k < instrs->len; k++) {
        const IrInstr *in = &g_array_index(instrs, IrInstr, k);
        if (in->opcode == IR_INPUT) sites[in->site] = TRUE;
      }
    }
  }
  return sites;
}

/* What memory holds, and which of their inputs come next, depends on calls that are not made any more. */
static void forget_contents(Program *p, const gboolean *marked) {
  g_autofree gboolean *sites = sites_read(p, marked);
  for (guint i = 0; i < p->functions->len; i++) {
    IrFunction *f = program_function(p, i);
    for (guint b = 0; b < f->blocks->len; b++) forget_in_block(f, (IrBlock *)f->blocks->pdata[b], sites);
  }
}

guint program_relax_recursion(Program *p) {
  g_autofree Touch *of = touches(p);
  g_autofree gboolean *marked = g_new0(gboolean, p->functions->len);
  gboolean forget = FALSE;
  guint n = 0;
  for (guint i = 0; i < p->functions->len; i++) {
    if (of[i] == TOUCHES_MORE || !has_calls(program_function(p, i))) continue;
    forget |= of[i] == TOUCHES_CONTENTS;
    if (of[i] == TOUCHES_CONTENTS) mark_called(p, i, marked);
    n += relax_function(program_function(p, i));
  }
  if (forget) forget_contents(p, marked);
  return n;
}
