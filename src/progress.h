/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One line on the terminal that says how far the analysis is.  Off until progress_enable(TRUE); costs nothing
 * then. */
#ifndef ACF_PROGRESS_H
#define ACF_PROGRESS_H
#include <glib.h>

void progress_enable(gboolean on);
/* Shows the state, at most about ten times a second (a new phase or iteration at once). */
void progress_update(const char *phase, guint iteration, guint partitions, double elapsed);
/* What every update tells, with or without a line on the terminal; NULL: nobody. */
typedef void (*ProgressListener)(const char *phase, guint iteration, guint partitions, double elapsed,
                                 gpointer data);
void progress_listen(ProgressListener listener, gpointer data);
void progress_clear(void); /* takes the line away, before anything else is printed */
#endif
