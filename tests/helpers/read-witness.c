/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading witnesses without errors. */
#include "read-witness.h"
#include <string.h>

Witness *must_read(const char *text) {
  GError *error = NULL;
  Witness *w = witness_read("w", text, strlen(text), &error);
  g_assert_no_error(error);
  g_assert_nonnull(w);
  return w;
}

const WitnessEdge *must_have_edge(const Witness *w, guint i) {
  g_assert_cmpuint(i, <, w->edges->len);
  return (const WitnessEdge *)w->edges->pdata[i];
}
