/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of programs whose loops all end by themselves. */
#ifndef ACF_ALL_RUNS_H
#define ACF_ALL_RUNS_H
#include "engine/answer.h"

/* The run of all points that leaves nothing open, where one is found soon and can be stated; NULL: none. With
 * nothing open its failures are known even if no solver decides whether there are any. */
SymexResult *all_runs(const Question *q, guint k);
/* The same, at deeper and deeper unrollings until the deadline, as long as deeper may help. */
SymexResult *all_runs_to_the_end(const Question *q);
#endif
