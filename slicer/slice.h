/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Slicing: which conjuncts of a failing path the failure depends on.
 *
 * The run is replayed over the program, and every value it computed is linked to the values, branches and
 * stores it came from.  A branch is free when a run that takes another of its arms comes back to the path and
 * notices no difference: the other arms do nothing but compute, and nothing that the failure depends on
 * differs. The failure depends on the branches around the error call, on every access, division and
 * assumption of the run being good, and on all branches that are not free. */
#ifndef ACF_SLICE_H
#define ACF_SLICE_H
#include "ir/cfg.h"
#include "ir/automaton.h"

/* trace: every branch that a failing run took; conjuncts: PathConjunct, the conditions of that run (both as
 * symex_run() gives them with an oracle).  Returns, by conjunct, whether it must stay; to free.
 * Every input that satisfies the conjuncts that stay (and the condition that the run was confined to, if
 * any) fails at the same error.  Conjuncts that are not branches stay.  When the run cannot be followed, all
 * stay. */
gboolean *slice_path(const Program *p, const Cfg *cfg, const Automaton *trace, const GArray *conjuncts);
#endif
