/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of kinds of inputs. */
#include "ir/input-kind.h"

static const InputKindRow rows[SITE_KINDS] = {
#define INPUT_KIND(id, name, text, enters, traits) [SITE_##id] = {name, text, enters, traits},
#include "ir/input-kinds.def"
#undef INPUT_KIND
};

const InputKindRow *input_kind_row(SiteKind kind) {
  g_assert(kind < SITE_KINDS);
  return &rows[kind];
}

gboolean input_kind_find(const char *name, SiteKind *kind) {
  for (guint i = 0; i < SITE_KINDS; i++)
    if (g_str_equal(rows[i].name, name)) {
      *kind = (SiteKind)i;
      return TRUE;
    }
  return FALSE;
}

char *input_kind_names(void) {
  const char *names[SITE_KINDS + 1] = {NULL};
  for (guint i = 0; i < SITE_KINDS; i++) names[i] = rows[i].name;
  return g_strjoinv(", ", (char **)names);
}

guint input_kinds_with(InputTraits trait) {
  guint kinds = 0;
  for (guint i = 0; i < SITE_KINDS; i++)
    if (rows[i].traits & trait) kinds |= 1u << i;
  return kinds;
}

const char *site_kind_name(SiteKind kind) { return input_kind_row(kind)->name; }
