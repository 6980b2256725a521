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
#include "base/limits.h"
#include "frontend/lower.h"

typedef struct {
  LLVMBasicBlockRef block;
  LLVMValueRef value;
  guint variable; /* index */
} DebugValue;

typedef struct {
  LLVMMetadataRef node, scope;
  const char *name; /* interned; NULL: none */
  guint width;      /* 0: it is no integer */
  gboolean is_signed;
  guint n_values, value; /* how many values it has, and the index of the last one */
} Variable;

struct FunctionNames {
  GArray *variables;   /* Variable */
  GArray *values;      /* DebugValue: those that mean something */
  GHashTable *by_node; /* LLVMMetadataRef to index of variable + 1 */
  GHashTable *by_phi;  /* LLVMValueRef to GArray of indexes of values */
  GHashTable *by_name; /* interned to GArray of indexes of variables */
};

/* ---- metadata ---- */

/* An integer's; FALSE: it is of another type. */
static gboolean read_type(const Lowering *l, LLVMMetadataRef type, guint *width, gboolean *is_signed) {
  LLVMMetadataRef base = debug_base_type(l, type);
  size_t length = 0;
  if (!base || !debug_is_base(base)) return FALSE;
  const char *text = LLVMDITypeGetName(base, &length);
  g_autofree char *name = g_strndup(text, length);
  *width = (guint)LLVMDITypeGetSizeInBits(base);
  *is_signed = !strstr(name, "unsigned") && !g_str_equal(name, "_Bool");
  return !strstr(name, "float") && !strstr(name, "double") && !strstr(name, "omplex") && *width <= 64;
}

void names_type_global(const Lowering *l, LLVMValueRef global, IrGlobal *g) {
  size_t n = 0;
  guint width;
  LLVMValueMetadataEntry *entries = LLVMGlobalCopyAllMetadata(global, &n);
  for (unsigned i = 0; i < n; i++) {
    LLVMMetadataRef node = LLVMValueMetadataEntriesGetMetadata(entries, i);
    if (LLVMGetMetadataKind(node) != LLVMDIGlobalVariableExpressionMetadataKind) continue;
    LLVMMetadataRef type = debug_node(l, LLVMDIGlobalVariableExpressionGetVariable(node), 3);
    g->is_integer = read_type(l, type, &width, &g->is_signed) && g->size * 8 == width;
  }
  LLVMDisposeValueMetadataEntries(entries);
}

static LLVMMetadataRef parent_scope(const Lowering *l, LLVMMetadataRef scope) {
  LLVMMetadataKind kind = LLVMGetMetadataKind(scope);
  gboolean block = kind == LLVMDILexicalBlockMetadataKind || kind == LLVMDILexicalBlockFileMetadataKind;
  return block ? debug_node(l, scope, 1) : NULL;
}

/* ---- collecting ---- */

static void add_to(GHashTable *lists, gconstpointer key, guint index) {
  GArray *list = g_hash_table_lookup(lists, key);
  if (!list) g_hash_table_insert(lists, (gpointer)key, list = g_array_new(FALSE, FALSE, sizeof(guint)));
  g_array_append_val(list, index);
}

/* A variable that is not initialised has a value that means nothing. */
static gboolean is_real(LLVMValueRef v) {
  size_t length;
  if (LLVMIsUndef(v) || LLVMIsPoison(v)) return FALSE;
  return !LLVMIsACallInst(v) ||
         !g_str_has_prefix(LLVMGetValueName2(LLVMGetCalledValue(v), &length), UNINIT_VALUE);
}

static guint variable_of(const Lowering *l, FunctionNames *f, LLVMMetadataRef node) {
  guint known = GPOINTER_TO_UINT(g_hash_table_lookup(f->by_node, node));
  if (known) return known - 1;
  Variable v = {.node = node, .scope = LLVMDIVariableGetScope(node), .name = debug_variable_name(l, node)};
  if (!read_type(l, debug_node(l, node, 3), &v.width, &v.is_signed)) v.width = 0;
  g_array_append_val(f->variables, v);
  guint index = f->variables->len - 1;
  g_hash_table_insert(f->by_node, node, GUINT_TO_POINTER(index + 1));
  if (v.name) add_to(f->by_name, v.name, index);
  return index;
}

static void collect(const Lowering *l, FunctionNames *f, LLVMBasicBlockRef block, LLVMValueRef call) {
  size_t length;
  LLVMValueRef callee = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  const char *name = callee ? LLVMGetValueName2(callee, &length) : "";
  gboolean is_value = g_str_equal(name, "llvm.dbg.value");
  if (!is_value && !g_str_equal(name, "llvm.dbg.declare")) return;
  DebugValue d = {.block = block,
                  .variable = variable_of(l, f, LLVMValueAsMetadata(LLVMGetOperand(call, 1)))};
  LLVMValueRef value = LLVMGetOperand(call, 0);
  if (is_value && LLVMGetMDNodeNumOperands(value) == 1) LLVMGetMDNodeOperands(value, &d.value);
  if (!d.value || !is_real(d.value)) return;
  g_array_append_val(f->values, d);
  Variable *v = &g_array_index(f->variables, Variable, d.variable);
  v->n_values++;
  v->value = f->values->len - 1;
  if (LLVMIsAPHINode(d.value)) add_to(f->by_phi, d.value, f->values->len - 1);
}

static void names_free(gpointer data) {
  FunctionNames *f = (FunctionNames *)data;
  g_array_unref(f->variables);
  g_array_unref(f->values);
  g_hash_table_unref(f->by_node);
  g_hash_table_unref(f->by_phi);
  g_hash_table_unref(f->by_name);
  g_free(f);
}

static FunctionNames *collect_function(const Lowering *l, LLVMValueRef function) {
  FunctionNames *f = g_new0(FunctionNames, 1);
  f->variables = g_array_new(FALSE, FALSE, sizeof(Variable));
  f->values = g_array_new(FALSE, FALSE, sizeof(DebugValue));
  f->by_node = g_hash_table_new(NULL, NULL);
  f->by_phi = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  f->by_name = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) collect(l, f, b, i);
  return f;
}

void names_collect(Lowering *l) {
  l->names = g_hash_table_new_full(NULL, NULL, NULL, names_free);
  LLVMSetIsNewDbgInfoFormat(l->module, FALSE); /* only so are they seen from C */
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
    g_hash_table_insert(l->names, f, collect_function(l, f));
  LLVMSetIsNewDbgInfoFormat(l->module, TRUE);
}

LLVMMetadataRef names_parameter(const Lowering *l, LLVMValueRef function, const char *name, guint number) {
  const FunctionNames *f = g_hash_table_lookup(l->names, function);
  LLVMMetadataRef own = LLVMGetSubprogram(function);
  for (guint i = 0, n = 0; f && i < f->variables->len; i++) {
    const Variable *v = &g_array_index(f->variables, Variable, i);
    if (v->scope == own && (*name ? g_strcmp0(v->name, name) == 0 : n++ == number)) return v->node;
  }
  return NULL;
}

/* ---- variables of a block ---- */

typedef struct {
  Body *body;
  const FunctionNames *names;
  LLVMMetadataRef scope;
  IrBlock *block;
} Head;

/* Of the variables of its name, is it the one that is meant in the scope? */
static gboolean is_visible(const Head *h, guint variable) {
  const Variable *v = &g_array_index(h->names->variables, Variable, variable);
  const GArray *same = v->name ? g_hash_table_lookup(h->names->by_name, v->name) : NULL;
  LLVMMetadataRef scope = h->scope;
  for (guint depth = 0; same && scope && depth < limits.frontend_scope_depth;
       depth++, scope = parent_scope(h->body->lowering, scope))
    for (guint i = 0; i < same->len; i++) {
      guint other = g_array_index(same, guint, i);
      if (g_array_index(h->names->variables, Variable, other).scope == scope) return other == variable;
    }
  return FALSE;
}

static void add_variable(Head *h, const Variable *v, Operand value) {
  IrVariable variable = {v->name, value, v->is_signed};
  if (!h->block->variables) h->block->variables = g_array_new(FALSE, FALSE, sizeof(IrVariable));
  g_array_append_val(h->block->variables, variable);
}

static gboolean is_added(const Head *h, const char *name) {
  for (guint i = 0; h->block->variables && i < h->block->variables->len; i++)
    if (g_array_index(h->block->variables, IrVariable, i).name == name) return TRUE;
  return FALSE;
}

static Operand operand_of_value(const Head *h, const DebugValue *d, guint width) {
  if (LLVMIsAConstantInt(d->value)) return operand_const(width, LLVMConstIntGetZExtValue(d->value));
  const Value *known = g_hash_table_lookup(h->body->values, d->value);
  gboolean fits = known && known->n == 1 && known->at[0].width == width;
  return fits ? known->at[0] : (Operand){0};
}

/* A phi has the name of its variable.  One that is also stored in another variable, in the same block, is
 * that one's value only later. */
static void add_phi(Head *h, LLVMBasicBlockRef llvm, LLVMValueRef phi) {
  const char *own = site_variable_name(h->body->lowering, phi);
  const GArray *said = g_hash_table_lookup(h->names->by_phi, phi);
  for (guint i = 0; said && i < said->len; i++) {
    const DebugValue *d = &g_array_index(h->names->values, DebugValue, g_array_index(said, guint, i));
    const Variable *v = &g_array_index(h->names->variables, Variable, d->variable);
    Operand o = operand_of_value(h, d, v->width);
    if (d->block == llvm && v->name == own && v->width && o.kind != OPERAND_NONE &&
        is_visible(h, d->variable))
      add_variable(h, v, o);
  }
}

/* Is the value, of a variable that has no other, known to be the variable's where it can be used? */
static gboolean lasts(const Head *h, const DebugValue *d, LLVMBasicBlockRef llvm) {
  if (d->block == llvm) return FALSE;
  if (LLVMIsAInstruction(d->value)) return LLVMGetInstructionParent(d->value) == d->block;
  return d->block == LLVMGetEntryBasicBlock(h->body->llvm) &&
         (LLVMIsAArgument(d->value) || LLVMIsAConstantInt(d->value));
}

/* A variable whose value is not known must still not be taken for a global of its name. */
static void add_others(Head *h, LLVMBasicBlockRef llvm) {
  for (guint i = 0; i < h->names->variables->len; i++) {
    const Variable *v = &g_array_index(h->names->variables, Variable, i);
    const DebugValue *d = v->n_values == 1 ? &g_array_index(h->names->values, DebugValue, v->value) : NULL;
    gboolean known = d && v->width && lasts(h, d, llvm);
    gboolean hides = v->name && LLVMGetNamedGlobal(h->body->lowering->module, v->name);
    if ((!known && !hides) || is_added(h, v->name) || !is_visible(h, i)) continue;
    Operand o = known ? operand_of_value(h, d, v->width) : (Operand){0};
    if (o.kind != OPERAND_NONE || hides) add_variable(h, v, o);
  }
}

static gboolean may_be_head(const IrBlock *b) {
  for (guint i = 0; i < b->n_preds; i++)
    if (b->preds[i] >= b->id) return TRUE;
  return FALSE;
}

void names_of_block(Body *b, LLVMBasicBlockRef llvm, IrBlock *block) {
  Head h = {b, g_hash_table_lookup(b->lowering->names, b->llvm), NULL, block};
  LLVMValueRef last = LLVMGetBasicBlockTerminator(llvm);
  LLVMMetadataRef loc = last ? LLVMInstructionGetDebugLoc(last) : NULL;
  if (!h.names || !loc || !may_be_head(block)) return;
  h.scope = LLVMDILocationGetScope(loc);
  for (LLVMValueRef i = LLVMGetFirstInstruction(llvm); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
    add_phi(&h, llvm, i);
  add_others(&h, llvm);
}
