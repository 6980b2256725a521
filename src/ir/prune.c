/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which blocks a failing run may go through, and the removal of all others. */
#include "ir/cfg.h"

/* A least fixpoint in two layers.  Inside: a run from the block fails before its function returns.  Whole
 * (CfgInfo.may_fail): it fails there or after the return to some caller.  A call asks whether its callee
 * fails inside, so that what happens after other calls of the same callee does not count. */
typedef struct {
  const Program *program;
  guint n;          /* functions; the number n stands for the callee of every indirect call */
  gboolean *taken;  /* by function: an indirect call may call it */
  gboolean *inside; /* by function, and n: it may fail before it returns */
  gboolean *after;  /* by function, and n: the run may fail after it has returned */
  const Cfg *cfg;
  gboolean asks_for_end; /* what may go on for ever may fail */
  gboolean changed;
} Failing;

static void raise_flag(Failing *x, gboolean *flag) {
  x->changed |= !*flag;
  *flag = TRUE;
}

/* A loop, or a function that calls itself. */
static gboolean may_go_on(const Failing *x, guint function, const IrBlock *b) {
  return x->cfg->recursive[function] || cfg_info(x->cfg, function)->loop_head[b->id] != G_MAXUINT;
}

static gboolean fails_at_end(const Failing *x, guint function, const IrBlock *b, const gboolean *fails,
                             gboolean whole) {
  if (b->term == IR_UNMODELLED && b->beside) return fails[b->beside - 1];
  if (b->term == IR_ERROR || b->term == IR_UNMODELLED) return TRUE;
  if (x->asks_for_end && may_go_on(x, function, b)) return TRUE;
  if (b->term == IR_RETURN) return whole && x->after[function];
  for (guint i = 0; i < b->n_succs; i++)
    if (fails[b->succs[i]]) return TRUE;
  return FALSE;
}

/* Walks the block backwards, so that at each call it is known whether what follows may fail. */
static void visit_block(Failing *x, guint function, const IrBlock *b, gboolean *fails, gboolean whole) {
  gboolean failing = fails_at_end(x, function, b, fails, whole);
  for (guint i = b->instrs->len; i-- > 0;) {
    const IrInstr *instr = &g_array_index(b->instrs, IrInstr, i);
    if (instr->opcode != IR_CALL) continue;
    guint callee = MIN(ir_callee(instr), x->n);
    if (whole && failing) raise_flag(x, &x->after[callee]);
    failing |= x->inside[callee];
  }
  if (failing) raise_flag(x, &fails[b->id]);
}

static void spread_over_indirect_calls(Failing *x) {
  for (guint i = 0; i < x->n; i++) {
    if (!x->taken[i]) continue;
    if (x->inside[i]) raise_flag(x, &x->inside[x->n]);
    if (x->after[x->n]) raise_flag(x, &x->after[i]);
  }
}

/* fails: by function and block, from all FALSE up to the fixpoint. */
static void solve(Failing *x, gboolean **fails, gboolean whole) {
  do {
    x->changed = FALSE;
    for (guint i = x->n; i-- > 0;) {
      const IrFunction *f = program_function(x->program, i);
      if (!f->defined) continue;
      for (guint k = f->blocks->len; k-- > 0;) visit_block(x, i, f->blocks->pdata[k], fails[i], whole);
      if (fails[i][0] && !whole) raise_flag(x, &x->inside[i]);
    }
    spread_over_indirect_calls(x);
  } while (x->changed);
}

void cfg_mark_may_fail(Cfg *c, const Program *p) {
  guint n = p->functions->len;
  Failing x = {p,
               n,
               program_address_taken(p),
               g_new0(gboolean, n + 1),
               g_new0(gboolean, n + 1),
               c,
               property_asks_for_end(p->property),
               FALSE};
  g_autofree gboolean **inside = g_new0(gboolean *, n + 1), **whole = g_new0(gboolean *, n + 1);
  for (guint i = 0; i < n; i++) {
    inside[i] = g_new0(gboolean, program_function(p, i)->blocks->len + 1);
    whole[i] = cfg_info(c, i) ? cfg_info(c, i)->may_fail : NULL;
  }
  solve(&x, inside, FALSE);
  solve(&x, whole, TRUE);
  for (guint i = 0; i < n; i++) g_free(inside[i]);
  g_free(x.taken);
  g_free(x.inside);
  g_free(x.after);
}

/* ---- cutting ---- */

static gboolean is_cut(const CfgInfo *info, guint block) {
  return !info->may_fail[block] || info->position[block] == G_MAXUINT;
}

/* What is left of a phi's arguments when the edges from cut blocks are gone; to do while preds are still the
 * old. */
static void drop_edges_from_cut(const CfgInfo *info, IrBlock *b) {
  for (guint i = 0; i < b->phis->len; i++) {
    IrPhi *phi = &g_array_index(b->phis, IrPhi, i);
    guint kept = 0;
    for (guint k = 0; k < b->n_preds; k++)
      if (!is_cut(info, b->preds[k])) phi->args[kept++] = phi->args[k];
  }
}

/* Returns whether the block was anything else before.  Nothing uses its registers any more: a use is
 * dominated by the definition, so it is reachable from here and cut as well, or reachable from nowhere. */
static gboolean halt_block(IrBlock *b) {
  gboolean change = b->term != IR_HALT || b->instrs->len || b->phis->len;
  for (guint i = 0; i < b->phis->len; i++) g_free(g_array_index(b->phis, IrPhi, i).args);
  for (guint i = 0; i < b->instrs->len; i++) g_free(g_array_index(b->instrs, IrInstr, i).args);
  g_array_set_size(b->phis, 0);
  g_array_set_size(b->instrs, 0);
  g_clear_pointer(&b->succs, g_free);
  g_clear_pointer(&b->cases, g_free);
  g_clear_pointer(&b->values, g_free);
  b->n_succs = b->n_values = 0;
  b->cond = (Operand){0};
  b->reason = NULL;
  b->beside = 0;
  b->term = IR_HALT;
  return change;
}

static guint prune_function(IrFunction *f, const CfgInfo *info) {
  guint n_cut = 0;
  for (guint i = 0; i < f->blocks->len; i++)
    if (!is_cut(info, i)) drop_edges_from_cut(info, f->blocks->pdata[i]);
  for (guint i = 0; i < f->blocks->len; i++)
    if (is_cut(info, i)) n_cut += halt_block(f->blocks->pdata[i]);
  if (n_cut) function_link(f);
  return n_cut;
}

guint program_prune_harmless(Program *p) {
  Cfg *c = cfg_new(p);
  guint n_cut = 0;
  for (guint i = 0; i < p->functions->len; i++)
    if (cfg_info(c, i)) n_cut += prune_function(program_function(p, i), cfg_info(c, i));
  cfg_free(c);
  return n_cut;
}
