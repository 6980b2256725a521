/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equalities that may hold in a loop, guessed from runs. */
#ifndef ACF_EQUALITY_H
#define ACF_EQUALITY_H
#include "engine/invariant.h"

/* Term*: affine equalities between places of one width and constants of the run, modulo two to that width,
 * that hold at all arrivals of some runs.  Guesses: nothing says that they hold in others. */
GPtrArray *equality_guesses(const LoopTerms *l, gint64 deadline);
#endif
