/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Projection: unknown values are dimensions like the others, until they are forgotten.
 *
 * A formula without havocs that another implies can be had by dropping every comparison that has one.  But an
 * unknown value often stands between others: of `x = n and x > 10`, n > 10 remains. */
#include "symex/invariant/project.h"
#include "base/limits.h"
#include "formula/solver.h"

GPtrArray *project_cases(const Space *s, const Term *formula, gint64 deadline) {
  const Term *keep[POLY_DIMS] = {NULL};
  Poly *all = space_poly(s);
  GPtrArray *cases = linear_step(s, all, formula, keep, TRUE, deadline);
  poly_free(all);
  if (cases && !poly_failed()) return cases;
  if (cases) g_ptr_array_unref(cases);
  return NULL;
}

static gboolean is_readable(const Space *s, const LinearConstraint *c) {
  guint n = 0;
  for (guint i = 0; i < s->n; i++) {
    if (c->form.k[i] > limits.poly_factor || c->form.k[i] < -limits.poly_factor) return FALSE;
    n += c->form.k[i] != 0;
  }
  return n > 0;
}

const Term *project_term(const Space *s, const Poly *p) {
  if (poly_is_empty(p)) return term_bool(FALSE);
  const Term *all = term_bool(TRUE);
  GArray *constraints = poly_constraints(p);
  for (guint i = 0; i < constraints->len; i++) {
    const LinearConstraint *c = &g_array_index(constraints, LinearConstraint, i);
    const Term *t = is_readable(s, c) ? space_term(s, c) : NULL;
    if (t) all = term_and(all, t);
  }
  g_array_unref(constraints);
  return all;
}

/* ---- leaves ---- */

static gboolean is_unknown_comparison(const Term *t) {
  return t->has_havoc && t->op >= TERM_EQ && t->op <= TERM_SLE && !t->has_float && t->args[0]->width > 1;
}

/* The leaves that a comparison computes with: not those that only choose between its values. */
static void add_compared(const Term *comparison, GHashTable *found) {
  GPtrArray *stack = g_ptr_array_new();
  GHashTable *seen = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < comparison->n_args; i++) g_ptr_array_add(stack, (gpointer)comparison->args[i]);
  while (stack->len) {
    const Term *t = (const Term *)g_ptr_array_remove_index(stack, stack->len - 1);
    if (t->width == 1 || t->index_width || !g_hash_table_add(seen, (gpointer)t)) continue;
    if (t->op == TERM_INPUT || t->op == TERM_HAVOC) g_hash_table_add(found, (gpointer)t);
    for (guint i = 0; i < t->n_args; i++) g_ptr_array_add(stack, (gpointer)t->args[i]);
  }
  g_hash_table_unref(seen);
  g_ptr_array_unref(stack);
}

/* What is compared with unknown values, or they with each other: inputs, then as many of the havocs as there
 * is room for.  A value that is compared with numbers only says nothing of others. */
static GPtrArray *leaves_of(const Term *formula) {
  GPtrArray *leaves = g_ptr_array_new(), *nodes = term_postorder(&formula, 1);
  GHashTable *related = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < nodes->len; i++) {
    if (!is_unknown_comparison((const Term *)nodes->pdata[i])) continue;
    GHashTable *compared = g_hash_table_new(NULL, NULL);
    add_compared((const Term *)nodes->pdata[i], compared);
    GHashTableIter it;
    gpointer leaf;
    g_hash_table_iter_init(&it, compared);
    while (g_hash_table_size(compared) > 1 && g_hash_table_iter_next(&it, &leaf, NULL))
      g_hash_table_add(related, leaf);
    g_hash_table_unref(compared);
  }
  for (int havocs = 0; havocs < 2; havocs++)
    for (guint i = 0; i < nodes->len && leaves->len < limits.project_leaves && (leaves->len || !havocs);
         i++) {
      const Term *t = (const Term *)nodes->pdata[i];
      if (g_hash_table_contains(related, t) && (t->op == TERM_HAVOC) == havocs)
        g_ptr_array_add(leaves, (gpointer)t);
    }
  g_hash_table_unref(related);
  g_ptr_array_unref(nodes);
  return leaves;
}

/* ---- pieces ---- */

/* Drops those that lie in others; all in one where they are too many. */
static void join_pieces(GPtrArray *pieces) {
  for (guint i = pieces->len; i-- > 0;)
    for (guint j = 0; j < pieces->len; j++)
      if (i != j && poly_contains((const Poly *)pieces->pdata[j], (const Poly *)pieces->pdata[i])) {
        g_ptr_array_remove_index(pieces, i);
        break;
      }
  while (pieces->len > limits.project_pieces || (pieces->len > 1 && poly_failed())) {
    poly_hull((Poly *)pieces->pdata[0], (const Poly *)pieces->pdata[pieces->len - 1]);
    g_ptr_array_set_size(pieces, (gint)pieces->len - 1);
  }
}

/* A space of the inputs alone; they come first among the leaves. */
static Space *inputs_of(const Space *s) {
  guint n = 0;
  g_autoptr(GPtrArray) first = g_ptr_array_new(), none = g_ptr_array_new();
  for (; n < s->n && s->leaf[n]->op == TERM_INPUT; n++) g_ptr_array_add(first, (gpointer)s->leaf[n]);
  Space *inputs = space_new(first, none, TRUE);
  for (guint i = 0; i < n; i++) inputs->is_signed[i] = s->is_signed[i];
  return inputs;
}

/* NULL: too hard. */
static const Term *on_inputs(const Space *s, GPtrArray *cases) {
  guint to[POLY_DIMS];
  Space *inputs = inputs_of(s);
  for (guint i = 0; i < s->n; i++) to[i] = i < inputs->n ? i : G_MAXUINT;
  for (guint i = 0; i < cases->len; i++) poly_rearrange((Poly *)cases->pdata[i], to);
  join_pieces(cases);
  const Term *some = term_bool(FALSE);
  for (guint i = 0; i < cases->len; i++)
    some = term_or(some, project_term(inputs, (const Poly *)cases->pdata[i]));
  space_free(inputs);
  return poly_failed() ? NULL : some;
}

/* NULL: too hard for the domain. */
static const Term *through_domain(const Term *t, PolyDomain domain, GPtrArray *leaves, gint64 deadline) {
  const Term *found = NULL;
  g_autoptr(GPtrArray) readers = g_ptr_array_new();
  g_ptr_array_add(readers, (gpointer)t);
  poly_begin(domain);
  Space *s = space_new(leaves, readers, TRUE);
  GPtrArray *cases = project_cases(s, t, deadline);
  if (cases) found = on_inputs(s, cases);
  if (cases) g_ptr_array_unref(cases);
  space_free(s);
  return found;
}

/* What one disjunct says of the inputs through its unknown values. */
static const Term *through_havocs(const Term *t, gint64 deadline) {
  const Term *found = NULL;
  if (!t->has_havoc || term_dag_size(t, limits.project_nodes) >= limits.project_nodes) return term_bool(TRUE);
  g_autoptr(GPtrArray) leaves = leaves_of(t);
  gboolean few = leaves->len <= limits.project_few_leaves;
  if (!leaves->len) return term_bool(TRUE);
  for (PolyDomain domain = MAX(few ? POLYHEDRA : OCTAGONS, (PolyDomain)limits.absint_domain);
       !found && domain <= BOXES; domain++)
    found = through_domain(t, domain, leaves, deadline);
  return found ? found : term_bool(TRUE);
}

const Term *project_havocs(const Term *t, gint64 deadline) {
  gboolean apart = t->op == TERM_OR && t->n_args <= limits.project_disjuncts;
  const Term *all = term_bool(FALSE);
  for (guint i = 0; i < (apart ? t->n_args : 1); i++) {
    const Term *one = apart ? t->args[i] : t;
    const Term *plain = term_without_havoc(one, TRUE), *through = through_havocs(one, deadline);
    gboolean enough = !term_is_true(through) && solver_valid(term_implies(through, plain), limits.implied_ms);
    all = term_or(all, enough ? through : term_and(plain, through));
  }
  return solver_valid(all, limits.implied_ms) ? term_bool(TRUE) : all;
}
