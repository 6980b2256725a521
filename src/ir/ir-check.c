/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that a program keeps the invariants of ir.h: a mistake of the front end must not become a claim. */
#include <string.h>
#include "ir/ir.h"

typedef struct {
  const Program *program;
  const IrFunction *function;
  const IrBlock *block; /* being checked; NULL: between blocks */
  guint instr;
  guint *def_block;     /* by register: where it is assigned; G_MAXUINT: nowhere */
  guint *def_place;     /* by register: 0 for parameters and phis, else 1 + the instruction's index */
  guint *idom;          /* by block: immediate dominator; G_MAXUINT: not reachable */
  guint *enter, *leave; /* by block: when a walk of the dominator tree enters and leaves it */
  GString *wrong;       /* NULL while all is well */
} Check;

static void G_GNUC_PRINTF(2, 3) complain(Check *c, const char *format, ...) {
  if (c->wrong) return;
  c->wrong = g_string_new(NULL);
  if (c->function) g_string_append_printf(c->wrong, "function %s", c->function->name);
  if (c->block) g_string_append_printf(c->wrong, ", block %u, instruction %u", c->block->id, c->instr);
  if (c->function) g_string_append(c->wrong, ": ");
  va_list args;
  va_start(args, format);
  g_string_append_vprintf(c->wrong, format, args);
  va_end(args);
}

static IrBlock *block_at(const IrFunction *f, guint id) { return f->blocks->pdata[id]; }

static void check_constant(Check *c, const Operand *o) {
  const Program *p = c->program;
  if (o->kind == OPERAND_CONST && (o->width < 1 || o->width > 64 || (o->value & ~term_mask(o->width))))
    complain(c, "constant does not fit %u bits", o->width);
  if (o->kind == OPERAND_GLOBAL && (o->value >= p->globals->len || o->width != p->pointer_width))
    complain(c, "bad global operand %" G_GUINT64_FORMAT, o->value);
  if (o->kind == OPERAND_FUNCTION &&
      (o->value >= p->functions->len || o->width != p->pointer_width || o->offset))
    complain(c, "bad function operand %" G_GUINT64_FORMAT, o->value);
}

static gboolean dominates(const Check *c, guint a, guint b) {
  return c->enter[a] <= c->enter[b] && c->leave[b] <= c->leave[a];
}

/* The operand is used at `place` of block `at` (as def_place counts). */
static void check_use(Check *c, const Operand *o, guint at, guint place) {
  if (o->kind == OPERAND_NONE) complain(c, "operand is missing");
  if (o->kind != OPERAND_REG) {
    check_constant(c, o);
    return;
  }
  if (o->value >= c->function->n_regs) {
    complain(c, "no register %" G_GUINT64_FORMAT, o->value);
    return;
  }
  if (o->width != c->function->reg_width[o->value])
    complain(c, "r%" G_GUINT64_FORMAT " has %u bits, used as %u", o->value, c->function->reg_width[o->value],
             o->width);
  guint def = c->def_block[o->value];
  if (def == G_MAXUINT)
    complain(c, "r%" G_GUINT64_FORMAT " is never assigned", o->value);
  else if (c->idom[at] != G_MAXUINT && (def == at ? c->def_place[o->value] >= place : !dominates(c, def, at)))
    complain(c, "r%" G_GUINT64_FORMAT " is used before its assignment", o->value);
}

static void check_def(Check *c, guint reg, guint width, guint place) {
  if (reg >= c->function->n_regs)
    complain(c, "assigns register %u of %u", reg, c->function->n_regs);
  else if (c->def_block[reg] != G_MAXUINT)
    complain(c, "r%u is assigned twice", reg);
  else if (width && c->function->reg_width[reg] != width)
    complain(c, "r%u has %u bits, assigned %u", reg, c->function->reg_width[reg], width);
  else {
    c->def_block[reg] = c->block ? c->block->id : 0;
    c->def_place[reg] = place;
  }
}

static void collect_defs(Check *c) {
  const IrFunction *f = c->function;
  for (guint r = 0; r < f->n_params; r++) check_def(c, r, 0, 0);
  for (guint i = 0; i < f->blocks->len; i++) {
    c->block = block_at(f, i);
    for (c->instr = 0; c->instr < c->block->phis->len; c->instr++) {
      const IrPhi *phi = &g_array_index(c->block->phis, IrPhi, c->instr);
      check_def(c, phi->dest, phi->width, 0);
    }
    for (c->instr = 0; c->instr < c->block->instrs->len; c->instr++) {
      const IrInstr *in = &g_array_index(c->block->instrs, IrInstr, c->instr);
      for (guint d = 0; d < in->n_dest; d++) check_def(c, in->dest + d, d ? 0 : in->width, c->instr + 1);
    }
  }
  c->block = NULL;
}

/* Reverse postorder of the blocks reachable from the entry, by an explicit stack. */
static GArray *reverse_postorder(const IrFunction *f) {
  GArray *post = g_array_new(FALSE, FALSE, sizeof(guint));
  GArray *stack = g_array_new(FALSE, FALSE, sizeof(guint));
  guint *next = g_new0(guint, f->blocks->len);
  gboolean *seen = g_new0(gboolean, f->blocks->len);
  guint entry = 0;
  g_array_append_val(stack, entry);
  seen[0] = TRUE;
  while (stack->len) {
    guint at = g_array_index(stack, guint, stack->len - 1);
    const IrBlock *b = block_at(f, at);
    if (next[at] < b->n_succs) {
      guint to = b->succs[next[at]++];
      if (!seen[to]) g_array_append_val(stack, to);
      seen[to] = TRUE;
    } else {
      g_array_append_val(post, at);
      g_array_set_size(stack, stack->len - 1);
    }
  }
  for (guint i = 0, j = post->len - 1; i < j; i++, j--) {
    guint swap = g_array_index(post, guint, i);
    g_array_index(post, guint, i) = g_array_index(post, guint, j);
    g_array_index(post, guint, j) = swap;
  }
  g_array_unref(stack);
  g_free(next);
  g_free(seen);
  return post;
}

static guint common_dominator(const guint *idom, const guint *order, guint a, guint b) {
  while (a != b) {
    while (order[a] > order[b]) a = idom[a];
    while (order[b] > order[a]) b = idom[b];
  }
  return a;
}

/* Gives each block an interval that holds those of the blocks it dominates.  A dominator comes before what it
 * dominates in the order, so sizes of subtrees add up backwards and places are dealt out forwards. */
static void number_dominator_tree(Check *c, const GArray *rpo) {
  guint n = c->function->blocks->len;
  guint *size = g_new0(guint, n), *next = g_new0(guint, n);
  for (guint i = rpo->len; i-- > 0;) {
    guint at = g_array_index(rpo, guint, i);
    size[at]++;
    if (i) size[c->idom[at]] += size[at];
  }
  for (guint i = 0; i < rpo->len; i++) {
    guint at = g_array_index(rpo, guint, i), parent = c->idom[at];
    c->enter[at] = i ? next[parent] : 0;
    c->leave[at] = c->enter[at] + size[at] - 1;
    next[at] = c->enter[at] + 1;
    if (i) next[parent] += size[at];
  }
  g_free(size);
  g_free(next);
}

/* Immediate dominators by iteration over the reverse postorder. */
static void find_dominators(Check *c) {
  const IrFunction *f = c->function;
  GArray *rpo = reverse_postorder(f);
  guint *order = g_new0(guint, f->blocks->len);
  for (guint i = 0; i < rpo->len; i++) order[g_array_index(rpo, guint, i)] = i;
  c->idom[0] = 0;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 1; i < rpo->len; i++) {
      guint at = g_array_index(rpo, guint, i), dom = G_MAXUINT;
      const IrBlock *b = block_at(f, at);
      for (guint k = 0; k < b->n_preds; k++)
        if (c->idom[b->preds[k]] != G_MAXUINT)
          dom = dom == G_MAXUINT ? b->preds[k] : common_dominator(c->idom, order, dom, b->preds[k]);
      changed |= c->idom[at] != dom;
      c->idom[at] = dom;
    }
  }
  number_dominator_tree(c, rpo);
  g_array_unref(rpo);
  g_free(order);
}

static guint arity_of(TermOp op) {
  switch (op) {
  case TERM_NOT:
  case TERM_EXTRACT:
  case TERM_ZEXT:
  case TERM_SEXT:
  case TERM_FSQRT:
  case TERM_FROUND:
  case TERM_FCVT:
  case TERM_FTOSI:
  case TERM_FTOUI:
  case TERM_SITOF:
  case TERM_UITOF: return 1;
  case TERM_ITE: return 3;
  case TERM_CONST:
  case TERM_INPUT:
  case TERM_HAVOC:
  case TERM_ARRAY:
  case TERM_SELECT:
  case TERM_STORE:
  case TERM_N_OPS: return G_MAXUINT;
  default: return 2;
  }
}

static gboolean float_width(guint w) { return w == 32 || w == 64; }

static gboolean term_widths_fit(const IrInstr *in) {
  guint a = in->args[0].width, b = in->n_args > 1 ? in->args[1].width : a, w = in->width;
  switch ((TermOp)in->term_op) {
  case TERM_EQ: return w == 1 && a == b;
  case TERM_ULT:
  case TERM_ULE:
  case TERM_SLT:
  case TERM_SLE: return w == 1 && a == b && a > 1;
  case TERM_FEQ:
  case TERM_FLT:
  case TERM_FLE: return w == 1 && a == b && float_width(a);
  case TERM_ITE: return a == 1 && b == w && in->args[2].width == w;
  case TERM_EXTRACT: return in->param + w <= a;
  case TERM_ZEXT:
  case TERM_SEXT: return w > a;
  case TERM_CONCAT: return w == a + b;
  case TERM_FADD:
  case TERM_FSUB:
  case TERM_FMUL:
  case TERM_FDIV:
  case TERM_FREM:
  case TERM_FSQRT: return float_width(w) && a == w && b == w;
  case TERM_FROUND: return float_width(w) && a == w && in->param <= ROUND_TOWARD_ZERO;
  case TERM_FCVT: return float_width(w) && float_width(a) && a != w;
  case TERM_FTOSI:
  case TERM_FTOUI: return float_width(a);
  case TERM_SITOF:
  case TERM_UITOF: return float_width(w);
  default: return a == w && b == w;
  }
}

static guint lib_arity(LibFunction lib) {
  switch (lib) {
  case LIB_LEAKED:
  case LIB_UNKNOWN: return 0;
  case LIB_MALLOC:
  case LIB_FREE:
  case LIB_END:
  case LIB_FREEABLE:
  case LIB_SCRAMBLE: return 1;
  case LIB_CALLOC:
  case LIB_REALLOC:
  case LIB_VALID:
  case LIB_APART: return 2;
  case LIB_MEMCPY:
  case LIB_MEMSET: return 3;
  }
  return G_MAXUINT;
}

static void check_lib(Check *c, const IrInstr *in) {
  gboolean gives = in->lib == LIB_MALLOC || in->lib == LIB_CALLOC || in->lib == LIB_REALLOC ||
                   in->lib == LIB_UNKNOWN || lib_is_question((LibFunction)in->lib);
  if (in->n_args != lib_arity(in->lib)) complain(c, "library function has %u arguments", in->n_args);
  if ((in->n_dest == 1) != gives) complain(c, "library function has %u results", in->n_dest);
  if (in->lib == LIB_MEMSET && in->n_args == 3 && in->args[1].width != 8) complain(c, "memset of no byte");
  if (lib_is_question((LibFunction)in->lib) && in->width != 1) complain(c, "an answer is no truth value");
  if (in->lib == LIB_LEAKED && in->param > LEAK_CLEANUP) complain(c, "no such question about leaks");
}

static void check_direct_call(Check *c, const IrInstr *in) {
  const IrFunction *callee = program_function(c->program, (guint)in->args[0].value);
  if (in->n_args - 1 != callee->n_params) {
    complain(c, "%s takes %u arguments, not %u", callee->name, callee->n_params, in->n_args - 1);
    return;
  }
  if (in->n_dest && in->n_dest != callee->n_results)
    complain(c, "%s has %u results", callee->name, callee->n_results);
  for (guint i = 0; i < callee->n_params; i++)
    if (in->args[i + 1].width != callee->reg_width[i])
      complain(c, "argument %u of %s has wrong width", i, callee->name);
  for (guint i = 0; i < in->n_dest && i < callee->n_results; i++)
    if (c->function->reg_width[in->dest + i] != callee->result_width[i])
      complain(c, "result of %s has wrong width", callee->name);
}

static void check_shape(Check *c, const IrInstr *in) {
  static const struct {
    guint args, dests;
    gboolean address;
  } shapes[] = {[IR_PTRADD] = {2, 1, TRUE},  [IR_LOAD] = {1, 1, TRUE},   [IR_STORE] = {2, 0, TRUE},
                [IR_ALLOCA] = {1, 1, FALSE}, [IR_INPUT] = {0, 1, FALSE}, [IR_ASSUME] = {1, 0, FALSE},
                [IR_UNINIT] = {2, 0, TRUE}};
  guint pointer = c->program->pointer_width;
  if (in->opcode > IR_UNINIT) {
    complain(c, "no such opcode");
  } else if (in->opcode == IR_TERM) {
    if (in->n_dest != 1 || in->n_args != arity_of(in->term_op))
      complain(c, "%u arguments for term %u", in->n_args, in->term_op);
    else if (!term_widths_fit(in))
      complain(c, "widths do not fit term %u", in->term_op);
  } else if (in->opcode == IR_LIB) {
    check_lib(c, in);
  } else if (in->opcode == IR_CALL) {
    if (in->n_args < 1 || in->args[0].width != pointer)
      complain(c, "call of no pointer");
    else if (in->args[0].kind == OPERAND_FUNCTION)
      check_direct_call(c, in);
  } else {
    if (in->n_args != shapes[in->opcode].args || in->n_dest != shapes[in->opcode].dests)
      complain(c, "bad shape");
    else if (shapes[in->opcode].address && in->args[0].width != pointer)
      complain(c, "address is no pointer");
    else if (in->opcode == IR_PTRADD && (in->args[1].width != pointer || in->width != pointer))
      complain(c, "bad offset");
  }
  gboolean has_site = in->opcode == IR_ALLOCA || in->opcode == IR_INPUT || in->opcode == IR_UNINIT ||
                      (in->opcode == IR_LIB && (in->lib == LIB_MALLOC || in->lib == LIB_REALLOC));
  if (has_site && in->site >= c->program->sites->len) complain(c, "no site %u", in->site);
  if (in->opcode == IR_INPUT && !c->wrong && program_site(c->program, in->site)->width != in->width)
    complain(c, "input of %u bits from a site of other width", in->width);
}

static void check_terminator(Check *c, guint place) {
  const IrBlock *b = c->block;
  static const guint succs[] = {[IR_JUMP] = 1, [IR_BRANCH] = 2, [IR_UNMODELLED] = 0};
  if (b->term == IR_SWITCH ? b->n_succs < 1 : b->n_succs != succs[b->term])
    complain(c, "%u successors", b->n_succs);
  if (b->term == IR_BRANCH || b->term == IR_SWITCH) check_use(c, &b->cond, b->id, place);
  if (b->term == IR_BRANCH && b->cond.width != 1) complain(c, "condition is no truth value");
  if (b->term == IR_ERROR && b->failure >= FAILURE_KINDS) complain(c, "an unknown kind of failure");
  if (b->term == IR_UNMODELLED && !b->reason) complain(c, "unmodelled without a reason");
  if (b->term != IR_RETURN) return;
  if (b->n_values != c->function->n_results) complain(c, "returns %u values", b->n_values);
  for (guint i = 0; i < b->n_values && !c->wrong; i++) {
    check_use(c, &b->values[i], b->id, place);
    if (b->values[i].width != c->function->result_width[i]) complain(c, "result %u has wrong width", i);
  }
}

static void check_block(Check *c) {
  const IrBlock *b = c->block;
  for (c->instr = 0; c->instr < b->phis->len; c->instr++) {
    const IrPhi *phi = &g_array_index(b->phis, IrPhi, c->instr);
    for (guint k = 0; k < b->n_preds; k++) {
      check_use(c, &phi->args[k], b->preds[k], G_MAXUINT);
      if (phi->args[k].width != phi->width) complain(c, "phi argument %u has wrong width", k);
    }
  }
  for (c->instr = 0; c->instr < b->instrs->len && !c->wrong; c->instr++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, c->instr);
    for (guint i = 0; i < in->n_args; i++) check_use(c, &in->args[i], b->id, c->instr + 1);
    if (!c->wrong) check_shape(c, in);
  }
  check_terminator(c, G_MAXUINT);
}

static gboolean links_are_sound(Check *c) {
  const IrFunction *f = c->function;
  for (guint i = 0; i < f->blocks->len; i++) {
    const IrBlock *b = block_at(f, i);
    if (b->id != i) complain(c, "block %u has id %u", i, b->id);
    for (guint s = 0; s < b->n_succs; s++)
      if (b->succs[s] >= f->blocks->len) complain(c, "block %u jumps nowhere", i);
  }
  if (c->wrong) return FALSE;
  guint *seen = g_new0(guint, f->blocks->len);
  for (guint i = 0; i < f->blocks->len && !c->wrong; i++) {
    const IrBlock *b = block_at(f, i);
    for (guint s = 0; s < b->n_succs; s++) {
      const IrBlock *to = block_at(f, b->succs[s]);
      guint k = seen[to->id]++;
      if (k >= to->n_preds || to->preds[k] != i)
        complain(c, "predecessors of block %u are not linked", to->id);
    }
  }
  for (guint i = 0; i < f->blocks->len && !c->wrong; i++)
    if (seen[i] != block_at(f, i)->n_preds) complain(c, "block %u has too many predecessors", i);
  if (block_at(f, 0)->n_preds) complain(c, "the entry has predecessors");
  g_free(seen);
  return !c->wrong;
}

static void check_function(Check *c) {
  const IrFunction *f = c->function;
  if (f->defined != (f->blocks->len > 0)) complain(c, "defined without blocks, or the other way round");
  if (f->n_params > f->n_regs) complain(c, "more parameters than registers");
  for (guint r = 0; r < f->n_regs; r++)
    if (f->reg_width[r] < 1 || f->reg_width[r] > 64) complain(c, "r%u has %u bits", r, f->reg_width[r]);
  if (!f->defined || c->wrong || !links_are_sound(c)) return;
  c->def_block = g_new(guint, f->n_regs + 1);
  c->def_place = g_new0(guint, f->n_regs + 1);
  c->idom = g_new(guint, f->blocks->len);
  c->enter = g_new0(guint, f->blocks->len);
  c->leave = g_new0(guint, f->blocks->len);
  if (f->n_regs) memset(c->def_block, 0xff, f->n_regs * sizeof(guint));
  memset(c->idom, 0xff, f->blocks->len * sizeof(guint));
  collect_defs(c);
  find_dominators(c);
  for (guint i = 0; i < f->blocks->len && !c->wrong; i++) {
    c->block = block_at(f, i);
    check_block(c);
  }
  c->block = NULL;
  g_free(c->def_block);
  g_free(c->def_place);
  g_free(c->idom);
  g_free(c->enter);
  g_free(c->leave);
}

static void check_global(Check *c, const IrGlobal *g) {
  guint64 end = 0;
  for (guint i = 0; i < g->inits->len; i++) {
    const IrInit *init = &g_array_index(g->inits, IrInit, i);
    if (init->width < 8 || init->width > 64 || init->width % 8)
      complain(c, "global %s: width %u", g->name, init->width);
    if (init->value.width != init->width) complain(c, "global %s: initialiser has wrong width", g->name);
    if (init->offset < end || init->offset + init->width / 8 > g->size)
      complain(c, "global %s: bad offset", g->name);
    if (init->value.kind == OPERAND_REG || init->value.kind == OPERAND_NONE)
      complain(c, "global %s: no constant", g->name);
    check_constant(c, &init->value);
    end = init->offset + init->width / 8;
  }
  if (g->external && g->site >= c->program->sites->len) complain(c, "global %s: no site", g->name);
}

char *program_check(const Program *p) {
  Check c = {.program = p};
  if (p->pointer_width != 32 && p->pointer_width != 64) complain(&c, "pointers of %u bits", p->pointer_width);
  for (guint i = 0; i < p->sites->len; i++) {
    const InputSite *s = program_site(p, i);
    if (s->id != i || s->width < 1 || s->width > 64)
      complain(&c, "site %u: id %u, %u bits", i, s->id, s->width);
  }
  for (guint i = 0; i < p->globals->len && !c.wrong; i++) check_global(&c, program_global(p, i));
  for (guint i = 0; i < p->functions->len && !c.wrong; i++) {
    c.function = program_function(p, i);
    if (c.function->id != i) complain(&c, "id %u is not its index", c.function->id);
    check_function(&c);
  }
  c.function = NULL;
  if (p->entry >= p->functions->len || !program_function(p, p->entry)->defined)
    complain(&c, "no entry function");
  else if (program_function(p, p->entry)->n_params)
    complain(&c, "the entry function has parameters");
  return c.wrong ? g_string_free(c.wrong, FALSE) : NULL;
}
