/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Following a failure automaton, step by step, in all locations where the completions of a point may be. */
#include "cfc/follow.h"
#include <string.h>
#include "base/limits.h"
#include "formula/partial.h"
#include "ir/failure-fates.h"

/* A location, with what is asked in it. */
typedef struct {
  GPtrArray *edges;        /* FailureEdge* */
  PartialFormulas *guards; /* by edge */
} Place;

/* Runs that are in a location, with sites at their positions. */
typedef struct {
  guint at;
  gboolean alone; /* all that was asked on the way was given */
  guint positions[];
} Front;

struct Follower {
  const FailureAutomaton *automaton;
  Place *places;
  FailureFate *fates; /* by location */
  GArray *sites; /* guint: those that guards mention */
};

static guint site_index(const Follower *f, guint site) {
  for (guint i = 0; i < f->sites->len; i++)
    if (g_array_index(f->sites, guint, i) == site) return i;
  return G_MAXUINT;
}

/* ---- what is known before any input ---- */

static void add_sites(Follower *f, const Term *guard) {
  g_autoptr(GPtrArray) inputs = term_inputs(guard);
  for (guint i = 0; i < inputs->len; i++) {
    const guint site = input_key_unpack(((const Term *)inputs->pdata[i])->param).site;
    if (site_index(f, site) == G_MAXUINT) g_array_append_val(f->sites, site);
  }
}

static void lay_out_guards(Place *p) {
  g_autofree const Term **guards = g_new(const Term *, p->edges->len + 1);
  for (guint i = 0; i < p->edges->len; i++) guards[i] = ((const FailureEdge *)p->edges->pdata[i])->guard;
  p->guards = partial_new(guards, p->edges->len);
}

Follower *follower_new(const FailureAutomaton *a) {
  Follower *f = g_new0(Follower, 1);
  f->automaton = a;
  f->sites = g_array_new(FALSE, FALSE, sizeof(guint));
  f->places = g_new0(Place, a->locations->len);
  for (guint i = 0; i < a->locations->len; i++) f->places[i].edges = g_ptr_array_new();
  for (guint i = 0; i < a->edges->len; i++) {
    FailureEdge *e = (FailureEdge *)a->edges->pdata[i];
    g_ptr_array_add(f->places[e->from].edges, e);
    add_sites(f, e->guard);
  }
  for (guint i = 0; i < a->locations->len; i++) lay_out_guards(&f->places[i]);
  f->fates = failure_automaton_fates(a);
  return f;
}

void follower_free(Follower *f) {
  if (!f) return;
  for (guint i = 0; i < f->automaton->locations->len; i++) {
    g_ptr_array_unref(f->places[i].edges);
    partial_free(f->places[i].guards);
  }
  g_array_unref(f->sites);
  g_free(f->places);
  g_free(f->fates);
  g_free(f);
}

/* ---- one point ---- */

/* Of the completions. */
typedef struct {
  FollowValue value;
  gpointer data;
  guint horizon, step;
  gboolean fails, not, lost;   /* some may fail; some may not; what others do is not known */
  gboolean surely_differ;      /* those in some place certainly do both */
  gboolean wrong;
  const FailureEdge *failure;  /* NULL: none so far */
  gboolean failures_differ;
  guint failed_at;             /* step of the first failure */
} Walk;

static Front *front_new(const Follower *f, const Front *from, guint at) {
  const gsize size = sizeof(Front) + f->sites->len * sizeof(guint);
  Front *next = (Front *)g_malloc0(size);
  if (from) memcpy(next, from, size);
  next->at = at;
  return next;
}

static gboolean is_past(const Follower *f, const Walk *w, const Front *s) {
  for (guint i = 0; i < f->sites->len; i++)
    if (s->positions[i] < w->horizon) return FALSE;
  return TRUE;
}

static gboolean set_values(const Follower *f, Walk *w, const Front *s, PartialFormulas *guards) {
  const GPtrArray *inputs = partial_inputs(guards);
  partial_begin(guards);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    InputKey key = input_key_unpack(input->param);
    key.occurrence = key.occurrence - ROUND_OCCURRENCE + s->positions[site_index(f, key.site)];
    guint64 value = 0;
    const FollowedValue v = key.occurrence <= w->horizon ? w->value(w->data, term_input(key, input->width), &value) : FOLLOW_OPEN;
    if (v == FOLLOW_WRONG) return FALSE;
    if (v == FOLLOW_GIVEN) partial_set(guards, i, value);
  }
  return TRUE;
}

static void add_front(const Follower *f, GPtrArray *fronts, Front *s) {
  for (guint i = 0; i < fronts->len; i++) {
    Front *known = (Front *)fronts->pdata[i];
    if (known->at != s->at || memcmp(known->positions, s->positions, f->sites->len * sizeof(guint))) continue;
    known->alone &= s->alone;
    g_free(s);
    return;
  }
  g_ptr_array_add(fronts, s);
}

static void note_failure(Walk *w, const FailureEdge *e) {
  w->failures_differ |= w->failure && !failure_same(w->failure->failure, e->failure);
  if (!w->fails) w->failed_at = w->step + 1;
  w->failure = e;
  w->fails = TRUE;
}

static void take_edge(const Follower *f, Walk *w, const Front *s, const FailureEdge *e, gboolean alone, GPtrArray *next) {
  if (e->to == EDGE_FAILS) note_failure(w, e);
  else if (e->to == EDGE_ENDS) w->not = TRUE;
  else if (e->to == EDGE_UNKNOWN) w->lost = TRUE;
  if (e->to >= EDGE_UNKNOWN) return;
  Front *to = front_new(f, s, e->to);
  to->alone &= alone;
  for (guint i = 0; i < e->reads->len; i++) {
    const SiteReads *r = &g_array_index(e->reads, SiteReads, i);
    const guint site = site_index(f, r->site);
    if (site == G_MAXUINT) continue;
    w->lost |= r->count >= ROUND_OCCURRENCE - to->positions[site];
    to->positions[site] += MIN(r->count, ROUND_OCCURRENCE - 1 - to->positions[site]);
  }
  add_front(f, next, to);
}

/* All edges that the values leave possible. */
static void step_front(const Follower *f, Walk *w, const Front *s, GPtrArray *next) {
  const Place *p = &f->places[s->at];
  guint possible = 0;
  if (!set_values(f, w, s, p->guards)) {
    w->wrong = TRUE;
    return;
  }
  g_autoptr(GPtrArray) edges = g_ptr_array_new();
  for (guint i = 0; i < p->edges->len; i++) {
    guint64 holds;
    const gboolean given = partial_value(p->guards, i, &holds);
    if (given && !holds) continue;
    g_ptr_array_add(edges, p->edges->pdata[i]);
    possible++;
    if (given) { /* the others do not hold */
      g_ptr_array_set_size(edges, 0);
      g_ptr_array_add(edges, p->edges->pdata[i]);
      possible = 1;
      break;
    }
  }
  for (guint i = 0; i < edges->len; i++)
    take_edge(f, w, s, (const FailureEdge *)edges->pdata[i], possible == 1, next);
}

/* Nothing that follows is given, or it does not matter: what is known of the location says all. */
static gboolean end_front(const Follower *f, Walk *w, const Front *s) {
  const FailureFate fate = f->fates[s->at];
  if (fate == FATE_OPEN && !is_past(f, w, s)) return FALSE;
  w->not |= fate != FATE_FAILS;
  w->fails |= fate != FATE_NEVER_FAILS;
  w->failures_differ |= fate == FATE_FAILS;
  w->surely_differ |= fate == FATE_OPEN && s->alone && failure_automaton_exact(f->automaton);
  return TRUE;
}

static GPtrArray *step_all(const Follower *f, Walk *w, const GPtrArray *fronts) {
  GPtrArray *next = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < fronts->len && !w->wrong; i++) {
    const Front *s = (const Front *)fronts->pdata[i];
    if (!end_front(f, w, s)) step_front(f, w, s, next);
  }
  w->step++;
  return next;
}

gboolean follower_follow(Follower *f, FollowValue value, gpointer data, guint horizon, Followed *answer) {
  Walk w = {.value = value, .data = data, .horizon = MIN(horizon, ROUND_OCCURRENCE / 2)};
  GPtrArray *fronts = g_ptr_array_new_with_free_func(g_free);
  Front *start = front_new(f, NULL, 0);
  start->alone = TRUE;
  g_ptr_array_add(fronts, start);
  while (fronts->len && !w.wrong && !w.lost && !(w.fails && w.not) && w.step < limits.automaton_steps) {
    GPtrArray *next = step_all(f, &w, fronts);
    g_ptr_array_unref(fronts);
    fronts = next;
  }
  w.lost |= fronts->len > 0; /* also where enough is known already */
  g_ptr_array_unref(fronts);
  *answer = (Followed){CLASS_MAY_FAIL, NULL, 0, w.surely_differ};
  if (!w.lost && !w.not) *answer = (Followed){CLASS_FAILS, w.failures_differ ? NULL : w.failure, w.failed_at == w.step ? w.step : 0, FALSE};
  if (!w.lost && !w.fails) *answer = (Followed){CLASS_CANNOT_FAIL, NULL, 0, FALSE};
  return !w.wrong;
}
