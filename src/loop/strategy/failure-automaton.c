/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy failure-automaton: programs that read inputs in loops, as an automaton over their inputs.
 *
 * No formula over finitely many inputs says all of a program that reads for ever.  An automaton does; where it is
 * exact, nothing is left to find but examples. */
#include "base/job.h"
#include "base/limits.h"
#include "engine/reactive/reactive.h"
#include "formula/print.h"
#include "ir/reads.h"
#include "loop/questions.h"
#include "loop/strategy.h"

static gboolean build(gpointer data, GByteArray *out) {
  FailureAutomaton *a = reactive_automaton((const Question *)data);
  if (!a) return FALSE;
  failure_automaton_write(out, a);
  failure_automaton_free(a);
  return TRUE;
}

/* Memory that is lost is no matter of the states at the heads of loops; and runs that overflow excludes may never end. */
static gboolean fits(const Program *p) {
  return !property_counts(p->property, FAILURE_LEAK) && !(p->no_overflow && property_asks_for_end(p->property));
}

/* The first try is short: an iteration of the loop may be enough without it.  Where runs that never end are the failures,
 * it comes first: those that read for ever have no other way to be told. */
static gboolean is_now(const Loop *l, const Attempt *t) {
  if (t->moment == AT_START) return property_asks_for_end(l->cfc->program->property);
  return l->automaton_tries == 0 || t->moment != AFTER_MERGE || l->cfc->stats.iterations > 1;
}

gboolean failure_automaton_due(const Loop *l, const Attempt *t) {
  return is_now(l, t) && l->automaton_tries < 2 && !l->options->engine && !must_stop(l) && fits(l->cfc->program) &&
         !knowledge_is_closed(l->known) && reads_in_loops(l->cfc->program, l->cfg);
}

/* What fails within so many steps, and what may fail later. */
typedef struct {
  const Term *fails, *rest; /* fails NULL: nothing does that can be stated */
  GArray *errors;           /* Failure */
} FirstFailures;

static void take_failures(FirstFailures *f, const GPtrArray *fails, const Term *rest) {
  f->fails = term_bool(FALSE);
  f->rest = rest;
  g_array_set_size(f->errors, 0);
  for (guint i = 0; i < fails->len; i++) {
    const FailureEdge *e = (const FailureEdge *)fails->pdata[i];
    f->fails = term_or(f->fails, e->guard);
    if (e->failure.loc.line) g_array_append_val(f->errors, e->failure);
  }
}

/* Without failures they are worth stating where only runs that go on fail: the others have ended. */
static gboolean is_worth_taking(const FailureAutomaton *a, const GPtrArray *fails, const Term *rest) {
  return fails->len || (a->endless_fails && term_dag_size(rest, limits.automaton_short_nodes) < limits.automaton_short_nodes);
}

/* The least number of steps that has a failure, and more as long as that is short to say or all is said. */
static FirstFailures first_failures(const FailureAutomaton *a) {
  FirstFailures f = {NULL, term_bool(TRUE), g_array_new(FALSE, FALSE, sizeof(Failure))};
  gboolean found = !failure_automaton_fails_finitely(a);
  for (guint steps = 1; steps <= limits.automaton_unroll && !term_is_false(f.rest); steps++) {
    const Term *rest;
    const guint nodes = found ? limits.automaton_short_nodes : limits.automaton_nodes;
    GPtrArray *fails = failure_automaton_unroll(a, steps, nodes, &rest);
    if (!fails) break;
    if (is_worth_taking(a, fails, rest)) take_failures(&f, fails, rest);
    found |= fails->len > 0;
    g_ptr_array_unref(fails);
  }
  return f;
}

/* What the formulas can say of it. */
static void state_first_failures(Loop *l) {
  FirstFailures f = first_failures(l->cfc->automaton);
  const gboolean all = term_is_false(f.rest);
  if (f.fails) {
    knowledge_narrow(l->known, term_or(f.fails, f.rest), all, "automaton");
    if (all || !(knowledge_has_failures(l->known) || knowledge_fresh(l->known)->len)) /* nothing, where fails is false */
      knowledge_add_proven(l->known, f.fails, f.errors);
    merge(l);
  }
  if (f.fails && all) knowledge_close(l->known, "automaton");
  g_array_unref(f.errors);
}

/* It is worth stating where it can be written, and is exact or at least bounds what fails. */
static gboolean is_worth_stating(const FailureAutomaton *a) {
  for (guint i = 0; i < a->edges->len; i++)
    if (!term_printable(((const FailureEdge *)a->edges->pdata[i])->guard)) return FALSE;
  return failure_automaton_exact(a) || (failure_automaton_fails(a) && a->locations->len <= limits.automaton_stated);
}

void failure_automaton_run(Loop *l, Attempt *t) {
  Phase outer = enter_phase(l, PHASE_GUESS_AND_PROVE);
  const double most = l->automaton_tries ? limits.automaton_seconds : limits.automaton_first_seconds;
  const double seconds = MIN(limits.automaton_share * seconds_left(l), most), asked = elapsed(l);
  Question q = question(l, knowledge_unconditioned(l->known), 0.9 * seconds);
  GByteArray *bytes = NULL;
  job_run("automaton", build, &q, (JobLimits){seconds, l->portfolio.memory_bytes}, &bytes);
  FailureAutomaton *a = bytes ? failure_automaton_read(bytes) : NULL;
  l->automaton_tries = a ? G_MAXUINT : l->automaton_tries + 1;
  if (bytes) g_byte_array_unref(bytes);
  if (a)
    say_by(l, "automaton", asked, "%s failure automaton with %u locations and %u edges",
           failure_automaton_exact(a) ? "an exact" : "a partial", a->locations->len, a->edges->len);
  if (!a || !is_worth_stating(a))
    failure_automaton_free(a);
  else if (!knowledge_state_automaton(l->known, a))
    say(l, "the automaton is dropped: inputs that fail contradict it");
  if (l->cfc->automaton && failure_automaton_fails(l->cfc->automaton)) state_first_failures(l);
  if (knowledge_is_closed(l->known) && t->moment == AT_INCONCLUSIVE) attempt_close(t);
  leave_phase(l, outer);
}
