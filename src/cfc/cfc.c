/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comprehensive failure characterization: making it and asking it. */
#include "cfc/cfc.h"
#include "base/limits.h"

const char *phase_name(Phase p) {
  static const char *const names[PHASE_N] = {
      [PHASE_FRONTEND] = "frontend",
      [PHASE_POSSIBLE] = "possible",
      [PHASE_DEFINITE] = "definite",
      [PHASE_GENERALIZE] = "generalize",
      [PHASE_SPECIALIZE] = "specialize",
      [PHASE_SLICE] = "slice",
      [PHASE_MERGE] = "merge",
      [PHASE_SIMPLIFY] = "simplify",
      [PHASE_GUESS_AND_PROVE] = "guess-and-prove",
  };
  g_assert(p < PHASE_N);
  return names[p];
}

static void event_destroy(gpointer event) {
  g_free(((CfcEvent *)event)->what);
  g_free(event);
}

static void model_destroy(gpointer model) { model_free(model); }
static void partition_destroy(gpointer partition) { partition_free(partition); }

Partition *partition_new(const Term *upper, const Term *lower) {
  Partition *p = g_new0(Partition, 1);
  p->upper = upper;
  p->lower = lower;
  p->exact = upper == lower;
  p->examples = g_ptr_array_new_with_free_func(model_destroy);
  p->errors = g_array_new(FALSE, FALSE, sizeof(Failure));
  return p;
}

void partition_free(Partition *p) {
  if (!p) return;
  g_ptr_array_unref(p->examples);
  g_array_unref(p->errors);
  g_free(p->reason);
  g_free(p);
}

Cfc *cfc_new(const Program *program) {
  Cfc *c = g_new0(Cfc, 1);
  c->program = program;
  c->partitions = g_ptr_array_new_with_free_func(partition_destroy);
  c->inputs = g_ptr_array_new();
  c->notes = g_ptr_array_new_with_free_func(g_free);
  c->invariants = g_ptr_array_new_with_free_func(g_free);
  c->timeline = g_ptr_array_new_with_free_func(event_destroy);
  c->branches = g_array_new(FALSE, FALSE, sizeof(CfcBranch));
  return c;
}

void cfc_event(Cfc *c, Phase phase, const char *analyzer, double at, double seconds, char *what) {
  if (c->timeline->len >= limits.cfc_events) {
    g_free(what);
    return;
  }
  CfcEvent *e = g_new(CfcEvent, 1);
  *e = (CfcEvent){phase, g_intern_string(analyzer), what, at, seconds};
  g_ptr_array_add(c->timeline, e);
}

void cfc_free(Cfc *c) {
  if (!c) return;
  g_ptr_array_unref(c->partitions);
  g_ptr_array_unref(c->inputs);
  if (c->rounds) g_ptr_array_unref(c->rounds);
  failure_automaton_free(c->automaton);
  g_ptr_array_unref(c->notes);
  g_ptr_array_unref(c->invariants);
  g_ptr_array_unref(c->timeline);
  g_array_unref(c->branches);
  g_free(c->count);
  if (c->stats.members) g_array_unref(c->stats.members);
  if (c->stats.strategies) g_array_unref(c->stats.strategies);
  g_free(c->guard_condition);
  g_free(c->guard_reason);
  g_free(c);
}

void cfc_note(Cfc *c, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *note = g_strdup_vprintf(format, args);
  va_end(args);
  if (g_ptr_array_find_with_equal_func(c->notes, note, g_str_equal, NULL))
    g_free(note);
  else
    g_ptr_array_add(c->notes, note);
}

gboolean partition_fails(const Partition *p) {
  return term_is_true(p->lower) || (!term_is_false(p->lower) && !p->doubtful);
}

Verdict cfc_verdict(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = (const Partition *)c->partitions->pdata[i];
    if (partition_fails(p)) return VERDICT_FAILURES;
  }
  return c->partitions->len ? VERDICT_UNKNOWN : VERDICT_SAFE;
}

const char *verdict_name(Verdict v) {
  switch (v) {
  case VERDICT_SAFE: return "safe";
  case VERDICT_FAILURES: return "failures";
  case VERDICT_UNKNOWN: return "unknown";
  }
  g_assert_not_reached();
}

gboolean cfc_exact(const Cfc *c) {
  for (guint i = 0; i < c->partitions->len; i++)
    if (!((const Partition *)c->partitions->pdata[i])->exact) return FALSE;
  return TRUE;
}

gboolean cfc_characterized(const Cfc *c) {
  return cfc_exact(c) || (c->automaton && failure_automaton_exact(c->automaton));
}

static const Term *disjunction(const Cfc *c, gboolean of_uppers) {
  guint n = c->partitions->len;
  g_autofree const Term **bounds = g_new(const Term *, n + 1);
  for (guint i = 0; i < n; i++) {
    const Partition *p = c->partitions->pdata[i];
    bounds[i] = of_uppers ? p->upper : p->lower;
  }
  return term_or_n(bounds, n);
}

const Term *cfc_upper(const Cfc *c) { return disjunction(c, TRUE); }
const Term *cfc_lower(const Cfc *c) { return disjunction(c, FALSE); }
