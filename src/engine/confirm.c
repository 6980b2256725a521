/* SPDX-License-Identifier: GPL-3.0-or-later */
/* symex as the under-approximator: regions that certainly fail. */
#include "engine/engine.h"
#include "base/limits.h"
#include "engine/all-runs.h"

/* Failures of one kind at one place are one region. */
static void add_region(GArray *regions, const Term *formula, Failure error) {
  if (term_is_false(formula)) return;
  for (guint i = 0; i < regions->len; i++) {
    Region *r = &g_array_index(regions, Region, i);
    if (!failure_same(r->error, error)) continue;
    r->formula = term_or(r->formula, formula);
    return;
  }
  Region r = {formula, error};
  g_array_append_val(regions, r);
}

/* The regions of the first n failures.  The more, the better; FALSE: too large to state. */
static gboolean add_first_failures(Evidence *e, const SymexResult *r, guint n) {
  g_array_set_size(e->fails, 0);
  for (guint i = 0; i < n; i++) {
    const SymexEvent *f = &g_array_index(r->failures, SymexEvent, i);
    add_region(e->fails, term_without_havoc(f->guard, FALSE), event_failure(f));
  }
  const Term *fails = evidence_fails(e);
  gboolean whole = n == r->failures->len && r->complete && term_is_false(symex_open(r));
  return whole ? can_state_whole(fails) : can_state(fails);
}

/* All failures, or where that is too much, half of them, a quarter, ... */
static void add_failures(Evidence *e, const SymexResult *r) {
  guint n = r->failures->len;
  while (n && !add_first_failures(e, r, n)) n /= 2;
  if (!n) add_first_failures(e, r, 0);
  e->partial = n < r->failures->len;
}

static const Term *path_condition(const SymexResult *r) {
  GPtrArray *t = g_ptr_array_new();
  for (guint i = 0; i < r->conjuncts->len; i++)
    g_ptr_array_add(t, (gpointer)g_array_index(r->conjuncts, PathConjunct, i).condition);
  const Term *c = term_and_n((const Term *const *)t->pdata, t->len);
  g_ptr_array_unref(t);
  return c;
}

static void copy_path(Evidence *e, const SymexResult *r) {
  e->trace = automaton_copy(r->trace);
  g_array_append_vals(e->conjuncts, r->conjuncts->data, r->conjuncts->len);
}

/* All that may fail.  Where that is what does fail, it is to be the same term: then no solver is needed to see it. */
static const Term *may_fail(const Evidence *e, const SymexResult *r) {
  const Term *may = term_bool(FALSE);
  gboolean certain = !e->partial; /* of each: together, guards may be certain that are not alone */
  for (guint i = 0; i < r->failures->len; i++) {
    const Term *guard = g_array_index(r->failures, SymexEvent, i).guard;
    certain = certain && !guard->has_havoc;
    may = term_or(may, term_without_havoc(guard, TRUE));
  }
  return certain ? evidence_fails(e) : may;
}

/* NULL: to be run. */
static SymexResult *look_ahead(const Confirmation *c, guint unroll) {
  if (c->to_the_end) return all_runs_to_the_end(&c->question);
  const gboolean all = !c->point && !c->direction;
  return all && unroll >= limits.all_runs_unroll ? all_runs(&c->question, unroll) : NULL;
}

Evidence *symex_confirm(const Confirmation *c) {
  const Question *q = &c->question;
  SymexOptions o = {.unroll = MAX(q->start_unroll, 1),
                    .inputs_per_site = c->point ? G_MAXUINT / 2 : q->inputs_per_site,
                    .condition = q->condition,
                    .direction = c->direction,
                    .oracle = c->point,
                    .deadline = q->deadline};
  gboolean all = !c->point && !c->direction;
  SymexResult *r = look_ahead(c, o.unroll);
  if (!r && c->to_the_end) return NULL;
  if (!r) r = symex_run(q->program, q->cfg, &o);
  if (all && r->lost_pointers && r->failures->len == 0) {
    o.pointers = TRUE;
    symex_result_free(r);
    r = symex_run(q->program, q->cfg, &o);
  }
  Evidence *e = evidence_new();
  e->unrolling = o.unroll;
  reasons_add(e->reasons, r);
  for (guint i = 0; i < r->inputs->len; i++) g_ptr_array_add(e->inputs, r->inputs->pdata[i]);
  add_failures(e, r);
  if (c->point) {
    copy_path(e, r);
    gboolean ends_well =
        r->complete && r->failures->len == 0 && r->unknown->len == 0 && term_is_false(r->cut);
    if (ends_well) add_region(e->valid, term_without_havoc(path_condition(r), FALSE), (Failure){0});
  } else if (all) { /* all that may fail but is not vouched for stays open */
    e->residue = term_or(term_without_havoc(symex_open(r), TRUE), may_fail(e, r));
  }
  symex_result_free(r);
  return e;
}
