/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting by boxes: where inputs are only compared with constants, the comparisons cut the values of each
 * input into pieces, on whose products the formula does not change: one point of each is tried. */
#include <stdlib.h>
#include "base/limits.h"
#include "count/lattice.h"
#include "count/methods.h"
#include "count/simulation.h"
#include "formula/interval.h"

static const double max_work = 3e9; /* node visits */

typedef struct {
  GPtrArray *inputs;
  GArray **starts; /* guint64, by input: where pieces begin, increasing */
  guint64 n_boxes;
} Boxes;

static gboolean is_connective(const Term *t) {
  return t->op == TERM_NOT || t->op == TERM_AND || t->op == TERM_OR || t->op == TERM_XOR ||
         t->op == TERM_ITE || (t->op == TERM_EQ && t->args[0]->width == 1);
}

static gboolean add_atom(Boxes *b, const Term *t) {
  const Term *x;
  IntervalSet set;
  guint i;
  if (t->op == TERM_INPUT && t->width == 1) {
    x = t;
    interval_set_arc(&set, 1, 1, 1);
  } else if (!term_as_set(t, TRUE, &x, &set)) {
    return FALSE;
  }
  if (!g_ptr_array_find(b->inputs, x, &i)) return FALSE;
  for (guint k = 0; k < set.n; k++) {
    const guint64 after = set.pieces[k].high + 1; /* the piece that follows */
    g_array_append_val(b->starts[i], set.pieces[k].low);
    if (set.pieces[k].high < term_mask(x->width)) g_array_append_val(b->starts[i], after);
  }
  return TRUE;
}

/* Everything that inputs go into must be such comparisons; what is made of these does not matter. */
static gboolean add_atoms(Boxes *b, const Term *root) {
  g_autoptr(GPtrArray) open = g_ptr_array_new();
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_ptr_array_add(open, (gpointer)root);
  while (open->len > 0) {
    const Term *t = g_ptr_array_steal_index_fast(open, open->len - 1);
    if (!t->has_input || !g_hash_table_add(seen, (gpointer)t)) continue;
    if (t->width == 1 && !t->index_width && !is_connective(t) && add_atom(b, t)) continue;
    if (t->op == TERM_INPUT) return FALSE;
    for (guint i = 0; i < t->n_args; i++) g_ptr_array_add(open, (gpointer)t->args[i]);
  }
  return TRUE;
}

static int by_value(gconstpointer a, gconstpointer b) {
  const guint64 x = *(const guint64 *)a, y = *(const guint64 *)b;
  return x < y ? -1 : x > y;
}

/* Orders the pieces; FALSE: there are too many boxes. */
static gboolean sort_pieces(Boxes *b) {
  b->n_boxes = 1;
  for (guint i = 0; i < b->inputs->len; i++) {
    GArray *a = b->starts[i];
    guint n = 0;
    g_array_sort(a, by_value);
    for (guint k = 0; k < a->len; k++)
      if (k == 0 || g_array_index(a, guint64, k) != g_array_index(a, guint64, n - 1))
        g_array_index(a, guint64, n++) = g_array_index(a, guint64, k);
    g_array_set_size(a, n);
    if (n > limits.count_boxes || b->n_boxes * n > limits.count_boxes) return FALSE;
    b->n_boxes *= n;
  }
  return TRUE;
}

static void multiply_by_size(const Boxes *b, guint input, guint piece, mpz_t n) {
  const GArray *a = b->starts[input];
  const Int all = (Int)1 << ((const Term *)b->inputs->pdata[input])->width;
  const Int end = piece + 1 < a->len ? (Int)g_array_index(a, guint64, piece + 1) : all;
  mpz_t size;
  mpz_init(size);
  int_to_mpz(size, end - g_array_index(a, guint64, piece));
  mpz_mul(n, n, size);
  mpz_clear(size);
}

static void add_box(const Boxes *b, guint64 box, mpz_t total, mpz_t n) {
  mpz_set_ui(n, 1);
  for (guint i = 0; i < b->inputs->len; i++) {
    multiply_by_size(b, i, (guint)(box % b->starts[i]->len), n);
    box /= b->starts[i]->len;
  }
  mpz_add(total, total, n);
}

static void load(const Boxes *b, guint64 first, guint64 *values) {
  for (guint lane = 0; lane < LANES; lane++) {
    guint64 rest = first + lane;
    for (guint i = 0; i < b->inputs->len; i++) {
      values[i * LANES + lane] = g_array_index(b->starts[i], guint64, rest % b->starts[i]->len);
      rest /= b->starts[i]->len;
    }
  }
}

static gboolean try_boxes(const Boxes *b, Simulation *s, gint64 deadline, mpz_t total) {
  g_autofree guint64 *values = g_new0(guint64, b->inputs->len * LANES + 1);
  gboolean in_time = TRUE;
  mpz_t n;
  mpz_init(n);
  mpz_set_ui(total, 0);
  for (guint64 first = 0; in_time && first < b->n_boxes; first += LANES) {
    in_time = g_get_monotonic_time() <= deadline;
    load(b, first, values);
    const guint64 holds = simulation_values(s, values);
    for (guint lane = 0; lane < LANES && first + lane < b->n_boxes; lane++)
      if (holds >> lane & 1) add_box(b, first + lane, total, n);
  }
  mpz_clear(n);
  return in_time;
}

gboolean count_by_boxes(const Term *t, gint64 deadline, mpz_t n) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  Boxes b = {.inputs = inputs, .starts = g_new0(GArray *, inputs->len + 1)};
  const guint64 zero = 0;
  for (guint i = 0; i < inputs->len; i++) {
    b.starts[i] = g_array_new(FALSE, FALSE, sizeof(guint64));
    g_array_append_val(b.starts[i], zero);
  }
  gboolean known = add_atoms(&b, t) && sort_pieces(&b);
  if (known) {
    g_autoptr(Simulation) s = simulation_new(t, limits.count_boxes_nodes);
    known = s->g && (double)b.n_boxes / LANES * s->g->nodes->len <= max_work && try_boxes(&b, s, deadline, n);
  }
  for (guint i = 0; i < inputs->len; i++) g_array_unref(b.starts[i]);
  g_free(b.starts);
  return known;
}
