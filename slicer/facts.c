/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of sources that conditions connect: a union-find whose unions leave a tree behind. */
#include "slicer/facts.h"

static FactNode *node_of(Facts *f, guint i) { return &g_array_index(f->nodes, FactNode, i); }

static guint add_node(Facts *f, guint left, guint right, guint decision) {
  guint i = f->nodes->len;
  FactNode n = {.up = i, .kids = {left, right}, .decision = decision};
  g_array_append_val(f->nodes, n);
  if (left) node_of(f, left)->up = i;
  if (right) node_of(f, right)->up = i;
  return i;
}

Facts *facts_new(void) {
  Facts *f = g_new0(Facts, 1);
  f->nodes = g_array_new(FALSE, FALSE, sizeof(FactNode));
  add_node(f, 0, 0, 0); /* FACTS_CONSTANT */
  add_node(f, 0, 0, 0); /* FACTS_UNKNOWN */
  return f;
}

void facts_free(Facts *f) {
  g_array_unref(f->nodes);
  g_free(f);
}

guint facts_source(Facts *f) { return add_node(f, 0, 0, 0); }

guint facts_now(Facts *f, guint class) {
  guint top = class;
  while (node_of(f, top)->up != top) top = node_of(f, top)->up;
  while (class != top) {
    guint next = node_of(f, class)->up;
    node_of(f, class)->up = top;
    class = next;
  }
  return top;
}

guint facts_join(Facts *f, guint a, guint b) {
  a = facts_now(f, a);
  b = facts_now(f, b);
  if (a == b || b == FACTS_CONSTANT) return a;
  return a == FACTS_CONSTANT ? b : add_node(f, a, b, 0);
}

void facts_note(Facts *f, guint class, guint decision) { add_node(f, facts_now(f, class), 0, decision); }

void facts_collect(Facts *f, guint node, GArray *decisions) {
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_val(open, node);
  while (open->len) {
    FactNode *n = node_of(f, g_array_index(open, guint, open->len - 1));
    g_array_set_size(open, open->len - 1);
    if (n->collected) continue;
    n->collected = TRUE;
    if (n->decision) g_array_append_val(decisions, n->decision);
    for (guint i = 0; i < 2; i++)
      if (n->kids[i]) g_array_append_val(open, n->kids[i]);
  }
}
