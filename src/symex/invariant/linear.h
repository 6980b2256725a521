/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms as linear arithmetic: bit-vectors read as integers, over the dimensions of a polyhedron.
 *
 * A Space says which terms (leaves) are dimensions, and whether each is read as signed or unsigned.  A term
 * becomes a linear form that is congruent to it modulo two to its width; where its value is asked for (by a
 * comparison, an extension, an assignment) the polyhedron must determine which number of the class is meant.
 * Where it does not, the case is split, or nothing is said.  So wrap-around is never overlooked. */
#ifndef ACF_LINEAR_H
#define ACF_LINEAR_H
#include "symex/invariant/poly.h"
#include "formula/term.h"

typedef struct {
  guint n;
  const Term *leaf[POLY_DIMS];
  gboolean is_signed[POLY_DIMS];
  GHashTable *index; /* leaf to its dimension + 1 */
} Space;

/* The leaves are read as most of the operations in the readers do; where these do not say, by
 * signed_by_default. */
Space *space_new(const GPtrArray *leaves, const GPtrArray *readers, gboolean signed_by_default);
void space_free(Space *s);
/* All values that the widths allow. */
Poly *space_poly(const Space *s);
/* The integer relation as a formula over the leaves, exactly; NULL: it says nothing, or needs more than 64
 * bits. */
const Term *space_term(const Space *s, const LinearConstraint *c);
/* The same in as many bits as numbers of C have: for people. */
const Term *space_relation(const Space *s, const LinearConstraint *c);
/* The form's value, widened so that it does not wrap and is signed; NULL: more than 64 bits. */
const Term *space_value(const Space *s, const Linear *form);
/* The same, unsigned and modulo two to the greatest width among its leaves. */
const Term *space_wrapped(const Space *s, const Linear *form);
/* What an equality implies modulo two to the width of its leaves; NULL: they differ in width. */
const Term *space_congruence(const Space *s, const Linear *form);

/* One step: from the points that satisfy the condition, leaf i gets the value of values[i] (NULL: it keeps
 * its own).  defined: what leaves that are composed of others are made of is taken into account. Poly*, whose
 * union covers all steps: over the leaves before the step, then those with values after it in their order.
 * Incomplete after poly_failed(), and past the deadline (then NULL). */
GPtrArray *linear_step(const Space *s, const Poly *from, const Term *condition, const Term *const *values,
                       gboolean defined, gint64 deadline);

static inline Wide wide_floor(Wide a, Wide b) { /* b > 0 */
  return a / b - (a % b < 0);
}
/* The numbers that a width has in a reading. */
static inline Wide least_of(guint width, gboolean is_signed) {
  return is_signed && width > 1 ? -((Wide)1 << (width - 1)) : 0;
}
static inline Wide greatest_of(guint width, gboolean is_signed) {
  return least_of(width, is_signed) + ((Wide)1 << width) - 1;
}
#endif
