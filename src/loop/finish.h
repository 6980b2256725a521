/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done when the loop has ended, in this order. */
#ifndef ACF_LOOP_FINISH_H
#define ACF_LOOP_FINISH_H
#include "loop/loop.h"

/* Line 37 of Algorithm 1: what is neither settled nor proven safe is a partition too, with the reason why it
 * is open.  Afterwards the uppers bound all failing inputs. */
void close_residue(Loop *l);
/* Follows open partitions to deeper unrollings, while more than 0.4 of the time that was left is there: lower
 * bounds grow, and where few inputs are left, they may meet the upper bounds. */
void grow_lowers(Loop *l);
/* Exact partitions that reach several failures become one for each, where the property has kinds of them. */
void split_by_failure(Loop *l);
/* Lower bounds in shape, each with an example; partitions without a point go. */
void finish_partitions(Loop *l);
#endif
