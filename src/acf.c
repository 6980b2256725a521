/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The alternating characterization of failures: Algorithm 1 of "Comprehensive Failure Characterization" (ASE
 * 2017).
 *
 * - POSSIBLE asks over-approximators for a failure outside all that is settled, with GENERALIZE when they
 *   cannot tell.
 * - DEFINITE asks symex to confirm it: a region of inputs that certainly fails, with SPECIALIZE when it
 *   cannot.
 * - SLICE drops what the failure does not depend on.
 * - MERGE adds the new partitions to the CFC, which stays disjoint.
 * - embed() excludes what is settled from the program, for all that follows.
 *
 * Past the paper: DEFINITE confirms all failures within the unrolling at once where that is small enough to
 * state, and every answer comes with a residue, outside of which nothing fails; so at any moment the settled
 * partitions and the residue bound the failing inputs, and stopping early only leaves the residue as a
 * partition of its own.
 *
 * What DEFINITE, SPECIALIZE and SLICE do is in definite.c; how analyzers are asked, in ask.c. */
#include "acf.h"
#include "alternation.h"
#include "few.h"
#include "formula/print.h"
#include "generalize.h"
#include "meet.h"
#include "polish.h"
#include "portfolio/analyzer.h"
#include "portfolio/external.h"
#include "portfolio/order.h"
#include "schedule.h"
#include "summary/summary.h"
#include <sys/resource.h>

#define MAX_PARTITIONS 64
#define SUMMARY_SECONDS 0.8 /* of CPU time for the summaries of recursive functions, at most */
#define GENERALIZE_ROUNDS 3
#define DEEPEN_FIRST 32 /* unrolling up to which loops are followed before upper bounds are generalized */

static gboolean was_seen(const Acf *a, const Answer *e) {
  for (guint i = 0; i < a->seen->len; i++)
    if (automaton_same_shape((const Automaton *)a->seen->pdata[i], e->error)) return TRUE;
  return FALSE;
}

static gboolean is_new_error(const Acf *a, const Answer *e) {
  return e->kind == ANSWER_ERROR && !was_seen(a, e);
}

/* ---- MERGE ---- */

void embed(Acf *a) {
  a->program = condition_none(a->program.program, a->cfg);
  a->program = condition_exclude(a->program, cfc_upper(a->cfc));
  a->program = condition_exclude(a->program, a->valid);
  a->program = condition_exclude(a->program, term_not(a->bound));
}

/* A whole region takes the place of what was found of it at smaller unrollings, where it is proven to hold
 * that; where an upper bound was generalized past it, the lower bound grows inside. */
static void absorb_old(Acf *a, const GPtrArray *fresh) {
  const Term *found = term_bool(FALSE);
  gboolean whole = FALSE;
  for (guint i = 0; i < fresh->len; i++) {
    const Partition *f = (const Partition *)fresh->pdata[i];
    whole |= f->whole;
    found = term_or(found, f->lower);
  }
  for (guint i = a->cfc->partitions->len; whole && i-- > 0;) {
    Partition *old = (Partition *)a->cfc->partitions->pdata[i];
    if (!old->whole) continue;
    if (!old->exact)
      old->lower = term_or(old->lower, term_and(old->upper, found));
    else if (!must_stop(a) &&
             polish_implies(old->upper, found, CLAMP(seconds_left(a) / 8, 0.2, 3), a->portfolio.memory_bytes))
      g_ptr_array_remove_index(a->cfc->partitions, i);
  }
}

/* Adds the fresh partitions that are exact, or those that are not, without what is taken. */
static const Term *add_fresh(Acf *a, const GPtrArray *fresh, gboolean exact, const Term *taken) {
  const Term *before = taken;
  for (guint i = 0; i < fresh->len; i++) {
    Partition *p = (Partition *)fresh->pdata[i];
    if (p->exact != exact) continue;
    const Term *others = term_not(exact ? before : taken); /* regions of one run are disjoint as they are */
    p->upper = term_and(p->upper, others);
    p->lower = term_and(p->lower, others);
    taken = term_or(taken, p->upper);
    if (!term_is_false(p->upper))
      g_ptr_array_add(a->cfc->partitions, p);
    else
      partition_free(p);
  }
  return taken;
}

void merge(Acf *a, GPtrArray *fresh) {
  Phase outer = enter_phase(a, PHASE_MERGE);
  absorb_old(a, fresh);
  const Term *taken = add_fresh(a, fresh, TRUE, cfc_upper(a->cfc));
  add_fresh(a, fresh, FALSE, taken);
  g_ptr_array_set_size(fresh, 0);
  embed(a);
  leave_phase(a, outer);
}

/* ---- formulas in shape ---- */

void simplify(Acf *a, GPtrArray *partitions) {
  Phase outer = enter_phase(a, PHASE_SIMPLIFY);
  Polish *items = g_new0(Polish, partitions->len);
  for (guint i = 0; i < partitions->len; i++) items[i].formula = ((Partition *)partitions->pdata[i])->upper;
  polish(a->program.program, items, partitions->len, CLAMP(seconds_left(a) / 4, 0.3, 6),
         a->portfolio.memory_bytes);
  for (guint i = partitions->len; i-- > 0;) {
    Partition *p = (Partition *)partitions->pdata[i];
    if (items[i].empty) {
      g_ptr_array_remove_index(partitions, i);
      partition_free(p);
      if (items[i].example) model_free(items[i].example);
      continue;
    }
    if (p->exact) p->lower = items[i].formula;
    p->upper = items[i].formula;
    if (items[i].example && !term_is_false(p->lower)) {
      g_ptr_array_set_size(p->examples, 0);
      g_ptr_array_add(p->examples, items[i].example);
      p->doubtful = FALSE;
    } else if (items[i].example)
      model_free(items[i].example);
  }
  g_free(items);
  leave_phase(a, outer);
}

/* ---- GENERALIZE ---- */

static const Term *uppers(const GPtrArray *partitions, const Partition *without) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < partitions->len; i++)
    if (partitions->pdata[i] != without) t = term_or(t, ((const Partition *)partitions->pdata[i])->upper);
  return t;
}

typedef struct {
  Acf *acf;
  Conditioned others; /* without everything but the partition in question */
  double seconds;     /* for one round of probes */
} Probing;

static void try_candidates(gpointer data, const Term *const *candidates, guint n, gboolean *effective) {
  Probing *p = (Probing *)data;
  Answer **answers = g_new0(Answer *, n);
  Question *q = g_new0(Question, n);
  for (guint i = 0; i < n; i++) {
    q[i] = question(p->acf, condition_exclude(p->others, candidates[i]), p->seconds);
    q[i].max_unroll = 4 * q[i].start_unroll;
  }
  portfolio_ask_all(&p->acf->portfolio, q, n, answers);
  for (guint i = 0; i < n; i++) {
    effective[i] = answers[i]->kind == ANSWER_SAFE || is_new_error(p->acf, answers[i]);
    answer_free(answers[i]);
  }
  g_free(q);
  g_free(answers);
}

/* Weakens one of the fresh uppers until the over-approximators say something new; NULL: no way found. */
static Answer *generalize_fresh(Acf *a, GPtrArray *fresh) {
  Phase outer = enter_phase(a, PHASE_GENERALIZE);
  Answer *e = NULL;
  for (guint i = 0; i < fresh->len && !e && !must_stop(a); i++) {
    Partition *p = (Partition *)fresh->pdata[i];
    Probing probing = {a, condition_exclude(a->program, uppers(fresh, p)),
                       CLAMP(seconds_left(a) / 8, 0.5, 10)};
    const Term *wider = generalize(p->upper, GENERALIZE_ROUNDS, try_candidates, &probing);
    if (!wider) continue;
    p->upper = wider;
    p->exact = FALSE;
    g_free(p->reason);
    p->reason = g_strdup("the upper bound was generalized: the failures within were not all confirmed");
    say(a, "the upper bound of a partition was widened");
    e = over_approximate(a, condition_exclude(a->program, uppers(fresh, NULL)));
  }
  leave_phase(a, outer);
  return e;
}

/* ---- guess and prove ---- */

void add_error(GArray *errors, IrLoc error) {
  for (guint i = 0; i < errors->len; i++)
    if (loc_same(g_array_index(errors, IrLoc, i), error)) return;
  g_array_append_val(errors, error);
}

void add_errors(GArray *errors, const GArray *more) {
  for (guint i = 0; i < more->len; i++) add_error(errors, g_array_index(more, IrLoc, i));
}

/* Takes a region out of the partitions; those in which nothing else can fail go.  Notes the errors reached.
 */
static void take_out(GPtrArray *partitions, const Term *region, const Term *bound, GArray *errors) {
  for (guint i = partitions->len; i-- > 0;) {
    Partition *p = (Partition *)partitions->pdata[i];
    if (!term_is_false(p->lower)) add_errors(errors, p->errors);
    const Term *rest = bound == region ? term_bool(FALSE) : term_and(bound, term_not(region));
    p->upper = term_and(p->upper, rest);
    p->lower = term_and(p->lower, rest);
    if (term_is_false(p->upper)) partition_free((Partition *)g_ptr_array_steal_index(partitions, i));
  }
}

static void add_proven_region(Acf *a, GPtrArray *fresh, const Term *region) {
  Partition *p = partition_new(region, region);
  take_out(a->cfc->partitions, region, a->bound, p->errors);
  take_out(fresh, region, a->bound, p->errors);
  p->whole = TRUE;
  GPtrArray *alone = g_ptr_array_new();
  g_ptr_array_add(alone, p);
  simplify(a, alone);
  g_ptr_array_extend(fresh, alone, NULL, NULL);
  g_ptr_array_unref(alone);
}

/* Where loops or recursion make the failing region grow with every unrolling: guess it all, and prove both
 * sides.  TRUE: the bounds meet, nothing is left to find. */
static gboolean meet_bounds(Acf *a, GPtrArray *fresh) {
  if (a->met || a->options->engine || must_stop(a)) return FALSE;
  Phase outer = enter_phase(a, PHASE_MEET);
  a->met = TRUE;
  Meeting m = {&a->portfolio, question(a, condition_none(a->program.program, a->cfg), 0.6 * seconds_left(a)),
               g_ptr_array_new_with_free_func((GDestroyNotify)model_free)};
  collect_points(m.points, a->cfc->partitions);
  collect_points(m.points, fresh);
  double asked = elapsed(a);
  Bounds b = meet(&m);
  g_autofree char *guess = b.guess ? term_to_c(a->program.program, b.guess, 200) : g_strdup("nothing");
  say(a, "guessed %s", guess);
  say_by(a, NULL, asked, "%u guesses: upper bound %s, lower bound %s", b.guesses,
         b.proof_of_upper ? b.proof_of_upper : "not proven",
         b.proof_of_lower ? b.proof_of_lower : "not proven");
  gboolean met = b.lower == b.upper;
  a->bound = met ? b.upper : term_and(a->bound, b.upper);
  a->bound_by = b.proof_of_upper;
  a->endless = b.endless;
  a->tedious = b.tedious;
  const Term *seen_to_fail = term_and(b.lower, term_not(b.tedious));
  if (!term_is_false(seen_to_fail)) add_proven_region(a, fresh, seen_to_fail);
  if (met) a->cfc->stats.closed_by = b.proof_of_upper;
  embed(a);
  g_ptr_array_unref(m.points);
  leave_phase(a, outer);
  return met;
}

/* The point of the report, when the evidence says that it fails. */
static const Model *confirmed_point(const Answer *report, const Evidence *e) {
  if (e && e->point) return e->point;
  return e && report->point && term_eval(evidence_fails(e), report->point) ? report->point : NULL;
}

/* ---- POSSIBLE ---- */

static void remember(Acf *a, const Answer *e) {
  if (e->kind == ANSWER_ERROR) g_ptr_array_add(a->seen, automaton_copy(e->error));
}

/* A failure seen before, only deeper: while unrolling is cheap, following it beats guessing where it ends. */
static gboolean worth_deepening(const Acf *a) {
  return a->unroll < DEEPEN_FIRST && seconds_left(a) > 0.6 * a->options->seconds;
}

/* Nobody could tell whether an input fails within the unrolling.  All that do can be stated nevertheless.
 * TRUE: and nothing else fails. */
static gboolean state_unsolved(Acf *a, const Answer *e, GPtrArray *fresh) {
  gboolean nothing_yet = fresh->len == 0 && a->cfc->partitions->len == 0;
  if (!nothing_yet || !a->whole || !e->unrolling || a->options->engine || term_is_true(e->residue))
    return FALSE;
  Evidence *all = confirm_at(a, e->unrolling);
  gboolean closed = all && all->fails->len && accounts_for_all(all);
  if (closed) {
    all->whole = TRUE;
    take_evidence(a, all, NULL, fresh);
  }
  evidence_free(all);
  return closed;
}

/* So few inputs are left that all of them can be tried.  TRUE: they were, and nothing is left. */
static gboolean try_all(Acf *a, const Answer *e, GPtrArray *fresh) {
  if (a->options->engine || must_stop(a) || term_is_true(e->residue)) return FALSE;
  double seconds = MIN(seconds_left(a) / 4, 5), asked = elapsed(a);
  Conditioned open = condition_exclude(a->program, uppers(fresh, NULL));
  const Term *left = term_and(term_and(e->residue, a->bound), open.assume);
  const Term *fails = few_fail(a->program.program, left, (JobLimits){seconds, a->portfolio.memory_bytes});
  if (!fails) return FALSE;
  say_by(a, NULL, asked, "the runs of all inputs that were left tell");
  if (!term_is_false(fails)) add_proven_region(a, fresh, fails);
  a->cfc->stats.closed_by = "runs";
  return TRUE;
}

/* Nothing is confirmed yet, and nobody could tell. */
static void take_forced(Acf *a, GPtrArray *fresh) {
  Evidence *e = forced_failures(a);
  take_evidence(a, e, NULL, fresh);
  evidence_free(e);
}

/* The question again, one step deeper, with all the time that is left. */
static Answer *go_on(Acf *a, Answer *e, const GPtrArray *fresh) {
  a->unroll = MAX(a->unroll, 2 * e->unrolling);
  keep_residue(a, e->residue, residue_reason(e->reasons, FALSE, e->unrolling), e->unrolling);
  answer_free(e);
  return over_approximate(a, condition_exclude(a->program, uppers(fresh, NULL)));
}

/* A failure outside what is settled, or the proof that there is none.  The fresh partitions, generalized
 * where that was needed, become part of the characterization. */
static Answer *possible(Acf *a, GPtrArray *fresh) {
  Phase outer = enter_phase(a, PHASE_POSSIBLE);
  Answer *e = over_approximate(a, condition_exclude(a->program, uppers(fresh, NULL)));
  if (e->kind == ANSWER_UNKNOWN && !a->met) report_from_outside(a, e);
  gboolean repeated = e->kind == ANSWER_ERROR && was_seen(a, e), guess = !a->met;
  gboolean closed = e->kind == ANSWER_UNKNOWN && (state_unsolved(a, e, fresh) || try_all(a, e, fresh));
  if (e->kind == ANSWER_UNKNOWN && !closed && !fresh->len) take_forced(a, fresh);
  if (closed || ((repeated || e->kind == ANSWER_UNKNOWN) && meet_bounds(a, fresh))) {
    e->kind = ANSWER_SAFE;
    e->residue = term_bool(FALSE);
  }
  if (e->kind == ANSWER_UNKNOWN && guess && !must_stop(a)) e = go_on(a, e, fresh);
  gboolean stale = e->kind == ANSWER_UNKNOWN || (repeated && e->kind == ANSWER_ERROR && !worth_deepening(a));
  if (stale && fresh->len && !must_stop(a)) {
    Answer *better = generalize_fresh(a, fresh);
    if (better && (better->kind == ANSWER_SAFE || is_new_error(a, better))) {
      answer_free(e);
      e = better;
    } else {
      answer_free(better);
    }
  }
  remember(a, e);
  merge(a, fresh);
  keep_residue(a, e->residue, residue_reason(e->reasons, e->kind == ANSWER_ERROR, e->unrolling),
               e->unrolling);
  if (e->kind != ANSWER_ERROR) note_reasons(a, e->reasons);
  leave_phase(a, outer);
  return e;
}

/* ---- the loop ---- */

static void alternate(Acf *a) {
  GPtrArray *fresh = g_ptr_array_new(); /* f: what the last round found */
  if (!a->options->engine && a->cfc->stats.iterations == 0) follow_witnesses(a, fresh);
  for (gboolean more = TRUE; more && !must_stop(a);) {
    a->cfc->stats.iterations++;
    Answer *report = possible(a, fresh);
    more = report->kind == ANSWER_ERROR;
    if (report->kind == ANSWER_SAFE) {
      a->residue = term_bool(FALSE);
      if (!a->cfc->stats.closed_by) a->cfc->stats.closed_by = report->engine;
    }
    if (report->kind != ANSWER_SAFE) bound_beyond(a);
    if (report->kind != ANSWER_SAFE) state_rounds(a, FALSE);
    if (more && !must_stop(a)) {
      Evidence *e = definite(a, report);
      if (e) slice(a, e);
      const Model *fails = confirmed_point(report, e);
      more = !is_denied(a, report, e) && take_evidence(a, e, e && e->point ? e->point : report->point, fresh);
      check_claims(a, fails, fresh);
      more = more && !term_is_false(a->residue) && !a->options->engine &&
             a->cfc->partitions->len < MAX_PARTITIONS;
      evidence_free(e);
    }
    answer_free(report);
  }
  merge(a, fresh);
  g_ptr_array_unref(fresh);
}

static void account(Acf *a) {
  struct rusage own, children;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &children);
  Statistics *s = &a->cfc->stats;
  s->cpu_seconds =
      own.ru_utime.tv_sec + own.ru_stime.tv_sec + children.ru_utime.tv_sec + children.ru_stime.tv_sec +
      (own.ru_utime.tv_usec + own.ru_stime.tv_usec + children.ru_utime.tv_usec + children.ru_stime.tv_usec) /
          1e6;
  s->max_rss_kib = MAX(own.ru_maxrss, children.ru_maxrss);
}

/* Who is asked: everybody, or the one analyzer that was named. */
static Portfolio portfolio_for(Acf *a) {
  const Options *o = a->options;
  const Analyzer *only = o->engine && o->registry ? registry_find(o->registry, o->engine) : NULL;
  return (Portfolio){.only = o->engine ? engine_find(o->engine) : NULL,
                     .memory_bytes = (gsize)o->memory_mib << 20,
                     .tick = show_progress,
                     .tick_data = a,
                     .remark = say_remark,
                     .jobs = o->jobs,
                     .order = order_new(),
                     .registry = o->registry,
                     .only_external = only && only->external ? only : NULL,
                     .claims = g_array_new(FALSE, FALSE, sizeof(Claim)),
                     .failing = a->failing};
}

/* External verifiers that are there and cannot begin where runs do. */
static void tell_left_out(const Acf *a) {
  const Registry *r = a->options->registry;
  for (guint i = 0; r && i < r->analyzers->len; i++) {
    const Analyzer *m = r->analyzers->pdata[i];
    const gboolean asked = m->member || g_strcmp0(m->name, a->options->engine) == 0;
    if (m->external && m->executable && asked && !external_begins(m->external, a->cfc->program))
      say_by(a, m->name, -1, "not asked: it starts all programs at main");
  }
}

/* What recursive functions return, where that is simple; their bodies are not needed then. */
static GPtrArray *summarize(Program *program, const Options *o) {
  const double seconds = MIN(SUMMARY_SECONDS, 0.05 * o->seconds);
  GPtrArray *told = program_summarize(program, seconds, (gsize)o->memory_mib << 20);
  if (told->len) program_prune_harmless(program);
  return told;
}

Cfc *acf_characterize(Program *program, const Options *o) {
  Acf a = {.options = o,
           .residue = term_bool(TRUE),
           .valid = term_bool(FALSE),
           .bound = term_bool(TRUE),
           .endless = term_bool(FALSE),
           .tedious = term_bool(FALSE),
           .whole = TRUE,
           .unroll = 1,
           .phase = PHASE_FRONTEND,
           .phase_start = o->start};
  program_prune_harmless(program);
  g_autoptr(GPtrArray) summaries = summarize(program, o);
  a.cfg = cfg_new(program);
  a.cfc = cfc_new(program);
  for (guint i = 0; i < summaries->len; i++) say(&a, "summary: %s", (const char *)summaries->pdata[i]);
  a.cfc->stats.runs[PHASE_FRONTEND] = 1;
  a.program = condition_none(program, a.cfg);
  a.noted = g_hash_table_new(NULL, NULL);
  a.remarks = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  a.seen = g_ptr_array_new_with_free_func((GDestroyNotify)automaton_free);
  a.failing = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  a.portfolio = portfolio_for(&a);
  tell_left_out(&a);
  a.deadline = schedule_alternation(o);
  do alternate(&a);
  while (check_claims(&a, NULL, a.cfc->partitions) && !must_stop(&a));
  if (!term_is_false(a.residue)) state_rounds(&a, TRUE);
  a.cfc->interrupted = must_stop(&a);
  close_residue(&a);
  grow_lowers(&a);
  finish_partitions(&a);
  leave_phase(&a, PHASE_FRONTEND);
  for (guint i = 0; i < program->unmodelled->len; i++)
    cfc_note(a.cfc, "%s", (const char *)program->unmodelled->pdata[i]);
  term_sort_inputs(a.cfc->inputs);
  account(&a);
  a.cfc->stats.members = order_standings(a.portfolio.order);
  order_free(a.portfolio.order);
  g_ptr_array_unref(a.seen);
  g_ptr_array_unref(a.failing);
  g_array_unref(a.portfolio.claims);
  g_hash_table_unref(a.noted);
  g_hash_table_unref(a.remarks);
  g_free(a.residue_reason);
  cfg_free(a.cfg);
  return a.cfc;
}
