/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQLite. */
#include "audit/store.h"
#include <stdio.h>
#include <string.h>
#include "audit/syntax.h"
#include "base/limits.h"

#define APPLICATION 0x61636661 /* "acfa" */
#define LAYOUT 1

struct Store {
  sqlite3 *db;
  char *path;
};

static const char layout[] =
    "CREATE TABLE IF NOT EXISTS program(id INTEGER PRIMARY KEY, hash TEXT NOT NULL, lp64 INTEGER NOT NULL,"
    " origin TEXT NOT NULL, text TEXT NOT NULL, UNIQUE(hash, lp64));"
    "CREATE TABLE IF NOT EXISTS audit(id INTEGER PRIMARY KEY, options TEXT NOT NULL UNIQUE);"
    "CREATE TABLE IF NOT EXISTS variant(id INTEGER PRIMARY KEY, audit INTEGER NOT NULL REFERENCES audit,"
    " seed INTEGER NOT NULL REFERENCES program, number INTEGER NOT NULL, part TEXT NOT NULL,"
    " program INTEGER NOT NULL REFERENCES program, kind TEXT NOT NULL, strategy TEXT NOT NULL,"
    " batch INTEGER NOT NULL, line INTEGER NOT NULL, col INTEGER NOT NULL, depth INTEGER NOT NULL,"
    " place INTEGER NOT NULL, expression TEXT NOT NULL, conditions TEXT NOT NULL, seed_path TEXT NOT NULL,"
    " UNIQUE(audit, seed, number, part));"
    "CREATE INDEX IF NOT EXISTS variant_program ON variant(program);"
    "CREATE TABLE IF NOT EXISTS run(id INTEGER PRIMARY KEY, program INTEGER NOT NULL REFERENCES program,"
    " analyzer TEXT NOT NULL, version TEXT NOT NULL, options TEXT NOT NULL, verdict TEXT NOT NULL,"
    " wall REAL NOT NULL, cpu REAL NOT NULL, memory INTEGER NOT NULL, output TEXT, points TEXT,"
    " UNIQUE(program, analyzer, version, options));"
    "CREATE TABLE IF NOT EXISTS truth(program INTEGER PRIMARY KEY REFERENCES program, truth TEXT NOT NULL,"
    " overflows INTEGER NOT NULL, how TEXT, input TEXT, harness TEXT);"
    "CREATE TABLE IF NOT EXISTS finding(id INTEGER PRIMARY KEY, variant INTEGER NOT NULL REFERENCES variant,"
    " analyzer TEXT NOT NULL, fault TEXT NOT NULL, delta INTEGER NOT NULL, must INTEGER NOT NULL,"
    " ruling TEXT NOT NULL, UNIQUE(variant, analyzer));"
    "CREATE TABLE IF NOT EXISTS tag(finding INTEGER NOT NULL REFERENCES finding, name TEXT NOT NULL,"
    " value TEXT, PRIMARY KEY(finding, name));";

/* ---- statements ---- */

static gboolean wrong(Store *s, GError **error) {
  g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_DATABASE, "%s: %s", s->path, sqlite3_errmsg(s->db));
  return FALSE;
}

static void bind(sqlite3_stmt *statement, const char *types, va_list args) {
  for (int i = 1; *types; i++, types++) switch (*types) {
    case 'i': sqlite3_bind_int64(statement, i, va_arg(args, gint64)); break;
    case 'd': sqlite3_bind_double(statement, i, va_arg(args, double)); break;
    default: {
      const char *text = va_arg(args, const char *);
      if (text) sqlite3_bind_text(statement, i, text, -1, SQLITE_TRANSIENT);
    }
    }
}

gboolean store_do(Store *s, StoreRow row, gpointer data, GError **error, const char *sql, const char *types,
                  ...) {
  sqlite3_stmt *statement;
  va_list args;
  if (sqlite3_prepare_v2(s->db, sql, -1, &statement, NULL) != SQLITE_OK) return wrong(s, error);
  va_start(args, types);
  bind(statement, types, args);
  va_end(args);
  int state;
  while ((state = sqlite3_step(statement)) == SQLITE_ROW)
    if (row) row(statement, data);
  sqlite3_finalize(statement);
  return state == SQLITE_DONE || wrong(s, error);
}

const char *store_text(sqlite3_stmt *row, int column) {
  const char *text = (const char *)sqlite3_column_text(row, column);
  return text ? text : "";
}

static void take_integer(sqlite3_stmt *row, gpointer data) { *(gint64 *)data = sqlite3_column_int64(row, 0); }

/* ---- opening ---- */

/* A database that is empty becomes ours; one of something else stays as it is. */
static gboolean is_ours(Store *s, GError **error) {
  gint64 application = 0, version = 0, tables = 0;
  if (!store_do(s, take_integer, &application, error, "PRAGMA application_id", "") ||
      !store_do(s, take_integer, &version, error, "PRAGMA user_version", "") ||
      !store_do(s, take_integer, &tables, error, "SELECT count(*) FROM sqlite_master", ""))
    return FALSE;
  if (tables == 0 || (application == APPLICATION && version == LAYOUT)) return TRUE;
  g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_DATABASE,
              application == APPLICATION ? "%s: it was written by another version of acf"
                                         : "%s: it is no database of an audit",
              s->path);
  return FALSE;
}

static gboolean prepare(Store *s, GError **error) {
  g_autofree char *header =
      g_strdup_printf("PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, LAYOUT);
  if (!is_ours(s, error)) return FALSE;
  if (!store_do(s, NULL, NULL, error, "PRAGMA journal_mode = WAL", "") ||
      !store_do(s, NULL, NULL, error, "PRAGMA synchronous = NORMAL", ""))
    return FALSE;
  const char *const steps[] = {"BEGIN IMMEDIATE", header, layout, "COMMIT"};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++)
    if (sqlite3_exec(s->db, steps[i], NULL, NULL, NULL) != SQLITE_OK) return wrong(s, error);
  return TRUE;
}

Store *store_open(const char *path, gboolean create, GError **error) {
  g_autoptr(Store) s = g_new0(Store, 1);
  s->path = g_strdup(path);
  if (!create && !g_file_test(path, G_FILE_TEST_EXISTS)) {
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_DATABASE, "%s: there is no such file", path);
    return NULL;
  }
  if (sqlite3_open_v2(path, &s->db, SQLITE_OPEN_READWRITE | (create ? SQLITE_OPEN_CREATE : 0), NULL) !=
      SQLITE_OK) {
    wrong(s, error);
    return NULL;
  }
  sqlite3_busy_timeout(s->db, (int)limits.audit_busy_ms);
  return prepare(s, error) ? g_steal_pointer(&s) : NULL;
}

void store_close(Store *s) {
  if (!s) return;
  sqlite3_close(s->db);
  g_free(s->path);
  g_free(s);
}

const char *store_path(const Store *s) { return s->path; }

/* ---- programs and audits ---- */

gint64 store_program(Store *s, const char *text, const char *origin, gboolean lp64, GError **error) {
  g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, text, -1);
  gint64 id = 0;
  if (store_do(s, take_integer, &id, error, "SELECT id FROM program WHERE hash = ? AND lp64 = ?", "si", hash,
               (gint64)lp64) &&
      !id &&
      store_do(s, NULL, NULL, error,
               "INSERT OR IGNORE INTO program(hash, lp64, origin, text) VALUES(?, ?, ?, ?)", "siss", hash,
               (gint64)lp64, origin, text))
    store_do(s, take_integer, &id, error, "SELECT id FROM program WHERE hash = ? AND lp64 = ?", "si", hash,
             (gint64)lp64);
  return id;
}

gint64 store_audit(Store *s, const char *options, GError **error) {
  gint64 id = 0;
  if (store_do(s, NULL, NULL, error, "INSERT OR IGNORE INTO audit(options) VALUES(?)", "s", options))
    store_do(s, take_integer, &id, error, "SELECT id FROM audit WHERE options = ?", "s", options);
  return id;
}

/* ---- variants ---- */

void variant_row_clear(VariantRow *v) {
  char *texts[] = {v->part, v->kind, v->strategy, v->conditions, v->expression, v->seed_path};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) g_free(texts[i]);
  memset(v, 0, sizeof *v);
}

static void take_variant(sqlite3_stmt *row, gpointer data) {
  VariantRow *v = (VariantRow *)data;
  v->id = sqlite3_column_int64(row, 0);
  v->program = sqlite3_column_int64(row, 1);
  v->kind = g_strdup(store_text(row, 2));
  v->strategy = g_strdup(store_text(row, 3));
  v->conditions = g_strdup(store_text(row, 4));
  v->expression = g_strdup(store_text(row, 5));
  v->seed_path = g_strdup(store_text(row, 6));
  v->batch = (guint)sqlite3_column_int64(row, 7);
  v->line = (guint)sqlite3_column_int64(row, 8);
  v->column = (guint)sqlite3_column_int64(row, 9);
  v->depth = (guint)sqlite3_column_int64(row, 10);
  v->place = (guint)sqlite3_column_int64(row, 11);
}

gboolean store_find_variant(Store *s, gint64 audit, gint64 seed, guint number, const char *part,
                            VariantRow *v, GError **error) {
  *v = (VariantRow){.audit = audit, .seed = seed, .number = number};
  const gboolean asked = store_do(
      s, take_variant, v, error,
      "SELECT id, program, kind, strategy, conditions, expression, seed_path, batch, line, col, depth, place"
      " FROM variant WHERE audit = ? AND seed = ? AND number = ? AND part = ?",
      "iiis", audit, seed, (gint64)number, part);
  if (!asked || !v->id) return FALSE;
  v->part = g_strdup(part);
  return TRUE;
}

gboolean store_add_variant(Store *s, VariantRow *v, GError **error) {
  v->id = 0;
  return store_do(s, NULL, NULL, error,
                  "INSERT OR IGNORE INTO variant(audit, seed, number, part, program, kind, strategy, batch, "
                  "line, col,"
                  " depth, place, expression, conditions, seed_path)"
                  " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                  "iiisissiiiiisss", v->audit, v->seed, (gint64)v->number, v->part, v->program, v->kind,
                  v->strategy, (gint64)v->batch, (gint64)v->line, (gint64)v->column, (gint64)v->depth,
                  (gint64)v->place, v->expression, v->conditions, v->seed_path) &&
         store_do(s, take_integer, &v->id, error,
                  "SELECT id FROM variant WHERE audit = ? AND seed = ? AND number = ? AND part = ?", "iiis",
                  v->audit, v->seed, (gint64)v->number, v->part);
}

/* ---- runs ---- */

/* "key:width:value,...;...": what ask.h calls points. */
static char *points_text(const GPtrArray *points) {
  GString *text = g_string_new(NULL);
  for (guint i = 0; i < points->len; i++) {
    const GArray *point = (const GArray *)points->pdata[i];
    for (guint k = 0; k < point->len; k++) {
      const PointValue v = g_array_index(point, PointValue, k);
      g_string_append_printf(text, "%" G_GUINT64_FORMAT ":%u:%" G_GUINT64_FORMAT ",", v.key, v.width,
                             v.value);
    }
    g_string_append_c(text, ';');
  }
  return g_string_free(text, FALSE);
}

static void points_read(const char *text, GPtrArray *points) {
  g_auto(GStrv) all = g_strsplit(text, ";", -1);
  for (char **one = all; *one && one[1]; one++) {
    GArray *point = g_array_new(FALSE, FALSE, sizeof(PointValue));
    g_auto(GStrv) values = g_strsplit(*one, ",", -1);
    for (char **v = values; *v; v++) {
      PointValue value;
      if (sscanf(*v, "%" G_GUINT64_FORMAT ":%u:%" G_GUINT64_FORMAT, &value.key, &value.width, &value.value) ==
          3)
        g_array_append_val(point, value);
    }
    g_ptr_array_add(points, point);
  }
}

static void take_run(sqlite3_stmt *row, gpointer data) {
  Statement *said = statement_new();
  said->verdict = verdict_named(store_text(row, 0));
  said->wall = sqlite3_column_double(row, 1);
  said->cpu = sqlite3_column_double(row, 2);
  said->memory = (guint64)sqlite3_column_int64(row, 3);
  said->trouble = g_strdup((const char *)sqlite3_column_text(row, 4));
  points_read(store_text(row, 5), said->points);
  *(Statement **)data = said;
}

static char *options_of(const Suspect *who, const char *limits_text) {
  return g_strdup_printf("%s%s%s", limits_text, *who->options ? " " : "", who->options);
}

Statement *store_find_run(Store *s, gint64 program, const Suspect *who, const char *limits_text,
                          GError **error) {
  g_autofree char *options = options_of(who, limits_text);
  Statement *said = NULL;
  store_do(s, take_run, &said, error,
           "SELECT verdict, wall, cpu, memory, output, points FROM run"
           " WHERE program = ? AND analyzer = ? AND version = ? AND options = ?",
           "isss", program, who->name, who->version, options);
  return said;
}

gboolean store_add_run(Store *s, gint64 program, const Suspect *who, const char *limits_text,
                       const Statement *said, GError **error) {
  g_autofree char *options = options_of(who, limits_text), *points = points_text(said->points);
  return store_do(
      s, NULL, NULL, error,
      "INSERT OR IGNORE INTO run(program, analyzer, version, options, verdict, wall, cpu, memory, output,"
      " points) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      "issssddiss", program, who->name, who->version, options, tool_verdict_name(said->verdict), said->wall,
      said->cpu, (gint64)said->memory, said->trouble, points);
}

/* ---- truth and findings ---- */

static void take_truth(sqlite3_stmt *row, gpointer data) {
  TruthFound *t = truth_found_new(truth_named(store_text(row, 0)), store_text(row, 2));
  t->overflows = sqlite3_column_int64(row, 1) != 0;
  t->values = g_strdup((const char *)sqlite3_column_text(row, 3));
  t->input = g_strdup((const char *)sqlite3_column_text(row, 4));
  *(TruthFound **)data = t;
}

TruthFound *store_find_truth(Store *s, gint64 program, GError **error) {
  TruthFound *t = NULL;
  store_do(s, take_truth, &t, error,
           "SELECT truth, overflows, how, input, harness FROM truth WHERE program = ?", "i", program);
  return t;
}

gboolean store_put_truth(Store *s, gint64 program, const TruthFound *t, GError **error) {
  return store_do(s, NULL, NULL, error,
                  "INSERT OR REPLACE INTO truth(program, truth, overflows, how, input, harness)"
                  " VALUES(?, ?, ?, ?, ?, ?)",
                  "isisss", program, truth_name(t->truth), (gint64)t->overflows, t->how, t->values, t->input);
}

gboolean store_put_finding(Store *s, gint64 variant, const char *analyzer, const Suspicion *f,
                           GError **error) {
  return store_do(
      s, NULL, NULL, error,
      "INSERT INTO finding(variant, analyzer, fault, delta, must, ruling) VALUES(?, ?, ?, ?, ?, ?)"
      " ON CONFLICT(variant, analyzer) DO UPDATE SET fault = excluded.fault, delta = excluded.delta,"
      " must = excluded.must, ruling = excluded.ruling",
      "issiis", variant, analyzer, fault_name(f->fault), (gint64)f->delta, (gint64)f->must,
      ruling_name(f->ruling));
}
