/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The smallest automaton with the same language: locations with the same guards to the same classes are one class,
 * by refinement of classes from the coarsest on. */
#include "base/deadline.h"
#include "base/limits.h"
#include "engine/reactive/reactive.h"
#include "formula/readable.h"
#include "formula/solver.h"
#include "symex/distinguish-states.h"
#include <string.h>

/* The class of locations from which no edge leads to a failure or to what is unknown; none is in it where runs that go
 * on for ever fail: edges to what always ends have been led to EDGE_ENDS then. */
#define NEVER_FAILS 0u

typedef struct {
  const GPtrArray *locations;
  const guint *settles; /* by location: where it leads without reading anything, or itself */
  guint *class;         /* by location */
  guint n_classes;
  gint64 deadline;
  GPtrArray *samples; /* Evaluator*: points at which guards that differ mostly differ */
  GHashTable *same;   /* pairs of guards, as guint64*: proven to be the same */
} Classes;

static const ReactiveLocation *location_at(const Classes *c, guint i) {
  return (const ReactiveLocation *)c->locations->pdata[i];
}

static guint target(const Classes *c, const ReactiveEdge *e) {
  return e->to >= EDGE_UNKNOWN ? e->to : c->class[c->settles[e->to]];
}

/* The only edge of a location, where that is always taken and reads nothing; NULL: there is none. */
static const ReactiveEdge *only_edge(const ReactiveLocation *l) {
  const ReactiveEdge *e = l->edges->len == 1 ? &g_array_index(l->edges, ReactiveEdge, 0) : NULL;
  return e && e->to < EDGE_UNKNOWN && e->reads->len == 0 && term_is_true(e->guard) ? e : NULL;
}

static guint *settling(const GPtrArray *locations) {
  guint *settles = g_new0(guint, locations->len);
  for (guint i = 0; i < locations->len; i++) {
    settles[i] = i;
    for (guint n = 0; n < locations->len; n++) { /* round and round: it stays where it is then */
      const ReactiveEdge *e = only_edge((const ReactiveLocation *)locations->pdata[settles[i]]);
      if (!e) break;
      settles[i] = e->to;
    }
  }
  return settles;
}

static gboolean is_bad(guint to) { return to == EDGE_FAILS || to == EDGE_UNKNOWN; }

/* Backwards from the failures: which locations lead to one, or may by going on for ever. */
static gboolean *leading(const GPtrArray *locations, gboolean endless_fails) {
  gboolean *leads = g_new0(gboolean, locations->len);
  for (guint i = 0; i < locations->len; i++) leads[i] = endless_fails;
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < locations->len; i++) {
      const GArray *edges = ((const ReactiveLocation *)locations->pdata[i])->edges;
      for (guint k = 0; k < edges->len && !leads[i]; k++) {
        const guint to = g_array_index(edges, ReactiveEdge, k).to;
        more |= leads[i] = is_bad(to) || (to < locations->len && leads[to]);
      }
    }
  }
  return leads;
}

/* Edges to one class that read alike, or with one failure, are one. */
static gboolean same_edge(const Classes *c, const ReactiveEdge *a, const ReactiveEdge *b) {
  const guint to = target(c, a);
  if (to != target(c, b) || !failure_same(a->failure, b->failure)) return FALSE;
  return to >= EDGE_UNKNOWN || to == NEVER_FAILS || reads_same(a->reads, b->reads);
}

/* The guards of all edges of a location that are one with e. */
static const Term *guard_like(const Classes *c, guint location, const ReactiveEdge *like) {
  const GArray *edges = location_at(c, location)->edges;
  const Term *guard = term_bool(FALSE);
  for (guint i = 0; i < edges->len; i++) {
    const ReactiveEdge *e = &g_array_index(edges, ReactiveEdge, i);
    if (same_edge(c, e, like)) guard = term_or(guard, e->guard);
  }
  return guard;
}

/* ---- whether guards are the same: a few points tell most of them apart before the solver is asked ---- */

static guint64 small_number(gpointer seed, const Term *input) {
  const guint64 mixed = (input->param + GPOINTER_TO_SIZE(seed)) * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) >> 32;
  return (mixed % 12 - 2) & term_mask(input->width);
}

static void free_evaluator(gpointer e) { evaluator_free((Evaluator *)e); }

/* points: Model*, which the evaluators need. */
static GPtrArray *new_samples(GPtrArray *points) {
  GPtrArray *samples = g_ptr_array_new_with_free_func(free_evaluator);
  for (guint i = 0; i < limits.automaton_samples; i++) {
    Model *m = model_new();
    model_set_chooser(m, small_number, GSIZE_TO_POINTER((gsize)i * 7919));
    g_ptr_array_add(points, m);
    g_ptr_array_add(samples, evaluator_new(m));
  }
  return samples;
}

static gboolean differ_at_samples(const Classes *c, const Term *a, const Term *b) {
  for (guint i = 0; i < c->samples->len; i++) {
    Evaluator *e = (Evaluator *)c->samples->pdata[i];
    if (evaluator_value(e, a) != evaluator_value(e, b)) return TRUE;
  }
  return FALSE;
}

static gboolean is_same(const Classes *c, const Term *a, const Term *b) {
  if (a == b) return TRUE;
  if (term_is_const(a) || term_is_const(b) || differ_at_samples(c, a, b)) return FALSE;
  const guint64 pair = (guint64)MIN(a->id, b->id) << 32 | MAX(a->id, b->id);
  if (g_hash_table_contains(c->same, &pair)) return TRUE;
  if (!solver_valid(term_eq(a, b), limits.automaton_check_ms)) return FALSE;
  g_hash_table_add(c->same, g_memdup2(&pair, sizeof pair));
  return TRUE;
}

/* Every edge of a has its like in b.  As guards cover everything, b has no more. */
static gboolean are_alike(const Classes *c, guint a, guint b) {
  const GArray *edges = location_at(c, a)->edges;
  for (guint i = 0; i < edges->len; i++) {
    const ReactiveEdge *e = &g_array_index(edges, ReactiveEdge, i);
    if (!is_same(c, guard_like(c, a, e), guard_like(c, b, e))) return FALSE;
  }
  return TRUE;
}

/* Splits classes whose members are not alike.  FALSE: there are none. */
static gboolean refine(Classes *c) {
  const guint n = c->locations->len;
  g_autofree guint *next = g_memdup2(c->class, n * sizeof *next);
  g_autoptr(GArray) first = g_array_new(FALSE, FALSE, sizeof(guint)); /* of each new class: a member */
  guint fresh = 1;
  for (guint i = 0; i < n && !deadline_passed(c->deadline); i++) {
    if (c->class[i] == NEVER_FAILS) continue;
    guint found = G_MAXUINT;
    for (guint k = 0; k < first->len && found == G_MAXUINT; k++) {
      const guint member = g_array_index(first, guint, k);
      if (c->class[member] == c->class[i] && are_alike(c, i, member)) found = next[member];
    }
    if (found == G_MAXUINT) {
      found = fresh++;
      g_array_append_val(first, i);
    }
    next[i] = found;
  }
  const gboolean changed = fresh != c->n_classes;
  memcpy(c->class, next, n * sizeof *next);
  c->n_classes = fresh;
  return changed && !deadline_passed(c->deadline);
}

/* ---- the automaton ---- */

/* By class: its number in the automaton, in the order in which edges lead there; G_MAXUINT: none does. */
static guint number_classes(const Classes *c, guint *number, guint *member) {
  guint n = 0;
  for (guint i = 0; i < c->n_classes; i++) number[i] = G_MAXUINT;
  number[c->class[c->settles[0]]] = n;
  member[n++] = c->settles[0];
  for (guint i = 0; i < n; i++) {
    const GArray *edges = location_at(c, member[i])->edges;
    for (guint k = 0; k < edges->len; k++) {
      const ReactiveEdge *e = &g_array_index(edges, ReactiveEdge, k);
      if (e->to >= EDGE_UNKNOWN || c->class[member[i]] == NEVER_FAILS || number[target(c, e)] != G_MAXUINT) continue;
      number[target(c, e)] = n;
      member[n++] = c->settles[e->to];
    }
  }
  return n;
}

static const Term *simplified(const Classes *c, const Term *guard) {
  return deadline_passed(c->deadline) ? guard : readable_simplify(guard, limits.automaton_simplify_ms);
}

static void add_edges(const Classes *c, FailureAutomaton *a, guint from, guint member, const guint *number) {
  const GArray *edges = location_at(c, member)->edges;
  if (c->class[member] == NEVER_FAILS) {
    failure_automaton_add_edge(a, from, from, term_bool(TRUE), NULL);
    return;
  }
  for (guint i = 0; i < edges->len; i++) {
    const ReactiveEdge *e = &g_array_index(edges, ReactiveEdge, i);
    const guint to = target(c, e);
    const gboolean counts = to < EDGE_UNKNOWN && to != NEVER_FAILS;
    gboolean done = FALSE;
    for (guint k = 0; k < i && !done; k++) done = same_edge(c, &g_array_index(edges, ReactiveEdge, k), e);
    if (done) continue;
    const Term *guard = simplified(c, guard_like(c, member, e));
    if (to == EDGE_FAILS)
      failure_automaton_add_failure(a, from, e->failure, guard);
    else
      failure_automaton_add_edge(a, from, to < EDGE_UNKNOWN ? number[to] : to, guard, counts ? e->reads : NULL);
  }
}

/* What is said of a slot in a state; an unset one has the value of the start. */
static const char *text_of(GStrv texts, const char *key) {
  const gsize n = strlen(key);
  for (guint i = 0; texts[i]; i++)
    if (strncmp(texts[i], key, n) == 0 && texts[i][n] == '\t') return texts[i] + n + 1;
  return NULL;
}

/* All keys of the states. */
static GPtrArray *keys_of(const Classes *c) {
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  GPtrArray *keys = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < c->locations->len; i++)
    for (char **t = location_at(c, i)->texts; *t; t++) {
      g_autofree char *key = g_strndup(*t, (gsize)(strchr(*t, '\t') - *t));
      if (g_hash_table_contains(seen, key)) continue;
      g_hash_table_add(seen, key);
      g_ptr_array_add(keys, g_steal_pointer(&key));
    }
  return keys;
}

/* The locations of one loop, by what distinguishes their classes. */
static void name_loop(const Classes *c, FailureAutomaton *a, const guint *number, IrLoc loop) {
  g_autoptr(GPtrArray) keys = keys_of(c), states = g_ptr_array_new_with_free_func((GDestroyNotify)g_strfreev);
  g_autoptr(GArray) groups = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < c->locations->len; i++) {
    if (!loc_same(location_at(c, i)->loc, loop) || number[c->class[i]] == G_MAXUINT) continue;
    GStrv state = g_new0(char *, keys->len + 1);
    for (guint k = 0; k < keys->len; k++) {
      const char *text = text_of(location_at(c, i)->texts, (const char *)keys->pdata[k]);
      state[k] = g_strdup(text ? text : "?");
    }
    g_ptr_array_add(states, state);
    g_array_append_val(groups, c->class[i]);
  }
  if (states->len < 2) return;
  g_autofree gboolean *needed = distinguishing_variables(states, (const guint *)groups->data);
  for (guint i = 0; needed && i < c->n_classes; i++) {
    if (number[i] == G_MAXUINT || i == NEVER_FAILS) continue;
    FailureLocation *l = (FailureLocation *)a->locations->pdata[number[i]];
    g_autofree char *text = distinguishing_text(states, (const guint *)groups->data, i, needed);
    if (loc_same(l->loc, loop) && *text && strlen(text) <= limits.round_state_characters && !l->state)
      l->state = g_steal_pointer(&text);
  }
}

static void name_locations(const Classes *c, FailureAutomaton *a, const guint *number) {
  for (guint i = 0; i < a->locations->len; i++) {
    FailureLocation *l = (FailureLocation *)a->locations->pdata[i];
    gboolean before = FALSE;
    for (guint k = 0; k < i; k++) before |= loc_same(((FailureLocation *)a->locations->pdata[k])->loc, l->loc);
    if (!before) name_loop(c, a, number, l->loc);
  }
  if (number[NEVER_FAILS] != G_MAXUINT)
    ((FailureLocation *)a->locations->pdata[number[NEVER_FAILS]])->never_fails = TRUE;
}

/* Halfway to the deadline, what is not refined yet is left as it was: each location is a class. */
static void find_classes(Classes *c, const gboolean *leads) {
  const gint64 deadline = c->deadline, now = g_get_monotonic_time();
  for (guint i = 0; i < c->locations->len; i++) c->class[i] = leads[i] ? 1 : NEVER_FAILS;
  c->deadline = now + (deadline - now) / 2;
  while (refine(c)) continue;
  if (deadline_passed(c->deadline)) {
    for (guint i = 0; i < c->locations->len; i++) c->class[i] = leads[i] ? 1 + i : NEVER_FAILS;
    c->n_classes = 1 + c->locations->len;
  }
  c->deadline = deadline;
}

FailureAutomaton *reactive_minimize(const GPtrArray *locations, gboolean endless_fails, gint64 deadline) {
  g_autofree gboolean *leads = leading(locations, endless_fails);
  g_autofree guint *settles = settling(locations);
  g_autoptr(GPtrArray) points = g_ptr_array_new_with_free_func((GDestroyNotify)model_free), samples = new_samples(points);
  g_autoptr(GHashTable) same = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  Classes c = {locations, settles, g_new0(guint, locations->len), 2, deadline, samples, same};
  find_classes(&c, leads);
  g_autofree guint *number = g_new0(guint, c.n_classes), *member = g_new0(guint, c.n_classes);
  FailureAutomaton *a = failure_automaton_new();
  a->endless_fails = endless_fails;
  const guint n = number_classes(&c, number, member);
  for (guint i = 0; i < n; i++) failure_automaton_add_location(a, NULL, location_at(&c, member[i])->loc);
  for (guint i = 0; i < n; i++) add_edges(&c, a, i, member[i], number);
  name_locations(&c, a, number);
  g_free(c.class);
  return a;
}
