/* SPDX-License-Identifier: GPL-3.0-or-later */
/* DEFINITE: reports of the over-approximators confirmed by symex, with SPECIALIZE when it cannot and SLICE
 * for what a failure does not depend on; and partitions from the evidence. */
#include "alternation.h"
#include "polish.h"
#include "portfolio/under.h"
#include "slicer/slice.h"

#define MOST_TURNS 4096   /* for the first unrolling at which a single run is looked for */
#define MOST_CASES 64     /* partitions from one piece of evidence */
#define OUTSIDE_SHARE 0.4 /* of the time that is left, for external under-approximators */

/* Are the regions all that may fail, plainly? */
gboolean accounts_for_all(const Evidence *e) {
  return !e->partial && term_is_false(term_and(e->residue, term_not(evidence_fails(e))));
}

/* All failures within an unrolling; NULL: not within the time. */
Evidence *confirm_at(Acf *a, guint k) {
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
void report_from_outside(Acf *a, Answer *unknown) {
  Evidence *e = ask_outside(a, NULL);
  if (e && e->point && e->trace) {
    unknown->kind = ANSWER_ERROR;
    unknown->error = g_steal_pointer(&e->trace);
    unknown->point = g_steal_pointer(&e->point);
  }
  evidence_free(e);
}

/* A region that certainly fails, or one that certainly does not, or neither: then NULL. */
Evidence *definite(Acf *a, const Answer *error) {
  Phase outer = enter_phase(a, PHASE_DEFINITE);
  /* What is forced comes first: all runs together may take the rest of the time, and say more if they do not.
   */
  Evidence *forced = forced_failures(a), *e = confirm_whole(a, error);
  if (!e) e = g_steal_pointer(&forced);
  evidence_free(forced);
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
void slice(Acf *a, Evidence *e) {
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

/* A whole region is never left out: what was found with it may have closed the rest. */
static void add_partition(Acf *a, GPtrArray *fresh, const Region *r, guint n, gboolean whole,
                          const Model *point) {
  g_autoptr(GPtrArray) formulas = g_ptr_array_new();
  for (guint i = 0; i < n; i++) g_ptr_array_add(formulas, (gpointer)r[i].formula);
  const Term *region = term_or_n((const Term *const *)formulas->pdata, n);
  const Term *here = whole ? region : term_and(region, a->program.assume);
  if (term_is_false(here) || (!whole && !can_state(here))) return;
  Partition *p = partition_new(here, here);
  p->whole = whole;
  p->doubtful = !point || !term_eval(here, point);
  if (!p->doubtful) g_ptr_array_add(p->examples, model_copy(point));
  for (guint i = 0; i < n; i++)
    if (r[i].error.file) g_array_append_val(p->errors, r[i].error);
  g_ptr_array_add(fresh, p);
}

/* A partition for each error call; but of very many the last ones are one together.  Each says in its formula
 * that the others before it were not reached: all by themselves would be too long for anybody. */
static void add_partitions(Acf *a, GPtrArray *fresh, const Evidence *e, const Model *point) {
  const Region *regions = (const Region *)(void *)e->fails->data;
  guint n = e->fails->len, alone = n > MOST_CASES ? MOST_CASES - 1 : n;
  for (guint i = 0; i < alone; i++) add_partition(a, fresh, regions + i, 1, e->whole, point);
  if (n > alone) add_partition(a, fresh, regions + alone, n - alone, e->whole, point);
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
gboolean take_evidence(Acf *a, Evidence *e, const Model *point, GPtrArray *fresh) {
  if (!e) return FALSE;
  add_partitions(a, fresh, e, point);
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
