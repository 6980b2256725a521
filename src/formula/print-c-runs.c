/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a conjunction or disjunction that say the same of one occurrence of an input after the other: found by
 * moving a part on by one occurrence, or by one element of an array, and looking for the result. */
#include "base/limits.h"
#include "formula/print-c.h"

static const Term *next_input(const Term *input, gboolean element) {
  InputKey key = input_key_unpack(input->param);
  if (element)
    key.offset += MAX(input->width / 8u, 1);
  else
    key.occurrence++;
  if (key.offset > INPUT_MAX_OFFSET || key.occurrence > INPUT_MAX_OCCURRENCE) return NULL;
  return term_input(key, input->width);
}

/* The part with all its inputs moved on; NULL: it is too large, or there is nothing beyond. */
static const Term *moved(const Term *part, gboolean element) {
  if (!part->has_input || term_dag_size(part, limits.print_run_nodes) >= limits.print_run_nodes) return NULL;
  g_autoptr(GPtrArray) inputs = term_inputs(part);
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *next = next_input(inputs->pdata[i], element);
    if (!next) return NULL;
    g_hash_table_insert(map, inputs->pdata[i], (gpointer)next);
  }
  return term_substitute(part, map);
}

static const Term *follow(GHashTable *parts, const Term *part, gboolean element) {
  const Term *next = moved(part, element);
  return next && g_hash_table_contains(parts, next) ? next : NULL;
}

/* From head on; the parts after it are taken out where they are enough to be left out of the text. */
static const Term *run_from(GHashTable *parts, const Term *head, gboolean element) {
  g_autoptr(GPtrArray) run = g_ptr_array_new();
  for (const Term *t = follow(parts, head, element); t; t = follow(parts, t, element))
    g_ptr_array_add(run, (gpointer)t);
  if (run->len + 1 < limits.print_run_parts) return NULL;
  for (guint i = 0; i < run->len; i++) g_hash_table_remove(parts, run->pdata[i]);
  return run->pdata[run->len - 1];
}

GHashTable *print_c_runs(const GPtrArray *parts) {
  GHashTable *ends = g_hash_table_new(NULL, NULL);
  g_autoptr(GHashTable) left = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < parts->len; i++) g_hash_table_add(left, parts->pdata[i]);
  for (guint i = 0; i < parts->len; i++) {
    const Term *head = parts->pdata[i];
    if (!g_hash_table_contains(left, head)) continue;
    const Term *last = run_from(left, head, FALSE);
    if (!last) last = run_from(left, head, TRUE);
    if (last) g_hash_table_insert(ends, (gpointer)head, (gpointer)last);
  }
  for (guint i = 0; i < parts->len; i++)
    if (!g_hash_table_contains(left, parts->pdata[i])) g_hash_table_insert(ends, parts->pdata[i], NULL);
  return ends;
}
