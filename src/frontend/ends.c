/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that certainly end, by the look of them: a number moves by one in each round, and the loop goes on
 * only until it meets a bound that stays.  A head of such a loop is taken out of the graph, and the next is
 * looked for in what is left; when no cycle is left, no run goes round for ever. */
#include "frontend/lower.h"

typedef struct {
  GPtrArray *blocks;
  GHashTable *gone; /* heads of loops that end */
} Graph;

static gboolean reaches(const Graph *g, LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
  return block_leads_to(from, to, g->gone);
}

/* Whether every round from the head to itself passes the block. */
static gboolean is_in_every_round(const Graph *g, LLVMBasicBlockRef head, LLVMBasicBlockRef block) {
  g_hash_table_add(g->gone, block);
  const gboolean around = reaches(g, head, head);
  g_hash_table_remove(g->gone, block);
  return !around;
}

static gboolean leads_back(const Graph *g, LLVMBasicBlockRef block, LLVMBasicBlockRef head) {
  if (g_hash_table_contains(g->gone, block)) return FALSE;
  return block == head || reaches(g, block, head);
}

/* By how much v is more than the number; 0: it is something else. */
static int step_from(LLVMValueRef v, LLVMValueRef number) {
  if (!LLVMIsABinaryOperator(v) || LLVMGetOperand(v, 0) != number) return 0;
  LLVMValueRef by = LLVMGetOperand(v, 1);
  LLVMOpcode opcode = LLVMGetInstructionOpcode(v);
  if (!LLVMIsAConstantInt(by) || (opcode != LLVMAdd && opcode != LLVMSub)) return 0;
  long long step = LLVMConstIntGetSExtValue(by);
  if (step != 1 && step != -1) return 0;
  return opcode == LLVMAdd ? (int)step : (int)-step;
}

/* By how much the number moves in every round; 0: not always by the same. */
static int step_of(const Graph *g, LLVMBasicBlockRef head, LLVMValueRef phi) {
  int step = 0;
  for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
    LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
    if (g_hash_table_contains(g->gone, from) || !reaches(g, head, from)) continue;
    int by = step_from(LLVMGetIncomingValue(phi, i), phi);
    if (!by || (step && by != step)) return 0;
    step = by;
  }
  return step;
}

static gboolean stays(const Graph *g, LLVMBasicBlockRef head, LLVMValueRef bound) {
  if (LLVMIsAConstantInt(bound) || LLVMIsAArgument(bound)) return TRUE;
  return LLVMIsAInstruction(bound) && LLVMGetInstructionParent(bound) != head &&
         !reaches(g, head, LLVMGetInstructionParent(bound));
}

/* Whether a number that moves by step and is compared with a bound stops to hold, whatever both are. */
static gboolean stops(LLVMIntPredicate goes_on, int step) {
  switch (goes_on) {
  case LLVMIntNE: return TRUE;
  case LLVMIntSLT:
  case LLVMIntULT: return step > 0;
  case LLVMIntSGT:
  case LLVMIntUGT: return step < 0;
  default: return FALSE;
  }
}

static LLVMIntPredicate negated(LLVMIntPredicate p) {
  static const LLVMIntPredicate opposite[][2] = {
      {LLVMIntEQ, LLVMIntNE},   {LLVMIntUGT, LLVMIntULE}, {LLVMIntUGE, LLVMIntULT},
      {LLVMIntSGT, LLVMIntSLE}, {LLVMIntSGE, LLVMIntSLT},
  };
  for (guint i = 0; i < G_N_ELEMENTS(opposite); i++) {
    if (opposite[i][0] == p) return opposite[i][1];
    if (opposite[i][1] == p) return opposite[i][0];
  }
  return p;
}

/* `i <= 9` is `i < 10`, where there is a 10. */
static LLVMIntPredicate made_strict(LLVMIntPredicate p, LLVMValueRef bound) {
  if (!LLVMIsAConstantInt(bound)) return p;
  unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(bound));
  if (width > 64) return p;
  guint64 c = LLVMConstIntGetZExtValue(bound), ones = term_mask(width), most = ones >> 1;
  if (p == LLVMIntSLE && c != most) return LLVMIntSLT;
  if (p == LLVMIntULE && c != ones) return LLVMIntULT;
  if (p == LLVMIntSGE && c != most + 1) return LLVMIntSGT;
  if (p == LLVMIntUGE && c != 0) return LLVMIntUGT;
  return p;
}

/* Whether the branch at the end of `at` leaves the loop when the number has come far enough. */
static gboolean leaves(const Graph *g, LLVMBasicBlockRef head, LLVMValueRef phi, int step,
                       LLVMBasicBlockRef at) {
  LLVMValueRef end = LLVMGetBasicBlockTerminator(at);
  if (!LLVMIsABranchInst(end) || !LLVMIsConditional(end)) return FALSE;
  LLVMValueRef test = LLVMGetCondition(end);
  gboolean on_true = leads_back(g, LLVMGetSuccessor(end, 0), head),
           on_false = leads_back(g, LLVMGetSuccessor(end, 1), head);
  if (!LLVMIsAICmpInst(test) || on_true == on_false) return FALSE;
  LLVMValueRef number = LLVMGetOperand(test, 0), bound = LLVMGetOperand(test, 1);
  if ((number != phi && !step_from(number, phi)) || !stays(g, head, bound)) return FALSE;
  LLVMIntPredicate p = LLVMGetICmpPredicate(test);
  if (on_false) p = negated(p);
  return stops(made_strict(p, bound), step) && is_in_every_round(g, head, at);
}

static gboolean counts(const Graph *g, LLVMBasicBlockRef head, LLVMValueRef phi) {
  if (LLVMGetTypeKind(LLVMTypeOf(phi)) != LLVMIntegerTypeKind) return FALSE;
  int step = step_of(g, head, phi);
  if (step && leaves(g, head, phi, step, head)) return TRUE;
  for (guint i = 0; step && i < g->blocks->len; i++)
    if (reaches(g, head, g->blocks->pdata[i]) && leaves(g, head, phi, step, g->blocks->pdata[i])) return TRUE;
  return FALSE;
}

static gboolean is_ending_head(const Graph *g, LLVMBasicBlockRef block) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
    if (counts(g, block, i)) return TRUE;
  return FALSE;
}

gboolean function_ends(LLVMValueRef function) {
  g_autoptr(GPtrArray) blocks = g_ptr_array_new();
  g_autoptr(GHashTable) gone = g_hash_table_new(NULL, NULL);
  Graph g = {blocks, gone};
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    g_ptr_array_add(blocks, b);
  for (gboolean changed = TRUE, has_cycle; changed;) {
    changed = has_cycle = FALSE;
    for (guint i = 0; i < blocks->len; i++) {
      LLVMBasicBlockRef b = blocks->pdata[i];
      if (g_hash_table_contains(gone, b) || !reaches(&g, b, b)) continue;
      has_cycle = TRUE;
      if (is_ending_head(&g, b)) changed = g_hash_table_add(gone, b);
    }
    if (!has_cycle) return TRUE;
  }
  return FALSE;
}
