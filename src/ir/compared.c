/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ir/compared.h"

static void note(GArray *constants, guint max, gint64 value) {
  for (guint i = 0; i < constants->len; i++)
    if (g_array_index(constants, gint64, i) == value) return;
  if (constants->len < max) g_array_append_val(constants, value);
}

static void note_block(GArray *constants, guint max, const IrBlock *b) {
  for (guint i = 0; i < b->instrs->len; i++) {
    const IrInstr *in = &g_array_index(b->instrs, IrInstr, i);
    if (in->opcode != IR_TERM || in->term_op < TERM_EQ || in->term_op > TERM_SLE) continue;
    for (guint k = 0; k < in->n_args; k++)
      if (in->args[k].kind == OPERAND_CONST && in->args[k].width > 1)
        note(constants, max, term_signed(in->args[k].value, in->args[k].width));
  }
  if (b->term == IR_SWITCH && b->cond.width > 1)
    for (guint i = 0; i + 1 < b->n_succs; i++) note(constants, max, term_signed(b->cases[i], b->cond.width));
}

void program_add_compared(const Program *p, GArray *constants, guint max) {
  for (guint i = 0; i < p->functions->len; i++) {
    const GPtrArray *blocks = program_function(p, i)->blocks;
    for (guint k = 0; k < blocks->len; k++) note_block(constants, max, (const IrBlock *)blocks->pdata[k]);
  }
}
