/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where runs that go on for ever fail: the locations from which no run ends, and those from which every run does.
 *
 * What leads to the former leads to EDGE_FAILS then, and what leads to the latter to EDGE_ENDS, so that neither is
 * needed any more.  In a location that is left, some runs may end, or are not known, and others not end. */
#include "engine/reactive/reactive.h"

typedef struct {
  GPtrArray *locations; /* ReactiveLocation* */
  gboolean *ends;       /* by location: some run from there ends, or is not known */
  gboolean *goes_on;    /* by location: some run from there does not end, or is not known */
} Fates;

static ReactiveLocation *location_at(const Fates *f, guint i) { return (ReactiveLocation *)f->locations->pdata[i]; }

static const ReactiveEdge *edge_at(const Fates *f, guint i, guint k) {
  return &g_array_index(location_at(f, i)->edges, ReactiveEdge, k);
}

/* Some edge of the location leads into the set, or to one of these ends. */
static gboolean leads(const Fates *f, guint i, const gboolean *set, guint one, guint other) {
  for (guint k = 0; k < location_at(f, i)->edges->len; k++) {
    const guint to = edge_at(f, i, k)->to;
    if (to == one || to == other || (to < EDGE_UNKNOWN && set[to])) return TRUE;
  }
  return FALSE;
}

/* The least set that locations which lead into it are in. */
static void find_ending(Fates *f) {
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < f->locations->len; i++)
      if (!f->ends[i] && leads(f, i, f->ends, EDGE_ENDS, EDGE_UNKNOWN)) more = f->ends[i] = TRUE;
  }
}

/* The greatest set that locations which lead out of it altogether are not in. */
static void find_going_on(Fates *f) {
  for (guint i = 0; i < f->locations->len; i++) f->goes_on[i] = TRUE;
  for (gboolean more = TRUE; more;) {
    more = FALSE;
    for (guint i = 0; i < f->locations->len; i++) {
      if (!f->goes_on[i] || leads(f, i, f->goes_on, EDGE_FAILS, EDGE_UNKNOWN)) continue;
      f->goes_on[i] = FALSE;
      more = TRUE;
    }
  }
}

/* ---- where it is that they go on ---- */

/* Those that runs from the location come to, without it unless they come back; to free. */
static gboolean *reached_from(const Fates *f, guint start) {
  gboolean *reached = g_new0(gboolean, f->locations->len);
  g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint at = start, next = 0;; at = g_array_index(open, guint, next++)) {
    for (guint k = 0; k < location_at(f, at)->edges->len; k++) {
      const guint to = edge_at(f, at, k)->to;
      if (to >= EDGE_UNKNOWN || reached[to]) continue;
      reached[to] = TRUE;
      g_array_append_val(open, to);
    }
    if (next >= open->len) return reached;
  }
}

static gboolean is_before(IrLoc a, IrLoc b) {
  const int files = g_strcmp0(a.file, b.file);
  return files ? files < 0 : a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* One place for all that lead round to each other: the head of the outermost loop is mostly the first. */
static IrLoc place_of_loop(const Fates *f, guint i, gboolean *const *reached) {
  IrLoc place = location_at(f, i)->loc;
  for (guint k = 0; k < f->locations->len; k++) {
    const IrLoc loc = location_at(f, k)->loc;
    if (reached[i][k] && reached[k][i] && loc.line && (!place.line || is_before(loc, place))) place = loc;
  }
  return place;
}

typedef struct {
  Failure failure;
  gboolean any, several;
} Place;

static void add_place(Place *p, Failure f) {
  p->several |= p->any && !failure_same(p->failure, f);
  p->failure = f;
  p->any = TRUE;
}

/* How a run from there fails that does not end; where there are several ways, none is named. */
static Failure failure_from(const Fates *f, guint start, gboolean *const *reached) {
  Place p = {{{0}, FAILURE_ENDLESS}, FALSE, FALSE};
  for (guint i = 0; i < f->locations->len; i++) {
    if (i != start && !reached[start][i]) continue;
    if (reached[i][i]) add_place(&p, (Failure){place_of_loop(f, i, reached), FAILURE_ENDLESS});
    for (guint k = 0; k < location_at(f, i)->edges->len; k++)
      if (edge_at(f, i, k)->to == EDGE_FAILS) add_place(&p, edge_at(f, i, k)->failure);
  }
  return p.several ? (Failure){{0}, FAILURE_ENDLESS} : p.failure;
}

/* By location from which no run ends; to free. */
static Failure *find_failures(const Fates *f) {
  const guint n = f->locations->len;
  gboolean **reached = g_new0(gboolean *, n);
  Failure *failures = g_new0(Failure, n);
  for (guint i = 0; i < n; i++)
    if (!f->ends[i]) reached[i] = reached_from(f, i);
  for (guint i = 0; i < n; i++)
    if (!f->ends[i]) failures[i] = failure_from(f, i, reached);
  for (guint i = 0; i < n; i++) g_free(reached[i]);
  g_free(reached);
  return failures;
}

/* ---- edges ---- */

static void lead_to_end(ReactiveEdge *e, guint to, Failure failure) {
  g_clear_pointer(&e->reads, g_array_unref);
  e->to = to;
  e->failure = failure;
}

void reactive_settle_endless(GPtrArray *locations) {
  const guint n = locations->len;
  g_autofree gboolean *ends = g_new0(gboolean, n), *goes_on = g_new0(gboolean, n);
  Fates f = {locations, ends, goes_on};
  find_ending(&f);
  find_going_on(&f);
  g_autofree Failure *failures = find_failures(&f);
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < location_at(&f, i)->edges->len; k++) {
      ReactiveEdge *e = &g_array_index(location_at(&f, i)->edges, ReactiveEdge, k);
      if (e->to >= EDGE_UNKNOWN) continue;
      if (!ends[e->to]) lead_to_end(e, EDGE_FAILS, failures[e->to]);
      else if (!goes_on[e->to]) lead_to_end(e, EDGE_ENDS, (Failure){{0}, 0});
    }
}
