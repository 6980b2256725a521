/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Few cases in a child, because Z3 finds them. */
#include "cfc/brief.h"
#include "base/job.h"
#include "base/limits.h"

typedef struct {
  const Term *formula;
  double seconds;
} Work;

static void write_cases(GByteArray *out, const FewCases *found) {
  const Term *terms[] = {found->above, found->below, term_bool(found->exact)};
  term_write(out, terms, G_N_ELEMENTS(terms));
}

static void publish(const FewCases *so_far, gpointer data) {
  GByteArray *out = g_byte_array_new();
  write_cases(out, so_far);
  job_publish(out);
  g_byte_array_unref(out);
}

static gboolean run(gpointer data, GByteArray *out) {
  const Work *w = data;
  const FewCases found =
      few_cases(w->formula, (guint)(1000 * limits.brief_search_share * w->seconds), publish, NULL);
  write_cases(out, &found);
  return TRUE;
}

FewCases brief(const Term *formula, double seconds, gsize memory_bytes) {
  FewCases result = {term_bool(TRUE), term_bool(FALSE), FALSE};
  if (term_dag_size(formula, limits.brief_nodes) >= limits.brief_nodes) return result;
  Work w = {formula, seconds};
  GByteArray *answer = NULL;
  gsize at = 0;
  guint n = 0;
  job_run("brief", run, &w, (JobLimits){seconds, memory_bytes}, &answer);
  const Term **terms = answer ? term_read(answer->data, answer->len, &at, &n) : NULL;
  if (terms && n == 3) result = (FewCases){terms[0], terms[1], term_is_true(terms[2])};
  g_free(terms);
  if (answer) g_byte_array_unref(answer);
  return result;
}
