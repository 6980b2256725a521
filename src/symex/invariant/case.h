/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A case of a step: some Booleans are taken for decided, and a convex set says what follows for the
 * dimensions.  Shared by linear.c, case.c and form.c only. */
#ifndef ACF_CASE_H
#define ACF_CASE_H
#include "symex/invariant/linear.h"

typedef struct {
  const Term *term;
  gboolean value;
} Decision;

typedef struct {
  const Space *space;
  Poly *poly;
  GHashTable *decided; /* Term* to 1 (false) or 2 (true) */
  GPtrArray *atoms;    /* Term*: decided comparisons */
  GHashTable *forms;   /* Term* to Linear*; NULL: not linear */
  GHashTable *fresh;   /* Term* to its dimension + 1 */
  gboolean may_split;
  const Term *wanted; /* the Boolean to split on */
  gboolean impossible;
} Case;

/* 0, 1, or negative: not decided. */
int case_decision(const Case *c, const Term *t);
/* TRUE: the case is to be split. */
gboolean case_want(Case *c, const Term *t);
void case_push(GArray *todo, const Term *t, gboolean value); /* a Decision */
/* Decides t and what follows from it; comparisons become atoms. */
void case_decide(Case *c, const Term *t, gboolean value);
void case_at_least(Case *c, const Linear *a, const Linear *b, Wide margin); /* a >= b + margin */
void case_within(Case *c, const Linear *a, Wide low, Wide high);

/* A form congruent to t modulo two to its width; FALSE: there is none, or the case is to be split. */
gboolean form_of(Case *c, const Term *t, Linear *form);
/* The same of what t is computed from, also where it is a leaf. */
gboolean form_new(Case *c, const Term *t, Linear *form);
/* The number that is meant by the form, of those congruent to it; FALSE: the set leaves several. */
gboolean form_read(Case *c, Linear *form, guint width, gboolean is_signed);
/* As form_read() of t's form; a term of unknown sign is split into the two. */
gboolean form_number(Case *c, const Term *t, gboolean is_signed, Linear *form);
#endif
