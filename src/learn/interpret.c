/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter: control, instructions and calls.  Its memory is in interpret-memory.c. */
#include "learn/interpret-memory.h"
#include <setjmp.h>
#include <string.h>
#include "learn/interpret.h"

#define MAX_DEPTH 3000
#define MAX_REGISTERS (1u << 21) /* of all activations together */
#define FUNCTION_STEP 16         /* functions have their addresses below all objects */

struct Interpreter {
  const Program *program;
  Store *store;
  guint64 *registers; /* of all activations, as a stack */
  guint used;
  guint *occurrences; /* by site */
  const Model *point;
  GPtrArray *inputs;
  guint64 steps, max_steps, unknown;
  gboolean met_unknown, strayed;
  guint depth;
  RunEnd end;
  jmp_buf finish;
};

typedef struct {
  const IrFunction *function;
  guint64 *regs;
} Frame;

static void finish(Interpreter *it, RunEnd end) {
  it->end = end;
  longjmp(it->finish, 1);
}

static inline guint64 value(Interpreter *it, const guint64 *regs, const Operand *o) {
  switch (o->kind) {
  case OPERAND_REG: return regs[o->value];
  case OPERAND_CONST: return o->value;
  case OPERAND_GLOBAL:
    return (store_global(it->store, (guint)o->value) + (guint64)o->offset) & term_mask(o->width);
  case OPERAND_FUNCTION: return FUNCTION_STEP * (o->value + 1);
  default: g_assert_not_reached();
  }
}

static guint64 unknown_value(Interpreter *it, guint width) {
  it->met_unknown = TRUE;
  return it->unknown & term_mask(width);
}

/* ---- inputs and memory ---- */

static guint64 input_value(gpointer data, InputKey key, guint width) {
  Interpreter *it = (Interpreter *)data;
  if (key.occurrence >= 1u << 20 || key.offset >= 1u << 24) finish(it, RUN_END_ODD);
  const Term *input = term_input(key, width);
  if (it->inputs) g_ptr_array_add(it->inputs, (gpointer)input);
  return model_value(it->point, input);
}

static guint64 next_input(Interpreter *it, const IrInstr *in) {
  const InputSite *s = program_site(it->program, in->site);
  guint64 v = input_value(it, (InputKey){in->site, ++it->occurrences[in->site], 0}, s->width);
  if (in->width > s->width && s->is_signed) v = (guint64)term_signed(v, s->width);
  return v & term_mask(in->width);
}

static guint64 object(Interpreter *it, gboolean heap, guint64 size, Fill fill) {
  guint64 at = store_new(it->store, heap, size, fill);
  if (!at) finish(it, RUN_END_ODD);
  return at;
}

static Fill from_site(Interpreter *it, guint site) {
  return (Fill){FILL_INPUT, site, ++it->occurrences[site]};
}

static guint8 *access(Interpreter *it, guint64 address, guint64 bytes, gboolean write) {
  guint8 *at = store_access(it->store, address, bytes, write);
  if (!at) finish(it, RUN_END_ODD);
  return at;
}

static guint64 load(Interpreter *it, guint64 address, guint width) {
  guint bytes = (width + 7) / 8;
  guint64 v = 0;
  memcpy(&v, access(it, address, bytes, FALSE), bytes); /* the modelled machines and ours: little-endian */
  return v & term_mask(width);
}

static guint64 step(Interpreter *it, guint64 from, guint64 bytes, guint width) {
  guint64 to = store_step(it->store, from, (from + bytes) & term_mask(width));
  if (to == STORE_ASTRAY) finish(it, RUN_END_ODD);
  it->strayed |= !store_same_object(it->store, from, to);
  return to;
}

static guint64 run_realloc(Interpreter *it, guint64 old, guint64 size, guint site) {
  guint64 had = old ? store_size_from(it->store, old) : 0, n = MIN(had, size);
  if (size == 0 || (old && !had)) finish(it, RUN_END_ODD);
  guint64 at = object(it, TRUE, size, from_site(it, site));
  if (n) memcpy(access(it, at, n, TRUE), access(it, old, n, FALSE), n);
  if (old && !store_release(it->store, old)) finish(it, RUN_END_ODD);
  return at;
}

static guint64 run_lib(Interpreter *it, const guint64 *regs, const IrInstr *in) {
  guint64 a[4] = {0};
  for (guint i = 0; i < MIN(in->n_args, 4); i++) a[i] = value(it, regs, &in->args[i]);
  switch ((LibFunction)in->lib) {
  case LIB_MALLOC: return object(it, TRUE, a[0], from_site(it, in->site));
  case LIB_CALLOC: return object(it, TRUE, a[0] * a[1], (Fill){FILL_ZERO, 0, 0});
  case LIB_REALLOC: return run_realloc(it, a[0], a[1], in->site);
  case LIB_MEMCPY:
    if (a[2]) memmove(access(it, a[0], a[2], TRUE), access(it, a[1], a[2], FALSE), a[2]);
    return a[0];
  case LIB_MEMSET:
    if (a[2]) memset(access(it, a[0], a[2], TRUE), (int)a[1], a[2]);
    return a[0];
  case LIB_FREE:
    if (a[0] && !store_release(it->store, a[0])) finish(it, RUN_END_ODD);
    return 0;
  case LIB_APART:
    if (a[0] != a[2] && (a[2] - a[0] < a[1] || a[0] - a[2] < a[3])) finish(it, RUN_END_ODD);
    return 0;
  case LIB_SCRAMBLE: store_forget(it->store, a[0], (Fill){FILL_UNKNOWN, 0, 0}); return 0;
  case LIB_UNKNOWN: return unknown_value(it, in->width);
  }
  g_assert_not_reached();
}

/* A whole object becomes the next occurrence of its site; of a part nobody keeps track. */
static void run_uninit(Interpreter *it, guint64 address, guint64 bytes, guint site) {
  Fill next = from_site(it, site);
  if (bytes == 0) return;
  access(it, address, bytes, TRUE);
  gboolean whole = store_is_whole(it->store, address, bytes);
  store_forget(it->store, address, whole ? next : (Fill){FILL_UNKNOWN, 0, 0});
}

/* ---- operations ---- */

/* As in symbolic execution: a quotient that no branch waits for may never be computed, so what a division by
 * zero does is known only where one does. */
static gboolean branch_needs(const IrBlock *b, const IrInstr *in) {
  if (b->term != IR_BRANCH && b->term != IR_SWITCH) return FALSE;
  const IrInstr *first = &g_array_index(b->instrs, IrInstr, 0);
  guint wanted = b->cond.kind == OPERAND_REG ? (guint)b->cond.value : G_MAXUINT;
  for (const IrInstr *at = first + b->instrs->len - 1; at > in; at--) {
    if (!at->n_dest || at->dest != wanted) continue;
    wanted = G_MAXUINT;
    for (guint n = 0; at->opcode == IR_TERM && n < at->n_args; n++)
      if (at->args[n].kind == OPERAND_REG && (wanted == G_MAXUINT || at->args[n].value == in->dest))
        wanted = (guint)at->args[n].value;
  }
  return wanted == in->dest;
}

static void guard_division(Interpreter *it, const IrBlock *b, const IrInstr *in, const guint64 *args) {
  guint64 least = G_GUINT64_CONSTANT(1) << (in->width - 1);
  if (args[1] == 0) finish(it, branch_needs(b, in) ? RUN_END_PASS : RUN_END_ODD);
  if ((in->term_op == TERM_SDIV || in->term_op == TERM_SREM) && args[0] == least &&
      args[1] == term_mask(in->width))
    finish(it, RUN_END_ODD);
}

static guint64 run_term(Interpreter *it, const guint64 *regs, const IrBlock *b, const IrInstr *in) {
  guint64 args[3], result = 0, mask = term_mask(in->width);
  guint widths[3];
  for (guint i = 0; i < in->n_args; i++) {
    args[i] = value(it, regs, &in->args[i]);
    widths[i] = in->args[i].width;
  }
  switch (in->term_op) { /* the common ones at once */
  case TERM_ADD: return (args[0] + args[1]) & mask;
  case TERM_SUB: return (args[0] - args[1]) & mask;
  case TERM_EQ: return args[0] == args[1];
  case TERM_ULT: return args[0] < args[1];
  case TERM_SLT: return term_signed(args[0], widths[0]) < term_signed(args[1], widths[0]);
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: guard_division(it, b, in, args); break;
  default: break;
  }
  if (!term_fold((TermOp)in->term_op, in->width, in->param, args, widths, in->n_args, &result))
    finish(it, RUN_END_ODD);
  return result & mask;
}

/* ---- control ---- */

static void run_function(Interpreter *it, guint id, const guint64 *regs, const Operand *args, guint n_args,
                         guint64 *results);

static void run_call(Interpreter *it, guint64 *regs, const IrInstr *in) {
  guint64 callee = value(it, regs, &in->args[0]);
  if (in->args[0].kind != OPERAND_FUNCTION && callee < FUNCTION_STEP) finish(it, RUN_END_PASS);
  if (callee % FUNCTION_STEP || callee < FUNCTION_STEP ||
      callee / FUNCTION_STEP > it->program->functions->len)
    finish(it, RUN_END_ODD);
  guint id = (guint)(callee / FUNCTION_STEP - 1);
  const IrFunction *f = program_function(it->program, id);
  if (!f->defined || f->n_results < in->n_dest) finish(it, RUN_END_ODD);
  run_function(it, id, regs, in->args + 1, in->n_args - 1, in->n_dest ? regs + in->dest : NULL);
}

static void run_instr(Interpreter *it, guint64 *regs, const IrBlock *b, const IrInstr *in) {
  guint64 v = 0;
  switch ((IrOpcode)in->opcode) {
  case IR_TERM: v = run_term(it, regs, b, in); break;
  case IR_PTRADD:
    v = step(it, value(it, regs, &in->args[0]), value(it, regs, &in->args[1]), in->width);
    break;
  case IR_LOAD: v = load(it, value(it, regs, &in->args[0]), in->width); break;
  case IR_STORE: {
    guint bytes = (in->args[1].width + 7) / 8;
    v = value(it, regs, &in->args[1]);
    memcpy(access(it, value(it, regs, &in->args[0]), bytes, TRUE), &v, bytes);
    return;
  }
  case IR_ALLOCA: v = object(it, FALSE, value(it, regs, &in->args[0]), from_site(it, in->site)); break;
  case IR_INPUT: v = next_input(it, in); break;
  case IR_CALL: run_call(it, regs, in); return;
  case IR_LIB: v = run_lib(it, regs, in); break;
  case IR_ASSUME:
    if (!value(it, regs, &in->args[0])) finish(it, RUN_END_PASS);
    return;
  case IR_UNINIT:
    run_uninit(it, value(it, regs, &in->args[0]), value(it, regs, &in->args[1]), in->site);
    return;
  }
  if (in->n_dest) regs[in->dest] = v;
}

static const IrBlock *take_edge(Interpreter *it, const Frame *f, const IrBlock *b) {
  guint edge = b->term == IR_JUMP ? 0 : ir_edge(b, value(it, f->regs, &b->cond));
  const IrBlock *to = (const IrBlock *)f->function->blocks->pdata[b->succs[edge]];
  guint n = to->phis->len;
  if (n == 0) return to;
  guint64 values[n];
  guint at = ir_pred(to, b);
  const IrPhi *phis = &g_array_index(to->phis, IrPhi, 0);
  for (guint i = 0; i < n; i++) values[i] = value(it, f->regs, &phis[i].args[at]);
  for (guint i = 0; i < n; i++) f->regs[phis[i].dest] = values[i];
  return to;
}

static const IrBlock *run_block(Interpreter *it, const Frame *f, const IrBlock *b) {
  const IrInstr *in = (const IrInstr *)(gpointer)b->instrs->data, *end = in + b->instrs->len;
  it->steps += b->instrs->len + 1;
  if (it->steps > it->max_steps) finish(it, RUN_END_LONG);
  for (; in < end; in++) run_instr(it, f->regs, b, in);
  switch (b->term) {
  case IR_HALT: finish(it, RUN_END_PASS); break;
  case IR_ERROR: finish(it, RUN_END_FAIL); break;
  case IR_UNMODELLED: finish(it, RUN_END_ODD); break;
  case IR_RETURN: return NULL;
  default: break;
  }
  return take_edge(it, f, b);
}

static void run_function(Interpreter *it, guint id, const guint64 *regs, const Operand *args, guint n_args,
                         guint64 *results) {
  Frame f = {program_function(it->program, id), it->registers + it->used};
  if (++it->depth > MAX_DEPTH || it->used + f.function->n_regs > MAX_REGISTERS) finish(it, RUN_END_ODD);
  it->used += f.function->n_regs;
  for (guint i = 0; i < f.function->n_params; i++)
    f.regs[i] = i < n_args && args[i].width == f.function->reg_width[i]
                    ? value(it, regs, &args[i])
                    : unknown_value(it, f.function->reg_width[i]);
  StoreMark mark = store_mark(it->store);
  for (const IrBlock *b = (const IrBlock *)f.function->blocks->pdata[0], *next; b; b = next) {
    next = run_block(it, &f, b);
    for (guint i = 0; !next && results && i < b->n_values; i++) results[i] = value(it, f.regs, &b->values[i]);
  }
  store_drop(it->store, mark);
  it->used -= f.function->n_regs;
  it->depth--;
}

/* ---- the public face ---- */

static void set_up_globals(Interpreter *it) {
  for (guint i = 0; i < it->program->globals->len; i++) {
    const IrGlobal *g = program_global(it->program, i);
    Fill c = g->unknown    ? (Fill){FILL_UNKNOWN, 0, 0}
             : g->external ? from_site(it, g->site)
                           : (Fill){FILL_ZERO, 0, 0};
    if (!store_add_global(it->store, g->size, c)) finish(it, RUN_END_ODD);
  }
  for (guint i = 0; i < it->program->globals->len; i++) {
    const IrGlobal *g = program_global(it->program, i);
    for (guint k = 0; k < g->inits->len && !g->external && !g->unknown; k++) {
      const IrInit *init = &g_array_index(g->inits, IrInit, k);
      guint64 v = value(it, NULL, &init->value);
      memcpy(access(it, store_global(it->store, i) + init->offset, init->width / 8, TRUE), &v,
             init->width / 8);
    }
    if (g->constant) store_protect(it->store, store_global(it->store, i));
  }
}

static guint64 unknown_contents(gpointer data, guint width) {
  return unknown_value((Interpreter *)data, width);
}

Interpreter *interpreter_new(const Program *p) {
  Interpreter *it = g_new0(Interpreter, 1);
  it->program = p;
  it->registers = g_new(guint64, MAX_REGISTERS);
  it->occurrences = g_new0(guint, p->sites->len + 1);
  it->store = store_new_empty(p, input_value, unknown_contents, it);
  return it;
}

void interpreter_free(Interpreter *it) {
  if (!it) return;
  store_free(it->store);
  g_free(it->occurrences);
  g_free(it->registers);
  g_free(it);
}

RunEnd interpreter_run(Interpreter *it, const Model *point, guint64 max_steps, guint64 unknown,
                       GPtrArray *inputs) {
  it->point = point;
  it->inputs = inputs;
  it->max_steps = max_steps;
  it->unknown = unknown;
  it->steps = it->used = it->depth = 0;
  it->met_unknown = it->strayed = FALSE;
  memset(it->occurrences, 0, it->program->sites->len * sizeof(guint));
  store_reset(it->store);
  if (!setjmp(it->finish)) {
    set_up_globals(it);
    run_function(it, it->program->entry, NULL, NULL, 0, NULL);
    it->end = RUN_END_PASS;
  }
  return it->end;
}

guint64 interpreter_steps(const Interpreter *it) { return it->steps; }

gboolean interpreter_met_unknown(const Interpreter *it) { return it->met_unknown; }

gboolean interpreter_strayed(const Interpreter *it) { return it->strayed; }
