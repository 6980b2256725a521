/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs from a few random points; then each condition that a path decided one way is tried the other way, with
 * the path up to it the same. */
#include "learn/path-survey.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "symex/symex.h"
#include "formula/solver.h"

typedef struct {
  const Program *program;
  const Cfg *cfg;
  const Term *condition;
  gint64 deadline;
  GHashTable *met;                   /* Term*: conditions that held on some run */
  GHashTable *asked;                 /* numbers of the paths that detours were made for */
  GHashTable *atoms_of, *detours_of; /* by branch: how many came from it */
  /* GPtrArray* of Term*: the path up to a condition, then its negation.  Second choice: where another path
   * met that already. */
  GQueue detours, second;
  PathSurvey *result;
} Surveyor;

static void add_once(GPtrArray *terms, const Term *t) {
  if (!g_ptr_array_find(terms, t, NULL)) g_ptr_array_add(terms, (gpointer)t);
}

/* A conjunction says as much as its parts; a negation as much as what it negates. */
static void add_atoms(GPtrArray *atoms, const Term *t, guint depth) {
  if (t->op == TERM_NOT && t->width == 1) {
    add_atoms(atoms, t->args[0], depth);
  } else if (depth && t->width == 1 && (t->op == TERM_AND || t->op == TERM_OR)) {
    for (guint i = 0; i < t->n_args; i++) add_atoms(atoms, t->args[i], depth - 1);
  } else if (atoms->len < limits.survey_atoms && t->has_input && !t->has_havoc && !t->has_array &&
             term_dag_size(t, limits.survey_atom_nodes) < limits.survey_atom_nodes) {
    add_once(atoms, t);
  }
}

/* A loop's branch has a condition for each iteration: the first few will do. */
static gboolean enough(GHashTable *counts, const PathConjunct *c, guint limit) {
  if (c->block == G_MAXUINT) return FALSE;
  gpointer branch = GSIZE_TO_POINTER(((gsize)c->function << 32) + c->block + 1);
  guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, branch));
  g_hash_table_insert(counts, branch, GUINT_TO_POINTER(n + 1));
  return n >= limit;
}

static void add_detour(Surveyor *s, const SymexResult *r, guint at, gsize path) {
  const PathConjunct *c = &g_array_index(r->conjuncts, PathConjunct, at);
  const Term *other = term_not(c->condition);
  if (other->has_havoc) return;
  if (!g_hash_table_add(s->asked, GSIZE_TO_POINTER(path * 31 + other->id)) ||
      enough(s->detours_of, c, limits.survey_branch_detours))
    return;
  GPtrArray *prefix = g_ptr_array_new();
  for (guint i = 0; i < at; i++)
    g_ptr_array_add(prefix, (gpointer)g_array_index(r->conjuncts, PathConjunct, i).condition);
  g_ptr_array_add(prefix, (gpointer)other);
  g_queue_push_tail(g_hash_table_contains(s->met, other) ? &s->second : &s->detours, prefix);
}

static void look_at_path(Surveyor *s, const SymexResult *r) {
  gsize path = 17;
  for (guint i = 0; i < r->conjuncts->len; i++) {
    const PathConjunct *c = &g_array_index(r->conjuncts, PathConjunct, i);
    if (g_hash_table_add(s->met, (gpointer)c->condition) &&
        !enough(s->atoms_of, c, limits.survey_branch_atoms))
      add_atoms(s->result->atoms, c->condition, 3);
  }
  for (guint i = 0; i < MIN(r->conjuncts->len, limits.survey_prefix); i++) {
    add_detour(s, r, i, path);
    path = path * 31 + g_array_index(r->conjuncts, PathConjunct, i).condition->id;
  }
}

static void keep_point(PathSurvey *s, const Model *point, const GPtrArray *inputs) {
  Model *m = model_new();
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    model_set(m, input, model_value(point, input));
    add_once(s->inputs, input);
  }
  g_ptr_array_add(s->points, m);
}

static void visit(Surveyor *s, const Model *point) {
  if (!term_eval(s->condition, point)) return;
  SymexOptions o = {.inputs_per_site = G_MAXUINT / 2,
                    .oracle = point,
                    .deadline = s->deadline,
                    .max_steps = limits.survey_steps};
  SymexResult *r = symex_run(s->program, s->cfg, &o);
  look_at_path(s, r);
  keep_point(s->result, point, r->inputs);
  symex_result_free(r);
}

static void visit_random(Surveyor *s, guint seed) {
  Model *m = model_new();
  if (seed) model_set_random(m, seed);
  visit(s, m);
  model_free(m);
}

static GPtrArray *next_detour(Surveyor *s) {
  GPtrArray *prefix;
  while ((prefix = (GPtrArray *)g_queue_pop_head(&s->detours))) {
    if (!g_hash_table_contains(s->met, prefix->pdata[prefix->len - 1])) return prefix;
    g_queue_push_tail(&s->second, prefix); /* another run came there meanwhile */
  }
  return (GPtrArray *)g_queue_pop_head(&s->second);
}

static void take_detour(Surveyor *s, GPtrArray *prefix) {
  Solver *solver = solver_new();
  solver_assert(solver, s->condition);
  for (guint i = 0; i < prefix->len; i++) solver_assert(solver, (const Term *)prefix->pdata[i]);
  if (solver_check(solver, NULL, 0, limits.learn_solver_ms) == SOLVER_SAT) {
    Model *m = solver_model(solver);
    visit(s, m);
    model_free(m);
  }
  solver_free(solver);
  g_ptr_array_unref(prefix);
}

static gboolean goes_on(const Surveyor *s, guint max_runs) {
  return s->result->points->len < max_runs && !deadline_passed(s->deadline);
}

PathSurvey *path_survey_new(const Program *p, const Cfg *cfg, const Term *condition, guint max_runs,
                            gint64 deadline) {
  PathSurvey *result = g_new0(PathSurvey, 1);
  result->inputs = g_ptr_array_new();
  result->atoms = g_ptr_array_new();
  result->points = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  Surveyor s = {.program = p,
                .cfg = cfg,
                .deadline = deadline,
                .detours = G_QUEUE_INIT,
                .second = G_QUEUE_INIT,
                .result = result};
  s.condition = condition ? condition : term_bool(TRUE);
  GHashTable **tables[] = {&s.met, &s.asked, &s.atoms_of, &s.detours_of};
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) *tables[i] = g_hash_table_new(NULL, NULL);
  if (!term_is_true(s.condition)) add_atoms(result->atoms, s.condition, 3);
  for (guint i = 0; i < limits.survey_random_runs && goes_on(&s, max_runs); i++) visit_random(&s, i);
  for (GPtrArray *prefix; goes_on(&s, max_runs) && (prefix = next_detour(&s));) take_detour(&s, prefix);
  g_queue_clear_full(&s.detours, (GDestroyNotify)g_ptr_array_unref);
  g_queue_clear_full(&s.second, (GDestroyNotify)g_ptr_array_unref);
  for (guint i = 0; i < G_N_ELEMENTS(tables); i++) g_hash_table_unref(*tables[i]);
  return result;
}

void path_survey_free(PathSurvey *s) {
  if (!s) return;
  g_ptr_array_unref(s->inputs);
  g_ptr_array_unref(s->atoms);
  g_ptr_array_unref(s->points);
  g_free(s);
}
