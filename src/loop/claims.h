/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims of external verifiers, and what becomes of all that rested on one that is wrong. */
#ifndef ACF_LOOP_CLAIMS_H
#define ACF_LOOP_CLAIMS_H
#include "loop/loop.h"

/* What fails for certain (a point, or NULL, and the examples of partitions) is held against what external
 * verifiers called safe.  What rested on a verifier that is wrong is open again.  TRUE: one was caught. */
gboolean check_claims(Loop *l, const Model *point, const GPtrArray *partitions);
/* That all runs end is no news where some are only stopped by an overflow that is excluded: then it is open again. */
void doubt_ends(Loop *l);
/* A report that a trusted verifier denies, and of which nothing is confirmed: the verifier is right, and the
 * rest is closed.  But a run that was not followed to its end, for want of time, is not refuted by a denial.
 */
gboolean is_denied(Loop *l, const Answer *report, const Evidence *e);
#endif
