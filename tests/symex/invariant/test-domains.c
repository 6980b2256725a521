/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Polyhedra, octagons and boxes: none loses a point, and loops with more places than polyhedra can relate are
 * seen by the others. */
#include "engine/engine.h"
#include "symex/invariant/absint.h"
#include "symex/invariant/linear.h"
#include "formula/solver.h"
#include "tests/helpers/loop.h"
#include "tests/helpers/sample.h"

static const PolyDomain domains[] = {POLYHEDRA, OCTAGONS, BOXES};

/* a x + b y + c */
static Linear form_of(Wide a, Wide b, Wide c) {
  Linear form = linear_constant(c);
  form.k[0] = a;
  form.k[1] = b;
  return form;
}

static void test_shapes(void) {
  for (guint d = 0; d < G_N_ELEMENTS(domains); d++) {
    poly_begin(domains[d]);
    Poly *p = poly_new(2, FALSE);
    const Linear limits[] = {form_of(1, 0, -2), form_of(-1, 0, 7), form_of(-1, 1, 0), form_of(1, -1, 1)};
    for (guint i = 0; i < G_N_ELEMENTS(limits); i++) poly_constrain(p, &limits[i], FALSE);
    Linear y = form_of(0, 1, 0), difference = form_of(-1, 1, 0); /* 2 <= x <= 7, x <= y <= x + 1 */
    Wide least, greatest;
    poly_bounds(p, &y, &least, &greatest);
    g_assert_true(least == 2 && greatest == 8);
    poly_bounds(p, &difference, &least, &greatest);
    g_assert_true(domains[d] == BOXES ? least == -5 && greatest == 6 : least == 0 && greatest == 1);
    Linear none = form_of(1, 0, -8);
    poly_constrain(p, &none, FALSE);
    g_assert_true(poly_is_empty(p));
    g_assert_false(poly_failed());
    poly_free(p);
  }
}

/* An octagon is told what a relation of three dimensions says of one or two. */
static void test_relaxed(void) {
  poly_begin(OCTAGONS);
  Poly *p = poly_new(3, FALSE);
  for (guint i = 0; i < 2; i++) {
    Linear x = linear_dimension(i), below = linear_constant(10);
    linear_add(&below, &x, -1);
    poly_constrain(p, &x, FALSE);
    poly_constrain(p, &below, FALSE);
  }
  Linear sum = form_of(1, 2, 0), difference = linear_dimension(2), x = linear_dimension(0),
         z = linear_dimension(2);
  sum.k[2] = -1;
  poly_constrain(p, &sum, TRUE); /* z = x + 2 y */
  Wide least, greatest;
  poly_bounds(p, &z, &least, &greatest);
  g_assert_true(least == 0 && greatest == 30);
  linear_add(&difference, &x, -1);
  poly_bounds(p, &difference, &least, &greatest);
  g_assert_true(least == 0 && greatest == 20);
  poly_free(p);
}

/* Random constraints, and hulls of what they leave: every integer point that satisfies them is inside. */
static void test_no_point_is_lost(gconstpointer data) {
  const PolyDomain domain = *(const PolyDomain *)data;
  GRand *rand = g_rand_new_with_seed(7);
  for (guint round = 0; round < 60; round++) {
    poly_begin(domain);
    Linear forms[4];
    Poly *p = poly_new(3, FALSE);
    for (guint i = 0; i < 4; i++) {
      forms[i] = linear_constant(g_rand_int_range(rand, 0, 12));
      for (guint j = 0; j < 3; j++) forms[i].k[j] = g_rand_int_range(rand, -2, 3);
    }
    for (guint i = 0; i < 3; i++) {
      Linear low = linear_dimension(i), high = linear_constant(4);
      linear_add(&high, &low, -1);
      low.constant = 4;
      poly_constrain(p, &low, FALSE);
      poly_constrain(p, &high, FALSE);
    }
    for (guint i = 0; i < 3; i++) poly_constrain(p, &forms[i], FALSE);
    for (int x = -4; x <= 4; x++)
      for (int y = -4; y <= 4; y++)
        for (int z = -4; z <= 4; z++) {
          gboolean fits = TRUE;
          Wide value = 0, least, greatest;
          for (guint i = 0; i < 4; i++) {
            value = forms[i].constant + forms[i].k[0] * x + forms[i].k[1] * y + forms[i].k[2] * z;
            fits &= i == 3 || value >= 0;
          }
          if (!fits) continue;
          poly_bounds(p, &forms[3], &least, &greatest);
          g_assert_true(least <= value && value <= greatest);
        }
    g_assert_false(poly_failed());
    poly_free(p);
  }
  g_rand_free(rand);
}

/* A chain of widenings ends, above what it started from. */
static void test_widening_ends(void) {
  for (guint d = 0; d < G_N_ELEMENTS(domains); d++) {
    poly_begin(domains[d]);
    g_autoptr(GArray) limits = g_array_new(FALSE, FALSE, sizeof(LinearConstraint));
    LinearConstraint limit = {form_of(-1, 0, 100), FALSE};
    g_array_append_val(limits, limit);
    Poly *x = poly_new(2, TRUE);
    gboolean stable = FALSE;
    for (guint iteration = 0; iteration < 50 && !stable; iteration++) {
      Poly *next = poly_new(2, FALSE);
      Linear at = form_of(1, 0, -(Wide)MIN(iteration, 100)), same = form_of(1, -1, 0);
      poly_constrain(next, &at, TRUE);
      poly_constrain(next, &same, TRUE);
      poly_hull(next, x);
      stable = poly_contains(x, next);
      if (iteration > 2) poly_widen(next, x, limits);
      poly_free(x);
      x = next;
    }
    g_assert_true(stable);
    g_assert_false(poly_failed());
    poly_free(x);
  }
}

/* One step of 4 bits: all values that it may give, wrapped round or not, are covered. */
static void test_steps_cover(gconstpointer data) {
  const Term *x = term_fresh_havoc(4, 0), *y = term_fresh_havoc(4, 0), *one = term_const(4, 1);
  const Term *conditions[] = {term_bool(TRUE), term_binary(TERM_SLT, x, y), term_binary(TERM_ULT, x, y),
                              term_binary(TERM_SLE, term_binary(TERM_ADD, x, one), y)};
  const Term *values[] = {
      term_binary(TERM_ADD, x, one), term_binary(TERM_SUB, x, y),
      term_binary(TERM_ADD, x, term_binary(TERM_MUL, y, term_const(4, 3))),
      term_ite(term_binary(TERM_SLT, x, term_const(4, 0)), term_binary(TERM_SUB, y, x), x)};
  g_autoptr(GPtrArray) leaves = g_ptr_array_new(), none = g_ptr_array_new();
  g_ptr_array_add(leaves, (gpointer)x);
  g_ptr_array_add(leaves, (gpointer)y);
  for (guint i = 0; i < G_N_ELEMENTS(conditions) * G_N_ELEMENTS(values) * 2; i++) {
    const Term *condition = conditions[i / 2 % 4], *value = values[i / 8];
    gboolean is_signed = i % 2;
    poly_begin(*(const PolyDomain *)data);
    Space *s = space_new(leaves, none, is_signed);
    const Term *next[] = {value, NULL};
    Poly *all = space_poly(s), *hull = poly_new(3, TRUE);
    g_autoptr(GPtrArray) steps = linear_step(s, all, condition, next, FALSE, 0);
    for (guint j = 0; j < steps->len; j++) poly_hull(hull, (const Poly *)steps->pdata[j]);
    for (guint point = 0; point < 256; point++) {
      Model *m = model_new();
      model_set(m, x, point % 16);
      model_set(m, y, point / 16);
      if (term_eval(condition, m)) {
        guint64 at[] = {point % 16, point / 16, term_eval(value, m)};
        Poly *one_point = poly_new(3, FALSE);
        for (guint j = 0; j < 3; j++) {
          Linear equal = linear_dimension(j);
          equal.constant = -(is_signed ? (Wide)term_signed(at[j], 4) : (Wide)at[j]);
          poly_constrain(one_point, &equal, TRUE);
        }
        g_assert_true(poly_contains(hull, one_point));
        poly_free(one_point);
      }
      model_free(m);
    }
    g_assert_false(poly_failed());
    poly_free(all);
    poly_free(hull);
    space_free(s);
  }
}

/* ---- loops ---- */

static gboolean finds(const LoopTerms *l, const Term *claim) {
  g_autoptr(GPtrArray) found = absint_invariants(l, 0);
  return solver_valid(term_implies(term_and_n((const Term *const *)found->pdata, found->len), claim), 5000);
}

/* A ring of places, each the next one's value: none is related to all, but all stay in bounds, and two that
 * no small pack holds both grow together. */
static void test_many_places(void) {
  enum { N = 14 };
  const Term *n = term_fresh_havoc(32, 0), *place[N], *iteration;
  Builder b = begin();
  for (guint i = 0; i < N; i++) place[i] = term_fresh_havoc(32, 0);
  for (guint i = 0; i < N; i++) change(&b, place[i], number(0), plus(place[i], 1));
  iteration = less(place[0], n);
  LoopTerms l = {b.changes, term_and(less(number(0), n), less(n, number(1000))), iteration, b.mark, NULL};
  g_assert_true(finds(&l, term_eq(place[0], place[N - 1])));
  g_assert_true(finds(&l, term_binary(TERM_SLE, place[N - 1], number(999))));
  g_assert_false(finds(&l, term_binary(TERM_SLE, place[N - 1], number(998))));
  /* without an end they wrap round */
  l.iteration = term_bool(TRUE);
  g_assert_false(finds(&l, term_binary(TERM_SLE, number(0), place[N - 1])));
  g_array_unref(b.changes);
}

int main(int argc, char **argv) {
  static const char *names[] = {"polyhedra", "octagons", "boxes"};
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/domains/shapes", test_shapes);
  g_test_add_func("/domains/relaxed", test_relaxed);
  g_test_add_func("/domains/widening-ends", test_widening_ends);
  for (guint d = 0; d < G_N_ELEMENTS(domains); d++) {
    g_autofree char *lost = g_strconcat("/domains/no-point-is-lost/", names[d], NULL);
    g_autofree char *cover = g_strconcat("/domains/steps-cover/", names[d], NULL);
    g_test_add_data_func(lost, &domains[d], test_no_point_is_lost);
    g_test_add_data_func(cover, &domains[d], test_steps_cover);
  }
  g_test_add_func("/domains/many-places", test_many_places);
  return g_test_run();
}
