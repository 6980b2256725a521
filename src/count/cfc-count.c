/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failing inputs of a CFC: partitions are disjoint, so their counts add up. */
#include "base/limits.h"
#include "count/automaton-count.h"
#include "count/blast.h"
#include "count/cnf.h"
#include "count/count.h"
#include "cfc/claims.h"
#include "ir/print.h"
#include "formula/sexpr.h"

static void add_inputs(GHashTable *seen, GPtrArray *space, const Term *t) {
  g_autoptr(GPtrArray) inputs = term_inputs(t);
  for (guint i = 0; i < inputs->len; i++)
    if (g_hash_table_add(seen, inputs->pdata[i])) g_ptr_array_add(space, inputs->pdata[i]);
}

static GPtrArray *find_space(const Cfc *c, const Term *domain) {
  GPtrArray *space = g_ptr_array_new();
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  add_inputs(seen, space, domain);
  for (guint i = 0; i < c->partitions->len; i++) {
    add_inputs(seen, space, claim_upper(c->partitions->pdata[i]));
    add_inputs(seen, space, claim_lower(c->partitions->pdata[i]));
  }
  term_sort_inputs(space);
  return space;
}

static Count *copy(const Count *c) {
  Count *d = g_memdup2(c, sizeof *c);
  mpz_init_set(d->n, c->n);
  d->reason = g_strdup(c->reason);
  return d;
}

static CountPair count_partition(const Partition *p, const CfcCount *k, const CountLimits *l) {
  const Term *upper = term_and(claim_upper(p), k->domain), *lower = term_and(claim_lower(p), k->domain);
  CountPair pair = {.upper = count_formula(upper, k->space, l)};
  if (upper != lower && !(claim_exact(p) && pair.upper->known)) {
    pair.lower = count_formula(lower, k->space, l);
    if (!claim_exact(p)) return pair;
    count_free(pair.upper); /* it is not known, and equal */
    pair.upper = copy(pair.lower);
    return pair;
  }
  pair.lower = copy(pair.upper);
  return pair;
}

/* What is not known of a lower bound adds nothing to it; of an upper bound it may be everything. */
static Count *add_up(const CfcCount *k, gboolean upper) {
  Count *sum = g_new0(Count, 1);
  mpz_init(sum->n);
  sum->known = sum->exact = TRUE;
  for (guint i = 0; i < k->n; i++) {
    const Count *part = upper ? k->partitions[i].upper : k->partitions[i].lower;
    if (!part->known) {
      sum->known = FALSE;
      if (!sum->reason) sum->reason = g_strdup(part->reason);
      continue;
    }
    sum->exact &= part->exact;
    sum->methods |= part->methods;
    sum->delta += part->delta;
    mpz_add(sum->n, sum->n, part->n);
  }
  return sum;
}

/* How many approximations there may be. */
static guint n_counts(const Cfc *c) {
  guint n = 0;
  for (guint i = 0; i < c->partitions->len; i++) n += claim_exact(c->partitions->pdata[i]) ? 1 : 2;
  return n;
}

CfcCount *cfc_count(const Cfc *c, const Term *domain, const CountLimits *l) {
  CfcCount *k = g_new0(CfcCount, 1);
  k->domain = domain;
  k->space = find_space(c, domain);
  k->n = c->partitions->len;
  k->epsilon = l->epsilon;
  k->partitions = g_new0(CountPair, k->n + 1);
  /* each gets its part of delta, so that all of them hold together, and the sum with them; and of the time */
  CountLimits each = *l;
  each.delta = l->delta / (n_counts(c) + 1);
  k->points = count_formula(domain, k->space, &each);
  if (k->points->exact && k->n > 0) each.delta = l->delta / n_counts(c);
  for (guint i = 0; i < k->n; i++) {
    const gint64 now = g_get_monotonic_time();
    each.deadline = now + (l->deadline - now) / (k->n - i);
    k->partitions[i] = count_partition(c->partitions->pdata[i], k, &each);
  }
  k->total = (CountPair){add_up(k, FALSE), add_up(k, TRUE)};
  return k;
}

void cfc_count_steps(CfcCount *k, const Cfc *c, guint steps, const CountLimits *l) {
  automaton_count_free(k->automaton);
  k->automaton = automaton_count_new(c, k->domain, steps, l);
}

static void pair_clear(CountPair *p) {
  if (p->lower) count_free(p->lower);
  if (p->upper) count_free(p->upper);
}

void cfc_count_free(CfcCount *c) {
  for (guint i = 0; i < c->n; i++) pair_clear(&c->partitions[i]);
  pair_clear(&c->total);
  count_free(c->points);
  automaton_count_free(c->automaton);
  g_ptr_array_unref(c->space);
  g_free(c->partitions);
  g_free(c);
}

gboolean cfc_count_known(const CfcCount *c) {
  return c->points->known && c->total.lower->known && c->total.upper->known && !(c->automaton && c->automaton->reason);
}

static double ratio(const mpz_t above, const mpz_t below) {
  mpq_t q;
  mpq_init(q);
  mpz_set(mpq_numref(q), above);
  mpz_set(mpq_denref(q), below);
  mpq_canonicalize(q);
  const double result = mpq_get_d(q);
  mpq_clear(q);
  return result;
}

void cfc_count_probability(const CfcCount *c, const CountPair *pair, double *least, double *most) {
  *least = 0;
  *most = 1;
  if (!c->points->known || mpz_sgn(c->points->n) == 0) return;
  /* the number of points may itself be an approximation */
  const double factor = c->points->exact ? 1 : 1 + c->epsilon;
  *least = ratio(pair->lower->n, c->points->n) / factor; /* a sum of those known is a lower bound, too */
  if (!pair->lower->exact) *least /= 1 + c->epsilon;
  if (!pair->upper->known) return;
  *most = ratio(pair->upper->n, c->points->n) * factor;
  if (!pair->upper->exact) *most *= 1 + c->epsilon;
  *most = MIN(*most, 1);
}

/* DIMACS */

static const Term *bound(const Cfc *c, const Term *domain, gboolean upper) {
  g_autofree const Term **all = g_new(const Term *, c->partitions->len + 1);
  for (guint i = 0; i < c->partitions->len; i++) {
    const Partition *p = c->partitions->pdata[i];
    all[i] = upper ? claim_upper(p) : claim_lower(p);
  }
  return term_and(term_or_n(all, c->partitions->len), domain);
}

char *cfc_count_dimacs(const Cfc *c, const Term *domain, gboolean upper, GError **error) {
  g_autoptr(GPtrArray) space = find_space(c, domain);
  g_autoptr(Aig) g = aig_new(limits.count_aig_nodes);
  AigLit root;
  if (!blast(g, bound(c, domain, upper), &root)) {
    g_set_error(error, smt2_error_quark(), 0, "the %s bound %s", upper ? "upper" : "lower",
                g->full ? "is too large for DIMACS"
                        : "uses floating-point arithmetic, which has no DIMACS form");
    return NULL;
  }
  g_autoptr(Cnf) cnf = cnf_new(g, root, space);
  g_auto(GStrv) names = g_new0(char *, space->len + 1);
  for (guint i = 0; i < space->len; i++) names[i] = input_symbol(c->program, space->pdata[i]);
  return cnf_to_dimacs(cnf, (const char *const *)names);
}
