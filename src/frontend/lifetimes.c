/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lifetimes of variables of inner blocks.
 *
 * The compiler makes one object of a variable for all the times that its block is run, and never lets it die.
 * In C each time has an object of its own, which ends with the block; what lies at its address afterwards is
 * for compilers to choose.  That matters only where the address of the variable is kept beyond a mention of
 * it.  Such a variable is made anew at its declaration, and ends where the compiler, asked for it, marks its
 * end; where it cannot tell (a block that is entered past the declaration, a compound literal), the address
 * that is kept is unknown.  Arrays of variable length end where the stack is restored. */
#include <llvm-c/DebugInfo.h>
#include "base/limits.h"
#include "frontend/lower.h"

#define START "llvm.lifetime.start"
#define END "llvm.lifetime.end"

/* ---- which variables ---- */

/* The innermost block around a place, not counting changes of the file within a block. */
static LLVMMetadataRef scope_of(LLVMContextRef context, LLVMMetadataRef scope) {
  while (scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockFileMetadataKind) {
    LLVMValueRef operands[8] = {NULL}, node = LLVMMetadataAsValue(context, scope);
    if (LLVMGetMDNodeNumOperands(node) > 8) return NULL;
    LLVMGetMDNodeOperands(node, operands);
    scope = operands[1] ? LLVMValueAsMetadata(operands[1]) : NULL;
  }
  return scope;
}

/* LLVMValueRef of a variable to the LLVMMetadataRef of its scope. */
static GHashTable *variable_scopes(LLVMModuleRef m) {
  GHashTable *scopes = g_hash_table_new(NULL, NULL);
  LLVMSetIsNewDbgInfoFormat(m, FALSE); /* only so are they seen from C */
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
        if (!is_call_of(i, "llvm.dbg.declare")) continue;
        LLVMValueRef object = NULL, place = LLVMGetOperand(i, 0);
        if (LLVMGetMDNodeNumOperands(place) == 1) LLVMGetMDNodeOperands(place, &object);
        LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(i, 1));
        if (object) g_hash_table_insert(scopes, object, LLVMDIVariableGetScope(variable));
      }
  LLVMSetIsNewDbgInfoFormat(m, TRUE);
  return scopes;
}

static LLVMMetadataRef scope_of_use(LLVMValueRef object) {
  LLVMMetadataRef scope = NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
    LLVMMetadataRef loc = LLVMIsAInstruction(LLVMGetUser(u)) ? LLVMInstructionGetDebugLoc(LLVMGetUser(u)) : NULL;
    if (loc) scope = LLVMDILocationGetScope(loc); /* uses are listed last first */
  }
  return scope;
}

/* In a block inside of its function's outermost one. */
static gboolean is_inner(LLVMValueRef function, LLVMValueRef object, GHashTable *scopes) {
  LLVMMetadataRef scope = (LLVMMetadataRef)g_hash_table_lookup(scopes, object);
  if (!scope) scope = scope_of_use(object);
  LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(function));
  return scope && scope_of(context, scope) != LLVMGetSubprogram(function);
}

/* LLVMValueRef: variables of inner blocks whose address is kept. */
static GPtrArray *kept_variables(LLVMValueRef function, GHashTable *scopes) {
  GPtrArray *kept = g_ptr_array_new();
  if (LLVMIsDeclaration(function)) return kept;
  LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
  for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
    if (LLVMIsAAllocaInst(i) && LLVMIsAConstantInt(LLVMGetOperand(i, 0)) && is_inner(function, i, scopes) &&
        address_is_kept(i))
      g_ptr_array_add(kept, i);
  return kept;
}

gboolean lifetimes_matter(LLVMModuleRef m) {
  GHashTable *scopes = variable_scopes(m);
  gboolean matter = FALSE;
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f && !matter; f = LLVMGetNextFunction(f)) {
    GPtrArray *kept = kept_variables(f, scopes);
    matter = kept->len > 0;
    g_ptr_array_unref(kept);
  }
  g_hash_table_unref(scopes);
  return matter;
}

/* ---- order of execution ---- */

static gboolean comes_before(LLVMValueRef a, LLVMValueRef b) {
  while (a && a != b) a = LLVMGetNextInstruction(a);
  return a != NULL;
}

static gboolean dominates(LLVMValueRef a, LLVMValueRef b) {
  LLVMBasicBlockRef at = LLVMGetInstructionParent(a), to = LLVMGetInstructionParent(b);
  return at == to ? comes_before(a, b) : block_dominates(at, to);
}

static gboolean can_follow(LLVMValueRef a, LLVMValueRef b) {
  LLVMBasicBlockRef at = LLVMGetInstructionParent(a), to = LLVMGetInstructionParent(b);
  g_autoptr(GHashTable) none = g_hash_table_new(NULL, NULL);
  return (at == to && comes_before(a, b)) || block_leads_to(at, to, none);
}

/* ---- blocks ---- */

/* The only mark of its start, which all that uses it comes after; NULL: there is none. */
static LLVMValueRef start_of(LLVMValueRef object) {
  LLVMValueRef start = NULL;
  guint n = 0;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u))
    if (is_call_of(LLVMGetUser(u), START)) start = LLVMGetUser(u), n++;
  if (n != 1) return NULL;
  for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u))
    if (!dominates(start, LLVMGetUser(u))) return NULL;
  return start;
}

static void make_at(LLVMBuilderRef b, LLVMValueRef object, LLVMValueRef start) {
  size_t length;
  g_autofree char *name = g_strdup(LLVMGetValueName2(object, &length));
  LLVMPositionBuilderBefore(b, start);
  LLVMValueRef made = LLVMBuildAlloca(b, LLVMGetAllocatedType(object), "");
  LLVMSetAlignment(made, LLVMGetAlignment(object));
  LLVMReplaceAllUsesWith(object, made);
  LLVMInstructionEraseFromParent(object);
  LLVMSetValueName2(made, name, length);
  if (LLVMInstructionGetDebugLoc(start)) LLVMInstructionSetDebugLoc(made, LLVMInstructionGetDebugLoc(start));
}

/* A pointer that is not known, where the address would be kept. */
static LLVMValueRef build_unknown(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef before) {
  LLVMTypeRef pointer = LLVMPointerTypeInContext(LLVMGetModuleContext(m), 0);
  LLVMTypeRef signature = LLVMFunctionType(pointer, NULL, 0, FALSE);
  LLVMValueRef f = LLVMGetNamedFunction(m, UNKNOWN_ADDRESS);
  if (!f) f = LLVMAddFunction(m, UNKNOWN_ADDRESS, signature);
  LLVMPositionBuilderBefore(b, before);
  LLVMValueRef call = LLVMBuildCall2(b, signature, f, NULL, 0, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(before));
  return call;
}

static void hide_operand(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef user, unsigned i) {
  LLVMValueRef before = user;
  if (LLVMIsAPHINode(user)) before = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(user, i));
  LLVMSetOperand(user, i, build_unknown(m, b, before));
}

/* Accesses by its name stay as they are: they are within its block. */
static void hide_address(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef address) {
  GPtrArray *users = g_ptr_array_new();
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) g_ptr_array_add(users, LLVMGetUser(u));
  for (guint n = 0; n < users->len; n++) {
    LLVMValueRef user = users->pdata[n];
    if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address) {
      hide_address(m, b, user);
      continue;
    }
    if (!use_keeps_address(user, address)) continue;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(user); i++)
      if (LLVMGetOperand(user, i) == address && !(LLVMIsAStoreInst(user) && i == 1)) hide_operand(m, b, user, i);
  }
  g_ptr_array_unref(users);
}

/* By a function of its own: what LLVM knows to end, it may turn into a register. */
static void build_end(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef object, LLVMValueRef before) {
  LLVMTypeRef pointer = LLVMTypeOf(object), none = LLVMVoidTypeInContext(LLVMGetModuleContext(m));
  LLVMTypeRef signature = LLVMFunctionType(none, &pointer, 1, FALSE);
  LLVMValueRef f = LLVMGetNamedFunction(m, END_OF_LIFE);
  if (!f) f = LLVMAddFunction(m, END_OF_LIFE, signature);
  LLVMPositionBuilderBefore(b, before);
  LLVMValueRef call = LLVMBuildCall2(b, signature, f, &object, 1, "");
  LLVMInstructionSetDebugLoc(call, LLVMInstructionGetDebugLoc(before));
}

/* The marks of variables whose address is not kept tell nothing. */
static void take_marks(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef function, const GPtrArray *kept) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block), next; i; i = next) {
      next = LLVMGetNextInstruction(i);
      gboolean end = is_call_of(i, END);
      if (!end && !is_call_of(i, START)) continue;
      LLVMValueRef object = LLVMGetOperand(i, 1);
      if (end && g_ptr_array_find((GPtrArray *)kept, object, NULL)) build_end(m, b, object, i);
      LLVMInstructionEraseFromParent(i);
    }
}

static void end_blocks(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef function, GHashTable *scopes) {
  GPtrArray *kept = kept_variables(function, scopes), *starts = g_ptr_array_new();
  for (guint i = 0; i < kept->len;) {
    LLVMValueRef start = start_of(kept->pdata[i]);
    if (start) {
      g_ptr_array_add(starts, start);
      i++;
    } else {
      hide_address(m, b, g_ptr_array_steal_index(kept, i));
    }
  }
  /* The objects change, but not the marks of their starts. */
  for (guint i = 0; i < kept->len; i++) {
    make_at(b, kept->pdata[i], starts->pdata[i]);
    kept->pdata[i] = LLVMGetOperand(starts->pdata[i], 1);
  }
  take_marks(m, b, function, kept);
  g_ptr_array_unref(kept);
  g_ptr_array_unref(starts);
}

/* ---- arrays of variable length ---- */

static GPtrArray *instructions_where(LLVMValueRef function, gboolean (*holds)(LLVMValueRef i)) {
  GPtrArray *found = g_ptr_array_new();
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
      if (holds(i)) g_ptr_array_add(found, i);
  return found;
}

/* Nothing happens after it but the return of the function, where everything ends anyway. */
static gboolean only_returns(LLVMValueRef i) {
  for (guint jumps = 0; jumps < limits.frontend_return_jumps;) {
    i = LLVMGetNextInstruction(i);
    if (!i) return FALSE;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(i);
    if (opcode == LLVMRet) return TRUE;
    if (opcode == LLVMBr && !LLVMIsConditional(i)) {
      jumps++;
      i = LLVMGetFirstInstruction(LLVMGetSuccessor(i, 0));
      if (i && LLVMGetInstructionOpcode(i) == LLVMRet) return TRUE;
    } else if (opcode != LLVMLoad || !LLVMIsAAllocaInst(LLVMGetOperand(i, 0))) {
      return FALSE;
    }
  }
  return FALSE;
}

static gboolean is_restore(LLVMValueRef i) { return is_call_of(i, "llvm.stackrestore") && !only_returns(i); }
static gboolean is_dynamic(LLVMValueRef i) {
  size_t length;
  if (LLVMIsAAllocaInst(i)) return !LLVMIsAConstantInt(LLVMGetOperand(i, 0));
  return is_call_of(i, "alloca") && g_str_equal(LLVMGetValueName2(LLVMGetCalledValue(i), &length), "alloca");
}

/* The mark that the stack is restored to: it was stored once, and loaded just before. */
static LLVMValueRef mark_of(LLVMValueRef restore) {
  LLVMValueRef mark = LLVMGetOperand(restore, 0), slot = LLVMIsALoadInst(mark) ? LLVMGetOperand(mark, 0) : NULL;
  LLVMValueRef found = NULL;
  for (LLVMUseRef u = slot ? LLVMGetFirstUse(slot) : NULL; u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAStoreInst(user)) continue;
    if (found || !is_call_of(LLVMGetOperand(user, 0), "llvm.stacksave")) return NULL;
    found = LLVMGetOperand(user, 0);
  }
  return found;
}

typedef struct {
  GPtrArray *restores, *marks; /* LLVMValueRef, side by side; mark NULL: not known */
} Restores;

static gboolean ends_at(const Restores *r, guint i, LLVMValueRef object) {
  return r->marks->pdata[i] && dominates(r->marks->pdata[i], object) && dominates(object, r->restores->pdata[i]);
}

/* Whether an object can come to a restore that lies outside of its own block, not having ended before. */
static gboolean outlives(const Restores *r, guint at, LLVMValueRef object) {
  GHashTable *ends = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < r->restores->len; i++)
    if (i != at && ends_at(r, i, object)) g_hash_table_add(ends, LLVMGetInstructionParent(r->restores->pdata[i]));
  LLVMBasicBlockRef from = LLVMGetInstructionParent(object), to = LLVMGetInstructionParent(r->restores->pdata[at]);
  gboolean there = !g_hash_table_contains(ends, from) && !g_hash_table_contains(ends, to) &&
                   (from == to || block_leads_to(from, to, ends));
  g_hash_table_unref(ends);
  return there;
}

/* What was made on the stack since the mark ends; where that is not so on every path, its address is unknown. */
static void end_arrays(LLVMModuleRef m, LLVMBuilderRef b, LLVMValueRef function) {
  GPtrArray *made = instructions_where(function, is_dynamic);
  Restores r = {instructions_where(function, is_restore), g_ptr_array_new()};
  for (guint i = 0; i < r.restores->len; i++) g_ptr_array_add(r.marks, mark_of(r.restores->pdata[i]));
  for (guint k = 0; k < made->len; k++)
    for (guint i = 0; i < r.restores->len; i++) {
      LLVMValueRef mark = r.marks->pdata[i], object = made->pdata[k];
      if (ends_at(&r, i, object))
        build_end(m, b, object, r.restores->pdata[i]);
      else if ((!mark || can_follow(mark, object)) && !(mark && dominates(object, mark)) && outlives(&r, i, object))
        hide_address(m, b, object);
    }
  g_ptr_array_unref(r.restores);
  g_ptr_array_unref(r.marks);
  g_ptr_array_unref(made);
}

void lifetimes_make_explicit(LLVMModuleRef m) {
  GHashTable *scopes = variable_scopes(m);
  LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
  for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
    if (LLVMIsDeclaration(f)) continue;
    end_blocks(m, b, f, scopes);
    end_arrays(m, b, f);
  }
  LLVMDisposeBuilder(b);
  g_hash_table_unref(scopes);
}
