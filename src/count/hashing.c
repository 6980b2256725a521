/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approximate counting by hashing.
 *
 * m random parities of the input bits cut the space into 2^m cells; when a random cell has few points, these
 * times 2^m is an estimate of all.  One round looks for the m at which the cell gets small (each cell is a
 * part of the one before); the median of several rounds is within the factor wanted with the probability
 * wanted (Chakraborty, Meel, Vardi: "Algorithmic Improvements in Approximate Counting for Probabilistic
 * Inference", 2016).  The points of a cell are found by trying all of it where it is small, else by
 * CryptoMiniSat. */
#include <cryptominisat5/cryptominisat_c.h>
#include <math.h>
#include <string.h>
#include "base/limits.h"
#include "count/cnf.h"
#include "count/methods.h"
#include "count/parity.h"
#include "count/simulation.h"

enum { SEED = 20231 };

/* A round goes wrong with at most this probability. */
#define ROUND_ERROR 0.36

typedef struct {
  Simulation *simulation;
  guint n; /* bits */
  GRand *rand;
  guint threshold; /* a cell is small when it has fewer points */
  Cnf *cnf;        /* when it is needed */
  Parities *parities;
  GPtrArray *points; /* guint8*: those that the solver found in this round, a byte for each bit */
  gboolean stuck;
} Hashing;

/* Trying all points of a cell */

static gboolean can_try(const Hashing *h, const Cell *c) {
  const Aig *g = h->simulation->g;
  const double points = ldexp(1, (int)c->n_free);
  return g ? MAX(points / LANES, 1) * (g->nodes->len + (double)c->rank * c->n_free) <=
                 limits.count_hashing_visits
           : points <= limits.count_hashing_evaluations;
}

static guint try_points(const Hashing *h, const Cell *c) {
  g_autofree guint64 *bits = g_new0(guint64, h->n + 1);
  const guint64 blocks = c->n_free > 6 ? G_GUINT64_CONSTANT(1) << (c->n_free - 6) : 1;
  const guint64 used = c->n_free < 6 ? (G_GUINT64_CONSTANT(1) << (1u << c->n_free)) - 1 : G_MAXUINT64;
  guint n = 0;
  for (guint64 block = 0; block < blocks && n < h->threshold; block++) {
    cell_points(c, block, bits);
    n += (guint)__builtin_popcountll(simulation_bits(h->simulation, bits) & used);
  }
  return MIN(n, h->threshold);
}

/* Finding points of a cell by the solver */

static c_Lit literal(guint variable, gboolean negated) { return (c_Lit){2 * variable + (negated ? 1 : 0)}; }

static void add_clauses(SATSolver *s, const Cnf *cnf) {
  g_autoptr(GArray) clause = g_array_new(FALSE, FALSE, sizeof(c_Lit));
  cmsat_new_vars(s, cnf->n_variables);
  for (guint i = 0; i < cnf->literals->len; i++) {
    const int l = g_array_index(cnf->literals, int, i);
    if (l) {
      const c_Lit next = literal((guint)ABS(l) - 1, l < 0);
      g_array_append_val(clause, next);
      continue;
    }
    cmsat_add_clause(s, (const c_Lit *)(void *)clause->data, clause->len);
    g_array_set_size(clause, 0);
  }
}

static void add_rows(SATSolver *s, const Cell *c) {
  g_autofree unsigned *variables = g_new(unsigned, c->n + 1);
  for (guint i = 0; i < c->rank; i++) {
    guint n = 0;
    variables[n++] = c->own[i];
    for (guint k = 0; k < c->n_free; k++)
      if (cell_row_has(c, i, c->free[k])) variables[n++] = c->free[k];
    cmsat_add_xor_clause(s, variables, n, cell_row_has(c, i, c->n));
  }
}

static void exclude(SATSolver *s, const guint8 *point, guint n) {
  g_autofree c_Lit *clause = g_new(c_Lit, n + 1);
  for (guint v = 0; v < n; v++) clause[v] = literal(v, point[v]);
  cmsat_add_clause(s, clause, n);
}

/* Points of bigger or smaller cells that were found before count, too. */
static guint find_points(Hashing *h, const Cell *c) {
  if (!h->cnf) h->cnf = cnf_new(h->simulation->g, h->simulation->root, h->simulation->inputs);
  SATSolver *s = cmsat_new();
  guint n = 0;
  cmsat_set_num_threads(s, 1);
  add_clauses(s, h->cnf);
  add_rows(s, c);
  for (guint i = 0; i < h->points->len; i++)
    if (cell_has(c, h->points->pdata[i])) {
      exclude(s, h->points->pdata[i], h->n);
      n++;
    }
  for (; n < h->threshold && !h->stuck; n++) {
    const guint8 answer = cmsat_solve(s).x;
    h->stuck = answer == L_UNDEF;
    if (answer != L_TRUE) break;
    const slice_lbool model = cmsat_get_model(s);
    guint8 *point = g_new(guint8, h->n + 1);
    for (guint v = 0; v < h->n; v++) point[v] = model.vals[v].x == L_TRUE;
    g_ptr_array_add(h->points, point);
    exclude(s, point, h->n);
  }
  cmsat_free(s);
  return MIN(n, h->threshold);
}

/* The points in the cell of the first m parities, counted up to the threshold. */
static guint cell_size(Hashing *h, guint m) {
  g_autoptr(Cell) c = cell_new(h->parities, m);
  if (c->empty) return 0;
  if (can_try(h, c)) return try_points(h, c);
  h->stuck |= !h->simulation->g;
  return h->stuck ? 0 : find_points(h, c);
}

/* Rounds */

static void start_round(Hashing *h) {
  if (h->parities) parities_free(h->parities);
  h->parities = parities_new(h->n, h->rand);
  g_ptr_array_set_size(h->points, 0);
}

/* The smallest m whose cell is small, sought from where the round before found it; its size. */
static guint find_cell(Hashing *h, guint *m) {
  guint low = 1, high = h->n, size = 0, step = 1,
        try = MAX(*m, 1); /* all is large: that was looked at first */
  gboolean have = FALSE;
  while (low < high && !h->stuck) {
    const guint n = cell_size(h, try);
    if (n < h->threshold) {
      high = try, size = n, have = TRUE;
      try = high - low > step ? high - step : (low + high) / 2;
    } else {
      low = try + 1;
      try = high - low > step ? low + step - 1 : (low + high) / 2;
    }
    step *= 2;
  }
  *m = high;
  return have ? size : cell_size(h, high);
}

static double log_choose(guint n, guint k) { return lgamma(n + 1.0) - lgamma(k + 1.0) - lgamma(n - k + 1.0); }

/* The probability that more than half of n rounds go wrong. */
static double median_error(guint n) {
  double sum = 0;
  for (guint k = n / 2 + 1; k <= n; k++)
    sum += exp(log_choose(n, k) + k * log(ROUND_ERROR) + (n - k) * log(1 - ROUND_ERROR));
  return sum;
}

static guint rounds_for(double delta) {
  guint n = 1;
  while (n < limits.count_hashing_rounds && median_error(n) > delta) n += 2;
  return n;
}

static int by_value(gconstpointer a, gconstpointer b) {
  return mpz_cmp(*(const mpz_t *)a, *(const mpz_t *)b);
}

static void take_median(Hashing *h, guint rounds, mpz_t n) {
  mpz_t *estimates = g_new(mpz_t, rounds);
  guint m = h->n > limits.count_hashing_free_bits ? h->n - limits.count_hashing_free_bits : 1;
  for (guint i = 0; i < rounds; i++) {
    mpz_init(estimates[i]);
    if (h->stuck) continue;
    start_round(h);
    mpz_set_ui(estimates[i], find_cell(h, &m));
    mpz_mul_2exp(estimates[i], estimates[i], m);
  }
  qsort(estimates, rounds, sizeof(mpz_t), by_value);
  mpz_set(n, estimates[rounds / 2]);
  for (guint i = 0; i < rounds; i++) mpz_clear(estimates[i]);
  g_free(estimates);
}

static void hash(Hashing *h, double delta, mpz_t n, gboolean *exact) {
  start_round(h);
  /* without the solver, that the points are few cannot be seen; then the cells get small at once */
  g_autoptr(Cell) all = cell_new(h->parities, 0);
  const guint few = h->simulation->g || can_try(h, all) ? cell_size(h, 0) : h->threshold;
  *exact = few < h->threshold;
  if (*exact)
    mpz_set_ui(n, few);
  else
    take_median(h, rounds_for(delta), n);
}

static gboolean hash_bits(Hashing *h, double epsilon, double delta, mpz_t n, gboolean *exact) {
  const double part = 1 + 1 / epsilon;
  h->threshold = 1 + (guint)ceil(9.84 * (1 + epsilon / (1 + epsilon)) * part * part);
  h->rand = g_rand_new_with_seed(SEED);
  h->points = g_ptr_array_new_with_free_func(g_free);
  hash(h, delta, n, exact);
  if (h->cnf) cnf_free(h->cnf);
  parities_free(h->parities);
  g_rand_free(h->rand);
  g_ptr_array_unref(h->points);
  return !h->stuck;
}

gboolean count_by_hashing(const Term *t, double epsilon, double delta, mpz_t n, gboolean *exact) {
  g_autoptr(Simulation) s = simulation_new(t, limits.count_hashing_nodes);
  Hashing h = {.simulation = s, .n = s->n_bits};
  return h.n <= limits.count_hashing_bits && hash_bits(&h, epsilon, delta, n, exact);
}
