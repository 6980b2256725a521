/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions in a C text: where `if`, `while`, `for` and `switch` decide, and into which parts && and ||
 * take a condition apart.  Found by reading the text alone, so that places of other tools (lines, columns,
 * offsets) can be compared; what the preprocessor makes of it is not seen. */
#ifndef ACF_CONDITIONS_H
#define ACF_CONDITIONS_H
#include "ctext/source.h"

/* Bytes [first, end) of the text. */
typedef struct {
  gsize first, end;
} Span;

typedef struct {
  Span span;
  gboolean negated; /* the whole condition holds rather when this does not: an odd number of ! around it */
} Leaf;

typedef struct {
  gsize keyword;
  gboolean is_switch;
  Span span;                /* what stands between the parentheses; in `for`, between the semicolons */
  gsize body_end;           /* of a switch: past its last brace, or of the condition where there is none */
  guint first_leaf, n_leaf; /* in Conditions.leaves, in the order of the text */
} SourceCondition;

typedef struct {
  const Source *source;
  GArray *all;    /* SourceCondition */
  GArray *leaves; /* Leaf */
} Conditions;

Conditions *conditions_new(const Source *source); /* which outlives them */
void conditions_free(Conditions *c);
static inline gboolean span_holds(Span s, gsize offset) { return s.first <= offset && offset < s.end; }
#endif
