/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting: every method against brute force, closed forms against direct sums. */
#include <stdlib.h>
#include <string.h>
#include "tests/helpers/brute.h"
#include "count/count.h"
#include "count/lattice.h"
#include "count/methods.h"
#include "count/parity.h"
#include "tests/helpers/random-terms.h"

static CountLimits limits(guint methods) {
  return (CountLimits){.epsilon = 0.8, .delta = 0.2, .deadline = soon(60), .methods = methods};
}

static const Term *in(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }
static const Term *num(guint width, gint64 v) { return term_const(width, (guint64)v); }
static const Term *op(TermOp o, const Term *a, const Term *b) { return term_binary(o, a, b); }

static void test_floor_sum(void) {
  GRand *r = g_rand_new_with_seed(1);
  mpz_t n, m, a, b, sum;
  mpz_inits(n, m, a, b, sum, NULL);
  for (guint trial = 0; trial < 3000; trial++) {
    const gint64 count = g_rand_int_range(r, 0, 30), mod = g_rand_int_range(r, 1, 20),
                 x = g_rand_int_range(r, -50, 50), y = g_rand_int_range(r, -50, 50);
    gint64 expected = 0;
    for (gint64 i = 0; i < count; i++) {
      const gint64 v = x * i + y;
      expected += v >= 0 ? v / mod : -((-v + mod - 1) / mod);
    }
    mpz_set_si(n, count), mpz_set_si(m, mod), mpz_set_si(a, x), mpz_set_si(b, y);
    floor_sum(sum, n, m, a, b);
    g_assert_cmpint(mpz_get_si(sum), ==, expected);
  }
  mpz_clears(n, m, a, b, sum, NULL);
  g_rand_free(r);
}

static void test_lattice(void) {
  GRand *r = g_rand_new_with_seed(2);
  mpz_t n;
  mpz_init(n);
  for (guint trial = 0; trial < 3000; trial++) {
    HalfPlane planes[4];
    const guint k = (guint)g_rand_int_range(r, 0, 5);
    for (guint i = 0; i < k; i++)
      planes[i] =
          (HalfPlane){g_rand_int_range(r, -6, 7), g_rand_int_range(r, -6, 7), g_rand_int_range(r, -40, 20)};
    const Range x = {g_rand_int_range(r, -12, 4), g_rand_int_range(r, -4, 12)};
    const Range y = {g_rand_int_range(r, -12, 4), g_rand_int_range(r, -4, 12)};
    guint64 expected = 0;
    for (Int i = x.low; i <= x.high; i++)
      for (Int j = y.low; j <= y.high; j++) {
        gboolean inside = TRUE;
        for (guint p = 0; p < k; p++) inside &= planes[p].a * i + planes[p].b * j + planes[p].c <= 0;
        expected += inside;
      }
    lattice_count(n, x, y, planes, k);
    brute_is(n, expected);
  }
  mpz_clear(n);
  g_rand_free(r);
}

/* All methods that accept the term agree with brute force.  How many did is added to accepted. */
static void check_methods(const Term *t, guint *accepted) {
  static const CountMethod exact[] = {METHOD_REGIONS, METHOD_POINTS, METHOD_BDD};
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  const guint64 expected = brute_count(t);
  gboolean is_exact;
  mpz_t n;
  mpz_init(n);
  if (count_by_regions(t, soon(10), n)) brute_is(n, expected), accepted[0]++;
  if (count_by_boxes(t, soon(10), n)) brute_is(n, expected), accepted[4]++;
  if (count_by_points(t, soon(10), n)) brute_is(n, expected), accepted[1]++;
  if (count_by_bdd(t, n)) brute_is(n, expected), accepted[2]++;
  if (accepted[2] % 8 == 0 && count_by_hashing(t, 0.8, 0.2, n, &is_exact)) {
    accepted[3]++;
    if (is_exact)
      brute_is(n, expected);
    else {
      g_assert_cmpfloat(mpz_get_d(n), <=, (double)expected * 1.8);
      g_assert_cmpfloat(mpz_get_d(n), >=, (double)expected / 1.8);
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS(exact) && accepted[2] % 16 == 0; i++) {
    const CountLimits l = limits(exact[i]);
    g_autoptr(Count) c = count_formula(t, inputs, &l);
    if (c->known) brute_is(c->n, expected);
  }
  mpz_clear(n);
}

static void check_random(guint seed, guint n_trials, const guint *widths, gboolean floats, guint *accepted) {
  GRand *r = g_rand_new_with_seed(seed);
  for (guint trial = 0; trial < n_trials; trial++) {
    GArray *nodes = random_terms(
        r,
        &(RandomPlan){.n_nodes = 40, .with_arrays = trial % 4 == 0, .with_floats = floats, .widths = widths});
    guint checked = 0;
    for (guint i = nodes->len; i-- > 0 && checked < 3;) {
      const Term *t = g_array_index(nodes, NaiveNode, i).term;
      if (t->width != 1 || t->index_width || term_is_const(t)) continue;
      g_autoptr(GPtrArray) inputs = term_inputs(t);
      if (brute_bits(inputs) > 11) continue;
      check_methods(t, accepted);
      checked++;
    }
    g_array_free(nodes, TRUE);
    term_store_clear();
  }
  g_rand_free(r);
}

static void test_random(void) {
  static const guint narrow[] = {1, 2, 3, 4, 0};
  guint accepted[5] = {0};
  check_random(3, 250, narrow, FALSE, accepted);
  g_test_message("accepted: regions %u, points %u, bdd %u, hashing %u", accepted[0], accepted[1], accepted[2],
                 accepted[3]);
  g_assert_cmpuint(accepted[0], >, 50);
  g_assert_cmpuint(accepted[1], >, 300);
  g_assert_cmpuint(accepted[2], >, 300);
  g_assert_cmpuint(accepted[3], >, 20);
  g_assert_cmpuint(accepted[4], >, 20);
}

/* A random linear term: sums, multiples, extensions, choices. */
static const Term *random_linear(GRand *r, guint width, guint depth) {
  if (depth == 0) {
    if (g_rand_int_range(r, 0, 4) == 0) return num(width, g_rand_int_range(r, -9, 10));
    if (width == 4) return in((guint)g_rand_int_range(r, 0, 2), 4);
    return g_rand_boolean(r) ? term_zext(in((guint)g_rand_int_range(r, 0, 2), 4), width)
                             : term_sext(in((guint)g_rand_int_range(r, 0, 2), 4), width);
  }
  const Term *a = random_linear(r, width, depth - 1);
  switch (g_rand_int_range(r, 0, 6)) {
  case 0: return op(TERM_ADD, a, random_linear(r, width, depth - 1));
  case 1: return op(TERM_SUB, a, random_linear(r, width, depth - 1));
  case 2: return op(TERM_MUL, a, num(width, g_rand_int_range(r, -5, 6)));
  case 3: return term_not(a);
  case 4:
    return width == 4 ? term_extract(random_linear(r, 6, depth - 1), 0, 4)
                      : (g_rand_boolean(r) ? term_zext : term_sext)(random_linear(r, 4, depth - 1), width);
  default: return term_ite(op(TERM_ULT, a, num(width, 5)), a, random_linear(r, width, depth - 1));
  }
}

static const Term *random_condition(GRand *r, guint depth) {
  static const TermOp relation[] = {TERM_EQ, TERM_ULT, TERM_ULE, TERM_SLT, TERM_SLE};
  if (depth == 0) {
    const guint width = g_rand_boolean(r) ? 4 : 6;
    return op(relation[g_rand_int_range(r, 0, 5)], random_linear(r, width, (guint)g_rand_int_range(r, 0, 4)),
              random_linear(r, width, (guint)g_rand_int_range(r, 0, 3)));
  }
  const Term *a = random_condition(r, depth - 1), *b = random_condition(r, depth - 1);
  return g_rand_boolean(r) ? term_and(a, b) : term_or(term_not(a), b);
}

/* Linear conditions on two inputs are counted in closed form, also where they wrap around. */
static void test_random_linear(void) {
  GRand *r = g_rand_new_with_seed(4);
  guint known = 0, tried = 0;
  mpz_t n;
  mpz_init(n);
  for (guint trial = 0; trial < 1500; trial++) {
    const Term *t = random_condition(r, trial % 3);
    if (term_is_const(t)) continue;
    tried++;
    if (!count_by_regions(t, soon(10), n)) continue;
    known++;
    brute_is(n, brute_count(t));
  }
  mpz_clear(n);
  g_rand_free(r);
  g_assert_cmpuint(known * 10, >, tried * 9);
  term_store_clear();
}

/* 32-bit inputs, x in a range of some thousands: each x by itself is an interval of y. */
static void test_linear_wide(void) {
  const Term *x = in(0, 32), *y = in(1, 32);
  mpz_t n;
  mpz_init(n);
  for (gint64 a = -7; a <= 7; a += 3)
    for (gint64 c = -2000000000; c <= 2000000000; c += 1333333333) {
      const Term *sum = op(TERM_ADD, op(TERM_MUL, x, num(32, a)), y);
      const Term *t = term_and(op(TERM_SLT, sum, num(32, c)), op(TERM_ULT, x, num(32, 5000)));
      t = term_and(t, op(TERM_SLE, num(32, -1000000), y));
      guint64 expected = 0;
      for (gint64 i = 0; i < 5000; i++) {
        /* y from -1000000 to 2^31 - 1, moved by a i: what is below c, and what wrapped to below c */
        const gint64 low = -1000000 + a * i, high = G_MAXINT32 + a * i, size = (gint64)1 << 32;
        for (gint64 wrap = -1; wrap <= 1; wrap++) {
          const gint64 from = MAX(low, G_MININT32 + wrap * size), to = MIN(high, c - 1 + wrap * size);
          if (from <= to) expected += (guint64)(to - from + 1);
        }
      }
      g_assert_true(count_by_regions(t, soon(10), n));
      brute_is(n, expected);
    }
  mpz_clear(n);
  term_store_clear();
}

/* Sums of 32 and 64 bits that wrap around: closed forms and decision diagrams agree. */
static void test_wide_agreement(void) {
  GRand *r = g_rand_new_with_seed(7);
  guint agreed = 0;
  mpz_t a, b;
  mpz_inits(a, b, NULL);
  for (guint trial = 0; trial < 16; trial++) {
    const guint width = trial % 4 ? 32 : 64;
    const Term *x = in(width, width), *y = in(width + 1, width), *t = term_bool(TRUE);
    for (guint i = 0; i < 2; i++) {
      const Term *sum = op(TERM_ADD, op(TERM_MUL, x, num(width, g_rand_int_range(r, -2, 4))),
                           op(TERM_MUL, y, num(width, g_rand_int_range(r, -2, 4))));
      const gint64 bound = (gint64)((guint64)g_rand_int(r) << (width - 32));
      const Term *atom = op(g_rand_boolean(r) ? TERM_SLT : TERM_ULE, sum, num(width, bound));
      t = trial % 3 ? term_and(t, atom) : term_not(term_and(t, atom));
    }
    if (term_is_const(t) || !count_by_regions(t, soon(20), a)) continue;
    if (!count_by_bdd(t, b)) continue;
    agreed++;
    g_assert_cmpint(mpz_cmp(a, b), ==, 0);
  }
  g_assert_cmpuint(agreed, >, 8);
  mpz_clears(a, b, NULL);
  g_rand_free(r);
  term_store_clear();
}

/* x + y < 2^32 without wrap-around, x < y, and a product of boxes: by the formulas of the schoolbook. */
static void test_known_shapes(void) {
  const Term *x = in(0, 32), *y = in(1, 32), *big = in(2, 64);
  mpz_t n, expected;
  mpz_inits(n, expected, NULL);
  const Term *sum = op(TERM_ADD, term_zext(x, 33), term_zext(y, 33));
  g_assert_true(count_by_regions(op(TERM_ULT, sum, num(33, (gint64)1 << 32)), soon(10), n));
  mpz_set_ui(expected, 1);
  mpz_mul_2exp(expected, expected, 32);
  mpz_add_ui(expected, expected, 1);
  mpz_mul_2exp(expected, expected, 31); /* N (N + 1) / 2 for N = 2^32 */
  g_assert_cmpint(mpz_cmp(n, expected), ==, 0);
  g_assert_true(count_by_regions(op(TERM_SLT, x, y), soon(10), n));
  mpz_set_ui(expected, 1);
  mpz_mul_2exp(expected, expected, 32);
  mpz_sub_ui(expected, expected, 1);
  mpz_mul_2exp(expected, expected, 31);
  g_assert_cmpint(mpz_cmp(n, expected), ==, 0);
  const Term *box = term_and(op(TERM_ULT, x, num(32, 1000)), op(TERM_SLT, y, num(32, -5)));
  box = term_and(box, op(TERM_ULE, num(64, G_MAXINT64), big));
  g_autoptr(GPtrArray) space = term_inputs(term_and(box, term_eq(in(3, 8), num(8, 1))));
  const CountLimits l = limits(METHOD_ALL);
  g_autoptr(Count) c = count_formula(box, space, &l);
  g_assert_true(c->known && c->exact);
  mpz_set_ui(expected, 1);
  mpz_mul_2exp(expected, expected, 63);
  mpz_add_ui(expected, expected, 1);
  mpz_mul_ui(expected, expected, 1000);
  mpz_mul_ui(expected, expected, 2147483643);
  mpz_mul_ui(expected, expected, 256); /* the fourth input makes no difference */
  g_assert_cmpint(mpz_cmp(c->n, expected), ==, 0);
  mpz_clears(n, expected, NULL);
  term_store_clear();
}

/* Comparisons of floating-point numbers are counted as bits; their arithmetic only point by point. */
static void test_floats(void) {
  const Term *f = in(0, 32), *one = num(32, 0x3f800000), *two = num(32, 0x40000000);
  mpz_t n;
  mpz_init(n);
  g_assert_true(count_by_bdd(term_and(op(TERM_FLE, one, f), op(TERM_FLT, f, two)), n));
  brute_is(n, 1u << 23);
  g_assert_true(count_by_bdd(op(TERM_FEQ, f, num(32, 0)), n));
  brute_is(n, 2);
  g_assert_true(count_by_bdd(term_not(op(TERM_FEQ, f, f)), n));
  brute_is(n, 2 * ((1u << 23) - 1));
  const Term *sum = op(TERM_FLT, op(TERM_FADD, f, one), two);
  g_assert_false(count_by_bdd(sum, n));
  const Term *few = term_and(op(TERM_ULE, num(32, 0x3f7fff00), f), op(TERM_ULE, f, num(32, 0x3f8000ff)));
  g_assert_true(count_by_points(term_and(sum, few), soon(10), n));
  guint64 expected = 0;
  for (guint32 bits = 0x3f7fff00; bits <= 0x3f8000ff; bits++) {
    float v;
    memcpy(&v, &bits, sizeof v);
    volatile float s = v + 1.0f;
    expected += s < 2.0f;
  }
  brute_is(n, expected);
  /* all of them: the negative ones and those below 1, about */
  const CountLimits l = limits(METHOD_ALL);
  g_autoptr(GPtrArray) space = term_inputs(sum);
  g_autoptr(Count) most = count_formula(sum, space, &l);
  g_assert_true(most->known && !most->exact);
  g_assert_cmpfloat(mpz_get_d(most->n), >, 3204448257.0 / 1.8);
  g_assert_cmpfloat(mpz_get_d(most->n), <, 3204448257.0 * 1.8);
  g_autoptr(Count) rare = count_formula(op(TERM_FEQ, op(TERM_FADD, f, one), num(32, 0x501502f9)), space, &l);
  g_assert_false(rare->known);
  g_assert_nonnull(strstr(rare->reason, "floating-point"));
  mpz_clear(n);
  term_store_clear();
}

/* A product of 64 bits is beyond decision diagrams: the number of its factors is known all the same. */
static void test_hashing(void) {
  const Term *x = term_zext(in(0, 12), 24), *y = term_zext(in(1, 12), 24);
  const Term *t = op(TERM_ULT, op(TERM_MUL, x, y), num(24, 100000));
  guint64 expected = 0;
  for (guint i = 0; i < 4096; i++) expected += i ? MIN(4096, (99999 / i) + 1) : 4096;
  mpz_t n, again;
  gboolean exact;
  mpz_inits(n, again, NULL);
  g_assert_true(count_by_hashing(t, 0.8, 0.2, n, &exact));
  g_assert_false(exact);
  g_assert_cmpfloat(mpz_get_d(n), <=, (double)expected * 1.8);
  g_assert_cmpfloat(mpz_get_d(n), >=, (double)expected / 1.8);
  g_assert_true(count_by_hashing(t, 0.8, 0.2, again, &exact));
  g_assert_cmpint(mpz_cmp(n, again), ==, 0);
  g_assert_true(
      count_by_hashing(term_and(t, op(TERM_ULT, num(24, 99990), op(TERM_MUL, x, y))), 0.8, 0.2, n, &exact));
  mpz_clears(n, again, NULL);
  term_store_clear();
}

/* A cell has the points that its rows admit, each once, in whatever way it is asked. */
static void test_cells(void) {
  enum { N = 9 };
  GRand *r = g_rand_new_with_seed(6);
  for (guint trial = 0; trial < 200; trial++) {
    Parities *p = parities_new(N, r);
    const guint m = trial % (N + 1);
    g_autoptr(Cell) c = cell_new(p, m);
    guint admitted = 0, listed = 0;
    gboolean seen[1 << N] = {FALSE};
    for (guint k = 0; k < 1u << N; k++) {
      guint8 point[N];
      gboolean holds = TRUE;
      for (guint b = 0; b < N; b++) point[b] = k >> b & 1;
      for (guint i = 0; i < m; i++)
        holds &= (__builtin_popcountll(p->words[i] & k) & 1) == (int)(p->words[i] >> N & 1);
      g_assert_cmpint(cell_has(c, point), ==, holds);
      seen[k] = holds;
      admitted += holds;
    }
    g_assert_cmpuint(admitted, ==, c->empty ? 0 : 1u << c->n_free);
    for (guint64 block = 0; !c->empty && block << 6 < 1u << c->n_free; block++) {
      guint64 words[N];
      cell_points(c, block, words);
      for (guint lane = 0; lane < 64 && lane < 1u << c->n_free; lane++) {
        guint k = 0;
        for (guint b = 0; b < N; b++) k |= (guint)(words[b] >> lane & 1) << b;
        g_assert_true(seen[k]);
        seen[k] = FALSE;
        listed++;
      }
    }
    g_assert_cmpuint(listed, ==, admitted);
    parities_free(p);
  }
  g_rand_free(r);
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/count/floor-sum", test_floor_sum);
  g_test_add_func("/count/lattice", test_lattice);
  g_test_add_func("/count/random", test_random);
  g_test_add_func("/count/random-linear", test_random_linear);
  g_test_add_func("/count/linear-wide", test_linear_wide);
  g_test_add_func("/count/wide-agreement", test_wide_agreement);
  g_test_add_func("/count/known-shapes", test_known_shapes);
  g_test_add_func("/count/floats", test_floats);
  g_test_add_func("/count/cells", test_cells);
  g_test_add_func("/count/hashing", test_hashing);
  return g_test_run();
}
