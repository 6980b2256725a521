/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness as a structure: made, freed and compared. */
#include "witness/witness.h"

G_DEFINE_QUARK(acf - witness - error - quark, witness_error)

/* ---- making and freeing ---- */

static void node_free(gpointer data) {
  WitnessNode *n = (WitnessNode *)data;
  g_free(n->id);
  g_free(n);
}

static void edge_free(gpointer data) {
  WitnessEdge *e = (WitnessEdge *)data;
  g_free(e->file);
  g_free(e->enter_function);
  g_free(e->return_from);
  g_free(e->assumption);
  g_free(e->assumption_scope);
  g_free(e->result_function);
  g_free(e->sourcecode);
  g_free(e);
}

static void invariant_free(gpointer data) {
  WitnessInvariant *i = (WitnessInvariant *)data;
  g_free(i->file);
  g_free(i->function);
  g_free(i->expression);
  g_free(i);
}

Witness *witness_new(WitnessKind kind) {
  Witness *w = g_new0(Witness, 1);
  w->kind = kind;
  w->nodes = g_ptr_array_new_with_free_func(node_free);
  w->edges = g_ptr_array_new_with_free_func(edge_free);
  w->invariants = g_ptr_array_new_with_free_func(invariant_free);
  return w;
}

void witness_free(Witness *w) {
  if (!w) return;
  g_free(w->producer);
  g_free(w->program_file);
  g_free(w->program_hash);
  g_free(w->specification);
  g_free(w->architecture);
  g_free(w->creation_time);
  g_ptr_array_unref(w->nodes);
  g_ptr_array_unref(w->edges);
  g_ptr_array_unref(w->invariants);
  g_free(w);
}

WitnessNode *witness_add_node(Witness *w, const char *id) {
  WitnessNode *n = g_new0(WitnessNode, 1);
  n->id = g_strdup(id);
  g_ptr_array_add(w->nodes, n);
  return n;
}

WitnessEdge *witness_add_edge(Witness *w, guint from, guint to) {
  WitnessEdge *e = g_new0(WitnessEdge, 1);
  e->from = from;
  e->to = to;
  e->offset = e->end_offset = -1;
  g_ptr_array_add(w->edges, e);
  return e;
}

WitnessInvariant *witness_add_invariant(Witness *w) {
  WitnessInvariant *i = g_new0(WitnessInvariant, 1);
  g_ptr_array_add(w->invariants, i);
  return i;
}

/* ---- comparing ---- */

static gboolean same(const char *a, const char *b) { return g_strcmp0(a, b) == 0; }

static gboolean nodes_equal(gconstpointer x, gconstpointer y) {
  const WitnessNode *a = (const WitnessNode *)x, *b = (const WitnessNode *)y;
  return !a->entry == !b->entry && !a->violation == !b->violation && !a->sink == !b->sink;
}

static gboolean edges_equal(gconstpointer x, gconstpointer y) {
  const WitnessEdge *a = (const WitnessEdge *)x, *b = (const WitnessEdge *)y;
  return a->from == b->from && a->to == b->to && same(a->file, b->file) && a->line == b->line &&
         a->end_line == b->end_line && a->column == b->column && a->offset == b->offset &&
         a->end_offset == b->end_offset && a->control == b->control && !a->has_case == !b->has_case &&
         (!a->has_case || a->case_value == b->case_value) && !a->enter_loop == !b->enter_loop &&
         !a->target == !b->target && same(a->enter_function, b->enter_function) &&
         same(a->return_from, b->return_from) && same(a->assumption, b->assumption) &&
         same(a->assumption_scope, b->assumption_scope) && same(a->result_function, b->result_function) &&
         same(a->sourcecode, b->sourcecode);
}

static gboolean invariants_equal(gconstpointer x, gconstpointer y) {
  const WitnessInvariant *a = (const WitnessInvariant *)x, *b = (const WitnessInvariant *)y;
  return !a->loop == !b->loop && same(a->file, b->file) && a->line == b->line && a->column == b->column &&
         same(a->function, b->function) && same(a->expression, b->expression);
}

static gboolean lists_equal(const GPtrArray *a, const GPtrArray *b, GEqualFunc equal) {
  if (a->len != b->len) return FALSE;
  for (guint i = 0; i < a->len; i++)
    if (!equal(a->pdata[i], b->pdata[i])) return FALSE;
  return TRUE;
}

gboolean witness_equal(const Witness *a, const Witness *b) {
  return a->kind == b->kind && same(a->producer, b->producer) && same(a->program_file, b->program_file) &&
         same(a->program_hash, b->program_hash) && same(a->specification, b->specification) &&
         same(a->architecture, b->architecture) && lists_equal(a->nodes, b->nodes, nodes_equal) &&
         lists_equal(a->edges, b->edges, edges_equal) &&
         lists_equal(a->invariants, b->invariants, invariants_equal);
}
