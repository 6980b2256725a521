/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranking: does a loop end? */
#ifndef ACF_RANKING_H
#define ACF_RANKING_H
#include "symex/invariant/invariant.h"

/* TRUE only when proven: no run has infinitely many iterations, each from an arrival where the invariant
 * holds. (A run may still stay inside one iteration for ever: that depends on the loops inside.) */
gboolean ranking_proves_end(const LoopTerms *l, const Term *invariant, gint64 deadline);
#endif
