/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long somebody waits.  A proof that all runs from a region fail does not say when: a loop that turns two
 * thousand million times fails in the end, but nobody sees it.  Such inputs are not claimed to fail. */
#ifndef ACF_PATIENCE_H
#define ACF_PATIENCE_H
#include "ir/ir.h"

/* The inputs so near to zero that no run of those that were tried was long; true: none was long anywhere in
 * the region.  False: no input is near enough, or none was found to be by the deadline. */
const Term *patience_near(const Program *p, const GPtrArray *inputs, const Term *region, gint64 deadline);
#endif
