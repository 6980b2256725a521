/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions that CIVL prints, over inputs of the program. */
#include "ctext/cexpr.h"
#include "portfolio/civl.h"
#include <string.h>

typedef struct {
  const Program *program;
  GArray *sites;       /* guint: input calls, in the order of the text */
  gboolean named;      /* names are given: then a symbol is what they say, or nothing */
  GHashTable *symbols; /* char* to Term* */
} Meaning;

static int by_place(gconstpointer a, gconstpointer b, gpointer data) {
  const Program *p = (const Program *)data;
  IrLoc x = program_site(p, *(const guint *)a)->loc, y = program_site(p, *(const guint *)b)->loc;
  int files = g_strcmp0(x.file, y.file);
  if (files) return files;
  return x.line != y.line ? (x.line < y.line ? -1 : 1) : x.column < y.column ? -1 : x.column > y.column;
}

static GArray *input_sites(const Program *p) {
  GArray *sites = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < p->sites->len; i++)
    if (site_has(program_site(p, i), INPUT_COMMON)) g_array_append_val(sites, i);
  g_array_sort_with_data(sites, by_place, (gpointer)p);
  return sites;
}

/* The sites whose value is first stored in the variable; names that begin with $ are CIVL's own, for values
 * that are not stored at all.  Where there is one site only, it is that one. */
static GArray *sites_of(const Meaning *m, const char *name) {
  GArray *found = g_array_new(FALSE, FALSE, sizeof(guint));
  for (guint i = 0; i < m->sites->len; i++) {
    guint site = g_array_index(m->sites, guint, i);
    const char *variable = program_site(m->program, site)->variable;
    if (name[0] == '$' ? variable == NULL : g_strcmp0(variable, name) == 0) g_array_append_val(found, site);
  }
  if (found->len == 0 && m->sites->len == 1) g_array_append_vals(found, m->sites->data, 1);
  return found;
}

static const Term *input_of(const Program *p, guint site, guint occurrence) {
  const InputSite *s = program_site(p, site);
  if (s->is_float || occurrence > INPUT_MAX_OCCURRENCE) return NULL;
  const Term *t = term_input((InputKey){site, occurrence, 0}, s->width);
  return s->width == 1 ? term_zext(t, 8) : t;
}

/* The symbols of one name: occurrences of its site, or one of each of its sites; else they mean nothing. */
static void give_meaning(Meaning *m, const GPtrArray *names, const char *name) {
  GArray *sites = sites_of(m, name);
  guint n = 0, k = 0;
  for (guint i = 0; i < names->len; i++) n += g_str_equal(((const CivlName *)names->pdata[i])->name, name);
  for (guint i = 0; i < names->len; i++) {
    const CivlName *c = (const CivlName *)names->pdata[i];
    if (!g_str_equal(c->name, name)) continue;
    const Term *input = NULL;
    if (sites->len == 1)
      input = input_of(m->program, g_array_index(sites, guint, 0), k + 1);
    else if (sites->len == n)
      input = input_of(m->program, g_array_index(sites, guint, k), 1);
    if (input) g_hash_table_insert(m->symbols, c->symbol, (gpointer)input);
    k++;
  }
  g_array_unref(sites);
}

/* Without names: Y0, Y1, ... are numbered as they are read, which is the order of the text where there are no
 * loops.  A guess, as good as any for a candidate. */
static const Term *by_number(const Meaning *m, const char *symbol) {
  char *end;
  if (symbol[0] != 'Y' || !g_ascii_isdigit(symbol[1])) return NULL;
  guint64 n = g_ascii_strtoull(symbol + 1, &end, 10);
  if (*end || n >= 1u << 19) return NULL;
  if (m->sites->len == 1) return input_of(m->program, g_array_index(m->sites, guint, 0), (guint)n + 1);
  return n < m->sites->len ? input_of(m->program, g_array_index(m->sites, guint, n), 1) : NULL;
}

static gboolean resolve(gpointer data, const char *name, CValue *value) {
  const Meaning *m = (const Meaning *)data;
  const Term *t = m->named ? (const Term *)g_hash_table_lookup(m->symbols, name) : by_number(m, name);
  if (g_str_equal(name, "true") || g_str_equal(name, "false")) t = term_const(8, name[0] == 't');
  if (!t) return FALSE;
  const Term *input = t->op == TERM_ZEXT ? t->args[0] : t;
  *value = (CValue){t, input->op == TERM_INPUT && t == input &&
                           program_site(m->program, input_key_unpack(t->param).site)->is_signed};
  return TRUE;
}

/* CIVL writes `a div b` and casts to a type CHAR of its own; the blanks keep columns right. */
static char *as_c(const char *text) {
  static const char *const words[][2] = {{" div ", " /   "}, {"(CHAR)", "      "}};
  char *c = g_strdup(text);
  for (guint i = 0; i < G_N_ELEMENTS(words); i++)
    for (char *at = c; (at = strstr(at, words[i][0]));) memcpy(at, words[i][1], strlen(words[i][1]));
  return c;
}

static const Term *conjunction(Meaning *m, const GPtrArray *texts, GError **error) {
  g_autoptr(GPtrArray) conjuncts = g_ptr_array_new();
  for (guint i = 0; i < texts->len; i++) {
    g_autofree char *c = as_c((const char *)texts->pdata[i]);
    const Term *t = cexpr_mathematical(c, resolve, m, error);
    if (!t) {
      g_prefix_error(error, "the condition \"%.80s\" is not understood: ", c);
      return NULL;
    }
    g_ptr_array_add(conjuncts, (gpointer)t);
  }
  return term_and_n((const Term *const *)conjuncts->pdata, conjuncts->len);
}

static void add_candidate(GPtrArray *candidates, const Term *t) {
  if (t && !term_is_false(t) && !g_ptr_array_find(candidates, t, NULL))
    g_ptr_array_add(candidates, (gpointer)t);
}

GPtrArray *civl_candidates(const Program *p, const CivlReport *r, GError **error) {
  Meaning m = {p, input_sites(p), r->names->len > 0, g_hash_table_new(g_str_hash, g_str_equal)};
  GPtrArray *candidates = g_ptr_array_new();
  g_autoptr(GError) of_slice = NULL, of_context = NULL;
  for (guint i = 0; i < r->names->len; i++)
    give_meaning(&m, r->names, ((const CivlName *)r->names->pdata[i])->name);
  if (r->sliced->len) add_candidate(candidates, conjunction(&m, r->sliced, &of_slice));
  add_candidate(candidates, conjunction(&m, r->context, &of_context));
  g_array_unref(m.sites);
  g_hash_table_unref(m.symbols);
  if (candidates->len) return candidates;
  g_ptr_array_unref(candidates);
  const GError *why = of_slice ? of_slice : of_context;
  g_set_error(error, ACF_CIVL_ERROR, CIVL_ERROR_UNSUPPORTED, "%s",
              why ? why->message : "the path of CIVL is impossible");
  return NULL;
}
