/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The learner: only points that taught something are kept, so that learning stays quick however many points
 * are executed; each mistake of a guess is traced to a pair of neighbours with different labels. */
#include "learn/learn.h"
#include "base/deadline.h"
#include "base/limits.h"
#include <string.h>
#include "formula/readable.h"
#include "learn/learn-corners.h"
#include "learn/learn-planes.h"
#include "learn/learn-points.h"
#include "learn/learn-tree.h"

struct Learner {
  LabelFunction label;
  gpointer data;
  Features *features;
  Maker *maker;
  Planes *planes;
  GPtrArray *conditions; /* Term*: both sides of each are worth a look */
  GPtrArray *offers;     /* Term*: formulas that agree with all points kept, as far as was looked */
  GPtrArray *models;     /* Model*: the points kept */
  GByteArray *fails;     /* one for each */
  GHashTable *seen;      /* GBytes: coordinates of the points kept */
  guint left;            /* points that may still be executed */
  gint64 deadline;
  const Term *guess; /* for the points kept; NULL: not made yet */
  gboolean consistent;
};

static GPtrArray *corner_conditions(const Features *f, const GPtrArray *atoms) {
  GPtrArray *conditions = g_ptr_array_new();
  for (guint i = 0; i < f->inputs->len; i++) {
    const Term *x = (const Term *)f->inputs->pdata[i];
    g_ptr_array_add(conditions,
                    (gpointer)(x->width > 1 ? term_binary(TERM_SLT, x, term_const(x->width, 0)) : x));
  }
  for (guint i = 0; atoms && i < MIN(atoms->len, limits.learn_corner_atoms); i++)
    g_ptr_array_add(conditions, atoms->pdata[i]);
  return conditions;
}

Learner *learn_new(LabelFunction label, gpointer data, const GPtrArray *inputs, const GPtrArray *atoms) {
  Learner *l = g_new0(Learner, 1);
  l->label = label;
  l->data = data;
  l->features = features_new(inputs, atoms);
  l->maker = maker_new(l->features);
  l->planes = planes_new(l->features);
  l->conditions = corner_conditions(l->features, atoms);
  l->offers = g_ptr_array_new();
  l->models = g_ptr_array_new_with_free_func((GDestroyNotify)model_free);
  l->fails = g_byte_array_new();
  l->seen = g_hash_table_new_full(g_bytes_hash, g_bytes_equal, (GDestroyNotify)g_bytes_unref, NULL);
  return l;
}

void learn_free(Learner *l) {
  if (!l) return;
  maker_free(l->maker);
  planes_free(l->planes);
  g_ptr_array_unref(l->conditions);
  features_free(l->features);
  g_ptr_array_unref(l->offers);
  g_ptr_array_unref(l->models);
  g_byte_array_unref(l->fails);
  g_hash_table_unref(l->seen);
  g_free(l);
}

static gboolean spent(const Learner *l) { return l->left == 0 || deadline_passed(l->deadline); }

static Label execute(Learner *l, const Vector *v) {
  if (spent(l)) return LABEL_UNKNOWN;
  l->left--;
  Model *m = vector_model(l->features, v);
  Label label = l->label(l->data, m);
  model_free(m);
  return label;
}

/* FALSE: known before, or there is no room. */
static gboolean keep(Learner *l, const Vector *v, Label label) {
  if (label == LABEL_UNKNOWN || l->models->len >= limits.learn_points) return FALSE;
  if (!g_hash_table_add(l->seen, g_bytes_new(v->v, l->features->inputs->len * sizeof(guint64)))) return FALSE;
  guint8 fails = label == LABEL_FAIL;
  g_ptr_array_add(l->models, vector_model(l->features, v));
  g_byte_array_append(l->fails, &fails, 1);
  l->guess = NULL;
  return TRUE;
}

void learn_add_constant(Learner *l, gint64 c) {
  features_add_constant(l->features, c);
  maker_add_around(l->maker, c);
}

void learn_add(Learner *l, const Model *point, Label label) {
  Vector v = vector_of(l->features, point);
  if (label == LABEL_UNKNOWN) label = l->label(l->data, point);
  for (guint i = 0; i < l->features->inputs->len; i++) {
    gint64 value = term_signed(v.v[i], ((const Term *)l->features->inputs->pdata[i])->width);
    maker_add_value(l->maker, value);
    features_add_own(l->features, i, value);
  }
  keep(l, &v, label);
}

/* ---- guesses ---- */

void learn_offer(Learner *l, const Term *formula) {
  if (!g_ptr_array_find(l->offers, formula, NULL)) g_ptr_array_add(l->offers, (gpointer)formula);
}

static gboolean agrees_with_all(const Learner *l, const Term *formula) {
  for (guint i = 0; i < l->models->len; i++)
    if ((term_eval(formula, (const Model *)l->models->pdata[i]) != 0) != l->fails->data[i]) return FALSE;
  return TRUE;
}

/* What a point speaks against is not offered again. */
static const Term *first_offer(Learner *l) {
  while (l->offers->len && !agrees_with_all(l, (const Term *)l->offers->pdata[0]))
    g_ptr_array_remove_index(l->offers, 0);
  return l->offers->len ? (const Term *)l->offers->pdata[0] : NULL;
}

static const Term *make_guess(Learner *l) {
  planes_find(l->planes);
  const Term *offer = first_offer(l);
  const Term *tree = tree_learn(l->features, l->models, l->fails->data, l->deadline, &l->consistent);
  const guint limit = offer ? term_dag_size(offer, G_MAXUINT) : 0;
  if (!offer || (l->consistent && term_dag_size(tree, limit) < limit)) return tree;
  l->consistent = TRUE;
  return offer;
}

const Term *learn_guess(Learner *l, gboolean *consistent) {
  if (!l->guess) l->guess = make_guess(l);
  if (consistent) *consistent = l->consistent;
  return l->guess;
}

/* ---- boundaries ---- */

/* v changes its label when coordinate i goes from where it is to `to`: the neighbours between which it does
 * are kept.  Values are taken in signed or unsigned order. */
static void bisect(Learner *l, Vector v, guint i, guint64 to, Label label, gboolean is_signed) {
  gboolean is_float = l->features->is_float[i];
  Feature order = {.term = (const Term *)l->features->inputs->pdata[i],
                   .reading = is_float    ? READ_FLOAT
                              : is_signed ? READ_SIGNED
                                          : READ_UNSIGNED};
  guint64 near = feature_order(&order, v.v[i]), far = feature_order(&order, to);
  Label other = label == LABEL_FAIL ? LABEL_PASS : LABEL_FAIL;
  while (near + 1 != far && far + 1 != near) {
    guint64 middle = MIN(near, far) + (MAX(near, far) - MIN(near, far)) / 2;
    v.v[i] = feature_raw(&order, middle);
    Label found = execute(l, &v);
    if (found == LABEL_UNKNOWN) break;
    if (found == label)
      near = middle;
    else
      far = middle;
  }
  v.v[i] = feature_raw(&order, label == LABEL_FAIL ? near : far);
  planes_add_boundary(l->planes, &v);
  v.v[i] = feature_raw(&order, near);
  keep(l, &v, label);
  maker_add_value(l->maker, term_signed(v.v[i], order.term->width));
  v.v[i] = feature_raw(&order, far);
  keep(l, &v, other);
  maker_add_value(l->maker, term_signed(v.v[i], order.term->width));
}

/* Goes from one point to another of a different label, coordinate by coordinate. */
static void walk(Learner *l, Vector v, Label label, const Vector *goal) {
  guint n = l->features->inputs->len, first = n ? (guint)g_rand_int_range(l->maker->random, 0, (gint32)n) : 0;
  for (guint k = 0; k < n; k++) {
    guint i = (first + k) % n;
    if (v.v[i] == goal->v[i]) continue;
    Vector next = v;
    next.v[i] = goal->v[i];
    Label found = execute(l, &next);
    if (found == LABEL_UNKNOWN) return;
    if (found != label) {
      bisect(l, v, i, goal->v[i], label, g_rand_boolean(l->maker->random));
      return;
    }
    v = next;
  }
}

/* Looks for the boundary between a point and known ones of the other label. */
static void explore(Learner *l, const Vector *v, Label label) {
  guint walks = 0;
  for (guint tries = 0; tries < 20 && walks < 3; tries++) {
    guint at = (guint)g_rand_int_range(l->maker->random, 0, (gint32)l->models->len);
    if (l->fails->data[at] == (label == LABEL_FAIL)) continue;
    Vector goal = vector_of(l->features, (const Model *)l->models->pdata[at]);
    walk(l, *v, label, &goal);
    walks++;
  }
}

/* ---- rounds ---- */

static void first_points(Learner *l) {
  Vector zero = {.base = NULL};
  keep(l, &zero, execute(l, &zero));
  guint before = l->models->len;
  for (guint tries = 0; tries < 4 * limits.learn_first_points &&
                        l->models->len < before + limits.learn_first_points && !spent(l);
       tries++) {
    guint kind;
    Vector v = maker_point(l->maker, l->models, &kind);
    Label label = execute(l, &v);
    maker_judge(l->maker, kind, label != LABEL_UNKNOWN);
    keep(l, &v, label);
  }
  for (guint i = 0; i < 8 && l->models->len; i++) {
    guint at = (guint)g_rand_int_range(l->maker->random, 0, (gint32)l->models->len);
    Vector v = vector_of(l->features, (const Model *)l->models->pdata[at]);
    explore(l, &v, l->fails->data[at] ? LABEL_FAIL : LABEL_PASS);
  }
}

static gboolean agrees(const Learner *l, const Term *guess, const Vector *v, Label label) {
  Model *m = vector_model(l->features, v);
  gboolean inside = term_eval(guess, m) != 0;
  model_free(m);
  return inside == (label == LABEL_FAIL);
}

/* Executes points in search of mistakes of the guess; returns how many were found. */
static guint hunt(Learner *l, const Term *guess, guint points) {
  guint mistakes = 0;
  maker_look_at(l->maker, guess);
  for (guint n = 0; n < points && mistakes < limits.learn_mistakes && !spent(l); n++) {
    guint kind;
    Vector v = maker_point(l->maker, l->models, &kind);
    Label label = execute(l, &v);
    maker_judge(l->maker, kind, label != LABEL_UNKNOWN);
    if (label == LABEL_UNKNOWN || agrees(l, guess, &v, label) || !keep(l, &v, label)) continue;
    mistakes++;
    explore(l, &v, label);
  }
  return mistakes;
}

/* ---- corners ---- */

typedef struct {
  Learner *learner;
  const Term *guess;
  guint mistakes;
} CornerHunt;

static gboolean try_corner(gpointer data, const Model *point) {
  CornerHunt *h = (CornerHunt *)data;
  Learner *l = h->learner;
  Vector v = vector_of(l->features, point);
  Label label = execute(l, &v);
  if (label != LABEL_UNKNOWN && !agrees(l, h->guess, &v, label) && keep(l, &v, label)) {
    h->mistakes++;
    explore(l, &v, label);
  }
  return h->mistakes < limits.learn_mistakes && !spent(l);
}

/* On both sides of what the guess could have mentioned and does not: the signs of inputs, the program's
 * conditions. */
static guint hunt_corners(Learner *l, const Term *guess) {
  CornerHunt h = {l, guess, 0};
  gint64 until = deadline_in(limits.learn_corners_seconds);
  if (l->deadline) until = MIN(until, l->deadline);
  corners_visit(guess, l->conditions, until, try_corner, &h);
  return h.mistakes;
}

gboolean learn_refine(Learner *l, guint max_points, gint64 deadline) {
  l->left = max_points;
  l->deadline = deadline;
  if (l->models->len < limits.learn_first_points) first_points(l);
  for (guint size = limits.learn_first_hunt; !spent(l) && l->models->len < limits.learn_points;) {
    gboolean consistent;
    const Term *guess = learn_guess(l, &consistent);
    if (hunt(l, guess, size)) {
      size = limits.learn_first_hunt;
    } else if (size >= limits.learn_last_hunt) {
      if (hunt_corners(l, guess)) continue;
      return consistent && !spent(l);
    } else {
      size *= 2;
    }
  }
  return FALSE;
}

static Label by_sampler(gpointer data, const Model *point) {
  return sampler_run((Sampler *)data, point, NULL);
}

/* Those that the offers are made of come first. */
static GPtrArray *all_atoms(const GPtrArray *offers, const GPtrArray *atoms) {
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; offers && i < offers->len; i++) {
    g_autoptr(GPtrArray) parts = readable_disjuncts((const Term *)offers->pdata[i]);
    for (guint k = 0; k < parts->len; k++) {
      g_autoptr(GPtrArray) conjuncts = readable_conjuncts((const Term *)parts->pdata[k]);
      for (guint c = 0; c < conjuncts->len; c++)
        if (!g_ptr_array_find(all, conjuncts->pdata[c], NULL)) g_ptr_array_add(all, conjuncts->pdata[c]);
    }
  }
  for (guint i = 0; atoms && i < atoms->len; i++) g_ptr_array_add(all, atoms->pdata[i]);
  return all;
}

const Term *learn_region(Sampler *s, const GPtrArray *inputs, const GPtrArray *seeds, const GPtrArray *atoms,
                         const GPtrArray *offers, guint max_points, gint64 deadline, gboolean *consistent) {
  g_autoptr(GPtrArray) all = all_atoms(offers, atoms);
  Learner *l = learn_new(by_sampler, s, inputs, all);
  for (guint i = 0; offers && i < offers->len; i++) learn_offer(l, (const Term *)offers->pdata[i]);
  const GArray *constants = sampler_constants(s);
  for (guint i = 0; i < constants->len; i++) learn_add_constant(l, g_array_index(constants, gint64, i));
  for (guint i = 0; seeds && i < seeds->len; i++) learn_add(l, (const Model *)seeds->pdata[i], LABEL_UNKNOWN);
  gboolean stable = learn_refine(l, max_points, deadline);
  const Term *guess = learn_guess(l, consistent);
  if (consistent) *consistent = *consistent && stable;
  learn_free(l);
  return guess;
}
