/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operands for LLVM values, and the making of instructions. */
#include "frontend/lower.h"

Value *value_new(guint n) {
  Value *v = g_new(Value, 1);
  v->n = n;
  v->at = g_new0(Operand, n);
  return v;
}

void body_define(Body *b, LLVMValueRef v, Value *value) { g_hash_table_insert(b->values, v, value); }

void body_define1(Body *b, LLVMValueRef v, Operand o) {
  Value *value = value_new(1);
  value->at[0] = o;
  body_define(b, v, value);
}

/* An aggregate constant, part by part; what is undefined there is unknown. */
static void add_constant_parts(Body *b, LLVMValueRef c, GArray *operands) {
  LLVMTypeRef type = LLVMTypeOf(c);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind) {
    Operand o = body_operand(b, c);
    g_array_append_val(operands, o);
    return;
  }
  unsigned n =
      kind == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : (unsigned)LLVMGetArrayLength2(type);
  for (unsigned i = 0; i < n; i++) add_constant_parts(b, LLVMGetAggregateElement(c, i), operands);
}

static const Value *constant_value(Body *b, LLVMValueRef c) {
  Value *value = NULL;
  Operand o;
  guint width = type_scalar_width(b->lowering, LLVMTypeOf(c));
  if (width && const_operand(b->lowering, c, &o)) {
    value = value_new(1);
    value->at[0] = o;
  } else if (width && value_is_weak(c)) {
    value = value_new(1);
    value->at[0] = weak_address(b, c);
  } else if (width && LLVMIsAConstantExpr(c)) {
    return lower_constant_expression(b, c);
  } else if (width) {
    value = value_new(1);
    value->at[0] = emit_unknown(b, width);
  } else {
    GArray *operands = g_array_new(FALSE, FALSE, sizeof(Operand));
    add_constant_parts(b, c, operands);
    value = g_new(Value, 1);
    value->n = operands->len;
    value->at = (Operand *)(gpointer)g_array_free(operands, FALSE);
  }
  g_ptr_array_add(b->temporaries, value);
  return value;
}

const Value *body_value(Body *b, LLVMValueRef v) {
  if (LLVMIsConstant(v)) return constant_value(b, v);
  const Value *known = g_hash_table_lookup(b->values, v);
  g_assert(known != NULL);
  return known;
}

Operand body_operand(Body *b, LLVMValueRef v) {
  const Value *value = body_value(b, v);
  g_assert(value->n == 1);
  return value->at[0];
}

void body_say_unmodelled(Body *b, const char *what) { lower_say_unmodelled(b->lowering, b->loc, what); }

void body_end(Body *b, IrTermOpcode term) {
  b->block->term = term;
  b->block->term_loc = b->loc;
  b->ended = TRUE;
}

void body_end_unmodelled(Body *b, const char *reason) {
  b->block->reason = g_intern_string(reason);
  body_end(b, IR_UNMODELLED);
  body_say_unmodelled(b, reason);
}

static IrBlock *unmodelled_block(Body *b, const char *reason) {
  IrBlock *block = function_add_block(b->function);
  block->term = IR_UNMODELLED;
  block->term_loc = b->loc;
  block->reason = g_intern_string(reason);
  return block;
}

/* The run goes on in a new block where the condition holds. */
static void branch_off(Body *b, Operand holds, const IrBlock *otherwise) {
  IrBlock *before = b->block;
  body_end(b, IR_BRANCH);
  b->block = function_add_block(b->function);
  b->ended = FALSE;
  before->cond = holds;
  before->n_succs = 2;
  before->succs = g_new0(guint, 2);
  before->succs[0] = b->block->id;
  before->succs[1] = otherwise->id;
}

static void check(Body *b, Operand holds, gboolean goes_on, const char *reason) {
  if (b->ended || (holds.kind == OPERAND_CONST && holds.value)) return;
  if (holds.kind == OPERAND_CONST) {
    b->block->reason = g_intern_string(reason);
    body_end(b, IR_UNMODELLED);
    return;
  }
  IrBlock *otherwise = unmodelled_block(b, reason);
  branch_off(b, holds, otherwise);
  if (goes_on) otherwise->beside = 1 + b->block->id;
}

void body_check_failure(Body *b, Operand holds, FailureKind kind, const char *what) {
  if (b->ended || (holds.kind == OPERAND_CONST && holds.value)) return;
  IrBlock *before = b->block;
  if (holds.kind != OPERAND_CONST) b->block = function_add_block(b->function);
  IrBlock *otherwise = b->block;
  lower_fail(b, kind, what);
  if (otherwise == before) return;
  b->block = before;
  branch_off(b, holds, otherwise);
}

void body_halt(Body *b, LeakQuestion question) {
  check_end(b, question);
  body_end(b, IR_HALT);
}

void body_check(Body *b, Operand holds, const char *reason) { check(b, holds, FALSE, reason); }
void body_check_value(Body *b, Operand holds, const char *reason) { check(b, holds, TRUE, reason); }

IrInstr *emit(Body *b, IrOpcode opcode, guint width, guint n_args, const Operand *args) {
  IrInstr in = {
      .opcode = (guint8)opcode, .width = width, .n_dest = width > 0, .loc = b->loc, .n_args = n_args};
  in.fixed = b->fixed && (opcode == IR_ALLOCA || opcode == IR_STORE);
  if (width) in.dest = function_add_reg(b->function, width);
  if (n_args) in.args = g_memdup2(args, n_args * sizeof(Operand));
  g_array_append_val(b->block->instrs, in);
  return &g_array_index(b->block->instrs, IrInstr, b->block->instrs->len - 1);
}

Operand emit_result(const IrInstr *in) { return operand_reg(in->width, in->dest); }

Operand emit_term(Body *b, TermOp op, guint width, guint64 param, guint n, const Operand *args) {
  IrInstr *in = emit(b, IR_TERM, width, n, args);
  in->term_op = (guint8)op;
  in->param = param;
  return emit_result(in);
}

Operand emit_op1(Body *b, TermOp op, guint width, Operand x) { return emit_term(b, op, width, 0, 1, &x); }

Operand emit_op2(Body *b, TermOp op, Operand x, Operand y) {
  return emit_term(b, op, x.width, 0, 2, (Operand[]){x, y});
}

Operand emit_compare(Body *b, TermOp op, Operand x, Operand y) {
  if (x.width == 1 && op != TERM_EQ) { /* truth values have no order: compare them as two-bit numbers */
    gboolean is_signed = op == TERM_SLT || op == TERM_SLE;
    x = emit_resize(b, x, 2, is_signed);
    y = emit_resize(b, y, 2, is_signed);
  }
  return emit_term(b, op, 1, 0, 2, (Operand[]){x, y});
}

Operand emit_ite(Body *b, Operand condition, Operand x, Operand y) {
  return emit_term(b, TERM_ITE, x.width, 0, 3, (Operand[]){condition, x, y});
}

Operand emit_not(Body *b, Operand x) {
  if (x.kind == OPERAND_CONST) return operand_const(x.width, ~x.value);
  return emit_op1(b, TERM_NOT, x.width, x);
}

Operand emit_extract(Body *b, Operand x, guint low, guint width) {
  if (low == 0 && width == x.width) return x;
  if (x.kind == OPERAND_CONST) return operand_const(width, x.value >> low);
  return emit_term(b, TERM_EXTRACT, width, low, 1, &x);
}

Operand emit_resize(Body *b, Operand x, guint width, gboolean is_signed) {
  if (width <= x.width) return emit_extract(b, x, 0, width);
  if (x.kind == OPERAND_CONST) {
    gboolean negative = is_signed && (x.value >> (x.width - 1)) & 1;
    return operand_const(width, negative ? x.value | ~term_mask(x.width) : x.value);
  }
  return emit_op1(b, is_signed ? TERM_SEXT : TERM_ZEXT, width, x);
}

static gint64 as_signed(Operand o) {
  guint shift = 64 - o.width;
  return (gint64)(o.value << shift) >> shift;
}

Operand emit_ptradd(Body *b, Operand pointer, Operand bytes) {
  if (bytes.kind == OPERAND_CONST && bytes.value == 0) return pointer;
  if (bytes.kind == OPERAND_CONST && pointer.kind == OPERAND_GLOBAL) {
    pointer.offset += as_signed(bytes);
    return pointer;
  }
  Operand moved = emit_result(emit(b, IR_PTRADD, pointer.width, 2, (Operand[]){pointer, bytes}));
  if (bytes.kind == OPERAND_CONST) check_note_step(b, pointer, moved, as_signed(bytes));
  return moved;
}

Operand emit_load(Body *b, Operand address, Part part) {
  Operand at = emit_ptradd(b, address, operand_const(address.width, part.offset));
  const gboolean checked = check_access(b, at, operand_const(at.width, (part.width + 7) / 8), ACCESS_READ);
  IrInstr *in = emit(b, IR_LOAD, part.width, 1, &at);
  in->checked = checked;
  in->is_float = part.is_float;
  return emit_result(in);
}

void emit_store(Body *b, Operand address, Operand value, Part part) {
  Operand at = emit_ptradd(b, address, operand_const(address.width, part.offset));
  const gboolean checked = check_access(b, at, operand_const(at.width, (value.width + 7) / 8), ACCESS_WRITE);
  IrInstr *in = emit(b, IR_STORE, 0, 2, (Operand[]){at, value});
  in->is_float = part.is_float;
  in->checked = checked;
}

/* TRUE: what the function does to memory is in order on all runs that go on. */
static gboolean check_library(Body *b, LibFunction lib, const Operand *args) {
  switch (lib) {
  case LIB_FREE:
  case LIB_REALLOC: return check_free(b, args[0]);
  case LIB_MEMSET: return check_access(b, args[0], args[2], ACCESS_WRITE);
  case LIB_MEMCPY: {
    const gboolean reads = check_access(b, args[1], args[2], ACCESS_READ);
    const gboolean writes = check_access(b, args[0], args[2], ACCESS_WRITE);
    return reads && writes;
  }
  default: return FALSE;
  }
}

Operand emit_lib(Body *b, LibFunction lib, guint width, guint site, guint n, const Operand *args) {
  const gboolean checked = check_library(b, lib, args);
  IrInstr *in = emit(b, IR_LIB, width, n, args);
  in->lib = (guint8)lib;
  in->checked = checked;
  in->fixed = b->fixed && (lib == LIB_MEMCPY || lib == LIB_MEMSET);
  in->site = site;
  return width ? emit_result(in) : (Operand){0};
}

Operand emit_unknown(Body *b, guint width) { return emit_lib(b, LIB_UNKNOWN, width, 0, 0, NULL); }

IrInstr *emit_assume(Body *b, Operand holds) {
  check_assumption(b, holds);
  return emit(b, IR_ASSUME, 0, 1, &holds);
}

Operand emit_input(Body *b, guint site) {
  IrInstr *in = emit(b, IR_INPUT, program_site(b->program, site)->width, 0, NULL);
  in->site = site;
  return emit_result(in);
}
