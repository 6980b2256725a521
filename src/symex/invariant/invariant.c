/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for invariants, and the weeding that leaves the inductive ones (Houdini: as long as the solver
 * finds an iteration that breaks some, those are dropped). */
#include "symex/invariant/invariant.h"
#include "base/limits.h"
#include "symex/invariant/absint.h"
#include "symex/invariant/arrivals.h"
#include "symex/invariant/equality.h"
#include "symex/invariant/phases.h"
#include "formula/solver.h"

typedef struct {
  const LoopTerms *loop;
  GPtrArray *candidates;    /* Term*, over the `any` terms */
  GPtrArray *proven;        /* Term*: those of them that are inductive together */
  GPtrArray *iterations;         /* Model*: iterations that broke some */
  GHashTable *first, *next; /* `any` term to what it is at the first arrival, and after an iteration */
  gboolean large; /* an iteration is more than can be looked at often: only what is simple is tried */
  Solver *solver;           /* while weeding a large loop */
  guint patience;           /* by how much the limits of questions to the solver are longer than usual */
  gboolean gave_up;         /* a candidate was dropped, for a question about it took too long */
  Allowance time;
} Search;

/* ---- the loop's terms ---- */

GHashTable *loop_map(const LoopTerms *l, gboolean to_first) {
  GHashTable *map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < l->changes->len; i++) {
    const Change *c = &g_array_index(l->changes, Change, i);
    g_hash_table_insert(map, (gpointer)c->any, (gpointer)(to_first ? c->first : c->next));
  }
  return map;
}

static gboolean is_place(const LoopTerms *l, const Term *havoc) {
  for (guint i = 0; i < l->changes->len; i++)
    if (g_array_index(l->changes, Change, i).any == havoc) return TRUE;
  return FALSE;
}

gboolean loop_lasting(const LoopTerms *l, const Term *t) {
  if (term_dag_size(t, limits.invariant_hint_nodes) >= limits.invariant_hint_nodes) return FALSE;
  GPtrArray *nodes = term_postorder(&t, 1);
  gboolean fits = TRUE;
  for (guint i = 0; i < nodes->len && fits; i++) {
    const Term *n = (const Term *)nodes->pdata[i];
    fits = n->op != TERM_HAVOC || n->param < l->mark || is_place(l, n);
  }
  g_ptr_array_unref(nodes);
  return fits;
}

/* ---- candidates ---- */

static void propose(Search *s, const Term *t) {
  if (term_is_const(t) || s->candidates->len >= limits.invariant_candidates ||
      g_ptr_array_find(s->candidates, t, NULL))
    return;
  if (t->has_havoc && loop_lasting(s->loop, t)) g_ptr_array_add(s->candidates, (gpointer)t);
}

static void propose_order(Search *s, const Term *a, const Term *b) {
  propose(s, term_binary(TERM_SLE, a, b));
  propose(s, term_binary(TERM_ULE, a, b));
}

/* The place only grows, only shrinks, or is changed in steps. */
static void propose_for_change(Search *s, const Change *c) {
  if (c->any->width == 1) return;
  propose_order(s, c->first, c->any);
  propose_order(s, c->any, c->first);
  for (guint bits = 1; bits <= limits.invariant_step_bits && bits < c->any->width; bits++)
    propose(s, term_eq(term_extract(c->any, 0, bits), term_extract(c->first, 0, bits)));
}

/* In a phase, a place is even or odd, or stays so. */
static void propose_in_phase(Search *s, const Term *phase, const Change *c) {
  const Term *odd = term_extract(c->any, 0, 1);
  propose(s, term_implies(phase, odd));
  propose(s, term_implies(phase, term_not(odd)));
  propose(s, term_implies(phase, term_eq(odd, term_extract(c->first, 0, 1))));
}

static void propose_in_phases(Search *s) {
  GPtrArray *phases = loop_phases(s->loop, NULL);
  for (guint i = 0; i < phases->len; i++)
    for (guint j = 0; j < s->loop->changes->len; j++) {
      const Term *phase = (const Term *)phases->pdata[i];
      const Change *c = &g_array_index(s->loop->changes, Change, j);
      if (c->any->width == 1 || c->any->index_width) continue;
      propose_in_phase(s, phase, c);
      propose_in_phase(s, term_not(phase), c);
    }
  g_ptr_array_unref(phases);
}

/* The condition of an iteration still holds after the last one when it is made to hold with equality too. */
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

static void propose_all(Search *s, GPtrArray *terms) {
  for (guint i = 0; i < terms->len; i++) propose(s, (const Term *)terms->pdata[i]);
  g_ptr_array_unref(terms);
}

/* When a part of the time that is left is over. */
static gint64 part_of(const Allowance *time, guint part) {
  gint64 now = g_get_monotonic_time();
  return now + (allowance_end(time) - now) / part;
}

/* What an arrival of some run contradicts is not worth asking the solver for. */
static void drop_refuted(Search *s, const GPtrArray *arrivals) {
  for (guint i = 0; i < arrivals->len; i++) {
    Evaluator *e = evaluator_new((const Model *)arrivals->pdata[i]);
    guint kept = 0;
    for (guint j = 0; j < s->candidates->len; j++)
      if (evaluator_value(e, (const Term *)s->candidates->pdata[j]))
        s->candidates->pdata[kept++] = s->candidates->pdata[j];
    g_ptr_array_set_size(s->candidates, (gint)kept);
    evaluator_free(e);
  }
}

static void propose_candidates(Search *s, const GPtrArray *arrivals, const GPtrArray *hints,
                               const GPtrArray *supplied, InvariantKinds kinds) {
  for (guint i = 0; supplied && i < supplied->len; i++) propose(s, (const Term *)supplied->pdata[i]);
  if (!s->large || kinds == INVARIANTS_LINEAR) {
    propose_all(s, equality_guesses(s->loop, arrivals));
    propose_all(s, absint_invariants(s->loop, part_of(&s->time, 3)));
  }
  if (kinds == INVARIANTS_LINEAR) return;
  for (guint i = 0; i < s->loop->changes->len; i++)
    propose_for_change(s, &g_array_index(s->loop->changes, Change, i));
  for (guint i = 0; i < hints->len; i++) propose_hint(s, (const Term *)hints->pdata[i]);
  if (!s->large) propose_in_phases(s);
}

/* ---- weeding ---- */

/* Drops the candidates whose image is false in a model; FALSE: there is none. */
static gboolean drop_broken(Search *s, GPtrArray *images, const Model *m) {
  Evaluator *e = evaluator_new(m);
  guint kept = 0, n = images->len;
  for (guint i = 0; i < n; i++) {
    if (!evaluator_value(e, (const Term *)images->pdata[i])) continue;
    images->pdata[kept] = images->pdata[i];
    s->candidates->pdata[kept++] = s->candidates->pdata[i];
  }
  g_ptr_array_set_size(images, (gint)kept);
  g_ptr_array_set_size(s->candidates, (gint)kept);
  evaluator_free(e);
  return kept < n;
}

/* With a solver that knows the base already. */
static SolverAnswer ask_again(const Search *s, const Term *image, gboolean assumed, guint ms, Model **model) {
  GPtrArray *question = assumed ? g_ptr_array_copy(s->candidates, NULL, NULL) : g_ptr_array_new();
  g_ptr_array_add(question, (gpointer)term_not(image));
  SolverAnswer answer = solver_check(s->solver, (const Term *const *)question->pdata, question->len, ms);
  if (answer == SOLVER_SAT) *model = solver_model(s->solver);
  g_ptr_array_unref(question);
  return answer;
}

/* Can the image be false, where the candidates that are assumed hold?  A fresh solver each time, unless the
 * loop is large: it sees the whole problem at once, which is what sums need. */
static SolverAnswer ask(const Search *s, const Term *base, const Term *image, gboolean assumed, guint ms,
                        Model **model) {
  gint64 left = (allowance_end(&s->time) - g_get_monotonic_time()) / 1000;
  *model = NULL;
  if (left <= 0) return SOLVER_UNKNOWN;
  ms = (guint)(pace() * ms * s->patience);
  if (s->solver) return ask_again(s, image, assumed, (guint)MIN(left, ms), model);
  if (assumed)
    base = term_and(base, term_and_n((const Term *const *)s->candidates->pdata, s->candidates->len));
  return solver_sat(term_and(base, term_not(image)), (guint)MIN(left, ms), model);
}

static gboolean all_hold(const GPtrArray *candidates, const Model *m) {
  Evaluator *e = evaluator_new(m);
  gboolean hold = TRUE;
  for (guint i = 0; i < candidates->len && hold; i++)
    hold = evaluator_value(e, (const Term *)candidates->pdata[i]) != 0;
  evaluator_free(e);
  return hold;
}

/* Iterations that broke others may break some of these too: that needs no solver. */
static void replay(Search *s, GPtrArray *images) {
  for (gboolean dropped = TRUE; dropped;) {
    dropped = FALSE;
    for (guint i = 0; i < s->iterations->len; i++) {
      const Model *m = (const Model *)s->iterations->pdata[i];
      if (all_hold(s->candidates, m) && all_hold(s->proven, m)) dropped |= drop_broken(s, images, m);
    }
  }
}

/* After an answer with a model: FALSE when that does not help. */
static gboolean learn(Search *s, GPtrArray *images, Model *m, gboolean is_iteration) {
  gboolean helps = drop_broken(s, images, m);
  if (is_iteration)
    g_ptr_array_add(s->iterations, m);
  else
    model_free(m);
  return helps;
}

/* One by one: those that are too hard go alone.  TRUE: none went. */
static gboolean weed_singly(Search *s, const Term *base, GPtrArray *images, gboolean assumed) {
  Model *m;
  GPtrArray *round = g_ptr_array_copy(images, NULL, NULL);
  guint at;
  for (guint i = 0; i < round->len; i++) {
    if (!g_ptr_array_find(images, round->pdata[i], &at)) continue;
    SolverAnswer answer =
        ask(s, base, (const Term *)round->pdata[i], assumed, limits.invariant_single_ms, &m);
    if (answer == SOLVER_UNSAT || (answer == SOLVER_SAT && learn(s, images, m, assumed))) continue;
    s->gave_up |= answer == SOLVER_UNKNOWN;
    g_ptr_array_remove_index(s->candidates, at);
    g_ptr_array_remove_index(images, at);
  }
  gboolean stable = images->len == round->len;
  g_ptr_array_unref(round);
  return stable;
}

static GPtrArray *images_of(const Search *s, GHashTable *map) {
  GPtrArray *images = g_ptr_array_new();
  for (guint i = 0; i < s->candidates->len; i++)
    g_ptr_array_add(images, (gpointer)term_substitute((const Term *)s->candidates->pdata[i], map));
  return images;
}

/* Drops candidates until all that are left hold after the map, where those assumed hold before. */
static void weed(Search *s, const Term *base, GHashTable *map, gboolean assumed) {
  Model *m;
  GPtrArray *images = images_of(s, map);
  gboolean stable = FALSE, singly = FALSE;
  if (s->large) s->solver = solver_new();
  if (s->large) solver_assert(s->solver, base);
  if (assumed) replay(s, images);
  while (!stable && images->len) {
    if (singly) {
      stable = weed_singly(s, base, images, assumed);
      continue;
    }
    const Term *all = term_and_n((const Term *const *)images->pdata, images->len);
    SolverAnswer answer = ask(s, base, all, assumed, limits.invariant_check_ms, &m);
    stable = answer == SOLVER_UNSAT;
    singly = answer == SOLVER_UNKNOWN || (answer == SOLVER_SAT && !learn(s, images, m, assumed));
  }
  g_clear_pointer(&s->solver, solver_free);
  g_ptr_array_unref(images);
}

/* ---- stages ---- */

static gboolean is_kept_equality(const Search *s, const Term *t) { return equality_kept(t, s->next); }

static gboolean is_plain(const Search *s, const Term *t) {
  return term_dag_size(t, limits.invariant_plain_nodes + 1) <= limits.invariant_plain_nodes;
}

static gboolean is_any(const Search *s, const Term *t) { return TRUE; }

/* Of the candidates that belong to a stage, those that are inductive together with what is proven already
 * become proven; the others stay for later stages. */
static void run_stage(Search *s, gboolean (*belongs)(const Search *s, const Term *t),
                      gboolean by_arithmetic) {
  GPtrArray *all = s->candidates;
  s->candidates = g_ptr_array_new();
  for (guint i = 0; i < all->len; i++)
    if (belongs(s, (const Term *)all->pdata[i])) g_ptr_array_add(s->candidates, all->pdata[i]);
  const Term *known = term_and_n((const Term *const *)s->proven->pdata, s->proven->len);
  if (!by_arithmetic) weed(s, term_and(s->loop->iteration, known), s->next, TRUE);
  for (guint i = 0; i < s->candidates->len; i++) {
    g_ptr_array_add(s->proven, s->candidates->pdata[i]);
    g_ptr_array_remove(all, s->candidates->pdata[i]);
  }
  g_ptr_array_unref(s->candidates);
  s->candidates = all;
}

GPtrArray *invariant_find(const LoopTerms *l, const GPtrArray *hints, const GPtrArray *supplied,
                          InvariantKinds kinds, Allowance time) {
  Search s = {.loop = l,
              .time = time,
              .patience = 1,
              .candidates = g_ptr_array_new(),
              .proven = g_ptr_array_new(),
              .iterations = g_ptr_array_new_with_free_func((GDestroyNotify)model_free),
              .first = loop_map(l, TRUE),
              .next = loop_map(l, FALSE)};
  s.large = term_dag_size(l->iteration, limits.invariant_large_iteration_nodes) >=
            limits.invariant_large_iteration_nodes;
  GPtrArray *arrivals = s.large ? g_ptr_array_new() : loop_arrivals(l, part_of(&time, 6));
  propose_candidates(&s, arrivals, hints, supplied, kinds);
  drop_refuted(&s, arrivals);
  weed(&s, l->entry, s.first, FALSE);
  run_stage(&s, is_kept_equality, TRUE);
  run_stage(&s, is_plain, FALSE);
  do {
    s.gave_up = FALSE;
    run_stage(&s, is_any, FALSE);
    s.patience *= limits.invariant_patience_factor;
  } while (s.gave_up && s.patience <= limits.invariant_patience &&
           g_get_monotonic_time() < allowance_end(&time));
  g_ptr_array_unref(arrivals);
  g_ptr_array_unref(s.candidates);
  g_ptr_array_unref(s.iterations);
  g_hash_table_unref(s.first);
  g_hash_table_unref(s.next);
  return s.proven;
}
