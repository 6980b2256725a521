/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas on 64 points at once. */
#include "count/simulation.h"
#include "count/blast.h"

Simulation *simulation_new(const Term *t, guint max_nodes) {
  Simulation *s = g_new0(Simulation, 1);
  s->formula = t;
  s->inputs = term_inputs(t);
  for (guint i = 0; i < s->inputs->len; i++) s->n_bits += ((const Term *)s->inputs->pdata[i])->width;
  s->spread = g_new0(guint64, s->n_bits + 1);
  s->g = aig_new(max_nodes);
  if (blast(s->g, t, &s->root)) {
    s->needed = aig_cone(s->g, s->root);
    s->words = g_new0(guint64, s->g->nodes->len);
  } else {
    g_clear_pointer(&s->g, aig_free);
  }
  return s;
}

void simulation_free(Simulation *s) {
  if (s->g) aig_free(s->g);
  g_ptr_array_unref(s->inputs);
  g_free(s->needed);
  g_free(s->words);
  g_free(s->spread);
  g_free(s);
}

static guint64 word(const guint64 *words, AigLit l) { return words[l / 2] ^ -(guint64)(l & 1); }

static guint64 simulate(Simulation *s, const guint64 *bits) {
  for (guint i = 0; i < s->inputs->len; i++) {
    const guint place = GPOINTER_TO_UINT(g_hash_table_lookup(s->g->first_bit, s->inputs->pdata[i]));
    const guint width = ((const Term *)s->inputs->pdata[i])->width;
    for (guint b = 0; b < width; b++)
      s->words[g_array_index(s->g->bits, AigBit, place - 1 + b).node] = *bits++;
  }
  for (guint i = 1; i <= s->root / 2; i++) {
    const AigNode n = aig_node(s->g, i);
    if (s->needed[i] && n.a != AIG_BIT) s->words[i] = word(s->words, n.a) & word(s->words, n.b);
  }
  return word(s->words, s->root);
}

guint64 simulation_bits(Simulation *s, const guint64 *bits) {
  if (s->g) return simulate(s, bits);
  guint64 result = 0;
  for (guint lane = 0; lane < LANES; lane++) {
    Model *m = model_new();
    const guint64 *next = bits;
    for (guint i = 0; i < s->inputs->len; i++) {
      const Term *x = s->inputs->pdata[i];
      guint64 value = 0;
      for (guint b = 0; b < x->width; b++) value |= (*next++ >> lane & 1) << b;
      model_set(m, x, value);
    }
    result |= term_eval(s->formula, m) << lane;
    model_free(m);
  }
  return result;
}

guint64 simulation_values(Simulation *s, const guint64 *values) {
  guint64 *bits = s->spread;
  for (guint i = 0; i < s->inputs->len; i++) {
    const guint width = ((const Term *)s->inputs->pdata[i])->width;
    for (guint b = 0; b < width; b++) {
      guint64 side_by_side = 0;
      for (guint lane = 0; lane < LANES; lane++) side_by_side |= (values[i * LANES + lane] >> b & 1) << lane;
      *bits++ = side_by_side;
    }
  }
  return simulation_bits(s, s->spread);
}
