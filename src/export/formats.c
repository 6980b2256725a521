/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of formats. */
#include "export/formats.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "count/count.h"
#include "export/suite.h"
#include "base/streams.h"

char *format_text(const Cfc *c, GError **error) { return export_text(c, FALSE, TRUE, FALSE); }
char *format_answer(const Cfc *c, GError **error) { return export_text(c, FALSE, FALSE, FALSE); }
char *format_json(const Cfc *c, GError **error) { return export_json(c); }
char *format_smt2(const Cfc *c, GError **error) { return export_smt2(c); }
char *format_dimacs(const Cfc *c, GError **error) {
  return cfc_count_dimacs(c, term_bool(TRUE), TRUE, error);
}

static const ExportFormat formats[] = {
#define TEXT_FORMAT(name, function, what) {#name, what, function, NULL, FALSE},
#define RUN_FORMAT(name, function, what, folder) {#name, what, NULL, function, folder},
#include "export/formats.def"
#undef TEXT_FORMAT
#undef RUN_FORMAT
};

const ExportFormat *export_find(const char *name) {
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    if (g_str_equal(name, formats[i].name)) return &formats[i];
  return NULL;
}

char *export_names(void) {
  GString *out = g_string_new(NULL);
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    g_string_append_printf(out, "%s%s", i > 0 ? ", " : "", formats[i].name);
  return g_string_free(out, FALSE);
}

char *export_help(void) {
  GString *out = g_string_new("Formats:\n");
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    g_string_append_printf(out, "  %-8s %s%s\n", formats[i].name, formats[i].what,
                           formats[i].folder ? " (a folder)" : "");
  return g_string_free(out, FALSE);
}

const ExportFormat *export_parse(const char *text, const char **file, GError **error) {
  const char *sign = strchr(text, '=');
  g_autofree char *name = sign ? g_strndup(text, (gsize)(sign - text)) : NULL;
  const ExportFormat *f = name ? export_find(name) : NULL;
  g_autofree char *names = export_names();
  if (!sign || !sign[1])
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--export needs FORMAT=FILE, not '%s'",
                text);
  else if (!f)
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "unknown format '%s'; there are: %s", name,
                names);
  else
    *file = sign + 1;
  return sign && sign[1] ? f : NULL;
}

gboolean export_print(const char *text, GError **error) {
  if (streams_print(text)) return TRUE;
  g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "standard output: %s", g_strerror(errno));
  return FALSE;
}

ExportResult export_put(const char *text, const char *target, GError **error) {
  const gboolean written = target ? export_write(target, text, error) : export_print(text, error);
  return written ? EXPORT_WRITTEN : EXPORT_NOT_WRITTEN;
}

ExportResult export_as(const Cfc *c, const ExportFormat *f, const ExportOptions *o, const char *target,
                       GError **error) {
  if (g_strcmp0(target, "-") == 0) target = NULL;
  if (f->run) {
    g_autoptr(GString) summary = g_string_new(NULL);
    const ExportResult result = f->run(c, o, target, summary, error);
    if (summary->len > 0 && !o->quiet) fputs(summary->str, stderr);
    return result;
  }
  g_autofree char *text = f->text(c, error);
  return text ? export_put(text, target, error) : EXPORT_IMPOSSIBLE;
}
