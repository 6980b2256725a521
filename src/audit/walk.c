/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walks over the statements of a seed: to the next or the previous one, out to the statement around it or
 * that calls its function, into it, or into a function that it calls. */
#include "audit/strategies.h"
#include "base/limits.h"

static const Place *place_of(const Search *s, guint index) {
  return &g_array_index(s->seed->syntax->places, Place, index);
}

static gboolean same_level(const Place *a, const Place *b) {
  return a->parent == b->parent && a->function == b->function;
}

static gboolean calls(const Place *p, guint function) {
  for (guint i = 0; i < p->calls->len; i++)
    if (g_array_index(p->calls, guint, i) == function) return TRUE;
  return FALSE;
}

/* guint: where one can go from here.  The places are in the order of the text. */
static GArray *moves_from(const Search *s, guint here) {
  GArray *moves = g_array_new(FALSE, FALSE, sizeof(guint));
  const Place *p = place_of(s, here);
  guint next = NO_PLACE, previous = NO_PLACE, child = NO_PLACE;
  for (guint i = 0; i < s->seed->syntax->places->len; i++) {
    const Place *q = place_of(s, i);
    if (i < here && same_level(p, q)) previous = i;
    if (i > here && next == NO_PLACE && same_level(p, q)) next = i;
    if (child == NO_PLACE && q->parent == here) child = i;
    if (p->parent == NO_PLACE && calls(q, p->function)) g_array_append_val(moves, i);
  }
  const guint near[] = {next, previous, child, p->parent};
  for (guint i = 0; i < G_N_ELEMENTS(near); i++)
    if (near[i] != NO_PLACE) g_array_append_val(moves, near[i]);
  for (guint i = 0; i < p->calls->len; i++) {
    const guint first = g_array_index(s->seed->syntax->functions, guint, g_array_index(p->calls, guint, i));
    if (first != NO_PLACE) g_array_append_val(moves, first);
  }
  return moves;
}

/* A candidate of the place, at random; NO_PLACE: it has none. */
static guint candidate_at(const Search *s, guint place, GRand *rand) {
  g_autoptr(GArray) here = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < s->usable->len; i++) {
    const guint c = g_array_index(s->usable, guint, i);
    if (g_array_index(s->seed->syntax->candidates, Candidate, c).place == place) g_array_append_val(here, c);
  }
  return here->len ? g_array_index(here, guint, g_rand_int_range(rand, 0, (gint32)here->len)) : NO_PLACE;
}

static guint move_randomly(const Search *s, const GArray *moves, GRand *rand) {
  (void)s;
  return g_array_index(moves, guint, g_rand_int_range(rand, 0, (gint32)moves->len));
}

/* Where times are known to differ, as far as they do; where nothing is known, deeper places are worth more.
 */
static double attraction(const Search *s, guint place) {
  const double spread = g_array_index(s->spreads, double, place);
  return spread >= 0 ? 0.1 + spread : 0.5 + 0.25 * place_of(s, place)->depth;
}

static guint move_guided(const Search *s, const GArray *moves, GRand *rand) {
  double all = 0;
  for (guint i = 0; i < moves->len; i++) all += attraction(s, g_array_index(moves, guint, i));
  double at = g_rand_double(rand) * all;
  for (guint i = 0; i + 1 < moves->len; i++) {
    at -= attraction(s, g_array_index(moves, guint, i));
    if (at < 0) return g_array_index(moves, guint, i);
  }
  return g_array_index(moves, guint, moves->len - 1);
}

/* Most statements have candidates; where none is near, any will do. */
static guint walk(Search *s, GRand *rand, guint (*move)(const Search *, const GArray *, GRand *)) {
  const GArray *functions = s->seed->syntax->functions;
  gboolean moved = s->place == NO_PLACE; /* the first candidate is where main begins */
  if (s->place == NO_PLACE && functions->len) s->place = g_array_index(functions, guint, 0);
  for (guint step = 0; step < limits.audit_walk_steps && s->place != NO_PLACE; step++) {
    if (moved) {
      const guint found = candidate_at(s, s->place, rand);
      if (found != NO_PLACE) return found;
    }
    g_autoptr(GArray) moves = moves_from(s, s->place);
    if (!moves->len) break;
    s->place = move(s, moves, rand);
    moved = TRUE;
  }
  const guint any = g_array_index(s->usable, guint, g_rand_int_range(rand, 0, (gint32)s->usable->len));
  s->place = g_array_index(s->seed->syntax->candidates, Candidate, any).place;
  return any;
}

guint walk_random(Search *s, GRand *rand) { return walk(s, rand, move_randomly); }
guint walk_guided(Search *s, GRand *rand) { return walk(s, rand, move_guided); }
