/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reasons in words. */
#include "ir/reason.h"
#include <string.h>

/* A function as the program spells it: headers of the GNU C library rename some. */
static const char *as_spelled(const char *what) {
  static const char *const prefixes[] = {"__isoc99_", "__isoc23_"};
  for (guint i = 0; i < G_N_ELEMENTS(prefixes); i++)
    if (g_str_has_prefix(what, prefixes[i])) return what + strlen(prefixes[i]);
  return what;
}

char *reason_unmodelled(IrLoc loc, const char *what) {
  what = as_spelled(what);
  if (!loc.file) return g_strdup_printf("acf could not analyse %s", what);
  if (!loc.line) return g_strdup_printf("acf could not analyse %s (%s)", what, loc.file);
  return g_strdup_printf("acf could not analyse %s (%s:%u)", what, loc.file, loc.line);
}
