/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Partitions from evidence. */
#include "base/limits.h"
#include "loop/definite.h"
#include "loop/questions.h"

/* A whole region is never left out: what was found with it may have closed the rest. */
static void add_partition(Loop *l, const Region *r, guint n, gboolean whole, const Model *point) {
  g_autoptr(GPtrArray) formulas = g_ptr_array_new();
  for (guint i = 0; i < n; i++) g_ptr_array_add(formulas, (gpointer)r[i].formula);
  const Term *region = term_or_n((const Term *const *)formulas->pdata, n);
  const Term *here = whole ? region : term_and(region, knowledge_conditioned(l->known).assume);
  if (term_is_false(here) || (!whole && !can_state(here))) return;
  Partition *p = partition_new(here, here);
  p->whole = whole;
  p->doubtful = !point || !term_eval(here, point);
  if (!p->doubtful) g_ptr_array_add(p->examples, model_copy(point));
  for (guint i = 0; i < n; i++)
    if (r[i].error.loc.file) g_array_append_val(p->errors, r[i].error);
  knowledge_add(l->known, p);
}

/* A partition for each error call; but of very many, the last ones are one together.  The formula of each
 * says that those before it were not reached, so many partitions would be too long to read. */
static void add_partitions(Loop *l, const Evidence *e, const Model *point) {
  const Region *regions = (const Region *)(void *)e->fails->data;
  const guint n = e->fails->len, alone = n > limits.evidence_partitions ? limits.evidence_partitions - 1 : n;
  for (guint i = 0; i < alone; i++) add_partition(l, regions + i, 1, e->whole, point);
  if (n > alone) add_partition(l, regions + alone, n - alone, e->whole, point);
}

/* All failures within the unrolling were stated: only what was cut is left. */
static void keep_whole(Loop *l, const Evidence *e) {
  knowledge_keep_residue(l->known, e->residue, why_open(e->reasons, FALSE, e->unrolling), e->unrolling);
  l->unroll = MAX(l->unroll, e->unrolling);
  if (accounts_for_all(e)) knowledge_close(l->known, "symex");
}

/* v of the paper: regions that are never to be reported again. */
static gboolean exclude_valid(Loop *l, const GArray *valid) {
  for (guint i = 0; i < valid->len; i++)
    if (!knowledge_exclude_valid(l->known, g_array_index(valid, Region, i).formula)) return FALSE;
  return TRUE;
}

/* The path of a report that could be neither confirmed nor refuted: its inputs may fail. */
static gboolean add_inconclusive(Loop *l, const Evidence *e) {
  const Term *may = term_without_havoc(path_condition(e->conjuncts, NULL), TRUE);
  if (term_is_true(may) || !can_state(may)) return FALSE;
  Partition *p = partition_new(term_and(may, knowledge_conditioned(l->known).assume), term_bool(FALSE));
  p->reason = why_open(e->reasons, TRUE, e->unrolling);
  knowledge_add(l->known, p);
  return TRUE;
}

gboolean take_evidence(Loop *l, const Evidence *e, const Model *point) {
  if (!e) return FALSE;
  const GPtrArray *fresh = knowledge_fresh(l->known);
  add_partitions(l, e, point);
  if (fresh->len) {
    if (e->whole) keep_whole(l, e);
    knowledge_simplify(l->known);
    return fresh->len > 0;
  }
  if (e->valid->len) return exclude_valid(l, e->valid);
  return e->trace && add_inconclusive(l, e);
}
