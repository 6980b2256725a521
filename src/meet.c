/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess, then prove. */
#include "meet.h"
#include "child.h"
#include "engine/engine.h"
#include "formula/readable.h"
#include "frontend/frontend.h"
#include "learn/extrapolate.h"
#include "learn/learn.h"
#include "learn/margin.h"
#include "learn/patience.h"
#include "learn/survey.h"
#include "portfolio/analyzer.h"

#define MAX_GUESSES 6
#define MAX_PARTS 8 /* of a guess that are put to the proof by themselves */
#define SURVEYED_RUNS 64
#define FEW_RUNS 8
#define MAX_POINTS 4000
#define MAX_STEPS 300000 /* of one run */
#define OFFERS 4         /* guesses from small unrollings that are looked at, the deepest */
#define TAUGHT 4         /* formulas that a lesson ends with */

static double seconds_left(const Meeting *m) { return (m->question.deadline - g_get_monotonic_time()) / 1e6; }

/* ---- guessing, in a child ---- */

typedef struct {
  const Meeting *meeting;
  const GPtrArray *offers; /* Term*: guesses from small unrollings; for patience, the region in question */
  gint64 deadline;
} Lesson;

/* What a lesson teaches. */
typedef struct {
  const Term *region;
  const Term
      *endless[2];      /* of it: extreme inputs from which no run came to an end; then a few more of them */
  const Term *moderate; /* inputs that are far from the extremes */
} Guess;

static gpointer copy_point(gconstpointer point, gpointer data) { return model_copy((const Model *)point); }

static gboolean run_extrapolation(gpointer data, GByteArray *out) {
  const Lesson *l = (const Lesson *)data;
  g_autoptr(GPtrArray) offers = extrapolate(&l->meeting->question, l->deadline);
  while (offers->len < OFFERS) g_ptr_array_add(offers, (gpointer)term_bool(FALSE)); /* none */
  term_write(out, (const Term *const *)offers->pdata, OFFERS);
  return TRUE;
}

static gboolean run_lesson(gpointer data, GByteArray *out) {
  const Lesson *l = (const Lesson *)data;
  const Question *q = &l->meeting->question;
  Survey *survey = survey_new(q->program, q->cfg, q->condition, SURVEYED_RUNS, l->deadline);
  Sampler *s = sampler_new(q->program, q->condition, MAX_STEPS, l->deadline);
  g_ptr_array_extend(survey->points, l->meeting->points, copy_point, NULL);
  const Term *guess = learn_region(s, survey->inputs, survey->points, survey->atoms, l->offers, MAX_POINTS,
                                   l->deadline, NULL);
  if (!sampler_has_labels(s)) /* no run came to its end: that all fail is as good */
    guess = l->offers->len ? (const Term *)l->offers->pdata[0] : term_bool(TRUE);
  const Term *taught[TAUGHT] = {guess, margin_endless(s, guess, 1), margin_endless(s, guess, margin_step(s)),
                                margin_moderate(q->program, s, guess)};
  term_write(out, taught, TAUGHT);
  sampler_free(s);
  survey_free(survey);
  return TRUE;
}

/* The formulas that a child comes back with; FALSE: it did not. */
static gboolean ask_child(const char *name, JobFunction run, Lesson *l, double seconds, const Term **formulas,
                          guint n) {
  l->deadline = g_get_monotonic_time() + (gint64)(0.8e6 * seconds);
  JobLimits limits = {seconds, l->meeting->portfolio->memory_bytes};
  return child_formulas(name, run, l, limits, formulas, n);
}

static GPtrArray *find_offers(const Meeting *m) {
  Lesson l = {.meeting = m};
  const Term *found[OFFERS];
  GPtrArray *offers = g_ptr_array_new();
  if (!ask_child("extrapolate", run_extrapolation, &l, CLAMP(seconds_left(m) / 6, 0.5, 5), found, OFFERS))
    return offers;
  for (guint i = 0; i < OFFERS; i++)
    if (!term_is_false(found[i])) g_ptr_array_add(offers, (gpointer)found[i]);
  return offers;
}

/* FALSE: none was found in time. */
static gboolean guess_region(const Meeting *m, const GPtrArray *offers, Guess *g) {
  Lesson l = {.meeting = m, .offers = offers};
  const Term *taught[TAUGHT];
  if (!ask_child("learn", run_lesson, &l, CLAMP(seconds_left(m) / 4, 1, 6), taught, TAUGHT)) return FALSE;
  *g = (Guess){taught[0], {taught[1], taught[2]}, taught[3]};
  return TRUE;
}

/* ---- proving ---- */

Answer *meet_ask(const Meeting *m, const Term *condition, gboolean dual, double seconds) {
  Question q = m->question;
  q.start_unroll = 1;
  q.condition = term_and(q.condition, condition);
  q.dual = dual;
  q.deadline = MIN(q.deadline, g_get_monotonic_time() + (gint64)(1e6 * seconds));
  return portfolio_ask(m->portfolio, &q);
}

/* TRUE: the answer holds a point that the guess is wrong about. */
static gboolean learn_from(Meeting *m, Answer *a) {
  if (a->kind != ANSWER_ERROR || !a->point) return FALSE;
  g_ptr_array_add(m->points, a->point);
  a->point = NULL;
  return TRUE;
}

/* The two sides of a guess.  TRUE: it was refuted, and a better one may be found. */
static gboolean prove_upper(Meeting *m, const Term *guess, Bounds *b, double seconds) {
  Answer *a = meet_ask(m, term_not(guess), FALSE, seconds);
  gboolean refuted = learn_from(m, a);
  if (a->kind == ANSWER_SAFE) b->upper = guess, b->proof_of_upper = a->engine;
  answer_free(a);
  return refuted;
}

static gboolean prove_lower(Meeting *m, const Term *guess, Bounds *b, double seconds) {
  Answer *a = meet_ask(m, guess, TRUE, seconds);
  gboolean refuted = learn_from(m, a);
  if (a->kind == ANSWER_SAFE) b->lower = term_or(b->lower, guess), b->proof_of_lower = a->engine;
  answer_free(a);
  return refuted;
}

static gboolean may_go_on(const Meeting *m) { return !job_interrupted() && seconds_left(m) > 0.2; }

/* By which of our own engines (the upper bound names only who proved the rest of it); NULL: not proven. */
static const char *safe_by(Meeting *m, const Term *part) {
  if (term_is_false(part) || !may_go_on(m)) return NULL;
  Answer *a = meet_ask(m, part, FALSE, MIN(seconds_left(m) / 8, 4));
  gboolean safe = a->kind == ANSWER_SAFE && a->engine && engine_find(a->engine);
  const char *engine = safe ? a->engine : NULL;
  answer_free(a);
  return engine;
}

static gboolean is_safe(Meeting *m, const Term *part) { return safe_by(m, part) != NULL; }

/* Each conjunct that bounds the failures bounds them, whatever becomes of the others. */
static void prove_upper_in_parts(Meeting *m, const Term *guess, Bounds *b) {
  g_autoptr(GPtrArray) parts = readable_conjuncts(guess);
  if (parts->len < 2 || parts->len > MAX_PARTS) return;
  for (guint i = 0; i < parts->len && may_go_on(m); i++) {
    const Term *part = (const Term *)parts->pdata[i];
    const char *engine = safe_by(m, term_not(part));
    if (!engine) continue;
    b->upper = term_and(b->upper, part);
    b->proof_of_upper = engine;
  }
}

/* What could not be proven at once is proven in two parts: far from the extremes, where sums do not overflow;
 * and near them, where few turns may do. */
static void prove_in_parts(Meeting *m, const Term *region, const Term *moderate, Bounds *b) {
  const Term *inner = term_and(region, moderate), *rest = term_and(region, term_not(moderate));
  if (inner == region || !may_go_on(m)) return;
  prove_lower(m, inner, b, seconds_left(m) / 2);
  if (!b->proof_of_lower || !may_go_on(m)) return;
  prove_lower(m, rest, b, seconds_left(m));
  if (b->lower != inner) b->lower = region; /* both parts are proven */
}

/* With more of the endless points out of it, or in parts. */
static void prove_lower_otherwise(Meeting *m, const Guess *g, const Term *region, Bounds *b) {
  if (!term_is_false(b->endless) && g->endless[1] != g->endless[0] && is_safe(m, g->endless[1])) {
    b->endless = g->endless[1];
    region = term_and(region, term_not(b->endless));
    prove_lower(m, region, b, seconds_left(m) / 2);
  }
  if (!b->proof_of_lower) prove_in_parts(m, region, g->moderate, b);
}

/* TRUE: the guess was refuted, and a better one may be found.  Loops up to and including a bound never end
 * when it is the largest number there is: no run tells, for it would take too long, but that nothing fails
 * there is easy to prove.  The upper bound keeps those points all the same: compilers may take such loops to
 * end. */
static gboolean try_guess(Meeting *m, const Guess *g, Bounds *b) {
  gboolean endless = is_safe(m, g->endless[0]);
  const Term *region = endless ? term_and(g->region, term_not(g->endless[0])) : g->region;
  b->endless = endless ? g->endless[0] : term_bool(FALSE);
  gboolean refuted = prove_upper(m, g->region, b, seconds_left(m) / 2);
  if (!refuted && may_go_on(m)) refuted = prove_lower(m, region, b, seconds_left(m) / 2);
  if (refuted || !may_go_on(m)) return refuted;
  if (!b->proof_of_lower) prove_lower_otherwise(m, g, region, b);
  if (!b->proof_of_upper) prove_upper_in_parts(m, g->region, b);
  return FALSE;
}

/* ---- how long it takes ---- */

static gboolean run_patience(gpointer data, GByteArray *out) {
  const Lesson *l = (const Lesson *)data;
  const Question *q = &l->meeting->question;
  const Program *p = q->program;
  const Term *region = (const Term *)l->offers->pdata[0], *quick = term_bool(TRUE);
  if (frontend_still_turns(p)) {
    Survey *survey = survey_new(p, q->cfg, region, FEW_RUNS, l->deadline);
    quick = patience_near(p, survey->inputs, region, l->deadline);
    survey_free(survey);
  }
  term_write(out, &quick, 1);
  return TRUE;
}

const Term *meet_tedious(const Meeting *m, const Term *lower) {
  if (term_is_false(lower)) return lower;
  g_autoptr(GPtrArray) region = g_ptr_array_new();
  g_ptr_array_add(region, (gpointer)lower);
  Lesson l = {.meeting = m, .offers = region};
  const Term *quick;
  if (!ask_child("patience", run_patience, &l, CLAMP(seconds_left(m) / 4, 1, 6), &quick, 1))
    quick = term_bool(FALSE);
  return term_and(lower, term_not(quick));
}

Bounds meet(Meeting *m) {
  Bounds b = {.lower = term_bool(FALSE), .upper = term_bool(TRUE), .endless = term_bool(FALSE)};
  Guess g;
  g_autoptr(GPtrArray) offers = find_offers(m);
  for (gboolean refuted = TRUE; refuted && b.guesses < MAX_GUESSES && may_go_on(m);) {
    if (!guess_region(m, offers, &g) || g.region == b.guess || term_is_false(g.region)) break;
    b.guess = g.region;
    b.guesses++;
    refuted = try_guess(m, &g, &b);
  }
  b.tedious = meet_tedious(m, b.lower);
  return b;
}
