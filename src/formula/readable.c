/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rewriting formulas into friendlier ones, without a solver.
 *
 * Negations move down to the atoms; what a conjunction or disjunction says about one term is joined into a
 * set of intervals; conjuncts that all disjuncts share (and the other way round) move out. */
#include <string.h>
#include "base/limits.h"
#include "formula/interval.h"
#include "formula/readable.h"
#include "formula/constant-choices.h"

typedef struct {
  GHashTable *done;  /* tagged Term* (see key_of) -> Term*: rewritten, negated when tagged */
  GHashTable *signs; /* Term* -> how often it is used as signed minus how often as unsigned */
} Rewriter;

static gpointer key_of(const Term *t, gboolean negated) {
  return (gpointer)((guintptr)t | (negated ? 1 : 0));
}

/* --- signedness --- */

static void vote(Rewriter *r, const Term *t, int votes) {
  const int old = GPOINTER_TO_INT(g_hash_table_lookup(r->signs, t));
  g_hash_table_insert(r->signs, (gpointer)t, GINT_TO_POINTER(old + votes));
}

static int votes_of(TermOp op) {
  switch (op) {
  case TERM_SLT:
  case TERM_SLE:
  case TERM_SDIV:
  case TERM_SREM:
  case TERM_ASHR:
  case TERM_SEXT:
  case TERM_SITOF: return 1;
  case TERM_ULT:
  case TERM_ULE:
  case TERM_UDIV:
  case TERM_UREM:
  case TERM_LSHR:
  case TERM_ZEXT:
  case TERM_UITOF: return -1;
  default: return 0;
  }
}

static void collect_signs(Rewriter *r, const Term *root) {
  g_autoptr(GPtrArray) order = term_postorder(&root, 1);
  for (guint i = 0; i < order->len; i++) {
    const Term *t = order->pdata[i], *x;
    IntervalSet set;
    const int votes = votes_of(t->op);
    if (votes == 0) continue;
    for (guint k = 0; k < t->n_args; k++) vote(r, t->args[k], votes);
    if (t->width == 1 && term_as_set(t, TRUE, &x, &set)) vote(r, x, votes);
  }
}

static gboolean prefers_signed(const Rewriter *r, const Term *x) {
  return GPOINTER_TO_INT(g_hash_table_lookup(r->signs, x)) >= 0;
}

/* --- conjunctions and disjunctions: one code for both, told apart by op --- */

static const Term *join(TermOp op, GPtrArray *parts) {
  const Term *const *args = (const Term *const *)parts->pdata;
  return op == TERM_AND ? term_and_n(args, parts->len) : term_or_n(args, parts->len);
}

static GPtrArray *split(TermOp op, const Term *t) {
  GPtrArray *parts = g_ptr_array_new();
  if (t->op != op || t->width != 1)
    g_ptr_array_add(parts, (gpointer)t);
  else
    for (guint i = 0; i < t->n_args; i++) g_ptr_array_add(parts, (gpointer)t->args[i]);
  return parts;
}

GPtrArray *readable_conjuncts(const Term *t) { return split(TERM_AND, t); }
GPtrArray *readable_disjuncts(const Term *t) { return split(TERM_OR, t); }

typedef struct {
  const Term *x;
  IntervalSet set;
  GPtrArray *members; /* Term* */
  gboolean joined;    /* set stands for all members; else they need too many pieces and stay */
} Group;

static void group_free(gpointer group) {
  g_ptr_array_unref(((Group *)group)->members);
  g_free(group);
}

static void group_add(GPtrArray *groups, GHashTable *by_term, TermOp op, const Term *member, const Term *x,
                      const IntervalSet *set) {
  Group *g = g_hash_table_lookup(by_term, x);
  if (g == NULL) {
    g = g_new0(Group, 1);
    *g = (Group){x, *set, g_ptr_array_new(), TRUE};
    g_hash_table_insert(by_term, (gpointer)x, g);
    g_ptr_array_add(groups, g);
  } else if (g->joined) {
    g->joined = op == TERM_AND ? interval_set_meet(&g->set, set) : interval_set_unite(&g->set, set);
  }
  g_ptr_array_add(g->members, (gpointer)member);
}

/* The parts with everything that speaks about one term joined. */
static const Term *join_intervals(const Rewriter *r, TermOp op, GPtrArray *parts) {
  g_autoptr(GPtrArray) out = g_ptr_array_new(), groups = g_ptr_array_new_with_free_func(group_free);
  g_autoptr(GHashTable) by_term = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < parts->len; i++) {
    const Term *x;
    IntervalSet set;
    if (term_as_set(parts->pdata[i], TRUE, &x, &set))
      group_add(groups, by_term, op, parts->pdata[i], x, &set);
    else
      g_ptr_array_add(out, parts->pdata[i]);
  }
  for (guint i = 0; i < groups->len; i++) {
    const Group *g = groups->pdata[i];
    if (g->joined && g->members->len > 1)
      g_ptr_array_add(out, (gpointer)interval_set_term(&g->set, g->x, prefers_signed(r, g->x)));
    else
      for (guint k = 0; k < g->members->len; k++) g_ptr_array_add(out, g->members->pdata[k]);
  }
  return join(op, out);
}

static gboolean remove_all(GPtrArray *from, GPtrArray *what) {
  for (guint i = 0; i < what->len; i++) g_ptr_array_remove(from, what->pdata[i]);
  return from->len > 0;
}

/* (a && b) || (a && c) is a && (b || c), and the dual.  NULL: nothing is common to all parts. */
static const Term *factor(const Rewriter *r, TermOp op, const Term *t) {
  if (t->op != op || t->width != 1 || t->n_args > limits.readable_factored) return NULL;
  const TermOp inner = op == TERM_AND ? TERM_OR : TERM_AND;
  for (guint i = 0; i < t->n_args; i++)
    if (t->args[i]->n_args > limits.readable_factored) return NULL;
  g_autoptr(GPtrArray) common = split(inner, t->args[0]);
  for (guint i = 1; i < t->n_args && common->len > 0; i++) {
    g_autoptr(GPtrArray) other = split(inner, t->args[i]);
    for (guint k = common->len; k-- > 0;)
      if (!g_ptr_array_find(other, common->pdata[k], NULL)) g_ptr_array_remove_index(common, k);
  }
  if (common->len == 0) return NULL;
  g_autoptr(GPtrArray) rests = g_ptr_array_new();
  for (guint i = 0; i < t->n_args; i++) {
    g_autoptr(GPtrArray) rest = split(inner, t->args[i]);
    if (!remove_all(rest, common)) return join(inner, common); /* one part is nothing but the common ones */
    g_ptr_array_add(rests, (gpointer)join(inner, rest));
  }
  g_ptr_array_add(common, (gpointer)join_intervals(r, op, rests));
  return join(inner, common);
}

static const Term *combine(const Rewriter *r, TermOp op, GPtrArray *args) {
  const Term *flat = join(op, args);
  if (flat->op != op) return flat;
  g_autoptr(GPtrArray) parts = split(op, flat);
  const Term *joined = join_intervals(r, op, parts), *factored = factor(r, op, joined);
  return factored != NULL ? factored : joined;
}

/* --- the walk --- */

static const Term *rewrite_atom(const Rewriter *r, const Term *t, gboolean negated) {
  const Term *x;
  IntervalSet set;
  if (!term_as_set(t, TRUE, &x, &set) || (negated && !interval_set_complement(&set)))
    return negated ? term_not(t) : t;
  return interval_set_term(&set, x, prefers_signed(r, x));
}

static gboolean is_structure(const Term *t) {
  if (t->width != 1) return FALSE;
  if (t->op == TERM_EQ || t->op == TERM_XOR) return t->args[0]->width == 1;
  return t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_ITE;
}

/* Below which polarity an argument is needed to rewrite t (negated). */
static gboolean polarity(const Term *t, guint k, gboolean negated) {
  switch ((TermOp)t->op) {
  case TERM_NOT: return !negated;
  case TERM_ITE: return k > 0 && negated;
  case TERM_EQ:
  case TERM_XOR: return FALSE;
  default: return negated;
  }
}

static const Term *rewrite_node(const Rewriter *r, const Term *t, gboolean negated) {
  if (!is_structure(t)) return rewrite_atom(r, t, negated);
  g_autoptr(GPtrArray) args = g_ptr_array_new();
  for (guint k = 0; k < t->n_args; k++)
    g_ptr_array_add(args, g_hash_table_lookup(r->done, key_of(t->args[k], polarity(t, k, negated))));
  switch ((TermOp)t->op) {
  case TERM_NOT: return args->pdata[0];
  case TERM_ITE: return term_ite(args->pdata[0], args->pdata[1], args->pdata[2]);
  case TERM_AND: return combine(r, negated ? TERM_OR : TERM_AND, args);
  case TERM_OR: return combine(r, negated ? TERM_AND : TERM_OR, args);
  default: break;
  }
  const Term *part = term_compare_part(args->pdata[0], args->pdata[1], (t->op == TERM_XOR) != negated);
  if (part) return part;
  const Term *same = term_binary(t->op, args->pdata[0], args->pdata[1]);
  return negated ? term_not(same) : same;
}

/* Pushes the arguments that are still missing; TRUE when there are none. */
static gboolean arguments_done(const Rewriter *r, GPtrArray *stack, const Term *t, gboolean negated) {
  const guint before = stack->len;
  for (guint k = 0; is_structure(t) && k < t->n_args; k++) {
    const gpointer key = key_of(t->args[k], polarity(t, k, negated));
    if (!g_hash_table_contains(r->done, key)) g_ptr_array_add(stack, key);
  }
  return stack->len == before;
}

static const Term *rewrite(const Rewriter *r, const Term *root) {
  g_autoptr(GPtrArray) stack = g_ptr_array_new();
  g_ptr_array_add(stack, key_of(root, FALSE));
  while (stack->len > 0) {
    const guintptr key = (guintptr)stack->pdata[stack->len - 1];
    const Term *t = (const Term *)(key & ~(guintptr)1);
    const gboolean negated = key & 1;
    if (!g_hash_table_contains(r->done, (gpointer)key)) {
      if (!arguments_done(r, stack, t, negated)) continue;
      g_hash_table_insert(r->done, (gpointer)key, (gpointer)rewrite_node(r, t, negated));
    }
    g_ptr_array_set_size(stack, stack->len - 1);
  }
  return g_hash_table_lookup(r->done, key_of(root, FALSE));
}

const Term *readable_rewrite(const Term *t) {
  if (t->width != 1 || t->index_width > 0) return t;
  Rewriter r = {g_hash_table_new(NULL, NULL), g_hash_table_new(NULL, NULL)};
  const Term *opened = term_open_choices(t);
  collect_signs(&r, opened);
  const Term *result = rewrite(&r, opened);
  g_hash_table_unref(r.done);
  g_hash_table_unref(r.signs);
  const guint before = term_dag_size(t, G_MAXUINT), limit = before + before / 2 + 3;
  return term_dag_size(result, limit) < limit ? result : t;
}
