/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which item of the standard input goes to which variable, where that is the same in all runs.
 *
 * Walks the function that calls scanf with the set of numbers that may come next, as if every conversion found its
 * number; a number that can be stored in several variables belongs to none.  The result is kept in the module, for the
 * inputs are made much later. */
#include <llvm-c/DebugInfo.h>
#include <string.h>
#include "base/limits.h"
#include "frontend/lower.h"
#include "frontend/scan-format.h"
#include "frontend/streams.h"
#include "ir/scanned.h"

#define KEPT "acf.scanned" /* named metadata: for each number the text "name back", or "" */
#define TOLD 64            /* numbers that are told apart; the last stands for all from there on */
#define LAST (TOLD - 1)

typedef struct {
  LLVMValueRef variable; /* an alloca, or a global variable; NULL: no number came here yet */
  guint back;
  gboolean several;
} Claim;

typedef struct {
  const GPtrArray *scans; /* LLVMValueRef: the calls */
  gboolean lp64;
  GHashTable *next;       /* LLVMBasicBlockRef to guint64*: the numbers that may come next, on entry */
  Claim claims[TOLD];
} Walk;

/* The numbers that come next when all of these are passed by n. */
static guint64 moved(guint64 numbers, guint n) {
  guint64 to = 0;
  for (guint i = 0; i < TOLD; i++)
    if (numbers >> i & 1) to |= G_GUINT64_CONSTANT(1) << MIN(i + n, LAST);
  return to;
}

static void claim(Walk *w, guint number, LLVMValueRef to, guint back) {
  Claim *c = &w->claims[number];
  const gboolean named = to && (LLVMIsAAllocaInst(to) || LLVMIsAGlobalVariable(to));
  c->several |= !named || (c->variable && (c->variable != to || c->back != back));
  c->variable = to;
  c->back = back;
}

static gboolean is_stored(const ScanItem *item) { return item->kind >= SCAN_INTEGER && !item->suppressed; }

/* The item of a call, so many behind its first, goes to where `to` points; NULL: nowhere. */
static void pass_item(Walk *w, guint64 numbers, guint back, LLVMValueRef to) {
  for (guint n = 0; n < TOLD; n++)
    if (numbers >> n & 1) claim(w, MIN(n + back, LAST), to, back);
}

/* White space is no item. */
static guint64 pass_call(Walk *w, LLVMValueRef call, guint64 numbers) {
  g_autoptr(GArray) items = scanf_items(call, w->lp64);
  guint stored = 0, back = 0;
  for (guint i = 0; i < items->len; i++) stored += is_stored(&g_array_index(items, ScanItem, i));
  guint next = (guint)LLVMGetNumArgOperands(call) - stored;
  for (guint i = 0; i < items->len; i++) {
    const ScanItem *item = &g_array_index(items, ScanItem, i);
    if (item->kind == SCAN_SPACE) continue;
    pass_item(w, numbers, back++, is_stored(item) ? LLVMGetOperand(call, next++) : NULL);
  }
  return scanf_is_of_stdin(call) ? moved(numbers, back) : numbers | moved(numbers, back);
}

static guint64 pass_block(Walk *w, LLVMBasicBlockRef block, guint64 numbers) {
  for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
    if (g_ptr_array_find((GPtrArray *)w->scans, i, NULL)) numbers = pass_call(w, i, numbers);
  return numbers;
}

static guint64 *entry_of(const Walk *w, LLVMBasicBlockRef block) {
  guint64 *numbers = g_hash_table_lookup(w->next, block);
  if (!numbers) g_hash_table_insert(w->next, block, numbers = g_new0(guint64, 1));
  return numbers;
}

/* Every number is in a set once at most, so it ends. */
static void walk(Walk *w, LLVMValueRef function, guint64 at_entry) {
  g_autoptr(GPtrArray) due = g_ptr_array_new();
  LLVMBasicBlockRef first = LLVMGetEntryBasicBlock(function);
  *entry_of(w, first) = at_entry;
  g_ptr_array_add(due, first);
  while (due->len) {
    LLVMBasicBlockRef block = g_ptr_array_remove_index(due, due->len - 1);
    const guint64 out = pass_block(w, block, *entry_of(w, block));
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
      guint64 *in = entry_of(w, LLVMGetSuccessor(end, i));
      if ((*in | out) == *in) continue;
      *in |= out;
      g_ptr_array_add(due, LLVMGetSuccessor(end, i));
    }
  }
}

static LLVMValueRef function_of(LLVMValueRef call) {
  return LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
}

static void keep(LLVMModuleRef module, const Walk *w) {
  LLVMContextRef context = LLVMGetModuleContext(module);
  for (guint i = 0; i < TOLD; i++) {
    const Claim *c = &w->claims[i];
    size_t length;
    g_autofree char *text = c->variable && !c->several
                                ? g_strdup_printf("%s %u", LLVMGetValueName2(c->variable, &length), c->back)
                                : g_strdup("");
    LLVMMetadataRef node = LLVMMDStringInContext2(context, text, strlen(text));
    LLVMMetadataRef tuple = LLVMMDNodeInContext2(context, &node, 1);
    LLVMAddNamedMetadataOperand(module, KEPT, LLVMMetadataAsValue(context, tuple));
  }
}

/* Calls in several functions come in an order that is not known here. */
void scan_names_find(LLVMModuleRef module, const GPtrArray *scans, gboolean lp64) {
  Walk w = {.scans = scans, .lp64 = lp64};
  LLVMValueRef function = scans->len ? function_of(scans->pdata[0]) : NULL;
  for (guint i = 0; i < scans->len; i++)
    if (function_of(scans->pdata[i]) != function) return;
  if (!function) return;
  size_t length;
  const gboolean once = g_str_equal(LLVMGetValueName2(function, &length), "main") && !LLVMGetFirstUse(function);
  w.next = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  walk(&w, function, once ? 1 : G_MAXUINT64);
  g_hash_table_unref(w.next);
  keep(module, &w);
}

/* ---- when the inputs are made ---- */

static GArray *kept_items(Lowering *l) {
  GArray *items = g_array_new(FALSE, TRUE, sizeof(ScannedItem));
  const unsigned n = LLVMGetNamedMetadataNumOperands(l->module, KEPT);
  g_autofree LLVMValueRef *nodes = g_new0(LLVMValueRef, n);
  LLVMGetNamedMetadataOperands(l->module, KEPT, nodes);
  for (unsigned i = 0; i < n; i++) {
    LLVMValueRef text = NULL;
    unsigned length = 0;
    LLVMGetMDNodeOperands(nodes[i], &text);
    g_autofree char *copy = g_strdup(text ? LLVMGetMDString(text, &length) : "");
    ScannedItem item = {0};
    char *space = strrchr(copy, ' ');
    if (space) {
      *space = '\0';
      item.variable = site_identifier(l, copy);
      item.back = (guint)g_ascii_strtoull(space + 1, NULL, 10);
    }
    g_array_append_val(items, item);
  }
  return items;
}

/* Each has its number among those of the variable. */
void scan_names_set(Lowering *l, guint most) {
  g_autoptr(GArray) items = kept_items(l);
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  for (guint i = 0; items->len && i < MIN(most, limits.scan_named_items); i++) {
    ScannedItem item = g_array_index(items, ScannedItem, MIN(i, LAST));
    if (!item.variable) continue;
    item.ordinal = GPOINTER_TO_UINT(g_hash_table_lookup(seen, item.variable)) + 1;
    g_hash_table_insert(seen, (gpointer)item.variable, GUINT_TO_POINTER(item.ordinal));
    program_set_scanned(l->program, i + 1, &item);
  }
}
