/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbolic execution of functions without loops: each block has the condition under which it is run, and
 * each register the term that it is. */
#include "summary/body.h"
#include "base/limits.h"
#include <string.h>

typedef struct {
  const Known *known;
  Body *body;
  guint entered; /* functions so far */
} Execution;

typedef struct {
  Execution *x;
  const IrFunction *function;
  const Term **regs;
  const Term **reached; /* by block: the condition at its start, NULL: not run; then at its end */
  const Term *now;      /* the condition where we are */
} Activation;

/* What the activation returns. */
typedef struct {
  const Term *when, *value;
} Returned;

static void go_wrong(Activation *a, const Term *when) {
  a->x->body->wrong = term_or(a->x->body->wrong, when);
}

static const Term *operand_when(Activation *a, const Operand *o, const Term *when) {
  if (o->kind == OPERAND_CONST) return term_const(o->width, o->value);
  if (o->kind == OPERAND_REG && a->regs[o->value]) return a->regs[o->value];
  go_wrong(a, when);
  return term_const(o->width, 0);
}

static const Term *operand(Activation *a, const Operand *o) { return operand_when(a, o, a->now); }

/* ---- instructions ---- */

static void guard_division(Activation *a, const IrInstr *in, const Term *const *args) {
  const guint width = in->width;
  const Term *bad = term_eq(args[1], term_const(width, 0));
  if (in->term_op == TERM_SDIV || in->term_op == TERM_SREM)
    bad = term_or(bad, term_and(term_eq(args[0], term_const(width, G_GUINT64_CONSTANT(1) << (width - 1))),
                                term_eq(args[1], term_const(width, term_mask(width)))));
  go_wrong(a, term_and(a->now, bad));
}

static void execute_term(Activation *a, const IrInstr *in) {
  const Term *args[3];
  gboolean odd = in->n_args > G_N_ELEMENTS(args);
  for (guint i = 0; i < in->n_args && !odd; i++) args[i] = operand(a, &in->args[i]);
  if (!odd && in->term_op >= TERM_UDIV && in->term_op <= TERM_SREM) guard_division(a, in, args);
  const Term *t = odd ? NULL : term_make((TermOp)in->term_op, in->width, in->param, args, in->n_args);
  if (!t || t->has_float) go_wrong(a, a->now);
  a->regs[in->dest] = t && !t->has_float ? t : term_const(in->width, 0);
}

static Returned execute_function(Execution *x, const IrFunction *f, const Term *const *args,
                                 const Term *when);

/* TRUE: the summary says what the call does. */
static gboolean use_summary(Activation *a, const IrFunction *f, const Term *const *args, Returned *r) {
  const Summary *s = a->x->known->summaries[f->id];
  if (!s) return FALSE;
  BodyCall call = {.when = a->now, .callee = f->id};
  memcpy(call.args, args, f->n_params * sizeof *args);
  g_array_append_val(a->x->body->calls, call);
  const Term *covered = summary_instance(s->region, f, args), *never = summary_instance(s->diverges, f, args);
  go_wrong(a, term_and(a->now, term_not(term_or(covered, never))));
  r->when = term_and(a->now, term_not(never));
  r->value = s->value ? summary_instance(s->value, f, args) : NULL;
  return TRUE;
}

static void execute_call(Activation *a, const IrInstr *in) {
  const Term *args[SUMMARY_PARAMETERS];
  const guint callee = ir_callee(in);
  const IrFunction *f = callee == G_MAXUINT ? NULL : program_function(a->x->known->program, callee);
  gboolean odd = !f || !f->defined || f->n_params > SUMMARY_PARAMETERS || in->n_args != f->n_params + 1 ||
                 in->n_dest > 1 || f->n_results > 1 || in->n_dest > f->n_results;
  for (guint i = 0; !odd && i < f->n_params; i++) {
    odd = in->args[i + 1].width != f->reg_width[i];
    args[i] = operand(a, &in->args[i + 1]);
  }
  Returned r = {a->now, NULL};
  if (odd)
    go_wrong(a, a->now);
  else if (!use_summary(a, f, args, &r))
    r = execute_function(a->x, f, args, a->now);
  a->now = r.when;
  for (guint i = 0; i < in->n_dest; i++) {
    const guint width = a->function->reg_width[in->dest + i];
    a->regs[in->dest + i] = r.value && r.value->width == width ? r.value : term_const(width, 0);
  }
}

static void execute_instr(Activation *a, const IrInstr *in) {
  switch (in->opcode) {
  case IR_TERM: execute_term(a, in); break;
  case IR_CALL: execute_call(a, in); break;
  case IR_INPUT:
    if (!site_has(program_site(a->x->known->program, in->site), INPUT_IDLE)) go_wrong(a, a->now);
    break; /* a use of the register gives up */
  case IR_ASSUME: go_wrong(a, term_and(a->now, term_not(operand(a, &in->args[0])))); break;
  default: go_wrong(a, a->now); /* its registers stay unknown: a use of them gives up */
  }
}

/* ---- control ---- */

static const Term *edge_condition(Activation *a, const IrBlock *b, guint edge) {
  if (b->term == IR_JUMP) return term_bool(TRUE);
  const Term *c = operand_when(a, &b->cond, a->reached[b->id]);
  if (b->term == IR_BRANCH) {
    const Term *taken = c->width == 1 ? c : term_not(term_eq(c, term_const(c->width, 0)));
    return edge == 0 ? taken : term_not(taken);
  }
  if (edge > 0) return term_eq(c, term_const(c->width, b->cases[edge - 1]));
  const Term *none = term_bool(TRUE);
  for (guint i = 0; i + 1 < b->n_succs; i++)
    none = term_and(none, term_not(term_eq(c, term_const(c->width, b->cases[i]))));
  return none;
}

/* The condition of b's edge that is the pred-th into `to`: a block that reaches it twice occurs twice. */
static const Term *edge_into(Activation *a, const IrBlock *to, guint pred) {
  const IrBlock *from = a->function->blocks->pdata[to->preds[pred]];
  guint nth = 0;
  for (guint i = 0; i < pred; i++) nth += to->preds[i] == from->id;
  for (guint edge = 0; edge < from->n_succs; edge++)
    if (from->succs[edge] == to->id && nth-- == 0)
      return term_and(a->reached[from->id], edge_condition(a, from, edge));
  g_assert_not_reached();
}

static void enter_block(Activation *a, const IrBlock *b, const Term *when) {
  a->now = b->id == 0 ? when : term_bool(FALSE);
  for (guint k = 0; k < b->n_preds; k++) {
    if (!a->reached[b->preds[k]]) continue;
    const Term *edge = edge_into(a, b, k);
    a->now = term_or(a->now, edge);
    for (guint i = 0; i < b->phis->len; i++) {
      const IrPhi *phi = &g_array_index(b->phis, IrPhi, i);
      const Term *before = a->regs[phi->dest];
      const Term *here = operand_when(a, &phi->args[k], edge);
      a->regs[phi->dest] = before ? term_ite(edge, here, before) : here;
    }
  }
}

static void return_from(Activation *a, const IrBlock *b, Returned *r) {
  if (b->n_values != a->function->n_results || b->n_values > 1) go_wrong(a, a->now);
  const Term *v = b->n_values == 1 ? operand(a, &b->values[0]) : NULL;
  r->value = v && r->value ? term_ite(a->now, v, r->value) : v;
  r->when = term_or(r->when, a->now);
}

static void execute_block(Activation *a, const IrBlock *b, Returned *r) {
  for (guint i = 0; i < b->instrs->len; i++) execute_instr(a, &g_array_index(b->instrs, IrInstr, i));
  a->reached[b->id] = a->now;
  if (b->term == IR_RETURN)
    return_from(a, b, r);
  else if (b->term > IR_SWITCH)
    go_wrong(a, a->now);
}

/* Runs that come to a loop go wrong there; so do those that come to a recursive function without summary. */
static Returned execute_function(Execution *x, const IrFunction *f, const Term *const *args,
                                 const Term *when) {
  const CfgInfo *info = cfg_info(x->known->cfg, f->id);
  const gboolean entered = x->entered++ > 0;
  Activation a = {x, f, g_new0(const Term *, f->n_regs + 1), g_new0(const Term *, f->blocks->len + 1), when};
  Returned r = {term_bool(FALSE), NULL};
  gboolean odd = (entered && x->known->cfg->recursive[f->id]) || x->entered > limits.summary_entered ||
                 f->blocks->len > limits.summary_blocks;
  if (odd) go_wrong(&a, when);
  memcpy(a.regs, args, f->n_params * sizeof *args);
  for (guint i = 0; i < info->wto->len && !odd; i++) {
    const WtoElement *e = info->wto->pdata[i];
    const IrBlock *b = f->blocks->pdata[e->block];
    enter_block(&a, b, when);
    if (e->is_component)
      go_wrong(&a, a.now);
    else
      execute_block(&a, b, &r);
  }
  g_free(a.regs);
  g_free(a.reached);
  return r;
}

Body body_execute(const Known *k, guint function) {
  const IrFunction *f = program_function(k->program, function);
  const Term *args[SUMMARY_PARAMETERS];
  Body body = {.wrong = term_bool(FALSE), .calls = g_array_new(FALSE, FALSE, sizeof(BodyCall))};
  Execution x = {.known = k, .body = &body};
  for (guint i = 0; i < f->n_params; i++) args[i] = summary_parameter(i, f->reg_width[i]);
  Returned r = execute_function(&x, f, args, term_bool(TRUE));
  body.returns = r.when;
  body.value = r.value;
  return body;
}

void body_clear(Body *body) { g_clear_pointer(&body->calls, g_array_unref); }
