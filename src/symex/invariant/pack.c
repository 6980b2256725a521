/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs: terms that occur in one comparison, or one in the value of another, go together. */
#include "symex/invariant/pack.h"
#include "base/limits.h"

typedef struct {
  GPtrArray *packs;
  GHashTable *places; /* set of Term*: what changes */
  GHashTable *firsts; /* set of Term*: first values that are no sums */
  guint64 mark;       /* older havocs are constants of the run */
  guint size;
} Packing;

/* A sum of multiples of what cannot be divided? */
static gboolean is_sum(const Term *t) {
  if (term_dag_size(t, limits.pack_term_nodes) >= limits.pack_term_nodes) return FALSE;
  GPtrArray *nodes = term_postorder(&t, 1);
  gboolean is = TRUE;
  for (guint i = 0; i < nodes->len && is; i++) {
    const Term *n = (const Term *)nodes->pdata[i];
    is = !n->n_args || n->op == TERM_ADD || n->op == TERM_SUB ||
         (n->op == TERM_MUL && (term_is_const(n->args[0]) || term_is_const(n->args[1])));
  }
  g_ptr_array_unref(nodes);
  return is;
}

static gboolean is_leaf(const Packing *p, const Term *t) {
  if (g_hash_table_contains(p->firsts, t)) return TRUE;
  if (t->index_width || t->n_args) return FALSE;
  if (g_hash_table_contains(p->places, t)) return TRUE;
  return t->op == TERM_INPUT || (t->op == TERM_HAVOC && t->param < p->mark);
}

static void add_leaves(const Packing *p, const Term *t, GPtrArray *leaves) {
  if (term_dag_size(t, limits.pack_term_nodes) >= limits.pack_term_nodes) return;
  GPtrArray *nodes = term_postorder(&t, 1);
  for (guint i = 0; i < nodes->len; i++)
    if (is_leaf(p, (const Term *)nodes->pdata[i]) && !g_ptr_array_find(leaves, nodes->pdata[i], NULL))
      g_ptr_array_add(leaves, nodes->pdata[i]);
  g_ptr_array_unref(nodes);
}

static GPtrArray *pack_with(const Packing *p, gconstpointer place) {
  for (guint i = 0; i < p->packs->len; i++)
    if (g_ptr_array_find((GPtrArray *)p->packs->pdata[i], place, NULL))
      return (GPtrArray *)p->packs->pdata[i];
  return NULL;
}

static void merge(Packing *p, GPtrArray *a, GPtrArray *b) {
  guint n = a->len;
  for (guint i = 0; i < b->len; i++) n += !g_ptr_array_find(a, b->pdata[i], NULL);
  if (a == b || n > p->size) return;
  for (guint i = 0; i < b->len; i++)
    if (!g_ptr_array_find(a, b->pdata[i], NULL)) g_ptr_array_add(a, b->pdata[i]);
  g_ptr_array_remove(p->packs, b);
}

static void relate(Packing *p, const GPtrArray *leaves) {
  GPtrArray *pack = NULL;
  for (guint i = 0; i < leaves->len; i++) {
    if (!g_hash_table_contains(p->places, leaves->pdata[i])) continue;
    GPtrArray *mine = pack_with(p, leaves->pdata[i]);
    if (pack && mine)
      merge(p, pack, mine);
    else if (mine)
      pack = mine;
  }
  for (guint i = 0; pack && i < leaves->len && pack->len < p->size; i++)
    if (!g_hash_table_contains(p->places, leaves->pdata[i]) &&
        !g_ptr_array_find(pack, leaves->pdata[i], NULL))
      g_ptr_array_add(pack, leaves->pdata[i]);
}

static void relate_compared(Packing *p, const Term *iteration) {
  GPtrArray *nodes = term_postorder(&iteration, 1), *leaves = g_ptr_array_new();
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (!t->has_havoc || t->op < TERM_EQ || t->op > TERM_SLE) continue;
    g_ptr_array_set_size(leaves, 0);
    add_leaves(p, t, leaves);
    relate(p, leaves);
  }
  g_ptr_array_unref(nodes);
  g_ptr_array_unref(leaves);
}

static void relate_values(Packing *p, const GArray *changes) {
  GPtrArray *leaves = g_ptr_array_new();
  for (guint i = 0; i < changes->len; i++) {
    const Change *c = &g_array_index(changes, Change, i);
    if (!g_hash_table_contains(p->places, c->any)) continue;
    g_ptr_array_set_size(leaves, 0);
    add_leaves(p, c->any, leaves);
    if (g_hash_table_contains(p->firsts, c->first))
      g_ptr_array_add(leaves, (gpointer)c->first);
    else
      add_leaves(p, c->first, leaves);
    add_leaves(p, c->next, leaves);
    relate(p, leaves);
  }
  g_ptr_array_unref(leaves);
}

GPtrArray *packs_of_changes(const LoopTerms *l, guint size) {
  Packing p = {.packs = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref),
               .places = g_hash_table_new(NULL, NULL),
               .firsts = g_hash_table_new(NULL, NULL),
               .mark = l->mark,
               .size = size};
  for (guint i = 0; i < l->changes->len; i++) {
    const Change *c = &g_array_index(l->changes, Change, i);
    if (c->any->index_width || c->next->has_float || c->first->has_float) continue;
    g_hash_table_add(p.places, (gpointer)c->any);
    if (!is_sum(c->first)) g_hash_table_add(p.firsts, (gpointer)c->first);
    GPtrArray *alone = g_ptr_array_new();
    g_ptr_array_add(alone, (gpointer)c->any);
    g_ptr_array_add(p.packs, alone);
  }
  relate_compared(&p, l->iteration);
  relate_values(&p, l->changes);
  for (guint i = 0; i < p.packs->len; i++)
    for (guint j = p.packs->len; j-- > i + 1;)
      merge(&p, (GPtrArray *)p.packs->pdata[i], (GPtrArray *)p.packs->pdata[j]);
  g_hash_table_unref(p.places);
  g_hash_table_unref(p.firsts);
  return p.packs;
}
