/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeds and numbers. */
#include "audit/generate.h"
#include "audit/divide.h"
#include "audit/variant.h"
#include "base/limits.h"

struct Generator {
  Store *store;
  const GenerateOptions *options;
  void (*refuse)(const char *why);
  gint64 audit;
  guint at;            /* in options->seeds */
  GPtrArray *searches; /* SeedSearch* */
  guint refused;
};

static void seed_search_free(gpointer data) {
  SeedSearch *s = (SeedSearch *)data;
  search_free(s->search);
  seed_free(s->seed);
  g_free(s);
}

/* Everything that the choice of variants depends on. */
static char *options_text(const GenerateOptions *o) {
  GString *text = g_string_new(NULL);
  g_string_printf(text, "seed=%" G_GUINT64_FORMAT " strategy=%s batch=%u budget=%u model=%s kinds=", o->seed,
                  o->strategy->name, o->batch, o->budget, o->lp64 ? "LP64" : "ILP32");
  for (guint i = 0; i < o->kinds->len; i++)
    g_string_append_printf(text, "%s%s", i ? "," : "", ((const CheckKind *)o->kinds->pdata[i])->name);
  return g_string_free(text, FALSE);
}

Generator *generator_new(Store *store, const GenerateOptions *o, void (*refuse)(const char *why),
                         GError **error) {
  g_autofree char *text = options_text(o);
  g_autoptr(Generator) g = g_new0(Generator, 1);
  g->store = store;
  g->options = o;
  g->refuse = refuse;
  g->searches = g_ptr_array_new_with_free_func(seed_search_free);
  g->audit = store_audit(store, text, error);
  return g->audit ? g_steal_pointer(&g) : NULL;
}

void generator_free(Generator *g) {
  if (!g) return;
  if (g->searches) g_ptr_array_unref(g->searches);
  g_free(g);
}

guint generator_refused(const Generator *g) { return g->refused; }

guint generator_expected(const Generator *g) {
  guint known = 0;
  for (guint i = 0; i < g->searches->len; i++) known += ((const SeedSearch *)g->searches->pdata[i])->budget;
  const guint left = g_strv_length((char **)g->options->seeds) - g->at;
  return known + (g->searches->len ? left * known / g->searches->len : left);
}

/* ---- seeds ---- */

static guint budget_of(const GenerateOptions *o, const Search *s) {
  if (!s->usable->len) return 0;
  if (o->budget) return o->budget;
  return CLAMP((guint)(limits.audit_budget_share * s->usable->len), 1, limits.audit_budget);
}

static SeedSearch *open_seed(Generator *g, const char *path, GError **error) {
  const GenerateOptions *o = g->options;
  Seed *seed = seed_read(path, o->lp64, o->seconds, error);
  if (!seed) return NULL;
  SeedSearch *s = g_new0(SeedSearch, 1);
  s->seed = seed;
  s->search = search_new(seed, o->strategy, o->kinds, o->seed, error);
  if (s->search) s->program = store_program(g->store, seed->text, path, o->lp64, error);
  if (s->program) {
    s->budget = budget_of(o, s->search);
    if (s->budget) return s;
    g_set_error(error, ACF_AUDIT_ERROR, AUDIT_ERROR_SEED, "%s: it has no expression to check", path);
  }
  seed_search_free(s);
  return NULL;
}

/* The seed whose turn it is; NULL: none is left, or with an error of the database. */
static SeedSearch *current(Generator *g, GError **error) {
  SeedSearch *last = g->searches->len ? (SeedSearch *)g->searches->pdata[g->searches->len - 1] : NULL;
  if (last && last->next < last->budget) return last;
  for (const char *path; (path = g->options->seeds[g->at]);) {
    g_autoptr(GError) wrong = NULL;
    g->at++;
    SeedSearch *s = open_seed(g, path, &wrong);
    if (s) {
      g_ptr_array_add(g->searches, s);
      return s;
    }
    if (g_error_matches(wrong, ACF_AUDIT_ERROR, AUDIT_ERROR_DATABASE) ||
        g_error_matches(wrong, ACF_AUDIT_ERROR, AUDIT_ERROR_TOOL)) {
      g_propagate_error(error, g_steal_pointer(&wrong));
      return NULL;
    }
    g->refuse(wrong->message);
    g->refused++;
  }
  return NULL;
}

/* ---- variants ---- */

/* The same choices for the same seed, number and options. */
static GRand *rand_of(const Generator *g, const SeedSearch *s, guint number) {
  guint32 parts[4] = {(guint32)g->options->seed, (guint32)(g->options->seed >> 32), number, 0};
  parts[3] = (guint32)g_ascii_strtoull(s->seed->hash + 56, NULL, 16); /* its last 32 bits */
  return g_rand_new_with_seed_array(parts, G_N_ELEMENTS(parts));
}

static gint64 put_program(Generator *g, const SeedSearch *from, const VariantRow *v, GError **error) {
  g_auto(GStrv) conditions = g_strsplit(v->conditions, "\n", -1);
  guint first, last;
  if (!divide_part(g_strv_length(conditions), v->part, &first, &last)) return 0;
  g_autofree char *text =
      variant_text(from->seed, v->place, (const char *const *)conditions + first, last - first);
  g_autofree char *origin = g_strdup_printf("variant %u%s%s of %s", v->number, *v->part ? ", part " : "",
                                            v->part, from->seed->path);
  return store_program(g->store, text, origin, g->options->lp64, error);
}

/* Of two audits at once, the first one's choice counts. */
static gboolean put_variant(Generator *g, const SeedSearch *from, VariantRow *v, GError **error) {
  g_autofree char *part = g_strdup(v->part);
  const VariantRow key = *v;
  v->program = put_program(g, from, v, error);
  const gboolean put = v->program && store_add_variant(g->store, v, error);
  variant_row_clear(v);
  return put && store_find_variant(g->store, key.audit, key.seed, key.number, part, v, error);
}

static void describe(const SeedSearch *from, const Check *check, VariantRow *v) {
  const Candidate *c = &g_array_index(from->seed->syntax->candidates, Candidate, check->candidate);
  g_ptr_array_add(check->conditions, NULL);
  v->part = g_strdup("");
  v->kind = g_strdup(check->kind->name);
  v->strategy = g_strdup(from->search->strategy->name);
  v->conditions = g_strjoinv("\n", (char **)check->conditions->pdata);
  v->expression = g_strdelimit(g_strndup(from->seed->text + c->from, c->to - c->from), "\n\r\t", ' ');
  v->seed_path = g_strdup(from->seed->path);
  v->batch = check->conditions->len - 1;
  v->line = c->line;
  v->column = c->column;
  v->depth = c->depth;
  v->place = c->place;
}

static gboolean make_variant(Generator *g, SeedSearch *from, guint number, VariantRow *v, GError **error) {
  GRand *rand = rand_of(g, from, number);
  Check check;
  const gboolean made = search_next(from->search, g->options->batch, rand, &check);
  g_rand_free(rand);
  if (!made) return FALSE;
  *v = (VariantRow){.audit = g->audit, .seed = from->program, .number = number};
  describe(from, &check, v);
  v->batch = g->options->batch;
  check_clear(&check);
  return put_variant(g, from, v, error);
}

gboolean generator_next(Generator *g, SeedSearch **from, VariantRow *v, GError **error) {
  g_autoptr(GError) wrong = NULL;
  SeedSearch *s = current(g, &wrong);
  gboolean found = FALSE;
  if (s) {
    const guint number = s->next++;
    *from = s;
    found = store_find_variant(g->store, g->audit, s->program, number, "", v, &wrong);
    if (found)
      search_resume(s->search, v->place);
    else if (!wrong)
      found = make_variant(g, s, number, v, &wrong);
  }
  if (wrong) g_propagate_error(error, g_steal_pointer(&wrong));
  return found;
}

gboolean generator_divide(Generator *g, const SeedSearch *from, const VariantRow *whole, const char *part,
                          VariantRow *v, GError **error) {
  g_autoptr(GError) wrong = NULL;
  if (store_find_variant(g->store, whole->audit, whole->seed, whole->number, part, v, &wrong)) return TRUE;
  if (wrong) {
    g_propagate_error(error, g_steal_pointer(&wrong));
    return FALSE;
  }
  *v = *whole;
  v->part = g_strdup(part);
  v->kind = g_strdup(whole->kind);
  v->strategy = g_strdup(whole->strategy);
  v->conditions = g_strdup(whole->conditions);
  v->expression = g_strdup(whole->expression);
  v->seed_path = g_strdup(whole->seed_path);
  return put_variant(g, from, v, error);
}
