/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The margin of the input space: extreme values, from which runs seldom reach the end in time, and near which
 * sums overflow. */
#ifndef ACF_TYPE_LIMITS_H
#define ACF_TYPE_LIMITS_H
#include "learn/sample.h"

/* The part of a region where some input that it mentions has one of the `depth` greatest values, signed or
 * unsigned, and where the run of one such point is too long to follow; false where there is none, or there
 * are many inputs.  Uses the solver. */
const Term *type_limits_endless(Sampler *s, const Term *region, guint depth);
/* What a loop may count by: a power of two among the numbers of the program, the greatest that is small. */
guint type_limits_step(Sampler *s);
/* The inputs that a region mentions are further from both ends of their types than the numbers of the program
 * reach. */
const Term *type_limits_moderate(const Program *p, Sampler *s, const Term *region);
#endif
