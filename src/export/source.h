/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small edits of C source text that never move anything to another line. */
#ifndef ACF_SOURCE_H
#define ACF_SOURCE_H
#include <glib.h>

typedef struct Source Source;
Source *source_read(const char *path, GError **error);
/* A copy of the same length in which comments, strings and characters are blank (to free). */
char *source_blank_literals(const char *text);
/* Replaces the identifier word that starts at line:column (from 1, in bytes); FALSE when something else
 * stands there. */
gboolean source_replace_word(Source *s, guint line, guint column, const char *word, const char *by);
/* Does the text define the function: its name, parameters, and a body? */
gboolean source_defines(const Source *s, const char *function);
/* Puts code first into the function's body; FALSE when the text does not define it. */
gboolean source_insert_in_body(Source *s, const char *function, const char *code);
/* Where line:column is, in bytes from the start; -1: not in the text. */
gssize source_offset(const Source *s, guint line, guint column);
/* The line and column of an offset within the text. */
void source_place(const Source *s, gsize offset, guint *line, guint *column);
/* The text with comments and literals blanked, of the same length. */
const char *source_plain(const Source *s);
void source_free(Source *s);
/* The text with all edits made; frees s. */
char *source_free_to_text(Source *s);
#endif
