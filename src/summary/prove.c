/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inductive steps.  Claims are tried on points first: most that are false fail there, without a solver. */
#include "summary/prove.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "summary/differ.h"
#include "summary/measure.h"

static gboolean is_tried(const Component *c, guint member, const Term *violation) {
  const GPtrArray *trials = c->trials[member];
  for (guint i = 0; i < trials->len; i++)
    if (term_eval(violation, trials->pdata[i])) return FALSE;
  return TRUE;
}

/* The solver's limit is one of wall-clock time: on a busy machine it is asked again. */
static gboolean is_unsatisfiable(const Component *c, const Term *t) {
  const double start = cpu_seconds(),
               limit = MAX(limits.summary_query_seconds, limits.summary_query_share * (c->deadline - start));
  SolverAnswer answer = SOLVER_UNKNOWN;
  for (guint i = 0;
       i < limits.summary_query_tries && answer == SOLVER_UNKNOWN && cpu_seconds() - start < limit; i++)
    answer = solver_sat(t, (guint)(2000 * limit) << (2 * i), NULL);
  return answer == SOLVER_UNSAT;
}

static gboolean is_impossible(const Component *c, guint member, const Term *violation) {
  if (term_is_const(violation)) return term_is_false(violation);
  if (!is_tried(c, member, violation)) return FALSE;
  return cpu_seconds() < c->deadline && is_unsatisfiable(c, violation);
}

static const Summary *claim(const Component *c, guint member) {
  return c->known->summaries[c->members[member]];
}

/* Makes a call just like itself on none of the trials: then it would never end. */
static gboolean moves_on(const Component *c, guint member, const Body *b) {
  const IrFunction *f = program_function(c->known->program, c->members[member]);
  const Term *again = term_bool(FALSE);
  for (guint k = 0; k < b->calls->len; k++) {
    const BodyCall *call = &g_array_index(b->calls, BodyCall, k);
    const Term *same = call->callee == f->id ? call->when : term_bool(FALSE);
    for (guint i = 0; i < f->n_params && call->callee == f->id; i++)
      same = term_and(same, term_eq(call->args[i], summary_parameter(i, f->reg_width[i])));
    again = term_or(again, same);
  }
  return is_tried(c, member, term_and(claim(c, member)->region, again));
}

/* Mostly a look at the cases is enough; what is equal in them is seen without a solver. */
static gboolean prove_value(const Component *c, guint member, const Body *b) {
  const Summary *s = claim(c, member);
  const Term *bad = term_and(s->region, term_or(b->wrong, term_not(b->returns)));
  if (!is_tried(c, member, bad) || !moves_on(c, member, b)) return FALSE;
  if (!s->value || !b->value) return is_impossible(c, member, bad);
  if (!is_tried(c, member, term_and(s->region, term_not(term_eq(b->value, s->value))))) return FALSE;
  for (gboolean coarse = TRUE; coarse >= FALSE; coarse--) {
    const Term *differs = term_and(s->region, term_differ(b->value, s->value, coarse));
    if (is_impossible(c, member, term_or(bad, differs))) return TRUE;
  }
  return FALSE;
}

gboolean prove_values(const Component *c) {
  gboolean proven = TRUE;
  for (guint i = 0; i < c->n && proven; i++) {
    Body b = body_execute(c->known, c->members[i]);
    proven = prove_value(c, i, &b);
    body_clear(&b);
  }
  return proven;
}

gboolean prove_divergence(const Component *c) {
  gboolean proven = TRUE;
  for (guint i = 0; i < c->n && proven; i++) {
    Body b = body_execute(c->known, c->members[i]);
    proven = is_impossible(c, i, term_and(claim(c, i)->diverges, term_or(b.wrong, b.returns)));
    body_clear(&b);
  }
  return proven;
}

/* ---- termination ---- */

typedef struct {
  guint caller; /* member */
  BodyCall call;
} Step;

static gboolean is_member(const Component *c, guint function) {
  for (guint i = 0; i < c->n; i++)
    if (c->members[i] == function) return TRUE;
  return FALSE;
}

/* The calls among the members. */
static GArray *steps_of(const Component *c) {
  GArray *steps = g_array_new(FALSE, FALSE, sizeof(Step));
  for (guint i = 0; i < c->n; i++) {
    Body b = body_execute(c->known, c->members[i]);
    for (guint k = 0; k < b.calls->len; k++) {
      Step s = {i, g_array_index(b.calls, BodyCall, k)};
      s.call.when = term_and(claim(c, i)->region, s.call.when);
      if (is_member(c, s.call.callee) && !term_is_false(s.call.when)) g_array_append_val(steps, s);
    }
    body_clear(&b);
  }
  return steps;
}

/* before < after or before <= after: op says when the step is bad. */
static gboolean goes_down(const Component *c, const Measure *m, const Step *s, TermOp bad) {
  const IrFunction *f = program_function(c->known->program, c->members[s->caller]);
  const Term *own[SUMMARY_PARAMETERS];
  for (guint i = 0; i < f->n_params; i++) own[i] = summary_parameter(i, f->reg_width[i]);
  const Term *before = measure_term(m, f->id, own), *after = measure_term(m, s->call.callee, s->call.args);
  return is_impossible(c, s->caller, term_and(s->call.when, term_binary(bad, before, after)));
}

/* Takes out the steps that the measure settles; none, if it grows on any. */
static gboolean settle(const Component *c, const Measure *m, GArray *steps) {
  for (guint i = 0; i < steps->len; i++)
    if (!goes_down(c, m, &g_array_index(steps, Step, i), TERM_ULT)) return FALSE;
  const guint before = steps->len;
  for (guint i = steps->len; i-- > 0;)
    if (goes_down(c, m, &g_array_index(steps, Step, i), TERM_ULE)) g_array_remove_index(steps, i);
  return steps->len < before;
}

gboolean prove_termination(const Component *c) {
  g_autoptr(GArray) steps = steps_of(c);
  g_autoptr(GArray) measures = measures_of(c);
  for (gboolean progress = TRUE; progress && steps->len;) {
    progress = FALSE;
    for (guint i = 0; i < measures->len && !progress && steps->len; i++)
      progress = settle(c, &g_array_index(measures, Measure, i), steps);
  }
  return steps->len == 0;
}
