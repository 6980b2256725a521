/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables as text and as CSV. */
#include "audit/report.h"
#include <string.h>

static gsize width_of(const Sheet *g, guint column) {
  gsize most = strlen((const char *)g->header->pdata[column]);
  for (guint i = 0; i < g->rows->len; i++) {
    const GPtrArray *row = (const GPtrArray *)g->rows->pdata[i];
    if (column < row->len) most = MAX(most, (gsize)g_utf8_strlen((const char *)row->pdata[column], -1));
  }
  return most;
}

static gboolean is_number(const char *text) { return g_ascii_isdigit(*text) || *text == '>' || *text == '<'; }

/* Numbers stand on the right of their column, names on the left. */
static void append_line(GString *out, const Sheet *g, const GPtrArray *cells, const gsize *widths) {
  for (guint i = 0; i < g->header->len; i++) {
    const char *text = i < cells->len ? (const char *)cells->pdata[i] : "";
    const GPtrArray *first = g->rows->len ? (const GPtrArray *)g->rows->pdata[0] : NULL;
    const gboolean right = i > 0 && first && i < first->len && is_number((const char *)first->pdata[i]);
    const gboolean last = i + 1 == g->header->len;
    g_string_append_printf(out, "  %*s", last && !right ? 0 : (right ? 1 : -1) * (int)widths[i], text);
  }
  while (out->len && out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

static void append_sheet(GString *out, const Sheet *g) {
  g_autofree gsize *widths = g_new0(gsize, g->header->len);
  for (guint i = 0; i < g->header->len; i++) widths[i] = width_of(g, i);
  append_line(out, g, g->header, widths);
  for (guint i = 0; i < g->rows->len; i++) append_line(out, g, (const GPtrArray *)g->rows->pdata[i], widths);
}

char *report_text(const ReportData *d, const char *compare, gboolean all) {
  GString *out = g_string_new(NULL);
  guint proven = 0;
  for (guint i = 0; i < d->findings->len; i++)
    proven += ((const FindingRow *)d->findings->pdata[i])->ruling == RULING_PROVEN;
  g_string_append_printf(out, "%u programs, %u analyzers; %u findings in %u groups, %u of them proven\n",
                         d->programs, d->analyzers->len, d->findings->len, d->groups, proven);
  for (guint i = 0; i < n_report_tables; i++) {
    const ReportTable *t = &report_tables[i];
    const gboolean pairs = g_str_equal(t->name, "pairs");
    if (compare ? !pairs : t->long_one && !all) continue;
    g_autoptr(Sheet) g = t->make(d, compare);
    if (!g->rows->len) continue;
    g_string_append_printf(out, "\n%s\n", t->title);
    append_sheet(out, g);
  }
  return g_string_free(out, FALSE);
}

static void append_csv_line(GString *out, const GPtrArray *cells) {
  for (guint i = 0; i < cells->len; i++) {
    const char *text = (const char *)cells->pdata[i];
    if (i) g_string_append_c(out, ',');
    if (!strpbrk(text, ",\"\n\r")) {
      g_string_append(out, text);
      continue;
    }
    g_string_append_c(out, '"');
    for (; *text; text++) {
      if (*text == '"') g_string_append_c(out, '"');
      g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
  }
  g_string_append_c(out, '\n');
}

char *report_csv(const Sheet *g) {
  GString *out = g_string_new(NULL);
  append_csv_line(out, g->header);
  for (guint i = 0; i < g->rows->len; i++) append_csv_line(out, (const GPtrArray *)g->rows->pdata[i]);
  return g_string_free(out, FALSE);
}
