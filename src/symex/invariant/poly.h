/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Convex sets over integer dimensions, by the Parma Polyhedra Library: closed polyhedra, octagons (bounds of
 * dimensions and of sums and differences of two) or boxes (bounds of dimensions).  The only place that knows
 * the library (with its sources poly.c and domain.c).
 *
 * What a domain cannot express is over-approximated: sets are never smaller than was said.
 *
 * Work that takes too long is given up: from then on everything is refused until poly_begin() is called
 * again, and results are without meaning.  Ask poly_failed() before using any.  Sets that took part in such work
 * are fit for nothing but poly_free(), also after poly_begin(): the library was stopped in the middle of them. */
#ifndef ACF_POLY_H
#define ACF_POLY_H
#include <glib.h>

#define POLY_DIMS 48 /* most dimensions of a polyhedron; a dimension of arrays */

__extension__ typedef __int128 Wide; /* sums of products of 64-bit numbers, within reason */
#define WIDE_LIMIT ((Wide)1 << 100)  /* what is larger is refused */

/* constant + sum of k[i] * dimension i */
typedef struct {
  Wide constant;
  Wide k[POLY_DIMS];
} Linear;

/* form = 0, or form >= 0 */
typedef struct {
  Linear form;
  gboolean equality;
} LinearConstraint;

Linear linear_constant(Wide value);
Linear linear_dimension(guint dimension);
/* a + factor * b; FALSE: too large, a is unchanged */
gboolean linear_add(Linear *a, const Linear *b, Wide factor);
gboolean linear_is_constant(const Linear *a);

typedef enum { POLYHEDRA, OCTAGONS, BOXES } PolyDomain; /* from the sharpest to the cheapest */

typedef struct Poly Poly;
void poly_begin(PolyDomain d); /* a new piece of work, with sets of this domain: nothing has failed yet */
gboolean poly_failed(void);
Poly *poly_new(guint dimensions, gboolean empty); /* everything, or nothing */
Poly *poly_copy(const Poly *p);
void poly_free(Poly *p);
guint poly_dimensions(const Poly *p);
gboolean poly_is_empty(const Poly *p);
gboolean poly_contains(const Poly *p, const Poly *q); /* q is within p */
void poly_constrain(Poly *p, const Linear *form, gboolean equality);
/* Bounds of the integer values of a form, the closest for polyhedra; where there is none, minus or plus
 * WIDE_LIMIT. */
void poly_bounds(const Poly *p, const Linear *form, Wide *least, Wide *greatest);
void poly_hull(Poly *p, const Poly *q);
void poly_add_dimensions(Poly *p, guint n); /* unconstrained */
/* Dimension i becomes to[i]; G_MAXUINT: it is forgotten.  The targets are 0, 1, ... without gaps. */
void poly_rearrange(Poly *p, const guint *to);
/* p, which contains old, extrapolated so that a chain of such ends; of the limits (LinearConstraint) it keeps
 * those that p satisfies. */
void poly_widen(Poly *p, const Poly *old, const GArray *limits);
GArray *poly_constraints(const Poly *p); /* LinearConstraint: a minimal system */
/* Of polyhedra only.  Linear: forms that every pair decreases by at least 1 from a value >= 0, up to a
 * positive factor and a constant, and combinations of which give all such forms.  The polyhedron is over the
 * values after (the first half of the dimensions) and before (the second); the forms are over 0, 1, ... */
GArray *poly_rankings(const Poly *pairs);
#endif
