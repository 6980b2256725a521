/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard streams of the acf program. */
#ifndef ACF_STREAMS_H
#define ACF_STREAMS_H
#include <glib.h>

/* At the very start: streams that the caller has closed are opened on /dev/null, so that no file of ours gets
 * their numbers.  Standard output that was closed cannot be written: writing to it is an error, as on a
 * full disk.  When the process exits with output that could not be written, and no message was printed, one
 * is, and the exit status is EXIT_OUTPUT. */
void streams_open(void);

/* FALSE, with errno, when the text cannot be written; then the caller says so. */
gboolean streams_print(const char *text);
#endif
