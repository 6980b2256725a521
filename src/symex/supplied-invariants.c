/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants from witnesses, as terms over the state at a loop's head.  They are candidates like all others:
 * the search finds out whether they hold. */
#include "symex/executor.h"
#include "base/limits.h"
#include "ctext/cexpr.h"
#include <string.h>

typedef struct {
  Executor *x;
  const IrBlock *head;
  const Pending *at;
} HeadNames;

/* The value of a register at the head; NULL: it is not live there, or no plain number. */
static const Term *register_value(const HeadNames *n, guint64 reg) {
  const CfgInfo *info = n->x->frame->info;
  guint phis = n->head->phis->len, live = info->n_live_in[n->head->id];
  for (guint i = 0; i < phis; i++)
    if (g_array_index(n->head->phis, IrPhi, i).dest == reg) return n->at->values[i].bits;
  for (guint i = 0; i < live; i++)
    if (info->live_in[n->head->id][i] == reg) return n->at->values[phis + i].bits;
  return NULL;
}

static const Term *local_value(const HeadNames *n, const char *name, gboolean *known, gboolean *is_signed) {
  for (guint i = 0; n->head->variables && i < n->head->variables->len; i++) {
    const IrVariable *v = &g_array_index(n->head->variables, IrVariable, i);
    if (!g_str_equal(v->name, name)) continue;
    *known = TRUE;
    *is_signed = v->is_signed;
    if (v->value.kind == OPERAND_NONE) return NULL;
    return v->value.kind == OPERAND_CONST ? term_const(v->value.width, v->value.value)
                                          : register_value(n, v->value.value);
  }
  return NULL;
}

static const Term *global_value(const HeadNames *n, const char *name, gboolean *is_signed) {
  Executor *x = n->x;
  for (guint i = 0; i < x->program->globals->len; i++) {
    const IrGlobal *g = program_global(x->program, i);
    const Contents *c = state_contents(&n->at->state, x->first_global + i);
    if (!g->is_integer || !c || !g_str_equal(g->name, name)) continue;
    *is_signed = g->is_signed;
    Offsets start = {0, 0, 1};
    return memory_read(&x->memory, c, term_const(c->object->size->width, 0), start, (guint)g->size).bits;
  }
  return NULL;
}

static gboolean resolve(gpointer data, const char *name, CValue *value) {
  const HeadNames *n = (const HeadNames *)data;
  gboolean known = FALSE;
  value->term = local_value(n, name, &known, &value->is_signed);
  if (!value->term && !known) value->term = global_value(n, name, &value->is_signed);
  if (!value->term) return FALSE;
  guint width = value->term->width; /* a _Bool may be one bit */
  if (width < 8) value->term = term_zext(value->term, 8);
  return value->term->width == 8 || width == 16 || width == 32 || width == 64;
}

/* A conjunction holds when its parts do, and some of them may hold alone. */
static void add_parts(const Term *t, GPtrArray *hints) {
  g_ptr_array_add(hints, (gpointer)t);
  for (guint i = 0; t->op == TERM_AND && i < t->n_args && hints->len < limits.symex_supplied_invariants; i++)
    g_ptr_array_add(hints, (gpointer)t->args[i]);
}

void supplied_hints(Executor *x, const WtoElement *loop, const Pending *head, GPtrArray *hints) {
  const GPtrArray *candidates = x->options->candidates;
  const IrFunction *f = x->frame->function;
  HeadNames names = {x, (const IrBlock *)f->blocks->pdata[loop->block], head};
  for (guint i = 0; candidates && i < candidates->len && hints->len < limits.symex_supplied_invariants; i++) {
    const LoopCandidate *c = (const LoopCandidate *)candidates->pdata[i];
    if (c->function && !g_str_equal(c->function, f->name)) continue;
    const Term *t = cexpr_condition(c->expression, x->program->pointer_width == 64, resolve, &names, NULL);
    if (t && t->width == 1) add_parts(t, hints);
  }
}
