/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Votes and the truth. */
#include "audit/detect.h"

static const char *const truths[] = {"open", "fails", "safe"};
static const char *const faults[] = {"unsound", "imprecise"};
static const char *const rulings[] = {"open", "proven", "overturned"};

const char *truth_name(Truth t) { return truths[t]; }
const char *fault_name(Fault f) { return faults[f]; }
const char *ruling_name(Ruling r) { return rulings[r]; }

static guint index_of(const char *const *names, guint n, const char *name) {
  for (guint i = 0; i < n; i++)
    if (g_str_equal(names[i], name)) return i;
  return 0;
}

Truth truth_named(const char *name) { return (Truth)index_of(truths, G_N_ELEMENTS(truths), name); }
Fault fault_named(const char *name) { return (Fault)index_of(faults, G_N_ELEMENTS(faults), name); }
Ruling ruling_named(const char *name) { return (Ruling)index_of(rulings, G_N_ELEMENTS(rulings), name); }

ToolVerdict verdict_named(const char *name) {
  for (ToolVerdict v = TOOL_UNKNOWN; v <= TOOL_FAILING; v++)
    if (g_str_equal(tool_verdict_name(v), name)) return v;
  return TOOL_UNKNOWN;
}

static guint count(const Vote *votes, guint n, ToolVerdict verdict, gboolean under_only) {
  guint found = 0;
  for (guint i = 0; i < n; i++) found += votes[i].verdict == verdict && (votes[i].under || !under_only);
  return found;
}

/* The truth, as far as it speaks for or against the verdict of this analyzer. */
static Ruling rule(const Vote *v, Truth truth) {
  if (truth == TRUTH_OPEN || (truth == TRUTH_FAILS && v->excused)) return RULING_OPEN;
  return (v->verdict == TOOL_SAFE) == (truth == TRUTH_FAILS) ? RULING_PROVEN : RULING_OVERTURNED;
}

static gint by_severity(gconstpointer a, gconstpointer b) {
  const Suspicion *x = (const Suspicion *)a, *y = (const Suspicion *)b;
  if ((x->ruling == RULING_PROVEN) != (y->ruling == RULING_PROVEN))
    return x->ruling == RULING_PROVEN ? -1 : 1;
  if (x->delta != y->delta) return x->delta > y->delta ? -1 : 1;
  if (x->must != y->must) return x->must ? -1 : 1;
  return x->analyzer < y->analyzer ? -1 : x->analyzer > y->analyzer;
}

GArray *detect(const Vote *votes, guint n, Truth truth) {
  GArray *found = g_array_new(FALSE, FALSE, sizeof(Suspicion));
  const guint against_safe = count(votes, n, TOOL_FAILING, FALSE),
              against_unsafe = count(votes, n, TOOL_SAFE, FALSE);
  const gboolean must = count(votes, n, TOOL_FAILING, TRUE) > 0;
  for (guint i = 0; i < n; i++) {
    if (votes[i].verdict == TOOL_UNKNOWN) continue;
    const gboolean safe = votes[i].verdict == TOOL_SAFE;
    const Suspicion s = {.analyzer = i,
                         .fault = safe ? FAULT_UNSOUND : FAULT_IMPRECISE,
                         .delta = safe ? against_safe : against_unsafe,
                         .must = safe && must,
                         .ruling = rule(&votes[i], truth)};
    if (s.delta || s.ruling == RULING_PROVEN) g_array_append_val(found, s);
  }
  g_array_sort(found, by_severity);
  return found;
}

gboolean detect_disagreement(const Vote *votes, guint n, Truth truth) {
  g_autoptr(GArray) found = detect(votes, n, truth);
  return found->len > 0;
}
