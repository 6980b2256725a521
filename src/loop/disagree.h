/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disagreements: an external verifier called inputs safe of which one fails for certain. */
#ifndef ACF_DISAGREE_H
#define ACF_DISAGREE_H
#include "cfc/cfc.h"
#include "portfolio/portfolio.h"

/* Holds the claims of external verifiers against the inputs that are known to fail.  For each verifier that
 * is wrong: says so on standard error and in the notes of the characterization (tool, version, program,
 * input), and stops trusting it for this run.  TRUE: one was caught that was trusted until now. */
gboolean disagree_check(const Portfolio *p, Cfc *cfc);
/* Has the analyzer of this name been caught?  NULL: no. */
gboolean disagree_caught(const Portfolio *p, const char *name);
#endif
