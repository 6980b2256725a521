/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads of bytes that belong to no member of a structure: why a value is not known, for people. */
#include "base/limits.h"
#include "symex/executor.h"

void exec_add_padding(Executor *x, const Term *byte, const IrInstr *from) {
  if (!x->padding) x->padding = g_hash_table_new(NULL, NULL);
  g_hash_table_insert(x->padding, (gpointer)byte, (gpointer)from);
}

/* What made the first such byte unknown that the value has; NULL: it has none. */
static const IrInstr *padding_in(const Executor *x, const Term *t, guint depth) {
  if (!t->has_havoc || !depth) return NULL;
  const IrInstr *from = (const IrInstr *)g_hash_table_lookup(x->padding, t);
  if (t->op == TERM_CONCAT || t->op == TERM_EXTRACT || t->op == TERM_ITE)
    for (guint i = 0; i < t->n_args && !from; i++) from = padding_in(x, t->args[i], depth - 1);
  return from;
}

/* Functions of the C library have no place in the program: then that of the copy is named. */
void exec_note_padding(Executor *x, const Term *value, IrLoc loc) {
  const IrInstr *from = x->padding ? padding_in(x, value, limits.symex_padding_depth) : NULL;
  if (from) exec_note(x, value, loc.file ? loc : from->loc, "bytes of a structure that belong to no member");
}
