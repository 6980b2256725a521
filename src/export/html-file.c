/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a characterization that may have been read from a file. */
#include "count/count.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "export/formats.h"

#define COUNT_BYTES ((gsize)4096 << 20)

char *report_count(const Cfc *c, double seconds, gsize memory_bytes) {
  if (c->partitions->len == 0) return NULL;
  const CountLimits limits = {.deadline = deadline_in(seconds),
                              .memory_bytes = memory_bytes,
                              .methods = METHOD_REGIONS | METHOD_POINTS | METHOD_BDD};
  g_autoptr(CfcCount) count = cfc_count(c, term_bool(TRUE), &limits);
  return cfc_count_json(count, c);
}

ExportResult export_report(const Cfc *c, const ExportOptions *o, const char *target, GString *summary,
                           GError **error) {
  g_autoptr(GError) missing = NULL;
  g_autofree char *program = export_program(c, o, &missing), *count = NULL;
  const double seconds = MIN(o->seconds, limits.picture_seconds);
  if (missing) g_string_append_printf(summary, "the report has no program text: %s\n", missing->message);
  Cfc counted = *c; /* the same, and how many inputs fail */
  if (!c->count) counted.count = count = report_count(c, seconds, COUNT_BYTES);
  Extent *own = o->extent ? NULL : extent_new(c, seconds);
  g_autofree char *page = export_html(&counted, own ? own : o->extent, program);
  if (own) extent_free(own);
  return export_put(page, target, error);
}
