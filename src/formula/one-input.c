/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each Boolean term of the formula as the set of values of the input for which it holds, from below. */
#include "formula/one-input.h"
#include "formula/interval.h"

#define MAX_NODES 100000

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
  if (inputs->len != 1 || t->has_havoc || term_dag_size(t, MAX_NODES) >= MAX_NODES) return NULL;
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
