/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes points: from values that occur in programs, near known points, and where conditions change. */
#include "learn/learn-points.h"
#include "base/limits.h"
#include <string.h>

Model *vector_model(const Features *f, const Vector *v) {
  Model *m = v->base ? model_copy(v->base) : model_new();
  for (guint i = 0; i < f->inputs->len; i++) model_set(m, (const Term *)f->inputs->pdata[i], v->v[i]);
  return m;
}

Vector vector_of(const Features *f, const Model *m) {
  Vector v = {.base = m};
  for (guint i = 0; i < f->inputs->len; i++) v.v[i] = model_value(m, (const Term *)f->inputs->pdata[i]);
  return v;
}

/* ---- values ---- */

void maker_add_value(Maker *m, gint64 value) {
  for (guint i = 0; i < m->pool->len; i++)
    if (g_array_index(m->pool, gint64, i) == value) return;
  if (m->pool->len < limits.learn_pool)
    g_array_append_val(m->pool, value);
  else
    g_array_index(m->pool, gint64, g_rand_int_range(m->random, limits.learn_pool / 2, limits.learn_pool)) =
        value;
}

void maker_add_around(Maker *m, gint64 value) {
  maker_add_value(m, value);
  maker_add_value(m, (gint64)((guint64)value + 1));
  maker_add_value(m, (gint64)((guint64)value - 1));
}

static guint input_width(const Maker *m, guint i) {
  return ((const Term *)m->features->inputs->pdata[i])->width;
}

Maker *maker_new(const Features *f) {
  static const gint64 usual[] = {0, 2, -2, 10, 100, 4, 8, 16, 32, 64, 128, 256, 1024, 65536, 1 << 30};
  Maker *m = g_new0(Maker, 1);
  m->features = f;
  m->random = g_rand_new_with_seed(7);
  m->pool = g_array_new(FALSE, FALSE, sizeof(gint64));
  m->equations = g_ptr_array_new();
  maker_add_around(m, 0);
  for (guint i = 0; i < f->constants->len; i++) maker_add_around(m, g_array_index(f->constants, gint64, i));
  for (guint i = 0; i < f->inputs->len; i++) {
    gint64 top = (gint64)(term_mask(input_width(m, i)) >> 1);
    maker_add_value(m, top);
    maker_add_value(m, -top - 1);
    maker_add_value(m, -top);
  }
  for (guint i = 0; i < G_N_ELEMENTS(usual); i++) maker_add_around(m, usual[i]);
  for (guint i = 0; i < f->equations->len; i++) g_ptr_array_add(m->equations, f->equations->pdata[i]);
  return m;
}

void maker_free(Maker *m) {
  if (!m) return;
  g_rand_free(m->random);
  g_array_unref(m->pool);
  g_ptr_array_unref(m->equations);
  g_free(m);
}

void maker_look_at(Maker *m, const Term *formula) {
  GPtrArray *nodes = term_postorder(&formula, 1);
  g_ptr_array_set_size(m->equations, 0);
  for (guint i = 0; i < m->features->equations->len; i++)
    g_ptr_array_add(m->equations, m->features->equations->pdata[i]);
  for (guint i = 0; i < nodes->len; i++) {
    const Term *t = (const Term *)nodes->pdata[i];
    if (t->op == TERM_CONST && t->width > 1) maker_add_around(m, term_signed(t->param, t->width));
    if (t->op >= TERM_EQ && t->op <= TERM_SLE && t->args[0]->width > 1)
      g_ptr_array_add(m->equations, (gpointer)term_binary(TERM_SUB, t->args[0], t->args[1]));
  }
  g_ptr_array_unref(nodes);
}

static guint below(Maker *m, guint n) { return (guint)g_rand_int_range(m->random, 0, (gint32)n); }

/* An integer as the bits that input i takes it in. */
static guint64 as_bits(Maker *m, guint i, guint64 value) {
  if (!m->features->is_float[i] || below(m, 4) == 0) return value;
  double d = (double)(gint64)value / (1 << below(m, 4));
  float f = (float)d;
  guint32 word;
  guint64 bits;
  memcpy(&word, &f, sizeof word);
  memcpy(&bits, &d, sizeof bits);
  return input_width(m, i) == 32 ? word : bits;
}

static guint64 from_pool(Maker *m, guint i) {
  guint64 value = (guint64)g_array_index(m->pool, gint64, below(m, m->pool->len));
  return below(m, 2) ? value : as_bits(m, i, value);
}

/* What this very input is compared with, or now and then its neighbour. */
static guint64 own_value(Maker *m, guint i) {
  const GArray *own = m->features->own[i];
  if (own->len == 0) return from_pool(m, i);
  guint64 value = (guint64)g_array_index(own, gint64, below(m, own->len));
  return below(m, 8) ? value : value + (below(m, 2) ? 1 : -G_GUINT64_CONSTANT(1));
}

static guint64 small(Maker *m, guint i) {
  return as_bits(m, i, (guint64)(gint64)g_rand_int_range(m->random, -20, 150));
}

/* All magnitudes alike, or all values. */
static guint64 wide(Maker *m, guint i) {
  guint64 bits = (guint64)g_rand_int(m->random) << 32 | g_rand_int(m->random);
  if (below(m, 2)) bits >>= below(m, 64);
  return as_bits(m, i, below(m, 2) ? -bits : bits);
}

static guint64 any_value(Maker *m, guint i) {
  guint n = below(m, 10);
  return n < 5 ? from_pool(m, i) : n < 8 ? small(m, i) : wide(m, i);
}

/* ---- points ---- */

/* One step of the secant method towards a zero of an equation, along one coordinate. */
static void move_to_zero(Maker *m, Vector *v) {
  const Features *f = m->features;
  const Term *equation = (const Term *)m->equations->pdata[below(m, m->equations->len)];
  guint i = below(m, f->inputs->len);
  const Term *input = (const Term *)f->inputs->pdata[i];
  for (guint round = 0; round < 2; round++) {
    Model *here = vector_model(f, v);
    guint64 at = term_eval(equation, here);
    model_set(here, input, v->v[i] + 1);
    gint64 slope =
        term_signed((term_eval(equation, here) - at) & term_mask(equation->width), equation->width);
    model_free(here);
    gint64 value = term_signed(at, equation->width);
    if (slope == 0 || (slope == -1 && value == G_MININT64)) return;
    v->v[i] = (v->v[i] - (guint64)(value / slope)) & term_mask(input->width);
  }
  v->v[i] += (guint64)(gint64)g_rand_int_range(m->random, -2, 3);
}

/* Kinds of points by number: the first few need a known point. */
static void make(Maker *m, guint kind, Vector *v) {
  guint n = m->features->inputs->len, i = below(m, n), j = below(m, n);
  switch (kind) {
  case 0: v->v[i] = from_pool(m, i); break;
  case 1: {
    gboolean far = below(m, 3) == 0; /* sums may wrap round */
    v->v[i] = far ? wide(m, i) : any_value(m, i);
    v->v[j] = far ? wide(m, j) : any_value(m, j);
    break;
  }
  case 2: v->v[i] += (guint64)(gint64)g_rand_int_range(m->random, -3, 4); break;
  case 3: v->v[i] = v->v[j] + (guint64)(gint64)g_rand_int_range(m->random, -2, 3); break;
  case 4:
    if (below(m, 2))
      for (guint k = 0; k < n; k++) v->v[k] = any_value(m, k);
    if (m->equations->len) move_to_zero(m, v);
    break;
  case 5:
    for (guint k = 0, any = below(m, 3); k < n; k++) v->v[k] = any ? own_value(m, k) : from_pool(m, k);
    break;
  case 6:
    for (guint k = 0; k < n; k++) v->v[k] = small(m, k);
    break;
  default:
    for (guint k = 0; k < n; k++) v->v[k] = wide(m, k);
  }
}

Vector maker_point(Maker *m, const GPtrArray *known, guint *kind) {
  Vector v = {.base = NULL};
  do *kind = below(m, G_N_ELEMENTS(m->n));
  while (g_rand_double(m->random) < MIN(0.9, m->useless[*kind] / (m->n[*kind] + 8)));
  if (known->len) v = vector_of(m->features, (const Model *)known->pdata[below(m, known->len)]);
  if (m->features->inputs->len) make(m, *kind, &v);
  for (guint i = 0; i < m->features->inputs->len; i++) v.v[i] &= term_mask(input_width(m, i));
  return v;
}

void maker_judge(Maker *m, guint kind, gboolean useful) {
  m->n[kind]++;
  m->useless[kind] += !useful;
}
