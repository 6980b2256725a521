/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs of two programs, matched. */
#include <string.h>
#include "compare/match.h"
#include "cfc/claims.h"
#include "ir/print.h"

enum { UNMATCHED = -1, EXCLUDED = -2 };

/* A site whose inputs are listed. */
typedef struct {
  const InputSite *site;
  guint width; /* of its inputs; 0: they differ */
  int partner; /* its index on the other side, or UNMATCHED, or EXCLUDED */
  MatchHow how;
  int before, after; /* the nearest sites with partners, as indices of the new side */
} Entry;

typedef struct {
  const Cfc *cfc;
  GArray *entries; /* Entry, in the order of the source */
} Side;

static Entry *entry(const Side *s, guint i) { return &g_array_index(s->entries, Entry, i); }

/* ---- the sites of a side ---- */

static gboolean in_main_file(const Program *p, const InputSite *s) {
  return !s->loc.file || g_strcmp0(s->loc.file, p->path) == 0;
}

/* The main file first, whatever it is called. */
static int by_place(gconstpointer a, gconstpointer b, gpointer program) {
  const InputSite *x = ((const Entry *)a)->site, *y = ((const Entry *)b)->site;
  const gboolean main_x = in_main_file(program, x), main_y = in_main_file(program, y);
  if (main_x != main_y) return main_x ? -1 : 1;
  const int file = main_x ? 0 : g_strcmp0(x->loc.file, y->loc.file);
  if (file) return file;
  if (x->loc.line != y->loc.line) return x->loc.line < y->loc.line ? -1 : 1;
  if (x->loc.column != y->loc.column) return x->loc.column < y->loc.column ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

ClaimInputs *match_inputs(const Cfc *c) {
  ClaimInputs *inputs = claim_inputs_new(c);
  for (guint i = 0; c->automaton && i < c->automaton->edges->len; i++) {
    g_autoptr(GPtrArray) own = term_inputs(((const FailureEdge *)c->automaton->edges->pdata[i])->guard);
    for (guint k = 0; k < own->len; k++) {
      const Term *input = (const Term *)own->pdata[k];
      InputKey key = input_key_unpack(input->param);
      key.occurrence = 1;
      gpointer first = (gpointer)term_input(key, input->width);
      g_hash_table_add(inputs->mentioned, first);
      if (!g_ptr_array_find(inputs->all, first, NULL)) g_ptr_array_add(inputs->all, first);
    }
  }
  term_sort_inputs(inputs->all);
  return inputs;
}

static int find_entry(const Side *s, guint site) {
  for (guint i = 0; i < s->entries->len; i++)
    if (entry(s, i)->site->id == site) return (int)i;
  return UNMATCHED;
}

static void add_site(Side *s, GHashTable *known, const Term *input) {
  const guint id = input_key_unpack(input->param).site;
  gpointer at;
  if (g_hash_table_lookup_extended(known, GUINT_TO_POINTER(id), NULL, &at)) {
    Entry *e = entry(s, GPOINTER_TO_UINT(at));
    if (e->width != input->width) e->width = 0;
    return;
  }
  const Entry e = {.site = program_site(s->cfc->program, id), .width = input->width, .partner = UNMATCHED};
  g_hash_table_insert(known, GUINT_TO_POINTER(id), GUINT_TO_POINTER(s->entries->len));
  g_array_append_val(s->entries, e);
}

static Side side_new(const Cfc *c) {
  Side s = {c, g_array_new(FALSE, FALSE, sizeof(Entry))};
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
  ClaimInputs *inputs = match_inputs(c);
  for (guint i = 0; i < inputs->all->len; i++) add_site(&s, known, inputs->all->pdata[i]);
  claim_inputs_free(inputs);
  g_array_sort_with_data(s.entries, by_place, (gpointer)c->program);
  return s;
}

static void pair_up(Side *old, guint o, Side *new, guint n, MatchHow how) {
  entry(old, o)->partner = (int)n;
  entry(new, n)->partner = (int)o;
  entry(old, o)->how = entry(new, n)->how = how;
}

/* ---- what the user says ---- */

static int find_named(const Side *s, const char *name) {
  int found = UNMATCHED;
  ClaimInputs *inputs = match_inputs(s->cfc);
  for (guint i = 0; i < inputs->all->len && found == UNMATCHED; i++) {
    const Term *input = inputs->all->pdata[i];
    g_autofree char *symbol = input_symbol(s->cfc->program, input),
                    *short_name = input_short_name(s->cfc->program, input);
    if (g_str_equal(name, symbol) || g_str_equal(name, short_name))
      found = find_entry(s, input_key_unpack(input->param).site);
  }
  claim_inputs_free(inputs);
  return found;
}

static gboolean wrong_map(GError **error, const char *map, const char *format, ...) G_GNUC_PRINTF(3, 4);
static gboolean wrong_map(GError **error, const char *map, const char *format, ...) {
  va_list args;
  va_start(args, format);
  g_autofree char *message = g_strdup_vprintf(format, args);
  va_end(args);
  g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, "--map %s: %s", map, message);
  return FALSE;
}

static gboolean apply_map(Side *old, Side *new, const char *map, GError **error) {
  const char *equals = strchr(map, '=');
  if (!equals) return wrong_map(error, map, "not of the form OLD=NEW");
  g_autofree char *name = g_strndup(map, (gsize)(equals - map));
  const int o = find_named(old, name);
  if (o == UNMATCHED) return wrong_map(error, map, "the old program has no input '%s'", name);
  if (entry(old, (guint)o)->partner != UNMATCHED) return wrong_map(error, map, "'%s' is mapped twice", name);
  if (!equals[1]) {
    entry(old, (guint)o)->partner = EXCLUDED;
    return TRUE;
  }
  const int n = find_named(new, equals + 1);
  if (n == UNMATCHED) return wrong_map(error, map, "the new program has no input '%s'", equals + 1);
  if (entry(new, (guint)n)->partner != UNMATCHED)
    return wrong_map(error, map, "'%s' is mapped twice", equals + 1);
  const guint width = entry(old, (guint)o)->width;
  if (!width || width != entry(new, (guint)n)->width)
    return wrong_map(error, map, "inputs of %u and %u bits cannot be the same", width,
                     entry(new, (guint)n)->width);
  pair_up(old, (guint)o, new, (guint)n, MATCH_GIVEN);
  return TRUE;
}

/* ---- what the programs say ---- */

static gboolean is_open(const Entry *e) { return e->partner == UNMATCHED && e->width; }

/* The same variable read the same way. */
static char *key_of_self(const Entry *e) {
  const InputSite *s = e->site;
  g_autofree char *source = input_source_text(s->kind, &s->source);
  return g_strdup_printf("%u %d %d %d %s %s %s", e->width, (int)s->kind, s->is_signed, s->is_float,
                         s->function ? s->function : "-", s->variable ? s->variable : "-", source ? source : "-");
}

/* Between which pairs it stands. */
static char *key_of_place(const Entry *e) { return g_strdup_printf("%d %d", e->before, e->after); }

/* A patch may rename a variable, or read it by another function. */
static gboolean similar(const Entry *a, const Entry *b) {
  const InputSite *x = a->site, *y = b->site;
  if (a->width != b->width || x->kind != y->kind || !input_source_same(&x->source, &y->source)) return FALSE;
  return g_strcmp0(x->function, y->function) == 0 ||
         (x->variable && g_strcmp0(x->variable, y->variable) == 0);
}

/* The open entries of a side by key: char* -> GArray of indices, in order. */
static GHashTable *group(const Side *s, char *(*key)(const Entry *)) {
  GHashTable *groups = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify)g_array_unref);
  for (guint i = 0; i < s->entries->len; i++) {
    if (!is_open(entry(s, i))) continue;
    char *name = key(entry(s, i));
    GArray *members = g_hash_table_lookup(groups, name);
    if (!members) {
      members = g_array_new(FALSE, FALSE, sizeof(guint));
      g_hash_table_insert(groups, name, members);
    } else
      g_free(name);
    g_array_append_val(members, i);
  }
  return groups;
}

/* Groups pair up one by one where they are equally large; else which of them is gone is not known. */
static void match_groups(Side *old, Side *new, char *(*key)(const Entry *), MatchHow how) {
  g_autoptr(GHashTable) olds = group(old, key), news = group(new, key);
  GHashTableIter iter;
  gpointer name, group_of_old;
  g_hash_table_iter_init(&iter, olds);
  while (g_hash_table_iter_next(&iter, &name, &group_of_old)) {
    const GArray *a = group_of_old, *b = g_hash_table_lookup(news, name);
    gboolean good = b && a->len == b->len;
    for (guint k = 0; good && k < a->len; k++)
      good = similar(entry(old, g_array_index(a, guint, k)), entry(new, g_array_index(b, guint, k)));
    for (guint k = 0; good && k < a->len; k++)
      pair_up(old, g_array_index(a, guint, k), new, g_array_index(b, guint, k), how);
  }
}

/* The nearest pairs before and after each entry, named by their new half. */
static void find_neighbours(Side *s, gboolean is_new) {
  int last = UNMATCHED, next = UNMATCHED;
  for (guint i = 0; i < s->entries->len; i++) {
    Entry *e = entry(s, i);
    e->before = last;
    if (e->partner >= 0) last = is_new ? (int)i : e->partner;
  }
  for (guint i = s->entries->len; i-- > 0;) {
    Entry *e = entry(s, i);
    e->after = next;
    if (e->partner >= 0) next = is_new ? (int)i : e->partner;
  }
}

static GArray *pairs_of(const Side *old, const Side *new) {
  GArray *pairs = g_array_new(FALSE, FALSE, sizeof(SitePair));
  for (guint i = 0; i < old->entries->len; i++) {
    const Entry *e = entry(old, i);
    if (e->partner < 0) continue;
    const SitePair pair = {e->site->id, entry(new, (guint)e->partner)->site->id, e->how};
    g_array_append_val(pairs, pair);
  }
  return pairs;
}

GArray *match_sites(const Cfc *old_cfc, const Cfc *new_cfc, const char *const *maps, GError **error) {
  Side old = side_new(old_cfc), new = side_new(new_cfc);
  gboolean good = TRUE;
  for (; good && maps && *maps; maps++) good = apply_map(&old, &new, *maps, error);
  GArray *pairs = NULL;
  if (good) {
    match_groups(&old, &new, key_of_self, MATCH_SAME);
    find_neighbours(&old, FALSE);
    find_neighbours(&new, TRUE);
    match_groups(&old, &new, key_of_place, MATCH_ORDER);
    pairs = pairs_of(&old, &new);
  }
  g_array_unref(old.entries);
  g_array_unref(new.entries);
  return pairs;
}
