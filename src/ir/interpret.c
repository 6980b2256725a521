/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interpreter: control, instructions and calls.  Its memory is in interpret-memory.c. */
#include "base/limits.h"
#include "ir/interpret-memory.h"
#include "ir/leap.h"
#include <setjmp.h>
#include <string.h>
#include "ir/interpret.h"

/* A state that a run was in: when it is in it again, having changed nothing but registers, it never ends. */
typedef struct {
  const IrBlock *block; /* NULL: none yet */
  guint used;
  guint64 activation, changes;
  guint64 steps; /* the next one is kept after twice as many */
  GArray *registers;
} KeptState;

#define PATH_FACTOR G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)
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
  guint64 activations, changes; /* of anything but registers */
  KeptState kept;
  Leaps *leaps;     /* NULL: it makes none */
  guint64 path;     /* a sum over all blocks so far */
  guint64 leapt;    /* steps that it leapt over */
  gboolean on_trial; /* an iteration is only tried: it changes nothing but registers */
  gboolean met_unknown, strayed, repeats, overflowed;
  guint depth;
  RunEnd end;
  jmp_buf *finish;
};

typedef struct {
  const IrFunction *function;
  guint64 *regs;
  guint64 activation; /* each call is one */
} Frame;

static void finish(Interpreter *it, RunEnd end) {
  it->end = end;
  longjmp(*it->finish, 1);
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
  if (key.occurrence > INPUT_MAX_OCCURRENCE || key.offset > INPUT_MAX_OFFSET) finish(it, RUN_END_ODD);
  const Term *input = term_input(key, width);
  if (it->inputs) g_ptr_array_add(it->inputs, (gpointer)input);
  return model_value(it->point, input);
}

static guint next_occurrence(Interpreter *it, guint site) {
  return site_is_given(program_site(it->program, site)) ? 1 : ++it->occurrences[site];
}

static guint64 next_input(Interpreter *it, const IrInstr *in) {
  const InputSite *s = program_site(it->program, in->site);
  guint64 v = input_value(it, (InputKey){in->site, next_occurrence(it, in->site), 0}, s->width);
  if (in->width > s->width && s->is_signed) v = (guint64)term_signed(v, s->width);
  return v & term_mask(in->width);
}

static guint64 object(Interpreter *it, gboolean heap, guint64 size, Fill fill) {
  guint64 at = store_new(it->store, heap, size, fill);
  if (!at) finish(it, RUN_END_ODD);
  return at;
}

static Fill from_site(Interpreter *it, guint site) {
  return (Fill){FILL_INPUT, site, next_occurrence(it, site)};
}

static guint8 *bytes_at(Interpreter *it, guint64 address, guint64 bytes, gboolean write) {
  guint8 *at = store_access(it->store, address, bytes, write);
  if (!at) finish(it, RUN_END_ODD);
  return at;
}

static guint64 load(Interpreter *it, guint64 address, guint width) {
  guint bytes = (width + 7) / 8;
  guint64 v = 0;
  memcpy(&v, bytes_at(it, address, bytes, FALSE), bytes); /* the modelled machines and ours: little-endian */
  return v & term_mask(width);
}

static guint64 step(Interpreter *it, guint64 from, guint64 bytes, guint width) {
  guint64 to = store_step(it->store, from, (from + bytes) & term_mask(width));
  if (to == STORE_ASTRAY) finish(it, RUN_END_ODD);
  it->strayed |= !store_same_object(it->store, from, to);
  return to;
}

static guint64 run_realloc(Interpreter *it, guint64 old, guint64 size, const IrInstr *in) {
  guint64 had = old ? store_size_from(it->store, old) : 0, n = MIN(had, size);
  if ((size == 0 && in->param != REALLOC_CUTS) || (old && !had)) finish(it, RUN_END_ODD);
  guint64 at = object(it, TRUE, size, from_site(it, in->site));
  if (n) memcpy(bytes_at(it, at, n, TRUE), bytes_at(it, old, n, FALSE), n);
  if (old && !store_release(it->store, old)) finish(it, RUN_END_ODD);
  return at;
}

/* Registers may hold what the C variables that they were no longer hold. */
static guint64 run_leaked(Interpreter *it, LeakQuestion question) {
  if (question == LEAK_CLEANUP) return !store_heap_is_empty(it->store);
  if (question == LEAK_RETURN) return !store_reaches_all(it->store, FALSE, NULL, 0);
  if (store_reaches_all(it->store, TRUE, NULL, 0)) return FALSE;
  return store_reaches_all(it->store, TRUE, it->registers, it->used) ? unknown_value(it, 1) : TRUE;
}

static guint64 is_valid(Interpreter *it, guint64 address, guint64 bytes, gboolean write) {
  if (store_size_from(it->store, address) < bytes) return FALSE;
  return write && !store_access(it->store, address, bytes, TRUE) ? unknown_value(it, 1) : TRUE;
}

static guint64 run_lib(Interpreter *it, const guint64 *regs, const IrInstr *in) {
  guint64 a[3] = {0};
  for (guint i = 0; i < MIN(in->n_args, 3); i++) a[i] = value(it, regs, &in->args[i]);
  switch ((LibFunction)in->lib) {
  case LIB_MALLOC: return object(it, TRUE, a[0], from_site(it, in->site));
  case LIB_CALLOC: return object(it, TRUE, a[0] * a[1], (Fill){FILL_ZERO, 0, 0});
  case LIB_REALLOC: return run_realloc(it, a[0], a[1], in);
  case LIB_MEMCPY:
    if (a[2]) memmove(bytes_at(it, a[0], a[2], TRUE), bytes_at(it, a[1], a[2], FALSE), a[2]);
    return a[0];
  case LIB_MEMSET:
    if (a[2]) memset(bytes_at(it, a[0], a[2], TRUE), (int)a[1], a[2]);
    return a[0];
  case LIB_FREE:
    if (a[0] && !store_release(it->store, a[0])) finish(it, RUN_END_ODD);
    return 0;
  case LIB_END: store_end(it->store, a[0]); return 0;
  case LIB_APART: return !store_same_object(it->store, a[0], a[1]);
  case LIB_VALID: return a[1] == 0 || is_valid(it, a[0], a[1], in->param != 0);
  case LIB_FREEABLE: return a[0] == 0 || store_is_start(it->store, a[0]);
  case LIB_LEAKED: return run_leaked(it, (LeakQuestion)in->param);
  case LIB_SCRAMBLE: store_forget(it->store, a[0], (Fill){FILL_UNKNOWN, 0, 0}); return 0;
  case LIB_UNKNOWN: return unknown_value(it, in->width);
  }
  g_assert_not_reached();
}

/* A whole object becomes the next occurrence of its site; parts are not tracked. */
static void run_uninit(Interpreter *it, guint64 address, guint64 bytes, guint site) {
  Fill next = from_site(it, site);
  if (bytes == 0) return;
  bytes_at(it, address, bytes, TRUE);
  gboolean whole = store_is_whole(it->store, address, bytes);
  store_forget(it->store, address, whole ? next : (Fill){FILL_UNKNOWN, 0, 0});
}

/* ---- operations ---- */

/* As in symbolic execution. */
static void guard_division(Interpreter *it, const IrBlock *b, const IrInstr *in, const guint64 *args) {
  guint64 least = G_GUINT64_CONSTANT(1) << (in->width - 1);
  gboolean ends = block_branch_needs(b, in) && !property_counts(it->program->property, FAILURE_LEAK);
  it->steps += limits.interpret_division_steps * (in->width > 32 ? 2 : 1);
  if (args[1] == 0) finish(it, ends ? RUN_END_PASS : RUN_END_ODD);
  if ((in->term_op == TERM_SDIV || in->term_op == TERM_SREM) && args[0] == least &&
      args[1] == term_mask(in->width))
    finish(it, RUN_END_ODD);
}

/* Iterations on both sides of an equality are not alike: a leap over it would miss it. */
static void note_order(Interpreter *it, guint64 a, guint64 b, guint width) {
  if (term_signed(a, width) < term_signed(b, width)) it->path += PATH_FACTOR / 2;
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
  case TERM_EQ: note_order(it, args[0], args[1], widths[0]); return args[0] == args[1];
  case TERM_ULT: return args[0] < args[1];
  case TERM_SLT: return term_signed(args[0], widths[0]) < term_signed(args[1], widths[0]);
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_SDIV:
  case TERM_SREM: guard_division(it, b, in, args); break;
  case TERM_FDIV: it->steps += limits.interpret_division_steps; break;
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
  gboolean leaks = property_counts(it->program->property, FAILURE_LEAK);
  if (in->args[0].kind != OPERAND_FUNCTION && callee < FUNCTION_STEP)
    finish(it, leaks ? RUN_END_ODD : RUN_END_PASS);
  if (callee % FUNCTION_STEP || callee < FUNCTION_STEP ||
      callee / FUNCTION_STEP > it->program->functions->len)
    finish(it, RUN_END_ODD);
  guint id = (guint)(callee / FUNCTION_STEP - 1);
  const IrFunction *f = program_function(it->program, id);
  if (!f->defined || f->n_results < in->n_dest) finish(it, RUN_END_ODD);
  run_function(it, id, regs, in->args + 1, in->n_args - 1, in->n_dest ? regs + in->dest : NULL);
}

static void run_instr(Interpreter *it, guint64 *regs, const IrBlock *b, const IrInstr *in);

/* Const variables are protected whenever they are not being defined. */
static void run_fixed(Interpreter *it, guint64 *regs, const IrBlock *b, const IrInstr *in) {
  IrInstr plain = *in;
  plain.fixed = FALSE;
  if (in->opcode != IR_ALLOCA) store_protect(it->store, value(it, regs, &in->args[0]), FALSE);
  run_instr(it, regs, b, &plain);
  store_protect(it->store, in->opcode == IR_ALLOCA ? regs[in->dest] : value(it, regs, &in->args[0]), TRUE);
}

/* Stores are looked at when they are done. */
static gboolean may_change(const IrInstr *in) {
  return in->opcode == IR_ALLOCA || in->opcode == IR_INPUT || in->opcode == IR_UNINIT ||
         (in->opcode == IR_LIB && !lib_is_question((LibFunction)in->lib));
}

/* Something but a register. */
static void change(Interpreter *it) {
  if (it->on_trial) finish(it, RUN_END_ODD);
  it->changes++;
}

static void run_instr(Interpreter *it, guint64 *regs, const IrBlock *b, const IrInstr *in) {
  guint64 v = 0;
  if (may_change(in)) change(it);
  if (in->fixed) {
    run_fixed(it, regs, b, in);
    return;
  }
  switch ((IrOpcode)in->opcode) {
  case IR_TERM: v = run_term(it, regs, b, in); break;
  case IR_PTRADD:
    v = step(it, value(it, regs, &in->args[0]), value(it, regs, &in->args[1]), in->width);
    break;
  case IR_LOAD: v = load(it, value(it, regs, &in->args[0]), in->width); break;
  case IR_STORE: {
    guint bytes = (in->args[1].width + 7) / 8;
    v = value(it, regs, &in->args[1]);
    guint8 *at = bytes_at(it, value(it, regs, &in->args[0]), bytes, TRUE);
    if (memcmp(at, &v, bytes) != 0) change(it);
    memcpy(at, &v, bytes);
    return;
  }
  case IR_ALLOCA: v = object(it, FALSE, value(it, regs, &in->args[0]), from_site(it, in->site)); break;
  case IR_INPUT: v = next_input(it, in); break;
  case IR_CALL: run_call(it, regs, in); return;
  case IR_LIB: v = run_lib(it, regs, in); break;
  case IR_ASSUME:
    if (value(it, regs, &in->args[0])) return;
    it->overflowed = in->param == ASSUME_FITS;
    finish(it, RUN_END_PASS);
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

/* Brent's way: one state is kept, and replaced by a later one whenever the run has become twice as long. */
static void look_for_repetition(Interpreter *it, const Frame *f, const IrBlock *b) {
  KeptState *k = &it->kept;
  if (it->met_unknown || it->on_trial) return;
  if (k->block == b && k->activation == f->activation && k->used == it->used && k->changes == it->changes &&
      memcmp(k->registers->data, it->registers, k->used * sizeof(guint64)) == 0) {
    it->repeats = TRUE;
    finish(it, RUN_END_LONG);
  }
  if (it->steps < k->steps) return;
  k->block = b;
  k->activation = f->activation;
  k->used = it->used;
  k->changes = it->changes;
  k->steps = 2 * it->steps;
  g_array_set_size(k->registers, 0);
  g_array_append_vals(k->registers, it->registers, k->used);
}

static const IrBlock *run_block(Interpreter *it, const Frame *f, const IrBlock *b);

/* The run is where it was then, but for registers. */
static void return_to(Interpreter *it, const Interpreter *before) {
  it->used = before->used;
  it->depth = before->depth;
  it->steps = before->steps;
  it->max_steps = before->max_steps;
  it->path = before->path;
  it->activations = before->activations;
  it->met_unknown = before->met_unknown;
  it->strayed = before->strayed;
  it->overflowed = before->overflowed;
  it->finish = before->finish;
  it->on_trial = FALSE;
}

/* A LeapTry: data is the interpreter, which is at that block. */
static gboolean is_like_last(gpointer data, const LeapPoint *at, guint64 path, guint64 steps) {
  Interpreter *it = (Interpreter *)data;
  const Interpreter before = *it;
  const Frame f = {at->function, at->regs, at->activation};
  const IrBlock *volatile b = at->block;
  volatile gboolean same = FALSE;
  g_autofree guint64 *regs = g_memdup2(at->regs, at->function->n_regs * sizeof *regs);
  jmp_buf end;
  it->finish = &end;
  it->on_trial = TRUE;
  it->max_steps = it->steps + steps;
  if (!setjmp(end)) {
    it->steps -= at->block->instrs->len + 1; /* the block has been counted */
    do b = run_block(it, &f, b);
    while (b && b != at->block);
    same = b && it->path - before.path == path && it->steps + at->block->instrs->len + 1 - before.steps == steps;
  }
  return_to(it, &before);
  if (!same) memcpy(at->regs, regs, at->function->n_regs * sizeof *regs);
  return same;
}

static void leap(Interpreter *it, const Frame *f, const IrBlock *b) {
  const LeapPoint at = {f->function, b, f->regs, f->activation, it->changes, it->path, it->steps};
  const guint64 leapt = leaps_visit(it->leaps, &at, is_like_last, it);
  it->leapt = MIN(it->leapt + leapt, (guint64)G_MAXINT64);
}

static const IrBlock *run_block(Interpreter *it, const Frame *f, const IrBlock *b) {
  const IrInstr *in = (const IrInstr *)(gpointer)b->instrs->data, *end = in + b->instrs->len;
  it->steps += b->instrs->len + 1;
  if (it->steps > it->max_steps) finish(it, RUN_END_LONG);
  look_for_repetition(it, f, b);
  if (it->leaps && !it->on_trial && it->steps > limits.interpret_leap_steps) leap(it, f, b);
  it->path += (guint64)GPOINTER_TO_SIZE(b) * PATH_FACTOR;
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
  Frame f = {program_function(it->program, id), it->registers + it->used, ++it->activations};
  if (++it->depth > limits.interpret_call_depth || it->used + f.function->n_regs > limits.interpret_registers)
    finish(it, RUN_END_ODD);
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
      memcpy(bytes_at(it, store_global(it->store, i) + init->offset, init->width / 8, TRUE), &v,
             init->width / 8);
    }
    if (g->constant) store_protect(it->store, store_global(it->store, i), TRUE);
  }
}

static guint64 unknown_contents(gpointer data, guint width) {
  return unknown_value((Interpreter *)data, width);
}

Interpreter *interpreter_new(const Program *p) {
  Interpreter *it = g_new0(Interpreter, 1);
  it->program = p;
  it->registers = g_new(guint64, limits.interpret_registers);
  it->kept.registers = g_array_new(FALSE, FALSE, sizeof(guint64));
  it->occurrences = g_new0(guint, p->sites->len + 1);
  it->store = store_new_empty(p, input_value, unknown_contents, it);
  return it;
}

void interpreter_free(Interpreter *it) {
  if (!it) return;
  store_free(it->store);
  leaps_free(it->leaps);
  g_free(it->occurrences);
  g_free(it->registers);
  g_array_unref(it->kept.registers);
  g_free(it);
}

void interpreter_leap(Interpreter *it, const Cfg *cfg) { it->leaps = leaps_new(cfg); }

RunEnd interpreter_run(Interpreter *it, const Model *point, guint64 max_steps, guint64 unknown,
                       GPtrArray *inputs) {
  jmp_buf end;
  it->point = point;
  it->inputs = inputs;
  it->max_steps = max_steps;
  it->unknown = unknown;
  it->steps = it->used = it->depth = 0;
  it->met_unknown = it->strayed = it->repeats = it->overflowed = FALSE;
  it->changes = it->activations = it->path = it->leapt = 0;
  if (it->leaps) leaps_begin(it->leaps);
  it->kept.block = NULL;
  it->kept.steps = limits.interpret_repeat_steps;
  memset(it->occurrences, 0, it->program->sites->len * sizeof(guint));
  store_reset(it->store);
  it->finish = &end;
  if (!setjmp(end)) {
    set_up_globals(it);
    run_function(it, it->program->entry, NULL, NULL, 0, NULL);
    it->end = RUN_END_PASS;
  }
  return it->end;
}

guint64 interpreter_steps(const Interpreter *it) { return it->steps; }

guint64 interpreter_length(const Interpreter *it) { return it->steps + it->leapt; }

gboolean interpreter_met_unknown(const Interpreter *it) { return it->met_unknown; }

gboolean interpreter_repeats(const Interpreter *it) { return it->repeats; }

gboolean interpreter_overflowed(const Interpreter *it) { return it->overflowed; }

gboolean interpreter_strayed(const Interpreter *it) { return it->strayed; }
