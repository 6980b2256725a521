/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs into a loop: a start that the solver finds, then iteration after iteration by evaluating terms. */
#include "symex/invariant/arrivals.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "symex/invariant/phases.h"
#include "formula/solver.h"

/* What the runs of a loop share. */
typedef struct {
  GPtrArray *phases, *unknowns, *constants;
  GRand *random;
  guint iterations; /* of one run */
} Surroundings;

/* The values of the places under m, by the terms, go into a new model. */
static Model *advance(const LoopTerms *l, const Model *m, gboolean to_first) {
  Model *to = model_copy(m);
  Evaluator *e = evaluator_new(m);
  for (guint i = 0; i < l->changes->len; i++) {
    const Change *c = &g_array_index(l->changes, Change, i);
    if (!c->any->index_width) model_set(to, c->any, evaluator_value(e, to_first ? c->first : c->next));
  }
  evaluator_free(e);
  return to;
}

/* Values for the unknowns of one iteration with which it arrives again; FALSE: none found. */
static gboolean prepare_iteration(const LoopTerms *l, const GPtrArray *unknowns, Model *m, GRand *random) {
  for (guint try = 0; try < limits.arrivals_tries; try++) {
    for (guint i = 0; i < unknowns->len; i++)
      model_set(m, (const Term *)unknowns->pdata[i],
                try % 2 ? g_rand_int(random) : (guint64)g_rand_int_range(random, 0, 4));
    if (term_eval(l->iteration, m)) return TRUE;
  }
  return FALSE;
}

/* Which of the phases it is in, as a number. */
static guint phase_of(const GPtrArray *phases, const Model *m) {
  guint phase = 0;
  for (guint i = 0; i < phases->len; i++) phase |= (term_eval((const Term *)phases->pdata[i], m) != 0) << i;
  return phase;
}

/* The first few arrivals in every phase are kept. */
static void follow_run(const LoopTerms *l, const Surroundings *s, const Model *start, GPtrArray *arrivals) {
  guint *kept = g_new0(guint, 1u << s->phases->len);
  Model *m = advance(l, start, TRUE);
  for (guint iteration = 0; m; iteration++) {
    Model *next = iteration < s->iterations && prepare_iteration(l, s->unknowns, m, s->random)
                      ? advance(l, m, FALSE)
                      : NULL;
    if (kept[phase_of(s->phases, m)]++ < limits.arrivals_kept)
      g_ptr_array_add(arrivals, m);
    else
      model_free(m);
    m = next;
  }
  g_free(kept);
}

/* The havocs that every iteration draws anew. */
static GPtrArray *unknowns_of(const LoopTerms *l) {
  GPtrArray *roots = g_ptr_array_new(), *found = g_ptr_array_new();
  GHashTable *places = loop_map(l, TRUE);
  g_ptr_array_add(roots, (gpointer)l->iteration);
  for (guint i = 0; i < l->changes->len; i++)
    g_ptr_array_add(roots, (gpointer)g_array_index(l->changes, Change, i).next);
  GPtrArray *nodes = term_postorder((const Term *const *)roots->pdata, roots->len);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->op == TERM_HAVOC && !t->index_width && t->param >= l->mark && !g_hash_table_contains(places, t))
      g_ptr_array_add(found, (gpointer)t);
  }
  g_hash_table_unref(places);
  g_ptr_array_unref(roots);
  g_ptr_array_unref(nodes);
  return found;
}

/* The constants of the run that the places start with or are compared to. */
static GPtrArray *constants_of(const LoopTerms *l) {
  GPtrArray *roots = g_ptr_array_new(), *found = g_ptr_array_new();
  for (guint i = 0; i < l->changes->len; i++) {
    g_ptr_array_add(roots, (gpointer)g_array_index(l->changes, Change, i).first);
    g_ptr_array_add(roots, (gpointer)g_array_index(l->changes, Change, i).next);
  }
  g_ptr_array_add(roots, (gpointer)l->iteration);
  GPtrArray *nodes = term_postorder((const Term *const *)roots->pdata, roots->len);
  for (guint i = 0; i < nodes->len && found->len < limits.arrivals_wishes; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->index_width || (t->op != TERM_INPUT && (t->op != TERM_HAVOC || t->param >= l->mark))) continue;
    g_ptr_array_add(found, (gpointer)t);
  }
  g_ptr_array_unref(roots);
  g_ptr_array_unref(nodes);
  return found;
}

/* A first arrival: with the constants where chance wants them, as far as they can be there. */
static Model *start_of_run(const GPtrArray *constants, Solver *solver, GRand *random, guint run) {
  GPtrArray *wishes = g_ptr_array_new();
  for (guint i = 0; i < constants->len; i++) {
    const Term *t = (const Term *)constants->pdata[i];
    /* small ones, so that the loop ends soon, and others */
    gint32 value = run % 2 ? g_rand_int_range(random, -30, 30 << run) : g_rand_int_range(random, -1, 8);
    g_ptr_array_add(wishes, (gpointer)term_eq(t, term_const(t->width, (guint64)value)));
  }
  Model *m = NULL;
  for (guint n = wishes->len + 1; n > 0 && !m; n = n / 2)
    if (solver_check(solver, (const Term *const *)wishes->pdata, n - 1, limits.arrivals_solve_ms) ==
        SOLVER_SAT)
      m = solver_model(solver);
  g_ptr_array_unref(wishes);
  return m;
}

GPtrArray *loop_arrivals(const LoopTerms *l, gint64 deadline) {
  GPtrArray *arrivals = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  if (l->iteration->has_array || l->entry->has_array ||
      term_dag_size(l->iteration, limits.arrivals_nodes) >= limits.arrivals_nodes ||
      term_dag_size(l->entry, limits.arrivals_nodes) >= limits.arrivals_nodes)
    return arrivals;
  Solver *solver = solver_new();
  Surroundings s = {loop_phases(l, NULL), unknowns_of(l), constants_of(l), g_rand_new_with_seed(1),
                    MIN(limits.arrivals_iterations,
                        limits.arrivals_work / (term_dag_size(l->iteration, limits.arrivals_nodes) + 1))};
  solver_assert(solver, l->entry);
  for (guint run = 0; run < limits.arrivals_runs && !deadline_passed(deadline); run++) {
    Model *start = start_of_run(s.constants, solver, s.random, run);
    if (!start) break;
    follow_run(l, &s, start, arrivals);
    model_free(start);
  }
  g_ptr_array_unref(s.phases);
  g_ptr_array_unref(s.unknowns);
  g_ptr_array_unref(s.constants);
  solver_free(solver);
  g_rand_free(s.random);
  return arrivals;
}
