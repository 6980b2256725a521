/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple facts about the relations of Horn clauses, found by weeding: of all candidates, those go that some
 * clause does not keep, until all that are left keep each other (Houdini).  Equal arguments above all: Z3's
 * own search rarely comes upon them. */
#include "formula/z3-timeout.h"
#include "base/limits.h"
#include "engine/spacer/facts.h"

struct ChcFacts {
  const Chc *c;
  GHashTable *of;   /* relation -> GArray of Fact */
  GHashTable *said; /* application -> GPtrArray of Z3_ast: by fact, what it says of that */
  Z3_solver solver;
  gint64 end;
};

/* ---- what they say ---- */

static Z3_ast comparison_on(const Chc *c, const Comparison *k, Z3_app app) {
  Z3_context z3 = c->z3;
  if (k->kind == COMPARE_NEVER) return Z3_mk_false(z3);
  Z3_ast x = Z3_get_app_arg(z3, app, k->x), y = words_number(&c->words, k->constant);
  if (k->y != NO_ARGUMENT) {
    Z3_ast factors[2] = {words_number(&c->words, k->factor), Z3_get_app_arg(z3, app, k->y)};
    Z3_ast sum[2] = {k->factor == 1 ? factors[1] : Z3_mk_mul(z3, 2, factors), y};
    y = k->constant ? Z3_mk_add(z3, 2, sum) : sum[0];
  }
  switch (k->kind) {
  case COMPARE_EQ: return Z3_mk_eq(z3, x, y);
  case COMPARE_NE: return Z3_mk_not(z3, Z3_mk_eq(z3, x, y));
  case COMPARE_LE: return Z3_mk_le(z3, x, y);
  default: return Z3_mk_ge(z3, x, y);
  }
}

static Z3_ast fact_on(const Chc *c, const Fact *f, Z3_ast application) {
  Z3_app app = Z3_to_app(c->z3, application);
  Z3_ast then = comparison_on(c, &f->then, app), when = NULL;
  if (f->flag != NO_ARGUMENT) when = Z3_get_app_arg(c->z3, app, f->flag);
  if (f->other != NO_ARGUMENT)
    when =
        words_and(&c->words, Z3_mk_not(c->z3, when), Z3_mk_not(c->z3, Z3_get_app_arg(c->z3, app, f->other)));
  if (f->when.kind != COMPARE_NONE) when = words_and(&c->words, when, comparison_on(c, &f->when, app));
  if (f->also.kind != COMPARE_NONE) when = words_and(&c->words, when, comparison_on(c, &f->also, app));
  return when ? Z3_mk_implies(c->z3, when, then) : then;
}

static GArray *list_of(const ChcFacts *f, Z3_ast application) {
  return g_hash_table_lookup(f->of, Z3_get_app_decl(f->c->z3, Z3_to_app(f->c->z3, application)));
}

static const GPtrArray *said_of(const ChcFacts *f, const GArray *list, Z3_ast application) {
  GPtrArray *said = g_hash_table_lookup(f->said, application);
  if (said) return said;
  g_hash_table_insert(f->said, application, said = g_ptr_array_sized_new(list->len));
  for (guint i = 0; i < list->len; i++)
    g_ptr_array_add(said, fact_on(f->c, &g_array_index(list, Fact, i), application));
  return said;
}

Z3_ast chc_facts_of(const ChcFacts *f, Z3_ast application) {
  const GArray *list = f ? list_of(f, application) : NULL;
  if (!list) return NULL;
  const GPtrArray *said = said_of(f, list, application);
  g_autoptr(GPtrArray) left = g_ptr_array_new();
  for (guint i = 0; i < list->len; i++)
    if (!g_array_index(list, Fact, i).gone) g_ptr_array_add(left, said->pdata[i]);
  return left->len ? Z3_mk_and(f->c->z3, left->len, (Z3_ast *)left->pdata) : NULL;
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

/* The arguments of an application in a model; a number that is too large is none. */
typedef struct {
  Z3_ast ast;
  gboolean is_number;
  int64_t number;
} Value;

static Value *values_of(const Chc *c, Z3_model model, Z3_ast application) {
  Z3_app app = Z3_to_app(c->z3, application);
  guint n = Z3_get_app_num_args(c->z3, app);
  Value *values = g_new0(Value, n + 1);
  for (guint i = 0; i < n; i++) {
    Value *v = &values[i];
    if (!Z3_model_eval(c->z3, model, Z3_get_app_arg(c->z3, app, i), TRUE, &v->ast)) v->ast = NULL;
    v->is_number =
        v->ast && Z3_is_numeral_ast(c->z3, v->ast) && Z3_get_numeral_int64(c->z3, v->ast, &v->number);
  }
  return values;
}

static gboolean comparison_holds(const Comparison *k, const Value *values) {
  if (k->kind == COMPARE_NEVER) return FALSE;
  const Value *x = &values[k->x], *y = k->y == NO_ARGUMENT ? NULL : &values[k->y];
  if (k->kind == COMPARE_EQ && y && !k->constant && k->factor == 1) return x->ast && x->ast == y->ast;
  if (!x->is_number || (y && !y->is_number)) return FALSE;
  Wide left = x->number, right = (y ? (Wide)k->factor * y->number : 0) + k->constant;
  switch (k->kind) {
  case COMPARE_EQ: return left == right;
  case COMPARE_NE: return left != right;
  case COMPARE_LE: return left <= right;
  default: return left >= right;
  }
}

static Z3_lbool truth(const Chc *c, const Value *v) {
  return v->ast ? Z3_get_bool_value(c->z3, v->ast) : Z3_L_UNDEF;
}

/* For certain. */
static gboolean fact_holds(const Chc *c, const Fact *f, const Value *values) {
  Z3_lbool off = f->other == NO_ARGUMENT ? Z3_L_FALSE : Z3_L_TRUE;
  if (f->flag != NO_ARGUMENT && truth(c, &values[f->flag]) == off) return TRUE;
  if (f->other != NO_ARGUMENT && truth(c, &values[f->other]) == off) return TRUE;
  Comparison not_when = f->when;
  if (f->when.kind == COMPARE_LE) not_when.kind = COMPARE_GE, not_when.constant++;
  if (f->when.kind == COMPARE_GE) not_when.kind = COMPARE_LE, not_when.constant--;
  if (f->when.kind != COMPARE_NONE && comparison_holds(&not_when, values)) return TRUE;
  Comparison not_also = f->also;
  not_also.kind = COMPARE_NE; /* these are equations */
  if (f->also.kind != COMPARE_NONE && comparison_holds(&not_also, values)) return TRUE;
  return comparison_holds(&f->then, values);
}

/* Drops what a model of the clause's body refutes. */
static gboolean drop_refuted(ChcFacts *f, GArray *list, Z3_ast head) {
  Z3_context z3 = f->c->z3;
  Z3_model model = Z3_solver_get_model(z3, f->solver);
  gboolean any = FALSE;
  if (!model) return drop_all(list);
  Z3_model_inc_ref(z3, model);
  g_autofree Value *values = values_of(f->c, model, head);
  for (guint i = 0; i < list->len; i++) {
    Fact *fact = &g_array_index(list, Fact, i);
    if (fact->gone || fact_holds(f->c, fact, values)) continue;
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

/* What is left of the first candidates stays: they keep each other. */
static void try_more(ChcFacts *f, guint step) {
  GHashTableIter i;
  gpointer relation, list;
  g_hash_table_remove_all(f->said);
  g_hash_table_iter_init(&i, f->of);
  while (g_hash_table_iter_next(&i, &relation, &list)) chc_more_candidates(f->c, relation, step, list);
  weed(f);
}

ChcFacts *chc_facts_new(const Chc *c, guint timeout_ms) {
  ChcFacts *f = g_new0(ChcFacts, 1);
  f->c = c;
  f->end = g_get_monotonic_time() + timeout_ms * G_GINT64_CONSTANT(1000);
  f->of = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_array_unref);
  f->said = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)g_ptr_array_unref);
  f->solver = Z3_mk_simple_solver(c->z3);
  Z3_solver_inc_ref(c->z3, f->solver);
  z3_set_timeout(c->z3, f->solver, (guint)(limits.spacer_fact_share * timeout_ms));
  for (guint i = 0; i < c->rules->len; i++) {
    const ChcRule *r = &g_array_index(c->rules, ChcRule, i);
    Z3_func_decl relation = Z3_get_app_decl(c->z3, Z3_to_app(c->z3, r->head));
    if (r->is_used && !g_hash_table_contains(f->of, relation))
      g_hash_table_insert(f->of, relation, chc_candidates(c, relation));
  }
  weed(f);
  for (guint step = 1; step <= limits.spacer_fact_steps && c->places->ghosts.n; step++)
    if (!chc_facts_exclude(f, c->fails[0])) try_more(f, step);
  return f;
}

gboolean chc_facts_exclude(const ChcFacts *f, Z3_func_decl relation) {
  const GArray *list = f ? g_hash_table_lookup(f->of, relation) : NULL;
  for (guint i = 0; list && i < list->len; i++) {
    const Fact *fact = &g_array_index(list, Fact, i);
    if (!fact->gone && fact->flag == NO_ARGUMENT && fact->then.kind == COMPARE_NEVER &&
        fact->when.kind == COMPARE_NONE)
      return TRUE;
  }
  return FALSE;
}

void chc_facts_free(ChcFacts *f) {
  if (!f) return;
  Z3_solver_dec_ref(f->c->z3, f->solver);
  g_hash_table_unref(f->of);
  g_hash_table_unref(f->said);
  g_free(f);
}
