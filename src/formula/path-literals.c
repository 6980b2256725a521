/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the root downward: of a conjunction that is false one false part is reason enough, of one that is true
 * all parts are; of a choice, its condition and what is chosen. */
#include "formula/path-literals.h"

typedef struct {
  Evaluator *values;
  GHashTable *seen;   /* Term*: its value at the point is accounted for */
  GHashTable *chosen; /* Term* to Term*: with the choices made */
  GPtrArray *pending; /* Term*: Boolean nodes and values still to account for */
  GPtrArray *atoms;   /* Term* */
} Path;

static gboolean is_boolean(const Term *t) { return t->width == 1 && t->index_width == 0; }

static gboolean is_structure(const Term *t) {
  if (!is_boolean(t)) return FALSE;
  if (t->op == TERM_EQ || t->op == TERM_XOR) return is_boolean(t->args[0]);
  return t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_ITE;
}

static void need(Path *p, const Term *t) {
  if (!term_is_const(t) && g_hash_table_add(p->seen, (gpointer)t)) g_ptr_array_add(p->pending, (gpointer)t);
}

/* Of the parts that alone decide a connective, one that is accounted for already, else the smallest. */
static void need_one(Path *p, const Term *t, gboolean value) {
  const Term *best = NULL;
  for (guint i = 0; i < t->n_args; i++) {
    const Term *a = t->args[i];
    if ((evaluator_value(p->values, a) != 0) != value) continue;
    if (g_hash_table_contains(p->seen, a)) return;
    if (!best || a->depth < best->depth) best = a;
  }
  need(p, best);
}

static void need_arguments(Path *p, const Term *t) {
  for (guint i = 0; i < t->n_args; i++) need(p, t->args[i]);
}

static void need_choice(Path *p, const Term *t) {
  need(p, t->args[0]);
  need(p, t->args[evaluator_value(p->values, t->args[0]) ? 1 : 2]);
}

static void account_for(Path *p, const Term *t) {
  if (is_structure(t) && (t->op == TERM_AND || t->op == TERM_OR)) {
    const gboolean value = evaluator_value(p->values, t) != 0;
    if (value == (t->op == TERM_OR))
      need_one(p, t, value);
    else
      need_arguments(p, t);
    return;
  }
  if (t->op == TERM_ITE && !t->index_width) {
    need_choice(p, t);
    return;
  }
  if (is_boolean(t) && !is_structure(t)) g_ptr_array_add(p->atoms, (gpointer)t);
  need_arguments(p, t);
}

static const Term *chosen_of(const Path *p, const Term *t) {
  const Term *found = g_hash_table_lookup(p->chosen, t);
  return found ? found : t;
}

/* The node over its arguments with the choices made. */
static const Term *remake(const Path *p, const Term *t) {
  if (t->n_args == 0) return t;
  const Term **args = g_new(const Term *, t->n_args);
  for (guint i = 0; i < t->n_args; i++) args[i] = chosen_of(p, t->args[i]);
  const Term *result = term_make(t->op, t->width, t->param, args, t->n_args);
  g_free(args);
  return result;
}

static const Term *literal_of(const Path *p, const Term *atom) {
  const Term *made = remake(p, atom);
  return evaluator_value(p->values, atom) ? made : term_not(made);
}

/* Values below the atoms with the choices made; truth values among them are constants, for they have literals
 * of their own. */
static void choose(Path *p) {
  g_autoptr(GPtrArray) order = term_postorder((const Term *const *)p->atoms->pdata, p->atoms->len);
  for (guint i = 0; i < order->len; i++) {
    const Term *t = order->pdata[i];
    const Term *made = t;
    if (is_boolean(t))
      made = term_bool(evaluator_value(p->values, t) != 0);
    else if (t->op == TERM_ITE && !t->index_width)
      made = chosen_of(p, t->args[evaluator_value(p->values, t->args[0]) ? 1 : 2]);
    else
      made = remake(p, t);
    g_hash_table_insert(p->chosen, (gpointer)t, (gpointer)made);
  }
}

static GPtrArray *literals_of(const Path *p) {
  GPtrArray *literals = g_ptr_array_new();
  g_autoptr(GHashTable) known = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < p->atoms->len; i++) {
    const Term *literal = literal_of(p, p->atoms->pdata[i]);
    if (!term_is_const(literal) && g_hash_table_add(known, (gpointer)literal))
      g_ptr_array_add(literals, (gpointer)literal);
  }
  return literals;
}

GPtrArray *path_literals(const Term *t, const Model *point) {
  Path p = {evaluator_new(point), g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL),
            g_ptr_array_new(), g_ptr_array_new()};
  need(&p, t);
  while (p.pending->len > 0)
    account_for(&p, g_ptr_array_steal_index(p.pending, p.pending->len - 1));
  choose(&p);
  GPtrArray *literals = literals_of(&p);
  evaluator_free(p.values);
  g_hash_table_unref(p.seen);
  g_hash_table_unref(p.chosen);
  g_ptr_array_unref(p.pending);
  g_ptr_array_unref(p.atoms);
  return literals;
}

guint term_tree_size(const Term *t, guint limit) {
  g_autoptr(GPtrArray) stack = g_ptr_array_new();
  guint n = 0;
  g_ptr_array_add(stack, (gpointer)t);
  while (stack->len > 0 && n < limit) {
    const Term *next = g_ptr_array_steal_index(stack, stack->len - 1);
    n++;
    for (guint i = 0; i < next->n_args; i++) g_ptr_array_add(stack, (gpointer)next->args[i]);
  }
  return n;
}
