/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two characterizations. */
#include "compare/compare.h"
#include "base/deadline.h"
#include "base/limits.h"
#include "cfc/claims.h"
#include "cfc/polish.h"

#define PROJECTION_BYTES ((gsize)2048 << 20)

/* ---- the common space ---- */

static const SitePair *pair_of_old(const Comparison *c, guint site) {
  for (guint i = 0; i < c->pairs->len; i++)
    if (g_array_index(c->pairs, SitePair, i).old_site == site) return &g_array_index(c->pairs, SitePair, i);
  return NULL;
}

static const SitePair *pair_of_new(const Comparison *c, guint site) {
  for (guint i = 0; i < c->pairs->len; i++)
    if (g_array_index(c->pairs, SitePair, i).new_site == site) return &g_array_index(c->pairs, SitePair, i);
  return NULL;
}

/* A site of the old program alone, under a name that no C variable has. */
static guint add_old_site(Comparison *c, const InputSite *s) {
  InputSite copy = *s;
  const char *name = s->variable ? s->variable : s->function ? s->function : "input";
  g_autofree char *own = g_strconcat("old.", name, NULL);
  copy.variable = g_intern_string(own);
  if (!copy.loc.file) copy.loc.file = g_intern_string(c->old->program->path);
  return program_add_site(c->space, &copy);
}

static void make_space(Comparison *c) {
  const Program *new = c->new->program;
  c->space = program_new(new->path, new->pointer_width);
  for (guint i = 0; i < new->sites->len; i++) program_add_site(c->space, program_site(new, i));
  g_autoptr(GHashTable) added = g_hash_table_new(NULL, NULL); /* old site -> its own one */
  ClaimInputs *inputs = match_inputs(c->old);
  for (guint i = 0; i < inputs->all->len; i++) {
    const Term *input = inputs->all->pdata[i];
    InputKey key = input_key_unpack(input->param);
    const SitePair *pair = pair_of_old(c, key.site);
    gpointer own = GUINT_TO_POINTER(key.site), site;
    if (!pair && !g_hash_table_lookup_extended(added, own, NULL, &site)) {
      site = GUINT_TO_POINTER(add_old_site(c, program_site(c->old->program, key.site)));
      g_hash_table_insert(added, own, site);
    }
    key.site = pair ? pair->new_site : GPOINTER_TO_UINT(site);
    const Term *common = term_input(key, input->width);
    g_hash_table_insert(c->old_inputs, (gpointer)input, (gpointer)common);
    g_hash_table_insert(c->common_inputs, (gpointer)common, (gpointer)input);
  }
  claim_inputs_free(inputs);
}

const Term *comparison_old_input(const Comparison *c, const Term *common) {
  return g_hash_table_lookup(c->common_inputs, common);
}

const Term *comparison_new_input(const Comparison *c, const Term *common) {
  return input_key_unpack(common->param).site < c->new->program->sites->len ? common : NULL;
}

static void add_common(GPtrArray *all, GHashTable *seen, const Term *input) {
  if (g_hash_table_add(seen, (gpointer)input)) g_ptr_array_add(all, (gpointer)input);
}

GPtrArray *comparison_inputs(const Comparison *c) {
  GPtrArray *all = g_ptr_array_new();
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  ClaimInputs *olds = match_inputs(c->old), *news = match_inputs(c->new);
  for (guint i = 0; i < news->all->len; i++) add_common(all, seen, news->all->pdata[i]);
  for (guint i = 0; i < olds->all->len; i++)
    add_common(all, seen, g_hash_table_lookup(c->old_inputs, olds->all->pdata[i]));
  for (guint i = 0; i < CHANGE_N; i++) {
    g_autoptr(GPtrArray) later = c->changes[i].by_automaton ? term_inputs(c->changes[i].formula) : g_ptr_array_new();
    for (guint k = 0; k < later->len; k++) add_common(all, seen, (const Term *)later->pdata[k]);
  }
  claim_inputs_free(olds);
  claim_inputs_free(news);
  term_sort_inputs(all);
  return all;
}

/* ---- bounds ---- */

typedef struct {
  const Term *lower, *upper;
} Bounds;

/* The bounds of a program over the common space. */
typedef struct {
  Bounds all;
  GPtrArray *lowers; /* Term*, by partition */
  GHashTable *known; /* Term*: bounds of single partitions, all of which imply all.upper */
} Side;

/* names is NULL where the inputs have their common names already. */
static Side side_new(const Cfc *c, GHashTable *names) {
  Side s = {{term_bool(FALSE), term_bool(FALSE)}, g_ptr_array_new(), g_hash_table_new(NULL, NULL)};
  for (guint i = 0; i < c->partitions->len; i++) {
    const Term *lower = claim_lower(c->partitions->pdata[i]), *upper = claim_upper(c->partitions->pdata[i]);
    if (names) lower = term_substitute(lower, names);
    if (names) upper = term_substitute(upper, names);
    s.all = (Bounds){term_or(s.all.lower, lower), term_or(s.all.upper, upper)};
    g_ptr_array_add(s.lowers, (gpointer)lower);
    g_hash_table_add(s.known, (gpointer)lower);
    g_hash_table_add(s.known, (gpointer)upper);
  }
  return s;
}

static void side_clear(Side *s) {
  g_ptr_array_unref(s->lowers);
  g_hash_table_unref(s->known);
}

static gboolean has_partner(const Comparison *c, const Term *common) {
  const guint site = input_key_unpack(common->param).site;
  if (site >= c->new->program->sites->len) return FALSE; /* of the old program alone */
  return pair_of_new(c, site) != NULL;
}

/* Unknown values in the place of the inputs without partner that b mentions; how many there are. */
static guint hide_alone(const Comparison *c, Bounds b, GHashTable *hidden) {
  guint n = 0;
  g_autoptr(GPtrArray) inputs = term_inputs(term_or(b.lower, b.upper));
  for (guint i = 0; i < inputs->len; i++) {
    const Term *input = inputs->pdata[i];
    if (has_partner(c, input)) continue;
    g_hash_table_insert(hidden, (gpointer)input, (gpointer)term_fresh_havoc(input->width, 0));
    n++;
  }
  return n;
}

/* What holds whatever the hidden inputs are.  Most is kept of a formula in its simplest shape: partitions
 * that split a region by a hidden input become one again. */
static Bounds project(const Program *space, Bounds b, GHashTable *hidden, double seconds) {
  Polish items[] = {{.formula = b.lower}, {.formula = b.upper}};
  polish(space, items, G_N_ELEMENTS(items), MAX(seconds, limits.compare_projection_seconds), PROJECTION_BYTES);
  b = (Bounds){items[0].formula, items[1].formula};
  for (guint i = 0; i < G_N_ELEMENTS(items); i++) g_clear_pointer(&items[i].example, model_free);
  return (Bounds){term_without_havoc(term_substitute(b.lower, hidden), FALSE),
                  term_without_havoc(term_substitute(b.upper, hidden), TRUE)};
}

static const Term *and_not(const Term *a, const Term *b) { return term_and(a, term_not(b)); }

/* What certainly fails in one program, outside of an upper bound of the other.  A patch leaves many
 * partitions as they are: these need no solver. */
static const Term *fails_outside(const Side *one, const Side *other, const Term *upper) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < one->lowers->len; i++)
    if (!g_hash_table_contains(other->known, one->lowers->pdata[i]))
      t = term_or(t, and_not(one->lowers->pdata[i], upper));
  return t;
}

/* What is said of one program uses its own bounds; what is said of both at once the projection of the other.
 */
static void set_changes(Comparison *c, const Side *old_side, const Side *new_side, double seconds) {
  g_autoptr(GHashTable) olds = g_hash_table_new(NULL, NULL), news = g_hash_table_new(NULL, NULL);
  const Bounds old = old_side->all, new = new_side->all;
  const guint n_old = hide_alone(c, old, olds), n_new = hide_alone(c, new, news);
  c->projected = n_old && n_new;
  const Bounds any_old = c->projected ? project(c->space, old, olds, seconds / 2) : old,
               any_new = c->projected ? project(c->space, new, news, seconds / 2) : new;
  Change *k = c->changes;
  k[CHANGE_FIXED].formula = fails_outside(old_side, new_side, any_new.upper);
  k[CHANGE_REMAINING].formula = term_and(old.lower, any_new.lower);
  k[CHANGE_NEW].formula = fails_outside(new_side, old_side, any_old.upper);
  k[CHANGE_FAILS].formula = and_not(and_not(new.lower, k[CHANGE_REMAINING].formula), k[CHANGE_NEW].formula);
  k[CHANGE_MAY_FAIL].formula = and_not(new.upper, new.lower);
  k[CHANGE_MAY_BE_FIXED].formula = and_not(and_not(old.upper, new.upper), k[CHANGE_FIXED].formula);
}

Comparison *comparison_new(const Cfc *old, const Cfc *new, const char *const *maps, double seconds,
                           GError **error) {
  GArray *pairs = match_sites(old, new, maps, error);
  if (!pairs) return NULL;
  Comparison *c = g_new0(Comparison, 1);
  c->old = old;
  c->new = new;
  c->pairs = pairs;
  c->old_inputs = g_hash_table_new(NULL, NULL);
  c->common_inputs = g_hash_table_new(NULL, NULL);
  make_space(c);
  Side before = side_new(old, c->old_inputs), now = side_new(new, NULL);
  set_changes(c, &before, &now, seconds);
  side_clear(&before);
  side_clear(&now);
  for (guint i = 0; i < CHANGE_N; i++)
    c->changes[i].state = term_is_false(c->changes[i].formula) ? CHANGE_NONE : CHANGE_UNDECIDED;
  return c;
}

void comparison_free(Comparison *c) {
  if (!c) return;
  for (guint i = 0; i < CHANGE_N; i++)
    if (c->changes[i].example) model_free(c->changes[i].example);
  g_array_unref(c->pairs);
  g_hash_table_unref(c->old_inputs);
  g_hash_table_unref(c->common_inputs);
  program_free(c->space);
  g_free(c->not_by_automata);
  g_free(c);
}

/* ---- which changes there are ---- */

typedef struct {
  const Comparison *comparison;
  Model *point;
} Renaming;

static void rename_value(const Term *leaf, guint64 value, gpointer data) {
  const Renaming *r = data;
  const Term *image = g_hash_table_lookup(r->comparison->old_inputs, leaf);
  if (image) model_set(r->point, image, value);
}

/* The failing inputs that are known of both programs, as points of the common space. */
static GPtrArray *known_points(const Comparison *c) {
  GPtrArray *points = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  for (guint i = 0; i < c->old->partitions->len; i++) {
    const Partition *p = c->old->partitions->pdata[i];
    for (guint e = 0; e < p->examples->len; e++) {
      const Renaming r = {c, model_new()};
      model_foreach(p->examples->pdata[e], rename_value, (gpointer)&r);
      g_ptr_array_add(points, r.point);
    }
  }
  for (guint i = 0; i < c->new->partitions->len; i++) {
    const Partition *p = c->new->partitions->pdata[i];
    for (guint e = 0; e < p->examples->len; e++) g_ptr_array_add(points, model_copy(p->examples->pdata[e]));
  }
  return points;
}

/* An example counts when the formula holds for it here as well. */
static void take_example(Change *k, const Term *formula, const Model *point) {
  if (k->state != CHANGE_UNDECIDED || !point || !term_eval(formula, point)) return;
  k->state = CHANGE_SOME;
  k->example = model_copy(point);
}

static void decide(const Comparison *c, Change *k, const GPtrArray *points, double seconds, gsize memory) {
  const Term *asked = k->formula;
  Polish item = {.formula = asked};
  polish(c->space, &item, 1, seconds, memory);
  if (item.empty) k->state = CHANGE_NONE;
  take_example(k, asked, item.example);
  for (guint i = 0; i < points->len; i++) take_example(k, asked, points->pdata[i]);
  k->formula = k->state == CHANGE_NONE ? term_bool(FALSE) : item.formula;
  if (item.example) model_free(item.example);
}

void comparison_decide(Comparison *c, double seconds, gsize memory_bytes) {
  const gint64 end = deadline_in(seconds);
  if (comparison_has_automata(c)) comparison_by_automata(c, seconds / 2, memory_bytes);
  g_autoptr(GPtrArray) points = known_points(c);
  for (guint i = 0; i < CHANGE_N; i++) {
    const double left = (end - g_get_monotonic_time()) / 1e6;
    if (c->changes[i].state != CHANGE_UNDECIDED) continue;
    decide(c, &c->changes[i], points, MAX(left / (CHANGE_N - i), 0.05), memory_bytes);
  }
}
