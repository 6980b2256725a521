/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether the address of a local variable can outlast a mention of it.
 *
 * The module is as the compiler's front end made it: every variable is in memory, and a function stores its
 * parameters into variables of its own.  An address is kept where it is stored, returned, turned into a
 * number, or handed to a function that keeps it.  What a function does with a parameter that it only holds in
 * a variable, which nothing else sees, is what it does with the values that it loads from there. */
#include "base/limits.h"
#include "frontend/lower.h"

typedef struct {
  gboolean follows; /* through variables that hold the address: for what ends with the function anyway */
  guint depth;
  GHashTable *seen; /* LLVMValueRef: values that are looked at already */
} Search;

static gboolean value_is_kept(Search *s, LLVMValueRef v);

static const char *callee_name(LLVMValueRef call) {
  size_t length;
  return LLVMGetValueName2(LLVMGetCalledValue(call), &length);
}

/* Only loaded from and stored to, as a whole. */
static gboolean is_plain_slot(LLVMValueRef slot) {
  if (!LLVMIsAAllocaInst(slot)) return FALSE;
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    gboolean stored = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == slot && LLVMGetOperand(user, 0) != slot;
    gboolean marked = LLVMIsACallInst(user) && g_str_has_prefix(callee_name(user), "llvm.lifetime.");
    if (!LLVMIsALoadInst(user) && !stored && !marked) return FALSE;
  }
  return TRUE;
}

static gboolean slot_is_kept(Search *s, LLVMValueRef slot) {
  if (!s->follows || !is_plain_slot(slot)) return TRUE;
  for (LLVMUseRef u = LLVMGetFirstUse(slot); u; u = LLVMGetNextUse(u))
    if (LLVMIsALoadInst(LLVMGetUser(u)) && value_is_kept(s, LLVMGetUser(u))) return TRUE;
  return FALSE;
}

static gboolean parameter_is_kept(Search *s, LLVMValueRef parameter) {
  Search inside = {TRUE, s->depth + 1, s->seen};
  return value_is_kept(&inside, parameter);
}

static gboolean call_keeps(Search *s, LLVMValueRef call, LLVMValueRef v) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  if (callee == v) return FALSE;
  if (!LLVMIsAFunction(callee) || s->depth > limits.frontend_address_depth) return TRUE;
  gboolean returns_pointer = LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind;
  if (LLVMIsDeclaration(callee))
    return !lower_forgets_arguments(callee_name(call)) || (returns_pointer && LLVMGetFirstUse(call));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
    if (LLVMGetOperand(call, i) != v) continue;
    if (i >= LLVMCountParams(callee) || parameter_is_kept(s, LLVMGetParam(callee, i))) return TRUE;
  }
  return FALSE;
}

static gboolean use_keeps(Search *s, LLVMValueRef user, LLVMValueRef v) {
  switch (LLVMGetInstructionOpcode(user)) {
  case LLVMLoad:
  case LLVMICmp: return FALSE;
  case LLVMStore: return LLVMGetOperand(user, 0) == v && slot_is_kept(s, LLVMGetOperand(user, 1));
  case LLVMGetElementPtr:
  case LLVMBitCast:
  case LLVMAddrSpaceCast: return value_is_kept(s, user);
  case LLVMPHI:
  case LLVMSelect: return !s->follows || value_is_kept(s, user);
  case LLVMCall: return call_keeps(s, user, v);
  default: return TRUE;
  }
}

static gboolean value_is_kept(Search *s, LLVMValueRef v) {
  if (!g_hash_table_add(s->seen, v)) return FALSE; /* what it says is said elsewhere */
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u))
    if (use_keeps(s, LLVMGetUser(u), v)) return TRUE;
  return FALSE;
}

gboolean use_keeps_address(LLVMValueRef user, LLVMValueRef v) {
  Search s = {FALSE, 0, g_hash_table_new(NULL, NULL)};
  gboolean keeps = use_keeps(&s, user, v);
  g_hash_table_unref(s.seen);
  return keeps;
}

gboolean address_is_kept(LLVMValueRef object) {
  Search s = {FALSE, 0, g_hash_table_new(NULL, NULL)};
  gboolean kept = value_is_kept(&s, object);
  g_hash_table_unref(s.seen);
  return kept;
}
