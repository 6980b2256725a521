/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The automaton of a program: its states at cut points, one after the other, each with what one segment does from it.
 *
 * What the segments of a state depend on and is not kept of it is unknown: where that decides which edge is taken, the
 * runs lead to EDGE_UNKNOWN.  Conditions that decide are kept from then on, and everything begins again. */
#include "engine/reactive/reactive.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "engine/reactive/slots.h"
#include "formula/solver.h"
#include <string.h>

typedef struct {
  Segments *segments;
  Slots *slots;
  GPtrArray *points;    /* Settled*: what the locations are */
  GPtrArray *locations; /* ReactiveLocation* */
  GHashTable *index;    /* digest to location + 1 */
  gboolean eager;       /* conditions are kept also where they only decide which other conditions will hold */
  gint64 deadline;
} Builder;

static void free_reactive_edge(gpointer data) {
  ReactiveEdge *e = (ReactiveEdge *)data;
  if (e->reads) g_array_unref(e->reads);
}

static void free_location(gpointer data) {
  ReactiveLocation *l = (ReactiveLocation *)data;
  g_strfreev(l->texts);
  g_array_unref(l->edges);
  g_free(l);
}

gboolean reads_same(const GArray *a, const GArray *b) {
  if (!a || !b) return a == b;
  return a->len == b->len && (a->len == 0 || memcmp(a->data, b->data, a->len * sizeof(SiteReads)) == 0);
}

/* ---- edges ---- */

static void add_failing_edge(ReactiveLocation *l, guint to, Failure failure, const GArray *reads, const Term *guard) {
  if (term_is_false(guard)) return;
  for (guint i = 0; i < l->edges->len; i++) {
    ReactiveEdge *e = &g_array_index(l->edges, ReactiveEdge, i);
    if (e->to != to || !failure_same(e->failure, failure) || !reads_same(e->reads, reads)) continue;
    e->guard = term_or(e->guard, guard);
    return;
  }
  ReactiveEdge e = {to, NULL, guard, failure};
  if (reads) {
    e.reads = g_array_new(FALSE, FALSE, sizeof(SiteReads));
    g_array_append_vals(e.reads, reads->data, reads->len);
  }
  g_array_append_val(l->edges, e);
}

static void add_edge(ReactiveLocation *l, guint to, const GArray *reads, const Term *guard) {
  add_failing_edge(l, to, (Failure){{0}, 0}, reads, guard);
}

/* Inputs that are not read in the segment are not known to it. */
static const Term *of_segment(const Term *t) {
  GHashTable *unknown = g_hash_table_new(NULL, NULL);
  GPtrArray *inputs = term_inputs(t);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    if (input_key_unpack(input->param).occurrence <= ROUND_OCCURRENCE)
      g_hash_table_insert(unknown, (gpointer)input, (gpointer)term_fresh_havoc(input->width, 0));
  }
  if (g_hash_table_size(unknown)) t = term_substitute(t, unknown);
  g_ptr_array_unref(inputs);
  g_hash_table_unref(unknown);
  return t;
}

/* Can some inputs satisfy it?  TRUE also where that is not known. */
static gboolean can_be(Builder *b, const Term *t) {
  if (term_is_const(t)) return term_is_true(t);
  return !exec_impossible(segments_executor(b->segments), t, limits.automaton_check_ms);
}

/* The guards of a location so far are exclusive; the runs of none of them end, but those of `open`.  Each edge is left with
 * the runs that take it whatever is not known, and all others are unknown. */
static void complete_edges(Builder *b, ReactiveLocation *l, const Term *open) {
  const Term *rest = term_bool(TRUE), *ends = term_not(open);
  for (guint i = 0; i < l->edges->len; i++) {
    ReactiveEdge *e = &g_array_index(l->edges, ReactiveEdge, i);
    ends = term_and(ends, term_not(e->guard));
  }
  add_edge(l, EDGE_ENDS, NULL, ends);
  for (guint i = 0; i < l->edges->len; i++) {
    ReactiveEdge *e = &g_array_index(l->edges, ReactiveEdge, i);
    e->guard = term_without_havoc(of_segment(e->guard), FALSE);
    rest = term_and(rest, term_not(e->guard));
  }
  for (guint i = l->edges->len; i-- > 0;)
    if (!can_be(b, g_array_index(l->edges, ReactiveEdge, i).guard)) g_array_remove_index(l->edges, i);
  if (can_be(b, rest)) add_edge(l, EDGE_UNKNOWN, NULL, rest);
}

/* ---- locations ---- */

static IrLoc place_of(const CutPoint *p) {
  const IrBlock *b = (const IrBlock *)p->function->blocks->pdata[p->block];
  return p->block || p->caller ? b->term_loc : (IrLoc){0};
}

static guint add_location(Builder *b, Settled *s) {
  ReactiveLocation *l = g_new0(ReactiveLocation, 1);
  l->texts = g_strdupv(s->texts);
  l->loc = place_of(&s->point);
  l->edges = g_array_new(FALSE, FALSE, sizeof(ReactiveEdge));
  g_array_set_clear_func(l->edges, free_reactive_edge);
  g_ptr_array_add(b->points, s);
  g_ptr_array_add(b->locations, l);
  g_hash_table_insert(b->index, s->digest, GUINT_TO_POINTER(b->locations->len));
  return b->locations->len - 1;
}

typedef enum { BUILT, AGAIN, GIVEN_UP } Outcome;

/* An edge to the state, which is taken. */
static void add_settled(Builder *b, ReactiveLocation *from, Settled *s, const Term *given) {
  const guint known = GPOINTER_TO_UINT(g_hash_table_lookup(b->index, s->digest));
  if (known || can_be(b, term_and(given, s->when)))
    add_edge(from, known ? known - 1 : add_location(b, s), s->reads, s->when);
  else
    settled_free(s);
  if (known) settled_free(s);
}

/* Which of the states it is may depend on conditions before the segment that are not kept. */
static gboolean keeps_more(Builder *b, const GPtrArray *settled) {
  gboolean more = FALSE;
  for (guint i = 0; b->eager && i < settled->len; i++)
    more |= slots_keep_conditions(b->slots, ((const Settled *)settled->pdata[i])->when);
  return more;
}

static Outcome add_arrival(Builder *b, guint from, const CutPoint *arrival, const Term *given, const Term **open) {
  GPtrArray *settled = slots_settle(b->slots, arrival, given, open);
  if (!settled) return AGAIN;
  if (keeps_more(b, settled)) {
    g_ptr_array_unref(settled);
    return AGAIN;
  }
  g_ptr_array_set_free_func(settled, NULL);
  for (guint i = 0; i < settled->len; i++)
    add_settled(b, (ReactiveLocation *)b->locations->pdata[from], (Settled *)settled->pdata[i], given);
  g_ptr_array_unref(settled);
  return BUILT;
}

static gboolean keep_conditions(Builder *b, const Segment *s) {
  gboolean more = slots_keep_conditions(b->slots, s->open);
  for (guint i = 0; i < s->failures->len; i++)
    more |= slots_keep_conditions(b->slots, g_array_index(s->failures, SymexEvent, i).guard);
  for (guint i = 0; i < s->arrivals->len; i++)
    more |= slots_keep_conditions(b->slots, path_full(g_array_index(s->arrivals, CutPoint, i).at.state.path));
  return more;
}

static Outcome add_segment(Builder *b, guint from, const Segment *s, const Term *given) {
  ReactiveLocation *l = (ReactiveLocation *)b->locations->pdata[from];
  const Term *open = s->open;
  Outcome o = keep_conditions(b, s) ? AGAIN : BUILT;
  for (guint i = 0; i < s->failures->len; i++) {
    const SymexEvent *e = &g_array_index(s->failures, SymexEvent, i);
    add_failing_edge(l, EDGE_FAILS, event_failure(e), NULL, e->guard);
  }
  for (guint i = 0; i < s->arrivals->len && o == BUILT; i++)
    o = add_arrival(b, from, &g_array_index(s->arrivals, CutPoint, i), given, &open);
  if (o == BUILT) complete_edges(b, l, open);
  return o;
}

static Outcome build_location(Builder *b, guint i) {
  const Settled *at = (const Settled *)b->points->pdata[i];
  const Term *given = at->given;
  if (deadline_passed(b->deadline)) return GIVEN_UP;
  if (b->locations->len > limits.automaton_locations) return slots_keep_less(b->slots) ? AGAIN : GIVEN_UP;
  Segment *s = segment_run(b->segments, &at->point, given);
  Outcome o = GIVEN_UP;
  if (s->complete)
    o = add_segment(b, i, s, given);
  else if (!deadline_passed(b->deadline)) {
    add_edge((ReactiveLocation *)b->locations->pdata[i], EDGE_UNKNOWN, NULL, term_bool(TRUE));
    o = BUILT;
  }
  segment_free(s);
  return o;
}

static Outcome build(Builder *b, const CutPoint *start) {
  g_hash_table_remove_all(b->index);
  g_ptr_array_set_size(b->points, 0);
  g_ptr_array_set_size(b->locations, 0);
  slots_begin(b->slots);
  Settled *first = g_new0(Settled, 1);
  *first = (Settled){*start, term_bool(TRUE), term_bool(TRUE), g_strdup("start"), g_new0(char *, 1),
                     g_array_new(FALSE, FALSE, sizeof(SiteReads))};
  add_location(b, first);
  Outcome o = BUILT;
  for (guint i = 0; i < b->locations->len && o == BUILT; i++) o = build_location(b, i);
  return o;
}

/* Until nothing more has to be kept, or less. */
static Outcome build_until(Builder *b, const CutPoint *start, gboolean eager, gint64 deadline) {
  Outcome o = AGAIN;
  b->eager = eager;
  b->deadline = deadline;
  b->slots = slots_new(b->segments, &start->at.state);
  for (guint i = 0; i < limits.automaton_attempts && o == AGAIN; i++) o = build(b, start);
  slots_free(b->slots);
  return o;
}

static gboolean is_exact(const Builder *b) {
  for (guint i = 0; i < b->locations->len; i++) {
    const GArray *edges = ((const ReactiveLocation *)b->locations->pdata[i])->edges;
    for (guint k = 0; k < edges->len; k++)
      if (g_array_index(edges, ReactiveEdge, k).to == EDGE_UNKNOWN) return FALSE;
  }
  return TRUE;
}

/* ---- what is read in vain ---- */

static gboolean *mentioned_sites(const Builder *b, const Program *p) {
  gboolean *mentioned = g_new0(gboolean, p->sites->len + 1);
  for (guint i = 0; i < b->locations->len; i++) {
    const GArray *edges = ((const ReactiveLocation *)b->locations->pdata[i])->edges;
    for (guint k = 0; k < edges->len; k++) {
      g_autoptr(GPtrArray) inputs = term_inputs(g_array_index(edges, ReactiveEdge, k).guard);
      for (guint n = 0; n < inputs->len; n++)
        mentioned[input_key_unpack(((const Term *)inputs->pdata[n])->param).site] = TRUE;
    }
  }
  return mentioned;
}

/* Objects in memory whose contents decide nothing need not be counted. */
static void forget_idle_memory(Builder *b, const Program *p) {
  g_autofree gboolean *mentioned = mentioned_sites(b, p);
  for (guint i = 0; i < b->locations->len; i++) {
    const GArray *edges = ((const ReactiveLocation *)b->locations->pdata[i])->edges;
    for (guint k = 0; k < edges->len; k++) {
      GArray *reads = g_array_index(edges, ReactiveEdge, k).reads;
      for (guint n = reads ? reads->len : 0; n-- > 0;) {
        const guint site = g_array_index(reads, SiteReads, n).site;
        if (!mentioned[site] && !site_is_called(program_site(p, site))) g_array_remove_index(reads, n);
      }
    }
  }
}

/* At first with all conditions, which may be too many: half of the time is for that. */
FailureAutomaton *reactive_automaton(const Question *q) {
  const gint64 now = g_get_monotonic_time();
  Builder b = {.segments = segments_new(q->program, q->cfg, q->deadline),
               .points = g_ptr_array_new_with_free_func(settled_free),
               .locations = g_ptr_array_new_with_free_func(free_location),
               .index = g_hash_table_new(g_str_hash, g_str_equal)};
  const CutPoint start = segments_start(b.segments);
  Outcome o = build_until(&b, &start, TRUE, now + (q->deadline - now) / 2);
  if (o != BUILT || !is_exact(&b)) o = build_until(&b, &start, FALSE, q->deadline);
  const gboolean endless_fails = property_asks_for_end(q->program->property);
  forget_idle_memory(&b, q->program);
  if (o == BUILT && endless_fails) reactive_settle_endless(b.locations);
  FailureAutomaton *a = o == BUILT ? reactive_minimize(b.locations, endless_fails, q->deadline) : NULL;
  g_ptr_array_unref(b.points);
  g_ptr_array_unref(b.locations);
  g_hash_table_unref(b.index);
  segments_free(b.segments);
  return a;
}
