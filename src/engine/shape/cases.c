/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A condition as a disjunction, as far as that stays short. */
#include "base/limits.h"
#include "engine/shape/explore.h"

typedef struct {
  guint limit;  /* of cases */
  guint visits; /* left: formulas are graphs, walked as trees here */
} Splitter;

static GPtrArray *cases_of(const Term *t, gboolean negated, Splitter *s);

static GPtrArray *only(const Term *t) {
  GPtrArray *one = g_ptr_array_new();
  g_ptr_array_add(one, (gpointer)t);
  return one;
}

static GPtrArray *either(const Term *const *parts, guint n, gboolean negated, Splitter *s) {
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < n && all->len <= s->limit; i++) {
    GPtrArray *some = cases_of(parts[i], negated, s);
    g_ptr_array_extend(all, some, NULL, NULL);
    g_ptr_array_unref(some);
  }
  return all;
}

static GPtrArray *product(const GPtrArray *a, const GPtrArray *b) {
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < a->len; i++)
    for (guint k = 0; k < b->len; k++) {
      const Term *both = term_and((const Term *)a->pdata[i], (const Term *)b->pdata[k]);
      if (!term_is_false(both)) g_ptr_array_add(all, (gpointer)both);
    }
  return all;
}

/* A part that would make too many cases is taken as it is. */
static GPtrArray *both(const Term *const *parts, guint n, gboolean negated, Splitter *s) {
  GPtrArray *all = only(term_bool(TRUE));
  for (guint i = 0; i < n; i++) {
    GPtrArray *some = cases_of(parts[i], negated, s);
    if (all->len * some->len > s->limit) {
      g_ptr_array_unref(some);
      some = only(negated ? term_not(parts[i]) : parts[i]);
    }
    GPtrArray *next = product(all, some);
    g_ptr_array_unref(all);
    g_ptr_array_unref(some);
    all = next;
  }
  return all;
}

static GPtrArray *split(const Term *t, gboolean negated, Splitter *s) {
  if (t->op == TERM_NOT) return cases_of(t->args[0], !negated, s);
  if (t->op == TERM_AND || t->op == TERM_OR)
    return ((t->op == TERM_AND) != negated ? both : either)(t->args, t->n_args, negated, s);
  if (t->op != TERM_ITE) return only(negated ? term_not(t) : t);
  const Term *yes = negated ? term_not(t->args[1]) : t->args[1],
             *no = negated ? term_not(t->args[2]) : t->args[2];
  const Term *parts[] = {term_and(t->args[0], yes), term_and(term_not(t->args[0]), no)};
  return either(parts, 2, FALSE, s);
}

static GPtrArray *cases_of(const Term *t, gboolean negated, Splitter *s) {
  GPtrArray *cases = s->visits == 0 || t->width != 1 ? NULL : (s->visits--, split(t, negated, s));
  if (cases && cases->len <= s->limit) return cases;
  if (cases) g_ptr_array_unref(cases);
  return only(negated ? term_not(t) : t);
}

GPtrArray *condition_cases(const Term *condition, guint limit) {
  Splitter s = {limit, limits.shape_case_visits};
  return cases_of(condition, FALSE, &s);
}
