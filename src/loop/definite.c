/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DEFINITE, with SPECIALIZE: reports of the over-approximators, confirmed or refuted by symex. */
#include "loop/definite.h"
#include "base/limits.h"
#include "loop/questions.h"
#include "loop/strategy.h"

gboolean accounts_for_all(const Evidence *e) {
  return !e->partial && term_is_false(term_and(e->residue, term_not(evidence_fails(e))));
}

Evidence *confirm_at(Loop *l, guint unrolling) {
  Confirmation c = {.question = question(l, knowledge_unconditioned(l->known), 0)};
  c.question.start_unroll = unrolling;
  return under_approximate(l, &c, limits.definite_share * seconds_left(l));
}

/* All failures within the unrolling that showed the error.  Under its condition the over-approximator may
 * have come further at the same unrolling, so a little more may be needed for its point to be among them. */
static Evidence *confirm_whole(Loop *l, const Answer *report) {
  if (!l->whole || !report->point || l->options->engine) return NULL;
  const guint iterations = MIN(automaton_repeats(report->error), limits.definite_iterations);
  const guint first = report->unrolling ? report->unrolling : iterations / 8 + 1;
  for (guint k = first; k <= 8 * first && !must_stop(l); k *= 2) {
    Evidence *e = confirm_at(l, k);
    if (!e || e->partial) l->whole = FALSE;
    if (!e) break;
    const gboolean includes_it = term_eval(evidence_fails(e), report->point) != 0;
    e->whole = l->whole && includes_it;
    if (includes_it || (e->partial && e->fails->len)) return e;
    evidence_free(e);
    if (!l->whole) break;
  }
  return NULL;
}

/* ---- SPECIALIZE ---- */

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

/* What a narrower question confirms; NULL: no failure. */
static Evidence *confirm_special(Loop *l, Confirmation *c) {
  Evidence *e = under_approximate(
      l, c, MIN(limits.definite_special_seconds, limits.definite_special_share * seconds_left(l)));
  if (e && !e->fails->len) g_clear_pointer(&e, evidence_free);
  return e;
}

/* A prefix of the path, with everything after it. */
static Evidence *specialize_to_prefix(Loop *l, const Answer *report, guint steps) {
  Automaton *prefix = automaton_prefix(report->error, steps);
  Confirmation c = {.question = question(l, knowledge_conditioned(l->known), 0), .direction = prefix};
  c.question.start_unroll = MAX(report->unrolling, 2);
  Evidence *e = confirm_special(l, &c);
  automaton_free(prefix);
  return e;
}

/* The values of one point. */
static Evidence *specialize_to_point(Loop *l, const Answer *report, const GPtrArray *inputs) {
  Confirmation c = {.question = question(l, knowledge_conditioned(l->known), 0)};
  const Term *point = pinned(report->point, inputs);
  c.question.condition = term_and(c.question.condition, point);
  c.question.start_unroll = MAX(report->unrolling, limits.definite_special_unroll);
  Evidence *e = confirm_special(l, &c);
  for (guint i = 0; e && i < e->fails->len; i++) {
    Region *r = &g_array_index(e->fails, Region, i);
    r->formula = term_and(r->formula, point);
  }
  return e;
}

static Evidence *specialize(Loop *l, const Answer *report, const Evidence *path) {
  Phase outer = enter_phase(l, PHASE_SPECIALIZE);
  Evidence *e = NULL;
  for (guint n = report->error->steps->len / 2; n > 0 && !e && !must_stop(l); n /= 4)
    e = specialize_to_prefix(l, report, n);
  if (!e && report->point && !must_stop(l)) e = specialize_to_point(l, report, path->inputs);
  leave_phase(l, outer);
  return e;
}

/* ---- DEFINITE ---- */

static gboolean says_something(const Evidence *e) { return e && (e->fails->len || e->valid->len); }

static gboolean says_all(const Evidence *e) { return e && e->whole && accounts_for_all(e); }

/* The first piece of evidence goes, where there is a second. */
static Evidence *prefer(Evidence *second, Evidence *first) {
  if (!second) return first;
  evidence_free(first);
  return second;
}

/* What strategies confirm by themselves.  This comes first: all runs together may take the rest of the time,
 * and say more if they do not. */
static Evidence *confirm_by_strategy(Loop *l, Answer *report) {
  Attempt t = {.moment = AT_REPORT, .answer = report};
  while (!says_all(t.evidence) && strategy_try_next(l, &t)) continue;
  return t.evidence;
}

Evidence *definite(Loop *l, Answer *report) {
  Phase outer = enter_phase(l, PHASE_DEFINITE);
  Evidence *e = confirm_by_strategy(l, report);
  if (!says_all(e)) e = prefer(confirm_whole(l, report), e);
  if (!e && report->point && !must_stop(l)) { /* lines 12 and 20: the path of the point fails, or is valid */
    Confirmation c = {.question = question(l, knowledge_conditioned(l->known), 0), .point = report->point};
    e = under_approximate(l, &c, limits.definite_share * seconds_left(l));
    if (e && !says_something(e)) e = prefer(specialize(l, report, e), e); /* lines 13-16 */
  }
  if (!says_something(e)) e = prefer(external_under_ask(l, report->error), e);
  leave_phase(l, outer);
  return e;
}
