/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The edges of a violation witness in the order of a run. */
#include "base/limits.h"
#include "witness/match-inside.h"

typedef struct {
  const Witness *witness;
  GArray **out, **in; /* of guint, by node: indexes of edges */
  gboolean *leads;    /* by node: to a violation */
} Graph;

static const WitnessNode *node_at(const Witness *w, guint i) {
  return (const WitnessNode *)w->nodes->pdata[i];
}
static const WitnessEdge *edge_at(const Witness *w, guint i) {
  return (const WitnessEdge *)w->edges->pdata[i];
}

static void add(GArray **lists, guint node, guint edge) {
  if (!lists[node]) lists[node] = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(lists[node], edge);
}

/* Backwards from the violations; where the witness names none, everything leads there but sinks. */
static void mark_leading(Graph *g) {
  const Witness *w = g->witness;
  g_autoptr(GArray) todo = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < w->nodes->len; i++)
    if (node_at(w, i)->violation) {
      g->leads[i] = TRUE;
      g_array_append_val(todo, i);
    }
  if (todo->len == 0)
    for (guint i = 0; i < w->nodes->len; i++) g->leads[i] = !node_at(w, i)->sink;
  while (todo->len) {
    guint node = g_array_index(todo, guint, todo->len - 1);
    g_array_set_size(todo, todo->len - 1);
    for (guint i = 0; g->in[node] && i < g->in[node]->len; i++) {
      guint from = edge_at(w, g_array_index(g->in[node], guint, i))->from;
      if (g->leads[from] || node_at(w, from)->sink) continue;
      g->leads[from] = TRUE;
      g_array_append_val(todo, from);
    }
  }
}

static Graph graph_new(const Witness *w) {
  guint n = MAX(w->nodes->len, 1);
  Graph g = {w, g_new0(GArray *, n), g_new0(GArray *, n), g_new0(gboolean, n)};
  for (guint i = 0; i < w->edges->len; i++) {
    add(g.out, edge_at(w, i)->from, i);
    add(g.in, edge_at(w, i)->to, i);
  }
  mark_leading(&g);
  return g;
}

static void graph_clear(Graph *g) {
  for (guint i = 0; i < g->witness->nodes->len; i++) {
    if (g->out[i]) g_array_unref(g->out[i]);
    if (g->in[i]) g_array_unref(g->in[i]);
  }
  g_free(g->out);
  g_free(g->in);
  g_free(g->leads);
}

/* The one edge that leads on from a node; NULL: there is none, or a choice. */
static const WitnessEdge *only_way(const Graph *g, guint node) {
  const WitnessEdge *found = NULL;
  for (guint i = 0; g->out[node] && i < g->out[node]->len; i++) {
    const WitnessEdge *e = edge_at(g->witness, g_array_index(g->out[node], guint, i));
    if (e->to == node || !g->leads[e->to]) continue;
    if (found) return NULL;
    found = e;
  }
  return found;
}

static GPtrArray *ways_to_sinks(const Graph *g, guint node) {
  GPtrArray *sinks = g_ptr_array_new();
  for (guint i = 0; i < g->out[node]->len; i++) {
    const WitnessEdge *e = edge_at(g->witness, g_array_index(g->out[node], guint, i));
    if (node_at(g->witness, e->to)->sink) g_ptr_array_add(sinks, (gpointer)e);
  }
  return sinks;
}

static void path_edge_clear(gpointer data) { g_ptr_array_unref(((PathEdge *)data)->avoid); }

GArray *witness_path(const Witness *w) {
  GArray *path = g_array_new(FALSE, FALSE, sizeof(PathEdge));
  g_array_set_clear_func(path, path_edge_clear);
  Graph g = graph_new(w);
  guint node = 0;
  while (node < w->nodes->len && !node_at(w, node)->entry) node++;
  while (node < w->nodes->len && !node_at(w, node)->violation &&
         path->len < MIN(w->edges->len, limits.witness_path_edges)) {
    const WitnessEdge *e = only_way(&g, node);
    if (!e) break;
    PathEdge step = {e, ways_to_sinks(&g, node)};
    g_array_append_val(path, step);
    node = e->to;
  }
  graph_clear(&g);
  return path;
}
