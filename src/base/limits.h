/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits: how long, how large and how often things are tried.  base/limits.def has a row for each; what it
 * bounds is read as limits.name.
 *
 * They are set once, from the command line, before anything is analysed, and are constants after that:
 * children inherit them.  No value within its range makes a claim false; it only changes how much is found.
 */
#ifndef ACF_BASE_LIMITS_H
#define ACF_BASE_LIMITS_H
#include <glib.h>

typedef struct {
#define LIMIT(name, type, standard, least, most, text) type name;
#include "base/limits.def"
#undef LIMIT
} Limits;

extern Limits limits; /* written by limits_set() alone */

/* Sets a limit as "name=value".  FALSE with a G_OPTION_ERROR where there is no such name (similar ones are
 * suggested), or where the value is no number or outside of its range (which is said); then nothing changes.
 */
gboolean limits_set(const char *assignment, GError **error);
/* A line for each: name, value, range and text. */
char *limits_table(void);
#endif
