/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks of arithmetic and of unreachable places: the compiler puts them in, by the types of C and before it
 * folds anything, as its sanitizers in trap mode.  Here the traps become failures.  Nothing is checked that
 * the property does not speak of. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/lower.h"

/* The numbers of the compiler's traps, as llvm.ubsantrap has them. */
typedef enum {
  TRAP_ADD = 0,
  TRAP_UNREACHABLE = 1,
  TRAP_DIVISION = 3,
  TRAP_MULTIPLY = 12,
  TRAP_NEGATE = 13,
  TRAP_SHIFT = 20,
  TRAP_SUBTRACT = 21,
  TRAP_NONE = 256
} Trap;

static const struct {
  Trap trap;
  FailureKind failure;
  const char *operation; /* NULL: not known from the number */
} traps[] = {{TRAP_ADD, FAILURE_OVERFLOW, "+"},      {TRAP_SUBTRACT, FAILURE_OVERFLOW, "-"},
             {TRAP_MULTIPLY, FAILURE_OVERFLOW, "*"}, {TRAP_NEGATE, FAILURE_OVERFLOW, "-"},
             {TRAP_SHIFT, FAILURE_SHIFT, NULL},      {TRAP_UNREACHABLE, FAILURE_UNREACHABLE, NULL},
             {TRAP_DIVISION, FAILURE_OVERFLOW, NULL}};

/* What the compiler checks by itself; other failures have sanitizers, too, but need more than a trap. */
static const FailureKind checked[] = {FAILURE_OVERFLOW, FAILURE_DIVISION_BY_ZERO, FAILURE_SHIFT,
                                      FAILURE_UNREACHABLE};

/* Whether a signed left shift that loses bits overflows is a matter of opinion: the standard leaves it undefined,
 * compilers shift as machines do, and verifiers disagree.  So nothing is claimed of such runs. */
#define LOSES_BITS "a signed left shift that loses bits, which not all call an overflow"
static gboolean doubts_left_shifts(const Property *p) {
  return property_counts(p, FAILURE_OVERFLOW) && !property_ends(p, FAILURE_SHIFT);
}

/* The same of the absolute value of the least integer: the library's function negates it in code of its own, but
 * compilers put in their code for it, where sanitizers see the overflow. */
void checks_absolute(Body *b, LLVMValueRef call, const char *name) {
  static const char *const functions[] = {"abs", "labs", "llabs", "imaxabs", NULL};
  if (!property_counts(b->program->property, FAILURE_OVERFLOW) || !g_strv_contains(functions, name)) return;
  const Operand x = lower_argument(b, call, 0), least = operand_const(x.width, (guint64)1 << (x.width - 1));
  body_check(b, emit_not(b, emit_compare(b, TERM_EQ, x, least)),
             "the absolute value of the least integer, which not all call an overflow");
}

/* Runs in which arithmetic overflows are excluded by assumptions instead, where the user says so. */
static gboolean is_checked(const FrontendOptions *options, FailureKind kind) {
  return options->property && property_ends(options->property, kind) &&
         !(options->no_overflow && kind == FAILURE_OVERFLOW);
}

void checks_add_flags(const FrontendOptions *options, GPtrArray *argv) {
  g_autoptr(GString) list = g_string_new(options->property && doubts_left_shifts(options->property) ? "shift-base" : NULL);
  for (guint i = 0; i < G_N_ELEMENTS(checked); i++)
    if (is_checked(options, checked[i]))
      g_string_append_printf(list, "%s%s", list->len ? "," : "", failure_row(checked[i])->sanitizer);
  if (!list->len) return;
  g_ptr_array_add(argv, g_strconcat("-fsanitize=", list->str, NULL));
  g_ptr_array_add(argv, g_strconcat("-fsanitize-trap=", list->str, NULL));
}

gboolean checks_overflow(const FrontendOptions *options) { return is_checked(options, FAILURE_OVERFLOW); }

/* ---- traps ---- */

static Trap number_of(LLVMValueRef call) { return (Trap)LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0)); }

/* TRAP_NONE: it is no trap, or one of those that check promises. */
static Trap trap_by(LLVMValueRef call) {
  if (!call || !is_call_of(call, "llvm.ubsantrap")) return TRAP_NONE;
  for (guint k = 0; k < G_N_ELEMENTS(traps); k++)
    if (traps[k].trap == number_of(call)) return traps[k].trap;
  return TRAP_NONE;
}

/* The trap that the block is. */
static Trap trap_of(LLVMBasicBlockRef block) { return trap_by(LLVMGetFirstInstruction(block)); }

static guint row_of(Trap trap) {
  guint k = 0;
  while (traps[k].trap != trap) k++;
  return k;
}

/* Behind a call of a function that is not defined, and may have been declared not to return: the compiler
 * makes a trap of that, too, and it is not known whether the call returns. */
static gboolean follows_external(LLVMValueRef trap) {
  LLVMValueRef before = LLVMGetPreviousInstruction(trap);
  LLVMValueRef callee = before && LLVMIsACallInst(before) ? LLVMGetCalledValue(before) : NULL;
  return callee && !is_call_of(before, "acf.") &&
         (!LLVMIsAFunction(callee) || (LLVMIsDeclaration(callee) && !LLVMGetIntrinsicID(callee)));
}

gboolean lower_trap(Body *b, LLVMValueRef call) {
  const Trap trap = trap_by(call);
  if (trap == TRAP_NONE) return FALSE;
  if (trap == TRAP_UNREACHABLE && follows_external(call)) {
    body_end_unmodelled(b, "whether a function returns that is not defined");
    return TRUE;
  }
  if (trap == TRAP_SHIFT && doubts_left_shifts(b->program->property)) {
    body_end_unmodelled(b, LOSES_BITS);
    return TRUE;
  }
  lower_fail(b, traps[row_of(trap)].failure, traps[row_of(trap)].operation);
  return TRUE;
}

/* ---- arithmetic ---- */

static LLVMValueRef only_user(LLVMValueRef v) {
  LLVMUseRef u = LLVMGetFirstUse(v);
  return u && !LLVMGetNextUse(u) ? LLVMGetUser(u) : NULL;
}

/* The trap that follows where a truth value, turned round, is 1. */
static Trap trap_behind(LLVMValueRef overflows) {
  LLVMValueRef not = only_user(overflows), branch = not ? only_user(not ) : NULL;
  if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch)) return TRAP_NONE;
  return trap_of(LLVMGetSuccessor(branch, 1));
}

static Trap trap_of_result(LLVMValueRef call) {
  for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef part = LLVMGetUser(u);
    if (LLVMIsAExtractValueInst(part) && LLVMGetIndices(part)[0] == 1) return trap_behind(part);
  }
  return TRAP_NONE;
}

/* The check is made here and not where the compiler branches, so that all that follows knows the result not
 * to wrap. */
gboolean lower_checked_arithmetic(Body *b, LLVMValueRef call, TermOp op, Operand x, Operand y) {
  const Trap trap = trap_of_result(call);
  if (trap == TRAP_NONE) return FALSE;
  body_check_failure(b, emit_fits(b, op, x, y), FAILURE_OVERFLOW, traps[row_of(trap)].operation);
  if (b->ended) return TRUE;
  Value *value = value_new(2);
  value->at[0] = emit_op2(b, op, x, y);
  value->at[1] = operand_const(1, 0);
  body_define(b, call, value);
  return TRUE;
}

/* ---- division ---- */

static gboolean divides(LLVMValueRef i) {
  if (!LLVMIsABinaryOperator(i)) return FALSE;
  const LLVMOpcode op = LLVMGetInstructionOpcode(i);
  return op == LLVMSDiv || op == LLVMSRem || op == LLVMUDiv || op == LLVMURem;
}

/* The division that a check precedes; NULL: the compiler has folded it. */
static LLVMValueRef division_behind(LLVMValueRef branch) {
  LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetSuccessor(branch, 0));
  while (i && LLVMIsAPHINode(i)) i = LLVMGetNextInstruction(i);
  return i && divides(i) ? i : NULL;
}

/* Of constants, of which the check fails: the least number divided by -1, and not something by 0. */
static gboolean is_by_minus_one(const Body *b) {
  const char *line = site_line(b->lowering, b->loc);
  if (!line || b->loc.column > strlen(line)) return FALSE;
  const char *at = line + b->loc.column;
  return at[strspn(at, "=( \t")] == '-';
}

/* "/" or "%" */
static const char *division_sign(LLVMValueRef division) {
  const LLVMOpcode op = division ? LLVMGetInstructionOpcode(division) : LLVMSDiv;
  return op == LLVMSRem || op == LLVMURem ? "%" : "/";
}

/* The least number divided by -1, as far as the operands are not known. */
static gboolean may_overflow(Body *b, LLVMValueRef division) {
  const LLVMOpcode op = LLVMGetInstructionOpcode(division);
  if (op == LLVMUDiv || op == LLVMURem) return FALSE;
  const Operand x = body_operand(b, LLVMGetOperand(division, 0)),
                y = body_operand(b, LLVMGetOperand(division, 1));
  if (x.kind == OPERAND_CONST && x.value != G_GUINT64_CONSTANT(1) << (x.width - 1)) return FALSE;
  return y.kind != OPERAND_CONST || y.value == term_mask(y.width);
}

static void check_divisor(Body *b, LLVMValueRef division) {
  const Operand by = body_operand(b, LLVMGetOperand(division, 1));
  const Operand fits = by.kind == OPERAND_CONST
                           ? operand_const(1, by.value != 0)
                           : emit_not(b, emit_compare(b, TERM_EQ, by, operand_const(by.width, 0)));
  body_check_failure(b, fits, FAILURE_DIVISION_BY_ZERO, division_sign(division));
}

static void check_division(Body *b, LLVMValueRef branch, Operand holds) {
  LLVMValueRef division = division_behind(branch);
  const gboolean zero = property_ends(b->program->property, FAILURE_DIVISION_BY_ZERO),
                 overflow = property_ends(b->program->property, FAILURE_OVERFLOW);
  if (!division) {
    const gboolean by_zero = zero && !(overflow && is_by_minus_one(b));
    body_check_failure(b, holds, by_zero ? FAILURE_DIVISION_BY_ZERO : FAILURE_OVERFLOW,
                       division_sign(division));
    return;
  }
  if (zero) check_divisor(b, division);
  if (overflow && may_overflow(b, division))
    body_check_failure(b, holds, FAILURE_OVERFLOW, division_sign(division));
}

gboolean lower_check(Body *b, LLVMValueRef branch, Operand holds) {
  const Trap trap = trap_of(LLVMGetSuccessor(branch, 1));
  switch (trap) {
  case TRAP_NONE: return FALSE;
  case TRAP_DIVISION: check_division(b, branch, holds); break;
  case TRAP_SHIFT:
    if (doubts_left_shifts(b->program->property)) body_check(b, holds, LOSES_BITS);
    else body_check_failure(b, holds, FAILURE_SHIFT, NULL);
    break;
  default: /* was checked where it was computed */
    if (!LLVMIsConstant(LLVMGetCondition(branch))) break;
    body_check_failure(b, holds, traps[row_of(trap)].failure, traps[row_of(trap)].operation);
  }
  return TRUE;
}
