/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names that the program declares weak and does not define.  Whether something else defines them is decided
 * when the program is linked: if nothing does, their address is null, and a call of them is undefined.  It is
 * the same for all of a run, so that a call behind `if (f)` is a call of a function that is there.
 *
 * A weak definition is the function's meaning all the same: the file is the whole program, so that nothing
 * else defines the name again. */
#include "frontend/lower.h"

gboolean value_is_weak(LLVMValueRef v) {
  return LLVMIsAGlobalValue(v) && LLVMGetLinkage(v) == LLVMExternalWeakLinkage;
}

/* A variable that holds the address. */
static guint holder(Lowering *l, LLVMValueRef v) {
  gpointer known = g_hash_table_lookup(l->global_ids, v);
  if (known) return GPOINTER_TO_UINT(known) - 1;
  size_t length;
  g_autofree char *name = g_strconcat("&", LLVMGetValueName2(v, &length), NULL);
  IrGlobal *g = program_add_global(l->program, name, l->program->pointer_width / 8);
  g_hash_table_insert(l->global_ids, v, GUINT_TO_POINTER(g->id + 1));
  g_ptr_array_add(l->pending_globals, NULL);
  return g->id;
}

static Operand holder_of(Body *b, LLVMValueRef v) {
  return (Operand){OPERAND_GLOBAL, b->program->pointer_width, holder(b->lowering, v), 0};
}

static void choose(Body *b, LLVMValueRef v) {
  guint width = b->program->pointer_width;
  if (value_is_weak(v) && LLVMGetFirstUse(v))
    emit_store(b, holder_of(b, v), emit_unknown(b, width), (Part){width, 0, FALSE});
}

void weak_choose_addresses(Body *b) {
  LLVMModuleRef m = b->lowering->module;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) choose(b, f);
  for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) choose(b, g);
}

Operand weak_address(Body *b, LLVMValueRef v) {
  return emit_load(b, holder_of(b, v), (Part){b->program->pointer_width, 0, FALSE});
}

void weak_check(Body *b, LLVMValueRef function) {
  Operand address = weak_address(b, function);
  Operand is_null = emit_compare(b, TERM_EQ, address, operand_const(address.width, 0));
  body_check(b, emit_not(b, is_null), "a call of a weak function that may be defined nowhere");
}
