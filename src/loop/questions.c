/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to analyzers. */
#include "loop/questions.h"
#include "base/job.h"
#include "base/limits.h"

/* More occurrences of an input cannot be named; the unrolling bounds them long before. */

void note_reasons(Loop *l, const GPtrArray *reasons) {
  for (guint i = 0; i < reasons->len; i++) cfc_note(l->cfc, "%s", (const char *)reasons->pdata[i]);
}

/* A run through large arrays reads more inputs than a reader wants to see listed. */
void note_inputs(Loop *l, const GPtrArray *inputs) {
  for (guint i = 0; i < inputs->len && l->cfc->inputs->len < limits.listed_inputs; i++)
    if (g_hash_table_add(l->noted, inputs->pdata[i])) g_ptr_array_add(l->cfc->inputs, inputs->pdata[i]);
}

Question question(const Loop *l, Conditioned p, double seconds) {
  const gint64 until = g_get_monotonic_time() + (gint64)(1e6 * seconds);
  const guint k = l->options->inputs_per_site;
  return (Question){.program = p.program,
                    .cfg = p.cfg,
                    .condition = p.assume,
                    .start_unroll = MAX(l->unroll, 1),
                    .max_unroll = l->options->unroll,
                    .inputs_per_site = k ? MIN(k, INPUT_MAX_OCCURRENCE) : INPUT_MAX_OCCURRENCE,
                    .deadline = MIN(until, l->deadline),
                    .precision = l->options->precision,
                    .candidates = l->options->candidates};
}

/* ---- over-approximators ---- */

/* As long as no region was guessed, not all time goes into going deeper. */
static double patience(const Loop *l) {
  const double left = seconds_left(l);
  return l->guessed || l->options->engine
             ? left
             : MAX(limits.loop_patience_share * left, MIN(left, limits.loop_patience_seconds));
}

/* What a proof says of itself. */
static void note_proof(Loop *l, const Answer *e) {
  Statistics *s = &l->cfc->stats;
  for (guint i = 0; i < e->invariants->len; i++)
    say(l, "invariant: %s", (const char *)e->invariants->pdata[i]);
  for (guint i = 0; e->kind == ANSWER_SAFE && i < e->invariants->len; i++)
    g_ptr_array_add(l->cfc->invariants, g_strdup((const char *)e->invariants->pdata[i]));
  if (!e->rounds) return;
  say(l, "bit-precision: %u rounds, %u of %u variables as bit-vectors", e->rounds, e->lifted, e->variables);
  s->rounds += e->rounds;
  s->lifted = MAX(s->lifted, e->lifted);
  s->variables = MAX(s->variables, e->variables);
}

Answer *over_approximate(Loop *l, Conditioned p) {
  Question q = question(l, p, patience(l));
  const double asked = elapsed(l);
  Answer *e = portfolio_ask(&l->portfolio, &q);
  say_by(l, e->engine, asked, "%s at unrolling %u", answer_kind_name(e->kind), e->unrolling);
  note_proof(l, e);
  note_inputs(l, e->inputs);
  return e;
}

gboolean is_effective(const Loop *l, const Answer *e) {
  return e->kind == ANSWER_SAFE || (e->kind == ANSWER_ERROR && !knowledge_has_seen(l->known, e->error));
}

char *why_open(const GPtrArray *reasons, gboolean error, guint unrolling) {
  if (reasons->len) return g_strdup((const char *)reasons->pdata[0]);
  if (error) return g_strdup("a possible failure was not confirmed");
  if (!unrolling) return NULL;
  return g_strdup_printf("runs of more than %u iterations of a loop were not followed", unrolling);
}

void keep_residue(Loop *l, const Answer *e) {
  knowledge_keep_residue(l->known, e->residue, why_open(e->reasons, e->kind == ANSWER_ERROR, e->unrolling),
                         e->unrolling);
}

/* ---- the under-approximator ---- */

static gboolean run_confirmation(gpointer data, GByteArray *out) {
  Evidence *e = symex_confirm((const Confirmation *)data);
  if (!e) return FALSE;
  evidence_write(out, e);
  evidence_free(e);
  return TRUE;
}

Evidence *under_approximate(Loop *l, Confirmation *c, double seconds) {
  c->question.deadline = MIN(l->deadline, g_get_monotonic_time() + (gint64)(1e6 * seconds));
  const double asked = elapsed(l);
  GByteArray *bytes = NULL;
  job_run("symex", run_confirmation, c,
          (JobLimits){MIN(seconds, seconds_left(l)) + 0.5, l->portfolio.memory_bytes}, &bytes);
  Evidence *e = bytes ? evidence_read(l->cfc->program, bytes) : NULL;
  if (bytes) g_byte_array_unref(bytes);
  if (e) note_inputs(l, e->inputs);
  say_by(l, "symex", asked, "%s at unrolling %u: %u failing and %u valid regions",
         c->to_the_end  ? "all runs to the end"
         : c->point     ? "one path"
         : c->direction ? "directed"
                        : "all runs",
         c->question.start_unroll, e ? e->fails->len : 0, e ? e->valid->len : 0);
  return e;
}
