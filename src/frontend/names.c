/* SPDX-License-Identifier: GPL-3.0-or-later */
/* C variables behind registers, where loops may have their heads.
 *
 * mem2reg leaves behind which variable a value was stored in: a "debug value" in the block of the store, or
 * of the phi that takes the place of several stores.  A phi is its variable's value on entry to its block.  A
 * value that is the only one its variable ever gets, in the block in which it is computed, is the variable's
 * value wherever it can be used later.  Everything else is not known.  Of several variables of one name, the
 * one that the scopes around the block show first is meant. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/lower.h"

#define MAX_SCOPES 256u
#define TAG_TYPEDEF 0x16u
#define TAG_BASE 0x24u
#define TAG_CONST 0x26u
#define TAG_VOLATILE 0x35u

typedef struct {
  LLVMBasicBlockRef block;
  LLVMValueRef value; /* NULL: none that means anything; the variable is there all the same */
  LLVMMetadataRef variable;
} DebugValue;

/* ---- metadata ---- */

static LLVMValueRef operand_of(const Lowering *l, LLVMMetadataRef node, guint i) {
  LLVMValueRef v = LLVMMetadataAsValue(LLVMGetModuleContext(l->module), node);
  guint n = (guint)LLVMGetMDNodeNumOperands(v);
  if (i >= n) return NULL;
  g_autofree LLVMValueRef *all = g_new0(LLVMValueRef, n);
  LLVMGetMDNodeOperands(v, all);
  return all[i];
}

static LLVMMetadataRef node_of(const Lowering *l, LLVMMetadataRef node, guint i) {
  LLVMValueRef v = operand_of(l, node, i);
  return v ? LLVMValueAsMetadata(v) : NULL;
}

/* Operands of a variable: scope, name, file, type. */
static const char *variable_name(const Lowering *l, LLVMMetadataRef variable) {
  unsigned length = 0;
  LLVMValueRef v = operand_of(l, variable, 1);
  const char *name = v ? LLVMGetMDString(v, &length) : NULL;
  g_autofree char *copy = name && length ? g_strndup(name, length) : NULL;
  return copy ? g_intern_string(copy) : NULL;
}

/* An integer's; FALSE: it is of another type. */
static gboolean read_type(const Lowering *l, LLVMMetadataRef type, guint *width, gboolean *is_signed) {
  for (guint depth = 0; type && depth < MAX_SCOPES; depth++) {
    guint16 tag = LLVMGetDINodeTag(type);
    size_t length = 0;
    if (tag == TAG_BASE) {
      const char *text = LLVMDITypeGetName(type, &length);
      g_autofree char *name = g_strndup(text, length);
      *width = (guint)LLVMDITypeGetSizeInBits(type);
      *is_signed = !strstr(name, "unsigned") && !g_str_equal(name, "_Bool");
      return !strstr(name, "float") && !strstr(name, "double") && !strstr(name, "omplex") && *width <= 64;
    }
    if (tag != TAG_TYPEDEF && tag != TAG_CONST && tag != TAG_VOLATILE) return FALSE;
    type = node_of(l, type, 3);
  }
  return FALSE;
}

void names_type_global(const Lowering *l, LLVMValueRef global, IrGlobal *g) {
  size_t n = 0;
  guint width;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    LLVMMetadataRef type = node_of(l, LLVMDIGlobalVariableExpressionGetVariable(node), 3);
    g->is_integer = read_type(l, type, &width, &g->is_signed) && g->size * 8 == width;
  }
  LLVMDisposeValueMetadataEntries(entries);
}

static LLVMMetadataRef parent_scope(const Lowering *l, LLVMMetadataRef scope) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  gboolean block = kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
  return block ? node_of(l, scope, 1) : NULL;
}

/* ---- collecting ---- */

/* A variable that is not initialised has a value that means nothing. */
static gboolean is_real(LLVMValueRef v) {
  size_t length;
  if (LLVMIsUndef(v) || LLVMIsPoison(v)) return FALSE;
  return !LLVMIsACallInst(v) ||
         !g_str_has_prefix(LLVMGetValueName2(LLVMGetCalledValue(v), &length), UNINIT_VALUE);
}

static void collect(Lowering *l, GArray *values, LLVMBasicBlockRef block, LLVMValueRef call) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  gboolean is_value = g_str_equal(name, "llvm.dbg.value");
  if (!is_value && !g_str_equal(name, "llvm.dbg.declare")) return;
  LLVMValueRef value = LLVMGetOperand(call, 0), v = NULL;
  if (is_value && LLVMGetMDNodeNumOperands(value) == 1) LLVMGetMDNodeOperands(value, &v);
  if (v && !is_real(v)) v = NULL;
  DebugValue d = {block, v, LLVMValueAsMetadata(LLVMGetOperand(call, 1))};
  g_array_append_val(values, d);
}

void names_collect(Lowering *l) {
  l->debug_values = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  LLVMSetIsNewDbgInfoFormat(l->module, FALSE); /* only so are they seen from C */
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f)) {
    GArray *values = g_array_new(FALSE, FALSE, sizeof(DebugValue));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        collect(l, values, b, i);
    g_hash_table_insert(l->debug_values, f, values);
  }
  LLVMSetIsNewDbgInfoFormat(l->module, TRUE);
}

/* ---- variables of a block ---- */

static gboolean is_only_value(const GArray *values, const DebugValue *d) {
  for (guint i = 0; i < values->len; i++) {
    const DebugValue *other = &g_array_index(values, DebugValue, i);
    if (other != d && other->value && other->variable == d->variable) return FALSE;
  }
  return TRUE;
}

/* Is d what its variable is on entry to the block, if it can be used there at all? */
static gboolean holds_at(const Body *b, const GArray *values, const DebugValue *d, LLVMBasicBlockRef block) {
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(b->llvm);
  if (!d->value) return FALSE;
  if (LLVMIsAPHINode(d->value) && LLVMGetInstructionParent(d->value) == block) return d->block == block;
  if (!is_only_value(values, d) || d->block == block) return FALSE;
  if (LLVMIsAInstruction(d->value)) return LLVMGetInstructionParent(d->value) == d->block;
  return d->block == entry && (LLVMIsAArgument(d->value) || LLVMIsAConstantInt(d->value));
}

/* The variable of a name that is meant in the scope; NULL: none of those with debug values. */
static LLVMMetadataRef visible(const Lowering *l, const GArray *values, LLVMMetadataRef scope,
                               const char *name) {
  for (guint depth = 0; scope && depth < MAX_SCOPES; depth++, scope = parent_scope(l, scope))
    for (guint i = 0; i < values->len; i++) {
      const DebugValue *d = &g_array_index(values, DebugValue, i);
      if (LLVMDIVariableGetScope(d->variable) == scope && variable_name(l, d->variable) == name)
        return d->variable;
    }
  return NULL;
}

static void add_variable(Body *b, IrBlock *block, const DebugValue *d, LLVMMetadataRef scope,
                         const GArray *values) {
  IrVariable v = {.name = variable_name(b->lowering, d->variable)};
  guint width;
  if (!v.name || visible(b->lowering, values, scope, v.name) != d->variable) return;
  if (!read_type(b->lowering, node_of(b->lowering, d->variable, 3), &width, &v.is_signed)) return;
  const Value *known = LLVMIsAConstantInt(d->value) ? NULL : g_hash_table_lookup(b->values, d->value);
  if (LLVMIsAConstantInt(d->value))
    v.value = operand_const(width, LLVMConstIntGetZExtValue(d->value));
  else if (known && known->n == 1)
    v.value = known->at[0];
  if (v.value.kind == OPERAND_NONE || v.value.width != width) return;
  if (!block->variables) block->variables = g_array_new(FALSE, FALSE, sizeof(IrVariable));
  g_array_append_val(block->variables, v);
}

void names_of_block(Body *b, LLVMBasicBlockRef llvm, IrBlock *block) {
  const GArray *values = g_hash_table_lookup(b->lowering->debug_values, b->llvm);
  LLVMValueRef last = LLVMGetBasicBlockTerminator(llvm);
  LLVMMetadataRef loc = last ? LLVMInstructionGetDebugLoc(last) : NULL;
  if (!values || !loc || !block->phis->len) return;
  LLVMMetadataRef scope = LLVMDILocationGetScope(loc);
  for (guint i = 0; i < values->len; i++) {
    const DebugValue *d = &g_array_index(values, DebugValue, i);
    if (holds_at(b, values, d, llvm)) add_variable(b, block, d, scope, values);
  }
}
