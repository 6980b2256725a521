/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The invariants of a GraphML correctness witness: from nodes to places in the source. */
#include "witness/graphml.h"
#include "base/limits.h"
#include <string.h>

typedef struct {
  Witness *witness;
  const NodeText *texts;
  GHashTable *placed; /* char*: what was added */
  gsize bytes;
} Placing;

static gboolean says_something(const NodeText *t) { return t->text[0] && !g_str_equal(t->text[0], "true"); }

static void place(Placing *p, guint node, const WitnessEdge *e, gboolean loop) {
  const NodeText *t = &p->texts[node];
  p->bytes += strlen(t->text[0]);
  if (p->bytes > limits.witness_invariant_bytes) return;
  if (!g_hash_table_add(p->placed, g_strdup_printf("%u:%u:%s", node, e->line, e->file ? e->file : "")))
    return;
  WitnessInvariant *i = witness_add_invariant(p->witness);
  i->loop = loop;
  i->file = g_strdup(e->file);
  i->line = e->line;
  i->function = g_strdup(t->text[1]);
  i->expression = g_strdup(t->text[0]);
}

/* An invariant holds in its node, so where the edges that leave it start; in a node without any, where those
 * that enter it stand.  A node that is entered as the head of a loop stands before the loop's decision. */
void graphml_place_invariants(Witness *w, const NodeText *texts) {
  g_autofree gboolean *loop = g_new0(gboolean, w->nodes->len);
  g_autofree gboolean *left = g_new0(gboolean, w->nodes->len);
  Placing p = {w, texts, g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), 0};
  for (guint i = 0; i < w->edges->len; i++) {
    const WitnessEdge *e = (const WitnessEdge *)w->edges->pdata[i];
    loop[e->to] |= e->enter_loop;
    left[e->from] |= e->line > 0;
  }
  for (guint i = 0; i < w->edges->len; i++) {
    const WitnessEdge *e = (const WitnessEdge *)w->edges->pdata[i];
    if (e->line == 0) continue;
    if (says_something(&texts[e->from])) place(&p, e->from, e, loop[e->from]);
    if (!left[e->to] && says_something(&texts[e->to])) place(&p, e->to, e, FALSE);
  }
  g_hash_table_unref(p.placed);
}
