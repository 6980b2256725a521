/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guards of a failure automaton as functions of C over what a monitor was given.  Internal to the export `monitor`.
 *
 * A monitor holds for each site that guards mention the values that the current step has read so far, and their number. */
#ifndef ACF_MONITOR_H
#define ACF_MONITOR_H
#include "export/parameters.h"
#include "ir/failure-paths.h"

typedef struct {
  const Cfc *cfc;
  char *prefix;           /* of all names: "acf_prog_monitor" */
  GPtrArray *sites;       /* Term*: the first value of a step, of each site that guards mention */
  Parameters *parameters; /* these, with their names */
  Outlook *outlooks;      /* by location */
  guint *room;            /* of each: the largest number of values that guards mention of a step */
} Monitor;

/* NULL with error: a guard mentions what is not the result of a call. */
Monitor *monitor_new(const Cfc *c, GError **error);
void monitor_free(Monitor *m);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(Monitor, monitor_free)

const char *monitor_site_name(const Monitor *m, guint i);
/* Nothing has to be followed behind the edge; what it reads is not known. */
gboolean monitor_is_last(const Monitor *m, const FailureEdge *e);
/* How many values of the i-th site the edge reads. */
guint monitor_reads(const Monitor *m, const FailureEdge *e, guint i);
/* Appends "static inline int PREFIX_edgeN(const PREFIX *m)", which is 1 where the inputs given decide that edge N is taken.
 * One that is not the last is asked about only when all that it reads is given.  FALSE: C has no operator for its guard. */
gboolean monitor_append_guard(const Monitor *m, guint edge, GString *out);
#endif
