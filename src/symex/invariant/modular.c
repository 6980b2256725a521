/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equalities that iterations keep, by arithmetic in the ring of numbers modulo two to a width.
 *
 * The difference of the two sides is a sum of multiples of atoms (terms that are no sums).  An iteration that
 * leaves this sum as it is, or makes it zero, keeps the equality.  This is cheap, where bit by bit it can be
 * a hard question. */
#include "base/limits.h"
#include "symex/invariant/equality.h"

#define MAX_CHOICES 6 /* a dimension of arrays */

typedef struct {
  guint width;
  guint64 constant;
  GHashTable *factors; /* atom to guint64*; never 0 */
  const Term *conditions[MAX_CHOICES];
  gboolean taken[MAX_CHOICES];
  guint n_choices;
  const Term *wanted; /* a condition that is not decided */
  guint steps;
} Sum;

static void add_atom(Sum *s, const Term *atom, guint64 factor) {
  guint64 *old = (guint64 *)g_hash_table_lookup(s->factors, atom);
  guint64 sum = ((old ? *old : 0) + factor) & term_mask(s->width);
  if (sum)
    g_hash_table_insert(s->factors, (gpointer)atom, g_memdup2(&sum, sizeof sum));
  else
    g_hash_table_remove(s->factors, atom);
}

static int choice(Sum *s, const Term *condition) {
  gboolean negated = condition->op == TERM_NOT;
  const Term *plain = negated ? condition->args[0] : condition;
  for (guint i = 0; i < s->n_choices; i++)
    if (s->conditions[i] == plain) return s->taken[i] != negated;
  if (!s->wanted) s->wanted = plain;
  return -1;
}

static void add_choice(Sum *s, const Term *t, guint64 factor, guint depth);

/* Adds factor * t; where t is wider than the sum, its low bits. */
static void add(Sum *s, const Term *t, guint64 factor, guint depth) {
  const Term *const *a = t->args;
  if (depth > limits.modular_depth || s->steps++ > limits.modular_steps || s->wanted) {
    add_atom(s, term_extract(t, 0, s->width), factor);
    return;
  }
  switch ((TermOp)t->op) {
  case TERM_CONST: s->constant += factor * t->param; return;
  case TERM_ADD:
    add(s, a[0], factor, depth + 1);
    add(s, a[1], factor, depth + 1);
    return;
  case TERM_SUB:
    add(s, a[0], factor, depth + 1);
    add(s, a[1], -factor, depth + 1);
    return;
  case TERM_NOT: /* -t - 1 */
    add(s, a[0], -factor, depth + 1);
    s->constant -= factor;
    return;
  case TERM_MUL:
    if (term_is_const(a[0])) return add(s, a[1], factor * a[0]->param, depth + 1);
    if (term_is_const(a[1])) return add(s, a[0], factor * a[1]->param, depth + 1);
    break;
  case TERM_SHL:
    if (term_is_const(a[1]) && a[1]->param < s->width) return add(s, a[0], factor << a[1]->param, depth + 1);
    break;
  case TERM_EXTRACT:
    if (t->param == 0) return add(s, a[0], factor, depth + 1);
    break;
  case TERM_ITE: return add_choice(s, t, factor, depth);
  default: break;
  }
  add_atom(s, term_extract(t, 0, s->width), factor);
}

static void add_choice(Sum *s, const Term *t, guint64 factor, guint depth) {
  int taken = choice(s, t->args[0]);
  if (taken >= 0) add(s, t->args[taken ? 1 : 2], factor, depth + 1);
}

static void clear(Sum *s) {
  g_hash_table_remove_all(s->factors);
  s->constant = 0;
  s->wanted = NULL;
  s->steps = 0;
}

/* The sides' difference after the iteration, plus a multiple of that before it: is this zero? */
static gboolean vanishes(Sum *s, const Term *after, const Term *before, guint64 factor) {
  clear(s);
  add(s, after->args[0], 1, 0);
  add(s, after->args[1], -(guint64)1, 0);
  if (factor) add(s, before->args[0], factor, 0);
  if (factor) add(s, before->args[1], -factor, 0);
  return !s->wanted && !(s->constant & term_mask(s->width)) && !g_hash_table_size(s->factors);
}

/* In all cases that the choices so far leave open. */
static gboolean kept(Sum *s, const Term *before, const Term *after) {
  gboolean done = vanishes(s, after, before, 0) || vanishes(s, after, before, 1) ||
                  vanishes(s, after, before, -(guint64)1);
  const Term *wanted = s->wanted;
  if (done || !wanted || s->n_choices == MAX_CHOICES) return done;
  s->conditions[s->n_choices++] = wanted;
  done = TRUE;
  for (gboolean taken = FALSE; taken <= TRUE && done; taken++) {
    s->taken[s->n_choices - 1] = taken;
    done = kept(s, before, after);
  }
  s->n_choices--;
  return done;
}

gboolean equality_kept(const Term *equality, GHashTable *next) {
  if (equality->op != TERM_EQ || equality->args[0]->width == 1) return FALSE;
  const Term *after = term_substitute(equality, next);
  if (term_is_true(after) || after == equality) return TRUE;
  if (after->op != TERM_EQ || after->args[0]->width != equality->args[0]->width) return FALSE;
  Sum s = {.width = equality->args[0]->width, .factors = g_hash_table_new_full(NULL, NULL, NULL, g_free)};
  gboolean is = kept(&s, equality, after);
  g_hash_table_unref(s.factors);
  return is;
}
