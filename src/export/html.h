/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces of the report.  Whatever is not ours (program text, names, messages) goes through html_text().
 * Internal to the export folder. */
#ifndef ACF_HTML_H
#define ACF_HTML_H
#include "cfc/cfc.h"
#include "export/extent.h"

/* Text that stands for itself, in elements and in quoted attributes; what is not UTF-8 is replaced. */
void html_text(GString *out, const char *text);
void html_text_len(GString *out, const char *text, gsize length);
/* As printf, every argument passed through html_text(): the format is ours, only %s is there. */
void html_format(GString *out, const char *format, ...) G_GNUC_PRINTF(2, 3);

char *html_line_id(const Program *p, const char *file); /* what the ids of its lines begin with; to free */
/* The program with the places that matter marked, as a table; a sentence where there is no path, or it cannot
 * be read. */
void html_source(GString *out, const Cfc *c, const char *path);
/* How many inputs of a partition fail and how likely that is, from c->count; nothing where that is not known.
 * partition: its number, or that of partitions for all together. */
void html_count(GString *out, const Cfc *c, guint partition);
/* The failure automaton, where the formulas do not say all: a section, and data that automaton.js draws. */
void html_automaton(GString *out, const Cfc *c);
/* The data block: what the scripts of the page draw from (see src/export/report).  FALSE, and nothing
 * written: the formulas are too large to be drawn. */
gboolean html_data(GString *out, const Cfc *c, const Extent *s);
#endif
