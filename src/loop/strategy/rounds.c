/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strategy rounds: programs that read inputs for ever, and what holds of every iteration of their loops.
 *
 * No formula over finitely many inputs says all of such a program.  A statement about any round (an iteration
 * with the inputs that it reads) does; it stands beside the partitions, which say what they can. */
#include "base/limits.h"
#include "engine/round-statements.h"
#include "ir/print.h"
#include "ir/reads.h"
#include "loop/questions.h"
#include "loop/strategy.h"
#include "base/job.h"

static gboolean run_rounds(gpointer data, GByteArray *out) {
  GPtrArray *rounds = rounds_find((const Question *)data);
  if (!rounds) return FALSE;
  rounds_write(out, rounds);
  g_ptr_array_unref(rounds);
  return TRUE;
}

static void say_rounds(const Loop *l, double asked, const Rounds *r) {
  const Program *p = l->cfc->program;
  g_autofree char *upper = term_to_c(p, r->all.upper, 200);
  say_by(l, "states", asked, "%s:%u: from round %u on, from each of %u states, a round fails %s %s",
         r->loop.file ? r->loop.file : p->path, r->loop.line, r->from, r->n_states,
         r->all.exact ? "exactly when" : "only if", upper);
  if (r->all.exact || term_is_false(r->all.lower)) return;
  g_autofree char *lower = term_to_c(p, r->all.lower, 200);
  say(l, "and it fails when %s", lower);
}

gboolean rounds_due(const Loop *l, const Attempt *t) {
  const gboolean now = t->moment == AT_END ? !knowledge_is_closed(l->known)
                                           : elapsed(l) >= limits.rounds_early_share * l->options->seconds;
  /* whether runs go on for ever is no matter of a round */
  return now && !property_asks_for_end(l->cfc->program->property) && !l->cfc->rounds && !l->cfc->automaton && !l->options->engine && !must_stop(l) &&
         reads_in_loops(l->cfc->program, l->cfg);
}

void rounds_run(Loop *l, Attempt *t) {
  Phase outer = enter_phase(l, PHASE_GUESS_AND_PROVE);
  const double seconds = MIN(limits.rounds_share * seconds_left(l), limits.rounds_seconds),
               asked = elapsed(l);
  Question q = question(l, knowledge_unconditioned(l->known), 0.9 * seconds);
  GByteArray *bytes = NULL;
  job_run("rounds", run_rounds, &q, (JobLimits){seconds, l->portfolio.memory_bytes}, &bytes);
  GPtrArray *rounds = bytes ? rounds_read(bytes) : NULL;
  if (!rounds) rounds = g_ptr_array_new_with_free_func((GDestroyNotify)rounds_free);
  if (bytes) g_byte_array_unref(bytes);
  knowledge_state_rounds(l->known, rounds);
  for (guint i = 0; i < rounds->len; i++) say_rounds(l, asked, (const Rounds *)rounds->pdata[i]);
  leave_phase(l, outer);
}
