/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which functions and loops may read inputs. */
#ifndef ACF_READS_H
#define ACF_READS_H
#include "ir/cfg.h"

/* By function, to free: may a call of it read inputs? */
gboolean *reads_by_function(const Program *p);
/* May an iteration of the loop read inputs? */
gboolean reads_in_loop(const gboolean *reads, const IrFunction *f, const WtoElement *loop);
/* Is there a loop in the program that may read inputs? */
gboolean reads_in_loops(const Program *p, const Cfg *cfg);
#endif
