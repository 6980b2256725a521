/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of kinds of failures. */
#include "ir/failure.h"

static const FailureRow rows[FAILURE_KINDS] = {
#define FAILURE(id, name, text, absence, competition, sanitizer, rule)                                       \
  [FAILURE_##id] = {name, text, absence, competition, sanitizer, rule},
#include "ir/failures.def"
#undef FAILURE
};

const FailureRow *failure_row(FailureKind kind) {
  g_assert(kind < FAILURE_KINDS);
  return &rows[kind];
}

gboolean failure_find(const char *name, FailureKind *kind) {
  for (guint i = 0; i < FAILURE_KINDS; i++)
    if (g_str_equal(rows[i].name, name)) {
      *kind = (FailureKind)i;
      return TRUE;
    }
  return FALSE;
}

char *failure_names(void) {
  const char *names[FAILURE_KINDS + 1] = {NULL};
  for (guint i = 0; i < FAILURE_KINDS; i++) names[i] = rows[i].name;
  return g_strjoinv(", ", (char **)names);
}
