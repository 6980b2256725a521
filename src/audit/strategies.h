/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search strategies: which candidate the next check is made of.  A table; the dynamic ones have a state. */
#ifndef ACF_AUDIT_STRATEGIES_H
#define ACF_AUDIT_STRATEGIES_H
#include "audit/check-kinds.h"

/* One search in one seed. */
typedef struct Search {
  const Seed *seed;
  const struct Strategy *strategy;
  const GPtrArray *kinds; /* const CheckKind*: those that are allowed */
  GArray *usable;         /* guint: candidates that one of them applies to */
  GArray *spreads; /* double, by place: how far the running times of analyzers differ there; < 0: not known */
  guint place;     /* where a walk is; NO_PLACE: nowhere yet */
  GPtrArray *observed; /* GArray* of gint64, by candidate; NULL: not asked for */
} Search;

typedef struct Strategy {
  const char *name, *description;
  guint (*next)(Search *s, GRand *rand); /* a candidate of s->usable */
  gboolean observes;                     /* it needs the values that expressions take */
} Strategy;

extern const Strategy strategies[];
extern const guint n_strategies;
const Strategy *strategy_find(const char *name); /* NULL: there is none */
char *strategy_names(void);                      /* "uniform, ..." */

/* NULL with an error: the seed cannot be run natively, where the strategy needs that.  seed: of random runs.
 */
Search *search_new(const Seed *s, const Strategy *strategy, const GPtrArray *kinds, guint64 seed,
                   GError **error);
void search_free(Search *s);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Search, search_free)

/* A check: up to batch conditions for a candidate.  FALSE: there is nothing to check.  rand decides alone,
 * but for what was learned (search_learn), and where a walk is: number is that of the check in the seed. */
typedef struct {
  guint candidate;
  const CheckKind *kind;
  GPtrArray *conditions; /* char* */
} Check;
gboolean search_next(Search *s, guint batch, GRand *rand, Check *check);
void check_clear(Check *c);
/* The running times of analyzers for a check at the place differ by so many seconds. */
void search_learn(Search *s, guint place, double spread);
/* A walk goes on from here: a check at this place is known from before. */
void search_resume(Search *s, guint place);

/* walk.c: moves in the syntax tree. */
guint walk_random(Search *s, GRand *rand);
guint walk_guided(Search *s, GRand *rand);
#endif
