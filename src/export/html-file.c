/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of a characterization that may have been read from a file. */
#include "export/formats.h"

#define PICTURE_SECONDS 4.0

ExportResult export_report(const Cfc *c, const ExportOptions *o, const char *target, GString *summary,
                           GError **error) {
  g_autoptr(GError) missing = NULL;
  g_autofree char *program = export_program(c, o, &missing);
  if (missing) g_string_append_printf(summary, "the report has no program text: %s\n", missing->message);
  Extent *extent = extent_new(c, MIN(o->seconds, PICTURE_SECONDS));
  g_autofree char *page = export_html(c, extent, program);
  extent_free(extent);
  return export_put(page, target, error);
}
