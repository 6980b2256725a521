/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that read inputs for ever: what holds of every round of their loops.
 *
 * No formula over finitely many inputs says all of such a program.  A statement about any round does; it
 * stands beside the partitions, which go on to say what they can. */
#include "alternation.h"
#include "engine/rounds.h"
#include "formula/print.h"
#include "ir/reads.h"
#include "portfolio/analyzer.h"

#define SHARE 0.15 /* of the time that is left */
#define EARLY 0.2  /* of the time: until then the bounds may meet, and nobody asks */
#define MOST_SECONDS 8

static gboolean run_rounds(gpointer data, GByteArray *out) {
  GPtrArray *rounds = rounds_find((const Question *)data);
  if (!rounds) return FALSE;
  rounds_write(out, rounds);
  g_ptr_array_unref(rounds);
  return TRUE;
}

static void tell(const Acf *a, double asked, const Rounds *r) {
  const Program *p = a->program.program;
  g_autofree char *upper = term_to_c(p, r->all.upper, 200);
  say_by(a, "states", asked, "%s:%u: from round %u on, from each of %u states, a round fails %s %s",
         r->loop.file ? r->loop.file : p->path, r->loop.line, r->from, r->n_states,
         r->all.exact ? "exactly when" : "only if", upper);
  if (r->all.exact || term_is_false(r->all.lower)) return;
  g_autofree char *lower = term_to_c(p, r->all.lower, 200);
  say(a, "and it fails when %s", lower);
}

void state_rounds(Acf *a, gboolean last) {
  const Program *p = a->program.program;
  if (!last && elapsed(a) < EARLY * a->options->seconds) return;
  if (a->cfc->rounds || a->options->engine || must_stop(a) || !reads_in_loops(p, a->cfg)) return;
  Phase outer = enter_phase(a, PHASE_MEET);
  const double seconds = MIN(SHARE * seconds_left(a), MOST_SECONDS), asked = elapsed(a);
  Question q = question(a, condition_none(p, a->cfg), 0.9 * seconds);
  GByteArray *bytes = NULL;
  job_run("rounds", run_rounds, &q, (JobLimits){seconds, a->portfolio.memory_bytes}, &bytes);
  a->cfc->rounds = bytes ? rounds_read(bytes) : NULL;
  if (!a->cfc->rounds) a->cfc->rounds = g_ptr_array_new_with_free_func((GDestroyNotify)rounds_free);
  if (bytes) g_byte_array_unref(bytes);
  for (guint i = 0; i < a->cfc->rounds->len; i++) tell(a, asked, (const Rounds *)a->cfc->rounds->pdata[i]);
  leave_phase(a, outer);
}
