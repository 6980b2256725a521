/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of the report. */
#include "audit/report.h"

/* ---- sheets ---- */

static void free_row(gpointer row) { g_ptr_array_unref((GPtrArray *)row); }

Sheet *sheet_new(const char *first, ...) {
  Sheet *g = g_new0(Sheet, 1);
  va_list args;
  g->header = g_ptr_array_new_with_free_func(g_free);
  g->rows = g_ptr_array_new_with_free_func(free_row);
  va_start(args, first);
  for (const char *column = first; column; column = va_arg(args, const char *))
    g_ptr_array_add(g->header, g_strdup(column));
  va_end(args);
  return g;
}

void sheet_head(Sheet *g, char *column) { g_ptr_array_add(g->header, column); }

GPtrArray *sheet_row(Sheet *g, const char *name) {
  GPtrArray *row = g_ptr_array_new_with_free_func(g_free);
  g_ptr_array_add(row, g_strdup(name));
  g_ptr_array_add(g->rows, row);
  return row;
}

void sheet_put(GPtrArray *row, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_ptr_array_add(row, g_strdup_vprintf(format, args));
  va_end(args);
}

void sheet_free(Sheet *g) {
  if (!g) return;
  g_ptr_array_unref(g->header);
  g_ptr_array_unref(g->rows);
  g_free(g);
}

/* ---- counting ---- */

static const char *name_of(const ReportData *d, guint analyzer) {
  return analyzer < d->analyzers->len ? (const char *)d->analyzers->pdata[analyzer] : "?";
}

static ToolVerdict verdict(const ReportData *d, guint program, guint analyzer, gboolean *asked) {
  const gint8 v = d->verdicts[program * d->analyzers->len + analyzer];
  *asked = v >= 0;
  return v >= 0 ? (ToolVerdict)v : TOOL_UNKNOWN;
}

typedef gboolean (*Filter)(const FindingRow *f, gconstpointer data);

static guint count(const ReportData *d, Filter filter, gconstpointer data) {
  guint n = 0;
  for (guint i = 0; i < d->findings->len; i++) n += filter((const FindingRow *)d->findings->pdata[i], data);
  return n;
}

/* What a cell counts: G_MAXUINT and -1 mean any. */
typedef struct {
  guint analyzer;
  int fault, ruling;
  guint least, most; /* delta */
  gboolean must;
  const char *strategy;
  guint batch;
} Cell;
static const Cell any = {G_MAXUINT, -1, -1, 0, G_MAXUINT, FALSE, NULL, G_MAXUINT};

static gboolean fits(const FindingRow *f, gconstpointer data) {
  const Cell *c = (const Cell *)data;
  return (c->analyzer == G_MAXUINT || c->analyzer == f->analyzer) &&
         (c->fault < 0 || c->fault == (int)f->fault) && (c->ruling < 0 || c->ruling == (int)f->ruling) &&
         f->delta >= c->least && f->delta <= c->most && (!c->must || f->must) &&
         (!c->strategy || g_str_equal(c->strategy, f->strategy)) &&
         (c->batch == G_MAXUINT || c->batch == f->batch);
}

static guint cell(const ReportData *d, Cell c) { return count(d, fits, &c); }

/* ---- tables ---- */

static Sheet *make_analyzers(const ReportData *d, const char *compare) {
  (void)compare;
  Sheet *g = sheet_new("analyzer", "programs", "safe", "unsafe", "unknown", "mean s", "most s", "CPU s",
                       "MiB", "unsound", "proven", "imprecise", "proven", NULL);
  for (guint i = 0; i < d->analyzers->len; i++) {
    const Usage *u = &g_array_index(d->usage, Usage, i);
    GPtrArray *row = sheet_row(g, name_of(d, i));
    Cell c = any;
    c.analyzer = i;
    sheet_put(row, "%u", u->runs);
    sheet_put(row, "%u", u->verdicts[TOOL_SAFE]);
    sheet_put(row, "%u", u->verdicts[TOOL_FAILING]);
    sheet_put(row, "%u", u->verdicts[TOOL_UNKNOWN]);
    sheet_put(row, "%.2f", u->runs ? u->wall / u->runs : 0);
    sheet_put(row, "%.2f", u->slowest);
    sheet_put(row, "%.1f", u->cpu);
    sheet_put(row, "%" G_GUINT64_FORMAT, u->memory >> 10);
    for (int fault = FAULT_UNSOUND; fault <= FAULT_IMPRECISE; fault++) {
      c.fault = fault;
      c.ruling = -1;
      sheet_put(row, "%u", cell(d, c));
      c.ruling = RULING_PROVEN;
      sheet_put(row, "%u", cell(d, c));
    }
  }
  return g;
}

/* Issues of one kind by delta, with the must-unsound ones in front. */
static Sheet *make_issues(const ReportData *d, Fault fault) {
  Sheet *g = sheet_new("analyzer", NULL);
  guint most = 1;
  for (guint i = 0; i < d->findings->len; i++)
    most = MAX(most, ((const FindingRow *)d->findings->pdata[i])->delta);
  if (fault == FAULT_UNSOUND) sheet_head(g, g_strdup("must"));
  for (guint delta = 1; delta <= most; delta++)
    sheet_head(g, g_strdup_printf("%u-%s", delta, fault_name(fault)));
  sheet_head(g, g_strdup("by truth alone"));
  for (int r = RULING_OPEN; r <= RULING_OVERTURNED; r++) sheet_head(g, g_strdup(ruling_name((Ruling)r)));
  for (guint i = 0; i < d->analyzers->len; i++) {
    GPtrArray *row = sheet_row(g, name_of(d, i));
    Cell c = any;
    c.analyzer = i;
    c.fault = (int)fault;
    Cell must = c, alone = c;
    must.must = TRUE;
    alone.most = 0;
    if (fault == FAULT_UNSOUND) sheet_put(row, "%u", cell(d, must));
    for (guint delta = 1; delta <= most; delta++) {
      c.least = c.most = delta;
      sheet_put(row, "%u", cell(d, c));
    }
    sheet_put(row, "%u", cell(d, alone));
    c.least = 0;
    c.most = G_MAXUINT;
    for (c.ruling = RULING_OPEN; c.ruling <= RULING_OVERTURNED; c.ruling++) sheet_put(row, "%u", cell(d, c));
  }
  return g;
}

static Sheet *make_soundness(const ReportData *d, const char *compare) {
  (void)compare;
  return make_issues(d, FAULT_UNSOUND);
}
static Sheet *make_precision(const ReportData *d, const char *compare) {
  (void)compare;
  return make_issues(d, FAULT_IMPRECISE);
}

static void add_votes(Sheet *g, const ReportData *d, const char *name, Cell c) {
  GPtrArray *row = sheet_row(g, name);
  guint n[3];
  for (c.ruling = RULING_OPEN; c.ruling <= RULING_OVERTURNED; c.ruling++) n[c.ruling] = cell(d, c);
  const guint settled = n[RULING_PROVEN] + n[RULING_OVERTURNED];
  sheet_put(row, "%u", settled + n[RULING_OPEN]);
  sheet_put(row, "%u", n[RULING_PROVEN]);
  sheet_put(row, "%u", n[RULING_OVERTURNED]);
  sheet_put(row, "%u", n[RULING_OPEN]);
  if (settled)
    sheet_put(row, "%.0f %%", 100.0 * n[RULING_OVERTURNED] / settled);
  else
    sheet_put(row, "-");
}

/* How many votes the truth confirms, and how many it overturns. */
static Sheet *make_votes(const ReportData *d, const char *compare) {
  (void)compare;
  Sheet *g = sheet_new("vote", "all", "confirmed", "overturned", "open", "false positives", NULL);
  guint most = 0;
  for (guint i = 0; i < d->findings->len; i++)
    most = MAX(most, ((const FindingRow *)d->findings->pdata[i])->delta);
  Cell must = any;
  must.fault = FAULT_UNSOUND;
  must.must = TRUE;
  add_votes(g, d, "must-unsound", must);
  for (int fault = FAULT_UNSOUND; fault <= FAULT_IMPRECISE; fault++)
    for (guint delta = 1; delta <= most; delta++) {
      g_autofree char *name = g_strdup_printf("%u-%s", delta, fault_name((Fault)fault));
      Cell c = any;
      c.fault = fault;
      c.least = c.most = delta;
      add_votes(g, d, name, c);
    }
  return g;
}

/* The probability that the row's analyzer has the verdict, given that the column's has it. */
static Sheet *make_relative(const ReportData *d, ToolVerdict which) {
  Sheet *g = sheet_new("", NULL);
  for (guint j = 0; j < d->analyzers->len; j++) sheet_head(g, g_strdup(name_of(d, j)));
  for (guint i = 0; i < d->analyzers->len; i++) {
    GPtrArray *row = sheet_row(g, name_of(d, i));
    for (guint j = 0; j < d->analyzers->len; j++) {
      guint given = 0, both = 0;
      for (guint p = 0; p < d->programs; p++) {
        gboolean asked_i, asked_j;
        const ToolVerdict vi = verdict(d, p, i, &asked_i), vj = verdict(d, p, j, &asked_j);
        given += asked_i && asked_j && vj == which;
        both += asked_i && asked_j && vj == which && vi == which;
      }
      const double share = given ? (double)both / given : 0;
      if (!given)
        sheet_put(row, "-");
      else if (share > 0.99 && both < given)
        sheet_put(row, ">0.99");
      else
        sheet_put(row, "%.2f", share);
    }
  }
  return g;
}

static Sheet *make_relative_precision(const ReportData *d, const char *compare) {
  (void)compare;
  return make_relative(d, TOOL_SAFE);
}
static Sheet *make_relative_soundness(const ReportData *d, const char *compare) {
  (void)compare;
  return make_relative(d, TOOL_FAILING);
}

/* One row for each pair of analyzers and verdict of the first. */
static void add_pair(Sheet *g, const ReportData *d, guint a, guint b) {
  static const ToolVerdict order[] = {TOOL_FAILING, TOOL_UNKNOWN, TOOL_SAFE};
  static const char *const words[] = {"unsafe", "unknown", "safe"};
  guint n[3][3] = {{0}}, all = 0;
  for (guint p = 0; p < d->programs; p++) {
    gboolean asked_a, asked_b;
    const ToolVerdict va = verdict(d, p, a, &asked_a), vb = verdict(d, p, b, &asked_b);
    if (!asked_a || !asked_b) continue;
    n[va][vb]++;
    all++;
  }
  for (guint i = 0; i < 3; i++) {
    g_autofree char *name = g_strdup_printf("%s: %s", name_of(d, a), words[i]);
    GPtrArray *row = sheet_row(g, name);
    sheet_put(row, "%s", name_of(d, b));
    for (guint k = 0; k < 3; k++) {
      const double share = all ? 100.0 * n[order[i]][order[k]] / all : 0;
      if (share > 0 && share < 1)
        sheet_put(row, "<1 %%");
      else
        sheet_put(row, "%.0f %%", share);
    }
  }
}

static Sheet *make_pairs(const ReportData *d, const char *compare) {
  Sheet *g = sheet_new("of", "against", "unsafe", "unknown", "safe", NULL);
  g_auto(GStrv) chosen = compare ? g_strsplit(compare, ",", 2) : NULL;
  for (guint a = 0; a < d->analyzers->len; a++)
    for (guint b = 0; b < d->analyzers->len; b++) {
      const gboolean wanted =
          chosen ? g_str_equal(chosen[0], name_of(d, a)) && g_strcmp0(chosen[1], name_of(d, b)) == 0 : a < b;
      if (wanted) add_pair(g, d, a, b);
    }
  return g;
}

static void add_origin(Sheet *g, const ReportData *d, const Origin *o, Cell c) {
  static const struct {
    Fault fault;
    gboolean must;
    guint least;
    int ruling;
  } columns[] = {{FAULT_UNSOUND, TRUE, 0, -1},
                 {FAULT_UNSOUND, FALSE, 3, -1},
                 {FAULT_IMPRECISE, FALSE, 3, -1},
                 {FAULT_UNSOUND, FALSE, 0, -1},
                 {FAULT_IMPRECISE, FALSE, 0, -1},
                 {FAULT_UNSOUND, FALSE, 0, RULING_PROVEN},
                 {FAULT_IMPRECISE, FALSE, 0, RULING_PROVEN}};
  GPtrArray *row = sheet_row(g, o->name);
  sheet_put(row, "%u", o->checks);
  for (guint i = 0; i < G_N_ELEMENTS(columns); i++) {
    c.fault = (int)columns[i].fault;
    c.must = columns[i].must;
    c.least = columns[i].least;
    c.ruling = columns[i].ruling;
    sheet_put(row, "%u", cell(d, c));
  }
}

static Sheet *origin_sheet(const char *first) {
  return sheet_new(first, "checks", "must-unsound", ">= 3-unsound", ">= 3-imprecise", "unsound", "imprecise",
                   "proven unsound", "proven imprecise", NULL);
}

static Sheet *make_strategies(const ReportData *d, const char *compare) {
  (void)compare;
  Sheet *g = origin_sheet("strategy");
  for (guint i = 0; i < d->strategies->len; i++) {
    Cell c = any;
    c.strategy = g_array_index(d->strategies, Origin, i).name;
    add_origin(g, d, &g_array_index(d->strategies, Origin, i), c);
  }
  return g;
}

static Sheet *make_batches(const ReportData *d, const char *compare) {
  (void)compare;
  Sheet *g = origin_sheet("batch size");
  for (guint i = 0; i < d->batches->len; i++) {
    Cell c = any;
    c.batch = (guint)g_ascii_strtoull(g_array_index(d->batches, Origin, i).name, NULL, 10);
    add_origin(g, d, &g_array_index(d->batches, Origin, i), c);
  }
  return g;
}

static Sheet *make_findings(const ReportData *d, const char *compare) {
  (void)compare;
  Sheet *g = sheet_new("finding", "analyzer", "is", "delta", "must", "truth", "group", "seed", "fails if",
                       "input", NULL);
  for (guint i = 0; i < d->findings->len; i++) {
    const FindingRow *f = (const FindingRow *)d->findings->pdata[i];
    g_autofree char *number = g_strdup_printf("%" G_GINT64_FORMAT, f->id), *condition = report_condition(f);
    GPtrArray *row = sheet_row(g, number);
    sheet_put(row, "%s", name_of(d, f->analyzer));
    sheet_put(row, "%s", fault_name(f->fault));
    sheet_put(row, "%u", f->delta);
    sheet_put(row, "%s", f->must ? "must" : "");
    sheet_put(row, "%s", ruling_name(f->ruling));
    sheet_put(row, "%u", f->group);
    sheet_put(row, "%s:%u", f->seed_path, f->line);
    sheet_put(row, "%s", condition);
    sheet_put(row, "%s", f->input ? f->input : "");
  }
  return g;
}

const ReportTable report_tables[] = {
    {"analyzers", "Analyzers", make_analyzers, FALSE},
    {"soundness", "Soundness issues by the number of analyzers that disagree", make_soundness, FALSE},
    {"precision", "Precision issues by the number of analyzers that disagree", make_precision, FALSE},
    {"votes", "Votes that the truth confirms and overturns", make_votes, FALSE},
    {"relative-precision", "Relative precision: the row says safe where the column does",
     make_relative_precision, FALSE},
    {"relative-soundness", "Relative soundness: the row says unsafe where the column does",
     make_relative_soundness, FALSE},
    {"pairs", "Pairs of analyzers against each other", make_pairs, TRUE},
    {"strategies", "Search strategies", make_strategies, FALSE},
    {"batches", "Batch sizes", make_batches, FALSE},
    {"findings", "Findings", make_findings, FALSE},
};
const guint n_report_tables = G_N_ELEMENTS(report_tables);
