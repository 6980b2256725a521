/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with variable arguments that the program defines. */
#include "frontend/variadic.h"
#include <llvm-c/DebugInfo.h>
#include "frontend/lower.h"

#define PASSED "acf.variable_arguments" /* the variable through which callers hand the object over */

/* A callee that reads more than it was given finds what happens to be there: memory of unknown contents. */
enum { SPARE_WORDS = 16 };

typedef struct {
  LLVMModuleRef module;
  LLVMContextRef context;
  LLVMBuilderRef builder;
  LLVMTypeRef pointer, byte;
  guint word; /* bytes of a place on the stack */
} Maker;

/* The calls in a function of what has this name. */
static void add_calls(GPtrArray *calls, LLVMValueRef function, const char *name) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (is_call_of(i, name)) g_ptr_array_add(calls, i);
}

/* ---- what is understood ---- */

static unsigned n_declared(LLVMValueRef call) {
  return LLVMCountParamTypes(LLVMGetCalledFunctionType(call));
}

static gboolean is_plain(LLVMTypeRef type) {
  switch (LLVMGetTypeKind(type)) {
  case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64;
  case LLVMPointerTypeKind:
  case LLVMDoubleTypeKind: return TRUE;
  default: return FALSE;
  }
}

static gboolean passes_plain(LLVMValueRef call) {
  const unsigned by_value = LLVMGetEnumAttributeKindForName("byval", 5);
  for (unsigned i = n_declared(call); i < LLVMGetNumArgOperands(call); i++)
    if (!is_plain(LLVMTypeOf(LLVMGetOperand(call, i))) || LLVMGetCallSiteEnumAttribute(call, i + 1, by_value))
      return FALSE;
  return TRUE;
}

/* All calls of the function; NULL: some use is no call that is understood. */
static GPtrArray *known_calls(LLVMValueRef function) {
  g_autoptr(GPtrArray) calls = g_ptr_array_new();
  for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsACallInst(user) || LLVMGetCalledValue(user) != function || !passes_plain(user) ||
        LLVMGetCalledFunctionType(user) != LLVMGlobalGetValueType(function))
      return NULL;
    g_ptr_array_add(calls, user);
  }
  return g_steal_pointer(&calls);
}

/* ---- the callers ---- */

static LLVMValueRef passed(const Maker *m) {
  LLVMValueRef v = LLVMGetNamedGlobal(m->module, PASSED);
  if (v) return v;
  v = LLVMAddGlobal(m->module, m->pointer, PASSED);
  LLVMSetInitializer(v, LLVMConstNull(m->pointer));
  LLVMSetLinkage(v, LLVMInternalLinkage);
  return v;
}

static guint size_of(const Maker *m, LLVMTypeRef type) {
  const LLVMTypeKind kind = LLVMGetTypeKind(type);
  const guint bytes = kind == LLVMPointerTypeKind  ? m->word
                      : kind == LLVMDoubleTypeKind ? 8
                                                   : LLVMGetIntTypeWidth(type) / 8;
  return MAX(bytes, m->word);
}

static LLVMValueRef at_offset(const Maker *m, LLVMValueRef base, guint offset) {
  LLVMValueRef n = LLVMConstInt(LLVMInt32TypeInContext(m->context), offset, 0);
  return LLVMBuildGEP2(m->builder, m->byte, base, &n, 1, "");
}

/* One object for each call, as long as the caller runs.  It belongs to no block: what uses it has no place. */
static LLVMValueRef make_object(const Maker *m, LLVMValueRef call, guint size) {
  LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
  LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(caller));
  LLVMPositionBuilderBefore(m->builder, first);
  LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(call));
  return LLVMBuildAlloca(m->builder, LLVMArrayType2(m->byte, size), "");
}

static void pass_arguments(const Maker *m, LLVMValueRef call) {
  const unsigned n = LLVMGetNumArgOperands(call);
  guint size = 0;
  for (unsigned i = n_declared(call); i < n; i++) size += size_of(m, LLVMTypeOf(LLVMGetOperand(call, i)));
  LLVMValueRef object = make_object(m, call, size + SPARE_WORDS * m->word);
  LLVMPositionBuilderBefore(m->builder, call);
  LLVMSetCurrentDebugLocation2(m->builder, NULL);
  guint offset = 0;
  for (unsigned i = n_declared(call); i < n; i++) {
    LLVMValueRef value = LLVMGetOperand(call, i);
    LLVMSetAlignment(LLVMBuildStore(m->builder, value, at_offset(m, object, offset)), 1);
    offset += size_of(m, LLVMTypeOf(value));
  }
  LLVMBuildStore(m->builder, object, passed(m));
}

/* ---- the callee ---- */

static void store_at(const Maker *m, LLVMValueRef list, guint offset, LLVMValueRef value) {
  LLVMBuildStore(m->builder, value, at_offset(m, list, offset));
}

/* On x86-64 a list also says how many arguments are left in registers: none. */
static void start_list(const Maker *m, LLVMValueRef start, LLVMValueRef object) {
  LLVMTypeRef int_type = LLVMInt32TypeInContext(m->context);
  LLVMValueRef list = LLVMGetOperand(start, 0);
  LLVMPositionBuilderBefore(m->builder, start);
  LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(start));
  if (m->word == 4) {
    store_at(m, list, 0, object);
  } else {
    store_at(m, list, 0, LLVMConstInt(int_type, 48, 0));
    store_at(m, list, 4, LLVMConstInt(int_type, 176, 0));
    store_at(m, list, 8, object);
    store_at(m, list, 16, LLVMConstNull(m->pointer));
  }
  LLVMInstructionEraseFromParent(start);
}

static void take_arguments(const Maker *m, LLVMValueRef function, const GPtrArray *starts) {
  LLVMPositionBuilderBefore(m->builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)));
  LLVMValueRef object = LLVMBuildLoad2(m->builder, m->pointer, passed(m), "");
  for (guint i = 0; i < starts->len; i++) start_list(m, starts->pdata[i], object);
}

static void copy_list(const Maker *m, LLVMValueRef copy) {
  LLVMValueRef size = LLVMConstInt(LLVMInt32TypeInContext(m->context), m->word == 4 ? 4 : 24, 0);
  LLVMPositionBuilderBefore(m->builder, copy);
  LLVMSetCurrentDebugLocation2(m->builder, LLVMInstructionGetDebugLoc(copy));
  LLVMBuildMemCpy(m->builder, LLVMGetOperand(copy, 0), 1, LLVMGetOperand(copy, 1), 1, size);
  LLVMInstructionEraseFromParent(copy);
}

/* ---- all of them ---- */

static void prepare_function(const Maker *m, LLVMValueRef function) {
  g_autoptr(GPtrArray) starts = g_ptr_array_new();
  if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function))) return;
  add_calls(starts, function, "llvm.va_start");
  g_autoptr(GPtrArray) calls = starts->len ? known_calls(function) : NULL;
  if (!calls) return;
  take_arguments(m, function, starts);
  for (guint i = 0; i < calls->len; i++) pass_arguments(m, calls->pdata[i]);
}

void variadic_prepare(LLVMModuleRef module, const FrontendOptions *options) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  const Maker m = {.module = module,
                   .context = context,
                   .builder = LLVMCreateBuilderInContext(context),
                   .pointer = LLVMPointerTypeInContext(context, 0),
                   .byte = LLVMInt8TypeInContext(context),
                   .word = options->lp64 ? 8 : 4};
  for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
    g_autoptr(GPtrArray) copies = g_ptr_array_new();
    prepare_function(&m, f);
    add_calls(copies, f, "llvm.va_copy");
    for (guint i = 0; i < copies->len; i++) copy_list(&m, copies->pdata[i]);
  }
  LLVMDisposeBuilder(m.builder);
}
