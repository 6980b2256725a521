/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Groups of formulas, by union and find. */
#include "count/parts.h"

static guint root_of(guint *parent, guint i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

GPtrArray *parts_by_inputs(const GPtrArray *formulas) {
  g_autofree guint *parent = g_new(guint, formulas->len + 1);
  g_autoptr(GHashTable) owner =
      g_hash_table_new(NULL, NULL); /* input -> the first formula that has it, + 1 */
  for (guint i = 0; i < formulas->len; i++) {
    parent[i] = i;
    g_autoptr(GPtrArray) inputs = term_inputs(formulas->pdata[i]);
    for (guint k = 0; k < inputs->len; k++) {
      const guint other = GPOINTER_TO_UINT(g_hash_table_lookup(owner, inputs->pdata[k]));
      if (other)
        parent[root_of(parent, i)] = root_of(parent, other - 1);
      else
        g_hash_table_insert(owner, inputs->pdata[k], GUINT_TO_POINTER(i + 1));
    }
  }
  GPtrArray *groups = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  g_autofree GPtrArray **group_of = g_new0(GPtrArray *, formulas->len + 1);
  for (guint i = 0; i < formulas->len; i++) {
    GPtrArray **group = &group_of[root_of(parent, i)];
    if (!*group) g_ptr_array_add(groups, *group = g_ptr_array_new());
    g_ptr_array_add(*group, formulas->pdata[i]);
  }
  return groups;
}
