/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done at the end: the residue becomes a partition, what is open is followed deeper, and lower bounds
 * are put in shape. */
#include "loop/finish.h"
#include "base/limits.h"
#include "cfc/prefer.h"
#include "cfc/sequence.h"
#include "ir/print.h"
#include "loop/questions.h"
#include "base/job.h"
#include "loop/schedule.h"

static const Partition *partition_at(const Loop *l, guint i) {
  return (const Partition *)knowledge_settled(l->known)->pdata[i];
}

/* ---- the residue ---- */

/* Where an automaton says exactly which runs never end, no formula does: it knows only the first inputs. */
static const char *residue_reason(const Loop *l) {
  const FailureAutomaton *a = l->cfc->automaton;
  if (a && a->endless_fails && failure_automaton_exact(a))
    return "these runs go on for ever only if all later inputs are so, too, as the automaton says";
  return knowledge_residue_reason(l->known);
}

void close_residue(Loop *l) {
  Knowledge *k = l->known;
  const char *reason = residue_reason(l);
  knowledge_add_open(k, knowledge_residue(k),
                     reason ? reason : "no engine reached a conclusion within the limits");
  knowledge_add_open(k, knowledge_endless(k), "a loop never ends there, but compilers may take it to end");
  knowledge_add_open(k, knowledge_slow(k),
                     "these inputs fail, but some only after a run that is too long to wait for");
}

/* ---- deeper ---- */

/* All failures of a partition within an unrolling: its lower bound, when nothing else can fail there, and
 * part of it while the unrolling is small enough to keep that readable.  FALSE: deeper is of no use, for then
 * it is closed, or too much to follow. */
static gboolean fill(Loop *l, guint i, guint unrolling) {
  const Term *upper = partition_at(l, i)->upper;
  Confirmation c = {.question = question(l, knowledge_unconditioned(l->known), 0)};
  c.question.condition = upper;
  c.question.start_unroll = unrolling;
  Evidence *e = under_approximate(l, &c, limits.finish_fill_share * seconds_left(l));
  gboolean all = e && !e->partial;
  const Term *found = all ? term_and(upper, evidence_fails(e)) : term_bool(FALSE);
  const Term *rest = all ? term_and(term_and(upper, e->residue), term_not(found)) : term_bool(TRUE);
  all = all && can_state(found) && can_state(rest);
  const gboolean closed =
      all && (term_is_false(rest) ||
              polish_implies(rest, term_bool(FALSE), limits.finish_covered_share * seconds_left(l),
                             l->portfolio.memory_bytes));
  if (closed || (all && unrolling <= limits.finish_readable_unroll))
    knowledge_grow_lower(l->known, i, found, e->fails);
  if (closed) knowledge_make_exact(l->known, i, partition_at(l, i)->lower);
  evidence_free(e);
  return all && !closed;
}

void grow_lowers(Loop *l) {
  Phase outer = enter_phase(l, PHASE_DEFINITE);
  const double stop = limits.finish_stop_share * seconds_left(l);
  const guint deepest =
      l->options->unroll ? MIN(l->options->unroll, limits.finish_fill_unroll) : limits.finish_fill_unroll;
  for (guint i = 0; i < knowledge_settled(l->known)->len; i++) {
    gboolean open = !partition_at(l, i)->exact && !l->options->engine;
    for (guint k = 2 * l->unroll; open && k <= deepest && seconds_left(l) > stop && !must_stop(l); k *= 2)
      open = fill(l, i, k);
  }
  leave_phase(l, outer);
}

/* ---- lower bounds in shape ---- */

static gboolean has_example(const Partition *p) {
  return p->examples->len && term_eval(p->lower, (const Model *)p->examples->pdata[0]);
}

/* Lowers that grew or were cut are put in shape again, with examples of their own; where the bounds now meet,
 * the partition is exact. */
static void finish_lower(Loop *l, guint i, double seconds) {
  const Partition *p = partition_at(l, i);
  const gsize memory = l->portfolio.memory_bytes;
  Polish shape = {.formula = p->lower};
  if (seconds > limits.finish_least_seconds)
    polish(l->cfc->program, &shape, 1, MIN(seconds, limits.finish_shape_seconds), memory);
  knowledge_shape_lower(l->known, i, &shape);
  if (p->exact || term_is_false(p->lower) || seconds <= limits.finish_least_seconds) return;
  if (polish_implies(p->upper, p->lower, MIN(seconds, limits.finish_proof_seconds), memory))
    knowledge_make_exact(l->known, i, p->upper);
}

/* To see it fail, a user would have to give the program more inputs than is practical. */
static gboolean is_far(const Term *formula) {
  g_autoptr(GPtrArray) inputs = term_inputs(formula);
  for (guint i = 0; i < inputs->len; i++)
    if (input_key_unpack(((const Term *)inputs->pdata[i])->param).occurrence % ROUND_OCCURRENCE >
        limits.finish_far_input)
      return TRUE;
  return FALSE;
}

/* What is left until the very end, for each of so many partitions; an interrupted run ends soon. */
static double share_of_rest(const Loop *l, guint n) {
  const double rest = schedule_seconds(schedule_partitions(l->options));
  return CLAMP(rest, 0.6, job_interrupted() ? 1 : G_MAXDOUBLE) / (2 * n);
}

/* An example that a user could type, or where an automaton states the failures, one that fails after few steps. */
static void prefer_example(Loop *l, guint i) {
  const Partition *p = partition_at(l, i);
  const gsize memory = l->portfolio.memory_bytes;
  Model *small = l->cfc->automaton ? sequence_in(l->cfc, p->lower, p->errors, memory) : NULL;
  if (!small) small = prefer_small(l->cfc->program, p->lower, p->examples->pdata[0]);
  if (small) knowledge_put_example(l->known, i, small);
}

void finish_partitions(Loop *l) {
  for (guint i = knowledge_settled(l->known)->len; i-- > 0;) {
    const Partition *p = partition_at(l, i);
    if (term_is_false(p->lower)) /* all of it went to other partitions, and its examples with it */
      knowledge_shape_lower(l->known, i, &(Polish){.formula = p->lower, .empty = TRUE});
    else if (!p->exact || !has_example(p) || p->shaped != p->upper)
      finish_lower(l, i, share_of_rest(l, i + 1));
    if (!term_is_false(p->lower) && is_far(p->lower))
      knowledge_withdraw_lower(l->known, i, "these inputs fail, but only after very many others were read");
    if (p->examples->len > 0) prefer_example(l, i);
    if (term_is_false(term_within_bounds(l->cfc->program, p->upper))) knowledge_drop_empty(l->known, i);
  }
}
