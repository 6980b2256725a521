/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arrays in the Horn clauses, seen through a few of their elements (after Monniaux and Gonnord's cell
 * abstraction).
 *
 * A ghost index g is any number and stays what it is for all of a run.  Of each object that is accessed at
 * offsets that vary, the clauses know element g only, field by field (its cells), as variables like others.
 * A store at index i changes the cells if i is g, and else none; a load at i yields the cell if i is g, and
 * else anything.  So invariants such as `g < i => a[g] == g' need no quantifiers, though they speak of all
 * elements.
 *
 * Why a proof is one.  Take any run and any numbers for the ghosts: the run is one of the clauses' runs, with
 * the cells being what the elements at those numbers are; so for a run that fails, a failure can be derived
 * for *every* choice of the ghosts.  It suffices to refute it for one choice per run, and the choice may
 * depend on the run.  The choice here: the first ghost is the index of the last load from such an object
 * before the failure, the second that of the last load at another index than the first, and so on (any number
 * where there is no such load).  A flag for each says whether this is so as far as the run has come, and only
 * runs in which all flags hold count as failing.  All objects share the ghosts: elements at one index of
 * several arrays are often related.
 * On request the choice is simpler: the one ghost is 0, whatever the run does.  For runs that go through all
 * elements and never fail, the last load gives no information.
 * An index is not negative: the offset of a load is not, or the load is a failure itself.
 *
 * Histories help to find invariants: whether element g of an object exists and was not stored to since the
 * object was made, and whether it was.
 *
 * Indices come from byte offsets: the elements of an object are as long as the greatest step that all
 * accesses to it have in common.  That is a guess when arithmetic wraps.  So an access is taken for one of an
 * element only where no result on the way to its offset left its range; else a store may have changed the
 * cells, a load yields anything, and flags may have any value.  What overlaps a cell without being the same
 * makes it unknown.  Accesses outside of their object are failures, as for all memory. */
#ifndef ACF_CELLS_H
#define ACF_CELLS_H
#include "engine/spacer/stretch.h"

/* A load from or store to an object that has cells, after its bounds were checked. */
Word cells_load(Stretch *r, const IrInstr *i, guint object);
void cells_store(Stretch *r, const IrInstr *i, guint object);
/* An object is made: none of its elements is written. */
void cells_make(Stretch *r, guint object);
/* What a cell of a global holds when the program starts. */
void cells_start(Stretch *r, guint place);
/* An address that is carried from elsewhere: which element of its object it is of, where that is for certain.
 */
void cells_given(Stretch *r, guint variable, Word offset);
/* The flags all hold; NULL: there are none. */
Z3_ast cells_chosen(Stretch *r);
#endif
