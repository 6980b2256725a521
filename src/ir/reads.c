/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions and loops may read inputs, by their instructions; calls through pointers may. */
#include "ir/reads.h"

static gboolean instr_reads(const gboolean *reads, const IrInstr *i) {
  if (i->opcode == IR_INPUT) return TRUE;
  if (i->opcode != IR_CALL) return FALSE;
  guint callee = ir_callee(i);
  return callee == G_MAXUINT || reads[callee];
}

static gboolean block_reads(const gboolean *reads, const IrFunction *f, guint block) {
  const GArray *instrs = ((const IrBlock *)f->blocks->pdata[block])->instrs;
  for (guint i = 0; i < instrs->len; i++)
    if (instr_reads(reads, &g_array_index(instrs, IrInstr, i))) return TRUE;
  return FALSE;
}

gboolean *reads_by_function(const Program *p) {
  gboolean *reads = g_new0(gboolean, p->functions->len);
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < p->functions->len; i++) {
      const IrFunction *f = program_function(p, i);
      for (guint b = 0; b < f->blocks->len && !reads[i]; b++) more |= reads[i] = block_reads(reads, f, b);
    }
  }
  return reads;
}

static gboolean any_reads(const gboolean *reads, const IrFunction *f, const GPtrArray *elements) {
  for (guint i = 0; elements && i < elements->len; i++) {
    const WtoElement *e = (const WtoElement *)elements->pdata[i];
    if (block_reads(reads, f, e->block) || any_reads(reads, f, e->body)) return TRUE;
  }
  return FALSE;
}

gboolean reads_in_loop(const gboolean *reads, const IrFunction *f, const WtoElement *loop) {
  return block_reads(reads, f, loop->block) || any_reads(reads, f, loop->body);
}

gboolean reads_in_loops(const Program *p, const Cfg *cfg) {
  gboolean *reads = reads_by_function(p), found = FALSE;
  for (guint i = 0; i < p->functions->len; i++) {
    const CfgInfo *info = cfg_info(cfg, i);
    for (guint k = 0; info && k < info->wto->len && !found; k++) {
      const WtoElement *e = (const WtoElement *)info->wto->pdata[k];
      found = e->is_component && reads_in_loop(reads, program_function(p, i), e);
    }
  }
  g_free(reads);
  return found;
}
