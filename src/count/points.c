/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting point by point, where the ranges that the formula states leave few. */
#include "base/limits.h"
#include "count/methods.h"
#include "count/simulation.h"
#include "formula/interval.h"
#include "formula/readable.h"

static const guint64 max_work = G_GUINT64_CONSTANT(3000000000); /* node visits */

typedef struct {
  Simulation *simulation;
  guint n_inputs;
  IntervalSet *sets; /* of the values that each input may have */
  guint64 *sizes;    /* how many */
  guint64 n_points;
  gint64 deadline;
} Points;

/* What the formula's conjuncts say about single inputs. */
static void find_sets(Points *p) {
  GPtrArray *inputs = p->simulation->inputs;
  for (guint i = 0; i < inputs->len; i++) {
    const guint width = ((const Term *)inputs->pdata[i])->width;
    interval_set_arc(&p->sets[i], width, 0, term_mask(width));
  }
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(p->simulation->formula);
  for (guint c = 0; c < conjuncts->len; c++) {
    const Term *x;
    IntervalSet set;
    guint i;
    if (term_as_set(conjuncts->pdata[c], TRUE, &x, &set) && g_ptr_array_find(inputs, x, &i))
      interval_set_meet(&p->sets[i], &set);
  }
}

/* FALSE: more than limit. */
static gboolean count_all(Points *p, guint64 limit) {
  p->n_points = 1;
  for (guint i = 0; i < p->n_inputs; i++) {
    for (guint k = 0; k < p->sets[i].n; k++) {
      const guint64 more = p->sets[i].pieces[k].high - p->sets[i].pieces[k].low;
      if (more >= limit) return FALSE;
      p->sizes[i] += more + 1;
    }
    if (p->sizes[i] > limit || p->n_points * p->sizes[i] > limit) return FALSE;
    p->n_points *= p->sizes[i];
  }
  return TRUE;
}

/* The number-th value of an input. */
static guint64 value_at(const IntervalSet *s, guint64 number) {
  guint k = 0;
  for (; number > s->pieces[k].high - s->pieces[k].low; k++)
    number -= s->pieces[k].high - s->pieces[k].low + 1;
  return s->pieces[k].low + number;
}

/* 64 points from `first` on. */
static void load(const Points *p, guint64 first, guint64 *values) {
  for (guint lane = 0; lane < LANES; lane++) {
    guint64 rest = first + lane;
    for (guint i = 0; i < p->n_inputs; i++) {
      values[i * LANES + lane] = value_at(&p->sets[i], rest % p->sizes[i]);
      rest /= p->sizes[i];
    }
  }
}

static gboolean try_all(const Points *p, guint64 *n) {
  g_autofree guint64 *values = g_new0(guint64, p->n_inputs * LANES + 1);
  for (guint64 first = 0; first < p->n_points; first += LANES) {
    const guint64 left = p->n_points - first;
    const guint64 used = left < LANES ? (G_GUINT64_CONSTANT(1) << left) - 1 : G_MAXUINT64;
    if (g_get_monotonic_time() > p->deadline) return FALSE;
    load(p, first, values);
    *n += (guint64)__builtin_popcountll(simulation_values(p->simulation, values) & used);
  }
  return TRUE;
}

static gboolean count_points(Points *p, guint64 *n) {
  const Simulation *s = p->simulation;
  find_sets(p);
  if (!count_all(p, s->g ? limits.count_points : limits.count_evaluated)) return FALSE;
  if (s->g && p->n_points / LANES * (s->g->nodes->len + LANES * s->n_bits) > max_work) return FALSE;
  return try_all(p, n);
}

gboolean count_by_points(const Term *t, gint64 deadline, mpz_t n) {
  g_autoptr(Simulation) s = simulation_new(t, limits.count_points_nodes);
  Points p = {.simulation = s, .n_inputs = s->inputs->len, .deadline = deadline};
  guint64 number = 0;
  p.sets = g_new(IntervalSet, p.n_inputs);
  p.sizes = g_new0(guint64, p.n_inputs);
  const gboolean known = count_points(&p, &number);
  if (known) mpz_set_ui(n, number);
  g_free(p.sets);
  g_free(p.sizes);
  return known;
}
