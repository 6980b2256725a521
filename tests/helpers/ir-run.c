/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <setjmp.h>
#include <string.h>
#include "ir-run.h"

#define MEMORY (64u << 20)
#define FIRST_OBJECT (1u << 20) /* functions have their addresses below */

typedef struct {
  const Program *program;
  RunInput input;
  gpointer data;
  guint8 *memory;
  guint64 top; /* next free address */
  guint64 steps;
  guint *occurrences; /* by site */
  guint64 *global;    /* addresses, by global */
  GHashTable *sizes;  /* address of an object -> its size */
  GPtrArray *frames;  /* registers of the functions that are running */
  RunOutcome outcome;
  guint depth;
  jmp_buf end;
} Run;

typedef struct {
  const IrFunction *function;
  guint64 *regs;
} Frame;

static void finish(Run *r, RunOutcome outcome) {
  r->outcome = outcome;
  longjmp(r->end, 1);
}

static guint64 new_object(Run *r, guint64 size) {
  guint64 at = r->top;
  if (size > MEMORY || at + size + 64 > MEMORY) finish(r, RUN_TOO_LONG);
  r->top = (at + size + 64) & ~15ull;
  memset(r->memory + at, 0, size);
  g_hash_table_insert(r->sizes, GSIZE_TO_POINTER(at), GSIZE_TO_POINTER(size));
  return at;
}

static guint8 *bytes_at(Run *r, guint64 address, guint64 n) {
  if (address < FIRST_OBJECT || n > MEMORY || address + n > MEMORY) finish(r, RUN_CRASHES);
  return r->memory + address;
}

/* The start of the object that an address points into, or to the end of; 0: none. */
static guint64 object_of(const Run *r, guint64 address) {
  GHashTableIter all;
  gpointer at, size;
  g_hash_table_iter_init(&all, r->sizes);
  while (g_hash_table_iter_next(&all, &at, &size))
    if (address >= GPOINTER_TO_SIZE(at) && address - GPOINTER_TO_SIZE(at) <= GPOINTER_TO_SIZE(size))
      return GPOINTER_TO_SIZE(at);
  return 0;
}

static guint64 load(Run *r, guint64 address, guint width) {
  guint n = (width + 7) / 8;
  const guint8 *at = bytes_at(r, address, n);
  guint64 v = 0;
  for (guint i = 0; i < n; i++) v |= (guint64)at[i] << (8 * i);
  return v & term_mask(width);
}

static void store(Run *r, guint64 address, guint width, guint64 v) {
  guint n = (width + 7) / 8;
  guint8 *at = bytes_at(r, address, n);
  for (guint i = 0; i < n; i++) at[i] = (guint8)(v >> (8 * i));
}

static guint64 value(Run *r, const Frame *f, const Operand *o) {
  switch (o->kind) {
  case OPERAND_CONST: return o->value;
  case OPERAND_REG: return f->regs[o->value];
  case OPERAND_GLOBAL: return (r->global[o->value] + (guint64)o->offset) & term_mask(o->width);
  case OPERAND_FUNCTION: return 16 * (o->value + 1);
  default: g_assert_not_reached();
  }
}

static guint64 next_input(Run *r, guint site) {
  const InputSite *s = program_site(r->program, site);
  guint k = ++r->occurrences[site];
  return (r->input ? r->input(s, k, r->data) : 0) & term_mask(s->width);
}

static guint64 run_term(Run *r, const Frame *f, const IrInstr *in) {
  guint64 args[3], result = 0;
  guint widths[3];
  for (guint i = 0; i < in->n_args; i++) {
    args[i] = value(r, f, &in->args[i]);
    widths[i] = in->args[i].width;
  }
  gboolean divides = in->term_op == TERM_UDIV || in->term_op == TERM_UREM || in->term_op == TERM_SDIV ||
                     in->term_op == TERM_SREM;
  if (divides && args[1] == 0) finish(r, RUN_CRASHES);
  if (!term_fold(in->term_op, in->width, in->param, args, widths, in->n_args, &result))
    finish(r, RUN_UNMODELLED);
  return result & term_mask(in->width);
}

static guint64 run_realloc(Run *r, guint64 old, guint64 size) {
  guint64 had = GPOINTER_TO_SIZE(g_hash_table_lookup(r->sizes, GSIZE_TO_POINTER(old)));
  guint64 at = new_object(r, size);
  if (old) memcpy(r->memory + at, bytes_at(r, old, MIN(had, size)), MIN(had, size));
  return at;
}

static guint64 run_lib(Run *r, const Frame *f, const IrInstr *in) {
  guint64 a[3] = {0};
  for (guint i = 0; i < in->n_args; i++) a[i] = value(r, f, &in->args[i]);
  switch ((LibFunction)in->lib) {
  case LIB_MALLOC: return new_object(r, a[0]);
  case LIB_CALLOC: return new_object(r, a[0] * a[1]);
  case LIB_REALLOC: return run_realloc(r, a[0], a[1]);
  case LIB_MEMCPY: memmove(bytes_at(r, a[0], a[2]), bytes_at(r, a[1], a[2]), a[2]); return 0;
  case LIB_MEMSET: memset(bytes_at(r, a[0], a[2]), (int)a[1], a[2]); return 0;
  case LIB_FREE:
  case LIB_END: return 0;
  case LIB_APART: return !object_of(r, a[0]) || object_of(r, a[0]) != object_of(r, a[1]);
  case LIB_UNKNOWN: return 0x2a & term_mask(in->width); /* any value will do: nothing may depend on it */
  default: finish(r, RUN_UNMODELLED); return 0;
  }
}

static void run_function(Run *r, guint id, const guint64 *args, guint n_args, guint64 *results);

static void run_call(Run *r, Frame *f, const IrInstr *in) {
  guint64 callee = value(r, f, &in->args[0]), args[256] = {0}, results[64] = {0};
  if (callee % 16 || callee == 0 || callee / 16 > r->program->functions->len) finish(r, RUN_CRASHES);
  g_assert(in->n_args <= 256);
  for (guint i = 1; i < in->n_args; i++) args[i - 1] = value(r, f, &in->args[i]);
  run_function(r, (guint)(callee / 16 - 1), args, in->n_args - 1, results);
  for (guint i = 0; i < in->n_dest; i++) f->regs[in->dest + i] = results[i];
}

static void run_instr(Run *r, Frame *f, const IrInstr *in) {
  guint64 v = 0;
  switch ((IrOpcode)in->opcode) {
  case IR_TERM: v = run_term(r, f, in); break;
  case IR_PTRADD: v = (value(r, f, &in->args[0]) + value(r, f, &in->args[1])) & term_mask(in->width); break;
  case IR_LOAD: v = load(r, value(r, f, &in->args[0]), in->width); break;
  case IR_STORE: store(r, value(r, f, &in->args[0]), in->args[1].width, value(r, f, &in->args[1])); return;
  case IR_ALLOCA: v = new_object(r, value(r, f, &in->args[0])); break;
  case IR_INPUT: v = next_input(r, in->site); break;
  case IR_CALL: run_call(r, f, in); return;
  case IR_LIB: v = run_lib(r, f, in); break;
  case IR_ASSUME:
    if (!value(r, f, &in->args[0])) finish(r, RUN_ASSUME);
    return;
  case IR_UNINIT: {
    guint64 n = value(r, f, &in->args[1]);
    memset(bytes_at(r, value(r, f, &in->args[0]), n), 0, n);
    return;
  }
  }
  if (in->n_dest) f->regs[in->dest] = v;
}

/* The edge that the block leaves by, as an index into succs. */
static guint choose(Run *r, const Frame *f, const IrBlock *b) {
  if (b->term == IR_JUMP) return 0;
  guint64 c = value(r, f, &b->cond);
  if (b->term == IR_BRANCH) return c ? 0 : 1;
  for (guint i = 0; i + 1 < b->n_succs; i++)
    if (b->cases[i] == c) return i + 1;
  return 0;
}

/* Where among the predecessors of succs[edge] this edge is. */
static guint edge_position(const IrFunction *f, const IrBlock *from, guint edge) {
  const IrBlock *to = f->blocks->pdata[from->succs[edge]];
  guint earlier = 0;
  for (guint i = 0; i < edge; i++) earlier += from->succs[i] == to->id;
  for (guint i = 0; i < to->n_preds; i++)
    if (to->preds[i] == from->id && earlier-- == 0) return i;
  g_assert_not_reached();
}

static const IrBlock *take_edge(Run *r, Frame *f, const IrBlock *b) {
  guint edge = choose(r, f, b), at = edge_position(f->function, b, edge);
  const IrBlock *to = f->function->blocks->pdata[b->succs[edge]];
  guint64 *values = g_newa(guint64, to->phis->len + 1);
  for (guint i = 0; i < to->phis->len; i++)
    values[i] = value(r, f, &g_array_index(to->phis, IrPhi, i).args[at]);
  for (guint i = 0; i < to->phis->len; i++) f->regs[g_array_index(to->phis, IrPhi, i).dest] = values[i];
  return to;
}

static const IrBlock *run_block(Run *r, Frame *f, const IrBlock *b) {
  for (guint i = 0; i < b->instrs->len; i++) {
    if (r->steps-- == 0) finish(r, RUN_TOO_LONG);
    run_instr(r, f, &g_array_index(b->instrs, IrInstr, i));
  }
  if (r->steps-- == 0) finish(r, RUN_TOO_LONG);
  switch (b->term) {
  case IR_HALT: finish(r, RUN_HALTS); break;
  case IR_ERROR: finish(r, RUN_FAILS); break;
  case IR_UNMODELLED: finish(r, RUN_UNMODELLED); break;
  case IR_RETURN: return NULL;
  default: break;
  }
  return take_edge(r, f, b);
}

static void run_function(Run *r, guint id, const guint64 *args, guint n_args, guint64 *results) {
  Frame f = {program_function(r->program, id), NULL};
  if (!f.function->defined || n_args < f.function->n_params || ++r->depth > 2000) finish(r, RUN_UNMODELLED);
  f.regs = g_new0(guint64, f.function->n_regs + 1);
  g_ptr_array_add(r->frames, f.regs);
  for (guint i = 0; i < f.function->n_params; i++) f.regs[i] = args[i] & term_mask(f.function->reg_width[i]);
  for (const IrBlock *b = f.function->blocks->pdata[0], *next; b; b = next) {
    next = run_block(r, &f, b);
    for (guint i = 0; !next && i < b->n_values; i++) results[i] = value(r, &f, &b->values[i]);
  }
  r->depth--;
  g_ptr_array_set_size(r->frames, (int)r->frames->len - 1);
}

static void set_up_globals(Run *r) {
  for (guint i = 0; i < r->program->globals->len; i++)
    r->global[i] = new_object(r, program_global(r->program, i)->size);
  for (guint i = 0; i < r->program->globals->len; i++) {
    const IrGlobal *g = program_global(r->program, i);
    for (guint k = 0; k < g->inits->len; k++) {
      const IrInit *init = &g_array_index(g->inits, IrInit, k);
      store(r, r->global[i] + init->offset, init->width, value(r, NULL, &init->value));
    }
  }
}

RunOutcome ir_run(const Program *p, RunInput input, gpointer data, guint64 max_steps, guint64 *result) {
  Run *r = g_new0(Run, 1);
  guint64 results[64] = {0};
  *r = (Run){.program = p, .input = input, .data = data, .steps = max_steps, .top = FIRST_OBJECT};
  r->memory = g_malloc(MEMORY);
  r->occurrences = g_new0(guint, p->sites->len + 1);
  r->global = g_new0(guint64, p->globals->len + 1);
  r->sizes = g_hash_table_new(NULL, NULL);
  r->frames = g_ptr_array_new_with_free_func(g_free);
  if (!setjmp(r->end)) {
    set_up_globals(r);
    run_function(r, p->entry, NULL, 0, results);
    r->outcome = RUN_RETURNS;
  }
  RunOutcome outcome = r->outcome;
  if (result) *result = results[0];
  g_hash_table_unref(r->sizes);
  g_ptr_array_unref(r->frames);
  g_free(r->global);
  g_free(r->occurrences);
  g_free(r->memory);
  g_free(r);
  return outcome;
}
