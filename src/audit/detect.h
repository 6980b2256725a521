/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which analyzers are suspect on one program: by the vote of the others, and by the truth where that is
 * known.
 *
 * By the vote, an analyzer is delta-unsound when it says safe and delta others say unsafe, and must-unsound
 * when an under-approximator is one of those; it is delta-imprecise when it says unsafe and delta others say
 * safe.  The truth confirms such a suspicion or overturns it, and adds those that no other analyzer raised.
 */
#ifndef ACF_AUDIT_DETECT_H
#define ACF_AUDIT_DETECT_H
#include "portfolio/verdict.h"

typedef enum { TRUTH_OPEN, TRUTH_FAILS, TRUTH_SAFE } Truth;
typedef enum { FAULT_UNSOUND, FAULT_IMPRECISE } Fault;
typedef enum { RULING_OPEN, RULING_PROVEN, RULING_OVERTURNED } Ruling;

typedef struct {
  ToolVerdict verdict;
  gboolean under;   /* it under-approximates: what it calls unsafe can fail, unless it has a bug */
  gboolean excused; /* the failing run is none that it speaks of: arithmetic overflows in it */
} Vote;

typedef struct {
  guint analyzer; /* index of its vote */
  Fault fault;
  guint delta;   /* how many others disagree */
  gboolean must; /* unsound, because an under-approximator says unsafe */
  Ruling ruling;
} Suspicion;

const char *truth_name(Truth t);   /* "open", "fails", "safe" */
const char *fault_name(Fault f);   /* "unsound", "imprecise" */
const char *ruling_name(Ruling r); /* "open", "proven", "overturned" */
/* What has the name; the first of them where none has. */
Truth truth_named(const char *name);
Fault fault_named(const char *name);
Ruling ruling_named(const char *name);
ToolVerdict verdict_named(const char *name);

/* Suspicion, the most severe first. */
GArray *detect(const Vote *votes, guint n, Truth truth);
/* Do the verdicts contradict each other, or one of them the truth? */
gboolean detect_disagreement(const Vote *votes, guint n, Truth truth);
#endif
