/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The characterization of a program: the alternating loop, from the program to the result. */
#include "loop/acf.h"
#include "base/job.h"
#include "base/limits.h"
#include "formula/z3-context.h"
#include "ir/tail-calls.h"
#include "loop/claims.h"
#include "loop/finish.h"
#include "loop/strategy.h"

/* The loop, again while external verifiers are caught whose word it rested on. */
static void characterize(Loop *l) {
  do alternate(l);
  while (check_claims(l, NULL, knowledge_settled(l->known)) && !must_stop(l));
  Attempt last = {.moment = AT_END};
  while (strategy_try_next(l, &last)) continue;
  l->cfc->interrupted = l->cut_off ? job_interrupted() : must_stop(l); /* more time would not help */
  doubt_ends(l);
  close_residue(l);
  if (!cfc_characterized(l->cfc)) grow_lowers(l);
  split_by_failure(l);
  finish_partitions(l);
  leave_phase(l, PHASE_FRONTEND);
}

/* No failure can be confirmed then: only the upper bound may still shrink, to the inputs that get there. */
static void expect_little(Loop *l) {
  const gint64 soon = g_get_monotonic_time() + (gint64)(1e6 * limits.loop_cut_off_seconds);
  l->cut_off = soon < l->deadline && program_is_cut_off(l->cfc->program);
  if (!l->cut_off) return;
  say(l, "what is not modelled cuts off every way to a failure");
  l->deadline = soon;
}

/* Frames that wait for a call to return hold pointers, which keep memory from being lost: there they matter. */
static gboolean may_loop_tail_calls(const Property *p) {
  return p->kinds != 1u << PROPERTY_UNREACH_CALL && !property_counts(p, FAILURE_LEAK);
}

Cfc *acf_characterize(Program *program, const AnalysisOptions *o) {
  if (may_loop_tail_calls(program->property)) program_loop_tail_calls(program);
  program_prune_harmless(program);
  z3_contexts_prepare();
  g_autoptr(GPtrArray) summaries = summarize_recursion(program, o);
  Loop *l = loop_new(program, o);
  for (guint i = 0; i < summaries->len; i++) say(l, "summary: %s", (const char *)summaries->pdata[i]);
  say_left_out(l);
  expect_little(l);
  characterize(l);
  for (guint i = 0; i < program->unmodelled->len; i++)
    cfc_note(l->cfc, "%s", (const char *)program->unmodelled->pdata[i]);
  term_sort_inputs(l->cfc->inputs);
  account(l);
  return loop_finish(l);
}
