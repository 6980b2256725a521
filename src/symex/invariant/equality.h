/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equalities in a loop: guessed from runs, and proven by arithmetic. */
#ifndef ACF_EQUALITY_H
#define ACF_EQUALITY_H
#include "symex/invariant/invariant.h"

/* Term*: affine equalities between places of one width and constants of the run, modulo two to that width,
 * that hold at all the arrivals (Model*), or at all of one phase: then the phase implies them.  Guesses:
 * nothing says that they hold at others. */
GPtrArray *equality_guesses(const LoopTerms *l, const GPtrArray *arrivals);
/* Is the equality of two terms kept by every iteration, whatever its condition?  By arithmetic modulo two to
 * the width alone, in each case of the choices in `next` (`any` to its value after an iteration); TRUE only
 * when proven. */
gboolean equality_kept(const Term *equality, GHashTable *next);
#endif
