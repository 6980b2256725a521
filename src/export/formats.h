/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of what a CFC can be written as: one row and one file for each format. */
#ifndef ACF_FORMATS_H
#define ACF_FORMATS_H
#include "export/export.h"

/* What the formats that need the program have to know. */
typedef struct {
  const char *program;  /* where its text is, if not where the CFC says */
  gboolean unchecked;   /* tests are written even where the program cannot be run */
  double seconds;       /* for finding tests */
  gint64 deadline;      /* monotonic microseconds, of all that takes time; 0: none */
  gboolean quiet;       /* no summary */
  const Extent *extent; /* report: the picture's, where it is known; NULL: it is looked for */
} ExportOptions;

typedef struct {
  const char *name, *what;
  /* The text of a file; NULL with error. */
  char *(*text)(const Cfc *c, GError **error);
  /* For those that need the program: writes target, a file or folder; what was done is appended to summary.
   */
  ExportResult (*run)(const Cfc *c, const ExportOptions *o, const char *target, GString *summary,
                      GError **error);
  gboolean folder; /* it is several files */
} ExportFormat;

const ExportFormat *export_find(const char *name); /* NULL: there is none */
char *export_names(void);                          /* "text, json, ..." */
char *export_help(void);                           /* a line for each */

/* Writes the CFC in the format.  target NULL or "-": to standard output. */
ExportResult export_as(const Cfc *c, const ExportFormat *f, const ExportOptions *o, const char *target,
                       GError **error);
gboolean export_print(const char *text, GError **error); /* to standard output */
/* Writes the text to the file target, or when that is NULL to standard output. */
ExportResult export_put(const char *text, const char *target, GError **error);
/* The file with the text that was characterized, to free; NULL with error: it is not there, or has changed.
 */
char *export_program(const Cfc *c, const ExportOptions *o, GError **error);
/* How many inputs fail, as Cfc has it: what can be counted exactly in that time, for a report without a
 * count; to free, NULL where there is nothing to count. */
char *report_count(const Cfc *c, double seconds, gsize memory_bytes);
/* A text "FORMAT=FILE": the format, and *file where the name begins; NULL with a G_OPTION_ERROR. */
const ExportFormat *export_parse(const char *text, const char **file, GError **error);

#define TEXT_FORMAT(name, function, what) char *function(const Cfc *c, GError **error);
#define RUN_FORMAT(name, function, what, folder)                                                             \
  ExportResult function(const Cfc *c, const ExportOptions *o, const char *target, GString *summary,          \
                        GError **error);
#include "export/formats.def"
#undef TEXT_FORMAT
#undef RUN_FORMAT
#endif
