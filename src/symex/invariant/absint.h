/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Abstract interpretation of one loop: linear relations between the places that its iterations change and the
 * constants of the run. */
#ifndef ACF_ABSINT_H
#define ACF_ABSINT_H
#include "symex/invariant/invariant.h"

/* Term*: Boolean, over the `any` terms and constants of the run, each meant to hold at every arrival at the
 * head.  What is missing here or was not understood is over-approximated, but a proof that
 * uses these should still check them.  Past the deadline (0: none) nothing more is found. */
GPtrArray *absint_invariants(const LoopTerms *l, gint64 deadline);
#endif
