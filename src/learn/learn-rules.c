/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rules over points: which of their parts are needed, and what they say as a formula. */
#include "learn/learn-rules.h"

RuleSet *rules_new(void) { return g_ptr_array_new_with_free_func((GDestroyNotify)g_array_unref); }

void rules_free(RuleSet *r) { g_ptr_array_unref(r); }

void rules_add(RuleSet *r, const GArray *literals) {
  GArray *copy = g_array_new(FALSE, FALSE, sizeof(Literal));
  g_array_append_vals(copy, literals->data, literals->len);
  g_ptr_array_add(r, copy);
}

static const Feature *feature_of(const Features *f, const Literal *l) {
  return (const Feature *)f->list->pdata[l->feature];
}

static gboolean holds(const Features *f, const Literal *l, guint point) {
  guint64 v = g_array_index(feature_of(f, l)->column, guint64, point);
  return (v >= l->lo && v <= l->hi) != l->outside;
}

/* All literals but one (G_MAXUINT: none is left out). */
static gboolean covers(const Features *f, const GArray *rule, guint without, guint point) {
  for (guint i = 0; i < rule->len; i++)
    if (i != without && !holds(f, &g_array_index(rule, Literal, i), point)) return FALSE;
  return TRUE;
}

static gint costly_first(gconstpointer a, gconstpointer b, gpointer data) {
  const Features *f = (const Features *)data;
  return (gint)feature_of(f, (const Literal *)b)->cost - (gint)feature_of(f, (const Literal *)a)->cost;
}

/* A literal goes when no more points of other labels are covered without it. */
static void simplify_rule(GArray *rule, const Features *f, const guint8 *labels, guint n, guint8 label) {
  g_array_sort_with_data(rule, costly_first, (gpointer)f);
  for (guint at = 0; at < rule->len;) {
    gboolean needed = FALSE;
    for (guint p = 0; p < n && !needed; p++)
      needed = labels[p] != label && covers(f, rule, at, p) && !covers(f, rule, G_MAXUINT, p);
    if (needed)
      at++;
    else
      g_array_remove_index(rule, at);
  }
}

static gboolean covered_by_others(const RuleSet *r, const Features *f, guint without, guint point) {
  for (guint i = 0; i < r->len; i++)
    if (i != without && covers(f, (const GArray *)r->pdata[i], G_MAXUINT, point)) return TRUE;
  return FALSE;
}

void rules_simplify(RuleSet *r, const Features *f, const guint8 *labels, guint n_points, guint8 label) {
  for (guint i = 0; i < r->len; i++) simplify_rule((GArray *)r->pdata[i], f, labels, n_points, label);
  for (guint i = r->len; i-- > 0 && r->len > 1;) {
    gboolean needed = FALSE;
    for (guint p = 0; p < n_points && !needed; p++)
      needed = labels[p] == label && covers(f, (const GArray *)r->pdata[i], G_MAXUINT, p) &&
               !covered_by_others(r, f, i, p);
    if (!needed) g_ptr_array_remove_index(r, i);
  }
}

guint rules_cost(const RuleSet *r, const Features *f) {
  guint cost = 0;
  for (guint i = 0; i < r->len; i++) {
    const GArray *rule = (const GArray *)r->pdata[i];
    for (guint k = 0; k < rule->len; k++) {
      const Feature *feature = feature_of(f, &g_array_index(rule, Literal, k));
      cost += feature->cost + (feature->term->width > 1 ? 3 : 0); /* a bound has a number in it */
    }
    cost += 2;
  }
  return cost;
}

static const Term *literal_term(const Features *f, const Literal *l) {
  const Term *t = feature_between(feature_of(f, l), l->lo, l->hi);
  return l->outside ? term_not(t) : t;
}

/* Bounds of one feature are joined first: they may be an equation. */
static const Term *rule_term(const GArray *rule, const Features *f) {
  const Term *t = term_bool(TRUE);
  for (guint i = 0; i < rule->len; i++) {
    Literal l = g_array_index(rule, Literal, i);
    gboolean earlier = FALSE;
    for (guint k = 0; k < rule->len && !l.outside; k++) {
      const Literal *other = &g_array_index(rule, Literal, k);
      if (k == i || other->outside || other->feature != l.feature) continue;
      earlier |= k < i;
      l.lo = MAX(l.lo, other->lo);
      l.hi = MIN(l.hi, other->hi);
    }
    if (!earlier) t = term_and(t, literal_term(f, &l));
  }
  return t;
}

const Term *rules_term(const RuleSet *r, const Features *f) {
  const Term *t = term_bool(FALSE);
  for (guint i = 0; i < r->len; i++) t = term_or(t, rule_term((const GArray *)r->pdata[i], f));
  return t;
}
