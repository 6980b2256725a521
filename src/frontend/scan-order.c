/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which order a program performs its calls of scanf, where that is the same in all runs as far as they go.
 *
 * Walks the program from one set of calls that may be next to the set of those that may come after it, through the
 * functions that have such calls, until a set comes again.  What calls in one set read must be the same.  The result is
 * kept in the module, for the program is made much later. */
#include <string.h>
#include "base/limits.h"
#include "frontend/lower.h"
#include "frontend/streams.h"
#include "ir/scanned.h"

#define KEPT "acf.scan.order" /* named metadata: how many formats come again, then all of them */

typedef struct {
  GHashTable *scans;   /* LLVMValueRef: the calls */
  GHashTable *readers; /* LLVMValueRef: functions that have some of them, or call such functions */
} Walk;

static LLVMValueRef function_of(LLVMValueRef instruction) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

static gboolean is_direct_call(LLVMValueRef user, LLVMValueRef function) {
  return LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function;
}

/* FALSE: one of them is called in ways that are not seen. */
static gboolean find_readers(Walk *w) {
  g_autoptr(GPtrArray) due = g_ptr_array_new();
  GHashTableIter it;
  gpointer call;
  g_hash_table_iter_init(&it, w->scans);
  while (g_hash_table_iter_next(&it, &call, NULL)) g_ptr_array_add(due, function_of(call));
  while (due->len) {
    LLVMValueRef function = g_ptr_array_remove_index(due, due->len - 1);
    if (!g_hash_table_add(w->readers, function)) continue;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
      if (!is_direct_call(LLVMGetUser(use), function)) return FALSE;
      g_ptr_array_add(due, function_of(LLVMGetUser(use)));
    }
  }
  return TRUE;
}

/* ---- the calls that may be next ---- */

static LLVMValueRef start_of(LLVMValueRef function) {
  return LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
}

/* Where it goes on behind the last instruction of a block. */
static void leave_block(LLVMValueRef end, GPtrArray *due) {
  LLVMValueRef function = function_of(end);
  for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++)
    g_ptr_array_add(due, LLVMGetFirstInstruction(LLVMGetSuccessor(end, i)));
  for (LLVMUseRef use = LLVMGetFirstUse(function); use && LLVMIsAReturnInst(end); use = LLVMGetNextUse(use))
    g_ptr_array_add(due, LLVMGetNextInstruction(LLVMGetUser(use)));
}

static void pass(const Walk *w, LLVMValueRef i, GPtrArray *due, GHashTable *next) {
  for (; i; i = LLVMGetNextInstruction(i)) {
    if (g_hash_table_contains(w->scans, i)) {
      g_hash_table_add(next, i);
      return;
    }
    LLVMValueRef called = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;
    if (called && g_hash_table_contains(w->readers, called)) {
      g_ptr_array_add(due, start_of(called));
      return;
    }
    if (LLVMIsATerminatorInst(i)) leave_block(i, due);
  }
}

static gint compare(gconstpointer a, gconstpointer b) {
  const guintptr x = (guintptr)*(const gpointer *)a, y = (guintptr)*(const gpointer *)b;
  return x < y ? -1 : x > y;
}

/* The calls, sorted, that may be the first from these instructions on, which it takes. */
static GPtrArray *next_calls(const Walk *w, GPtrArray *due) {
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL), next = g_hash_table_new(NULL, NULL);
  while (due->len) {
    LLVMValueRef at = g_ptr_array_remove_index(due, due->len - 1);
    if (at && g_hash_table_add(seen, at)) pass(w, at, due, next);
  }
  GPtrArray *calls = g_ptr_array_new();
  GHashTableIter it;
  gpointer call;
  g_hash_table_iter_init(&it, next);
  while (g_hash_table_iter_next(&it, &call, NULL)) g_ptr_array_add(calls, call);
  g_ptr_array_sort(calls, compare);
  return calls;
}

static GPtrArray *calls_after(const Walk *w, const GPtrArray *calls) {
  g_autoptr(GPtrArray) due = g_ptr_array_new();
  for (guint i = 0; i < calls->len; i++) g_ptr_array_add(due, LLVMGetNextInstruction(calls->pdata[i]));
  return next_calls(w, due);
}

/* ---- their order ---- */

/* What they all read; NULL: not the same, or something else than the standard input. */
static const char *common_format(const GPtrArray *calls) {
  const char *common = NULL;
  for (guint i = 0; i < calls->len; i++) {
    g_autofree char *format = scanf_format(calls->pdata[i]);
    const char *own = g_intern_string(format);
    if ((common && common != own) || !scanf_is_of_stdin(calls->pdata[i])) return NULL;
    common = own;
  }
  return common;
}

static gboolean same_calls(const GPtrArray *a, const GPtrArray *b) {
  return a->len == b->len && memcmp(a->pdata, b->pdata, a->len * sizeof *a->pdata) == 0;
}

/* So many sets before the end of the list the set stands in it; 0: it does not. */
static guint steps_back(const GPtrArray *sets, const GPtrArray *calls) {
  for (guint i = 0; i < sets->len; i++)
    if (same_calls(sets->pdata[i], calls)) return sets->len - i;
  return 0;
}

static void unref_array(gpointer array) { g_ptr_array_unref(array); }

static guint find_order(const Walk *w, LLVMValueRef main_function, GPtrArray *formats) {
  g_autoptr(GPtrArray) sets = g_ptr_array_new_with_free_func(unref_array), first = g_ptr_array_new();
  g_ptr_array_add(first, start_of(main_function));
  g_autoptr(GPtrArray) calls = next_calls(w, first);
  while (sets->len < limits.scan_order_calls) {
    const char *format = common_format(calls);
    const guint again = steps_back(sets, calls);
    if (again || !format) return again;
    g_ptr_array_add(formats, (gpointer)format);
    GPtrArray *after = calls_after(w, calls);
    g_ptr_array_add(sets, g_steal_pointer(&calls));
    calls = after;
  }
  return 0;
}

static void keep_text(LLVMModuleRef module, const char *text) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  LLVMMetadataRef node = LLVMMDStringInContext2(context, text, strlen(text));
  LLVMMetadataRef tuple = LLVMMDNodeInContext2(context, &node, 1);
  LLVMAddNamedMetadataOperand(module, KEPT, LLVMMetadataAsValue(context, tuple));
}

void scan_order_find(LLVMModuleRef module, const GPtrArray *scans) {
  g_autoptr(GHashTable) calls = g_hash_table_new(NULL, NULL), readers = g_hash_table_new(NULL, NULL);
  g_autoptr(GPtrArray) formats = g_ptr_array_new();
  const Walk w = {calls, readers};
  for (guint i = 0; i < scans->len; i++) g_hash_table_add(calls, scans->pdata[i]);
  LLVMValueRef main_function = LLVMGetNamedFunction(module, "main");
  const gboolean seen = find_readers((Walk *)&w) && main_function && !LLVMIsDeclaration(main_function);
  g_autofree char *again = g_strdup_printf("%u", seen ? find_order(&w, main_function, formats) : 0);
  keep_text(module, again);
  for (guint i = 0; i < formats->len; i++) keep_text(module, formats->pdata[i]);
}

/* ---- when the program is made ---- */

void scan_order_set(Lowering *l) {
  const unsigned n = LLVMGetNamedMetadataNumOperands(l->module, KEPT);
  g_autofree LLVMValueRef *nodes = g_new0(LLVMValueRef, n + 1);
  GPtrArray *formats = g_ptr_array_new();
  guint again = 0;
  if (n) LLVMGetNamedMetadataOperands(l->module, KEPT, nodes);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef text = NULL;
    unsigned length = 0;
    LLVMGetMDNodeOperands(nodes[i], &text);
    g_autofree char *copy = g_strdup(LLVMGetMDString(text, &length));
    if (i == 0)
      again = (guint)g_ascii_strtoull(copy, NULL, 10);
    else
      g_ptr_array_add(formats, (gpointer)g_intern_string(copy));
  }
  if (n)
    program_set_scan_order(l->program, formats, again);
  else
    g_ptr_array_unref(formats);
}
