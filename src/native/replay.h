/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The examples of a characterization, run natively: each of them has to fail. */
#ifndef ACF_REPLAY_H
#define ACF_REPLAY_H
#include "cfc/cfc.h"

/* Compiles the program natively and runs every example of every partition.  Returns the number of
 * examples that did not fail (each described in *report), or -1 with error when it could not be done.
 * deadline: monotonic microseconds, 0: none; what is not run by then is not decided. */
int replay_examples(const Cfc *c, gint64 deadline, GString *report, GError **error);
#endif
