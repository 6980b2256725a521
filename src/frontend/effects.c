/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Effects of functions, by walking their instructions until nothing changes. */
#include "frontend/effects.h"
#include <string.h>
#include "frontend/driver.h"

struct ModuleEffects {
  const Lowering *l;
  GHashTable *functions;     /* LLVMValueRef -> FunctionEffects* */
  FunctionEffects *indirect; /* of all functions whose address is taken */
  gboolean changed;
};

static void effects_free(gpointer data) {
  FunctionEffects *e = data;
  g_hash_table_unref(e->variables);
  g_hash_table_unref(e->inputs);
  g_free(e);
}

static FunctionEffects *effects_new(void) {
  FunctionEffects *e = g_new0(FunctionEffects, 1);
  e->variables = g_hash_table_new(NULL, NULL);
  e->inputs = g_hash_table_new(NULL, NULL);
  return e;
}

static void add_bits(ModuleEffects *m, guint8 *to, guint effect) {
  m->changed |= (*to | effect) != *to;
  *to = (guint8)(*to | effect);
}

static void add_variable(ModuleEffects *m, FunctionEffects *e, const char *name, guint effect) {
  guint old = GPOINTER_TO_UINT(g_hash_table_lookup(e->variables, name));
  if ((old | effect) == old) return;
  g_hash_table_insert(e->variables, (gpointer)name, GUINT_TO_POINTER(old | effect));
  m->changed = TRUE;
}

static void add_flag(ModuleEffects *m, gboolean *to, gboolean flag) {
  m->changed |= flag && !*to;
  *to |= flag;
}

/* Static variables of functions are f.x, f.x.1, and so on: those of one name count as one. */
static const char *variable_name(LLVMValueRef variable) {
  size_t length;
  const char *name = LLVMGetValueName2(variable, &length), *dot = strchr(name, '.');
  const char *rest = dot ? strchr(dot + 1, '.') : NULL;
  if (!rest) return g_intern_string(name);
  g_autofree char *first = g_strndup(name, (gsize)(rest - name));
  return g_intern_string(first);
}

/* Of a structure or an array it may be another part. */
static gboolean has_parts(LLVMValueRef variable) {
  LLVMTypeKind kind = LLVMGetTypeKind(LLVMGlobalGetValueType(variable));
  return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
}

static void add_root(ModuleEffects *m, FunctionEffects *e, LLVMValueRef root, guint effect) {
  if (LLVMIsAGlobalVariable(root)) {
    if (has_parts(root)) effect &= EFFECTS_POSSIBLE;
    if (!LLVMIsGlobalConstant(root)) add_variable(m, e, variable_name(root), effect);
  } else if (LLVMIsAArgument(root) && !root_is_own(root)) {
    unsigned i = parameter_index(root) - 1;
    add_bits(m, i < G_N_ELEMENTS(e->parameters) ? &e->parameters[i] : &e->elsewhere, effect);
  } else if (!root_is_own(root) && !root_is_fresh(root)) {
    add_bits(m, &e->elsewhere, effect & EFFECTS_POSSIBLE);
  }
}

static void add_access(ModuleEffects *m, FunctionEffects *e, LLVMValueRef pointer, guint effect) {
  g_autoptr(GHashTable) roots = g_hash_table_new(NULL, NULL);
  roots_add(pointer, roots);
  if (g_hash_table_size(roots) > 1) effect &= EFFECTS_POSSIBLE;
  GHashTableIter all;
  gpointer root;
  g_hash_table_iter_init(&all, roots);
  while (g_hash_table_iter_next(&all, &root, NULL)) add_root(m, e, root, effect);
}

/* All but what is done to what parameters point to. */
static void add_effects(ModuleEffects *m, FunctionEffects *e, const FunctionEffects *callee, guint mask) {
  GHashTableIter all;
  gpointer key, effect;
  g_hash_table_iter_init(&all, callee->variables);
  while (g_hash_table_iter_next(&all, &key, &effect))
    add_variable(m, e, key, GPOINTER_TO_UINT(effect) & mask);
  g_hash_table_iter_init(&all, callee->inputs);
  while (g_hash_table_iter_next(&all, &key, NULL)) m->changed |= g_hash_table_add(e->inputs, key);
  add_bits(m, &e->elsewhere, callee->elsewhere & mask);
  add_flag(m, &e->fails, callee->fails);
  add_flag(m, &e->halts, callee->halts);
}

/* What a function does happens in its callers; surely, where they surely call it. */
static void add_callee(ModuleEffects *m, FunctionEffects *e, LLVMValueRef call, const FunctionEffects *callee,
                       guint mask) {
  add_effects(m, e, callee, mask);
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < G_N_ELEMENTS(callee->parameters); i++)
    if (callee->parameters[i]) add_access(m, e, LLVMGetOperand(call, i), callee->parameters[i] & mask);
}

static gboolean is_only_called(LLVMValueRef f) {
  for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != f) return FALSE;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(user); i++)
      if (LLVMGetOperand(user, i) == f) return FALSE;
  }
  return TRUE;
}

static gboolean is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

gboolean module_effects_halts(const char *function) {
  static const char *const halting[] = {"abort", "exit", "_exit", "_Exit", "__VERIFIER_assume", DRIVER_ASSUME, NULL};
  return g_strv_contains(halting, function) || error_function_ends(function);
}

gboolean module_effects_fails(const ModuleEffects *m, const char *function) {
  return lower_is_error_function(m->l, function);
}

/* A function that the program does not define: it may write to what it gets pointers to. */
static void add_external(ModuleEffects *m, FunctionEffects *e, LLVMValueRef call, const char *name) {
  add_flag(m, &e->fails, module_effects_fails(m, name));
  add_flag(m, &e->halts, module_effects_halts(name));
  if (g_str_has_prefix(name, "acf.") || g_str_has_prefix(name, "llvm.dbg") ||
      g_str_has_prefix(name, "llvm.lifetime"))
    return;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (is_pointer(LLVMGetOperand(call, i)))
      add_access(m, e, LLVMGetOperand(call, i), EFFECT_READS | EFFECT_WRITES);
}

static void add_call(ModuleEffects *m, FunctionEffects *e, LLVMValueRef call, guint mask) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  const FunctionEffects *known = g_hash_table_lookup(m->functions, callee);
  size_t length;
  if (!LLVMIsAFunction(callee)) {
    add_effects(m, e, m->indirect, EFFECTS_POSSIBLE);
  } else if (site_is_nondet(LLVMGetValueName2(callee, &length))) {
    m->changed |= g_hash_table_add(e->inputs, call);
  } else if (known && !lower_is_error_function(m->l, LLVMGetValueName2(callee, &length))) {
    add_callee(m, e, call, known, mask);
  } else {
    add_external(m, e, call, LLVMGetValueName2(callee, &length));
  }
}

static LLVMValueRef only_user(LLVMValueRef v) {
  LLVMUseRef use = LLVMGetFirstUse(v);
  return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

/* The `x += 1` that loads the value, which nothing else uses; NULL: there is none. */
static LLVMValueRef addition_of(LLVMValueRef load) {
  LLVMValueRef sum = only_user(load), store = NULL;
  if (!LLVMGetVolatile(load) && sum && LLVMIsABinaryOperator(sum) &&
      LLVMGetInstructionOpcode(sum) == LLVMAdd && LLVMIsAConstantInt(LLVMGetOperand(sum, 1)))
    store = only_user(sum);
  return store && LLVMIsAStoreInst(store) && LLVMGetOperand(store, 1) == LLVMGetOperand(load, 0) ? store
                                                                                                 : NULL;
}

static gboolean ends_addition(LLVMValueRef store) {
  LLVMValueRef sum = LLVMIsABinaryOperator(LLVMGetOperand(store, 0));
  LLVMValueRef load = sum ? LLVMIsALoadInst(LLVMGetOperand(sum, 0)) : NULL;
  return load && addition_of(load) == store;
}

static void add_instruction(ModuleEffects *m, FunctionEffects *e, LLVMValueRef i, guint mask) {
  const guint adds = (EFFECT_ADDS | EFFECT_SURELY_ADDS) & mask;
  guint effect;
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad:
    effect = addition_of(i) ? adds : (EFFECT_READS | EFFECT_SURELY_READS) & mask;
    add_access(m, e, LLVMGetOperand(i, 0), effect);
    break;
  case LLVMStore:
    effect = ends_addition(i) ? adds : (EFFECT_WRITES | EFFECT_SURELY_WRITES) & mask;
    add_access(m, e, LLVMGetOperand(i, 1), effect);
    break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: add_access(m, e, LLVMGetOperand(i, 0), EFFECT_READS | EFFECT_WRITES); break;
  case LLVMCall: add_call(m, e, i, mask); break;
  default: break;
  }
}

/* What is not a call adds the same each time. */
static void add_function(ModuleEffects *m, LLVMValueRef f, FunctionEffects *e, gboolean calls_only) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
    guint mask = b == LLVMGetEntryBasicBlock(f) ? ~0u : EFFECTS_POSSIBLE;
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (!calls_only || LLVMIsACallInst(i)) add_instruction(m, e, i, mask);
  }
}

ModuleEffects *module_effects_find(const Lowering *l) {
  ModuleEffects *m = g_new0(ModuleEffects, 1);
  m->l = l;
  m->functions = g_hash_table_new_full(NULL, NULL, NULL, effects_free);
  m->indirect = effects_new();
  m->indirect->elsewhere = EFFECT_READS | EFFECT_WRITES;
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
    if (!LLVMIsDeclaration(f)) g_hash_table_insert(m->functions, f, effects_new());
  gboolean again = FALSE;
  do {
    m->changed = FALSE;
    for (LLVMValueRef f = LLVMGetLastFunction(l->module); f; f = LLVMGetPreviousFunction(f))
      if (!LLVMIsDeclaration(f)) {
        add_function(m, f, g_hash_table_lookup(m->functions, f), again);
        if (!is_only_called(f))
          add_effects(m, m->indirect, g_hash_table_lookup(m->functions, f), EFFECTS_POSSIBLE);
      }
    again = TRUE;
  } while (m->changed);
  return m;
}

void module_effects_free(ModuleEffects *m) {
  if (!m) return;
  g_hash_table_unref(m->functions);
  effects_free(m->indirect);
  g_free(m);
}

const FunctionEffects *module_effects_of(const ModuleEffects *m, const char *function) {
  LLVMValueRef f = LLVMGetNamedFunction(m->l->module, function);
  if (!f) f = alias_target(m->l->module, function);
  return f ? g_hash_table_lookup(m->functions, f) : NULL;
}

const char *module_effects_variable(const ModuleEffects *m, const char *name) {
  LLVMValueRef variable = alias_target(m->l->module, name);
  return variable ? variable_name(variable) : g_intern_string(name);
}

gboolean module_effects_declares(const ModuleEffects *m, const char *function) {
  LLVMValueRef f = LLVMGetNamedFunction(m->l->module, function);
  return f && LLVMIsDeclaration(f);
}

gboolean module_effects_takes_pointers(const ModuleEffects *m, const char *function) {
  LLVMValueRef f = LLVMGetNamedFunction(m->l->module, function);
  gboolean takes = LLVMIsFunctionVarArg(LLVMGlobalGetValueType(f)) != 0;
  for (unsigned i = 0; i < LLVMCountParams(f); i++) takes |= is_pointer(LLVMGetParam(f, i));
  return takes;
}

gboolean function_effects_none(const FunctionEffects *e) {
  for (guint i = 0; i < G_N_ELEMENTS(e->parameters); i++)
    if (e->parameters[i] & EFFECTS_CHANGING) return FALSE;
  GHashTableIter all;
  gpointer effect;
  g_hash_table_iter_init(&all, e->variables);
  while (g_hash_table_iter_next(&all, NULL, &effect))
    if (GPOINTER_TO_UINT(effect) & EFFECTS_CHANGING) return FALSE;
  return !(e->elsewhere & EFFECTS_CHANGING) && !e->fails && !e->halts && !g_hash_table_size(e->inputs);
}
