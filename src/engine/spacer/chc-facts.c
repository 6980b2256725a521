/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple facts about the relations of Horn clauses, found by weeding: of all candidates, those go that some
 * clause does not keep, until all that are left keep each other (Houdini).  Equal arguments above all: Z3's
 * own search rarely comes upon them. */
#include "engine/spacer/chc.h"

#define MAX_PAIRED 14 /* integer arguments of a relation that are compared with each other */
#define CHECK_MS 300u /* for one question to the solver */

typedef enum {
  SAME,
  ONE_MORE,
  ONE_LESS,
  AT_MOST,
  AT_LEAST,
  BELOW,
  ABOVE,
  NOT_NEGATIVE,
  NOT_POSITIVE
} FactKind;

typedef struct {
  FactKind kind;
  guint i, j; /* arguments */
  gboolean gone;
} Fact;

struct ChcFacts {
  const Chc *c;
  GHashTable *of; /* relation -> GArray of Fact */
  Z3_solver solver;
  gint64 end;
};

/* ---- candidates ---- */

static void add(GArray *list, FactKind kind, guint i, guint j) {
  Fact f = {kind, i, j, FALSE};
  g_array_append_val(list, f);
}

static GArray *candidates(const Chc *c, Z3_func_decl relation) {
  GArray *list = g_array_new(FALSE, FALSE, sizeof(Fact));
  guint n = Z3_get_domain_size(c->z3, relation), n_integers = 0;
  Z3_sort integer = Z3_mk_int_sort(c->z3);
  for (guint i = 0; i < n; i++) {
    Z3_sort sort = Z3_get_domain(c->z3, relation, i);
    Z3_sort_kind kind = Z3_get_sort_kind(c->z3, sort);
    if (kind == Z3_BOOL_SORT || kind == Z3_ARRAY_SORT) continue;
    gboolean is_integer = sort == integer;
    if (is_integer) add(list, NOT_NEGATIVE, i, i);
    if (is_integer) add(list, NOT_POSITIVE, i, i);
    if (++n_integers > MAX_PAIRED) continue;
    for (guint j = 0; j < i; j++) {
      if (Z3_get_domain(c->z3, relation, j) != sort) continue;
      add(list, SAME, i, j);
      for (FactKind k = ONE_MORE; is_integer && k <= ABOVE; k++) add(list, k, i, j);
    }
  }
  return list;
}

static Z3_ast next(const Chc *c, Z3_ast x) {
  Z3_ast sum[2] = {x, words_number(&c->words, 1)};
  return Z3_mk_add(c->z3, 2, sum);
}

static Z3_ast fact_on(const Chc *c, const Fact *f, Z3_ast application) {
  Z3_app app = Z3_to_app(c->z3, application);
  Z3_ast x = Z3_get_app_arg(c->z3, app, f->i), y = Z3_get_app_arg(c->z3, app, f->j);
  switch (f->kind) {
  case SAME: return Z3_mk_eq(c->z3, x, y);
  case ONE_MORE: return Z3_mk_eq(c->z3, x, next(c, y));
  case ONE_LESS: return Z3_mk_eq(c->z3, next(c, x), y);
  case BELOW: return Z3_mk_lt(c->z3, x, y);
  case ABOVE: return Z3_mk_gt(c->z3, x, y);
  case AT_MOST: return Z3_mk_le(c->z3, x, y);
  case AT_LEAST: return Z3_mk_ge(c->z3, x, y);
  case NOT_NEGATIVE: return Z3_mk_ge(c->z3, x, words_number(&c->words, 0));
  default: return Z3_mk_le(c->z3, x, words_number(&c->words, 0));
  }
}

static GArray *list_of(const ChcFacts *f, Z3_ast application) {
  return g_hash_table_lookup(f->of, Z3_get_app_decl(f->c->z3, Z3_to_app(f->c->z3, application)));
}

Z3_ast chc_facts_of(const ChcFacts *f, Z3_ast application) {
  GArray *list = f ? list_of(f, application) : NULL;
  Z3_ast all = NULL;
  for (guint i = 0; list && i < list->len; i++) {
    const Fact *fact = &g_array_index(list, Fact, i);
    if (!fact->gone) all = words_and(&f->c->words, all, fact_on(f->c, fact, application));
  }
  return all;
}

/* ---- weeding ---- */

static gboolean drop_all(GArray *list) {
  gboolean any = FALSE;
  for (guint i = 0; i < list->len; i++) {
    any |= !g_array_index(list, Fact, i).gone;
    g_array_index(list, Fact, i).gone = TRUE;
  }
  return any;
}

/* Drops what a model of the clause's body refutes. */
static gboolean drop_refuted(ChcFacts *f, GArray *list, Z3_ast head) {
  Z3_context z3 = f->c->z3;
  Z3_model model = Z3_solver_get_model(z3, f->solver);
  gboolean any = FALSE;
  if (!model) return drop_all(list);
  Z3_model_inc_ref(z3, model);
  for (guint i = 0; i < list->len; i++) {
    Fact *fact = &g_array_index(list, Fact, i);
    Z3_ast value = NULL;
    if (fact->gone) continue;
    gboolean known = Z3_model_eval(z3, model, fact_on(f->c, fact, head), TRUE, &value);
    if (known && Z3_get_bool_value(z3, value) == Z3_L_TRUE) continue;
    fact->gone = any = TRUE;
  }
  Z3_model_dec_ref(z3, model);
  return any || drop_all(list);
}

/* Does the clause keep the facts about its head, given those about its body?  TRUE: some were dropped. */
static gboolean weed_rule(ChcFacts *f, const ChcRule *r) {
  Z3_context z3 = f->c->z3;
  GArray *list = list_of(f, r->head);
  Z3_ast goal = list ? chc_facts_of(f, r->head) : NULL;
  if (!goal) return FALSE;
  gboolean dropped = FALSE;
  Z3_solver_push(z3, f->solver);
  Z3_solver_assert(z3, f->solver, r->constraint);
  Z3_ast body = r->body ? chc_facts_of(f, r->body) : NULL, call = r->call ? chc_facts_of(f, r->call) : NULL;
  if (body) Z3_solver_assert(z3, f->solver, body);
  if (call) Z3_solver_assert(z3, f->solver, call);
  for (; goal; goal = chc_facts_of(f, r->head)) {
    Z3_solver_push(z3, f->solver);
    Z3_solver_assert(z3, f->solver, Z3_mk_not(z3, goal));
    Z3_lbool answer = Z3_solver_check(z3, f->solver);
    if (answer != Z3_L_FALSE) dropped = TRUE;
    if (answer == Z3_L_TRUE) drop_refuted(f, list, r->head);
    if (answer == Z3_L_UNDEF || g_get_monotonic_time() > f->end) dropped |= drop_all(list);
    Z3_solver_pop(z3, f->solver, 1);
    if (answer == Z3_L_FALSE) break;
  }
  Z3_solver_pop(z3, f->solver, 1);
  return dropped;
}

static void weed(ChcFacts *f) {
  const GArray *rules = f->c->rules;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < rules->len; i++)
      if (g_array_index(rules, ChcRule, i).is_used)
        changed |= weed_rule(f, &g_array_index(rules, ChcRule, i));
  }
}

/* ---- the whole ---- */

static void set_timeout(ChcFacts *f) {
  Z3_context z3 = f->c->z3;
  Z3_params params = Z3_mk_params(z3);
  Z3_params_inc_ref(z3, params);
  Z3_params_set_uint(z3, params, Z3_mk_string_symbol(z3, "timeout"), CHECK_MS);
  Z3_solver_set_params(z3, f->solver, params);
  Z3_params_dec_ref(z3, params);
}

ChcFacts *chc_facts_new(const Chc *c, guint timeout_ms) {
  ChcFacts *f = g_new0(ChcFacts, 1);
  f->c = c;
  f->end = g_get_monotonic_time() + timeout_ms * G_GINT64_CONSTANT(1000);
  f->of = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  f->solver = Z3_mk_simple_solver(c->z3);
  Z3_solver_inc_ref(c->z3, f->solver);
  set_timeout(f);
  for (guint i = 0; i < c->rules->len; i++) {
    const ChcRule *r = &g_array_index(c->rules, ChcRule, i);
    Z3_func_decl relation = Z3_get_app_decl(c->z3, Z3_to_app(c->z3, r->head));
    if (r->is_used && !g_hash_table_contains(f->of, relation))
      g_hash_table_insert(f->of, relation, candidates(c, relation));
  }
  weed(f);
  return f;
}

void chc_facts_free(ChcFacts *f) {
  if (!f) return;
  Z3_solver_dec_ref(f->c->z3, f->solver);
  g_hash_table_unref(f->of);
  g_free(f);
}
