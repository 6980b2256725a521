/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants that somebody else found, as candidates for proofs of acf's own. */
#ifndef ACF_SUPPLY_H
#define ACF_SUPPLY_H
#include "engine/symex.h"

/* The invariants of a correctness witness (GraphML or YAML), as LoopCandidate*; NULL with an error. Each is
 * tried at every loop of its function: where it is said to hold does not matter, since it is proven or
 * dropped. */
GPtrArray *supply_candidates(const char *path, GError **error);
#endif
