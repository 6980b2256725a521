/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting point by point: the bits of 64 points stand side by side in the words of a simulation. */
#include "count/blast.h"
#include "count/methods.h"
#include "formula/interval.h"
#include "formula/readable.h"

enum { MAX_POINTS = 1 << 24, MAX_EVALUATED = 1 << 17, LANES = 64, MAX_NODES = 1 << 20 };
static const guint64 max_work = G_GUINT64_CONSTANT(3000000000); /* node visits */

typedef struct {
  const Term *formula;
  GPtrArray *inputs;
  IntervalSet *sets; /* of the values that each input may have */
  guint64 *sizes;    /* how many */
  guint64 n_points;
  gint64 deadline;
} Points;

/* What the formula's conjuncts say about single inputs. */
static void find_sets(Points *p) {
  p->sets = g_new(IntervalSet, p->inputs->len);
  p->sizes = g_new0(guint64, p->inputs->len);
  for (guint i = 0; i < p->inputs->len; i++) {
    const guint width = ((const Term *)p->inputs->pdata[i])->width;
    interval_set_arc(&p->sets[i], width, 0, term_mask(width));
  }
  g_autoptr(GPtrArray) conjuncts = readable_conjuncts(p->formula);
  for (guint c = 0; c < conjuncts->len; c++) {
    const Term *x;
    IntervalSet set;
    guint i;
    if (term_as_set(conjuncts->pdata[c], TRUE, &x, &set) && g_ptr_array_find(p->inputs, x, &i))
      interval_set_meet(&p->sets[i], &set);
  }
}

/* FALSE: more than limit. */
static gboolean count_all(Points *p, guint64 limit) {
  p->n_points = 1;
  for (guint i = 0; i < p->inputs->len; i++) {
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

/* The words of the bits of 64 points from `first` on. */
static void load(const Points *p, const Aig *g, guint64 first, guint64 *words) {
  for (guint i = 0; i < g->bits->len; i++) words[g_array_index(g->bits, AigBit, i).node] = 0;
  for (guint lane = 0; lane < LANES; lane++) {
    guint64 rest = first + lane;
    for (guint i = 0; i < p->inputs->len; i++) {
      const guint64 value = value_at(&p->sets[i], rest % p->sizes[i]);
      rest /= p->sizes[i];
      const guint start = GPOINTER_TO_UINT(g_hash_table_lookup(g->first_bit, p->inputs->pdata[i]));
      const AigBit *bits = &g_array_index(g->bits, AigBit, start - 1);
      for (guint b = 0; b < bits->input->width; b++) words[bits[b].node] |= (value >> b & 1) << lane;
    }
  }
}

static guint64 word(const guint64 *words, AigLit l) { return words[l / 2] ^ -(guint64)(l & 1); }

static gboolean simulate(const Points *p, const Aig *g, AigLit root, guint64 *n) {
  g_autofree guint64 *words = g_new0(guint64, g->nodes->len);
  g_autofree guint8 *needed = aig_cone(g, root);
  *n = 0;
  for (guint64 first = 0; first < p->n_points; first += LANES) {
    if ((first / LANES) % 256 == 0 && g_get_monotonic_time() > p->deadline) return FALSE;
    load(p, g, first, words);
    for (guint i = 1; i <= root / 2; i++) {
      const AigNode node = aig_node(g, i);
      if (needed[i] && node.a != AIG_BIT) words[i] = word(words, node.a) & word(words, node.b);
    }
    const guint64 left = p->n_points - first,
                  used = left < LANES ? (G_GUINT64_CONSTANT(1) << left) - 1 : G_MAXUINT64;
    *n += (guint64)__builtin_popcountll(word(words, root) & used);
  }
  return TRUE;
}

/* What is not bits (arithmetic of floating point): by the evaluation of terms. */
static gboolean evaluate(const Points *p, guint64 *n) {
  Model *m = model_new();
  *n = 0;
  guint64 number = 0;
  for (; number < p->n_points; number++) {
    guint64 rest = number;
    if (number % 256 == 0 && g_get_monotonic_time() > p->deadline) break;
    for (guint i = 0; i < p->inputs->len; i++) {
      model_set(m, p->inputs->pdata[i], value_at(&p->sets[i], rest % p->sizes[i]));
      rest /= p->sizes[i];
    }
    *n += term_eval(p->formula, m);
  }
  model_free(m);
  return number == p->n_points;
}

static gboolean count_points(Points *p, guint64 *n) {
  if (!count_all(p, MAX_POINTS)) return FALSE;
  g_autoptr(Aig) g = aig_new(MAX_NODES);
  AigLit root;
  *n = 0;
  if (p->n_points == 0) return TRUE;
  if (!blast(g, p->formula, &root)) return p->n_points <= MAX_EVALUATED && evaluate(p, n);
  const guint64 work = p->n_points / LANES * (g->nodes->len + LANES * g->bits->len);
  return work <= max_work && simulate(p, g, root, n);
}

gboolean count_by_points(const Term *t, gint64 deadline, mpz_t n) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  Points p = {.formula = t, .inputs = inputs, .deadline = deadline};
  guint64 number = 0;
  find_sets(&p);
  const gboolean known = count_points(&p, &number);
  if (known) mpz_set_ui(n, number);
  g_free(p.sets);
  g_free(p.sizes);
  return known;
}
