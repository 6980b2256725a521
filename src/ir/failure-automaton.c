/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Failure automata: the structure, and its bytes (the guards, then all else as a GVariant). */
#include "ir/failure-automaton.h"
#include "ir/failure-fates.h"

#define LAYOUT "(a(msmsuub)a(uua(uu)(umsuu))b)"

static void free_location(gpointer data) {
  FailureLocation *l = (FailureLocation *)data;
  g_free(l->state);
  g_free(l);
}

static void free_edge(gpointer data) {
  FailureEdge *e = (FailureEdge *)data;
  g_array_unref(e->reads);
  g_free(e);
}

FailureAutomaton *failure_automaton_new(void) {
  FailureAutomaton *a = g_new0(FailureAutomaton, 1);
  a->locations = g_ptr_array_new_with_free_func(free_location);
  a->edges = g_ptr_array_new_with_free_func(free_edge);
  return a;
}

void failure_automaton_free(FailureAutomaton *a) {
  if (!a) return;
  g_ptr_array_unref(a->locations);
  g_ptr_array_unref(a->edges);
  g_free(a);
}

FailureLocation *failure_automaton_add_location(FailureAutomaton *a, char *state, IrLoc loc) {
  FailureLocation *l = g_new0(FailureLocation, 1);
  *l = (FailureLocation){state, loc, FALSE};
  g_ptr_array_add(a->locations, l);
  return l;
}

FailureEdge *failure_automaton_add_edge(FailureAutomaton *a, guint from, guint to, const Term *guard, const GArray *reads) {
  FailureEdge *e = g_new0(FailureEdge, 1);
  *e = (FailureEdge){from, to, guard, g_array_new(FALSE, FALSE, sizeof(SiteReads)), {{0}, 0}};
  if (reads) g_array_append_vals(e->reads, reads->data, reads->len);
  g_ptr_array_add(a->edges, e);
  return e;
}

void failure_automaton_add_failure(FailureAutomaton *a, guint from, Failure f, const Term *guard) {
  failure_automaton_add_edge(a, from, EDGE_FAILS, guard, NULL)->failure = f;
}

static gboolean leads_to(const FailureAutomaton *a, guint to) {
  for (guint i = 0; i < a->edges->len; i++)
    if (((const FailureEdge *)a->edges->pdata[i])->to == to) return TRUE;
  return FALSE;
}

gboolean failure_automaton_exact(const FailureAutomaton *a) { return !leads_to(a, EDGE_UNKNOWN); }

gboolean failure_automaton_fails_finitely(const FailureAutomaton *a) { return leads_to(a, EDGE_FAILS); }

gboolean failure_automaton_fails(const FailureAutomaton *a) {
  if (leads_to(a, EDGE_FAILS) || !a->endless_fails) return leads_to(a, EDGE_FAILS);
  g_autofree gboolean *goes_on = failure_automaton_goes_on(a);
  return goes_on[0];
}

/* ---- unrolling ---- */

/* The runs that have come to a location, with sites at their positions. */
typedef struct {
  guint at;
  GHashTable *positions; /* site to position */
  const Term *when;
} Front;

static void free_front(gpointer data) {
  g_hash_table_unref(((Front *)data)->positions);
  g_free(data);
}

static guint position_of(GHashTable *positions, guint site) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(positions, GUINT_TO_POINTER(site)));
}

void failure_move_on(GHashTable *positions, const GArray *reads) {
  for (guint i = 0; i < reads->len; i++) {
    const SiteReads *r = &g_array_index(reads, SiteReads, i);
    g_hash_table_insert(positions, GUINT_TO_POINTER(r->site), GUINT_TO_POINTER(position_of(positions, r->site) + r->count));
  }
}

/* The input that a symbol of a guard stands for. */
static const Term *input_at(const Term *input, GHashTable *positions) {
  InputKey key = input_key_unpack(input->param);
  key.occurrence += position_of(positions, key.site) - ROUND_OCCURRENCE;
  return term_input(key, input->width);
}

const Term *failure_guard_at(const Term *guard, GHashTable *positions) {
  g_autoptr(GPtrArray) inputs = term_inputs(guard);
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < inputs->len; i++)
    g_hash_table_insert(map, inputs->pdata[i], (gpointer)input_at((const Term *)inputs->pdata[i], positions));
  return term_substitute(guard, map);
}

static gboolean same_positions(GHashTable *a, GHashTable *b) {
  GHashTableIter it;
  gpointer site, position;
  g_hash_table_iter_init(&it, a);
  while (g_hash_table_iter_next(&it, &site, &position))
    if (g_hash_table_lookup(b, site) != position) return FALSE;
  return g_hash_table_size(a) == g_hash_table_size(b);
}

static void add_front(GPtrArray *fronts, guint at, GHashTable *positions, const Term *when) {
  for (guint i = 0; i < fronts->len; i++) {
    Front *f = (Front *)fronts->pdata[i];
    if (f->at != at || !same_positions(f->positions, positions)) continue;
    f->when = term_or(f->when, when);
    return;
  }
  Front *f = g_new0(Front, 1);
  *f = (Front){at, g_hash_table_ref(positions), when};
  g_ptr_array_add(fronts, f);
}

static void add_failing(GPtrArray *fails, Failure f, const Term *when) {
  for (guint i = 0; i < fails->len; i++) {
    FailureEdge *e = (FailureEdge *)fails->pdata[i];
    if (!failure_same(e->failure, f)) continue;
    e->guard = term_or(e->guard, when);
    return;
  }
  FailureEdge *e = g_new0(FailureEdge, 1);
  *e = (FailureEdge){0, EDGE_FAILS, when, g_array_new(FALSE, FALSE, sizeof(SiteReads)), f};
  g_ptr_array_add(fails, e);
}

static void step_front(const FailureAutomaton *a, const Front *f, GPtrArray *next, GPtrArray *fails) {
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    if (e->from != f->at || e->to == EDGE_ENDS) continue;
    if (e->to < EDGE_UNKNOWN && ((const FailureLocation *)a->locations->pdata[e->to])->never_fails) continue;
    const Term *when = term_and(f->when, failure_guard_at(e->guard, f->positions));
    if (e->to == EDGE_FAILS) {
      add_failing(fails, e->failure, when);
      continue;
    }
    g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
    GHashTableIter it;
    gpointer site, position;
    g_hash_table_iter_init(&it, f->positions);
    while (g_hash_table_iter_next(&it, &site, &position)) g_hash_table_insert(positions, site, position);
    failure_move_on(positions, e->reads);
    add_front(next, e->to, positions, when);
  }
}

GPtrArray *failure_automaton_unroll(const FailureAutomaton *a, guint steps, guint nodes, const Term **rest) {
  GPtrArray *fronts = g_ptr_array_new_with_free_func(free_front), *fails = g_ptr_array_new_with_free_func(free_edge);
  g_autoptr(GHashTable) none = g_hash_table_new(NULL, NULL);
  add_front(fronts, 0, none, term_bool(TRUE));
  gboolean fits = TRUE;
  *rest = term_bool(FALSE);
  for (guint i = 0; i < steps && fits; i++) {
    GPtrArray *next = g_ptr_array_new_with_free_func(free_front);
    for (guint k = 0; k < fronts->len; k++) {
      const Front *f = (const Front *)fronts->pdata[k];
      if (f->at >= EDGE_UNKNOWN) add_front(next, f->at, f->positions, f->when);
      else step_front(a, f, next, fails);
    }
    g_ptr_array_unref(fronts);
    fronts = next;
    fits = fronts->len < nodes;
  }
  for (guint k = 0; k < fronts->len; k++) *rest = term_or(*rest, ((const Front *)fronts->pdata[k])->when);
  const Term *all = *rest;
  for (guint k = 0; k < fails->len; k++) all = term_or(all, ((const FailureEdge *)fails->pdata[k])->guard);
  fits &= term_dag_size(all, nodes) < nodes;
  g_ptr_array_unref(fronts);
  if (fits) return fails;
  g_ptr_array_unref(fails);
  return NULL;
}

/* ---- following a point ---- */

/* The guard, of a location that sites are at their positions in. */
static gboolean guard_holds(const Term *guard, const Model *point, GHashTable *positions) {
  g_autoptr(GPtrArray) inputs = term_inputs(guard);
  Model *here = model_new();
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    model_set(here, input, model_value(point, input_at(input, positions)));
  }
  const gboolean holds = term_eval(guard, here) != 0;
  model_free(here);
  return holds;
}

static const FailureEdge *edge_taken(const FailureAutomaton *a, guint from, const Model *point, GHashTable *positions) {
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    if (e->from == from && guard_holds(e->guard, point, positions)) return e;
  }
  return NULL;
}

GPtrArray *failure_automaton_trace(const FailureAutomaton *a, const Model *point, guint steps) {
  g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
  GPtrArray *taken = g_ptr_array_new();
  guint at = 0;
  for (guint i = 0; i < steps && at < EDGE_UNKNOWN; i++) {
    const FailureEdge *e = edge_taken(a, at, point, positions);
    if (!e) break;
    g_ptr_array_add(taken, (gpointer)e);
    failure_move_on(positions, e->reads);
    at = e->to;
  }
  return taken;
}

guint failure_automaton_follow(const FailureAutomaton *a, const Model *point, guint steps) {
  g_autoptr(GPtrArray) taken = failure_automaton_trace(a, point, steps);
  const guint at = taken->len ? ((const FailureEdge *)taken->pdata[taken->len - 1])->to : 0;
  return taken->len < steps && at < EDGE_UNKNOWN ? EDGE_UNKNOWN : at;
}

/* ---- bytes ---- */

static GVariant *reads_variant(const GArray *reads) {
  GVariantBuilder b;
  g_variant_builder_init(&b, G_VARIANT_TYPE("a(uu)"));
  for (guint i = 0; i < reads->len; i++) {
    const SiteReads *r = &g_array_index(reads, SiteReads, i);
    g_variant_builder_add(&b, "(uu)", r->site, r->count);
  }
  return g_variant_builder_end(&b);
}

void failure_automaton_write(GByteArray *out, const FailureAutomaton *a) {
  g_autoptr(GPtrArray) guards = g_ptr_array_new();
  GVariantBuilder locations, edges;
  g_variant_builder_init(&locations, G_VARIANT_TYPE("a(msmsuub)"));
  g_variant_builder_init(&edges, G_VARIANT_TYPE("a(uua(uu)(umsuu))"));
  for (guint i = 0; i < a->locations->len; i++) {
    const FailureLocation *l = (const FailureLocation *)a->locations->pdata[i];
    g_variant_builder_add(&locations, "(msmsuub)", l->state, l->loc.file, l->loc.line, l->loc.column, l->never_fails);
  }
  for (guint i = 0; i < a->edges->len; i++) {
    const FailureEdge *e = (const FailureEdge *)a->edges->pdata[i];
    g_ptr_array_add(guards, (gpointer)e->guard);
    g_variant_builder_add(&edges, "(uu@a(uu)(umsuu))", e->from, e->to, reads_variant(e->reads), (guint)e->failure.kind,
                          e->failure.loc.file, e->failure.loc.line, e->failure.loc.column);
  }
  g_autoptr(GVariant) rest = g_variant_ref_sink(g_variant_new(LAYOUT, &locations, &edges, a->endless_fails));
  term_write(out, (const Term *const *)guards->pdata, guards->len);
  g_byte_array_append(out, g_variant_get_data(rest), (guint)g_variant_get_size(rest));
}

static gboolean is_place(const FailureAutomaton *a, guint to) { return to < a->locations->len || to >= EDGE_UNKNOWN; }

static gboolean read_edges(FailureAutomaton *a, GVariantIter *edges, const Term **guards, guint n) {
  guint from, to, next = 0, kind;
  GVariantIter *reads;
  char *file;
  IrLoc loc = {0};
  gboolean sound = TRUE;
  while (sound && g_variant_iter_next(edges, "(uua(uu)(umsuu))", &from, &to, &reads, &kind, &file, &loc.line, &loc.column)) {
    loc.file = file ? g_intern_string(file) : NULL;
    g_free(file);
    sound = next < n && kind < FAILURE_KINDS && from < a->locations->len && is_place(a, to) && guards[next]->width == 1 && !guards[next]->has_havoc;
    FailureEdge *e = sound ? failure_automaton_add_edge(a, from, to, guards[next++], NULL) : NULL;
    if (e) e->failure = (Failure){loc, (FailureKind)kind};
    SiteReads r;
    while (e && g_variant_iter_next(reads, "(uu)", &r.site, &r.count)) g_array_append_val(e->reads, r);
    g_variant_iter_free(reads);
  }
  return sound && next == n;
}

FailureAutomaton *failure_automaton_read(const GByteArray *bytes) {
  gsize at = 0;
  guint n = 0;
  g_autofree const Term **guards = term_read(bytes->data, bytes->len, &at, &n);
  if (!guards) return NULL;
  g_autoptr(GBytes) data = g_bytes_new(bytes->data + at, bytes->len - at);
  g_autoptr(GVariant) rest = g_variant_ref_sink(g_variant_new_from_bytes(G_VARIANT_TYPE(LAYOUT), data, FALSE));
  if (!g_variant_is_normal_form(rest)) return NULL;
  g_autoptr(GVariantIter) locations = NULL, edges = NULL;
  FailureAutomaton *a = failure_automaton_new();
  g_variant_get(rest, LAYOUT, &locations, &edges, &a->endless_fails);
  char *state, *file;
  gboolean never_fails;
  IrLoc loc = {0};
  while (g_variant_iter_loop(locations, "(msmsuub)", &state, &file, &loc.line, &loc.column, &never_fails)) {
    loc.file = file ? g_intern_string(file) : NULL;
    failure_automaton_add_location(a, g_strdup(state), loc)->never_fails = never_fails;
  }
  if (a->locations->len && read_edges(a, edges, guards, n)) return a;
  failure_automaton_free(a);
  return NULL;
}
