/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowering of instructions other than calls.  Constant expressions go the same way. */
#include "frontend/lower.h"

static Operand operand_at(Body *b, LLVMValueRef v, unsigned i) {
  return body_operand(b, LLVMGetOperand(v, i));
}

static guint width_of(Body *b, LLVMValueRef v) { return type_scalar_width(b->lowering, LLVMTypeOf(v)); }

/* Is the value seen to be less than the limit, a power of two? */
static gboolean is_below(LLVMValueRef v, guint64 limit) {
  if (LLVMIsAConstantInt(v)) return LLVMConstIntGetZExtValue(v) < limit;
  if (LLVMIsAZExtInst(v) || LLVMIsASExtInst(v) || LLVMIsATruncInst(v)) return is_below(LLVMGetOperand(v, 0), limit);
  LLVMValueRef by = LLVMIsABinaryOperator(v) ? LLVMGetOperand(v, 1) : NULL;
  if (!by || !LLVMIsAConstantInt(by)) return FALSE;
  const guint64 n = LLVMConstIntGetZExtValue(by);
  const LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  return (opcode == LLVMAnd && n < limit) || (opcode == LLVMURem && n <= limit);
}

/* A machine takes the amount modulo the width.  C leaves open what comes of one that is out of range, and
 * compilers draw conclusions from that: (1u >> n) == 1 is n == 0 to them.  Where it is a failure or an end, it was
 * checked before. */
static void check_amount(Body *b, LLVMValueRef amount, Operand by, guint width) {
  if (property_ends(b->program->property, FAILURE_SHIFT) || is_below(amount, width)) return;
  const Operand limit = operand_const(by.width, width);
  const Operand holds = by.kind == OPERAND_CONST ? operand_const(1, by.value < width)
                                                 : emit_compare(b, TERM_ULT, by, limit);
  body_check_value(b, holds, "a shift by an amount out of range, which C leaves undefined");
}

static Operand lower_shift(Body *b, TermOp op, Operand x, Operand amount) {
  guint w = x.width;
  if (amount.kind == OPERAND_CONST)
    amount = operand_const(w, amount.value % w);
  else if ((w & (w - 1)) == 0)
    amount = emit_op2(b, TERM_AND, amount, operand_const(w, w - 1));
  else
    amount = emit_op2(b, TERM_UREM, amount, operand_const(w, w));
  return emit_op2(b, op, x, amount);
}

/* Arithmetic modulo 2 where the terms know only truth values. */
static TermOp truth_operation(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd:
  case LLVMSub:
  case LLVMXor: return TERM_XOR;
  case LLVMMul:
  case LLVMAnd: return TERM_AND;
  case LLVMOr: return TERM_OR;
  default: return TERM_N_OPS;
  }
}

static TermOp binary_operation(LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMAdd: return TERM_ADD;
  case LLVMSub: return TERM_SUB;
  case LLVMMul: return TERM_MUL;
  case LLVMUDiv: return TERM_UDIV;
  case LLVMURem: return TERM_UREM;
  case LLVMSDiv: return TERM_SDIV;
  case LLVMSRem: return TERM_SREM;
  case LLVMShl: return TERM_SHL;
  case LLVMLShr: return TERM_LSHR;
  case LLVMAShr: return TERM_ASHR;
  case LLVMAnd: return TERM_AND;
  case LLVMOr: return TERM_OR;
  case LLVMXor: return TERM_XOR;
  case LLVMFAdd: return TERM_FADD;
  case LLVMFSub: return TERM_FSUB;
  case LLVMFMul: return TERM_FMUL;
  case LLVMFDiv: return TERM_FDIV;
  case LLVMFRem: return TERM_FREM;
  default: return TERM_N_OPS;
  }
}

/* A division that overflows is excluded before it happens. */
static void lower_arithmetic(Body *b, LLVMValueRef v, TermOp op, Operand x, Operand y) {
  gboolean divides = op == TERM_SDIV || op == TERM_SREM;
  if (divides) assume_no_overflow(b, v, op, x, y, (Operand){0});
  Operand result = emit_op2(b, op, x, y);
  body_define1(b, v, result);
  if (!divides) assume_no_overflow(b, v, op, x, y, result);
}

static gboolean lower_binary(Body *b, LLVMValueRef v, LLVMOpcode opcode) {
  TermOp op = binary_operation(opcode);
  if (op == TERM_N_OPS) return FALSE;
  Operand x = operand_at(b, v, 0), y = operand_at(b, v, 1);
  if (opcode == LLVMSDiv && LLVMGetExact(v)) lower_difference(b, LLVMGetOperand(v, 0), x, y);
  if (b->ended) return TRUE;
  if (x.width == 1) {
    op = truth_operation(opcode);
    if (op == TERM_N_OPS)
      body_end_unmodelled(b, "arithmetic on one bit");
    else
      body_define1(b, v, emit_op2(b, op, x, y));
    return TRUE;
  }
  gboolean all_ones = y.kind == OPERAND_CONST && y.value == term_mask(y.width);
  const gboolean shifts = op == TERM_SHL || op == TERM_LSHR || op == TERM_ASHR;
  if (shifts) check_amount(b, LLVMGetOperand(v, 1), y, x.width);
  if (b->ended) return TRUE;
  if (shifts)
    body_define1(b, v, lower_shift(b, op, x, y));
  else if (op == TERM_XOR && all_ones)
    body_define1(b, v, emit_not(b, x));
  else
    lower_arithmetic(b, v, op, x, y);
  return TRUE;
}

static Operand lower_icmp(Body *b, LLVMIntPredicate predicate, Operand x, Operand y) {
  switch (predicate) {
  case LLVMIntEQ: return emit_compare(b, TERM_EQ, x, y);
  case LLVMIntNE: return emit_not(b, emit_compare(b, TERM_EQ, x, y));
  case LLVMIntULT: return emit_compare(b, TERM_ULT, x, y);
  case LLVMIntULE: return emit_compare(b, TERM_ULE, x, y);
  case LLVMIntUGT: return emit_compare(b, TERM_ULT, y, x);
  case LLVMIntUGE: return emit_compare(b, TERM_ULE, y, x);
  case LLVMIntSLT: return emit_compare(b, TERM_SLT, x, y);
  case LLVMIntSLE: return emit_compare(b, TERM_SLE, x, y);
  case LLVMIntSGT: return emit_compare(b, TERM_SLT, y, x);
  case LLVMIntSGE: return emit_compare(b, TERM_SLE, y, x);
  }
  g_assert_not_reached();
}

static Operand ordered(Body *b, Operand x, Operand y) {
  return emit_op2(b, TERM_AND, emit_compare(b, TERM_FEQ, x, x), emit_compare(b, TERM_FEQ, y, y));
}

static Operand less_or_greater(Body *b, Operand x, Operand y) {
  return emit_op2(b, TERM_OR, emit_compare(b, TERM_FLT, x, y), emit_compare(b, TERM_FLT, y, x));
}

/* An unordered comparison is the negation of the opposite ordered one. */
static Operand lower_fcmp(Body *b, LLVMRealPredicate predicate, Operand x, Operand y) {
  switch (predicate) {
  case LLVMRealPredicateFalse: return operand_const(1, 0);
  case LLVMRealPredicateTrue: return operand_const(1, 1);
  case LLVMRealOEQ: return emit_compare(b, TERM_FEQ, x, y);
  case LLVMRealUNE: return emit_not(b, emit_compare(b, TERM_FEQ, x, y));
  case LLVMRealOLT: return emit_compare(b, TERM_FLT, x, y);
  case LLVMRealUGE: return emit_not(b, emit_compare(b, TERM_FLT, x, y));
  case LLVMRealOLE: return emit_compare(b, TERM_FLE, x, y);
  case LLVMRealUGT: return emit_not(b, emit_compare(b, TERM_FLE, x, y));
  case LLVMRealOGT: return emit_compare(b, TERM_FLT, y, x);
  case LLVMRealULE: return emit_not(b, emit_compare(b, TERM_FLT, y, x));
  case LLVMRealOGE: return emit_compare(b, TERM_FLE, y, x);
  case LLVMRealULT: return emit_not(b, emit_compare(b, TERM_FLE, y, x));
  case LLVMRealONE: return less_or_greater(b, x, y);
  case LLVMRealUEQ: return emit_not(b, less_or_greater(b, x, y));
  case LLVMRealORD: return ordered(b, x, y);
  case LLVMRealUNO: return emit_not(b, ordered(b, x, y));
  }
  g_assert_not_reached();
}

/* Is it only asked for its sign? */
static gboolean is_sign_test(LLVMValueRef bits) {
  for (LLVMUseRef u = LLVMGetFirstUse(bits); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef test = LLVMGetUser(u);
    if (!LLVMIsAICmpInst(test) || LLVMGetICmpPredicate(test) != LLVMIntSLT ||
        !LLVMIsNull(LLVMGetOperand(test, 1)))
      return FALSE;
  }
  return TRUE;
}

static Operand lower_bits(Body *b, LLVMValueRef v) {
  LLVMValueRef from = LLVMGetOperand(v, 0);
  Operand x = body_operand(b, from);
  return type_is_float(LLVMTypeOf(from)) && !is_sign_test(v) ? float_moved(b, from, x) : x;
}

static gboolean lower_conversion(Body *b, LLVMValueRef v, LLVMOpcode opcode) {
  guint to = width_of(b, v);
  switch (opcode) {
  case LLVMTrunc:
    if (to == 1) {
      body_define1(b, v, lower_truth(b, LLVMGetOperand(v, 0)));
      return TRUE;
    } /* fallthrough */
  case LLVMZExt:
  case LLVMPtrToInt:
  case LLVMIntToPtr:
  case LLVMAddrSpaceCast: body_define1(b, v, emit_resize(b, operand_at(b, v, 0), to, FALSE)); return TRUE;
  case LLVMBitCast: body_define1(b, v, lower_bits(b, v)); return TRUE;
  case LLVMSExt: body_define1(b, v, emit_resize(b, operand_at(b, v, 0), to, TRUE)); return TRUE;
  case LLVMFPTrunc:
  case LLVMFPExt: body_define1(b, v, emit_op1(b, TERM_FCVT, to, operand_at(b, v, 0))); return TRUE;
  case LLVMFPToSI: body_define1(b, v, emit_op1(b, TERM_FTOSI, to, operand_at(b, v, 0))); return TRUE;
  case LLVMFPToUI: body_define1(b, v, emit_op1(b, TERM_FTOUI, to, operand_at(b, v, 0))); return TRUE;
  case LLVMSIToFP: body_define1(b, v, emit_op1(b, TERM_SITOF, to, operand_at(b, v, 0))); return TRUE;
  case LLVMUIToFP: body_define1(b, v, emit_op1(b, TERM_UITOF, to, operand_at(b, v, 0))); return TRUE;
  default: return FALSE;
  }
}

static void add_scaled(Body *b, LLVMValueRef index, guint64 scale, Operand *variable, guint64 *constant) {
  guint width = b->program->pointer_width;
  Operand i = emit_resize(b, body_operand(b, index), width, TRUE);
  if (i.kind == OPERAND_CONST) {
    *constant += i.value * scale;
    return;
  }
  if (scale != 1) i = emit_op2(b, TERM_MUL, i, operand_const(width, scale));
  *variable = variable->kind == OPERAND_NONE ? i : emit_op2(b, TERM_ADD, *variable, i);
}

static void lower_gep(Body *b, LLVMValueRef v) {
  Lowering *l = b->lowering;
  LLVMTypeRef type = LLVMGetGEPSourceElementType(v);
  Operand variable = {0};
  guint64 constant = 0;
  for (int i = 1; i < LLVMGetNumOperands(v); i++) {
    LLVMValueRef index = LLVMGetOperand(v, (unsigned)i);
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      constant += LLVMOffsetOfElement(l->layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    add_scaled(b, index, LLVMABISizeOfType(l->layout, type), &variable, &constant);
  }
  Operand pointer = emit_ptradd(b, operand_at(b, v, 0), operand_const(b->program->pointer_width, constant));
  if (variable.kind != OPERAND_NONE) pointer = emit_ptradd(b, pointer, variable);
  body_define1(b, v, pointer);
}

static void lower_load(Body *b, LLVMValueRef v) {
  GArray *parts = type_parts(b->lowering, LLVMTypeOf(v));
  Operand address = operand_at(b, v, 0);
  Value *value = value_new(parts->len);
  for (guint i = 0; i < parts->len; i++) value->at[i] = emit_load(b, address, g_array_index(parts, Part, i));
  body_define(b, v, value);
  g_array_unref(parts);
}

static void lower_store(Body *b, LLVMValueRef v) {
  GArray *parts = type_parts(b->lowering, LLVMTypeOf(LLVMGetOperand(v, 0)));
  const Value *value = body_value(b, LLVMGetOperand(v, 0));
  Operand address = operand_at(b, v, 1);
  for (guint i = 0; i < parts->len; i++) {
    Part part = g_array_index(parts, Part, i);
    gboolean moved = part.is_float && b->lowering->float_bits_seen;
    emit_store(b, address, moved ? float_moved(b, LLVMGetOperand(v, 0), value->at[i]) : value->at[i], part);
  }
  g_array_unref(parts);
}

/* Allocas have no place in the C text of their own: that of the declaration, if it left one, or the first
 * use. */
static IrLoc alloca_loc(Body *b, LLVMValueRef v) {
  IrLoc loc = site_loc(b->lowering, v);
  if (loc.file) return loc;
  for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
    IrLoc at = LLVMIsAInstruction(LLVMGetUser(u)) ? site_loc(b->lowering, LLVMGetUser(u)) : (IrLoc){0};
    if (at.file && (!loc.file || at.line < loc.line || (at.line == loc.line && at.column < loc.column)))
      loc = at;
  }
  return loc;
}

/* An array of variable length whose size is negative, or more than any stack has, means nothing in C. Factors
 * of its size may be negative, too. */
static void check_length(Body *b, LLVMValueRef count, guint64 each) {
  static const char reason[] = "an array whose length is negative or beyond all bounds";
  Operand n = body_operand(b, count);
  if (n.kind == OPERAND_CONST) return;
  if (LLVMIsAInstruction(count) && LLVMGetInstructionOpcode(count) == LLVMMul) {
    Operand x = operand_at(b, count, 0), y = operand_at(b, count, 1);
    body_check(b, emit_not(b, emit_overflows(b, TERM_MUL, x, y, n, FALSE)), reason);
    check_length(b, LLVMGetOperand(count, 0), each);
    check_length(b, LLVMGetOperand(count, 1), each);
  }
  body_check(b, emit_compare(b, TERM_ULE, n, operand_const(n.width, G_MAXINT32 / MAX(each, 1))), reason);
}

static void lower_alloca(Body *b, LLVMValueRef v) {
  guint width = b->program->pointer_width;
  LLVMTypeRef type = LLVMGetAllocatedType(v);
  guint64 each = LLVMABISizeOfType(b->lowering->layout, type);
  Operand count = emit_resize(b, operand_at(b, v, 0), width, FALSE), size;
  if (count.kind == OPERAND_CONST)
    size = operand_const(width, count.value * each);
  else
    size = each == 1 ? count : emit_op2(b, TERM_MUL, count, operand_const(width, each));
  b->loc = alloca_loc(b, v);
  check_length(b, LLVMGetOperand(v, 0), each);
  guint site = site_memory(b->lowering, v, type, b->loc);
  IrInstr *in = emit(b, IR_ALLOCA, width, 1, &size);
  in->site = site;
  body_define1(b, v, emit_result(in));
  check_note_variable(b, v, emit_result(in), size);
}

static void lower_select(Body *b, LLVMValueRef v) {
  Operand condition = operand_at(b, v, 0);
  const Value *x = body_value(b, LLVMGetOperand(v, 1)), *y = body_value(b, LLVMGetOperand(v, 2));
  Value *value = value_new(x->n);
  for (guint i = 0; i < x->n; i++) value->at[i] = emit_ite(b, condition, x->at[i], y->at[i]);
  body_define(b, v, value);
}

/* Which parts of the aggregate an insertvalue or extractvalue means. */
static guint first_part(Body *b, LLVMTypeRef type, LLVMValueRef v) {
  guint first = 0;
  const unsigned *indices = LLVMGetIndices(v);
  for (unsigned i = 0; i < LLVMGetNumIndices(v); i++) {
    gboolean is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (unsigned k = 0; k < indices[i]; k++) {
      GArray *before =
          type_parts(b->lowering, is_struct ? LLVMStructGetTypeAtIndex(type, k) : LLVMGetElementType(type));
      first += before->len;
      g_array_unref(before);
    }
    type = is_struct ? LLVMStructGetTypeAtIndex(type, indices[i]) : LLVMGetElementType(type);
  }
  return first;
}

static void lower_extract_value(Body *b, LLVMValueRef v) {
  LLVMValueRef whole = LLVMGetOperand(v, 0);
  GArray *parts = type_parts(b->lowering, LLVMTypeOf(v));
  const Value *from = body_value(b, whole);
  Value *value = value_new(parts->len);
  guint first = first_part(b, LLVMTypeOf(whole), v);
  for (guint i = 0; i < parts->len; i++) value->at[i] = from->at[first + i];
  body_define(b, v, value);
  g_array_unref(parts);
}

static void lower_insert_value(Body *b, LLVMValueRef v) {
  const Value *whole = body_value(b, LLVMGetOperand(v, 0)), *part = body_value(b, LLVMGetOperand(v, 1));
  Value *value = value_new(whole->n);
  guint first = first_part(b, LLVMTypeOf(v), v);
  for (guint i = 0; i < whole->n; i++)
    value->at[i] = i >= first && i < first + part->n ? part->at[i - first] : whole->at[i];
  body_define(b, v, value);
}

/* Programs have one thread: atomic operations are plain ones. */
static void lower_atomic_rmw(Body *b, LLVMValueRef v) {
  Part part = {width_of(b, v), 0, type_is_float(LLVMTypeOf(v))};
  Operand address = operand_at(b, v, 0), x = operand_at(b, v, 1), old = emit_load(b, address, part), new;
  switch (LLVMGetAtomicRMWBinOp(v)) {
  case LLVMAtomicRMWBinOpXchg: new = x; break;
  case LLVMAtomicRMWBinOpAdd: new = emit_op2(b, TERM_ADD, old, x); break;
  case LLVMAtomicRMWBinOpSub: new = emit_op2(b, TERM_SUB, old, x); break;
  case LLVMAtomicRMWBinOpAnd: new = emit_op2(b, TERM_AND, old, x); break;
  case LLVMAtomicRMWBinOpNand: new = emit_not(b, emit_op2(b, TERM_AND, old, x)); break;
  case LLVMAtomicRMWBinOpOr: new = emit_op2(b, TERM_OR, old, x); break;
  case LLVMAtomicRMWBinOpXor: new = emit_op2(b, TERM_XOR, old, x); break;
  case LLVMAtomicRMWBinOpMax: new = emit_ite(b, emit_compare(b, TERM_SLT, old, x), x, old); break;
  case LLVMAtomicRMWBinOpMin: new = emit_ite(b, emit_compare(b, TERM_SLT, x, old), x, old); break;
  case LLVMAtomicRMWBinOpUMax: new = emit_ite(b, emit_compare(b, TERM_ULT, old, x), x, old); break;
  case LLVMAtomicRMWBinOpUMin: new = emit_ite(b, emit_compare(b, TERM_ULT, x, old), x, old); break;
  default: body_end_unmodelled(b, "an atomic operation"); return;
  }
  emit_store(b, address, new, part);
  body_define1(b, v, old);
}

static void lower_compare_exchange(Body *b, LLVMValueRef v) {
  Operand address = operand_at(b, v, 0), expected = operand_at(b, v, 1), new = operand_at(b, v, 2);
  Part part = {expected.width, 0, FALSE};
  Value *value = value_new(2);
  value->at[0] = emit_load(b, address, part);
  value->at[1] = emit_compare(b, TERM_EQ, value->at[0], expected);
  emit_store(b, address, emit_ite(b, value->at[1], new, value->at[0]), part);
  body_define(b, v, value);
}

/* The block that an empty jump leads to; NULL: something else is in the block. */
static LLVMBasicBlockRef empty_jump(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  while (i && LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
  return i && LLVMIsABranchInst(i) && !LLVMIsConditional(i) ? LLVMGetSuccessor(i, 0) : NULL;
}

/* Whether only empty jumps follow, for ever: `while (1) {}`.  What is known not to is not walked again. */
static gboolean jumps_for_ever(Body *b, LLVMBasicBlockRef block) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  LLVMBasicBlockRef at = block;
  while (at && !g_hash_table_contains(b->ends, at)) {
    if (!g_hash_table_add(seen, at)) return TRUE;
    at = empty_jump(at);
  }
  for (at = block; at && g_hash_table_add(b->ends, at);) at = empty_jump(at);
  return FALSE;
}

static void jump(Body *b, LLVMValueRef v, guint successor) {
  if (jumps_for_ever(b, LLVMGetSuccessor(v, successor))) {
    lower_fail(b, FAILURE_ENDLESS, NULL);
    return;
  }
  body_end(b, IR_JUMP);
  b->block->n_succs = 1;
  b->block->succs = g_new0(guint, 1);
  b->block->succs[0] = successor;
}

/* A branch stands where its condition does. */
static void locate_terminator(Body *b, LLVMValueRef condition) {
  if (b->block->term_loc.file || !LLVMIsAInstruction(condition)) return;
  b->block->term_loc = site_loc(b->lowering, condition);
}

/* The compiler names blocks for what they are in C. */
static IrDecision decision_of(LLVMBasicBlockRef target) {
  static const char *const holds[] = {"if.then", "for.body", "while.body", "do.body", "cond.true"};
  static const char *const fails[] = {"if.else", "if.end", "for.end", "while.end", "do.end", "cond.false"};
  const char *name = LLVMGetBasicBlockName(target);
  for (guint i = 0; i < G_N_ELEMENTS(holds); i++)
    if (g_str_has_prefix(name, holds[i])) return CONDITION_HOLDS;
  for (guint i = 0; i < G_N_ELEMENTS(fails); i++)
    if (g_str_has_prefix(name, fails[i])) return CONDITION_FAILS;
  return CONDITION_OPEN;
}

/* Where a test that the compiler was told to make ends the run: see compile.c. */
static gboolean is_trap(LLVMBasicBlockRef block) {
  LLVMValueRef i = LLVMGetFirstInstruction(block);
  size_t length;
  return LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
         g_str_equal(LLVMGetValueName2(LLVMGetCalledValue(i), &length), "llvm.ubsantrap");
}

static void lower_branch(Body *b, LLVMValueRef v) {
  if (!LLVMIsConditional(v)) {
    jump(b, v, 0);
    return;
  }
  LLVMValueRef condition = LLVMGetCondition(v);
  Operand c = body_operand(b, condition);
  if (lower_check(b, v, c)) {
    if (!b->ended) jump(b, v, 0);
    return;
  }
  if (is_trap(LLVMGetSuccessor(v, 1))) {
    body_check_value(b, c, "a null pointer where the program promises none");
    if (!b->ended) jump(b, v, 0);
    return;
  }
  if (c.kind == OPERAND_CONST || LLVMGetSuccessor(v, 0) == LLVMGetSuccessor(v, 1)) {
    jump(b, v, c.kind == OPERAND_CONST && !c.value ? 1 : 0);
    return;
  }
  body_end(b, IR_BRANCH);
  locate_terminator(b, condition);
  b->block->cond = c;
  b->block->n_succs = 2;
  b->block->succs = g_new0(guint, 2);
  b->block->succs[1] = 1;
  for (guint i = 0; i < 2; i++) b->block->decides[i] = decision_of(LLVMGetSuccessor(v, i));
}

/* Behind a call that does not return, or a promise of the program that it does not come here. */
static void lower_unreachable(Body *b, LLVMValueRef v) {
  unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", 8);
  LLVMValueRef call = LLVMGetPreviousInstruction(v);
  LLVMValueRef callee = call && LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
  gboolean external = callee && LLVMIsAFunction(callee) && LLVMIsDeclaration(callee);
  if (external && LLVMGetCallSiteEnumAttribute(call, (unsigned)LLVMAttributeFunctionIndex, noreturn))
    body_halt(b, LEAK_BEFORE);
  else
    body_end_unmodelled(b, "what the program says is unreachable");
}

static void lower_switch(Body *b, LLVMValueRef v) {
  guint n = LLVMGetNumSuccessors(v);
  Operand c = operand_at(b, v, 0);
  if (n == 1) {
    jump(b, v, 0);
    return;
  }
  body_end(b, IR_SWITCH);
  locate_terminator(b, LLVMGetOperand(v, 0));
  b->block->cond = c;
  b->block->n_succs = n;
  b->block->succs = g_new0(guint, n);
  b->block->cases = g_new0(guint64, n - 1);
  for (guint i = 1; i < n; i++) {
    b->block->succs[i] = i;
    b->block->cases[i - 1] = LLVMConstIntGetZExtValue(LLVMGetOperand(v, 2 * i));
  }
}

static void lower_return(Body *b, LLVMValueRef v) {
  if (b->function->id == b->program->entry) check_return(b);
  if (LLVMGetNumOperands(v)) {
    const Value *value = body_value(b, LLVMGetOperand(v, 0));
    b->block->n_values = value->n;
    b->block->values = g_memdup2(value->at, value->n * sizeof(Operand));
  }
  body_end(b, IR_RETURN);
}

/* What computes a value from values: also as constant expression. */
static gboolean lower_computation(Body *b, LLVMValueRef v, LLVMOpcode opcode) {
  switch (opcode) {
  case LLVMICmp:
    body_define1(b, v, lower_icmp(b, LLVMGetICmpPredicate(v), operand_at(b, v, 0), operand_at(b, v, 1)));
    return TRUE;
  case LLVMFCmp:
    body_define1(b, v, lower_fcmp(b, LLVMGetFCmpPredicate(v), operand_at(b, v, 0), operand_at(b, v, 1)));
    return TRUE;
  case LLVMFNeg: {
    Operand x = operand_at(b, v, 0);
    body_define1(b, v,
                 emit_op2(b, TERM_XOR, x, operand_const(x.width, G_GUINT64_CONSTANT(1) << (x.width - 1))));
    return TRUE;
  }
  case LLVMGetElementPtr: lower_gep(b, v); return TRUE;
  case LLVMSelect: lower_select(b, v); return TRUE;
  default: return lower_conversion(b, v, opcode) || lower_binary(b, v, opcode);
  }
}

static void lower_freeze(Body *b, LLVMValueRef v) {
  const Value *x = body_value(b, LLVMGetOperand(v, 0));
  Value *value = value_new(x->n);
  for (guint i = 0; i < x->n; i++) value->at[i] = x->at[i];
  body_define(b, v, value);
}

static const char *unsupported(Body *b, LLVMValueRef v) {
  const char *why = type_unsupported(b->lowering, LLVMTypeOf(v));
  for (int i = 0; !why && i < LLVMGetNumOperands(v); i++)
    why = type_unsupported(b->lowering, LLVMTypeOf(LLVMGetOperand(v, (unsigned)i)));
  return why;
}

void lower_instruction(Body *b, LLVMValueRef v) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  const char *why = unsupported(b, v);
  if (why) {
    body_end_unmodelled(b, why);
    return;
  }
  switch (opcode) {
  case LLVMCall: lower_call(b, v); break;
  case LLVMLoad: lower_load(b, v); break;
  case LLVMStore: lower_store(b, v); break;
  case LLVMAlloca: lower_alloca(b, v); break;
  case LLVMExtractValue: lower_extract_value(b, v); break;
  case LLVMInsertValue: lower_insert_value(b, v); break;
  case LLVMFreeze: lower_freeze(b, v); break;
  case LLVMFence: break;
  case LLVMAtomicRMW: lower_atomic_rmw(b, v); break;
  case LLVMAtomicCmpXchg: lower_compare_exchange(b, v); break;
  case LLVMBr: lower_branch(b, v); break;
  case LLVMSwitch: lower_switch(b, v); break;
  case LLVMRet: lower_return(b, v); break;
  case LLVMUnreachable: lower_unreachable(b, v); break;
  case LLVMIndirectBr: body_end_unmodelled(b, "a computed goto"); break;
  case LLVMCallBr: body_end_unmodelled(b, "inline assembly with jumps"); break;
  default:
    if (!lower_computation(b, v, opcode)) body_end_unmodelled(b, "an unusual instruction");
  }
}

const Value *lower_constant_expression(Body *b, LLVMValueRef e) {
  Value *value = value_new(1);
  g_ptr_array_add(b->temporaries, value);
  g_hash_table_remove(b->values, e);
  if (unsupported(b, e) || !lower_computation(b, e, LLVMGetConstOpcode(e))) {
    value->at[0] = emit_unknown(b, width_of(b, e));
    return value;
  }
  const Value *made = g_hash_table_lookup(b->values, e);
  value->at[0] = made ? made->at[0] : emit_unknown(b, width_of(b, e));
  return value;
}
