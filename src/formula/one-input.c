/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each Boolean term of the formula as the set of values of the input for which it holds, from below. */
#include "formula/one-input.h"
#include "base/limits.h"
#include "formula/interval.h"
#include "formula/partial.h"
#include "formula/readable.h"

typedef struct {
  const Term *input;
  IntervalSet *sets;
  GHashTable *at; /* Term* to 1 + its place in sets */
} Sets;

static const IntervalSet *set_of(const Sets *s, const Term *t) {
  const guint at = GPOINTER_TO_UINT(g_hash_table_lookup(s->at, t));
  return at ? &s->sets[at - 1] : NULL;
}

static gboolean gather(const Sets *s, const Term *t, IntervalSet *set) {
  *set = *set_of(s, t->args[0]);
  for (guint i = 1; i < t->n_args; i++) {
    const IntervalSet *other = set_of(s, t->args[i]);
    if (!(t->op == TERM_AND ? interval_set_meet(set, other) : interval_set_unite(set, other))) return FALSE;
  }
  return TRUE;
}

static gboolean choose(const Sets *s, const Term *t, IntervalSet *set) {
  IntervalSet otherwise = *set_of(s, t->args[0]);
  *set = otherwise;
  return interval_set_meet(set, set_of(s, t->args[1])) && interval_set_complement(&otherwise) &&
         interval_set_meet(&otherwise, set_of(s, t->args[2])) && interval_set_unite(set, &otherwise);
}

static gboolean constant(const Sets *s, gboolean holds, IntervalSet *set) {
  *set = (IntervalSet){.width = s->input->width};
  return !holds || interval_set_add(set, 0, term_mask(set->width));
}

/* All arguments have their sets. */
static gboolean work_out(const Sets *s, const Term *t, IntervalSet *set) {
  const Term *x;
  if (term_is_const(t)) return constant(s, t->param != 0, set);
  if (t->op == TERM_AND || t->op == TERM_OR) return gather(s, t, set);
  if (t->op == TERM_ITE) return choose(s, t, set);
  if (t->op == TERM_NOT) {
    *set = *set_of(s, t->args[0]);
    return interval_set_complement(set);
  }
  return term_as_set(t, TRUE, &x, set) && x == s->input;
}

static gboolean work_out_all(Sets *s, const GPtrArray *nodes) {
  guint n = 0;
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->width != 1 || t->index_width) continue;
    if (!work_out(s, t, &s->sets[n])) return FALSE;
    g_hash_table_insert(s->at, (gpointer)t, GUINT_TO_POINTER(++n));
  }
  return TRUE;
}

static gboolean prefers_signed(const GPtrArray *nodes) {
  gint votes = 0;
  for (guint i = 0; i < nodes->len; i++) {
    const guint op = ((const Term *)nodes->pdata[i])->op;
    votes += (op == TERM_SLT || op == TERM_SLE) - (op == TERM_ULT || op == TERM_ULE);
  }
  return votes >= 0;
}

const Term *term_by_intervals(const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  if (inputs->len != 1 || t->has_havoc || term_dag_size(t, limits.one_input_nodes) >= limits.one_input_nodes)
    return NULL;
  Sets s = {.input = (const Term *)inputs->pdata[0], .at = g_hash_table_new(NULL, NULL)};
  const Term *result = NULL;
  if (s.input->width > 1 && !s.input->index_width) {
    g_autoptr(GPtrArray) nodes = term_postorder(&t, 1);
    s.sets = g_new(IntervalSet, nodes->len);
    if (work_out_all(&s, nodes)) result = interval_set_term(set_of(&s, t), s.input, prefers_signed(nodes));
    g_free(s.sets);
  }
  g_hash_table_unref(s.at);
  return result;
}

/* ---- by values ---- */

/* The values of x that the conjuncts of t leave, as far as they are comparisons with constants. */
static void left_by_conjuncts(const Term *t, const Term *x, IntervalSet *set) {
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(t);
  *set = (IntervalSet){.width = x->width};
  interval_set_add(set, 0, term_mask(x->width));
  for (guint i = 0; i < conjuncts->len; i++) {
    const Term *y;
    IntervalSet other;
    if (term_as_set(conjuncts->pdata[i], TRUE, &y, &other) && y == x) interval_set_meet(set, &other);
  }
}

/* FALSE: they are too many. */
static gboolean count_values(const IntervalSet *set, guint64 most) {
  guint64 n = 0;
  for (guint i = 0; i < set->n; i++) {
    const guint64 more = set->pieces[i].high - set->pieces[i].low;
    if (more >= most || (n += more + 1) > most) return FALSE;
  }
  return TRUE;
}

/* Which of the values of a piece the formula has. */
static gboolean try_values(PartialFormulas *f, Interval piece, IntervalSet *found) {
  for (guint64 value = piece.low;; value++) {
    guint64 holds;
    partial_begin(f);
    if (partial_inputs(f)->len > 0) partial_set(f, 0, value);
    if (!partial_value(f, 0, &holds)) return FALSE;
    if (holds && !interval_set_add(found, value, value)) return FALSE;
    if (value == piece.high) return TRUE;
  }
}

/* The set in comparisons, where they are fewer than those of t. */
static const Term *shorter_as_set(const Term *t, const IntervalSet *set, const Term *x) {
  g_autoptr(GPtrArray) order = term_postorder(&t, 1);
  const Term *result = interval_set_term(set, x, prefers_signed(order));
  return term_dag_size(result, order->len) < order->len ? result : t;
}

/* t is about x alone. */
static const Term *values_as_intervals(const Term *t, const Term *x) {
  const Term *y;
  IntervalSet left, found = {.width = x->width};
  if (x->width == 1 || x->index_width || t->has_havoc) return t;
  if (term_as_set(t, TRUE, &y, &left)) return y == x ? shorter_as_set(t, &left, x) : t;
  left_by_conjuncts(t, x, &left);
  const guint nodes = term_dag_size(t, limits.one_input_nodes);
  if (!count_values(&left, limits.one_input_work / MAX(nodes, 1))) return t;
  g_autoptr(PartialFormulas) f = partial_new(&t, 1);
  for (guint i = 0; i < left.n; i++)
    if (!try_values(f, left.pieces[i], &found)) return t;
  g_autoptr(GPtrArray) order = term_postorder(&t, 1);
  const Term *result = interval_set_term(&found, x, prefers_signed(order));
  return term_dag_size(result, nodes + 1) <= nodes ? result : t;
}

/* The only input of t, NULL when there is none or more. */
static const Term *only_input(const Term *t) {
  g_autoptr(GPtrArray) inputs = t->has_input ? term_inputs(t) : NULL;
  return inputs && inputs->len == 1 ? inputs->pdata[0] : NULL;
}

const Term *term_by_values(const Term *t) {
  if (t->width != 1 || t->index_width || term_dag_size(t, limits.one_input_nodes) >= limits.one_input_nodes)
    return t;
  g_autoptr(GPtrArray) parts = readable_conjuncts(t), out = g_ptr_array_new();
  g_autoptr(GHashTable) about = g_hash_table_new(NULL, NULL); /* input to the conjunction of what is said of it */
  if (parts->len > limits.one_input_conjuncts) return t;
  for (guint i = 0; i < parts->len; i++) {
    const Term *part = parts->pdata[i], *x = only_input(part);
    const Term *before = x ? g_hash_table_lookup(about, x) : NULL;
    if (x)
      g_hash_table_insert(about, (gpointer)x, (gpointer)(before ? term_and(before, part) : part));
    else
      g_ptr_array_add(out, (gpointer)part);
  }
  GHashTableIter iter;
  gpointer x, said;
  g_hash_table_iter_init(&iter, about);
  while (g_hash_table_iter_next(&iter, &x, &said))
    g_ptr_array_add(out, (gpointer)values_as_intervals(said, x));
  return term_and_n((const Term *const *)out->pdata, out->len);
}
