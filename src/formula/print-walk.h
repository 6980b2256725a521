/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What both printers share: which nodes get a name, and writing a DAG without recursion.
 * Internal to the print-*.c files. */
#ifndef ACF_PRINT_WALK_H
#define ACF_PRINT_WALK_H
#include "formula/print.h"

typedef struct {
  GPtrArray *order;  /* every node once, arguments first */
  GHashTable *place; /* Term* -> its index in order */
  guint *name;  /* by place: 0 when written in place, else its number (from 1, definitions before uses) */
  guint *level; /* by place: 1 + the deepest named node below; only for named ones */
  guint n_names, n_levels;
  GHashTable *symbols; /* Term* -> char*, filled by print_symbol */
} PrintWalk;

/* A node is named when it is used twice and written out has at least min_size nodes (never a leaf). */
PrintWalk *print_walk_new(const Term *root, guint min_size);
void print_walk_free(PrintWalk *w);
guint print_place(const PrintWalk *w, const Term *t);
/* The name of an input, remembered. */
const char *print_symbol(PrintWalk *w, const InputNames *names, const Term *input);

/* A writer holds what is still to be written as a stack of pieces: text, or a term in some context (which
 * only the printer understands).  A printer's emit takes one term apart into text and terms, in reading
 * order. */
typedef struct Writer Writer;
typedef void (*WriterEmit)(Writer *w, const Term *t, guint context, gpointer printer);
Writer *writer_new(void);
GString *writer_free(Writer *w); /* gives the text */
gsize writer_length(const Writer *w);
void writer_text(Writer *w, const char *text);
void writer_format(Writer *w, const char *format, ...) G_GNUC_PRINTF(2, 3);
void writer_term(Writer *w, const Term *t, guint context);
/* Writes everything; stops early once the text has max_chars (0: no limit). */
void writer_run(Writer *w, WriterEmit emit, gpointer printer, gsize max_chars);
#endif
