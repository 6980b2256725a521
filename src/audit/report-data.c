/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the database for a report. */
#include "audit/report.h"
#include <string.h>
#include "audit/groups.h"

typedef struct {
  ReportData *data;
  GHashTable *programs; /* id -> index + 1 */
  GPtrArray *keys;      /* char*: of groups, in the order of their numbers */
} Loading;

static guint analyzer_index(const ReportData *d, const char *name) {
  for (guint i = 0; i < d->analyzers->len; i++)
    if (g_str_equal(d->analyzers->pdata[i], name)) return i;
  return G_MAXUINT;
}

static void add_analyzer(sqlite3_stmt *row, gpointer data) {
  ReportData *d = (ReportData *)data;
  const Usage none = {0};
  g_ptr_array_add(d->analyzers, g_strdup(store_text(row, 0)));
  g_array_append_val(d->usage, none);
}

static void add_program(sqlite3_stmt *row, gpointer data) {
  Loading *l = (Loading *)data;
  const gint64 id = sqlite3_column_int64(row, 0);
  g_hash_table_insert(l->programs, GSIZE_TO_POINTER((gsize)id), GUINT_TO_POINTER(++l->data->programs));
}

static void add_run(sqlite3_stmt *row, gpointer data) {
  Loading *l = (Loading *)data;
  ReportData *d = l->data;
  const guint program = GPOINTER_TO_UINT(
      g_hash_table_lookup(l->programs, GSIZE_TO_POINTER((gsize)sqlite3_column_int64(row, 0))));
  const guint analyzer = analyzer_index(d, store_text(row, 1));
  if (!program || analyzer == G_MAXUINT) return;
  const ToolVerdict verdict = verdict_named(store_text(row, 2));
  const double wall = sqlite3_column_double(row, 3);
  Usage *u = &g_array_index(d->usage, Usage, analyzer);
  d->verdicts[(program - 1) * d->analyzers->len + analyzer] = (gint8)verdict;
  u->runs++;
  u->verdicts[verdict]++;
  u->wall += wall;
  u->slowest = MAX(u->slowest, wall);
  u->cpu += sqlite3_column_double(row, 4);
  u->memory = MAX(u->memory, (guint64)sqlite3_column_int64(row, 5));
}

static guint group_of(Loading *l, const char *key) {
  guint index;
  if (g_ptr_array_find_with_equal_func(l->keys, key, g_str_equal, &index)) return index + 1;
  g_ptr_array_add(l->keys, g_strdup(key));
  return l->keys->len;
}

static void add_finding(sqlite3_stmt *row, gpointer data) {
  Loading *l = (Loading *)data;
  FindingRow *f = g_new0(FindingRow, 1);
  const char *reduced = store_text(row, 13);
  f->id = sqlite3_column_int64(row, 0);
  f->variant = sqlite3_column_int64(row, 1);
  f->analyzer = analyzer_index(l->data, store_text(row, 2));
  f->fault = fault_named(store_text(row, 3));
  f->delta = (guint)sqlite3_column_int64(row, 4);
  f->must = sqlite3_column_int64(row, 5) != 0;
  f->ruling = ruling_named(store_text(row, 6));
  f->strategy = g_strdup(store_text(row, 7));
  f->batch = (guint)sqlite3_column_int64(row, 8);
  f->seed_path = g_strdup(store_text(row, 9));
  f->line = (guint)sqlite3_column_int64(row, 10);
  f->conditions = finding_conditions(store_text(row, 11), store_text(row, 14));
  f->program = sqlite3_column_int64(row, 12);
  f->input = g_strdup((const char *)sqlite3_column_text(row, 15));
  g_autofree char *key =
      group_key(store_text(row, 2), f->fault, reduced, f->seed_path, f->line, f->conditions);
  f->group = group_of(l, key);
  g_ptr_array_add(l->data->findings, f);
}

static void add_strategy(sqlite3_stmt *row, gpointer data) {
  const Origin o = {g_strdup(store_text(row, 0)), (guint)sqlite3_column_int64(row, 1)};
  g_array_append_val((GArray *)data, o);
}

static void finding_free(gpointer data) {
  FindingRow *f = (FindingRow *)data;
  g_free(f->strategy);
  g_free(f->seed_path);
  g_free(f->conditions);
  g_free(f->input);
  g_free(f);
}

static void origin_clear(gpointer data) { g_free(((Origin *)data)->name); }

static ReportData *report_data_new(void) {
  ReportData *d = g_new0(ReportData, 1);
  d->analyzers = g_ptr_array_new_with_free_func(g_free);
  d->usage = g_array_new(FALSE, FALSE, sizeof(Usage));
  d->findings = g_ptr_array_new_with_free_func(finding_free);
  d->strategies = g_array_new(FALSE, FALSE, sizeof(Origin));
  d->batches = g_array_new(FALSE, FALSE, sizeof(Origin));
  g_array_set_clear_func(d->strategies, origin_clear);
  g_array_set_clear_func(d->batches, origin_clear);
  return d;
}

void report_data_free(ReportData *d) {
  if (!d) return;
  g_ptr_array_unref(d->analyzers);
  g_array_unref(d->usage);
  g_ptr_array_unref(d->findings);
  g_array_unref(d->strategies);
  g_array_unref(d->batches);
  g_free(d->verdicts);
  g_free(d);
}

/* Of several runs of one analyzer on one program, the last one counts. */
static gboolean read_verdicts(Store *s, Loading *l, GError **error) {
  ReportData *d = l->data;
  if (!store_do(s, add_analyzer, d, error, "SELECT DISTINCT analyzer FROM run ORDER BY analyzer", "") ||
      !store_do(s, add_program, l, error, "SELECT DISTINCT program FROM variant ORDER BY program", ""))
    return FALSE;
  d->verdicts = g_new(gint8, (gsize)d->programs * d->analyzers->len + 1);
  memset(d->verdicts, -1, (gsize)d->programs * d->analyzers->len + 1);
  return store_do(s, add_run, l, error,
                  "SELECT program, analyzer, verdict, wall, cpu, memory FROM run"
                  " WHERE id IN (SELECT max(id) FROM run GROUP BY program, analyzer)",
                  "");
}

static gboolean read_findings(Store *s, Loading *l, GError **error) {
  ReportData *d = l->data;
  return store_do(
             s, add_finding, l, error,
             "SELECT f.id, f.variant, f.analyzer, f.fault, f.delta, f.must, f.ruling, v.strategy, v.batch,"
             " v.seed_path, v.line, v.conditions, v.program, t.value, v.part, u.input FROM finding f"
             " JOIN variant v ON v.id = f.variant"
             " LEFT JOIN tag t ON t.finding = f.id AND t.name = 'reduced'"
             " LEFT JOIN truth u ON u.program = v.program"
             " ORDER BY f.ruling = 'proven' DESC, f.delta DESC, f.must DESC, f.id",
             "") &&
         store_do(
             s, add_strategy, d->strategies, error,
             "SELECT strategy, count(*) FROM variant WHERE part = '' GROUP BY strategy ORDER BY strategy",
             "") &&
         store_do(s, add_strategy, d->batches, error,
                  "SELECT batch, count(*) FROM variant WHERE part = '' GROUP BY batch ORDER BY batch", "");
}

ReportData *report_read(Store *s, GError **error) {
  g_autoptr(ReportData) d = report_data_new();
  g_autoptr(GHashTable) programs = g_hash_table_new(NULL, NULL);
  g_autoptr(GPtrArray) keys = g_ptr_array_new_with_free_func(g_free);
  Loading l = {d, programs, keys};
  if (!read_verdicts(s, &l, error) || !read_findings(s, &l, error)) return NULL;
  d->groups = keys->len;
  return g_steal_pointer(&d);
}

char *report_condition(const FindingRow *f) {
  g_auto(GStrv) lines = g_strsplit(f->conditions, "\n", -1);
  return g_strjoinv(" || ", lines);
}
