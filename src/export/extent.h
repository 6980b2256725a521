/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The failing space as it can be drawn: where it lies on each input's axis, found with the solver and not by
 * samples.
 *
 * On its axis an input's values stand in the order of the numbers they mean; the place of a value there is an
 * unsigned number of the input's width: signed integers are shifted, floating-point patterns folded so that
 * -inf .. -0, 0 .. inf is increasing (NaNs are at both ends). */
#ifndef ACF_EXTENT_H
#define ACF_EXTENT_H
#include "cfc/cfc.h"

guint64 extent_place(const Program *p, const Term *input, guint64 value);
guint64 extent_value(const Program *p, const Term *input, guint64 place);
const Term *extent_place_term(const Program *p, const Term *input); /* width as the input; not for Booleans */
/* low <= place of input <= high, as a formula. */
const Term *extent_between(const Program *p, const Term *input, guint64 low, guint64 high);

/* What is claimed of a point: nothing fails, it may fail, it must, by partition; or it is not settled. */
#define EXTENT_OPEN (-1)
#define EXTENT_NONE 0
#define EXTENT_MAY(partition) (1 + 2 * (int)(partition))
#define EXTENT_MUST(partition) (2 + 2 * (int)(partition))
int extent_state(const Cfc *c, const Model *point);
const Term *extent_state_term(const Cfc *c, int state); /* the points of a state that is not open */

typedef struct {
  guint64 low, high; /* places, inclusive */
  int state;
} ExtentInterval;

/* Nothing outside may fail. */
typedef struct {
  guint64 low, high;
  gboolean tight; /* both ends are points that may fail */
} ExtentHull;

typedef struct {
  GPtrArray *inputs; /* Term*: those that some bound mentions, ordered */
  GArray *line; /* ExtentInterval: where just one input matters, its whole axis from left to right, neighbours
                   in different states; else NULL */
  guint n_hulled; /* hulls are there for the first so many inputs */
  GArray *hulls;  /* ExtentHull: partition * n_hulled + input */
} Extent;

/* At most about so many seconds; what is not found by then stays open, or as wide as the axis. */
Extent *extent_new(const Cfc *c, double seconds);
void extent_free(Extent *s);
#endif
