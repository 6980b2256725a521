/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas from a child. */
#include "formula/child-formulas.h"

gboolean child_formulas(const char *name, JobFunction run, gpointer data, JobLimits limits,
                        const Term **formulas, guint n) {
  g_autoptr(GByteArray) bytes = NULL;
  job_run(name, run, data, limits, &bytes);
  guint n_read = 0;
  gsize at = 0;
  g_autofree const Term **terms = bytes ? term_read(bytes->data, bytes->len, &at, &n_read) : NULL;
  gboolean good = terms && n_read == n;
  for (guint i = 0; i < n && good; i++) good = terms[i]->width == 1;
  for (guint i = 0; i < n && good; i++) formulas[i] = terms[i];
  return good;
}
