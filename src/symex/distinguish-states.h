/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of a loop in few words: only the variables that distinguish them are named. */
#ifndef ACF_DISTINGUISH_STATES_H
#define ACF_DISTINGUISH_STATES_H
#include <glib.h>

#define UNNAMED '?' /* with this begins what is said of a variable without a name */

/* states: GStrv each, of equal length: what is said of each variable ("pc == 2").  groups: by state.
 * By variable, to free: is it needed to distinguish the groups?  NULL: it takes one without a name. */
gboolean *distinguishing_variables(const GPtrArray *states, const guint *groups);
/* "pc == 2 && done == 0 || pc == 3 && done == 0", of the states of a group; to free. */
char *distinguishing_text(const GPtrArray *states, const guint *groups, guint group, const gboolean *needed);
#endif
