/* SPDX-License-Identifier: GPL-3.0-or-later */
/* probe: concrete runs steered by the solver (concolic search).
 *
 * Each run follows one input point and yields its path condition; the branches of a run whose other side was
 * never seen are queued, newest coverage first, and the solver makes points for them.  Random walks come
 * first (random-walk.h), random points then and in between.  The search ends early where many runs in a row
 * bring no new path. */
#include "engine/engine.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "formula/solver.h"
#include "engine/random-walk.h"

typedef struct {
  GPtrArray *prefix; /* Term*: the path up to the branch, then its negation */
  guint64 edge;      /* the edge hoped for */
} Target;

typedef struct {
  const Question *q;
  GHashTable *covered; /* edges taken by some run */
  GHashTable *queued;  /* edges that wait */
  GQueue targets;      /* Target*, newest last */
  GPtrArray *runs;     /* GPtrArray* of Term*: path conditions of some earlier runs */
  GHashTable *paths;   /* hashes of the paths of all runs */
  guint idle;          /* how many attempts in a row brought no new path */
  GRand *random;
  guint64 max_steps;
  Walker *walker;
  Answer *answer;
} Probe;

static guint64 edge_key(guint function, guint block, guint successor) {
  return ((guint64)function << 40) | ((guint64)block << 16) | (successor & 0xffff);
}

static gboolean late(const Probe *p) { return deadline_passed(p->q->deadline); }

static gpointer boxed(guint64 key) {
  guint64 *b = g_new(guint64, 1);
  *b = key;
  return b;
}

static void target_free(gpointer data) {
  Target *t = (Target *)data;
  g_ptr_array_unref(t->prefix);
  g_free(t);
}

static void cover(Probe *p, const Automaton *trace) {
  for (guint i = 0; i < trace->steps->len; i++) {
    const AutomatonStep *s = &g_array_index(trace->steps, AutomatonStep, i);
    guint64 key = edge_key(s->function, s->block, s->successor);
    if (!g_hash_table_contains(p->covered, &key)) g_hash_table_add(p->covered, boxed(key));
  }
}

static void queue_edge(Probe *p, const SymexResult *r, guint at, guint edge, const Term *wanted) {
  const PathConjunct *c = &g_array_index(r->conjuncts, PathConjunct, at);
  guint64 key = edge_key(c->function, c->block, edge);
  if (g_hash_table_contains(p->covered, &key) || g_hash_table_contains(p->queued, &key)) return;
  Target *t = g_new0(Target, 1);
  t->edge = key;
  t->prefix = g_ptr_array_new();
  for (guint i = 0; i < at; i++)
    g_ptr_array_add(t->prefix, (gpointer)g_array_index(r->conjuncts, PathConjunct, i).condition);
  g_ptr_array_add(t->prefix, (gpointer)wanted);
  g_hash_table_add(p->queued, boxed(key));
  g_queue_push_tail(&p->targets, t);
}

static void queue_other_sides(Probe *p, const SymexResult *r, guint at) {
  const PathConjunct *c = &g_array_index(r->conjuncts, PathConjunct, at);
  const IrBlock *b = (const IrBlock *)program_function(p->q->program, c->function)->blocks->pdata[c->block];
  if (!c->subject) {
    queue_edge(p, r, at, 1 - c->successor, term_not(c->condition));
    return;
  }
  const Term *none = term_bool(TRUE);
  for (guint i = 1; i < b->n_succs; i++) {
    const Term *arm = term_eq(c->subject, term_const(c->subject->width, b->cases[i - 1]));
    none = term_and(none, term_not(arm));
    queue_edge(p, r, at, i, arm);
  }
  queue_edge(p, r, at, 0, none);
}

/* A few earlier runs are kept, to branch off from them at random when no new edge is in sight. */
static void remember(Probe *p, const SymexResult *r) {
  if (r->conjuncts->len == 0) return;
  GPtrArray *path = g_ptr_array_new();
  for (guint i = 0; i < MIN(r->conjuncts->len, limits.probe_conjuncts); i++)
    g_ptr_array_add(path, (gpointer)g_array_index(r->conjuncts, PathConjunct, i).condition);
  if (p->runs->len < limits.probe_kept_runs) {
    g_ptr_array_add(p->runs, path);
    return;
  }
  guint at = (guint)g_rand_int_range(p->random, 0, limits.probe_kept_runs);
  g_ptr_array_unref((GPtrArray *)p->runs->pdata[at]);
  p->runs->pdata[at] = path;
}

/* Two paths that share a hash are taken for one: a search may miss things. */
static void note_path(Probe *p, const SymexResult *r) {
  guint64 hash = r->conjuncts->len;
  for (guint i = 0; i < r->conjuncts->len; i++)
    hash = hash * 0x9e3779b97f4a7c15u + g_array_index(r->conjuncts, PathConjunct, i).condition->id;
  if (g_hash_table_contains(p->paths, &hash)) return;
  g_hash_table_add(p->paths, boxed(hash));
  p->idle = 0;
}

/* TRUE: the point fails inside the condition. */
static gboolean run_point(Probe *p, const Model *point) {
  if (!term_eval(p->q->condition, point)) return FALSE;
  SymexOptions o = {.inputs_per_site = G_MAXUINT / 2,
                    .oracle = point,
                    .deadline = p->q->deadline,
                    .dual = p->q->dual,
                    .max_steps = p->max_steps};
  SymexResult *r = symex_run(p->q->program, p->q->cfg, &o);
  gboolean failed = r->failures->len > 0;
  if (failed) {
    Answer *a = p->answer;
    a->kind = ANSWER_ERROR;
    a->point = model_new();
    for (guint i = 0; i < r->inputs->len; i++) {
      const Term *input = (const Term *)r->inputs->pdata[i];
      model_set(a->point, input, model_value(point, input));
    }
    a->error = automaton_copy(r->trace);
    a->error->error = event_failure(&g_array_index(r->failures, SymexEvent, 0));
  }
  if (r->steps > p->max_steps)
    p->max_steps *= limits.walk_steps_factor; /* stopped early: the next may go further */
  cover(p, r->trace);
  note_path(p, r);
  if (!failed) remember(p, r);
  for (guint i = 0; !failed && i < MIN(r->conjuncts->len, limits.probe_conjuncts); i++)
    if (g_array_index(r->conjuncts, PathConjunct, i).block != G_MAXUINT) queue_other_sides(p, r, i);
  symex_result_free(r);
  return failed;
}

static Model *random_point(Probe *p, guint n) {
  Model *m = model_new();
  if (n > 0) model_set_random(m, n);
  return m;
}

/* A point that follows the prefix and then leaves it. */
static Model *solve(Probe *p, const GPtrArray *prefix) {
  Solver *s = solver_new();
  solver_assert(s, p->q->condition);
  for (guint i = 0; i < prefix->len; i++) solver_assert(s, (const Term *)prefix->pdata[i]);
  Model *m = solver_check(s, NULL, 0, limits.engine_solver_ms) == SOLVER_SAT ? solver_model(s) : NULL;
  solver_free(s);
  return m;
}

static gboolean try_target(Probe *p, Target *t) {
  if (g_hash_table_contains(p->covered, &t->edge)) return FALSE;
  Model *m = solve(p, t->prefix);
  g_hash_table_remove(p->queued, &t->edge);
  if (!m) return FALSE;
  model_set_random(m, (guint64)g_rand_int(p->random) %
                          4); /* what the prefix leaves open: mostly anything, sometimes 0 */
  gboolean failed = run_point(p, m);
  model_free(m);
  return failed;
}

/* Leaves an earlier run at a random place. */
static gboolean try_detour(Probe *p) {
  if (p->runs->len == 0) return FALSE;
  const GPtrArray *run =
      (const GPtrArray *)p->runs->pdata[g_rand_int_range(p->random, 0, (gint32)p->runs->len)];
  guint at = (guint)g_rand_int_range(p->random, 0, (gint32)run->len);
  GPtrArray *prefix = g_ptr_array_new();
  for (guint i = 0; i < at; i++) g_ptr_array_add(prefix, run->pdata[i]);
  g_ptr_array_add(prefix, (gpointer)term_not((const Term *)run->pdata[at]));
  Model *m = solve(p, prefix);
  g_ptr_array_unref(prefix);
  if (!m) return FALSE;
  model_set_random(m, g_rand_int(p->random));
  gboolean failed = run_point(p, m);
  model_free(m);
  return failed;
}

/* TRUE: a long run at random fails. */
static gboolean walk(Probe *p, double seconds) {
  gint64 limit = deadline_in(seconds);
  Model *m = walker_find(p->walker, p->q->deadline ? MIN(limit, p->q->deadline) : limit);
  if (m) p->max_steps = MAX(p->max_steps, limits.walk_steps_factor * walker_steps(p->walker));
  gboolean failed = m && run_point(p, m);
  model_free(m);
  return failed;
}

static gboolean search(Probe *p) {
  if (walk(p, limits.probe_walk_seconds)) return TRUE;
  for (guint n = 0; !late(p) && p->idle < limits.probe_idle; n++, p->idle++) {
    gboolean failed;
    if (n == limits.probe_walk_attempts) {
      failed = walk(p, limits.probe_walk_again_seconds);
    } else if (n < limits.probe_random_points || (n % 8 == 0 && p->runs->len > 0) ||
               (g_queue_is_empty(&p->targets) && p->runs->len == 0)) {
      if (n > limits.probe_random_points && p->runs->len == 0) return FALSE; /* no run depends on any input */
      Model *m = random_point(p, n);
      failed = run_point(p, m);
      model_free(m);
    } else if (!g_queue_is_empty(&p->targets)) {
      Target *t = (Target *)(n % 2 ? g_queue_pop_tail(&p->targets) : g_queue_pop_head(&p->targets));
      failed = try_target(p, t);
      target_free(t);
    } else {
      failed = try_detour(p);
    }
    if (failed) return TRUE;
  }
  return FALSE;
}

Answer *probe_ask(const Question *q, PublishAnswer publish) {
  if (property_asks_for_end(q->program->property)) return answer_new(); /* no run shows that it never ends */
  Probe p = {.q = q, .max_steps = limits.probe_first_steps, .answer = answer_new()};
  p.covered = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  p.queued = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  p.runs = g_ptr_array_new_with_free_func((GDestroyNotify)g_ptr_array_unref);
  p.paths = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  p.random = g_rand_new_with_seed(1);
  p.walker = walker_new(q->program, q->condition);
  g_queue_init(&p.targets);
  search(&p);
  g_queue_clear_full(&p.targets, target_free);
  g_rand_free(p.random);
  walker_free(p.walker);
  g_ptr_array_unref(p.runs);
  g_hash_table_unref(p.covered);
  g_hash_table_unref(p.queued);
  g_hash_table_unref(p.paths);
  return p.answer;
}
