/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of programs whose loops all end by themselves. */
#ifndef ACF_WHOLE_H
#define ACF_WHOLE_H
#include "engine/answer.h"

#define WHOLE_UNROLL 64 /* at which to look whether they do */

/* The run of all points that leaves nothing open, where one is found soon and can be stated; NULL: none. With
 * nothing open its failures are known even if no solver can tell whether there are any. */
SymexResult *whole_run(const Question *q, guint k);
#endif
