/* SPDX-License-Identifier: GPL-3.0-or-later */
/* And-inverter graphs. */
#include "count/aig.h"

Aig *aig_new(guint limit) {
  Aig *g = g_new0(Aig, 1);
  g->nodes = g_array_new(FALSE, FALSE, sizeof(AigNode));
  g->bits = g_array_new(FALSE, FALSE, sizeof(AigBit));
  g->first_bit = g_hash_table_new(NULL, NULL);
  g->limit = limit;
  const AigNode zero = {0, 0};
  g_array_append_val(g->nodes, zero);
  g->n_slots = 1024;
  g->slots = g_new0(guint, g->n_slots);
  return g;
}

void aig_free(Aig *g) {
  g_array_unref(g->nodes);
  g_array_unref(g->bits);
  g_hash_table_unref(g->first_bit);
  g_free(g->slots);
  g_free(g);
}

static guint slot_of(const Aig *g, AigNode n) {
  const guint64 key = (guint64)n.a << 32 | n.b;
  guint slot = (guint)((key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15)) >> 32) & (g->n_slots - 1);
  for (; g->slots[slot]; slot = (slot + 1) & (g->n_slots - 1)) {
    const AigNode other = aig_node(g, g->slots[slot]);
    if (other.a == n.a && other.b == n.b) break;
  }
  return slot;
}

static void grow(Aig *g) {
  g_free(g->slots);
  g->n_slots *= 2;
  g->slots = g_new0(guint, g->n_slots);
  for (guint i = 1; i < g->nodes->len; i++)
    if (aig_node(g, i).a != AIG_BIT) g->slots[slot_of(g, aig_node(g, i))] = i;
}

static guint add(Aig *g, AigNode n) {
  if (g->nodes->len >= g->limit) {
    g->full = TRUE;
    return 0;
  }
  g_array_append_val(g->nodes, n);
  return g->nodes->len - 1;
}

AigLit aig_bit(Aig *g, const Term *input, guint bit) {
  guint first = GPOINTER_TO_UINT(g_hash_table_lookup(g->first_bit, input));
  if (!first) {
    first = g->bits->len + 1;
    g_hash_table_insert(g->first_bit, (gpointer)input, GUINT_TO_POINTER(first));
    for (guint i = 0; i < input->width; i++) {
      const AigBit b = {input, i, add(g, (AigNode){AIG_BIT, g->bits->len})};
      g_array_append_val(g->bits, b);
    }
  }
  return 2 * g_array_index(g->bits, AigBit, first - 1 + bit).node;
}

AigLit aig_and(Aig *g, AigLit a, AigLit b) {
  if (a > b) {
    const AigLit c = a;
    a = b;
    b = c;
  }
  if (a == AIG_FALSE || a == aig_not(b)) return AIG_FALSE;
  if (a == AIG_TRUE || a == b) return b;
  const AigNode n = {a, b};
  guint slot = slot_of(g, n);
  if (g->slots[slot]) return 2 * g->slots[slot];
  if (2 * (g->nodes->len + 1) > g->n_slots) {
    grow(g);
    slot = slot_of(g, n);
  }
  const guint node = add(g, n);
  if (node) g->slots[slot] = node;
  return 2 * node;
}

AigLit aig_or(Aig *g, AigLit a, AigLit b) { return aig_not(aig_and(g, aig_not(a), aig_not(b))); }

AigLit aig_xor(Aig *g, AigLit a, AigLit b) {
  return aig_and(g, aig_not(aig_and(g, a, b)), aig_not(aig_and(g, aig_not(a), aig_not(b))));
}

AigLit aig_mux(Aig *g, AigLit c, AigLit t, AigLit e) {
  if (t == e) return t;
  if (t == aig_not(e)) return aig_not(aig_xor(g, c, t));
  return aig_not(aig_and(g, aig_not(aig_and(g, c, t)), aig_not(aig_and(g, aig_not(c), e))));
}

guint8 *aig_cone(const Aig *g, AigLit root) {
  guint8 *needed = g_new0(guint8, g->nodes->len);
  needed[root / 2] = 1;
  for (guint i = root / 2; i > 0; i--) {
    const AigNode n = aig_node(g, i);
    if (!needed[i] || n.a == AIG_BIT) continue;
    needed[n.a / 2] = needed[n.b / 2] = 1;
  }
  return needed;
}
