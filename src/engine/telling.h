/* SPDX-License-Identifier: GPL-3.0-or-later */
/* States of a loop in few words: only the variables that tell them apart are named. */
#ifndef ACF_TELLING_H
#define ACF_TELLING_H
#include <glib.h>

#define UNNAMED '?' /* with this begins what is said of a variable without a name */

/* states: GStrv each, of equal length: what is said of each variable ("pc == 2").  groups: by state.
 * By variable, to free: is it needed to tell the groups apart?  NULL: it takes one without a name. */
gboolean *telling_variables(const GPtrArray *states, const guint *groups);
/* "pc == 2 && done == 0 || pc == 3 && done == 0", of the states of a group; to free. */
char *telling_text(const GPtrArray *states, const guint *groups, guint group, const gboolean *needed);
#endif
