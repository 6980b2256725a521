/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditioned programs as C source, for verifiers that read C.
 *
 * The text is the user's program with a condition on its inputs embedded.  It compiles with gcc and clang,
 * keeps the line numbers of the original, and fails on exactly those points of the condition on which the
 * program does.
 *
 * Inputs are prophecies here too: those that the condition mentions are chosen when the entry function
 * begins, which ends at once where the condition does not hold; the k-th execution of a call returns what was
 * chosen for it.  (What is chosen and never read does not matter: the run is the same for all its values.) */
#ifndef ACF_REWRITE_H
#define ACF_REWRITE_H
#include "ir/ir.h"

#define ACF_REWRITE_ERROR (rewrite_error_quark())
GQuark rewrite_error_quark(void);

/* To free; NULL with the reason when the condition cannot be embedded.  assume is over inputs of p, free of
 * havoc. */
char *condition_source(const Program *p, const Term *assume, GError **error);

/* The same with the way back: which place of the original is meant by a place of the text. */
typedef struct {
  gsize at, removed, inserted; /* bytes of the original from at on were replaced by inserted bytes */
} RewriteEdit;

typedef struct {
  char *text, *original;
  GArray *edits; /* RewriteEdit, in order */
} ConditionedSource;

ConditionedSource *conditioned_source(const Program *p, const Term *assume, GError **error);
void conditioned_source_free(ConditionedSource *c);
/* The byte offset in the original; FALSE when the text there was put in.  The end of a text put in is the
 * place where it was. */
gboolean conditioned_source_offset(const ConditionedSource *c, gsize offset, gsize *original);
/* The same for a column, from 1; lines stay what they are.  FALSE: behind the original's last line, or put
 * in. */
gboolean conditioned_source_place(const ConditionedSource *c, guint line, guint column,
                                  guint *original_column);
#endif
