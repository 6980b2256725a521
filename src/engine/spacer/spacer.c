/* SPDX-License-Identifier: GPL-3.0-or-later */
/* spacer: constrained Horn clauses, solved by Z3; recursion by summaries.
 *
 * Words are integers first.  When the clauses then have a counterexample, it is tried on the machine
 * (replay.h).  A run that follows it is an error.  If there is none, the counterexample is spurious: the
 * classes of variables that it depends on become bit-vectors, and so on until there is a proof, an error, or
 * a counterexample with nothing on it to lift. */
#include "base/limits.h"
#include "engine/engine.h"
#include "engine/spacer/certificate.h"
#include "engine/spacer/replay.h"

static void explain(Answer *a, const char *why) { g_ptr_array_add(a->reasons, g_strdup(why)); }

/* ---- rounds ---- */

/* Lifts the class of an abstracted operation, those first that lose most, and of them the last: they are
 * nearest to the error.  After a way to fail, only what is on it can be to blame.  FALSE: there is none. */
static gboolean lift_one(Precision *p, const Chc *c, gboolean on_trace) {
  for (guint overflow = 0; overflow < 2; overflow++)
    for (guint i = c->lossy->len; i-- > 0;) {
      const Abstracted *l = &g_array_index(c->lossy, Abstracted, i);
      if (l->overflow != (gboolean)overflow || (on_trace && !chc_on_trace(c, l))) continue;
      if (precision_lift(p, l->slot)) return TRUE;
    }
  return FALSE;
}

/* An attempt with one view of arrays: as a whole, or through cells. */
typedef struct {
  const Question *question;
  Answer *answer;
  Places *places;
  Precision *sure, *trial;
  guint round, slice;
  gboolean other_reading; /* was tried */
  gboolean can_go_on;     /* with other clauses */
  gboolean is_over;       /* there is nothing left to try */
  gboolean is_real;       /* the answer is an error */
  gboolean is_spurious;   /* the last way to fail is none on the machine */
} Proof;

/* A way to fail: what is to be done about it. */
static void learn_from_failure(Proof *proof, Precision *p, const Chc *c) {
  const Question *q = proof->question;
  Replay outcome = replay(q, c, p, !proof->other_reading, proof->answer);
  proof->is_real = outcome == REPLAY_REAL;
  proof->is_spurious = outcome == REPLAY_SPURIOUS;
  proof->can_go_on = outcome == REPLAY_REFINED;
  if (proof->is_real || proof->can_go_on) return;
  if (!proof->other_reading && q->precision != PRECISION_BITVECTOR) { /* what overflows depends on it */
    proof->other_reading = proof->can_go_on = TRUE;
    p->other_reading = !p->other_reading;
  } else if (q->precision == PRECISION_AUTO) {
    proof->can_go_on = lift_one(p, c, TRUE);
  }
}

/* Z3 is believed unless its proof is found to be none; that takes a few percent of the time. */
static gboolean is_trustworthy(const Question *q, const Chc *c) {
  guint milliseconds = MIN(limits.spacer_certificate_ms, question_milliseconds_left(q));
  return certificate_check(c, certificate_of(c), milliseconds) != Z3_L_FALSE;
}

/* One round: the clauses at a precision.  After a way to fail, or on demand, something is lifted for the
 * next. */
static Z3_lbool solve(Proof *proof, Precision *p, ChcStyle style, guint milliseconds, gboolean lift) {
  const Question *q = proof->question;
  Answer *a = proof->answer;
  Effects *e = effects_new(p);
  Chc *c = e ? chc_new(q, e, style, NULL) : NULL;
  Z3_lbool answer = Z3_L_UNDEF;
  a->rounds++;
  a->lifted = precision_n_lifted(p);
  a->variables = precision_n_words(p);
  proof->can_go_on = FALSE;
  if (c) {
    answer = chc_solve(c, MIN(milliseconds, question_milliseconds_left(q)));
    if (answer == Z3_L_FALSE && !is_trustworthy(q, c)) answer = Z3_L_UNDEF;
    if (answer == Z3_L_FALSE) chc_invariants(c, a->invariants);
    if (answer == Z3_L_TRUE) learn_from_failure(proof, p, c);
    if (answer == Z3_L_UNDEF && lift && q->precision == PRECISION_AUTO) lift_one(p, c, FALSE);
  } else {
    explain(a, "too large for Horn clauses");
    answer = Z3_L_TRUE;
  }
  chc_free(c);
  effects_free(e);
  return answer;
}

static void proof_start(Proof *p, const Question *q, Answer *a, Places *places) {
  guint slice = places->varying ? limits.spacer_shared_slice_ms : limits.spacer_slice_ms;
  *p = (Proof){.question = q, .answer = a, .places = places, .slice = slice};
  p->sure = precision_new(places);
  p->trial = precision_new(places);
  if (q->precision == PRECISION_BITVECTOR) precision_lift_all(p->sure);
}

static void proof_end(Proof *p) {
  precision_free(p->sure);
  precision_free(p->trial);
  places_free(p->places);
}

/* Z3 is lucky or not: it gets a little time for each style of the clauses, then more, as long as it takes. In
 * between, more is lifted on trial. */
static Z3_lbool proof_step(Proof *p) {
  const Question *q = p->question;
  guint round = p->round++;
  gboolean recurs = p->places->flat->procedures->len > 1; /* then it is facts first, else they come second */
  gboolean facts = p->places->ghosts.n || recurs != (round % 3 == 1);
  ChcStyle style = {round / 3 % 2 == 0, facts, round / 3};
  gboolean on_trial = round % 3 == 2 && q->precision == PRECISION_AUTO;
  Precision *used = on_trial ? p->trial : p->sure;
  if (round && round % 3 == 0) used->other_reading = !used->other_reading;
  Z3_lbool answer = solve(p, used, style, p->slice, on_trial);
  p->is_over =
      p->is_real || p->round == limits.spacer_rounds || (answer == Z3_L_TRUE && !on_trial && !p->can_go_on);
  if (answer == Z3_L_UNDEF) p->slice += p->slice / 3;
  return answer;
}

/* Where there are arrays, the views of them take turns. */
static gboolean prove(const Question *q, Answer *a, const Flat *f) {
  static const Ghosts ghosts[] = {
      {1, TRUE}, {1, FALSE}, {0, FALSE}, {2, FALSE}}; /* what proves most, first */
  Proof views[G_N_ELEMENTS(ghosts)];
  guint n = 0;
  Places *whole = places_new(f, q->condition, (Ghosts){0, FALSE});
  for (guint i = 0; i < G_N_ELEMENTS(ghosts); i++)
    if ((whole->varying || !ghosts[i].n) && q->first_elements == ghosts[i].first)
      proof_start(&views[n++], q, a, places_new(f, q->condition, ghosts[i]));
  places_free(whole);
  Z3_lbool answer = Z3_L_UNDEF;
  gboolean done = FALSE, spurious = FALSE;
  for (guint n_over = 0; !done && n_over < n;) {
    n_over = 0;
    for (guint i = 0; i < n && !done; i++) {
      if (!views[i].is_over) answer = proof_step(&views[i]);
      n_over += views[i].is_over;
      spurious = views[i].is_spurious;
      done = answer == Z3_L_FALSE || views[i].is_real || question_milliseconds_left(q) <= 1;
    }
  }
  if (answer != Z3_L_FALSE && a->kind != ANSWER_ERROR)
    explain(a, answer == Z3_L_UNDEF ? "the Horn clauses were not solved"
               : spurious           ? "the Horn clauses have a way to fail that the machine has not"
                                    : "the Horn clauses have a way to fail");
  for (guint i = 0; i < n; i++) proof_end(&views[i]);
  return answer == Z3_L_FALSE;
}

/* ---- termination ---- */

/* Does every iteration or call decrease the measure?  As integers: those of the clauses do all that words do.
 */
static gboolean decreases(const Question *q, const Effects *e, const Measure *m) {
  Chc *c = chc_new(q, e, (ChcStyle){TRUE, TRUE, 0}, m);
  gboolean yes = c &&
                 chc_solve(c, MIN(limits.spacer_measure_ms, question_milliseconds_left(q))) == Z3_L_FALSE &&
                 is_trustworthy(q, c);
  chc_free(c);
  return yes;
}

static gboolean some_decreases(const Question *q, const Effects *e, GArray *candidates) {
  gboolean found = FALSE;
  for (guint i = 0; i < candidates->len && !found && question_milliseconds_left(q) > 1; i++)
    found = decreases(q, e, &g_array_index(candidates, Measure, i));
  g_array_unref(candidates);
  return found;
}

/* All runs end: every loop and every recursion has a measure. */
static gboolean terminates(const Question *q, const Flat *f) {
  Places *places = places_new(f, q->condition, (Ghosts){0, FALSE});
  Precision *p = precision_new(places);
  Effects *e = effects_new(p);
  GArray *loops = measure_loops(f), *recursions = measure_recursions(f);
  gboolean all = e != NULL;
  for (guint i = 0; all && i < recursions->len; i++)
    all = some_decreases(q, e, measure_candidates_of_recursion(e, g_array_index(recursions, guint, i)));
  for (guint i = 0; all && i < loops->len; i++)
    all = some_decreases(q, e, measure_candidates_of_loop(e, g_array_index(loops, guint, i)));
  g_array_unref(loops);
  g_array_unref(recursions);
  effects_free(e);
  precision_free(p);
  places_free(places);
  return all;
}

/* ---- the engine ---- */

Answer *spacer_ask(const Question *q, PublishAnswer publish) {
  Answer *a = answer_new();
  Flat *f = flat_new(q->program, q->cfg, limits.spacer_nodes);
  if (!f) explain(a, "too large for Horn clauses");
  gboolean proven = f && prove(q, a, f);
  if (proven && question_asks_for_end(q) && !terminates(q, f)) {
    explain(a, "runs that never end are not excluded");
    proven = FALSE;
  }
  if (proven) {
    a->kind = ANSWER_SAFE;
    a->residue = term_bool(FALSE);
    g_ptr_array_set_size(a->reasons, 0);
  }
  flat_free(f);
  return a;
}
