/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of functions without effects on given arguments.  What such a run returns is what every run returns:
 * it is exact, not a guess. */
#ifndef ACF_PURE_H
#define ACF_PURE_H
#include "ir/ir.h"

typedef struct Pure Pure;
Pure *pure_new(const Program *p);
void pure_free(Pure *e);
/* FALSE: it does not return within so many more steps, or does anything but compute (reads an input, touches
 * memory, divides by zero, stops the run).  Results are remembered, so a second call is cheap.  result is 0
 * of a function that returns nothing. */
gboolean pure_call(Pure *e, guint function, const guint64 *args, guint64 steps, guint64 *result);
guint64 pure_steps(const Pure *e); /* of the last call */
#endif
