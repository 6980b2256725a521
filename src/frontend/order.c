/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of conflicts between operands: where one is sure, nothing is claimed of what follows; where
 * there may be one, clang's order is taken for granted. */
#include "frontend/order.h"

/* What is found by name is not found where the module has other names than the text. */
static GArray *conflicts_of(const Lowering *l, const SourceFile *f, const ModuleEffects *effects) {
  if (!l->clash && !order_is_suspect(f->text, effects)) return NULL;
  GArray *conflicts = l->clash ? NULL : order_read(f, l->options->lp64, effects);
  if (conflicts) return conflicts;
  char *text = l->given->len > 1 ? g_strdup_printf("%s: operands are evaluated from left to right", f->path)
                                 : g_strdup("operands are evaluated from left to right");
  g_ptr_array_add(l->program->assumptions, text);
  return NULL;
}

GArray *order_find(const Lowering *l) {
  ModuleEffects *effects = NULL;
  GArray *all = NULL;
  for (guint i = 0; i < l->given->len; i++) {
    const SourceFile *f = (const SourceFile *)l->given->pdata[i];
    if (f->is_bitcode || !order_is_suspect(f->text, NULL)) continue;
    if (!effects) effects = module_effects_find(l);
    GArray *more = conflicts_of(l, f, effects);
    if (all && more) {
      g_array_append_vals(all, more->data, more->len);
      g_array_unref(more);
    } else if (more) {
      all = more;
    }
  }
  module_effects_free(effects);
  return all;
}

static gboolean is_before(IrLoc x, IrLoc y) {
  return x.line < y.line || (x.line == y.line && x.column <= y.column);
}

const char *order_broken_at(const Lowering *l, IrLoc loc) {
  for (guint i = 0; loc.file && l->conflicts && i < l->conflicts->len; i++) {
    const OrderConflict *c = &g_array_index(l->conflicts, OrderConflict, i);
    if (!c->sure || c->from.file != loc.file || !is_before(c->from, loc) || !is_before(loc, c->to)) continue;
    g_autofree char *reason =
        g_strdup_printf("operands in one expression that change %s, in an order that C leaves open", c->what);
    return g_intern_string(reason);
  }
  return NULL;
}

static gboolean is_lowered(const Lowering *l, const char *function) {
  LLVMValueRef f = LLVMGetNamedFunction(l->module, function);
  return f && g_hash_table_contains(l->function_ids, f);
}

void order_assume(Lowering *l) {
  for (guint i = 0; l->conflicts && i < l->conflicts->len; i++) {
    const OrderConflict *c = &g_array_index(l->conflicts, OrderConflict, i);
    if (c->sure || !is_lowered(l, c->function)) continue;
    g_autofree char *text = g_strdup_printf(
        c->assigns ? "the value of an assignment is computed before its place, where that may change %s"
                   : "operands that may change %s are evaluated from left to right",
        c->what);
    lower_say(l, l->program->assumptions, c->from, text);
  }
}
