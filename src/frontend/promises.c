/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What programs promise to compilers: that an expression holds, that a pointer is aligned, that a function
 * has no side effects (const, pure), or gives memory that nothing else points to (malloc).  Compilers use
 * that: they drop calls, join them, or take a test for decided.  So a run that breaks a promise may do
 * anything; where a promise is kept, it changes nothing.  Whether a function keeps its promises is decided by
 * its text. */
#include <string.h>
#include "base/limits.h"
#include "frontend/lower.h"

typedef enum {
  NOTHING,
  PURE,
  CONST
} Level; /* PURE: it writes nothing and returns.  CONST: nor does it read */

static LLVMAttributeRef function_attribute(LLVMValueRef f, const char *name, gboolean of_call) {
  unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name)),
           index = (unsigned)LLVMAttributeFunctionIndex;
  return of_call ? LLVMGetCallSiteEnumAttribute(f, index, kind) : LLVMGetEnumAttributeAtIndex(f, index, kind);
}

/* Two bits for each kind of memory, that of the arguments first: 1 is read, 2 is written.  A structure that
 * is returned is written to an argument. */
static Level level_of(LLVMValueRef f, gboolean of_call) {
  LLVMAttributeRef memory = function_attribute(f, "memory", of_call);
  if (!memory || !function_attribute(f, "willreturn", of_call)) return NOTHING;
  guint64 other = LLVMGetEnumAttributeValue(memory) >> 4 & 3;
  return other == 0 ? CONST : other == 1 ? PURE : NOTHING;
}

/* ---- effects ---- */

typedef struct {
  const Lowering *l;
  Level level;
  GHashTable *active; /* functions that are being looked at */
} Search;

static const char *effect_of_function(Search *s, LLVMValueRef function);

static gboolean is_unchanging(LLVMValueRef root) {
  return LLVMIsAFunction(root) || (LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root));
}

static gboolean is_own_or_unchanging(LLVMValueRef root) { return root_is_own(root) || is_unchanging(root); }

static const char *effect_of_write(LLVMValueRef pointer) {
  return roots_all(pointer, root_is_own) ? NULL : "writes to memory that is not its own";
}

static const char *effect_of_read(const Search *s, LLVMValueRef pointer) {
  return s->level == PURE || roots_all(pointer, is_own_or_unchanging) ? NULL
                                                                      : "reads memory that is not its own";
}

static const char *effect_of_intrinsic(Search *s, LLVMValueRef call, const char *name) {
  gboolean copies = g_str_has_prefix(name, "llvm.memcpy") || g_str_has_prefix(name, "llvm.memmove");
  if (strstr(name, "trap")) return "ends the run";
  if (!copies && !g_str_has_prefix(name, "llvm.memset"))
    return g_str_has_prefix(name, "llvm.va_") ? "has variable arguments" : NULL;
  const char *effect = effect_of_write(LLVMGetOperand(call, 0));
  return !effect && copies ? effect_of_read(s, LLVMGetOperand(call, 1)) : effect;
}

static const char *effect_of_call(Search *s, LLVMValueRef call) {
  size_t length;
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (!LLVMIsAFunction(callee)) return "calls what is not known";
  const char *name = LLVMGetValueName2(callee, &length);
  if (lower_is_error_function(s->l, name)) return "fails";
  if (site_is_nondet(name)) return "reads an input";
  if (g_str_has_prefix(name, UNINIT_VALUE)) return "reads a variable that has no value";
  if (g_str_equal(name, UNINIT_MEMORY) || g_str_equal(name, RESULT_SET) || g_str_equal(name, FIELD_FITS))
    return NULL;
  if (LLVMGetIntrinsicID(callee)) return effect_of_intrinsic(s, call, name);
  if (!LLVMIsDeclaration(callee)) return effect_of_function(s, callee);
  Level promised = MAX(level_of(callee, FALSE), level_of(call, TRUE));
  return promised >= s->level ? NULL : "calls a function that may have some";
}

static const char *effect_of(Search *s, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMStore: return LLVMGetVolatile(i) ? "writes a volatile" : effect_of_write(LLVMGetOperand(i, 1));
  case LLVMLoad: return LLVMGetVolatile(i) ? "reads a volatile" : effect_of_read(s, LLVMGetOperand(i, 0));
  case LLVMCall: return effect_of_call(s, i);
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg:
  case LLVMFence: return "has atomic operations";
  case LLVMIndirectBr:
  case LLVMCallBr: return "jumps to where is not known";
  default: return NULL;
  }
}

static const char *effect_of_body(Search *s, LLVMValueRef function) {
  const char *effect = NULL;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !effect; i = LLVMGetNextInstruction(i))
      effect = effect_of(s, i);
  return effect;
}

/* The loops of models.c end where objects do. */
static const char *effect_of_function(Search *s, LLVMValueRef function) {
  if (!function_is_model(function) && !function_ends(function)) return "may not return";
  if (!g_hash_table_add(s->active, function)) return "may call itself for ever";
  const char *effect = effect_of_body(s, function);
  g_hash_table_remove(s->active, function);
  return effect;
}

static const char *in_words(Level level, const char *effect) {
  if (!effect) return NULL;
  g_autofree char *text =
      g_strdup_printf("a function that is declared %s, but %s", level == CONST ? "const" : "pure", effect);
  return g_intern_string(text);
}

static const char *side_effect(const Lowering *l, LLVMValueRef function, Level level) {
  g_autoptr(GHashTable) active = g_hash_table_new(NULL, NULL);
  Search s = {l, level, active};
  return in_words(level, effect_of_function(&s, function));
}

/* ---- memory of its own ---- */

static gboolean is_fresh(LLVMValueRef root, guint depth);

/* Whether the pointer is kept nowhere but in what is returned. */
static gboolean stays_private(LLVMValueRef pointer, GHashTable *seen) {
  if (!g_hash_table_add(seen, pointer)) return TRUE;
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    gboolean passes = LLVMIsAGetElementPtrInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
    gboolean reads = LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || LLVMIsAReturnInst(user) ||
                     (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != pointer);
    gboolean lends =
        LLVMIsACallInst(user) && LLVMIsAFunction(LLVMGetCalledValue(user)) &&
        (LLVMIsDeclaration(LLVMGetCalledValue(user)) || function_is_model(LLVMGetCalledValue(user)));
    if (passes ? !stays_private(user, seen) : !reads && !lends) return FALSE;
  }
  return TRUE;
}

static gboolean is_not_fresh(gpointer root, gpointer same, gpointer depth) {
  return !is_fresh(root, *(const guint *)depth);
}

static gboolean gives_fresh(LLVMValueRef function, guint depth) {
  g_autoptr(GHashTable) roots = g_hash_table_new(NULL, NULL);
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end)) roots_add(LLVMGetOperand(end, 0), roots);
  }
  return !g_hash_table_find(roots, is_not_fresh, &depth);
}

static gboolean is_fresh(LLVMValueRef root, guint depth) {
  if (!LLVMIsACallInst(root) || depth == 0) return FALSE;
  LLVMValueRef callee = LLVMGetCalledValue(root);
  if (!LLVMIsAFunction(callee)) return FALSE;
  gboolean external = LLVMIsDeclaration(callee) || function_is_model(callee);
  if (external ? !root_is_fresh(root) : !gives_fresh(callee, depth - 1)) return FALSE;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  return stays_private(root, seen);
}

/* ---- functions and calls ---- */

const char *promise_broken(const Lowering *l, LLVMValueRef f) {
  if (LLVMIsDeclaration(f) || function_is_model(f)) return NULL;
  Level level = level_of(f, FALSE);
  if (level && !function_ends(f)) return in_words(level, "may not return");
  if (!value_has_attribute(f, LLVMAttributeReturnIndex, "noalias") ||
      gives_fresh(f, limits.frontend_wrapper_depth))
    return NULL;
  return "a function that is declared malloc, but may give memory that is known";
}

const char *promise_broken_by(const Lowering *l, LLVMValueRef function, LLVMValueRef i) {
  Level level = function_is_model(function) ? NOTHING : level_of(function, FALSE);
  if (!level) return NULL;
  g_autoptr(GHashTable) active = g_hash_table_new(NULL, NULL);
  g_hash_table_add(active, function);
  Search s = {l, level, active};
  return in_words(level, effect_of(&s, i));
}

const char *call_promise_broken(const Lowering *l, LLVMValueRef call, LLVMValueRef callee) {
  size_t length;
  Level level = level_of(call, TRUE), own = LLVMIsAFunction(callee) ? level_of(callee, FALSE) : NOTHING;
  if (!MAX(level, own) || LLVMIsAInlineAsm(callee)) return NULL;
  if (!LLVMIsAFunction(callee))
    return "a call through a pointer to a function that is declared const or pure";
  if (LLVMGetIntrinsicID(callee) || function_is_model(callee)) return NULL;
  const char *name = LLVMGetValueName2(callee, &length);
  if (lower_is_error_function(l, name) || site_is_nondet(name))
    return "a call of an input or error function that is declared const or pure";
  return LLVMIsDeclaration(callee) || own >= level ? NULL : side_effect(l, callee, level);
}

/* ---- expressions ---- */

/* Whether all that the pointer may be is known to be a multiple of `by`. */
static gboolean is_aligned(Body *b, LLVMValueRef pointer, guint64 by) {
  LLVMTargetDataRef layout = b->lowering->layout;
  guint64 offset = 0;
  while (LLVMIsAGetElementPtrInst(pointer) && LLVMGetNumOperands(pointer) == 2) {
    LLVMValueRef index = LLVMGetOperand(pointer, 1);
    guint64 each = LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(pointer));
    if (LLVMIsAConstantInt(index))
      offset += each * LLVMConstIntGetZExtValue(index);
    else if (each % by)
      return FALSE;
    pointer = LLVMGetOperand(pointer, 0);
  }
  if (offset % by) return FALSE;
  if (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer)) return LLVMGetAlignment(pointer) >= by;
  return LLVMIsNull(pointer) || (root_is_fresh(pointer) && by <= b->program->pointer_width / 4);
}

/* llvm.assume(truth), and behind it "align" (pointer, number, offset) as further operands. */
void lower_promise(Body *b, LLVMValueRef assume) {
  body_check(b, lower_argument(b, assume, 0), "an assumption (__builtin_assume) that does not hold");
  for (unsigned i = 0; i < LLVMGetNumOperandBundles(assume) && !b->ended; i++) {
    LLVMOperandBundleRef promise = LLVMGetOperandBundleAtIndex(assume, i);
    unsigned n = LLVMGetNumOperandBundleArgs(promise);
    LLVMValueRef by = n > 1 ? LLVMGetOperandBundleArgAtIndex(promise, 1) : NULL;
    gboolean kept = n == 2 && LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) &&
                    is_aligned(b, LLVMGetOperandBundleArgAtIndex(promise, 0), LLVMConstIntGetZExtValue(by));
    LLVMDisposeOperandBundle(promise);
    if (!kept) body_end_unmodelled(b, "an alignment that is promised and not known");
  }
}
