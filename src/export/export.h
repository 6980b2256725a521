/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything that is written out.  Each writer returns FALSE with a GError (G_FILE_ERROR or ACF's own
 * message) when the file cannot be written whole; it never leaves a half-written file under the final name
 * (write to FILE.tmp in the same folder, fsync-less rename). */
#ifndef ACF_EXPORT_H
#define ACF_EXPORT_H
#include "cfc/cfc.h"
#include "export/extent.h"

typedef enum {
  EXPORT_WRITTEN,
  EXPORT_NOT_WRITTEN,  /* the file cannot be written */
  EXPORT_IMPOSSIBLE,   /* the CFC has no such form, or the program could not be run */
  EXPORT_CONTRADICTED, /* the program does not do what the CFC says */
} ExportResult;

/* The CFC as one JSON object (the contract is doc/format.md). */
char *export_json(const Cfc *c);
/* One self-contained SMT-LIB 2 script: declare-const per input, define-fun upper-i, lower-i, upper, lower. */
char *export_smt2(const Cfc *c);
/* What a person reads on the terminal; stats: with the table of phases. colour: ANSI bold and colours. */
char *export_text(const Cfc *c, gboolean stats, gboolean verbose, gboolean colour);
/* The report: one self-contained page.  With c->branches (branches_find()) the program shows those that
 * matter; its text is in the file program (NULL: there is none). */
char *export_html(const Cfc *c, const Extent *space, const char *program);
/* The failing space in characters, at most about so many seconds: a number line of one input, or a map of the
 * first two that matter. */
char *export_plot(const Cfc *c, const Extent *space, gboolean utf8, double seconds);
gboolean export_write(const char *path, const char *text, GError **error);
#endif
