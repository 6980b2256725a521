/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Formulas from a child. */
#include "formula/child-formulas.h"
#include "base/deadline.h"
#include "base/limits.h"

gboolean child_formulas(const char *name, JobFunction run, gpointer data, JobLimits allowed,
                        const Term **formulas, guint n) {
  g_autoptr(GByteArray) bytes = NULL;
  job_run(name, run, data, allowed, &bytes);
  guint n_read = 0;
  gsize at = 0;
  g_autofree const Term **terms = bytes ? term_read(bytes->data, bytes->len, &at, &n_read) : NULL;
  gboolean good = terms && n_read == n;
  for (guint i = 0; i < n && good; i++) good = terms[i]->width == 1;
  for (guint i = 0; i < n && good; i++) formulas[i] = terms[i];
  return good;
}

gint64 child_formulas_deadline(double seconds) { return deadline_in(limits.child_working_share * seconds); }
