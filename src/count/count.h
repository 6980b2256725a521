/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many inputs fail: the points of formulas over a space of inputs.
 *
 * Formulas are taken apart into parts that share no input; each part is counted exactly by the cheapest
 * method that can, and what is left is approximated as a whole. */
#ifndef ACF_COUNT_H
#define ACF_COUNT_H
#include <gmp.h>
#include "cfc/cfc.h"

typedef enum {
  METHOD_REGIONS = 1, /* closed form */
  METHOD_POINTS = 2,  /* every point tried */
  METHOD_BDD = 4,     /* decision diagram */
  METHOD_HASHING = 8, /* approximate */
  METHOD_FEW = 16     /* the hashing found so few points that they are all of them */
} CountMethod;
#define METHOD_ALL 15u

typedef struct {
  double epsilon, delta; /* an approximate count is within a factor 1 + epsilon with probability 1 - delta */
  gint64 deadline;       /* monotonic microseconds, for everything */
  gsize memory_bytes;    /* of each process; 0: no limit */
  guint methods;         /* CountMethods that may be used */
} CountLimits;

typedef struct {
  mpz_t n;
  gboolean known, exact;
  guint methods; /* that were used; 0: there was nothing to count */
  double delta;  /* not exact: the probability that it is wrong */
  char *reason;  /* not known: why; NULL when it is */
} Count;

void count_free(Count *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Count, count_free)
/* "closed form", "decision diagram": how the count was found. */
char *count_method_text(const Count *c);

/* The points of t over the inputs of space (Term*: all that t mentions, and maybe more). */
Count *count_formula(const Term *t, const GPtrArray *space, const CountLimits *l);

typedef struct {
  Count *lower, *upper; /* the same when the partition is exact */
} CountPair;

typedef struct AutomatonCount AutomatonCount; /* count/automaton-count.h */

/* The counts of a CFC.  The space is what its formulas and the domain mention; other inputs make no
 * difference to the probability. */
typedef struct {
  GPtrArray *space; /* Term*, by key */
  const Term *domain;
  Count *points; /* of the domain, over the space */
  CountPair *partitions;
  guint n;
  CountPair total;
  double epsilon;
  AutomatonCount *automaton; /* NULL: nothing is to be said by an automaton */
} CfcCount;

CfcCount *cfc_count(const Cfc *c, const Term *domain, const CountLimits *l);
/* Adds what its automaton says of so many steps. */
void cfc_count_steps(CfcCount *k, const Cfc *c, guint steps, const CountLimits *l);
void cfc_count_free(CfcCount *c);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CfcCount, cfc_count_free)
gboolean cfc_count_known(const CfcCount *c); /* all of it */
/* That a uniformly drawn input fails is at least, at most so probable, as far as is known. */
void cfc_count_probability(const CfcCount *c, const CountPair *pair, double *least, double *most);

/* All that is counted together as DIMACS, projected on the input bits: the union of the bounds within the
 * domain.  NULL with error when the formula has no such form. */
char *cfc_count_dimacs(const Cfc *c, const Term *domain, gboolean upper, GError **error);
/* For people (verbose: with the methods), and as one JSON object. */
char *cfc_count_text(const CfcCount *k, gboolean verbose);
char *cfc_count_json(const CfcCount *k, const Cfc *c);

/* A domain is a conjunction: each text is "NAME=LOW..HIGH", "NAME=VALUE" (as signed or unsigned numbers), or
 * the name of an SMT-LIB 2 file that asserts conditions on inputs.  NULL with error. */
const Term *count_domain(const Cfc *c, const char *const *texts, GError **error);
#endif
