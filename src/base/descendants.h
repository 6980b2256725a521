/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descendants of this process, by a walk over /proc.  In a subreaper no process leaves the tree by a
 * double fork: one that loses its parent becomes our child. */
#ifndef ACF_DESCENDANTS_H
#define ACF_DESCENDANTS_H
#include <glib.h>

typedef struct {
  guint alive;        /* how many, without those that are dead and wait to be reaped */
  gsize memory_bytes; /* resident; what they share counts once for each */
  double cpu_seconds; /* theirs, and of those that we or they have reaped */
} Descendants;

Descendants descendants_measure(void);
/* Resident memory with what is shared counted once: exact and slow. */
gsize descendants_shared_memory(void);
/* In a subreaper: kills them all and reaps them, until none is left; FALSE when the seconds were not enough
 * (a sleep that no signal ends, a process of another user).  Takes the statuses of all our children. */
gboolean descendants_kill(double seconds);
#endif
