/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for facts about the arguments of a relation: flags and when and also => then.  Internal to
 * chc-facts.c and chc-candidates.c. */
#ifndef ACF_FACTS_H
#define ACF_FACTS_H
#include "engine/spacer/chc.h"

#define NO_ARGUMENT G_MAXUINT

typedef enum { COMPARE_NONE, COMPARE_EQ, COMPARE_NE, COMPARE_LE, COMPARE_GE, COMPARE_NEVER } CompareKind;

/* argument x against factor * argument y + constant; y may be NO_ARGUMENT. */
typedef struct {
  CompareKind kind;
  guint x, y;
  gint64 factor, constant;
} Comparison;

typedef struct {
  guint flag;      /* a truth value; NO_ARGUMENT: none */
  guint other;     /* another: neither of the two is to hold; NO_ARGUMENT: none */
  Comparison when; /* COMPARE_NONE: always */
  Comparison also; /* likewise */
  Comparison then;
  gboolean gone;
} Fact;

/* Of numbers: comparisons with each other and with 0.  Of cells: how they and their index are related to
 * other numbers, as long as they were not written and since they were. */
GArray *chc_candidates(const Chc *c, Z3_func_decl relation);
/* Many more, of cells that were written.  Step 1: on either side of another number.  Step 2: behind one,
 * where some variable is 0 or 1. */
void chc_more_candidates(const Chc *c, Z3_func_decl relation, guint step, GArray *list);
#endif
