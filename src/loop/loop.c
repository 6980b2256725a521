/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the alternating loop: made and ended, its clock and its messages. */
#include "loop/loop.h"
#include "base/limits.h"
#include "loop/strategy.h"
#include "base/job.h"
#include "portfolio/order.h"
#include "base/progress.h"
#include "loop/schedule.h"

/* ---- time ---- */

double elapsed(const Loop *l) { return (g_get_monotonic_time() - l->options->start) / 1e6; }
double seconds_left(const Loop *l) { return (l->deadline - g_get_monotonic_time()) / 1e6; }
gboolean must_stop(const Loop *l) { return job_interrupted() || seconds_left(l) < limits.loop_least_seconds; }

static const char *doing(Phase phase, guint failing) {
  static const char *const texts[PHASE_N] = {[PHASE_FRONTEND] = "reading the program",
                                             [PHASE_POSSIBLE] = "looking for failing inputs",
                                             [PHASE_DEFINITE] = "confirming a possible failure",
                                             [PHASE_GUESS_AND_PROVE] = "bounding the failing inputs from both sides",
                                             [PHASE_GENERALIZE] = "widening upper bounds",
                                             [PHASE_SPECIALIZE] = "narrowing a possible failure",
                                             [PHASE_SLICE] = "dropping conditions that do not matter",
                                             [PHASE_MERGE] = "merging failing regions",
                                             [PHASE_SIMPLIFY] = "simplifying formulas"};
  return phase == PHASE_POSSIBLE && failing ? "proving that nothing else fails" : texts[phase];
}

static void show_progress(gpointer data) {
  const Loop *l = (const Loop *)data;
  const GPtrArray *settled = knowledge_settled(l->known);
  guint failing = 0;
  for (guint i = 0; i < settled->len; i++) failing += partition_fails((const Partition *)settled->pdata[i]);
  progress_update(&(Progress){phase_name(l->phase), doing(l->phase, failing), l->cfc->stats.iterations,
                              settled->len, failing, elapsed(l)});
}

Phase enter_phase(Loop *l, Phase p) {
  const Phase outer = l->phase;
  leave_phase(l, p);
  l->cfc->stats.runs[p]++;
  show_progress(l);
  return outer;
}

void leave_phase(Loop *l, Phase outer) {
  const gint64 now = g_get_monotonic_time();
  l->cfc->stats.seconds[l->phase] += (now - l->phase_start) / 1e6;
  l->phase_start = now;
  l->phase = outer;
}

/* ---- messages ---- */

void say_by(const Loop *l, const char *analyzer, double since, const char *format, ...) {
  va_list args;
  va_start(args, format);
  char *text = g_strdup_vprintf(format, args);
  va_end(args);
  const double now = elapsed(l);
  if (l->options->verbosity >= 1) {
    progress_clear();
    g_printerr("[%7.2f] %-15s %s%s%s\n", now, phase_name(l->phase), analyzer ? analyzer : "",
               analyzer ? ": " : "", text);
  }
  cfc_event(l->cfc, l->phase, analyzer, now, since < 0 ? 0 : now - since, text);
}

/* Why the answer of an external verifier is of no use: once, however often it is asked. */
static void say_remark(gpointer data, const char *remark) {
  const Loop *l = (const Loop *)data;
  if (g_hash_table_add(l->remarks, g_strdup(remark))) say(l, "%s", remark);
}

/* ---- reasoning for knowledge.h ---- */

static gboolean prove_implication(gpointer data, const Term *a, const Term *b) {
  const Loop *l = (const Loop *)data;
  const double seconds = CLAMP(limits.loop_implication_share * seconds_left(l),
                               limits.loop_implication_least_seconds, limits.loop_implication_seconds);
  return !must_stop(l) && polish_implies(a, b, seconds, l->portfolio.memory_bytes);
}

static void simplify_formulas(gpointer data, Polish *items, guint n) {
  Loop *l = (Loop *)data;
  Phase outer = enter_phase(l, PHASE_SIMPLIFY);
  polish(l->cfc->program, items, n,
         CLAMP(limits.loop_simplify_share * seconds_left(l), limits.loop_simplify_least_seconds,
               limits.loop_simplify_seconds),
         l->portfolio.memory_bytes);
  leave_phase(l, outer);
}

/* ---- made and ended ---- */

/* All analyzers take part, or the one that was named. */
static Portfolio portfolio_for(Loop *l) {
  const AnalysisOptions *o = l->options;
  const Analyzer *only = o->engine && o->registry ? registry_find(o->registry, o->engine) : NULL;
  return (Portfolio){.only = o->engine ? engine_find(o->engine) : NULL,
                     .memory_bytes = (gsize)o->memory_mib << 20,
                     .tick = show_progress,
                     .tick_data = l,
                     .remark = say_remark,
                     .jobs = o->jobs,
                     .order = order_new(),
                     .registry = o->registry,
                     .only_external = only && only->external ? only : NULL,
                     .claims = g_array_new(FALSE, FALSE, sizeof(Claim)),
                     .failing = knowledge_failing(l->known)};
}

Loop *loop_new(Program *program, const AnalysisOptions *o) {
  Loop *l = g_new(Loop, 1);
  *l = (Loop){.options = o,
              .cfg = cfg_new(program),
              .cfc = cfc_new(program),
              .noted = g_hash_table_new(NULL, NULL),
              .remarks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL),
              .whole = TRUE,
              .unroll = 1,
              .deadline = schedule_alternation(o),
              .phase = PHASE_FRONTEND,
              .phase_start = o->start};
  l->known = knowledge_new(l->cfc, l->cfg, (Reasoner){prove_implication, simplify_formulas, l});
  l->portfolio = portfolio_for(l);
  l->cfc->stats.runs[PHASE_FRONTEND] = 1;
  l->cfc->stats.strategies = strategy_times_new();
  return l;
}

Cfc *loop_finish(Loop *l) {
  Cfc *cfc = l->cfc;
  cfc->stats.members = order_standings(l->portfolio.order);
  order_free(l->portfolio.order);
  g_array_unref(l->portfolio.claims);
  knowledge_free(l->known);
  g_hash_table_unref(l->noted);
  g_hash_table_unref(l->remarks);
  cfg_free(l->cfg);
  g_free(l);
  return cfc;
}
