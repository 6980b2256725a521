/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of the failing inputs. */
#include "loop/knowledge.h"
#include "base/limits.h"
#include "ir/print.h"

struct Knowledge {
  Cfc *cfc; /* its partitions are the settled ones */
  const Cfg *cfg;
  Reasoner reasoner;
  Conditioned conditioned; /* p' */
  GPtrArray *fresh;        /* Partition* */
  GPtrArray *seen;         /* Automaton* */
  GPtrArray *failing;      /* Model* */
  const Term *valid, *residue, *bound, *endless, *slow;
  const char *bound_by;
  char *residue_reason;
};

/* ---- the only writers ---- */

static void set_rest(Knowledge *k, const Term *residue, const char *closed_by) {
  k->residue = residue;
  k->cfc->stats.closed_by = closed_by;
}

static void embed(Knowledge *k) {
  Conditioned c = knowledge_unconditioned(k);
  c = condition_exclude(c, cfc_upper(k->cfc));
  c = condition_exclude(c, k->valid);
  k->conditioned = condition_exclude(c, term_not(k->bound));
}

static void set_bound(Knowledge *k, const Term *bound, const char *by) {
  k->bound = bound;
  k->bound_by = by;
  embed(k);
}

static void set_reason(Partition *p, const char *reason) {
  g_free(p->reason);
  p->reason = g_strdup(reason);
}

/* ---- making and reading ---- */

Knowledge *knowledge_new(Cfc *cfc, const Cfg *cfg, Reasoner reasoner) {
  g_assert(cfc->partitions->len == 0);
  Knowledge *k = g_new(Knowledge, 1);
  *k = (Knowledge){.cfc = cfc,
                   .cfg = cfg,
                   .reasoner = reasoner,
                   .fresh = g_ptr_array_new(),
                   .seen = g_ptr_array_new_with_free_func((GDestroyNotify)automaton_free),
                   .failing = g_ptr_array_new_with_free_func((GDestroyNotify)model_free),
                   .valid = term_bool(FALSE),
                   .endless = term_bool(FALSE),
                   .slow = term_bool(FALSE)};
  set_rest(k, term_bool(TRUE), NULL);
  set_bound(k, term_bool(TRUE), NULL);
  return k;
}

void knowledge_free(Knowledge *k) {
  if (!k) return;
  g_ptr_array_set_free_func(k->fresh, (GDestroyNotify)partition_free);
  g_ptr_array_unref(k->fresh);
  g_ptr_array_unref(k->seen);
  g_ptr_array_unref(k->failing);
  g_free(k->residue_reason);
  g_free(k);
}

Conditioned knowledge_unconditioned(const Knowledge *k) { return condition_none(k->cfc->program, k->cfg); }
Conditioned knowledge_conditioned(const Knowledge *k) { return k->conditioned; }

Conditioned knowledge_unsettled(const Knowledge *k) { return knowledge_unsettled_but(k, G_MAXUINT); }

Conditioned knowledge_unsettled_but(const Knowledge *k, guint kept) {
  const Term *uppers = term_bool(FALSE);
  for (guint i = 0; i < k->fresh->len; i++)
    if (i != kept) uppers = term_or(uppers, ((const Partition *)k->fresh->pdata[i])->upper);
  return condition_exclude(k->conditioned, uppers);
}

const GPtrArray *knowledge_settled(const Knowledge *k) { return k->cfc->partitions; }
const GPtrArray *knowledge_fresh(const Knowledge *k) { return k->fresh; }
const GPtrArray *knowledge_failing(const Knowledge *k) { return k->failing; }
const Term *knowledge_residue(const Knowledge *k) { return k->residue; }
const char *knowledge_residue_reason(const Knowledge *k) { return k->residue_reason; }
gboolean knowledge_is_closed(const Knowledge *k) { return term_is_false(k->residue); }
const char *knowledge_closed_by(const Knowledge *k) { return k->cfc->stats.closed_by; }
const Term *knowledge_bound(const Knowledge *k) { return k->bound; }
const char *knowledge_bound_by(const Knowledge *k) { return k->bound_by; }
const Term *knowledge_slow(const Knowledge *k) { return k->slow; }
const Term *knowledge_endless(const Knowledge *k) { return k->endless; }

gboolean knowledge_has_failures(const Knowledge *k) { return !term_is_false(cfc_lower(k->cfc)); }

gboolean knowledge_has_seen(const Knowledge *k, const Automaton *report) {
  for (guint i = 0; i < k->seen->len; i++)
    if (automaton_same_shape((const Automaton *)k->seen->pdata[i], report)) return TRUE;
  return FALSE;
}

void collect_examples(GPtrArray *points, const GPtrArray *partitions) {
  for (guint i = 0; i < partitions->len; i++) {
    const GPtrArray *examples = ((const Partition *)partitions->pdata[i])->examples;
    for (guint e = 0; e < examples->len; e++)
      g_ptr_array_add(points, model_copy((const Model *)examples->pdata[e]));
  }
}

/* ---- reports and points ---- */

void knowledge_remember(Knowledge *k, const Answer *report) {
  if (report->kind == ANSWER_ERROR) g_ptr_array_add(k->seen, automaton_copy(report->error));
}

void knowledge_add_failing(Knowledge *k, const Model *point) {
  g_ptr_array_add(k->failing, model_copy(point));
}

void knowledge_add_examples(Knowledge *k, const GPtrArray *partitions) {
  collect_examples(k->failing, partitions);
}

/* ---- the rest ---- */

static void put_reason(Knowledge *k, char *reason) {
  g_free(k->residue_reason);
  k->residue_reason = reason;
}

void knowledge_keep_residue(Knowledge *k, const Term *residue, char *reason, guint unrolling) {
  if (term_is_true(residue) || !can_state(residue)) {
    if (term_is_true(k->residue) && reason) put_reason(k, reason);
    else g_free(reason);
    return;
  }
  const Term *both = term_and(k->residue, residue); /* what was proven before still holds */
  set_rest(k, can_state(both) ? both : residue, knowledge_closed_by(k));
  put_reason(k, reason);
  k->cfc->stats.unrolling = MAX(k->cfc->stats.unrolling, unrolling);
}

void knowledge_close(Knowledge *k, const char *by) { set_rest(k, term_bool(FALSE), by); }
void knowledge_reopen(Knowledge *k) { set_rest(k, term_bool(TRUE), NULL); }

void knowledge_narrow(Knowledge *k, const Term *upper, gboolean exact, const char *by) {
  set_bound(k, exact ? upper : term_and(k->bound, upper), by ? by : k->bound_by);
}

void knowledge_drop_bound(Knowledge *k) {
  knowledge_reopen(k);
  set_bound(k, term_bool(TRUE), NULL);
}

gboolean knowledge_exclude_valid(Knowledge *k, const Term *region) {
  const Term *valid = term_and(region, k->conditioned.assume);
  if (term_is_false(valid)) return FALSE;
  k->valid = term_or(k->valid, valid);
  embed(k);
  return TRUE;
}

void knowledge_set_aside(Knowledge *k, const Term *endless, const Term *slow) {
  k->endless = endless;
  k->slow = slow;
}

/* ---- fresh partitions ---- */

void knowledge_add(Knowledge *k, Partition *p) { g_ptr_array_add(k->fresh, p); }

static void take_shape(Partition *p, Polish *shape) {
  if (p->exact) p->lower = shape->formula;
  p->upper = p->shaped = shape->formula;
  if (!shape->example || term_is_false(p->lower)) return;
  g_ptr_array_set_size(p->examples, 0);
  g_ptr_array_add(p->examples, g_steal_pointer(&shape->example));
  p->doubtful = FALSE;
}

/* The array does not own its partitions. */
static void simplify(Knowledge *k, GPtrArray *partitions) {
  if (!k->reasoner.polish) return;
  g_autofree Polish *shapes = g_new0(Polish, partitions->len);
  for (guint i = 0; i < partitions->len; i++) shapes[i].formula = ((Partition *)partitions->pdata[i])->upper;
  k->reasoner.polish(k->reasoner.data, shapes, partitions->len);
  for (guint i = partitions->len; i-- > 0;) {
    if (shapes[i].empty)
      partition_free((Partition *)g_ptr_array_remove_index(partitions, i));
    else
      take_shape((Partition *)partitions->pdata[i], &shapes[i]);
    if (shapes[i].example) model_free(shapes[i].example);
  }
}

void knowledge_simplify(Knowledge *k) { simplify(k, k->fresh); }

static void add_error(GArray *errors, Failure error) { /* once */
  for (guint i = 0; i < errors->len; i++)
    if (failure_same(g_array_index(errors, Failure, i), error)) return;
  g_array_append_val(errors, error);
}

/* Takes a region out of partitions, and what lies outside the bound; those of which nothing is left go.  The
 * errors that they reach are noted. */
static void take_out(GPtrArray *partitions, const Term *region, const Term *bound, GArray *errors) {
  const Term *rest = bound == region ? term_bool(FALSE) : term_and(bound, term_not(region));
  for (guint i = partitions->len; i-- > 0;) {
    Partition *p = (Partition *)partitions->pdata[i];
    for (guint e = 0; e < p->errors->len && !term_is_false(p->lower); e++)
      add_error(errors, g_array_index(p->errors, Failure, e));
    p->upper = term_and(p->upper, rest);
    p->lower = term_and(p->lower, rest);
    if (term_is_false(p->upper)) partition_free((Partition *)g_ptr_array_steal_index(partitions, i));
  }
}

void knowledge_add_proven(Knowledge *k, const Term *region, const GArray *errors) {
  if (term_is_false(region)) return;
  Partition *p = partition_new(region, region);
  for (guint i = 0; errors && i < errors->len; i++) add_error(p->errors, g_array_index(errors, Failure, i));
  take_out(k->cfc->partitions, region, k->bound, p->errors);
  take_out(k->fresh, region, k->bound, p->errors);
  p->whole = TRUE;
  g_autoptr(GPtrArray) alone = g_ptr_array_new();
  g_ptr_array_add(alone, p);
  simplify(k, alone);
  g_ptr_array_extend(k->fresh, alone, NULL, NULL);
  embed(k);
}

void knowledge_widen(Knowledge *k, guint i, const Term *upper, const char *reason) {
  Partition *p = (Partition *)k->fresh->pdata[i];
  p->upper = upper;
  p->exact = FALSE;
  set_reason(p, reason);
}

void knowledge_mark_whole(Knowledge *k) {
  for (guint i = 0; i < k->fresh->len; i++) ((Partition *)k->fresh->pdata[i])->whole = TRUE;
}

/* ---- MERGE ---- */

static gboolean is_implied(const Knowledge *k, const Term *a, const Term *b) {
  return k->reasoner.implies && k->reasoner.implies(k->reasoner.data, a, b);
}

/* A whole region takes the place of what was found of it at smaller unrollings, where it is proven to hold
 * that; where an upper bound was generalized past it, the lower bound grows inside. */
static void absorb_settled(Knowledge *k) {
  GPtrArray *settled = k->cfc->partitions;
  const Term *found = term_bool(FALSE);
  gboolean whole = FALSE;
  for (guint i = 0; i < k->fresh->len; i++) {
    const Partition *f = (const Partition *)k->fresh->pdata[i];
    whole |= f->whole;
    found = term_or(found, f->lower);
  }
  for (guint i = settled->len; whole && i-- > 0;) {
    Partition *old = (Partition *)settled->pdata[i];
    if (!old->whole) continue;
    if (!old->exact)
      old->lower = term_or(old->lower, term_and(old->upper, found));
    else if (is_implied(k, old->upper, found))
      g_ptr_array_remove_index(settled, i);
  }
}

/* Settles the fresh partitions that are exact, or those that are not, without what is taken.  Returns what is
 * taken then. */
static const Term *settle(Knowledge *k, gboolean exact, const Term *taken) {
  const Term *before = taken;
  for (guint i = 0; i < k->fresh->len; i++) {
    Partition *p = (Partition *)k->fresh->pdata[i];
    if (!p || p->exact != exact) continue;
    k->fresh->pdata[i] = NULL;
    const Term *others = term_not(exact ? before : taken); /* exact ones are disjoint from each other */
    p->upper = term_and(p->upper, others);
    p->lower = term_and(p->lower, others);
    taken = term_or(taken, p->upper);
    if (!term_is_false(p->upper))
      g_ptr_array_add(k->cfc->partitions, p);
    else
      partition_free(p);
  }
  return taken;
}

void knowledge_merge(Knowledge *k) {
  absorb_settled(k);
  const Term *taken = settle(k, TRUE, cfc_upper(k->cfc));
  settle(k, FALSE, taken);
  g_ptr_array_set_size(k->fresh, 0);
  embed(k);
}

/* ---- at the end ---- */

static Partition *settled_at(Knowledge *k, guint i) {
  g_assert(i < k->cfc->partitions->len);
  return (Partition *)k->cfc->partitions->pdata[i];
}

void knowledge_add_open(Knowledge *k, const Term *region, const char *reason) {
  const Term *rest = term_and(term_and(region, k->bound), k->conditioned.assume);
  if (!can_state(rest)) rest = k->conditioned.assume;
  if (term_is_false(rest) || term_is_false(region)) return;
  g_autoptr(GPtrArray) alone = g_ptr_array_new();
  Partition *p = partition_new(rest, term_bool(FALSE));
  set_reason(p, reason);
  g_ptr_array_add(alone, p);
  simplify(k, alone);
  g_ptr_array_extend(k->cfc->partitions, alone, NULL, NULL);
  embed(k);
}

void knowledge_grow_lower(Knowledge *k, guint i, const Term *found, const GArray *regions) {
  Partition *p = settled_at(k, i);
  p->doubtful |= term_is_false(p->lower);
  p->lower = term_or(p->lower, term_and(p->upper, found));
  for (guint r = 0; r < regions->len; r++) {
    const Failure error = g_array_index(regions, Region, r).error;
    if (error.loc.file) add_error(p->errors, error);
  }
}

void knowledge_split(Knowledge *k, guint i, const GArray *regions) {
  Partition *whole = settled_at(k, i);
  g_assert(whole->exact);
  for (guint r = 0; r < regions->len; r++) {
    const Region *region = &g_array_index(regions, Region, r);
    const Term *formula = term_and(whole->upper, region->formula);
    if (term_is_false(formula)) continue;
    Partition *p = partition_new(formula, formula);
    p->whole = TRUE;
    p->doubtful = TRUE;
    if (region->error.loc.file) add_error(p->errors, region->error);
    g_ptr_array_add(k->cfc->partitions, p);
  }
  partition_free((Partition *)g_ptr_array_steal_index(k->cfc->partitions, i));
}

void knowledge_make_exact(Knowledge *k, guint i, const Term *formula) {
  Partition *p = settled_at(k, i);
  p->upper = p->lower = formula;
  p->exact = TRUE;
  set_reason(p, NULL);
}

void knowledge_shape_lower(Knowledge *k, guint i, Polish *shape) {
  Partition *p = settled_at(k, i);
  p->lower = shape->empty ? term_bool(FALSE) : shape->formula;
  if (p->exact) p->upper = p->shaped = p->lower;
  const gboolean shown = p->examples->len && term_eval(p->lower, (const Model *)p->examples->pdata[0]);
  if (shape->empty || !shown) g_ptr_array_set_size(p->examples, 0);
  Model *example = g_steal_pointer(&shape->example);
  if (example && !shape->empty && !p->examples->len)
    g_ptr_array_add(p->examples, example);
  else if (example)
    model_free(example);
  p->doubtful = p->examples->len == 0;
}

void knowledge_put_example(Knowledge *k, guint i, Model *example) {
  GPtrArray *examples = settled_at(k, i)->examples;
  model_free(examples->pdata[0]);
  examples->pdata[0] = example;
}

void knowledge_withdraw_lower(Knowledge *k, guint i, const char *reason) {
  Partition *p = settled_at(k, i);
  p->lower = term_bool(FALSE);
  p->exact = FALSE;
  g_ptr_array_set_size(p->examples, 0);
  set_reason(p, reason);
  set_rest(k, k->residue, NULL);
}

void knowledge_drop_empty(Knowledge *k, guint i) {
  g_assert(term_is_false(term_within_bounds(k->cfc->program, settled_at(k, i)->upper)));
  g_ptr_array_remove_index(k->cfc->partitions, i);
}

/* The examples that are known to fail lead it to a failure, or for ever on where that is one. */
static gboolean agrees_with_examples(const Knowledge *k, const FailureAutomaton *a) {
  for (guint i = 0; i < k->cfc->partitions->len; i++) {
    const Partition *p = (const Partition *)k->cfc->partitions->pdata[i];
    for (guint n = 0; n < p->examples->len; n++) {
      const guint to = failure_automaton_follow(a, (const Model *)p->examples->pdata[n], limits.automaton_steps);
      if (to == EDGE_ENDS || (to < EDGE_UNKNOWN && !a->endless_fails)) return FALSE;
    }
  }
  return TRUE;
}

gboolean knowledge_state_automaton(Knowledge *k, FailureAutomaton *a) {
  g_assert(!k->cfc->automaton);
  const gboolean safe = failure_automaton_exact(a) && !failure_automaton_fails(a);
  if (!agrees_with_examples(k, a) || (safe && knowledge_has_failures(k))) {
    failure_automaton_free(a);
    return FALSE;
  }
  k->cfc->automaton = a;
  if (safe) knowledge_close(k, "automaton");
  return TRUE;
}

void knowledge_state_rounds(Knowledge *k, GPtrArray *rounds) {
  g_assert(!k->cfc->rounds);
  k->cfc->rounds = rounds;
}
