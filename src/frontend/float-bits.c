/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bits of floating-point values in 32-bit code.  The x87 makes a signalling NaN quiet where it loads or
 * stores one; functions return floating point through it even with SSE2, and compilers move such values by it
 * or not, as they please.  So of a signalling NaN that was moved, the quiet bit is not known.
 *
 * That matters only where a program looks at the bits: through a union, a pointer of another type, or a copy
 * of the bytes.  Before that, the value is stored, and there the bit is made unknown.  Programs in which
 * every object that a floating-point value is stored to is only ever read as what it holds are left as they
 * are. */
#include <string.h>
#include "frontend/lower.h"

typedef struct {
  LLVMModuleRef module;
  const char *entry;
  GHashTable
      *objects;      /* LLVMValueRef: allocas and global variables that floating-point values are stored to */
  GHashTable *types; /* LLVMValueRef -> LLVMTypeRef: pointers into them, and what they point to */
  GHashTable *params; /* LLVMValueRef: parameters that such a value is stored through */
} Search;

/* ---- where floating-point values are stored ---- */

static gboolean add_targets(Search *s, LLVMValueRef pointer);

/* What the calls of its function pass; FALSE: not all of them are known. */
static gboolean add_arguments(Search *s, LLVMValueRef parameter) {
  LLVMValueRef function = LLVMGetParamParent(parameter);
  unsigned i = parameter_index(parameter) - 1;
  size_t length;
  if (!g_hash_table_add(s->params, parameter)) return TRUE;
  if (g_str_equal(LLVMGetValueName2(function, &length), s->entry)) return FALSE;
  for (LLVMUseRef u = LLVMGetFirstUse(function); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef call = LLVMGetUser(u);
    if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != function || i >= LLVMGetNumArgOperands(call) ||
        !add_targets(s, LLVMGetOperand(call, i)))
      return FALSE;
  }
  return TRUE;
}

static gboolean add_targets(Search *s, LLVMValueRef pointer) {
  g_autoptr(GHashTable) roots = g_hash_table_new(NULL, NULL);
  roots_add(pointer, roots);
  GHashTableIter all;
  gpointer root;
  g_hash_table_iter_init(&all, roots);
  while (g_hash_table_iter_next(&all, &root, NULL)) {
    gboolean variable = LLVMIsAAllocaInst(root) || (LLVMIsAGlobalVariable(root) && !LLVMIsDeclaration(root));
    if (variable)
      g_hash_table_add(s->objects, root);
    else if (!LLVMIsAArgument(root) || !add_arguments(s, root))
      return FALSE;
  }
  return TRUE;
}

/* ---- what is done with them ---- */

static gboolean is_read_as_written(Search *s, LLVMValueRef pointer, LLVMTypeRef type);

/* The scalar that stands at the beginning. */
static LLVMTypeRef first_scalar(LLVMTypeRef t) {
  for (;;) {
    LLVMTypeKind kind = LLVMGetTypeKind(t);
    if (kind == LLVMArrayTypeKind)
      t = LLVMGetElementType(t);
    else if (kind == LLVMStructTypeKind && LLVMCountStructElementTypes(t))
      t = LLVMStructGetTypeAtIndex(t, 0);
    else
      return t;
  }
}

static gboolean holds_type(LLVMTypeRef whole, LLVMTypeRef part) {
  if (whole == part) return TRUE;
  LLVMTypeKind kind = LLVMGetTypeKind(whole);
  if (kind == LLVMArrayTypeKind) return holds_type(LLVMGetElementType(whole), part);
  for (unsigned i = 0; kind == LLVMStructTypeKind && i < LLVMCountStructElementTypes(whole); i++)
    if (holds_type(LLVMStructGetTypeAtIndex(whole, i), part)) return TRUE;
  return FALSE;
}

/* What a pointer that the indices lead to points to. */
static LLVMTypeRef element_at(LLVMValueRef gep) {
  LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
  for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
    LLVMValueRef index = LLVMGetOperand(gep, i);
    type = LLVMGetTypeKind(type) == LLVMStructTypeKind
               ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
               : LLVMGetElementType(type);
  }
  return type;
}

static LLVMTypeRef pointee(LLVMValueRef pointer) {
  if (LLVMIsAAllocaInst(pointer)) return LLVMGetAllocatedType(pointer);
  if (LLVMIsAGlobalVariable(pointer)) return LLVMGlobalGetValueType(pointer);
  return LLVMIsAGetElementPtrInst(pointer) ? element_at(pointer) : NULL;
}

/* Library functions that take the bytes for nothing else than what they are. */
static gboolean is_harmless(LLVMValueRef call, LLVMTypeRef type, const char *name) {
  static const char *const names[] = {"free", "memset", "printf", "scanf", UNINIT_MEMORY, END_OF_LIFE};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (g_str_equal(name, names[i])) return TRUE;
  gboolean copies = g_str_equal(name, "memcpy") || g_str_equal(name, "memmove") ||
                    g_str_has_prefix(name, "llvm.memcpy") || g_str_has_prefix(name, "llvm.memmove");
  if (copies) return pointee(LLVMGetOperand(call, 0)) == type && pointee(LLVMGetOperand(call, 1)) == type;
  return g_str_has_prefix(name, "llvm.memset") || g_str_has_prefix(name, "llvm.lifetime") ||
         g_str_has_prefix(name, "llvm.dbg");
}

static gboolean call_reads_as_written(Search *s, LLVMValueRef call, LLVMValueRef pointer, LLVMTypeRef type) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  size_t length;
  if (!LLVMIsAFunction(callee)) return FALSE;
  if (LLVMIsDeclaration(callee) || function_is_model(callee))
    return is_harmless(call, type, LLVMGetValueName2(callee, &length));
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (LLVMGetOperand(call, i) == pointer &&
        (i >= LLVMCountParams(callee) || !is_read_as_written(s, LLVMGetParam(callee, i), type)))
      return FALSE;
  return TRUE;
}

static LLVMOpcode opcode_of(LLVMValueRef v) {
  return LLVMIsAInstruction(v)    ? LLVMGetInstructionOpcode(v)
         : LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v)
                                  : LLVMUnreachable;
}

static gboolean use_reads_as_written(Search *s, LLVMValueRef user, LLVMValueRef pointer, LLVMTypeRef type) {
  switch (opcode_of(user)) {
  case LLVMLoad: return LLVMTypeOf(user) == first_scalar(type);
  case LLVMStore:
    return LLVMGetOperand(user, 0) != pointer && LLVMTypeOf(LLVMGetOperand(user, 0)) == first_scalar(type);
  case LLVMGetElementPtr:
    return holds_type(type, LLVMGetGEPSourceElementType(user)) &&
           is_read_as_written(s, user, element_at(user));
  case LLVMPHI:
  case LLVMSelect: return is_read_as_written(s, user, type);
  case LLVMCall: return call_reads_as_written(s, user, pointer, type);
  case LLVMICmp: return TRUE;
  default: return FALSE;
  }
}

static gboolean is_read_as_written(Search *s, LLVMValueRef pointer, LLVMTypeRef type) {
  LLVMTypeRef known = g_hash_table_lookup(s->types, pointer);
  if (known) return known == type;
  g_hash_table_insert(s->types, pointer, type);
  for (LLVMUseRef u = LLVMGetFirstUse(pointer); u; u = LLVMGetNextUse(u))
    if (!use_reads_as_written(s, LLVMGetUser(u), pointer, type)) return FALSE;
  return TRUE;
}

/* ---- the answer ---- */

static gboolean add_stores(Search *s, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      if (LLVMIsAStoreInst(i) && type_contains_float(LLVMTypeOf(LLVMGetOperand(i, 0))) &&
          !add_targets(s, LLVMGetOperand(i, 1)))
        return FALSE;
  return TRUE;
}

static gboolean bits_may_be_seen(Search *s) {
  for (LLVMValueRef f = LLVMGetFirstFunction(s->module); f; f = LLVMGetNextFunction(f))
    if (!function_is_model(f) && !add_stores(s, f)) return TRUE;
  GHashTableIter all;
  gpointer object;
  g_hash_table_iter_init(&all, s->objects);
  while (g_hash_table_iter_next(&all, &object, NULL))
    if (!is_read_as_written(s, object, pointee(object))) return TRUE;
  return FALSE;
}

gboolean float_bits_seen(LLVMModuleRef module, const char *entry) {
  g_autoptr(GHashTable) objects = g_hash_table_new(NULL, NULL), types = g_hash_table_new(NULL, NULL),
                        params = g_hash_table_new(NULL, NULL);
  Search s = {module, entry, objects, types, params};
  return bits_may_be_seen(&s);
}

/* Arithmetic and conversions give no signalling NaN. */
static gboolean is_computed(LLVMValueRef v) {
  switch (opcode_of(v)) {
  case LLVMFAdd:
  case LLVMFSub:
  case LLVMFMul:
  case LLVMFDiv:
  case LLVMFRem:
  case LLVMSIToFP:
  case LLVMUIToFP:
  case LLVMFPTrunc:
  case LLVMFPExt: return TRUE;
  default: return FALSE;
  }
}

static gboolean is_quiet_constant(Operand x) {
  guint64 fraction = x.width == 32 ? 23 : 52, magnitude = x.value & term_mask(x.width - 1);
  guint64 infinity = term_mask(x.width - 1) & ~term_mask((guint)fraction);
  return x.kind == OPERAND_CONST &&
         (magnitude <= infinity || (magnitude & (G_GUINT64_CONSTANT(1) << (fraction - 1))));
}

Operand float_moved(Body *b, LLVMValueRef value, Operand x) {
  if (b->program->pointer_width != 32 || function_is_model(b->llvm) || is_computed(value) ||
      is_quiet_constant(x))
    return x;
  body_say_unmodelled(b, "whether a signalling NaN that is moved becomes quiet");
  Operand quiet = operand_const(x.width, G_GUINT64_CONSTANT(1) << (x.width == 32 ? 22 : 51));
  Operand changed = emit_ite(b, emit_unknown(b, 1), emit_op2(b, TERM_OR, x, quiet), x);
  return emit_ite(b, emit_is_signalling(b, x), changed, x);
}
