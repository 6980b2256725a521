/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pairs of locations that two automata come to, in the order of the number of steps. */
#include "compare/product.h"
#include "base/deadline.h"
#include "formula/solver.h"
#include "ir/failure-fates.h"

/* An edge, over the common sites. */
typedef struct {
  guint from, to;
  const Term *guard;
  GHashTable *reads;  /* common site -> count */
  GHashTable *deepest; /* common site -> the last relative occurrence that the guard mentions */
} Edge;

typedef struct {
  GPtrArray *edges; /* Edge*, by location */
  FailureFate *fates;
  GHashTable *mentioned; /* common sites */
} Side;

/* Where both are, and how that came about. */
typedef struct Pair Pair;
struct Pair {
  guint at[2]; /* a location, or EDGE_FAILS, EDGE_ENDS */
  const Pair *before;
  const Model *step;    /* the inputs of the step from there; theirs */
  const Edge *taken[2]; /* NULL: the side was at its end */
};

typedef struct {
  Side sides[2];
  GPtrArray *pairs;     /* Pair*, in the order in which they are found */
  GHashTable *found;    /* of them, by what is in at */
  GHashTable *answers;  /* guard -> Model*, or NULL where it has none */
  gint64 deadline;
  guint question_ms;
  gboolean unsure;
  Product *product;
} Search;

static guint number(GHashTable *t, guint key) { return GPOINTER_TO_UINT(g_hash_table_lookup(t, GUINT_TO_POINTER(key))); }

static void set_number(GHashTable *t, guint key, guint value) {
  g_hash_table_insert(t, GUINT_TO_POINTER(key), GUINT_TO_POINTER(value));
}

/* ---- sides ---- */

/* G_MAXUINT: no guard mentions it. */
static guint common_site(const ProductSide *s, guint site) {
  gpointer common = GUINT_TO_POINTER(G_MAXUINT);
  if (!s->sites) return site;
  g_hash_table_lookup_extended(s->sites, GUINT_TO_POINTER(site), NULL, &common);
  return GPOINTER_TO_UINT(common);
}

static const Term *common_guard(const ProductSide *s, const Term *guard) {
  g_autoptr(GPtrArray) inputs = term_inputs(guard);
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = (const Term *)inputs->pdata[i];
    InputKey key = input_key_unpack(input->param);
    key.site = common_site(s, key.site);
    g_hash_table_insert(map, (gpointer)input, (gpointer)term_input(key, input->width));
  }
  return term_substitute(guard, map);
}

static Edge *edge_new(const ProductSide *s, Side *side, const FailureEdge *e) {
  Edge *own = g_new0(Edge, 1);
  *own = (Edge){e->from, e->to, common_guard(s, e->guard), g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
  for (guint i = 0; i < e->reads->len; i++) {
    const SiteReads *r = &g_array_index(e->reads, SiteReads, i);
    const guint site = common_site(s, r->site);
    if (site != G_MAXUINT) set_number(own->reads, site, r->count);
  }
  g_autoptr(GPtrArray) inputs = term_inputs(own->guard);
  for (guint i = 0; i < inputs->len; i++) {
    const InputKey key = input_key_unpack(((const Term *)inputs->pdata[i])->param);
    const guint relative = key.occurrence - ROUND_OCCURRENCE;
    g_hash_table_add(side->mentioned, GUINT_TO_POINTER(key.site));
    set_number(own->deepest, key.site, MAX(relative, number(own->deepest, key.site)));
  }
  return own;
}

static void edge_free(gpointer data) {
  Edge *e = (Edge *)data;
  g_hash_table_unref(e->reads);
  g_hash_table_unref(e->deepest);
  g_free(e);
}

static Side side_new(const ProductSide *s) {
  Side side = {g_ptr_array_new_with_free_func(edge_free), failure_automaton_fates(s->automaton), g_hash_table_new(NULL, NULL)};
  for (guint i = 0; i < s->automaton->edges->len; i++)
    g_ptr_array_add(side.edges, edge_new(s, &side, (const FailureEdge *)s->automaton->edges->pdata[i]));
  return side;
}

static void side_clear(Side *s) {
  g_ptr_array_unref(s->edges);
  g_free(s->fates);
  g_hash_table_unref(s->mentioned);
}

/* ---- the same pace ---- */

static gboolean is_over(guint at) { return at >= EDGE_UNKNOWN; }

/* Both go on: what both mention has moved alike. */
static gboolean moves_alike(const Search *s, const Edge *a, const Edge *b, guint *site) {
  GHashTableIter it;
  gpointer key;
  g_hash_table_iter_init(&it, s->sides[0].mentioned);
  while (g_hash_table_iter_next(&it, &key, NULL)) {
    *site = GPOINTER_TO_UINT(key);
    if (g_hash_table_contains(s->sides[1].mentioned, key) && number(a->reads, *site) != number(b->reads, *site)) return FALSE;
  }
  return TRUE;
}

/* One is over: what it has looked at is behind the other, whose further inputs are then free. */
static gboolean leaves_free(const Side *other, const Edge *over, const Edge *goes_on, guint *site) {
  GHashTableIter it;
  gpointer key, deepest;
  g_hash_table_iter_init(&it, over->deepest);
  while (g_hash_table_iter_next(&it, &key, &deepest)) {
    *site = GPOINTER_TO_UINT(key);
    if (g_hash_table_contains(other->mentioned, key) && GPOINTER_TO_UINT(deepest) > number(goes_on->reads, *site)) return FALSE;
  }
  return TRUE;
}

/* What an edge that goes on looks at is behind it then: no later step looks at it again. */
static gboolean reads_all(const Edge *e, guint *site) {
  GHashTableIter it;
  gpointer key, deepest;
  if (!e || is_over(e->to)) return TRUE;
  g_hash_table_iter_init(&it, e->deepest);
  while (g_hash_table_iter_next(&it, &key, &deepest)) {
    *site = GPOINTER_TO_UINT(key);
    if (GPOINTER_TO_UINT(deepest) > number(e->reads, *site)) return FALSE;
  }
  return TRUE;
}

static gboolean fits(Search *s, const Edge *const taken[2]) {
  guint site = G_MAXUINT;
  gboolean good = reads_all(taken[0], &site) && reads_all(taken[1], &site);
  if (good && (!taken[0] || !taken[1])) return TRUE;
  if (good && !is_over(taken[0]->to) && !is_over(taken[1]->to)) good = moves_alike(s, taken[0], taken[1], &site);
  else if (good && !is_over(taken[1]->to)) good = leaves_free(&s->sides[1], taken[0], taken[1], &site);
  else if (good && !is_over(taken[0]->to)) good = leaves_free(&s->sides[0], taken[1], taken[0], &site);
  if (!good) s->product->uneven = site;
  return good;
}

/* ---- examples ---- */

typedef struct {
  GHashTable *positions;
  Model *point;
} Placing;

static void place_value(const Term *leaf, guint64 value, gpointer data) {
  const Placing *p = (const Placing *)data;
  if (leaf->op != TERM_INPUT) return;
  InputKey key = input_key_unpack(leaf->param);
  key.occurrence += number(p->positions, key.site) - ROUND_OCCURRENCE;
  model_set(p->point, term_input(key, leaf->width), value);
}

/* A side that goes on says how far the sites have moved that it mentions. */
static void move_on(const Search *s, const Pair *p, GHashTable *positions) {
  g_autoptr(GHashTable) moved = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < 2; i++) {
    GHashTableIter it;
    gpointer site;
    g_hash_table_iter_init(&it, s->sides[i].mentioned);
    while (g_hash_table_iter_next(&it, &site, NULL)) {
      if (!p->taken[i] || is_over(p->taken[i]->to) || !g_hash_table_add(moved, site)) continue;
      const guint n = GPOINTER_TO_UINT(site);
      set_number(positions, n, number(positions, n) + number(p->taken[i]->reads, n));
    }
  }
}

static Model *example_of(const Search *s, const Pair *last) {
  g_autoptr(GPtrArray) way = g_ptr_array_new();
  for (const Pair *p = last; p->before; p = p->before) g_ptr_array_insert(way, 0, (gpointer)p);
  g_autoptr(GHashTable) positions = g_hash_table_new(NULL, NULL);
  Placing placing = {positions, model_new()};
  for (guint i = 0; i < way->len; i++) {
    const Pair *p = (const Pair *)way->pdata[i];
    model_foreach(p->step, place_value, &placing);
    move_on(s, p, positions);
  }
  return placing.point;
}

static void note_case(Search *s, ProductCase which, const Pair *p, gboolean open) {
  Product *r = s->product;
  if (r->examples[which] && (open || !r->open[which])) return;
  if (r->examples[which]) model_free(r->examples[which]);
  r->examples[which] = example_of(s, p);
  r->open[which] = open;
}

/* What a pair that was come to shows. */
static void note_cases(Search *s, const Pair *p) {
  const gboolean fails[] = {p->at[0] == EDGE_FAILS, p->at[1] == EDGE_FAILS};
  if (fails[0] && fails[1]) note_case(s, PRODUCT_BOTH, p, FALSE);
  for (guint i = 0; i < 2; i++) {
    if (!fails[i] || fails[1 - i]) continue;
    const FailureFate other = failure_fate(s->sides[1 - i].fates, p->at[1 - i]);
    if (other != FATE_FAILS) note_case(s, i ? PRODUCT_SECOND_ONLY : PRODUCT_FIRST_ONLY, p, other == FATE_OPEN);
  }
}

/* ---- the search ---- */

static guint hash_pair(gconstpointer p) { return ((const Pair *)p)->at[0] * 31 + ((const Pair *)p)->at[1]; }

static gboolean same_pair(gconstpointer a, gconstpointer b) {
  const Pair *p = (const Pair *)a, *q = (const Pair *)b;
  return p->at[0] == q->at[0] && p->at[1] == q->at[1];
}

static void add_pair(Search *s, const Pair *p) {
  if (g_hash_table_contains(s->found, p)) return;
  Pair *own = (Pair *)g_memdup2(p, sizeof *p);
  g_ptr_array_add(s->pairs, own);
  g_hash_table_add(s->found, own);
  note_cases(s, own);
}

/* A model of the guard; NULL: there is none, or none was found in time. */
static const Model *step_of(Search *s, const Term *guard) {
  gpointer known;
  if (g_hash_table_lookup_extended(s->answers, guard, NULL, &known)) return (const Model *)known;
  Model *m = NULL;
  const SolverAnswer answer = term_is_false(guard) ? SOLVER_UNSAT : solver_sat(guard, s->question_ms, &m);
  s->unsure |= answer == SOLVER_UNKNOWN;
  if (answer != SOLVER_SAT) g_clear_pointer(&m, model_free);
  g_autoptr(GPtrArray) inputs = term_inputs(guard);
  for (guint i = 0; m && i < inputs->len; i++) /* an example says all that was read */
    model_set(m, (const Term *)inputs->pdata[i], model_value(m, (const Term *)inputs->pdata[i]));
  g_hash_table_insert(s->answers, (gpointer)guard, m);
  return m;
}

static void step(Search *s, const Pair *p, const Edge *a, const Edge *b) {
  const Edge *const taken[] = {a, b};
  const Term *guard = term_and(a ? a->guard : term_bool(TRUE), b ? b->guard : term_bool(TRUE));
  const Model *m = step_of(s, guard);
  if (!m || !fits(s, taken)) return;
  const Pair next = {{a ? a->to : p->at[0], b ? b->to : p->at[1]}, p, m, {a, b}};
  add_pair(s, &next);
}

/* Nothing that follows fails. */
static gboolean is_settled(const Search *s, const Pair *p) {
  for (guint i = 0; i < 2; i++)
    if (p->at[i] != EDGE_FAILS && failure_fate(s->sides[i].fates, p->at[i]) != FATE_NEVER_FAILS) return FALSE;
  return TRUE;
}

static void expand(Search *s, const Pair *p) {
  const GPtrArray *first = s->sides[0].edges, *second = s->sides[1].edges;
  for (guint i = 0; i < (is_over(p->at[0]) ? 1 : first->len); i++) {
    const Edge *a = is_over(p->at[0]) ? NULL : (const Edge *)first->pdata[i];
    if (a && a->from != p->at[0]) continue;
    for (guint k = 0; k < (is_over(p->at[1]) ? 1 : second->len); k++) {
      const Edge *b = is_over(p->at[1]) ? NULL : (const Edge *)second->pdata[k];
      if (!b || b->from == p->at[1]) step(s, p, a, b);
    }
  }
}

static void free_model(gpointer m) {
  if (m) model_free((Model *)m);
}

Product *product_new(const ProductSide sides[2], gint64 deadline, guint question_ms) {
  Search s = {.pairs = g_ptr_array_new_with_free_func(g_free),
              .found = g_hash_table_new(hash_pair, same_pair),
              .answers = g_hash_table_new_full(NULL, NULL, NULL, free_model),
              .deadline = deadline,
              .question_ms = question_ms,
              .product = g_new0(Product, 1)};
  for (guint i = 0; i < 2; i++) s.sides[i] = side_new(&sides[i]);
  s.product->uneven = G_MAXUINT;
  add_pair(&s, &(Pair){0});
  guint next = 0;
  for (; next < s.pairs->len && s.product->uneven == G_MAXUINT && !deadline_passed(deadline); next++) {
    const Pair *p = (const Pair *)s.pairs->pdata[next];
    if (!is_settled(&s, p)) expand(&s, p);
  }
  s.product->complete = next == s.pairs->len && !s.unsure && s.product->uneven == G_MAXUINT;
  for (guint i = 0; i < 2; i++) side_clear(&s.sides[i]);
  g_hash_table_unref(s.found);
  g_ptr_array_unref(s.pairs);
  g_hash_table_unref(s.answers);
  return s.product;
}

void product_free(Product *p) {
  if (!p) return;
  for (guint i = 0; i < PRODUCT_N; i++) free_model(p->examples[i]);
  g_free(p);
}
