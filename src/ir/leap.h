/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Leaps of a run over many iterations of a loop at once.
 *
 * Where two iterations in a row take the same path, change nothing but registers and add the same numbers to what the
 * loop carries, the next ones mostly do, too.  How many of them do is searched for by trying single iterations further
 * on.  That is sure where the path is decided by linear conditions; else it is a guess, so only runs that guide guesses
 * may leap. */
#ifndef ACF_LEAP_H
#define ACF_LEAP_H
#include "ir/cfg.h"

typedef struct Leaps Leaps;

/* The run at the beginning of a block. */
typedef struct {
  const IrFunction *function;
  const IrBlock *block;
  guint64 *regs;       /* of the activation */
  guint64 activation;  /* its number */
  guint64 changes;     /* of anything but registers */
  guint64 path, steps; /* sums over all blocks that the run has come through, and over how equalities came out */
} LeapPoint;

/* One iteration from the point with the registers that it has now: is it like the last one, which had that path and so
 * many steps?  The registers that the loop carries are what they become by it. */
typedef gboolean (*LeapTry)(gpointer data, const LeapPoint *at, guint64 path, guint64 steps);

Leaps *leaps_new(const Cfg *cfg);
void leaps_free(Leaps *l);
/* Another run begins. */
void leaps_begin(Leaps *l);
/* Moves the registers on where the run is at the head of such a loop.  Returns how many steps it leaps over. */
guint64 leaps_visit(Leaps *l, const LeapPoint *at, LeapTry same, gpointer data);
#endif
