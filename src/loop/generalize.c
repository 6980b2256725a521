/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lattice search. */
#include "loop/generalize.h"
#include "formula/readable.h"

#define MAX_CONJUNCTS 24 /* a dimension of arrays */

static const Term *conjunction(const GPtrArray *terms) {
  return term_and_n((const Term *const *)terms->pdata, terms->len);
}

/* First round: each conjunct alone, then all effective ones together. */
static const Term *first_round(const GPtrArray *conjuncts, GPtrArray *kept, EffectiveFunction effective,
                               gpointer data) {
  gboolean works[MAX_CONJUNCTS];
  effective(data, (const Term *const *)conjuncts->pdata, conjuncts->len, works);
  for (guint i = 0; i < conjuncts->len; i++)
    if (works[i]) g_ptr_array_add(kept, conjuncts->pdata[i]);
  if (kept->len == 0) return NULL;
  if (kept->len == 1) return conjunction(kept);
  const Term *all = conjunction(kept);
  effective(data, &all, 1, works);
  if (!works[0]) g_ptr_array_set_size(kept, 1);
  return conjunction(kept);
}

/* A later round: one more conjunct, where it stays effective.  NULL: none can be added. */
static const Term *next_round(const GPtrArray *conjuncts, GPtrArray *kept, EffectiveFunction effective,
                              gpointer data) {
  GPtrArray *candidates = g_ptr_array_new(), *added = g_ptr_array_new();
  const Term *now = conjunction(kept), *found = NULL;
  for (guint i = 0; i < conjuncts->len; i++) {
    if (g_ptr_array_find(kept, conjuncts->pdata[i], NULL)) continue;
    g_ptr_array_add(candidates, (gpointer)term_and(now, (const Term *)conjuncts->pdata[i]));
    g_ptr_array_add(added, conjuncts->pdata[i]);
  }
  gboolean works[MAX_CONJUNCTS] = {FALSE};
  effective(data, (const Term *const *)candidates->pdata, candidates->len, works);
  for (guint i = 0; i < candidates->len && !found; i++)
    if (works[i]) {
      g_ptr_array_add(kept, added->pdata[i]);
      found = (const Term *)candidates->pdata[i];
    }
  g_ptr_array_unref(candidates);
  g_ptr_array_unref(added);
  return found;
}

const Term *generalize(const Term *condition, guint rounds, EffectiveFunction effective, gpointer data) {
  GPtrArray *conjuncts = readable_conjuncts(condition), *kept = g_ptr_array_new();
  const Term *best = NULL;
  if (conjuncts->len > 1 && conjuncts->len <= MAX_CONJUNCTS) {
    best = first_round(conjuncts, kept, effective, data);
    for (guint r = 1; best && r < rounds && kept->len + 1 < conjuncts->len; r++) {
      const Term *stronger = next_round(conjuncts, kept, effective, data);
      if (!stronger) break;
      best = stronger;
    }
  }
  g_ptr_array_unref(conjuncts);
  g_ptr_array_unref(kept);
  return best;
}
