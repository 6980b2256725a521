/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions in a C text: where `if`, `while`, `for` and `switch` decide, and into which parts && and ||
 * take a condition apart.  Found by reading the text alone, so that places of other tools (lines, columns,
 * offsets) can be compared; what the preprocessor makes of it is not seen. */
#ifndef ACF_CONDITIONS_H
#define ACF_CONDITIONS_H
#include <glib.h>

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
  guint first_leaf, n_leaf; /* in SourceText.leaves, in the order of the text */
} SourceCondition;

typedef struct {
  char *text, *code; /* code: the same, with spaces for comments, directives and in literals */
  gsize size;
  GArray *lines;      /* gsize: where each starts */
  GArray *characters; /* gsize: how many characters are before each */
  GArray *conditions; /* SourceCondition */
  GArray *leaves;     /* Leaf */
} SourceText;

SourceText *source_text_new(const char *text, gsize size);
void source_text_free(SourceText *s);
/* Line and column count from 1, the column in bytes; G_MAXSIZE: no such place. */
gsize source_text_offset(const SourceText *s, guint line, guint column);
guint source_text_line(const SourceText *s, gsize offset);
/* From characters to bytes, for tools that count characters. */
gsize source_text_byte(const SourceText *s, gint64 character);
static inline gboolean span_holds(Span s, gsize offset) { return s.first <= offset && offset < s.end; }
#endif
