/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop's dealings with analyzers: time, questions, and what is noted of the answers. */
#include "alternation.h"
#include "portfolio/analyzer.h"
#include "progress.h"

/* More occurrences of an input cannot be named; the unrolling bounds them long before. */
#define ALL_INPUTS ((1u << 20) - 1)
#define LISTED_INPUTS 256

/* ---- time and statistics ---- */

double elapsed(const Acf *a) { return (g_get_monotonic_time() - a->options->start) / 1e6; }
double seconds_left(const Acf *a) { return (a->deadline - g_get_monotonic_time()) / 1e6; }
gboolean must_stop(const Acf *a) { return job_interrupted() || seconds_left(a) < 0.05; }

void show_progress(gpointer data) {
  const Acf *a = (const Acf *)data;
  progress_update(phase_name(a->phase), a->cfc->stats.iterations, a->cfc->partitions->len, elapsed(a));
}

Phase enter_phase(Acf *a, Phase p) {
  gint64 now = g_get_monotonic_time();
  Phase outer = a->phase;
  a->cfc->stats.seconds[outer] += (now - a->phase_start) / 1e6;
  a->phase_start = now;
  a->phase = p;
  a->cfc->stats.runs[p]++;
  show_progress(a);
  return outer;
}

void leave_phase(Acf *a, Phase outer) {
  gint64 now = g_get_monotonic_time();
  a->cfc->stats.seconds[a->phase] += (now - a->phase_start) / 1e6;
  a->phase_start = now;
  a->phase = outer;
}

void say_by(const Acf *a, const char *analyzer, double since, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = g_strdup_vprintf(format, args);
  va_end(args);
  double now = elapsed(a);
  if (a->options->verbosity >= 1) {
    progress_clear();
    g_printerr("[%7.2f] %-10s %s%s%s\n", now, phase_name(a->phase), analyzer ? analyzer : "",
               analyzer ? ": " : "", text);
  }
  cfc_event(a->cfc, a->phase, analyzer, now, since < 0 ? 0 : now - since, text);
}

void say_remark(gpointer data, const char *remark) {
  const Acf *a = (const Acf *)data;
  if (g_hash_table_add(a->remarks, g_strdup(remark))) say(a, "%s", remark);
}

void note_reasons(Acf *a, const GPtrArray *reasons) {
  for (guint i = 0; i < reasons->len; i++) cfc_note(a->cfc, "%s", (const char *)reasons->pdata[i]);
}

/* The inputs that runs read, for the reader; a run through large arrays reads more than anyone wants to see
 * listed. */
void note_inputs(Acf *a, const GPtrArray *inputs) {
  for (guint i = 0; i < inputs->len && a->cfc->inputs->len < LISTED_INPUTS; i++)
    if (g_hash_table_add(a->noted, inputs->pdata[i])) g_ptr_array_add(a->cfc->inputs, inputs->pdata[i]);
}

/* ---- asking ---- */

Question question(const Acf *a, Conditioned p, double seconds) {
  gint64 until = g_get_monotonic_time() + (gint64)(1e6 * seconds);
  guint k = a->options->inputs_per_site;
  return (Question){.program = p.program,
                    .cfg = p.cfg,
                    .condition = p.assume,
                    .start_unroll = MAX(a->unroll, 1),
                    .max_unroll = a->options->unroll,
                    .inputs_per_site = k ? MIN(k, ALL_INPUTS) : ALL_INPUTS,
                    .deadline = MIN(until, a->deadline),
                    .precision = a->options->precision,
                    .candidates = a->options->candidates};
}

/* As long as no region was guessed, not all time goes into going deeper. */
static double patience(const Acf *a) {
  return a->met || a->options->engine ? seconds_left(a)
                                      : MAX(0.35 * seconds_left(a), MIN(seconds_left(a), 2));
}

/* What a proof says of itself. */
static void note_proof(Acf *a, const Answer *e) {
  Statistics *s = &a->cfc->stats;
  for (guint i = 0; i < e->invariants->len; i++)
    say(a, "invariant: %s", (const char *)e->invariants->pdata[i]);
  for (guint i = 0; e->kind == ANSWER_SAFE && i < e->invariants->len; i++)
    g_ptr_array_add(a->cfc->invariants, g_strdup((const char *)e->invariants->pdata[i]));
  if (!e->rounds) return;
  say(a, "bit-precision: %u rounds, %u of %u variables as bit-vectors", e->rounds, e->lifted, e->variables);
  s->rounds += e->rounds;
  s->lifted = MAX(s->lifted, e->lifted);
  s->variables = MAX(s->variables, e->variables);
}

Answer *over_approximate(Acf *a, Conditioned p) {
  Question q = question(a, p, patience(a));
  double asked = elapsed(a);
  Answer *e = portfolio_ask(&a->portfolio, &q);
  say_by(a, e->engine, asked, "%s at unrolling %u", answer_kind_name(e->kind), e->unrolling);
  note_proof(a, e);
  note_inputs(a, e->inputs);
  return e;
}

static gboolean run_confirmation(gpointer data, GByteArray *out) {
  Evidence *e = symex_confirm((const Confirmation *)data);
  evidence_write(out, e);
  evidence_free(e);
  return TRUE;
}

Evidence *under_approximate(Acf *a, Confirmation *c, double seconds) {
  c->question.deadline = MIN(a->deadline, g_get_monotonic_time() + (gint64)(1e6 * seconds));
  double asked = elapsed(a);
  GByteArray *bytes = NULL;
  job_run("symex", run_confirmation, c,
          (JobLimits){MIN(seconds, seconds_left(a)) + 0.5, a->portfolio.memory_bytes}, &bytes);
  Evidence *e = bytes ? evidence_read(a->program.program, bytes) : NULL;
  if (bytes) g_byte_array_unref(bytes);
  if (e) note_inputs(a, e->inputs);
  say_by(a, "symex", asked, "%s at unrolling %u: %u failing and %u valid regions",
         c->point       ? "one path"
         : c->direction ? "directed"
                        : "all runs",
         c->question.start_unroll, e ? e->fails->len : 0, e ? e->valid->len : 0);
  return e;
}

/* Why a residue is not smaller, to free. */
char *residue_reason(const GPtrArray *reasons, gboolean error, guint unrolling) {
  if (reasons->len) return g_strdup((const char *)reasons->pdata[0]);
  if (error) return g_strdup("a possible failure was not confirmed");
  return g_strdup_printf("runs longer than %u turns of a loop were not followed", unrolling);
}

/* What an answer proves stays known: later ones only replace it where they say something.  Takes the reason.
 */
void keep_residue(Acf *a, const Term *residue, char *reason, guint unrolling) {
  if (term_is_true(residue) || !can_state(residue)) {
    g_free(reason);
    return;
  }
  a->residue = residue;
  g_free(a->residue_reason);
  a->residue_reason = reason;
  a->cfc->stats.unrolling = MAX(a->cfc->stats.unrolling, unrolling);
}
