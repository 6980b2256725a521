/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting: every method against brute force, closed forms against direct sums. */
#include <stdlib.h>
#include <string.h>
#include <glib/gstdio.h>
#include "count/blast.h"
#include "count/cnf.h"
#include "count/count.h"
#include "count/lattice.h"
#include "count/methods.h"
#include "random-terms.h"

static gint64 soon(double seconds) { return g_get_monotonic_time() + (gint64)(seconds * G_USEC_PER_SEC); }

static CountLimits limits(guint methods) {
  return (CountLimits){.epsilon = 0.8, .delta = 0.2, .deadline = soon(60), .methods = methods};
}

static const Term *in(guint site, guint width) { return term_input((InputKey){site, 1, 0}, width); }
static const Term *num(guint width, gint64 v) { return term_const(width, (guint64)v); }
static const Term *op(TermOp o, const Term *a, const Term *b) { return term_binary(o, a, b); }

static void is_number(const mpz_t n, guint64 expected) {
  g_autofree char *want = g_strdup_printf("%" G_GUINT64_FORMAT, expected);
  char *got = mpz_get_str(NULL, 10, n);
  g_assert_cmpstr(got, ==, want);
  free(got);
}

static guint bits_of(const GPtrArray *inputs) {
  guint bits = 0;
  for (guint i = 0; i < inputs->len; i++) bits += ((const Term *)inputs->pdata[i])->width;
  return bits;
}

static Model *point(const GPtrArray *inputs, guint64 number) {
  Model *m = model_new();
  for (guint i = 0; i < inputs->len; i++) {
    const Term *x = inputs->pdata[i];
    model_set(m, x, number & term_mask(x->width));
    number >>= x->width;
  }
  return m;
}

static guint64 brute(const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  guint64 n = 0;
  for (guint64 k = 0; k < (guint64)1 << bits_of(inputs); k++) {
    Model *m = point(inputs, k);
    n += term_eval(t, m);
    model_free(m);
  }
  return n;
}

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
    is_number(n, expected);
  }
  mpz_clear(n);
  g_rand_free(r);
}

/* All methods that accept the term agree with brute force.  How many did is added to accepted. */
static void check_methods(const Term *t, guint *accepted) {
  static const CountMethod exact[] = {METHOD_REGIONS, METHOD_POINTS, METHOD_BDD};
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  const guint64 expected = brute(t);
  gboolean is_exact;
  mpz_t n;
  mpz_init(n);
  if (count_by_regions(t, soon(10), n)) is_number(n, expected), accepted[0]++;
  if (count_by_points(t, soon(10), n)) is_number(n, expected), accepted[1]++;
  if (count_by_bdd(t, n)) is_number(n, expected), accepted[2]++;
  if (accepted[2] % 8 == 0 && count_by_hashing(t, 0.8, 0.2, n, &is_exact)) {
    accepted[3]++;
    if (is_exact)
      is_number(n, expected);
    else {
      g_assert_cmpfloat(mpz_get_d(n), <=, (double)expected * 1.8);
      g_assert_cmpfloat(mpz_get_d(n), >=, (double)expected / 1.8);
    }
  }
  for (guint i = 0; i < G_N_ELEMENTS(exact) && accepted[2] % 16 == 0; i++) {
    const CountLimits l = limits(exact[i]);
    g_autoptr(Count) c = count_formula(t, inputs, &l);
    if (c->known) is_number(c->n, expected);
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
      if (bits_of(inputs) > 11) continue;
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
  guint accepted[4] = {0};
  check_random(3, 250, narrow, FALSE, accepted);
  g_test_message("accepted: regions %u, points %u, bdd %u, hashing %u", accepted[0], accepted[1], accepted[2],
                 accepted[3]);
  g_assert_cmpuint(accepted[0], >, 50);
  g_assert_cmpuint(accepted[1], >, 300);
  g_assert_cmpuint(accepted[2], >, 300);
  g_assert_cmpuint(accepted[3], >, 20);
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
    is_number(n, brute(t));
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
        for (gint64 turn = -1; turn <= 1; turn++) {
          const gint64 from = MAX(low, G_MININT32 + turn * size), to = MIN(high, c - 1 + turn * size);
          if (from <= to) expected += (guint64)(to - from + 1);
        }
      }
      g_assert_true(count_by_regions(t, soon(10), n));
      is_number(n, expected);
    }
  mpz_clear(n);
  term_store_clear();
}

/* x + y < 2^32 without wrap-around, x < y, and a product of boxes: by the formulas of the schoolbook. */
static void test_known_shapes(void) {
  const Term *x = in(0, 32), *y = in(1, 32), *big = in(2, 64);
  const gint64 start = g_get_monotonic_time();
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
  g_assert_cmpint(g_get_monotonic_time() - start, <, 5 * G_USEC_PER_SEC);
  mpz_clears(n, expected, NULL);
  term_store_clear();
}

/* Comparisons of floating-point numbers are counted as bits; their arithmetic only point by point. */
static void test_floats(void) {
  const Term *f = in(0, 32), *one = num(32, 0x3f800000), *two = num(32, 0x40000000);
  mpz_t n;
  mpz_init(n);
  g_assert_true(count_by_bdd(term_and(op(TERM_FLE, one, f), op(TERM_FLT, f, two)), n));
  is_number(n, 1u << 23);
  g_assert_true(count_by_bdd(op(TERM_FEQ, f, num(32, 0)), n));
  is_number(n, 2);
  g_assert_true(count_by_bdd(term_not(op(TERM_FEQ, f, f)), n));
  is_number(n, 2 * ((1u << 23) - 1));
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
  is_number(n, expected);
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

/* --- DIMACS, counted by someone else --- */

/* The value of each variable by unit propagation from those shown; FALSE: a clause is violated.  Every gate
 * is defined by those before it, so nothing stays open. */
static gboolean propagate(const Cnf *c, gint8 *value) {
  gboolean changed = TRUE;
  while (changed) {
    changed = FALSE;
    int open = 0;
    guint n_open = 0;
    gboolean satisfied = FALSE;
    for (guint i = 0; i < c->literals->len; i++) {
      const int l = g_array_index(c->literals, int, i);
      if (l && value[ABS(l)] < 0) open = l, n_open++;
      if (l && value[ABS(l)] >= 0) satisfied |= value[ABS(l)] == (l > 0);
      if (l) continue;
      if (!satisfied && n_open == 0) return FALSE;
      if (!satisfied && n_open == 1) value[ABS(open)] = open > 0, changed = TRUE;
      satisfied = FALSE;
      n_open = 0;
    }
  }
  return TRUE;
}

static Cnf *parse_dimacs(const char *text, GPtrArray *inputs) {
  Cnf *c = g_new0(Cnf, 1);
  c->inputs = g_ptr_array_ref(inputs);
  c->literals = g_array_new(FALSE, FALSE, sizeof(int));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  for (char **line = lines; *line; line++) {
    g_auto(GStrv) words = g_strsplit(*line, " ", -1);
    if (g_str_has_prefix(*line, "c p show")) c->n_shown = g_strv_length(words) - 4;
    if (g_str_has_prefix(*line, "p cnf"))
      c->n_variables = (guint)atoi(words[2]), c->n_clauses = (guint)atoi(words[3]);
    if (!**line || **line == 'c' || **line == 'p') continue;
    for (char **w = words; *w; w++) {
      const int l = atoi(*w);
      g_array_append_val(c->literals, l);
      c->n_clauses -= l == 0;
    }
  }
  g_assert_cmpuint(c->n_clauses, ==, 0);
  return c;
}

static void test_dimacs(void) {
  static const guint widths[] = {1, 2, 3, 0};
  GRand *r = g_rand_new_with_seed(5);
  guint checked = 0;
  while (checked < 60) {
    GArray *nodes = random_terms(r, &(RandomPlan){.n_nodes = 25, .widths = widths});
    const Term *t = g_array_index(nodes, NaiveNode, nodes->len - 1).term;
    g_autoptr(GPtrArray) inputs = term_inputs(t);
    g_array_free(nodes, TRUE);
    if (t->width != 1 || bits_of(inputs) > 9 || inputs->len == 0) continue;
    g_ptr_array_add(inputs, (gpointer)in(9, 1)); /* does not matter, and doubles the count */
    g_autoptr(Aig) g = aig_new(10000);
    AigLit root;
    g_assert_true(blast(g, t, &root));
    g_autoptr(Cnf) cnf = cnf_new(g, root, inputs);
    const char *names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"};
    g_autofree char *text = cnf_to_dimacs(cnf, names);
    g_autoptr(Cnf) read = parse_dimacs(text, inputs);
    g_assert_cmpuint(read->n_shown, ==, bits_of(inputs));
    guint64 models = 0;
    g_autofree gint8 *value = g_new(gint8, read->n_variables + 1);
    for (guint k = 0; k < 1u << read->n_shown; k++) {
      memset(value, -1, read->n_variables + 1);
      for (guint b = 0; b < read->n_shown; b++) value[b + 1] = k >> b & 1;
      const gboolean model = propagate(read, value);
      models += model;
      for (guint v = 1; model && v <= read->n_variables; v++) g_assert_cmpint(value[v], >=, 0);
    }
    g_assert_cmpuint(models, ==, 2 * brute(t));
    checked++;
  }
  g_rand_free(r);
  term_store_clear();
}

/* --- the whole --- */

static Cfc *new_cfc(Program *p) {
  const InputSite site = {.kind = SITE_NONDET,
                          .function = "__VERIFIER_nondet_int",
                          .variable = "x",
                          .type = "int",
                          .width = 32,
                          .is_signed = TRUE,
                          .loc = {"p.c", 3, 5}};
  InputSite other = site;
  other.variable = "y";
  other.loc.line = 4;
  program_add_site(p, &site);
  program_add_site(p, &other);
  Cfc *c = cfc_new(p, "unreach-call");
  g_ptr_array_add(c->inputs, (gpointer)in(0, 32));
  g_ptr_array_add(c->inputs, (gpointer)in(1, 32));
  return c;
}

static void test_cfc(void) {
  Program *p = program_new("p.c", 32);
  Cfc *c = new_cfc(p);
  const Term *x = in(0, 32), *y = in(1, 32);
  const Term *first = op(TERM_ULT, x, num(32, 10)),
             *second = term_and(term_not(first), op(TERM_ULT, y, num(32, 100)));
  g_ptr_array_add(c->partitions, partition_new(first, first));
  g_ptr_array_add(c->partitions, partition_new(second, term_and(second, term_eq(y, num(32, 7)))));
  g_autoptr(GError) error = NULL;
  const char *texts[] = {"x=-20..79", "y@4:5#1 = 0 .. 0x3e7", NULL};
  const Term *domain = count_domain(c, texts, &error);
  g_assert_no_error(error);
  const CountLimits l = limits(METHOD_ALL);
  g_autoptr(CfcCount) k = cfc_count(c, domain, &l);
  is_number(k->points->n, 100 * 1000);
  is_number(k->partitions[0].lower->n, 10 * 1000);
  is_number(k->partitions[1].lower->n, 90);
  is_number(k->partitions[1].upper->n, 9000);
  is_number(k->total.lower->n, 10090);
  is_number(k->total.upper->n, 19000);
  double least, most;
  cfc_count_probability(k, &k->total, &least, &most);
  g_assert_cmpfloat_with_epsilon(least, 0.1009, 1e-12);
  g_assert_cmpfloat_with_epsilon(most, 0.19, 1e-12);
  g_autofree char *text = cfc_count_text(k, c), *json = cfc_count_json(k, c);
  g_assert_nonnull(strstr(text, "at least 10090 (closed form), at most 19000 (closed form)"));
  g_assert_nonnull(strstr(json, "\"count\" : \"19000\""));
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

static void test_domain(void) {
  static const char *const bad[] = {
      "z=1..2",           "x=5..4",  "x=a..b", "x=0..4294967296", "x=-2147483649..0",
      "x=-1..4294967295", "x=1..-1", "x=",     "no-such-file"};
  Program *p = program_new("p.c", 32);
  Cfc *c = new_cfc(p);
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autoptr(GError) error = NULL;
    const char *texts[] = {bad[i], NULL};
    g_assert_null(count_domain(c, texts, &error));
    g_assert_nonnull(error);
  }
  g_autofree char *path = NULL;
  const int fd = g_file_open_tmp("acf-domain-XXXXXX", &path, NULL);
  g_close(fd, NULL);
  g_assert_true(g_file_set_contents(
      path,
      "(set-logic QF_BV)\n(declare-const x (_ BitVec 32)) ; an input\n"
      "(define-fun few () Bool (bvult x (_ bv50 32)))\n(assert (and few (bvuge |y@4:5#1| x)))\n"
      "(check-sat)\n",
      -1, NULL));
  const char *texts[] = {path, "y=0..99", NULL};
  g_autoptr(GError) error = NULL;
  const Term *domain = count_domain(c, texts, &error);
  g_assert_no_error(error);
  mpz_t n;
  mpz_init(n);
  g_assert_true(count_by_regions(domain, soon(10), n));
  is_number(n, 50 * 100 - 49 * 50 / 2);
  mpz_clear(n);
  g_assert_true(g_file_set_contents(path, "(declare-const x (_ BitVec 8))", -1, NULL));
  g_assert_null(count_domain(c, texts, &error));
  g_assert_nonnull(strstr(error->message, "32 bits, not 8"));
  g_unlink(path);
  cfc_free(c);
  program_free(p);
  term_store_clear();
}

int main(int argc, char **argv) {
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/count/floor-sum", test_floor_sum);
  g_test_add_func("/count/lattice", test_lattice);
  g_test_add_func("/count/random", test_random);
  g_test_add_func("/count/random-linear", test_random_linear);
  g_test_add_func("/count/linear-wide", test_linear_wide);
  g_test_add_func("/count/known-shapes", test_known_shapes);
  g_test_add_func("/count/floats", test_floats);
  g_test_add_func("/count/hashing", test_hashing);
  g_test_add_func("/count/dimacs", test_dimacs);
  g_test_add_func("/count/cfc", test_cfc);
  g_test_add_func("/count/domain", test_domain);
  return g_test_run();
}
