/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The variants of an audit, one after the other, seed by seed.  Those that the database has are taken from
 * there, so that an audit that was stopped goes on where it was. */
#ifndef ACF_AUDIT_GENERATE_H
#define ACF_AUDIT_GENERATE_H
#include "audit/store.h"
#include "audit/strategies.h"

typedef struct {
  const char *const *seeds; /* files, NULL-terminated */
  const Strategy *strategy;
  const GPtrArray *kinds; /* const CheckKind* */
  guint budget;           /* checks in each seed; 0: limits.audit_budget and audit_budget_share say it */
  guint batch;            /* conditions of a check */
  guint64 seed;           /* of all choices */
  gboolean lp64;
  double seconds; /* for what has to be shown of a seed */
} GenerateOptions;

/* A seed, while variants of it are asked. */
typedef struct {
  Seed *seed;
  Search *search;
  gint64 program; /* of the seed, in the database */
  guint budget, next;
} SeedSearch;

typedef struct Generator Generator;
/* refuse is called with why a seed is not used. */
Generator *generator_new(Store *store, const GenerateOptions *o, void (*refuse)(const char *why),
                         GError **error);
void generator_free(Generator *g);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Generator, generator_free)

/* The next variant: *from is the seed, which lives as long as the generator.  FALSE: there is none, or with
 * an error. */
gboolean generator_next(Generator *g, SeedSearch **from, VariantRow *v, GError **error);
/* A part of a variant (divide.h). */
gboolean generator_divide(Generator *g, const SeedSearch *from, const VariantRow *whole, const char *part,
                          VariantRow *v, GError **error);
guint generator_refused(const Generator *g);
/* How many variants there will be, as far as the seeds were read; the rest is estimated by those. */
guint generator_expected(const Generator *g);
#endif
