/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trees are grown greedily by the bits a split saves less the bits it takes to say it.  The paths to the
 * leaves of one label are rules; conditions and rules that the points do not need are dropped.  Greed may
 * start badly, so several first splits are tried, and of all formulas the cheapest is taken. */
#include "learn/learn-tree.h"
#include "base/deadline.h"
#include "base/limits.h"
#include <math.h>
#include <stdlib.h>
#include "learn/learn-rules.h"

#define ROOTS 6      /* first splits that are tried; a dimension of arrays */
#define EXACT_BITS 2 /* what a threshold between neighbours is worth */

/* A set of values lo..hi of a feature; the gaps say how far its ends can move without changing the split. */
typedef struct {
  guint feature;
  guint64 lo_least, lo_most, hi_least, hi_most;
  double score;
} Split;

typedef struct {
  guint64 value;
  guint n, fails;
} Group;

typedef struct {
  Features *features;
  const GPtrArray *models;
  const guint8 *fails;
  guint n_features;
  guint **order; /* by feature: points by value */
  Group *groups; /* scratch */
  guint leaves;
  RuleSet *rules[2]; /* by label */
  gboolean consistent;
} Tree;

/* ---- splits ---- */

static double entropy(guint n, guint k) {
  if (k == 0 || k == n) return 0;
  double p = (double)k / n;
  return -(double)n * (p * log2(p) + (1 - p) * log2(1 - p));
}

static guint group_values(Tree *t, guint feature, const guint8 *member) {
  const guint64 *column =
      (const guint64 *)(gpointer)((Feature *)t->features->list->pdata[feature])->column->data;
  guint n = 0;
  for (guint i = 0; i < t->models->len; i++) {
    guint p = t->order[feature][i];
    if (!member[p]) continue;
    if (n == 0 || t->groups[n - 1].value != column[p]) t->groups[n++] = (Group){column[p], 0, 0};
    t->groups[n - 1].n++;
    t->groups[n - 1].fails += t->fails[p];
  }
  return n;
}

/* The best few, best first. */
static void offer(Split *best, guint n_best, const Split *s) {
  if (s->score <= best[n_best - 1].score) return;
  guint at = n_best - 1;
  for (; at > 0 && best[at - 1].score < s->score; at--) best[at] = best[at - 1];
  best[at] = *s;
}

static gboolean pure_alike(const Group *a, const Group *b) {
  return (a->fails == 0 && b->fails == 0) || (a->fails == a->n && b->fails == b->n);
}

/* Thresholds after a group, and whole runs of groups of one label. */
static void offer_feature(Tree *t, guint feature, const guint8 *member, Split *best, guint n_best) {
  const Feature *f = (const Feature *)t->features->list->pdata[feature];
  guint n = group_values(t, feature, member), total = 0, fails = 0, seen = 0, seen_fails = 0, run = 0;
  const Group *g = t->groups;
  for (guint i = 0; i < n; i++) total += g[i].n, fails += g[i].fails;
  double before = entropy(total, fails);
  Split own = {.feature = feature, .score = -G_MAXDOUBLE};
  guint run_n = 0;
  for (guint i = 0; i + 1 < n; i++) {
    seen += g[i].n, seen_fails += g[i].fails, run_n += g[i].n;
    if (pure_alike(&g[i], &g[i + 1])) continue;
    gboolean exact = g[i + 1].value - g[i].value == 1;
    double after = entropy(seen, seen_fails) + entropy(total - seen, fails - seen_fails);
    Split s = {feature, 0, 0, g[i].value, g[i + 1].value - 1, before - after - f->cost};
    if (exact) s.score += EXACT_BITS;
    offer(&own, 1, &s);
    if (run > 0 && (g[i].fails == 0 || g[i].fails == g[i].n)) {
      guint run_fails = g[i].fails ? run_n : 0;
      exact = exact && g[run].value - g[run - 1].value == 1;
      after = entropy(total - run_n, fails - run_fails);
      s = (Split){feature,    g[run - 1].value + 1, g[run].value,
                  g[i].value, g[i + 1].value - 1,   before - after - 1.5 * f->cost};
      if (exact) s.score += EXACT_BITS;
      offer(&own, 1, &s);
    }
    run = i + 1;
    run_n = 0;
  }
  if (own.score > -G_MAXDOUBLE) offer(best, n_best, &own);
}

/* Of the possible ends the one that a person would write: a constant of the program or its neighbour, 0, a
 * power of two; else the middle. */
static guint64 nice(const Tree *t, guint feature, guint64 least, guint64 most) {
  const Feature *f = (const Feature *)t->features->list->pdata[feature];
  if (least >= most) return least;
  if (f->term->op != TERM_INPUT && least == feature_order(f, 0)) return least; /* zero or not: a bit */
  for (guint delta = 0; delta < 3; delta++)
    for (guint i = 0; i < t->features->constants->len; i++) {
      gint64 c = g_array_index(t->features->constants, gint64, i);
      guint64 v =
          feature_order(f, (guint64)c & term_mask(f->term->width)) + (delta == 2 ? 1 : -(guint64)delta);
      if (v >= least && v <= most) return v;
    }
  for (guint k = 0; k < f->term->width; k++)
    for (guint delta = 0; delta < 2; delta++) {
      guint64 power = k ? G_GUINT64_CONSTANT(1) << k : 0, v = feature_order(f, power) - delta;
      if (v >= least && v <= most) return v;
    }
  return least + (most - least) / 2;
}

/* ---- growing ---- */

static gboolean best_splits(Tree *t, const guint8 *member, Split *best, guint n_best) {
  for (guint i = 0; i < n_best; i++) best[i].score = -G_MAXDOUBLE;
  for (guint i = 0; i < t->n_features; i++) offer_feature(t, i, member, best, n_best);
  return best[0].score > -G_MAXDOUBLE;
}

static guint push_inside(GArray *path, const Split *s, guint64 lo, guint64 hi) {
  Literal above = {s->feature, lo, G_MAXUINT64, FALSE}, below = {s->feature, 0, hi, FALSE};
  if (lo > 0) g_array_append_val(path, above);
  g_array_append_val(path, below);
  return lo > 0 ? 2 : 1;
}

static guint push_outside(GArray *path, const Split *s, guint64 lo, guint64 hi) {
  Literal beyond = {s->feature, hi + 1, G_MAXUINT64, FALSE}, outside = {s->feature, lo, hi, TRUE};
  g_array_append_vals(path, lo > 0 ? &outside : &beyond, 1);
  return 1;
}

static void leaf(Tree *t, const guint8 *member, const GArray *path) {
  guint n = 0, fails = 0;
  for (guint i = 0; i < t->models->len; i++)
    if (member[i]) n++, fails += t->fails[i];
  if (fails && fails < n) t->consistent = FALSE;
  t->leaves++;
  rules_add(t->rules[2 * fails > n], path);
}

static void grow(Tree *t, const guint8 *member, GArray *path, const Split *forced) {
  Split best;
  guint n = t->models->len;
  if (forced) best = *forced;
  if (!forced && (path->len > 16 || t->leaves >= limits.tree_leaves || !best_splits(t, member, &best, 1))) {
    leaf(t, member, path);
    return;
  }
  guint64 lo = best.lo_most ? nice(t, best.feature, best.lo_least, best.lo_most) : 0;
  guint64 hi = nice(t, best.feature, best.hi_least, best.hi_most);
  const GArray *column = ((Feature *)t->features->list->pdata[best.feature])->column;
  guint8 *part = g_malloc0(n);
  for (gboolean inside = TRUE;; inside = FALSE) {
    for (guint i = 0; i < n; i++) {
      guint64 v = g_array_index(column, guint64, i);
      part[i] = member[i] && (v >= lo && v <= hi) == inside;
    }
    guint pushed = inside ? push_inside(path, &best, lo, hi) : push_outside(path, &best, lo, hi);
    grow(t, part, path, NULL);
    g_array_set_size(path, path->len - pushed);
    if (!inside) break;
  }
  g_free(part);
}

/* ---- the search for the cheapest formula ---- */

typedef struct {
  const Term *formula;
  guint cost;
  gboolean consistent;
} Found;

static void keep_cheapest(Tree *t, Found *found) {
  for (guint label = 0; label < 2; label++) {
    rules_simplify(t->rules[label], t->features, t->fails, t->models->len, label);
    guint cost = rules_cost(t->rules[label], t->features) + (label ? 0 : 1);
    gboolean better = t->consistent != found->consistent ? t->consistent : cost < found->cost;
    if (found->formula && !better) continue;
    const Term *region = rules_term(t->rules[label], t->features);
    *found = (Found){label ? region : term_not(region), cost, t->consistent};
  }
}

static void grow_from(Tree *t, const guint8 *all, const Split *root, Found *found) {
  GArray *path = g_array_new(FALSE, FALSE, sizeof(Literal));
  for (guint i = 0; i < 2; i++) t->rules[i] = rules_new();
  t->leaves = 0;
  t->consistent = TRUE;
  grow(t, all, path, root);
  keep_cheapest(t, found);
  for (guint i = 0; i < 2; i++) rules_free(t->rules[i]);
  g_array_unref(path);
}

static gint by_value(gconstpointer a, gconstpointer b, gpointer data) {
  const guint64 *column = (const guint64 *)data;
  guint i = *(const guint *)a, j = *(const guint *)b;
  return column[i] < column[j] ? -1 : column[i] > column[j];
}

static gboolean late(gint64 deadline) { return deadline_passed(deadline); }

static void search(Features *f, guint n_features, const GPtrArray *models, const guint8 *fails,
                   gint64 deadline, Found *found) {
  Tree t = {.features = f, .models = models, .fails = fails, .n_features = n_features};
  guint n = models->len;
  features_fill(f, n_features, models);
  t.groups = g_new(Group, n);
  t.order = g_new(guint *, n_features);
  for (guint i = 0; i < n_features; i++) {
    GArray *order = g_array_sized_new(FALSE, FALSE, sizeof(guint), n);
    for (guint k = 0; k < n; k++) g_array_append_val(order, k);
    g_array_sort_with_data(order, by_value, ((Feature *)f->list->pdata[i])->column->data);
    t.order[i] = (guint *)g_array_free(order, FALSE);
  }
  guint8 *all = g_malloc(n);
  for (guint i = 0; i < n; i++) all[i] = TRUE;
  Split roots[ROOTS];
  if (!best_splits(&t, all, roots, ROOTS)) grow_from(&t, all, NULL, found);
  for (guint i = 0; i < ROOTS && roots[i].score > -G_MAXDOUBLE && !(i && late(deadline)); i++)
    grow_from(&t, all, &roots[i], found);
  g_free(all);
  for (guint i = 0; i < n_features; i++) g_free(t.order[i]);
  g_free(t.order);
  g_free(t.groups);
}

const Term *tree_learn(Features *f, const GPtrArray *models, const guint8 *fails, gint64 deadline,
                       gboolean *consistent) {
  guint n_fails = 0;
  *consistent = TRUE;
  for (guint i = 0; i < models->len; i++) n_fails += fails[i];
  if (n_fails == 0 || n_fails == models->len) return term_bool(n_fails > 0);
  Found found = {0};
  search(f, f->n_plain, models, fails, deadline, &found);
  if ((!found.consistent || found.cost > limits.tree_cheap) && !late(deadline))
    search(f, f->list->len, models, fails, deadline, &found);
  *consistent = found.consistent;
  return found.formula;
}
