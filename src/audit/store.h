/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database of an audit (SQLite): programs by hash, variants, what analyzers said of them, the truth, and
 * findings.  doc/audit.md describes the tables.
 *
 * Every change is one transaction in a write-ahead log: a process that is killed at any moment leaves what it
 * had stored, and several processes may use one database at once. */
#ifndef ACF_AUDIT_STORE_H
#define ACF_AUDIT_STORE_H
#include <sqlite3.h>
#include "audit/ask.h"
#include "audit/detect.h"
#include "audit/truth.h"

typedef struct Store Store;

/* create: make it where there is none.  NULL with an error: no such file, no database, one of something else.
 */
Store *store_open(const char *path, gboolean create, GError **error);
void store_close(Store *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Store, store_close)
const char *store_path(const Store *s);

/* ---- statements ---- */

/* Arguments are bound in order: 'i' gint64, 'd' double, 's' const char* (may be NULL).  Calls row for each
 * row of the result (NULL: there is none to look at).  FALSE with an error. */
typedef void (*StoreRow)(sqlite3_stmt *row, gpointer data);
gboolean store_do(Store *s, StoreRow row, gpointer data, GError **error, const char *sql, const char *types,
                  ...);
const char *store_text(sqlite3_stmt *row, int column); /* "" for NULL */

/* ---- what an audit puts there; ids are positive, 0 with an error ---- */

/* A program, once for each text.  origin: the file, or which variant of which. */
gint64 store_program(Store *s, const char *text, const char *origin, gboolean lp64, GError **error);
/* An audit with these options, the same when it was there. */
gint64 store_audit(Store *s, const char *options, GError **error);

typedef struct {
  gint64 id, audit, seed, program;    /* seed and program: programs */
  guint number;                       /* of the check in the seed */
  char *part;                         /* which half of which half of its conditions: "", "0", "01", ... */
  char *kind, *strategy, *conditions; /* conditions: a line each */
  char *expression, *seed_path;
  guint batch, line, column, depth, place;
} VariantRow;
void variant_row_clear(VariantRow *v);
/* FALSE: it is not there, or with an error. */
gboolean store_find_variant(Store *s, gint64 audit, gint64 seed, guint number, const char *part,
                            VariantRow *v, GError **error);
/* Sets v->id; what another process has put there in the meantime stays. */
gboolean store_add_variant(Store *s, VariantRow *v, GError **error);

/* What it said; NULL: it was not asked, or with an error. */
Statement *store_find_run(Store *s, gint64 program, const Suspect *who, const char *limits_text,
                          GError **error);
gboolean store_add_run(Store *s, gint64 program, const Suspect *who, const char *limits_text,
                       const Statement *said, GError **error);
TruthFound *store_find_truth(Store *s, gint64 program, GError **error); /* NULL: not known */
gboolean store_put_truth(Store *s, gint64 program, const TruthFound *t, GError **error);
/* Findings keep their numbers when they are put again. */
gboolean store_put_finding(Store *s, gint64 variant, const char *analyzer, const Suspicion *f,
                           GError **error);
#endif
