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
 * partition of its own. */
#include "acf.h"
#include "conditioner/condition.h"
#include "disagree.h"
#include "formula/print.h"
#include "formula/readable.h"
#include "generalize.h"
#include "meet.h"
#include "polish.h"
#include "portfolio/analyzer.h"
#include "portfolio/portfolio.h"
#include "portfolio/under.h"
#include "progress.h"
#include "slicer/slice.h"
#include "witness/match.h"
#include <sys/resource.h>

#define MAX_PARTITIONS 64
#define GENERALIZE_ROUNDS 3
/* More occurrences of an input cannot be named; the unrolling bounds them long before. */
#define ALL_INPUTS ((1u << 20) - 1)
#define LISTED_INPUTS 256
#define MOST_TURNS 4096   /* for the first unrolling at which a single run is looked for */
#define OUTSIDE_SHARE 0.4 /* of the time that is left, for external under-approximators */
#define READABLE_UNROLL 64
#define FILL_UNROLL 1024
#define DEEPEN_FIRST 32   /* unrolling up to which loops are followed before upper bounds are generalized */

typedef struct {
  const Options *options;
  Cfg *cfg;
  Cfc *cfc;             /* F, the accumulated characterization */
  Conditioned program;  /* p', the program without what is settled */
  GHashTable *noted;    /* the inputs that F lists */
  GPtrArray *seen;      /* Automaton*: reports of the over-approximators */
  const Term *valid;    /* V: reports that were refuted; nothing in it fails */
  const Term *residue;  /* all failing inputs are in the settled partitions or here */
  const Term *bound;    /* and all of them are here */
  const char *bound_by; /* who proved that; NULL: nobody had to */
  GPtrArray *failing;   /* Model*: inputs that fail for certain */
  char *residue_reason;
  Portfolio portfolio;
  guint unroll;    /* where the next question starts */
  gboolean whole;  /* confirming all failures at once still works */
  gboolean met;    /* a region was guessed and put to the proof */
  gint64 deadline; /* of the alternation; a little is kept for the end */
  Phase phase;
  gint64 phase_start;
} Acf;

/* ---- time and statistics ---- */

static double elapsed(const Acf *a) { return (g_get_monotonic_time() - a->options->start) / 1e6; }
static double seconds_left(const Acf *a) { return (a->deadline - g_get_monotonic_time()) / 1e6; }
static gboolean must_stop(const Acf *a) { return job_interrupted() || seconds_left(a) < 0.05; }

static void show_progress(gpointer data) {
  const Acf *a = (const Acf *)data;
  progress_update(phase_name(a->phase), a->cfc->stats.iterations, a->cfc->partitions->len, elapsed(a));
}

/* Phases nest: the outer one stands still meanwhile. */
static Phase enter_phase(Acf *a, Phase p) {
  gint64 now = g_get_monotonic_time();
  Phase outer = a->phase;
  a->cfc->stats.seconds[outer] += (now - a->phase_start) / 1e6;
  a->phase_start = now;
  a->phase = p;
  a->cfc->stats.runs[p]++;
  show_progress(a);
  return outer;
}

static void leave_phase(Acf *a, Phase outer) {
  gint64 now = g_get_monotonic_time();
  a->cfc->stats.seconds[a->phase] += (now - a->phase_start) / 1e6;
  a->phase_start = now;
  a->phase = outer;
}

/* What is going on goes into the timeline and, with -v, on a line of its own to stderr.  analyzer: who says
 * so (NULL: acf itself); since: when it was asked, as elapsed() told (negative: nobody was). */
static void say_by(const Acf *a, const char *analyzer, double since, const char *format, ...)
    G_GNUC_PRINTF(4, 5);
static void say_by(const Acf *a, const char *analyzer, double since, const char *format, ...) {
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
#define say(a, ...) say_by((a), NULL, -1, __VA_ARGS__)

static void note_reasons(Acf *a, const GPtrArray *reasons) {
  for (guint i = 0; i < reasons->len; i++) cfc_note(a->cfc, "%s", (const char *)reasons->pdata[i]);
}

/* The inputs that runs read, for the reader; a run through large arrays reads more than anyone wants to see
 * listed. */
static void note_inputs(Acf *a, const GPtrArray *inputs) {
  for (guint i = 0; i < inputs->len && a->cfc->inputs->len < LISTED_INPUTS; i++)
    if (g_hash_table_add(a->noted, inputs->pdata[i])) g_ptr_array_add(a->cfc->inputs, inputs->pdata[i]);
}

/* ---- asking ---- */

static Question question(const Acf *a, Conditioned p, double seconds) {
  gint64 until = g_get_monotonic_time() + (gint64)(1e6 * seconds);
  guint k = a->options->inputs_per_site;
  return (Question){p.program,
                    p.cfg,
                    p.assume,
                    MAX(a->unroll, 1),
                    a->options->unroll,
                    k ? MIN(k, ALL_INPUTS) : ALL_INPUTS,
                    MIN(until, a->deadline),
                    FALSE,
                    a->options->precision,
                    a->options->candidates};
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

static Answer *over_approximate(Acf *a, Conditioned p) {
  Question q = question(a, p, patience(a));
  double asked = elapsed(a);
  Answer *e = portfolio_ask(&a->portfolio, &q);
  say_by(a, e->engine, asked, "%s at unrolling %u", answer_kind_name(e->kind), e->unrolling);
  note_proof(a, e);
  note_inputs(a, e->inputs);
  return e;
}

/* Why a residue is not smaller, to free. */
static char *residue_reason(const GPtrArray *reasons, gboolean error, guint unrolling) {
  if (reasons->len) return g_strdup((const char *)reasons->pdata[0]);
  if (error) return g_strdup("a possible failure was not confirmed");
  return g_strdup_printf("runs longer than %u turns of a loop were not followed", unrolling);
}

/* What an answer proves stays known: later ones only replace it where they say something.  Takes the reason.
 */
static void keep_residue(Acf *a, const Term *residue, char *reason, guint unrolling) {
  if (term_is_true(residue) || !can_state(residue)) {
    g_free(reason);
    return;
  }
  a->residue = residue;
  g_free(a->residue_reason);
  a->residue_reason = reason;
  a->cfc->stats.unrolling = MAX(a->cfc->stats.unrolling, unrolling);
}

static gboolean was_seen(const Acf *a, const Answer *e) {
  for (guint i = 0; i < a->seen->len; i++)
    if (automaton_same_shape((const Automaton *)a->seen->pdata[i], e->error)) return TRUE;
  return FALSE;
}

static gboolean is_new_error(const Acf *a, const Answer *e) {
  return e->kind == ANSWER_ERROR && !was_seen(a, e);
}

/* ---- MERGE ---- */

/* Embeds: the program without what is settled. */
static void embed(Acf *a) {
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
    else if (polish_implies(old->upper, found, CLAMP(seconds_left(a) / 8, 0.2, 3), a->portfolio.memory_bytes))
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

static void merge(Acf *a, GPtrArray *fresh) {
  Phase outer = enter_phase(a, PHASE_MERGE);
  absorb_old(a, fresh);
  const Term *taken = add_fresh(a, fresh, TRUE, cfc_upper(a->cfc));
  add_fresh(a, fresh, FALSE, taken);
  g_ptr_array_set_size(fresh, 0);
  embed(a);
  leave_phase(a, outer);
}

/* ---- formulas in shape ---- */

static void simplify(Acf *a, GPtrArray *partitions) {
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

static void collect_points(GPtrArray *points, const GPtrArray *partitions) {
  for (guint i = 0; i < partitions->len; i++) {
    const GPtrArray *examples = ((const Partition *)partitions->pdata[i])->examples;
    for (guint e = 0; e < examples->len; e++)
      g_ptr_array_add(points, model_copy((const Model *)examples->pdata[e]));
  }
}

static void add_error(GArray *errors, IrLoc error) {
  for (guint i = 0; i < errors->len; i++)
    if (loc_same(g_array_index(errors, IrLoc, i), error)) return;
  g_array_append_val(errors, error);
}

static void add_errors(GArray *errors, const GArray *more) {
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
  a->bound = b.upper;
  a->bound_by = b.proof_of_upper;
  if (!term_is_false(b.lower)) add_proven_region(a, fresh, b.lower);
  if (met) a->cfc->stats.closed_by = b.proof_of_upper;
  embed(a);
  g_ptr_array_unref(m.points);
  leave_phase(a, outer);
  return met;
}

/* ---- DEFINITE ---- */

static gboolean run_confirmation(gpointer data, GByteArray *out) {
  Evidence *e = symex_confirm((const Confirmation *)data);
  evidence_write(out, e);
  evidence_free(e);
  return TRUE;
}

static Evidence *under_approximate(Acf *a, Confirmation *c, double seconds) {
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

/* Are the regions all that may fail, plainly? */
static gboolean accounts_for_all(const Evidence *e) {
  return !e->partial && term_is_false(term_and(e->residue, term_not(evidence_fails(e))));
}

/* All failures within an unrolling; NULL: not within the time. */
static Evidence *confirm_at(Acf *a, guint k) {
  Confirmation c = {.question = question(a, condition_none(a->program.program, a->cfg), 0)};
  c.question.start_unroll = k;
  return under_approximate(a, &c, seconds_left(a) / 2);
}

/* All failures within the unrolling that showed the error.  Under its condition the over-approximator may
 * have come further at the same unrolling, so a little more may be needed for its point to be among them. */
static Evidence *confirm_whole(Acf *a, const Answer *error) {
  if (!a->whole || !error->point || a->options->engine) return NULL;
  guint turns = MIN(automaton_repeats(error->error), MOST_TURNS); /* of a run that was not met by unrolling */
  guint first = error->unrolling ? error->unrolling : turns / 8 + 1;
  for (guint k = first; k <= 8 * first && !must_stop(a); k *= 2) {
    Evidence *e = confirm_at(a, k);
    if (!e || e->partial) a->whole = FALSE;
    if (!e) break;
    gboolean includes_it = term_eval(evidence_fails(e), error->point) != 0;
    e->whole = a->whole && includes_it;
    if (includes_it || (e->partial && e->fails->len)) return e;
    evidence_free(e);
    if (!a->whole) break;
  }
  return NULL;
}

static const Term *pinned(const Model *point, const GPtrArray *inputs) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    const Term *here = input->width == 1
                           ? (model_value(point, input) ? input : term_not(input))
                           : term_eq(input, term_const(input->width, model_value(point, input)));
    t = term_and(t, here);
  }
  return t;
}

/* SPECIALIZE: first a prefix of the path with everything after it, then the values of one point. */
static Evidence *specialize(Acf *a, const Answer *error, const Evidence *path) {
  Phase outer = enter_phase(a, PHASE_SPECIALIZE);
  Evidence *e = NULL;
  for (guint n = error->error->steps->len / 2; n > 0 && !e && !must_stop(a); n /= 4) {
    Automaton *prefix = automaton_prefix(error->error, n);
    Confirmation c = {.question = question(a, a->program, 0), .direction = prefix};
    c.question.start_unroll = MAX(error->unrolling, 2);
    e = under_approximate(a, &c, MIN(2, seconds_left(a) / 8));
    if (e && !e->fails->len) g_clear_pointer(&e, evidence_free);
    automaton_free(prefix);
  }
  if (!e && error->point && path && !must_stop(a)) {
    Confirmation c = {.question = question(a, a->program, 0)};
    const Term *point = pinned(error->point, path->inputs);
    c.question.condition = term_and(a->program.assume, point);
    c.question.start_unroll = MAX(error->unrolling, 64);
    e = under_approximate(a, &c, MIN(2, seconds_left(a) / 8));
    for (guint i = 0; e && i < e->fails->len; i++) {
      Region *r = &g_array_index(e->fails, Region, i);
      r->formula = term_and(r->formula, point);
    }
    if (e && !e->fails->len) g_clear_pointer(&e, evidence_free);
  }
  leave_phase(a, outer);
  return e;
}

/* What external under-approximators find along a report (NULL: anywhere), as far as symex confirms it. */
static Evidence *ask_outside(Acf *a, const Automaton *report) {
  if (a->options->engine || must_stop(a) || !under_available(a->portfolio.registry, a->program.program))
    return NULL;
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  Question q = question(a, a->program, OUTSIDE_SHARE * seconds_left(a));
  g_autofree char *why = NULL;
  Automaton *free_choice = automaton_new();
  Evidence *e =
      under_ask(a->portfolio.registry, &q, report ? report : free_choice, a->portfolio.memory_bytes, &why);
  if (e) note_inputs(a, e->inputs);
  say(a, "outside: %s", e ? "a candidate was confirmed" : why ? why : "nothing was said");
  automaton_free(free_choice);
  leave_phase(a, outer);
  return e;
}

/* Nobody could tell: a failing input that an external under-approximator knows is a report as well. */
static void report_from_outside(Acf *a, Answer *unknown) {
  Evidence *e = ask_outside(a, NULL);
  if (e && e->point && e->trace) {
    unknown->kind = ANSWER_ERROR;
    unknown->error = g_steal_pointer(&e->trace);
    unknown->point = g_steal_pointer(&e->point);
  }
  evidence_free(e);
}

/* A region that certainly fails, or one that certainly does not, or neither: then NULL. */
static Evidence *definite(Acf *a, const Answer *error) {
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  Evidence *e = confirm_whole(a, error);
  if (!e && error->point && !must_stop(a)) {
    Confirmation c = {.question = question(a, a->program, 0), .point = error->point};
    e = under_approximate(a, &c, seconds_left(a) / 2);
    if (e && !e->fails->len && !e->valid->len) {
      Evidence *special = specialize(a, error, e);
      if (special) {
        evidence_free(e);
        e = special;
      }
    }
  }
  if (!e || (!e->fails->len && !e->valid->len)) {
    Evidence *outside = ask_outside(a, error->error);
    if (outside) {
      evidence_free(e);
      e = outside;
    }
  }
  leave_phase(a, outer);
  return e;
}

/* ---- SLICE ---- */

static const Term *conjunction(const GArray *conjuncts, const gboolean *keep) {
  GPtrArray *t = g_ptr_array_new();
  for (guint i = 0; i < conjuncts->len; i++)
    if (!keep || keep[i]) g_ptr_array_add(t, (gpointer)g_array_index(conjuncts, PathConjunct, i).condition);
  const Term *c = term_and_n((const Term *const *)t->pdata, t->len);
  g_ptr_array_unref(t);
  return c;
}

/* With the dropped branches free, do all points of the wider region fail?  Only then is it claimed. */
static gboolean still_must(Acf *a, const Evidence *e, const gboolean *keep, const Term *wider) {
  Automaton *freed = automaton_copy(e->trace);
  for (guint i = 0; i < e->conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(e->conjuncts, PathConjunct, i);
    if (!keep[i] && c->step < freed->steps->len)
      g_array_index(freed->steps, AutomatonStep, c->step).successor = G_MAXUINT;
  }
  Confirmation c = {.question = question(a, condition_none(a->program.program, a->cfg), 0),
                    .direction = freed};
  c.question.condition = wider;
  c.question.start_unroll = freed->steps->len + 1;
  c.question.inputs_per_site = G_MAXUINT / 2;
  Evidence *f = under_approximate(a, &c, MIN(3, seconds_left(a) / 8));
  gboolean must =
      f && polish_implies(wider, evidence_fails(f), MIN(3, seconds_left(a) / 8), a->portfolio.memory_bytes);
  evidence_free(f);
  automaton_free(freed);
  return must;
}

/* Drops the conjuncts of a single path that its failure does not depend on. */
static void slice(Acf *a, Evidence *e) {
  if (!e->trace || e->fails->len != 1 || must_stop(a)) return;
  Phase outer = enter_phase(a, PHASE_SLICE);
  gboolean *keep = slice_path(a->program.program, a->cfg, e->trace, e->conjuncts);
  guint dropped = 0;
  for (guint i = 0; i < e->conjuncts->len; i++) dropped += !keep[i];
  const Term *wider = term_without_havoc(conjunction(e->conjuncts, keep), FALSE);
  if (dropped && still_must(a, e, keep, wider)) {
    g_array_index(e->fails, Region, 0).formula = wider;
    a->cfc->stats.conjuncts_sliced += dropped;
    say(a, "%u of %u conjuncts do not matter", dropped, e->conjuncts->len);
  }
  g_free(keep);
  leave_phase(a, outer);
}

/* ---- partitions from evidence ---- */

static void add_partition(Acf *a, GPtrArray *fresh, const Region *r, gboolean whole, const Model *point) {
  const Term *here = whole ? r->formula : term_and(r->formula, a->program.assume);
  if (term_is_false(here) || !can_state(here)) return;
  Partition *p = partition_new(here, here);
  p->whole = whole;
  p->doubtful = !point || !term_eval(here, point);
  if (!p->doubtful) g_ptr_array_add(p->examples, model_copy(point));
  if (r->error.file) g_array_append_val(p->errors, r->error);
  g_ptr_array_add(fresh, p);
}

/* The path of a report that could be neither confirmed nor refuted: those points may fail. */
static gboolean add_doubt(Acf *a, GPtrArray *fresh, const Evidence *e) {
  const Term *may = term_without_havoc(conjunction(e->conjuncts, NULL), TRUE);
  if (term_is_true(may) || !can_state(may)) return FALSE;
  Partition *p = partition_new(term_and(may, a->program.assume), term_bool(FALSE));
  p->reason =
      g_strdup(e->reasons->len ? (const char *)e->reasons->pdata[0] : "a possible failure was not confirmed");
  g_ptr_array_add(fresh, p);
  return TRUE;
}

/* point: a failing input that led to it, where one is known.  FALSE: the evidence leads nowhere. */
static gboolean take_evidence(Acf *a, Evidence *e, const Model *point, GPtrArray *fresh) {
  if (!e) return FALSE;
  for (guint i = 0; i < e->fails->len; i++)
    add_partition(a, fresh, &g_array_index(e->fails, Region, i), e->whole, point);
  if (fresh->len) {
    if (e->whole) {
      keep_residue(a, e->residue, residue_reason(e->reasons, FALSE, e->unrolling), e->unrolling);
      a->unroll = MAX(a->unroll, e->unrolling);
      if (accounts_for_all(e)) {
        a->residue = term_bool(FALSE);
        a->cfc->stats.closed_by = "symex";
      }
    }
    simplify(a, fresh);
    return fresh->len > 0;
  }
  for (guint i = 0; i < e->valid->len; i++) { /* v of the paper: never to be reported again */
    const Term *valid = term_and(g_array_index(e->valid, Region, i).formula, a->program.assume);
    if (term_is_false(valid)) return FALSE;
    a->valid = term_or(a->valid, valid);
    embed(a);
  }
  if (e->valid->len) return TRUE;
  return e->trace && add_doubt(a, fresh, e);
}

/* ---- disagreement ---- */

/* What fails for certain is held against what external verifiers called safe.  What rested on a verifier that
 * is wrong is open again.  TRUE: one was caught. */
static gboolean check_claims(Acf *a, const Model *point, const GPtrArray *partitions) {
  if (point) g_ptr_array_add(a->failing, model_copy(point));
  collect_points(a->failing, partitions);
  if (!disagree_check(&a->portfolio, a->cfc)) return FALSE;
  if (disagree_caught(&a->portfolio, a->bound_by)) {
    a->bound = term_bool(TRUE);
    a->bound_by = NULL;
    a->met = FALSE;
  }
  if (disagree_caught(&a->portfolio, a->cfc->stats.closed_by)) {
    a->residue = term_bool(TRUE);
    a->cfc->stats.closed_by = NULL;
  }
  embed(a);
  return TRUE;
}

/* A report that a trusted verifier denies, and that nothing confirms: the verifier is right. */
static gboolean is_denied(Acf *a, const Answer *report, const Evidence *e) {
  if (!report->denied_by || (e && e->fails->len) || disagree_caught(&a->portfolio, report->denied_by))
    return FALSE;
  a->residue = term_bool(FALSE);
  a->cfc->stats.closed_by = report->denied_by;
  return TRUE;
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
  gboolean closed = e->kind == ANSWER_UNKNOWN && state_unsolved(a, e, fresh);
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

/* ---- witnesses that the user gave ---- */

/* What is of no use changes no claim: so it is no note of the characterization. */
static void remark(const Acf *a, const char *witness, const char *what) {
  if (a->options->verbosity < 0) return;
  progress_clear();
  g_printerr("acf: note: %s: %s\n", witness, what);
}

static Evidence *follow_direction(Acf *a, const Match *m) {
  if (!m->direction->steps->len || must_stop(a)) return NULL;
  Confirmation c = {.question = question(a, a->program, 0), .direction = m->direction};
  c.question.start_unroll = MAX(m->direction->unrolling, 2);
  return under_approximate(a, &c, seconds_left(a) / 4);
}

static Evidence *follow_point(Acf *a, const Match *m) {
  if (!m->point || must_stop(a)) return NULL;
  Confirmation c = {.question = question(a, a->program, 0), .point = m->point};
  Evidence *e = under_approximate(a, &c, seconds_left(a) / 4);
  if (e) slice(a, e);
  return e;
}

/* The failing region that a witness leads to: along its branches, or on the path of its values; what it says
 * comes before what is guessed. */
static Evidence *follow(Acf *a, const Match *m) {
  Evidence *e = m->inferred ? follow_point(a, m) : follow_direction(a, m);
  if (e && e->fails->len) return e;
  evidence_free(e);
  return m->inferred ? follow_direction(a, m) : follow_point(a, m);
}

/* The first reports.  Only what symex confirms of them counts. */
static void follow_witnesses(Acf *a, GPtrArray *fresh) {
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  const GPtrArray *witnesses = a->options->witnesses;
  for (guint i = 0; witnesses && i < witnesses->len && !must_stop(a); i++) {
    const Witness *w = (const Witness *)witnesses->pdata[i];
    const char *path = a->options->direct[i];
    if (w->kind == WITNESS_CORRECTNESS) {
      remark(a, path, "a correctness witness leads to no failure; it is not followed");
      continue;
    }
    if (fresh->len) merge(a, fresh);
    a->cfc->stats.iterations++;
    Match *m = witness_match(a->program.program, w);
    Evidence *e = follow(a, m);
    say(a, "%s: %u of %u edges found in the program", path, m->matched, m->matched + m->unmatched);
    if (!e || !e->fails->len || !take_evidence(a, e, m->point, fresh))
      remark(a, path, "no failure was found on the way that this witness describes");
    for (guint k = 0; k < fresh->len; k++) /* what holds it all takes its place */
      ((Partition *)fresh->pdata[k])->whole = TRUE;
    evidence_free(e);
    match_free(m);
  }
  leave_phase(a, outer);
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

static void note_errors(Partition *p, const Evidence *e) {
  for (guint i = 0; i < e->fails->len; i++) {
    IrLoc error = g_array_index(e->fails, Region, i).error;
    if (error.file) add_error(p->errors, error);
  }
}

/* All failures of a partition within k turns: its lower bound, when nothing else can fail there, and part of
 * it while few turns keep that readable.  FALSE: deeper is of no use, for then it is closed, or too much to
 * follow. */
static gboolean fill(Acf *a, Partition *p, guint k) {
  Confirmation c = {.question = question(a, condition_none(a->program.program, a->cfg), 0)};
  c.question.condition = p->upper;
  c.question.start_unroll = k;
  Evidence *e = under_approximate(a, &c, seconds_left(a) / 2);
  gboolean all = e && !e->partial;
  const Term *found = all ? term_and(p->upper, evidence_fails(e)) : term_bool(FALSE);
  const Term *rest = all ? term_and(term_and(p->upper, e->residue), term_not(found)) : term_bool(TRUE);
  all = all && can_state(found) && can_state(rest);
  gboolean closed = all && (term_is_false(rest) || polish_implies(rest, term_bool(FALSE), seconds_left(a) / 4,
                                                                  a->portfolio.memory_bytes));
  if (closed || (all && k <= READABLE_UNROLL)) {
    p->doubtful |= term_is_false(p->lower);
    p->lower = term_or(p->lower, found);
    note_errors(p, e);
  }
  if (closed) {
    p->upper = p->lower;
    p->exact = TRUE;
    g_clear_pointer(&p->reason, g_free);
  }
  evidence_free(e);
  return all && !closed;
}

/* Deeper unrollings may still fill what is open; where few points are, they may even close it. */
static void grow_lowers(Acf *a) {
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  double stop = 0.4 * seconds_left(a);
  for (guint i = 0; i < a->cfc->partitions->len; i++) {
    Partition *p = (Partition *)a->cfc->partitions->pdata[i];
    gboolean open = !p->exact && !a->options->engine;
    for (guint k = 2 * a->unroll; open && k <= FILL_UNROLL && seconds_left(a) > stop && !must_stop(a); k *= 2)
      open = fill(a, p, k);
  }
  leave_phase(a, outer);
}

/* What is neither settled nor proven safe is a partition too: it may fail. */
static void close_residue(Acf *a) {
  if (term_is_false(a->residue)) return;
  const Term *rest = term_and(term_and(a->residue, a->bound), a->program.assume);
  if (!can_state(rest)) rest = a->program.assume;
  if (term_is_false(rest)) return;
  GPtrArray *last = g_ptr_array_new();
  Partition *p = partition_new(rest, term_bool(FALSE));
  p->reason = g_strdup(a->residue_reason ? a->residue_reason : "no engine could tell within the limits");
  g_ptr_array_add(last, p);
  simplify(a, last);
  if (last->len) g_ptr_array_add(a->cfc->partitions, p);
  g_ptr_array_unref(last);
}

static gboolean has_example(const Partition *p) {
  return p->examples->len && term_eval(p->lower, (const Model *)p->examples->pdata[0]);
}

/* Lowers that grew or were cut are put in shape again, with examples of their own; where the bounds now meet,
 * the partition is exact. */
static void finish_lower(Acf *a, Partition *p) {
  Polish item = {.formula = p->lower};
  polish(a->program.program, &item, 1, CLAMP(seconds_left(a) / 4, 0.3, 2), a->portfolio.memory_bytes);
  p->lower = item.empty ? term_bool(FALSE) : item.formula;
  if (p->exact) p->upper = p->lower;
  if (item.empty || !has_example(p)) g_ptr_array_set_size(p->examples, 0);
  if (item.example && !item.empty && !p->examples->len)
    g_ptr_array_add(p->examples, item.example);
  else if (item.example)
    model_free(item.example);
  p->doubtful &= p->examples->len == 0;
  if (p->exact || term_is_false(p->lower)) return;
  p->exact =
      polish_implies(p->upper, p->lower, CLAMP(seconds_left(a) / 4, 0.5, 5), a->portfolio.memory_bytes);
  if (!p->exact) return;
  p->lower = p->upper;
  g_clear_pointer(&p->reason, g_free);
}

static void finish_partitions(Acf *a) {
  GPtrArray *partitions = a->cfc->partitions;
  for (guint i = partitions->len; i-- > 0;) {
    Partition *p = (Partition *)partitions->pdata[i];
    gboolean finished = term_is_false(p->lower) || (p->exact && has_example(p));
    if (!finished) finish_lower(a, p);
    if (term_is_false(p->upper)) g_ptr_array_remove_index(partitions, i);
  }
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
                     .jobs = o->jobs,
                     .order = order_new(),
                     .registry = o->registry,
                     .only_external = only && only->external ? only : NULL,
                     .claims = g_array_new(FALSE, FALSE, sizeof(Claim)),
                     .failing = a->failing};
}

Cfc *acf_characterize(Program *program, const Options *o, const char *property) {
  Acf a = {.options = o,
           .residue = term_bool(TRUE),
           .valid = term_bool(FALSE),
           .bound = term_bool(TRUE),
           .whole = TRUE,
           .unroll = 1,
           .phase = PHASE_FRONTEND,
           .phase_start = o->start};
  program_prune_harmless(program);
  a.cfg = cfg_new(program);
  a.cfc = cfc_new(program, property);
  a.cfc->stats.runs[PHASE_FRONTEND] = 1;
  a.program = condition_none(program, a.cfg);
  a.noted = g_hash_table_new(NULL, NULL);
  a.seen = g_ptr_array_new_with_free_func((GDestroyNotify)automaton_free);
  a.failing = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  a.portfolio = portfolio_for(&a);
  a.deadline = o->start + (gint64)(1e6 * MAX(o->seconds * 0.92 - 0.3, 0.2));
  do alternate(&a);
  while (check_claims(&a, NULL, a.cfc->partitions) && !must_stop(&a));
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
  g_free(a.residue_reason);
  cfg_free(a.cfg);
  return a.cfc;
}
