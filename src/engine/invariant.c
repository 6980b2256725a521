/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for invariants, and the weeding that leaves the inductive ones (Houdini: as long as the solver
 * finds a turn that breaks some, those go). */
#include "engine/invariant.h"
#include "formula/solver.h"

#define MAX_CANDIDATES 256
#define MAX_HINT_NODES 64
#define CHECK_MS 250  /* one question to the solver */
#define SEARCH_MS 750 /* all of them; loops inside loops search again and again */

typedef struct {
  GPtrArray *candidates;    /* Term*, over the `any` terms */
  GHashTable *first, *next; /* `any` term to what it is at the first arrival, and after a turn */
  guint64 oldest;           /* serial number: havocs made before the places' own are constants of the run */
  gint64 deadline;
} Search;

/* ---- candidates ---- */

/* About the changed places and constants of the run only?  Other unknowns differ from turn to turn. */
static gboolean is_about_places(const Search *s, const Term *t) {
  if (!t->has_havoc) return FALSE;
  if (term_dag_size(t, MAX_HINT_NODES) >= MAX_HINT_NODES) return FALSE;
  GPtrArray *nodes = term_postorder(&t, 1);
  gboolean fits = TRUE;
  for (guint i = 0; i < nodes->len; i++) {
    const Term *n = (const Term *)nodes->pdata[i];
    if (n->op == TERM_HAVOC && n->param >= s->oldest && !g_hash_table_contains(s->first, n)) fits = FALSE;
  }
  g_ptr_array_unref(nodes);
  return fits;
}

static void propose(Search *s, const Term *t) {
  if (term_is_const(t) || s->candidates->len >= MAX_CANDIDATES || g_ptr_array_find(s->candidates, t, NULL))
    return;
  if (is_about_places(s, t)) g_ptr_array_add(s->candidates, (gpointer)t);
}

static void propose_order(Search *s, const Term *a, const Term *b) {
  propose(s, term_binary(TERM_SLE, a, b));
  propose(s, term_binary(TERM_ULE, a, b));
}

/* The place only grows, only shrinks, stays even or odd. */
static void propose_for_change(Search *s, const Change *c) {
  if (c->any->width == 1) return;
  propose_order(s, c->first, c->any);
  propose_order(s, c->any, c->first);
  propose(s, term_eq(term_extract(c->any, 0, 1), term_extract(c->first, 0, 1)));
}

/* The condition of a turn still holds after the last one when it is made to hold with equality too. */
static void propose_hint(Search *s, const Term *t) {
  gboolean holds = TRUE;
  const Term *atom = t;
  if (t->op == TERM_NOT) holds = FALSE, atom = t->args[0];
  propose(s, t);
  if (atom->op < TERM_EQ || atom->op > TERM_SLE || atom->args[0]->width == 1) return;
  const Term *a = atom->args[holds ? 0 : 1], *b = atom->args[holds ? 1 : 0];
  if (atom->op != TERM_EQ) {
    propose(s, term_binary(atom->op == TERM_ULT || atom->op == TERM_ULE ? TERM_ULE : TERM_SLE, a, b));
  } else if (!holds) {
    propose_order(s, a, b);
    propose_order(s, b, a);
  }
}

/* ---- weeding ---- */

static void keep_where(GPtrArray *candidates, Evaluator *e, const GPtrArray *images) {
  guint kept = 0;
  for (guint i = 0; i < candidates->len; i++)
    if (evaluator_value(e, (const Term *)images->pdata[i])) candidates->pdata[kept++] = candidates->pdata[i];
  /* a model that breaks none of them is no use: then none can be trusted */
  g_ptr_array_set_size(candidates, kept == candidates->len ? 0 : kept);
}

static GPtrArray *images_of(const Search *s, GHashTable *map) {
  GPtrArray *images = g_ptr_array_new();
  for (guint i = 0; i < s->candidates->len; i++)
    g_ptr_array_add(images, (gpointer)term_substitute((const Term *)s->candidates->pdata[i], map));
  return images;
}

/* Drops candidates until all that are left hold after the map, where those assumed hold before. */
static void weed(Search *s, Solver *solver, GHashTable *map, gboolean assumed) {
  for (gboolean stable = FALSE; !stable && s->candidates->len;) {
    GPtrArray *images = images_of(s, map), *question = g_ptr_array_new();
    g_ptr_array_add(question,
                    (gpointer)term_not(term_and_n((const Term *const *)images->pdata, images->len)));
    if (assumed) g_ptr_array_extend(question, s->candidates, NULL, NULL);
    gint64 left = (s->deadline - g_get_monotonic_time()) / 1000;
    SolverAnswer answer = left <= 0 ? SOLVER_UNKNOWN
                                    : solver_check(solver, (const Term *const *)question->pdata,
                                                   question->len, (guint)MIN(left, CHECK_MS));
    stable = answer == SOLVER_UNSAT;
    if (answer == SOLVER_UNKNOWN) g_ptr_array_set_size(s->candidates, 0);
    if (answer == SOLVER_SAT) {
      Model *m = solver_model(solver);
      Evaluator *e = evaluator_new(m);
      keep_where(s->candidates, e, images);
      evaluator_free(e);
      model_free(m);
    }
    g_ptr_array_unref(images);
    g_ptr_array_unref(question);
  }
}

const Term *invariant_find(const GArray *changes, const Term *entry, const Term *turn, const GPtrArray *hints,
                           gint64 deadline) {
  Search s = {g_ptr_array_new(), g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL), G_MAXUINT64,
              g_get_monotonic_time() + SEARCH_MS * 1000};
  if (deadline) s.deadline = MIN(s.deadline, deadline);
  for (guint i = 0; i < changes->len; i++) {
    const Change *c = &g_array_index(changes, Change, i);
    g_hash_table_insert(s.first, (gpointer)c->any, (gpointer)c->first);
    g_hash_table_insert(s.next, (gpointer)c->any, (gpointer)c->next);
    s.oldest = MIN(s.oldest, c->any->param);
  }
  for (guint i = 0; i < changes->len; i++) propose_for_change(&s, &g_array_index(changes, Change, i));
  for (guint i = 0; i < hints->len; i++) propose_hint(&s, (const Term *)hints->pdata[i]);
  Solver *at_entry = solver_new(), *after_turn = solver_new();
  solver_assert(at_entry, entry);
  weed(&s, at_entry, s.first, FALSE);
  if (s.candidates->len) solver_assert(after_turn, turn);
  weed(&s, after_turn, s.next, TRUE);
  const Term *found = term_and_n((const Term *const *)s.candidates->pdata, s.candidates->len);
  solver_free(at_entry);
  solver_free(after_turn);
  g_ptr_array_unref(s.candidates);
  g_hash_table_unref(s.first);
  g_hash_table_unref(s.next);
  return found;
}
