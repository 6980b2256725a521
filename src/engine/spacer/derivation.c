/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A counterexample as a tree of clauses, and its formula. */
#include "formula/z3-timeout.h"
#include "base/limits.h"
#include "engine/spacer/derivation.h"

/* ---- the tree ---- */

/* Something that is needed and not derived yet. */
typedef struct {
  Z3_func_decl relation;
  guint step;
  gboolean is_call;
} Goal;

/* Z3 lists the clauses of a tree one after the other, and which of several open goals with the same relation
 * the next one derives, it does not say: the oldest or the newest. */
typedef struct {
  gboolean newest, call_first;
} Reading;

static void need(GArray *goals, const Chc *c, Z3_ast application, guint step, gboolean is_call) {
  Goal g = {chc_relation(c, application), step, is_call};
  if (application) g_array_append_val(goals, g);
}

/* The open goal that a clause derives; *several: others have the same relation. */
static guint find_goal(const GArray *goals, Z3_func_decl relation, gboolean newest, gboolean *several) {
  guint found = G_MAXUINT;
  for (guint i = 0; i < goals->len; i++) {
    if (g_array_index(goals, Goal, i).relation != relation) continue;
    *several |= found != G_MAXUINT;
    if (newest || found == G_MAXUINT) found = i;
  }
  return found;
}

static void add_step(Derivation *d, const Goal *goal, guint rule) {
  guint number = d->steps->len;
  DerivationStep step = {rule, NO_STEP, NO_STEP, goal->step, goal->is_call};
  g_array_append_val(d->steps, step);
  if (goal->step == NO_STEP) return;
  DerivationStep *parent = &g_array_index(d->steps, DerivationStep, goal->step);
  *(goal->is_call ? &parent->call : &parent->body) = number;
}

Derivation *derivation_empty(const Chc *c) {
  Derivation *d = g_new0(Derivation, 1);
  d->c = c;
  d->steps = g_array_new(FALSE, FALSE, sizeof(DerivationStep));
  return d;
}

/* What stays needed is left in goals; FALSE: the list is none of a tree. */
static gboolean read_trace(Derivation *d, Reading how, GArray *goals, gboolean *several) {
  const Chc *c = d->c;
  for (guint i = 0; i < c->trace->len; i++) {
    guint rule = g_array_index(c->trace, guint, i), number = d->steps->len;
    const ChcRule *r = &g_array_index(c->rules, ChcRule, rule);
    guint at = find_goal(goals, chc_relation(c, r->head), how.newest, several);
    if (at == G_MAXUINT) return FALSE;
    add_step(d, &g_array_index(goals, Goal, at), rule);
    g_array_remove_index(goals, at);
    if (how.call_first) need(goals, c, r->call, number, TRUE);
    need(goals, c, r->body, number, FALSE);
    if (!how.call_first) need(goals, c, r->call, number, TRUE);
  }
  return TRUE;
}

/* ---- what the trace leaves out ---- */

/* Z3 reports nothing of what it saw before it began to search: those parts are small, and searched for here.
 */
typedef struct {
  Derivation *tree;
  GArray *goals;
  GHashTable *least; /* relation -> the fewest steps that derive it */
  guint n_checks;
} Search;

static guint least_steps(const Search *s, Z3_func_decl relation) {
  return relation ? GPOINTER_TO_UINT(g_hash_table_lookup(s->least, relation)) : 0;
}

static void find_least(Search *s) {
  const Chc *c = s->tree->c;
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < c->rules->len; i++) {
      const ChcRule *r = &g_array_index(c->rules, ChcRule, i);
      Z3_func_decl head = chc_relation(c, r->head);
      guint body = least_steps(s, chc_relation(c, r->body)), call = least_steps(s, chc_relation(c, r->call)),
            steps = MIN(1 + body + call, limits.spacer_derivation_steps + 1), old = least_steps(s, head);
      if ((r->body && !body) || (r->call && !call) || (old && old <= steps)) continue;
      g_hash_table_insert(s->least, head, GUINT_TO_POINTER(steps));
      changed = TRUE;
    }
  }
}

/* The fewest steps that derive all goals; G_MAXUINT: none do. */
static guint least_of_goals(const Search *s) {
  guint sum = 0;
  for (guint i = 0; i < s->goals->len; i++) {
    guint steps = least_steps(s, g_array_index(s->goals, Goal, i).relation);
    if (!steps) return G_MAXUINT;
    sum += steps;
  }
  return sum;
}

static gboolean is_possible(const Derivation *d) {
  Composition *k = composition_new(d, d->c);
  Z3_lbool answer = composition_check(k, limits.spacer_derivation_ms);
  composition_free(k);
  return answer == Z3_L_TRUE;
}

/* With just so many more steps. */
static gboolean complete(Search *s, guint steps) {
  const Chc *c = s->tree->c;
  if (!s->goals->len)
    return steps == 0 && s->n_checks++ < limits.spacer_derivation_checks && is_possible(s->tree);
  Goal goal = g_array_index(s->goals, Goal, s->goals->len - 1);
  guint n_goals = s->goals->len - 1, n_steps = s->tree->steps->len;
  for (guint i = 0; i < c->rules->len && s->n_checks < limits.spacer_derivation_checks; i++) {
    const ChcRule *r = &g_array_index(c->rules, ChcRule, i);
    if (!r->is_used || chc_relation(c, r->head) != goal.relation) continue;
    g_array_set_size(s->goals, n_goals);
    add_step(s->tree, &goal, i);
    need(s->goals, c, r->body, n_steps, FALSE);
    need(s->goals, c, r->call, n_steps, TRUE);
    if (steps && least_of_goals(s) <= steps - 1 && complete(s, steps - 1)) return TRUE;
    g_array_set_size(s->tree->steps, n_steps);
  }
  g_array_set_size(s->goals, n_goals);
  g_array_append_val(s->goals, goal);
  return FALSE;
}

/* Takes d. */
static Derivation *completed(Derivation *d, GArray *goals) {
  Search s = {d, goals, g_hash_table_new(NULL, NULL), 0};
  find_least(&s);
  guint least = least_of_goals(&s);
  gboolean found = FALSE;
  for (guint more = 0; !found && least <= limits.spacer_derivation_steps &&
                       more <= limits.spacer_derivation_more && s.n_checks < limits.spacer_derivation_checks;
       more++)
    found = complete(&s, least + more);
  g_hash_table_unref(s.least);
  if (found) return d;
  derivation_free(d);
  return NULL;
}

/* ---- the whole ---- */

static Derivation *read_as(const Chc *c, Reading how, gboolean *several) {
  Derivation *d = derivation_empty(c);
  g_autoptr(GArray) goals = g_array_new(FALSE, FALSE, sizeof(Goal));
  Goal failure = {c->fails[0], NO_STEP, FALSE};
  g_array_append_val(goals, failure);
  if (read_trace(d, how, goals, several)) return goals->len || *several ? completed(d, goals) : d;
  derivation_free(d);
  return NULL;
}

/* Where the list can be read as several trees, that one is right whose formula has a solution. */
Derivation *derivation_new(const Chc *c) {
  if (c->trace->len > limits.spacer_derivation_steps) return NULL;
  for (guint i = 0; i < 4; i++) {
    gboolean several = FALSE;
    Derivation *d = read_as(c, (Reading){i / 2 == 1, i % 2 == 1}, &several);
    if (d || !several) return d;
  }
  return NULL;
}

void derivation_free(Derivation *d) {
  if (!d) return;
  g_array_unref(d->steps);
  g_free(d);
}

/* ---- the formula ---- */

static gboolean same_name(const Chc *a, Z3_func_decl x, const Chc *b, Z3_func_decl y) {
  g_autofree char *name = g_strdup(Z3_get_symbol_string(a->z3, Z3_get_decl_name(a->z3, x)));
  return g_str_equal(name, Z3_get_symbol_string(b->z3, Z3_get_decl_name(b->z3, y)));
}

/* The clause of the same stretch to the same end; NULL: at this precision there is none. */
static const ChcRule *counterpart(const Chc *in, const Chc *c, const ChcRule *r) {
  if (in == c) return r;
  for (guint i = 0; i < in->rules->len; i++) {
    const ChcRule *other = &g_array_index(in->rules, ChcRule, i);
    if (other->stretch == r->stretch && other->end == r->end &&
        same_name(in, chc_relation(in, other->head), c, chc_relation(c, r->head)))
      return other;
  }
  return NULL;
}

Z3_ast composition_in_step(const Composition *k, guint step, Z3_ast e) {
  const ChcRule *r = k->rules[step];
  if (!r->n_variables) return e;
  return Z3_substitute(k->clauses->z3, e, r->n_variables, (const Z3_ast *)(const void *)r->variables,
                       k->own[step]);
}

static void make_own_variables(Composition *k, guint step) {
  Z3_context z3 = k->clauses->z3;
  const ChcRule *r = k->rules[step];
  k->own[step] = g_new0(Z3_ast, r->n_variables + 1);
  for (guint i = 0; i < r->n_variables; i++)
    k->own[step][i] = Z3_mk_fresh_const(z3, "own", Z3_get_sort(z3, Z3_app_to_ast(z3, r->variables[i])));
}

/* What a step derives is what its parent needs. */
static void connect(Composition *k, guint step) {
  Z3_context z3 = k->clauses->z3;
  const DerivationStep *s = &g_array_index(k->derivation->steps, DerivationStep, step);
  if (s->parent == NO_STEP) return;
  const ChcRule *parent = k->rules[s->parent];
  Z3_ast given = composition_in_step(k, step, k->rules[step]->head),
         needed = composition_in_step(k, s->parent, s->is_call ? parent->call : parent->body);
  guint n = Z3_get_app_num_args(z3, Z3_to_app(z3, given));
  for (guint i = 0; i < n; i++)
    Z3_solver_assert(z3, k->solver,
                     Z3_mk_eq(z3, Z3_get_app_arg(z3, Z3_to_app(z3, given), i),
                              Z3_get_app_arg(z3, Z3_to_app(z3, needed), i)));
}

Composition *composition_new(const Derivation *d, const Chc *clauses) {
  Composition *k = g_new0(Composition, 1);
  Z3_context z3 = clauses->z3;
  k->derivation = d;
  k->clauses = clauses;
  k->solver = Z3_mk_simple_solver(z3);
  Z3_solver_inc_ref(z3, k->solver);
  k->rules = g_new0(const ChcRule *, d->steps->len);
  k->own = g_new0(Z3_ast *, d->steps->len);
  for (guint i = 0; i < d->steps->len; i++) {
    guint rule = g_array_index(d->steps, DerivationStep, i).rule;
    k->rules[i] = counterpart(clauses, d->c, &g_array_index(d->c->rules, ChcRule, rule));
    if (!k->rules[i]) {
      Z3_solver_assert(z3, k->solver, Z3_mk_false(z3));
      return k;
    }
    make_own_variables(k, i);
    Z3_solver_assert(z3, k->solver, composition_in_step(k, i, k->rules[i]->constraint));
    connect(k, i);
  }
  return k;
}

void composition_free(Composition *k) {
  if (!k) return;
  Z3_context z3 = k->clauses->z3;
  if (k->model) Z3_model_dec_ref(z3, k->model);
  Z3_solver_dec_ref(z3, k->solver);
  for (guint i = 0; i < k->derivation->steps->len; i++) g_free(k->own[i]);
  g_free(k->own);
  g_free(k->rules);
  g_free(k);
}

Z3_lbool composition_check(Composition *k, guint timeout_ms) {
  Z3_context z3 = k->clauses->z3;
  z3_set_timeout(z3, k->solver, timeout_ms);
  Z3_lbool answer = Z3_solver_check(z3, k->solver);
  if (answer != Z3_L_TRUE) return answer;
  k->model = Z3_solver_get_model(z3, k->solver);
  if (!k->model) return Z3_L_UNDEF;
  Z3_model_inc_ref(z3, k->model);
  return Z3_L_TRUE;
}

gboolean composition_holds(const Composition *k, guint step, Z3_ast formula) {
  Z3_context z3 = k->clauses->z3;
  Z3_ast value = NULL;
  if (!formula) return TRUE;
  return Z3_model_eval(z3, k->model, composition_in_step(k, step, formula), TRUE, &value) &&
         Z3_get_bool_value(z3, value) == Z3_L_TRUE;
}
