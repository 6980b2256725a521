/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long formulas in a few short cases, or in outline: what holds wherever the formula does, and some of the
 * cases in which it does. */
#ifndef ACF_FEW_CASES_H
#define ACF_FEW_CASES_H
#include "formula/term.h"

typedef struct {
  const Term *above; /* the formula implies it; short */
  const Term *below; /* it implies the formula, and above; false: no case was found */
  gboolean exact;    /* all three are equivalent, and below is the formula in its few cases */
} FewCases;

/* Called with what is known so far. */
typedef void (*FewCasesFound)(const FewCases *so_far, gpointer data);
/* Whatever is found in about so many milliseconds; each step is proven.  found may be NULL.  Uses Z3: call it in a
 * child. */
FewCases few_cases(const Term *t, guint budget_ms, FewCasesFound found, gpointer data);
#endif
