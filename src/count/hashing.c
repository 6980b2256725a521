/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Approximate counting by hashing, with CryptoMiniSat.
 *
 * m random parities of the input bits cut the space into 2^m cells; when a random cell has few points, these
 * times 2^m is an estimate of all.  One round looks for the m at which the cell gets small (each cell is a
 * part of the one before, so points found stay found); the median of several rounds is within the factor
 * wanted with the probability wanted (Chakraborty, Meel, Vardi: "Algorithmic Improvements in Approximate
 * Counting for Probabilistic Inference", 2016). */
#include <cryptominisat5/cryptominisat_c.h>
#include <math.h>
#include <string.h>
#include "count/blast.h"
#include "count/cnf.h"
#include "count/methods.h"

enum { MAX_NODES = 1 << 20, SEED = 20231, MAX_ROUNDS = 401 };

/* A round goes wrong with at most this probability. */
#define ROUND_ERROR 0.36

typedef struct {
  const Cnf *cnf;
  GRand *rand;
  guint threshold; /* a cell is small when it has fewer points */
  SATSolver *solver;
  guint
      *parities; /* n_shown variables each: those of parity i are at i * (n_shown + 2), after their number */
  gboolean *odd; /* what they add up to */
  GPtrArray *points; /* guint8*: those found in this round, a byte for each shown variable */
  gboolean stuck;
} Hashing;

static c_Lit literal(guint variable, gboolean negated) { return (c_Lit){2 * variable + (negated ? 1 : 0)}; }

/* Variables of the solver: those of the clauses from 0; then one that switches each parity off; then one
 * that makes the clauses count which exclude points already found. */
static guint switch_of(const Hashing *h, guint parity) { return h->cnf->n_variables + parity; }
static guint exclusion(const Hashing *h) { return h->cnf->n_variables + h->cnf->n_shown; }

static void add_clauses(Hashing *h) {
  g_autoptr(GArray) clause = g_array_new(FALSE, FALSE, sizeof(c_Lit));
  for (guint i = 0; i < h->cnf->literals->len; i++) {
    const int l = g_array_index(h->cnf->literals, int, i);
    if (l) {
      const c_Lit literal_ = literal((guint)ABS(l) - 1, l < 0);
      g_array_append_val(clause, literal_);
      continue;
    }
    cmsat_add_clause(h->solver, (const c_Lit *)(void *)clause->data, clause->len);
    g_array_set_size(clause, 0);
  }
}

static void add_parity(Hashing *h, guint i) {
  guint *variables = h->parities + (gsize)i * (h->cnf->n_shown + 2) + 1, n = 0;
  for (guint v = 0; v < h->cnf->n_shown; v++)
    if (g_rand_boolean(h->rand)) variables[n++] = v;
  h->odd[i] = g_rand_boolean(h->rand);
  variables[-1] = n;
  variables[n] = switch_of(h, i);
  cmsat_add_xor_clause(h->solver, variables, n + 1, h->odd[i]);
}

static void start_round(Hashing *h) {
  if (h->solver) cmsat_free(h->solver);
  h->solver = cmsat_new();
  cmsat_set_num_threads(h->solver, 1);
  cmsat_new_vars(h->solver, exclusion(h) + 1);
  add_clauses(h);
  for (guint i = 0; i < h->cnf->n_shown; i++) add_parity(h, i);
  g_ptr_array_set_size(h->points, 0);
}

static gboolean in_cell(const Hashing *h, const guint8 *point, guint m) {
  for (guint i = 0; i < m; i++) {
    const guint *variables = h->parities + (gsize)i * (h->cnf->n_shown + 2);
    gboolean odd = FALSE;
    for (guint k = 1; k <= variables[0]; k++) odd ^= point[variables[k]];
    if (odd != h->odd[i]) return FALSE;
  }
  return TRUE;
}

/* Keeps the point that the solver found, and excludes it from now on. */
static void keep_point(Hashing *h) {
  const slice_lbool model = cmsat_get_model(h->solver);
  const guint n = h->cnf->n_shown;
  guint8 *point = g_new(guint8, n);
  g_autofree c_Lit *clause = g_new(c_Lit, n + 1);
  for (guint v = 0; v < n; v++) {
    point[v] = model.vals[v].x == L_TRUE;
    clause[v] = literal(v, point[v]);
  }
  clause[n] = literal(exclusion(h), TRUE);
  cmsat_add_clause(h->solver, clause, n + 1);
  g_ptr_array_add(h->points, point);
}

/* The points in the cell of the first m parities, counted up to the threshold. */
static guint cell_size(Hashing *h, guint m) {
  guint n = 0;
  for (guint i = 0; i < h->points->len; i++) n += in_cell(h, h->points->pdata[i], m);
  g_autofree c_Lit *assumed = g_new(c_Lit, m + 1);
  for (guint i = 0; i < m; i++) assumed[i] = literal(switch_of(h, i), TRUE);
  assumed[m] = literal(exclusion(h), FALSE);
  for (; n < h->threshold && !h->stuck; n++) {
    const guint8 answer = cmsat_solve_with_assumptions(h->solver, assumed, m + 1).x;
    h->stuck = answer == L_UNDEF;
    if (answer != L_TRUE) break;
    keep_point(h);
  }
  return MIN(n, h->threshold);
}

/* The smallest m whose cell is small, near the one of the round before; its size. */
static guint find_cell(Hashing *h, guint *m) {
  guint low = 0, high = h->cnf->n_shown, size = 0, step = 1; /* low: known to be large, or 0 */
  guint try = *m;
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

/* The probability that at least half of n rounds go wrong. */
static double median_error(guint n) {
  double sum = 0;
  for (guint k = n / 2 + 1; k <= n; k++)
    sum += exp(log_choose(n, k) + k * log(ROUND_ERROR) + (n - k) * log(1 - ROUND_ERROR));
  return sum;
}

static guint rounds_for(double delta) {
  guint n = 1;
  while (n < MAX_ROUNDS && median_error(n) > delta) n += 2;
  return n;
}

static int by_value(gconstpointer a, gconstpointer b) {
  return mpz_cmp(*(const mpz_t *)a, *(const mpz_t *)b);
}

static void take_median(Hashing *h, guint rounds, mpz_t n) {
  mpz_t *estimates = g_new(mpz_t, rounds);
  guint m = 1;
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
  const guint few = cell_size(h, 0);
  *exact = few < h->threshold;
  if (*exact)
    mpz_set_ui(n, few);
  else
    take_median(h, rounds_for(delta), n);
}

gboolean count_by_hashing(const Term *t, double epsilon, double delta, mpz_t n, gboolean *exact) {
  g_autoptr(Aig) g = aig_new(MAX_NODES);
  AigLit root;
  if (!blast(g, t, &root)) return FALSE;
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  g_autoptr(Cnf) cnf = cnf_new(g, root, inputs);
  Hashing h = {.cnf = cnf, .rand = g_rand_new_with_seed(SEED)};
  h.threshold = 1 + (guint)ceil(9.84 * (1 + epsilon / (1 + epsilon)) * (1 + 1 / epsilon) * (1 + 1 / epsilon));
  h.points = g_ptr_array_new_with_free_func(g_free);
  h.parities = g_new0(guint, (gsize)cnf->n_shown * (cnf->n_shown + 2) + 1);
  h.odd = g_new0(gboolean, cnf->n_shown);
  hash(&h, delta, n, exact);
  if (h.solver) cmsat_free(h.solver);
  g_rand_free(h.rand);
  g_ptr_array_unref(h.points);
  g_free(h.parities);
  g_free(h.odd);
  return !h.stuck;
}
