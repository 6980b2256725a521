/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All inputs of a small region, run in a child. */
#include "few.h"
#include "child.h"
#include "learn/exhaust.h"

typedef struct {
  const Program *program;
  const Term *region;
  gint64 deadline;
} Few;

static gboolean run(gpointer data, GByteArray *out) {
  const Few *f = (const Few *)data;
  const Term *fails = exhaust(f->program, f->region, f->deadline);
  if (fails) term_write(out, &fails, 1);
  return fails != NULL;
}

const Term *few_fail(const Program *p, const Term *region, JobLimits limits) {
  Few f = {p, region, g_get_monotonic_time() + (gint64)(0.9e6 * limits.seconds)};
  const Term *fails = NULL;
  return child_formulas("exhaust", run, &f, limits, &fails, 1) ? fails : NULL;
}
