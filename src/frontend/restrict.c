/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointers declared restrict.  While a function runs, an object that is accessed through such a parameter,
 * and written by anyone, must be accessed through nothing else; compilers take that for granted.  Where two
 * pointers of the function may lead into one object, that is looked at on each run: what happens is unknown
 * if they do.
 *
 * A pointer is what it was computed from (roots.c).  Parameters and variables of the program are compared on
 * entry; a pointer that comes from memory or a call is compared where it comes from.  Of the functions that
 * are called, the variables count that they use; where they follow pointers of their own, the call is not
 * modelled. */
#include <string.h>
#include "frontend/lower.h"

enum { READ = 1, WRITE = 2 };

struct Restricted {
  GPtrArray *parameters; /* LLVMValueRef */
  GHashTable *uses;      /* root -> READ, WRITE */
  GHashTable *blind;     /* calls of functions that access what is not known */
};

static gboolean is_restricted(LLVMValueRef function, unsigned i) {
  return value_has_attribute(function, i + 1, "noalias") && !value_has_attribute(function, i + 1, "sret");
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
  size_t length;
  const char *name = LLVMGetValueName2(callee, &length);
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

/* The calls that are blind are found one by one. */
static void note_body(Restricted *r, LLVMValueRef function) {
  for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
      g_autoptr(GHashTable) visited = g_hash_table_new(NULL, NULL);
      Accesses a = {r->uses, visited, FALSE, FALSE};
      note_instruction(&a, i);
      if (a.blind) g_hash_table_add(r->blind, i);
    }
}

/* ---- the checks ---- */

Restricted *restricted_find(LLVMValueRef function) {
  g_autoptr(GPtrArray) parameters = g_ptr_array_new();
  for (unsigned i = 0; i < LLVMCountParams(function); i++)
    if (is_restricted(function, i)) g_ptr_array_add(parameters, LLVMGetParam(function, i));
  if (!parameters->len) return NULL;
  Restricted *r = g_new0(Restricted, 1);
  r->parameters = g_steal_pointer(&parameters);
  r->uses = g_hash_table_new(NULL, NULL);
  r->blind = g_hash_table_new(NULL, NULL);
  note_body(r, function);
  return r;
}

void restricted_free(Restricted *r) {
  if (!r) return;
  g_ptr_array_unref(r->parameters);
  g_hash_table_unref(r->uses);
  g_hash_table_unref(r->blind);
  g_free(r);
}

static guint use_of(const Restricted *r, LLVMValueRef root) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(r->uses, root));
}

/* Compares what the function accesses through a root with its restricted parameters. */
static void check_root(Body *b, LLVMValueRef root) {
  const Restricted *r = b->restricted;
  for (guint i = 0; i < r->parameters->len && !b->ended; i++) {
    LLVMValueRef parameter = r->parameters->pdata[i];
    guint here = use_of(r, parameter), there = use_of(r, root);
    if (root == parameter) break; /* two parameters are compared once */
    if (!here || !there || !((here | there) & WRITE)) continue;
    Operand both[2] = {body_operand(b, parameter), body_operand(b, root)};
    Operand apart = emit_lib(b, LIB_APART, 1, 0, 2, both);
    body_check_value(b, apart, "a restrict pointer into an object that is accessed otherwise, too");
  }
}

static gint by_name(gconstpointer a, gconstpointer b) {
  size_t length;
  return strcmp(LLVMGetValueName2(*(const LLVMValueRef *)a, &length),
                LLVMGetValueName2(*(const LLVMValueRef *)b, &length));
}

void restricted_check_entry(Body *b) {
  if (!b->restricted) return;
  b->loc = b->function->loc;
  g_autoptr(GPtrArray) roots = g_ptr_array_new();
  GHashTableIter all;
  gpointer root;
  g_hash_table_iter_init(&all, b->restricted->uses);
  while (g_hash_table_iter_next(&all, &root, NULL))
    if (LLVMIsAArgument(root) || LLVMIsAGlobalVariable(root)) g_ptr_array_add(roots, root);
  g_ptr_array_sort(roots, by_name); /* not by address: a program is lowered the same way each time */
  for (guint i = 0; i < roots->len; i++) check_root(b, roots->pdata[i]);
}

void restricted_check(Body *b, LLVMValueRef i) {
  const Restricted *r = b->restricted;
  if (!r || b->ended) return;
  gboolean used = FALSE;
  for (guint k = 0; k < r->parameters->len; k++) used |= use_of(r, r->parameters->pdata[k]) != 0;
  if (used && g_hash_table_contains(r->blind, i))
    body_end_unmodelled(b, "a call, among restrict pointers, of a function that follows pointers of its own");
  else if (g_hash_table_contains(r->uses, i))
    check_root(b, i);
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
