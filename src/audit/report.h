/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an audit found, as tables: on the terminal, as CSV, and as one HTML page. */
#ifndef ACF_AUDIT_REPORT_H
#define ACF_AUDIT_REPORT_H
#include "audit/store.h"

/* A minimal disagreement. */
typedef struct {
  gint64 id, variant, program;
  guint analyzer; /* index */
  Fault fault;
  guint delta, batch, line;
  gboolean must;
  Ruling ruling;
  guint group; /* findings of one group have the same cause, as far as can be seen */
  char *strategy, *seed_path, *conditions, *input;
} FindingRow;

typedef struct {
  guint runs, verdicts[3]; /* by ToolVerdict */
  double wall, cpu, slowest;
  guint64 memory; /* KiB, the most */
} Usage;

typedef struct {
  char *name;
  guint checks; /* variants that are no halves */
} Origin;

typedef struct {
  GPtrArray *analyzers; /* char*, by name */
  GArray *usage;        /* Usage, by analyzer */
  guint programs;
  gint8 *verdicts;     /* programs x analyzers: a ToolVerdict, or -1: not asked */
  GPtrArray *findings; /* FindingRow*: proven ones first, then by delta */
  guint groups;
  GArray *strategies, *batches; /* Origin: by name; batches by size */
} ReportData;

/* NULL with an error. */
ReportData *report_read(Store *s, GError **error);
void report_data_free(ReportData *d);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ReportData, report_data_free)
/* The conditions of a finding in one line, to free: "c1 || c2". */
char *report_condition(const FindingRow *f);

/* Text in rows and columns; the first column has names. */
typedef struct {
  GPtrArray *header; /* char* */
  GPtrArray *rows;   /* GPtrArray* of char* */
} Sheet;

/* compare: "A,B", or NULL: all pairs. */
typedef struct {
  const char *name, *title; /* name: of the CSV file */
  Sheet *(*make)(const ReportData *d, const char *compare);
  gboolean long_one; /* on the terminal only when asked for */
} ReportTable;
extern const ReportTable report_tables[];
extern const guint n_report_tables;

Sheet *sheet_new(const char *first, ...) G_GNUC_NULL_TERMINATED; /* the header */
void sheet_head(Sheet *g, char *column);                         /* takes it */
GPtrArray *sheet_row(Sheet *g, const char *name);
void sheet_put(GPtrArray *row, const char *format, ...) G_GNUC_PRINTF(2, 3);
void sheet_free(Sheet *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Sheet, sheet_free)

char *report_text(const ReportData *d, const char *compare, gboolean all);
char *report_csv(const Sheet *g);
/* One page that needs nothing but itself; store is for the programs of findings. */
char *audit_report_html(const ReportData *d, Store *store);
#endif
