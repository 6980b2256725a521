/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Few inputs are left: run the program on each.
 *
 * Such runs are proofs only where the interpreter has no choice (deterministic.h), the runs read no other
 * inputs than those enumerated, meet no unknown values and keep within their objects, and all come to their
 * end. */
#ifndef ACF_EXHAUSTIVE_RUNS_H
#define ACF_EXHAUSTIVE_RUNS_H
#include "ir/ir.h"

/* The inputs of a region that fail, or NULL: they are too many to try or to state, or the outcome of
 * some run is not known.  Past the deadline (monotonic microseconds) it gives up.  Uses the solver. */
const Term *exhaustive_runs_failing(const Program *p, const Term *region, gint64 deadline);
#endif
