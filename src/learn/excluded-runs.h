/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs that --overflow=none excludes.  Where whether runs end is asked, one that goes on until its arithmetic overflows
 * would never end if numbers had no bounds: that all others end says little then. */
#ifndef ACF_EXCLUDED_RUNS_H
#define ACF_EXCLUDED_RUNS_H
#include "ir/cfg.h"

/* A run was found, among some that are tried until the deadline, that is stopped by an overflow.  Uses the solver: call
 * it in a child. */
gboolean excluded_runs_exist(const Program *p, const Cfg *cfg, gint64 deadline);
#endif
