/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engines need to know of a function's control flow, computed once per program. */
#ifndef ACF_CFG_H
#define ACF_CFG_H
#include "ir/ir.h"

/* A weak topological order (Bourdoncle 1993): elements in execution order; an element is a block or a
 * component, whose first element is its head.  Every edge that goes backwards in the order leads to the
 * head of a component that holds its source; so irreducible graphs have one too. */
typedef struct WtoElement WtoElement;
struct WtoElement {
  guint block; /* the block, or the head of the component */
  gboolean is_component;
  GPtrArray *body; /* WtoElement*, without the head; NULL for a block */
};

typedef struct {
  GPtrArray *wto;    /* WtoElement*: reachable blocks only */
  guint *position;   /* by block: place in the flattened order; G_MAXUINT when unreachable */
  guint *loop_head;  /* by block: head of the innermost component that holds it (a head's: itself), or
                        G_MAXUINT */
  guint *loop_depth; /* by block: number of components around it */
  /* By block: registers whose value on entry may be used later, increasing (phis' results are defined in
   * the block, their arguments are used on the edge: neither is live-in by that). */
  guint **live_in;
  guint *n_live_in;
  const IrInstr **definition; /* by register: the instruction whose one result it is, or NULL */
  guint *ipostdom;            /* by block: immediate post-dominator, or G_MAXUINT (none: exits differ) */
  gboolean *may_fail; /* by block: an IR_ERROR or IR_UNMODELLED is reachable from its start, also through
                         calls and after a return to some caller; or a loop or a recursion, where the property asks
                         whether runs end */
} CfgInfo;

typedef struct {
  GPtrArray *functions; /* CfgInfo* by function id; NULL when not defined */
  gboolean *recursive;  /* by function id: may call itself, directly or not */
} Cfg;

/* Are loops of the function, or cycles that gotos make, nested so deeply that putting it in order takes too
 * long?  That takes time for every block and every loop around it: thousands of gotos at random are nested as
 * deeply as they are many. */
gboolean function_is_tangled(const IrFunction *f);

Cfg *cfg_new(const Program *p);
void cfg_free(Cfg *c);
static inline const CfgInfo *cfg_info(const Cfg *c, guint function) {
  return (const CfgInfo *)c->functions->pdata[function];
}

/* The function that an IR_CALL calls, or G_MAXUINT: through a pointer. */
static inline guint ir_callee(const IrInstr *call) {
  return call->args[0].kind == OPERAND_FUNCTION ? (guint)call->args[0].value : G_MAXUINT;
}

/* By function id, to free: its address is used for more than to call it, so an indirect call may reach it. */
gboolean *program_address_taken(const Program *p);

/* Fills in may_fail; cfg_new() does this. */
void cfg_mark_may_fail(Cfg *c, const Program *p);

/* Blocks from which nothing can fail, and blocks that no run reaches, become IR_HALT (the run's outcome is
 * known there: it does not fail). Returns the number of blocks cut.  Changes the program; recompute the Cfg
 * after it. */
guint program_prune_harmless(Program *p);
#endif
