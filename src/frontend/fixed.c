/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variables that are defined const.  A write to one through a cast has no meaning in C, and compilers, which
 * know its value, differ in what is read afterwards.  Only its definition may write to it: the instructions
 * that come from the text between its name and the end of its initialiser.  Variables that are only read are
 * left alone. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "frontend/lower.h"

#define MARK "acf.fixed"

static unsigned mark_kind(LLVMValueRef instruction) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
  return LLVMGetMDKindIDInContext(context, MARK, strlen(MARK));
}

static void set_mark(LLVMValueRef instruction) {
  LLVMContextRef context = LLVMGetTypeContext(LLVMTypeOf(instruction));
  LLVMMetadataRef node = LLVMMDNodeInContext2(context, NULL, 0);
  LLVMSetMetadata(instruction, mark_kind(instruction), LLVMMetadataAsValue(context, node));
}

gboolean fixed_is_marked(LLVMValueRef instruction) {
  return LLVMGetMetadata(instruction, mark_kind(instruction)) != NULL;
}

/* ---- the text of a definition ---- */

/* Behind a comment, a string or a character; at itself where none begins there. */
static const char *behind_token(const char *at) {
  if (g_str_has_prefix(at, "//")) return at + strlen(at);
  const char *end = g_str_has_prefix(at, "/*") ? strstr(at + 2, "*/") : NULL;
  if (end) return end + 2;
  if (*at != '"' && *at != '\'') return at;
  for (const char *c = at + 1; *c; c++) {
    if (*c == *at) return c + 1;
    if (*c == '\\' && c[1]) c++;
  }
  return at + strlen(at);
}

/* Where in a line the initialiser ends, at a comma or semicolon outside of all brackets; NULL: later. */
static const char *end_in_line(const char *at, int *depth) {
  while (*at) {
    const char *next = behind_token(at);
    if (next == at && *depth == 0 && (*at == ',' || *at == ';')) return at;
    if (next == at && strchr("([{", *at)) ++*depth;
    if (next == at && strchr(")]}", *at) && --*depth < 0) return at;
    at = next == at ? at + 1 : next;
  }
  return NULL;
}

/* The end of the definition that begins at a place of the file; no file: not found. */
static IrLoc end_of_definition(const Lowering *l, IrLoc from) {
  int depth = 0;
  const char *text;
  for (guint line = from.line; (text = site_line(l, (IrLoc){from.file, line, 1})); line++) {
    const char *start = text;
    if (line == from.line) start += MIN(strlen(text), from.column ? from.column - 1 : 0);
    const char *end = end_in_line(start, &depth);
    if (end) return (IrLoc){from.file, line, (guint)(end - text) + 1};
  }
  return (IrLoc){0};
}

static gboolean is_before(IrLoc x, IrLoc y) {
  return x.line < y.line || (x.line == y.line && x.column <= y.column);
}

/* ---- one variable ---- */

typedef struct {
  const Lowering *l;
  IrLoc from, to;
  GPtrArray *writes, *others; /* what defines it, and what else may write to it */
  gboolean unclear;           /* what defines it is not known */
} Definition;

static gboolean is_part(const Definition *d, LLVMValueRef i) {
  IrLoc at = site_loc(d->l, i);
  return !at.file || (at.file == d->from.file && is_before(d->from, at) && is_before(at, d->to));
}

static gboolean writes_to(LLVMValueRef i, LLVMValueRef address) {
  if (LLVMIsAStoreInst(i)) return LLVMGetOperand(i, 1) == address && LLVMGetOperand(i, 0) != address;
  return (is_call_of(i, "llvm.memcpy") || is_call_of(i, "llvm.memset")) && LLVMGetOperand(i, 0) == address;
}

static gboolean only_reads(LLVMValueRef i, LLVMValueRef address) {
  return LLVMIsALoadInst(i) || LLVMIsAICmpInst(i) ||
         (is_call_of(i, "llvm.memcpy") && LLVMGetOperand(i, 0) != address) || is_call_of(i, "llvm.dbg.") ||
         is_call_of(i, "llvm.lifetime.") || is_call_of(i, END_OF_LIFE);
}

static void look_at_uses(Definition *d, LLVMValueRef address) {
  for (LLVMUseRef u = LLVMGetFirstUse(address); u; u = LLVMGetNextUse(u)) {
    LLVMValueRef user = LLVMGetUser(u);
    if (!LLVMIsAInstruction(user) || only_reads(user, address)) continue;
    if (LLVMIsAGetElementPtrInst(user))
      look_at_uses(d, user);
    else if (writes_to(user, address) && is_part(d, user))
      g_ptr_array_add(d->writes, user);
    else if (!is_part(d, user))
      g_ptr_array_add(d->others, user);
    else
      d->unclear = TRUE;
  }
}

static void mark(const Lowering *l, LLVMValueRef object, LLVMValueRef declaration) {
  IrLoc from = site_loc(l, declaration);
  IrLoc to = end_of_definition(l, from);
  Definition d = {l, from, to, g_ptr_array_new(), g_ptr_array_new(), FALSE};
  if (to.file) look_at_uses(&d, object);
  if (!d.unclear && d.writes->len && d.others->len) {
    set_mark(object);
    for (guint i = 0; i < d.writes->len; i++) set_mark(d.writes->pdata[i]);
    /* It must not become a register: what is volatile does not. */
    for (guint i = 0; i < d.others->len; i++)
      if (LLVMIsAStoreInst(d.others->pdata[i])) LLVMSetVolatile(d.others->pdata[i], TRUE);
  }
  g_ptr_array_unref(d.writes);
  g_ptr_array_unref(d.others);
}

static void mark_declared(const Lowering *l, LLVMValueRef declare) {
  LLVMValueRef object = NULL, place = LLVMGetOperand(declare, 0);
  if (LLVMGetMDNodeNumOperands(place) == 1) LLVMGetMDNodeOperands(place, &object);
  LLVMMetadataRef variable = LLVMValueAsMetadata(LLVMGetOperand(declare, 1));
  if (object && LLVMIsAAllocaInst(object) && debug_is_const(l, debug_variable_type(l, variable)))
    mark(l, object, declare);
}

void fixed_mark(const Lowering *l) {
  LLVMSetIsNewDbgInfoFormat(l->module, FALSE); /* only so are declarations seen from C */
  for (LLVMValueRef f = LLVMGetFirstFunction(l->module); f; f = LLVMGetNextFunction(f))
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
      for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (is_call_of(i, "llvm.dbg.declare")) mark_declared(l, i);
  LLVMSetIsNewDbgInfoFormat(l->module, TRUE);
}
