/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equalities moved into choices of constants. */
#include "formula/constant-choices.h"

enum { CHOICE_NODES = 16, CHAIN = 256, PASSES = 4 };

/* Spends one of `fuel` a node; FALSE: too many, or a leaf is not constant. */
static gboolean is_choice(const Term *t, guint *fuel) {
  if (*fuel == 0) return FALSE;
  --*fuel;
  if (t->op == TERM_ITE && !t->index_width) return is_choice(t->args[1], fuel) && is_choice(t->args[2], fuel);
  return term_is_const(t);
}

static gboolean is_small_choice(const Term *t) {
  guint fuel = CHOICE_NODES;
  return is_choice(t, &fuel);
}

/* Into the first, which is a small choice, and then into the other. */
static const Term *equal(const Term *a, const Term *b) {
  if (a->op == TERM_ITE) return term_ite(a->args[0], equal(a->args[1], b), equal(a->args[2], b));
  return b->op == TERM_ITE ? equal(b, a) : term_eq(a, b);
}

/* a is ite(c, k, x) or ite(c, x, k), and x may be one again: k is a small choice. */
static gboolean has_constant_side(const Term *a) {
  return a->op == TERM_ITE && (is_small_choice(a->args[1]) || is_small_choice(a->args[2]));
}

static const Term *equal_along(const Term *a, const Term *constant, guint chain) {
  if (is_small_choice(a)) return equal(a, constant);
  if (!chain || !has_constant_side(a)) return term_eq(a, constant);
  return term_ite(a->args[0], equal_along(a->args[1], constant, chain - 1), equal_along(a->args[2], constant, chain - 1));
}

static const Term *opened(const Term *t) {
  if (t->op != TERM_EQ || t->args[0]->width == 1 || t->args[0]->index_width) return NULL;
  const Term *a = t->args[0], *b = t->args[1];
  if (is_small_choice(a) && is_small_choice(b)) return equal(a, b);
  if (term_is_const(b) && has_constant_side(a)) return equal_along(a, b, CHAIN);
  return term_is_const(a) && has_constant_side(b) ? equal_along(b, a, CHAIN) : NULL;
}

static const Term *open_once(const Term *t) {
  g_autoptr(GPtrArray) nodes = term_postorder(&t, 1);
  g_autoptr(GHashTable) map = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *to = opened(nodes->pdata[i]);
    if (to && to != nodes->pdata[i]) g_hash_table_insert(map, nodes->pdata[i], (gpointer)to);
  }
  return g_hash_table_size(map) ? term_substitute(t, map) : t;
}

/* The conditions of a choice may compare choices again. */
const Term *term_open_choices(const Term *t) {
  for (guint pass = 0; pass < PASSES; pass++) {
    const Term *to = open_once(t);
    if (to == t) break;
    t = to;
  }
  return t;
}

static gboolean has_part(const Term *t, TermOp op, const Term *part) {
  for (guint i = 0; t->op == op && i < t->n_args; i++)
    if (t->args[i] == part) return TRUE;
  return FALSE;
}

/* whole = part op rest: what remains to be said. */
static const Term *rest_of(const Term *whole, TermOp op, const Term *part) {
  g_autoptr(GPtrArray) rest = g_ptr_array_new();
  for (guint i = 0; i < whole->n_args; i++)
    if (whole->args[i] != part) g_ptr_array_add(rest, (gpointer)whole->args[i]);
  const Term *const *args = (const Term *const *)rest->pdata;
  return op == TERM_OR ? term_or_n(args, rest->len) : term_and_n(args, rest->len);
}

static const Term *differ_by(const Term *whole, const Term *part) {
  if (has_part(whole, TERM_OR, part)) return term_and(rest_of(whole, TERM_OR, part), term_not(part));
  if (has_part(whole, TERM_AND, part)) return term_and(term_not(rest_of(whole, TERM_AND, part)), part);
  return NULL;
}

const Term *term_compare_part(const Term *a, const Term *b, gboolean differ) {
  const Term *found = differ_by(a, b);
  if (!found) found = differ_by(b, a);
  if (!found) return NULL;
  return differ ? found : term_not(found);
}
