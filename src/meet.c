/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess, then prove. */
#include "meet.h"
#include "child.h"
#include "engine/engine.h"
#include "learn/learn.h"
#include "learn/margin.h"
#include "learn/survey.h"
#include "portfolio/analyzer.h"

#define MAX_GUESSES 6
#define SURVEYED_RUNS 64
#define MAX_POINTS 4000
#define MAX_STEPS 300000 /* of one run */
#define TAUGHT 4         /* formulas that a lesson ends with */

static double seconds_left(const Meeting *m) { return (m->question.deadline - g_get_monotonic_time()) / 1e6; }

/* ---- guessing, in a child ---- */

typedef struct {
  const Meeting *meeting;
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

static gboolean run_lesson(gpointer data, GByteArray *out) {
  const Lesson *l = (const Lesson *)data;
  const Question *q = &l->meeting->question;
  Survey *survey = survey_new(q->program, q->cfg, q->condition, SURVEYED_RUNS, l->deadline);
  Sampler *s = sampler_new(q->program, q->condition, MAX_STEPS, l->deadline);
  g_ptr_array_extend(survey->points, l->meeting->points, copy_point, NULL);
  const Term *guess =
      learn_region(s, survey->inputs, survey->points, survey->atoms, MAX_POINTS, l->deadline, NULL);
  if (!sampler_has_labels(s)) guess = term_bool(TRUE); /* no run came to its end: that all fail is as good */
  const Term *taught[TAUGHT] = {guess, margin_endless(s, guess, 1), margin_endless(s, guess, margin_step(s)),
                                margin_moderate(q->program, s, guess)};
  term_write(out, taught, TAUGHT);
  sampler_free(s);
  survey_free(survey);
  return TRUE;
}

/* FALSE: none was found in time. */
static gboolean guess_region(const Meeting *m, Guess *g) {
  double seconds = CLAMP(seconds_left(m) / 4, 1, 6);
  Lesson l = {m, g_get_monotonic_time() + (gint64)(0.8e6 * seconds)};
  const Term *taught[TAUGHT];
  JobLimits limits = {seconds, m->portfolio->memory_bytes};
  if (!child_formulas("learn", run_lesson, &l, limits, taught, TAUGHT)) return FALSE;
  *g = (Guess){taught[0], {taught[1], taught[2]}, taught[3]};
  return TRUE;
}

/* ---- proving ---- */

static Answer *ask(const Meeting *m, const Term *condition, gboolean dual, double seconds) {
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
  Answer *a = ask(m, term_not(guess), FALSE, seconds);
  gboolean refuted = learn_from(m, a);
  if (a->kind == ANSWER_SAFE) b->upper = guess, b->proof_of_upper = a->engine;
  answer_free(a);
  return refuted;
}

static gboolean prove_lower(Meeting *m, const Term *guess, Bounds *b, double seconds) {
  Answer *a = ask(m, guess, TRUE, seconds);
  gboolean refuted = learn_from(m, a);
  if (a->kind == ANSWER_SAFE) b->lower = term_or(b->lower, guess), b->proof_of_lower = a->engine;
  answer_free(a);
  return refuted;
}

static gboolean may_go_on(const Meeting *m) { return !job_interrupted() && seconds_left(m) > 0.2; }

/* By our own engines: the upper bound names only who proved the rest of it. */
static gboolean is_safe(Meeting *m, const Term *part) {
  if (term_is_false(part) || !may_go_on(m)) return FALSE;
  Answer *a = ask(m, part, FALSE, MIN(seconds_left(m) / 8, 4));
  gboolean safe = a->kind == ANSWER_SAFE && a->engine && engine_find(a->engine);
  answer_free(a);
  return safe;
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
  if (refuted || b->proof_of_lower || !may_go_on(m)) return refuted;
  if (endless && g->endless[1] != g->endless[0] && is_safe(m, g->endless[1])) {
    b->endless = g->endless[1];
    region = term_and(region, term_not(b->endless));
    prove_lower(m, region, b, seconds_left(m) / 2);
  }
  if (!b->proof_of_lower) prove_in_parts(m, region, g->moderate, b);
  return FALSE;
}

Bounds meet(Meeting *m) {
  Bounds b = {.lower = term_bool(FALSE), .upper = term_bool(TRUE), .endless = term_bool(FALSE)};
  Guess g;
  for (gboolean refuted = TRUE; refuted && b.guesses < MAX_GUESSES && may_go_on(m);) {
    if (!guess_region(m, &g) || g.region == b.guess || term_is_false(g.region)) break;
    b.guess = g.region;
    b.guesses++;
    refuted = try_guess(m, &g, &b);
  }
  return b;
}
