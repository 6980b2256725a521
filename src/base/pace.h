/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How slow the machine is for this process: others may want it too. */
#ifndef ACF_PACE_H
#define ACF_PACE_H
#include <glib.h>

/* From here on the pace is measured. */
void pace_begin(void);
/* Time that passes for each unit of time that this process computes, from 1 to 8; 1 as long as nothing can be
 * said.  Limits of small steps are multiplied by it, so that they mean about the same work everywhere. */
double pace(void);

/* Time for a piece of work.  Its end is later where the machine turns out to be slow. */
typedef struct {
  gint64 begin;   /* monotonic microseconds */
  double seconds; /* of work */
  gint64 limit;   /* never past this; 0: none */
} Allowance;
Allowance allowance_new(double seconds, gint64 limit); /* beginning now */
gint64 allowance_end(const Allowance *a);              /* as it looks now: monotonic microseconds */
#endif
