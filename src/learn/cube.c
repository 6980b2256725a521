/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every choice that a formula leaves is made as the point makes it; what a choice rests on is part of the
 * cube. */
#include "learn/cube.h"
#include "base/limits.h"

typedef struct {
  Evaluator *at;
  GHashTable *settled; /* Term*: bit-vectors to what they are without choices */
  GHashTable *seen;    /* Term*: Booleans that were put on the list */
  GQueue todo;         /* Term*: Booleans; each holds as it does at the point */
  GPtrArray *literals;
} Cube;

static gboolean holds(Cube *c, const Term *t) { return evaluator_value(c->at, t) != 0; }

static void need(Cube *c, const Term *t) {
  if (g_hash_table_add(c->seen, (gpointer)t)) g_queue_push_tail(&c->todo, (gpointer)t);
}

static const Term *is_negative(const Term *t) { return term_binary(TERM_SLT, t, term_const(t->width, 0)); }

static const Term *settle(Cube *c, const Term *t) {
  if (!t->n_args) return t;
  const Term *known = (const Term *)g_hash_table_lookup(c->settled, t);
  if (known) return known;
  if (t->op == TERM_ITE) {
    need(c, t->args[0]);
    known = settle(c, t->args[holds(c, t->args[0]) ? 1 : 2]);
  } else {
    g_autofree const Term **args = g_new(const Term *, t->n_args);
    for (guint i = 0; i < t->n_args; i++) args[i] = settle(c, t->args[i]);
    known = term_make((TermOp)t->op, t->width, t->param, args, t->n_args);
    if (t->op == TERM_SDIV || t->op == TERM_SREM) need(c, is_negative(args[0])); /* it rounds toward zero */
  }
  g_hash_table_insert(c->settled, (gpointer)t, (gpointer)known);
  return known;
}

/* What differs is greater or less: so the literals say something convex. */
static const Term *literal(Cube *c, const Term *atom) {
  const Term *t = settle(c, atom);
  if (holds(c, t)) return t;
  if (t->op != TERM_EQ || t->args[0]->width == 1) return term_not(t);
  const Term *less = term_binary(TERM_SLT, t->args[0], t->args[1]);
  return holds(c, less) ? less : term_binary(TERM_SLT, t->args[1], t->args[0]);
}

/* A conjunction that holds needs all its parts, one that does not needs one; of disjunctions the reverse. */
static void need_parts(Cube *c, const Term *t) {
  gboolean value = holds(c, t), all = (t->op == TERM_AND) == value;
  for (guint i = 0; i < t->n_args; i++) {
    if (holds(c, t->args[i]) != value) continue;
    need(c, t->args[i]);
    if (!all) return;
  }
}

static void visit(Cube *c, const Term *t) {
  gboolean between_booleans = t->n_args && t->args[0]->width == 1 && !t->args[0]->index_width;
  if (term_is_const(t)) return;
  if (t->op == TERM_AND || t->op == TERM_OR) {
    need_parts(c, t);
  } else if (t->op == TERM_ITE) {
    need(c, t->args[0]);
    need(c, t->args[holds(c, t->args[0]) ? 1 : 2]);
  } else if (between_booleans && (t->op == TERM_NOT || t->op == TERM_EQ || t->op == TERM_XOR)) {
    for (guint i = 0; i < t->n_args; i++) need(c, t->args[i]);
  } else {
    const Term *l = literal(c, t);
    if (!term_is_true(l)) g_ptr_array_add(c->literals, (gpointer)l);
  }
}

GPtrArray *cube_around(const Term *formula, const Model *point) {
  if (formula->depth > limits.cube_depth || !term_eval(formula, point)) return NULL;
  Cube c = {.at = evaluator_new(point),
            .settled = g_hash_table_new(NULL, NULL),
            .seen = g_hash_table_new(NULL, NULL),
            .todo = G_QUEUE_INIT,
            .literals = g_ptr_array_new()};
  need(&c, formula);
  for (const Term *t; (t = (const Term *)g_queue_pop_head(&c.todo));) visit(&c, t);
  evaluator_free(c.at);
  g_hash_table_unref(c.settled);
  g_hash_table_unref(c.seen);
  return c.literals;
}
