/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bound as text that can be read: the whole of it where that takes a few lines, else an outline. */
#ifndef ACF_EXPORT_CONDITION_H
#define ACF_EXPORT_CONDITION_H
#include "ir/ir.h"

/* What is known of a formula in text; all three may be NULL, and are, where it is found that no point is in it. */
typedef struct {
  char *whole;       /* equivalent to it */
  char *least;       /* otherwise: it implies the formula; one line */
  char *most;        /* ... the formula implies it; one line */
  gboolean empty;
} ConditionText;

/* verbose: the whole, up to a length at which it is cut.  Otherwise a formula that is too long is shortened, with
 * the solver in a child, until the deadline. */
ConditionText condition_text(const Program *p, const Term *formula, gboolean verbose, gint64 deadline);
void condition_text_clear(ConditionText *c);
#endif
