/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Small edits of C source text that never move anything to another line. */
#ifndef ACF_EDIT_H
#define ACF_EDIT_H
#include "ctext/source.h"

typedef struct Edits Edits;
Edits *edits_new(const Source *s); /* s outlives it */
/* Replaces the identifier word that starts at line:column (from 1, in bytes); FALSE when something else
 * stands there. */
gboolean edits_replace_word(Edits *e, guint line, guint column, const char *word, const char *by);
/* The text with all edits made. */
char *edits_free_to_text(Edits *e);
#endif
