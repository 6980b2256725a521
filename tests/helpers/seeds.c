/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which random programs a differential test takes. */
#include "tests/helpers/seeds.h"
#include <stdio.h>

Seeds seeds_chosen(guint usual) {
  const char *range = g_getenv("ACF_DIFFERENTIAL_SEEDS"), *limit = g_getenv("ACF_DIFFERENTIAL_SECONDS");
  Seeds s = {1, limit ? G_MAXINT32 : usual, G_MAXINT64};
  if (range && sscanf(range, "%u-%u", &s.next, &s.last) != 2) g_error("ACF_DIFFERENTIAL_SEEDS must be FROM-TO");
  if (limit) s.deadline = g_get_monotonic_time() + (gint64)(1e6 * g_ascii_strtod(limit, NULL));
  return s;
}

gboolean seeds_take(Seeds *s, guint *seed) {
  if (s->next > s->last || g_get_monotonic_time() >= s->deadline) return FALSE;
  *seed = s->next++;
  return TRUE;
}
