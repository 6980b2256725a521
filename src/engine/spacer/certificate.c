/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Z3's proof, checked. */
#include "engine/spacer/certificate.h"
#include "base/limits.h"
#include "engine/spacer/derivation.h"

typedef struct {
  const Chc *c;
  GHashTable *meaning; /* relation -> its equation with a formula, over bound variables */
  Derivation *tree;    /* a clause and those it is resolved with */
  gint64 end;
  guint n_checks;
  Z3_lbool verdict;
} Check;

Z3_ast certificate_of(const Chc *c) {
  return c->may_fail ? Z3_fixedpoint_get_answer(c->z3, c->fixedpoint) : Z3_mk_true(c->z3);
}

/* ---- what it says ---- */

static Z3_decl_kind kind_of(const Chc *c, Z3_ast e) {
  return Z3_get_ast_kind(c->z3, e) == Z3_APP_AST
             ? Z3_get_decl_kind(c->z3, Z3_get_app_decl(c->z3, Z3_to_app(c->z3, e)))
             : Z3_OP_INTERNAL;
}

static void read_certificate(Check *k, Z3_ast e) {
  Z3_context z3 = k->c->z3;
  if (Z3_is_quantifier_forall(z3, e)) {
    read_certificate(k, Z3_get_quantifier_body(z3, e));
  } else if (kind_of(k->c, e) == Z3_OP_AND) {
    for (guint i = 0; i < Z3_get_app_num_args(z3, Z3_to_app(z3, e)); i++)
      read_certificate(k, Z3_get_app_arg(z3, Z3_to_app(z3, e), i));
  } else if (kind_of(k->c, e) == Z3_OP_EQ) {
    Z3_func_decl relation = chc_relation(k->c, Z3_get_app_arg(z3, Z3_to_app(z3, e), 0));
    if (g_hash_table_contains(k->c->relations, relation)) g_hash_table_insert(k->meaning, relation, e);
  }
}

/* Something is said of its relation: it was not resolved away. */
static gboolean has_meaning(const Check *k, Z3_ast application) {
  Z3_func_decl relation = chc_relation(k->c, application);
  return relation == k->c->fails[0] || g_hash_table_contains(k->meaning, relation);
}

/* Of an application that has one, in words of its arguments. */
static Z3_ast meaning_of(const Check *k, Z3_ast application) {
  Z3_context z3 = k->c->z3;
  Z3_ast equation = g_hash_table_lookup(k->meaning, chc_relation(k->c, application));
  if (!equation) return Z3_mk_false(z3);
  Z3_app left = Z3_to_app(z3, Z3_get_app_arg(z3, Z3_to_app(z3, equation), 0)),
         right = Z3_to_app(z3, application);
  guint n = Z3_get_app_num_args(z3, left);
  g_autofree Z3_ast *to = g_new(Z3_ast, n + 1);
  for (guint i = 0; i < n; i++) {
    guint variable = Z3_get_index_value(z3, Z3_get_app_arg(z3, left, i));
    if (variable < n) to[variable] = Z3_get_app_arg(z3, right, i);
  }
  return Z3_substitute_vars(z3, Z3_get_app_arg(z3, Z3_to_app(z3, equation), 1), n, to);
}

/* ---- one clause, with what it is resolved with ---- */

static void assert_in(const Composition *m, guint step, Z3_ast e) {
  if (e) Z3_solver_assert(m->clauses->z3, m->solver, composition_in_step(m, step, e));
}

static Z3_lbool holds(const Check *k) {
  const Chc *c = k->c;
  Composition *m = composition_new(k->tree, c);
  for (guint i = 0; i < k->tree->steps->len; i++) {
    const DerivationStep *s = &g_array_index(k->tree->steps, DerivationStep, i);
    const ChcRule *r = &g_array_index(c->rules, ChcRule, s->rule);
    if (r->body) assert_in(m, i, chc_facts_of(c->facts, r->body));
    if (r->call) assert_in(m, i, chc_facts_of(c->facts, r->call));
    if (r->body && s->body == NO_STEP) assert_in(m, i, meaning_of(k, r->body));
    if (r->call && s->call == NO_STEP) assert_in(m, i, meaning_of(k, r->call));
  }
  Z3_ast head = meaning_of(k, m->rules[0]->head);
  assert_in(m, 0, Z3_mk_not(c->z3, head));
  gint64 left = (k->end - g_get_monotonic_time()) / 1000;
  Z3_lbool broken = left > 0 ? composition_check(m, (guint)left) : Z3_L_UNDEF;
  composition_free(m);
  return (Z3_lbool)-broken;
}

/* The next goal that nothing is said of: TRUE, and where it is. */
static gboolean find_unknown(const Check *k, guint *step, gboolean *is_call) {
  for (guint i = 0; i < k->tree->steps->len; i++) {
    const DerivationStep *s = &g_array_index(k->tree->steps, DerivationStep, i);
    const ChcRule *r = &g_array_index(k->c->rules, ChcRule, s->rule);
    *step = i;
    *is_call = FALSE;
    if (r->body && s->body == NO_STEP && !has_meaning(k, r->body)) return TRUE;
    *is_call = TRUE;
    if (r->call && s->call == NO_STEP && !has_meaning(k, r->call)) return TRUE;
  }
  return FALSE;
}

static void resolve(Check *k);

static void resolve_with(Check *k, guint rule, guint step, gboolean is_call) {
  guint number = k->tree->steps->len;
  DerivationStep added = {rule, NO_STEP, NO_STEP, step, is_call};
  g_array_append_val(k->tree->steps, added);
  DerivationStep *s = &g_array_index(k->tree->steps, DerivationStep, step);
  *(is_call ? &s->call : &s->body) = number;
  resolve(k);
  s = &g_array_index(k->tree->steps, DerivationStep, step);
  *(is_call ? &s->call : &s->body) = NO_STEP;
  g_array_set_size(k->tree->steps, number);
}

/* All ways to derive what nothing is said of. */
static void resolve(Check *k) {
  const Chc *c = k->c;
  guint step;
  gboolean is_call;
  if (k->verdict != Z3_L_TRUE) return;
  if (!find_unknown(k, &step, &is_call)) {
    k->verdict = k->n_checks++ < limits.spacer_certificate_checks ? holds(k) : Z3_L_UNDEF;
    return;
  }
  if (k->tree->steps->len > limits.spacer_certificate_tree) {
    k->verdict = Z3_L_UNDEF;
    return;
  }
  const ChcRule *r =
      &g_array_index(c->rules, ChcRule, g_array_index(k->tree->steps, DerivationStep, step).rule);
  Z3_func_decl goal = chc_relation(c, is_call ? r->call : r->body);
  for (guint i = 0; i < c->rules->len && k->verdict == Z3_L_TRUE; i++) {
    const ChcRule *other = &g_array_index(c->rules, ChcRule, i);
    if (other->is_used && chc_relation(c, other->head) == goal) resolve_with(k, i, step, is_call);
  }
}

/* ---- the whole ---- */

Z3_lbool certificate_check(const Chc *c, Z3_ast certificate, guint timeout_ms) {
  if (!certificate) return Z3_L_UNDEF;
  Check k = {.c = c, .meaning = g_hash_table_new(NULL, NULL), .verdict = Z3_L_TRUE};
  k.end = g_get_monotonic_time() + timeout_ms * G_GINT64_CONSTANT(1000);
  k.tree = derivation_empty(c);
  read_certificate(&k, certificate);
  for (guint i = 0; i < c->rules->len && k.verdict == Z3_L_TRUE; i++) {
    const ChcRule *r = &g_array_index(c->rules, ChcRule, i);
    if (!r->is_used || !c->may_fail || !has_meaning(&k, r->head)) continue;
    DerivationStep first = {i, NO_STEP, NO_STEP, NO_STEP, FALSE};
    g_array_set_size(k.tree->steps, 0);
    g_array_append_val(k.tree->steps, first);
    resolve(&k);
  }
  derivation_free(k.tree);
  g_hash_table_unref(k.meaning);
  return k.verdict;
}
