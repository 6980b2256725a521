/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess, then prove. */
#include "loop/guess.h"
#include "base/limits.h"
#include "formula/child-formulas.h"
#include "engine/engine.h"
#include "formula/readable.h"
#include "frontend/frontend.h"
#include "learn/extrapolate.h"
#include "learn/learn.h"
#include "learn/type-limits.h"
#include "learn/endless-runs.h"
#include "learn/path-survey.h"
#include "base/job.h"

#define OFFERS 4  /* guesses from small unrollings that are looked at, the deepest; a dimension of arrays */
#define LEARNED 4 /* formulas that the learner writes; a dimension of arrays */

static double seconds_left(const GuessSearch *search) {
  return (search->question.deadline - g_get_monotonic_time()) / 1e6;
}

static double learning_seconds(const GuessSearch *search) {
  return CLAMP(limits.guess_learn_share * seconds_left(search), limits.guess_learn_least_seconds,
               limits.guess_learn_seconds);
}

/* ---- guessing, in a child ---- */

/* What a child is given. */
typedef struct {
  const GuessSearch *search;
  const GPtrArray *offers; /* Term*: guesses from small unrollings; of endless runs, the region asked about */
  Label long_runs;         /* what the learner takes them for */
  gint64 deadline;
} GuessTask;

/* What the learner comes back with. */
typedef struct {
  const Term *region;
  const Term
      *endless[2];      /* of it: extreme inputs from which no run came to an end; then a few more of them */
  const Term *moderate; /* inputs that are far from the extremes */
} Guess;

static gpointer copy_point(gconstpointer point, gpointer data) { return model_copy((const Model *)point); }

static gboolean run_extrapolation(gpointer data, GByteArray *out) {
  const GuessTask *l = (const GuessTask *)data;
  g_autoptr(GPtrArray) offers = extrapolate(&l->search->question, l->deadline);
  while (offers->len < OFFERS) g_ptr_array_add(offers, (gpointer)term_bool(FALSE)); /* none */
  term_write(out, (const Term *const *)offers->pdata, OFFERS);
  return TRUE;
}

static gint64 survey_deadline(const GuessTask *l) {
  const gint64 now = g_get_monotonic_time();
  return now + (gint64)(limits.guess_survey_share * (l->deadline - now));
}

static gboolean run_learner(gpointer data, GByteArray *out) {
  const GuessTask *l = (const GuessTask *)data;
  const Question *q = &l->search->question;
  PathSurvey *survey = path_survey_new(q->program, q->cfg, q->condition, limits.guess_surveyed_runs, survey_deadline(l));
  Sampler *s = sampler_new(q->program, q->condition, limits.guess_steps, l->deadline);
  sampler_leap(s, q->cfg);
  sampler_take_long_runs_for(s, l->long_runs);
  g_ptr_array_extend(survey->points, l->search->points, copy_point, NULL);
  const Term *guess = learn_region(s, survey->inputs, survey->points, survey->atoms, l->offers,
                                   limits.guess_points, l->deadline, NULL);
  if (!sampler_has_labels(s)) /* no run came to its end: that all fail is as good */
    guess = l->offers->len ? (const Term *)l->offers->pdata[0] : term_bool(TRUE);
  const Term *learned[LEARNED] = {guess, type_limits_endless(s, guess, 1),
                                  type_limits_endless(s, guess, type_limits_step(s)),
                                  type_limits_moderate(q->program, s, guess)};
  term_write(out, learned, LEARNED);
  sampler_free(s);
  path_survey_free(survey);
  return TRUE;
}

/* The formulas that a child comes back with; FALSE: it did not. */
static gboolean ask_child(const char *name, JobFunction run, GuessTask *l, double seconds,
                          const Term **formulas, guint n) {
  l->deadline = child_formulas_deadline(seconds);
  JobLimits limits = {seconds, l->search->portfolio->memory_bytes};
  return child_formulas(name, run, l, limits, formulas, n);
}

static GPtrArray *find_offers(const GuessSearch *search) {
  GuessTask l = {.search = search};
  const Term *found[OFFERS];
  GPtrArray *offers = g_ptr_array_new();
  if (!ask_child("extrapolate", run_extrapolation, &l,
                 CLAMP(limits.guess_extrapolate_share * seconds_left(search),
                       limits.guess_extrapolate_least_seconds, limits.guess_extrapolate_seconds),
                 found, OFFERS))
    return offers;
  for (guint i = 0; i < OFFERS; i++)
    if (!term_is_false(found[i])) g_ptr_array_add(offers, (gpointer)found[i]);
  return offers;
}

/* FALSE: none was found in time. */
static gboolean guess_region(const GuessSearch *search, const GPtrArray *offers, Label long_runs, Guess *g) {
  GuessTask l = {.search = search, .offers = offers, .long_runs = long_runs};
  const Term *learned[LEARNED];
  if (!ask_child("learn", run_learner, &l, learning_seconds(search), learned, LEARNED)) return FALSE;
  *g = (Guess){learned[0], {learned[1], learned[2]}, learned[3]};
  return TRUE;
}

/* ---- proving ---- */

/* Runs that never end are the failures, not what stands between a proof and them. */
static gboolean asks_for_end(const GuessSearch *search) {
  return property_asks_for_end(search->question.program->property);
}

Answer *guess_ask(const GuessSearch *search, const Term *condition, gboolean dual, double seconds) {
  Question q = search->question;
  q.start_unroll = 1;
  q.condition = term_and(q.condition, condition);
  q.dual = dual;
  q.deadline = MIN(q.deadline, g_get_monotonic_time() + (gint64)(1e6 * seconds));
  return portfolio_ask(search->portfolio, &q);
}

static gboolean is_proven(const Bounds *b) { return b->proof_of_lower && b->proof_of_upper; }

/* TRUE: the answer holds a point that the guess is wrong about. */
static gboolean learn_from(GuessSearch *search, Answer *a) {
  if (a->kind != ANSWER_ERROR || !a->point) return FALSE;
  g_ptr_array_add(search->points, a->point);
  a->point = NULL;
  return TRUE;
}

/* The two sides of a guess.  TRUE: it was refuted, and a better one may be found. */
static gboolean prove_upper(GuessSearch *search, const Term *guess, Bounds *b, double seconds) {
  Answer *a = guess_ask(search, term_not(guess), FALSE, seconds);
  gboolean refuted = learn_from(search, a);
  if (a->kind == ANSWER_SAFE) b->upper = guess, b->proof_of_upper = a->engine;
  answer_free(a);
  return refuted;
}

static gboolean prove_lower(GuessSearch *search, const Term *guess, Bounds *b, double seconds) {
  Answer *a = guess_ask(search, guess, TRUE, seconds);
  gboolean refuted = learn_from(search, a);
  if (a->kind == ANSWER_SAFE) b->lower = term_or(b->lower, guess), b->proof_of_lower = a->engine;
  answer_free(a);
  return refuted;
}

static gboolean may_go_on(const GuessSearch *search) {
  return !job_interrupted() && seconds_left(search) > limits.guess_least_seconds;
}

/* By which of our own engines (the upper bound names only the prover of the rest of it); NULL: not proven. */
static const char *safe_by(GuessSearch *search, const Term *part) {
  if (term_is_false(part) || !may_go_on(search)) return NULL;
  Answer *a = guess_ask(search, part, FALSE,
                        MIN(limits.guess_part_share * seconds_left(search), limits.guess_part_seconds));
  gboolean safe = a->kind == ANSWER_SAFE && a->engine && engine_find(a->engine);
  const char *engine = safe ? a->engine : NULL;
  answer_free(a);
  return engine;
}

static gboolean is_safe(GuessSearch *search, const Term *part) { return safe_by(search, part) != NULL; }

/* Each conjunct that bounds the failures bounds them, whatever becomes of the others. */
static void prove_upper_in_parts(GuessSearch *search, const Term *guess, Bounds *b) {
  g_autoptr(GPtrArray) parts = readable_conjuncts(guess);
  if (parts->len < 2 || parts->len > limits.guess_parts) return;
  for (guint i = 0; i < parts->len && may_go_on(search); i++) {
    const Term *part = (const Term *)parts->pdata[i];
    const char *engine = safe_by(search, term_not(part));
    if (!engine) continue;
    b->upper = term_and(b->upper, part);
    b->proof_of_upper = engine;
  }
}

/* For one proof of a side of a guess, within what is left. */
static double proof_seconds(const GuessSearch *search, double patience) {
  return MIN(patience, limits.guess_proof_share * seconds_left(search));
}

/* What fails for several reasons is proven for each of them. */
static void prove_disjuncts(GuessSearch *search, const Term *region, Bounds *b, double patience) {
  g_autoptr(GPtrArray) parts = readable_disjuncts(region);
  guint proven = 0;
  if (parts->len < 2 || parts->len > limits.guess_parts) return;
  for (guint i = 0; i < parts->len && may_go_on(search); i++) {
    const Term *before = b->lower;
    prove_lower(search, (const Term *)parts->pdata[i], b, proof_seconds(search, patience));
    proven += b->lower != before;
  }
  if (proven == parts->len) b->lower = region;
}

/* What could not be proven at once is proven in two parts: far from the extremes, where sums do not overflow;
 * and near them, where few iterations may do. */
static void prove_in_parts(GuessSearch *search, const Term *region, const Term *moderate, Bounds *b,
                           double patience) {
  const Term *inner = term_and(region, moderate), *rest = term_and(region, term_not(moderate));
  if (inner == region || !may_go_on(search)) return;
  prove_lower(search, inner, b, proof_seconds(search, patience));
  if (!b->proof_of_lower || !may_go_on(search)) return;
  prove_lower(search, rest, b, seconds_left(search));
  if (b->lower != inner) b->lower = region; /* both parts are proven */
}

/* With more of the endless points out of it, or in parts. */
static void prove_lower_otherwise(GuessSearch *search, const Guess *g, const Term *region, Bounds *b,
                                  double patience) {
  if (!term_is_false(b->endless) && g->endless[1] != g->endless[0] && is_safe(search, g->endless[1])) {
    b->endless = g->endless[1];
    region = term_and(region, term_not(b->endless));
    prove_lower(search, region, b, proof_seconds(search, patience));
  }
  if (!b->proof_of_lower) prove_disjuncts(search, region, b, patience);
  if (!b->proof_of_lower) prove_in_parts(search, region, g->moderate, b, patience);
}

/* For the proof of a region as a whole: time is kept for its alternatives. */
static double whole_seconds(const GuessSearch *search, const Term *region, double patience) {
  g_autoptr(GPtrArray) parts = readable_disjuncts(region);
  const gboolean apart = parts->len > 1 && parts->len <= limits.guess_parts;
  return (apart ? limits.guess_whole_share : 1) * proof_seconds(search, patience);
}

/* The sides that are not proven yet.  TRUE: the guess was refuted, and a better one may be found. */
static gboolean prove_sides(GuessSearch *search, const Guess *g, Bounds *b, double patience) {
  const Term *region = term_and(g->region, term_not(b->endless));
  gboolean refuted = !b->proof_of_upper && prove_upper(search, g->region, b, proof_seconds(search, patience));
  if (!refuted && !b->proof_of_lower && may_go_on(search))
    refuted = prove_lower(search, region, b, whole_seconds(search, region, patience));
  if (!refuted && !b->proof_of_lower && may_go_on(search)) prove_lower_otherwise(search, g, region, b, patience);
  return refuted;
}

/* TRUE: the guess was refuted, and a better one may be found.  Loops up to and including a bound never end
 * when it is the largest number there is: no run shows it, for it would take too long, but that nothing fails
 * there is easy to prove.  The upper bound keeps those points all the same: compilers may take such loops to
 * end.  Every way to prove is tried with little patience before one is tried with more. */
static gboolean try_guess(GuessSearch *search, const Guess *g, Bounds *b) {
  gboolean endless = !asks_for_end(search) && is_safe(search, g->endless[0]), again = TRUE;
  b->endless = endless ? g->endless[0] : term_bool(FALSE);
  for (double patience = limits.guess_proof_seconds; again; patience *= limits.guess_proof_growth) {
    again = patience < limits.guess_proof_share * seconds_left(search);
    if (prove_sides(search, g, b, patience)) return TRUE;
    again = again && !is_proven(b) && may_go_on(search);
  }
  if (!b->proof_of_upper && may_go_on(search)) prove_upper_in_parts(search, g->region, b);
  return FALSE;
}

/* ---- how long it takes ---- */

static gboolean run_endless_runs(gpointer data, GByteArray *out) {
  const GuessTask *l = (const GuessTask *)data;
  const Question *q = &l->search->question;
  const Program *p = q->program;
  const Term *region = (const Term *)l->offers->pdata[0], *quick = term_bool(TRUE);
  if (frontend_loops_remain(p)) {
    PathSurvey *survey = path_survey_new(p, q->cfg, region, limits.guess_few_runs, survey_deadline(l));
    quick = endless_runs_none_near(p, q->cfg, survey->inputs, survey->points, region, l->deadline);
    path_survey_free(survey);
  }
  term_write(out, &quick, 1);
  return TRUE;
}

/* An overflow by counting is such a run as a rule, and a failure all the same: only error calls must be seen. */
const Term *guess_slow(const GuessSearch *search, const Term *lower) {
  if (term_is_false(lower)) return lower;
  if (search->question.program->property->kinds != 1u << PROPERTY_UNREACH_CALL) return term_bool(FALSE);
  g_autoptr(GPtrArray) region = g_ptr_array_new();
  g_ptr_array_add(region, (gpointer)lower);
  GuessTask l = {.search = search, .offers = region};
  const Term *quick;
  if (!ask_child("endless-runs", run_endless_runs, &l, learning_seconds(search), &quick, 1))
    quick = term_bool(FALSE);
  return term_and(lower, term_not(quick));
}

/* Until no guess is refuted any more. */
static void try_guesses(GuessSearch *search, const GPtrArray *offers, Label long_runs, Bounds *b) {
  Guess g;
  const guint most = b->guesses + limits.guess_guesses;
  for (gboolean refuted = TRUE; refuted && b->guesses < most && may_go_on(search);) {
    if (!guess_region(search, offers, long_runs, &g) || g.region == b->guess || term_is_false(g.region)) break;
    b->guess = g.region;
    b->guesses++;
    refuted = try_guess(search, &g, b);
  }
}

/* What counts until its sum overflows takes too long to be seen to fail.  So the other guess is that long runs do. */
static void try_long_runs(GuessSearch *search, const GPtrArray *offers, Bounds *b) {
  const char *of_lower = b->proof_of_lower, *of_upper = b->proof_of_upper;
  b->proof_of_lower = b->proof_of_upper = NULL;
  try_guesses(search, offers, LABEL_FAIL, b);
  if (!b->proof_of_lower) b->proof_of_lower = of_lower;
  if (!b->proof_of_upper) b->proof_of_upper = of_upper;
}

Bounds guess_bounds(GuessSearch *search) {
  Bounds b = {.lower = term_bool(FALSE), .upper = term_bool(TRUE), .endless = term_bool(FALSE)};
  g_autoptr(GPtrArray) offers = find_offers(search);
  const gint64 deadline = search->question.deadline;
  const gboolean counts = property_counts(search->question.program->property, FAILURE_OVERFLOW);
  if (counts) search->question.deadline = deadline - (gint64)(1e6 * limits.guess_long_share * seconds_left(search));
  try_guesses(search, offers, LABEL_UNKNOWN, &b);
  search->question.deadline = deadline;
  if (counts && !(b.proof_of_lower && b.upper == b.guess)) try_long_runs(search, offers, &b);
  b.slow = guess_slow(search, b.lower);
  return b;
}
