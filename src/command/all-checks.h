/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --all-checks: what is known of every place where the program may fail, one by one. */
#ifndef ACF_COMMAND_ALL_CHECKS_H
#define ACF_COMMAND_ALL_CHECKS_H
#include "cfc/cfc.h"
#include "loop/options.h"

/* The places of the program where a run may fail: Failure, each line and kind once, in the order of the text.
 */
GArray *all_checks_places(const Program *p);
/* A line for each: it never fails, or exactly when, at most when, or it is not known.  cfc is the answer for
 * all of them together; where that is not safe, each is asked about by itself, in its share of the time that
 * the options leave. */
char *all_checks_text(const Cfc *cfc, const GArray *places, const AnalysisOptions *o);
#endif
