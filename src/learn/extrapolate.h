/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Guesses of the failing region from what fails and what passes within small unrollings. */
#ifndef ACF_EXTRAPOLATE_H
#define ACF_EXTRAPOLATE_H
#include "engine/answer.h"

/* Term*: guesses, each once, those of the deepest unrollings first; the question's own deadline is not
 * looked at.  Uses the solver. */
GPtrArray *extrapolate(const Question *q, gint64 deadline);
#endif
