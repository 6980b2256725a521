/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guess, then prove. */
#include "meet.h"
#include "learn/survey.h"
#include "learn/learn.h"
#include "portfolio/analyzer.h"

#define MAX_GUESSES 6
#define FEW_INPUTS 3
#define SURVEYED_RUNS 64
#define MAX_POINTS 4000
#define MAX_STEPS 300000 /* of one run */

static double seconds_left(const Meeting *m) { return (m->question.deadline - g_get_monotonic_time()) / 1e6; }

/* ---- guessing, in a child ---- */

typedef struct {
  const Meeting *meeting;
  gint64 deadline;
} Lesson;

static gpointer copy_point(gconstpointer point, gpointer data) { return model_copy((const Model *)point); }

static gboolean run_lesson(gpointer data, GByteArray *out) {
  const Lesson *l = (const Lesson *)data;
  const Question *q = &l->meeting->question;
  Survey *survey = survey_new(q->program, q->cfg, q->condition, SURVEYED_RUNS, l->deadline);
  Sampler *s = sampler_new(q->program, q->condition, MAX_STEPS, l->deadline);
  g_ptr_array_extend(survey->points, l->meeting->points, copy_point, NULL);
  const Term *guess =
      learn_region(s, survey->inputs, survey->points, survey->atoms, MAX_POINTS, l->deadline, NULL);
  term_write(out, &guess, 1);
  sampler_free(s);
  survey_free(survey);
  return TRUE;
}

/* NULL: none was found in time. */
static const Term *guess_region(const Meeting *m) {
  double seconds = CLAMP(seconds_left(m) / 4, 1, 6);
  Lesson l = {m, g_get_monotonic_time() + (gint64)(0.8e6 * seconds)};
  GByteArray *bytes = NULL;
  job_run("learn", run_lesson, &l, (JobLimits){seconds, m->portfolio->memory_bytes}, &bytes);
  guint n = 0;
  gsize at = 0;
  const Term **terms = bytes ? term_read(bytes->data, bytes->len, &at, &n) : NULL;
  const Term *guess = terms && n == 1 && terms[0]->width == 1 ? terms[0] : NULL;
  g_free(terms);
  if (bytes) g_byte_array_unref(bytes);
  return guess;
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
  if (a->kind == ANSWER_SAFE) b->lower = guess, b->proof_of_lower = a->engine;
  answer_free(a);
  return refuted;
}

/* Loops up to and including a bound never end when it is the largest number there is: no run tells, for it
 * would take too long.  Compilers may take such loops to end, so the upper bound keeps those points. */
static const Term *without_extremes(const Term *guess) {
  GPtrArray *inputs = term_inputs(guess);
  for (guint i = 0; i < inputs->len && inputs->len <= FEW_INPUTS; i++) {
    const Term *x = (const Term *)inputs->pdata[i];
    guint64 sign = G_GUINT64_CONSTANT(1) << (x->width - 1);
    const guint64 extremes[] = {sign, sign - 1, term_mask(x->width)};
    for (guint k = 0; k < G_N_ELEMENTS(extremes) && x->width > 8; k++)
      guess = term_and(guess, term_not(term_eq(x, term_const(x->width, extremes[k]))));
  }
  g_ptr_array_unref(inputs);
  return guess;
}

static gboolean may_go_on(const Meeting *m) { return !job_interrupted() && seconds_left(m) > 0.2; }

Bounds meet(Meeting *m) {
  Bounds b = {.lower = term_bool(FALSE), .upper = term_bool(TRUE)};
  for (gboolean refuted = TRUE; refuted && b.guesses < MAX_GUESSES && may_go_on(m);) {
    const Term *guess = guess_region(m);
    if (!guess || guess == b.guess || term_is_false(guess)) break;
    b.guess = guess;
    b.guesses++;
    refuted = prove_upper(m, guess, &b, seconds_left(m) / 2) ||
              (may_go_on(m) && prove_lower(m, guess, &b, seconds_left(m) / 3));
  }
  const Term *inner = b.guess && !b.proof_of_lower ? without_extremes(b.guess) : b.guess;
  if (inner != b.guess && may_go_on(m)) prove_lower(m, inner, &b, seconds_left(m));
  return b;
}
