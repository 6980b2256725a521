/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariants that other verifiers found, as candidates for proofs of acf's own. */
#ifndef ACF_LOOP_CANDIDATES_H
#define ACF_LOOP_CANDIDATES_H
#include "symex/symex.h"

/* The invariants of a correctness witness (GraphML or YAML), as LoopCandidate*; NULL with an error. Each is
 * tried at every loop of its function: where it is said to hold does not matter, since it is proven or
 * dropped. */
GPtrArray *loop_candidates_read(const char *path, GError **error);
#endif
