/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ranking: does a loop end? */
#ifndef ACF_RANKING_H
#define ACF_RANKING_H
#include "engine/invariant/invariant.h"

/* TRUE only when proven: no run takes infinitely many turns, each from an arrival where the invariant holds.
 * (Every run may still stay inside one turn for ever; that is for the loops inside to tell.) */
gboolean ranking_proves_end(const LoopTerms *l, const Term *invariant, gint64 deadline);
#endif
