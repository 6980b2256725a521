/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What absint makes of the Parma Polyhedra Library (symex/invariant/poly.h), as domains.  An element is one
 * set for each pack of variables; a domain without packs has one of all. */
#ifndef ACF_DOMAINS_OWN_SETS_H
#define ACF_DOMAINS_OWN_SETS_H
#include "symex/invariant/poly.h"
#include <acf/domain.h>

#define OVERLAP 1 /* variables that a pack shares with the next one */
#define MOST_PACKS ACF_VARIABLES

/* The data of a table. */
typedef struct {
  PolyDomain shape;
  guint pack; /* variables of a pack; at least two */
} SetsData;

typedef struct {
  int n;
  guint n_packs;
  Poly *pack[MOST_PACKS]; /* those of an empty element are all empty */
} Packs;

static inline guint pack_first(const AcfDomain *d, guint pack) {
  return pack * (((const SetsData *)d->data)->pack - OVERLAP);
}
static inline guint pack_length(const AcfDomain *d, int n, guint pack) {
  return MIN(((const SetsData *)d->data)->pack, (guint)n - pack_first(d, pack));
}

/* The part of an assignment or of a condition that concerns a pack: machine integers (own-steps.c).  NULL:
 * given up. */
Poly *steps_top(const AcfDomain *d, int n, guint pack);
GArray *steps_limits(const AcfDomain *d, int n, guint pack); /* that a widening keeps */
Poly *steps_assign(const AcfDomain *d, int n, guint pack, const Poly *p, int v, const AcfLinear *e);
Poly *steps_cond(const AcfDomain *d, int n, guint pack, const Poly *p, const AcfConstraint *c);
#endif
