/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A way to fail that the Horn clauses have, tried on the machine: bit-precisely. */
#ifndef ACF_REPLAY_H
#define ACF_REPLAY_H
#include "engine/spacer/chc.h"

typedef enum {
  REPLAY_UNKNOWN,  /* as bit-vectors it is there, but no run was found that goes it: nothing to lift */
  REPLAY_REAL,     /* a run goes this way and fails: the answer has it */
  REPLAY_SPURIOUS, /* as bit-vectors there is no such way */
  REPLAY_REFINED   /* nor will there be at the precision, which was changed for that */
} Replay;

/* Of the trace of c, after Z3_L_TRUE; p is the precision of c.  may_change_reading: the reading of integers
 * may change.
 */
Replay replay(const Question *q, const Chc *c, Precision *p, gboolean may_change_reading, Answer *a);
#endif
