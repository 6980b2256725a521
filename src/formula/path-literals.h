/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a formula is true at a point: the comparisons that decide it there. */
#ifndef ACF_PATH_LITERALS_H
#define ACF_PATH_LITERALS_H
#include "formula/term.h"

/* The literals (comparisons or their negations), all true at the point, that together imply that the Boolean t
 * has the value that it has there.  Choices between values are gone from them: each literal speaks of the value
 * that is chosen at the point, and what the choice depends on is a literal of its own.  Without
 * unknowns; each once; a new array of Term*. */
GPtrArray *path_literals(const Term *t, const Model *point);
/* How long t is to read: its nodes as a tree, counted up to limit. */
guint term_tree_size(const Term *t, guint limit);
#endif
