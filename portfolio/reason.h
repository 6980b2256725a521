/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Why a verifier has no answer, in its own words: one line of what it printed. */
#ifndef ACF_REASON_H
#define ACF_REASON_H
#include <glib.h>

/* The most informative line, to free: the first that names an error, else the first that complains, else
 * the last one.  Safe to print: one line of valid UTF-8 without control characters, not too long.  NULL:
 * there is none. */
char *reason_in_output(const char *output, gsize length);
#endif
