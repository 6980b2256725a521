/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of strategies. */
#include "audit/strategies.h"
#include "audit/runs.h"

/* ---- static weights ---- */

static guint draw_weighted(const Search *s, GRand *rand, double (*weight)(const Candidate *)) {
  double all = 0, at;
  for (guint i = 0; i < s->usable->len; i++)
    all += weight(&g_array_index(s->seed->syntax->candidates, Candidate, g_array_index(s->usable, guint, i)));
  at = g_rand_double(rand) * all;
  for (guint i = 0; i + 1 < s->usable->len; i++) {
    const guint c = g_array_index(s->usable, guint, i);
    at -= weight(&g_array_index(s->seed->syntax->candidates, Candidate, c));
    if (at < 0) return c;
  }
  return g_array_index(s->usable, guint, s->usable->len - 1);
}

static double one(const Candidate *c) { return c ? 1 : 0; }
static double shallow(const Candidate *c) { return 1.0 / MAX(c->depth, 1); }
static double deep(const Candidate *c) { return MAX(c->depth, 1); }

static guint next_uniform(Search *s, GRand *rand) { return draw_weighted(s, rand, one); }
static guint next_breadth(Search *s, GRand *rand) { return draw_weighted(s, rand, shallow); }
static guint next_depth(Search *s, GRand *rand) { return draw_weighted(s, rand, deep); }

/* ---- values that were seen ---- */

static const GArray *seen_of(const Search *s, guint candidate) {
  return (const GArray *)s->observed->pdata[candidate];
}

/* Candidates that runs came to; any, when there is none. */
static guint next_observed(Search *s, GRand *rand) {
  g_autoptr(GArray) reached = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < s->usable->len; i++) {
    const guint c = g_array_index(s->usable, guint, i);
    if (seen_of(s, c)->len) g_array_append_val(reached, c);
  }
  const GArray *from = reached->len ? reached : s->usable;
  return g_array_index(from, guint, g_rand_int_range(rand, 0, (gint32)from->len));
}

/* One that was seen makes a check that fails, one just outside of all makes a check that probably holds. */
static gint64 observed_constant(gpointer data, guint candidate, GRand *rand) {
  const Search *s = (const Search *)data;
  const GArray *seen = seen_of(s, candidate);
  const Candidate *c = &g_array_index(s->seed->syntax->candidates, Candidate, candidate);
  if (!seen->len) {
    g_autoptr(GArray) pool = constants_pool(s->seed->syntax->constants, c->type);
    return constants_draw(pool, c->type, rand);
  }
  if (g_rand_boolean(rand)) return g_array_index(seen, gint64, g_rand_int_range(rand, 0, (gint32)seen->len));
  const guint64 least = (guint64)g_array_index(seen, gint64, 0),
                most = (guint64)g_array_index(seen, gint64, seen->len - 1),
                step = (guint64)g_rand_int_range(rand, 1, 4);
  return (gint64)(g_rand_boolean(rand) ? most + step : least - step);
}

const Strategy strategies[] = {
    {"uniform", "every candidate is as likely", next_uniform, FALSE},
    {"breadth", "candidates high in the syntax tree are likelier", next_breadth, FALSE},
    {"depth", "candidates deep in the syntax tree are likelier", next_depth, FALSE},
    {"random-walk", "from statement to statement, beginning in main", walk_random, FALSE},
    {"guided-walk", "the same, towards places where the times of analyzers differ", walk_guided, FALSE},
    {"observed", "values that native runs have seen, and some just outside of them", next_observed, TRUE},
};
const guint n_strategies = G_N_ELEMENTS(strategies);

const Strategy *strategy_find(const char *name) {
  for (guint i = 0; i < n_strategies; i++)
    if (g_str_equal(strategies[i].name, name)) return &strategies[i];
  return NULL;
}

char *strategy_names(void) {
  GString *names = g_string_new(strategies[0].name);
  for (guint i = 1; i < n_strategies; i++) g_string_append_printf(names, ", %s", strategies[i].name);
  return g_string_free(names, FALSE);
}

/* ---- a search ---- */

static gboolean applies(const Search *s, const CheckKind *kind, guint candidate) {
  return kind->applies(s->seed, candidate);
}

Search *search_new(const Seed *seed, const Strategy *strategy, const GPtrArray *kinds, guint64 random_seed,
                   GError **error) {
  g_autoptr(Search) s = g_new0(Search, 1);
  s->seed = seed;
  s->strategy = strategy;
  s->kinds = kinds;
  s->place = NO_PLACE;
  s->usable = g_array_new(FALSE, FALSE, sizeof(guint));
  s->spreads = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < seed->syntax->candidates->len; i++) {
    gboolean usable = FALSE;
    for (guint k = 0; k < kinds->len; k++) usable |= applies(s, (const CheckKind *)kinds->pdata[k], i);
    if (usable) g_array_append_val(s->usable, i);
  }
  const double unknown = -1;
  for (guint i = 0; i < seed->syntax->places->len; i++) g_array_append_val(s->spreads, unknown);
  if (strategy->observes) s->observed = runs_observe(seed, random_seed, error);
  return strategy->observes && !s->observed ? NULL : g_steal_pointer(&s);
}

void search_free(Search *s) {
  if (!s) return;
  if (s->usable) g_array_unref(s->usable);
  if (s->spreads) g_array_unref(s->spreads);
  if (s->observed) g_ptr_array_unref(s->observed);
  g_free(s);
}

gboolean search_next(Search *s, guint batch, GRand *rand, Check *check) {
  if (!s->usable->len) return FALSE;
  check->candidate = s->strategy->next(s, rand);
  g_autoptr(GPtrArray) fitting = g_ptr_array_new();
  for (guint k = 0; k < s->kinds->len; k++)
    if (applies(s, (const CheckKind *)s->kinds->pdata[k], check->candidate))
      g_ptr_array_add(fitting, s->kinds->pdata[k]);
  check->kind = (const CheckKind *)fitting->pdata[g_rand_int_range(rand, 0, (gint32)fitting->len)];
  const CheckSource source = {
      .seed = s->seed, .rand = rand, .constant = s->observed ? observed_constant : NULL, .data = s};
  check->conditions = check_conditions(check->kind, &source, check->candidate, batch);
  return TRUE;
}

void check_clear(Check *c) { g_clear_pointer(&c->conditions, g_ptr_array_unref); }

void search_learn(Search *s, guint place, double spread) {
  if (place >= s->spreads->len) return;
  double *known = &g_array_index(s->spreads, double, place);
  *known = MAX(*known, spread);
}

void search_resume(Search *s, guint place) {
  if (place < s->spreads->len) s->place = place;
}
