/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Showing a finding. */
#include "audit/finding.h"
#include <errno.h>
#include "audit/groups.h"
#include "audit/kept-input.h"
#include "audit/syntax.h"
#include "export/export.h"

static void take(sqlite3_stmt *row, gpointer data) {
  Finding *f = (Finding *)data;
  f->program = sqlite3_column_int64(row, 0);
  f->analyzer = g_strdup(store_text(row, 1));
  f->fault = fault_named(store_text(row, 2));
  f->delta = (guint)sqlite3_column_int64(row, 3);
  f->must = sqlite3_column_int64(row, 4) != 0;
  f->ruling = ruling_named(store_text(row, 5));
  f->conditions = finding_conditions(store_text(row, 6), store_text(row, 7));
  f->seed_path = g_strdup(store_text(row, 8));
  f->line = (guint)sqlite3_column_int64(row, 9);
  f->text = g_strdup(store_text(row, 10));
  f->lp64 = sqlite3_column_int64(row, 11) != 0;
  f->reduced = g_strdup((const char *)sqlite3_column_text(row, 12));
}

Finding *finding_read(Store *s, gint64 id, GError **error) {
  g_autoptr(Finding) f = g_new0(Finding, 1);
  g_autoptr(GError) wrong = NULL;
  f->id = id;
  if (store_do(s, take, f, &wrong,
               "SELECT v.program, f.analyzer, f.fault, f.delta, f.must, f.ruling, v.conditions, v.part, "
               "v.seed_path,"
               " v.line, p.text, p.lp64, t.value FROM finding f JOIN variant v ON v.id = f.variant"
               " JOIN program p ON p.id = v.program"
               " LEFT JOIN tag t ON t.finding = f.id AND t.name = 'reduced' WHERE f.id = ?",
               "i", id) &&
      f->program)
    f->truth = store_find_truth(s, f->program, &wrong);
  else if (!wrong)
    g_set_error(&wrong, ACF_AUDIT_ERROR, AUDIT_ERROR_CALL, "%s: there is no finding %" G_GINT64_FORMAT,
                store_path(s), id);
  if (!wrong) return g_steal_pointer(&f);
  g_propagate_error(error, g_steal_pointer(&wrong));
  return NULL;
}

void finding_free(Finding *f) {
  if (!f) return;
  char *texts[] = {f->analyzer, f->conditions, f->seed_path, f->text, f->reduced};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  truth_found_free(f->truth);
  g_free(f);
}

/* ---- texts ---- */

static void append_said(sqlite3_stmt *row, gpointer out) {
  g_string_append_printf((GString *)out, "  %-20s %-8s %7.2f s  %s\n", store_text(row, 0), store_text(row, 1),
                         sqlite3_column_double(row, 2), store_text(row, 3));
}

static void append_verdicts(Store *s, const Finding *f, GString *out) {
  store_do(s, append_said, out, NULL,
           "SELECT analyzer, verdict, wall, output FROM run WHERE program = ? ORDER BY verdict, analyzer",
           "i", f->program);
}

static char *headline(const Finding *f) {
  return g_strdup_printf("%s is %s%u-%s", f->analyzer, f->must ? "must-unsound and " : "", f->delta,
                         fault_name(f->fault));
}

static const char *ruling_text(const Finding *f) {
  if (f->ruling == RULING_OPEN) return "open: there is neither a failing run that counts nor a proof";
  if (f->ruling == RULING_OVERTURNED) return "overturned: the analyzer is right, and the others are not";
  return f->fault == FAULT_UNSOUND ? "proven: it says safe, and a run fails"
                                   : "proven: it says unsafe, and no run can fail";
}

static void append_input(const Finding *f, GString *out) {
  if (!f->truth || !f->truth->input) return;
  g_autofree char *commands = kept_input_commands("program.c", "input.c", f->lp64);
  g_string_append_printf(
      out, "\nfails for the inputs: %s\nto see it (acf audit show -o DIR writes the files):\n  %s\n",
      f->truth->values, commands);
}

char *finding_show(Store *s, const Finding *f) {
  GString *out = g_string_new(NULL);
  g_autofree char *head = headline(f), *condition = g_strdelimit(g_strdup(f->conditions), "\n", ';');
  g_string_append_printf(out, "finding %" G_GINT64_FORMAT ": %s\n%s%s%s\n%s:%u fails if %s\n\n", f->id, head,
                         ruling_text(f), f->truth ? "; the truth: " : "", f->truth ? f->truth->how : "",
                         f->seed_path, f->line, condition);
  append_verdicts(s, f, out);
  append_input(f, out);
  g_string_append_printf(out, "\nprogram.c%s:\n%s", f->reduced ? ", reduced" : "",
                         f->reduced ? f->reduced : f->text);
  return g_string_free(out, FALSE);
}

static void append_version(sqlite3_stmt *row, gpointer out) {
  g_string_append_printf((GString *)out, "- %s %s, options `%s`: **%s**%s%s\n", store_text(row, 0),
                         store_text(row, 1), store_text(row, 2), store_text(row, 3),
                         *store_text(row, 4) ? ": " : "", store_text(row, 4));
}

char *finding_issue(Store *s, const Finding *f) {
  GString *out = g_string_new(NULL);
  const char *text = f->reduced ? f->reduced : f->text;
  const char *expected = f->fault == FAULT_UNSOUND ? "unsafe (reach_error can be called)" : "safe";
  g_string_append_printf(out, "# %s: a program that is %s is called %s\n\n", f->analyzer,
                         f->fault == FAULT_UNSOUND ? "unsafe" : "safe",
                         f->fault == FAULT_UNSOUND ? "safe" : "unsafe");
  g_string_append_printf(out,
                         "The property is that `reach_error` is never called; the data model is %s.\n"
                         "Expected answer: %s. This is %s.\n\n```c\n%s```\n\nAnswers%s:\n\n",
                         f->lp64 ? "LP64" : "ILP32", expected, ruling_name(f->ruling), text,
                         f->reduced ? " to the program before it was reduced" : "");
  store_do(s, append_version, out, NULL,
           "SELECT analyzer, version, options, verdict, output FROM run WHERE program = ? ORDER BY analyzer",
           "i", f->program);
  if (f->truth && f->truth->input) {
    g_autofree char *commands = kept_input_commands("program.c", "input.c", f->lp64);
    g_string_append_printf(
        out,
        "\nThe program fails for the inputs %s. With this as `input.c`:\n\n```c\n%s```\n\n```sh\n%s\n"
        "```\n",
        f->truth->values, f->truth->input, commands);
  } else if (f->truth && f->truth->truth == TRUTH_SAFE) {
    g_string_append_printf(out, "\nThat it is safe: %s.\n", f->truth->how);
  }
  return g_string_free(out, FALSE);
}

gboolean finding_write(const Finding *f, const char *folder, GError **error) {
  g_autofree char *program = g_build_filename(folder, "program.c", NULL),
                  *input = g_build_filename(folder, "input.c", NULL);
  if (g_mkdir_with_parents(folder, 0777) != 0) {
    g_set_error(error, G_FILE_ERROR, G_FILE_ERROR_FAILED, "%s: %s", folder, g_strerror(errno));
    return FALSE;
  }
  return export_write(program, f->text, error) &&
         (!f->truth || !f->truth->input || export_write(input, f->truth->input, error));
}
