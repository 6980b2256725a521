/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that are too long to execute.  A proof that all runs from a region fail does not bound their length: a
 * loop of two thousand million iterations may fail at its end.  Such inputs are not claimed to fail, since a
 * real run does not show it in reasonable time. */
#ifndef ACF_ENDLESS_RUNS_H
#define ACF_ENDLESS_RUNS_H
#include "ir/cfg.h"

/* The inputs so near to zero that no run of those that were tried was long; true: none was long anywhere in
 * the region.  False: no input is near enough, or none was found to be by the deadline.  points: Model*, which are
 * tried before others, as far as they lie in the region. */
const Term *endless_runs_none_near(const Program *p, const Cfg *cfg, const GPtrArray *inputs, const GPtrArray *points,
                                   const Term *region, gint64 deadline);
#endif
