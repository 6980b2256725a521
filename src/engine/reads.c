/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions and loops may read inputs. */
#include "engine/executor.h"

static gboolean instr_reads(const Executor *x, const IrInstr *i) {
  if (i->opcode == IR_INPUT) return TRUE;
  if (i->opcode != IR_CALL) return FALSE;
  guint callee = ir_callee(i);
  return callee == G_MAXUINT || x->reads[callee];
}

static gboolean block_reads(const Executor *x, const IrFunction *f, guint block) {
  const GArray *instrs = ((const IrBlock *)f->blocks->pdata[block])->instrs;
  for (guint i = 0; i < instrs->len; i++)
    if (instr_reads(x, &g_array_index(instrs, IrInstr, i))) return TRUE;
  return FALSE;
}

static void find_functions(Executor *x) {
  const Program *p = x->program;
  x->reads = g_new0(gboolean, p->functions->len);
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < p->functions->len; i++) {
      const IrFunction *f = program_function(p, i);
      for (guint b = 0; b < f->blocks->len && !x->reads[i]; b++) more |= x->reads[i] = block_reads(x, f, b);
    }
  }
}

gboolean explore_reads(Executor *x, const WtoElement *loop) {
  if (!x->reads) find_functions(x);
  if (block_reads(x, x->frame->function, loop->block)) return TRUE;
  for (guint i = 0; loop->body && i < loop->body->len; i++)
    if (explore_reads(x, (const WtoElement *)loop->body->pdata[i])) return TRUE;
  return FALSE;
}
