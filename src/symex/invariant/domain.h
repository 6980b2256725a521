/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The abstract domains of the Parma Polyhedra Library behind one table of functions each; for poly.c only. */
#ifndef ACF_DOMAIN_H
#define ACF_DOMAIN_H
#include "symex/invariant/poly.h"
#include <ppl_c.h>

/* Each function returns what the library's does: negative when it failed, positive for yes. */
typedef struct {
  int (*new)(void **shape, guint n, gboolean empty);
  int (*copy)(void **shape, const void *from);
  void (*free)(void *shape);
  int (*is_empty)(const void *shape);
  int (*contains)(const void *shape, const void *other);
  int (*refine)(void *shape, ppl_const_Constraint_t c);
  int (*whole)(void *shape); /* without points that are no integers, where that is cheap; may be NULL */
  int (*optimum)(const void *shape, ppl_const_Linear_Expression_t e, gboolean upper, ppl_Coefficient_t n,
                 ppl_Coefficient_t d);
  int (*join)(void *shape, const void *other);
  int (*embed)(void *shape, guint n);
  int (*map)(void *shape, ppl_dimension_type *to, guint n);
  int (*widen)(void *shape, const void *old, ppl_const_Constraint_System_t limits);
} DomainTable;

extern const DomainTable domain_tables[]; /* by PolyDomain */
#endif
