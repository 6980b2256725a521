/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as one HTML page that needs nothing but itself, in the style of the report of failing inputs. */
#include "audit/report.h"
#include "export/html.h"
#include "report.css.h"

#define BAR_HEIGHT 18
#define BAR_ROOM 420
#define BAR_NAME 150

static void append_sheet(GString *out, const ReportTable *t, const Sheet *g) {
  const gboolean links = g_str_equal(t->name, "findings");
  html_format(out, "<section id=\"%s\"><h2>%s</h2>\n<table><thead><tr>", t->name, t->title);
  for (guint i = 0; i < g->header->len; i++)
    html_format(out, "<th>%s</th>", (const char *)g->header->pdata[i]);
  g_string_append(out, "</tr></thead><tbody>\n");
  for (guint i = 0; i < g->rows->len; i++) {
    const GPtrArray *row = (const GPtrArray *)g->rows->pdata[i];
    const char *name = (const char *)row->pdata[0];
    if (links)
      html_format(out, "<tr><th scope=\"row\"><a href=\"#finding-%s\">%s</a></th>", name, name);
    else
      html_format(out, "<tr><th scope=\"row\">%s</th>", name);
    for (guint k = 1; k < row->len; k++) html_format(out, "<td>%s</td>", (const char *)row->pdata[k]);
    g_string_append(out, "</tr>\n");
  }
  g_string_append(out, "</tbody></table></section>\n");
}

/* ---- bars: issues of each analyzer, proven, open and overturned ---- */

static void count_rulings(const ReportData *d, guint analyzer, Fault fault, guint n[3]) {
  n[0] = n[1] = n[2] = 0;
  for (guint i = 0; i < d->findings->len; i++) {
    const FindingRow *f = (const FindingRow *)d->findings->pdata[i];
    if (f->analyzer == analyzer && f->fault == fault) n[f->ruling]++;
  }
}

static void append_bar(GString *out, const ReportData *d, guint analyzer, Fault fault, guint most) {
  static const Ruling order[] = {RULING_PROVEN, RULING_OPEN, RULING_OVERTURNED};
  static const char *const colours[] = {"#c0392b", "#e0a030", "#95a5a6"};
  guint n[3];
  double x = BAR_NAME;
  const guint y = analyzer * (BAR_HEIGHT + 6);
  count_rulings(d, analyzer, fault, n);
  g_string_append_printf(out, "<text x=\"%d\" y=\"%u\" text-anchor=\"end\" fill=\"currentColor\">",
                         BAR_NAME - 8, y + BAR_HEIGHT - 5);
  html_text(out, (const char *)d->analyzers->pdata[analyzer]);
  g_string_append(out, "</text>\n");
  for (guint i = 0; i < G_N_ELEMENTS(order); i++) {
    const double width = most ? (double)BAR_ROOM * n[order[i]] / most : 0;
    if (width > 0)
      g_string_append_printf(out,
                             "<rect x=\"%.1f\" y=\"%u\" width=\"%.1f\" height=\"%d\" fill=\"%s\">"
                             "<title>%u %s</title></rect>\n",
                             x, y, width, BAR_HEIGHT, colours[i], n[order[i]], ruling_name(order[i]));
    x += width;
  }
  g_string_append_printf(out, "<text x=\"%.1f\" y=\"%u\" fill=\"currentColor\">%u</text>\n", x + 6,
                         y + BAR_HEIGHT - 5, n[0] + n[1] + n[2]);
}

static void append_bars(GString *out, const ReportData *d, Fault fault) {
  guint most = 0, n[3];
  for (guint i = 0; i < d->analyzers->len; i++) {
    count_rulings(d, i, fault, n);
    most = MAX(most, n[0] + n[1] + n[2]);
  }
  g_string_append_printf(
      out,
      "<h2>%s issues</h2><p class=\"note\">Red: proven. Yellow: open. Grey: the truth says that the "
      "analyzer is right.</p>\n"
      "<svg role=\"img\" aria-label=\"issues of each analyzer\" width=\"%d\" height=\"%u\" "
      "font-size=\"13\">\n",
      fault == FAULT_UNSOUND ? "Soundness" : "Precision", BAR_NAME + BAR_ROOM + 60,
      d->analyzers->len * (BAR_HEIGHT + 6));
  for (guint i = 0; i < d->analyzers->len; i++) append_bar(out, d, i, fault, most);
  g_string_append(out, "</svg>\n");
}

/* ---- findings ---- */

static void append_text(sqlite3_stmt *row, gpointer out) {
  html_format((GString *)out, "<details><summary>Program</summary><pre><code>%s</code></pre></details>\n",
              store_text(row, 0));
  if (*store_text(row, 1))
    html_format((GString *)out,
                "<details><summary>Input that fails (%s), as a C file to be linked with it</summary>"
                "<pre><code>%s</code></pre></details>\n",
                store_text(row, 2), store_text(row, 1));
}

static void append_said(sqlite3_stmt *row, gpointer out) {
  html_format((GString *)out, "<tr><th scope=\"row\">%s</th><td>%s</td><td>%s</td><td>%s</td></tr>\n",
              store_text(row, 0), store_text(row, 1), store_text(row, 2), store_text(row, 3));
}

static void append_finding(GString *out, const ReportData *d, const FindingRow *f, Store *store) {
  g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, f->id), *condition = report_condition(f),
                  *delta = g_strdup_printf("%u", f->delta), *line = g_strdup_printf("%u", f->line),
                  *group = g_strdup_printf("%u", f->group);
  html_format(
      out,
      "<section id=\"finding-%s\"><h3>%s: %s is %s (%s)</h3>\n<p class=\"note\">%s of the others disagree; "
      "%s:%s fails if %s; group %s</p>\n<table><tbody>\n",
      number, number, (const char *)d->analyzers->pdata[f->analyzer], fault_name(f->fault),
      ruling_name(f->ruling), delta, f->seed_path, line, condition, group);
  store_do(
      store, append_said, out, NULL,
      "SELECT analyzer, verdict, printf('%.2f s', wall), output FROM run WHERE program = ? ORDER BY analyzer",
      "i", f->program);
  g_string_append(out, "</tbody></table>\n");
  store_do(
      store, append_text, out, NULL,
      "SELECT p.text, t.harness, t.input FROM program p LEFT JOIN truth t ON t.program = p.id WHERE p.id = ?",
      "i", f->program);
  g_string_append(out, "</section>\n");
}

char *audit_report_html(const ReportData *d, Store *store) {
  GString *out = g_string_new("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                              "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                              "<title>Analyzers, audited</title>\n<style>\n");
  g_string_append_len(out, (const char *)report_css, (gssize)sizeof report_css);
  g_string_append(
      out, "table { border-collapse: collapse; font-size: 0.85rem; }\n"
           "th, td { border-bottom: 1px solid var(--line); padding: 0.25rem 0.6rem; text-align: left; }\n"
           "section { overflow-x: auto; }\npre { overflow-x: auto; }\n</style></head>\n<body><main>\n"
           "<h1>Analyzers, audited</h1>\n");
  g_string_append_printf(out, "<p class=\"note\">%u programs, %u analyzers, %u findings in %u groups.</p>\n",
                         d->programs, d->analyzers->len, d->findings->len, d->groups);
  append_bars(out, d, FAULT_UNSOUND);
  append_bars(out, d, FAULT_IMPRECISE);
  for (guint i = 0; i < n_report_tables; i++) {
    g_autoptr(Sheet) g = report_tables[i].make(d, NULL);
    if (g->rows->len) append_sheet(out, &report_tables[i], g);
  }
  for (guint i = 0; i < d->findings->len; i++)
    append_finding(out, d, (const FindingRow *)d->findings->pdata[i], store);
  g_string_append(out, "</main></body></html>\n");
  return g_string_free(out, FALSE);
}
