/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edits of a text: internal to the rewriter. */
#ifndef ACF_REWRITE_TEXT_H
#define ACF_REWRITE_TEXT_H
#include "conditioner/rewrite.h"

typedef struct {
  gsize at, removed;
  char *text; /* put in */
} TextEdit;

/* The original with the edits made (in any order, not overlapping); leaves none of them in the array. */
ConditionedSource *conditioned_source_new(const char *original, GArray *edits);
#endif
