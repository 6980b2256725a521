/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which variables tell states apart: one after the other is left out, as long as groups stay apart. */
#include "symex/distinguish-states.h"

static gboolean look_alike(const GStrv a, const GStrv b, const gboolean *needed) {
  for (guint v = 0; a[v]; v++)
    if (needed[v] && !g_str_equal(a[v], b[v])) return FALSE;
  return TRUE;
}

static gboolean stay_apart(const GPtrArray *states, const guint *groups, const gboolean *needed) {
  for (guint i = 0; i < states->len; i++)
    for (guint k = 0; k < i; k++)
      if (groups[i] != groups[k] && look_alike((GStrv)states->pdata[i], (GStrv)states->pdata[k], needed))
        return FALSE;
  return TRUE;
}

/* Those without a name go first. */
static void leave_out(const GPtrArray *states, const guint *groups, gboolean *needed, gboolean unnamed) {
  const GStrv first = (GStrv)states->pdata[0];
  for (guint v = g_strv_length(first); v-- > 0;) {
    if ((first[v][0] == UNNAMED) != unnamed) continue;
    needed[v] = FALSE;
    needed[v] = !stay_apart(states, groups, needed);
  }
}

gboolean *distinguishing_variables(const GPtrArray *states, const guint *groups) {
  if (!states->len) return NULL;
  const GStrv first = (GStrv)states->pdata[0];
  const guint n = g_strv_length(first);
  g_autofree gboolean *needed = g_new0(gboolean, MAX(n, 1));
  for (guint v = 0; v < n; v++) needed[v] = TRUE;
  if (!stay_apart(states, groups, needed)) return NULL;
  leave_out(states, groups, needed, TRUE);
  leave_out(states, groups, needed, FALSE);
  for (guint v = 0; v < n; v++)
    if (needed[v] && first[v][0] == UNNAMED) return NULL;
  return g_steal_pointer(&needed);
}

char *distinguishing_text(const GPtrArray *states, const guint *groups, guint group, const gboolean *needed) {
  GString *out = g_string_new(NULL);
  g_autoptr(GHashTable) told = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < states->len; i++) {
    if (groups[i] != group) continue;
    const GStrv state = (GStrv)states->pdata[i];
    g_autoptr(GString) one = g_string_new(NULL);
    for (guint v = 0; state[v]; v++)
      if (needed[v]) g_string_append_printf(one, "%s%s", one->len ? " && " : "", state[v]);
    if (!g_hash_table_contains(told, one->str))
      g_string_append_printf(out, "%s%s", out->len ? " || " : "", one->str);
    g_hash_table_add(told, g_strdup(one->str));
  }
  return g_string_free(out, FALSE);
}
