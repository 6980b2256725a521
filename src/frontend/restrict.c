/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers declared restrict.  While a function runs, an object that is accessed through such a parameter,
 * and written by any code, must be accessed through nothing else; compilers rely on that.  Where two
 * pointers of the function may lead into one object, that is looked at on each run: what happens is unknown
 * if they do.
 *
 * Variables of the program and members of structures may be restrict as well; which are is not looked for:
 * where the text has any, all pointers from such places count.  (Of restrict variables in functions no
 * compiler makes use.)
 *
 * A pointer is what it was computed from (roots.c).  Parameters and variables of the program are compared on
 * entry; a pointer that comes from memory or a call is compared where it comes from.  Of the functions that
 * are called, the variables count that they use; where they follow pointers of their own, the call is not
 * modelled. */
#include <string.h>
#include "ctext/scan.h"
#include "frontend/lower.h"

enum { READ = 1, WRITE = 2 };

struct Restricted {
  GHashTable *uses;  /* root -> READ, WRITE */
  GHashTable *blind; /* calls of functions that access what is not known */
};

static const char *value_name(LLVMValueRef v) {
  size_t length;
  return LLVMGetValueName2(v, &length);
}

static gboolean is_restricted_parameter(LLVMValueRef p) {
  LLVMValueRef function = LLVMGetParamParent(p);
  unsigned index = parameter_index(p);
  return value_has_attribute(function, index, "noalias") && !value_has_attribute(function, index, "sret");
}

static gboolean is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

/* ---- what a function accesses ---- */

typedef struct {
  GHashTable *uses;
  GHashTable *visited; /* functions */
  gboolean inside;     /* in a function that is called: only what is not an argument of it counts */
  gboolean blind;
} Accesses;

static void note_root(Accesses *a, LLVMValueRef root, guint how) {
  gboolean constant = LLVMIsAFunction(root) || (LLVMIsAGlobalVariable(root) && LLVMIsGlobalConstant(root));
  if (constant || root_is_own(root) || root_is_fresh(root)) return;
  if (a->inside && LLVMIsAArgument(root)) return;
  if (a->inside && !LLVMIsAGlobalVariable(root)) {
    a->blind = TRUE;
    return;
  }
  how |= GPOINTER_TO_UINT(g_hash_table_lookup(a->uses, root));
  g_hash_table_insert(a->uses, root, GUINT_TO_POINTER(how));
}

static void note(Accesses *a, LLVMValueRef pointer, guint how) {
  g_autoptr(GHashTable) roots = g_hash_table_new(NULL, NULL);
  roots_add(pointer, roots);
  GHashTableIter all;
  gpointer root;
  g_hash_table_iter_init(&all, roots);
  while (g_hash_table_iter_next(&all, &root, NULL)) note_root(a, root, how);
}

static void note_instruction(Accesses *a, LLVMValueRef i);

static void note_function(Accesses *a, LLVMValueRef function) {
  if (!g_hash_table_add(a->visited, function)) return;
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
      note_instruction(a, i);
}

/* A function that is not defined changes nothing, unless it is one of the C library. */
static gboolean may_access(LLVMValueRef callee) {
  const char *name = value_name(callee);
  if (LLVMGetIntrinsicID(callee)) return g_str_has_prefix(name, "llvm.mem");
  return !LLVMIsDeclaration(callee) || lower_is_library(name) || lower_library_has(name);
}

static void note_call(Accesses *a, LLVMValueRef call) {
  LLVMValueRef callee = LLVMGetCalledValue(call);
  gboolean known = LLVMIsAFunction(callee) != NULL;
  if (known && !may_access(callee)) return;
  for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
    if (is_pointer(LLVMGetOperand(call, i))) note(a, LLVMGetOperand(call, i), READ | WRITE);
  a->blind |= !known;
  if (!known || LLVMIsDeclaration(callee)) return;
  gboolean was_inside = a->inside;
  a->inside = TRUE;
  note_function(a, callee);
  a->inside = was_inside;
}

static void note_instruction(Accesses *a, LLVMValueRef i) {
  switch (LLVMGetInstructionOpcode(i)) {
  case LLVMLoad: note(a, LLVMGetOperand(i, 0), READ); break;
  case LLVMStore: note(a, LLVMGetOperand(i, 1), WRITE); break;
  case LLVMAtomicRMW:
  case LLVMAtomicCmpXchg: note(a, LLVMGetOperand(i, 0), READ | WRITE); break;
  case LLVMCall: note_call(a, i); break;
  default: break;
  }
}

/* The calls that are blind are found one by one.  They matter to parameters, which are restrict while they
 * run. */
static void note_body(Restricted *r, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      g_autoptr(GHashTable) visited = g_hash_table_new(NULL, NULL);
      Accesses a = {r->uses, visited, FALSE, FALSE};
      note_instruction(&a, i);
      if (a.blind) g_hash_table_add(r->blind, i);
    }
}

/* ---- which pointers are restricted ---- */

gboolean restrict_objects(const char *text) {
  static const char *const words[] = {"restrict", "__restrict", "__restrict__"};
  g_autofree char *code = ctext_code(text);
  guint depth = 0;
  for (gsize at = 0; code[at]; at++) {
    depth += code[at] == '(';
    depth -= code[at] == ')' && depth;
    for (guint i = 0; !depth && i < G_N_ELEMENTS(words); i++)
      if (ctext_word_at(code, at, words[i])) return TRUE;
  }
  return FALSE;
}

/* A pointer that is a member of a structure, or a variable of the program: any, where one may be restrict. */
static gboolean is_from_object(LLVMValueRef v) {
  if (!LLVMIsALoadInst(v)) return FALSE;
  LLVMValueRef address = LLVMGetOperand(v, 0);
  if (LLVMIsAGlobalVariable(address) || root_is_own(address)) return TRUE;
  return LLVMIsAGetElementPtrInst(address) &&
         LLVMGetTypeKind(LLVMGetGEPSourceElementType(address)) == LLVMStructTypeKind;
}

static gboolean is_restricted_root(const Lowering *l, LLVMValueRef root) {
  if (LLVMIsAArgument(root)) return is_restricted_parameter(root);
  return l->restrict_objects && is_from_object(root);
}

static gboolean has_restricted_root(const Lowering *l, GHashTable *uses) {
  GHashTableIter all;
  gpointer root;
  g_hash_table_iter_init(&all, uses);
  while (g_hash_table_iter_next(&all, &root, NULL))
    if (is_restricted_root(l, root)) return TRUE;
  return FALSE;
}

static gboolean uses_restricted_parameter(const Restricted *r, LLVMValueRef function) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++) {
    LLVMValueRef p = LLVMGetParam(function, i);
    if (is_restricted_parameter(p) && g_hash_table_contains(r->uses, p)) return TRUE;
  }
  return FALSE;
}

static gboolean has_restricted_parameter(LLVMValueRef function) {
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (is_restricted_parameter(LLVMGetParam(function, i))) return TRUE;
  return FALSE;
}

Restricted *restricted_find(const Lowering *l, LLVMValueRef function) {
  if (function_is_model(function) || (!l->restrict_objects && !has_restricted_parameter(function)))
    return NULL;
  Restricted *r = g_new0(Restricted, 1);
  r->uses = g_hash_table_new(NULL, NULL);
  r->blind = g_hash_table_new(NULL, NULL);
  note_body(r, function);
  if (!uses_restricted_parameter(r, function)) g_hash_table_remove_all(r->blind);
  if (has_restricted_root(l, r->uses)) return r;
  restricted_free(r);
  return NULL;
}

void restricted_free(Restricted *r) {
  if (!r) return;
  g_hash_table_unref(r->uses);
  g_hash_table_unref(r->blind);
  g_free(r);
}

/* ---- the checks ---- */

static guint use_of(const Restricted *r, LLVMValueRef root) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(r->uses, root));
}

/* Whether two pointers were read from one variable or member. */
static gboolean same_place(LLVMValueRef x, LLVMValueRef y) {
  if (x == y) return TRUE;
  if (!LLVMIsAInstruction(x) || !LLVMIsAInstruction(y) ||
      LLVMGetInstructionOpcode(x) != LLVMGetInstructionOpcode(y) ||
      (!LLVMIsALoadInst(x) && !LLVMIsAGetElementPtrInst(x)) || LLVMGetNumOperands(x) != LLVMGetNumOperands(y))
    return FALSE;
  for (int i = 0; i < LLVMGetNumOperands(x); i++)
    if (!same_place(LLVMGetOperand(x, (unsigned)i), LLVMGetOperand(y, (unsigned)i))) return FALSE;
  return TRUE;
}

static gboolean must_be_apart(const Body *b, LLVMValueRef x, LLVMValueRef y) {
  guint how = use_of(b->restricted, x) | use_of(b->restricted, y);
  if (x == y || !(how & WRITE) || same_place(x, y)) return FALSE;
  return is_restricted_root(b->lowering, x) || is_restricted_root(b->lowering, y);
}

static void check_pair(Body *b, LLVMValueRef x, LLVMValueRef y) {
  if (b->ended) return;
  Operand both[2] = {body_operand(b, x), body_operand(b, y)};
  Operand apart = emit_lib(b, LIB_APART, 1, 0, 2, both);
  body_check_value(b, apart, "a restrict pointer into an object that is accessed otherwise, too");
}

static gint by_text(gconstpointer a, gconstpointer b) {
  return strcmp(value_name(*(const LLVMValueRef *)a), value_name(*(const LLVMValueRef *)b));
}

/* What is there when the function starts; not by address: a program is lowered the same way each time. */
static GPtrArray *roots_on_entry(const Restricted *r) {
  GPtrArray *roots = g_ptr_array_new();
  GHashTableIter all;
  gpointer root;
  g_hash_table_iter_init(&all, r->uses);
  while (g_hash_table_iter_next(&all, &root, NULL))
    if (LLVMIsAArgument(root) || LLVMIsAGlobalVariable(root)) g_ptr_array_add(roots, root);
  g_ptr_array_sort(roots, by_text);
  return roots;
}

void restricted_check_entry(Body *b) {
  if (!b->restricted) return;
  b->loc = b->function->loc;
  g_autoptr(GPtrArray) roots = roots_on_entry(b->restricted);
  for (guint i = 0; i < roots->len; i++)
    for (guint k = 0; k < i; k++)
      if (must_be_apart(b, roots->pdata[i], roots->pdata[k])) check_pair(b, roots->pdata[i], roots->pdata[k]);
}

/* Whether every way from the start of the function to the block of y comes by x. */
static gboolean comes_before(LLVMValueRef x, LLVMValueRef y) {
  LLVMBasicBlockRef of_x = LLVMGetInstructionParent(x), of_y = LLVMGetInstructionParent(y);
  if (of_x == of_y) {
    while (x && x != y) x = LLVMGetNextInstruction(x);
    return x != NULL;
  }
  return block_dominates(of_x, of_y);
}

/* With the pointers that came from memory before; of two that come on different ways nothing is known. */
static void check_with_earlier(Body *b, LLVMValueRef root) {
  for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(b->llvm); block; block = LLVMGetNextBasicBlock(block))
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i && !b->ended; i = LLVMGetNextInstruction(i)) {
      if (!use_of(b->restricted, i) || !must_be_apart(b, root, i)) continue;
      if (comes_before(i, root))
        check_pair(b, i, root);
      else if (!comes_before(root, i))
        body_end_unmodelled(b, "restrict pointers that are read in different branches");
    }
}

void restricted_check(Body *b, LLVMValueRef i) {
  const Restricted *r = b->restricted;
  if (!r || b->ended) return;
  if (g_hash_table_contains(r->blind, i)) {
    body_end_unmodelled(b, "a call, among restrict pointers, of a function that follows pointers of its own");
    return;
  }
  if (!use_of(r, i)) return;
  g_autoptr(GPtrArray) roots = roots_on_entry(r);
  for (guint k = 0; k < roots->len; k++)
    if (must_be_apart(b, i, roots->pdata[k])) check_pair(b, i, roots->pdata[k]);
  check_with_earlier(b, i);
}

void lower_keep_apart(Body *b, LLVMValueRef to, LLVMValueRef from, Operand n) {
  if (!is_pointer(to) || !is_pointer(from) || roots_differ(to, from)) return;
  Operand both[2] = {body_operand(b, to), body_operand(b, from)};
  Operand apart = emit_lib(b, LIB_APART, 1, 0, 2, both);
  Operand ahead = emit_op2(b, TERM_SUB, both[0], both[1]), behind = emit_op2(b, TERM_SUB, both[1], both[0]);
  Operand same = emit_compare(b, TERM_EQ, ahead, operand_const(ahead.width, 0));
  Operand beside =
      emit_op2(b, TERM_AND, emit_compare(b, TERM_ULE, n, ahead), emit_compare(b, TERM_ULE, n, behind));
  Operand fine = emit_op2(b, TERM_OR, emit_op2(b, TERM_OR, apart, same), beside);
  body_check_value(b, fine, OVERLAP);
}
