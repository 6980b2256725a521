/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Few inputs are left: run the program on each.
 *
 * Such runs are proofs only where the interpreter has no choice (plain.h), the runs read no other inputs than
 * those enumerated, meet no unknown values and keep within their objects, and all come to their end. */
#ifndef ACF_EXHAUST_H
#define ACF_EXHAUST_H
#include "ir/ir.h"

/* The inputs of a region that fail, or NULL: they are too many to try or to state, or not all of their runs
 * can be told.  Past the deadline (monotonic microseconds) it gives up.  Uses the solver. */
const Term *exhaust(const Program *p, const Term *region, gint64 deadline);
#endif
