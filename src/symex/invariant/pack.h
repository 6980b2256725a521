/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs: small sets of terms that are worth relating to each other. */
#ifndef ACF_PACK_H
#define ACF_PACK_H
#include "symex/invariant/invariant.h"

/* GPtrArray* of Term*: places that change (each in one pack), with constants of the run that they are
 * compared with or computed from; at most `size` in each.  Small packs are filled up with others.  The value
 * that a place has at the first arrival is such a constant too, where it is no sum. */
GPtrArray *packs_of_changes(const LoopTerms *l, guint size);
#endif
